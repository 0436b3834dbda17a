"""The Cragheart: rock in the way of friend and foe."""

from __future__ import annotations

from grimtable.games.gloomhaven.bonuses import charges_of, gain_xp, op_of, spend_charge
from grimtable.games.gloomhaven.components import NONE, OBSTACLE, Figure, Hex
from grimtable.games.gloomhaven.components.hexes import DIRECTIONS
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.interludes import Option, at_will, take
from grimtable.games.gloomhaven.moving import PUSH, STAY, enter, forced_steps, walk
from grimtable.games.gloomhaven.ops import Act
from grimtable.games.gloomhaven.ops.attack import striking
from grimtable.games.gloomhaven.ops.move import Stride, bound_move
from grimtable.games.gloomhaven.ops.targets import one_of
from grimtable.games.gloomhaven.ops.terrain import clear, may_be_destroyed, obstacles_within
from grimtable.games.gloomhaven.paths import FLY, WALK, end_cost, may_pass, may_stop, mode_of, reachable, step_cost
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, Strike, after_hit, rider
from grimtable.kernel.values import Flow


# ---------------------------------------------------------------- pushes into rock
@rider.by("push_through_obstacles")
def push_through_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    """The push of this attack is made when its other effects are done."""
    strike.after += (Op(op.name, strike.push, "", (), op.args),)
    strike.push = 0
    yield from ()


@after_hit.by("push_through_obstacles")
def push_through(t: T, blow: Blow, op: Op) -> Flow[None]:
    """Heaving Swing and Pulverize: obstacles in the way break and hurt."""
    s, me, target = t.state, blow.strike.attacker, blow.target
    left = op.value
    while left > 0 and s.in_play(target):
        row, at = s.ground().row(s.hex[me]), s.hex[target]
        rocks = [h for h in s.ground().near[at] if row[h] > row[at] and may_be_destroyed(s, h)]
        steps = sorted({*forced_steps(s, target, at, s.hex[me], left, PUSH), *rocks})
        if not steps:
            return
        to = yield from pushed_to(t, me, steps, left == op.value)
        if isinstance(to, tuple):
            continue
        if isinstance(to, str):
            return
        left -= 1
        if to in rocks:
            clear(t, to)
            yield from suffer(t, target, op.number("damage_each"), me)
            gain_xp(t, me, op.number("xp_each"))
        if s.in_play(target):
            yield from enter(t, target, to, FLY if s.flies(target) else WALK, me)


@rider.by("push_blocked_damage")
def push_blocked_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    strike.after += (Op(op.name, strike.push, "", (), op.args),)
    strike.push = 0
    yield from ()


@after_hit.by("push_blocked_damage")
def push_blocked(t: T, blow: Blow, op: Op) -> Flow[None]:
    """Brutal Momentum: every hex of the push that a wall or an obstacle takes away hurts."""
    s, me, target = t.state, blow.strike.attacker, blow.target
    left = op.value
    while left > 0 and s.in_play(target):
        steps = forced_steps(s, target, s.hex[target], s.hex[me], left, PUSH)
        if not steps:
            if against_rock(s, target, me):
                gain_xp(t, me, left * op.number("xp_per_hex"))
                yield from suffer(t, target, left * op.number("per_hex"), me)
            return
        to = yield from pushed_to(t, me, steps, left == op.value)
        if isinstance(to, tuple):
            continue
        if isinstance(to, str):
            return
        left -= 1
        yield from enter(t, target, to, FLY if s.flies(target) else WALK, me)


def pushed_to(t: T, me: Figure, steps: list[Hex], first: bool) -> Flow[Hex | str | Option]:
    """The next hex of a push, nowhere before the first one, or what the player has done before it goes on."""
    seat = t.state.asks(me)
    options: list[Hex | str | Option] = [*([STAY] if first else []), *steps]
    to = yield from t.choose(seat, "push_to", [*options, *(at_will(t.state, seat) if len(options) > 1 else ())])
    if isinstance(to, tuple):
        yield from take(t, seat, to)
    return to


def against_rock(s: Gloomhaven, figure: Figure, by: Figure) -> bool:
    """Whether a wall or an obstacle, and not only figures, stands where the figure would be pushed."""
    row, at = s.ground().row(s.hex[by]), s.hex[figure]
    behind = [h for h in s.ground().near[at] if row[h] > row[at]]
    walls = len(s.ground().near[at]) < len(DIRECTIONS)
    return walls or bool([h for h in behind if s.terrain[h] & OBSTACLE])


# ---------------------------------------------------------------- bound moves
@bound_move.by("movement_in_straight_line")
def rock_slide(t: T, act: Act, stride: Stride) -> Flow[list[Hex]]:
    """Rock Slide, bottom: straight ahead, in one of the six directions."""
    s, layout = t.state, t.state.layout()
    mode, start = mode_of(s, act.me, stride.jump), s.hex[act.me]
    ways: dict[Hex, list[Hex]] = {}
    for q, r in DIRECTIONS:
        at, left, path = start, stride.points, list[Hex]()
        while True:
            place = (layout.axial[at][0] + q, layout.axial[at][1] + r)
            there = layout.index.get(place, NONE)
            if there not in s.ground().near[at] or not may_pass(s, act.me, there, mode):
                break
            left -= step_cost(s, act.me, there, mode)
            if left < 0:
                break
            path = [*path, there]
            at = there
            if may_stop(s, act.me, at, mode):
                ways[at] = path
    options: list[Hex | str | Option] = [STAY, *sorted(ways), *at_will(s, act.seat)]
    to = yield from t.choose(act.seat, "move_to", options)
    if isinstance(to, tuple):
        yield from take(t, act.seat, to)
        return (yield from rock_slide(t, act, stride))
    return [] if isinstance(to, str) else (yield from walk(t, act.me, ways[to], mode, act.me))


@bound_move.by("end_adjacent_to_an_obstacle")
def rocky_end(t: T, act: Act, stride: Stride) -> Flow[list[Hex]]:
    """Rocky End, bottom: only to hexes next to an obstacle."""
    s = t.state
    mode = mode_of(s, act.me, stride.jump)
    found = reachable(s, act.me, mode, stride.points)
    near = s.ground().near
    ends = [
        h
        for h in range(s.layout().size)
        if h != found.start
        and end_cost(s, found, h) <= stride.points
        and may_stop(s, act.me, h, mode)
        and [o for o in near[h] if s.terrain[o] & OBSTACLE]
    ]
    options: list[Hex | str | Option] = [STAY, *ends, *at_will(s, act.seat)]
    to = yield from t.choose(act.seat, "move_to", options)
    if isinstance(to, tuple):
        yield from take(t, act.seat, to)
        return (yield from rocky_end(t, act, stride))
    return [] if isinstance(to, str) else (yield from walk(t, act.me, found.path(to), mode, act.me))


# ---------------------------------------------------------------- rock for a punch
@striking.by("your_melee_attack_when_adjacent_obstacle_available")
def stone_pummel(t: T, blow: Blow) -> Flow[None]:
    """Stone Pummel, bottom: an adjacent obstacle may be broken for a stronger melee attack."""
    s, me = t.state, blow.strike.attacker
    for row in charges_of(s, me, "your_melee_attack_when_adjacent_obstacle_available"):
        near = obstacles_within(s, me, 1) if blow.strike.is_melee else []
        at = (yield from one_of(t, s.asks(me), "obstacle", near)) if near else NONE
        if at != NONE:
            clear(t, at)
            blow.value += sum([op.value for op in op_of(row).ops("grant") if op.name == "attack_bonus"])
            spend_charge(t, row)
