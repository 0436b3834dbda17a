"""Suggestions for moves: a bounded, deterministic set for each unit, all of them legal."""

from __future__ import annotations

from grimtable.games.wh40k.components import DEPTH, INCH, SHEETS, WIDTH, Model, Unit
from grimtable.games.wh40k.geometry.distance import overlaps
from grimtable.games.wh40k.geometry.shapes import Body, Disc, Point, direction, root_below
from grimtable.games.wh40k.ground import can_stand, levels_at
from grimtable.games.wh40k.measure import height_of, nearest, reach_of, shape_at, shape_of
from grimtable.games.wh40k.moving import (
    Answer,
    Others,
    Path,
    Pose,
    Way,
    heading,
    move_refusal,
    others_near,
    path_refusal,
)
from grimtable.games.wh40k.state import Battle, enemy

HEADINGS = 8
SLACK = 20  # a fifth of a millimetre less than allowed: rounding never makes a suggestion illegal
TURNS = ((1, 1, 0, 1), (4, 5, 3, 5), (4, 5, -3, 5), (3, 5, 4, 5), (3, 5, -4, 5), (0, 1, 1, 1), (0, 1, -1, 1))


def middle_of(s: Battle, models: list[Model]) -> Point:
    return sum([s.x[m] for m in models]) // len(models), sum([s.y[m] for m in models]) // len(models)


def candidate_moves(s: Battle, unit: Unit, way: Way) -> list[Answer]:
    """Where a unit may sensibly go: nowhere, to markers, to and from the enemy, and in eight directions."""
    mine = s.alive(unit)
    others = others_near(s, unit, way)
    x, y = middle_of(s, mine)
    found: list[Answer] = []
    if not way.least:
        stay: Answer = tuple([() for _ in mine])
        if move_refusal(s, unit, way, stay, others) is None:
            found.append(stay)
    pushed: list[Point] = []
    for dx, dy in pushes(s, unit, way, x, y):
        if [1 for sx, sy in pushed if abs(sx - dx) + abs(sy - dy) < INCH // 2]:
            continue
        pushed.append((dx, dy))
        answer = shifted(s, unit, way, dx, dy, others)
        if answer is not None and answer not in found:
            found.append(answer)
    return found


def pushes(s: Battle, unit: Unit, way: Way, x: int, y: int) -> list[Point]:
    """Ways for the whole unit, none longer than it may go."""
    most = way.allowance - SLACK
    if most <= 0:
        return []
    if way.straight:
        return flights(s, unit, way)
    goals = list(s.markers)
    foes = [middle_of(s, s.alive(u)) for u in s.units_of(enemy(s.owner[unit]))]
    foes.sort(key=lambda p: ((p[0] - x) ** 2 + (p[1] - y) ** 2, p))
    found = [clipped(gx - x, gy - y, most) for gx, gy in [*goals, *foes[:2]]]
    if foes:
        found.append(clipped(20 * (x - foes[0][0]), 20 * (y - foes[0][1]), most))
    for index in range(HEADINGS):
        ux, uy = direction(index * 128 // HEADINGS)
        found.append((ux * most >> 14, uy * most >> 14))
    found.append(clipped(WIDTH // 2 - x, DEPTH // 2 - y, most // 2))
    return [(dx, dy) for dx, dy in found if dx * dx + dy * dy >= way.least * way.least]


def flights(s: Battle, unit: Unit, way: Way) -> list[Point]:
    """Straight ahead after a pivot: the least and the greatest distance, in directions it may turn to."""
    model = s.alive(unit)[0]
    found: list[Point] = []
    for turn in (0, 8, -8, 16, -16, 24, -24, 32, -32):
        ux, uy = direction(s.facing[model] + turn)
        for length in (way.least + 2 * SLACK, (way.least + way.allowance) // 2, way.allowance - 2 * SLACK):
            if way.least <= length <= way.allowance:
                found.append((ux * length >> 14, uy * length >> 14))
    return found


def clipped(dx: int, dy: int, most: int) -> Point:
    """A push, shortened to what is allowed."""
    length = root_below(dx * dx + dy * dy) + 1
    return (dx, dy) if length <= most else (dx * most // length, dy * most // length)


def pose_for(s: Battle, model: Model, x: int, y: int, facing: int) -> Pose | None:
    """A model set down here, as low as it can stand; None if it cannot."""
    body = shape_at(s, model, x, y, facing)
    height = height_of(s, model)
    if can_stand(s, body, 0, height):
        return (x, y, 0, facing)
    levels = levels_at(s, body, height)
    return (x, y, levels[0], facing) if levels else None


def shifted(s: Battle, unit: Unit, way: Way, dx: int, dy: int, others: Others) -> Answer | None:
    """The whole unit pushed along; models that find the way barred go less far."""
    paths: list[Path] = []
    taken: list[Body] = []
    for model in s.alive(unit):
        path = shifted_model(s, model, way, dx, dy, others, taken)
        if path is None:
            return None
        paths.append(path)
        x, y, _, facing = path[-1] if path else (s.x[model], s.y[model], 0, s.facing[model])
        taken.append(shape_at(s, model, x, y, facing))
    answer = tuple(paths)
    return answer if any(answer) and move_refusal(s, unit, way, answer, others) is None else None


def shifted_model(
    s: Battle, model: Model, way: Way, dx: int, dy: int, others: Others, taken: list[Body]
) -> Path | None:
    facing = heading(dx, dy) if way.straight else s.facing[model]
    for part in (4,) if way.least else (4, 3, 2, 1):
        pose = pose_for(s, model, s.x[model] + dx * part // 4, s.y[model] + dy * part // 4, facing)
        if pose is None or touches(shape_at(s, model, pose[0], pose[1], facing), taken):
            continue
        path: Path = (pose,)
        if path_refusal(s, model, path, way, others) is None:
            return path
    return None if way.least or touches(shape_of(s, model), taken) else ()


def touches(body: Body, taken: list[Body]) -> bool:
    for other in taken:
        if isinstance(body, Disc) and isinstance(other, Disc):
            dx, dy, r = body.x - other.x, body.y - other.y, body.r + other.r
            if dx * dx + dy * dy < r * r:
                return True
        elif overlaps(body, other):
            return True
    return False


# ---------------------------------------------------------------- towards the enemy
def contact_moves(s: Battle, unit: Unit, way: Way, foes: list[Model]) -> list[Answer]:
    """Every model as close to the enemy as it gets: into base contact, beside comrades, or some of the way."""
    others = others_near(s, unit, way)
    mine = s.alive(unit)
    close = {m: nearest(s, m, foes)[0] for m in mine} if foes else {}
    order = sorted(close, key=lambda m: (squared(s, m, close[m]), m))
    taken: dict[Model, Body] = {m: shape_of(s, m) for m in mine}
    paths: dict[Model, Path] = dict.fromkeys(mine, ())
    for model in order:
        rest = [body for m, body in taken.items() if m != model]
        path = contact_path(s, model, close[model], way, others, rest)
        if path:
            paths[model] = path
            taken[model] = shape_at(s, model, path[-1][0], path[-1][1], path[-1][3])
    answer = tuple([paths[m] for m in mine])
    if not any(answer):
        return []
    if move_refusal(s, unit, way, answer, others) is None:
        return [answer]
    return []


def squared(s: Battle, a: Model, b: Model) -> int:
    return (s.x[a] - s.x[b]) ** 2 + (s.y[a] - s.y[b]) ** 2


def contact_path(s: Battle, model: Model, foe: Model, way: Way, others: Others, taken: list[Body]) -> Path:
    """The way of one model to a foe: straight into contact, to a place beside, or as far as it may go."""
    x, y, fx, fy = s.x[model], s.y[model], s.x[foe], s.y[foe]
    far = root_below((fx - x) ** 2 + (fy - y) ** 2) + 1
    touch = contact_distance(s, model, foe)
    if far <= touch:
        return ()
    for cos, cd, sin, sd in TURNS:  # places around the foe, the nearest first
        vx, vy = (x - fx) * cos // cd - (y - fy) * sin // sd, (x - fx) * sin // sd + (y - fy) * cos // cd
        tx, ty = fx + vx * touch // far, fy + vy * touch // far
        path = tried(s, model, clipped(tx - x, ty - y, way.allowance - SLACK), way, others, taken)
        if path:
            return path
    for part in (2, 1):
        dx, dy = (fx - x) * (far - touch) // far, (fy - y) * (far - touch) // far
        path = tried(s, model, clipped(dx, dy, (way.allowance - SLACK) * part // 3), way, others, taken)
        if path:
            return path
    return ()


def contact_distance(s: Battle, model: Model, foe: Model) -> int:
    """How far apart two centres are when the models surely do not overlap."""
    one, other = SHEETS[s.sheet[s.unit[model]]], SHEETS[s.sheet[s.unit[foe]]]
    if one.shape == other.shape == "round":
        return one.half_width + other.half_width + 2
    return min(reach_of(s, model), one.half_length + INCH // 4) + min(reach_of(s, foe), other.half_length + INCH // 4)


def tried(s: Battle, model: Model, push: Point, way: Way, others: Others, taken: list[Body]) -> Path:
    pose = pose_for(s, model, s.x[model] + push[0], s.y[model] + push[1], s.facing[model])
    if pose is None or touches(shape_at(s, model, pose[0], pose[1], pose[3]), taken):
        return ()
    path: Path = (pose,)
    return path if path_refusal(s, model, path, way, others) is None else ()
