"""Moves, entering hexes, and forced movement [GLOOMHAVEN-12, GLOOMHAVEN-13.23]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from grimtable.games.gloomhaven.components import (
    CHARACTER,
    HAZARD,
    IMMOBILIZE,
    MONSTER,
    NONE,
    OBSTACLE,
    STUN,
    SUMMON,
    TRAP,
    Figure,
    Hex,
    Mask,
    Seat,
)
from grimtable.games.gloomhaven.components.scenarios import HAZARD_DAMAGE, TRAP_DAMAGE
from grimtable.games.gloomhaven.components.terms import GROUNDED, SURE_FOOTED, UNAFFECTED
from grimtable.games.gloomhaven.conditions import give
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.gear import is_proof
from grimtable.games.gloomhaven.interludes import NONE_NOW, Option, at_will, take
from grimtable.games.gloomhaven.moments import hex_entered, movement_ended, movement_uses, use_movement
from grimtable.games.gloomhaven.paths import (
    BAD,
    FLY,
    JUMP,
    WALK,
    Ways,
    end_cost,
    may_pass,
    may_stop,
    mode_of,
    reachable,
    ways,
)
from grimtable.games.gloomhaven.rooms import open_door, take_trap
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.telling import tell, tell_way
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

if TYPE_CHECKING:  # to the compiler a machine word, else an int
    from mypy_extensions import i64

STAY: Final = "stay"
FORCED: Final = "forced_movement_by_enemies_or_scenario"  # what an item keeps off
NO_HAZARD: Final = "hazardous_terrain_damage"  # the same
ITEMS: Final[tuple[str, ...]] = ("items",)
# Items that make more of a move already begun, and using one: so many points more, and whether it is a jump now.
on_the_way: Final = Hook[[Gloomhaven, Figure], Sequence[Option]]()
go_further: Final = Hook[[T, Figure, int], Flow[tuple[int, bool]]]()
PUSH: Final = 1
PULL: Final = -1
MOVING: Final = "moving"  # notes of the move that is being made
POINTS: Final = "points"
MODE: Final = "mode"
# Somebody other than the figure itself laid this trap, and it was sprung: (t, figure, who laid it, hex).
trap_sprung: Final = Hook[[T, Figure, Figure, Hex], Flow[None]]()


# ---------------------------------------------------------------- a figure moves by a player's choice
def move(
    t: T, figure: Figure, points: int, jump: bool = False, trace: bool = False, seat: int = NONE
) -> Flow[list[Hex]]:
    """[GLOOMHAVEN-12.1] Up to so many points, in stretches of the player's choice. Returns the hexes entered.

    With `trace` the player may also name hexes to pass over, since what lies on the way matters.
    """
    s = t.state
    mode = mode_of(s, figure, jump)
    seat = s.asks(figure) if seat == NONE else seat
    entered: list[Hex] = []
    jumped = False  # to where it stands
    while points > 0 and s.in_play(figure):
        mode = mode_of(s, figure, jump)
        found = reachable(s, figure, mode, points)
        ends = ends_of(s, figure, found, points, trace)
        stay: list[Hex | str] = [STAY] if may_stop(s, figure, s.hex[figure], mode) else []
        uses = [use for other in movement_uses.of(s.flags) for use in other(s, figure, points)]
        gear = boots_of(s, figure, seat) if entered and stay else NONE_NOW
        if not ends and not uses and not gear:
            break
        s.notes[MOVING], s.notes[POINTS], s.notes[MODE] = figure, points, mode
        free = at_will(s, seat) if stay else NONE_NOW
        to = yield from t.choose(seat, "move_to", [*stay, *uses, *ends, *gear, *free])
        if to == STAY:
            break
        if isinstance(to, tuple) and to in gear:
            more, leaps = yield from go_further["items"](t, figure, to[1])
            points, jump = points + more, jump or leaps
            continue
        if isinstance(to, tuple):
            yield from take(t, seat, to)
            continue
        if isinstance(to, str):
            points = yield from use_movement[to](t, figure, to, points)
            continue
        points -= found.cost[to]
        before = s.conditions[figure]
        entered += yield from walk(t, figure, found.path(to), mode, figure)
        jumped = mode == JUMP
        if is_stopped(s, figure, before, mode):
            break
    for note in (MOVING, POINTS, MODE):
        s.notes.pop(note, None)
    if jumped and s.in_play(figure):
        yield from arrive(t, figure, s.hex[figure], figure)
    for react in movement_ended.of(s.flags) if entered and s.in_play(figure) else ():
        react(t, figure)
    return entered


def boots_of(s: Gloomhaven, figure: Figure, seat: Seat) -> Sequence[Option]:
    """[GLOOMHAVEN-19.1] What whoever moves wears and can still use on the way, if it decides on its move itself."""
    if s.sort[figure] != CHARACTER or s.seat[figure] != seat or not s.items[figure]:
        return NONE_NOW
    return [option for other in on_the_way.of(ITEMS) for option in other(s, figure)]


def ends_of(s: Gloomhaven, figure: Figure, found: Ways, points: int, trace: bool) -> list[Hex]:
    """Where a stretch may end, in order; with `trace` also what it may pass over to go on from there."""
    mode, cost = found.mode, found.cost
    ends: list[Hex] = []
    most: i64 = points
    h: i64
    for h in range(len(cost)):
        price: i64 = cost[h]
        if price <= 0 or price > most or (mode == JUMP and end_cost(s, found, h) & 4095 > points):
            continue
        if may_stop(s, figure, h, mode) or (trace and may_go_on(s, figure, h, mode, points - price)):
            ends.append(h)
    return ends


def may_go_on(s: Gloomhaven, figure: Figure, at: Hex, mode: int, left: int) -> bool:
    """Whether a hex that cannot be stopped on can still be left for one that can."""
    if mode == WALK:
        costs = ways(s, figure, mode, at).cost
        return any([cost <= left and may_stop(s, figure, h, mode) for h, cost in enumerate(costs)])
    row = s.ground().row(at)
    return left > 0 and any([row[h] <= left and may_stop(s, figure, h, mode) for h in range(s.ground().size)])


def walk(t: T, figure: Figure, path: list[Hex], mode: int, cause: Figure) -> Flow[list[Hex]]:
    """Enter the hexes of a path one by one, as long as the figure lives and nothing stops it."""
    s = t.state
    before = s.conditions[figure]
    entered: list[Hex] = []
    start, told = s.hex[figure], 0
    for at in path:
        entered.append(at)
        step_onto(s, figure, at, cause)
        if does_something(s, figure, at, mode):
            tell_way(t, figure, start, at, len(entered) - told)
            start, told = at, len(entered)
            yield from work_on(t, figure, at, mode, cause)
            if not s.in_play(figure):
                break
        if s.conditions[figure] != before and is_stopped(s, figure, before, mode):
            break
    tell_way(t, figure, start, entered[-1] if entered else start, len(entered) - told)
    return entered


def is_stopped(s: Gloomhaven, figure: Figure, before: Mask, mode: int) -> bool:
    """[GLOOMHAVEN-14.10] Whether stun or immobilize, gained on the way, ends a move where the figure stands."""
    gained = s.conditions[figure] & ~before & (STUN | IMMOBILIZE)
    return bool(gained) and s.in_play(figure) and may_stop(s, figure, s.hex[figure], mode)


def enter(t: T, figure: Figure, at: Hex, mode: int, cause: Figure) -> Flow[None]:
    """[GLOOMHAVEN-12.4] A figure enters a hex."""
    start = t.state.hex[figure]
    step_onto(t.state, figure, at, cause)
    tell_way(t, figure, start, at, 1)
    yield from work_on(t, figure, at, mode, cause)


def step_onto(s: Gloomhaven, figure: Figure, at: Hex, cause: Figure) -> None:
    s.put(figure, at)
    if s.acting == figure and cause == figure:
        s.walked = (*s.walked, at)


def does_something(s: Gloomhaven, figure: Figure, at: Hex, mode: int) -> bool:
    """Whether a hex that has been entered works on anybody: seldom, and else no flow is begun."""
    if s.sort[figure] == CHARACTER and at in s.ground().shut:
        return True
    return (mode == WALK and bool(s.terrain[at] & BAD)) or bool(hex_entered.of(s.flags))


def work_on(t: T, figure: Figure, at: Hex, mode: int, cause: Figure) -> Flow[None]:
    """[GLOOMHAVEN-12.4] Doors open, terrain works at once unless jumped over or flown over."""
    s = t.state
    if at in s.ground().shut and s.sort[figure] == CHARACTER:  # [GLOOMHAVEN-17.10] summons open no doors
        yield from open_door(t, figure, at)
    if mode == WALK and s.terrain[at] & BAD:
        yield from arrive(t, figure, at, cause)
    for react in hex_entered.of(s.flags):
        if s.in_play(figure):
            yield from react(t, figure, at)


def arrive(t: T, figure: Figure, at: Hex, cause: Figure) -> Flow[None]:
    """[GLOOMHAVEN-5.8, GLOOMHAVEN-5.14] Traps spring, hazardous terrain hurts."""
    s = t.state
    if s.terrain[at] & HAZARD and not s.marks[figure] & SURE_FOOTED and not is_proof(s, figure, NO_HAZARD):
        yield from suffer(t, figure, HAZARD_DAMAGE[s.solo][s.level], NONE if cause == figure else cause)
    if s.terrain[at] & TRAP and s.in_play(figure):
        yield from spring(t, figure, at, cause)


def spring(t: T, figure: Figure, at: Hex, cause: Figure) -> Flow[None]:
    """The trap works on the figure and is gone; a kill is credited to who caused it.

    [GLOOMHAVEN-5.9, GLOOMHAVEN-5.13]
    """
    s = t.state
    damage, conditions, laid_by = take_trap(s, at)
    tell(t, "sprung", figure, at)
    s.tally(
        s.character_of(s.acting) if s.acting != NONE else NONE, "traps_sprung_or_disarmed_on_own_or_own_summons_turn"
    )
    yield from suffer(t, figure, damage, NONE if cause == figure else cause)
    give(t, figure, conditions)
    for react in trap_sprung.of(("cards", "bursts", *s.flags)):
        yield from react(t, figure, laid_by, at)


def land(t: T) -> Flow[None]:
    """Who stands on an obstacle and flies no more suffers a trap's damage and moves to an empty hex.

    [GLOOMHAVEN-12.7]
    """
    s = t.state
    for figure in range(len(s.hex)):
        at = s.hex[figure]
        if at == NONE or not s.terrain[at] & OBSTACLE:
            continue
        falls = s.sort[figure] in (CHARACTER, SUMMON) or s.marks[figure] & GROUNDED
        if not falls or s.flies(figure):
            continue
        yield from suffer(t, figure, TRAP_DAMAGE[s.solo][s.level])
        row = s.ground().row(at)
        free = [h for h in range(s.ground().size) if s.is_empty(h) and s.is_revealed(h)]
        if s.in_play(figure) and free:
            nearest = [h for h in free if row[h] == min([row[other] for other in free])]
            s.put(figure, (yield from t.choose(s.asks(figure), "move_to", nearest)))
            tell(t, "moved", figure, s.hex[figure])


# ---------------------------------------------------------------- push and pull
def force(t: T, figure: Figure, by: Figure, count: int, away: int, centre: Hex = NONE) -> Flow[list[Hex]]:
    """Every step away from the forcing figure (PUSH) or toward it (PULL) [GLOOMHAVEN-13.23, GLOOMHAVEN-13.24].

    [GLOOMHAVEN-13.25] The effect may be declined as a whole, but not shortened while a step is possible; monsters
    never decline [GLOOMHAVEN-13.22].
    """
    s = t.state
    if s.notes.get(f"rooted {figure}") or s.marks[figure] & UNAFFECTED:
        return []
    if s.side[by] != s.side[figure] and is_proof(s, figure, FORCED):
        return []
    seat, optional = s.asks(by), s.sort[by] != MONSTER
    entered: list[Hex] = []
    left = count
    while left > 0:
        if not s.in_play(figure) or not s.in_play(by):
            break
        steps = forced_steps(s, figure, s.hex[figure], s.hex[by] if centre == NONE else centre, left, away)
        if not steps:
            break
        decline: list[Hex | str] = [STAY] if optional and left == count else []
        free = at_will(s, seat, len(decline) + len(steps) > 1) if optional else NONE_NOW
        to = yield from t.choose(seat, "push_to" if away == PUSH else "pull_to", [*decline, *steps, *free])
        if isinstance(to, tuple):
            yield from take(t, seat, to)
            continue
        left -= 1
        if isinstance(to, str):
            break
        entered.append(to)
        yield from enter(t, figure, to, FLY if s.flies(figure) else WALK, by)
    return entered


def forced_steps(s: Gloomhaven, figure: Figure, at: Hex, centre: Hex, left: int, away: int) -> list[Hex]:
    """Hexes one step further off (or nearer) where the figure may stop, or from which it may be forced on."""
    row = s.ground().row(centre)
    mode = FLY if s.flies(figure) else WALK
    found: list[Hex] = []
    for there in s.ground().near[at]:
        if (row[there] - row[at]) * away <= 0 or not may_pass(s, figure, there, mode):
            continue
        if may_stop(s, figure, there, mode) or (left > 1 and forced_steps(s, figure, there, centre, left - 1, away)):
            found.append(there)
    return sorted(found)
