"""Hidden information: what a viewer does not know may be dealt anew."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from grimtable.kernel.chance import shuffle
from grimtable.kernel.values import Dice, S, State


class Guess(NamedTuple):
    """Whose knowledge a replay must keep, and what else it may redraw."""

    viewer: int
    unknown: frozenset[int]  # things whose place the viewer does not know at the decision
    dice: Dice


def deal(zones: list[list[int]], unknown: Collection[int], dice: Dice) -> None:
    """Deal the unknown cards anew over the slots they lie in. The result depends on the slots, not on who lay where."""
    loose = sorted([card for zone in zones for card in zone if card in unknown])
    shuffle(loose, dice)
    for zone in zones:
        for slot, card in enumerate(zone):
            if card in unknown:
                zone[slot] = loose.pop()


def nothing_unknown(state: State, viewer: int) -> frozenset[int]:
    return frozenset()


def nothing_dealt(state: S, loose: frozenset[int], viewer: int, dice: Dice) -> S:
    return state.clone()
