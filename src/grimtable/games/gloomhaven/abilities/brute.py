"""The Brute."""

from __future__ import annotations

from itertools import pairwise

from grimtable.games.gloomhaven.attacks import redirected
from grimtable.games.gloomhaven.bonuses import bonuses_on
from grimtable.games.gloomhaven.components import MONSTER, Figure
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.ops import Act, ability, perform_riders
from grimtable.games.gloomhaven.state import T
from grimtable.games.gloomhaven.strikes import Strike
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

condition_of_action = Hook[[T, Act], bool]()


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


@ability.by("only_if")
def only_if(t: T, act: Act, op: Op) -> Flow[None]:
    """A line that counts under a condition of the action."""
    if condition_of_action[op.text("condition")](t, act):
        yield from perform_riders(t, act, op.sub)


@condition_of_action.by("this_movement_was_a_straight_line")
def straight_line(t: T, act: Act) -> bool:
    """Hook and Chain, bottom."""
    layout = t.state.layout()
    places = [layout.axial[h] for h in (act.origin, *act.path)]
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)}
    return len(steps) == 1
