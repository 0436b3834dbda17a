"""Discs on a plane: answers too rich to list are composed and checked. Lengths are whole millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grimtable.kernel.definition import Advice, Definition, Describe, GameOption
from grimtable.kernel.game import Rules
from grimtable.kernel.language import PLAYER, Message
from grimtable.kernel.prospects import leads
from grimtable.kernel.table import Table
from grimtable.kernel.values import Decision, Event, Flow, Refusal, Step

Point = tuple[int, int]
Ends = tuple[Point, ...]  # where each disc of the squad ends

SIDE = 300  # of the table
REACH = 60
WIDTH = 20  # of a disc
SQUAD = 2
GOAL: Point = (150, 150)


@dataclass(init=False, slots=True)
class Discs:
    agenda: list[Step]
    turns: int
    at: list[Point]  # of each disc; those of squad n are 2n and 2n + 1
    outcome: tuple[int, ...]

    def __init__(self, agenda: list[Step]) -> None:
        self.agenda = agenda
        self.turns = 0
        self.at = []
        self.outcome = ()

    def clone(self) -> Discs:
        s = Discs(self.agenda.copy())
        s.turns = self.turns
        s.at = self.at.copy()
        s.outcome = self.outcome
        return s

    def discs_of(self, squad: int) -> range:
        return range(SQUAD * squad, SQUAD * squad + SQUAD)


T = Table[Discs]


def within(a: Point, b: Point, distance: int) -> bool:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= distance**2


def is_point(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and not [x for x in value if type(x) is not int]


def move_refusal(s: Discs, squad: int, answer: Any) -> Refusal | None:
    """Total: any value gets a verdict, beginning with its shape."""
    if not isinstance(answer, tuple) or len(answer) != SQUAD or not all([is_point(end) for end in answer]):
        return Refusal("DISCS-1", "shape", (SQUAD,))
    for disc, end in zip(s.discs_of(squad), answer):
        if not (0 <= end[0] <= SIDE and 0 <= end[1] <= SIDE):
            return Refusal("DISCS-1", "off_table", (disc,))
        if not within(s.at[disc], end, REACH):
            return Refusal("DISCS-2", "too_far", (disc,))
    others = [point for disc, point in enumerate(s.at) if disc not in s.discs_of(squad)]
    for place, end in enumerate(answer):
        if [point for point in (*others, *answer[:place]) if within(point, end, WIDTH)]:
            return Refusal("DISCS-3", "overlap", (s.discs_of(squad)[place],))
    return None


def suggestions(s: Discs, squad: int) -> list[Ends]:
    """Stay, or move both discs one way, where that is legal."""
    stay = tuple([s.at[disc] for disc in s.discs_of(squad)])
    moves = [
        tuple([(x + dx, y + dy) for x, y in stay])
        for dx, dy in ((0, 0), (REACH, 0), (-REACH, 0), (0, REACH), (0, -REACH))
    ]
    return [move for move in moves if move_refusal(s, squad, move) is None]


def move(t: T, turn: int) -> Flow[None]:
    s, squad = t.state, turn % (len(t.state.at) // SQUAD)
    ends = yield from t.compose(squad, "move", suggestions(s, squad), lambda answer: move_refusal(s, squad, answer))
    for disc, end in zip(s.discs_of(squad), ends):
        s.at[disc] = end
    t.emit("moved", squad, *ends)
    if turn + 1 < s.turns:
        s.agenda.append(Step("move", (turn + 1,)))
    else:
        t.finish(scores(s))


def scores(s: Discs) -> tuple[int, ...]:
    """The nearer to the goal the better, by the squad's best disc."""
    return tuple(
        [
            -min([(s.at[disc][0] - GOAL[0]) ** 2 + (s.at[disc][1] - GOAL[1]) ** 2 for disc in s.discs_of(squad)])
            for squad in range(len(s.at) // SQUAD)
        ]
    )


def blank() -> Discs:
    return Discs([])


def view(s: Discs, viewer: int | None) -> dict[str, Any]:
    return {"at": [list(point) for point in s.at]}


def problems(s: Discs) -> list[str]:
    off = [disc for disc, (x, y) in enumerate(s.at) if not (0 <= x <= SIDE and 0 <= y <= SIDE)]
    return [f"disc {disc} is off the table" for disc in off]


RULES = Rules("discs", 1, {"move": move}, blank, view, problems=problems)


def new_state(players: int, options: Mapping[str, int | str]) -> Discs:
    s = Discs([Step("move", (0,))])
    s.turns = int(options["turns"]) * players
    s.at = [
        (40 + 220 * (squad % 2), 40 + 180 * (squad // 2) + 40 * place) for squad in range(players) for place in (0, 1)
    ]
    return s


def prompt(view: Any, decision: Decision) -> Message:
    return Message("prompt.move")


def option(view: Any, decision: Decision, answer: Any) -> Message:
    words = tuple([Message("say.point", point) for point in answer])
    return Message("say.move", (words,), tuple([f"disc:{SQUAD * decision.player + place}" for place in range(SQUAD)]))


def note(view: Any, decision: Decision, answer: Any) -> Message | None:
    return None


def event(happened: Event) -> Message:
    words = tuple([Message("say.point", point) for point in happened.public[1:]])
    return Message("event.moved", (Message(PLAYER, (happened.public[0],)), words))


def side(view: Any, player: int) -> Message:
    return Message("side", (player,))


def piece(view: Any, ref: str) -> Message:
    return Message("piece", (ref,), (ref,))


def rate(s: Discs, decision: Decision) -> list[int]:
    return [0 for _ in decision.options]


def value(s: Discs) -> tuple[int, ...]:
    return leads(list(scores(s)), 10000)


DEFINITION = Definition(
    rules=RULES,
    folder=Path(__file__).parent / "files" / "discs",
    players=(2, 3, 4),
    options=(GameOption("turns", (4, 2)),),
    setup=new_state,
    describe=Describe(prompt, option, note, event, side, piece),
    advice=Advice(rate, value, spread=10000, horizon=8),
    prompts=("move",),
    events=("moved",),
)
