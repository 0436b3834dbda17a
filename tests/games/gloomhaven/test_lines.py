"""Cards, items and monster cards in words: every line is a sentence in every language."""

from __future__ import annotations

import re

import pytest

from grimtable.games.gloomhaven.components import FOLDER
from grimtable.games.gloomhaven.components.cards import CARD_HALVES, CARD_NAMES, HALVES
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.modifiers import MODIFIERS
from grimtable.games.gloomhaven.components.monsters import DECK_CARDS, monster_card
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.describe.lines import lines
from grimtable.kernel.language import KERNEL_TEXTS, LANGUAGES, Catalogue

CATALOGUE = Catalogue(KERNEL_TEXTS, FOLDER / "texts")


def said(ops: tuple[Op, ...], lang: str) -> list[str]:
    return [CATALOGUE.say(message, lang) for message in lines(ops)]


def everything() -> list[tuple[Op, ...]]:
    halves = [half.ops for card in CARD_HALVES for half in card]
    monsters = [monster_card(card).ops for deck in DECK_CARDS for card in deck]
    return [*halves, *monsters, *[item.ops for item in ITEMS], *[modifier.effects for modifier in MODIFIERS]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_has_words_of_its_own(lang: str) -> None:
    for ops in everything():
        for sentence in said(ops, lang):
            assert sentence
            assert not re.search(r"\w_\w", sentence), f"{sentence} names an op"


@pytest.mark.parametrize(
    ("name", "half", "sentences"),
    [
        ("Strength in Agony", "top", ["Attack 3 (pay for more (suffer 2 damage (self)): +2 Attack, 1 XP)"]),
        (
            "Purifying Aura",
            "bottom",
            ["Strengthen (adjacent allies, consume light (then all allies within range 2 instead))"],
        ),
        ("Smoke Step", "bottom", ["Move 1", "infuse dark"]),
        (
            "Power Ballad",
            "top",
            [
                "song: attacks of all allies: +1 (one attack of each ally per turn)",
                "1 XP (when your turn begins)",
                "stays in play",
            ],
        ),
        (
            "Detonation",
            "top",
            [
                "place a trap: 3 damage (when it is sprung: suffer 2 damage (enemies beside the trap))",
                "2 XP (when an enemy springs this trap)",
            ],
        ),
        ("Otherworldly Rage", "bottom", ["self and one summoned ally anywhere change places", "Move 3"]),
    ],
)
def test_a_card_reads_as_it_plays(name: str, half: str, sentences: list[str]) -> None:
    ops = CARD_HALVES[CARD_NAMES.index(name)][HALVES.index(half)].ops
    assert said(ops, "en") == sentences
