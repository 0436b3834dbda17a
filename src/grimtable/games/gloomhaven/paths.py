"""Ways over the map: what a figure may pass, where it may stop, and what it costs [GLOOMHAVEN-12]."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Final

from grimtable.games.gloomhaven.components import (
    BURNING,
    CHARACTER,
    DIFFICULT,
    HAZARD,
    LIVING,
    NONE,
    OBJECTIVE,
    OBSTACLE,
    POISON,
    SUMMON,
    TRAP,
    Figure,
    Hex,
)
from grimtable.games.gloomhaven.components.layouts import FAR
from grimtable.games.gloomhaven.components.terms import SURE_FOOTED, UNAFFECTED
from grimtable.games.gloomhaven.state import Gloomhaven

if TYPE_CHECKING:  # to the compiler a machine word, else an int
    from mypy_extensions import i64

WALK: Final = 0
JUMP: Final = 1
FLY: Final = 2
NO_WAY: Final = 1 << 20  # more than any path
BLOCKED: Final = -1  # cheaper than any way: a search leaves such a hex alone
HARM: Final = 1 << 12  # one negative hex weighs more than any distance [GLOOMHAVEN-20.16]
BAD: Final = TRAP | HAZARD
NO_HEXES: Final[frozenset[Hex]] = frozenset()


class Ways:
    """All cheapest ways from one hex. Costs count negative hexes first (HARM each), then movement points."""

    __slots__ = ("around", "cost", "ends", "mode", "start", "sure")

    def __init__(
        self,
        start: Hex,
        mode: int,
        cost: list[int],
        around: tuple[tuple[Hex, ...], ...],
        ends: frozenset[Hex],
        sure: bool = False,
    ) -> None:
        self.start = start
        self.mode = mode
        self.cost = cost
        self.around = around
        self.ends = ends  # hexes that a way may enter, but not leave
        self.sure = sure  # difficult and hazardous terrain do not matter

    def path(self, to: Hex) -> list[Hex]:
        """The hexes entered on the way, in order."""
        found: list[Hex] = []
        while to != self.start:
            found.append(to)
            to = self.before(to)
        return found[::-1]

    def before(self, to: Hex) -> Hex:
        """Where a cheapest way comes from: entering a hex costs the same from everywhere. Of several, the first."""
        best, least, cost = NONE, NO_WAY, self.cost
        for here in self.around[to]:
            if here == NONE:
                continue
            price = cost[here]
            if (price < least or (price == least and here < best)) and here not in self.ends:
                best, least = here, price
        assert best != NONE
        return best


def mode_of(s: Gloomhaven, figure: Figure, jump: bool) -> int:
    return FLY if s.flies(figure) else JUMP if jump else WALK


def may_pass(s: Gloomhaven, figure: Figure, at: Hex, mode: int) -> bool:
    """[GLOOMHAVEN-12.2, GLOOMHAVEN-20.19] Through allies, not through enemies or obstacles; a jump ignores both."""
    if mode != WALK:
        return True
    if s.terrain[at] & OBSTACLE:
        return False
    other = s.at[at]
    if other != NONE and not lets_pass(s, s.side[figure], other):
        return False
    return at != fenced(s, figure)


def lets_pass(s: Gloomhaven, side: int, other: Figure) -> bool:
    """Whether a figure of this side walks through another figure."""
    if s.side[other] == side and (s.sort[other] != OBJECTIVE or s.rank[other] == LIVING):
        return True
    return bool(s.marks[other] & UNAFFECTED)


def fenced(s: Gloomhaven, figure: Figure) -> Hex:
    """The hex that a scenario keeps this figure from."""
    return s.notes.get(f"fenced {figure}", NONE) if "fenced" in s.notes else NONE


def may_stop(s: Gloomhaven, figure: Figure, at: Hex, mode: int) -> bool:
    """[GLOOMHAVEN-12.3, GLOOMHAVEN-5.16] Not on another figure; on obstacles only flying."""
    other = s.at[at]
    if other != NONE and other != figure:
        return False
    return mode == FLY or not s.terrain[at] & OBSTACLE


def is_negative(s: Gloomhaven, at: Hex, mode: int) -> bool:
    """Traps and hazardous terrain, unless flying; difficult terrain is not [GLOOMHAVEN-20.16, GLOOMHAVEN-20.17]."""
    return mode != FLY and bool(s.terrain[at] & BAD)


def dangers(s: Gloomhaven, figure: Figure) -> int:
    """What a figure that acts by the rules for monsters goes around: a poisoned summon shuns burning water, too."""
    return BAD | BURNING if s.sort[figure] == SUMMON and s.conditions[figure] & POISON else BAD


def step_cost(s: Gloomhaven, figure: Figure, at: Hex, mode: int) -> int:
    """[GLOOMHAVEN-5.15]"""
    return 2 if mode == WALK and s.terrain[at] & DIFFICULT and not s.marks[figure] & SURE_FOOTED else 1


# ---------------------------------------------------------------- monsters: the whole map
def ways(s: Gloomhaven, figure: Figure, mode: int, start: Hex = NONE) -> Ways:
    """Every hex a figure can get to, harm first, then movement points [GLOOMHAVEN-20.18].

    For a jump only the last hex harms or is difficult: see `end_cost`.
    """
    ground = s.ground()
    start = s.hex[figure] if start == NONE else start
    cost = walked(s, figure, start) if mode == WALK else straight(ground.row(start))
    return Ways(start, mode, cost, ground.layout.around, ground.barred)


def unmoved(start: Hex) -> Ways:
    """Of a figure that stays where it is."""
    return Ways(start, WALK, [], (), NO_HEXES)


def straight(row: bytes) -> list[int]:
    """Over everything: as far as it is."""
    return [NO_WAY if away == FAR else away for away in row]


def walked(s: Gloomhaven, figure: Figure, start: Hex) -> list[int]:
    """The price of every hex: first all that can be entered without harm."""
    near, terrain, bad, blocked = s.ground().near, s.terrain, dangers(s, figure), blocked_for(s, figure)
    cost = [NO_WAY] * len(terrain)
    for at in blocked:
        cost[at] = BLOCKED
    cost[start] = 0
    harmful: list[int] = []  # price and hex
    found: list[Hex] = [start]
    special: i64 = OBSTACLE | DIFFICULT | bad
    there: i64
    for here in found:  # grows meanwhile; a hex for which a cheaper way is found comes once more
        price: i64 = cost[here] + 1
        for there in near[here]:
            if cost[there] <= price:
                continue
            bits: i64 = terrain[there]
            if bits & special:
                if bits & OBSTACLE:
                    continue
                dear: i64 = price + 1 if bits & DIFFICULT else price
                if bits & bad:
                    harmful.append((dear + HARM) << 8 | there)
                elif dear < cost[there]:
                    cost[there] = dear
                    found.append(there)
            else:
                cost[there] = price
                found.append(there)
    if harmful:
        walk_on(s, figure, cost, harmful)
    for at in blocked:
        cost[at] = NO_WAY if at != start else 0
    return cost


def blocked_for(s: Gloomhaven, figure: Figure) -> list[Hex]:
    """The hexes besides obstacles that a walking figure may not enter, as `may_pass` tells them."""
    side, closed = s.side[figure], fenced(s, figure)
    sides, sorts = s.side, s.sort
    found: list[Hex] = []
    for other, at in enumerate(s.hex):
        if at == NONE or (sides[other] == side and sorts[other] != OBJECTIVE):  # an ally lets everybody pass
            continue
        if s.at[at] == other and not lets_pass(s, side, other):
            found.append(at)
    if closed != NONE:
        found.append(closed)
    return found


def walk_on(s: Gloomhaven, figure: Figure, cost: list[int], harmful: list[int]) -> None:
    """What can be entered only over negative hexes."""
    near, bad = s.ground().near, dangers(s, figure)
    heap: list[int] = []
    for key in harmful:
        if key >> 8 < cost[key & 255]:
            cost[key & 255] = key >> 8
            heap.append(key)
    heapify(heap)
    while heap:
        key = heappop(heap)
        here, so_far = key & 255, key >> 8
        if so_far > cost[here]:
            continue
        for there in near[here]:
            price = so_far + step_cost(s, figure, there, WALK)
            if s.terrain[there] & bad:
                price += HARM
            if price < cost[there] and not s.terrain[there] & OBSTACLE:
                cost[there] = price
                heappush(heap, price << 8 | there)


def price_of(s: Gloomhaven, figure: Figure, found: Ways, at: Hex) -> int:
    """The same, or NO_WAY if it cannot end here: negative hexes on the way (HARM each) and movement points."""
    if found.cost[at] >= NO_WAY or not may_stop(s, figure, at, found.mode):
        return NO_WAY
    return end_cost(s, found, at) if found.mode == JUMP else found.cost[at]


def end_cost(s: Gloomhaven, found: Ways, at: Hex) -> int:
    """The price of a way that ends here: the last hex of a jump is normal movement [GLOOMHAVEN-12.5]."""
    price = found.cost[at]
    if found.mode == JUMP and at != found.start and price < NO_WAY:
        if s.terrain[at] & DIFFICULT and not found.sure:
            price += 1
        if is_negative(s, at, JUMP):
            price += HARM
    return price


# ---------------------------------------------------------------- characters: as far as the points go
def reachable(s: Gloomhaven, figure: Figure, mode: int, points: int) -> Ways:
    """What a character can get to in one stretch; costs are movement points.

    A stretch does not walk over traps, hazards or closed doors, but it may end on one.
    """
    layout, shut, terrain, start = s.layout(), s.ground().shut, s.terrain, s.hex[figure]
    walks, around = mode == WALK, layout.around
    cost = [NO_WAY] * layout.size
    blocked = blocked_for(s, figure) if walks else []
    for door in shut:
        if s.sort[figure] != CHARACTER or not may_open(s, door):
            blocked.append(door)
    for at in blocked:
        cost[at] = BLOCKED
    cost[start] = 0
    sure = bool(s.marks[figure] & SURE_FOOTED)
    bad = TRAP if sure else BAD
    ends: list[Hex] = []
    found: list[Hex] = [start]
    most: i64 = points
    there: i64
    for here in found:  # grows meanwhile; a hex for which a cheaper way is found comes once more
        price: i64 = cost[here] + 1
        if price > most:
            continue
        if here != start and ((walks and terrain[here] & bad) or here in shut):
            ends.append(here)
            continue
        for there in around[here]:
            if there == NONE or cost[there] <= price:
                continue
            dear: i64 = price
            if walks:
                bits: i64 = terrain[there]
                if bits & OBSTACLE:
                    continue
                if bits & DIFFICULT and not sure:
                    dear += 1
            if dear <= most and dear < cost[there]:
                cost[there] = dear
                found.append(there)
    for at in blocked:
        cost[at] = NO_WAY if at != start else 0
    return Ways(start, mode, cost, around, frozenset(ends) if ends else NO_HEXES, sure)


def may_open(s: Gloomhaven, at: Hex) -> bool:
    """[GLOOMHAVEN-5.1, GLOOMHAVEN-22.3] A closed door that is not locked."""
    door = s.layout().doors.index(at)
    return not s.locked >> door & 1
