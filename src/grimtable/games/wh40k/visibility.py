"""Who sees whom [WH40K-7.8, WH40K-7.9]."""

from __future__ import annotations

from grimtable.games.wh40k.components import Model, Unit
from grimtable.games.wh40k.geometry.sight import Blocker, Figure, Group, any_visible, body_of, group, prism, seen_by
from grimtable.games.wh40k.ground import TERRAIN
from grimtable.games.wh40k.measure import height_of, shape_of
from grimtable.games.wh40k.state import Battle

WALLS: dict[str, tuple[Blocker, ...]] = {
    name: tuple([prism(block.body.points, block.low, block.high) for block in terrain.blocks if block.opaque])
    for name, terrain in TERRAIN.items()
}


def figure(s: Battle, model: Model) -> Figure:
    return Figure(model, shape_of(s, model), s.z[model], height_of(s, model))


class Watch:
    """What one unit sees, as long as nothing moves: terrain and the models of other units may block [WH40K-7.9]."""

    def __init__(self, s: Battle, unit: Unit) -> None:
        self.state = s
        self.unit = unit
        self.blockers: list[Blocker] = list(WALLS[s.layout])
        for player in (0, 1):
            for other in s.units_of(player):
                if other != unit:
                    self.blockers += [body_of(figure(s, m)) for m in s.alive(other)]
        self.groups: dict[Unit, Group] = {}
        self.seen: dict[tuple[Model, Unit], tuple[Model, ...]] = {}

    def group_of(self, unit: Unit) -> Group:
        if unit not in self.groups:
            self.groups[unit] = group([figure(self.state, m) for m in self.state.alive(unit)])
        return self.groups[unit]

    def sees(self, model: Model, target: Unit) -> tuple[Model, ...]:
        """The models of a target unit that a model sees."""
        if (model, target) not in self.seen:
            those = self.state.alive(target)
            flags = seen_by(figure(self.state, model), self.group_of(target), self.blockers) if those else []
            self.seen[model, target] = tuple([m for m, flag in zip(those, flags) if flag])
        return self.seen[model, target]

    def unit_sees(self, target: Unit) -> bool:
        """Whether any model of the unit sees any of the target."""
        return any_visible(self.group_of(self.unit), self.group_of(target), self.blockers)
