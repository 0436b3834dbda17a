"""Where ability cards lie: hand, discard, lost and active area."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import NONE, Card, Figure
from grimtable.games.gloomhaven.components.cards import CARD_CLASS, CARD_HALVES, IN_SUPPLY
from grimtable.games.gloomhaven.components.terms import Bonus
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.telling import tell
from grimtable.kernel.values import Flow


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple([other for other in cards if other != card])


def lies_in(cards: tuple[Card, ...], card: Card) -> bool:
    """As `in`, without comparing objects: asked for every card that moves."""
    for other in cards:  # noqa: SIM110  # a loop: no object per card
        if other == card:
            return True
    return False


def show(s: Gloomhaven, character: Figure, card: Card) -> None:
    """The others have seen this card."""
    if not lies_in(s.seen[character], card):
        s.seen[character] = (*s.seen[character], card)


def take_away(s: Gloomhaven, character: Figure, card: Card) -> None:
    """Out of whatever pile it lies in."""
    for pile in (s.hand, s.discard, s.lost, s.active):
        if lies_in(pile[character], card):
            pile[character] = without(pile[character], card)
    if lies_in(s.to_play, card):
        s.to_play = without(s.to_play, card)


def discard(s: Gloomhaven, character: Figure, card: Card) -> None:
    """To the discard pile; a card of a supply goes back there."""
    take_away(s, character, card)
    if IN_SUPPLY[card]:
        return
    s.discard[character] = (*s.discard[character], card)
    show(s, character, card)


def discard_cards(t: T, character: Figure, count: int) -> Flow[None]:
    """So many cards of the hand, of the owner's choice."""
    s = t.state
    for _ in range(min(count, len(s.hand[character]))):
        card = yield from t.choose(s.seat[character], "discard_card", sorted(s.hand[character]))
        t.no_undo()  # the others learn a card of the hand
        discard(s, character, card)
        tell(t, "discarded", character, card)


def lose(t: T, character: Figure, card: Card) -> None:
    s = t.state
    if not lies_in(s.seen[character], card):
        t.no_undo()  # the others learn a card of the hand
    take_away(s, character, card)
    s.lost[character] = (*s.lost[character], card)
    show(s, character, card)
    tell(t, "card_lost", character, card)


def recover(s: Gloomhaven, character: Figure, card: Card) -> None:
    """Back into the hand; a bonus of the card ends [GLOOMHAVEN-16.6]."""
    take_away(s, character, card)
    end_bonuses(s, card)
    s.hand[character] = (*s.hand[character], card)


def end_bonuses(s: Gloomhaven, card: Card) -> None:
    s.bonuses = [row for row in s.bonuses if row.source != card]


def leave_active(t: T, character: Figure, row: Bonus) -> None:
    """[GLOOMHAVEN-16.4, GLOOMHAVEN-16.5] The card goes to its pile: lost if its half says so, else discard."""
    s = t.state
    end_bonuses(s, row.source)
    if row.source == NONE or row.source not in s.active[character]:
        return
    if is_lent(row):
        take_away(s, character, row.source)
        character = s.kind.index(CARD_CLASS[row.source])  # back to the one who lent it
    if CARD_HALVES[row.source][row.half].lost:
        lose(t, character, row.source)
    else:
        discard(s, character, row.source)


def spendable(s: Gloomhaven, character: Figure) -> list[Card]:
    """[GLOOMHAVEN-18.4] Cards of the hand that may be lost to avoid damage: those of a supply say they may not."""
    return sorted([card for card in s.hand[character] if not IN_SUPPLY[card]])


def is_lent(row: Bonus) -> bool:
    """Whether its card lies in the active area of somebody else, and returns."""
    return row.source != NONE and bool(CARD_HALVES[row.source][row.half].ops[row.place].text("return_to"))


def count_discarded(s: Gloomhaven, character: Figure) -> int:
    """[GLOOMHAVEN-16.6] How many cards count as discarded."""
    return len(s.discard[character]) + len(idle_active(s, character))


def idle_active(s: Gloomhaven, character: Figure) -> list[Card]:
    """[GLOOMHAVEN-16.6] Active cards that count as discarded: their half has no lost icon."""
    if not s.active[character]:
        return []
    halves = {row.source: row.half for row in s.bonuses if row.figure == character}
    lent = [row.source for row in s.bonuses if row.figure == character and is_lent(row)]
    return [c for c in s.active[character] if not CARD_HALVES[c][halves.get(c, 0)].lost and c not in lent]
