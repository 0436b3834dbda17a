"""Line of sight over a table with heights. [WH40K-7.8] [WH40K-7.9]

A model is a pillar, nine tenths as wide as its base. It looks from and is seen at 27 points: the middle and eight on
its rim, at three heights. One model sees another if one of the straight lines between their points passes through
nothing; touching is not passing through. The same points serve both ways, so sight is mutual.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .shapes import Box, Capsule, Disc, Point, Shape, axes, box, convex, root_above

TERRAIN = -1  # the key of what is no model
HEIGHTS = (15, 50, 95)  # hundredths of a model's height


class Figure(NamedTuple):
    """A model in space: its id, its base or hull, the height it stands at and its own height."""

    key: int
    shape: Shape
    z: int
    height: int


class Blocker(NamedTuple):
    """What may hide others: a prism over an outline, or a pillar where the outline is empty; and a circle around it."""

    key: int
    points: tuple[Point, ...]
    x: int
    y: int
    r: int
    z0: int
    z1: int


class Eyes(NamedTuple):
    """From where a model looks and where it is looked at: points, heights upwards, a box and a circle around it."""

    key: int
    points: tuple[Point, ...]
    heights: tuple[int, ...]
    around: Box
    r: int


class Cut(NamedTuple):
    """A blocker and the part of a line, from low to high of its whole, that runs at the blocker's height."""

    blocker: Blocker
    low: int
    high: int
    whole: int


# ---------------------------------------------------------------- models and terrain
def rim(shape: Shape) -> tuple[Point, ...]:
    """The middle and eight points near the rim, a tenth further in."""
    if isinstance(shape, Disc):
        x, y, r = shape.x, shape.y, shape.r * 9 // 10
        d = r * 181 // 256  # r over the root of two
        straight = ((x + r, y), (x, y + r), (x - r, y), (x, y - r))
        return ((x, y), *straight, (x + d, y + d), (x - d, y + d), (x - d, y - d), (x + d, y - d))
    if isinstance(shape, Capsule):
        ends = ((shape.x1, shape.y1), (shape.x2, shape.y2))
        r = shape.r * 9 // 10
        middle = ((shape.x1 + shape.x2) // 2, (shape.y1 + shape.y2) // 2)
        return (middle, *[(x + dx, y + dy) for x, y in ends for dx, dy in ((r, 0), (0, r), (-r, 0), (0, -r))])
    ax, ay, bx, by = [n * 9 // 10 if n > 0 else -(-n * 9 // 10) for n in axes(shape)]
    x, y = shape.x, shape.y
    signs = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
    return ((x, y), *[(x + i * ax + j * bx, y + i * ay + j * by) for i, j in signs])


def eyes(figure: Figure) -> Eyes:
    heights = tuple([figure.z + figure.height * part // 100 for part in HEIGHTS])
    points = rim(figure.shape)
    return Eyes(figure.key, points, heights, box(figure.shape), _spread(points))


def prism(points: Sequence[Point], z0: int, z1: int, key: int = TERRAIN) -> Blocker:
    """An opaque convex piece of terrain from one height to another."""
    outline = convex(points)
    xs = [x for x, _ in outline]
    ys = [y for _, y in outline]
    x, y = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    return Blocker(key, outline, x, y, _spread(((x, y), *outline)), z0, z1)


def _spread(points: Sequence[Point]) -> int:
    """How far the farthest point is from the first."""
    x, y = points[0]
    return root_above(max([(px - x) * (px - x) + (py - y) * (py - y) for px, py in points]))


def body_of(figure: Figure) -> Blocker:
    """A model as it hides others."""
    shape, top = figure.shape, figure.z + figure.height
    if isinstance(shape, Disc):
        return Blocker(figure.key, (), shape.x, shape.y, shape.r * 9 // 10, figure.z, top)
    return prism(rim(shape), figure.z, top, figure.key)


# ---------------------------------------------------------------- one line
def cut(blocker: Blocker, az: int, bz: int) -> Cut | None:
    """Which part of a line from one height to another a blocker may hide; None if it runs over it or under it."""
    z0, z1 = blocker.z0, blocker.z1
    if az > z0 and bz > z0 and az < z1 and bz < z1:
        return Cut(blocker, 0, 1, 1)
    whole = abs(bz - az)
    low, high = (z0 - az, z1 - az) if bz > az else (az - z1, az - z0)
    low, high = max(low, 0), min(high, whole)
    return Cut(blocker, low, high, whole) if low < high else None


def past(ax: int, ay: int, points: tuple[Point, ...], open_to: int, at: Cut) -> int:
    """To which points a line from a passes a blocker by, where it runs at the blocker's height.

    A number stands for a set of points, bit by bit; only those open so far are looked at.
    """
    if not at.blocker.points:
        return _past_pillar(ax, ay, points, open_to, at)
    if at.whole == 1:
        return _past_wall(ax, ay, points, open_to, at.blocker.points)
    low, high, whole, outline = at.low, at.high, at.whole, at.blocker.points
    bit = 1
    for bx, by in points:
        if open_to & bit and _crosses(ax, ay, bx, by, outline, low, high, whole):
            open_to ^= bit
        bit <<= 1
    return open_to


def _crosses(ax: int, ay: int, bx: int, by: int, outline: tuple[Point, ...], low: int, high: int, whole: int) -> bool:
    """Whether a part of a line passes through an outline: it enters through some edge before it leaves."""
    enter, enter_den, leave, leave_den = low, whole, high, whole
    px, py = outline[-1]
    for qx, qy in outline:
        dx, dy = qx - px, qy - py
        first = dx * (ay - py) - dy * (ax - px)
        last = dx * (by - py) - dy * (bx - px)
        px, py = qx, qy
        if first <= 0:
            if last <= 0:
                return False
            if -first * enter_den > enter * (last - first):
                enter, enter_den = -first, last - first
        elif last <= 0 and first * leave_den < leave * (first - last):
            leave, leave_den = first, first - last
    return enter * leave_den < leave * enter_den


def _past_wall(ax: int, ay: int, points: tuple[Point, ...], open_to: int, outline: tuple[Point, ...]) -> int:
    """Of a whole line: hidden is what lies in the shadow; from within a wall that is everything."""
    ux, uy, vx, vy, outside = tangents(ax, ay, outline)
    return past_shadow(ax, ay, ux, uy, vx, vy, points, open_to, outline) if outside else 0


def tangents(ax: int, ay: int, outline: tuple[Point, ...]) -> tuple[int, int, int, int, bool]:
    """From a to the two ends of the edges that face it, counter-clockwise; and whether a lies outside."""
    ux = uy = vx = vy = 0
    px, py = outline[-1]
    ox, oy = outline[-2]
    faced = (px - ox) * (ay - oy) <= (py - oy) * (ax - ox)
    outside = faced
    for qx, qy in outline:
        faces = (qx - px) * (ay - py) <= (qy - py) * (ax - px)
        if faces and not faced:
            ux, uy, outside = px - ax, py - ay, True
        elif faced and not faces:
            vx, vy = px - ax, py - ay
        px, py, faced = qx, qy, faces
    return ux, uy, vx, vy, outside


def past_shadow(
    ax: int,
    ay: int,
    ux: int,
    uy: int,
    vx: int,
    vy: int,
    points: tuple[Point, ...],
    open_to: int,
    outline: tuple[Point, ...],
) -> int:
    """The points that a wall leaves open: hidden is what lies between its two ends and behind the edges that face a."""
    cx, cy = vx - ux, vy - uy
    bit = 1
    for bx, by in points:
        dx, dy = bx - ax, by - ay
        # The line from end to end runs through the wall: what is behind it is hidden.
        if (
            open_to & bit
            and dx * uy > dy * ux
            and dx * vy < dy * vx
            and (cx * (dy - uy) > cy * (dx - ux) or _behind(ax, ay, bx, by, outline))
        ):
            open_to ^= bit
        bit <<= 1
    return open_to


def _behind(ax: int, ay: int, bx: int, by: int, outline: tuple[Point, ...]) -> bool:
    """Whether a point lies behind all edges that face a."""
    px, py = outline[-1]
    for qx, qy in outline:
        dx, dy = qx - px, qy - py
        if dx * (ay - py) <= dy * (ax - px) and dx * (by - py) <= dy * (bx - px):
            return False
        px, py = qx, qy
    return True


def _past_pillar(ax: int, ay: int, points: tuple[Point, ...], open_to: int, at: Cut) -> int:
    low, high, whole, r = at.low, at.high, at.whole, at.blocker.r
    wx, wy = at.blocker.x - ax, at.blocker.y - ay
    bit = 1
    for bx, by in points:
        if open_to & bit:
            dx, dy = bx - ax, by - ay
            length = dx * dx + dy * dy
            along = (wx * dx + wy * dy) * whole
            if low * length < along < high * length:
                hidden = _nearer(wx * dy - wy * dx, r, dx, dy)
            else:
                part = low if along <= low * length else high
                x, y = wx * whole - dx * part, wy * whole - dy * part
                hidden = x * x + y * y < r * r * whole * whole
            if hidden:
                open_to ^= bit
        bit <<= 1
    return open_to


# ---------------------------------------------------------------- two models
def visible(viewer: Figure, target: Figure, blockers: Sequence[Blocker]) -> bool:
    """Whether one model sees another. Neither hides itself; leave out the models of the viewer's unit. [WH40K-7.9]"""
    return sees(eyes(viewer), eyes(target), blockers)


def sees(viewer: Eyes, target: Eyes, blockers: Sequence[Blocker]) -> bool:
    those = between(viewer, target, blockers)
    return not those or glimpses(viewer, target, those) or sees_past(viewer, target, those)


def glimpses(viewer: Eyes, target: Eyes, blockers: list[Blocker]) -> bool:
    """Whether the line from head to head is open: the first to try, and mostly the last."""
    (ax, ay), middle = viewer.points[0], target.points[:1]
    az, bz = viewer.heights[-1], target.heights[-1]
    for blocker in blockers:
        at = cut(blocker, az, bz)
        if at is not None and not past(ax, ay, middle, 1, at):
            return False
    return True


def sees_past(viewer: Eyes, target: Eyes, blockers: list[Blocker]) -> bool:
    """Whether one of all the lines between two models is open."""
    froms, tos = viewer.heights[::-1], target.heights[::-1]
    low = min(froms[-1], tos[-1])
    if all([blocker.z0 < low for blocker in blockers]):
        # What stands on the ground hides a high line only if it hides every lower one.
        froms, tos = froms[:1], tos[:1]
    for az in froms:
        for bz in tos:
            cuts = [at for at in [cut(blocker, az, bz) for blocker in blockers] if at is not None]
            if not _hidden(viewer, target, cuts):
                return True
    return False


def _hidden(viewer: Eyes, target: Eyes, cuts: list[Cut]) -> bool:
    """Whether every line between two models at these heights passes through something."""
    if [at for at in cuts if at.whole == 1 and screens(at.blocker, viewer.around, target.around)]:
        return True
    everywhere = (1 << len(target.points)) - 1
    for ax, ay in viewer.points:
        open_to = everywhere
        for index, at in enumerate(cuts):
            open_to = past(ax, ay, target.points, open_to, at)
            if not open_to:
                cuts.insert(0, cuts.pop(index))  # what hid the last from here probably hides much from the next point
                break
        if open_to:
            return False
    return True


def screens(wall: Blocker, a: Box, b: Box) -> bool:
    """Whether a wall surely hides all in one box from all in the other: every look crosses one line through it."""
    points = wall.points
    if not points:
        return False
    dx, dy = b.left + b.right - a.left - a.right, b.low + b.high - a.low - a.high
    sides = [dx * y - dy * x for x, y in points]
    px, py = points[sides.index(max(sides))]
    qx, qy = points[sides.index(min(sides))]
    froms = ((a.left, a.low), (a.left, a.high), (a.right, a.low), (a.right, a.high))
    tos = ((b.left, b.low), (b.left, b.high), (b.right, b.low), (b.right, b.high))
    for x, y in froms:
        if _left(qx, qy, px, py, x, y) <= 0:
            return False
    for x, y in tos:
        if _left(qx, qy, px, py, x, y) >= 0:
            return False
    for fx, fy in froms:
        for tx, ty in tos:
            if _left(fx, fy, tx, ty, px, py) <= 0 or _left(fx, fy, tx, ty, qx, qy) >= 0:
                return False
    return True


def _left(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> int:
    """Positive where a point lies left of the line from a to b."""
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax)


def _nearer(cross: int, r: int, dx: int, dy: int) -> bool:
    """Whether a cross product is smaller than r times the length of (dx, dy): by bounds, or else exactly."""
    area, longer, shorter = abs(cross), abs(dx), abs(dy)
    if longer < shorter:
        longer, shorter = shorter, longer
    if area < r * longer:
        return True
    if area >= r * (longer + shorter * 4143 // 10000 + 1):  # a little more than the root of two, less one
        return False
    return cross * cross < r * r * (dx * dx + dy * dy)


class Strip:
    """What lies between two circles: all lines from one to the other stay in it."""

    def __init__(self, ax: int, ay: int, a_r: int, bx: int, by: int, b_r: int) -> None:
        self.x, self.y = ax, ay
        self.dx, self.dy = bx - ax, by - ay
        self.length = max(1, root_above(self.dx * self.dx + self.dy * self.dy))
        self.r = max(a_r, b_r)

    def meets(self, x: int, y: int, r: int) -> bool:
        """Whether a circle may reach into the strip."""
        wx, wy, reach = x - self.x, y - self.y, (self.r + r) * self.length
        side, along = wx * self.dy - wy * self.dx, wx * self.dx + wy * self.dy
        return -reach < side < reach and -reach < along < self.length * self.length + reach


def between(viewer: Eyes, target: Eyes, blockers: Sequence[Blocker]) -> list[Blocker]:
    """The blockers that reach into the strip between two models and are no one of the two."""
    (ax, ay), (bx, by) = viewer.points[0], target.points[0]
    strip = Strip(ax, ay, viewer.r, bx, by, target.r)
    top, bottom = max(viewer.heights[-1], target.heights[-1]), min(viewer.heights[0], target.heights[0])
    found: list[Blocker] = []
    for blocker in blockers:
        if blocker.z0 >= top or blocker.z1 <= bottom or not strip.meets(blocker.x, blocker.y, blocker.r):
            continue
        if blocker.key < 0 or blocker.key not in (viewer.key, target.key):
            found.append(blocker)
    return found
