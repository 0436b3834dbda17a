"""Monsters at positions drawn at random, against a slow and plain reading of procedure P5 of the ledger.

The reading shares lines of sight and distances with the game, and nothing else: it tries every hex and every group.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import combinations
from random import Random

import pytest

from games.gloomhaven.table import Axial, add_monster, field, place, position
from grimtable.games.gloomhaven.components import (
    DIFFICULT,
    HAZARD,
    HEROES,
    LIVING,
    MUDDLE,
    NONE,
    OBJECTIVE,
    OBSTACLE,
    STRENGTHEN,
    TRAP,
    Figure,
    Hex,
)
from grimtable.games.gloomhaven.components.hexes import Pattern, mirrored, rotated
from grimtable.games.gloomhaven.monsters.plan import focuses, outcomes
from grimtable.games.gloomhaven.monsters.sight import Plan
from grimtable.games.gloomhaven.paths import FLY, JUMP, WALK
from grimtable.games.gloomhaven.rooms import lay_trap
from grimtable.games.gloomhaven.state import Gloomhaven
from rule import rule

Price = tuple[int, int]  # negative hexes, movement points
Deed = tuple[Figure, Hex, tuple[Figure, ...]]
PATTERNS: tuple[Pattern, ...] = (
    (),
    ((1, 0), (1, -1)),
    ((1, 0), (2, 0)),
    ((1, 0), (1, -1), (2, -1)),
    ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)),
)
PLANE = [(q, r) for q in range(-9, 10) for r in range(-9, 10)]  # more than any pattern reaches from the room


# ---------------------------------------------------------------- the plain reading
class Reading:
    """One monster, one plan: every question answered by trying."""

    def __init__(self, s: Gloomhaven, me: Figure, plan: Plan) -> None:
        self.s, self.me, self.plan = s, me, plan
        self.hexes = range(s.layout().size)
        self.foes = [f for f in s.enemies(me) if s.may_target(me, f)]
        self.start = s.hex[me]
        self.prices = self.ways(self.start)
        self.laid = self.everywhere()

    def ways(self, start: Hex) -> dict[Hex, Price]:
        """The cheapest way to every hex: over anything in a jump or flight, else around enemies and obstacles."""
        s, mode = self.s, self.plan.mode
        best: dict[Hex, Price] = {start: (0, 0)}
        heap = [((0, 0), start)]
        while heap:
            price, here = heappop(heap)
            for there in s.ground().near[here]:
                other = s.at[there]
                blocked = bool(s.terrain[there] & OBSTACLE) or (other != NONE and s.side[other] != s.side[self.me])
                if mode == WALK and (blocked or price > best[here]):
                    continue
                walks = mode == WALK
                harm = int(walks and bool(s.terrain[there] & (TRAP | HAZARD)))
                new = (price[0] + harm, price[1] + 1 + int(walks and bool(s.terrain[there] & DIFFICULT)))
                if there not in best or new < best[there]:
                    best[there] = new
                    heappush(heap, (new, there))
        return {at: self.landed(at, price, start) for at, price in best.items()}

    def landed(self, at: Hex, price: Price, start: Hex) -> Price:
        """[GLOOMHAVEN-12.5] The last hex of a jump is normal movement."""
        if self.plan.mode != JUMP or at == start:
            return price
        bits = self.s.terrain[at]
        return price[0] + int(bool(bits & (TRAP | HAZARD))), price[1] + int(bool(bits & DIFFICULT))

    def may_end(self, at: Hex) -> bool:
        if at == self.start:
            return True
        stands = self.s.at[at] == NONE and (self.plan.mode == FLY or not self.s.terrain[at] & OBSTACLE)
        return at in self.prices and stands

    def single(self, at: Hex) -> list[Figure]:
        ground = self.s.ground()
        where = self.s.hex
        near = [f for f in self.foes if ground.distance(at, where[f]) <= self.plan.reach]
        return [f for f in near if ground.sees(at, where[f])]

    def spots(self, at: Hex) -> list[set[Hex]]:
        """[GLOOMHAVEN-13.16, GLOOMHAVEN-13.17, GLOOMHAVEN-13.18] Every way to lay the pattern from a hex."""
        if self.plan.is_melee_pattern:
            return [spot for origin, spot in self.laid if origin == self.s.layout().axial[at]]
        row = self.s.ground().row(at)
        return [spot for _, spot in self.laid if min([row[h] for h in spot]) <= self.plan.reach]

    def everywhere(self) -> list[tuple[Axial, set[Hex]]]:
        """The pattern in every direction with its origin anywhere on the plane, on the map or not, over somebody."""
        index = self.s.layout().index
        held = {self.s.hex[f] for f in self.foes}
        found: list[tuple[Axial, set[Hex]]] = []
        for form in (self.plan.pattern, mirrored(self.plan.pattern)):
            for _ in range(6):
                for q, r in PLANE:
                    spot = {index[(q + dq, r + dr)] for dq, dr in form if (q + dq, r + dr) in index}
                    if spot & held:
                        found.append(((q, r), spot))
                form = rotated(form)
        return found

    def groups(self, at: Hex) -> set[tuple[Figure, ...]]:
        """[GLOOMHAVEN-20.21] Whom one attack from here can hit."""
        single, count = self.single(at), max(self.plan.targets, 1)
        if not self.plan.pattern or not self.plan.targets:
            return {tuple(group) for group in combinations(single, min(count, len(single))) if group}
        found: set[tuple[Figure, ...]] = set()
        for spot in self.spots(at):
            hit = [f for f in self.foes if self.s.hex[f] in spot and self.s.ground().sees(at, self.s.hex[f])]
            others = [f for f in single if f not in hit]
            if hit:
                found |= {tuple(sorted([*hit, *more])) for more in combinations(others, min(count - 1, len(others)))}
        return found

    def order(self, foe: Figure) -> tuple[int, int]:
        """[GLOOMHAVEN-20.5, GLOOMHAVEN-20.6]"""
        return self.s.ground().distance(self.start, self.s.hex[foe]), self.s.notes[f"initiative {foe}"]

    def focuses(self) -> list[Figure]:
        """[GLOOMHAVEN-20.3, GLOOMHAVEN-20.16]"""
        ends = [at for at in self.hexes if self.may_end(at)]
        keys: dict[Figure, tuple[Price, tuple[int, int]]] = {}
        for foe in self.foes:
            prices = [self.prices[at] for at in ends if any(foe in group for group in self.groups(at))]
            if prices:
                keys[foe] = (min(prices), self.order(foe))
        return [foe for foe in keys if keys[foe] == min(keys.values())]

    def bad(self, at: Hex, foe: Figure) -> bool:
        """[GLOOMHAVEN-13.2, GLOOMHAVEN-13.15]"""
        leans = bool(self.s.conditions[self.me] & (MUDDLE | STRENGTHEN))
        return self.plan.is_ranged and not leans and self.s.ground().distance(at, self.s.hex[foe]) == 1

    def deeds(self) -> set[Deed]:
        return {deed for focus in self.focuses() for deed in self.deeds_for(focus)}

    def deeds_for(self, focus: Figure) -> set[Deed]:
        """[GLOOMHAVEN-20.11] The best groups, then the best hexes to attack one of them from."""
        ranks = sorted({self.order(foe) for foe in self.foes})
        tried: list[tuple[tuple[int, ...], Hex, tuple[Figure, ...]]] = []
        for at in [h for h in self.hexes if self.may_end(h)]:
            harm, cost = self.prices[at]
            for group in self.groups(at):
                if focus in group:
                    counts = [-len([f for f in group if self.order(f) == one]) for one in ranks]
                    far, bad = int(cost > self.plan.move), int(self.bad(at, focus))
                    tried.append(((harm, far, bad, -len(group), cost, *counts), at, group))
        best = min([key for key, _, _ in tried])
        groups = {group for key, _, group in tried if key == best}
        ends = [(key, at, group) for key, at, group in tried if key[:3] == best[:3] and group in groups]
        least = min([(sum([self.bad(at, f) for f in group]), key[4]) for key, at, group in ends])
        chosen = [(a, g) for k, a, g in ends if (sum([self.bad(a, f) for f in g]), k[4]) == least]
        if best[1] == 0:
            return {(focus, at, group if self.plan.targets else ()) for at, group in chosen}
        return {(focus, stop, ()) for at, _ in chosen for stop in self.nearer(at)}

    def nearer(self, to: Hex) -> list[Hex]:
        """[GLOOMHAVEN-20.13, GLOOMHAVEN-20.15] Where this turn's move ends on the way."""
        keys: dict[Hex, tuple[int, int, int]] = {}
        for at in [h for h in self.hexes if self.may_end(h) and self.prices[h][1] <= self.plan.move]:
            rest = self.ways(at).get(to)
            if rest is not None:
                keys[at] = (self.prices[at][0] + rest[0], rest[1], self.prices[at][1])
        return [at for at in keys if keys[at] == min(keys.values())]


# ---------------------------------------------------------------- positions
def drawn(random: Random) -> tuple[Gloomhaven, Figure, Plan]:
    """A room with walls, terrain, allies and enemies anywhere, and any plan."""
    room = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
    places = random.sample(room, len(room))
    walls, inside = places[:4], places[4:]
    edges: list[tuple[Axial, Axial]] = [(at, (at[0] + 1, at[1])) for at in random.sample(inside, 3)]
    s = position(field(hexes=room, walls=walls, edges=edges), {"brute": inside[0]})
    s.put(0, NONE)
    me = add_monster(s, "bandit-guard", "normal", inside[0])
    for at in inside[1 : 1 + random.randrange(4)]:
        add_monster(s, "bandit-guard", "normal", at)
    for at in inside[5 : 6 + random.randrange(4)]:
        foe = s.enter(HEROES, OBJECTIVE, 0, LIVING, 1, 9, place(s, at))
        s.notes[f"initiative {foe}"] = random.choice([10, 20, 30])
    for bit, count in ((OBSTACLE, 4), (HAZARD, 2), (DIFFICULT, 4)):
        for at in random.sample(inside[10:], count):
            s.terrain[place(s, at)] |= bit
    for at in random.sample(inside[10:], random.randrange(4)):
        if not s.terrain[place(s, at)]:
            lay_trap(s, place(s, at), 3, 0, NONE)
    s.conditions[me] = MUDDLE * random.randrange(2) | STRENGTHEN * random.randrange(2)
    ranged = random.random() < 0.5
    pattern = random.choice(PATTERNS)
    grey = bool(pattern) and not ranged
    reach = random.randint(2, 4) if ranged else 1
    mode, targets = random.choice((WALK, WALK, JUMP, FLY)), random.randint(1, 3)
    return s, me, Plan(random.randrange(5), mode, reach, ranged, targets, pattern, grey)


@rule("GLOOMHAVEN-20.3", "GLOOMHAVEN-20.11", "GLOOMHAVEN-20.13", "GLOOMHAVEN-20.16", "GLOOMHAVEN-20.21")
@pytest.mark.parametrize("seed", range(8))
def test_focus_and_outcomes_are_those_of_a_plain_reading(seed: int) -> None:
    random = Random(seed)
    attacked = moved = 0
    for _ in range(15):
        s, me, plan = drawn(random)
        reading = Reading(s, me, plan)
        assert sorted(focuses(s, me, plan)) == sorted(reading.focuses()), (str(s), plan)
        found = {(o.focus, o.hex, tuple(sorted(o.targets))) for o in outcomes(s, me, plan)}
        assert found == reading.deeds(), (str(s), plan)
        attacked += any([targets for _, _, targets in found])
        moved += any([at != s.hex[me] for _, at, _ in found])
    assert attacked > 3
    assert moved > 3


@rule("GLOOMHAVEN-20.4", "GLOOMHAVEN-20.9")
@pytest.mark.parametrize("seed", range(3))
def test_without_an_attack_they_come_as_near_as_to_attack_by_hand(seed: int) -> None:
    random = Random(100 + seed)
    for _ in range(15):
        s, me, plan = drawn(random)
        plan = Plan(plan.move, plan.mode, 1, False, 0)
        found = {(o.focus, o.hex, o.targets) for o in outcomes(s, me, plan)}
        assert found == Reading(s, me, plan).deeds(), (str(s), plan)
