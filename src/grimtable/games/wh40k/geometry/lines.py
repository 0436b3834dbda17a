"""Straight lines among outlines and circles, in whole numbers: what sight is made of. [WH40K-7.8]

Products of two lengths on a table stay below 2**37, and times a height below 2**52: such numbers are machine words in
the compiled build. Where squares of products are compared, numbers are of any size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .shapes import Point, root_above

if TYPE_CHECKING:
    from mypy_extensions import i64


def level_part(z0: i64, z1: i64, az: i64, bz: i64) -> tuple[i64, i64, i64]:
    """Which part of a line, low to high of its whole, runs between two heights; low is not below high if none does."""
    if az > z0 and bz > z0 and az < z1 and bz < z1:
        return 0, 1, 1
    whole = bz - az if bz > az else az - bz
    low, high = (z0 - az, z1 - az) if bz > az else (az - z1, az - z0)
    return max(low, 0), min(high, whole), whole


def crosses(ax: i64, ay: i64, bx: i64, by: i64, outline: tuple[Point, ...], low: i64, high: i64, whole: i64) -> bool:
    """Whether a part of a line passes through an outline.

    It does if corners lie on both sides of it and all lie along that part; where only some do, fractions tell.
    """
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    if length == 0:
        return _enters(ax, ay, bx, by, outline, low, high, whole)
    least, most = length, -length
    left = right = False
    x: i64
    y: i64
    for x, y in outline:
        wx, wy = x - ax, y - ay
        side = dx * wy - dy * wx
        left, right = left or side > 0, right or side < 0
        along = dx * wx + dy * wy
        least, most = min(least, along), max(most, along)
    if not left or not right or most * whole <= low * length or least * whole >= high * length:
        return False
    if least * whole >= low * length and most * whole <= high * length:
        return True
    return _enters(ax, ay, bx, by, outline, low, high, whole)


def _enters(ax: int, ay: int, bx: int, by: int, outline: tuple[Point, ...], low: int, high: int, whole: int) -> bool:
    """The same by exact fractions: whether the line enters through some edge before it leaves."""
    enter, enter_den, leave, leave_den = low, whole, high, whole
    px, py = outline[-1]
    for qx, qy in outline:
        dx, dy = qx - px, qy - py
        first = dx * (ay - py) - dy * (ax - px)
        last = dx * (by - py) - dy * (bx - px)
        px, py = qx, qy
        if first <= 0 and last <= 0:
            return False
        if first <= 0 and -first * enter_den > enter * (last - first):
            enter, enter_den = -first, last - first
        elif first > 0 >= last and first * leave_den < leave * (first - last):
            leave, leave_den = first, first - last
    return enter * leave_den < leave * enter_den


def tangents(ax: i64, ay: i64, outline: tuple[Point, ...]) -> tuple[i64, i64, i64, i64, bool]:
    """From a to the two ends of the edges that face it, counter-clockwise; and whether a lies outside."""
    ux: i64 = 0
    uy: i64 = 0
    vx: i64 = 0
    vy: i64 = 0
    px: i64
    py: i64
    qx: i64
    qy: i64
    px, py = outline[-2]
    qx, qy = outline[-1]
    faced = left_of(px, py, qx, qy, ax, ay) <= 0
    outside = faced
    px, py = qx, qy
    for qx, qy in outline:
        faces = left_of(px, py, qx, qy, ax, ay) <= 0
        if faces and not faced:
            ux, uy, outside = px - ax, py - ay, True
        elif faced and not faces:
            vx, vy = px - ax, py - ay
        px, py, faced = qx, qy, faces
    return ux, uy, vx, vy, outside


def holds(outline: tuple[Point, ...], x: i64, y: i64) -> bool:
    """Whether a point lies within an outline or on it."""
    px, py = outline[-1]
    for qx, qy in outline:
        if left_of(px, py, qx, qy, x, y) < 0:
            return False
        px, py = qx, qy
    return True


def pierces(wx: i64, wy: i64, r: i64, dx: i64, dy: i64, low: i64, high: i64, whole: i64) -> bool:
    """Whether a part of the line along d passes through a pillar of radius r at w; it starts at zero."""
    length = dx * dx + dy * dy
    along = (wx * dx + wy * dy) * whole
    if low * length < along < high * length:
        return nearer(wx * dy - wy * dx, r, dx, dy)
    part = low if along <= low * length else high
    return _shorter(wx * whole - dx * part, wy * whole - dy * part, r * whole)


def _shorter(x: i64, y: i64, length: i64) -> bool:
    """Whether a way is shorter than a length: by bounds, or else exactly."""
    if x >= length or -x >= length or y >= length or -y >= length:
        return False
    return _surely_shorter(x, y, length)


def _surely_shorter(x: int, y: int, length: int) -> bool:
    return x * x + y * y < length * length


def nearer(cross: i64, r: i64, dx: i64, dy: i64) -> bool:
    """Whether a cross product is smaller than r times the length of (dx, dy): by bounds, or else exactly."""
    area = -cross if cross < 0 else cross
    longer = -dx if dx < 0 else dx
    shorter = -dy if dy < 0 else dy
    if longer < shorter:
        longer, shorter = shorter, longer
    if area < r * longer:
        return True
    if area >= r * (longer + shorter * 4143 // 10000 + 1):  # a little more than the root of two, less one
        return False
    return _surely_nearer(cross, r, dx, dy)


def _surely_nearer(cross: int, r: int, dx: int, dy: int) -> bool:
    return cross * cross < r * r * (dx * dx + dy * dy)


def left_of(ax: i64, ay: i64, bx: i64, by: i64, x: i64, y: i64) -> i64:
    """Positive where a point lies left of the line from a to b."""
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax)


class Strip:
    """What lies between two circles: all lines from one to the other stay in it."""

    def __init__(self, ax: i64, ay: i64, a_r: i64, bx: i64, by: i64, b_r: i64) -> None:
        self.x = ax
        self.y = ay
        self.dx = bx - ax
        self.dy = by - ay
        length: i64 = max(1, root_above(self.dx * self.dx + self.dy * self.dy))
        self.length = length
        self.square = length * length
        self.r = max(a_r, b_r)

    def meets(self, x: i64, y: i64, r: i64) -> bool:
        """Whether a circle may reach into the strip."""
        wx, wy, reach = x - self.x, y - self.y, (self.r + r) * self.length
        side = wx * self.dy - wy * self.dx
        if side >= reach or -side >= reach:
            return False
        along = wx * self.dx + wy * self.dy
        return -reach < along < self.square + reach
