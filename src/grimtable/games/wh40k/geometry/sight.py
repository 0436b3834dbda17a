"""Line of sight over a table with heights. [WH40K-7.8] [WH40K-7.9]

A model is a pillar, nine tenths as wide as its base. It looks from and is seen at 27 points: the middle and eight on
its rim, at three heights. One model sees another if one of the straight lines between their points passes through
nothing; touching is not passing through. The same points serve both ways, so sight is mutual.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .figures import Blocker, Figure, eyes_of, feet
from .lines import Strip, crosses, left_of, level_part, nearer, pierces
from .shapes import Box, Point

if TYPE_CHECKING:
    from mypy_extensions import i64


class Cut:
    """A blocker and the part of a line, from low to high of its whole, that runs at the blocker's height."""

    def __init__(self, blocker: Blocker, low: i64, high: i64, whole: i64) -> None:
        self.blocker = blocker
        self.low = low
        self.high = high
        self.whole = whole


# ---------------------------------------------------------------- one line
def cuts_at(blockers: Sequence[Blocker], az: i64, bz: i64) -> list[Cut]:
    """The blockers that lines from one height to another do not all pass over or under."""
    found: list[Cut] = []
    for one in blockers:
        low, high, whole = level_part(one.z0, one.z1, az, bz)
        if low < high:
            found.append(Cut(one, low, high, whole))
    return found


def stops(one: Blocker, ax: i64, ay: i64, bx: i64, by: i64, low: i64, high: i64, whole: i64) -> bool:
    """Whether a part of the line from a to b passes through a blocker."""
    dx, dy, wx, wy = bx - ax, by - ay, one.x - ax, one.y - ay
    if not one.points:
        return pierces(wx, wy, one.r, dx, dy, low, high, whole)
    if (dx != 0 or dy != 0) and not nearer(wx * dy - wy * dx, one.r, dx, dy):
        return False
    return crosses(ax, ay, bx, by, one.points, low, high, whole)


def passes(ax: i64, ay: i64, bx: i64, by: i64, cuts: list[Cut], viewer: int, target: int) -> bool:
    """Whether the line from a point of one model to a point of another passes everything."""
    for index, at in enumerate(cuts):
        if hides(at.blocker, viewer, target) and stops(at.blocker, ax, ay, bx, by, at.low, at.high, at.whole):
            if index:
                cuts.insert(0, cuts.pop(index))  # the next line is probably hidden by the same
            return False
    return True


def hides(one: Blocker, viewer: int, target: int) -> bool:
    """[WH40K-7.9] Nobody hides himself."""
    return one.key < 0 or (one.key != viewer and one.key != target)


# ---------------------------------------------------------------- two models
def visible(viewer: Figure, target: Figure, blockers: Sequence[Blocker]) -> bool:
    """Whether one model sees another. Neither hides itself; leave out the models of the viewer's unit. [WH40K-7.9]"""
    those = between(viewer, target, blockers)
    return is_clear(viewer, target, those) or sees_past(viewer, target, those)


def is_clear(viewer: Figure, target: Figure, blockers: list[Blocker]) -> bool:
    """Whether the line from head to head is open: the first to try, and mostly the last."""
    ax, ay, az, bx, by, bz = viewer.x, viewer.y, viewer.top, target.x, target.y, target.top
    for index, one in enumerate(blockers):
        low, high, whole = level_part(one.z0, one.z1, az, bz)
        if low < high and stops(one, ax, ay, bx, by, low, high, whole) and hides(one, viewer.key, target.key):
            if index:
                blockers.insert(0, blockers.pop(index))  # the next line is probably hidden by the same
            return False
    return True


def sees_past(viewer: Figure, target: Figure, blockers: list[Blocker]) -> bool:
    """Whether one of all the lines between two models is open."""
    one, other = eyes_of(viewer), eyes_of(target)
    for az, bz in telling_heights(viewer, target, max([blocker.z0 for blocker in blockers], default=0)):
        cuts = cuts_at(blockers, az, bz)
        for ax, ay in one.points:
            for bx, by in other.points:
                if passes(ax, ay, bx, by, cuts, one.key, other.key):
                    return True
    return False


def telling_heights(viewer: Figure, target: Figure, highest: int) -> list[tuple[int, int]]:
    """From which height to which lines need be tried, the highest first, where no blocker begins above the highest."""
    if highest < min(feet(viewer), feet(target)):
        # What stands on the ground hides a high line only if it hides every lower one.
        return [(viewer.top, target.top)]
    return [(az, bz) for az in eyes_of(viewer).heights[::-1] for bz in eyes_of(target).heights[::-1]]


def between(viewer: Figure, target: Figure, blockers: Sequence[Blocker]) -> list[Blocker]:
    """The blockers that reach into the strip between two models and are no one of the two."""
    one, other = eyes_of(viewer), eyes_of(target)
    strip = Strip(viewer.x, viewer.y, one.r, target.x, target.y, other.r)
    top, bottom = max(viewer.top, target.top), min(feet(viewer), feet(target))
    found: list[Blocker] = []
    for blocker in blockers:
        if blocker.z0 >= top or blocker.z1 <= bottom or not strip.meets(blocker.x, blocker.y, blocker.r):
            continue
        if hides(blocker, viewer.key, target.key):
            found.append(blocker)
    return found


# ---------------------------------------------------------------- one wall
def screens(wall: Blocker, a: Box, b: Box) -> bool:
    """Whether a wall surely hides all in one box from all in the other: every look crosses one line through it."""
    dx, dy = b.left + b.right - a.left - a.right, b.low + b.high - a.low - a.high
    px, py = qx, qy = wall.points[0]
    most = least = dx * py - dy * px
    for x, y in wall.points:
        side = dx * y - dy * x
        if side > most:
            most, px, py = side, x, y
        elif side < least:
            least, qx, qy = side, x, y
    froms, tos = corners(a), corners(b)
    for x, y in froms:
        if left_of(qx, qy, px, py, x, y) <= 0:
            return False
    for x, y in tos:
        if left_of(qx, qy, px, py, x, y) >= 0:
            return False
    for fx, fy in froms:
        for tx, ty in tos:
            if left_of(fx, fy, tx, ty, px, py) <= 0 or left_of(fx, fy, tx, ty, qx, qy) >= 0:
                return False
    return True


def corners(around: Box) -> tuple[Point, Point, Point, Point]:
    left, low, right, high = around
    return (left, low), (left, high), (right, low), (right, high)
