"""Positions of a battle, built from values: lengths in inches, dice as faces in the order in which they are rolled.

A game halts before every step but the one it begins with and those named in `runs`, so that a test sees what one step
has done.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from grimtable.games.wh40k import DEFINITION, RULES
from grimtable.games.wh40k.components import FOLDER, INCH, LINE_OF, SHEET_OF, SHEETS, WEAPON_OF, power_rating
from grimtable.games.wh40k.setup import problems
from grimtable.games.wh40k.state import SHOOTING, TABLE, Battle, T
from grimtable.games.wh40k.turn import PROCEDURES
from grimtable.kernel.game import Game, Rules
from grimtable.kernel.values import Decision, Flow, Illegal, Procedure, Step

HALT = "halt"
LOADOUTS: dict[str, dict[str, list[str]]] = {
    row["id"]: row["loadout"]
    for row in json.loads((FOLDER / "data" / "datasheets.json").read_text(encoding="utf-8"))["datasheets"]
}
FIRST_LINE: dict[str, str] = {
    row["id"]: row["composition"][-1]["profile"]
    for row in json.loads((FOLDER / "data" / "datasheets.json").read_text(encoding="utf-8"))["datasheets"]
}


class Faces:
    """Dice that fall as the test says; when they are used up the test fails."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = list(faces)
        self.mark = 0

    def below(self, sides: int) -> int:
        assert self.mark < len(self.faces), "more dice are rolled than the test expects"
        self.mark += 1
        return self.faces[self.mark - 1] - 1

    def order(self, cards: list[int]) -> tuple[int, ...]:
        return tuple(cards)


def battlefield(phase: str = SHOOTING, active: int = 0, terrain: str = "empty", rulings: Sequence[str] = ()) -> Battle:
    """A battle in its second round, nobody on the table yet."""
    s = Battle([])
    s.layout, s.phase, s.active, s.first, s.round = terrain, phase, active, 0, 2
    s.armies = ("demo_marines_25", "demo_death_guard_25")
    s.rulings = frozenset(rulings)
    s.warlord, s.trait, s.zones = (0, 0), ("", ""), (0, 1)
    s.objective, s.division, s.winner, s.underdog = 2, "long_axis", 0, 1
    return s


def unit(
    s: Battle,
    owner: int,
    sheet: str,
    count: int,
    x: int,
    y: int,
    *,
    gap: int = 0,  # between bases, in hundredths of an inch
    wargear: Sequence[str] | None = None,
    line: str = "",
    abilities: Sequence[str] | None = None,
) -> int:
    """A unit in a row along x, its first model at (x, y)."""
    number = SHEET_OF[sheet]
    shown = line or FIRST_LINE[sheet]
    words = SHEETS[number].abilities if abilities is None else tuple(abilities)
    new = s.add_unit(owner, number, words, power_rating(number, count))
    weapons = tuple([WEAPON_OF[name] for name in (LOADOUTS[sheet][shown] if wargear is None else wargear)])
    pitch = 2 * SHEETS[number].half_length + gap * INCH // 100
    for at in range(count):
        model = s.add_model(new, LINE_OF[number, shown], weapons)
        s.x[model], s.y[model] = x * INCH + at * pitch, y * INCH
    s.place[new] = TABLE
    return new


def halt(t: T, *args: Any) -> Flow[None]:
    """The test looks at the table here."""
    yield from t.choose(0, HALT, ["wait", "go"])


def begin(s: Battle, step: str, *args: Any, dice: Sequence[int] = (), runs: Sequence[str] = ()) -> Game[Battle]:
    """Run one step of a battle, and those named."""
    assert problems(s) == []
    return table(s, PROCEDURES[step], args, dice, runs)


def table(s: Battle, first: Procedure, args: tuple[Any, ...], dice: Sequence[int], runs: Sequence[str]) -> Game[Battle]:
    procedures = {name: procedure if name in runs else halt for name, procedure in PROCEDURES.items()}
    rules = Rules(
        "wh40k",
        1,
        {**procedures, HALT: halt, "here": first},
        RULES.blank,
        RULES.view,
        problems=problems,
        rows=RULES.rows,
    )
    s.agenda = [Step(HALT), Step("here", args)]
    return Game(rules, s, Faces(dice))


def within(s: Battle, flow: Callable[[T], Flow[Any]], dice: Sequence[int] = ()) -> Game[Battle]:
    """Run any rule as a step of its own."""

    def procedure(t: T) -> Flow[None]:
        yield from flow(t)

    return table(s, procedure, (), dice, ())


def done(s: Battle, act: Callable[..., Flow[Any]], *args: Any, dice: Sequence[int] = ()) -> Game[Battle]:
    """Run a rule that takes these, as a step of its own."""
    return within(s, lambda t: act(t, *args), dice)


def asked(game: Game[Battle]) -> Decision:
    return game.decisions()[0]


def prompt(game: Game[Battle]) -> str:
    return asked(game).prompt


def halted(game: Game[Battle]) -> bool:
    return prompt(game) == HALT


def answer(game: Game[Battle], *answers: Any) -> None:
    for one in answers:
        game.apply(asked(game).player, one)


def defaults(game: Game[Battle]) -> None:
    """Take the first suggestion until the game halts or is over."""
    while game.decisions() and not halted(game):
        answer(game, asked(game).options[0])


def told(game: Game[Battle], kind: str) -> list[tuple[Any, ...]]:
    return [event.public for event in game.events(None) if event.kind == kind]


def refusal(game: Game[Battle], value: Any) -> str:
    """The rule that forbids an answer."""
    try:
        game.apply(asked(game).player, value)
    except Illegal as error:
        return error.refusal.rule_id
    return ""


def rolled(game: Game[Battle], purpose: str) -> list[tuple[int, ...]]:
    """The dice that were rolled for something, after re-rolls."""
    return [public[3] for public in told(game, "rolled") if public[1] == purpose]


def new_game(dice: Sequence[int], **options: str) -> Game[Battle]:
    return DEFINITION.new_game(2, options, Faces(dice))
