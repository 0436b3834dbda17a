"""Hidden information: what a viewer does not know may be dealt anew."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from grimtable.kernel.values import Dice, S, State


class Guess(NamedTuple):
    """Whose knowledge a replay must keep, and what else it may redraw."""

    viewer: int
    unknown: frozenset[int]  # things whose place when the step began the viewer does not know
    dice: Dice
    shuffled: dict[int, frozenset[int]]  # the same for each shuffle of the step, by its place on the tape

    def loose(self, place: int) -> frozenset[int]:
        return self.shuffled.get(place, self.unknown)


class Witness:
    """What a viewer learns while a step with shuffles is played.

    A card that was turned up and shuffled back is unknown again, but where it lay before the shuffle is not.
    """

    def __init__(self, unknown: Callable[[Any, int], frozenset[int]], viewer: int, at_the_end: frozenset[int]) -> None:
        self._unknown = unknown
        self._viewer = viewer
        self._end = at_the_end
        self._deals = [-1]  # the dealing of the step's beginning, then each shuffle by its place on the tape
        self._loose = [at_the_end]  # by dealing: the cards whose place in it nothing has told so far
        self._mixed: list[frozenset[int]] = [frozenset()]  # by dealing: the cards that were shuffled since

    def look(self, state: Any) -> None:
        """Something was told: what is known now was not dealt anew since its last shuffle."""
        unknown = self._unknown(state, self._viewer)
        for number, mixed in enumerate(self._mixed):
            self._loose[number] = self._loose[number] & (unknown | mixed)

    def shuffles(self, place: int, cards: Collection[int]) -> None:
        self._mixed = [mixed.union(cards) for mixed in self._mixed]
        self._deals.append(place)
        self._loose.append(self._end)
        self._mixed.append(frozenset())

    def guess(self, dice: Dice) -> Guess:
        return Guess(self._viewer, self._loose[0], dice, dict(zip(self._deals[1:], self._loose[1:])))


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
