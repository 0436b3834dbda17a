"""What stands around a unit that is about to move: looked for once, asked about for every step of every model."""

from __future__ import annotations

from grimtable.games.wh40k.components import Model, Sheet, Unit
from grimtable.games.wh40k.geometry.distance import apart, between_cores, overlaps, to_segment, within
from grimtable.games.wh40k.geometry.moves import sweep
from grimtable.games.wh40k.geometry.shapes import Body, Point, Shape, centre, core
from grimtable.games.wh40k.ground import TERRAIN, Block
from grimtable.games.wh40k.measure import CORE, ENGAGED, REACH, ROUND, extent, nearest, reach_of, shape_of
from grimtable.games.wh40k.state import Battle, enemy


class Surroundings:
    """The models of other units and the terrain that a move of so many units of length could come near.

    A model counts by a square around it, terrain by its box: what is exact is asked of the few that are left.
    """

    def __init__(
        self, models: list[Model], xs: list[int], ys: list[int], reaches: list[int], hostile: list[bool]
    ) -> None:
        self.models = models
        self.xs = xs
        self.ys = ys
        self.reaches = reaches
        self.hostile = hostile
        self.blocks: list[Block] = []
        self.closest: dict[Model, list[Model]] = {}  # to a model of the unit, before it moves

    def narrowed(self, left: int, low: int, right: int, high: int) -> Surroundings:
        """What of it reaches into a box."""
        here = self.models_in(left, low, right, high)
        found = Surroundings(
            [self.models[at] for at in here],
            [self.xs[at] for at in here],
            [self.ys[at] for at in here],
            [self.reaches[at] for at in here],
            [self.hostile[at] for at in here],
        )
        found.blocks = self.blocks_in(left, low, right, high)
        found.closest = self.closest
        return found

    def models_in(self, left: int, low: int, right: int, high: int) -> list[int]:
        """The places of the models that may reach into a box."""
        found: list[int] = []
        for at, x in enumerate(self.xs):
            reach = self.reaches[at]
            if left <= x + reach and x - reach <= right:
                y = self.ys[at]
                if low <= y + reach and y - reach <= high:
                    found.append(at)
        return found

    def blocks_in(self, left: int, low: int, right: int, high: int) -> list[Block]:
        """The blocks that may reach into a box."""
        if not self.blocks:
            return []
        found: list[Block] = []
        for block in self.blocks:
            around = block.around
            if left <= around.right and around.left <= right and low <= around.high and around.low <= high:
                found.append(block)
        return found

    def on_the_way(
        self, s: Battle, shape: Shape, sheet: Sheet, dx: int, dy: int, turning: list[Body]
    ) -> list[tuple[Model, bool]]:
        """The models within 1" of the straight way of a datasheet's model, each with whether it stands in it.

        All is seen from above. If it turns at the end, that which it passes over then counts too.
        """
        (x, y), reach, inner = centre(shape), REACH[sheet], CORE[sheet]
        left, right = x + min(dx, 0) - reach - ENGAGED, x + max(dx, 0) + reach + ENGAGED
        low, high = y + min(dy, 0) - reach - ENGAGED, y + max(dy, 0) + reach + ENGAGED
        found: list[tuple[Model, bool]] = []
        swept: tuple[Point, ...] = ()
        own = 0
        for at in self.models_in(left, low, right, high):
            model = self.models[at]
            num, den = to_segment(self.xs[at], self.ys[at], x, y, x + dx, y + dy)
            radii = reach + self.reaches[at]
            if num > (radii + ENGAGED) * (radii + ENGAGED) * den:
                continue
            if turning and any([overlaps(hull, shape_of(s, model)) for hull in turning]):
                found.append((model, True))
                continue
            that = s.sheet[s.unit[model]]
            cores = inner + CORE[that]
            if num < cores * cores * den or (ROUND[sheet] and ROUND[that]):
                found.append((model, num < cores * cores * den))
                continue
            if not swept:
                swept, own = core(sweep(shape, dx, dy))
            other, r = core(shape_of(s, model))
            num, den = between_cores(swept, other)
            radii = own + r
            near = any([within(hull, shape_of(s, model), ENGAGED) for hull in turning])
            if near or num <= (radii + ENGAGED) * (radii + ENGAGED) * den:
                struck = num < radii * radii * den if radii else not apart(swept, other)
                found.append((model, struck))
        return found

    def closest_to(self, s: Battle, model: Model) -> list[Model]:
        """The enemies closest to a model of the unit where it stands now."""
        if model not in self.closest:
            self.closest[model] = nearest(s, model, s.models_of(enemy(s.owner[s.unit[model]])))
        return self.closest[model]


def surroundings(s: Battle, unit: Unit, distance: int) -> Surroundings:
    """Everything that the unit could come within 1" of if no model goes farther than a distance."""
    mine = s.alive(unit)
    slack = distance + ENGAGED + reach_of(s, mine[0])
    left, low, right, high = extent(s, mine)
    return everything(s, unit).narrowed(left - slack, low - slack, right + slack, high + slack)


def everything(s: Battle, unit: Unit, keep: tuple[Model, ...] = ()) -> Surroundings:
    """All models but the unit's own, of which only some are kept; and all terrain."""
    me, whose = s.owner[unit], s.unit
    models = [m for player in (0, 1) for m in s.models_of(player) if whose[m] != unit or m in keep]
    found = Surroundings(
        models,
        [s.x[m] for m in models],
        [s.y[m] for m in models],
        [reach_of(s, m) for m in models],
        [s.owner[whose[m]] != me for m in models],
    )
    found.blocks = list(TERRAIN[s.layout].blocks)
    return found
