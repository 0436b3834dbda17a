"""Buying and equipping before the scenario [GLOOMHAVEN-2.7]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grimtable.games.gloomhaven.components import Figure
from grimtable.games.gloomhaven.components.items import ITEMS, Item
from grimtable.games.gloomhaven.components.modifiers import BASE_OF, CLASS_PERKS, MINUS_ONE, modifier_kind, next_copy
from grimtable.games.gloomhaven.components.terms import FLYING, PHASING, SURE_FOOTED
from grimtable.games.gloomhaven.state import Gloomhaven, T

PLACES: Final[tuple[str, ...]] = ("head", "body", "legs", "hands", "small")  # where items go, by number
HANDS: Final = 3
SMALL: Final = 4
IN_HANDS: Final[dict[str, int]] = {"one_hand": 1, "two_hands": 2}  # how many an item takes
ROUGH: Final = "difficult_terrain"  # what boots keep off, with hazardous terrain
CAREFREE: Final = "ignore_negative_item_effects"


def _place(item: Item) -> int:
    return HANDS if item.slot in IN_HANDS else PLACES.index(item.slot)


PLACE_OF: Final[tuple[int, ...]] = (SMALL, *[_place(item) for item in ITEMS[1:]])
TAKES: Final[tuple[int, ...]] = tuple([IN_HANDS.get(item.slot, 1) for item in ITEMS])  # so much of its place
POCKETS: Final[tuple[int, ...]] = tuple(  # how many more small items it lets one carry
    [sum([op.value for op in item.ops if op.name == "extra_small_slots"]) for item in ITEMS]
)


def room_left(s: Gloomhaven, character: Figure) -> list[int]:
    """[GLOOMHAVEN-2.7, GLOOMHAVEN-2.10] One head, one body, one pair of legs, two hands, small items by level; less
    what is worn."""
    left = [1, 1, 1, 2, (s.levels[character] + 1) // 2]
    for item in s.items[character]:
        left[PLACE_OF[item]] -= TAKES[item]
        left[SMALL] += POCKETS[item]
    return left


def wearable(s: Gloomhaven, character: Figure, items: Sequence[int]) -> list[int]:
    """Those of the items that fit into the room left; nobody wears an item twice."""
    left, mine = room_left(s, character), s.items[character]
    return [item for item in items if left[PLACE_OF[item]] >= TAKES[item] and item not in mine]


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
