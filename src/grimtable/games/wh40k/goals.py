"""Where a model wants to go when it moves towards the enemy: a few points, among them one it can reach if there is any.

A model that walks comes to where it wants to be along the rim of that: of the zone within 1" of its target, or of all
that is closer to the enemy than it stands now. If it can get there at all, it can get to where such a rim crosses
something else that bounds its way, so only these points are tried. Whoever passes over models may also land beyond
them: for those all corners of the room are tried.
"""

from __future__ import annotations

from typing import NamedTuple

from grimtable.games.wh40k.candidates import squared
from grimtable.games.wh40k.components import INCH, Model, Unit
from grimtable.games.wh40k.geometry.distance import gap, is_within, within
from grimtable.games.wh40k.geometry.shapes import Point, root_below
from grimtable.games.wh40k.measure import CORE, ENGAGED, Pose, nearest, pose_of, reach_of, shape_of, shaped
from grimtable.games.wh40k.moving import CHARGE_MOVE, Way
from grimtable.games.wh40k.room import (
    MARGIN,
    Base,
    Bounds,
    Edge,
    Ring,
    allowed,
    base_of,
    bound_by_comrades,
    bound_by_models,
    bound_by_table,
    bound_by_terrain,
    crossings,
    crossings_with,
    no_bounds,
    surround,
)
from grimtable.games.wh40k.state import Battle
from grimtable.games.wh40k.surroundings import Surroundings, everything

TOGETHER = 2 * INCH  # [WH40K-2.3]
CONTACT = 4  # hundredths of a millimetre: what is so close to the enemy comes no closer
LEAST = 8  # hundredths of a millimetre: who cannot go so far cannot go at all


class Scene(NamedTuple):
    """A model that looks for a way, and what it looks at."""

    unit: Unit
    model: Model
    way: Way
    foes: list[Model]  # whom it may come to, or comes closer to
    around: Surroundings  # its comrades among them
    beside: list[Pose]  # its comrades

    @property
    def free(self) -> bool:
        """Whether it passes over models."""
        return self.way.flies or self.way.through_models or self.way.through_walls


def scene_of(s: Battle, unit: Unit, model: Model, way: Way, foes: list[Model]) -> list[Scene]:
    """What a model looks at, if it may gain anything at all."""
    if way.kind == CHARGE_MOVE:
        most = way.allowance + ENGAGED + reach_of(s, model)
        those = [foe for foe in foes if squared(s, model, foe) <= (most + reach_of(s, foe)) ** 2]
    else:
        those = nearest(s, model, foes)
        if is_within(gap(shape_of(s, model), shape_of(s, those[0]), abs(s.z[model] - s.z[those[0]])), CONTACT):
            those = []
    if not those:
        return []
    mine = tuple(s.alive(unit))
    far = way.allowance + ENGAGED + 2 * reach_of(s, model)
    x, y = s.x[model], s.y[model]
    around = everything(s, unit, tuple([m for m in mine if m != model])).narrowed(x - far, y - far, x + far, y + far)
    return [Scene(unit, model, way, those, around, [pose_of(s, m) for m in mine if m != model])]


# ---------------------------------------------------------------- where to
def bounds_of(s: Battle, scene: Scene, base: Base) -> Bounds:
    """All that bounds where a model can go: models, walls, the table, its comrades, how far it may go."""
    model = scene.model
    bounds = no_bounds()
    x, y, z, _ = pose_of(s, model)
    bounds.rings.extend([Ring(x, y, scene.way.allowance), Ring(x, y, scene.way.allowance - MARGIN)])
    bound_by_table(bounds, base)
    bound_by_terrain(bounds, s, base, z, scene.around)
    zoned = [at for at, other in enumerate(scene.around.models) if is_shunned(s, scene, other)]
    bound_by_models(bounds, s, base, z, 0, scene.around)
    for at in zoned:
        other = scene.around.models[at]
        surround(bounds, base, shape_of(s, other), ENGAGED + MARGIN)
        inner = base.inner + CORE[s.sheet[s.unit[other]]] + ENGAGED
        bounds.forbidden.append(Ring(s.x[other], s.y[other], inner))
    return bounds


def is_shunned(s: Battle, scene: Scene, other: Model) -> bool:
    """[WH40K-10.11] Whether a charge may not come within 1" of a model."""
    unit = s.unit[other]
    return scene.way.kind == CHARGE_MOVE and s.owner[unit] != s.owner[scene.unit] and unit not in scene.way.targets


def rims_of(s: Battle, scene: Scene, base: Base) -> Bounds:
    """Where a model comes to when it first gains what it moves for."""
    rims = no_bounds()
    here = shape_of(s, scene.model)
    for foe in scene.foes:
        there = shape_of(s, foe)
        if scene.way.kind == CHARGE_MOVE:
            surround(rims, base, there, ENGAGED)
            surround(rims, base, there, ENGAGED - MARGIN)
            continue
        far = gap(here, there)
        surround(rims, base, there, root_below(far.num // far.den) - far.radii - MARGIN)
    return rims


def goals(s: Battle, scene: Scene, facing: int) -> list[Point]:
    """Points to go to, those closest to where the model stands first."""
    base = base_of(s.sheet[scene.unit], facing)
    bounds, rims = bounds_of(s, scene, base), rims_of(s, scene, base)
    x, y = s.x[scene.model], s.y[scene.model]
    if scene.free:
        bounds.rings.extend(rims.rings)
        bounds.edges.extend(rims.edges)
        found = crossings(bounds)
    else:
        lines = no_bounds()
        for ring in bounds.rings:
            lines.edges.extend(tangents(ring, x, y))
        lines.edges.extend([Edge(x, y, s.x[foe] - x, s.y[foe] - y) for foe in scene.foes])
        together = no_bounds()
        bound_by_comrades(together, s.sheet[scene.unit], (0, 0, s.z[scene.model], facing), scene.beside, TOGETHER)
        bounds.rings.extend([*lines.rings, *together.rings])
        bounds.edges.extend([*lines.edges, *together.edges])
        found = crossings_with(rims, bounds)
    most = scene.way.allowance
    far = [((px - x) ** 2 + (py - y) ** 2, px, py) for px, py in allowed(found, bounds)]
    inside = [(px, py) for square, px, py in sorted(far) if LEAST**2 <= square <= most * most]
    return [goal for goal in inside if arrives(s, scene, goal, facing)]


def arrives(s: Battle, scene: Scene, goal: Point, facing: int) -> bool:
    """Whether a charge that ends there is within 1" of a target, seen from above."""
    if scene.way.kind != CHARGE_MOVE:
        return True
    body = shaped(s.sheet[scene.unit], goal[0], goal[1], facing)
    return any([within(body, shape_of(s, foe), ENGAGED) for foe in scene.foes])


def tangents(ring: Ring, x: int, y: int) -> list[Edge]:
    """The lines from a point along a circle that it lies outside of."""
    dx, dy = ring.x - x, ring.y - y
    square = dx * dx + dy * dy
    if square <= ring.r * ring.r:
        return []
    long = root_below(square - ring.r * ring.r)
    return [Edge(x, y, dx * long - sign * dy * ring.r, dy * long + sign * dx * ring.r) for sign in (1, -1)]
