"""Unusual abilities of the Orks."""

from __future__ import annotations

from grimtable.games.wh40k.casualties import mortal_wounds
from grimtable.games.wh40k.components import INCH, Model, Unit
from grimtable.games.wh40k.dice import roll
from grimtable.games.wh40k.hooks import damage_taken, movement_end, movement_end_ready, psychic_bonus
from grimtable.games.wh40k.measure import close
from grimtable.games.wh40k.state import THROTTLED, Battle, T
from grimtable.kernel.values import Flow


@damage_taken.by("ramshackle")
def ramshackle(t: T, model: Model, damage: int) -> Flow[int]:
    """Damage of more than 1 is reduced to 1 on a 6."""
    if damage < 2:
        return damage
    faces = yield from roll(t, t.state.owner[t.state.unit[model]], 1, "ramshackle", 6)
    return 1 if faces[0] == 6 else damage


@movement_end_ready.by("full_throttle")
def is_throttled(s: Battle, unit: Unit) -> bool:
    return s.did(unit, THROTTLED)


@movement_end.by("full_throttle")
def full_throttle(t: T, unit: Unit) -> Flow[None]:
    """After an Advance of 6" without a die: a D6 for each model, and a mortal wound for each 1."""
    s = t.state
    faces = yield from roll(t, s.owner[unit], len(s.alive(unit)), "throttle", 2)
    yield from mortal_wounds(t, unit, faces.count(1))


@psychic_bonus.by("waaagh_energy")
def waaagh_energy(t: T, unit: Unit) -> int:
    """+1 to psychic tests for every 10 friendly ORK models within 10", Gretchin not counted, at most +3."""
    s = t.state
    psyker = s.alive(unit)[0]
    crowd = [
        m
        for u in s.units_of(s.owner[unit])
        if s.has(u, "ORK") and not s.has(u, "GRETCHIN")
        for m in s.alive(u)
        if close(s, m, psyker, 10 * INCH)
    ]
    return min(3, len(crowd) // 10)
