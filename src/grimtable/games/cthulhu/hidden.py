"""Who may see what [CTHULHU-2.14]: everything is open but the values of Elder Signs that are not revealed."""

from __future__ import annotations

from typing import Any

from grimtable.games.cthulhu.actions import awakening_cost, price, special_price
from grimtable.games.cthulhu.battle import strength
from grimtable.games.cthulhu.components import (
    ABANDONED,
    ABILITY_COST,
    ACOLYTE,
    AREA_IDS,
    CAPTIVE,
    DESECRATION_TOKENS,
    FACTION,
    FACTION_OF_REQUIREMENT,
    FACTIONS,
    GREAT_OLD_ONES_OF,
    KIND,
    KINDS,
    MAPS,
    MONSTERS_OF,
    NO_GATE,
    NONE,
    POOL,
    RECRUIT_COST,
    REQUIREMENTS,
    SIGN_VALUE,
    SPELLBOOKS,
    SUBMERGED,
    TRACK,
    UID,
    Area,
    Player,
    Token,
    Unit,
)
from grimtable.games.cthulhu.gather import income
from grimtable.games.cthulhu.state import Cthulhu
from grimtable.kernel.hidden import deal
from grimtable.kernel.values import Dice


def view(s: Cthulhu, viewer: Player | None) -> dict[str, Any]:
    """What a viewer may see."""
    return {
        "map": MAPS[s.map],
        "phase": s.phase,
        "cycle": s.cycle,
        "first": s.first if s.first != NONE else None,
        "direction": "clockwise" if s.direction == 1 else "counterclockwise",
        "active": s.active if s.active != NONE else None,
        "ritual": {
            "track": list(TRACK[len(s.power)]),
            "marker": s.ritual,
            "cost": s.ritual_cost(),
            "instant_death": s.instant_death(),
        },
        "decay": s.decay if len(s.power) == 2 else None,
        "areas": {AREA_IDS[area]: area_view(s, area) for area in s.areas()},
        "units": [unit_view(s, unit) for unit, owner in enumerate(s.owner) if owner != NONE],
        "players": [player_view(s, me, viewer) for me in s.players()],
        "bag": len(s.bag),
        "revealed": sorted([SIGN_VALUE[token] for token in s.revealed]),
        "desecration_tokens": DESECRATION_TOKENS - len(s.desecrated),
        "spent": list(s.spent),
        "picked": UID[s.picked] if s.picked != NONE else None,
        "fought": [AREA_IDS[area] for area in s.fought],
        "met": [{"player": s.faction.index(FACTION_OF_REQUIREMENT[r]), "requirement": r} for r in s.met],
        "battle": battle_view(s) if s.battlefield != NONE else None,
        "talks": {
            "topic": s.topic,
            "talkers": list(s.talkers),
            "payers": list(s.payers),
            "stake": s.stake,
            "offer": list(s.offer),
        }
        if s.talkers
        else None,
        "outcome": list(s.outcome),
    }


def area_view(s: Cthulhu, area: Area) -> dict[str, Any]:
    """The gate of an area with its keeper, and the Desecration token."""
    gate = s.gate[area]
    return {
        "gate": None if gate == NO_GATE else "abandoned" if gate == ABANDONED else "controlled",
        "keeper": UID[gate] if gate >= 0 else None,
        "controller": s.keeper(area) if gate >= 0 else None,
        "desecrated": area in s.desecrated,
        "units": [UID[unit] for unit, place in enumerate(s.area) if place == area],
    }


def place_of(area: Area) -> str:
    if area >= 0:
        return AREA_IDS[area]
    return "pool" if area == POOL else "submerged" if area == SUBMERGED else "captive"


def unit_view(s: Cthulhu, unit: Unit) -> dict[str, Any]:
    area = s.area[unit]
    return {
        "id": UID[unit],
        "kind": KINDS[KIND[unit]],
        "owner": s.owner[unit],
        "faction": FACTIONS[FACTION[unit]],
        "place": place_of(area),
        "captor": CAPTIVE - area if area <= CAPTIVE else None,
        "on_gate": s.on_gate(unit),
    }


def player_view(s: Cthulhu, me: Player, viewer: Player | None) -> dict[str, Any]:
    """A faction card: tracks, spellbooks on their requirements, Elder Signs as far as the viewer knows them."""
    if not s.faction:
        return {"faction": None}
    faction = s.faction[me]
    known = [token for token in s.signs[me] if viewer is not None and s.knows[token] >> viewer & 1]
    return {
        "faction": FACTIONS[faction],
        "power": s.power[me],
        "doom": s.doom[me],
        "income": income(s, me),
        "gates": [AREA_IDS[area] for area in s.gates_of(me)],
        "books": s.books(me),
        "slots": [
            {"requirement": requirement, "spellbook": book or None}
            for requirement, book in zip(REQUIREMENTS[faction], s.slots[me])
        ],
        "unearned": [book for book in SPELLBOOKS[faction] if book not in s.slots[me]],
        "signs": len(s.signs[me]),
        "known_signs": sorted([SIGN_VALUE[token] for token in known]),
        "captives": [UID[unit] for unit, area in enumerate(s.area) if area == CAPTIVE - me],
        "prices": prices(s, me),
        "great_old_ones": [UID[unit] for unit in s.great_old_ones(me)],
    }


def prices(s: Cthulhu, me: Player) -> dict[str, int]:
    """What a player would pay now: by kind for units, by id for abilities that cost Power."""
    found = {KINDS[kind]: price(s, me, kind) for kind in MONSTERS_OF[s.faction[me]]}
    found[KINDS[ACOLYTE]] = RECRUIT_COST
    for unit in GREAT_OLD_ONES_OF[s.faction[me]]:
        found[KINDS[KIND[unit]]] = awakening_cost(s, unit)
    for ability in s.abilities[me]:
        if ABILITY_COST.get(ability):
            found[ability] = special_price[ability](s, me) if ability in special_price else ABILITY_COST[ability]
    return found


def battle_view(s: Cthulhu) -> dict[str, Any]:
    """The battle as a scene: who fights, dice, results so far, who still has to retreat."""
    one, two = s.attacker, s.defender
    return {
        "area": AREA_IDS[s.battlefield],
        "sides": [
            {
                "player": me,
                "fighters": uids(s.fighters(me)),
                "dice": strength(s, me, s.fighters(me), s.opponent(me)),
            }
            for me in (one, two)
        ],
        "rolled": [sorted(faces, reverse=True) for faces in s.rolled],
        "exempt": uids(s.exempt),
        "called": uids(s.called),
        "killed": uids(s.killed),
        "pained": uids(s.pained),
        "victims": uids(s.victims),
        "fleeing": uids(s.fleeing),
    }


def uids(units: tuple[Unit, ...] | list[Unit]) -> list[str]:
    return [UID[unit] for unit in units]


# ---------------------------------------------------------------- hidden Elder Signs
def unknown(s: Cthulhu, viewer: Player) -> frozenset[Token]:
    return frozenset([token for token, who in enumerate(s.knows) if not who >> viewer & 1])


def redeal(base: Cthulhu, loose: frozenset[Token], viewer: Player, dice: Dice) -> Cthulhu:
    """[CTHULHU-3.12] The unknown Elder Signs anew over the bag and the players; who knows a slot still knows it."""
    s = base.clone()
    zones = [s.bag, *[list(signs) for signs in s.signs]]
    known = [[s.knows[token] for token in zone] for zone in zones]
    deal(zones, loose & unknown(s, viewer), dice)
    for zone, who in zip(zones, known):
        for token, players in zip(zone, who):
            s.knows[token] = players
    s.signs = [tuple(zone) for zone in zones[1:]]
    return s
