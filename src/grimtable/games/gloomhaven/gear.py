"""Items as they are carried: what is ready, what using one does to it, and what merely wearing it gives.

[GLOOMHAVEN-2.11, GLOOMHAVEN-2.12, GLOOMHAVEN-2.13, GLOOMHAVEN-2.14, GLOOMHAVEN-19.5]
"""

from __future__ import annotations

from grimtable.games.gloomhaven.components import CHARACTER, NONE, STUN, Card, Figure, Mask
from grimtable.games.gloomhaven.components.cards import CARD_NAMES
from grimtable.games.gloomhaven.components.items import ITEMS, MOMENT_OF
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import CONSUMED, FALLEN, ITEM_ROOM, READY, SPENT
from grimtable.games.gloomhaven.moments import changed
from grimtable.games.gloomhaven.state import Gloomhaven, T


def is_ready(s: Gloomhaven, character: Figure, item: int) -> bool:
    return s.item_state.get(character * ITEM_ROOM + item, READY) == READY


def ready(s: Gloomhaven, figure: Figure, moments: Mask) -> tuple[int, ...]:
    """The items of a character that may be used at one of these moments; the stunned and the fallen use none
    [GLOOMHAVEN-14.8, GLOOMHAVEN-29.2]."""
    if s.sort[figure] != CHARACTER or s.marks[figure] & FALLEN:
        return ()
    for item in s.items[figure]:
        if MOMENT_OF[item] & moments and is_ready(s, figure, item):
            break
    else:  # as nearly always
        return ()
    if changed(s, figure, "items_barred"):
        return ()
    found = [i for i in s.items[figure] if MOMENT_OF[i] & moments and is_ready(s, figure, i)]
    if s.has(figure, STUN):
        return tuple([i for i in found if ITEMS[i].effect.get("usable_while_stunned")])
    return tuple([i for i in found if not ITEMS[i].passive])


def worn(s: Gloomhaven, figure: Figure, word: str, *timings: str) -> list[Op]:
    """The lines with this word on items that work by being worn."""
    if s.sort[figure] != CHARACTER or not s.items[figure]:
        return []
    return [
        op
        for item in s.items[figure]
        if ITEMS[item].passive and (not timings or ITEMS[item].timing in timings)
        for op in ITEMS[item].ops
        if op.name == word
    ]


def is_proof(s: Gloomhaven, figure: Figure, against: str) -> bool:
    """Whether something worn makes the figure immune to this."""
    if s.sort[figure] != CHARACTER or not s.items[figure]:
        return False
    lines = [op for item in s.items[figure] for op in ITEMS[item].ops if op.name == "immune"]
    return any([against in op.words("to") for op in lines])


def guard(s: Gloomhaven, figure: Figure) -> int:
    """Chain Hood: a shield while enough enemies are adjacent."""
    total = 0
    for item in s.items[figure]:
        wanted = ITEMS[item].effect.get("only_if", {}).get("adjacent_enemies_min")
        if wanted is not None and len([f for f in s.enemies(figure) if s.adjacent(figure, f)]) >= wanted:
            total += sum([op.value for op in ITEMS[item].ops if op.name == "shield"])
    return total


def care(s: Gloomhaven, figure: Figure, card: Card) -> int:
    """Doctor's Coat: what the wearer adds to heals by cards that others have from it."""
    total = 0
    for other in s.heroes():
        for item in s.items[other] if other != figure and card != NONE else ():
            facts = ITEMS[item]
            if facts.timing == "when_ally_uses_granted_card" and CARD_NAMES[card] in facts.effect["cards"]:
                total += sum([op.value for op in facts.ops])
    return total


def use(t: T, character: Figure, item: int) -> None:
    """[GLOOMHAVEN-19.5] Spent, consumed, or one charge further [GLOOMHAVEN-2.13]."""
    s, key = t.state, character * ITEM_ROOM + item
    facts = ITEMS[item]
    t.emit("item_used", s.tag(character), item)
    if facts.charges:
        s.item_used[key] = s.item_used.get(key, 0) + 1
        if s.item_used[key] < facts.charges:
            return
    if facts.after_use == "spent":
        s.item_state[key] = SPENT
    elif facts.after_use == "consumed" or facts.charges:
        s.item_state[key] = CONSUMED
