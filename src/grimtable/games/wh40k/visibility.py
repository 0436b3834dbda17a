"""Who sees whom [WH40K-7.8, WH40K-7.9]."""

from __future__ import annotations

from grimtable.games.wh40k.components import Model, Unit
from grimtable.games.wh40k.geometry.groups import Group, any_visible, gathered, outlook, strip_between
from grimtable.games.wh40k.geometry.sight import Blocker, Eyes, Figure, body_of, eyes, prism, sees
from grimtable.games.wh40k.ground import TERRAIN
from grimtable.games.wh40k.measure import close, height_of, reach_of, shape_of
from grimtable.games.wh40k.state import Battle

WALLS: dict[str, tuple[Blocker, ...]] = {
    name: tuple([prism(block.body.points, block.low, block.high) for block in terrain.blocks if block.opaque])
    for name, terrain in TERRAIN.items()
}


def figure(s: Battle, model: Model) -> Figure:
    return Figure(model, shape_of(s, model), s.z[model], height_of(s, model))


class Watch:
    """What one unit sees, as long as nothing moves: terrain and the models of other units may block [WH40K-7.9].

    Nothing is worked out before somebody asks, and nothing twice.
    """

    def __init__(self, s: Battle, unit: Unit) -> None:
        self.state = s
        self.unit = unit
        self.looking = s.alive(unit)  # a dying model looks once more
        self.others: list[Model] = []
        for other in [*s.units_of(0), *s.units_of(1)]:
            if other != unit:
                self.others += s.alive(other)
        self.bodies: dict[Model, Blocker] = {}
        self.eyes: dict[Model, Eyes] = {}
        self.groups: dict[Unit, Group] = {}
        self.hiding: dict[Unit, list[Blocker]] = {}
        self.views: dict[tuple[Model, Unit], tuple[list[Blocker], list[Model]]] = {}
        self.seen: dict[tuple[Model, Model], bool] = {}

    def body(self, model: Model) -> Blocker:
        if model not in self.bodies:
            self.bodies[model] = body_of(figure(self.state, model))
        return self.bodies[model]

    def eyes_of(self, model: Model) -> Eyes:
        if model not in self.eyes:
            self.eyes[model] = eyes(figure(self.state, model))
        return self.eyes[model]

    def group_of(self, unit: Unit) -> Group:
        if unit not in self.groups:
            models = self.looking if unit == self.unit else self.state.alive(unit)
            self.groups[unit] = gathered([self.eyes_of(m) for m in models])
        return self.groups[unit]

    def between(self, target: Unit) -> list[Blocker]:
        """What may hide a target from the unit."""
        if target not in self.hiding:
            s = self.state
            strip = strip_between(self.group_of(self.unit), self.group_of(target))
            found = [wall for wall in WALLS[s.layout] if strip.meets(wall.x, wall.y, wall.r)]
            found += [self.body(m) for m in self.others if strip.meets(s.x[m], s.y[m], reach_of(s, m))]
            self.hiding[target] = found
        return self.hiding[target]

    def view(self, model: Model, target: Unit) -> tuple[list[Blocker], list[Model]]:
        """What may hide a target from one model of the unit, and those of the target whom high walls do not hide."""
        if (model, target) not in self.views:
            self.views[model, target] = outlook(self.eyes_of(model), self.group_of(target), self.between(target))
        return self.views[model, target]

    def sees_model(self, model: Model, other: Model) -> bool:
        if (model, other) not in self.seen:
            near, opened = self.view(model, self.state.unit[other])
            self.seen[model, other] = other in opened and sees(self.eyes_of(model), self.eyes_of(other), near)
        return self.seen[model, other]

    def sees(self, model: Model, target: Unit) -> list[Model]:
        """The models of a target unit that a model sees."""
        return [other for other in self.state.alive(target) if self.sees_model(model, other)]

    def sees_within(self, model: Model, target: Unit, distance: int) -> bool:
        """Whether a model sees any of a target unit within a distance."""
        for other in self.state.alive(target):
            if close(self.state, model, other, distance) and self.sees_model(model, other):
                return True
        return False

    def unit_sees(self, target: Unit) -> bool:
        """Whether any model of the unit sees any of the target."""
        return any_visible(self.group_of(self.unit), self.group_of(target), self.between(target))
