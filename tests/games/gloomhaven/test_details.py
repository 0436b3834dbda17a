"""Smaller rules of scenarios that no other file tells: cards, decks, doors, targets, elements, allies, rewards."""

from __future__ import annotations

from typing import Any

from games.gloomhaven.table import (
    act_out,
    add_monster,
    asked,
    card,
    events,
    field,
    options,
    place,
    play,
    position,
    run,
    stack,
    where,
)
from grimtable.games.gloomhaven.attacks import attack, in_range
from grimtable.games.gloomhaven.bonuses import grant, shield
from grimtable.games.gloomhaven.components import BOSS, CONDITION_OF, HEROES, NONE, PLATE, SUMMON
from grimtable.games.gloomhaven.components.cards import CARD_HALVES, CARD_LEVEL, CARDS, INITIATIVE
from grimtable.games.gloomhaven.components.modifiers import MODIFIERS, kind_of, modifier_card
from grimtable.games.gloomhaven.components.monsters import DECK_CARDS, MONSTER_CARDS, TYPE_DECK, TYPE_OF
from grimtable.games.gloomhaven.components.ops import op_from
from grimtable.games.gloomhaven.components.terms import ACTED, FLYING, WON
from grimtable.games.gloomhaven.monsters.deeds import act_by_card
from grimtable.games.gloomhaven.moving import land, move
from grimtable.games.gloomhaven.ops import Act
from grimtable.games.gloomhaven.ops.attack import attack_some
from grimtable.games.gloomhaven.ops.elements import offer_consume
from grimtable.games.gloomhaven.ops.support import may_kill
from grimtable.games.gloomhaven.ops.targets import group
from grimtable.games.gloomhaven.resting import long_rest
from grimtable.games.gloomhaven.rooms import lay_trap, take_trap
from grimtable.games.gloomhaven.state import T
from grimtable.games.gloomhaven.strikes import Strike
from grimtable.games.gloomhaven.turn import next_of_deck, next_turn
from grimtable.kernel.values import Flow
from rule import rule

GUARD = "bandit-guard"
TWO = {"brute": (0, 0), "tinkerer": (2, 0)}


# ---------------------------------------------------------------- components
@rule("GLOOMHAVEN-2.1")
def test_every_card_has_an_initiative_a_level_and_two_halves() -> None:
    assert CARDS == 504  # with 7 Medical Packs and 4 Large Medical Packs
    for number in range(CARDS):
        assert 1 <= INITIATIVE[number] <= 99
        assert CARD_LEVEL[number] in (*range(10), 99)
        assert all([half.ops for half in CARD_HALVES[number]])


@rule("GLOOMHAVEN-2.23", "GLOOMHAVEN-2.22")
def test_types_that_share_a_deck_share_its_card() -> None:
    decks = {TYPE_DECK[TYPE_OF[name]] for name in ("bandit-guard", "city-guard", "inox-guard")}
    assert len(decks) == 1
    s = position(monsters=[(GUARD, "normal", (3, 0)), ("city-guard", "normal", (-3, 0))])
    game = play(s, "draw_abilities")
    assert list(game.state.ability) == list(decks)
    assert len(game.state.ability_drawn[decks.pop()]) == 1


@rule("GLOOMHAVEN-9.7")
def test_the_players_settle_once_which_of_two_types_goes_first() -> None:
    s = position()
    guard, city = add_monster(s, GUARD, "normal", (3, 0), 1), add_monster(s, "city-guard", "normal", (-3, 0), 1)
    s.marks[0] = ACTED
    s.ability[TYPE_DECK[TYPE_OF[GUARD]]] = DECK_CARDS[TYPE_DECK[TYPE_OF[GUARD]]][0]
    game = run(s, next_turn)
    assert asked(game) == "type_first"
    game.apply(0, TYPE_OF["city-guard"])
    assert next_of_deck(game.state, TYPE_DECK[TYPE_OF[GUARD]]) == city
    assert game.state.order == (TYPE_OF["city-guard"],)
    assert guard != city


@rule("GLOOMHAVEN-2.19", "GLOOMHAVEN-2.21")
def test_a_flying_icon_and_a_printed_range() -> None:
    s = position(
        monsters=[("wind-demon", "normal", (3, 0)), (GUARD, "normal", (-3, 0)), ("bandit-archer", "normal", (0, 3))]
    )
    assert [s.flies(f) for f in (1, 2)] == [True, False]
    assert s.stats(3).range == 4


@rule("GLOOMHAVEN-3.4")
def test_an_effect_of_a_modifier_card_works_as_if_printed_on_the_attack() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    stun = kind_of({"type": "plus0", "effects": [{"op": "condition", "value": "stun"}]})
    assert MODIFIERS[stun].plus == 0
    s.decks[0] = (*s.decks[0], modifier_card(0, stun, 3))
    game = run(s, lambda t: attack(t, Strike(0, 1, 0), 1))
    assert game.state.conditions[1] >> CONDITION_OF["stun"] & 1


# ---------------------------------------------------------------- terrain and doors
@rule("GLOOMHAVEN-5.3", "GLOOMHAVEN-5.7", "GLOOMHAVEN-5.23")
def test_an_open_door_is_a_corridor_and_a_plate_is_empty() -> None:
    s = position(1, {"brute": (-1, 3), "tinkerer": (2, 2)})
    s.revealed, s.closed = 1, 3
    game = run(s, lambda t: move(t, 0, 2), answers=[(-2, 3), (-1, 3)])
    assert game.state.closed == 1  # the door to the third room
    assert game.state.is_empty(place(s, (-2, 3)))
    s.terrain[place(s, (0, 2))] |= PLATE
    assert s.is_empty(place(s, (0, 2)))


@rule("GLOOMHAVEN-17.10", "GLOOMHAVEN-5.2")
def test_a_summon_neither_opens_doors_nor_loots() -> None:
    s = position(1, {"brute": (2, 2), "tinkerer": (3, 1)}, money=[(-1, 2)])
    s.revealed, s.closed = 1, 3
    rat = s.enter(HEROES, SUMMON, 1, 0, 1, 6, place(s, (-1, 3)))
    s.owner[rat] = 0
    game = run(s, lambda t: move(t, rat, 1))
    assert place(s, (-2, 3)) not in options(game)
    game.apply(0, place(s, (-1, 2)))
    game = play(game.state.clone(), "summon_turn", rat)
    assert len(game.state.money) == 1


@rule("GLOOMHAVEN-5.10", "GLOOMHAVEN-5.12")
def test_a_trap_has_the_numbers_it_was_made_with_and_can_be_taken_away() -> None:
    s = position()
    lay_trap(s, place(s, (1, 0)), 6, 1, 0)
    assert not s.is_empty(place(s, (1, 0)))
    assert take_trap(s, place(s, (1, 0))) == (6, 1, 0)
    assert s.is_empty(place(s, (1, 0)))


# ---------------------------------------------------------------- attacks
@rule("GLOOMHAVEN-13.3", "GLOOMHAVEN-13.1", "GLOOMHAVEN-13.21")
def test_melee_reaches_adjacent_enemies_only_and_never_allies() -> None:
    s = position(
        heroes={"brute": (0, 0), "tinkerer": (-1, 0)}, monsters=[(GUARD, "normal", (1, 0)), (GUARD, "normal", (2, 0))]
    )
    assert in_range(s, Strike(0, 3, 0)) == [2]
    assert in_range(s, Strike(0, 3, 2)) == [2, 3]


def some(t: T, strike: Strike, count: int) -> Flow[Any]:
    yield from attack_some(t, Act(strike.attacker, 0), strike, count)


@rule("GLOOMHAVEN-13.19", "GLOOMHAVEN-13.20")
def test_target_two_means_two_different_enemies() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0)), (GUARD, "normal", (-1, 0))])
    stack(s, 0, "+0 +0")
    hp = s.hp.copy()
    game = run(s, lambda t: some(t, Strike(0, 2, 0), 2), answers=[1])
    assert options(game) == ["nobody", 2]
    game.apply(0, 2)
    assert [hp[f] - game.state.hp[f] for f in (1, 2)] == [2, 2]


@rule("GLOOMHAVEN-13.27")
def test_an_added_target_is_another_enemy_with_its_own_draw() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0)), (GUARD, "normal", (-1, 0))])
    target = kind_of({"type": "plus0", "effects": [{"op": "target", "value": 1}]})
    stack(s, 0, "+1")
    s.decks[0] = (*s.decks[0], modifier_card(0, target, 3))
    hp = s.hp.copy()
    s.acting, s.to_play = 0, (card("Trample"),)
    s.hand[0] = ()
    game = play(s, "half", 0, card("Trample"), "attack", answers=[1, 2])
    assert [hp[f] - game.state.hp[f] for f in (1, 2)] == [2, 3]


@rule("GLOOMHAVEN-17.2")
def test_a_heal_of_a_modifier_card_heals_the_attacker() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    s.hp[0] -= 4
    hp = s.hp[0]
    healing = kind_of({"type": "plus0", "rolling": True, "effects": [{"op": "heal", "value": 1}]})
    s.decks[0] = (*s.decks[0], *[modifier_card(0, healing, copy) for copy in (1, 2)])
    game = run(s, lambda t: attack(t, Strike(0, 1, 0), 1))
    assert game.state.hp[0] == hp + 2


@rule("GLOOMHAVEN-22.7", "GLOOMHAVEN-20.27")
def test_bosses_are_neither_normal_nor_elite() -> None:
    s = position(monsters=[("bandit-commander", "boss", (1, 0)), (GUARD, "normal", (-1, 0))])
    assert s.rank[1] == BOSS
    kill = next(op for op in CARD_HALVES[card("Fatal Advance")][0].ops if op.name == "kill")
    assert [may_kill(s, kill, f) for f in (1, 2)] == [False, True]


@rule("GLOOMHAVEN-18.3")
def test_a_kill_gives_no_experience() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    s.hp[1] = 1
    stack(s, 0, "+0")
    game = run(s, lambda t: attack(t, Strike(0, 3, 0), 1))
    assert where(game.state, 1) is None
    assert game.state.xp[0] == 0


# ---------------------------------------------------------------- elements
@rule("GLOOMHAVEN-15.3", "GLOOMHAVEN-15.6")
def test_consuming_is_offered_before_the_attack_and_may_be_declined() -> None:
    s = position(monsters=[(GUARD, "normal", (1, -1)), (GUARD, "normal", (2, -2))])
    s.elements = (0, 0, 1, 0, 0, 0)
    game = act_out(s.clone(), 0, "Skewer", "top")
    assert (asked(game), options(game)) == ("consume", ["keep", 2])
    game.apply(0, 2)
    assert asked(game) == "area"
    assert game.state.elements == (0,) * 6
    game = act_out(s, 0, "Skewer", "top", answers=["keep"])
    assert game.state.elements[2] == 1


@rule("GLOOMHAVEN-15.5", "GLOOMHAVEN-15.8")
def test_several_elements_are_consumed_together_and_any_means_any() -> None:
    both = op_from({"op": "consume", "element": ["fire", "wild"]})
    s = position()
    s.elements = (2, 0, 0, 0, 0, 0)
    game = run(s.clone(), lambda t: offer_consume(t, 0, both))
    assert asked(game) == "halt"  # one of the two is missing
    s.elements = (2, 1, 1, 0, 0, 0)
    game = run(s, lambda t: offer_consume(t, 0, both), answers=[0])
    assert options(game) == [1, 2]
    game.apply(0, 1)
    assert game.state.elements == (0, 0, 1, 0, 0, 0)


# ---------------------------------------------------------------- allies and bonuses
@rule("GLOOMHAVEN-11.3")
def test_allies_are_all_of_the_own_side_but_oneself() -> None:
    s = position(heroes=TWO, monsters=[(GUARD, "normal", (4, 0))])
    rat = s.enter(HEROES, SUMMON, 1, 0, 1, 6, place(s, (-2, 0)))
    assert s.allies(0) == [1, rat]
    assert s.allies(2) == []
    assert s.enemies(2) == [0, 1, rat]


@rule("GLOOMHAVEN-16.4", "GLOOMHAVEN-16.6")
def test_an_active_card_may_be_put_away_during_the_turn() -> None:
    s = position(heroes=TWO)
    bash = card("Shield Bash")
    s.active[0] = (bash,)
    s.hand[0] = tuple([c for c in s.hand[0] if c not in (bash, card("Trample"), card("Skewer"))])
    grant(s, 0, "shield", 1, source=bash, half=1)
    s.acting, s.to_play, s.chosen[0] = 0, (card("Trample"), card("Skewer")), (card("Trample"), card("Skewer"))
    game = play(s, "act", 0, answers=[("end_bonus", bash)])
    assert shield(game.state, 0) == 0
    assert bash in game.state.discard[0]


@rule("GLOOMHAVEN-17.3")
def test_without_an_empty_hex_nothing_is_summoned() -> None:
    corner = field(hexes=[(0, 0), (1, 0)])
    s = position(corner, {"tinkerer": (0, 0), "brute": (1, 0)})
    game = act_out(s, 0, "Harmless Contraption", "top")
    assert events(game, "summoned") == []
    s = position(heroes={"tinkerer": (0, 0), "brute": (1, 0)})
    game = act_out(s, 0, "Harmless Contraption", "top", answers=[(-1, 0)])
    assert where(game.state, 2) == (-1, 0)
    assert card("Harmless Contraption") in game.state.active[0]


@rule("GLOOMHAVEN-7.9")
def test_lost_cards_do_not_come_back_by_resting() -> None:
    s = position(heroes=TWO)
    gone, s.discard[0], s.hand[0] = s.hand[0][0], s.hand[0][1:4], ()
    s.lost[0] = (gone,)
    game = run(s, lambda t: long_rest(t, 0), answers=[s.discard[0][0]])
    assert gone in game.state.lost[0]
    assert len(game.state.hand[0]) == 2


# ---------------------------------------------------------------- the end
@rule("GLOOMHAVEN-21.7", "GLOOMHAVEN-21.6")
def test_the_exhausted_share_the_rewards_of_a_win() -> None:
    s = position(heroes=TWO, level=1)
    s.standing, s.coins = WON, [0, 2]
    s.put(1, NONE)
    game = play(s, "close_round")
    assert game.result() == (1, 1)
    assert game.base.xp == [6, 6]
    assert [event.public[1] for event in events(game, "rewards")] == [0, 4]


@rule("GLOOMHAVEN-7.1")
def test_a_round_is_selection_turns_and_upkeep_then_the_next() -> None:
    s = position(heroes=TWO)
    s.revealed = 0
    game = play(s, "close_round", runs=("round",))
    assert (game.state.round, game.state.phase) == (2, "selection")


@rule("GLOOMHAVEN-12.7")
def test_who_flies_no_more_over_an_obstacle_is_hurt_and_moves_off() -> None:
    s = position(obstacles=[(0, 0)])
    s.hand[0] = ()
    hp = s.hp[0]
    s.marks[0] |= FLYING
    assert where(run(s.clone(), land).state, 0) == (0, 0)
    s.marks[0] = 0
    game = run(s, land)
    assert asked(game) == "move_to"
    game.apply(0, place(s, (1, 0)))
    assert (where(game.state, 0), game.state.hp[0]) == ((1, 0), hp - 3)


@rule("GLOOMHAVEN-20.14")
def test_a_monster_moves_where_its_condition_reaches_most_enemies() -> None:
    s = position(heroes={"brute": (4, 0), "tinkerer": (4, 1)}, monsters=[("living-spirit", "normal", (1, 0))], level=0)
    reach = s.stats(2).range
    s.acting = 2
    ops = next(c.ops for c in MONSTER_CARDS if c.printed == 586)  # move, curse all enemies in range
    game = run(s, lambda t: act_by_card(t, 2, ops))
    while asked(game) != "halt":
        game.apply(0, options(game)[0])
    assert max([game.state.distance(2, hero) for hero in (0, 1)]) <= reach
    assert len(events(game, "condition")) == 2


@rule("GLOOMHAVEN-13.6")
def test_what_has_no_range_needs_no_sight() -> None:
    s = position(field(hexes=[(0, 0), (1, 0)]), monsters=[(GUARD, "normal", (1, 0))])
    assert group["enemiesAdjacent"](s, Act(0, 0), 0) == [1]
