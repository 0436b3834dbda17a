"""Characters of a campaign come into a scenario: as they are, with items of their choice, under what befell them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grimtable.games.gloomhaven.components import BLESS, CHARACTER, HEROES, NONE, Card, Figure, bits
from grimtable.games.gloomhaven.components.cards import CLASS_OF, HP
from grimtable.games.gloomhaven.components.modifiers import CLASS_PERKS, MINUS_ONE, base_deck, next_copy, with_perk
from grimtable.games.gloomhaven.conditions import add_to_deck, give
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.items.equipment import put_on, wearable
from grimtable.games.gloomhaven.items.vocabulary import AVAILABLE
from grimtable.games.gloomhaven.piles import discard_cards
from grimtable.games.gloomhaven.state import T
from grimtable.kernel.values import Flow, Procedure, Step

ENOUGH: Final = "enough"


def enlist(
    t: T,
    character: Figure,
    class_: str,
    cards: tuple[Card, ...],
    perks: tuple[int, ...],
    items: tuple[int, ...],
    bless: int,
) -> Flow[None]:
    """[GLOOMHAVEN-25.12, GLOOMHAVEN-25.15] The pool, the perks and the blessings it has earned."""
    s, kind = t.state, CLASS_OF[class_]
    figure = s.enter(HEROES, CHARACTER, kind, 0, character + 1, HP[kind][s.levels[character] - 1], NONE)
    assert figure == character
    s.home[character], s.perks[character] = cards, perks
    deck = base_deck(character)
    for perk in perks:
        deck = with_perk(deck, character, CLASS_PERKS[kind][perk])
    t.shuffle(deck)
    s.decks[character] = tuple(deck)
    t.emit("joined", s.tag(character))
    for _ in range(bless):
        add_to_deck(t, character, BLESS)
    s.agenda.append(Step("pack", (character, items)))
    yield from ()


def pack(t: T, character: Figure, items: tuple[int, ...]) -> Flow[None]:
    """[GLOOMHAVEN-2.7, GLOOMHAVEN-2.8] Which of one's items one wears, for the whole scenario."""
    s = t.state
    while True:
        ready = [item for item in wearable(s, character, sorted(items)) if item in AVAILABLE]
        if not ready:
            return
        options: list[int | str] = [ENOUGH, *ready]
        item = yield from t.choose(s.seat[character], "pack", options)
        if isinstance(item, str):
            return
        put_on(t, character, item)


# ---------------------------------------------------------------- omens [GLOOMHAVEN-24.8]
def omens(t: T, what: tuple[tuple[Any, ...], ...]) -> Flow[None]:
    """What events have laid on the party, once everybody has a hand and a place."""
    for kind, *values in what:
        yield from OMENS[kind](t, *values)


def damage(t: T, points: int) -> Flow[None]:
    for character in t.state.heroes():
        yield from suffer(t, character, points, NONE)


def condition(t: T, *names: str) -> Flow[None]:
    for character in t.state.heroes():
        give(t, character, bits(list(names)))
    yield from ()


def discard(t: T, count: int = 1) -> Flow[None]:
    for character in t.state.heroes():
        yield from discard_cards(t, character, count)


def minus_one(t: T, count: int) -> Flow[None]:
    """Into the deck of one of them: whose, the first player says for all."""
    s = t.state
    character = yield from t.choose(s.seat[0], "burdened", s.heroes())
    deck = [*s.decks[character]]
    for _ in range(count):
        deck.append(next_copy(deck, character, MINUS_ONE))
    t.shuffle(deck)
    s.decks[character] = tuple(deck)
    t.emit("cards_added", "minus1", count)


OMENS: dict[str, Callable[..., Flow[None]]] = {
    "damage": damage,
    "condition": condition,
    "discard": discard,
    "discard_one": discard,
    "minus_one": minus_one,
}
ENLISTING: dict[str, Procedure] = {"enlist": enlist, "pack": pack, "omens": omens}
