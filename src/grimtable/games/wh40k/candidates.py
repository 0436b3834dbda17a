"""Suggestions for moves: a bounded, deterministic set for each unit, all of them legal."""

from __future__ import annotations

from grimtable.games.wh40k.components import DEPTH, INCH, SHEETS, WIDTH, Model, Unit
from grimtable.games.wh40k.geometry.shapes import Point, direction, root_below
from grimtable.games.wh40k.ground import levels_at
from grimtable.games.wh40k.measure import (
    ENGAGED,
    REACH,
    Pose,
    extent,
    height_of,
    is_coherent,
    nearest,
    pose_of,
    poses_overlap,
    reach_of,
    shape_at,
)
from grimtable.games.wh40k.moving import Answer, Path, Way, formation_refusal, heading, path_refusal
from grimtable.games.wh40k.state import Battle, enemy
from grimtable.games.wh40k.surroundings import Surroundings, surroundings

HEADINGS = 8
SLACK = 20  # a fifth of a millimetre less than allowed: rounding never makes a suggestion illegal
TURNS = ((1, 1, 0, 1), (4, 5, 3, 5), (4, 5, -3, 5), (3, 5, 4, 5), (3, 5, -4, 5), (0, 1, 1, 1), (0, 1, -1, 1))


def middle_of(s: Battle, models: list[Model]) -> Point:
    return sum([s.x[m] for m in models]) // len(models), sum([s.y[m] for m in models]) // len(models)


def candidate_moves(s: Battle, unit: Unit, way: Way) -> list[Answer]:
    """Where a unit may sensibly go: nowhere, to markers, to and from the enemy, and in eight directions."""
    mine = s.alive(unit)
    around = surroundings(s, unit, way.allowance)
    x, y = middle_of(s, mine)
    found: list[Answer] = []
    if not way.least:
        found.append(tuple([() for _ in mine]))
    drill = is_drilled(s, unit, way)
    pushed: list[Point] = []
    edges, reach = extent(s, mine), REACH[s.sheet[unit]]
    alike = min(4 * INCH, way.allowance // 2)  # pushes that end closer to each other are not worth a second look
    for px, py in pushes(s, unit, way, x, y):
        dx, dy = (px, py) if way.least else kept_on_table(edges, reach, px, py)
        if [1 for sx, sy in pushed if abs(sx - dx) + abs(sy - dy) < alike]:
            continue
        pushed.append((dx, dy))
        answer = shifted(s, unit, way, dx, dy, around, drill)
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


def kept_on_table(edges: tuple[int, int, int, int], reach: int, dx: int, dy: int) -> Point:
    """A push, shortened by eighths until the whole unit stays on the table."""
    left, low, right, high = edges
    for part in (8, 7, 6, 5, 4, 3, 2):
        px, py = dx * part // 8, dy * part // 8
        if left - reach + px < 0 or right + reach + px > WIDTH:
            continue
        if low - reach + py >= 0 and high + reach + py <= DEPTH:
            return px, py
    return dx // 8, dy // 8


def is_drilled(s: Battle, unit: Unit, way: Way) -> bool:
    """Whether the unit stands so that it may go anywhere as it is, if nothing is near: coherent and on the ground."""
    poses = [pose_of(s, m) for m in s.alive(unit)]
    return not way.straight and not [1 for pose in poses if pose[2]] and is_coherent(s.sheet[unit], poses)


def shifted(
    s: Battle, unit: Unit, way: Way, dx: int, dy: int, around: Surroundings, drill: bool = False
) -> Answer | None:
    """The whole unit pushed along, no farther than allowed; models that find the way barred go less far."""
    mine = s.alive(unit)
    far = REACH[s.sheet[unit]]
    left, low, right, high = extent(s, mine)
    left, right = left + min(dx, 0) - far, right + max(dx, 0) + far
    low, high = low + min(dy, 0) - far, high + max(dy, 0) + far
    near = around.narrowed(left - ENGAGED, low - ENGAGED, right + ENGAGED, high + ENGAGED)
    free = not near.models and not near.blocks and left >= 0 and low >= 0 and right <= WIDTH and high <= DEPTH
    if free and drill:
        return tuple([((s.x[m] + dx, s.y[m] + dy, 0, s.facing[m]),) for m in mine])
    answer = shifted_models(s, mine, way, dx, dy, near)
    if answer is None or not any(answer):
        return None
    return answer if formation_refusal(s, unit, way, answer, around) is None else None


def shifted_models(s: Battle, models: list[Model], way: Way, dx: int, dy: int, around: Surroundings) -> Answer | None:
    """One model after another, as far as it gets; None if one of them cannot move at all and does not fit in."""
    sheet = s.sheet[s.unit[models[0]]]
    paths: list[Path] = []
    taken: list[Pose] = []
    ragged: list[Pose] = []  # of those who did not get all the way: only in them who does may stand
    for model in models:
        path = shifted_model(s, model, way, dx, dy, around, taken, ragged)
        end = path[-1] if path else pose_of(s, model)
        if not path and (way.least or fits_not(sheet, end, taken)):
            return None
        if end[0] != s.x[model] + dx or end[1] != s.y[model] + dy:
            ragged.append(end)
        paths.append(path)
        taken.append(end)
    return tuple(paths)


def shifted_model(
    s: Battle,
    model: Model,
    way: Way,
    dx: int,
    dy: int,
    around: Surroundings,
    taken: list[Pose],
    ragged: list[Pose],
) -> Path:
    facing = heading(dx, dy) if way.straight else s.facing[model]
    if is_open(s, model, dx, dy, way, around):
        whole = (s.x[model] + dx, s.y[model] + dy, 0, facing)
        if not fits_not(s.sheet[s.unit[model]], whole, ragged):
            return (whole,)
    else:
        path = tried(s, model, dx, dy, facing, way, around, ragged)
        if path:
            return path
    for part in () if way.least else (2,):
        path = tried(s, model, dx * part // 4, dy * part // 4, facing, way, around, taken)
        if path:
            return path
    return ()


def is_open(s: Battle, model: Model, dx: int, dy: int, way: Way, around: Surroundings) -> bool:
    """Whether nothing at all is near a model's way over the ground."""
    x, y, reach = s.x[model], s.y[model], reach_of(s, model)
    left, right = x + min(dx, 0) - reach, x + max(dx, 0) + reach
    low, high = y + min(dy, 0) - reach, y + max(dy, 0) + reach
    if s.z[model] or way.straight or left < 0 or low < 0 or right > WIDTH or high > DEPTH:
        return False
    if around.blocks_in(left, low, right, high):
        return False
    return not around.models_in(left - ENGAGED, low - ENGAGED, right + ENGAGED, high + ENGAGED)


def tried(
    s: Battle, model: Model, dx: int, dy: int, facing: int, way: Way, around: Surroundings, taken: list[Pose]
) -> Path:
    """A model pushed along, to the ground or to the lowest floor it can stand on; nothing if that is not allowed."""
    x, y = s.x[model] + dx, s.y[model] + dy
    if fits_not(s.sheet[s.unit[model]], (x, y, 0, facing), taken):
        return ()
    path: Path = ((x, y, 0, facing),)
    refusal = path_refusal(s, model, path, way, around)
    if refusal is None:
        return path
    if refusal.message_key != "no_footing":
        return ()
    for z in levels_at(s, shape_at(s, model, x, y, facing), height_of(s, model))[:1]:
        path = ((x, y, z, facing),)
        if path_refusal(s, model, path, way, around) is None:
            return path
    return ()


def fits_not(sheet: int, pose: Pose, taken: list[Pose]) -> bool:
    """Whether a model would stand in a comrade, whatever their heights."""
    return any([poses_overlap(sheet, pose, other) for other in taken])


# ---------------------------------------------------------------- towards the enemy
def contact_moves(s: Battle, unit: Unit, way: Way, foes: list[Model]) -> list[Answer]:
    """Every model as close to the enemy as it gets: into base contact, beside comrades, or some of the way."""
    around = surroundings(s, unit, way.allowance)
    mine = s.alive(unit)
    close = {m: nearest(s, m, foes)[0] for m in mine} if foes else {}
    order = sorted(close, key=lambda m: (squared(s, m, close[m]), m))
    taken: dict[Model, Pose] = {m: pose_of(s, m) for m in mine}
    paths: dict[Model, Path] = dict.fromkeys(mine, ())
    for model in order:
        rest = [pose for m, pose in taken.items() if m != model]
        path = contact_path(s, model, close[model], way, around, rest)
        if path:
            paths[model] = path
            taken[model] = path[-1]
    answer = tuple([paths[m] for m in mine])
    if not any(answer):
        return []
    return [answer] if formation_refusal(s, unit, way, answer, around) is None else []


def squared(s: Battle, a: Model, b: Model) -> int:
    return (s.x[a] - s.x[b]) ** 2 + (s.y[a] - s.y[b]) ** 2


def contact_path(s: Battle, model: Model, foe: Model, way: Way, around: Surroundings, taken: list[Pose]) -> Path:
    """The way of one model to a foe: straight into contact, to a place beside, or as far as it may go."""
    x, y, fx, fy = s.x[model], s.y[model], s.x[foe], s.y[foe]
    far = root_below((fx - x) ** 2 + (fy - y) ** 2) + 1
    touch = contact_distance(s, model, foe)
    if far <= touch:
        return ()
    for cos, cd, sin, sd in TURNS:  # places around the foe, the nearest first
        vx, vy = (x - fx) * cos // cd - (y - fy) * sin // sd, (x - fx) * sin // sd + (y - fy) * cos // cd
        tx, ty = fx + vx * touch // far, fy + vy * touch // far
        dx, dy = clipped(tx - x, ty - y, way.allowance - SLACK)
        path = tried(s, model, dx, dy, s.facing[model], way, around, taken)
        if path:
            return path
    for part in (2, 1):
        dx, dy = (fx - x) * (far - touch) // far, (fy - y) * (far - touch) // far
        dx, dy = clipped(dx, dy, (way.allowance - SLACK) * part // 3)
        path = tried(s, model, dx, dy, s.facing[model], way, around, taken)
        if path:
            return path
    return ()


def contact_distance(s: Battle, model: Model, foe: Model) -> int:
    """How far apart two centres are when the models surely do not overlap."""
    one, other = SHEETS[s.sheet[s.unit[model]]], SHEETS[s.sheet[s.unit[foe]]]
    if one.shape == other.shape == "round":
        return one.half_width + other.half_width + 2
    return min(reach_of(s, model), one.half_length + INCH // 4) + min(reach_of(s, foe), other.half_length + INCH // 4)
