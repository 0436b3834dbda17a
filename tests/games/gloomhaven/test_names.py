"""Names of cards, items and battle goals: as printed in English, in Japanese words in Japanese."""

from __future__ import annotations

from grimtable.games.gloomhaven import DEFINITION
from grimtable.games.gloomhaven.components.cards import CARD_IDS, CARD_NAMES, CARDS, SUPPLY
from grimtable.games.gloomhaven.components.items import BATTLE_GOALS, ITEMS

NAMES: dict[str, str] = {
    **{f"card.{CARD_IDS[card]}": CARD_NAMES[card] for card in range(CARDS)},
    **{f"item.{number}": item.name for number, item in enumerate(ITEMS) if number},
    **{f"goal.{number}": goal.name for number, goal in enumerate(BATTLE_GOALS)},
}


def test_english_names_are_those_of_the_components() -> None:
    english = DEFINITION.catalogue.templates["en"]
    assert {key: english[key] for key in NAMES} == NAMES


def test_japanese_names_have_no_latin_letters_and_tell_things_apart() -> None:
    japanese = DEFINITION.catalogue.templates["ja"]
    assert [key for key in NAMES if [sign for sign in japanese[key] if sign.isascii()]] == []
    cards = [japanese[f"card.{CARD_IDS[card]}"] for card in range(CARDS) if card not in SUPPLY]
    assert len({*cards}) == len(cards)
    items = [japanese[f"item.{number}"] for number in range(1, len(ITEMS))]
    assert len({*items}) == len(items)
