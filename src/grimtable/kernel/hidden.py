"""Hidden information: what a viewer does not know may be dealt anew."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from grimtable.kernel.values import Dice, S, State


class Guess(NamedTuple):
    """Whose knowledge a replay must keep, and what else it may redraw."""

    viewer: int
    unknown: frozenset[int]  # things whose place the viewer does not know at the decision
    dice: Dice


def deal(zones: list[list[int]], unknown: Collection[int], dice: Dice) -> None:
    """Deal the unknown cards anew over the slots they lie in. The result depends on the slots, not on who lay where."""
    loose = sorted([card for zone in zones for card in zone if card in unknown])
    last = len(loose) - 1
    while last >= 3:  # three places from each outcome: bots imagine often, and outcomes are dear
        outcome = dice.below((last + 1) * last * (last - 1))
        for sides in (last + 1, last, last - 1):
            other = outcome % sides
            outcome //= sides
            loose[sides - 1], loose[other] = loose[other], loose[sides - 1]
        last -= 3
    for place in range(last, 0, -1):
        other = dice.below(place + 1)
        loose[place], loose[other] = loose[other], loose[place]
    for zone in zones:
        for slot, card in enumerate(zone):
            if card in unknown:
                zone[slot] = loose.pop()


def nothing_unknown(state: State, viewer: int) -> frozenset[int]:
    return frozenset()


def nothing_dealt(state: S, loose: frozenset[int], viewer: int, dice: Dice) -> S:
    return state.clone()
