"""Moves: what a shape sweeps on its way, what stands in it, and how far it went. [WH40K-4.4] [WH40K-4.5]"""

from __future__ import annotations

from collections.abc import Sequence

from .distance import between_cores, overlaps, to_segment, within
from .shapes import DIRECTIONS, Body, Capsule, Disc, Hull, Point, Shape, box, centre, convex, core, moved, root_above

TOUCHING = -1  # a margin that lets rims touch
PI = (355, 113)  # a little more than the number: nothing turns for less than it costs


def sweep(shape: Shape, dx: int, dy: int) -> Body:
    """All that a shape passes over when it is pushed along without turning."""
    if isinstance(shape, Disc):
        return Capsule(shape.x, shape.y, shape.x + dx, shape.y + dy, shape.r)
    points, r = core(shape)
    return Hull(convex([*points, *[(x + dx, y + dy) for x, y in points]]), r)


def turned(shapes: Sequence[Shape]) -> list[Body]:
    """All that a shape passes over while it turns on the spot, given as it faces one direction after another.

    Beside where it begins and ends these are the sectors that its corners, or the ends of an oval, pass through.
    """
    if isinstance(shapes[0], Disc):
        return []
    middle = centre(shapes[0])
    cores = [core(shape)[0] for shape in shapes]
    r = core(shapes[0])[1]
    return [Hull(convex([middle, *[points[at] for points in cores]]), r) for at in range(len(cores[0]))]


def in_the_way(shape: Shape, dx: int, dy: int, obstacles: Sequence[Body], margin: int = TOUCHING) -> list[int]:
    """The indices of the obstacles within a margin of a shape's straight way; by default those it would pass through.

    With a margin of one inch these are the models whose zone it enters. [WH40K-4.8]
    """
    swept = sweep(shape, dx, dy)
    points, own = core(swept)
    around = box(swept)
    slack = max(margin, 0)
    left, low = around.left - slack, around.low - slack
    right, high = around.right + slack, around.high + slack
    found: list[int] = []
    for index, other in enumerate(obstacles):
        if isinstance(other, Disc):
            x, y, r = other.x, other.y, other.r
            if x + r < left or x - r > right or y + r < low or y - r > high:
                continue
            if isinstance(shape, Disc):
                num, den = to_segment(x, y, shape.x, shape.y, shape.x + dx, shape.y + dy)
            else:
                num, den = between_cores(points, ((x, y),))
            reach = own + r + slack
            if num < reach * reach * den or (margin >= 0 and num == reach * reach * den):
                found.append(index)
        elif overlaps(swept, other) if margin < 0 else within(swept, other, margin):
            found.append(index)
    return found


def path_meets(shape: Shape, path: Sequence[Point], obstacles: Sequence[Body], margin: int = TOUCHING) -> list[int]:
    """The indices of obstacles within a margin of a whole path: pushes (dx, dy), one after another."""
    met: list[int] = []
    for dx, dy in path:
        met += in_the_way(shape, dx, dy, obstacles, margin)
        shape = moved(shape, dx, dy)
    return sorted(set(met))


def path_length(path: Sequence[tuple[int, int, int]]) -> int:
    """The way along pushes (dx, dy, dz), each rounded up. [WH40K-4.3] [WH40K-4.6]"""
    return sum([root_above(dx * dx + dy * dy + dz * dz) for dx, dy, dz in path])


def turn_cost(shape: Shape, steps: int) -> int:
    """How far the farthest point of a shape travels when it turns by so many of the 128 directions. [WH40K-4.4]"""
    if isinstance(shape, Disc):
        return 0
    if isinstance(shape, Capsule):
        dx, dy = shape.x2 - shape.x1, shape.y2 - shape.y1
        reach = root_above((dx * dx + dy * dy + 3) // 4) + shape.r
    else:
        reach = root_above(shape.hw * shape.hw + shape.hh * shape.hh)
    steps = abs(steps) % DIRECTIONS
    steps = min(steps, DIRECTIONS - steps)
    return -(-2 * PI[0] * steps * reach // (PI[1] * DIRECTIONS))
