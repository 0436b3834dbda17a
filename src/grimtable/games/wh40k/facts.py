"""What a board draws of the components; sources stand in data/."""

from __future__ import annotations

from typing import Any

from grimtable.games.wh40k.armies import army_shown
from grimtable.games.wh40k.components import (
    ARMIES,
    DEPTH,
    INCH,
    LINES,
    POWERS,
    PROFILES,
    SHEETS,
    WEAPONS,
    WIDTH,
    Amount,
)
from grimtable.games.wh40k.components.terrain import LAYOUTS
from grimtable.games.wh40k.placing import LINES_ACROSS


def facts() -> dict[str, Any]:
    """Plain data about the table, terrain, datasheets, weapons, powers and armies. Lengths are in 0.01 mm."""
    return {
        "inch": INCH,
        "table": [WIDTH, DEPTH],
        "divisions": {name: [list(point) for point in line] for name, line in LINES_ACROSS.items()},
        "terrain": {
            name: [
                {
                    "kind": piece.kind,
                    "footprint": piece.footprint,
                    "cover": piece.cover,
                    "walls": [[wall.poly, wall.low, wall.high, wall.impassable] for wall in piece.walls],
                    "floors": [[floor.poly, floor.z] for floor in piece.floors],
                }
                for piece in pieces
            ]
            for name, pieces in LAYOUTS.items()
        },
        "sheets": {sheet.name: _sheet(number) for number, sheet in enumerate(SHEETS)},
        "weapons": {weapon.name: [_profile(profile) for profile in weapon.profiles] for weapon in WEAPONS},
        "powers": {power.name: {"warp_charge": power.warp_charge, "range": power.range} for power in POWERS},
        "armies": {name: army_shown(army) for name, army in ARMIES.items()},
    }


def _sheet(number: int) -> dict[str, Any]:
    sheet = SHEETS[number]
    return {
        "name": sheet.shown,
        "faction": sheet.faction,
        "keywords": list(sheet.keywords),
        "abilities": list(sheet.abilities),
        "shape": sheet.shape,
        "half_width": sheet.half_width,
        "half_length": sheet.half_length,
        "height": sheet.height,
        "lines": {
            line.shown: [
                line.least_move, line.move, line.ws, line.bs, line.strength, line.toughness, line.wounds,
                shown(line.attacks), line.leadership, line.save,
            ]
            for line in LINES
            if line.sheet == number
        },
    }  # fmt: skip


def _profile(profile: int) -> dict[str, Any]:
    row = PROFILES[profile]
    return {
        "name": row.shown,
        "range": row.range,
        "type": row.type,
        "attacks": shown(row.attacks),
        "strength": row.strength,
        "ap": row.ap,
        "damage": shown(row.damage),
    }


def shown(amount: Amount) -> str:
    """A number or a roll as a datasheet prints it."""
    if not amount.dice:
        return str(amount.plus)
    return f"{amount.dice if amount.dice > 1 else ''}D{amount.sides}"
