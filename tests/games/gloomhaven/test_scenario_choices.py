"""What players settle in a scenario, and rules of single scenarios that used to be left to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.gloomhaven.scene import all_of, at, clear, kinds, run, scene
from games.gloomhaven.table import add_monster, condition, events, stack
from grimtable.games.gloomhaven.attacks import attack
from grimtable.games.gloomhaven.components import DIFFICULT, HEROES, MONSTERS_SIDE, NONE, OBSTACLE, SUMMON
from grimtable.games.gloomhaven.components.cards import CARD_CLASS, CARD_HALVES, CARDS, TOP
from grimtable.games.gloomhaven.components.modifiers import MONSTER_DECK, base_deck
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import ACTED
from grimtable.games.gloomhaven.conditions import deck_of
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.looting import loot
from grimtable.games.gloomhaven.moments import loot_action, round_ended, round_started, turn_instead
from grimtable.games.gloomhaven.monsters.deeds import Deed, deed
from grimtable.games.gloomhaven.ops import Act, perform
from grimtable.games.gloomhaven.paths import HARM, WALK, ways
from grimtable.games.gloomhaven.rooms import GOAL_TILE
from grimtable.games.gloomhaven.scenarios.effects import water
from grimtable.games.gloomhaven.scenarios.enforcing import GAPS
from grimtable.games.gloomhaven.scenarios.reading import objectives, questing
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.gloomhaven.strikes import Strike
from rule import rule


def test_what_is_left_to_the_players() -> None:
    """Hexes that nobody knows, and a boss of several hexes; everything else is enforced."""
    unknown = {21, 48, 49, 51, 78, 92, 95}
    assert {number for number, gaps in GAPS.items() if "places_chosen" in gaps} == unknown
    assert {gap for number in GAPS if number not in unknown for gap in GAPS[number]} == {
        "one_hex_drake",
        "cone_from_one_hex",
    }


# ---------------------------------------------------------------- before the first round
@rule("GLOOMHAVEN-3.2")
@pytest.mark.parametrize(("scenario", "ally"), [(44, "Redthorn"), (56, "Captive Orchid"), (79, "Fish")])
def test_allies_draw_from_the_deck_that_the_players_choose(scenario: int, ally: str) -> None:
    s = scene(scenario, rooms=range(max(scene(scenario).layout().rooms) + 1))
    s = run(s, all_of(round_started), [1]).state
    assert deck_of(s, kinds(s, ally)[0]) == 1
    s.round = 2
    assert run(s, all_of(round_started)).state.notes["allied_deck"] == 1, "nobody is asked again"


def test_the_players_say_whose_quest_it_is() -> None:
    s = scene(54, rooms=(1,))
    s = run(s, all_of(round_started), [1]).state
    assert questing(s) == 1
    infester = kinds(s, "harrower-infester")[0]
    hp = s.hp[infester]
    assert run(s.clone(), lambda t: suffer(t, infester, 3, 0)).state.hp[infester] == hp
    s = run(s, lambda t: suffer(t, infester, 3, 1)).state
    assert (s.hp[infester], s.notes["charge"]) == (hp - 3, 3)


def test_who_has_the_item_of_the_quest_has_the_quest() -> None:
    s = scene(54)
    s.items[1] = (114,)
    assert questing(run(s, all_of(round_started)).state) == 1


def test_only_the_character_with_the_quest_takes_the_dagger() -> None:
    s = run(scene(58), all_of(round_started), [1]).state
    s.treasure[s.hex[0]] = s.treasure[s.hex[1]] = GOAL_TILE
    assert run(s, lambda t: loot(t, 0, [s.hex[0]])).state.loot[0] == ()
    assert run(s, lambda t: loot(t, 1, [s.hex[1]])).state.loot[1] == (GOAL_TILE,)


# ---------------------------------------------------------------- 68
@rule("GLOOMHAVEN-20.16", "GLOOMHAVEN-20.33")
def test_a_poisoned_summon_goes_around_water_as_around_a_trap() -> None:
    s = scene(68, rooms=(1,))
    clear(s)
    wet = [h for h in water(s) if s.at[h] == NONE]
    assert wet
    summon = s.enter(HEROES, SUMMON, 1, 0, 1, 6, next(h for h in s.ground().near[wet[0]] if s.is_empty(h)))
    s.owner[summon] = 0
    assert ways(s, summon, WALK).cost[wet[0]] < HARM
    s.conditions[summon] = condition("poison")
    assert ways(s, summon, WALK).cost[wet[0]] > HARM
    assert ways(s, 0, WALK).cost[wet[0]] != ways(s, summon, WALK).cost[wet[0]], "nobody else shuns it"


@rule("GLOOMHAVEN-17.1", "GLOOMHAVEN-22.6")
def test_the_tree_is_healed_on_any_of_its_hexes_and_once() -> None:
    s = scene(68, rooms=(1,))
    clear(s)
    [tree] = objectives(s, "Tree")
    limbs = [f for f in s.figures() if s.notes.get(f"limb {f}") == tree]
    assert len(limbs) == 2
    far = [f for f in limbs if len(s.ground().near[s.hex[f]]) > 0]
    place = next(
        h for f in far for h in s.ground().near[s.hex[f]] if s.at[h] == NONE and h not in s.ground().near[s.hex[tree]]
    )
    s.put(0, place)
    s.hp[tree] = 5
    one = Op("heal", 3, "", (), {"range": 1})
    game = run(s.clone(), lambda t: perform(t, Act(0, s.seat[0]), (one,)), choose=the(limbs))
    assert game.state.hp[tree] == 8
    every = Op("heal", 3, "", (Op("target_spec", 0, "alliesAffect", (), {}),), {})
    assert run(s, lambda t: perform(t, Act(0, s.seat[0]), (every,))).state.hp[tree] == 8, (
        "all allies: it is one of them"
    )


def the(figures: list[int]) -> Callable[[str, list[Any]], Any]:
    return lambda prompt, options: next((option for option in options if option in figures), options[0])


# ---------------------------------------------------------------- 73, 74
def test_all_distances_are_given_before_the_first_boulder_rolls() -> None:
    s = scene(73)
    clear(s)
    for hero in s.heroes():
        s.put(hero, NONE)
    game = run(s, all_of(round_ended), [3, 1])
    told = [event.public[0] for event in events(game, "rolled")]
    assert told[:2] == [at(s, 0, -4), at(s, 5, -4)], "both boulders of a row roll as far"
    assert told[2:4] == [at(s, 1, -3), at(s, 6, -3)]
    assert told[4:] == [at(s, 0, -2), at(s, 5, -2)], "the last row has the distance that is left"
    assert all(game.state.terrain[place] & OBSTACLE for place in told)


def test_a_loot_action_takes_the_water_of_the_players_choice() -> None:
    s = scene(74)
    hold = [h for h, tile in enumerate(s.layout().tiles) if tile == "b1a"]
    here = next(h for h in hold if len([n for n in s.ground().near[h] if n in hold]) > 3 and s.at[h] == NONE)
    near = sorted([h for h in s.ground().near[here] if h in hold])
    for h in hold:
        s.terrain[h] &= ~DIFFICULT
    for h in near[:3]:
        s.terrain[h] |= DIFFICULT
    s.put(0, here)
    s = run(s, all_of(loot_action, 0, 1), [near[2]]).state
    assert [bool(s.terrain[h] & DIFFICULT) for h in near[:3]] == [True, True, False]
    s = run(s, all_of(loot_action, 0, 1)).state
    assert len([h for h in hold if s.terrain[h] & DIFFICULT]) == 2, "one at a time"


# ---------------------------------------------------------------- 78
def test_cultists_wait_for_each_other_and_drag_the_victim_together() -> None:
    s = scene(78, rooms=(1, 2))
    [victim], marked = kinds(s, "Victim"), kinds(s, "cultist-scenario-78")
    for f in s.monsters():
        if f not in marked:
            s.put(f, NONE)
    places = [h for h in s.ground().near[s.hex[victim]] if s.at[h] == NONE]
    s.put(marked[0], places[0])
    start = s.hex[victim]
    waiting = run(s.clone(), all_of(turn_instead, marked[0])).state
    assert (waiting.hex[victim], waiting.hex[marked[0]]) == (start, places[0]), "the other is not there yet"
    s.put(marked[1], places[1])
    s = run(s, all_of(turn_instead, marked[0])).state
    moved = [s.hex[f] for f in marked]
    assert moved != places[:2]
    assert all(s.adjacent(f, victim) for f in marked)
    s = run(s, all_of(turn_instead, marked[1])).state
    assert [s.hex[f] for f in marked] == moved, "it has gone along already"


# ---------------------------------------------------------------- 79
def controlled() -> tuple[Gloomhaven, int]:
    """The Brute is to act late with a plain attack on its leading card; the other hero stands beside it."""
    s = scene(79)
    clear(s)
    boss = add_monster(
        s, "the-betrayer", "boss", s.layout().axial[next(h for h in s.layout().start if s.at[h] == NONE)]
    )
    for hero in s.heroes():
        s.hp[hero] = s.max_hp[hero] = 30
        s.decks[hero] = tuple(base_deck(hero))
    s.put(1, next(h for h in s.ground().near[s.hex[0]] if s.at[h] == NONE))
    cards = [c for c in range(CARDS) if CARD_CLASS[c] == s.kind[0]]
    plain = [c for c in cards if [op.name for op in CARD_HALVES[c][TOP].ops][:1] == ["attack"]]
    s.chosen[0], s.chosen[1] = (plain[0], plain[1]), ()
    s.hand[0] = tuple([c for c in s.hand[0] if c not in s.chosen[0]])
    return s, boss


@rule("GLOOMHAVEN-20.27", "GLOOMHAVEN-11.3")
def test_the_betrayer_turns_the_last_to_act_against_its_friends() -> None:
    s, boss = controlled()
    s.acting = boss
    stack(s, 0, "+0")
    lead = s.chosen[0][0]
    game = run(s, lambda t: deed["mind_control"](t, Deed(boss, 0, ()), Op("mind_control", 0, "", (), {})), choose=hit)
    after = game.state
    assert after.hp[1] < 30, "its friend is its enemy"
    assert (after.side[0], after.acting) == (HEROES, boss)
    assert after.marks[0] & ACTED
    assert set(s.chosen[0]) <= set(after.discard[0]), f"both cards, whatever {lead} says"
    assert [event.public[0][0] for event in events(game, "controlled")] == [0]


def hit(prompt: str, options: list[object]) -> object:
    """Stays, and attacks the other hero."""
    return 1 if 1 in options and prompt.startswith("target") else options[0]


def test_nobody_is_controlled_when_all_have_acted_or_rest() -> None:
    s, boss = controlled()
    s.marks[0] |= ACTED
    game = run(s, lambda t: deed["mind_control"](t, Deed(boss, 0, ()), Op("mind_control", 0, "", (), {})))
    assert events(game, "controlled") == []


@rule("GLOOMHAVEN-14.8")
def test_the_stunned_lose_their_cards_to_the_betrayer_and_do_nothing() -> None:
    s, boss = controlled()
    s.conditions[0] = condition("stun")
    game = run(s, lambda t: deed["mind_control"](t, Deed(boss, 0, ()), Op("mind_control", 0, "", (), {})))
    assert game.state.hp[1] == 30
    assert set(s.chosen[0]) <= set(game.state.discard[0])


def test_summons_of_the_controlled_turn_too_and_turn_back() -> None:
    s, boss = controlled()
    s.conditions[0] = condition("stun")
    summon = s.enter(HEROES, SUMMON, 1, 0, 1, 6, next(h for h in s.ground().near[s.hex[1]] if s.at[h] == NONE))
    s.owner[summon] = 0
    game = run(s, lambda t: deed["mind_control"](t, Deed(boss, 0, ()), Op("mind_control", 0, "", (), {})))
    focused = [event.public for event in events(game, "focused")]
    assert [(who[0], whom[0]) for who, whom in focused] == [(summon, 1)]
    assert game.state.side[summon] == HEROES
    assert MONSTERS_SIDE not in [game.state.side[f] for f in (0, 1, summon)]


# ---------------------------------------------------------------- 87
@rule("GLOOMHAVEN-16.7")
def test_a_spring_guards_against_attacks_of_oozes_only() -> None:
    s = scene(87)
    clear(s)
    ooze = add_monster(s, "ooze", "normal", s.layout().axial[beside(s, 0)])
    imp = add_monster(s, "bandit-guard", "normal", s.layout().axial[beside(s, 0)])
    s.notes["drunk 0"] = 1

    def lost(figure: int, pierce: int = 0) -> int:
        now = s.clone()
        stack(now, MONSTER_DECK, "+0")
        strike = Strike(figure, 4, 0)
        strike.pierce = pierce
        return s.hp[0] - run(now, lambda t: attack(t, strike, 0), choose=suffering).state.hp[0]

    assert (lost(ooze), lost(ooze, pierce=1), lost(imp)) == (2, 3, 4)
    assert s.hp[0] - run(s, lambda t: suffer(t, 0, 4, ooze), choose=suffering).state.hp[0] == 4, "no attack, no shield"


def suffering(prompt: str, options: list[object]) -> object:
    return "suffer" if "suffer" in options else options[0]


def beside(s: Gloomhaven, figure: int) -> int:
    return next(h for h in s.ground().near[s.hex[figure]] if s.is_empty(h))
