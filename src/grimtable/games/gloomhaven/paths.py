"""Ways over the map: what a figure may pass, where it may stop, and what it costs [GLOOMHAVEN-12]."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from grimtable.games.gloomhaven.components import (
    CHARACTER,
    DIFFICULT,
    HAZARD,
    LIVING,
    NONE,
    OBJECTIVE,
    OBSTACLE,
    TRAP,
    Figure,
    Hex,
)
from grimtable.games.gloomhaven.state import UNAFFECTED, Gloomhaven

WALK, JUMP, FLY = range(3)
NO_WAY: Final = 1 << 20  # more than any path
HARM: Final = 1 << 12  # one negative hex weighs more than any distance [GLOOMHAVEN-20.16]


class Ways:
    """All cheapest ways from one hex. Costs count negative hexes first (HARM each), then movement points."""

    __slots__ = ("back", "cost", "mode", "start")

    def __init__(self, start: Hex, mode: int, size: int) -> None:
        self.start = start
        self.mode = mode
        self.cost = [NO_WAY] * size
        self.back: list[Hex] = [NONE] * size

    def path(self, to: Hex) -> list[Hex]:
        """The hexes entered on the way, in order."""
        found: list[Hex] = []
        while to != self.start:
            found.append(to)
            to = self.back[to]
        return found[::-1]


def mode_of(s: Gloomhaven, figure: Figure, jump: bool) -> int:
    return FLY if s.flies(figure) else JUMP if jump else WALK


def may_pass(s: Gloomhaven, figure: Figure, at: Hex, mode: int) -> bool:
    """[GLOOMHAVEN-12.2, GLOOMHAVEN-20.19] Through allies, not through enemies or obstacles; a jump ignores both."""
    if mode != WALK:
        return True
    if s.terrain[at] & OBSTACLE:
        return False
    if "fenced" in s.notes and s.notes.get(f"fenced {figure}", NONE) == at:
        return False
    other = s.at[at]
    if other == NONE or s.marks[other] & UNAFFECTED:
        return True
    return s.side[other] == s.side[figure] and (s.sort[other] != OBJECTIVE or s.rank[other] == LIVING)


def may_stop(s: Gloomhaven, figure: Figure, at: Hex, mode: int) -> bool:
    """[GLOOMHAVEN-12.3, GLOOMHAVEN-5.16] Not on another figure; on obstacles only flying."""
    other = s.at[at]
    if other not in (NONE, figure):
        return False
    return mode == FLY or not s.terrain[at] & OBSTACLE


def is_negative(s: Gloomhaven, at: Hex, mode: int) -> bool:
    """Traps and hazardous terrain, unless flying; difficult terrain is not [GLOOMHAVEN-20.16, GLOOMHAVEN-20.17]."""
    return mode != FLY and bool(s.terrain[at] & (TRAP | HAZARD))


def step_cost(s: Gloomhaven, at: Hex, mode: int) -> int:
    """[GLOOMHAVEN-5.15]"""
    return 2 if mode == WALK and s.terrain[at] & DIFFICULT else 1


def ways(s: Gloomhaven, figure: Figure, mode: int, start: Hex = NONE) -> Ways:
    """Every hex a figure can get to, harm first, then movement points [GLOOMHAVEN-20.18].

    For a jump only the last hex harms or is difficult: see `end_cost`.
    """
    ground = s.ground()
    start = s.hex[figure] if start == NONE else start
    found = Ways(start, mode, ground.size)
    cost, back, near = found.cost, found.back, ground.near
    cost[start] = 0
    heap = [start]
    while heap:
        key = heappop(heap)
        here, so_far = key & 255, key >> 8
        if so_far > cost[here]:
            continue
        for there in near[here]:
            if not may_pass(s, figure, there, mode):
                continue
            price = so_far + step_cost(s, there, mode)
            if mode == WALK and is_negative(s, there, mode):
                price += HARM
            if price < cost[there]:
                cost[there] = price
                back[there] = here
                heappush(heap, price << 8 | there)
    return found


def end_cost(s: Gloomhaven, found: Ways, at: Hex) -> int:
    """The price of a way that ends here: the last hex of a jump is normal movement [GLOOMHAVEN-12.5]."""
    price = found.cost[at]
    if found.mode == JUMP and at != found.start and price < NO_WAY:
        if s.terrain[at] & DIFFICULT:
            price += 1
        if is_negative(s, at, JUMP):
            price += HARM
    return price


def reachable(s: Gloomhaven, figure: Figure, mode: int, points: int) -> Ways:
    """What a character can get to in one stretch; costs are movement points.

    A stretch does not walk over traps, hazards or closed doors, but it may end on one.
    """
    layout, ground = s.layout(), s.ground()
    start = s.hex[figure]
    found = Ways(start, mode, ground.size)
    cost, back = found.cost, found.back
    cost[start] = 0
    heap = [start]
    opens = s.sort[figure] == CHARACTER
    while heap:
        key = heappop(heap)
        here, so_far = key & 255, key >> 8
        if so_far > cost[here] or (
            here != start and (here in ground.shut or (mode == WALK and is_negative(s, here, mode)))
        ):
            continue
        for there in layout.around[here]:
            if there == NONE or (there in ground.shut and not (opens and may_open(s, there))):
                continue
            if not may_pass(s, figure, there, mode):
                continue
            price = so_far + step_cost(s, there, mode)
            if price <= points and price < cost[there]:
                cost[there] = price
                back[there] = here
                heappush(heap, price << 8 | there)
    return found


def may_open(s: Gloomhaven, at: Hex) -> bool:
    """[GLOOMHAVEN-5.1, GLOOMHAVEN-22.3] A closed door that is not locked."""
    door = s.layout().doors.index(at)
    return not s.locked >> door & 1
