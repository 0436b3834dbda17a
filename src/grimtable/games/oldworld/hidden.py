"""Who may see what: hands, Chaos decks and the Old World deck are hidden, all else is open.

Nobody ever learns a hidden card of somebody else, so what a player knows follows from where a card lies: the own hand
is known, decks and other hands are not, and all other places are open.
"""

from __future__ import annotations

from typing import Any

from grimtable.games.oldworld.actions import destinations, summonable, summoning_cost
from grimtable.games.oldworld.components import (
    CARD_COST,
    CARD_POWER,
    CARNAGE_HOLDS,
    EVERYWHERE,
    FIGURES,
    KHORNE_BY_BATTLE,
    KIND,
    KINDS,
    NONE,
    OWNER,
    POPULOUS,
    POWERS,
    REGIONS,
    SLAANESH_NEEDS_ONE,
    SLOTS,
    TITLE,
    TOKENS,
    Card,
    Figure,
    Power,
    Region,
    taken,
)
from grimtable.games.oldworld.corruption import domination
from grimtable.games.oldworld.regions import (
    conquest_value,
    defense,
    free_slots,
    is_live,
    magic_symbols,
    open_regions,
    price,
    resistance,
)
from grimtable.games.oldworld.state import GODS, SUMMONING, OldWorld, owner_of
from grimtable.kernel.hidden import deal
from grimtable.kernel.values import Dice

REWORDED: dict[str, tuple[str, str]] = {
    CARNAGE_HOLDS: ("text.field_of_carnage", "text.field_of_carnage_out_of"),
    KHORNE_BY_BATTLE: ("condition.khorne", "condition.khorne_by_battle"),
    SLAANESH_NEEDS_ONE: ("condition.slaanesh", "condition.slaanesh_with_one"),
}


# ---------------------------------------------------------------- what is seen
def view(s: OldWorld, viewer: int | None) -> dict[str, Any]:
    """[OLDWORLD-1.12] What a viewer may see; None is a spectator."""
    me = NONE if viewer is None else s.powers[viewer]
    return {
        "round": s.round,
        "phase": s.phase,
        "region": REGIONS[s.region] if s.region != NONE else None,
        "moving": FIGURES[s.moving] if s.moving != NONE else None,
        "playing": TITLE[s.playing] if s.playing != NONE else None,
        "old_world": {
            "deck": len(s.old_deck),
            "track": [TITLE[card] if card != NONE else None for card in s.track],
            "discarded": [TITLE[card] for card in s.old_discards],
        },
        "ruins": s.ruins(),
        "supply": {name: s.supply(kind) for kind, name in enumerate(TOKENS)},
        "regions": [region_view(s, region) for region in EVERYWHERE],
        "players": [player_view(s, power, me) for power in s.powers],
        "vp": [s.vp[power] for power in s.powers],
        "prices": prices(s, me) if me != NONE and s.phase == SUMMONING else None,
        "wording": wording(s),
        "ending": s.ending,
    }


def prices(s: OldWorld, me: Power) -> dict[str, dict[str, int]]:
    """[OLDWORLD-7.3, OLDWORLD-21.7] What the player would pay, by card in hand or figure and by region."""
    found: dict[str, dict[str, int]] = {}
    cards = [*s.hands[me]]
    if s.playing != NONE and CARD_POWER[s.playing] == me:
        cards.append(s.playing)
    for card in cards:
        costs = {REGIONS[region]: price(s, card, region) for region in open_regions(s)}
        found[TITLE[card]] = {name: cost for name, cost in costs.items() if cost <= s.points[me]}
    goals = destinations(s, me)
    figures = summonable(s, me, goals)
    if s.moving != NONE and s.moving not in figures:
        figures.append(s.moving)
    for figure in figures:
        regions = [region for region in goals if region != s.where[figure]]
        found[FIGURES[figure]] = {REGIONS[region]: summoning_cost(s, me, figure, region) for region in regions}
    return found


def wording(s: OldWorld) -> dict[str, str]:
    """Texts that say something else under the rulings of this game: the key that stands for another one."""
    return {key: new for flag, (key, new) in REWORDED.items() if flag in s.flags}


def region_view(s: OldWorld, region: Region) -> dict[str, Any]:
    """A region with its numbers, figures, tokens, cards and how domination stands."""
    there = s.corruption[GODS * region : GODS * region + GODS]
    free = free_slots(s, region)
    perched = {slot: FIGURES[figure] for figure, slot in s.perched}
    return {
        "name": REGIONS[region],
        "populous": POPULOUS[region],
        "resistance": resistance(s, region),
        "conquest": conquest_value(s, region),
        "ruined": s.ruined[region],
        "face_up": bool(s.face_up >> region & 1),
        "figures": [figure_view(s, figure) for figure in s.at[region]],
        "corruption": {POWERS[power]: there[power] for power in s.powers},
        "tokens": {name: s.token(region, kind) for kind, name in enumerate(TOKENS) if s.token(region, kind)},
        "magic": magic_symbols(s, region),
        "slots": [
            {
                "side": side,
                "card": TITLE[card] if card != NONE else None,
                "power": POWERS[owner_of(card)] if card != NONE else None,
                "cost": CARD_COST[card] if card != NONE else None,
                "void": card != NONE and not is_live(s, card, region),
                "figure": perched.get(2 * region + place),
                "free": 2 * region + place in free,
            }
            for place, (side, card) in enumerate(zip(SLOTS, s.slots[2 * region : 2 * region + 2]))
        ],
        "domination": {POWERS[power]: domination(s, region, power) for power in s.powers},
    }


def figure_view(s: OldWorld, figure: Figure) -> dict[str, Any]:
    return {
        "id": figure,
        "figure": FIGURES[figure],
        "kind": KINDS[KIND[figure]],
        "owner": POWERS[OWNER[figure]],
        "power": POWERS[s.control[figure]],
        "attack": s.attack(figure),
        "defense": defense(s, figure, s.where[figure]),
        "shielded": figure in s.shielded,
        "toppled": figure in s.toppled,
        "hits": len([1 for _, hit in s.wounds if hit == figure]),
    }


def player_view(s: OldWorld, power: Power, viewer: Power) -> dict[str, Any]:
    """A sheet with its dial; the hand only for its owner, sorted: a hand has no order."""
    return {
        "power": POWERS[power],
        "points": s.points[power],
        "vp": s.vp[power],
        "dial": s.dial[power],
        "threat": s.threat(power),
        "counters": s.counters[power],
        "peasants": s.peasants[power],
        "upgrades": taken(power, s.upgrades[power]),
        "reserve": [FIGURES[f] for f in range(len(FIGURES)) if OWNER[f] == power and s.where[f] == NONE],
        "deck": len(s.decks[power]),
        "discards": [TITLE[card] for card in s.discards[power]],
        "cards": len(s.hands[power]),
        "hand": sorted([TITLE[card] for card in s.hands[power]]) if power == viewer else None,
    }


# ---------------------------------------------------------------- what is not known
def unknown(s: OldWorld, viewer: int) -> frozenset[Card]:
    """[OLDWORLD-1.12] Decks, other hands, the Old World deck and the cards that were never dealt."""
    me = s.powers[viewer]
    hands = [card for power in s.powers if power != me for card in s.hands[power]]
    decks = [card for power in s.powers for card in s.decks[power]]
    return frozenset([*hands, *decks, *s.old_deck, *s.old_box])


def redeal(base: OldWorld, loose: frozenset[Card], viewer: int, dice: Dice) -> OldWorld:
    """Each power's hidden cards anew over its deck and hand; the Old World cards over deck and box."""
    s = base.clone()
    unseen = loose & unknown(s, viewer)
    hands, decks = list(s.hands), list(s.decks)
    for power in s.powers:
        zones = [list(hands[power]), list(decks[power])]
        deal(zones, unseen, dice)
        hands[power], decks[power] = tuple(zones[0]), tuple(zones[1])
    s.hands, s.decks = tuple(hands), tuple(decks)
    zones = [list(s.old_deck), list(s.old_box)]
    deal(zones, unseen, dice)
    s.old_deck, s.old_box = tuple(zones[0]), tuple(zones[1])
    return s
