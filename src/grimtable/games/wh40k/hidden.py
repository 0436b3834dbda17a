"""What is seen: everything. There is no hidden information in this game [WH40K-1.3]."""

from __future__ import annotations

from typing import Any

from grimtable.games.wh40k.components import LINES, OBJECTIVES, POWERS, SHEETS, WEAPONS, Player, Unit
from grimtable.games.wh40k.deployment import power_level
from grimtable.games.wh40k.morale import leadership
from grimtable.games.wh40k.state import (
    ADVANCED,
    ARRIVED,
    CHARGED,
    CHOSEN,
    DISEMBARKED,
    EMBARKED,
    FELL_BACK,
    FOUGHT,
    GONE,
    RESERVE,
    SHOT,
    TABLE,
    TRIED_CHARGE,
    WAITING,
    Battle,
)
from grimtable.games.wh40k.victory import controller

FLAGS = {
    "moved": CHOSEN,
    "advanced": ADVANCED,
    "fell_back": FELL_BACK,
    "arrived": ARRIVED,
    "disembarked": DISEMBARKED,
    "embarked": EMBARKED,
    "shot": SHOT,
    "tried_charge": TRIED_CHARGE,
    "charged": CHARGED,
    "fought": FOUGHT,
}
PLACES = {TABLE: "table", RESERVE: "reserve", WAITING: "waiting", GONE: "gone"}


def view(s: Battle, viewer: int | None) -> dict[str, Any]:
    """The whole table: everybody sees the same."""
    return {
        "round": s.round,
        "phase": s.phase,
        "active": s.active,
        "first": s.first,
        "acting": s.acting,
        "reach": s.reach,
        "terrain": s.layout,
        "objective": OBJECTIVES[s.objective] if s.objective >= 0 else None,
        "division": s.division,
        "markers": [{"id": at, "x": x, "y": y, "controller": controller(s, at)} for at, (x, y) in enumerate(s.markers)],
        "underdog": s.underdog,
        "rerolls": s.rerolls,
        "vp": list(s.vp),
        "players": [player_view(s, player) for player in (0, 1)],
        "units": [unit_view(s, unit) for unit in range(len(s.owner))],
        "models": [
            (s.unit[m], LINES[s.line[m]].shown, s.wounds[m], s.x[m], s.y[m], s.z[m], s.facing[m], s.moved[m])
            for m in range(len(s.unit))
        ],
        "ending": s.ending,
        "roll": roll_view(s),
    }


def roll_view(s: Battle) -> dict[str, Any] | None:
    """[WH40K-19.7] The dice that a question is about, with what they need and what is added."""
    if not s.roll:
        return None
    return dict(zip(("purpose", "need", "add", "most", "faces", "renewed"), s.roll))


def player_view(s: Battle, player: Player) -> dict[str, Any]:
    return {
        "army": s.armies[player],
        "power": power_level(s, player),
        "vp": s.vp[player],
        "zone": s.zones[player] if s.zones else None,
        "warlord": s.warlord[player],
        "trait": s.trait[player],
    }


def unit_view(s: Battle, unit: Unit) -> dict[str, Any]:
    place = s.place[unit]
    sheet = SHEETS[s.sheet[unit]]
    return {
        "id": unit,
        "owner": s.owner[unit],
        "sheet": sheet.name,
        "place": "aboard" if place >= 0 else PLACES.get(place, "dying"),
        "transport": place if place >= 0 else None,
        "models": list(s.crew[unit]),
        "alive": s.alive(unit),
        "wargear": [[WEAPONS[w].name for w in s.wargear[m]] for m in s.crew[unit]],
        "abilities": list(s.abilities[unit]),
        "powers": [POWERS[p].name for p in s.known[unit]],
        "flags": [name for name, flag in FLAGS.items() if s.did(unit, flag)],
        "lost": s.lost[unit],
        "leadership": leadership(s, unit) if s.lost[unit] and s.alive(unit) else None,  # what a Morale test will ask
        "targets": list(s.targets[unit]),
        "lasting": [[row.model, row.effect, row.until, row.player] for row in s.lasting if row.unit == unit],
    }
