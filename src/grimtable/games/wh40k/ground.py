"""Terrain: where a model can stand, what it climbs, what bars its way, and cover [WH40K-4.6, WH40K-9.18]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from grimtable.games.wh40k.components import DEPTH, WIDTH, Model, Unit
from grimtable.games.wh40k.components.terrain import LAYOUTS
from grimtable.games.wh40k.geometry.distance import cores_overlap, on_table, wholly_within, within
from grimtable.games.wh40k.geometry.shapes import Body, Box, Hull, box, core, outline
from grimtable.games.wh40k.measure import shape_of
from grimtable.games.wh40k.state import Battle


class Block(NamedTuple):
    """A prism of terrain."""

    body: Hull
    around: Box
    low: int
    high: int
    impassable: bool
    opaque: bool


class Level(NamedTuple):
    """A floor to stand on."""

    body: Hull
    around: Box
    z: int


class Terrain(NamedTuple):
    blocks: tuple[Block, ...]
    levels: tuple[Level, ...]
    cover: tuple[Hull, ...]  # footprints


def _terrain(name: str) -> Terrain:
    pieces = LAYOUTS[name]
    walls = [wall for piece in pieces for wall in piece.walls]
    floors = [floor for piece in pieces for floor in piece.floors]
    blocks = [
        Block(outline(wall.poly), box(outline(wall.poly)), wall.low, wall.high, wall.impassable, wall.opaque)
        for wall in walls
    ]
    levels = [Level(outline(floor.poly), box(outline(floor.poly)), floor.z) for floor in floors]
    return Terrain(tuple(blocks), tuple(levels), tuple([outline(piece.footprint) for piece in pieces if piece.cover]))


TERRAIN: dict[str, Terrain] = {name: _terrain(name) for name in LAYOUTS}


def boxes_meet(a: Box, b: Box) -> bool:
    return a.left <= b.right and b.left <= a.right and a.low <= b.high and b.low <= a.high


def blocks_near(s: Battle, body: Body) -> list[Block]:
    """The prisms that a body may overlap."""
    around = box(body)
    return [block for block in TERRAIN[s.layout].blocks if boxes_meet(around, block.around)]


def has_room(s: Battle, body: Body, z: int, height: int, blocks: Sequence[Block] | None = None) -> bool:
    """[WH40K-2.6] On the table and in no wall. Whoever knows which blocks are near names them."""
    if not on_table(body, WIDTH, DEPTH):
        return False
    those = blocks_near(s, body) if blocks is None else blocks
    if those:
        points, r = core(body)
        for block in those:
            if block.low < z + height and z < block.high and cores_overlap(points, block.body.points, r):
                return False
    return True


def can_stand(s: Battle, body: Body, z: int, height: int, blocks: Sequence[Block] | None = None) -> bool:
    """[WH40K-2.6, WH40K-4.6] On the table, on the ground or with its whole base on a floor, and in no wall."""
    if not has_room(s, body, z, height, blocks):
        return False
    return z == 0 or on_floor(s, body, z)


def can_pause(s: Battle, body: Body, z: int, height: int, blocks: Sequence[Block]) -> bool:
    """[WH40K-4.6] Whether a way may have a corner here: where a model can stand, or on top of what it climbs."""
    if not has_room(s, body, z, height, blocks):
        return False
    return z == 0 or on_floor(s, body, z) or any([rests_on(block, body, z) for block in blocks])


def on_floor(s: Battle, body: Body, z: int) -> bool:
    levels = [level for level in TERRAIN[s.layout].levels if level.z == z]
    return any([wholly_within(body, level.body, 0) for level in levels])


def rests_on(block: Block, body: Body, z: int) -> bool:
    """Whether a body at this height is on top of a piece that can be climbed, if only partly."""
    if block.high != z or block.impassable:
        return False
    points, r = core(body)
    return cores_overlap(points, block.body.points, r)


def levels_at(s: Battle, body: Body, height: int) -> list[int]:
    """The heights at which a body can stand here, lowest first."""
    found = [0] if can_stand(s, body, 0, height) else []
    around = box(body)
    for level in TERRAIN[s.layout].levels:
        if boxes_meet(around, level.around) and level.z not in found and can_stand(s, body, level.z, height):
            found.append(level.z)
    return sorted(found)


class Climb(NamedTuple):
    """The lowest and the highest that a straight stretch leads, and the way up and down that it costs."""

    low: int
    high: int
    cost: int


LEVEL: Final = Climb(0, 0, 0)
BARRED: Final = Climb(0, 0, -1)


def climb(s: Battle, blocks: list[Block], first: Body, z: int, last: Body, to: int) -> Climb:
    """[WH40K-4.6] What a stretch past some blocks leads over; barred if a wall stands in it.

    On one floor or one roof the stretch is level. From one to another it leads down to the ground and up again, for
    nobody walks on air, and over every piece that stands in it.
    """
    if z == 0 and to == 0 and not blocks:
        return LEVEL
    low = z if z == to and (z == 0 or on_one_surface(s, blocks, first, last, z)) else 0
    high, cost = max(z, to), z + to - 2 * low
    for block in blocks:
        if block.high <= low:
            continue
        if block.impassable:
            return BARRED
        if not (z and rests_on(block, first, z)) and not (to and rests_on(block, last, to)):
            cost += 2 * (block.high - low)
            high = max(high, block.high)
    return Climb(low, high, cost)


def on_one_surface(s: Battle, blocks: list[Block], first: Body, last: Body, z: int) -> bool:
    """Whether two places lie on the same floor or the same roof, so that all between them does: they are convex."""
    if [1 for block in blocks if rests_on(block, first, z) and rests_on(block, last, z)]:
        return True
    levels = [level for level in TERRAIN[s.layout].levels if level.z == z]
    return any([wholly_within(first, level.body, 0) and wholly_within(last, level.body, 0) for level in levels])


# ---------------------------------------------------------------- cover
def in_cover(s: Battle, unit: Unit) -> bool:
    """[WH40K-9.18] Every model of the unit is at least partly on or within terrain."""
    return all([is_sheltered(s, model) for model in s.alive(unit)])


def is_sheltered(s: Battle, model: Model) -> bool:
    shape = shape_of(s, model)
    around = box(shape)
    for footprint in TERRAIN[s.layout].cover:
        if boxes_meet(around, box(footprint)) and within(shape, footprint, 0):
            return True
    return False
