"""What a game tells the platform, and how new games are made from it."""

from __future__ import annotations

from typing import Any

import pytest

from grimtable.kernel.chance import FastDice
from grimtable.kernel.codec import digest
from grimtable.kernel.definition import GameOption
from grimtable.kernel.values import BadInput
from toys import battle, discs, relics

RELICS = relics.DEFINITION


def test_the_first_value_of_an_option_is_its_default() -> None:
    assert GameOption("rounds", (3, 1)).default == 3
    assert RELICS.settled({}) == {"rounds": 3, "offering": "secret"}
    assert RELICS.settled({"offering": "none"}) == {"rounds": 3, "offering": "none"}


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (1, {}, "relics is for 2, 3 or 4 players, not 1"),
        (5, {}, "relics is for 2, 3 or 4 players, not 5"),
        (2, {"turns": 3}, "relics has no option 'turns'; it has rounds or offering"),
        (2, {"rounds": 2}, "relics option rounds is 3 or 1, not 2"),
        (2, {"rounds": "3"}, "relics option rounds is 3 or 1, not '3'"),
    ],
)
def test_wrong_tables_are_refused_with_what_would_be_right(players: int, options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput) as caught:
        RELICS.new_game(players, options)
    assert str(caught.value) == words


def test_values_may_be_for_some_numbers_of_players_only() -> None:
    size = GameOption("size", ("usual", "large"), players={"large": (4, 5)})
    assert [size.values_for(players) for players in (3, 4)] == [("usual",), ("usual", "large")]
    assert GameOption("rounds", (3, 1)).values_for(2) == (3, 1)


def test_a_game_for_one_number_of_players_says_so() -> None:
    with pytest.raises(BadInput, match="battle is for 4 players, not 3"):
        battle.DEFINITION.new_game(3)


def test_without_a_number_the_table_is_full() -> None:
    assert len(RELICS.new_game().state.hands) == 4
    assert digest(RELICS.new_game()) == digest(RELICS.new_game(4, {}, FastDice(0)))


def test_the_slug_is_the_name_of_the_rules() -> None:
    assert [found.slug for found in (RELICS, battle.DEFINITION, discs.DEFINITION)] == ["relics", "battle", "discs"]


def test_titles_come_from_the_catalogue() -> None:
    assert [RELICS.title(lang) for lang in ("en", "ja")] == ["Relics", "聖遺物"]


def test_the_catalogue_holds_the_kernels_sentences_too() -> None:
    assert RELICS.catalogue.has("refusal.no_undo", "ja")
    assert RELICS.catalogue.has("refusal.too_many_coins", "ja")
