"""A straight stretch of a model's way: what it sweeps, climbs and strikes [WH40K-4.4, WH40K-4.5, WH40K-4.6]."""

from __future__ import annotations

from typing import NamedTuple

from grimtable.games.wh40k.components import Model, Sheet
from grimtable.games.wh40k.geometry.distance import cores_overlap, overlaps, within
from grimtable.games.wh40k.geometry.moves import sweep, turn_cost, turned
from grimtable.games.wh40k.geometry.shapes import Body, Shape, core, root_above
from grimtable.games.wh40k.ground import LEVEL, Block, Climb, climb
from grimtable.games.wh40k.measure import ENGAGED, HEIGHT, REACH, ROUND, Pose, shape_of, shaped
from grimtable.games.wh40k.state import Battle
from grimtable.games.wh40k.surroundings import Surroundings


class Stretch(NamedTuple):
    """From one pose to another: pushed straight along as it faces, then turned on the spot."""

    shape: Shape  # where it begins
    dx: int
    dy: int
    turning: list[Body]
    last: Shape  # where it ends
    climb: Climb


def stretch_of(s: Battle, sheet: Sheet, shape: Shape, here: Pose, there: Pose, around: Surroundings) -> Stretch:
    x, y, z, facing = here
    px, py, pz, pf = there
    turning: list[Body] = []
    last = shaped(sheet, px, py, pf)
    if pf != facing and not ROUND[sheet]:
        turning = turned([shaped(sheet, px, py, way) for way in between(facing, pf)])
    reach = REACH[sheet]
    blocks = around.blocks_in(min(x, px) - reach, min(y, py) - reach, max(x, px) + reach, max(y, py) + reach)
    if blocks:
        blocks = struck_blocks(blocks, [sweep(shape, px - x, py - y), *turning])
    level = not blocks and z == 0 and pz == 0
    return Stretch(shape, px - x, py - y, turning, last, LEVEL if level else climb(s, blocks, shape, z, last, pz))


def between(facing: int, to: int) -> list[int]:
    """All directions from one to another, the shorter way round."""
    steps = (to - facing + 64) % 128 - 64
    return list(range(facing, facing + steps + 1)) if steps >= 0 else list(range(facing, facing + steps - 1, -1))


def struck_blocks(blocks: list[Block], bodies: list[Body]) -> list[Block]:
    """Those of some blocks that any of some bodies overlaps, seen from above."""
    cores = [core(body) for body in bodies]
    return [block for block in blocks if any([cores_overlap(points, block.body.points, r) for points, r in cores])]


def length_of(stretch: Stretch, turn: int) -> int:
    """[WH40K-4.3, WH40K-4.4, WH40K-4.6] What it costs, turned by so many of the 128 directions."""
    far = root_above(stretch.dx * stretch.dx + stretch.dy * stretch.dy)
    return far + stretch.climb.cost + turn_cost(stretch.shape, turn)


def strikes(stretch: Stretch, sheet: Sheet, body: Body, z: int, height: int) -> bool:
    """[WH40K-4.5] Whether a model that stands somewhere at a height, and is so high, is in the way."""
    if z >= stretch.climb.high + HEIGHT[sheet] or stretch.climb.low >= z + height:
        return False
    if overlaps(sweep(stretch.shape, stretch.dx, stretch.dy), body):
        return True
    return any([overlaps(hull, body) for hull in stretch.turning])


def enters_zone(s: Battle, stretch: Stretch, foe: Model) -> bool:
    """[WH40K-4.8] Whether a stretch leads within 1" of an enemy that is within 1" of it seen from above."""
    rise = max(0, s.z[foe] - stretch.climb.high, stretch.climb.low - s.z[foe])
    if rise == 0 or rise > ENGAGED:
        return rise == 0
    bodies = [sweep(stretch.shape, stretch.dx, stretch.dy), *stretch.turning]
    return any([within(body, shape_of(s, foe), ENGAGED, rise) for body in bodies])


# ---------------------------------------------------------------- comrades
def stretches_of(s: Battle, sheet: Sheet, here: Pose, path: tuple[Pose, ...], around: Surroundings) -> list[Stretch]:
    """A whole way, stretch by stretch."""
    shape = shaped(sheet, here[0], here[1], here[3])
    found: list[Stretch] = []
    for there in path:
        stretch = stretch_of(s, sheet, shape, here, there, around)
        found.append(stretch)
        here, shape = there, stretch.last
    return found


def runs_into(sheet: Sheet, stretches: list[Stretch], stood: Pose, stands: Pose) -> bool:
    """[WH40K-4.5] Whether a way leads through a comrade both where he stood before the move and where he ends.

    One may pass where he stood, if he goes first, or where he will stand, if he goes later.
    """
    for x, y, z, facing in (stood, stands):
        body, height = shaped(sheet, x, y, facing), HEIGHT[sheet]
        if not any([strikes(stretch, sheet, body, z, height) for stretch in stretches]):
            return False
    return True


def is_drill(poses: list[Pose], paths: tuple[tuple[Pose, ...], ...]) -> bool:
    """Whether all go the same straight way at one height, without turning: then nobody runs into a comrade."""
    first = paths[0]
    if len(first) != 1:
        return False
    dx, dy, level = first[0][0] - poses[0][0], first[0][1] - poses[0][1], poses[0][2]
    for (x, y, z, facing), path in zip(poses, paths):
        if z != level or len(path) != 1 or path[0] != (x + dx, y + dy, z, facing):
            return False
    return True
