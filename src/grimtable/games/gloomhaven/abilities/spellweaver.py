"""The Spellweaver."""

from __future__ import annotations

from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.moving import PULL, force
from grimtable.games.gloomhaven.ops import Act, ability, measure
from grimtable.games.gloomhaven.state import T
from grimtable.kernel.values import Flow


@measure.by("half_of_that_allys_max_hp_rounded_down")
def half_of_hit_points(t: T, act: Act) -> int:
    """Spirit of Doom, bottom."""
    return t.state.max_hp[act.touched[0]] // 2


@measure.by("that_allys_max_hp")
def all_hit_points(t: T, act: Act) -> int:
    """The same with light consumed."""
    return t.state.max_hp[act.touched[0]]


@ability.by("choose_hex")
def black_hole(t: T, act: Act, op: Op) -> Flow[None]:
    """Black Hole, bottom: all enemies in range of a hex are pulled toward it."""
    s = t.state
    ground = s.ground()
    row, here = ground.row(s.hex[act.me]), s.hex[act.me]
    line = op.sub[0]
    rider = line.rider("affects")
    reach = rider.number("range") if rider is not None else 0
    foes = [f for f in s.enemies(act.me) if s.may_target(act.me, f)]
    hexes = [
        h
        for h in range(ground.size)
        if row[h] <= op.number("range")
        and ground.sees(here, h)
        and [f for f in foes if ground.row(h)[s.hex[f]] <= reach]
    ]
    if not hexes:
        return
    centre = yield from ask(t, act.seat, "centre", hexes)
    for foe in [f for f in foes if ground.row(centre)[s.hex[f]] <= reach]:
        if (yield from force(t, foe, act.me, line.value, PULL, centre)):
            act.did = True
