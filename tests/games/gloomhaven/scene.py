"""Scenarios set up for tests, and flows run on them.

`prepared(22, 2)` is a scenario before its first round, everybody on the first hex allowed. `run(s, flow, answers)` lets
a flow work on a position; what it asks is answered in order, then with the first option.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.gloomhaven.table import HALT, rules
from grimtable.games.gloomhaven.components import MONSTER, OBJECTIVE, Figure
from grimtable.games.gloomhaven.components.monsters import TYPES
from grimtable.games.gloomhaven.components.scenarios import OBJECTIVE_NAMES
from grimtable.games.gloomhaven.components.terms import TURNS, Bonus
from grimtable.games.gloomhaven.rooms import reveal
from grimtable.games.gloomhaven.setup import SWITCHES, new_state, problems
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.turn import PROCEDURES
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game, Rules
from grimtable.kernel.values import Flow, Step

PREPARE = (
    "choose_class",
    "lay_map",
    "deal_goals",
    "keep_goal",
    "level_up",
    "equip",
    "choose_hand",
    "begin",
    "start_hex",
)


def prepared(scenario: int, players: int = 2, characters: int = 2, level: int = 1) -> Game[Gloomhaven]:
    options = {name: values[0] for name, values in SWITCHES.items()}
    options |= {"scenario": scenario, "characters": characters, "scenario_level": level}
    game = Game(rules(*PREPARE), new_state(players, options), FastDice(scenario))
    while game.decisions()[0].prompt != HALT:
        decision = game.decisions()[0]
        game.apply(decision.player, decision.options[0])
    return game


def scene(scenario: int, players: int = 2, rooms: Sequence[int] = (), level: int = 1) -> Gloomhaven:
    """A scenario in the middle of its first round, with further rooms revealed."""
    s = prepared(scenario, players, level=level).state
    s.round, s.phase = 1, TURNS
    if rooms:
        s = run(s, lambda t: show(t, rooms)).state
    return s


def show(t: T, rooms: Sequence[int]) -> Flow[None]:
    for room in rooms:
        if not t.state.revealed >> room & 1:
            yield from reveal(t, room, -1)


def first(prompt: str, options: list[Any]) -> Any:
    return options[0]


def run(
    s: Gloomhaven,
    flow: Callable[[T], Flow[Any]],
    answers: Sequence[Any] = (),
    choose: Callable[[str, list[Any]], Any] = first,
) -> Game[Gloomhaven]:
    def step(t: T) -> Flow[None]:
        yield from flow(t)
        yield from t.choose(0, HALT, ["wait", "go"])

    procedures = {**PROCEDURES, "try": step}
    s.agenda = [Step("try")]
    made = Rules(
        "gloomhaven",
        1,
        procedures,
        lambda: Gloomhaven([]),
        lambda state, viewer: None,
        problems=problems,
        rows={"bonuses": Bonus._make},
    )
    game = Game(made, s, FastDice(7))
    left = list(answers)
    while game.decisions()[0].prompt != HALT:
        decision = game.decisions()[0]
        game.apply(decision.player, left.pop(0) if left else choose(decision.prompt, list(decision.options)))
    assert not left, f"nobody asked for {left}"
    return game


def all_of(hook: Any, *args: Any) -> Callable[[T], Flow[None]]:
    """Everything that happens at a moment."""

    def flow(t: T) -> Flow[None]:
        for react in hook.of(t.state.flags):
            yield from react(t, *args)

    return flow


def kinds(s: Gloomhaven, name: str) -> list[Figure]:
    """Monsters or objectives of a name on the map."""
    found = []
    for f in s.figures():
        monster = s.sort[f] == MONSTER and TYPES[s.kind[f]] == name
        if monster or (s.sort[f] == OBJECTIVE and OBJECTIVE_NAMES[s.kind[f]] == name):
            found.append(f)
    return found


def at(s: Gloomhaven, q: int, r: int) -> int:
    return s.layout().index[(q, r)]


def clear(s: Gloomhaven) -> None:
    """Take all monsters off the map."""
    for f in s.figures():
        if s.sort[f] == MONSTER:
            s.put(f, -1)
            s.hp[f] = 0


def beside_free(s: Gloomhaven, figure: Figure, place: int = -1) -> int:
    """A hex next to a figure, or to a place, where somebody can stand."""
    where = s.hex[figure] if place < 0 else place
    return next(h for h in s.layout().around[where] if h >= 0 and s.is_empty(h))
