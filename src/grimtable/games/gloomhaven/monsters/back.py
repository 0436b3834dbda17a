"""Ways backward: what is left to go to one hex, from everywhere."""

from __future__ import annotations

from heapq import heappop, heappush

from grimtable.games.gloomhaven.components import DIFFICULT, Figure, Hex
from grimtable.games.gloomhaven.paths import HARM, JUMP, NO_WAY, WALK, is_negative, may_pass, step_cost
from grimtable.games.gloomhaven.state import Gloomhaven


def ways_to(s: Gloomhaven, figure: Figure, mode: int, to: Hex) -> list[int]:
    """The price from every hex to this one: negative hexes entered (HARM each), then movement points."""
    near = s.ground().near
    cost = [NO_WAY] * s.ground().size
    cost[to] = 0
    heap = [to]
    while heap:
        key = heappop(heap)
        here, so_far = key & 255, key >> 8
        if so_far > cost[here]:
            continue
        price = so_far + step_cost(s, here, mode)
        if mode == WALK and is_negative(s, here, mode):
            price += HARM
        for there in near[here]:
            if may_pass(s, figure, there, mode) and price < cost[there]:
                cost[there] = price
                heappush(heap, price << 8 | there)
    if mode == JUMP:
        last = int(bool(s.terrain[to] & DIFFICULT)) + HARM * int(is_negative(s, to, JUMP))
        return [price + last if price < NO_WAY and at != to else price for at, price in enumerate(cost)]
    return cost
