"""Moves of whole units: how far, past what, to where. One check for every kind of move."""

from __future__ import annotations

from typing import Any, NamedTuple

from grimtable.games.wh40k.components import DEPTH, INCH, NONE, WIDTH, Model, Sheet, Unit
from grimtable.games.wh40k.geometry.distance import Gap, compare, gap, on_table, overlaps, within
from grimtable.games.wh40k.geometry.moves import turn_cost, turned
from grimtable.games.wh40k.geometry.shapes import Body, Shape, centre, direction, moved, root_above
from grimtable.games.wh40k.ground import BARRED, can_pause, can_stand
from grimtable.games.wh40k.measure import (
    ENGAGED,
    HEIGHT,
    REACH,
    ROUND,
    Pose,
    height_of,
    pose_of,
    poses_overlap,
    reach_of,
    shape_at,
    shape_of,
    shaped,
    straggler,
)
from grimtable.games.wh40k.state import Battle
from grimtable.games.wh40k.stretches import (
    Stretch,
    between,
    enters_zone,
    is_drill,
    length_of,
    runs_into,
    stretch_of,
    stretches_of,
)
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
    refusal = crowding(s, mine, ends_of(s, mine, answer))
    if refusal is not None or not any(answer):
        return refusal
    return formation_refusal(s, unit, way, answer, around)


def ends_of(s: Battle, models: list[Model], answer: Answer) -> list[Pose]:
    """Where the models of a unit end."""
    return [path[-1] if path else pose_of(s, model) for model, path in zip(models, answer)]


def is_still(s: Battle, model: Model, path: Path) -> bool:
    """Whether a model stays where it is and as it faces."""
    return not path or not [1 for pose in path if pose != pose_of(s, model)]


def crowding(s: Battle, models: list[Model], ends: list[Pose]) -> Refusal | None:
    """[WH40K-2.6] Where the models of a unit end they may not overlap."""
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


def formation_refusal(s: Battle, unit: Unit, way: Way, answer: Answer, around: Surroundings) -> Refusal | None:
    """What is asked of a unit that moved as a whole, also of those of its models that stayed.

    That it is coherent, that a charge arrives and a Fall Back gets away, and that nobody ran through a comrade.
    """
    mine = s.alive(unit)
    ends = ends_of(s, mine, answer)
    astray = straggler(s.sheet[unit], ends)
    if astray != NONE:
        return Refusal("WH40K-2.3", "not_coherent", (mine[astray],))
    if way.kind == FALL_BACK:
        for model, path in zip(mine, answer):
            refusal = None if path else zone_refusal(s, model, shape_of(s, model), s.z[model], way, around)
            if refusal is not None:
                return refusal
    refusal = comrades_refusal(s, unit, way, answer, ends, around)
    if refusal is not None or way.kind != CHARGE_MOVE:
        return refusal
    return charge_refusal(s, way, mine, ends)


def comrades_refusal(
    s: Battle, unit: Unit, way: Way, answer: Answer, ends: list[Pose], around: Surroundings
) -> Refusal | None:
    """[WH40K-4.5] Nobody goes through a comrade who stays, nor through one who is in the way whoever goes first."""
    mine = s.alive(unit)
    if len(mine) < 2 or way.flies or way.through_models or way.through_walls:
        return None
    poses = [pose_of(s, model) for model in mine]
    if is_drill(poses, answer):
        return None
    sheet = s.sheet[unit]
    far = 2 * REACH[sheet]
    for at, path in enumerate(answer):
        if not path:
            continue
        xs, ys = [poses[at][0], *[pose[0] for pose in path]], [poses[at][1], *[pose[1] for pose in path]]
        left, right, low, high = min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far
        stretches: list[Stretch] = []
        for other, there in enumerate(ends):
            if not (left < there[0] < right and low < there[1] < high) or other == at:
                continue
            stood = poses[other]
            if not (left < stood[0] < right and low < stood[1] < high):
                continue
            stretches = stretches or stretches_of(s, sheet, poses[at], path, around)
            if runs_into(sheet, stretches, stood, there):
                return Refusal("WH40K-4.5", "model_in_the_way", (mine[at], mine[other]))
    return None


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
    x, y, z, facing = pose_of(s, model)
    ex, ey, ez, ef = path[-1]
    for px, py, pz, pf in path:
        if pz < 0 or not on_table(shape_at(s, model, px, py, pf), WIDTH, DEPTH):
            return Refusal("WH40K-2.6", "off_table", (model,))
    if not turns_on_table(s, model, x, y, facing, ef) and (
        way.straight or not turns_on_table(s, model, ex, ey, facing, ef)
    ):
        return Refusal("WH40K-2.6", "off_table", (model,))
    if way.straight:
        return straight_refusal(s, model, path, way)
    shape = shape_of(s, model)
    cost = root_above((ex - x) ** 2 + (ey - y) ** 2 + (ez - z) ** 2) + turn_cost(shape, ef - facing)
    if cost > way.allowance:
        return Refusal("WH40K-4.3", "too_far", (model, inches(cost), inches(way.allowance)))
    return None


def turns_on_table(s: Battle, model: Model, x: int, y: int, facing: int, to: int) -> bool:
    """[WH40K-2.6] Whether a model can turn on the spot there without reaching over the edge."""
    sheet = s.sheet[s.unit[model]]
    if facing == to or ROUND[sheet]:
        return True
    shapes = [shaped(sheet, x, y, way) for way in between(facing, to)]
    return all([on_table(body, WIDTH, DEPTH) for body in [*shapes, *turned(shapes)]])


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
    """[WH40K-4.4, WH40K-4.5, WH40K-4.6] Stretch by stretch: what is swept and climbed, and where each corner lies."""
    sheet, here, shape = s.sheet[s.unit[model]], pose_of(s, model), shape_of(s, model)
    cost = 0
    for at, there in enumerate(path):
        stretch = stretch_of(s, sheet, shape, here, there, around)
        if not stays_on_table(stretch):
            return Refusal("WH40K-2.6", "off_table", (model,))
        if stretch.climb == BARRED:
            return Refusal("WH40K-4.6", "wall", (model,))
        cost += length_of(stretch, there[3] - here[3])
        if cost > way.allowance:
            return Refusal("WH40K-4.3", "too_far", (model, inches(cost), inches(way.allowance)))
        if at + 1 < len(path) and not pauses(s, sheet, stretch.last, there, around):
            return Refusal("WH40K-4.6", "in_the_air", (model,))
        refusal = passing_refusal(s, model, stretch, way, around)
        if refusal is not None:
            return refusal
        here, shape = there, stretch.last
    return None


def pauses(s: Battle, sheet: Sheet, shape: Shape, pose: Pose, around: Surroundings) -> bool:
    """[WH40K-4.6] Whether a corner of a way lies where a model could stand, or on top of what it climbs."""
    x, y, z, _ = pose
    reach = REACH[sheet]
    return can_pause(s, shape, z, HEIGHT[sheet], around.blocks_in(x - reach, y - reach, x + reach, y + reach))


def stays_on_table(stretch: Stretch) -> bool:
    """[WH40K-2.6] Nothing leaves the table; what is pushed straight does not between two places on it."""
    bodies: list[Body] = [stretch.last, *stretch.turning]
    if stretch.turning:
        bodies.append(moved(stretch.shape, stretch.dx, stretch.dy))
    return all([on_table(body, WIDTH, DEPTH) for body in bodies])


def passing_refusal(s: Battle, model: Model, stretch: Stretch, way: Way, around: Surroundings) -> Refusal | None:
    """[WH40K-4.5, WH40K-4.8, WH40K-10.11] Nobody passes through a model, or within 1" of an enemy but of a target."""
    sheet = s.sheet[s.unit[model]]
    those = around.on_the_way(s, stretch.shape, sheet, stretch.dx, stretch.dy, stretch.turning)
    if not those:
        return None
    low, high = stretch.climb.low, stretch.climb.high + HEIGHT[sheet]
    for other, struck in those:
        if struck and not way.through_models and s.z[other] < high and low < s.z[other] + height_of(s, other):
            return Refusal("WH40K-4.5", "model_in_the_way", (model, other))
    if way.kind not in (NORMAL, ADVANCE, CHARGE_MOVE):
        return None
    me = s.owner[s.unit[model]]
    for other, _ in those:
        if s.owner[s.unit[other]] == me or (way.kind == CHARGE_MOVE and s.unit[other] in way.targets):
            continue
        if enters_zone(s, stretch, other):
            return Refusal("WH40K-10.11" if way.kind == CHARGE_MOVE else "WH40K-4.8", "too_close", (model, other))
    return None


def end_refusal(s: Battle, model: Model, body: Shape, end: Pose, way: Way, around: Surroundings) -> Refusal | None:
    """[WH40K-2.6] Where a model ends: on nobody, away from enemies or towards them, as the move demands."""
    x, y, z, _ = end
    reach = reach_of(s, model)
    height = height_of(s, model)
    for at in around.models_in(x - reach, y - reach, x + reach, y + reach):
        standing = around.models[at]
        low = s.z[standing]
        if low < z + height and z < low + height_of(s, standing) and overlaps(body, shape_of(s, standing)):
            return Refusal("WH40K-2.6", "overlap", (standing,))
    if way.kind not in TOWARDS:
        return zone_refusal(s, model, body, z, way, around)
    if not comes_closer(s, model, body, z, around.closest_to(s, model)):
        return Refusal("WH40K-10.17" if way.kind == HEROIC else "WH40K-11.8", "not_closer", (model,))
    return None


def zone_refusal(s: Battle, model: Model, body: Shape, z: int, way: Way, around: Surroundings) -> Refusal | None:
    """[WH40K-4.8, WH40K-4.14, WH40K-10.11] A model ends within 1" of no enemy but of the target of a charge."""
    x, y = centre(body)
    far = reach_of(s, model) + ENGAGED
    for at in around.models_in(x - far, y - far, x + far, y + far):
        foe = around.models[at]
        if not around.hostile[at] or (way.kind == CHARGE_MOVE and s.unit[foe] in way.targets):
            continue
        if within(body, shape_of(s, foe), ENGAGED, abs(s.z[foe] - z)):
            rule = {CHARGE_MOVE: "WH40K-10.11", FALL_BACK: "WH40K-4.14"}.get(way.kind, "WH40K-4.8")
            return Refusal(rule, "too_close", (model, foe))
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
        if not is_still(s, model, path):
            s.x[model], s.y[model], s.z[model], s.facing[model] = path[-1]
            s.moved[model] = 1
