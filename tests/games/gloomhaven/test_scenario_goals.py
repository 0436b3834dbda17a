"""Words of goals and losses [GLOOMHAVEN-21.2], each in a small position of a scenario that has it."""

from __future__ import annotations

from typing import Any

import pytest

from games.gloomhaven.scene import all_of, at, clear, kinds, run, scene
from games.gloomhaven.table import play
from grimtable.games.gloomhaven import DEFINITION
from grimtable.games.gloomhaven.components import NONE
from grimtable.games.gloomhaven.components.monsters import TYPE_OF
from grimtable.games.gloomhaven.components.scenarios import SCENARIOS
from grimtable.games.gloomhaven.components.terms import LOST, OPEN, WON
from grimtable.games.gloomhaven.damage import exhaust, suffer
from grimtable.games.gloomhaven.moments import round_ended
from grimtable.games.gloomhaven.rooms import GOAL_TILE
from grimtable.games.gloomhaven.scenarios.enforcing import GAPS, not_enforced, unknown_words
from grimtable.games.gloomhaven.scenarios.reading import number
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.gloomhaven.victory import check, goal, loss, rooms_of
from rule import rule


def holds(s: Gloomhaven, word: str, place: int = 0) -> bool:
    """Whether the goal of the scenario with this word holds."""
    ops: list[dict[str, Any]] = [op for op in SCENARIOS[s.scenario]["goal"]["win"] if op["op"] == word]
    return goal[word](s, ops[place])


def is_lost(s: Gloomhaven, word: str, place: int = 0) -> bool:
    ops: list[dict[str, Any]] = [op for op in SCENARIOS[s.scenario]["goal"]["lose"] if op["op"] == word]
    return loss[word](s, ops[place])


def standing(s: Gloomhaven) -> int:
    def look(t: Any) -> Any:
        check(t)
        yield from ()

    return run(s, look).state.standing


def exhausted(s: Gloomhaven, character: int) -> Gloomhaven:
    return run(s, lambda t: exhaust(t, character)).state


def stand(s: Gloomhaven, *places: tuple[int, int]) -> Gloomhaven:
    """Characters on these hexes."""
    for character, (q, r) in enumerate(places):
        s.put(character, at(s, q, r))
    return s


def test_every_word_of_the_data_is_known() -> None:
    assert unknown_words() == []


def test_players_are_told_what_is_left_to_them() -> None:
    assert not_enforced(1) == ()
    assert not_enforced(21) == ("places_chosen",)
    gaps = {f"gap.{gap}" for told in GAPS.values() for gap in told}
    for templates in DEFINITION.catalogue.templates.values():
        assert gaps <= set(templates)


@rule("GLOOMHAVEN-22.8")
@pytest.mark.parametrize(
    ("formula", "wanted"),
    [
        ("4+(2xL)", 6),
        ("(8+L)xC", 18),
        ("ceil(2+L/2)", 3),
        ("[Math.floor(2+(LxC/2))]", 3),
        ("2*C+L-2", 3),
        ("2*C*(L+1)", 8),
        ("ceil(C+L/2)", 3),
        ("10xC/2", 10),
        ("trap damage", 3),
        (17, 17),
    ],
)
def test_formulas_speak_of_characters_and_level(formula: int | str, wanted: int) -> None:
    assert number(scene(1), formula) == wanted  # two characters, level 1


# ---------------------------------------------------------------- kills
@rule("GLOOMHAVEN-21.2")
def test_kill_all_asks_for_every_room() -> None:
    s = scene(4)
    clear(s)
    assert not holds(s, "kill_all")
    s.revealed = rooms_of(s)
    assert holds(s, "kill_all")


def test_kill_named_counts_the_boss_only() -> None:
    s = scene(11, rooms=(1, 2, 3))
    boss = kinds(s, "captain-of-the-guard")[0]
    assert not holds(s, "kill_named")
    s.hp[boss] = 0
    s.put(boss, NONE)
    assert holds(s, "kill_named")


def test_kill_all_revealed_needs_nothing_behind_doors() -> None:
    s = scene(6, rooms=(2,))
    assert holds(s, "reveal_tiles")
    assert not holds(s, "kill_all_revealed")
    clear(s)
    assert standing(s) == WON


def test_kill_types_waits_for_their_rooms() -> None:
    s = scene(70)
    clear(s)
    assert not holds(s, "kill_types")
    s = scene(70, rooms=(1, 2, 3, 4))
    assert not holds(s, "kill_types")
    for f in [*kinds(s, "night-demon"), *kinds(s, "wind-demon")]:
        s.put(f, NONE)
    assert holds(s, "kill_types")


def test_kill_all_except_spares_the_guards() -> None:
    s = scene(92, rooms=(1,))
    for f in [f for f in s.monsters() if s.kind[f] not in (TYPE_OF["city-guard"], TYPE_OF["city-archer"])]:
        s.put(f, NONE)
        s.hp[f] = 0
    assert s.monsters() != []
    assert holds(s, "kill_all_except")
    s.hp[kinds(s, "city-guard")[0]] = 0
    assert is_lost(s, "monster_killed")


def test_kill_count_is_by_characters() -> None:
    s = scene(43)
    drake = TYPE_OF["rending-drake"]
    for dead in range(8):
        assert not holds(s, "kill_count")
        f = s.enter(1, 2, drake, 0, dead + 1, 0, NONE)
        assert s.hp[f] == 0
    assert holds(s, "kill_count")  # four for each of two characters


# ---------------------------------------------------------------- loot
def test_goal_tiles_and_treasures() -> None:
    s = scene(52)
    assert not holds(s, "loot_goal_tile_each")
    s.loot[0] = (GOAL_TILE,)
    assert not holds(s, "loot_goal_tile_each")
    assert is_lost(exhausted(s.clone(), 1), "character_exhausted")
    assert not is_lost(exhausted(s.clone(), 0), "character_exhausted")
    s.loot[1] = (GOAL_TILE,)
    assert holds(s, "loot_goal_tile_each")
    s = scene(82)
    assert not holds(s, "loot_treasure")
    s.loot[1] = (62,)
    assert holds(s, "loot_treasure")


def test_all_goal_tiles_are_those_of_every_room() -> None:
    s = scene(15)
    s.loot[0] = (GOAL_TILE,)
    assert not holds(s, "loot_goal_tiles")
    s.revealed, s.treasure = rooms_of(s), {}
    assert holds(s, "loot_goal_tiles")


# ---------------------------------------------------------------- places
def test_escape_is_for_everybody_still_in_play() -> None:
    s = stand(scene(25), (-11, 12), (-10, 12))
    s.revealed = rooms_of(s)
    assert holds(s, "escape")
    s.put(1, s.layout().start[0])
    assert not holds(s, "escape")
    assert is_lost(exhausted(s.clone(), 1), "character_exhausted")
    assert not is_lost(exhausted(s.clone(), 0), "character_exhausted")  # it was on the exit


def test_leaving_one_by_one() -> None:
    s = stand(scene(41, rooms=(1, 2)), (13, 1))
    s = run(s, all_of(round_ended)).state
    assert not s.in_play(0)
    assert not holds(s, "escape")
    assert not is_lost(s, "character_exhausted")
    s.put(1, at(s, 13, 1))
    s = run(s, all_of(round_ended)).state
    assert holds(s, "escape")
    game = play(s, "close_round")
    assert game.state.outcome == (1, 1)  # all have left, nobody is exhausted


@rule("GLOOMHAVEN-22.4")
def test_plates_must_all_be_occupied() -> None:
    s = stand(scene(40), (7, 4))
    assert not holds(s, "occupy_plates")
    s.put(1, at(s, -6, 4))
    assert holds(s, "occupy_plates")


def test_reach_and_the_quest() -> None:
    s = stand(scene(66), (-12, 15))
    assert holds(s, "reach")
    s = scene(54)
    s.put(1, at(s, 13, 1))  # beside the marked hex, but without the quest
    assert not holds(s, "reach")
    s.put(1, NONE)
    s.put(0, at(s, 13, 1))
    assert holds(s, "reach")
    assert not holds(s, "charge_item")
    s.notes["charge"] = 8
    assert holds(s, "charge_item")


def test_carrying_a_thing_there() -> None:
    s = stand(scene(69), (3, 3))
    assert not holds(s, "carry_to")
    s.notes["bearer"] = 0
    assert holds(s, "carry_to")


def test_one_of_two_conclusions() -> None:
    s = scene(82)
    s.put(0, at(s, 1, -9))
    assert not holds(s, "any_of")
    s.notes["sacrificed"] = 1
    assert holds(s, "any_of")
    s.notes.pop("sacrificed")
    for c in range(2):
        s.put(c, s.layout().start[c])
    assert holds(s, "any_of")


# ---------------------------------------------------------------- rounds
def test_survival_is_judged_at_the_end_of_the_round() -> None:
    s = scene(53)
    s.round = 10
    assert not holds(s, "survive_rounds")
    s.notes["round_over"] = 10
    assert holds(s, "survive_rounds")


def test_a_limit_of_rounds() -> None:
    s = scene(60)
    s.round = s.notes["round_over"] = 11
    assert not is_lost(s, "round_limit")
    s.round = s.notes["round_over"] = 12
    assert is_lost(s, "round_limit")


# ---------------------------------------------------------------- objectives
@rule("GLOOMHAVEN-22.5")
def test_objectives_must_all_be_destroyed() -> None:
    s = scene(45, rooms=(1, 2, 3))
    totems = kinds(s, "Totem")
    assert len(totems) == 6
    for totem in totems:
        assert not holds(s, "destroy_objectives")
        s = run(s, lambda t, f=totem: suffer(t, f, 99)).state  # type: ignore[misc]  # the loop's totem
    assert holds(s, "destroy_objectives")


def test_an_escort_must_live() -> None:
    s = scene(27)
    assert not is_lost(s, "objective_killed")
    s = run(s, lambda t: suffer(t, kinds(s, "Hail")[0], 99)).state
    assert is_lost(s, "objective_killed")
    assert standing(s) == LOST


def test_an_escort_arrives() -> None:
    s = scene(19)
    hail = kinds(s, "Hail")[0]
    assert not holds(s, "escort_reach")
    s.put(hail, at(s, -1, -10))
    assert holds(s, "escort_reach")


def test_pumps_and_graves() -> None:
    s = scene(26)
    s.notes["cleansed"] = 1
    assert not holds(s, "cleanse_objectives")
    s.notes["cleansed"] = 2  # two characters: the two pumps of letter a
    assert holds(s, "cleanse_objectives")
    s = scene(75)
    s.notes["dug_up"] = 8
    assert not holds(s, "dig_up_objectives")
    s.notes["dug_up"] = 9
    assert holds(s, "dig_up_objectives")


# ---------------------------------------------------------------- other losses
def test_guards_must_not_get_out() -> None:
    s = scene(77, rooms=(1,))
    assert not is_lost(s, "monster_on_marker")
    s.enter(1, 2, TYPE_OF["city-guard"], 0, 1, 5, at(s, -5, 14))
    assert is_lost(s, "monster_on_marker")


def test_both_rooms_need_somebody() -> None:
    s = scene(90)
    assert not is_lost(s, "room_without_character")
    assert not is_lost(s, "characters_left")
    s.put(0, NONE)
    assert is_lost(s, "characters_left")
    s.put(1, NONE)
    assert is_lost(s, "room_without_character")
    s = scene(90)
    assert not is_lost(s, "room_without_character", 1)  # before the spirits have come
    s.notes["happened all_killed"] = 1
    assert is_lost(s, "room_without_character", 1)


def test_a_ship_full_of_water_is_lost() -> None:
    s = scene(74)
    for place, tile in enumerate(s.layout().tiles):
        if tile == "b1a":
            s.terrain[place] |= 2
    s.round = 2
    s = run(s, all_of(round_ended)).state
    assert is_lost(s, "overlay_full")


def test_the_sacrifice() -> None:
    s = scene(78)
    assert not is_lost(s, "sacrifice")
    s.notes["sacrifice"] = 1
    assert is_lost(s, "sacrifice")


def test_the_quest_needs_its_character() -> None:
    s = scene(54)
    assert not is_lost(exhausted(s.clone(), 1), "character_exhausted")
    assert is_lost(exhausted(s.clone(), 0), "character_exhausted")
    assert standing(s) == OPEN
