"""Rounds, card selection, the order of turns, halves, rests, the end of the round and of the scenario."""

from __future__ import annotations

from typing import Any

from games.gloomhaven.table import (
    act_out,
    add_monster,
    asked,
    card,
    condition,
    field,
    options,
    place,
    play,
    position,
    run,
)
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components import MONSTER, NONE, Figure
from grimtable.games.gloomhaven.components.cards import CARD_OF, INITIATIVE
from grimtable.games.gloomhaven.components.monsters import DECK_CARDS, TYPE_DECK, TYPE_OF, monster_card
from grimtable.games.gloomhaven.components.terms import ACTED, CONSUMED, ITEM_ROOM, REST, SPENT, WON
from grimtable.games.gloomhaven.resting import can_rest, long_rest, short_rest
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.gloomhaven.turn import SORT_WEIGHT, choices, earliest, moment_of, next_of_deck, next_turn
from grimtable.kernel.game import Game
from rule import rule

GUARD = "bandit-guard"
TWO = {"brute": (0, 0), "scoundrel": (3, 0)}


def ability(s: Gloomhaven, monster: str, initiative: int) -> None:
    """The monster's deck shows a card with this initiative."""
    deck = TYPE_DECK[TYPE_OF[monster]]
    s.ability[deck] = next(c for c in DECK_CARDS[deck] if monster_card(c).initiative == initiative)


def choose(s: Gloomhaven, character: Figure, *names: str) -> None:
    s.chosen[character] = tuple([card(name) for name in names])
    s.hand[character] = tuple([c for c in s.hand[character] if c not in s.chosen[character]])


def latest(character: Figure, s: Gloomhaven) -> int:
    """The card of a hand with the highest initiative."""
    return max(s.hand[character], key=INITIATIVE.__getitem__)


def order(s: Gloomhaven) -> list[tuple[str, int]]:
    """Who acts, in this order; the tied together."""
    left, found = s.clone(), list[tuple[str, int]]()
    while tied := earliest(left):
        found += tied
        for figure in left.figures():
            deck = TYPE_DECK[left.kind[figure]] if left.sort[figure] == MONSTER else NONE
            if ("character", figure) in tied or ("deck", deck) in tied:
                left.marks[figure] |= ACTED
    return found


# ---------------------------------------------------------------- selection
@rule("GLOOMHAVEN-7.2", "GLOOMHAVEN-7.4", "GLOOMHAVEN-7.6")
def test_two_cards_with_a_leading_one_or_a_rest() -> None:
    s = position(heroes=TWO)
    s.hand[0] = (card("Trample"), card("Skewer"))
    pair = (card("Trample"), card("Skewer"))
    assert choices(s, 0) == sorted([pair, pair[::-1]])
    s.discard[0] = (card("Grab and Go"),)
    assert (REST,) not in choices(s, 0)
    s.discard[0] = (card("Grab and Go"), card("Shield Bash"))
    assert (REST,) in choices(s, 0)


@rule("GLOOMHAVEN-7.5")
def test_with_one_card_a_rest_is_all_there_is() -> None:
    s = position(heroes=TWO)
    s.discard[0], s.hand[0] = s.hand[0][:3], s.hand[0][3:4]
    assert choices(s, 0) == [(REST,)]


@rule("GLOOMHAVEN-7.7", "GLOOMHAVEN-18.6")
def test_who_can_neither_play_nor_rest_is_exhausted() -> None:
    s = position(heroes=TWO)
    s.discard[0], s.hand[0] = s.hand[0][:1], s.hand[0][1:2]
    game = play(s, "round")
    assert not game.state.in_play(0)
    assert game.state.in_play(1)


@rule("GLOOMHAVEN-7.2", "GLOOMHAVEN-9.1")
def test_cards_are_chosen_at_once_and_turned_up_together() -> None:
    s = position(heroes=TWO)
    mine = (card("Trample"), card("Skewer"))
    game = play(s, "select")
    assert [decision.player for decision in game.decisions()] == [0, 1]
    game.apply(0, mine)
    assert game.state.chosen == [(), ()]
    game.apply(1, game.decisions()[0].options[0])
    assert game.state.chosen[0] == mine
    assert not set(mine) & set(game.state.hand[0])
    assert set(mine) <= set(game.state.seen[0])


# ---------------------------------------------------------------- order
@rule("GLOOMHAVEN-9.2", "GLOOMHAVEN-7.2")
def test_turns_follow_the_initiative_of_the_leading_card() -> None:
    """W2 of the ledger: Archer 32, Living Bones 45, Brute 61, Scoundrel 86."""
    s = position(heroes=TWO, monsters=[("bandit-archer", "normal", (0, 3)), ("living-bones", "normal", (0, -3))])
    ability(s, "bandit-archer", 32)
    ability(s, "living-bones", 45)
    choose(s, 0, "Overwhelming Assault", "Shield Bash")
    s.chosen[1] = (latest(1, s), CARD_OF[88])
    decks = [TYPE_DECK[TYPE_OF[name]] for name in ("bandit-archer", "living-bones")]
    assert order(s)[:3] == [("deck", decks[0]), ("deck", decks[1]), ("character", 0)]
    assert order(s)[3] == ("character", 1)


@rule("GLOOMHAVEN-9.4", "GLOOMHAVEN-9.5")
def test_ties_go_to_characters_first_then_by_the_second_card() -> None:
    s = position(heroes=TWO, monsters=[("bandit-archer", "normal", (0, 3))])
    ability(s, "bandit-archer", 32)
    choose(s, 0, "Warding Strength", "Trample")  # 32
    s.chosen[1] = (REST,)
    assert order(s)[0] == ("character", 0)
    assert moment_of(s, 0) % SORT_WEIGHT == 72  # the second card decides between characters


@rule("GLOOMHAVEN-8.5", "GLOOMHAVEN-8.4")
def test_resting_characters_act_last() -> None:
    s = position(heroes=TWO, monsters=[("bandit-archer", "normal", (0, 3))])
    s.chosen[0], s.chosen[1] = (REST,), (CARD_OF[88], CARD_OF[89])
    ability(s, "bandit-archer", 68)
    assert order(s)[-1] == ("character", 0)


@rule("GLOOMHAVEN-9.3", "GLOOMHAVEN-9.7")
def test_elites_first_then_normals_in_the_order_of_their_numbers() -> None:
    """W13 of the ledger: elites 2, 3, normals 1, 4."""
    s = position(heroes=TWO)
    for number, rank in ((1, "normal"), (2, "elite"), (3, "elite"), (4, "normal")):
        add_monster(s, GUARD, rank, (number - 3, 3), number)
    found: list[int] = []
    for _ in range(4):
        figure = next_of_deck(s, TYPE_DECK[TYPE_OF[GUARD]])
        found.append(s.standee[figure])
        s.marks[figure] |= ACTED
    assert found == [2, 3, 1, 4]


@rule("GLOOMHAVEN-9.6", "GLOOMHAVEN-9.4")
def test_the_players_decide_between_equals() -> None:
    s = position(heroes=TWO)
    s.chosen = [(REST,), (REST,)]
    game = play(s, "next_turn")
    assert asked(game) == "first"
    assert options(game) == [("character", 0), ("character", 1)]


@rule("GLOOMHAVEN-9.8", "GLOOMHAVEN-17.6")
def test_a_summon_acts_just_before_its_summoner() -> None:
    s = position(heroes={"tinkerer": (0, 0)}, monsters=[(GUARD, "normal", (5, 0))])
    bot = s.enter(0, 1, 1, 0, 1, 6, place(s, (1, 0)))
    s.owner[bot] = 0
    s.chosen[0] = (CARD_OF[30], CARD_OF[31])
    s.marks[1] = ACTED
    game = run(s, next_turn)
    assert [step.procedure for step in game.base.agenda][-4:] == ["end_turn", "act", "start_turn", "summon_turn"]


@rule("GLOOMHAVEN-10.5")
def test_monsters_of_a_revealed_room_act_in_this_round_if_they_are_earlier() -> None:
    s = position(heroes=TWO, monsters=[(GUARD, "normal", (5, 0))])
    choose(s, 0, "Trample", "Skewer")  # 72
    s.marks[0] = ACTED
    s.chosen[1] = (REST,)
    s.marks[2] |= ACTED
    newcomer = add_monster(s, GUARD, "normal", (4, 0), 2)
    ability(s, GUARD, 15)
    assert order(s)[0] == ("deck", TYPE_DECK[TYPE_OF[GUARD]])
    assert next_of_deck(s, TYPE_DECK[TYPE_OF[GUARD]]) == newcomer


# ---------------------------------------------------------------- a turn
def acting(s: Gloomhaven, *names: str) -> Game[Gloomhaven]:
    choose(s, 0, *names)
    s.acting, s.to_play = 0, s.chosen[0]
    return play(s, "act", 0)


@rule("GLOOMHAVEN-11.1", "GLOOMHAVEN-2.2", "GLOOMHAVEN-11.4")
def test_one_top_one_bottom_or_the_default_actions() -> None:
    s = position(heroes=TWO)
    game = acting(s, "Trample", "Skewer")
    assert len(options(game)) == 8
    s = position(heroes=TWO)
    s.halves = 1
    game = acting(s, "Trample", "Skewer")
    assert {what for what, _ in options(game)} == {"bottom", "move"}


@rule("GLOOMHAVEN-11.4", "GLOOMHAVEN-7.10")
def test_a_default_action_always_discards_the_card() -> None:
    s = position(heroes=TWO)
    game = act_out(s, 0, "Overwhelming Assault", "attack")
    assert card("Overwhelming Assault") in game.state.discard[0]


@rule("GLOOMHAVEN-7.8", "GLOOMHAVEN-18.1")
def test_a_lost_half_loses_the_card_and_experience_needs_a_part_performed() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    game = act_out(s.clone(), 0, "Overwhelming Assault", "top", answers=[1])
    assert card("Overwhelming Assault") in game.state.lost[0]
    assert game.state.xp[0] == 2
    game = act_out(s, 0, "Overwhelming Assault", "top", answers=["nobody"])
    assert game.state.xp[0] == 0


@rule("GLOOMHAVEN-14.8")
def test_the_stunned_just_discard_both_cards() -> None:
    s = position(heroes=TWO)
    s.conditions[0] = condition("stun")
    game = acting(s, "Trample", "Skewer")
    assert set(game.state.discard[0]) == {card("Trample"), card("Skewer")}


@rule("GLOOMHAVEN-17.16")
def test_the_own_hex_is_looted_at_the_end_of_the_turn() -> None:
    s = position(heroes=TWO, money=[(0, 0), (1, 0)])
    s.acting = 0
    game = play(s, "end_turn", 0)
    assert game.state.coins[0] == 1


# ---------------------------------------------------------------- rests
@rule("GLOOMHAVEN-8.1")
def test_a_rest_needs_two_discards_and_active_cards_count() -> None:
    s = position(heroes=TWO)
    s.discard[0] = (card("Trample"),)
    assert not can_rest(s, 0)
    s.active[0] = (card("Shield Bash"),)
    grant(s, 0, "shield", 1, source=card("Shield Bash"), half=1)
    assert can_rest(s, 0)


@rule("GLOOMHAVEN-8.2", "GLOOMHAVEN-8.3")
def test_a_short_rest_loses_a_random_discard_or_another_for_one_damage() -> None:
    s = position(heroes=TWO)
    s.discard[0], s.hand[0] = s.hand[0][:4], ()
    hp = s.hp[0]
    game = run(s.clone(), lambda t: short_rest(t, 0), answers=["yes", "no"])
    assert (len(game.state.lost[0]), len(game.state.hand[0])) == (1, 3)
    first = game.state.lost[0][0]
    game = run(s, lambda t: short_rest(t, 0), answers=["yes", "yes", "suffer"])
    assert game.state.hp[0] == hp - 1
    assert game.state.lost[0][0] != first


@rule("GLOOMHAVEN-8.4", "GLOOMHAVEN-2.11", "GLOOMHAVEN-2.12")
def test_a_long_rest_heals_two_and_refreshes_spent_items() -> None:
    s = position(heroes=TWO)
    s.discard[0], s.hand[0] = s.hand[0][:4], ()
    s.hp[0] -= 5
    s.items[0] = (1, 5)
    s.item_state = {0 * ITEM_ROOM + 1: SPENT, 0 * ITEM_ROOM + 5: CONSUMED}
    hp, gone = s.hp[0], s.discard[0][0]
    game = run(s, lambda t: long_rest(t, 0), answers=[gone])
    assert game.state.lost[0] == (gone,)
    assert game.state.hp[0] == hp + 2
    assert game.state.item_state == {1: 0, 5: CONSUMED}


# ---------------------------------------------------------------- the end
@rule("GLOOMHAVEN-21.1", "GLOOMHAVEN-3.8", "GLOOMHAVEN-2.25", "GLOOMHAVEN-16.5", "GLOOMHAVEN-15.2")
def test_at_the_end_of_a_round_decks_are_reshuffled_elements_wane_and_bonuses_end() -> None:
    s = position(heroes=TWO, monsters=[("bandit-archer", "normal", (0, 3))])
    ability(s, "bandit-archer", 68)  # shuffles
    deck = TYPE_DECK[TYPE_OF["bandit-archer"]]
    s.ability_drawn[deck] = (s.ability[deck],)
    s.ability_decks[deck] = tuple([c for c in DECK_CARDS[deck] if c != s.ability[deck]])
    s.drawn[0], s.decks[0], s.reshuffle = s.decks[0][:5], s.decks[0][5:], 1
    s.elements = (2, 1, 0, 0, 0, 0)
    s.active[0] = (card("Shield Bash"),)
    s.hand[0] = tuple([c for c in s.hand[0] if c != card("Shield Bash")])
    grant(s, 0, "shield", 1, source=card("Shield Bash"), half=1)
    game = play(s, "end_round")
    assert (len(game.state.decks[0]), len(game.state.ability_decks[deck])) == (20, 8)
    assert game.state.elements == (1, 0, 0, 0, 0, 0)
    assert game.state.bonuses == []
    assert card("Shield Bash") in game.state.discard[0]


@rule("GLOOMHAVEN-21.2", "GLOOMHAVEN-21.6", "GLOOMHAVEN-21.4", "GLOOMHAVEN-6.3")
def test_the_scenario_is_won_at_the_end_of_the_round_in_which_the_goal_was_met() -> None:
    s = position(field(3), heroes=TWO, level=2)
    s.revealed, s.coins = 1, [3, 0]
    game = play(s, "close_round", runs=("round",))
    assert game.result() == (1, 1)
    assert game.base.xp == [8, 8]
    assert [event.public[1:] for event in game.events(None) if event.kind == "rewards"] == [(9, 8), (0, 8)]


@rule("GLOOMHAVEN-21.3", "GLOOMHAVEN-18.8")
def test_all_exhausted_is_a_loss_even_with_the_goal_met() -> None:
    s = position(heroes=TWO)
    s.standing = WON
    for character in (0, 1):
        s.put(character, -1)
    game = play(s, "close_round")
    assert game.result() == (0, 0)


def test_the_answers_of_a_whole_game_are_plain_values() -> None:
    s = position(heroes=TWO)
    game = play(s, "select")
    found: list[Any] = [option for decision in game.decisions() for option in decision.options]
    assert all([isinstance(option, tuple) for option in found])
