"""Tzeentch: his dial turns when he corrupts where magic gathers; an upgraded Horror may sit on a card slot."""

from __future__ import annotations

from grimtable.games.oldworld.board import Source, after_corruption, choose_in, doing, earn_counter
from grimtable.games.oldworld.components import FIGURES, LEAVE, REGIONS, SLOTS, Effect, Power, Region
from grimtable.games.oldworld.regions import free_slots, magic
from grimtable.games.oldworld.state import T
from grimtable.kernel.values import Flow

ENOUGH = 2


@after_corruption.by("tzeentch")
def tzeentch_counter(t: T, me: Power, region: Region, count: int) -> None:
    """[OLDWORLD-12.9, OLDWORLD-12.24] Two tokens at once where symbols and warpstones are two or more."""
    if count >= ENOUGH and magic(t.state, region) >= ENOUGH:
        earn_counter(t, me, region)


@doing.by("occupy_card_slot")
def occupy_card_slot(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-17.4] The summoned figure fills an empty slot of its region as long as it stays there."""
    s = t.state
    region, figure = source.notes["destination"], source.notes["figure"]
    sides = [SLOTS[slot - 2 * region] for slot in free_slots(s, region)]
    if not sides:
        return
    answer = yield from choose_in(t, source.me, "perch", region, [*sides, LEAVE] if effect.optional else sides)
    if answer != LEAVE:
        s.perched += ((figure, 2 * region + SLOTS.index(answer)),)
        t.emit("perched", FIGURES[figure], REGIONS[region], answer)
