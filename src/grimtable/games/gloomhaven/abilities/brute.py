"""The Brute."""

from __future__ import annotations

from itertools import pairwise

from grimtable.games.gloomhaven.attacks import redirected
from grimtable.games.gloomhaven.bonuses import bonuses_on
from grimtable.games.gloomhaven.components import MONSTER, Figure
from grimtable.games.gloomhaven.ops import Act
from grimtable.games.gloomhaven.ops.action import condition_of_action
from grimtable.games.gloomhaven.state import T
from grimtable.games.gloomhaven.strikes import Strike
from grimtable.kernel.values import Flow


@redirected.by("cards")
def provoking_roar(t: T, strike: Strike, target: Figure) -> Flow[Figure]:
    """Provoking Roar, bottom: enemies attacking an adjacent ally attack the Brute instead, whatever the range."""
    s = t.state
    for row in bonuses_on(s, target, "redirect_attacks"):
        if row.figure != target and s.sort[strike.attacker] == MONSTER and row.figure not in strike.hit:
            t.emit("redirected", t.state.tag(row.figure), t.state.tag(target))
            return row.figure
    yield from ()
    return target


@condition_of_action.by("this_movement_was_a_straight_line")
def straight_line(t: T, act: Act) -> bool:
    """Hook and Chain, bottom."""
    layout = t.state.layout()
    places = [layout.axial[h] for h in (act.origin, *act.path)]
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)}
    return len(steps) == 1
