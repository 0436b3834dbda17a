"""The secrets of each game, entry by entry: what a viewer does not know and what could be otherwise."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

from grimtable.games.cthulhu import components as cthulhu
from grimtable.games.cthulhu import hidden as cthulhu_hidden
from grimtable.games.cthulhu.state import Cthulhu
from grimtable.games.darklord import components as darklord
from grimtable.games.darklord.state import DarkLord
from grimtable.games.gloomhaven import hidden as gloomhaven_hidden
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.oldworld import components as oldworld
from grimtable.games.oldworld import hidden as oldworld_hidden
from grimtable.games.oldworld.state import OldWorld
from toys import relics


class Hidden(NamedTuple):
    secrets: Callable[[Any, int], dict[str, Any]]  # (state, viewer) -> value by name
    thing: Callable[[int], Any]  # how events name what `unknown` lists


def relics_secrets(s: Any, viewer: int) -> dict[str, Any]:
    """Relics in deck and hands and face down, dice of others, offerings of others."""
    unknown = relics.hidden.unknown(s, viewer)
    zones = {"deck": s.deck, "sealed": s.sealed, **{f"hand {p}": hand for p, hand in enumerate(s.hands)}}
    found = {f"{zone} {at}": card for zone, cards in zones.items() for at, card in enumerate(cards) if card in unknown}
    if len(found) < 2:
        found = {}
    others = [other for other in s.players() if other != viewer]
    found.update({f"omen {other}": s.omens[other] for other in others if s.omens[other] > 0})
    if s.offers[viewer] >= 0:
        fitting = [o for o in product((0, 1, 2), repeat=len(others)) if sum(o) == s.offered - s.offers[viewer]]
        for at, other in enumerate(others):
            if len({offers[at] for offers in fitting}) > 1:
                found[f"offer {other}"] = s.offers[other]
    return found


def darklord_secrets(s: DarkLord, viewer: int) -> dict[str, Any]:
    """The order of the cards within each level's part of the deck."""
    levels = [darklord.LEVEL[card] for card in s.deck]
    return {f"deck {at}": card for at, card in enumerate(s.deck) if levels.count(darklord.LEVEL[card]) > 1}


def cthulhu_secrets(s: Cthulhu, viewer: int) -> dict[str, Any]:
    """Elder Signs in the bag and with the other players."""
    unknown = cthulhu_hidden.unknown(s, viewer)
    zones = {"bag": s.bag, **{f"signs {p}": signs for p, signs in enumerate(s.signs)}}
    found = {f"{zone} {at}": sign for zone, signs in zones.items() for at, sign in enumerate(signs) if sign in unknown}
    return found if len(found) > 1 else {}


def oldworld_secrets(s: OldWorld, viewer: int) -> dict[str, Any]:
    """Chaos decks, other hands, and which Old World cards lie in the deck."""
    unknown = oldworld_hidden.unknown(s, viewer)
    pools = [{f"deck {p}": s.decks[p], f"hand {p}": s.hands[p]} for p in s.powers]
    found: dict[str, Any] = {}
    for pool in [*pools, {"old deck": s.old_deck, "old box": s.old_box}]:
        cards = {f"{zone} {at}": c for zone, cards in pool.items() for at, c in enumerate(cards) if c in unknown}
        found.update(cards if len(cards) > 1 else {})
    return found


def nothing_hidden(s: Any, viewer: int) -> dict[str, Any]:
    """An open game: everybody sees everything."""
    return {}


def gloomhaven_secrets(s: Gloomhaven, viewer: int) -> dict[str, Any]:
    """The order of decks, other hands and what stayed at home, other battle goals."""
    unknown = gloomhaven_hidden.unknown(s, viewer)
    pools = [{f"modifiers {owner}": deck} for owner, deck in enumerate(s.decks)]
    pools += [{f"ability {deck}": cards} for deck, cards in s.ability_decks.items()]
    others = [c for c in range(len(s.hand)) if s.seat[c] != viewer]
    pools += [{f"hand {c}": s.hand[c], f"home {c}": s.home[c]} for c in others]
    pools.append({"goals": s.goal_deck, **{f"goals {c}": s.goals_dealt[c] for c in others}})
    found: dict[str, Any] = {}
    for pool in pools:
        cards = {f"{zone} {at}": c for zone, cards in pool.items() for at, c in enumerate(cards) if c in unknown}
        found.update(cards if len(cards) > 1 else {})
    return found


HIDDEN: dict[str, Hidden] = {
    "cthulhu": Hidden(cthulhu_secrets, cthulhu.SIGN_ID.__getitem__),
    "darklord": Hidden(darklord_secrets, darklord.UID.__getitem__),
    "gloomhaven": Hidden(gloomhaven_secrets, int),
    "oldworld": Hidden(oldworld_secrets, oldworld.TITLE.__getitem__),
    "relics": Hidden(relics_secrets, int),
    "wh40k": Hidden(nothing_hidden, int),
}
