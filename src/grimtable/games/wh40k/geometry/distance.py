"""Distances between bodies, exactly: they are never computed, only compared. [WH40K-1.1] [WH40K-1.2]

The distance of two cores is the root of a fraction; radii and heights enter by squaring once or twice more. Every
question is the same with its two bodies exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .shapes import Body, Box, Disc, Point, Shape, box, core


class Gap(NamedTuple):
    """How far apart two bodies are: the root of a fraction, less their radii, and so much higher one stands."""

    num: int
    den: int
    radii: int
    rise: int


# ---------------------------------------------------------------- cores
def to_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """The squared distance from a point to a segment, as a fraction."""
    dx, dy, wx, wy = bx - ax, by - ay, px - ax, py - ay
    along = wx * dx + wy * dy
    if along <= 0:
        return wx * wx + wy * wy, 1
    length = dx * dx + dy * dy
    if along >= length:
        return (px - bx) * (px - bx) + (py - by) * (py - by), 1
    cross = wx * dy - wy * dx
    return cross * cross, length


def _apart_along(edges: tuple[Point, ...], points: tuple[Point, ...]) -> bool:
    """Whether a line along an edge of the first has all of the second on its outer side, or on the line."""
    ax, ay = edges[-1]
    for bx, by in edges:
        dx, dy = bx - ax, by - ay
        outside = True
        for x, y in points:
            if dx * (y - ay) - dy * (x - ax) > 0:
                outside = False
                break
        if outside:
            return True
        ax, ay = bx, by
    return False


def apart(first: tuple[Point, ...], second: tuple[Point, ...]) -> bool:
    """Whether a line separates two cores, which may touch it. Points, and segments in line, are apart."""
    if len(first) == 1:
        return len(second) == 1 or _apart_along(second, first)
    return _apart_along(first, second) or (len(second) > 1 and _apart_along(second, first))


def _nearest(points: tuple[Point, ...], edges: tuple[Point, ...]) -> tuple[int, int]:
    """The least squared distance from points to edges, as a fraction."""
    best, best_den = -1, 1
    for x, y in points:
        ax, ay = edges[-1]
        for bx, by in edges:
            num, den = to_segment(x, y, ax, ay, bx, by)
            if best < 0 or num * best_den < best * den:
                best, best_den = num, den
            ax, ay = bx, by
    return best, best_den


def between_cores(first: tuple[Point, ...], second: tuple[Point, ...]) -> tuple[int, int]:
    """The squared distance of two cores, as a fraction; 0 where they meet."""
    if not apart(first, second):
        return 0, 1
    num, den = _nearest(first, second)
    if len(first) == 1:
        return num, den
    other, other_den = _nearest(second, first)
    return (num, den) if num * other_den <= other * den else (other, other_den)


# ---------------------------------------------------------------- two bodies
def gap(a: Body, b: Body, rise: int = 0) -> Gap:
    """The distance between two bodies, of which one stands higher by the rise."""
    if isinstance(a, Disc) and isinstance(b, Disc):
        dx, dy = a.x - b.x, a.y - b.y
        return Gap(dx * dx + dy * dy, 1, a.r + b.r, abs(rise))
    first, r = core(a)
    second, other = core(b)
    num, den = between_cores(first, second)
    return Gap(num, den, r + other, abs(rise))


def is_within(g: Gap, distance: int) -> bool:
    """Whether a gap is no longer than a distance."""
    radii = g.radii
    if g.rise == 0:
        reach = distance + radii
        return g.num <= reach * reach * g.den
    level = distance * distance - g.rise * g.rise
    if distance < 0 or level < 0:
        return False
    # root(num / den) - radii <= root(level), squared twice
    rest = g.num - (radii * radii + level) * g.den
    return rest <= 0 or rest * rest <= 4 * radii * radii * level * g.den * g.den


def within(a: Body, b: Body, distance: int, rise: int = 0) -> bool:
    """Whether the closest points of two bodies are no farther apart than a distance. [WH40K-1.1]"""
    if isinstance(a, Disc) and isinstance(b, Disc) and rise == 0:
        dx, dy, reach = a.x - b.x, a.y - b.y, distance + a.r + b.r
        return dx * dx + dy * dy <= reach * reach
    if _boxes_farther(box(a), box(b), distance):
        return False
    return is_within(gap(a, b, rise), distance)


def _boxes_farther(a: Box, b: Box, distance: int) -> bool:
    return (
        a.left - b.right > distance
        or b.left - a.right > distance
        or a.low - b.high > distance
        or b.low - a.high > distance
    )


def overlaps(a: Body, b: Body) -> bool:
    """Whether two bodies share more than their rims. [WH40K-2.6]"""
    if isinstance(a, Disc) and isinstance(b, Disc):
        dx, dy, radii = a.x - b.x, a.y - b.y, a.r + b.r
        return dx * dx + dy * dy < radii * radii
    if _boxes_farther(box(a), box(b), -1):
        return False
    first, r = core(a)
    second, other = core(b)
    return cores_overlap(first, second, r + other)


def cores_overlap(first: tuple[Point, ...], second: tuple[Point, ...], radii: int) -> bool:
    """Whether two cores grown by radii, of which this is the sum, share more than their rims."""
    if radii == 0:
        return not apart(first, second)
    num, den = between_cores(first, second)
    return num < radii * radii * den


def wholly_within(a: Body, b: Body, distance: int) -> bool:
    """Whether no point of the first is farther than a distance from the second; 0 asks whether it lies inside."""
    points, r = core(a)
    edges, other = core(b)
    reach = distance + other - r
    for x, y in points:
        if len(edges) > 2 and inside(x, y, edges):
            if reach < 0 and _depth_below(x, y, edges, -reach):
                return False
        elif reach < 0:
            return False
        else:
            num, den = _nearest(((x, y),), edges)
            if num > reach * reach * den:
                return False
    return True


def inside(x: int, y: int, points: tuple[Point, ...]) -> bool:
    """Whether a point lies in a convex outline or on its rim."""
    ax, ay = points[-1]
    for bx, by in points:
        if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0:
            return False
        ax, ay = bx, by
    return True


def _depth_below(x: int, y: int, points: tuple[Point, ...], depth: int) -> bool:
    """Whether a point inside an outline is nearer to some edge than a depth."""
    ax, ay = points[-1]
    for bx, by in points:
        dx, dy = bx - ax, by - ay
        cross = dx * (y - ay) - dy * (x - ax)
        if cross * cross < depth * depth * (dx * dx + dy * dy):
            return True
        ax, ay = bx, by
    return False


# ---------------------------------------------------------------- the table
def on_table(body: Body, width: int, height: int) -> bool:
    """Whether a body lies wholly on a table of this size. [WH40K-2.6]"""
    around = box(body)
    return around.left >= 0 and around.low >= 0 and around.right <= width and around.high <= height


def beyond(body: Body, start: Point, end: Point, distance: int) -> bool:
    """Whether all of a body lies left of a line, as one looks from its start to its end, and farther than a distance.

    [WH40K-17.10]
    """
    points, r = core(body)
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    reach = (distance + r) * (distance + r) * (dx * dx + dy * dy)
    for x, y in points:
        cross = dx * (y - ay) - dy * (x - ax)
        if cross <= 0 or cross * cross <= reach:
            return False
    return True


# ---------------------------------------------------------------- comparing
def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def compare(a: Gap, b: Gap) -> int:
    """-1, 0 or 1, as the first gap is shorter than, equal to or longer than the second. Bodies that meet are at 0."""
    if a.radii == b.radii and a.rise == b.rise and (a.num > a.radii * a.radii * a.den or b.num > b.radii**2 * b.den):
        return _sign(a.num * b.den - b.num * a.den)
    # Both squared: p + R² + z² - 2R√p against the same of the other, over one denominator.
    den = a.den * b.den
    p, base = _squared(a, b.den)
    q, other = _squared(b, a.den)
    # The sign of (base - other) - (2 Ra √(p den) - 2 Rb √(q den)), all of it times the denominator.
    return _sign_of_roots(base - other, 4 * a.radii * a.radii * p * den, 4 * b.radii * b.radii * q * den)


def _squared(g: Gap, other_den: int) -> tuple[int, int]:
    """Of a gap over the common denominator: the squared distance of the cores, and p + R² + z²."""
    den = g.den * other_den
    p = g.num * other_den
    if p <= g.radii * g.radii * den:  # they meet: as if the rims touched
        p = g.radii * g.radii * den
    return p, p + (g.radii * g.radii + g.rise * g.rise) * den


def _sign_of_roots(c: int, u: int, v: int) -> int:
    """The sign of c - √u + √v."""
    roots = _sign(u - v)  # of √u - √v
    if _sign(c) != roots or roots == 0:
        return _sign(_sign(c) - roots)
    # Same signs: compare the squares, c² against u + v - 2√(uv).
    rest = c * c - u - v
    squares = 1 if rest >= 0 and (rest > 0 or u * v > 0) else _sign(4 * u * v - rest * rest)
    return squares * roots


def closest(body: Body, others: Sequence[Body]) -> list[int]:
    """The indices of the bodies that are nearest, all of them where several are equally near. [WH40K-6.5]"""
    best: list[int] = []
    least = Gap(0, 1, 0, 0)
    for index, other in enumerate(others):
        g = gap(body, other)
        order = compare(g, least) if best else -1
        if order < 0:
            best, least = [index], g
        elif order == 0:
            best.append(index)
    return best


def nearer(before: Shape, after: Shape, other: Body) -> bool:
    """Whether a shape has come strictly nearer to another body. [WH40K-10.17] [WH40K-11.8]"""
    return compare(gap(after, other), gap(before, other)) < 0
