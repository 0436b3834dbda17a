"""Nurgle: his dial turns when he corrupts populous regions."""

from __future__ import annotations

from grimtable.games.oldworld.board import after_corruption, earn_counter
from grimtable.games.oldworld.components import POPULOUS, Power, Region
from grimtable.games.oldworld.state import GODS, T

ENOUGH = 2


@after_corruption.by("nurgle")
def nurgle_counter(t: T, me: Power, region: Region, count: int) -> None:
    """[OLDWORLD-12.7, OLDWORLD-21.3, OLDWORLD-1.13] Two tokens in a populous region within one phase, once a phase."""
    total = t.state.laid[GODS * region + me]
    if POPULOUS[region] and total - count < ENOUGH <= total:
        earn_counter(t, me, region)
