"""Locked doors and pressure plates [GLOOMHAVEN-22.3, GLOOMHAVEN-22.4], walls that break, doors that close again."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import ELITE, MONSTER, NONE, OBJECTIVE, STUN, SUMMON, Figure, Hex
from grimtable.games.gloomhaven.components.monsters import TYPE_OF
from grimtable.games.gloomhaven.components.scenarios import TRAP_DAMAGE
from grimtable.games.gloomhaven.conditions import give
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.moments import (
    at_setup,
    figure_died,
    may_focus,
    monster_entered,
    room_revealed,
    round_ended,
    round_started,
    treasure_looted,
    turn_ended,
)
from grimtable.games.gloomhaven.rooms import GOAL_TILE, column, open_door
from grimtable.games.gloomhaven.scenarios.reading import Rule, hexes, in_force, markers, of_type, rules
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

HELD = "held_by_plate"
BY_OTHERS = ("destroyed", "boss_special", HELD)  # opened where those things happen


def doors_of(s: Gloomhaven, rule: Rule) -> list[Hex]:
    return hexes(s, rule["doors"]) if isinstance(rule["doors"], list) else []


@at_setup.by("door_locked")
def lock_doors(t: T) -> Flow[None]:
    """[GLOOMHAVEN-22.3] A wall until its condition is met."""
    s = t.state
    for rule in rules(s, "door_locked"):
        for at in doors_of(s, rule):
            s.locked |= 1 << s.layout().doors.index(at)
    yield from ()


def unlock(t: T, at: Hex, opens: bool = True) -> Flow[None]:
    """The door can be opened; most open at once and reveal what is behind."""
    s = t.state
    bit = 1 << s.layout().doors.index(at)
    if not s.locked & bit:
        return
    s.locked &= ~bit
    t.emit("unlocked", at)
    if opens and s.closed & bit and touches_revealed(s, at):
        yield from open_door(t, NONE, at)


def touches_revealed(s: Gloomhaven, at: Hex) -> bool:
    """A door between two rooms that nobody has seen stays closed, but can be opened."""
    return any([s.revealed >> room & 1 for room in s.layout().doors_of[s.layout().doors.index(at)]])


def try_doors(t: T, moment: str) -> Flow[None]:
    """Unlock the doors whose condition is met at this moment."""
    s = t.state
    for rule in rules(s, "door_locked"):
        opens = rule["opens"]
        if opens["by"] in BY_OTHERS or not in_force(s, rule):
            continue
        if is_met(s, opens, moment):
            for at in doors_of(s, rule):
                yield from unlock(t, at, not opens.get("unlock_only"))


def is_met(s: Gloomhaven, opens: Rule, moment: str) -> bool:
    """The keys of doors."""
    by = opens["by"]
    if by in ("round_start", "round_end"):
        return moment == by and s.round >= int(opens["round"])
    if by == "plate_end_of_turn":
        return moment == "turn_end" and any([s.at[at] != NONE for at in markers(s, opens["markers"])])
    if by == "all_on_plates_end_of_turn":
        plates = markers(s, opens["markers_2_3_4"][column(s)])
        return moment == "turn_end" and plates_held(s, plates)
    if by == "goal_tiles_looted":
        return sum([tiles.count(GOAL_TILE) for tiles in s.loot]) >= int(opens["count"])
    if by == "elite_kills":
        dead = [f for f, sort in enumerate(s.sort) if sort == MONSTER and s.rank[f] == ELITE and s.hp[f] <= 0]
        return len(dead) >= int(opens["count"])
    if by == "tokens_looted":
        return all([s.notes.get(f"token {number}") for number in opens["tokens"]])
    assert by == "all_killed", by
    return not of_type(s, opens["monster"])


def plates_held(s: Gloomhaven, plates: list[Hex]) -> bool:
    """All plates are occupied; with more plates than characters, every character stands on one."""
    held = [at for at in plates if s.at[at] != NONE]
    if len(plates) <= s.characters:
        return len(held) == len(plates)
    return bool(s.heroes()) and all([s.hex[c] in plates for c in s.heroes()])


@round_started.by("door_locked")
def doors_at_start(t: T) -> Flow[None]:
    yield from try_doors(t, "round_start")


@round_ended.by("door_locked")
def doors_at_end(t: T) -> Flow[None]:
    yield from try_doors(t, "round_end")


@turn_ended.by("door_locked")
def doors_after_turn(t: T, figure: Figure) -> Flow[None]:
    yield from try_doors(t, "turn_end")
    yield from held_doors(t)


@treasure_looted.by("door_locked")
def doors_by_loot(t: T, character: Figure, number: int, at: Hex) -> Flow[None]:
    yield from try_doors(t, "looted")


@figure_died.by("door_locked")
def doors_by_death(t: T, figure: Figure, by: Figure, at: Hex) -> Flow[None]:
    yield from try_doors(t, "died")


# ---------------------------------------------------------------- doors held open by plates
def held_doors(t: T) -> Flow[None]:
    """Open only while one of its plates is occupied; what was revealed stays so."""
    s = t.state
    for rule in rules(s, "door_locked"):
        if rule["opens"]["by"] != HELD or not in_force(s, rule):
            continue
        held = any([s.at[at] != NONE for at in markers(s, rule["opens"]["markers"])])
        for at in doors_of(s, rule):
            bit = 1 << s.layout().doors.index(at)
            if held and s.closed & bit:
                yield from unlock(t, at)
            elif not held and not s.closed & bit:
                yield from close(t, at)


def close(t: T, at: Hex) -> Flow[None]:
    """[GLOOMHAVEN-5.6] Who stands in it suffers trap damage and moves to the nearest empty hex."""
    s = t.state
    bit = 1 << s.layout().doors.index(at)
    figure = s.at[at]
    if figure != NONE:
        row = s.ground().row(at)
        free = [h for h in range(s.ground().size) if s.is_empty(h) and s.is_revealed(h) and row[h] < 255 and h != at]
        yield from suffer(t, figure, TRAP_DAMAGE[s.solo][s.level])
        if s.in_play(figure) and free:
            s.put(figure, min(free, key=lambda h: (row[h], h)))
            t.emit("moved", s.tag(figure), s.hex[figure])
    if s.at[at] == NONE:
        s.closed |= bit
        s.locked |= bit
        t.emit("closed", at)


# ---------------------------------------------------------------- who may not pass
@monster_entered.by("cannot_pass_door")
def fence(t: T, figure: Figure) -> None:
    """A monster that never enters this door."""
    s = t.state
    for rule in rules(s, "cannot_pass_door"):
        kinds = [TYPE_OF[name] for name in rule["monsters"]]
        at = doors_of(s, rule)[0]
        behind = "which" not in rule or s.layout().tiles[s.hex[figure]] == "e1b"
        if s.kind[figure] in kinds and behind:
            s.notes["fenced"] = 1
            s.notes[f"fenced {figure}"] = at


# ---------------------------------------------------------------- walls that break
@may_focus.by("breakable_walls")
def walls_are_for_characters(s: Gloomhaven, me: Figure, foe: Figure) -> bool:
    """Summons attack walls only when they are controlled."""
    return not (s.sort[me] == SUMMON and s.sort[foe] == OBJECTIVE)


@figure_died.by("breakable_walls")
def wall_breaks(t: T, figure: Figure, by: Figure, at: Hex) -> Flow[None]:
    """Enemies next to the gap are stunned."""
    s = t.state
    if s.sort[figure] == OBJECTIVE:
        for other in s.monsters():
            if s.hex[other] in s.layout().around[at]:
                give(t, other, STUN)
    yield from ()


# ---------------------------------------------------------------- what opens with a room
@room_revealed.by("door_locked")
def doors_with_room(t: T, room: int, opener: Figure) -> Flow[None]:
    """A condition may have been met before its door could be seen."""
    yield from try_doors(t, "revealed")
