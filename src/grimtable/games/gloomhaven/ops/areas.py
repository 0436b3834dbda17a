"""Patterns of several hexes: where they can be laid, and whom they cover [GLOOMHAVEN-13.16]."""

from __future__ import annotations

from collections.abc import Sequence

from grimtable.games.gloomhaven.components import Figure, Hex
from grimtable.games.gloomhaven.components.hexes import shifts, turns
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.interludes import Option, at_will, is_offer, take
from grimtable.games.gloomhaven.ops import Act
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow


def placements(
    s: Gloomhaven, me: Figure, area: Op, reach: int, figures: list[Figure], bystanders: Sequence[Figure] = ()
) -> list[tuple[Hex, ...]]:
    """The ways to lay a pattern, one for each set of figures it covers [GLOOMHAVEN-13.16, GLOOMHAVEN-13.17].

    A melee pattern turns around the attacker; any other lies anywhere with a hex in range [GLOOMHAVEN-13.18].
    Bystanders are those in the pattern whom it affects unseen.
    """
    layout, ground, at = s.layout(), s.ground(), s.hex[me]
    pattern = area.hexes("targets")
    if area.flag("melee"):
        spots = [layout.placed(at, shape) for shape in turns(pattern)]
    else:
        row = ground.row(at)
        spots = [
            spot
            for shape in shifts(pattern)
            for spot in dict.fromkeys([one for f in figures for one in layout.placed_over(s.hex[f], shape)])
            if min([row[h] for h in spot]) <= reach
        ]
    found: dict[tuple[Figure, ...], tuple[Hex, ...]] = {}
    for spot in spots:
        covered = tuple([f for f in figures if s.hex[f] in spot and ground.sees(at, s.hex[f])])
        if covered:
            whole = (*covered, *[f for f in bystanders if s.hex[f] in spot]) if bystanders else covered
            if whole not in found or len(spot) > len(found[whole]):
                found[whole] = spot
    return list(found.values())


def covered(t: T, act: Act, area: Op, reach: int, figures: list[Figure]) -> Flow[list[Figure]]:
    """Whom the pattern covers, laid as the player likes."""
    s = t.state
    spots = placements(s, act.me, area, reach, figures)
    if not spots:
        return []
    spot = yield from laid(t, act, spots)
    return [f for f in figures if s.hex[f] in spot and s.sees(act.me, f)]


def laid(t: T, act: Act, spots: list[tuple[Hex, ...]]) -> Flow[tuple[Hex, ...]]:
    """One of these places for a pattern, or nowhere."""
    while True:
        options: list[tuple[Hex, ...] | Option] = [(), *spots, *at_will(t.state, act.seat)]
        spot = yield from t.choose(act.seat, "area", options)
        if not is_offer(spot):
            return next(other for other in ((), *spots) if other == spot)
        yield from take(t, act.seat, spot)
