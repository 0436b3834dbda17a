"""The position at the start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grimtable.games.gloomhaven import DEFINITION
from grimtable.games.gloomhaven.components import ELITE, NONE, NORMAL
from grimtable.games.gloomhaven.components.cards import CARD_LEVEL, CLASS_OF, HAND_SIZE, HP
from grimtable.games.gloomhaven.components.monsters import TYPE_OF, hp_of
from grimtable.games.gloomhaven.components.scenarios import PLAYABLE, SCENARIOS
from grimtable.games.gloomhaven.setup import problems
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.chance import FastDice
from grimtable.kernel.codec import dump
from grimtable.kernel.game import Game
from rule import rule


def begun(players: int = 4, **options: int | str) -> Game[Gloomhaven]:
    """A game up to the first choice of cards, everybody taking the first option."""
    return ready(players, options)


def ready(players: int, options: Mapping[str, int | str]) -> Game[Gloomhaven]:
    game: Game[Any] = DEFINITION.new_game(players, options, FastDice(1))
    while game.decisions()[0].prompt != "select":
        decision = game.decisions()[0]
        game.apply(decision.player, decision.options[0])
    return game


@rule("GLOOMHAVEN-1.12", "GLOOMHAVEN-1.11")
def test_no_class_is_taken_twice() -> None:
    game: Game[Any] = DEFINITION.new_game(4, {}, FastDice(1))
    assert len(game.decisions()[0].options) == 6
    game.apply(0, "brute")
    assert "brute" not in game.decisions()[0].options


@rule("GLOOMHAVEN-1.13", "GLOOMHAVEN-1.14", "GLOOMHAVEN-4.2")
def test_a_hand_has_its_size_and_only_cards_of_the_first_level() -> None:
    s = begun().state
    for character in range(4):
        kind = s.kind[character]
        assert len(s.hand[character]) == HAND_SIZE[kind]
        assert {CARD_LEVEL[card] for card in s.hand[character]} <= {0, 1}
        assert s.hp[character] == HP[kind][0]


@rule("GLOOMHAVEN-25.12", "GLOOMHAVEN-25.13")
def test_a_higher_level_gives_cards_perks_and_hit_points() -> None:
    s = begun(2, character_level=4).state
    for character in range(2):
        cards = [*s.hand[character], *s.home[character]]
        assert len([card for card in cards if CARD_LEVEL[card] > 1]) == 3
        assert len(s.perks[character]) == 3
        assert s.hp[character] == HP[s.kind[character]][3]
        assert len(s.hand[character]) == HAND_SIZE[s.kind[character]]


@rule("GLOOMHAVEN-1.2", "GLOOMHAVEN-1.9", "GLOOMHAVEN-1.7")
def test_decks_are_full_and_elements_inert() -> None:
    s = begun().state
    assert [len(deck) for deck in s.decks] == [20] * 5
    assert s.elements == (0,) * 6
    assert all([len(deck) == 8 for deck in s.ability_decks.values()])


@rule("GLOOMHAVEN-4.1", "GLOOMHAVEN-4.3")
def test_two_battle_goals_are_dealt_and_one_is_kept() -> None:
    s = begun().state
    assert all([goal in dealt and len(dealt) == 2 for goal, dealt in zip(s.goals, s.goals_dealt)])
    dealt = [goal for two in s.goals_dealt for goal in two]
    assert len({*dealt, *s.goal_deck}) == 24


@rule("GLOOMHAVEN-1.4", "GLOOMHAVEN-4.6", "GLOOMHAVEN-4.8")
def test_only_the_starting_room_is_populated_for_the_number_of_characters() -> None:
    """W18 of the ledger: black, white and yellow for two, three and four."""
    for players, ranks in ((2, [NORMAL, NORMAL, ELITE]), (3, [NORMAL] * 6), (4, [NORMAL] * 4 + [ELITE] * 2)):
        s = begun(players).state
        assert sorted([s.rank[f] for f in s.monsters()]) == sorted(ranks)
        assert s.revealed == 1
        assert all([s.hex[c] in s.layout().start for c in range(players)])


@rule("GLOOMHAVEN-6.1", "GLOOMHAVEN-2.17")
def test_monsters_have_the_hit_points_of_the_level() -> None:
    s = begun(2, scenario_level=3).state
    for figure in s.monsters():
        assert s.hp[figure] == hp_of(TYPE_OF["bandit-guard"], s.rank[figure], 3, 2)


@rule("GLOOMHAVEN-6.4", "GLOOMHAVEN-6.5")
def test_alone_or_with_open_information_monsters_are_a_level_higher() -> None:
    alone, openly, secret = begun(1), begun(2, information="open"), begun(2)
    assert [game.state.monster_level() for game in (alone, openly, secret)] == [2, 2, 1]
    assert alone.state.characters == 2
    assert begun(1, characters=4).state.seat == (0, 0, 0, 0)
    assert begun(1, scenario_level=7).state.level == 6


@rule("GLOOMHAVEN-20.28")
def test_a_boss_has_hit_points_by_the_number_of_characters() -> None:
    kind = TYPE_OF["bandit-commander"]
    assert hp_of(kind, 2, 1, 4) == 2 * hp_of(kind, 2, 1, 2)


@rule("GLOOMHAVEN-1.4")
@pytest.mark.parametrize("number", PLAYABLE)
def test_every_scenario_begins_soundly(number: int) -> None:
    for players in (2, 3, 4):
        game = begun(players, scenario=number)
        s = game.state
        assert problems(s) == []
        assert len(dump(game)) <= 16_000
        column = players - 2
        rooms = SCENARIOS[number]["start_room"]
        spots = [spot for spot in SCENARIOS[number]["monsters"] if spot["room"] in rooms]
        expected = [spot for spot in spots if spot["rank_2_3_4"][column] != "none"]
        assert len([f for f in s.monsters() if s.hex[f] != NONE]) <= len(expected) + 12
        assert CLASS_OF["brute"] in s.kind
