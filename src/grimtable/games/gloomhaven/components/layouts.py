"""The map of a scenario: its hexes by number, what is next to what, how far, and who sees whom.

A Layout is the map as printed. A Ground is the layout with some doors closed: distances and lines of sight depend on
them. Both are constants, made at first use and kept.
"""

from __future__ import annotations

from typing import Any, Final

from grimtable.games.gloomhaven.components import NONE, Hex, Mask
from grimtable.games.gloomhaven.components.hexes import Axial, Edge, Pattern, Point, corners, edge, neighbour, touch

FAR: Final = 255  # there is no way
UNKNOWN: Final = 0  # of two hexes: whether one sees the other
SEEN: Final = 1
UNSEEN: Final = 2
BREAKABLE: Final = ("breakable-wall", "altar")  # do not open by walking in


class Layout:
    """Hexes, walls, rooms and doors of a scenario [GLOOMHAVEN-1.5, GLOOMHAVEN-4.5]; all kinds of doors are alike
    [GLOOMHAVEN-5.4]."""

    __slots__ = (
        "_last",
        "around",
        "axial",
        "corners",
        "doors",
        "doors_of",
        "grounds",
        "index",
        "kinds",
        "rooms",
        "size",
        "start",
        "tiles",
    )

    def __init__(self, record: dict[str, Any]) -> None:
        room_of: dict[Axial, int] = {}
        tile_of: dict[Axial, str] = {}
        for tile in record["tiles"]:
            for q, r in tile["hexes"]:
                room_of[(q, r)], tile_of[(q, r)] = tile["room"], tile["ref"]
        for corridor in record["corridors"]:
            for q, r in corridor["hexes"]:
                room_of.setdefault((q, r), corridor["room"])
        doors: list[tuple[Axial, tuple[int, ...], str]] = []
        for door in record["doors"]:
            for q, r in door["hexes"]:
                doors.append(((q, r), tuple(door["rooms"]), door["kind"]))
                room_of[(q, r)] = NONE  # [GLOOMHAVEN-5.5] a door is in neither room
        for at in solid(record, tile_of):
            del room_of[at]
        self.axial: tuple[Axial, ...] = tuple(record.get("numbered") or sorted(room_of))
        self.index: dict[Axial, Hex] = {at: number for number, at in enumerate(self.axial)}
        self.size = len(self.axial)
        self.rooms: tuple[int, ...] = tuple([room_of[at] for at in self.axial])
        self.tiles: tuple[str, ...] = tuple([tile_of.get(at, "") for at in self.axial])
        self.doors: tuple[Hex, ...] = tuple([self.index[at] for at, _, _ in doors])
        self.doors_of: tuple[tuple[int, ...], ...] = tuple([rooms for _, rooms, _ in doors])  # the rooms a door joins
        self.kinds: tuple[str, ...] = tuple([kind for _, _, kind in doors])
        self.start: tuple[Hex, ...] = tuple([self.index[(q, r)] for q, r in record["start_hexes"]])
        walls = {((a[0], a[1]), (b[0], b[1])) for a, b in record["wall_edges"]}
        self.around: tuple[tuple[Hex, ...], ...] = tuple([self._neighbours(at, walls) for at in self.axial])
        self.corners: tuple[tuple[Point, ...], ...] = tuple([corners(at) for at in self.axial])
        self.grounds: dict[int, Ground] = {}
        self._last: Ground | None = None

    def ground(self, closed: Mask, barred: Mask) -> Ground:
        """The layout with these doors closed; those barred can be attacked."""
        last = self._last
        if last is not None and last.closed == closed and last.armed == barred:  # as nearly always
            return last
        key = closed | barred << len(self.doors)
        found = self.grounds.get(key)
        if found is None:
            found = self.grounds[key] = Ground(self, closed, barred)
        self._last = found
        return found

    def _neighbours(self, at: Axial, walls: set[tuple[Axial, Axial]]) -> tuple[Hex, ...]:
        """By direction; NONE where there is a wall [GLOOMHAVEN-12.8]."""
        found: list[Hex] = []
        for direction in range(6):
            other = neighbour(at, direction)
            walled = (at, other) in walls or (other, at) in walls
            found.append(NONE if walled else self.index.get(other, NONE))
        return tuple(found)

    def placed(self, at: Hex, pattern: Pattern) -> tuple[Hex, ...]:
        """The hexes a pattern covers when its origin lies here; hexes off the map are left out."""
        q0, r0 = self.axial[at]
        return self._on_map(q0, r0, pattern)

    def placed_over(self, at: Hex, pattern: Pattern) -> list[tuple[Hex, ...]]:
        """Every way to lay a pattern so that it covers this hex, without turning it: walls and the edge of the map do
        not hinder it [GLOOMHAVEN-13.18]."""
        q0, r0 = self.axial[at]
        return [self._on_map(q0 - q, r0 - r, pattern) for q, r in pattern]

    def _on_map(self, q0: int, r0: int, pattern: Pattern) -> tuple[Hex, ...]:
        found = [self.index.get((q0 + q, r0 + r), NONE) for q, r in pattern]
        return tuple([number for number in found if number != NONE])


def solid(record: dict[str, Any], tile_of: dict[Axial, str]) -> list[Axial]:
    """Obstacles that nothing passes and nobody sees through: they are wall."""
    tiles = [
        rule["what"].removeprefix("obstacles of tile ")
        for rule in record["special_rules"]
        if rule["op"] == "indestructible" and "cannot be moved through in any way" in rule.get("also", [])
    ]
    found = [(q, r) for o in record["overlays"] if o["type"] == "obstacle" for q, r in o["hexes"]]
    return [at for at in found if tile_of.get(at) in tiles]


class Ground:
    """A layout with some doors closed. A closed door is a wall for sight [GLOOMHAVEN-5.2, GLOOMHAVEN-13.5]."""

    __slots__ = (
        "_far",
        "_rows",
        "_sight",
        "_spots",
        "armed",
        "barred",
        "closed",
        "layout",
        "near",
        "shut",
        "size",
        "walls",
    )

    def __init__(self, layout: Layout, closed: Mask, barred: Mask = 0) -> None:
        self.layout = layout
        self.size = layout.size
        self.closed = closed
        self.armed = barred  # doors with hit points, as far as they are closed
        # [GLOOMHAVEN-22.5] Doors and walls with hit points: what stands before them reaches them, nobody passes.
        self.barred: frozenset[Hex] = frozenset(
            [at for door, at in enumerate(layout.doors) if (closed & barred) >> door & 1]
        )
        self.shut: frozenset[Hex] = frozenset([at for door, at in enumerate(layout.doors) if closed >> door & 1])
        self.near: tuple[tuple[Hex, ...], ...] = tuple(
            [
                ()
                if at in self.shut
                else tuple([h for h in layout.around[at] if h != NONE and (h not in self.shut or h in self.barred)])
                for at in range(layout.size)
            ]
        )
        self.walls: tuple[Edge, ...] = self._edges()
        self._far: bytes = bytes([FAR]) * layout.size
        self._rows: list[bytes] = [b""] * layout.size
        self._sight: list[list[int]] = [[] for _ in range(layout.size)]  # by the smaller of two hexes; empty: not asked
        self._spots: dict[int, tuple[Hex, ...]] = {}

    def _edges(self) -> tuple[Edge, ...]:
        """Every side of a hex that is a wall line or borders on something that is no floor."""
        found: dict[Edge, None] = {}
        for at in range(self.size):
            if at in self.shut:
                continue
            for direction, other in enumerate(self.layout.around[at]):
                if other == NONE or other in self.shut:
                    found[edge(self.layout.axial[at], direction)] = None
        return tuple(found)

    def row(self, at: Hex) -> bytes:
        """[GLOOMHAVEN-12.8] Hexes from here to everywhere, around walls; figures and obstacles do not count."""
        known = self._rows[at]
        if known:
            return known
        away = bytearray(self._far)
        away[at] = 0
        edge_of_known = [at]
        steps = 0
        while edge_of_known:
            steps += 1
            further: list[Hex] = []
            for here in edge_of_known:
                for there in self.near[here]:
                    if away[there] == FAR:
                        away[there] = steps
                        further.append(there)
            edge_of_known = further
        self._rows[at] = bytes(away)
        return self._rows[at]

    def distance(self, a: Hex, b: Hex) -> int:
        return self.row(a)[b]

    def within(self, at: Hex, reach: int) -> list[Hex]:
        row = self.row(at)
        return [other for other in range(self.size) if row[other] <= reach]

    def sees(self, a: Hex, b: Hex) -> bool:
        """[GLOOMHAVEN-13.4, GLOOMHAVEN-5.17] A line from a corner to a corner of the other hex touches no wall."""
        if self.row(a)[b] <= 1:
            return True
        if b in self.barred:  # a closed door is seen from where the hex before it is seen
            return any([self.sees(a, h) for h in self.layout.around[b] if h != NONE and h not in self.shut])
        first, second = (a, b) if a < b else (b, a)
        known = self._sight[first]
        if not known:
            known = self._sight[first] = [UNKNOWN] * self.size
        if known[second] == UNKNOWN:
            known[second] = SEEN if self._looks(a, b) else UNSEEN
        return known[second] == SEEN

    def spots(self, to: Hex, reach: int) -> tuple[Hex, ...]:
        """[GLOOMHAVEN-13.4] All hexes from which this one is in range and sight."""
        key = to * FAR + min(reach, FAR - 1)
        found = self._spots.get(key)
        if found is None:
            near = [at for at in range(self.size) if self.row(at)[to] <= reach]
            found = self._spots[key] = tuple([at for at in near if self.sees(at, to)])
        return found

    def _looks(self, a: Hex, b: Hex) -> bool:
        ours, theirs = self.layout.corners[a], self.layout.corners[b]
        xs = [x for x, _ in (*ours, *theirs)]
        ys = [y for _, y in (*ours, *theirs)]
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
        walls = [
            wall
            for wall in self.walls
            if wall[1][0] >= left
            and wall[0][0] <= right
            and max(wall[0][1], wall[1][1]) >= top
            and min(wall[0][1], wall[1][1]) <= bottom
        ]
        blocked = {point for wall in walls for point in wall}  # a corner at a wall touches it
        for start in ours:
            if start in blocked:
                continue
            for end in theirs:
                if end not in blocked and not crosses(start, end, walls):
                    return True
        return False


def crosses(start: Point, end: Point, walls: list[Edge]) -> bool:
    if start == end:
        return False
    for wall in walls:  # noqa: SIM110  # a loop: no object per wall
        if touch(start, end, wall[0], wall[1]):
            return True
    return False
