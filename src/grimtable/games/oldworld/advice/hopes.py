"""The outcome to expect from a position, in hundredths of an outcome point."""

from __future__ import annotations

from grimtable.games.oldworld.advice.acts import Plan
from grimtable.games.oldworld.advice.fronts import reward
from grimtable.games.oldworld.advice.grounds import Grounds
from grimtable.games.oldworld.advice.ratings import WIN
from grimtable.games.oldworld.components import VICTORY, VP_TARGET
from grimtable.games.oldworld.state import BATTLE, GODS, SUMMONING, OldWorld


def value(s: OldWorld) -> tuple[int, ...]:
    """How far each has come on its best way, what the round promises, and what the others leave of it."""
    if s.outcome:
        return tuple([100 * points for points in s.outcome])
    regions = Grounds(s) if s.phase in (SUMMONING, BATTLE) else None
    hopes = []
    for me in s.powers:
        dial = WIN * s.dial[me] // VICTORY[me]
        points = WIN * min(VP_TARGET, s.vp[me]) // VP_TARGET
        if regions is not None:
            p = Plan(s, me, regions)
            soon = sum(p.worth) + p.ticks
        else:
            soon = reward(me, 100 * s.counters[me])
        lying = sum(s.corruption[me::GODS])
        hopes.append((2 * max(dial, points) + min(dial, points)) // 3 + soon // 2 + 60 * lying)
    return tuple(hopes)
