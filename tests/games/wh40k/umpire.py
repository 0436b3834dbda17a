"""An umpire who looks at moves slowly: bases are put down all along the way, and shapely tells what they touch.

He knows the data (sizes, heights, terrain) and the ledger, and none of the engine's geometry. Of each thing he says
whether it is surely broken, or in doubt because it hangs on less than a third of a millimetre. On the way between two
levels he is lenient where he calls something broken and strict where he calls nothing in doubt: the engine takes a
stretch to be as high and as low all along as it is anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, cos, hypot, pi, sin, sqrt
from typing import Any, NamedTuple

import numpy
import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from grimtable.games.wh40k.components import DEPTH, INCH, SHEETS, WIDTH
from grimtable.games.wh40k.components.terrain import LAYOUTS, Floor, Wall
from grimtable.games.wh40k.state import Battle

DOUBT = 30  # hundredths of a millimetre
STEP = 100  # between two bases that are put down
Pose = tuple[int, int, int, int]


class Move(NamedTuple):
    """What somebody wants to do."""

    state: Battle
    unit: int
    kind: str
    allowance: int
    targets: tuple[int, ...]
    answer: Any


class Verdict:
    """What is broken, and what is in doubt or broken."""

    def __init__(self) -> None:
        self.broken: list[str] = []
        self.doubts: list[str] = []

    def judge(self, what: str, by: float) -> None:
        """Something is broken by so much; by less than nothing, it is kept with so much to spare."""
        if by > DOUBT:
            self.broken.append(what)
        if by > -DOUBT:
            self.doubts.append(what)


# ---------------------------------------------------------------- bases
def base(sheet: int, x: float, y: float, turn: float) -> BaseGeometry:
    """The core of a base or hull; together with its radius it is the base. The turn is in 128ths of a circle."""
    kind = SHEETS[sheet]
    angle = 2 * pi * turn / 128
    ux, uy = cos(angle), sin(angle)
    if kind.shape == "round":
        return Point(x, y)
    a, b = kind.half_length, kind.half_width
    if kind.shape == "oval":
        a -= b
        return LineString([(x - a * ux, y - a * uy), (x + a * ux, y + a * uy)])
    corners = [(i * a * ux - j * b * uy, i * a * uy + j * b * ux) for i, j in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    return Polygon([(x + dx, y + dy) for dx, dy in corners])


def radius(sheet: int) -> int:
    return SHEETS[sheet].half_width if SHEETS[sheet].shape != "hull" else 0


def height(sheet: int) -> int:
    return SHEETS[sheet].height


def farthest(sheet: int) -> float:
    """From the middle of a base to its farthest point."""
    kind = SHEETS[sheet]
    return hypot(kind.half_length, kind.half_width) if kind.shape == "hull" else kind.half_length


def depth(cores: Any, r: int, other: BaseGeometry, other_r: int) -> Any:
    """By how much bases reach into another; below 0 by how much they miss it."""
    found = r + other_r - shapely.distance(cores, other)
    if r + other_r == 0:  # of two that have corners shapely does not tell how deep: whether surely
        found = numpy.where(shapely.intersects(cores, other.buffer(-2 * DOUBT)), 2 * DOUBT, found)
    return found


def off_table(sheet: int, cores: Any) -> Any:
    boxes = shapely.bounds(cores)
    r = radius(sheet)
    outside = numpy.stack([r - boxes[:, 0], r - boxes[:, 1], boxes[:, 2] + r - WIDTH, boxes[:, 3] + r - DEPTH], axis=1)
    return outside.max(axis=1)


# ---------------------------------------------------------------- terrain
def walls_of(s: Battle) -> list[tuple[Wall, Polygon]]:
    return [(wall, Polygon(wall.poly).convex_hull) for piece in LAYOUTS[s.layout] for wall in piece.walls]


def floors_of(s: Battle) -> list[tuple[Floor, Polygon]]:
    return [(floor, Polygon(floor.poly).convex_hull) for piece in LAYOUTS[s.layout] for floor in piece.floors]


def overhang(sheet: int, core: BaseGeometry, floor: Polygon) -> float:
    """By how much a base reaches over the rim of a floor."""
    if not floor.contains(core):
        return float(radius(sheet) + core.distance(floor) + 2 * DOUBT)
    return float(radius(sheet) - floor.exterior.distance(core))


def stands(s: Battle, sheet: int, pose: Pose, roofs: bool) -> float:
    """By how much a model cannot stand somewhere; with roofs also half on top of what can be climbed."""
    x, y, z, facing = pose
    core = base(sheet, x, y, facing)
    worst = float(off_table(sheet, numpy.array([core]))[0])
    held = [-float(DEPTH)] if z == 0 else []
    for wall, poly in walls_of(s):
        by = float(depth(numpy.array([core]), radius(sheet), poly, 0)[0])
        if wall.low < z + height(sheet) and z < wall.high:
            worst = max(worst, by)
        if roofs and z == wall.high and not wall.impassable:
            held.append(-by)
    held += [overhang(sheet, core, poly) for floor, poly in floors_of(s) if floor.z == z]
    return max(worst, min(held, default=float(DEPTH)))


# ---------------------------------------------------------------- a way, base by base
class Stretch(NamedTuple):
    """From one pose to the next, with the bases that are put down on it."""

    here: Pose
    there: Pose
    cores: Any
    cost: float  # without climbing


def stretches(sheet: int, start: Pose, path: tuple[Pose, ...]) -> Iterator[Stretch]:
    here = start
    for there in path:
        far = hypot(there[0] - here[0], there[1] - here[1])
        count = ceil(far / STEP)
        spots: list[tuple[float, float, float]] = []
        for n in range(count):
            x, y = (a + (b - a) * n / count for a, b in zip(here[:2], there[:2]))
            spots.append((x, y, here[3]))
        turn = (there[3] - here[3] + 64) % 128 - 64
        parts = max(1, 4 * abs(turn)) if SHEETS[sheet].shape != "round" else 1
        spots += [(there[0], there[1], here[3] + turn * n / parts) for n in range(parts + 1)]
        cores = numpy.array([base(sheet, *spot) for spot in spots])
        cost = far + (2 * pi * abs(turn) / 128 * farthest(sheet) if SHEETS[sheet].shape != "round" else 0)
        yield Stretch(here, there, cores, cost)
        here = there


class Levels(NamedTuple):
    """The heights a stretch leads over: base by base at best, and as the ledger has it for the whole stretch."""

    options: list[set[int]]  # heights of each base put down
    low: int
    high: int
    climb: float  # at best
    cost: float  # by the ledger
    unclear: bool  # whether the second hangs on hairs


def levels_of(s: Battle, sheet: int, stretch: Stretch) -> Levels:
    options: list[set[int]] = [{0} for _ in stretch.cores]
    z, to = stretch.here[2], stretch.there[2]
    first, last = stretch.cores[0], stretch.cores[-1]
    met: list[tuple[Wall, bool]] = []  # what can be climbed, and whether it carries one of the ends
    one_surface, unclear = z == to == 0, False
    for wall, poly in walls_of(s):
        if wall.impassable or shapely.distance(stretch.cores, poly).min() > radius(sheet) + DOUBT:
            continue
        into = depth(stretch.cores, radius(sheet), poly, 0)
        if into.max() > -DOUBT:
            unclear = unclear or bool(abs(into.max()) < DOUBT) or 0 < abs(into[0]) < DOUBT or 0 < abs(into[-1]) < DOUBT
            begins, ends = into[0] > 0 and z == wall.high, into[-1] > 0 and to == wall.high
            one_surface = one_surface or (begins and ends)
            met.append((wall, begins or ends))
        for n, by in enumerate(into):
            if by > DOUBT:
                options[n] = {max(wall.high, *options[n])}
            elif by > -DOUBT:
                options[n] = options[n] | {wall.high}
    for floor, poly in floors_of(s):
        near = shapely.distance(stretch.cores, poly) <= radius(sheet) + DOUBT
        for n in range(len(options)):
            options[n] = options[n] | {floor.z} if near[n] else options[n]
        if z == to == floor.z:
            hangs = [overhang(sheet, first, poly), overhang(sheet, last, poly)]
            one_surface = one_surface or max(hangs) <= 0
            unclear = unclear or min(abs(hangs[0]), abs(hangs[1])) < DOUBT
    reached = {z: 0.0}
    for heights in options:
        reached = {h: min(cost + abs(h - at) for at, cost in reached.items()) for h in heights}
    climb = min(cost + abs(to - at) for at, cost in reached.items())
    low = z if one_surface else 0
    over = [wall.high for wall, carries in met if not carries and wall.high > low]
    cost = z + to - 2 * low + sum([2 * (top - low) for top in over])
    return Levels(options, low, max([z, to, *over]), climb, cost, unclear)


# ---------------------------------------------------------------- what is asked of a move
def umpire(move: Move) -> Verdict:
    s, found = move.state, Verdict()
    sheet = s.sheet[move.unit]
    mine = s.alive(move.unit)
    me = s.owner[move.unit]
    starts = [(s.x[m], s.y[m], s.z[m], s.facing[m]) for m in mine]
    ends = [path[-1] if path else start for path, start in zip(move.answer, starts)]
    others = [m for player in (0, 1) for u in s.units_of(player) if u != move.unit for m in s.alive(u)]
    flies = s.flies(move.unit)
    for start, path in zip(starts, move.answer):
        if path:
            way(move, found, start, path, others, flies)
    for n, (end, path) in enumerate(zip(ends, move.answer)):
        core = numpy.array([base(sheet, end[0], end[1], end[3])])
        if path:
            found.judge("footing", stands(s, sheet, end, roofs=False))
        if path or (move.kind == "fall_back" and any(move.answer)):
            at_the_end(move, found, core, end, others, bool(path))
        for that in ends[:n]:
            if abs(that[2] - end[2]) < height(sheet):
                into = depth(core, radius(sheet), base(sheet, that[0], that[1], that[3]), radius(sheet))[0]
                found.judge("crowding", into)
        if path and move.kind in ("pile_in", "consolidate", "heroic"):
            found.judge("closer", not_closer(s, starts[n], end, sheet, [m for m in others if s.owner[s.unit[m]] != me]))
    if any(move.answer):
        coherency(found, sheet, ends)
        if not flies:
            comrades(move, found, starts, ends)
        if move.kind == "charge":
            foes = [m for u in move.targets for m in s.alive(u)]
            found.judge("arrives", min([separation(s, sheet, end, foe) for end in ends for foe in foes]) - INCH)
    return found


def way(move: Move, found: Verdict, start: Pose, path: tuple[Pose, ...], others: list[int], flies: bool) -> None:
    """Everything that lies between a model's start and its end."""
    s, sheet = move.state, move.state.sheet[move.unit]
    if flies:
        end = path[-1]
        straight = sqrt(sum([(a - b) ** 2 for a, b in zip(start[:3], end[:3])]))
        turn = abs((end[3] - start[3] + 64) % 128 - 64)
        turned = 0.0 if SHEETS[sheet].shape == "round" else 2 * pi * turn / 128 * farthest(sheet)
        found.judge("length", straight + turned - move.allowance)
        for pose in path:
            cores = numpy.array([base(sheet, pose[0], pose[1], pose[3])])
            found.judge("table", max(float(off_table(sheet, cores)[0]), DEPTH if pose[2] < 0 else -DEPTH))
        return
    best, worst = 0.0, 0.0
    for stretch in stretches(sheet, start, path):
        levels = levels_of(s, sheet, stretch)
        best, worst = best + stretch.cost + levels.climb, worst + stretch.cost + levels.cost
        if levels.unclear:
            found.doubts.append("terrain")
        found.judge("table", float(off_table(sheet, stretch.cores).max()))
        if stretch.there != path[-1] or stretch.there[2] < 0:
            found.judge("corner", stands(s, sheet, stretch.there, roofs=True))
        barred(s, sheet, found, stretch, levels)
        passing(move, found, stretch, levels, others)
    if best > move.allowance + DOUBT:
        found.broken.append("length")
    if worst > move.allowance - DOUBT:
        found.doubts.append("length")


def barred(s: Battle, sheet: int, found: Verdict, stretch: Stretch, levels: Levels) -> None:
    """Walls that cannot be climbed."""
    for wall, poly in walls_of(s):
        if not wall.impassable or shapely.distance(stretch.cores, poly).min() > radius(sheet) + DOUBT:
            continue
        into = depth(stretch.cores, radius(sheet), poly, 0)
        if [1 for by, heights in zip(into, levels.options) if by > DOUBT and max(heights) < wall.high]:
            found.broken.append("wall")
        if into.max() > -DOUBT and levels.low < wall.high:
            found.doubts.append("wall")


def passing(move: Move, found: Verdict, stretch: Stretch, levels: Levels, others: list[int]) -> None:
    """Models that are passed through, and the zones of enemies."""
    s, sheet = move.state, move.state.sheet[move.unit]
    me, tall = s.owner[move.unit], height(sheet)
    for other in others:
        theirs = s.sheet[s.unit[other]]
        core = base(theirs, s.x[other], s.y[other], s.facing[other])
        gaps = -depth(stretch.cores, radius(sheet), core, radius(theirs))
        if gaps.min() > INCH + DOUBT:
            continue
        low, top = s.z[other], s.z[other] + height(theirs)
        if gaps.min() < DOUBT and low < levels.high + tall and levels.low < top:
            found.doubts.append("through")
        for gap, heights in zip(gaps, levels.options):
            if gap < -DOUBT and all([low < h + tall and h < top for h in heights]):
                found.broken.append("through")
                break
        if s.owner[s.unit[other]] == me or move.kind not in ("normal", "advance", "charge"):
            continue
        if move.kind == "charge" and s.unit[other] in move.targets:
            continue
        rise = max(0, low - levels.high, levels.low - low)
        if hypot(max(0.0, float(gaps.min())), rise) < INCH + DOUBT:
            found.doubts.append("zone")
        for gap, heights in zip(gaps, levels.options):
            if min([hypot(max(0.0, gap), low - h) for h in heights]) < INCH - DOUBT and len(heights) == 1:
                found.broken.append("zone")
                break


def at_the_end(move: Move, found: Verdict, core: Any, end: Pose, others: list[int], moved: bool) -> None:
    """Where a model ends: on nobody, and away from enemies."""
    s, sheet = move.state, move.state.sheet[move.unit]
    for other in others:
        theirs = s.sheet[s.unit[other]]
        that = base(theirs, s.x[other], s.y[other], s.facing[other])
        into = depth(core, radius(sheet), that, radius(theirs))[0]
        low, top = s.z[other], s.z[other] + height(theirs)
        if moved and low < end[2] + height(sheet) and end[2] < top:
            found.judge("overlap", into)
        if s.owner[s.unit[other]] == s.owner[move.unit] or move.kind in ("pile_in", "consolidate", "heroic"):
            continue
        if move.kind == "charge" and s.unit[other] in move.targets:
            continue
        found.judge("near", INCH - hypot(max(0.0, -into), low - end[2]))


def separation(s: Battle, sheet: int, pose: Pose, other: int) -> float:
    """How far a model that stands somewhere is from another."""
    theirs = s.sheet[s.unit[other]]
    core = numpy.array([base(sheet, pose[0], pose[1], pose[3])])
    that = base(theirs, s.x[other], s.y[other], s.facing[other])
    into = depth(core, radius(sheet), that, radius(theirs))[0]
    return hypot(max(0.0, -into), s.z[other] - pose[2])


def not_closer(s: Battle, start: Pose, end: Pose, sheet: int, foes: list[int]) -> float:
    """By how much a model fails to come closer to an enemy that was closest."""
    before = {foe: separation(s, sheet, start, foe) for foe in foes}
    least = min(before.values())
    grown = [separation(s, sheet, end, foe) - far for foe, far in before.items() if far <= least + 1]
    return min(grown) if abs(min(grown)) > DOUBT else 0.0


def coherency(found: Verdict, sheet: int, ends: list[Pose]) -> None:
    cores = [base(sheet, x, y, facing) for x, y, _, facing in ends]
    for slack, into in ((DOUBT, found.broken), (-DOUBT, found.doubts)):
        joined, todo = {0}, [0]
        while todo:
            here = todo.pop()
            for n in set(range(len(ends))) - joined:
                far = cores[here].distance(cores[n]) - 2 * radius(sheet)
                if far <= 2 * INCH + slack and abs(ends[n][2] - ends[here][2]) <= 6 * INCH:
                    joined.add(n)
                    todo.append(n)
        if len(joined) < len(ends):
            into.append("coherency")


def comrades(move: Move, found: Verdict, starts: list[Pose], ends: list[Pose]) -> None:
    """Whoever stays, or is in the way before he moves and after, is not passed."""
    s, sheet = move.state, move.state.sheet[move.unit]
    tall = height(sheet)
    for n, path in enumerate(move.answer):
        if not path:
            continue
        laid = [(stretch, levels_of(s, sheet, stretch)) for stretch in stretches(sheet, starts[n], path)]
        for other in range(len(ends)):
            if other == n:
                continue
            sure, maybe = [False, False], [False, False]
            for which, pose in enumerate((starts[other], ends[other])):
                core, low, top = base(sheet, pose[0], pose[1], pose[3]), pose[2], pose[2] + tall
                for stretch, levels in laid:
                    into = depth(stretch.cores, radius(sheet), core, radius(sheet))
                    if into.max() > -DOUBT and low < levels.high + tall and levels.low < top:
                        maybe[which] = True
                    for by, heights in zip(into, levels.options):
                        if by > DOUBT and all([low < h + tall and h < top for h in heights]):
                            sure[which] = True
                            break
            if all(sure):
                found.broken.append("comrade")
            if all(maybe):
                found.doubts.append("comrade")
