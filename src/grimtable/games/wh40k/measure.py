"""Distances between models and units: closest point to closest point [WH40K-1.1, WH40K-1.2, WH40K-1.3]."""

from __future__ import annotations

from typing import Final

from grimtable.games.wh40k.components import INCH, NONE, SHEETS, Model, Player, Sheet, Unit
from grimtable.games.wh40k.geometry.distance import Gap, compare, gap, overlaps, wholly_within, within
from grimtable.games.wh40k.geometry.shapes import Capsule, Disc, Shape, capsule, rect, root_below
from grimtable.games.wh40k.state import TABLE, Battle, enemy

Pose = tuple[int, int, int, int]  # x, y, z, facing

ENGAGED: Final = INCH  # [WH40K-4.8] the zone around enemy models

# By datasheet: all models of a unit have the same base or hull.
ROUND: Final[tuple[bool, ...]] = tuple([sheet.shape == "round" for sheet in SHEETS])
OVAL: Final[tuple[bool, ...]] = tuple([sheet.shape == "oval" for sheet in SHEETS])
WIDE: Final[tuple[int, ...]] = tuple([sheet.half_width for sheet in SHEETS])
LONG: Final[tuple[int, ...]] = tuple([sheet.half_length for sheet in SHEETS])
HEIGHT: Final[tuple[int, ...]] = tuple([sheet.height for sheet in SHEETS])
# No point of a model is farther from its centre than its reach, and none of its rim is nearer than its core.
REACH: Final[tuple[int, ...]] = tuple([wide if disc else wide + long for disc, wide, long in zip(ROUND, WIDE, LONG)])
CORE: Final[tuple[int, ...]] = tuple(
    [wide if disc else min(wide, long) - 2 for disc, wide, long in zip(ROUND, WIDE, LONG)]
)


def shaped(sheet: Sheet, x: int, y: int, facing: int) -> Shape:
    """A base or hull standing there."""
    if ROUND[sheet]:
        return Disc(x, y, WIDE[sheet])
    if OVAL[sheet]:
        return capsule(x, y, 2 * LONG[sheet], 2 * WIDE[sheet], facing)
    return rect(x, y, 2 * LONG[sheet], 2 * WIDE[sheet], facing)


def shape_at(s: Battle, model: Model, x: int, y: int, facing: int) -> Shape:
    """The base or hull of a model as if it stood there."""
    return shaped(s.sheet[s.unit[model]], x, y, facing)


def shape_of(s: Battle, model: Model) -> Shape:
    return shaped(s.sheet[s.unit[model]], s.x[model], s.y[model], s.facing[model])


def reach_of(s: Battle, model: Model) -> int:
    """No point of the model is farther from its centre than this."""
    return REACH[s.sheet[s.unit[model]]]


def height_of(s: Battle, model: Model) -> int:
    return HEIGHT[s.sheet[s.unit[model]]]


def pose_of(s: Battle, model: Model) -> Pose:
    return s.x[model], s.y[model], s.z[model], s.facing[model]


# ---------------------------------------------------------------- models
def close(s: Battle, a: Model, b: Model, distance: int) -> bool:
    """Whether two models are within a distance of each other."""
    dx, dy = s.x[a] - s.x[b], s.y[a] - s.y[b]
    one, other = s.sheet[s.unit[a]], s.sheet[s.unit[b]]
    most = distance + REACH[one] + REACH[other]
    if dx > most or -dx > most or dy > most or -dy > most:
        return False
    if ROUND[one] and ROUND[other] and s.z[a] == s.z[b]:
        return dx * dx + dy * dy <= most * most
    return within(shape_of(s, a), shape_of(s, b), distance, abs(s.z[a] - s.z[b]))


def apart(s: Battle, a: Model, b: Model) -> Gap:
    """How far two models are from each other, for comparing."""
    return gap(shape_of(s, a), shape_of(s, b), abs(s.z[a] - s.z[b]))


def closer(s: Battle, model: Model, other: Model, than: Model) -> bool:
    """Whether one model is strictly closer to a model than another one is."""
    bounds = perhaps_nearest(s, model, [other, than])
    if len(bounds) == 1:
        return bounds[0] == other
    return compare(apart(s, model, other), apart(s, model, than)) < 0


def near_point(s: Battle, model: Model, x: int, y: int, distance: int) -> bool:
    """Whether a model is within a distance of a point."""
    return within(shape_of(s, model), Disc(x, y, 0), distance)


def nearest(s: Battle, model: Model, others: list[Model]) -> list[Model]:
    """[WH40K-6.5] The closest of some models; several where they are equally close."""
    best: list[Model] = []
    least: Gap | None = None
    for other in perhaps_nearest(s, model, others):
        far = apart(s, model, other)
        order = -1 if least is None else compare(far, least)
        if order < 0:
            best, least = [other], far
        elif order == 0:
            best.append(other)
    return best


def perhaps_nearest(s: Battle, model: Model, others: list[Model]) -> list[Model]:
    """Those of some models that may be the closest, by bounds of their distance."""
    if len(others) < 2:
        return others
    x, y, z, sheet = s.x[model], s.y[model], s.z[model], s.sheet[s.unit[model]]
    reach, core = REACH[sheet], CORE[sheet]
    least: list[int] = []
    bound = -1
    for other in others:
        dx, dy, that = s.x[other] - x, s.y[other] - y, s.sheet[s.unit[other]]
        far = root_below(dx * dx + dy * dy)
        least.append(far - reach - REACH[that])
        most = max(0, far + 1 - core - CORE[that]) + abs(s.z[other] - z)
        if bound < 0 or most < bound:
            bound = most
    return [other for other, far in zip(others, least) if far <= bound]


# ---------------------------------------------------------------- units
def near_unit(s: Battle, model: Model, unit: Unit, distance: int) -> bool:
    """Whether a model is within a distance of a unit: of any of its models."""
    return any([close(s, model, other, distance) for other in s.alive(unit)])


def units_near(s: Battle, unit: Unit, player: Player, distance: int) -> list[Unit]:
    """A player's units on the battlefield within a distance of a unit; the unit itself too if it is his."""
    mine = s.alive(unit)
    return [other for other in s.units_of(player) if other == unit or near(s, mine, s.alive(other), distance)]


def near(s: Battle, some: list[Model], others: list[Model], distance: int) -> bool:
    """Whether any model of one unit is within a distance of any model of another."""
    if not some or not others:
        return False
    xs, ys = s.x, s.y
    slack = distance + reach_of(s, some[0]) + reach_of(s, others[0])
    left, low, right, high = extent(s, some)
    for other in others:
        x, y = xs[other], ys[other]
        if x < left - slack or x > right + slack or y < low - slack or y > high + slack:
            continue
        for model in some:
            if close(s, model, other, distance):
                return True
    return False


def extent(s: Battle, models: list[Model]) -> tuple[int, int, int, int]:
    """The box around the centres of some models: left, low, right, high."""
    xs, ys = s.x, s.y
    left = right = xs[models[0]]
    low = high = ys[models[0]]
    for model in models:
        x, y = xs[model], ys[model]
        if x < left:
            left = x
        elif x > right:
            right = x
        if y < low:
            low = y
        elif y > high:
            high = y
    return left, low, right, high


def is_engaged(s: Battle, unit: Unit) -> bool:
    if s.place[unit] != TABLE:
        return False
    mine = s.alive(unit)
    return any([near(s, mine, s.alive(other), ENGAGED) for other in s.units_of(enemy(s.owner[unit]))])


def all_within(s: Battle, unit: Unit, model: Model, distance: int) -> bool:
    """Whether every model of a unit is within a distance of a model."""
    return all([close(s, other, model, distance) for other in s.alive(unit)])


def wholly_near(s: Battle, unit: Unit, model: Model, distance: int) -> bool:
    """Whether a unit lies entirely within a distance of a model."""
    home = shape_of(s, model)
    return all([wholly_within(shape_of(s, other), home, distance) for other in s.alive(unit)])


def nearest_units(s: Battle, model: Model, units: list[Unit]) -> list[Unit]:
    """[WH40K-6.5] The closest of some units to a model; several where they are equally close."""
    crowd = [other for unit in units for other in s.alive(unit)]
    found: list[Unit] = []
    for other in nearest(s, model, crowd):
        if s.unit[other] not in found:
            found.append(s.unit[other])
    return found


def closest_units(s: Battle, unit: Unit, units: list[Unit]) -> list[Unit]:
    """[WH40K-1.1] The closest of some units to a unit: from whichever of its models is nearest to them."""
    crowd = [other for one in units for other in s.alive(one)]
    found: list[Unit] = []
    least: Gap | None = None
    for model in s.alive(unit):
        for other in nearest(s, model, crowd):
            far = apart(s, model, other)
            order = -1 if least is None else compare(far, least)
            if order < 0:
                found, least = [s.unit[other]], far
            elif order == 0 and s.unit[other] not in found:
                found.append(s.unit[other])
    return found


def units_on_line(s: Battle, model: Model, target: Model) -> list[Unit]:
    """The enemy units under the straight line from one model to another."""
    line = Capsule(s.x[model], s.y[model], s.x[target], s.y[target], 0)
    found: list[Unit] = []
    for unit in s.units_of(enemy(s.owner[s.unit[model]])):
        if [1 for m in s.alive(unit) if within(line, shape_of(s, m), 0)]:
            found.append(unit)
    return found


def is_coherent(sheet: Sheet, poses: list[Pose], distance: int = 2 * INCH) -> bool:
    """[WH40K-2.3, WH40K-2.6] One group, every model within 2" and 6" up or down of another; one model always is."""
    return straggler(sheet, poses, distance) == NONE


def straggler(sheet: Sheet, poses: list[Pose], distance: int = 2 * INCH) -> int:
    """[WH40K-2.3] The place of a model that is not in one group with the first; NONE if all are."""
    joined, todo = poses[:1], poses[1:]
    while joined and todo:
        here = joined.pop()
        apart: list[Pose] = []
        for pose in todo:
            if abs(pose[2] - here[2]) <= 6 * INCH and poses_within(sheet, here, pose, distance):
                joined.append(pose)
            else:
                apart.append(pose)
        todo = apart
    return poses.index(todo[0]) if todo else NONE


def poses_within(sheet: Sheet, a: Pose, b: Pose, distance: int) -> bool:
    """Whether two models of a datasheet would be within a distance of each other, whatever their heights."""
    dx, dy, most = a[0] - b[0], a[1] - b[1], distance + 2 * REACH[sheet]
    if dx * dx + dy * dy > most * most:
        return False
    return ROUND[sheet] or within(shaped(sheet, a[0], a[1], a[3]), shaped(sheet, b[0], b[1], b[3]), distance)


def poses_overlap(sheet: Sheet, a: Pose, b: Pose) -> bool:
    """Whether two models of a datasheet would stand in each other, seen from above."""
    dx, dy, most = a[0] - b[0], a[1] - b[1], 2 * REACH[sheet]
    if dx * dx + dy * dy >= most * most:
        return False
    return ROUND[sheet] or overlaps(shaped(sheet, a[0], a[1], a[3]), shaped(sheet, b[0], b[1], b[3]))


def carrier(s: Battle, unit: Unit) -> Unit:
    """The unit on the table that stands for this one: itself, or the transport it rides in."""
    place = s.place[unit]
    return place if place >= 0 else unit if place == TABLE else NONE


def eye_of(s: Battle, model: Model) -> Model:
    """From where a model looks and measures: passengers do from their transport."""
    home = carrier(s, s.unit[model])
    return model if home in (NONE, s.unit[model]) else s.alive(home)[0]
