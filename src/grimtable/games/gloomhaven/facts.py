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
from grimtable.games.gloomhaven.components.items import BATTLE_GOALS, ITEMS
from grimtable.games.gloomhaven.components.scenarios import PLAYABLE, SCENARIOS


def facts() -> dict[str, Any]:
    return {
        "cards": [card_facts(card) for card in range(CARDS)],
        "classes": [{"id": name, "hand": HAND_SIZE[number]} for number, name in enumerate(CLASSES)],
        "items": [{"name": item.name, "slot": item.slot, "after_use": item.after_use} for item in ITEMS],
        "goals": [{"id": GOAL_FIRST + n, "name": goal.name} for n, goal in enumerate(BATTLE_GOALS)],
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
    }
