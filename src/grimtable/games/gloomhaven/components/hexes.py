"""Hexes in axial coordinates, points upward: distance, corners, patterns, and whether a line touches a wall. Integers
only."""

from __future__ import annotations

from typing import Final

Axial = tuple[int, int]
Point = tuple[int, int]
Edge = tuple[Point, Point]
Pattern = tuple[Axial, ...]

DIRECTIONS: Final[tuple[Axial, ...]] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
# Corners around a centre, each between the direction of its number and the next one. The plane is stretched so that all
# corners have whole coordinates; straight lines stay straight.
CORNERS: Final[tuple[Point, ...]] = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))


def neighbour(at: Axial, direction: int) -> Axial:
    q, r = DIRECTIONS[direction]
    return at[0] + q, at[1] + r


def distance(a: Axial, b: Axial) -> int:
    """Hexes between two places on an open plane."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def centre(at: Axial) -> Point:
    return 2 * at[0] + at[1], 3 * at[1]


def corners(at: Axial) -> tuple[Point, ...]:
    x, y = centre(at)
    return tuple([(x + dx, y + dy) for dx, dy in CORNERS])


def edge(at: Axial, direction: int) -> Edge:
    """The side of a hex toward a direction, its smaller corner first: both hexes give the same."""
    here = corners(at)
    a, b = here[direction - 1], here[direction]
    return (a, b) if a < b else (b, a)


# ---------------------------------------------------------------- lines
def turn(a: Point, b: Point, c: Point) -> int:
    """Positive if c lies left of the line from a to b, zero on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def on_line(a: Point, b: Point, c: Point) -> bool:
    """Whether c, which lies on the line through a and b, lies between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the closed segments ab and cd have a point in common."""
    abc, abd = turn(a, b, c), turn(a, b, d)
    if (abc > 0 and abd > 0) or (abc < 0 and abd < 0):
        return False
    cda, cdb = turn(c, d, a), turn(c, d, b)
    if (cda > 0 and cdb > 0) or (cda < 0 and cdb < 0):
        return False
    if abc == 0 and abd == 0:  # all four on one line
        return on_line(a, b, c) or on_line(a, b, d) or on_line(c, d, a)
    return True


# ---------------------------------------------------------------- patterns: of cards, so there are few
_TURNS: Final[dict[Pattern, tuple[Pattern, ...]]] = {}
_SHIFTS: Final[dict[Pattern, tuple[Pattern, ...]]] = {}


def rotated(pattern: Pattern) -> Pattern:
    """A sixth of a turn."""
    return tuple([(-r, q + r) for q, r in pattern])


def mirrored(pattern: Pattern) -> Pattern:
    return tuple([(r, q) for q, r in pattern])


def turns(pattern: Pattern) -> tuple[Pattern, ...]:
    """[GLOOMHAVEN-13.16] All rotations of a pattern and of its mirror image, each once, around the same grey hex."""
    known = _TURNS.get(pattern)
    if known is None:
        known = _TURNS[pattern] = _turns(pattern)
    return known


def _turns(pattern: Pattern) -> tuple[Pattern, ...]:
    found: list[Pattern] = []
    for form in (pattern, mirrored(pattern)):
        turned = form
        for _ in range(6):
            shape = tuple(sorted(turned))
            if shape not in found:
                found.append(shape)
            turned = rotated(turned)
    return tuple(found)


def shifts(pattern: Pattern) -> tuple[Pattern, ...]:
    """The same for a pattern without a grey hex, which may lie anywhere: each shape once, its first hex at the
    origin."""
    known = _SHIFTS.get(pattern)
    if known is None:
        known = _SHIFTS[pattern] = _shifts(pattern)
    return known


def _shifts(pattern: Pattern) -> tuple[Pattern, ...]:
    found: list[Pattern] = []
    for shape in turns(pattern):
        q0, r0 = shape[0]
        moved = tuple([(q - q0, r - r0) for q, r in shape])
        if moved not in found:
            found.append(moved)
    return tuple(found)
