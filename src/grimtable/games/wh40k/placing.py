"""Setting units up: deployment, reinforcements, disembarking, models that return [WH40K-2.3, WH40K-5.6]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from grimtable.games.wh40k.components import DEPTH, DIVISIONS, INCH, NONE, WIDTH, Model, Player, Sheet, Unit
from grimtable.games.wh40k.geometry.distance import beyond, overlaps, within
from grimtable.games.wh40k.geometry.shapes import Body, Point, centre
from grimtable.games.wh40k.ground import TERRAIN, can_stand, levels_at
from grimtable.games.wh40k.measure import (
    HEIGHT,
    LONG,
    REACH,
    ROUND,
    WIDE,
    Pose,
    height_of,
    is_coherent,
    pose_of,
    poses_overlap,
    poses_within,
    reach_of,
    shape_at,
    shape_of,
    straggler,
)
from grimtable.games.wh40k.moving import crowding, is_pose
from grimtable.games.wh40k.room import Line, corners_of_room
from grimtable.games.wh40k.state import Battle, enemy
from grimtable.games.wh40k.surroundings import Surroundings, everything
from grimtable.kernel.values import Refusal

Setup = tuple[Pose | tuple[()], ...]  # one pose per model; () is a model that finds no room
NOWHERE: tuple[()] = ()


class Spot(NamedTuple):
    """Where a unit may be set up."""

    rule: str
    zone: Player  # its player's deployment zone, or NONE
    away: int  # more than this from every enemy model
    anchors: tuple[Model, ...]  # every model within `reach` of one of these, if there are any
    reach: int
    spare: bool  # models without room may be left out
    together: int = 2 * INCH  # [WH40K-2.3] of each model from another of its unit


# Each dividing line from its start to its end; the half of side 0 lies left of it.
LINES_ACROSS: dict[str, tuple[Point, Point]] = {
    "long_axis": ((0, DEPTH // 2), (WIDTH, DEPTH // 2)),
    "short_axis": ((WIDTH // 2, 0), (WIDTH // 2, DEPTH)),
    "diagonal_up": ((0, 0), (WIDTH, DEPTH)),
    "diagonal_down": ((0, DEPTH), (WIDTH, 0)),
}
assert tuple(LINES_ACROSS) == DIVISIONS
ELBOW_ROOM = INCH // 4  # between bases of a suggested formation
BESIDE = 6 * INCH  # [WH40K-2.3] the greatest difference in height within a suggested formation
FACINGS = tuple(range(0, 64, 8))  # of bases and hulls that are not round, where room is scarce
APART = INCH  # of first places that are tried for a unit where room is scarce
MOST_TRIED = 40  # of the others
GAP = 12 * INCH  # [WH40K-17.10] between a deployed model and the enemy's zone


def in_zone(s: Battle, me: Player, body: Body) -> bool:
    """[WH40K-17.10] In the own half and more than 12" from the other."""
    line = line_of_zone(s, me)
    return beyond(body, line.start, line.end, line.distance)


def line_of_zone(s: Battle, me: Player) -> Line:
    """[WH40K-17.10] The line left of which a player's zone lies, and how far."""
    start, end = LINES_ACROSS[s.division]
    return Line(start, end, GAP) if s.zones[me] == 0 else Line(end, start, GAP)


def comrades(s: Battle, unit: Unit, spot: Spot) -> tuple[Model, ...]:
    """The models of the unit itself beside which others are set up."""
    return tuple([m for m in spot.anchors if s.unit[m] == unit])


def pose_refusal(s: Battle, model: Model, pose: Pose, spot: Spot, around: Surroundings) -> Refusal | None:
    """Why one model may not be set up here."""
    x, y, z, facing = pose
    body = shape_at(s, model, x, y, facing)
    height, reach = height_of(s, model), reach_of(s, model)
    if not can_stand(s, body, z, height, around.blocks_in(x - reach, y - reach, x + reach, y + reach)):
        return Refusal("WH40K-2.6", "no_footing", (model,))
    if spot.zone != NONE and not in_zone(s, spot.zone, body):
        return Refusal("WH40K-17.10", "out_of_zone", (model,))
    far = reach + spot.away
    for at in around.models_in(x - far, y - far, x + far, y + far):
        standing = around.models[at]
        other, low = shape_of(s, standing), s.z[standing]
        rise = abs(low - z)
        if low < z + height and z < low + height_of(s, standing) and overlaps(body, other):
            return Refusal("WH40K-2.6", "overlap", (standing,))
        if around.hostile[at] and spot.away and within(body, other, spot.away, rise):
            return Refusal(spot.rule, "too_near_enemy", (model, spot.away // INCH))
    if spot.anchors and not [1 for m in spot.anchors if within(body, shape_of(s, m), spot.reach, abs(s.z[m] - z))]:
        return Refusal(spot.rule, "too_far_from", (model, spot.reach // INCH))
    return None


def setup_refusal(s: Battle, unit: Unit, models: list[Model], spot: Spot, answer: Any) -> Refusal | None:
    """Why models may not be set up like this; None if they may."""
    if not isinstance(answer, tuple) or len(answer) != len(models):
        return Refusal("WH40K-2.3", "not_a_setup", (len(models),))
    if [1 for pose in answer if not is_pose(pose) and not (spot.spare and pose == ())]:
        return Refusal("WH40K-2.3", "not_a_setup", (len(models),))
    staying = comrades(s, unit, spot)
    around = everything(s, unit, staying)
    those: list[Model] = list(staying)
    poses: list[Pose] = [pose_of(s, m) for m in staying]
    for model, pose in zip(models, answer):
        if pose:
            refusal = pose_refusal(s, model, pose, spot, around)
            if refusal is not None:
                return refusal
            those.append(model)
            poses.append(pose)
    refusal = crowding(s, those, poses)
    if refusal is not None:
        return refusal
    astray = straggler(s.sheet[unit], poses, spot.together)
    if astray != NONE:
        return Refusal("WH40K-2.3", "not_coherent", (those[astray],))
    left_out = [model for model, pose in zip(models, answer) if not pose]
    if left_out and find_room(s, left_out[0], spot, around, poses):
        return Refusal("WH40K-13.12", "has_room", (left_out[0],))
    return None


def stand(s: Battle, models: list[Model], answer: Setup) -> None:
    for model, pose in zip(models, answer):
        if pose:
            s.x[model], s.y[model], s.z[model], s.facing[model] = pose


# ---------------------------------------------------------------- room for one more
def find_room(s: Battle, model: Model, spot: Spot, around: Surroundings, taken: list[Pose]) -> Pose | tuple[()]:
    """[WH40K-13.12] Where one more model of a unit may be set up beside those that are; nothing if nowhere."""
    for pose in rooms(s, model, spot, around, taken):
        return pose
    return ()


def rooms(s: Battle, model: Model, spot: Spot, around: Surroundings, taken: list[Pose]) -> Iterator[Pose]:
    """Places for one more model beside those of its unit that are set up: some if there are any, one by one."""
    sheet = s.sheet[s.unit[model]]
    near: list[Body] = [shape_of(s, m) for m in spot.anchors]
    homes = [centre(shape_of(s, m)) for m in spot.anchors] or [(pose[0], pose[1]) for pose in taken]
    if homes:
        far = max([REACH[s.sheet[s.unit[m]]] for m in spot.anchors], default=REACH[sheet])
        far += max(spot.reach, spot.together) + spot.away + 2 * REACH[sheet]
        around = around.narrowed(
            min([x for x, _ in homes]) - far,
            min([y for _, y in homes]) - far,
            max([x for x, _ in homes]) + far,
            max([y for _, y in homes]) + far,
        )
    line = None if spot.zone == NONE else line_of_zone(s, spot.zone)
    for z in (0, *sorted({level.z for level in TERRAIN[s.layout].levels})):
        for facing in (0,) if ROUND[sheet] else FACINGS:
            start = (0, 0, z, facing)
            for x, y in corners_of_room(
                s, model, start, near, spot.reach, spot.away, around, taken, line, spot.together
            ):
                pose = (x, y, z, facing)
                if joins(sheet, pose, taken, spot.together) and pose_refusal(s, model, pose, spot, around) is None:
                    yield pose


def joins(sheet: Sheet, pose: Pose, taken: list[Pose], together: int) -> bool:
    """Whether a model stands beside one of some comrades, and in none."""
    if [1 for other in taken if abs(other[2] - pose[2]) < HEIGHT[sheet] and poses_overlap(sheet, pose, other)]:
        return False
    beside = [1 for other in taken if abs(other[2] - pose[2]) <= BESIDE and poses_within(sheet, pose, other, together)]
    return not taken or bool(beside)


# ---------------------------------------------------------------- finding room
def lattice(count: int) -> list[tuple[int, int]]:
    """Cells of a hexagonal lattice around its middle, nearest first; axial coordinates."""
    cells = [(q, r) for q in range(-7, 8) for r in range(-7, 8)]
    cells.sort(key=lambda c: (c[0] * c[0] + c[0] * c[1] + c[1] * c[1], c))
    return cells[: max(4 * count + 12, 19)]


_CELLS: dict[int, list[tuple[int, int]]] = {}


def formation(
    s: Battle, unit: Unit, models: list[Model], spot: Spot, middle: Point, facing: int, around: Surroundings
) -> list[Pose]:
    """Poses around a point for as many of the models as find room, each within 2" of one before it."""
    sheet = s.sheet[unit]
    pitch = 2 * max(LONG[sheet], WIDE[sheet]) + ELBOW_ROOM
    if len(models) not in _CELLS:
        _CELLS[len(models)] = lattice(len(models))
    far = 8 * pitch + spot.away
    near = around.narrowed(middle[0] - far, middle[1] - far, middle[0] + far, middle[1] + far)
    found: list[Pose] = []
    taken: list[Pose] = [pose_of(s, m) for m in comrades(s, unit, spot)]
    for q, r in _CELLS[len(models)]:
        if len(found) == len(models):
            break
        x, y = middle[0] + pitch * q + pitch * r // 2, middle[1] + pitch * r * 13 // 15
        pose = settled(s, models[len(found)], (x, y, 0, facing), spot, near, taken)
        if pose is not None:
            found.append(pose)
            taken.append(pose)
    return found


def settled(s: Battle, model: Model, pose: Pose, spot: Spot, around: Surroundings, taken: list[Pose]) -> Pose | None:
    """A pose, on the ground or on the lowest floor, that may be taken and is beside those taken; None if it may not."""
    sheet = s.sheet[s.unit[model]]
    beside = not taken
    for other in taken:
        if poses_overlap(sheet, pose, other):
            return None
        beside = beside or (other[2] <= BESIDE and poses_within(sheet, pose, other, 2 * INCH))
    if not beside:
        return None
    refusal = pose_refusal(s, model, pose, spot, around)
    if refusal is None:
        return pose
    if refusal.message_key != "no_footing":
        return None
    x, y, _, facing = pose
    for z in levels_at(s, shape_at(s, model, x, y, facing), height_of(s, model))[:1]:
        if z <= BESIDE and pose_refusal(s, model, (x, y, z, facing), spot, around) is None:
            return (x, y, z, facing)
    return None


def setups(
    s: Battle, unit: Unit, models: list[Model], spot: Spot, middles: list[Point], facing: int, most: int
) -> list[Setup]:
    """Legal set-ups around some points, at most so many; where models may be spared, one that spares fewest."""
    staying = comrades(s, unit, spot)
    if not is_coherent(s.sheet[unit], [pose_of(s, m) for m in staying]):
        return []  # nobody can join them so that all are coherent
    around = everything(s, unit, staying)
    found: list[Setup] = []
    best: list[Pose] = []
    for middle in middles:
        poses = formation(s, unit, models, spot, middle, facing, around)
        answer: Setup = tuple(poses)
        if len(poses) == len(models):
            if answer not in found:
                found.append(answer)
        elif len(poses) > len(best):
            best = poses
        if len(found) == most:
            break
    if found:
        return found
    whole = squeezed_in(s, unit, models, spot, around)
    return whole if whole or not spot.spare else [filled_up(s, models, spot, around, best)]


def filled_up(
    s: Battle, models: list[Model], spot: Spot, around: Surroundings, poses: list[Pose], beside: Sequence[Pose] = ()
) -> Setup:
    """[WH40K-13.12] Some poses, and more as long as there is room; nothing for the models that find none."""
    found = list(poses)
    while len(found) < len(models):
        pose = find_room(s, models[len(found)], spot, around, [*beside, *found])
        if not pose:
            break
        found.append(pose)
    return (*found, *[NOWHERE for _ in range(len(models) - len(found))])


def squeezed_in(s: Battle, unit: Unit, models: list[Model], spot: Spot, around: Surroundings) -> list[Setup]:
    """A set-up where no formation finds room: from any place for the first model, one beside the other."""
    taken = [pose_of(s, m) for m in comrades(s, unit, spot)]
    tried: list[Pose] = []
    late: list[Pose] = []
    for first in rooms(s, models[0], spot, around, taken):
        if [1 for pose in tried if abs(pose[0] - first[0]) + abs(pose[1] - first[1]) < APART]:
            late.append(first)  # close to where there was too little room
            continue
        poses = filled_up(s, models, spot, around, [first], taken)
        if poses[-1]:
            return [poses]
        tried += [pose for pose in poses if pose]
    step = max(1, len(late) // MOST_TRIED)
    for first in late[::step]:
        poses = filled_up(s, models, spot, around, [first], taken)
        if poses[-1]:
            return [poses]
    return []


def grid(step: int) -> list[Point]:
    """Points all over the table."""
    return [(x, y) for x in range(step, WIDTH, step) for y in range(step, DEPTH, step)]


def farthest_from_enemy(s: Battle, me: Player, points: list[Point]) -> list[Point]:
    foes = s.models_of(enemy(me))
    return sorted(points, key=lambda p: -min([(s.x[m] - p[0]) ** 2 + (s.y[m] - p[1]) ** 2 for m in foes], default=0))
