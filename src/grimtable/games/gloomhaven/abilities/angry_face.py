"""The Doomstalker: one Doom at a time, on whichever enemy it falls; traps that burst."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import charges_of, grant, has_rule, is_in_force, op_of, spend_charge
from grimtable.games.gloomhaven.components import NONE, RANKS, Figure, Hex, bits
from grimtable.games.gloomhaven.components.cards import CARD_HALVES
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import PERSISTENT, Bonus
from grimtable.games.gloomhaven.conditions import give
from grimtable.games.gloomhaven.damage import damage_taken, die, suffer
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.moments import figure_died, stat_change, turn_started
from grimtable.games.gloomhaven.moving import STAY, trap_sprung, walk
from grimtable.games.gloomhaven.ops import Act, ability, perform_riders
from grimtable.games.gloomhaven.ops.attack import holds, per_target
from grimtable.games.gloomhaven.ops.bonus import lasting, nothing
from grimtable.games.gloomhaven.ops.control import bound_force
from grimtable.games.gloomhaven.ops.displacing import destination
from grimtable.games.gloomhaven.ops.support import may_kill
from grimtable.games.gloomhaven.ops.targets import ONE, group, one_of, reach_of, targetable
from grimtable.games.gloomhaven.ops.triggers import acting_for, triggers_of
from grimtable.games.gloomhaven.paths import may_stop, mode_of, reachable
from grimtable.games.gloomhaven.piles import leave_active
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, Strike, after_hit, rider
from grimtable.kernel.values import Flow

TWO_DOOMS: Final = "two_dooms_may_be_active_on_the_same_target"
AFTERWARDS: Final = "after_the_attack"
DIED_HERE: Final = "hex_where_enemy_died"
FAR_ENOUGH: Final = 99  # movement points to look for the nearest place with

ability.by("modify_stats")(lasting)
ability.by("doom_replace")(nothing)


# ---------------------------------------------------------------- who is doomed
def dooms_of(s: Gloomhaven, figure: Figure) -> list[Bonus]:
    return [row for row in s.bonuses if row.word == "doom" and row.figure == figure]


def dooms_on(s: Gloomhaven, enemy: Figure) -> list[Bonus]:
    return [row for row in s.bonuses if row.word == "doom" and row.aim == enemy]


@group.by("this_doomed_enemy")
def carrier(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [row.aim for row in dooms_of(s, act.me) if row.source == act.card and s.in_play(row.aim)]


@group.by("all_doomed_enemies")
def carriers(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return list(dict.fromkeys([row.aim for row in dooms_of(s, act.me) if s.in_play(row.aim)]))


@holds.by("target_is_doomed")
def is_doomed(s: Gloomhaven, blow: Blow) -> bool:
    return blow.target in [row.aim for row in dooms_of(s, blow.strike.attacker)]


holds.by("target_doomed")(is_doomed)


@holds.by("target_is_undamaged")
def is_undamaged(s: Gloomhaven, blow: Blow) -> bool:
    return s.hp[blow.target] >= s.max_hp[blow.target]


@per_target.by("range_of_the_attack_minus_distance_to_target")
def range_to_spare(s: Gloomhaven, blow: Blow) -> int:
    """Predator and Prey, bottom: melee has none."""
    return max(0, blow.strike.reach - s.distance(blow.strike.attacker, blow.target))


@stat_change.by("dooms")
def weakened(s: Gloomhaven, figure: Figure, stat: str) -> int:
    """Crippling Noose, bottom."""
    if not s.bonuses or stat not in ("attack", "move", "range"):
        return 0
    cards = [row.source for row in s.bonuses if row.word == "doom" and row.aim == figure]
    return sum([op_of(r).number(stat) for r in s.bonuses if r.word == "modify_stats" and r.source in cards])


# ---------------------------------------------------------------- Dooms come and go
@ability.by("doom")
def doom(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-16.10] Put on any enemy of the ranks it names; the Doom before it ends."""
    s = t.state
    ranks = op.words("ranks")
    ready = [f for f in targetable(s, act) if not ranks or RANKS[s.rank[f]] in ranks]
    target = (yield from one_of(t, act.seat, "doom", ready)) if ready else NONE
    if target == NONE:
        return
    yield from make_room(t, act, target)
    grant(s, act.me, "doom", 0, "", 0, PERSISTENT, act.card, act.half, act.place, target)
    t.emit("doomed", s.tag(target), act.card)
    act.did = True
    yield from perform_riders(t, act, op.sub)


def make_room(t: T, act: Act, target: Figure) -> Flow[None]:
    """Inescapable Fate, top: two Dooms on the same enemy; otherwise one alone."""
    s = t.state
    rows = dooms_of(s, act.me)
    same = [row for row in rows if row.aim == target] if has_rule(s, act.me, TWO_DOOMS) else []
    ends = [row for row in rows if row not in same]
    if len(same) > 1:
        card = yield from t.choose(act.seat, "end_doom", [row.source for row in same])
        ends += [row for row in same if row.source == card]
    for row in ends:
        leave_active(t, act.me, row)


def pass_on(t: T, rows: list[Bonus], target: Figure) -> None:
    """Dooms get a new carrier; their cards stay."""
    s = t.state
    s.bonuses = [row._replace(aim=target) if row in rows else row for row in s.bonuses]
    for row in rows:
        t.emit("doomed", s.tag(target), row.source)


@ability.by("transfer_doom")
def transfer_doom(t: T, act: Act, op: Op) -> Flow[None]:
    """One Doom or all of them to an enemy in range."""
    s = t.state
    rows = dooms_of(s, act.me)
    if op.text("which") == "one":
        rows = [row for row in rows if row.aim in act.touched][:1]
    ready = group["enemies_within_range"](s, act, reach_of(op))
    target = (yield from one_of(t, act.seat, "doom", ready)) if ready and rows else NONE
    if target != NONE:
        pass_on(t, rows, target)
        act.did = True


@ability.by("discard_this_card")
def discard_this_card(t: T, act: Act, op: Op) -> Flow[None]:
    for row in [row for row in t.state.bonuses if row.source == act.card][:1]:
        leave_active(t, act.me, row)
    yield from ()


# ---------------------------------------------------------------- the doomed die, act and suffer
@figure_died.by("dooms")
def doomed_dies(t: T, figure: Figure, by: Figure, at: Hex) -> Flow[None]:
    """What its Dooms do, then whether they pass on to somebody near; those that do not are discarded."""
    s = t.state
    for hunter in list(dict.fromkeys([row.figure for row in dooms_on(s, figure)])):
        rows = dooms_on(s, figure)
        for row in [r for r in triggers_of(s, hunter, "this_doomed_enemy_dies") if r.source in sources(rows)]:
            yield from last_act(t, row, op_of(row).ops("grant"), at)
        for row in charges_of(s, hunter, "doomed_enemy_dies"):
            yield from last_act(t, row, op_of(row).ops("grant"), at)
            if row in s.bonuses:
                spend_charge(t, row)
        yield from inherit(t, hunter, figure, at)
        for row in dooms_on(s, figure):
            leave_active(t, hunter, row)


def sources(rows: list[Bonus]) -> list[int]:
    return [row.source for row in rows]


def last_act(t: T, row: Bonus, ops: tuple[Op, ...], at: Hex) -> Flow[None]:
    """An ability at the death of a doomed enemy, which left its hex."""
    if t.state.in_play(row.figure) and is_in_force(t.state, row):
        act = acting_for(t, row.figure, row)
        act.hexes = [at]
        yield from perform_riders(t, act, ops)


def inherit(t: T, hunter: Figure, figure: Figure, at: Hex) -> Flow[None]:
    """Rising Momentum and Frightening Curse: Dooms go to another enemy near the one that died."""
    s = t.state
    rows = dooms_on(s, figure)
    passing = [
        r
        for r in triggers_of(s, hunter, "this_doomed_enemy_dies_within_range_of_another_enemy")
        if r.source in sources(rows)
    ]
    charged = charges_of(s, hunter, "doomed_enemy_dies_within_range_of_another_enemy")
    for waiting in [*passing, *charged]:
        rows = dooms_on(s, figure)
        row = s.ground().row(at)
        near = [f for f in s.enemies(hunter) if row[s.hex[f]] <= op_of(waiting).number("range")]
        if not near or not rows or not s.in_play(hunter) or not is_in_force(s, waiting):
            continue
        seat = s.asks(hunter)
        target = yield from one_of(t, seat, "doom", near)
        if target == NONE:
            continue
        if waiting in charged:
            if len(rows) > 1:
                card = yield from t.choose(seat, "pass_doom", sources(rows))
                rows = [one for one in rows if one.source == card]
            spend_charge(t, waiting)
        pass_on(t, rows, target)


@turn_started.by("dooms")
def doomed_starts(t: T, figure: Figure) -> Flow[None]:
    yield from doomed_moment(t, figure, "start_of_this_doomed_enemys_turn")


@damage_taken.by("cards")
def doomed_suffers(t: T, figure: Figure) -> Flow[None]:
    yield from doomed_moment(t, figure, "each_time_this_doomed_enemy_suffers_damage")


def doomed_moment(t: T, figure: Figure, trigger: str) -> Flow[None]:
    s = t.state
    for doom_row in dooms_on(s, figure) if s.bonuses else ():
        for row in triggers_of(s, doom_row.figure, trigger):
            if row.source == doom_row.source and s.in_play(row.figure):
                yield from perform_riders(t, acting_for(t, row.figure, row), op_of(row).ops("grant"))


# ---------------------------------------------------------------- where the enemy died
@group.by("enemies_adjacent_to_hex_where_enemy_died")
def enemies_beside_the_dead(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    near = [there for at in act.hexes for there in s.ground().near[at]]
    return [f for f in s.enemies(act.me) if s.hex[f] in near]


group.by("all_enemies_adjacent_to_hex_where_enemy_died")(enemies_beside_the_dead)


@destination.by(DIED_HERE)
def where_it_died(s: Gloomhaven, act: Act, op: Op) -> list[Hex]:
    """Felling Swoop, bottom."""
    return [at for at in act.hexes if may_stop(s, act.me, at, mode_of(s, act.me, False))]


# ---------------------------------------------------------------- attacks
@rider.by("kill")
def kill_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    """Instead of the attack, or of what is left afterwards."""
    if op.text("when") == AFTERWARDS:
        strike.after += (Op("finish_off", 0, "", op.sub, op.args),)
    else:
        strike.per_target += (op,)
    yield from ()


@after_hit.by("finish_off")
def finish_off(t: T, blow: Blow, op: Op) -> Flow[None]:
    """Impending End, top: who is nearly dead dies."""
    s, target = t.state, blow.target
    if s.in_play(target) and may_kill(s, op, target):
        yield from die(t, target, blow.strike.attacker)
        blow.strike.killed += ((target, blow.at),)
        blow.strike.xp += sum([sub.value for sub in op.sub if sub.name == "xp"])


ONE["one_doomed_enemy_at_any_range"] = "all_doomed_enemies"


@bound_force.by("move_directly_toward_closest_hex_adjacent_to_one_of_your_allies")
def lead_to_slaughter(t: T, act: Act, figure: Figure, points: int) -> Flow[list[Hex]]:
    """Lead to Slaughter, top: on a shortest way to the nearest hex beside an ally, as far as the player likes."""
    s = t.state
    mode = mode_of(s, figure, False)
    found = reachable(s, figure, mode, FAR_ENOUGH)
    beside = {h for ally in s.allies(act.me) for h in s.ground().near[s.hex[ally]]}
    goals = [h for h in sorted(beside) if found.cost[h] <= FAR_ENOUGH and may_stop(s, figure, h, mode)]
    if not goals or s.hex[figure] in beside:
        return []
    nearest = [h for h in goals if found.cost[h] == min([found.cost[other] for other in goals])]
    ends = {at: found.path(goal) for goal in nearest for at in found.path(goal) if found.cost[at] <= points}
    options: list[Hex | str] = [STAY, *sorted([at for at in ends if may_stop(s, figure, at, mode)])]
    to = yield from ask(t, act.seat, "move_to", options)
    if isinstance(to, str):
        return []
    path = ends[to]
    return (yield from walk(t, figure, path[: path.index(to) + 1], mode, figure))


# ---------------------------------------------------------------- traps that burst
@trap_sprung.by("bursts")
def burst(t: T, figure: Figure, laid_by: Figure, at: Hex) -> Flow[None]:
    """Detonation and Flight of Flame: enemies of who laid the trap next to it feel it, too."""
    s = t.state
    line = s.notes.pop(f"trap card {at}", NONE)
    if line == NONE:
        return
    card, half, place = line // 100, line // 10 % 10, line % 10
    for op in CARD_HALVES[card][half].ops[place].ops("when_sprung"):
        beside = [s.at[h] for h in s.ground().near[at] if s.at[h] != NONE]
        for foe in [f for f in beside if s.side[f] != s.side[laid_by]]:
            if op.name == "condition":
                give(t, foe, bits([op.word]))
            else:
                yield from suffer(t, foe, op.value, laid_by)
