"""Every scenario can be won: a party that needs no luck kills, loots and opens all it is allowed to."""

from __future__ import annotations

from typing import Any

import pytest

from games.gloomhaven.scene import beside_free, kinds, run, scene
from grimtable.games.gloomhaven.components import DIFFICULT, MONSTERS_SIDE, NONE, OBJECTIVE
from grimtable.games.gloomhaven.components.scenarios import PLAYABLE, SCENARIOS
from grimtable.games.gloomhaven.components.terms import OPEN, UNAFFECTED, WON
from grimtable.games.gloomhaven.damage import die, suffer
from grimtable.games.gloomhaven.interludes import take_free_action
from grimtable.games.gloomhaven.looting import loot
from grimtable.games.gloomhaven.moments import round_ended, round_started, turn_comes, turn_ended
from grimtable.games.gloomhaven.moving import move
from grimtable.games.gloomhaven.paths import may_open
from grimtable.games.gloomhaven.rooms import column, open_door
from grimtable.games.gloomhaven.scenarios.goals import exits
from grimtable.games.gloomhaven.scenarios.handling import CLEANSE, PORTAL
from grimtable.games.gloomhaven.scenarios.reading import marker, markers
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.victory import check
from grimtable.kernel.values import Flow

ROUNDS = 30
SPARED = (92,)  # guards that must live


def sweep(t: T) -> Flow[None]:
    """Kill, break, loot and open whatever can be."""
    s = t.state
    for figure in s.monsters():
        if s.in_play(figure) and not (s.scenario in SPARED and s.side[figure] != MONSTERS_SIDE):
            yield from suffer(t, figure, 999, 0)
        if s.in_play(figure) and s.scenario == 70:
            yield from die(t, figure, 0)
    for figure in s.figures():
        thing = s.sort[figure] == OBJECTIVE and s.side[figure] == MONSTERS_SIDE
        if thing and not s.marks[figure] & UNAFFECTED:
            yield from suffer(t, figure, 999, 0)
    for character in range(s.characters):
        for at in sorted(s.treasure)[: None if character else 1]:
            yield from loot(t, character, [at])
    for door, at in enumerate(s.layout().doors):
        seen = any([s.revealed >> room & 1 for room in s.layout().doors_of[door]])
        if s.closed >> door & 1 and seen and may_open(s, at):
            yield from open_door(t, 0, at)


def stand_on(s: Gloomhaven, places: list[int]) -> None:
    """Characters on these hexes, as far as they are free."""
    heroes = s.heroes()
    places = [at for at in places if s.at[at] == NONE or s.sort[s.at[at]] != OBJECTIVE]  # a friend may hold one
    for place, at in enumerate(places[: len(heroes)]):
        if s.at[at] not in (NONE, heroes[place]):
            s.put(s.at[at], NONE)
        s.put(heroes[place], at)


def plates(s: Gloomhaven) -> list[list[int]]:
    """Groups of hexes that doors, sleepers and spawns wait for."""
    found: list[list[int]] = []
    for rule in SCENARIOS[s.scenario]["special_rules"]:
        opens = rule.get("opens", rule)
        if "markers" in opens and rule["op"] == "door_locked":
            found += [[at] for at in markers(s, opens["markers"])]
        for key in ("markers_2_3_4", "plates_2_3_4"):
            if key in opens and rule["op"] in ("door_locked", "sleeping"):
                found.append(markers(s, opens[key][column(s)]))
    return found


def press(t: T) -> Flow[None]:
    """Every plate is tried."""
    s = t.state
    for group in plates(s):
        if all([s.is_revealed(at) for at in group]):
            stand_on(s, group)
            for react in turn_ended.of(s.flags):
                yield from react(t, 0)
            yield from sweep(t)


def fulfil(t: T) -> Flow[None]:
    """Go where the goal wants the party, and do there what it asks for."""
    s = t.state
    for op in SCENARIOS[s.scenario]["goal"]["win"]:
        for part in [op, *[inner for option in op.get("options", []) for inner in option]]:
            yield from do(t, part)


def do(t: T, op: dict[str, Any]) -> Flow[None]:
    s, word = t.state, op["op"]
    if word == "escape":
        stand_on(s, exits(s, op["to"]))
    elif word == "occupy_plates":
        stand_on(s, markers(s, op["markers_2_3_4"][column(s)]))
    elif word in ("reach", "carry_to"):
        near = [h for at in marker(s, op["marker"]) for h in s.layout().around[at] if h != NONE]
        bearer = s.notes.get("bearer", 0)
        s.put(bearer, (near if op["adjacent"] else marker(s, op["marker"]))[0])
    elif word == "escort_reach":
        for figure in kinds(s, op["objective"])[:7]:
            s.put(figure, NONE)
            s.notes["saved"] = s.notes.get("saved", 0) + 1
    elif word == "cleanse_objectives":
        for pump in kinds(s, op["objective"]):
            s.put(0, beside_free(s, pump))
            card = (*s.hand[0], *s.discard[0])[0]
            s.to_play, s.halves = (card,), 0
            yield from take_free_action[CLEANSE](t, 0, card)
    elif word == "dig_up_objectives":
        for grave in kinds(s, op["objective"]):
            s.put(0, beside_free(s, grave))
            while s.in_play(grave):
                yield from move(t, 0, 1)
    elif s.scenario == 90 and not s.revealed & 2:
        s.put(0, beside_free(s, NONE, marker(s, "a")[0]))
        yield from move(t, 0, 1)
    yield from ()


def one_round(t: T) -> Flow[None]:
    s = t.state
    s.round += 1
    for rule in round_started.of(s.flags):
        yield from rule(t)
    if s.notes.get("rider", NONE) != NONE:
        for come in turn_comes.of(s.flags):
            come(t, s.notes["rider"])
    yield from sweep(t)
    yield from press(t)
    yield from fulfil(t)
    if s.scenario == 74:
        yield from bail(t)
    check(t)
    s.notes["round_over"] = s.round
    for rule in round_ended.of(s.flags):
        yield from rule(t)
    check(t)


def bail(t: T) -> Flow[None]:
    """Scenario 74: water is picked up and thrown out."""
    s = t.state
    wet = [h for h, tile in enumerate(s.layout().tiles) if tile == "b1a" and s.terrain[h] & DIFFICULT]
    for at in [*[h for h in wet if s.is_revealed(h) and s.at[h] in (NONE, 0)][:1], marker(s, "e")[0]]:
        s.put(0, at)
        for react in turn_ended.of(s.flags):
            yield from react(t, 0)


def choose(prompt: str, options: list[Any]) -> Any:
    """The party never gets hurt and takes what it is offered."""
    for wish in ("hand", "use", "give", "dig", PORTAL):
        if wish in options and prompt != "negate":
            return wish
    return options[-1] if prompt in ("remove_monster",) else options[0]


@pytest.mark.parametrize("scenario", PLAYABLE)
def test_every_scenario_can_be_won(scenario: int) -> None:
    s = scene(scenario)
    s.round = 0
    while s.round < ROUNDS and s.standing == OPEN:
        for character in range(s.characters):
            s.hp[character] = 99
        s = run(s, one_round, choose=choose).state
    assert s.standing == WON, f"round {s.round}, revealed {s.revealed:b}, locked {s.locked:b}"
