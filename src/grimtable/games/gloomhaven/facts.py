"""Plain data about the components, for boards."""

from __future__ import annotations

from typing import Any

from grimtable.games.gloomhaven.battle_goals import FIRST as GOAL_FIRST
from grimtable.games.gloomhaven.components.cards import (
    CARD_CLASS,
    CARD_HALVES,
    CARD_IDS,
    CARD_LEVEL,
    CARD_NAMES,
    CARDS,
    CLASSES,
    HAND_SIZE,
    INITIATIVE,
)
from grimtable.games.gloomhaven.components.items import BATTLE_GOALS, ITEMS, Item
from grimtable.games.gloomhaven.components.monsters import DECKS, FIRST, MONSTER_CARDS, MonsterCard
from grimtable.games.gloomhaven.components.ops import Op, walk
from grimtable.games.gloomhaven.components.scenarios import PLAYABLE, SCENARIOS
from grimtable.games.gloomhaven.describe.lines import lines
from grimtable.kernel.language import Message


def facts() -> dict[str, Any]:
    return {
        "monster_cards": {FIRST + n: monster_card_facts(card) for n, card in enumerate(MONSTER_CARDS)},
        "cards": [card_facts(card) for card in range(CARDS)],
        "classes": [{"id": name, "hand": HAND_SIZE[number]} for number, name in enumerate(CLASSES)],
        "items": [item_facts(item) for item in ITEMS],
        "goals": [{"id": GOAL_FIRST + n, "number": n, "name": goal.name} for n, goal in enumerate(BATTLE_GOALS)],
        "scenarios": [{"id": number, "name": SCENARIOS[number]["name"]} for number in PLAYABLE],
    }


def card_facts(card: int) -> dict[str, Any]:
    top, bottom = CARD_HALVES[card]
    return {
        "id": card,
        "printed": CARD_IDS[card],
        "name": CARD_NAMES[card],
        "class": CLASSES[CARD_CLASS[card]],
        "level": CARD_LEVEL[card],
        "initiative": INITIATIVE[card],
        "lost": [top.lost, bottom.lost],
        "active": [top.active, bottom.active],
        "lines": [told(lines(top.ops)), told(lines(bottom.ops))],
        "areas": [areas(top.ops), areas(bottom.ops)],
    }


def item_facts(item: Item) -> dict[str, Any]:
    return {"name": item.name, "slot": item.slot, "after_use": item.after_use, "lines": told(lines(item.ops))}


def areas(ops: tuple[Op, ...]) -> list[dict[str, Any]]:
    """[GLOOMHAVEN-13.16] The patterns of a half; the grey hex of a melee pattern is the origin."""
    return [{"melee": op.flag("melee"), "hexes": op.hexes("targets")} for op in walk(ops) if op.name == "area"]


def monster_card_facts(card: MonsterCard) -> dict[str, Any]:
    return {
        "deck": DECKS[card.deck],
        "initiative": card.initiative,
        "shuffle": card.shuffle,
        "lines": told(lines(card.ops)),
    }


def told(words: Any) -> Any:
    """A message as plain data, for whoever fills in its template."""
    if isinstance(words, Message):
        return {"say": words.key, "with": [told(param) for param in words.params]}
    return [told(word) for word in words] if isinstance(words, tuple) else words
