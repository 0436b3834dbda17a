"""Unusual abilities of the Death Guard."""

from __future__ import annotations

from grimtable.games.wh40k.casualties import mortal_wounds
from grimtable.games.wh40k.components import INCH, Amount, Model, Unit
from grimtable.games.wh40k.dice import roll, roll_amount
from grimtable.games.wh40k.hooks import (
    fight_start,
    fight_start_ready,
    kill_made,
    power_resolved,
    turn_start,
    turn_start_ready,
)
from grimtable.games.wh40k.measure import ENGAGED, close, near_unit, nearest_units, units_near
from grimtable.games.wh40k.returning import join
from grimtable.games.wh40k.state import FIGHT, SLAIN, TABLE, Battle, T, enemy
from grimtable.kernel.values import Flow

GIFT = 7 * INCH


# ---------------------------------------------------------------- Nurgle's Gift
def gifted(s: Battle, unit: Unit) -> list[Unit]:
    """[WH40K-18.4] Enemy units within 1" of a DEATH GUARD model within 7" of the Lord, himself included."""
    lord = s.alive(unit)[0]
    mine = [
        m
        for u in s.units_of(s.owner[unit])
        if s.has(u, "DEATH GUARD")
        for m in s.alive(u)
        if u == unit or close(s, m, lord, GIFT)
    ]
    mark = gift_mark(s)
    foes = [u for u in s.units_of(enemy(s.owner[unit])) if not s.has_spent(u, mark)]
    return [u for u in foes if [1 for m in mine if near_unit(s, m, u, ENGAGED)]]


def gift_mark(s: Battle) -> str:
    return f"gift:{s.round}"


@turn_start_ready.by("nurgles_gift")
def has_gift(s: Battle, unit: Unit) -> bool:
    return bool(gifted(s, unit))


@turn_start.by("nurgles_gift")
def nurgles_gift(t: T, unit: Unit) -> Flow[None]:
    """[WH40K-18.4] A D6 for each: on 4+ it suffers 1 mortal wound. Several Lords do not roll twice for a unit."""
    s = t.state
    for foe in gifted(s, unit):
        s.spent = (*s.spent, (foe, gift_mark(s)))
        faces = yield from roll(t, s.owner[unit], 1, "gift", 4)
        if faces[0] >= 4:
            yield from mortal_wounds(t, foe, 1, unit)


# ---------------------------------------------------------------- Pestilential Fallout
@power_resolved.by("pestilential_fallout")
def pestilential_fallout(t: T, unit: Unit, total: int) -> Flow[None]:
    """After a power manifested with 7 or more the nearest enemy unit within 7" suffers 1 mortal wound."""
    s = t.state
    if total < 7 or s.place[unit] != TABLE:
        return
    near = units_near(s, unit, enemy(s.owner[unit]), GIFT)
    if near:
        closest = nearest_units(s, s.alive(unit)[0], near)
        target = yield from t.choose(s.owner[unit], "fallout", closest)
        yield from mortal_wounds(t, target, 1, unit)


# ---------------------------------------------------------------- Curse of the Walking Pox
@kill_made.by("curse_of_the_walking_pox")
def curse_of_the_walking_pox(t: T, unit: Unit, victim: Model) -> Flow[None]:
    """Each INFANTRY model slain by Poxwalkers in the Fight phase adds one Poxwalker to them."""
    s = t.state
    if s.phase != FIGHT or s.place[unit] != TABLE or not s.has(s.unit[victim], "INFANTRY"):
        return
    pattern = s.crew[unit][0]
    model = s.add_model(unit, s.line[pattern], s.wargear[pattern])
    s.wounds[model] = SLAIN  # until it stands somewhere
    yield from join(t, unit, [model])


# ---------------------------------------------------------------- Host of Plagues
@fight_start_ready.by("host_of_plagues")
def has_victims(s: Battle, unit: Unit) -> bool:
    return bool(units_near(s, unit, enemy(s.owner[unit]), GIFT))


@fight_start.by("host_of_plagues")
def host_of_plagues(t: T, unit: Unit) -> Flow[None]:
    """At the start of the Fight phase, for each enemy unit within 7": D3 mortal wounds on the damage table's value."""
    s = t.state
    need = int(s.row(s.alive(unit)[0], "host"))
    for foe in units_near(s, unit, enemy(s.owner[unit]), GIFT):
        faces = yield from roll(t, s.owner[unit], 1, "host", need)
        if faces[0] >= need:
            count = yield from roll_amount(t, s.owner[unit], Amount(1, 3, 0), "mortal_wounds")
            yield from mortal_wounds(t, foe, count, unit)
