"""Who sees whom [WH40K-7.8, WH40K-7.9]."""

from __future__ import annotations

from grimtable.games.wh40k.components import Model, Unit
from grimtable.games.wh40k.geometry.figures import Blocker, Figure, body_of, figure, prism
from grimtable.games.wh40k.geometry.groups import Group, any_visible, seen_of, strip_between
from grimtable.games.wh40k.geometry.lines import Strip
from grimtable.games.wh40k.geometry.shadows import Scene
from grimtable.games.wh40k.ground import TERRAIN
from grimtable.games.wh40k.measure import HEIGHT, REACH, ROUND, close, shape_of
from grimtable.games.wh40k.state import Battle

WALLS: dict[str, tuple[Blocker, ...]] = {
    name: tuple([prism(block.body.points, block.low, block.high) for block in terrain.blocks if block.opaque])
    for name, terrain in TERRAIN.items()
}


def figure_of(s: Battle, model: Model) -> Figure:
    """A model as it stands now."""
    sheet = s.sheet[s.unit[model]]
    if ROUND[sheet]:
        return Figure(model, s.x[model], s.y[model], REACH[sheet], s.z[model], HEIGHT[sheet])
    return figure(model, shape_of(s, model), s.z[model], HEIGHT[sheet])


class Watch:
    """What one unit sees, as long as nothing moves: terrain and the models of other units may block [WH40K-7.9].

    Nothing is worked out before somebody asks, and nothing twice. Whoever falls hides nobody any more: `look_again`
    forgets what they hid.
    """

    def __init__(self, s: Battle, unit: Unit) -> None:
        self.state = s
        self.unit = unit
        self.looking = s.alive(unit)  # a dying model looks once more
        self.others: list[Model] = []
        for other in [*s.units_of(0), *s.units_of(1)]:
            if other != unit:
                self.others += s.alive(other)
        self.figures: dict[Model, Figure] = {}
        self.groups: dict[Unit, Group] = {}
        self.scenes: dict[Unit, Scene] = {}
        self.seen: dict[tuple[Model, Model], bool] = {}
        self.fallen = sum(s.lost)

    def look_again(self, s: Battle) -> None:
        """[WH40K-9.8] After models have fallen: what stood in the way may be gone, and others may have got out."""
        if sum(s.lost) == self.fallen:
            return
        self.state = s
        self.fallen = sum(s.lost)
        before, self.others = frozenset(self.others), []
        for other in [*s.units_of(0), *s.units_of(1)]:
            if other != self.unit:
                self.others += s.alive(other)
        self.groups, self.scenes = {}, {}
        if [1 for m in self.others if m not in before]:  # out of a wreck: they hide others now
            self.seen, self.figures = {}, {}
            return
        gone = [self.figure(m) for m in sorted(before) if s.wounds[m] <= 0]
        hidden = [pair for pair, sees in self.seen.items() if not sees]
        for pair in hidden:
            if [1 for one in gone if self.was_between(one, *pair)]:
                del self.seen[pair]

    def was_between(self, one: Figure, model: Model, other: Model) -> bool:
        """Whether something may have hidden one model from another: it met the strip between the two."""
        a, b = self.figure(model), self.figure(other)
        return Strip(a.x, a.y, a.r, b.x, b.y, b.r).meets(one.x, one.y, one.r)

    def figure(self, model: Model) -> Figure:
        if model not in self.figures:
            self.figures[model] = figure_of(self.state, model)
        return self.figures[model]

    def group_of(self, unit: Unit) -> Group:
        if unit not in self.groups:
            models = self.looking if unit == self.unit else self.state.alive(unit)
            self.groups[unit] = Group([self.figure(m) for m in models])
        return self.groups[unit]

    def scene(self, target: Unit) -> Scene:
        """What may hide a target from the unit: it reaches between the two, and not above both their heads."""
        if target not in self.scenes:
            s, mine, theirs = self.state, self.group_of(self.unit), self.group_of(target)
            strip, top = strip_between(mine, theirs), max(mine.top, theirs.top)
            found = [wall for wall in WALLS[s.layout] if strip.meets(wall.x, wall.y, wall.r)]
            for m in self.others:
                if s.z[m] < top and strip.meets(s.x[m], s.y[m], REACH[s.sheet[s.unit[m]]]):
                    found.append(body_of(self.figure(m)))
            self.scenes[target] = Scene(found)
        return self.scenes[target]

    def sees_model(self, model: Model, other: Model) -> bool:
        return bool(self.look(model, [other], True))

    def sees(self, model: Model, target: Unit) -> list[Model]:
        """The models of a target unit that a model sees."""
        return self.look(model, self.state.alive(target), False)

    def sees_within(self, model: Model, target: Unit, distance: int) -> bool:
        """Whether a model sees any of a target unit within a distance."""
        close_by = [other for other in self.state.alive(target) if close(self.state, model, other, distance)]
        return bool(self.look(model, close_by, True))

    def look(self, model: Model, others: list[Model], first: bool) -> list[Model]:
        """Those of some models of one unit that a model sees; where one alone will do, the first that is found."""
        found = [other for other in others if self.seen.get((model, other), False)]
        asked = [other for other in others if (model, other) not in self.seen]
        if not asked or (found and first):
            return found
        scene, figures = self.scene(self.state.unit[asked[0]]), [self.figure(other) for other in asked]
        looked = seen_of(self.figure(model), figures, scene, first)
        for other in asked:
            if other in looked or not (looked and first):
                self.seen[model, other] = other in looked
        return looked if first else [other for other in others if self.seen[model, other]]

    def unit_sees(self, target: Unit) -> bool:
        """Whether any model of the unit sees any of the target."""
        return any_visible(self.group_of(self.unit), self.group_of(target), self.scene(target))
