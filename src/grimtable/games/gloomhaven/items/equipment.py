"""Buying and equipping before the scenario [GLOOMHAVEN-2.7]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.components import Figure
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.modifiers import BASE_OF, CLASS_PERKS, MINUS_ONE, modifier_kind, next_copy
from grimtable.games.gloomhaven.state import FLYING, PHASING, SURE_FOOTED, Gloomhaven, T

HANDS: Final = {"one_hand": 1, "two_hands": 2}
TWO_HANDS: Final = 2
ROUGH: Final = "difficult_terrain"  # what boots keep off, with hazardous terrain
CAREFREE: Final = "ignore_negative_item_effects"


def room_for(s: Gloomhaven, character: Figure, item: int) -> bool:
    """[GLOOMHAVEN-2.7, GLOOMHAVEN-2.10] One head, one body, one pair of legs, two hands, small items by level."""
    mine = s.items[character]
    slot = ITEMS[item].slot
    if item in mine:
        return False
    if slot in HANDS:
        return sum([HANDS.get(ITEMS[i].slot, 0) for i in mine]) + HANDS[slot] <= TWO_HANDS
    if slot == "small":
        more = sum([op.value for i in mine for op in ITEMS[i].ops if op.name == "extra_small_slots"])
        return len([i for i in mine if ITEMS[i].slot == slot]) < (s.levels[character] + 1) // 2 + more
    return not [i for i in mine if ITEMS[i].slot == slot]


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
