"""Terrain pieces where a layout puts them, in units of 0.01 mm [WH40K-16.3]."""

from __future__ import annotations

from typing import Any, NamedTuple

from grimtable.games.wh40k.components import _read
from grimtable.games.wh40k.components.effects import INCH

Point = tuple[int, int]
Polygon = tuple[Point, ...]


class Wall(NamedTuple):
    """A prism of terrain: what stands in the way and blocks the view."""

    poly: Polygon
    low: int
    high: int
    opaque: bool
    impassable: bool  # else it can be climbed [WH40K-4.6]


class Floor(NamedTuple):
    poly: Polygon
    z: int


class Piece(NamedTuple):
    """A terrain feature on the table."""

    kind: str
    footprint: Polygon
    cover: bool  # [WH40K-9.18]
    walls: tuple[Wall, ...]
    floors: tuple[Floor, ...]


def _length(inches: Any) -> int:
    length: int = round(inches * INCH)
    return length


def _points(rows: list[list[Any]], place: dict[str, Any], offset: list[Any]) -> Polygon:
    """Points of a piece on the table: turned by quarter turns, then moved."""
    found: list[Point] = []
    for row in rows:
        x, y = _length(row[0] + offset[0]), _length(row[1] + offset[1])
        for _ in range(place["rot_deg"] // 90):
            x, y = -y, x
        found.append((x + _length(place["x"]), y + _length(place["y"])))
    return tuple(found)


def _piece(row: dict[str, Any], place: dict[str, Any]) -> Piece:
    walls = [
        Wall(
            _points(prism["poly"], place, prism.get("offset", [0, 0])),
            _length(prism["z0"]),
            _length(prism["z1"]),
            prism["opaque"],
            prism["impassable"],
        )
        for prism in row["prisms"]
    ]
    floors = [Floor(_points(floor["poly"], place, [0, 0]), _length(floor["z"])) for floor in row["floors"]]
    return Piece(row["id"], _points(row["footprint_in"], place, [0, 0]), row["cover"], tuple(walls), tuple(floors))


def _layouts() -> dict[str, tuple[Piece, ...]]:
    data = _read("terrain")
    pieces = {row["id"]: row for row in data["pieces"]}
    return {
        layout["id"]: tuple([_piece(pieces[place["piece"]], place) for place in layout["pieces"]])
        for layout in data["layouts"]
    }


LAYOUTS: dict[str, tuple[Piece, ...]] = _layouts()
LAYOUT_ORDER: tuple[str, ...] = ("standard_11", *[name for name in LAYOUTS if name != "standard_11"], "empty")
LAYOUTS["empty"] = ()
