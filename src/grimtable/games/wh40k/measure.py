"""Distances between models and units: closest point to closest point [WH40K-1.1, WH40K-1.2, WH40K-1.3]."""

from __future__ import annotations

from grimtable.games.wh40k.components import INCH, NONE, SHEETS, Model, Player, Unit
from grimtable.games.wh40k.geometry.distance import Gap, compare, gap, wholly_within, within
from grimtable.games.wh40k.geometry.shapes import Body, Capsule, Disc, Shape, capsule, rect
from grimtable.games.wh40k.state import TABLE, Battle, enemy

ENGAGED = INCH  # [WH40K-4.8] the zone around enemy models
ROUND = "round"


def shape_at(s: Battle, model: Model, x: int, y: int, facing: int) -> Shape:
    """The base or hull of a model as if it stood there."""
    sheet = SHEETS[s.sheet[s.unit[model]]]
    if sheet.shape == ROUND:
        return Disc(x, y, sheet.half_width)
    if sheet.shape == "oval":
        return capsule(x, y, 2 * sheet.half_length, 2 * sheet.half_width, facing)
    return rect(x, y, 2 * sheet.half_length, 2 * sheet.half_width, facing)


def shape_of(s: Battle, model: Model) -> Shape:
    return shape_at(s, model, s.x[model], s.y[model], s.facing[model])


def reach_of(s: Battle, model: Model) -> int:
    """No point of the model is farther from its centre than this."""
    sheet = SHEETS[s.sheet[s.unit[model]]]
    return sheet.half_width if sheet.shape == ROUND else sheet.half_width + sheet.half_length


def height_of(s: Battle, model: Model) -> int:
    return SHEETS[s.sheet[s.unit[model]]].height


# ---------------------------------------------------------------- models
def close(s: Battle, a: Model, b: Model, distance: int) -> bool:
    """Whether two models are within a distance of each other."""
    dx, dy = s.x[a] - s.x[b], s.y[a] - s.y[b]
    most = distance + reach_of(s, a) + reach_of(s, b)
    if dx > most or -dx > most or dy > most or -dy > most:
        return False
    one, other = SHEETS[s.sheet[s.unit[a]]], SHEETS[s.sheet[s.unit[b]]]
    if one.shape == ROUND and other.shape == ROUND and s.z[a] == s.z[b]:
        return dx * dx + dy * dy <= most * most
    return within(shape_of(s, a), shape_of(s, b), distance, abs(s.z[a] - s.z[b]))


def apart(s: Battle, a: Model, b: Model) -> Gap:
    """How far two models are from each other, for comparing."""
    return gap(shape_of(s, a), shape_of(s, b), abs(s.z[a] - s.z[b]))


def near_point(s: Battle, model: Model, x: int, y: int, distance: int) -> bool:
    """Whether a model is within a distance of a point."""
    return within(shape_of(s, model), Disc(x, y, 0), distance)


def nearest(s: Battle, model: Model, others: list[Model]) -> list[Model]:
    """[WH40K-6.5] The closest of some models; several where they are equally close."""
    best: list[Model] = []
    least: Gap | None = None
    for other in others:
        far = apart(s, model, other)
        order = -1 if least is None else compare(far, least)
        if order < 0:
            best, least = [other], far
        elif order == 0:
            best.append(other)
    return best


# ---------------------------------------------------------------- units
def near_unit(s: Battle, model: Model, unit: Unit, distance: int) -> bool:
    """Whether a model is within a distance of a unit: of any of its models."""
    return any([close(s, model, other, distance) for other in s.alive(unit)])


def units_near(s: Battle, unit: Unit, player: Player, distance: int) -> list[Unit]:
    """A player's units on the battlefield within a distance of a unit; the unit itself too if it is his."""
    mine = s.alive(unit)
    return [other for other in s.units_of(player) if other == unit or near(s, mine, s.alive(other), distance)]


def near(s: Battle, some: list[Model], others: list[Model], distance: int) -> bool:
    """Whether any of some models is within a distance of any of others."""
    if not some or not others:
        return False
    xs, ys = s.x, s.y
    slack = distance + reach_of(s, some[0]) + reach_of(s, others[0])
    left, right = min([xs[m] for m in some]) - slack, max([xs[m] for m in some]) + slack
    low, high = min([ys[m] for m in some]) - slack, max([ys[m] for m in some]) + slack
    for other in others:
        x, y = xs[other], ys[other]
        if x < left or x > right or y < low or y > high:
            continue
        for model in some:
            if close(s, model, other, distance):
                return True
    return False


def engaged_with(s: Battle, unit: Unit) -> list[Unit]:
    """The enemy units within 1" of a unit."""
    if s.place[unit] != TABLE:
        return []
    return units_near(s, unit, enemy(s.owner[unit]), ENGAGED)


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


def units_on_line(s: Battle, model: Model, target: Model) -> list[Unit]:
    """The enemy units under the straight line from one model to another."""
    line = Capsule(s.x[model], s.y[model], s.x[target], s.y[target], 0)
    found: list[Unit] = []
    for unit in s.units_of(enemy(s.owner[s.unit[model]])):
        if [1 for m in s.alive(unit) if within(line, shape_of(s, m), 0)]:
            found.append(unit)
    return found


def is_coherent(s: Battle, unit: Unit, bodies: dict[Model, Body], heights: dict[Model, int]) -> bool:
    """[WH40K-2.3, WH40K-2.6] One group, every model within 2" and 6" up or down of another; one model always is."""
    models = list(bodies)
    if len(models) < 2:
        return True
    joined, todo = [models[0]], models[1:]
    at = 0
    while at < len(joined) and todo:
        here = joined[at]
        body, z = bodies[here], heights[here]
        found = [m for m in todo if abs(heights[m] - z) <= 6 * INCH and body_within(body, bodies[m], 2 * INCH)]
        joined += found
        todo = [m for m in todo if m not in found]
        at += 1
    return not todo


def body_within(a: Body, b: Body, distance: int) -> bool:
    if isinstance(a, Disc) and isinstance(b, Disc):
        dx, dy, most = a.x - b.x, a.y - b.y, distance + a.r + b.r
        return dx * dx + dy * dy <= most * most
    return within(a, b, distance)


def carrier(s: Battle, unit: Unit) -> Unit:
    """The unit on the table that stands for this one: itself, or the transport it rides in."""
    place = s.place[unit]
    return place if place >= 0 else unit if place == TABLE else NONE
