"""What players may do at any point, and the points at which they are asked for something else.

In one's own turn that is what `in_own_turn` offers: items and class powers [GLOOMHAVEN-19.1]; whenever one is asked, to
give up an active card [GLOOMHAVEN-16.6]. Such offers stand behind the options of a question. Whoever takes one is asked
anew, with the options as they are by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from grimtable.games.gloomhaven.components import CHARACTER, NONE, OBSTACLE, Card, Figure, Seat
from grimtable.games.gloomhaven.moments import listening
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

Option = tuple[str, int]
# What a character may do in its own turn. Between actions (True) that may be an action of its own [GLOOMHAVEN-19.4].
in_own_turn: Final = Hook[[Gloomhaven, Figure, bool], list[Option]]()
OFFERING: Final[tuple[str, ...]] = ("items", "charges")
take_free_action: Final = Hook[[T, Figure, Card], Flow[None]]()  # what to do with such an offer, by its word
BARRED: Final = "at the edge of a turn"  # a note: no items now [GLOOMHAVEN-8.7]
END_BONUS: Final = "end_bonus"
ITEM: Final = "item"
USE_CHARGE: Final = "use_charge"
OFFERS: Final[tuple[str, ...]] = (ITEM, END_BONUS, USE_CHARGE)
GO_ON: Final = "go_on"
NONE_NOW: Final[tuple[Option, ...]] = ()


def offers_of(s: Gloomhaven, character: Figure, between: bool) -> list[Option]:
    """What a character may do now that is no action of its cards, if it is its turn."""
    found: list[Option] = []
    if s.acting != character or BARRED in s.notes or not s.in_play(character):
        return found
    for more in in_own_turn.of(listening(s, OFFERING)):
        found += more(s, character, between)
    return found


def at_will(s: Gloomhaven, seat: Seat, asked: bool = True) -> Sequence[Option]:
    """What whoever sits there may do before answering: nearly always nothing.

    `asked`: the question is put in any case. Cards to give up alone make no question of a matter of course.
    """
    found, cards = NONE_NOW, NONE_NOW
    for character in range(s.characters):
        if s.seat[character] != seat:
            continue
        active = s.active[character]
        if s.acting == character and (s.items[character] or active):
            found = (*found, *offers_of(s, character, False))
        if active:
            cards = (*cards, *[(END_BONUS, card) for card in active if not carries(s, card)])
    return (*found, *cards) if cards and (asked or found) else found


def carries(s: Gloomhaven, card: Card) -> bool:
    """Whether somebody flies over an obstacle by this card: it can be given up between actions [GLOOMHAVEN-12.7]."""
    for row in s.bonuses:
        if row.source == card and row.word == "gain":
            return s.in_play(row.figure) and bool(s.terrain[s.hex[row.figure]] & OBSTACLE)
    return False


def is_offer(answer: Any) -> bool:
    """Whether an option of a question is one of these offers."""
    return isinstance(answer, tuple) and bool(answer) and answer[0] in OFFERS


def ask(t: T, seat: Seat, prompt: str, options: Sequence[Any]) -> Flow[Any]:
    """A question whose options stay the same whatever is done before it is answered; of one alone it is none."""
    while True:
        free = at_will(t.state, seat) if len(options) > 1 else NONE_NOW
        answer = yield from t.choose(seat, prompt, [*options, *free])
        if not is_offer(answer):
            return answer
        yield from take(t, seat, answer)


def take(t: T, seat: Seat, offer: Any) -> Flow[None]:
    """Do what was offered; then the question is put again."""
    s = t.state
    what, thing = offer
    owner = s.acting
    if what == END_BONUS:
        owner = next(c for c, cards in enumerate(s.active) if s.seat[c] == seat and thing in cards)
    yield from take_free_action[what](t, owner, thing)


def pause(t: T, character: Figure) -> Flow[None]:
    """Between two steps of a turn at which nothing else is asked: only of who has something to use."""
    s = t.state
    if character == NONE or s.acting != character or s.sort[character] != CHARACTER or not s.items[character]:
        return
    while offers_of(s, character, False):
        options: list[Option | str] = [GO_ON, *at_will(s, s.seat[character])]
        answer = yield from t.choose(s.seat[character], "pause", options)
        if answer == GO_ON:
            return
        yield from take(t, s.seat[character], answer)
