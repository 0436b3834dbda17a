"""The Elementalist: lightning that leaps on, a double to strike from, power in every element consumed."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.attacks import attack, may_strike
from grimtable.games.gloomhaven.components import NONE, SUMMON, Figure, Hex
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.ops import Act, ability, perform_riders
from grimtable.games.gloomhaven.ops.aiming import aimed
from grimtable.games.gloomhaven.ops.attack import stand_in
from grimtable.games.gloomhaven.ops.targets import group, one_of, targetable
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Strike, after_attack
from grimtable.kernel.values import Flow

FROM_HEX: Final = "you_may_perform_attack_actions_as_if_in_this_summons_hex"


# ---------------------------------------------------------------- whom
@group.by("enemiesRangeExact")
def enemies_so_far(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    """Infernal Vortex, top: neither nearer nor further away."""
    return [f for f in targetable(s, act) if s.distance(act.me, f) == reach and s.sees(act.me, f)]


@group.by("all_enemies_within_range_of_healed_figure")
def enemies_around_the_healed(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    """Eye of the Hurricane, top: the range counts from whom the heal was for."""
    centres = [f for f in act.touched if s.in_play(f)]
    return [f for f in targetable(s, act) if [c for c in centres if s.distance(c, f) <= reach]]


# ---------------------------------------------------------------- Chain Lightning
@after_attack.by("chain_attack")
def chain_attack(t: T, strike: Strike, op: Op) -> Flow[None]:
    """The attack leaps from the previous target to a new one near it, weaker each time."""
    s, me = t.state, strike.attacker
    if len(strike.hit) < op.number("order") - 1 or not strike.hit or not may_strike(s, me):
        return
    row = s.ground().row(place_of(s, strike, strike.hit[-1]))
    fresh = [f for f in s.enemies(me) if s.may_target(me, f) and f not in strike.hit]
    near = [f for f in fresh if row[s.hex[f]] <= op.number("range")]
    target = yield from aimed(t, s.asks(me), strike, "target", near, True)
    if target != NONE:
        strike.value += op.number("attack_add")
        yield from attack(t, strike, target)
        strike.value -= op.number("attack_add")


def place_of(s: Gloomhaven, strike: Strike, target: Figure) -> Hex:
    """Where a target stands, or stood when it died."""
    died = [at for figure, at in strike.killed if figure == target]
    return died[0] if died else s.hex[target]


# ---------------------------------------------------------------- Simulacrum
@stand_in.by("cards")
def doppelganger(t: T, act: Act) -> Flow[Figure]:
    """Attacks may be made as if from the hex of the double."""
    s = t.state
    doubles = [
        f
        for f in s.figures()
        if s.sort[f] == SUMMON
        and s.owner[f] == act.me
        and [op for op in s.summon_kind(f).traits if op.text("name") == FROM_HEX]
    ]
    if not doubles:
        return NONE
    return (yield from one_of(t, act.seat, "stand_in", doubles))


# ---------------------------------------------------------------- Volatile Consumption
@ability.by("choose_one")
def choose_one(t: T, act: Act, op: Op) -> Flow[None]:
    """One of several lines, named by its first word."""
    ways: dict[str, tuple[Op, ...]] = {option[0].name: option for option in op.args["options"]}
    yield from perform_riders(t, act, ways[(yield from ask(t, act.seat, "choose_one", list(ways)))])
