"""Who may see what, and games that a viewer cannot tell from the real one."""

from __future__ import annotations

from itertools import product
from typing import Any

from grimtable.kernel.hidden import deal
from grimtable.kernel.values import Dice

from .components import NONE, OFFERS, SIDES, Card, Player
from .state import Relics


def view(s: Relics, viewer: Player | None) -> dict[str, Any]:
    return {
        "round": s.round,
        "relic": s.relic,
        "deck": len(s.deck),
        "top": s.deck[-1] if s.deck and s.sees(viewer, s.deck[-1]) else None,
        "discard": sorted(s.discard),
        "offered": s.offered,
        "players": [player_view(s, me, viewer) for me in s.players()],
    }


def player_view(s: Relics, me: Player, viewer: Player | None) -> dict[str, Any]:
    sealed = s.sealed[me]
    over = bool(s.outcome)
    return {
        "hand": sorted([card for card in s.hands[me] if s.sees(viewer, card)]),
        "cards": len(s.hands[me]),
        "sealed": sealed != NONE,
        "sealed_card": sealed if sealed != NONE and s.sees(viewer, sealed) else None,
        "won": list(s.won[me]),
        "coins": s.coins[me],
        "altars": list(s.altars[me]),
        "augured": s.omens[me] != NONE,
        "omen": s.omens[me] if viewer == me or over else None,
        "offer": s.offers[me] if viewer == me or over else None,
    }


def unknown(s: Relics, viewer: Player) -> frozenset[Card]:
    return frozenset([card for card, who in enumerate(s.knows) if not who >> viewer & 1])


def redeal(base: Relics, loose: frozenset[Card], viewer: Player, dice: Dice) -> Relics:
    s = base.clone()
    zones = [s.deck, s.sealed, *[list(hand) for hand in s.hands]]
    known = [[0 if card == NONE else s.knows[card] for card in zone] for zone in zones]
    deal(zones, loose & unknown(s, viewer), dice)
    for zone, who in zip(zones, known):
        for card, players in zip(zone, who):
            if card != NONE:
                s.knows[card] = players  # what others know stays with the slot
    s.hands = [tuple(zone) for zone in zones[2:]]
    for other in s.players():
        if other != viewer and s.omens[other] != NONE and not s.outcome:
            s.omens[other] = dice.below(SIDES) + 1
    if s.offers[viewer] != NONE and not s.outcome:
        redraw_offers(s, viewer, dice)
    return s


def redraw_offers(s: Relics, viewer: Player, dice: Dice) -> None:
    """What the others offered: anything that gives the sum, if the sum was told."""
    others = [other for other in s.players() if other != viewer]
    rest = s.offered - s.offers[viewer]
    fitting = [o for o in product(OFFERS, repeat=len(others)) if s.offered == NONE or sum(o) == rest]
    for other, offer in zip(others, fitting[dice.below(len(fitting))]):
        s.offers[other] = offer
