"""Room for a model: where its middle may lie, if it may lie anywhere [WH40K-2.6, WH40K-13.12].

Where a base may stand is bounded by circles and lines: as far from this as it must be, as near to that as it may be. If
it may stand anywhere, then at a corner of that room, where two of them cross, or on one that no other crosses. So only
such points are tried. A base or hull that faces some way is bounded by what lies around the sum of its outline, turned
round, and that of what it must not touch.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from grimtable.games.wh40k.components import DEPTH, WIDTH, Model, Sheet
from grimtable.games.wh40k.geometry.shapes import Body, Point, convex, core, root_above, root_below
from grimtable.games.wh40k.ground import TERRAIN
from grimtable.games.wh40k.measure import CORE, HEIGHT, Pose, height_of, shape_of, shaped
from grimtable.games.wh40k.state import Battle
from grimtable.games.wh40k.surroundings import Surroundings

MARGIN = 3  # hundredths of a millimetre within the room, so that rounding leads nowhere else


class Base(NamedTuple):
    """A base or hull as it faces: the points of its core as seen from its middle, and the radius around them."""

    points: tuple[Point, ...]
    r: int
    inner: int  # the radius of a circle that lies inside
    height: int


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


class Line(NamedTuple):
    """All of a base lies left of this line, as one looks from its start to its end, and farther than a distance."""

    start: Point
    end: Point
    distance: int


def no_bounds() -> Bounds:
    return Bounds([], [], [])


def base_of(sheet: Sheet, facing: int) -> Base:
    points, r = core(shaped(sheet, 0, 0, facing))
    return Base(points, r, CORE[sheet], HEIGHT[sheet])


def corners_of_room(
    s: Battle,
    model: Model,
    pose: Pose,
    near: list[Body],
    reach: int,
    away: int,
    around: Surroundings,
    beside: list[Pose],
    line: Line | None,
    together: int,
) -> list[Point]:
    """Where the middle of a base may lie, at the height and as it faces in a pose: a few points, to be checked."""
    base = base_of(s.sheet[s.unit[model]], pose[3])
    bounds = no_bounds()
    for body in near:
        surround(bounds, base, body, reach - MARGIN)
    bound_by_table(bounds, base)
    bound_by_terrain(bounds, s, base, pose[2], around)
    bound_by_models(bounds, s, base, pose[2], away, around)
    bound_by_comrades(bounds, s.sheet[s.unit[model]], pose, beside, together)
    if line is not None:
        bound_by_line(bounds, base, line)
    return allowed(crossings(bounds), bounds)


def allowed(points: list[Point], bounds: Bounds) -> list[Point]:
    """Those of some points that lie in no circle that is forbidden, each once."""
    rings = sorted(bounds.forbidden)
    xs, most = [ring.x for ring in rings], max([ring.r for ring in rings], default=0)
    found: list[Point] = []
    for x, y in sorted(set(points)):
        near = rings[bisect_left(xs, x - most) : bisect_left(xs, x + most)]
        if not [1 for ring in near if (x - ring.x) ** 2 + (y - ring.y) ** 2 < (ring.r - MARGIN) ** 2]:
            found.append((x, y))
    return found


# ---------------------------------------------------------------- what bounds a room
def bound_by_table(bounds: Bounds, base: Base) -> None:
    left, right = min([x for x, _ in base.points]), max([x for x, _ in base.points])
    low, high = min([y for _, y in base.points]), max([y for _, y in base.points])
    inset = base.r + MARGIN
    bounds.edges.append(Edge(inset - left, inset - low, 1, 0))
    bounds.edges.append(Edge(inset - left, inset - low, 0, 1))
    bounds.edges.append(Edge(WIDTH - inset - right, DEPTH - inset - high, 1, 0))
    bounds.edges.append(Edge(WIDTH - inset - right, DEPTH - inset - high, 0, 1))


def bound_by_terrain(bounds: Bounds, s: Battle, base: Base, z: int, around: Surroundings) -> None:
    """Walls at a height, and the rims of the floors there."""
    for block in around.blocks:
        if block.low < z + base.height and z < block.high:
            surround(bounds, base, block.body, MARGIN)
    for level in TERRAIN[s.layout].levels if z else ():
        if level.z == z:
            for x, y in base.points:
                surround(bounds, Base(((x, y),), -base.r, 0, 0), level.body, -MARGIN)


def bound_by_models(bounds: Bounds, s: Battle, base: Base, z: int, away: int, around: Surroundings) -> None:
    """All models of others at a height; enemies also from as far away as one must stay."""
    for at, other in enumerate(around.models):
        rise = abs(s.z[other] - z)
        if s.z[other] < z + base.height and z < s.z[other] + height_of(s, other):
            block_out(bounds, s, base, other, MARGIN)
        if away and around.hostile[at] and rise <= away:
            block_out(bounds, s, base, other, root_above(away * away - rise * rise) + MARGIN)


def bound_by_comrades(bounds: Bounds, sheet: Sheet, pose: Pose, beside: list[Pose], together: int) -> None:
    base = base_of(sheet, pose[3])
    for x, y, z, facing in beside:
        body = shaped(sheet, x, y, facing)
        surround(bounds, base, body, together - MARGIN)
        if abs(z - pose[2]) < base.height:
            surround(bounds, base, body, MARGIN)
            bounds.forbidden.append(Ring(x, y, 2 * base.inner))


def bound_by_line(bounds: Bounds, base: Base, line: Line) -> None:
    dx, dy = line.end[0] - line.start[0], line.end[1] - line.start[1]
    length = root_below(dx * dx + dy * dy)
    inward = max([x * dy - y * dx for x, y in base.points]) // length + 1
    far = line.distance + base.r + inward + MARGIN
    bounds.edges.append(Edge(line.start[0] - dy * far // length, line.start[1] + dx * far // length, dx, dy))


def block_out(bounds: Bounds, s: Battle, base: Base, other: Model, distance: int) -> None:
    """The rim of what lies within a distance of a model; much of the inside is no room for sure."""
    surround(bounds, base, shape_of(s, other), distance)
    sheet = s.sheet[s.unit[other]]
    bounds.forbidden.append(Ring(s.x[other], s.y[other], base.inner + CORE[sheet] + distance))


def surround(bounds: Bounds, base: Base, body: Body, distance: int) -> None:
    """Where the middle of a base lies if it is at a distance from a body; below 0, so deep inside it."""
    points, r = core(body)
    far = base.r + r + distance
    if len(base.points) > 1 or base.points[0] != (0, 0):
        points = convex([(px - x, py - y) for px, py in points for x, y in base.points])
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
        found += points_of(ring)
        for other in rings[:at]:
            found += of_rings(ring, other)
        for edge in edges:
            found += of_ring_and_edge(ring, edge)
    for at, edge in enumerate(edges):
        for that in edges[:at]:
            found += of_edges(edge, that)
    return found


def crossings_with(some: Bounds, bounds: Bounds) -> list[Point]:
    """Where any of some circles and lines crosses any of others, and points of each of the first."""
    found: list[Point] = []
    for ring in some.rings:
        found += points_of(ring)
        for other in bounds.rings:
            found += of_rings(ring, other)
        for edge in bounds.edges:
            found += of_ring_and_edge(ring, edge)
    for edge in some.edges:
        for ring in bounds.rings:
            found += of_ring_and_edge(ring, edge)
        for that in bounds.edges:
            found += of_edges(edge, that)
    return found


def points_of(ring: Ring) -> list[Point]:
    x, y, r = ring
    return [(x + r, y), (x - r, y), (x, y + r), (x, y - r)]


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
