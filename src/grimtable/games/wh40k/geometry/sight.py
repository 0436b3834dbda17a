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


def past(ax: int, ay: int, points: list[Point], at: Cut) -> list[Point]:
    """The points to which a line from a passes a blocker by, where it runs at the blocker's height."""
    if not at.blocker.points:
        return _past_pillar(ax, ay, points, at)
    if at.whole == 1:
        return _past_wall(ax, ay, points, at.blocker.points)
    low, high, whole, outline = at.low, at.high, at.whole, at.blocker.points
    return [(x, y) for x, y in points if not _crosses(ax, ay, x, y, outline, low, high, whole)]


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


def _past_wall(ax: int, ay: int, points: list[Point], outline: tuple[Point, ...]) -> list[Point]:
    """Of a whole line: hidden is what lies behind the edges that face a, and between their two ends."""
    facing: list[tuple[int, int, int, int]] = []
    begins: list[Point] = []
    ends: list[Point] = []
    px, py = outline[-1]
    for qx, qy in outline:
        dx, dy = qx - px, qy - py
        if dx * (ay - py) <= dy * (ax - px):
            facing.append((px, py, dx, dy))
            begins.append((px, py))
            ends.append((qx, qy))
        px, py = qx, qy
    if not facing:  # a lies inside
        return []
    for ux, uy in begins:
        if (ux, uy) not in ends:
            break
    for vx, vy in ends:
        if (vx, vy) not in begins:
            break
    ux, uy, vx, vy = ux - ax, uy - ay, vx - ax, vy - ay
    found: list[Point] = []
    for bx, by in points:
        dx, dy = bx - ax, by - ay
        if dx * uy <= dy * ux or dx * vy >= dy * vx:
            found.append((bx, by))
        else:
            for px, py, ex, ey in facing:
                if ex * (by - py) <= ey * (bx - px):
                    found.append((bx, by))
                    break
    return found


def _past_pillar(ax: int, ay: int, points: list[Point], at: Cut) -> list[Point]:
    low, high, whole, square = at.low, at.high, at.whole, at.blocker.r * at.blocker.r
    wx, wy = at.blocker.x - ax, at.blocker.y - ay
    found: list[Point] = []
    for bx, by in points:
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        along = (wx * dx + wy * dy) * whole
        if low * length < along < high * length:
            cross = wx * dy - wy * dx
            clear = cross * cross >= square * length
        else:
            part = low if along <= low * length else high
            x, y = wx * whole - dx * part, wy * whole - dy * part
            clear = x * x + y * y >= square * whole * whole
        if clear:
            found.append((bx, by))
    return found


# ---------------------------------------------------------------- two models
def visible(viewer: Figure, target: Figure, blockers: Sequence[Blocker]) -> bool:
    """Whether one model sees another. Neither hides itself; leave out the models of the viewer's unit. [WH40K-7.9]"""
    return _sees(eyes(viewer), eyes(target), blockers)


def _sees(viewer: Eyes, target: Eyes, blockers: Sequence[Blocker]) -> bool:
    between = _between(viewer, target, blockers)
    if not between:
        return True
    froms, tos = viewer.heights[::-1], target.heights[::-1]
    low = min(froms[-1], tos[-1])
    if all([blocker.z0 < low for blocker in between]):
        # What stands on the ground hides a high line only if it hides every lower one.
        froms, tos = froms[:1], tos[:1]
    for az in froms:
        for bz in tos:
            cuts = [at for at in [cut(blocker, az, bz) for blocker in between] if at is not None]
            if not _hidden(viewer, target, cuts):
                return True
    return False


def _hidden(viewer: Eyes, target: Eyes, cuts: list[Cut]) -> bool:
    """Whether every line between two models at these heights passes through something."""
    if [at for at in cuts if at.whole == 1 and screens(at.blocker, viewer.around, target.around)]:
        return True
    for ax, ay in viewer.points:
        points = list(target.points)
        for index, at in enumerate(cuts):
            points = past(ax, ay, points, at)
            if not points:
                cuts.insert(0, cuts.pop(index))  # what hid the last from here probably hides much from the next point
                break
        if points:
            return False
    return True


def _between(viewer: Eyes, target: Eyes, blockers: Sequence[Blocker]) -> list[Blocker]:
    """The blockers whose circle reaches into the strip between two models."""
    (ax, ay), (bx, by) = viewer.points[0], target.points[0]
    dx, dy = bx - ax, by - ay
    root = root_above(dx * dx + dy * dy)
    top, bottom = max(viewer.heights[-1], target.heights[-1]), min(viewer.heights[0], target.heights[0])
    strip, mine, other = max(viewer.r, target.r), viewer.key, target.key
    found: list[Blocker] = []
    for blocker in blockers:
        key, _, x, y, r, z0, z1 = blocker
        if key >= 0 and key in (mine, other):
            continue
        x, y, reach = x - ax, y - ay, (strip + r) * root
        side, along = x * dy - y * dx, x * dx + y * dy
        if -reach < side < reach and -reach < along < root * root + reach and z0 < top and z1 > bottom:
            found.append(blocker)
    return found


# ---------------------------------------------------------------- two units
class Group(NamedTuple):
    """Several models that look or are looked at: the box around them, lowest and highest point."""

    members: list[Eyes]
    around: Box
    low: int
    high: int


def group(figures: Sequence[Figure]) -> Group:
    members = [eyes(figure) for figure in figures]
    around = Box(
        min([one.around.left for one in members]),
        min([one.around.low for one in members]),
        max([one.around.right for one in members]),
        max([one.around.high for one in members]),
    )
    low, high = min([one.heights[0] for one in members]), max([one.heights[-1] for one in members])
    return Group(members, around, low, high)


def any_visible(viewers: Group, targets: Group, blockers: Sequence[Blocker]) -> bool:
    """Whether some model of one unit sees some model of the other."""
    near = _near(viewers, targets, blockers)
    tall = _tall(viewers, targets, near)
    if [wall for wall in tall if screens(wall, viewers.around, targets.around)]:
        return False
    for viewer in viewers.members:
        if [wall for wall in tall if screens(wall, viewer.around, targets.around)]:
            continue
        for target in targets.members:
            if _sees(viewer, target, near):
                return True
    return False


def seen_by(viewer: Figure, targets: Group, blockers: Sequence[Blocker]) -> list[bool]:
    """Which models of a unit one model sees."""
    alone = group([viewer])
    near = _near(alone, targets, blockers)
    if [wall for wall in _tall(alone, targets, near) if screens(wall, alone.around, targets.around)]:
        return [False] * len(targets.members)
    return [_sees(alone.members[0], target, near) for target in targets.members]


def _near(viewers: Group, targets: Group, blockers: Sequence[Blocker]) -> list[Blocker]:
    """The blockers that reach into the box around both."""
    a, b = viewers.around, targets.around
    left, low = min(a.left, b.left), min(a.low, b.low)
    right, high = max(a.right, b.right), max(a.high, b.high)
    found: list[Blocker] = []
    for blocker in blockers:
        x, y, r = blocker.x, blocker.y, blocker.r
        if x + r > left and x - r < right and y + r > low and y - r < high:
            found.append(blocker)
    return found


def _tall(viewers: Group, targets: Group, blockers: list[Blocker]) -> list[Blocker]:
    """Walls that no line between the two passes over or under."""
    low, high = min(viewers.low, targets.low), max(viewers.high, targets.high)
    return [wall for wall in blockers if wall.points and wall.z0 < low and wall.z1 > high]


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
