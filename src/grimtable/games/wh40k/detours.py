"""Moves towards the enemy where the usual suggestions find none: through gaps, around corners, comrades who follow.

Each model tries straight ways to its goals, then ways around corners, then ways that turn it; its comrades stay, go the
same way, or come after it. The first legal move of the unit is enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from grimtable.games.wh40k.candidates import TURNS, contact_moves, fits_not, shifted, squared, tried
from grimtable.games.wh40k.components import Model, Unit
from grimtable.games.wh40k.geometry.distance import to_segment
from grimtable.games.wh40k.geometry.shapes import Point, direction, root_below
from grimtable.games.wh40k.goals import LEAST, TOGETHER, Scene, bounds_of, goals, is_shunned, scene_of
from grimtable.games.wh40k.ground import TERRAIN
from grimtable.games.wh40k.measure import CORE, ENGAGED, REACH, ROUND, Pose, pose_of, poses_within, reach_of
from grimtable.games.wh40k.moving import CHARGE_MOVE, Answer, Path, Way, formation_refusal, path_refusal, walk_refusal
from grimtable.games.wh40k.room import (
    MARGIN,
    Ring,
    allowed,
    base_of,
    bound_by_models,
    bound_by_table,
    bound_by_terrain,
    crossings_with,
    no_bounds,
)
from grimtable.games.wh40k.state import Battle
from grimtable.games.wh40k.surroundings import Surroundings, surroundings

STEPS = (40, LEAST)  # small steps that are tried
PARTS = (64, 48, 32, 24, 16, 12, 8, 4, 2, 1)  # 64ths of a move that are tried, the longest first
TURNED = (64, 32, -32, 16, -16, 48, -48)  # of the 128 directions: how a hull turns
LED = 3  # ways of one model that others try to follow
LEGS = 6  # of a way around corners, before the last
ENDS = 60  # goals that are tried from each corner
VISITED = 60  # corners that are looked at for one model


def moves_towards(s: Battle, unit: Unit, way: Way, foes: list[Model]) -> list[Answer]:
    """Moves that bring a unit closer to the enemy, at least one if there is any."""
    return contact_moves(s, unit, way, foes) or hard_move(s, unit, way, foes)


def hard_move(s: Battle, unit: Unit, way: Way, foes: list[Model]) -> list[Answer]:
    """One legal move towards some enemies, if the search finds any."""
    if way.allowance <= 0 or not foes:
        return []
    mine = s.alive(unit)
    around = surroundings(s, unit, way.allowance)
    scenes = [scene for model in mine for scene in scene_of(s, unit, model, way, foes)]
    scenes.sort(key=lambda scene: min([squared(s, scene.model, foe) for foe in scene.foes]))
    for search, models, most in ((straight_ways, len(scenes), 60), (ways_around, 3, 12), (turned_ways, 3, 12)):
        for scene in scenes[:models]:
            for number, path in enumerate(islice(search(s, scene), most)):
                for answer in answers_with(s, scene, path, around, number < LED):
                    if formation_refusal(s, unit, way, answer, around) is None:
                        return [answer]
    return []


# ---------------------------------------------------------------- straight ways
def straight_ways(s: Battle, scene: Scene) -> Iterator[Path]:
    """Ways of one straight stretch."""
    return ways_facing(s, scene, s.facing[scene.model])


def turned_ways(s: Battle, scene: Scene) -> Iterator[Path]:
    """Ways of one straight stretch with a turn at its end, of what is not round."""
    if not ROUND[s.sheet[scene.unit]]:
        for turn in TURNED:
            yield from ways_facing(s, scene, (s.facing[scene.model] + turn) % 128)


def ways_facing(s: Battle, scene: Scene, facing: int) -> Iterator[Path]:
    """Ways of one straight stretch that end with a model facing one way."""
    here = pose_of(s, scene.model)
    if scene.way.kind != CHARGE_MOVE and not scene.free:
        yield from small_steps(s, scene, facing)
    for goal in goals(s, scene, facing):
        if scene.free or is_clear(s, scene, here, goal):
            yield from legal_ways(s, scene, (), goal, facing)


def legal_ways(s: Battle, scene: Scene, corners: Path, goal: Point, facing: int) -> Iterator[Path]:
    """A way by some corners to a point, on the ground or a floor, if there is one."""
    for z in (0, *sorted({level.z for level in TERRAIN[s.layout].levels if scene.around.blocks})):
        path = (*corners, (*goal, z, facing))
        refusal = path_refusal(s, scene.model, path, scene.way, scene.around)
        if refusal is None:
            yield path
        elif refusal.message_key != "no_footing":
            return


def small_steps(s: Battle, scene: Scene, facing: int) -> Iterator[Path]:
    """The smallest step that comes closer, and then as far as it leads that way."""
    x, y, z, _ = pose_of(s, scene.model)
    for dx, dy in steps(s, scene, facing):
        if path_refusal(s, scene.model, ((x + dx, y + dy, z, facing),), scene.way, scene.around) is not None:
            continue
        length = root_below(dx * dx + dy * dy) + 1
        for part in PARTS:
            far = scene.way.allowance * part // 64 - MARGIN
            path = ((x + dx * far // length, y + dy * far // length, z, facing),)
            if far > length and path_refusal(s, scene.model, path, scene.way, scene.around) is None:
                yield path
        yield ((x + dx, y + dy, z, facing),)


def steps(s: Battle, scene: Scene, facing: int) -> list[Point]:
    """Small steps in all directions that matter: towards the enemy, and along what is close by."""
    x, y, z, _ = pose_of(s, scene.model)
    base = base_of(s.sheet[scene.unit], facing)
    found: list[Point] = []
    for step in STEPS:
        reach = reach_of(s, scene.model) + step + MARGIN
        near = scene.around.narrowed(x - reach, y - reach, x + reach, y + reach)
        bounds = no_bounds()
        bound_by_models(bounds, s, base, z, 0, near)
        bound_by_terrain(bounds, s, base, z, near)
        bound_by_table(bounds, base)
        circle = no_bounds()
        circle.rings.append(Ring(x, y, step))
        found += [(px - x, py - y) for px, py in allowed(crossings_with(circle, bounds), bounds)]
        for foe in scene.foes:
            dx, dy = s.x[foe] - x, s.y[foe] - y
            far = root_below(dx * dx + dy * dy) + 1
            found.append((dx * step // far, dy * step // far))
    return found


# ---------------------------------------------------------------- around corners
def ways_around(s: Battle, scene: Scene) -> Iterator[Path]:
    """Ways of several stretches around what stands in the way."""
    if scene.free or not can_leave(s, scene):
        return
    x, y, z, facing = pose_of(s, scene.model)
    ends = goals(s, scene, facing)
    ends = ends[:: 1 + len(ends) // ENDS]
    if not ends:
        return
    corners = corners_around(s, scene, facing)
    todo: list[tuple[int, int, Path]] = [(0, 0, ())]  # at best how long in all, how long so far
    seen: set[Point] = set()
    while todo and len(seen) < VISITED:
        todo.sort()
        _, length, path = todo.pop(0)
        here = path[-1] if path else (x, y, z, facing)
        if (here[0], here[1]) in seen:
            continue
        seen.add((here[0], here[1]))
        for end in ends if path else ():
            if length + distance(here, end) <= scene.way.allowance and is_clear(s, scene, here, end):
                yield from legal_ways(s, scene, path, end, facing)
        for corner in corners if len(path) < LEGS else ():
            far = length + distance(here, corner) + 1
            whole = far + min([distance(corner, end) for end in ends])
            if whole > scene.way.allowance or corner in seen or not is_clear(s, scene, here, corner):
                continue
            longer = (*path, (*corner, 0, facing))
            if walk_refusal(s, scene.model, longer, scene.way, scene.around) is None:
                todo.append((whole, far, longer))


def distance(a: Pose | Point, b: Pose | Point) -> int:
    """Between the middles of two bases, rounded down."""
    return root_below((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def can_leave(s: Battle, scene: Scene) -> bool:
    """Whether a model can move at all."""
    x, y, z, facing = pose_of(s, scene.model)
    for dx, dy in steps(s, scene, facing):
        if walk_refusal(s, scene.model, ((x + dx, y + dy, z, facing),), scene.way, scene.around) is None:
            return True
    return False


def corners_around(s: Battle, scene: Scene, facing: int) -> list[Point]:
    """Points around all that may stand in the way, those nearest first."""
    base = base_of(s.sheet[scene.unit], facing)
    bounds = bounds_of(s, scene, base)
    x, y = s.x[scene.model], s.y[scene.model]
    found: list[Point] = []
    for ring in bounds.rings[2:]:
        for count, far in ((12, ring.r * 104 // 100 + MARGIN), (8, ring.r * 142 // 100)):  # whose sides pass the circle
            for turn in range(count):
                ux, uy = direction(turn * 128 // count)
                found.append((ring.x + (ux * far >> 14), ring.y + (uy * far >> 14)))
    most = scene.way.allowance
    inside = [p for p in allowed(found, bounds) if (p[0] - x) ** 2 + (p[1] - y) ** 2 < most * most]
    return sorted(inside, key=lambda p: ((p[0] - x) ** 2 + (p[1] - y) ** 2, p))


def is_clear(s: Battle, scene: Scene, here: Pose, there: Point) -> bool:
    """Whether nothing speaks at first sight against a straight way: no model in it, no enemy that is shunned."""
    around, inner = scene.around, CORE[s.sheet[scene.unit]]
    for at, other in enumerate(around.models):
        num, den = to_segment(around.xs[at], around.ys[at], here[0], here[1], there[0], there[1])
        cores = inner + CORE[s.sheet[s.unit[other]]] + (ENGAGED if is_shunned(s, scene, other) else 0)
        if num < cores * cores * den and s.z[other] == 0:
            return False
    return True


# ---------------------------------------------------------------- the others
def answers_with(s: Battle, scene: Scene, path: Path, around: Surroundings, led: bool) -> Iterator[Answer]:
    """The whole unit's move: one goes and the others stay, all go alike, or the others come after."""
    unit, model, way = scene.unit, scene.model, scene.way
    mine = s.alive(unit)
    yield tuple([path if m == model else () for m in mine])
    if way.kind != CHARGE_MOVE or len(mine) == 1 or not led:
        return
    dx, dy = path[-1][0] - s.x[model], path[-1][1] - s.y[model]
    whole = shifted(s, unit, way, dx, dy, around)
    if whole is not None:
        yield whole
    follow = followed(s, scene, path, around)
    if follow is not None:
        yield follow


def followed(s: Battle, scene: Scene, path: Path, around: Surroundings) -> Answer | None:
    """The others come after, each as far as it must to stay with those before it; None if one cannot."""
    mine, sheet = s.alive(scene.unit), s.sheet[scene.unit]
    paths: dict[Model, Path] = {scene.model: path}
    placed: list[Pose] = [path[-1]]
    while len(paths) < len(mine):
        rest = [m for m in mine if m not in paths]
        rest.sort(key=lambda m: min([distance(pose_of(s, m), pose) for pose in placed]))
        staying = [m for m in rest if stays_with(sheet, pose_of(s, m), placed)]
        if staying:
            paths[staying[0]] = ()
            placed.append(pose_of(s, staying[0]))
            continue
        step = step_after(s, scene, rest[0], placed, around)
        if not step:
            return None
        paths[rest[0]] = step
        placed.append(step[-1])
    return tuple([paths[m] for m in mine])


def stays_with(sheet: int, pose: Pose, placed: list[Pose]) -> bool:
    return not fits_not(sheet, pose, placed) and any([poses_within(sheet, pose, other, TOGETHER) for other in placed])


def step_after(s: Battle, scene: Scene, model: Model, placed: list[Pose], around: Surroundings) -> Path:
    """A straight step of a model to where it is within 2" of one that has its place; nothing if it finds none."""
    x, y, _, facing = pose_of(s, model)
    apart = 2 * CORE[s.sheet[scene.unit]] + TOGETHER - MARGIN
    touch = 2 * REACH[s.sheet[scene.unit]] + MARGIN
    for px, py, _, _ in sorted(placed, key=lambda pose: distance(pose, pose_of(s, model)))[:4]:
        far = root_below((x - px) ** 2 + (y - py) ** 2) + 1
        for length in (apart, max(touch, apart // 2 + touch // 2), touch):
            for cos, cd, sin, sd in TURNS:
                vx, vy = (x - px) * cos // cd - (y - py) * sin // sd, (x - px) * sin // sd + (y - py) * cos // cd
                dx, dy = px + vx * length // far - x, py + vy * length // far - y
                if dx * dx + dy * dy <= scene.way.allowance**2:
                    path = tried(s, model, dx, dy, facing, scene.way, around, placed)
                    if path:
                        return path
    return ()
