"""Drawing attack modifier cards [GLOOMHAVEN-3, GLOOMHAVEN-13.12, GLOOMHAVEN-13.13, GLOOMHAVEN-13.14]."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import NONE
from grimtable.games.gloomhaven.components.modifiers import (
    CURSE,
    MILD,
    MONSTER_DECK,
    Modifier,
    modifier_kind,
    modifier_of,
)
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import REDUCED
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.telling import tell


class Draw:
    """What the drawn cards do to an attack."""

    __slots__ = ("cursed", "double", "effects", "null", "plus")

    def __init__(self, plus: int, null: bool, double: bool, effects: tuple[Op, ...], cursed: bool = False) -> None:
        self.plus = plus
        self.null = null
        self.double = double
        self.effects = effects
        self.cursed = cursed  # one of them is a curse


def read_card(s: Gloomhaven, card: int) -> Modifier:
    """[GLOOMHAVEN-29.1] With reduced randomness 2x and bless count as +2, null and curse as -2."""
    return MILD.get(modifier_kind(card), modifier_of(card)) if REDUCED in s.flags else modifier_of(card)


def draw_one(t: T, owner: int) -> int:
    """[GLOOMHAVEN-3.9] The top card; an empty deck is made anew of its discards."""
    s = t.state
    if not s.decks[owner]:
        refill(t, owner)
    card = s.decks[owner][-1]
    s.decks[owner] = s.decks[owner][:-1]
    t.no_undo()
    modifier = modifier_of(card)
    if not modifier.fleeting:  # [GLOOMHAVEN-3.6] bless and curse return to their pool
        s.drawn[owner] = (*s.drawn[owner], card)
    if modifier.shuffle:
        s.reshuffle |= 1 << owner  # [GLOOMHAVEN-3.8] at the end of the round
    tell(t, "modifier", NONE if owner == MONSTER_DECK else owner, card)
    return card


def refill(t: T, owner: int) -> None:
    s = t.state
    deck = [*s.decks[owner], *s.drawn[owner]]
    t.shuffle(deck)
    s.decks[owner], s.drawn[owner] = tuple(deck), ()


def draw(t: T, owner: int, lean: int) -> Draw:
    """One target's modifier: lean is 1 with advantage, -1 with disadvantage, else 0 [GLOOMHAVEN-13.15]."""
    if lean == 0:
        card = read_card(t.state, draw_one(t, owner))
        return applied([card, *draw_until_plain(t, owner)]) if card.rolling else alone(card)
    first, second = read_card(t.state, draw_one(t, owner)), read_card(t.state, draw_one(t, owner))
    if first.rolling and second.rolling:
        rest = draw_until_plain(t, owner)
        return applied([first, second, *rest] if lean > 0 else [rest[-1]])
    if first.rolling or second.rolling:
        plain = second if first.rolling else first
        return applied([first, second] if lean > 0 else [plain])
    return applied([better(first, second) if lean > 0 else worse(first, second)])


def draw_until_plain(t: T, owner: int) -> list[Modifier]:
    """[GLOOMHAVEN-3.5] Rolling cards and the one that ends them."""
    cards = [read_card(t.state, draw_one(t, owner))]
    while cards[-1].rolling:
        cards.append(read_card(t.state, draw_one(t, owner)))
    return cards


def applied(cards: list[Modifier]) -> Draw:
    """All values and effects together; a null is 0 whatever else was drawn."""
    if len(cards) == 1:
        return alone(cards[0])
    return Draw(
        sum([card.plus for card in cards]),
        any([card.null for card in cards]),
        any([card.double for card in cards]),
        tuple([op for card in cards for op in card.effects]),
        any([card.name == CURSE for card in cards]),
    )


def alone(card: Modifier) -> Draw:
    return Draw(card.plus, card.null, card.double, card.effects, card.name == CURSE)


def worth(card: Modifier) -> int:
    """The number of a card, for comparison: null below and 2x above all numbers."""
    return -100 if card.null else 100 if card.double else card.plus


def comparable(first: Modifier, second: Modifier) -> int:
    """[GLOOMHAVEN-13.14] Positive if the first is better, negative if worse, 0 if nobody can tell."""
    a = [(op.name, op.word, op.value) for op in first.effects]
    b = [(op.name, op.word, op.value) for op in second.effects]
    more = [effect for effect in a if effect not in b]
    less = [effect for effect in b if effect not in a]
    if more and less:
        return 0
    if more or less:  # an effect has a positive but undefined value
        lead = worth(first) - worth(second)
        if more:
            return 1 if lead >= 0 else 0
        return -1 if lead <= 0 else 0
    return worth(first) - worth(second)


def better(first: Modifier, second: Modifier) -> Modifier:
    return second if comparable(first, second) < 0 else first


def worse(first: Modifier, second: Modifier) -> Modifier:
    return second if comparable(first, second) > 0 else first
