"""Setting units up: deployment, reinforcements, disembarking, models that return [WH40K-2.3, WH40K-5.6]."""

from __future__ import annotations

from typing import Any, NamedTuple

from grimtable.games.wh40k.components import DEPTH, DIVISIONS, INCH, NONE, SHEETS, WIDTH, Model, Player, Unit
from grimtable.games.wh40k.geometry.distance import beyond, overlaps, within
from grimtable.games.wh40k.geometry.shapes import Body, Point, Shape
from grimtable.games.wh40k.ground import can_stand, levels_at
from grimtable.games.wh40k.measure import body_within, height_of, is_coherent, shape_at, shape_of
from grimtable.games.wh40k.moving import Pose, crowding, is_pose
from grimtable.games.wh40k.state import Battle, enemy
from grimtable.kernel.values import Refusal

Setup = tuple[Pose | tuple[()], ...]  # one pose per model; () is a model that finds no room


class Spot(NamedTuple):
    """Where a unit may be set up."""

    rule: str
    zone: Player  # its player's deployment zone, or NONE
    away: int  # more than this from every enemy model
    anchors: tuple[Model, ...]  # every model within `reach` of one of these, if there are any
    reach: int
    spare: bool  # models without room may be left out


# Each dividing line from its start to its end; the half of side 0 lies left of it.
LINES_ACROSS: dict[str, tuple[Point, Point]] = {
    "long_axis": ((0, DEPTH // 2), (WIDTH, DEPTH // 2)),
    "short_axis": ((WIDTH // 2, 0), (WIDTH // 2, DEPTH)),
    "diagonal_up": ((0, 0), (WIDTH, DEPTH)),
    "diagonal_down": ((0, DEPTH), (WIDTH, 0)),
}
assert tuple(LINES_ACROSS) == DIVISIONS
ELBOW_ROOM = INCH // 4  # between bases of a suggested formation
GAP = 12 * INCH  # [WH40K-17.10] between a deployed model and the enemy's zone


def in_zone(s: Battle, me: Player, body: Body) -> bool:
    """[WH40K-17.10] In the own half and more than 12" from the other."""
    start, end = LINES_ACROSS[s.division]
    return beyond(body, start, end, GAP) if s.zones[me] == 0 else beyond(body, end, start, GAP)


class Crowd(NamedTuple):
    """Everybody else on the battlefield."""

    models: tuple[Model, ...]
    bodies: tuple[Body, ...]
    hostile: tuple[bool, ...]


def crowd_of(s: Battle, unit: Unit, keep: tuple[Model, ...] = ()) -> Crowd:
    """All models but the unit's own; of these only those that stay."""
    me = s.owner[unit]
    models = [m for p in (0, 1) for m in s.models_of(p) if s.unit[m] != unit or m in keep]
    return Crowd(
        tuple(models),
        tuple([shape_of(s, m) for m in models]),
        tuple([s.owner[s.unit[m]] != me for m in models]),
    )


def comrades(s: Battle, unit: Unit, spot: Spot) -> tuple[Model, ...]:
    """The models of the unit itself beside which others are set up."""
    return tuple([m for m in spot.anchors if s.unit[m] == unit])


def pose_refusal(s: Battle, model: Model, body: Body, z: int, spot: Spot, crowd: Crowd) -> Refusal | None:
    """Why one model may not be set up here."""
    height = height_of(s, model)
    if not can_stand(s, body, z, height):
        return Refusal("WH40K-2.6", "no_footing", (model,))
    if spot.zone != NONE and not in_zone(s, spot.zone, body):
        return Refusal("WH40K-17.10", "out_of_zone", (model,))
    for at, other in enumerate(crowd.bodies):
        far = max(spot.away, 0) if crowd.hostile[at] else 0
        if not body_within(body, other, far):
            continue
        standing = crowd.models[at]
        rise = abs(s.z[standing] - z)
        if rise < height and overlaps(body, other):
            return Refusal("WH40K-2.6", "overlap", (standing,))
        if crowd.hostile[at] and spot.away and within(body, other, far, rise):
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
    crowd = crowd_of(s, unit, staying)
    bodies: dict[Model, Body] = {m: shape_of(s, m) for m in staying}
    heights: dict[Model, int] = {m: s.z[m] for m in staying}
    for model, pose in zip(models, answer):
        if pose:
            bodies[model] = shape_at(s, model, pose[0], pose[1], pose[3])
            heights[model] = pose[2]
            refusal = pose_refusal(s, model, bodies[model], pose[2], spot, crowd)
            if refusal is not None:
                return refusal
    refusal = crowding(s, bodies, heights)
    if refusal is None and not is_coherent(s, unit, bodies, heights):
        return Refusal("WH40K-2.3", "not_coherent")
    return refusal


def stand(s: Battle, models: list[Model], answer: Setup) -> None:
    for model, pose in zip(models, answer):
        if pose:
            s.x[model], s.y[model], s.z[model], s.facing[model] = pose


# ---------------------------------------------------------------- finding room
def lattice(count: int) -> list[tuple[int, int]]:
    """Cells of a hexagonal lattice around its middle, nearest first; axial coordinates."""
    cells = [(q, r) for q in range(-7, 8) for r in range(-7, 8)]
    cells.sort(key=lambda c: (c[0] * c[0] + c[0] * c[1] + c[1] * c[1], c))
    return cells[: max(4 * count + 12, 19)]


_CELLS: dict[int, list[tuple[int, int]]] = {}


def formation(
    s: Battle, unit: Unit, models: list[Model], spot: Spot, middle: Point, facing: int, crowd: Crowd
) -> list[Pose]:
    """Poses around a point for as many of the models as find room, close to each other."""
    sheet = SHEETS[s.sheet[unit]]
    pitch = 2 * max(sheet.half_length, sheet.half_width) + ELBOW_ROOM
    if len(models) not in _CELLS:
        _CELLS[len(models)] = lattice(len(models))
    bodies: dict[Model, Body] = {m: shape_of(s, m) for m in comrades(s, unit, spot)}
    found: list[Pose] = []
    taken: list[Body] = list(bodies.values())
    for q, r in _CELLS[len(models)]:
        if len(found) == len(models):
            break
        model = models[len(found)]
        x, y = middle[0] + pitch * q + pitch * r // 2, middle[1] + pitch * r * 13 // 15
        shape: Shape = shape_at(s, model, x, y, facing)
        if [1 for other in taken if overlaps(shape, other)]:
            continue
        if taken and not [1 for other in taken if within(shape, other, 2 * INCH)]:
            continue
        for z in levels_at(s, shape, height_of(s, model))[:1]:
            if pose_refusal(s, model, shape, z, spot, crowd) is None:
                found.append((x, y, z, facing))
                taken.append(shape)
    return found


def setups(
    s: Battle, unit: Unit, models: list[Model], spot: Spot, middles: list[Point], facing: int, most: int
) -> list[Setup]:
    """Legal set-ups around some points, at most so many; where models may be spared, one that spares fewest."""
    crowd = crowd_of(s, unit, comrades(s, unit, spot))
    found: list[Setup] = []
    best: list[Pose] = []
    for middle in middles:
        poses = formation(s, unit, models, spot, middle, facing, crowd)
        answer: Setup = tuple(poses)
        if len(poses) == len(models):
            if answer not in found and setup_refusal(s, unit, models, spot, answer) is None:
                found.append(answer)
        elif len(poses) > len(best):
            best = poses
        if len(found) == most:
            break
    if not found and spot.spare:
        empty: tuple[()] = ()
        found.append((*best, *[empty for _ in range(len(models) - len(best))]))
    return found


def grid(step: int) -> list[Point]:
    """Points all over the table."""
    return [(x, y) for x in range(step, WIDTH, step) for y in range(step, DEPTH, step)]


def farthest_from_enemy(s: Battle, me: Player, points: list[Point]) -> list[Point]:
    foes = s.models_of(enemy(me))
    return sorted(points, key=lambda p: -min([(s.x[m] - p[0]) ** 2 + (s.y[m] - p[1]) ** 2 for m in foes], default=0))
