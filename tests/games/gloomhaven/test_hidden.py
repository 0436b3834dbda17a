"""Who sees what."""

from __future__ import annotations

from games.gloomhaven.table import card, place, position
from grimtable.games.gloomhaven import DEFINITION
from grimtable.games.gloomhaven.battle_goals import FIRST
from grimtable.games.gloomhaven.components.cards import SUPPLY
from grimtable.games.gloomhaven.hidden import fits, redeal, unknown, view
from grimtable.games.gloomhaven.piles import show
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.chance import FastDice
from rule import rule

TWO = {"brute": (0, 0), "tinkerer": (2, 0)}


@rule("GLOOMHAVEN-4.9")
def test_a_treasure_is_seen_but_not_what_it_holds() -> None:
    s = position(heroes=TWO)
    s.treasure[place(s, (1, 0))] = 7
    there = [found for found in view(s, 0)["hexes"] if found["treasure"]]
    assert [found["id"] for found in there] == [place(s, (1, 0))]
    assert there[0]["treasure"] is True


@rule("GLOOMHAVEN-7.2", "GLOOMHAVEN-4.3")
def test_hands_and_battle_goals_of_others_are_hidden_until_they_show() -> None:
    s = position(heroes=TWO)
    s.goals, s.goals_dealt = [FIRST, FIRST + 2], [(FIRST, FIRST + 1), (FIRST + 2, FIRST + 3)]
    mine, other = view(s, 1)["characters"][1], view(s, 1)["characters"][0]
    assert (len(mine["hand"]), mine["goal"]) == (len(s.hand[1]), FIRST + 2)
    assert (other["hand"], other["goal"], other["hand_size"]) == ([], None, len(s.hand[0]))
    trample = card("Trample")
    assert trample in unknown(s, 1)
    show(s, 0, trample)
    assert trample not in unknown(s, 1)
    assert view(s, 1)["characters"][0]["hand"] == [trample]


@rule("GLOOMHAVEN-6.5")
def test_with_open_information_hands_are_open() -> None:
    s = position(heroes=TWO)
    s.solo = 1
    assert len(view(s, 1)["characters"][0]["hand"]) == len(s.hand[0])


def test_what_is_dealt_anew_fits_what_is_known() -> None:
    s = position(heroes=TWO)
    s.home[0], s.hand[0] = s.hand[0][:3], s.hand[0][3:]
    show(s, 0, s.hand[0][0])
    other = redeal(s, unknown(s, 1), 1, FastDice(4))
    assert sorted([*other.hand[0], *other.home[0]]) == sorted([*s.hand[0], *s.home[0]])
    assert other.hand[0][0] == s.hand[0][0]
    assert other.hand[1] == s.hand[1]
    assert sorted(other.decks[0]) == sorted(s.decks[0]) != list(s.decks[0])[::-1]
    assert view(other, 1) == view(s, 1)


@rule("GLOOMHAVEN-25.12")
def test_cards_of_higher_levels_come_one_at_a_level() -> None:
    assert fits([2, 3], 3)
    assert not fits([3, 3], 3)
    assert fits([2, 2, 4], 4)


def test_cards_of_others_in_a_hand_are_no_cards_gained() -> None:
    """A pack of the Sawbones and a card that lies with an ally belong to no level of that ally."""
    s = position(heroes={"brute": (0, 0), "saw": (1, 0)})
    pack, tissue = SUPPLY[0], card("Regenerative Tissue")
    s.hand[0], s.active[0] = (*s.hand[0][:4], pack), (tissue,)
    show(s, 0, pack)
    show(s, 0, tissue)
    assert pack not in unknown(s, 1)
    other = redeal(s, unknown(s, 1), 1, FastDice(4))
    assert (other.hand[0][-1], other.active[0]) == (pack, (tissue,))
    assert pack in view(other, 1)["characters"][0]["hand"]


def thin(s: Gloomhaven) -> None:
    """All but four cards of each modifier deck have been drawn."""
    for owner, deck in enumerate(s.decks):
        s.decks[owner], s.drawn[owner] = deck[:4], (*s.drawn[owner], *deck[4:])


def test_a_deck_made_anew_in_the_middle_of_a_turn_can_be_imagined_at_once() -> None:
    met = 0
    for seed in range(12):
        game, dice = DEFINITION.new_game(4, {"scenario": 9}, FastDice(seed)), FastDice(seed)
        for number in range(200):
            if number % 20 == 19:
                game = game.edited(thin)
            asked = game.decisions()
            if not asked:
                break
            if game._table is not None and game._table.shuffled:
                met += 1
                assert game.imagine_counted(0, FastDice(number), False, 200)[1] <= 3
            decision = asked[dice.below(len(asked))]
            game.apply(decision.player, decision.options[dice.below(len(decision.options))])
    assert met >= 40
