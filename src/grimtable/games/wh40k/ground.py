"""Terrain: where a model can stand, what it climbs, what bars its way, and cover [WH40K-4.6, WH40K-9.18]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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


def can_stand(s: Battle, body: Body, z: int, height: int, blocks: Sequence[Block] | None = None) -> bool:
    """[WH40K-2.6, WH40K-4.6] On the table, on the ground or with its whole base on a floor, and in no wall.

    Whoever knows which blocks are near names them.
    """
    if not on_table(body, WIDTH, DEPTH):
        return False
    those = blocks_near(s, body) if blocks is None else blocks
    if those:
        points, r = core(body)
        for block in those:
            if block.low < z + height and z < block.high and cores_overlap(points, block.body.points, r):
                return False
    if z == 0:
        return True
    levels = [level for level in TERRAIN[s.layout].levels if level.z == z]
    return any([wholly_within(body, level.body, 0) for level in levels])


def levels_at(s: Battle, body: Body, height: int) -> list[int]:
    """The heights at which a body can stand here, lowest first."""
    found = [0] if can_stand(s, body, 0, height) else []
    around = box(body)
    for level in TERRAIN[s.layout].levels:
        if boxes_meet(around, level.around) and level.z not in found and can_stand(s, body, level.z, height):
            found.append(level.z)
    return sorted(found)


def bars_the_way(blocks: list[Block], z: int, to: int) -> bool:
    """[WH40K-4.6] A wall cannot be walked through or climbed over."""
    return any([block.impassable and block.high > min(z, to) for block in blocks])


def climb(blocks: list[Block], z: int, to: int) -> int:
    """[WH40K-4.6] The way up and down that a stretch costs: over what stands in it, or from floor to floor."""
    top = max([block.high for block in blocks if not block.impassable], default=0)
    highest = max(z, to)
    return 2 * top - z - to if top > highest else abs(to - z)


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
