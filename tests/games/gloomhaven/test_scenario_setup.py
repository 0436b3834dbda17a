"""All layouts: figures, start hexes and objectives for every number of characters [GLOOMHAVEN-4]."""

from __future__ import annotations

from collections import Counter

import pytest

from games.gloomhaven.scene import prepared
from grimtable.games.gloomhaven.components import CHARACTER, MONSTER, NONE, OBJECTIVE
from grimtable.games.gloomhaven.components.monsters import IS_BOSS, STANDEES, TYPE_OF
from grimtable.games.gloomhaven.components.scenarios import OBJECTIVE_NAMES, PLAYABLE, SCENARIOS
from grimtable.games.gloomhaven.rooms import reveal
from grimtable.games.gloomhaven.setup import problems
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.turn import PROCEDURES
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game, Rules
from grimtable.kernel.values import Flow, Step
from rule import rule


def expected(scenario: int, characters: int, rooms: list[int]) -> Counter[str]:
    """Monsters of these rooms by the column of the layout, no more than there are standees."""
    found: Counter[str] = Counter()
    for spot in SCENARIOS[scenario]["monsters"]:
        if spot["room"] in rooms and spot["rank_2_3_4"][characters - 2] != "none":
            found[spot["id"]] += 1
    return Counter({name: min(count, STANDEES[TYPE_OF[name]]) for name, count in found.items()})


def standing(s: Gloomhaven) -> Counter[str]:
    names = {kind: name for name, kind in TYPE_OF.items()}
    return Counter([names[s.kind[f]] for f in s.figures() if s.sort[f] == MONSTER])


LATER = (35, 36, 48, 79, 83, 86)  # rules say what is set up when


@rule("GLOOMHAVEN-4.6", "GLOOMHAVEN-4.8", "GLOOMHAVEN-1.4")
@pytest.mark.parametrize("scenario", PLAYABLE)
def test_every_scenario_is_set_up_for_two_three_and_four(scenario: int) -> None:
    for players, characters in ((2, 2), (3, 3), (4, 4), (1, 2)):
        s = prepared(scenario, players, characters).state
        assert problems(s) == []
        assert [s.hex[c] in s.layout().start for c in range(characters)] == [True] * characters
        assert len({s.hex[f] for f in s.figures()}) == len(s.figures())
        record = SCENARIOS[scenario]
        bases = {named["id"]: named["base"] for named in record.get("named_monsters", [])}
        there = Counter({bases.get(name, name): 0 for name in standing(s)})
        for name, count in standing(s).items():
            there[bases.get(name, name)] += count
        if scenario not in LATER:
            assert there == expected(scenario, characters, record["start_room"])


@rule("GLOOMHAVEN-10.2", "GLOOMHAVEN-22.5")
@pytest.mark.parametrize("scenario", PLAYABLE)
def test_every_room_can_be_revealed(scenario: int) -> None:
    s = prepared(scenario, 2).state

    def reveal_all(t: T, *args: int) -> Flow[None]:
        for room in sorted({room for room in t.state.layout().rooms if room != NONE}):
            if not t.state.revealed >> room & 1:
                yield from reveal(t, room, NONE)
        yield from t.choose(0, "halt", ["wait", "go"])

    everything = Rules(
        "gloomhaven", 1, {**PROCEDURES, "show": reveal_all}, lambda: Gloomhaven([]), lambda s, viewer: None
    )
    s.agenda = [Step("show")]
    s = Game(everything, s, FastDice(1)).state
    assert problems(s) == []
    for objective in SCENARIOS[scenario].get("objectives") or []:
        if objective.get("hexes") and objective.get("marker") not in ("b", "c"):
            assert [
                f for f in s.figures() if s.sort[f] == OBJECTIVE and OBJECTIVE_NAMES[s.kind[f]] == objective["name"]
            ]
    assert [f for f in s.figures() if s.sort[f] == CHARACTER] == [0, 1]
    bosses = [spot["id"] for spot in SCENARIOS[scenario]["monsters"] if IS_BOSS[TYPE_OF[spot["id"]]]]
    if scenario not in LATER:
        assert all([standing(s)[name] >= 1 for name in bosses])
