"""Who sees what."""

from __future__ import annotations

import pytest

from games.gloomhaven.table import card, condition, place, position
from grimtable.games.gloomhaven import DEFINITION
from grimtable.games.gloomhaven.battle_goals import FIRST
from grimtable.games.gloomhaven.components.cards import CARD_LEVEL, SUPPLY
from grimtable.games.gloomhaven.components.hexes import DIRECTIONS
from grimtable.games.gloomhaven.hidden import fits, redeal, unknown, view
from grimtable.games.gloomhaven.piles import show
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.values import Step
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


def whirling(seed: int) -> Game[Gloomhaven]:
    """A muddled Brute among six guards has five cards left: the deck is made anew between two targets of one attack."""
    around = [("bandit-guard", "elite", at) for at in DIRECTIONS]
    whirlwind = card("Whirlwind")
    heroes = {"brute": (0, 0), "tinkerer": (3, 0)}
    s = position(heroes=heroes, monsters=around, character_level=CARD_LEVEL[whirlwind])
    s.hand[0], s.to_play, s.chosen[0], s.acting = s.hand[0][:5], (whirlwind,), (whirlwind, whirlwind), 0
    s.conditions[0] = condition("muddle")
    whole = FastDice(seed).order(list(s.decks[0]))
    s.decks[0], s.drawn[0] = whole[:5], whole[5:]
    s.agenda = [Step("next_turn"), Step("half", (0, whirlwind, "top"))]
    game = Game(DEFINITION.rules, s, FastDice(seed))
    for target in (2, 3, 4):
        game.apply(0, target)
    return game


@pytest.mark.parametrize("seed", range(10))
def test_a_deck_made_anew_in_the_middle_of_an_attack_can_be_imagined_at_once(seed: int) -> None:
    game = whirling(seed)
    assert game.decisions()[0].prompt == "target_next"
    seen = len([event for event in game.events(0) if event.kind == "modifier"])
    for viewer in (0, 1):
        other, drawn = game.imagine_counted(viewer, FastDice(seed), True, 20)
        assert drawn == 1
        assert len([event for event in other.events(viewer) if event.kind == "modifier"]) == seen > 5
