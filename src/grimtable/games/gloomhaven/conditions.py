"""Conditions [GLOOMHAVEN-14], heals [GLOOMHAVEN-17.1] and elements [GLOOMHAVEN-15]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import charges_of, op_of, spend_charge
from grimtable.games.gloomhaven.components import (
    BLESS,
    CONDITIONS,
    CURSE,
    ELEMENT_OF,
    ELEMENTS,
    EXPIRING,
    HEROES,
    INERT,
    MONSTER,
    NEGATIVE,
    NONE,
    OBJECT,
    OBJECTIVE,
    POISON,
    STRONG,
    WANING,
    WILD,
    WOUND,
    Figure,
    Mask,
)
from grimtable.games.gloomhaven.components.modifiers import (
    BLESS_CARD,
    CURSE_CARD,
    MONSTER_CURSE,
    MONSTER_DECK,
    POOL,
    modifier_kind,
    next_copy,
)
from grimtable.games.gloomhaven.components.monsters import IMMUNE, TYPE_DECK
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import UNAFFECTED
from grimtable.games.gloomhaven.moments import listening
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

# Items and active cards that keep a condition off: (t, figure, condition) -> True if it does not take.
keeps_off: Final = Hook[[T, Figure, Mask], bool]()
dampened: Final = Hook[[T, int], Flow[bool]]()  # an item takes the element that an enemy is about to consume
KEEPERS: Final[tuple[str, ...]] = ("cards", "items")
ALLIED_DECK: Final = "allied_deck"  # a note: whose modifier deck allies of the characters draw from
BEYOND: Final = "your_hp_may_be_healed_above_max_up_to_cap"


def is_immune(s: Gloomhaven, figure: Figure, condition: Mask) -> bool:
    """[GLOOMHAVEN-20.29, GLOOMHAVEN-22.5] Bosses by their card, objective objects against everything negative."""
    if s.notes.get(f"immune {figure}", 0) & condition:
        return True
    if s.sort[figure] == OBJECTIVE:
        return s.rank[figure] == OBJECT and bool(condition & NEGATIVE)
    return s.sort[figure] == MONSTER and bool(IMMUNE[s.kind[figure]] & condition)


def give(t: T, figure: Figure, conditions: Mask) -> None:
    """[GLOOMHAVEN-14.1] At most one of each; bless and curse go into the deck."""
    s = t.state
    if not conditions or not s.in_play(figure) or s.marks[figure] & UNAFFECTED:
        return
    for number in range(len(CONDITIONS)):
        condition = 1 << number
        if not conditions & condition or is_immune(s, figure, condition):
            continue
        if any([keeps(t, figure, condition) for keeps in keeps_off.of(listening(s, KEEPERS))]):
            continue
        t.emit("condition", t.state.tag(figure), CONDITIONS[number])
        if condition in (BLESS, CURSE):
            add_to_deck(t, figure, condition)
            continue
        s.conditions[figure] |= condition
        if s.acting == figure:
            s.fresh[figure] |= condition  # [GLOOMHAVEN-14.10, GLOOMHAVEN-14.15]


def add_to_deck(t: T, figure: Figure, condition: Mask) -> None:
    """One card of its pool into the deck the figure draws from [GLOOMHAVEN-14.11, GLOOMHAVEN-14.14, GLOOMHAVEN-3.7]."""
    s = t.state
    owner = deck_of(s, figure)
    kind = BLESS_CARD if condition == BLESS else MONSTER_CURSE if owner == MONSTER_DECK else CURSE_CARD
    out = [card for deck in (*s.decks, *s.drawn) for card in deck if modifier_kind(card) == kind]
    if len(out) >= POOL:
        return
    deck = [*s.decks[owner], next_copy([*s.decks[owner], *s.drawn[owner]], owner, kind)]
    t.shuffle(deck)
    s.decks[owner] = tuple(deck)


def deck_of(s: Gloomhaven, figure: Figure) -> int:
    """[GLOOMHAVEN-3.2] Characters and their summons draw from the character's deck, monsters from theirs."""
    character = s.character_of(figure)
    if s.sort[figure] == OBJECTIVE and s.side[figure] == HEROES:
        return s.notes.get(ALLIED_DECK, 0)  # the players choose whose
    return MONSTER_DECK if character == NONE else character


def expire(s: Gloomhaven, figure: Figure) -> None:
    """[GLOOMHAVEN-14.10] At the end of a turn taken under them."""
    s.conditions[figure] &= ~EXPIRING | s.fresh[figure]
    s.fresh[figure] = 0


def heal(t: T, figure: Figure, points: int) -> int:
    """Poison takes the whole heal, wound goes with it.

    [GLOOMHAVEN-14.3, GLOOMHAVEN-14.4, GLOOMHAVEN-14.5, GLOOMHAVEN-17.1]
    """
    s = t.state
    poisoned = s.has(figure, POISON)
    for condition in (POISON, WOUND):
        if s.has(figure, condition):
            s.conditions[figure] &= ~condition
            t.emit("cured", s.tag(figure), CONDITIONS[condition.bit_length() - 1])
    for row in charges_of(s, figure, "heal_on_you"):
        points += sum([op.value for op in op_of(row).ops("grant") if op.name == "heal_bonus"])
        spend_charge(t, row)
    gained = 0 if poisoned else max(0, min(points, most_hp(s, figure) - s.hp[figure]))
    s.hp[figure] += gained
    if gained:
        t.emit("healed", t.state.tag(figure), gained)
    return gained


def most_hp(s: Gloomhaven, figure: Figure) -> int:
    """[GLOOMHAVEN-17.1] The maximum, unless a card lets heals go beyond it."""
    rows = [row for row in s.bonuses if row.figure == figure and row.word == "rule" and row.whom == BEYOND]
    return max([s.max_hp[figure], *[op_of(row).number("cap") for row in rows]])


# ---------------------------------------------------------------- elements
def infuse(t: T, element: int) -> None:
    """[GLOOMHAVEN-15.1, GLOOMHAVEN-15.4] It becomes strong at the end of the turn."""
    t.state.infused |= 1 << element
    t.emit("infused", ELEMENTS[element])


def available(s: Gloomhaven) -> list[int]:
    """[GLOOMHAVEN-15.3] Elements that may be consumed."""
    return [element for element, strength in enumerate(s.elements) if strength > INERT]


def consume(t: T, element: int) -> None:
    set_element(t.state, element, INERT)
    t.emit("consumed", ELEMENTS[element])


def consumes(t: T, me: Figure, seat: int, op: Op) -> Flow[bool]:
    """[GLOOMHAVEN-15.7] Always if possible; what one consumed, all of its type have the benefit of this round."""
    s = t.state
    key = consumed_by(s, me)
    gone = s.notes.get(key, 0)
    wanted = element_wanted(op)
    if gone >> wanted & 1:
        return True
    ready = [e for e in available(s) if op.word == WILD or e == wanted]
    if not ready:
        return False
    element = yield from t.choose(seat, "consume", ready)
    for take_away in dampened.of(KEEPERS):
        if (yield from take_away(t, element)):
            return False
    consume(t, element)
    s.notes[key] = gone | 1 << wanted
    return True


def consumed_by(s: Gloomhaven, monster: Figure) -> str:
    """The note of what monsters of this type have consumed this round."""
    return f"consumed {TYPE_DECK[s.kind[monster]]}"


def element_wanted(op: Op) -> int:
    """Its number; one more than there are for any."""
    return len(ELEMENTS) if op.word == WILD else ELEMENT_OF[op.word]


def will_consume(s: Gloomhaven, me: Figure, prices: list[Op]) -> tuple[list[Op], list[int]]:
    """Which of these a monster will pay for if its turn comes now, and the elements that will be gone.

    As `consumes`, but nothing happens; where the players choose an element, the first stands for it.
    """
    gone, left = s.notes.get(consumed_by(s, me), 0), available(s)
    paid: list[Op] = []
    taken: list[int] = []
    for op in prices:
        wanted = element_wanted(op)
        ready = [e for e in left if op.word == WILD or e == wanted]
        if gone >> wanted & 1:
            paid.append(op)
        elif ready:
            left.remove(ready[0])
            paid.append(op)
            taken.append(ready[0])
            gone |= 1 << wanted
    return paid, taken


def set_element(s: Gloomhaven, element: int, strength: int) -> None:
    s.elements = (*s.elements[:element], strength, *s.elements[element + 1 :])


def strengthen_infused(s: Gloomhaven) -> None:
    """[GLOOMHAVEN-15.1] At the end of the turn."""
    for element in range(len(ELEMENTS)):
        if s.infused >> element & 1:
            set_element(s, element, STRONG)
    s.infused = 0


def wane(s: Gloomhaven) -> None:
    """[GLOOMHAVEN-15.2] At the end of the round: strong to waning, waning to inert."""
    s.elements = tuple([WANING if strength == STRONG else INERT for strength in s.elements])
