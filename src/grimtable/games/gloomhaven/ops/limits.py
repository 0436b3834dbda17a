"""Active cards that change one attack per turn: the player names it."""

from __future__ import annotations

from grimtable.games.gloomhaven.bonuses import bonuses_on, op_of
from grimtable.games.gloomhaven.ops.attack import striking
from grimtable.games.gloomhaven.ops.bonus import applies, modify
from grimtable.games.gloomhaven.ops.triggers import agrees
from grimtable.games.gloomhaven.state import T
from grimtable.games.gloomhaven.strikes import Blow
from grimtable.kernel.values import Flow


@striking.by("limited")
def once_in_a_turn(t: T, blow: Blow) -> Flow[None]:
    """[GLOOMHAVEN-16.1] Asked for each attack that fits, until it is used; a new turn brings it back."""
    s, me = t.state, blow.strike.attacker
    if not s.bonuses:
        return
    rows = [*bonuses_on(s, me, "modify_attacks"), *bonuses_on(s, me, "modify_own_attacks")]
    for row in [row for row in rows if op_of(row).text("limit")]:
        key = f"limit {row.source} {me}"
        if key in s.notes or not applies(s, blow, op_of(row), row):
            continue
        if (yield from agrees(t, s.asks(me), row, True)):
            s.notes[key] = 1
            modify(t, blow, op_of(row), row)
