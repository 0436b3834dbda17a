"""How units leave: killed, eliminated, captured. Different events, never merged [CTHULHU-2.8, CTHULHU-17.3]."""

from __future__ import annotations

from grimtable.games.cthulhu.components import (
    AREA_IDS,
    CAPTIVE,
    CULTIST,
    DOOM_VALUE,
    HALF_DOOM_VALUE,
    KIND,
    POOL,
    RANK,
    UID,
    Area,
    Player,
    Unit,
)
from grimtable.games.cthulhu.state import T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

# ---------------------------------------------------------------- hooks
mourn = Hook[[T, Player], Flow[None]]()  # an enemy took cultists of mine in this action or battle


def put(t: T, unit: Unit, area: Area) -> None:
    """[CTHULHU-2.12, CTHULHU-5.12] Put a unit anywhere; everybody is told if that abandons a gate."""
    s = t.state
    old = s.area[unit]
    if old >= 0 and s.gate[old] == unit:
        s.put(unit, area)
        t.emit("gate_left", AREA_IDS[old])
    else:
        s.area[unit] = area


def kill(t: T, unit: Unit, by: Player) -> None:
    """[CTHULHU-2.8] A Kill is carried out: back to the pool."""
    s = t.state
    t.emit("killed", UID[unit], s.owner[unit], AREA_IDS[s.area[unit]])
    _count_loss(t, unit, by)
    put(t, unit, POOL)


def eliminate(t: T, unit: Unit, by: Player, exchanged: bool = False) -> None:
    """[CTHULHU-2.8, CTHULHU-11.22, CTHULHU-17.4] To the pool without a Kill; `exchanged`: another takes its place."""
    s = t.state
    t.emit("eliminated", UID[unit], s.owner[unit], AREA_IDS[s.area[unit]])
    _count_loss(t, unit, by, exchanged)
    put(t, unit, POOL)


def capture(t: T, unit: Unit, by: Player) -> None:
    """[CTHULHU-5.21, CTHULHU-17.7] Off the map, on the captor's card: neither in play nor in the pool."""
    s = t.state
    t.emit("captured", by, UID[unit], s.owner[unit], AREA_IDS[s.area[unit]])
    _count_loss(t, unit, by)
    put(t, unit, CAPTIVE - by)


def spare(t: T, unit: Unit) -> None:
    """[CTHULHU-17.6] An ability saves a unit from its Kill: with two players the other gains half its value."""
    s = t.state
    t.emit("spared", UID[unit], s.owner[unit])
    if len(s.power) == 2:
        gain_doom(t, 1 - s.owner[unit], HALF_DOOM_VALUE[KIND[unit]])


def _count_loss(t: T, unit: Unit, by: Player, exchanged: bool = False) -> None:
    s = t.state
    owner = s.owner[unit]
    if by != owner and RANK[unit] == CULTIST and owner not in s.bereaved:
        s.bereaved = (*s.bereaved, owner)
    if len(s.power) == 2 and not exchanged:  # [CTHULHU-17.3, CTHULHU-17.4, CTHULHU-17.5]
        gain_doom(t, 1 - owner, DOOM_VALUE[KIND[unit]])


def gain_doom(t: T, me: Player, amount: int) -> None:
    t.state.doom[me] += amount
    if amount:
        t.emit("doom_gained", me, amount)


def gain_power(t: T, me: Player, amount: int) -> None:
    t.state.power[me] += amount
    if amount:
        t.emit("power_gained", me, amount)


def console(t: T) -> Flow[None]:
    """[CTHULHU-7.5] At the end of an action or a battle: abilities of those who lost cultists to an enemy."""
    s = t.state
    if not s.bereaved:
        return
    mourners = [me for me in s.order() if me in s.bereaved]
    s.bereaved = ()
    for me in mourners:
        for react in mourn.of(s.abilities[me]):
            yield from react(t, me)
