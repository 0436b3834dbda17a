"""What a monster sees from every hex [GLOOMHAVEN-20]: whom it can attack from there, and what the way there costs."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from grimtable.games.gloomhaven.attacks import is_favoured, is_hampered
from grimtable.games.gloomhaven.components import Figure, Hex
from grimtable.games.gloomhaven.components.hexes import Axial, Pattern, shifts, turns
from grimtable.games.gloomhaven.moments import may_focus
from grimtable.games.gloomhaven.paths import NO_WAY, Ways, price_of, unmoved, ways
from grimtable.games.gloomhaven.state import Gloomhaven

ALL: Final = 99  # so many targets: every enemy in reach
Group = tuple[tuple[Figure, ...], tuple[Hex, ...]]  # targets, and the hexes of the area


class Plan:
    """What the card lets a monster do: its move, and the attack that follows. Never changed."""

    __slots__ = ("is_melee_pattern", "is_ranged", "mode", "move", "pattern", "reach", "targets")

    def __init__(
        self,
        move: int,
        mode: int,
        reach: int,
        is_ranged: bool,
        targets: int,
        pattern: Pattern = (),
        is_melee_pattern: bool = False,
    ) -> None:
        self.move = move
        self.mode = mode  # WALK, JUMP or FLY
        self.reach = reach  # 1 for melee, or without an attack [GLOOMHAVEN-20.4]
        self.is_ranged = is_ranged  # disadvantage against adjacent targets
        self.targets = targets  # 0: no attack, or disarmed
        self.pattern = pattern
        self.is_melee_pattern = is_melee_pattern

    def moves_so(self, move: int, mode: int) -> bool:
        return self.move == move and self.mode == mode

    def is_same(self, other: Plan) -> bool:
        if not self.moves_so(other.move, other.mode) or self.reach != other.reach:
            return False
        if self.is_ranged != other.is_ranged or self.targets != other.targets:
            return False
        return self.pattern == other.pattern and self.is_melee_pattern == other.is_melee_pattern


class Sight:
    """What one plan looks like from every hex; filled as it is asked for."""

    __slots__ = (
        "covered",
        "ground",
        "groups",
        "is_single",
        "known_foes",
        "laid",
        "me",
        "placed",
        "plan",
        "reach",
        "s",
        "shapes",
        "start",
        "stays",
        "way",
        "wide",
    )

    def __init__(self, s: Gloomhaven, me: Figure, plan: Plan, stays: bool = False) -> None:
        self.s = s
        self.me = me
        self.plan = plan
        self.reach = plan.reach
        self.ground = s.ground()
        self.known_foes: list[Figure] | None = None
        self.stays = stays
        self.start = s.hex[me]
        self.way: Ways | None = None
        self.groups: dict[Hex, list[Group]] | None = None
        self.placed: dict[Figure, list[int]] = {}
        self.shapes: tuple[Pattern, ...] = ()
        self.covered: frozenset[Axial] = frozenset()  # where a pattern with a grey hex can lie, seen from that hex
        # Of a pattern without a grey hex: every way to lay it and whom it covers, and by enemy all hexes of these.
        self.laid: tuple[tuple[tuple[Hex, ...], list[Figure]], ...] = ()
        self.wide: dict[Figure, list[Hex]] | None = None
        if plan.pattern and plan.targets:
            self.shapes = turns(plan.pattern) if plan.is_melee_pattern else shifts(plan.pattern)
            if plan.is_melee_pattern:
                self.covered = frozenset([offset for shape in self.shapes for offset in shape])
            else:
                self._lay_everywhere()
        self.is_single = plan.targets <= 1 and not self.shapes

    @property
    def foes(self) -> list[Figure]:
        """The enemies it may focus on."""
        if self.known_foes is None:
            self.known_foes = [other for other in self.s.enemies(self.me) if self.may_meet(other)]
        return self.known_foes

    def is_foe(self, other: Figure) -> bool:
        """[GLOOMHAVEN-20.2]"""
        return self.s.in_play(other) and self.may_meet(other)

    def may_meet(self, other: Figure) -> bool:
        """The same of a figure that is on the map."""
        if not self.s.may_target(self.me, other):
            return False
        for allows in may_focus.of(self.s.flags):  # noqa: SIM110  # a loop: no object per rule
            if not allows(self.s, self.me, other):
                return False
        return True

    @property
    def ways(self) -> Ways:
        """Found when a hex other than its own matters: who can attack from where it stands looks no further."""
        if self.way is None:
            self.way = unmoved(self.start) if self.stays else ways(self.s, self.me, self.plan.mode)
        return self.way

    def price(self, at: Hex) -> int:
        """Of ending the move here: negative hexes on the way (HARM each) and movement points; NO_WAY if it cannot."""
        if at == self.start:
            return 0
        if self.stays:
            return NO_WAY
        return price_of(self.s, self.me, self.ways, at)

    def places(self, foe: Figure) -> list[int]:
        """From where some attack could hit this enemy: price and hex, the cheapest first."""
        known = self.placed.get(foe)
        if known is None:
            known = self.placed[foe] = self._places(foe)
        return known

    def _places(self, foe: Figure) -> list[int]:
        if self.stays:
            return [self.start] if self.can_attack(self.start, foe) else []
        if self.shapes:
            reached = [at for at, cost in enumerate(self.ways.cost) if cost < NO_WAY]
            spots = tuple([at for at in reached if self.can_attack(at, foe)])
        else:
            spots = self.ground.spots(self.s.hex[foe], self.reach)
        found: list[int] = []
        s, me, start, by = self.s, self.me, self.start, self.ways
        for at in spots:
            price = 0 if at == start else price_of(s, me, by, at)
            if price < NO_WAY:
                found.append(price << 8 | at)
        if len(found) > 1:
            found.sort()
        return found

    def _lay_everywhere(self) -> None:
        """[GLOOMHAVEN-13.18] Every way to lay the pattern over somebody."""
        layout, where, self.wide = self.s.layout(), self.s.hex, {}
        spots: dict[tuple[Hex, ...], None] = {}
        for foe in self.foes:
            mine: dict[Hex, None] = {}
            for shape in self.shapes:
                for spot in layout.placed_over(where[foe], shape):
                    spots[spot] = None
                    mine |= dict.fromkeys(spot)
            self.wide[foe] = list(mine)
        self.laid = tuple([(spot, [f for f in self.foes if where[f] in spot]) for spot in spots])

    def in_reach(self, at: Hex) -> list[Figure]:
        """[GLOOMHAVEN-13.4] Whom it could attack from a hex, in range and sight."""
        ground, reach = self.ground, self.reach
        row, where = ground.row(at), self.s.hex
        return [f for f in self.foes if row[where[f]] <= reach and ground.sees(at, where[f])]

    def covers(self, at: Hex) -> dict[tuple[Figure, ...], tuple[Hex, ...]]:
        """[GLOOMHAVEN-13.17, GLOOMHAVEN-13.18] The ways to lay the pattern from a hex so that it hits somebody."""
        s, ground = self.s, self.ground
        in_sight = [f for f in self.foes if ground.sees(at, s.hex[f])]
        found: dict[tuple[Figure, ...], tuple[Hex, ...]] = {}
        if self.plan.is_melee_pattern:
            for shape in self.shapes:
                spot = s.layout().placed(at, shape)
                hit = tuple([f for f in in_sight if s.hex[f] in spot])
                if hit:
                    found.setdefault(hit, spot)
            return found
        row, reach = ground.row(at), self.reach
        for spot, foes in self.laid:
            hit = tuple([f for f in foes if f in in_sight])
            if hit and hit not in found and min([row[h] for h in spot]) <= reach:
                found[hit] = spot
        return found

    def from_hex(self, at: Hex) -> list[Group]:
        """[GLOOMHAVEN-20.21] Every group of targets it could attack from a hex."""
        if self.groups is None:
            self.groups = {}
        known = self.groups.get(at)
        if known is None:
            known = self.groups[at] = self._groups(at)
        return known

    def _groups(self, at: Hex) -> list[Group]:
        if not self.shapes:
            single = self.in_reach(at)
            count = min(max(self.plan.targets, 1), len(single))
            return [(group, ()) for group in combinations(single, count)] if count else []
        covers = self.covers(at)
        if self.plan.targets <= 1:
            return list(covers.items())
        single = self.in_reach(at)
        found: dict[tuple[Figure, ...], tuple[Hex, ...]] = {}
        for hit, spot in covers.items():
            others = [f for f in single if f not in hit]
            for more in combinations(others, min(self.plan.targets - 1, len(others))):
                found.setdefault(tuple(sorted([*hit, *more])), spot)
        return list(found.items())

    def can_attack(self, at: Hex, foe: Figure) -> bool:
        """Whether some attack from a hex could hit this enemy."""
        ground, to, reach = self.ground, self.s.hex[foe], self.reach
        row = ground.row(at)
        near = row[to] <= reach and (not self.shapes or self.plan.targets > 1)
        if not near and self.plan.is_melee_pattern:
            here, there = ground.layout.axial[at], ground.layout.axial[to]
            near = (there[0] - here[0], there[1] - here[1]) in self.covered
        elif not near and self.wide is not None:
            near = min([row[h] for h in self.wide[foe]]) <= reach
        return near and ground.sees(at, to)

    def is_settled(self, focus: Figure) -> bool:
        """Whether no hex can be better than its own for attacking its only target [GLOOMHAVEN-20.11]."""
        if not self.is_single or self.plan.move < 0 or not self.is_foe(focus):
            return False
        return self.can_attack(self.start, focus) and not self.disadvantage(self.start, focus)

    def disadvantage(self, at: Hex, foe: Figure) -> bool:
        """[GLOOMHAVEN-13.2, GLOOMHAVEN-20.11] A ranged attack on an adjacent enemy, unless this makes no disadvantage:
        advantage cancels it, and who has it anyway has it once [GLOOMHAVEN-13.15]."""
        if not self.plan.is_ranged or self.ground.row(at)[self.s.hex[foe]] != 1:
            return False
        return not is_favoured(self.s, self.me) and not is_hampered(self.s, self.me, foe)
