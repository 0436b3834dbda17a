"""Moves of whole units: how far, past what, to where. One check for every kind of move."""

from __future__ import annotations

from typing import Any, NamedTuple

from grimtable.games.wh40k.components import INCH, Model, Unit
from grimtable.games.wh40k.geometry.distance import Gap, compare, gap, overlaps, within
from grimtable.games.wh40k.geometry.moves import in_the_way, sweep, turn_cost
from grimtable.games.wh40k.geometry.shapes import Body, Disc, Shape, direction, root_above
from grimtable.games.wh40k.ground import bars_the_way, blocks_met, can_stand, climb
from grimtable.games.wh40k.measure import (
    ENGAGED,
    body_within,
    height_of,
    is_coherent,
    nearest,
    reach_of,
    shape_at,
    shape_of,
)
from grimtable.games.wh40k.state import Battle, enemy
from grimtable.kernel.values import Refusal

Pose = tuple[int, int, int, int]  # x, y, z, facing
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
class Others(NamedTuple):
    """The models of other units that a move could come near."""

    models: tuple[Model, ...]
    bodies: tuple[Body, ...]
    hostile: tuple[bool, ...]


def others_near(s: Battle, unit: Unit, way: Way) -> Others:
    """Everything that the unit could reach with this move."""
    mine = s.alive(unit)
    slack = way.allowance + ENGAGED + max([reach_of(s, m) for m in mine])
    left, right = min([s.x[m] for m in mine]) - slack, max([s.x[m] for m in mine]) + slack
    low, high = min([s.y[m] for m in mine]) - slack, max([s.y[m] for m in mine]) + slack
    found: list[Model] = []
    for player in (0, 1):
        for other in s.units_of(player):
            if other == unit:
                continue
            for m in s.alive(other):
                reach = reach_of(s, m)
                beside = left <= s.x[m] + reach and s.x[m] - reach <= right
                if beside and low <= s.y[m] + reach and s.y[m] - reach <= high:
                    found.append(m)
    me = s.owner[unit]
    return Others(
        tuple(found),
        tuple([shape_of(s, m) for m in found]),
        tuple([s.owner[s.unit[m]] != me for m in found]),
    )


def move_refusal(s: Battle, unit: Unit, way: Way, answer: Any, others: Others | None = None) -> Refusal | None:
    """[WH40K-2.3, WH40K-2.4, WH40K-10.15] Why a unit may not move like this; None if it may. Staying is no move."""
    mine = s.alive(unit)
    if badly_formed(answer, len(mine)):
        return Refusal("WH40K-4.1", "not_a_move", (len(mine),))
    around = others_near(s, unit, way) if others is None else others
    bodies: dict[Model, Body] = {}
    heights: dict[Model, int] = {}
    for model, path in zip(mine, answer):
        refusal = path_refusal(s, model, path, way, around)
        if refusal is not None:
            return refusal
        x, y, z, facing = path[-1] if path else (s.x[model], s.y[model], s.z[model], s.facing[model])
        bodies[model] = shape_at(s, model, x, y, facing)
        heights[model] = z
    refusal = crowding(s, bodies, heights)
    if refusal is not None:
        return refusal
    if not is_coherent(s, unit, bodies, heights) and any(answer):
        return Refusal("WH40K-2.3", "not_coherent")
    if way.kind == CHARGE_MOVE and any(answer):
        return charge_refusal(s, way, bodies, heights)
    return None


def crowding(s: Battle, bodies: dict[Model, Body], heights: dict[Model, int]) -> Refusal | None:
    """[WH40K-2.6] The models of a unit move together: only where they end they may not overlap."""
    models = list(bodies)
    for at, one in enumerate(models):
        a = bodies[one]
        for other in models[at + 1 :]:
            if abs(heights[one] - heights[other]) >= height_of(s, one):
                continue
            b = bodies[other]
            if isinstance(a, Disc) and isinstance(b, Disc):
                dx, dy, r = a.x - b.x, a.y - b.y, a.r + b.r
                if dx * dx + dy * dy < r * r:
                    return Refusal("WH40K-2.6", "overlap", (other,))
            elif overlaps(a, b):
                return Refusal("WH40K-2.6", "overlap", (other,))
    return None


def path_refusal(s: Battle, model: Model, path: Path, way: Way, others: Others) -> Refusal | None:
    """One model's way: its length, what it passes, where it ends."""
    if not path:
        return Refusal("WH40K-4.11", "must_move", (model,)) if way.least else None
    x, y = s.x[model], s.y[model]
    if way.flies or way.through_walls:
        refusal = flight_refusal(s, model, path, way)
    else:
        refusal = walk_refusal(s, model, path, way, others)
    if refusal is not None:
        return refusal
    ex, ey, ez, ef = path[-1]
    body = shape_at(s, model, ex, ey, ef)
    if not can_stand(s, body, ez, height_of(s, model)):
        return Refusal("WH40K-2.6", "no_footing", (model,))
    if way.least and (ex - x) ** 2 + (ey - y) ** 2 < way.least * way.least:
        return Refusal("WH40K-4.10", "too_short", (model, way.least // INCH))
    return end_refusal(s, model, body, ez, way, others)


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


def walk_refusal(s: Battle, model: Model, path: Path, way: Way, others: Others) -> Refusal | None:
    """[WH40K-4.4, WH40K-4.5] Step by step: what the base sweeps, what it climbs, how it turns."""
    x, y, z, facing = s.x[model], s.y[model], s.z[model], s.facing[model]
    shape: Shape = shape_of(s, model)
    height = height_of(s, model)
    cost = 0
    for px, py, pz, pf in path:
        dx, dy = px - x, py - y
        cost += root_above(dx * dx + dy * dy) + turn_cost(shape, pf - facing)
        swept = sweep(shape, dx, dy)
        blocks = blocks_met(s, swept)
        if bars_the_way(blocks, z, pz):
            return Refusal("WH40K-4.6", "wall", (model,))
        cost += climb(blocks, z, pz)
        if cost > way.allowance:
            return Refusal("WH40K-4.3", "too_far", (model, inches(cost), inches(way.allowance)))
        if not way.through_models:
            for at in in_the_way(shape, dx, dy, others.bodies):
                if abs(s.z[others.models[at]] - min(z, pz)) < height:
                    return Refusal("WH40K-4.5", "model_in_the_way", (model, others.models[at]))
        if way.kind in (NORMAL, ADVANCE, CHARGE_MOVE):
            refusal = zone_refusal(s, model, shape, (dx, dy), max(z, pz), way, others)
            if refusal is not None:
                return refusal
        x, y, z, facing = px, py, pz, pf
        shape = shape_at(s, model, x, y, facing)
    return None


def zone_refusal(
    s: Battle, model: Model, shape: Shape, push: tuple[int, int], z: int, way: Way, others: Others
) -> Refusal | None:
    """[WH40K-4.8, WH40K-10.11] Nobody passes within 1" of an enemy, but of the targets of a charge."""
    for at in in_the_way(shape, push[0], push[1], others.bodies, ENGAGED):
        if not others.hostile[at] or abs(s.z[others.models[at]] - z) > ENGAGED:
            continue
        if way.kind == CHARGE_MOVE and s.unit[others.models[at]] in way.targets:
            continue
        rule = "WH40K-10.11" if way.kind == CHARGE_MOVE else "WH40K-4.8"
        return Refusal(rule, "too_close", (model, others.models[at]))
    return None


def end_refusal(s: Battle, model: Model, body: Body, z: int, way: Way, others: Others) -> Refusal | None:
    """[WH40K-4.14] Where a model ends: on nobody, away from enemies or towards them, as the move demands."""
    height = height_of(s, model)
    for at, other in enumerate(others.bodies):
        standing = others.models[at]
        if not body_within(body, other, ENGAGED):
            continue
        if abs(s.z[standing] - z) < height and overlaps(body, other):
            return Refusal("WH40K-2.6", "overlap", (standing,))
        if not others.hostile[at] or way.kind in TOWARDS:
            continue
        if not within(body, other, ENGAGED, abs(s.z[standing] - z)):
            continue
        if way.kind == CHARGE_MOVE and s.unit[standing] in way.targets:
            continue
        rule = {CHARGE_MOVE: "WH40K-10.11", FALL_BACK: "WH40K-4.14"}.get(way.kind, "WH40K-4.8")
        return Refusal(rule, "too_close", (model, standing))
    if way.kind in TOWARDS and not comes_closer(s, model, body, z):
        return Refusal("WH40K-10.17" if way.kind == HEROIC else "WH40K-11.8", "not_closer", (model,))
    return None


def comes_closer(s: Battle, model: Model, body: Body, z: int) -> bool:
    """[WH40K-11.8, WH40K-11.19, WH40K-10.17] Strictly nearer to an enemy model that was closest before the move."""
    for other in nearest(s, model, s.models_of(enemy(s.owner[s.unit[model]]))):
        there = shape_of(s, other)
        before: Gap = gap(shape_of(s, model), there, abs(s.z[model] - s.z[other]))
        if compare(gap(body, there, abs(z - s.z[other])), before) < 0:
            return True
    return False


def charge_refusal(s: Battle, way: Way, bodies: dict[Model, Body], heights: dict[Model, int]) -> Refusal | None:
    """[WH40K-10.10, WH40K-10.13] Somebody, the first to move, ends within 1" of one of the targets."""
    foes = [m for target in way.targets for m in s.alive(target)]
    for model, body in bodies.items():
        for foe in foes:
            if within(body, shape_of(s, foe), ENGAGED, abs(heights[model] - s.z[foe])):
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
