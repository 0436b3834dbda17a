"""Perks of the 17 classes: what each does to the modifier deck, and that every effect on their cards is performed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.gloomhaven.table import asked, condition, play, position
from grimtable.games.gloomhaven.components import read
from grimtable.games.gloomhaven.components.cards import CLASS_OF
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.modifiers import (
    CLASS_PERKS,
    MODIFIERS,
    Modifier,
    base_deck,
    modifier_card,
    modifier_kind,
    with_perk,
)
from grimtable.games.gloomhaven.components.terms import READY, SPENT
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.gloomhaven.strikes import after_hit
from rule import rule

Card = tuple[int | str, bool, str]
PERKS = [(record["id"], n, perk) for record in read("characters")["records"] for n, perk in enumerate(record["perks"])]
NUMBERS = {"minus2": -2, "minus1": -1, "plus0": 0, "plus1": 1, "plus2": 2, "plus3": 3, "plus4": 4}
AT_ONCE = ("pierce", "target", "condition", "push", "pull")


def told(card: dict[str, Any]) -> Card:
    """A card of the data: its number, whether it rolls, and its effects."""
    effects = [(e["op"], e.get("value", e.get("element", 0))) for e in card.get("effects", [])]
    return NUMBERS.get(card["type"], card["type"]), bool(card.get("rolling")), str(effects)


def seen(card: int) -> Card:
    """The same of a card in a deck."""
    kind = MODIFIERS[modifier_kind(card)]
    number: int | str = "null" if kind.null else "double" if kind.double else kind.plus
    return number, kind.rolling, str([(op.name, op.word or op.value) for op in kind.effects])


@rule("GLOOMHAVEN-25.12", "GLOOMHAVEN-25.13")
@pytest.mark.parametrize(("name", "number", "perk"), PERKS, ids=[f"{name}-{n}" for name, n, _ in PERKS])
def test_a_perk_takes_out_and_puts_in_what_it_says(name: str, number: int, perk: dict[str, Any]) -> None:
    deck = base_deck(0)
    expected = Counter([seen(card) for card in deck])
    cards = [(told(entry["card"]), entry["count"]) for entry in perk["cards"]]
    out = cards if perk["type"] == "remove" else cards[:1] if perk["type"] == "replace" else []
    for _ in range(perk["times"]):
        deck = with_perk(deck, 0, CLASS_PERKS[CLASS_OF[name]][number])
        for card, count in cards:
            if (card, count) in out:
                expected[card] -= min(count, expected[card])
            else:
                expected[card] += count
    assert Counter([seen(card) for card in deck]) == +expected
    assert len(set(deck)) == len(deck)
    assert CLASS_PERKS[CLASS_OF[name]][number].times == perk["times"]
    assert CLASS_PERKS[CLASS_OF[name]][number].also == perk.get("also", "")


@rule("GLOOMHAVEN-3.4")
def test_every_effect_of_a_modifier_card_is_performed() -> None:
    words = {op.name for modifier in MODIFIERS for op in modifier.effects}
    assert [word for word in sorted(words) if word not in AT_ONCE and word not in after_hit] == []


def struck(modifier: Modifier) -> Gloomhaven:
    """The Brute's default attack with this card on top."""
    s = position(monsters=[("bandit-guard", "normal", (1, 0)), ("bandit-guard", "normal", (0, -1))])
    for figure in (1, 2):
        s.hp[figure] = s.max_hp[figure] = 60
    s.hp[0] = 1
    s.items[0] = (1,)
    s.item_state = {1: SPENT}
    plain = next(kind for kind, m in enumerate(MODIFIERS) if m.name == "+0")
    s.decks[0] = (
        modifier_card(0, plain, 0),
        modifier_card(0, plain, 1),
        modifier_card(0, MODIFIERS.index(modifier), 0),
    )
    s.acting, s.to_play, s.chosen[0] = 0, s.hand[0][:1], s.hand[0][:1] * 2
    s.hand[0] = s.hand[0][1:]
    game = play(s, "half", 0, s.to_play[0], "attack", answers=[1])
    while asked(game) in ("push_to", "pull_to", "target", "refresh", "infuse"):
        game.apply(0, game.decisions()[0].options[-1])
    return game.state


WITH_EFFECTS = [m for m in MODIFIERS if m.effects]


@rule("GLOOMHAVEN-3.4", "GLOOMHAVEN-3.5", "GLOOMHAVEN-17.2", "GLOOMHAVEN-23.10")
@pytest.mark.parametrize("modifier", WITH_EFFECTS, ids=[f"{m.name}-{n}" for n, m in enumerate(WITH_EFFECTS)])
def test_cards_with_effects(modifier: Modifier) -> None:
    s = struck(modifier)
    assert 60 - s.hp[1] == 2 + modifier.plus
    for op in modifier.effects:
        if op.name == "condition" and op.word in ("invisible", "strengthen"):
            assert s.has(0, condition(op.word)), "the attacker's"
        elif op.name == "condition" and op.word not in ("curse", "bless"):
            assert s.has(1, condition(op.word))
        elif op.name == "heal":
            assert s.hp[0] == 1 + op.value
        elif op.name == "shield":
            assert [(row.word, row.value, row.until) for row in s.bonuses] == [("shield", op.value, "round")]
        elif op.name == "element":
            assert s.infused
        elif op.name == "target":
            assert 60 - s.hp[2] == 2, "one more target"
        elif op.name == "push":
            assert s.distance(0, 1) == 1 + op.value
        elif op.name == "refreshItem":
            assert s.item_state[1] == READY
    assert ITEMS[1].after_use == "spent"
