"""Slaanesh: his dial turns when he corrupts nobles and heroes; he controls the figures of others."""

from __future__ import annotations

from grimtable.games.oldworld.abilities.places import place
from grimtable.games.oldworld.board import Source, after_corruption, control, doing, earn_counter
from grimtable.games.oldworld.components import (
    CLS,
    FIGURE_OF,
    FIGURES,
    NOBODY,
    SLAANESH_NEEDS_ONE,
    Effect,
    Power,
    Region,
)
from grimtable.games.oldworld.regions import courtiers
from grimtable.games.oldworld.state import UNTIL_PHASE_ENDS, T
from grimtable.kernel.values import Flow


@after_corruption.by("slaanesh")
def slaanesh_counter(t: T, me: Power, region: Region, count: int) -> None:
    """[OLDWORLD-12.8, OLDWORLD-21.2, OLDWORLD-12.24] Two tokens at once where a noble or hero is."""
    enough = 1 if SLAANESH_NEEDS_ONE in t.state.flags else 2
    if count >= enough and courtiers(t.state, region):
        earn_counter(t, me, region)


@doing.by("control_figure")
def control_figure(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-22.28, OLDWORLD-16.1] Control one enemy figure there until the card leaves, or the phase ends."""
    s = t.state
    region = place(source, effect.region)
    enemies = [f for f in s.at[region] if s.control[f] != source.me and CLS[f] in effect.classes]
    if not enemies:
        return
    options = [FIGURES[figure] for figure in s.distinct(enemies)]
    answer = yield from t.choose(s.seat[source.me], "control", [*options, NOBODY] if effect.optional else options)
    if answer != NOBODY:
        bond = UNTIL_PHASE_ENDS if effect.until == "end_of_phase" else source.card
        control(t, source.me, FIGURE_OF[answer], bond)
