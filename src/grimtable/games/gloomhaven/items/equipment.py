"""Buying and equipping before the scenario [GLOOMHAVEN-2.7]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grimtable.games.gloomhaven.components import Figure
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.modifiers import BASE_OF, CLASS_PERKS, MINUS_ONE, modifier_kind, next_copy
from grimtable.games.gloomhaven.state import FLYING, PHASING, SURE_FOOTED, Gloomhaven, T

HANDS: Final = "hands"
SMALL: Final = "small"
IN_HANDS: Final[dict[str, int]] = {"one_hand": 1, "two_hands": 2}  # how many an item takes
ROUGH: Final = "difficult_terrain"  # what boots keep off, with hazardous terrain
CAREFREE: Final = "ignore_negative_item_effects"


def room_left(s: Gloomhaven, character: Figure) -> dict[str, int]:
    """[GLOOMHAVEN-2.7, GLOOMHAVEN-2.10] One head, one body, one pair of legs, two hands, small items by level; less
    what is worn."""
    left = {"head": 1, "body": 1, "legs": 1, HANDS: 2, SMALL: (s.levels[character] + 1) // 2}
    for item in s.items[character]:
        slot = ITEMS[item].slot
        if slot in IN_HANDS:
            left[HANDS] -= IN_HANDS[slot]
        else:
            left[slot] -= 1
        for op in ITEMS[item].ops:
            if op.name == "extra_small_slots":
                left[SMALL] += op.value
    return left


def wearable(s: Gloomhaven, character: Figure, items: Sequence[int]) -> list[int]:
    """Those of the items that fit into the room left; nobody wears an item twice."""
    left, found = room_left(s, character), list[int]()
    for item in items:
        slot = ITEMS[item].slot
        fits = left[HANDS] >= IN_HANDS[slot] if slot in IN_HANDS else left[slot] > 0
        if fits and item not in s.items[character]:
            found.append(item)
    return found


def put_on(t: T, character: Figure, item: int) -> None:
    """[GLOOMHAVEN-2.15, GLOOMHAVEN-23.9] An item with the cards it brings, and what it gives all the time."""
    s = t.state
    s.items[character] = (*s.items[character], item)
    carefree = [p for p in s.perks[character] if CLASS_PERKS[s.kind[character]][p].also == CAREFREE]
    deck = list(s.decks[character])
    for _ in range(0 if carefree else ITEMS[item].minus_one_cards):
        deck.append(next_copy(deck, character, MINUS_ONE))
    for op in ITEMS[item].ops:
        if op.name == "remove_modifier_cards":
            for card in [c for c in deck if modifier_kind(c) == BASE_OF["-1"]][: op.number("count")]:
                deck.remove(card)
        elif op.name == "gain_flying":
            s.marks[character] |= FLYING
        elif op.name == "while_on_obstacle":
            s.marks[character] |= PHASING
        elif op.name == "immune" and ROUGH in op.words("to"):
            s.marks[character] |= SURE_FOOTED
        elif op.name == "focus_initiative":
            s.notes[f"focus_initiative {character}"] = op.value
    if len(deck) != len(s.decks[character]):  # else nobody knows the order as it is
        t.shuffle(deck)
        s.decks[character] = tuple(deck)
    t.emit("equipped", s.tag(character), item)
