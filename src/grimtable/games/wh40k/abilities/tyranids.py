"""Unusual abilities of the Tyranids."""

from __future__ import annotations

from grimtable.games.wh40k.abilities.space_marines import slam
from grimtable.games.wh40k.components import Unit
from grimtable.games.wh40k.hooks import charge_ended
from grimtable.games.wh40k.state import T
from grimtable.kernel.values import Flow


@charge_ended.by("living_battering_ram")
def living_battering_ram(t: T, unit: Unit) -> Flow[None]:
    """After a charge move: on 4+ one enemy unit within 1" suffers 1 mortal wound."""
    yield from slam(t, unit, t.state.alive(unit), 4)
