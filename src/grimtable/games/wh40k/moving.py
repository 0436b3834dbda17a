"""Moves of whole units: how far, past what, to where. One check for every kind of move."""

from __future__ import annotations

from typing import Any, NamedTuple

from grimtable.games.wh40k.components import INCH, Model, Unit
from grimtable.games.wh40k.geometry.distance import Gap, compare, cores_overlap, gap, overlaps, within
from grimtable.games.wh40k.geometry.moves import sweep, turn_cost
from grimtable.games.wh40k.geometry.shapes import Body, Shape, core, direction, root_above
from grimtable.games.wh40k.ground import Block, bars_the_way, can_stand, climb
from grimtable.games.wh40k.measure import (
    ENGAGED,
    HEIGHT,
    Pose,
    height_of,
    is_coherent,
    pose_of,
    poses_overlap,
    reach_of,
    shape_at,
    shape_of,
)
from grimtable.games.wh40k.state import Battle
from grimtable.games.wh40k.surroundings import Surroundings, surroundings
from grimtable.kernel.values import Refusal

Path = tuple[Pose, ...]  # waypoints; empty: the model stays
Answer = tuple[Path, ...]  # one path per model of the unit that is alive, in their order

NORMAL, ADVANCE, FALL_BACK, CHARGE_MOVE, PILE_IN, CONSOLIDATE, HEROIC = (
    "normal",
    "advance",
    "fall_back",
    "charge",
    "pile_in",
    "consolidate",
    "heroic",
)
TOWARDS = (PILE_IN, CONSOLIDATE, HEROIC)  # moves that must end closer to the closest enemy
WAYPOINTS = 12


class Way(NamedTuple):
    """A kind of move, and what it allows."""

    kind: str
    allowance: int
    targets: tuple[Unit, ...]  # of a charge
    flies: bool  # passes over models and terrain [WH40K-4.7]
    through_models: bool
    through_walls: bool
    least: int  # [WH40K-4.10]
    straight: bool  # one pivot of up to a quarter turn, then straight ahead


# ---------------------------------------------------------------- the form of an answer
def badly_formed(answer: Any, models: int, poses: bool = False) -> bool:
    """Whether this is no list of paths for so many models; with `poses` every path is one pose."""
    if not isinstance(answer, tuple) or len(answer) != models:
        return True
    for path in answer:
        if not isinstance(path, tuple) or len(path) > WAYPOINTS or (poses and len(path) != 1):
            return True
        if [1 for pose in path if not is_pose(pose)]:
            return True
    return False


def is_pose(pose: Any) -> bool:
    if not isinstance(pose, tuple) or len(pose) != 4:
        return False
    if [1 for number in pose if type(number) is not int or abs(number) > 1_000_000]:
        return False
    return 0 <= int(pose[3]) < 128


# ---------------------------------------------------------------- the check
def move_refusal(s: Battle, unit: Unit, way: Way, answer: Any) -> Refusal | None:
    """[WH40K-2.3, WH40K-2.4, WH40K-10.15] Why a unit may not move like this; None if it may. Staying is no move."""
    mine = s.alive(unit)
    if badly_formed(answer, len(mine)):
        return Refusal("WH40K-4.1", "not_a_move", (len(mine),))
    around = surroundings(s, unit, way.allowance)
    for model, path in zip(mine, answer):
        refusal = path_refusal(s, model, path, way, around)
        if refusal is not None:
            return refusal
    ends = ends_of(s, mine, answer)
    refusal = crowding(s, mine, ends)
    if refusal is not None or not any(answer):
        return refusal
    return formation_refusal(s, unit, way, mine, ends)


def ends_of(s: Battle, models: list[Model], answer: Answer) -> list[Pose]:
    """Where the models of a unit end."""
    return [path[-1] if path else pose_of(s, model) for model, path in zip(models, answer)]


def crowding(s: Battle, models: list[Model], ends: list[Pose]) -> Refusal | None:
    """[WH40K-2.6] The models of a unit move together: only where they end they may not overlap."""
    if len(models) < 2:
        return None
    sheet = s.sheet[s.unit[models[0]]]
    height = HEIGHT[sheet]
    for at, pose in enumerate(ends):
        for other in range(at + 1, len(ends)):
            that = ends[other]
            if poses_overlap(sheet, pose, that) and abs(pose[2] - that[2]) < height:
                return Refusal("WH40K-2.6", "overlap", (models[other],))
    return None


def formation_refusal(s: Battle, unit: Unit, way: Way, models: list[Model], ends: list[Pose]) -> Refusal | None:
    """What is asked of a unit that moved as a whole: coherency, and that a charge arrives."""
    if not is_coherent(s.sheet[unit], ends):
        return Refusal("WH40K-2.3", "not_coherent")
    return charge_refusal(s, way, models, ends) if way.kind == CHARGE_MOVE else None


def path_refusal(s: Battle, model: Model, path: Path, way: Way, around: Surroundings) -> Refusal | None:
    """One model's way: its length, what it passes, where it ends."""
    if not path:
        return Refusal("WH40K-4.11", "must_move", (model,)) if way.least else None
    x, y = s.x[model], s.y[model]
    if way.flies or way.through_walls:
        refusal = flight_refusal(s, model, path, way)
    else:
        refusal = walk_refusal(s, model, path, way, around)
    if refusal is not None:
        return refusal
    ex, ey, ez, ef = path[-1]
    body = shape_at(s, model, ex, ey, ef)
    reach = reach_of(s, model)
    blocks = around.blocks_in(ex - reach, ey - reach, ex + reach, ey + reach)
    if not can_stand(s, body, ez, height_of(s, model), blocks):
        return Refusal("WH40K-2.6", "no_footing", (model,))
    if way.least and (ex - x) ** 2 + (ey - y) ** 2 < way.least * way.least:
        return Refusal("WH40K-4.10", "too_short", (model, way.least // INCH))
    return end_refusal(s, model, body, path[-1], way, around)


def flight_refusal(s: Battle, model: Model, path: Path, way: Way) -> Refusal | None:
    """[WH40K-4.7] Over models and terrain the way is the straight line from start to end; turning a hull costs too."""
    x, y, z, facing = s.x[model], s.y[model], s.z[model], s.facing[model]
    ex, ey, ez, ef = path[-1]
    if way.straight:
        return straight_refusal(s, model, path, way)
    shape = shape_of(s, model)
    cost = root_above((ex - x) ** 2 + (ey - y) ** 2 + (ez - z) ** 2) + turn_cost(shape, ef - facing)
    if cost > way.allowance:
        return Refusal("WH40K-4.3", "too_far", (model, inches(cost), inches(way.allowance)))
    return None


def straight_refusal(s: Battle, model: Model, path: Path, way: Way) -> Refusal | None:
    """[WH40K-4.4] Supersonic: pivot on the spot for up to a quarter turn, then fly straight ahead."""
    x, y, facing = s.x[model], s.y[model], s.facing[model]
    ex, ey, _, ef = path[-1]
    turn = min((ef - facing) % 128, (facing - ef) % 128)
    if turn > 32 or heading(ex - x, ey - y) != ef:
        return Refusal("WH40K-4.4", "not_straight", (model,))
    cost = root_above((ex - x) ** 2 + (ey - y) ** 2)
    if cost > way.allowance:
        return Refusal("WH40K-4.3", "too_far", (model, inches(cost), inches(way.allowance)))
    return None


def walk_refusal(s: Battle, model: Model, path: Path, way: Way, around: Surroundings) -> Refusal | None:
    """[WH40K-4.4, WH40K-4.5] Step by step: what the base sweeps, what it climbs, how it turns."""
    x, y, z, facing = pose_of(s, model)
    shape: Shape = shape_of(s, model)
    reach = reach_of(s, model)
    cost = 0
    for px, py, pz, pf in path:
        cost += root_above((px - x) * (px - x) + (py - y) * (py - y)) + turn_cost(shape, pf - facing)
        left, low = min(x, px) - reach, min(y, py) - reach
        right, high = max(x, px) + reach, max(y, py) + reach
        blocks = swept_blocks(around.blocks_in(left, low, right, high), shape, px - x, py - y)
        if bars_the_way(blocks, z, pz):
            return Refusal("WH40K-4.6", "wall", (model,))
        cost += climb(blocks, z, pz)
        if cost > way.allowance:
            return Refusal("WH40K-4.3", "too_far", (model, inches(cost), inches(way.allowance)))
        refusal = passing_refusal(s, model, shape, (px - x, py - y, z, pz), way, around)
        if refusal is not None:
            return refusal
        x, y, z, facing = px, py, pz, pf
        shape = shape_at(s, model, x, y, facing)
    return None


def swept_blocks(blocks: list[Block], shape: Shape, dx: int, dy: int) -> list[Block]:
    """Those of some blocks that a shape passes over or into."""
    if not blocks:
        return blocks
    points, r = core(sweep(shape, dx, dy))
    return [block for block in blocks if cores_overlap(points, block.body.points, r)]


def passing_refusal(
    s: Battle, model: Model, shape: Shape, push: Pose, way: Way, around: Surroundings
) -> Refusal | None:
    """[WH40K-4.5, WH40K-4.8, WH40K-10.11] Nobody passes through a model, or within 1" of an enemy but of a target.

    The push is how far along and across, and the heights from which and to which.
    """
    dx, dy, z, pz = push
    those = around.on_the_way(s, shape, s.sheet[s.unit[model]], dx, dy)
    if not those:
        return None
    height = height_of(s, model)
    for other, struck in those:
        if struck and not way.through_models and abs(s.z[other] - min(z, pz)) < height:
            return Refusal("WH40K-4.5", "model_in_the_way", (model, other))
    if way.kind not in (NORMAL, ADVANCE, CHARGE_MOVE):
        return None
    me = s.owner[s.unit[model]]
    for other, _ in those:
        if s.owner[s.unit[other]] == me or abs(s.z[other] - max(z, pz)) > ENGAGED:
            continue
        if way.kind == CHARGE_MOVE and s.unit[other] in way.targets:
            continue
        return Refusal("WH40K-10.11" if way.kind == CHARGE_MOVE else "WH40K-4.8", "too_close", (model, other))
    return None


def end_refusal(s: Battle, model: Model, body: Body, end: Pose, way: Way, around: Surroundings) -> Refusal | None:
    """[WH40K-4.14] Where a model ends: on nobody, away from enemies or towards them, as the move demands."""
    x, y, z, _ = end
    far = reach_of(s, model) + ENGAGED
    height = height_of(s, model)
    for at in around.models_in(x - far, y - far, x + far, y + far):
        standing = around.models[at]
        other = shape_of(s, standing)
        if abs(s.z[standing] - z) < height and overlaps(body, other):
            return Refusal("WH40K-2.6", "overlap", (standing,))
        if not around.hostile[at] or way.kind in TOWARDS:
            continue
        if not within(body, other, ENGAGED, abs(s.z[standing] - z)):
            continue
        if way.kind == CHARGE_MOVE and s.unit[standing] in way.targets:
            continue
        rule = {CHARGE_MOVE: "WH40K-10.11", FALL_BACK: "WH40K-4.14"}.get(way.kind, "WH40K-4.8")
        return Refusal(rule, "too_close", (model, standing))
    if way.kind in TOWARDS and not comes_closer(s, model, body, z, around.closest_to(s, model)):
        return Refusal("WH40K-10.17" if way.kind == HEROIC else "WH40K-11.8", "not_closer", (model,))
    return None


def comes_closer(s: Battle, model: Model, body: Body, z: int, closest: list[Model]) -> bool:
    """[WH40K-11.8, WH40K-11.19, WH40K-10.17] Strictly nearer to an enemy model that was closest before the move."""
    for other in closest:
        there = shape_of(s, other)
        before: Gap = gap(shape_of(s, model), there, abs(s.z[model] - s.z[other]))
        if compare(gap(body, there, abs(z - s.z[other])), before) < 0:
            return True
    return False


def charge_refusal(s: Battle, way: Way, models: list[Model], ends: list[Pose]) -> Refusal | None:
    """[WH40K-10.10, WH40K-10.13] Somebody, the first to move, ends within 1" of one of the targets."""
    foes = [m for target in way.targets for m in s.alive(target)]
    for model, (x, y, z, facing) in zip(models, ends):
        for foe in foes:
            far = ENGAGED + reach_of(s, model) + reach_of(s, foe)
            if abs(s.x[foe] - x) > far or abs(s.y[foe] - y) > far:
                continue
            if within(shape_at(s, model, x, y, facing), shape_of(s, foe), ENGAGED, abs(z - s.z[foe])):
                return None
    return Refusal("WH40K-10.10", "out_of_reach")


def inches(length: int) -> str:
    """A length in inches and tenths, rounded up: for people."""
    tenths = -(-length * 10 // INCH)
    return f"{tenths // 10}.{tenths % 10}"


def heading(dx: int, dy: int) -> int:
    """The direction, of 128, that a push comes closest to."""
    best, most = 0, -(1 << 60)
    for index in range(128):
        ux, uy = direction(index)
        along = ux * dx + uy * dy
        if along > most:
            best, most = index, along
    return best


def carry_out(s: Battle, unit: Unit, answer: Answer) -> None:
    """Move the models; those that moved are noted [WH40K-8.5]."""
    for model, path in zip(s.alive(unit), answer):
        if path:
            s.x[model], s.y[model], s.z[model], s.facing[model] = path[-1]
            s.moved[model] = 1
