"""The outcome to expect from a position, in hundredths of an outcome point."""

from __future__ import annotations

from grimtable.games.oldworld.advice.fronts import MENACE, feared, front, promise, reward
from grimtable.games.oldworld.advice.grounds import Grounds
from grimtable.games.oldworld.advice.ratings import WIN
from grimtable.games.oldworld.components import EVERYWHERE, KHORNE, VICTORY, VP_TARGET, Power, Region
from grimtable.games.oldworld.state import BATTLE, GODS, SUMMONING, OldWorld


def value(s: OldWorld) -> tuple[int, ...]:
    """How far each has come on its best way, what the round promises, and what the others leave of it."""
    if s.outcome:
        return tuple([100 * points for points in s.outcome])
    regions = Grounds(s) if s.phase in (SUMMONING, BATTLE) else None
    dread = feared(s)
    hopes = []
    for me in s.powers:
        dial = WIN * s.dial[me] // VICTORY[me]
        points = WIN * min(VP_TARGET, s.vp[me]) // VP_TARGET
        soon = reward(me, 100 * s.counters[me]) if regions is None else promised(s, me, regions, dread)
        lying = sum(s.corruption[me::GODS])
        hopes.append((2 * max(dial, points) + min(dial, points)) // 3 + soon // 2 + 60 * lying)
    return tuple(hopes)


def promised(s: OldWorld, me: Power, regions: Grounds, dread: list[Region]) -> int:
    """What the round promises a power as it stands: only regions with its figures or cards do."""
    worth, counters = 0, 100 * s.counters[me]
    for region in EVERYWHERE:
        at = GODS * region + me
        if regions.figures[at] or regions.domination[at]:
            f = front(s, regions, region, me)
            if me != KHORNE and region in dread:
                f.danger += MENACE
            here = promise(me, f, s.points[me])
            worth += here[0]
            counters += here[1]
    return worth + reward(me, counters)
