"""Rests [GLOOMHAVEN-8]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.active import give_up
from grimtable.games.gloomhaven.components import NONE, Card, Figure
from grimtable.games.gloomhaven.components.terms import ITEM_ROOM, READY, SPENT
from grimtable.games.gloomhaven.conditions import heal
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.interludes import ask, at_will, take
from grimtable.games.gloomhaven.piles import count_discarded, idle_active, lose
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.telling import tell
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

NO: Final = "no"
YES: Final = "yes"
LONG_REST_HEAL: Final = 2
rested: Final = Hook[[T, Figure], None]()  # items
AFTER_REST: Final[tuple[str, ...]] = ("items",)


def can_rest(s: Gloomhaven, character: Figure) -> bool:
    """[GLOOMHAVEN-8.1] Two discards; active cards without a lost icon count [GLOOMHAVEN-16.6]."""
    return count_discarded(s, character) >= 2


def short_rest(t: T, character: Figure) -> Flow[None]:
    """[GLOOMHAVEN-8.2, GLOOMHAVEN-8.3] A random discard is lost; for 1 damage another one instead.

    Cards lost to negate that damage are gone too: where no other card is left, the one that was rejected stays.
    """
    s = t.state
    if not s.in_play(character) or not can_rest(s, character):
        return
    seat = s.seat[character]
    while True:
        answer = yield from t.choose(seat, "short_rest", [NO, YES, *at_will(s, seat)])
        if answer == NO:
            return
        if answer == YES:
            break
        yield from take(t, seat, answer)
    yield from pick_up_active(t, character)
    if s.notes.get(f"rests well {character}"):
        yield from rest_well(t, character)
        return
    cards = sorted(s.discard[character])
    card = cards[t.random(len(cards))]
    others = [other for other in cards if other != card]
    tell(t, "rest_card", character, card)
    if others and (yield from ask(t, seat, "keep_card", [NO, YES])) == YES:
        yield from suffer(t, character, 1)
        if not s.in_play(character):
            return
        others = [other for other in others if other in s.discard[character]]
        card = others[t.random(len(others))] if others else NONE
    if card != NONE:
        lose(t, character, card)
    take_up_discards(s, character)
    s.tally(character, "short_rests")
    tell(t, "short_rested", character)
    after_rest(t, character)


def after_rest(t: T, character: Figure) -> None:
    for react in rested.of(AFTER_REST):
        react(t, character)


def long_rest(t: T, character: Figure) -> Flow[None]:
    """[GLOOMHAVEN-8.4] Lose a discard of one's choice, take the rest up, heal 2, refresh spent items."""
    yield from pick_up_active(t, character)
    yield from benefits(t, character)
    t.state.tally(character, "long_rests")
    tell(t, "long_rested", character)
    after_rest(t, character)


def rest_well(t: T, character: Figure) -> Flow[None]:
    """Unstoppable Destruction, bottom: a short rest with everything that a long rest gives."""
    yield from benefits(t, character)
    t.state.tally(character, "short_rests")
    tell(t, "short_rested", character)
    after_rest(t, character)


def benefits(t: T, character: Figure) -> Flow[None]:
    s = t.state
    if s.discard[character]:
        card = yield from t.choose(s.seat[character], "rest_lose", sorted(s.discard[character]))
        lose(t, character, card)
    take_up_discards(s, character)
    heal(t, character, LONG_REST_HEAL)
    refresh_spent(s, character)


def pick_up_active(t: T, character: Figure) -> Flow[None]:
    """Active cards that count as discarded: the owner picks for each whether it stays.

    [GLOOMHAVEN-8.1] A rest costs a card: where nothing else counts as discarded, the last of them cannot stay.
    """
    s = t.state
    idle = idle_active(s, character)
    for card in idle:
        options = [(card, NO), (card, YES)] if card != idle[-1] or s.discard[character] else [(card, YES)]
        if (yield from t.choose(s.seat[character], "pick_up", options))[1] == YES:
            give_up(t, character, card)


def take_up_discards(s: Gloomhaven, character: Figure) -> None:
    """[GLOOMHAVEN-7.9] Lost cards do not come back by resting."""
    cards: tuple[Card, ...] = s.discard[character]
    s.hand[character], s.discard[character] = (*s.hand[character], *cards), ()


def refresh_spent(s: Gloomhaven, character: Figure) -> None:
    """[GLOOMHAVEN-2.11]"""
    for item in s.items[character]:
        key = character * ITEM_ROOM + item
        if s.item_state.get(key, READY) == SPENT:
            s.item_state[key] = READY
            s.item_used.pop(key, None)
