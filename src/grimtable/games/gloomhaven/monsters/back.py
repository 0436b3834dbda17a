"""Ways backward: what is left to go to one hex, from everywhere."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from grimtable.games.gloomhaven.components import DIFFICULT, OBSTACLE, Figure, Hex
from grimtable.games.gloomhaven.paths import (
    BLOCKED,
    HARM,
    JUMP,
    NO_WAY,
    WALK,
    blocked_for,
    dangers,
    is_negative,
    straight,
)
from grimtable.games.gloomhaven.state import Gloomhaven

if TYPE_CHECKING:  # to the compiler a machine word, else an int
    from mypy_extensions import i64


def ways_to(s: Gloomhaven, figure: Figure, mode: int, to: Hex) -> list[int]:
    """The price from every hex to this one: negative hexes entered (HARM each), then movement points."""
    if mode == WALK:
        return walked_to(s, figure, to)
    cost = straight(s.ground().row(to))
    if mode == JUMP:
        last = int(bool(s.terrain[to] & DIFFICULT)) + HARM * int(is_negative(s, to, JUMP))
        return [price + last if price < NO_WAY and at != to else price for at, price in enumerate(cost)]
    return cost


def walked_to(s: Gloomhaven, figure: Figure, to: Hex) -> list[int]:
    """As `walked`, but what a step costs is told by the hex nearer to the end."""
    near, terrain, bad, blocked = s.ground().near, s.terrain, dangers(s, figure), blocked_for(s, figure)
    cost = [NO_WAY] * len(terrain)
    for at in blocked:
        cost[at] = BLOCKED
    cost[to] = 0
    harmful: list[int] = []  # price and hex
    found: list[Hex] = [to]
    there: i64
    for here in found:  # grows meanwhile; a hex from which a cheaper way is found comes once more
        bits = terrain[here]
        price: i64 = cost[here] + (2 if bits & DIFFICULT else 1)
        for there in near[here]:
            if cost[there] <= price or terrain[there] & OBSTACLE:
                continue
            if bits & bad:
                harmful.append((price + HARM) << 8 | there)
            else:
                cost[there] = price
                found.append(there)
    if harmful:
        walk_back(s, figure, cost, harmful)
    for at in blocked:
        cost[at] = NO_WAY if at != to else 0
    return cost


def walk_back(s: Gloomhaven, figure: Figure, cost: list[int], harmful: list[int]) -> None:
    """What gets there only over negative hexes."""
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
        price = so_far + (2 if s.terrain[here] & DIFFICULT else 1)
        if s.terrain[here] & bad:
            price += HARM
        for there in near[here]:
            if price < cost[there] and not s.terrain[there] & OBSTACLE:
                cost[there] = price
                heappush(heap, price << 8 | there)
