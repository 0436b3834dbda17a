"""Objectives that act, what characters can do in some scenarios only, things carried, and rules of single scenarios."""

from __future__ import annotations

from games.gloomhaven.scene import all_of, at, clear, kinds, run, scene
from games.gloomhaven.table import stack
from grimtable.games.gloomhaven.components import BYSTANDERS, DIFFICULT, HEROES, LIVING, NONE, OBSTACLE, TRAP, Figure
from grimtable.games.gloomhaven.components.items import MOMENT_OF
from grimtable.games.gloomhaven.components.monsters import TYPE_DECK, TYPE_OF
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.damage import exhaust, suffer
from grimtable.games.gloomhaven.gear import ready
from grimtable.games.gloomhaven.interludes import take_free_action
from grimtable.games.gloomhaven.looting import loot
from grimtable.games.gloomhaven.moments import (
    card_changed,
    changed,
    further_turns,
    loot_action,
    objective_turn,
    round_ended,
    turn_ended,
    turn_instead,
)
from grimtable.games.gloomhaven.moving import move
from grimtable.games.gloomhaven.rooms import GOAL_TILE, place_monster, reveal
from grimtable.games.gloomhaven.scenarios.handling import actions_here, tiles_here
from grimtable.games.gloomhaven.scenarios.reading import marker
from grimtable.games.gloomhaven.scenarios.tokens import TOKEN
from grimtable.games.gloomhaven.scenarios.walking import way
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow
from rule import rule


def put_monster(s: Gloomhaven, name: str, rank: int, place: int) -> Gloomhaven:
    def enter(t: T) -> Flow[None]:
        place_monster(t, TYPE_OF[name], rank, place)
        yield from ()

    return run(s, enter).state


def beside(s: Gloomhaven, figure: Figure) -> int:
    return next(h for h in s.ground().near[s.hex[figure]] if s.is_empty(h))


# ---------------------------------------------------------------- objectives that act
@rule("GLOOMHAVEN-22.6")
def test_an_escort_walks_to_its_goal_and_opens_doors() -> None:
    s = scene(19)
    clear(s)
    hail = kinds(s, "Hail")[0]
    assert (s.side[hail], s.rank[hail], s.hp[hail]) == (HEROES, LIVING, 6)
    assert further_turns["objective_behaviour"](s) == [(99, hail)]
    goals = [h for h in s.layout().around[marker(s, "b")[0]] if h != NONE]
    far = len(way(s, hail, goals, True))
    for _ in range(6):
        s = run(s, all_of(objective_turn, hail)).state
        clear(s)
    assert len(way(s, hail, goals, True)) < far - 6
    assert s.revealed != 1


@rule("GLOOMHAVEN-22.6")
def test_villagers_act_by_number_and_are_saved() -> None:
    s = scene(86)
    villagers = kinds(s, "Villager")
    first = min(villagers, key=lambda f: (s.standee[f], f))
    assert further_turns["objective_behaviour"](s) == [(99, first)]
    assert s.side[first] == BYSTANDERS
    s.revealed = ~0
    s.put(
        first, next(h for h in s.layout().around[at(s, -16, 5)] if h not in (NONE, at(s, -17, 5)) and s.at[h] == NONE)
    )
    s.closed = 0
    s = run(s, all_of(objective_turn, first)).state
    assert not s.in_play(first)
    assert s.notes["saved"] == 1


def test_redthorn_attacks_harder_with_every_captive_freed() -> None:
    s = scene(44)
    redthorn = kinds(s, "Redthorn")[0]
    assert further_turns["objective_behaviour"](s)[0] == (1, redthorn)
    for f in s.monsters()[1:]:
        s.put(f, NONE)
    monster = s.monsters()[0]
    s.put(monster, beside(s, redthorn))
    s.hp[monster] = s.max_hp[monster] = 50
    stack(s, 0, "+0")
    s.notes["freed"] = 4
    s = run(s, all_of(objective_turn, redthorn)).state
    assert s.hp[monster] == 50 - max(0, 7 - s.stats(monster).shield)


# ---------------------------------------------------------------- actions of characters
def test_a_bottom_action_cleanses_a_pump() -> None:
    s = scene(26, rooms=(1, 2))
    clear(s)
    pump = kinds(s, "Water Pump")[0]
    card = s.hand[0][0]
    s.to_play, s.acting = (card,), 0
    assert actions_here(s, 0) == []
    s.put(0, beside(s, pump))
    assert ("cleanse", card) in actions_here(s, 0)
    s = run(s, lambda t: take_free_action["cleanse"](t, 0, card)).state
    assert s.notes["cleansed"] == 1
    assert not s.in_play(pump)
    assert card in s.discard[0]
    assert actions_here(s, 0) == []


def test_an_action_frees_a_captive() -> None:
    s = scene(44)
    clear(s)
    captive = kinds(s, "Captive Orchid")[0]
    card = s.hand[0][0]
    s.to_play, s.acting = (card,), 0
    s.put(0, beside(s, captive))
    assert ("free_with_top", card) in actions_here(s, 0)
    s = run(s, lambda t: take_free_action["free_with_top"](t, 0, card)).state
    assert s.notes["freed"] == 1


def test_a_card_guards_the_crystal_twice() -> None:
    s = scene(84)
    crystal = kinds(s, "The Crystal")[0]
    hp, cards = s.hp[crystal], len(s.hand[0])
    for _ in range(2):
        s = run(s, lambda t: suffer(t, crystal, 3), ["hand", s.hand[0][0]]).state
    assert s.hp[crystal] == hp
    assert len(s.hand[0]) == cards - 2
    s = run(s, lambda t: suffer(t, crystal, 3)).state
    assert s.hp[crystal] == hp - 3


def test_movement_digs_up_graves() -> None:
    s = scene(75)
    clear(s)
    grave = next(f for f in kinds(s, "Grave") if s.notes[f"mark {f}"] == ord("a"))
    s.put(0, beside(s, grave))
    assert s.hp[grave] == 3
    s = run(s, lambda t: move(t, 0, 3), ["dig", "dig", "dig"]).state
    assert s.notes["dug_up"] == 1
    assert len(kinds(s, "living-corpse")) == 1


def test_the_portal_joins_two_rooms() -> None:
    s = scene(90)
    clear(s)
    s.put(0, next(h for h in s.layout().around[at(s, 1, 3)] if h != NONE and s.is_empty(h)))
    s = run(s, lambda t: move(t, 0, 1), ["portal"]).state
    assert s.layout().rooms[s.hex[0]] == 1
    assert s.revealed & 2


def test_a_goal_tile_is_taken_with_a_bottom_action() -> None:
    s = scene(52)
    clear(s)
    tile = beside(s, 0)
    s.treasure[tile] = GOAL_TILE
    card = s.hand[0][0]
    s.to_play, s.acting = (card,), 0
    assert ("take_tile", card) in tiles_here(s, 0)
    s = run(s, lambda t: take_free_action["take_tile"](t, 0, card)).state
    assert s.loot[0] == (GOAL_TILE,)


def test_the_tokens_of_the_eclipse_hurt_the_boss() -> None:
    s = scene(81, rooms=(1, 2))
    boss = kinds(s, "the-colorless")[0]
    s.loot[0] = (GOAL_TILE,)
    s.put(0, next(h for h in s.layout().around[at(s, 4, 1)] if h != NONE and s.is_empty(h)))
    hp = s.hp[boss]
    s = run(s, all_of(turn_ended, 0), ["use"]).state
    assert s.hp[boss] == hp - 4
    assert run(s, all_of(turn_ended, 0)).state.hp[boss] == hp - 4  # it is gone


# ---------------------------------------------------------------- loot
@rule("GLOOMHAVEN-5.20")
def test_what_may_be_looted_by_whom() -> None:
    s = scene(7)
    s.treasure[s.hex[0]] = GOAL_TILE
    assert run(s.clone(), lambda t: loot(t, 0, [s.hex[0]], by_action=False)).state.loot[0] == ()
    assert run(s, lambda t: loot(t, 0, [s.hex[0]])).state.loot[0] == (GOAL_TILE,)
    s = scene(80)
    s.treasure[s.hex[0]] = GOAL_TILE
    s.loot[0] = (GOAL_TILE,)
    assert run(s, lambda t: loot(t, 0, [s.hex[0]])).state.loot[0] == (GOAL_TILE,)
    s = scene(58)
    s.treasure[s.hex[1]] = GOAL_TILE
    assert run(s, lambda t: loot(t, 1, [s.hex[1]])).state.loot[1] == ()


# ---------------------------------------------------------------- things carried
def test_a_thing_changes_hands_and_is_left_behind() -> None:
    s = scene(69)
    s.notes["bearer"] = 0
    s.put(1, beside(s, 0))
    s = run(s, all_of(loot_action, 1, 1), ["give"]).state
    assert s.notes["bearer"] == 1
    where = s.hex[1]
    s = run(s, lambda t: exhaust(t, 1)).state
    assert s.treasure[where] == TOKEN
    s = run(s, lambda t: loot(t, 0, [where])).state
    assert s.notes["bearer"] == 0


def test_the_claw_drops_and_slows() -> None:
    s = scene(88, rooms=(1,))
    king = kinds(s, "lurker-king")[0]
    where = s.hex[king]
    s = run(s, lambda t: suffer(t, king, 99, 0)).state
    assert s.treasure[where] == TOKEN
    assert changed(s, 0, "move") == -1
    s = run(s, lambda t: loot(t, 0, [where])).state
    assert changed(s, 0, "move") == -3


def test_six_tokens_lie_in_two_rooms() -> None:
    s = scene(95, rooms=(1, 2))
    numbers = sorted([number - 2000 for number in s.treasure.values() if number > 2000])
    assert numbers == [1, 2, 3, 4, 5, 6]
    door = s.layout().doors.index(at(s, -1, 1))
    for place in [h for h, number in s.treasure.items() if 2000 < number <= 2004]:
        assert s.locked >> door & 1
        s = run(s, lambda t, h=place: loot(t, 0, [h])).state  # type: ignore[misc]  # the loop's hex
    assert not s.locked >> door & 1


# ---------------------------------------------------------------- single scenarios
def test_the_gunner_mans_the_cannon() -> None:
    s = scene(49, rooms=(1,))
    cannon = kinds(s, "siege-cannon")[0]
    archer = min(kinds(s, "city-archer"), key=lambda f: s.distance(cannon, f))
    for other in kinds(s, "city-archer"):
        if other != archer:
            s.put(other, NONE)
    s.put(archer, next(h for h in s.ground().near[s.hex[cannon]] if s.is_empty(h) and h not in marker(s, "b")))
    hp = s.hp[0]
    s = run(s, all_of(turn_instead, archer), ["suffer", "suffer"]).state
    assert s.hp[0] == hp - 3


def test_the_guard_was_an_infiltrator() -> None:
    s = scene(57, rooms=(4,))
    guard = next(f for f in kinds(s, "city-guard") if s.rank[f] == 1 and s.layout().tiles[s.hex[f]] == "i1b")
    s = run(s, lambda t: suffer(t, guard, 99)).state
    assert len(kinds(s, "infiltrator")) == 1
    assert len(kinds(scene(57, rooms=(1, 2, 3, 4)), "infiltrator")) == 1  # no standee was left for the guard


def test_traps_come_under_feet() -> None:
    s = scene(69)
    s.put(0, at(s, -3, 2))
    hp = s.hp[0]
    s = run(s, lambda t: reveal(t, 2, NONE), ["suffer"]).state
    assert s.hp[0] == hp - 3
    assert s.terrain[at(s, -4, 2)] & TRAP


def test_the_wind_blows_left_first() -> None:
    s = scene(71)
    clear(s)
    free = [
        h
        for h in range(s.ground().size)
        if s.is_empty(h) and s.layout().around[h][3] != NONE and s.is_empty(s.layout().around[h][3])
    ]
    s.put(0, free[0])
    left = s.layout().around[free[0]][3]
    s.put(1, NONE)
    s = run(s, all_of(round_ended)).state
    assert s.hex[0] == left


def test_boulders_roll_over_figures() -> None:
    s = scene(73)
    boulder = at(s, 8, -4)
    assert s.terrain[boulder] & OBSTACLE
    s.put(0, at(s, 7, -4))
    s.put(1, NONE)
    hp = s.hp[0]
    s = run(s, all_of(round_ended), [2, 1, "suffer"] if s.at[at(s, 6, -3)] != NONE else [2]).state
    assert s.hp[0] == hp - 3
    assert s.terrain[at(s, 6, -4)] & OBSTACLE


def test_water_rises_and_is_scooped_up() -> None:
    s = scene(74)
    hold = [h for h, tile in enumerate(s.layout().tiles) if tile == "b1a"]
    before = len([h for h in hold if s.terrain[h] & DIFFICULT])
    s.round = 2
    s = run(s, all_of(round_ended)).state
    wet = [h for h in hold if s.terrain[h] & DIFFICULT]
    assert len(wet) == before + 1
    s.put(0, next(h for h in wet if s.at[h] == NONE))
    s = run(s, all_of(turn_ended, 0)).state
    assert len([h for h in hold if s.terrain[h] & DIFFICULT]) == before
    assert s.notes["water 0"]
    s.put(0, at(s, 0, 3))
    assert "water 0" not in run(s, all_of(turn_ended, 0)).state.notes


def test_guards_run_for_the_exit() -> None:
    s = scene(77, rooms=(1,))
    clear(s)
    s = put_monster(s, "city-guard", 0, at(s, -4, 10))
    guard = kinds(s, "city-guard")[0]
    s.ability[TYPE_DECK[s.kind[guard]]] = NONE
    exits = marker(s, "a")
    before = min([s.ground().row(h)[s.hex[guard]] for h in exits])
    s = run(s, all_of(turn_instead, guard)).state
    assert min([s.ground().row(h)[s.hex[guard]] for h in exits]) == before - 2


def test_cultists_drag_the_victim() -> None:
    s = scene(78, rooms=(1, 2))
    victim = kinds(s, "Victim")[0]
    cultist = kinds(s, "cultist-scenario-78")[0]
    for f in s.monsters():
        if f != cultist:
            s.put(f, NONE)
    for _ in range(30):
        s.round += 1
        s = run(s, all_of(turn_instead, cultist)).state
        if s.notes.get("sacrifice"):
            break
    assert s.notes.get("sacrifice")
    assert s.in_play(victim)


def test_the_current_carries_everybody() -> None:
    s = scene(88, rooms=(1,))
    clear(s)
    deck = TYPE_DECK[TYPE_OF["lurker"]]
    s.ability[deck] = s.ability_decks[deck][-1]
    inside = [h for h, tile in enumerate(s.layout().tiles) if tile in ("n1a", "g2a") and s.is_empty(h)]
    middle = next(h for h in inside if all([o in inside for o in s.layout().around[h]]))
    s.put(0, middle)
    s.put(1, NONE)
    s = run(s, all_of(round_ended)).state
    assert s.layout().axial[s.hex[0]][1] == s.layout().axial[middle][1] - 1


def test_cultists_summon_vipers() -> None:
    s = scene(89, rooms=(1, 2, 3, 4))
    cultist = kinds(s, "cultist")[0]
    summon = Op("summon", 0, "", (), {"summons": [{"monster": {"name": "living-bones", "type": "normal"}}]})
    changed_ops = card_changed["summon_replaced"](s, cultist, (summon,))
    assert changed_ops[0].args["summons"] == [{"monster": {"name": "giant-viper", "type": "elite"}}]


@rule("GLOOMHAVEN-22.5")
def test_a_tree_is_attacked_on_any_of_its_hexes() -> None:
    s = scene(72)
    tree = s.at[at(s, 2, 0)]
    limb = s.at[at(s, 3, 0)]
    assert limb not in (NONE, tree)
    hp = s.hp[tree]
    s = run(s, lambda t: suffer(t, limb, 3, 0)).state
    assert s.hp[tree] == hp - 3
    s = run(s, lambda t: suffer(t, limb, 99, 0)).state
    assert [s.at[at(s, q, r)] for q, r in ((2, 0), (2, 1), (3, 0))] == [NONE] * 3
    assert not s.terrain[at(s, 3, 0)] & OBSTACLE


def test_a_grave_is_dug_from_any_of_its_hexes() -> None:
    s = scene(75)
    clear(s)
    grave = s.at[at(s, 0, 0)]
    near = [h for h in s.ground().near[at(s, 1, 0)] if h not in s.ground().near[at(s, 0, 0)] and s.is_empty(h)]
    s.put(0, near[0])
    s = run(s, lambda t: move(t, 0, 1), ["dig"]).state
    assert s.hp[grave] == 2


def test_obstacles_that_are_walls() -> None:
    s = scene(52)
    assert [h for h in range(s.ground().size) if s.layout().tiles[h] == "m1a" and s.terrain[h] & OBSTACLE] == []
    centre = [h for h, tile in enumerate(s.layout().tiles) if tile == "m1a"]
    assert [h for h in centre if s.ground().row(centre[0])[h] == 255]  # sections apart from each other


def test_no_goal_tile_no_items() -> None:
    s = scene(80)
    s.items[0] = (1,)
    assert ready(s, 0, MOMENT_OF[1]) == ()
    s.loot[0] = (GOAL_TILE,)
    assert ready(s, 0, MOMENT_OF[1]) == (1,)
