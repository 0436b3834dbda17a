"""What stands on the table, seen from above: discs, capsules, oriented rectangles, convex outlines. [WH40K-1.1]

Lengths are whole hundredths of a millimetre, x along the long edge of the table, y along the short one. Every body is a
convex core of whole points (one, two, four or more) grown by a whole radius, so that every question about it has an
exact answer in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt
from typing import Final, NamedTuple, TypeAlias

INCH = 2540

Point: TypeAlias = tuple[int, int]


class Disc(NamedTuple):
    """A round base."""

    x: int
    y: int
    r: int


class Capsule(NamedTuple):
    """An oval base: everything within the radius of a segment."""

    x1: int
    y1: int
    x2: int
    y2: int
    r: int


class Rect(NamedTuple):
    """A hull: half its length along the direction (ux, uy), half its width across; see `direction`."""

    x: int
    y: int
    hw: int
    hh: int
    ux: int
    uy: int


class Hull(NamedTuple):
    """A convex outline, its points counter-clockwise, grown by a radius: terrain, and what a moving shape sweeps."""

    points: tuple[Point, ...]
    r: int


Shape: TypeAlias = Disc | Capsule | Rect
Body: TypeAlias = Disc | Capsule | Rect | Hull


class Box(NamedTuple):
    """The upright rectangle around something."""

    left: int
    low: int
    right: int
    high: int


# ---------------------------------------------------------------- directions
DIRECTIONS = 128
UNIT = 1 << 14  # the length of a direction, but for rounding

# Cosines of the directions of the first quarter, times UNIT. They are looked up by number, so their type names no
# length: a compiled tuple of known length would be built anew for every look.
_COSINES: Final[tuple[int, ...]] = (
    *(16384, 16364, 16305, 16207, 16069, 15893, 15679, 15426, 15137, 14811, 14449),
    *(14053, 13623, 13160, 12665, 12140, 11585, 11003, 10394, 9760, 9102, 8423),
    *(7723, 7005, 6270, 5520, 4756, 3981, 3196, 2404, 1606, 804, 0),
)


def direction(index: int) -> Point:
    """The unit vector of one of the 128 directions; 0 points along x, and they turn counter-clockwise."""
    quarter, rest = divmod(index % DIRECTIONS, 32)
    x, y = _COSINES[rest], _COSINES[32 - rest]
    if quarter == 0:
        return x, y
    if quarter == 1:
        return -y, x
    if quarter == 2:
        return -x, -y
    return y, -x


def scaled(length: int, component: int) -> int:
    """A length along a component of a direction, rounded alike on both sides of zero."""
    if component < 0:
        return -((length * -component + UNIT // 2) // UNIT)
    return (length * component + UNIT // 2) // UNIT


# ---------------------------------------------------------------- cores
def axes(rect: Rect) -> tuple[int, int, int, int]:
    """From the centre to the middle of the front, and to the middle of the left side."""
    return (
        scaled(rect.hw, rect.ux),
        scaled(rect.hw, rect.uy),
        scaled(rect.hh, -rect.uy),
        scaled(rect.hh, rect.ux),
    )


def core(body: Body) -> tuple[tuple[Point, ...], int]:
    """The points of the core, counter-clockwise, and the radius it is grown by."""
    if isinstance(body, Disc):
        return ((body.x, body.y),), body.r
    if isinstance(body, Capsule):
        if body.x1 == body.x2 and body.y1 == body.y2:
            return ((body.x1, body.y1),), body.r
        return ((body.x1, body.y1), (body.x2, body.y2)), body.r
    if isinstance(body, Rect):
        x, y = body.x, body.y
        ax, ay, bx, by = axes(body)
        corners = (
            (x + ax + bx, y + ay + by),
            (x - ax + bx, y - ay + by),
            (x - ax - bx, y - ay - by),
            (x + ax - bx, y + ay - by),
        )
        return corners, 0
    return body.points, body.r


def box(body: Body) -> Box:
    """The upright rectangle around a body."""
    if isinstance(body, Disc):
        return Box(body.x - body.r, body.y - body.r, body.x + body.r, body.y + body.r)
    points, r = core(body)
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    return Box(min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r)


def convex(points: Iterable[Point]) -> tuple[Point, ...]:
    """The corners of the convex outline around points, counter-clockwise."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower = _chain(ordered)
    upper = _chain(ordered[::-1])
    return tuple(lower[:-1] + upper[:-1])


def _chain(ordered: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for x, y in ordered:
        while len(chain) > 1:
            (x1, y1), (x2, y2) = chain[-2], chain[-1]
            if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain


# ---------------------------------------------------------------- placing
def centre(shape: Shape) -> Point:
    if isinstance(shape, Capsule):
        return (shape.x1 + shape.x2) // 2, (shape.y1 + shape.y2) // 2
    return shape.x, shape.y


def moved(shape: Shape, dx: int, dy: int) -> Shape:
    """The shape pushed along, facing as it did."""
    if isinstance(shape, Disc):
        return Disc(shape.x + dx, shape.y + dy, shape.r)
    if isinstance(shape, Capsule):
        return Capsule(shape.x1 + dx, shape.y1 + dy, shape.x2 + dx, shape.y2 + dy, shape.r)
    return Rect(shape.x + dx, shape.y + dy, shape.hw, shape.hh, shape.ux, shape.uy)


def capsule(x: int, y: int, length: int, width: int, facing: int) -> Capsule:
    """An oval base of this length and width around a centre, facing one of the 128 directions."""
    ux, uy = direction(facing)
    dx, dy = scaled((length - width) // 2, ux), scaled((length - width) // 2, uy)
    return Capsule(x - dx, y - dy, x + dx, y + dy, width // 2)


def rect(x: int, y: int, length: int, width: int, facing: int) -> Rect:
    """A hull of this length and width around a centre, facing one of the 128 directions."""
    ux, uy = direction(facing)
    return Rect(x, y, length // 2, width // 2, ux, uy)


def outline(points: Iterable[Point], r: int = 0) -> Hull:
    """The convex outline of points, in any order."""
    return Hull(convex(points), r)


# ---------------------------------------------------------------- roots
def root_below(square: int) -> int:
    """The largest whole number whose square is not larger."""
    return isqrt(square)


def root_above(square: int) -> int:
    """The smallest whole number whose square is not smaller."""
    root = root_below(square)
    return root if root * root == square else root + 1
