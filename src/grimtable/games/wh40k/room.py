"""Room for one more model: whether there is any, and where [WH40K-13.11, WH40K-13.12].

Where a round base may stand is bounded by circles and lines: as far from this as it must be, as near to that as it may
be. If it may stand anywhere, then at a corner of that room, where two of them cross, or on one that no other crosses.
So only such points are tried.
"""

from __future__ import annotations

from typing import NamedTuple

from grimtable.games.wh40k.components import DEPTH, INCH, WIDTH, Model
from grimtable.games.wh40k.geometry.shapes import Body, Point, core, root_above, root_below
from grimtable.games.wh40k.ground import TERRAIN
from grimtable.games.wh40k.measure import HEIGHT, REACH, Pose, height_of, shape_of
from grimtable.games.wh40k.state import Battle
from grimtable.games.wh40k.surroundings import Surroundings

MARGIN = 3  # hundredths of a millimetre within the room, so that rounding leads nowhere else
BESIDE = 2 * INCH  # [WH40K-2.3]


class Ring(NamedTuple):
    """All points at a distance from a point."""

    x: int
    y: int
    r: int


class Edge(NamedTuple):
    """All points of a line."""

    x: int
    y: int
    dx: int
    dy: int


class Bounds(NamedTuple):
    """Circles and lines, and of the circles those that the middle of a base may not lie inside of."""

    rings: list[Ring]
    edges: list[Edge]
    forbidden: list[Ring]


def corners_of_room(
    s: Battle,
    model: Model,
    z: int,
    near: list[Body],
    reach: int,
    away: int,
    around: Surroundings,
    beside: list[Pose],
) -> list[Point]:
    """Where the middle of a base may lie at a height if it may lie anywhere: a few points, to be checked."""
    bounds = bounds_of(s, model, z, near, reach, away, around, beside)
    found: list[Point] = []
    for x, y in crossings(bounds):
        if not [1 for ring in bounds.forbidden if (x - ring.x) ** 2 + (y - ring.y) ** 2 < (ring.r - MARGIN) ** 2]:
            found.append((x, y))
    return sorted(set(found))


def bounds_of(
    s: Battle,
    model: Model,
    z: int,
    near: list[Body],
    reach: int,
    away: int,
    around: Surroundings,
    beside: list[Pose],
) -> Bounds:
    """All that bounds the room of a base: what it must stay near, the edge, walls, floors, models, its comrades."""
    bounds = Bounds([], [], [])
    sheet = s.sheet[s.unit[model]]
    r, height = REACH[sheet], HEIGHT[sheet]
    for body in near:
        surround(bounds, body, r + reach - MARGIN)
    inset = r + MARGIN
    bounds.edges.extend([Edge(inset, inset, 1, 0), Edge(inset, inset, 0, 1)])
    bounds.edges.extend([Edge(WIDTH - inset, DEPTH - inset, 1, 0), Edge(WIDTH - inset, DEPTH - inset, 0, 1)])
    for block in around.blocks:
        if block.low < z + height and z < block.high:
            surround(bounds, block.body, r + MARGIN)
    if z:
        for level in TERRAIN[s.layout].levels:
            if level.z == z:
                surround(bounds, level.body, -r - MARGIN)
    for at, other in enumerate(around.models):
        rise = abs(s.z[other] - z)
        if s.z[other] < z + height and z < s.z[other] + height_of(s, other):
            block_out(bounds, shape_of(s, other), r + MARGIN)
        if around.hostile[at] and rise <= away:
            block_out(bounds, shape_of(s, other), r + root_above(away * away - rise * rise) + MARGIN)
    for x, y, height_there, _ in beside:
        bounds.rings.append(Ring(x, y, 2 * r + BESIDE - MARGIN))
        if abs(height_there - z) < height:
            bounds.rings.append(Ring(x, y, 2 * r + MARGIN))
            bounds.forbidden.append(Ring(x, y, 2 * r))
    return bounds


def block_out(bounds: Bounds, body: Body, distance: int) -> None:
    """The rim of what lies within a distance of a model; of a round one the inside is no room for sure."""
    surround(bounds, body, distance)
    points, r = core(body)
    if len(points) == 1:
        bounds.forbidden.append(Ring(points[0][0], points[0][1], r + distance))


def surround(bounds: Bounds, body: Body, distance: int) -> None:
    """The rim of what lies within a distance of a body; with a distance below 0, of its inside."""
    points, r = core(body)
    far = r + distance
    if far > 0:
        bounds.rings.extend([Ring(x, y, far) for x, y in points])
    ax, ay = points[-1]
    for bx, by in points if len(points) > 1 else ():
        dx, dy = bx - ax, by - ay
        length = root_below(dx * dx + dy * dy)
        bounds.edges.append(Edge(ax + dy * far // length, ay - dx * far // length, dx, dy))
        ax, ay = bx, by


# ---------------------------------------------------------------- where they cross
def crossings(bounds: Bounds) -> list[Point]:
    """Where any two of some circles and lines cross, and points of each circle."""
    rings, edges = bounds.rings, bounds.edges
    found: list[Point] = []
    for at, ring in enumerate(rings):
        x, y, r = ring
        found += [(x + r, y), (x - r, y), (x, y + r), (x, y - r)]
        for other in rings[:at]:
            found += of_rings(ring, other)
        for edge in edges:
            found += of_ring_and_edge(ring, edge)
    for at, edge in enumerate(edges):
        for that in edges[:at]:
            found += of_edges(edge, that)
    return found


def of_rings(a: Ring, b: Ring) -> list[Point]:
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    if square == 0 or square > (a.r + b.r) ** 2 or square < (a.r - b.r) ** 2:
        return []
    along = square + a.r * a.r - b.r * b.r
    aside = root_below(max(0, 4 * square * a.r * a.r - along * along))
    return [
        (a.x + (dx * along + sign * dy * aside) // (2 * square), a.y + (dy * along - sign * dx * aside) // (2 * square))
        for sign in (1, -1)
    ]


def of_ring_and_edge(ring: Ring, edge: Edge) -> list[Point]:
    dx, dy = edge.dx, edge.dy
    wx, wy, square = edge.x - ring.x, edge.y - ring.y, dx * dx + dy * dy
    along = wx * dx + wy * dy
    rest = along * along - square * (wx * wx + wy * wy - ring.r * ring.r)
    if rest < 0:
        return []
    root = root_below(rest)
    return [
        (edge.x + dx * (sign * root - along) // square, edge.y + dy * (sign * root - along) // square)
        for sign in (1, -1)
    ]


def of_edges(a: Edge, b: Edge) -> list[Point]:
    cross = a.dx * b.dy - a.dy * b.dx
    if cross == 0:
        return []
    along = (b.x - a.x) * b.dy - (b.y - a.y) * b.dx
    return [(a.x + a.dx * along // cross, a.y + a.dy * along // cross)]
