"""Monsters that come later [GLOOMHAVEN-22.1]: spawns at a time or by an event, and cycles of spawns."""

from __future__ import annotations

from typing import Any

from grimtable.games.gloomhaven.components import MONSTER, NONE, OBJECTIVE, RANK_OF, Figure, Hex
from grimtable.games.gloomhaven.components.monsters import IS_BOSS, TYPE_OF
from grimtable.games.gloomhaven.components.scenarios import OBJECTIVE_NAMES
from grimtable.games.gloomhaven.components.terms import NO_MONEY, TURNS
from grimtable.games.gloomhaven.moments import (
    figure_died,
    room_revealed,
    round_ended,
    round_started,
    treasure_looted,
    turn_ended,
)
from grimtable.games.gloomhaven.rooms import GOAL_TILE, column, place_monster, spawn
from grimtable.games.gloomhaven.scenarios.reading import (
    ROUND_END,
    ROUND_START,
    Rule,
    fact,
    in_force,
    is_time,
    killed,
    marker,
    middle,
    objectives,
    of_type,
    room_of,
    rules,
)
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

ALTERNATE = "every second one elite"


def places_of(s: Gloomhaven, rule: Rule) -> list[Hex]:
    """Where the figures of a spawn enter, one hex for each."""
    count = int(rule.get("count", 1))
    if "beside_each" in rule:
        return [s.hex[f] for f in objectives(s, rule["beside_each"].removesuffix(" not cleansed"))]
    if "marker" in rule:
        found = marker(s, rule["marker"])
        return [found[place % len(found)] for place in range(count)]
    if rule["at"] == "nearest empty hex":
        return [s.notes["grave"]]
    if rule["at"] == "next to the altar of room 0":
        return [s.layout().index[(0, 4)]]
    tile = rule["at"].removeprefix("hex of tile ").partition(" ")[0]
    door = [at for number, at in enumerate(s.layout().doors) if s.locked >> number & 1]
    row = s.layout().axial
    hexes = middle(s, tile)
    return [min(hexes, key=lambda h: (far(row[h], row[door[0]]) if door else 0, h))]


def far(a: tuple[int, int], b: tuple[int, int]) -> int:
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def rank_now(s: Gloomhaven, rule: Rule) -> str:
    rank = str(rule["rank_2_3_4"][column(s)])
    if rank != ALTERNATE:
        return rank
    s.notes["alternate"] = 1 - s.notes.get("alternate", 1)
    return "elite" if s.notes["alternate"] else "normal"


def come(t: T, rule: Rule, places: list[Hex]) -> None:
    """The figures of a rule enter; those that come during a round act in it [GLOOMHAVEN-22.1]."""
    s = t.state
    kind = TYPE_OF[rule["monster"]]
    for at in places:
        rank = rank_now(s, rule)
        if rank == "none":
            continue
        if rule.get("set_up") and s.at[at] == NONE:
            place_monster(t, kind, RANK_OF[rank], at)  # [GLOOMHAVEN-22.2] was there before: it has money
        elif IS_BOSS[kind] and s.at[at] == NONE:
            place_monster(t, kind, RANK_OF[rank], at, NO_MONEY)
        else:
            spawn(t, kind, RANK_OF[rank], at, acts=s.phase == TURNS)


def spawn_all(t: T, event: str, **details: Any) -> None:
    """Every spawn that waits for this event, with these details."""
    s = t.state
    for rule in rules(s, "spawn"):
        when = rule["when"]
        if when["at"] != event or not in_force(s, rule):
            continue
        if all([when.get(key) == value for key, value in details.items()]):
            come(t, rule, places_of(s, rule))


# ---------------------------------------------------------------- by the clock
@round_started.by("spawn")
def spawn_at_start(t: T) -> Flow[None]:
    spawn_timed(t, ROUND_START)
    yield from ()


@round_ended.by("spawn")
def spawn_at_end(t: T) -> Flow[None]:
    """Also those that come at the end of the round in which something happened."""
    s = t.state
    spawn_timed(t, ROUND_END)
    for place, rule in enumerate(rules(s, "spawn")):
        when = rule["when"]
        if when["at"] == "end_of_round_of" and not s.notes.get(f"spawned {place}") and has_happened(s, when):
            s.notes[f"spawned {place}"] = 1
            come(t, rule, places_of(s, rule))
    yield from ()


def has_happened(s: Gloomhaven, when: dict[str, Any]) -> bool:
    if when["event"] == "last_goal_tile_looted":
        return s.notes.get("goal_tiles", 0) > 0 and GOAL_TILE not in s.treasure.values()
    return bool(s.revealed >> room_of(s, when["tile"]) & 1)


def spawn_timed(t: T, at: str) -> None:
    s = t.state
    for rule in rules(s, "spawn"):
        if is_time(s, rule["when"], at) and in_force(s, rule):
            come(t, rule, places_of(s, rule))


# ---------------------------------------------------------------- by what happens
@room_revealed.by("spawn")
def spawn_with_room(t: T, room: int, opener: Figure) -> Flow[None]:
    s = t.state
    for tile in sorted({ref for at, ref in enumerate(s.layout().tiles) if s.layout().rooms[at] == room}):
        spawn_all(t, "room_revealed", tile=tile)
    yield from ()


@treasure_looted.by("spawn")
def spawn_with_loot(t: T, character: Figure, number: int, at: Hex) -> Flow[None]:
    if number == GOAL_TILE:
        spawn_all(t, "goal_tile_looted", tile=t.state.layout().tiles[at])
    yield from ()


@turn_ended.by("spawn")
def spawn_by_plate(t: T, figure: Figure) -> Flow[None]:
    """[GLOOMHAVEN-22.4] Any figure on a plate at the end of a turn."""
    s = t.state
    for letter in sorted({r["when"]["marker"] for r in rules(s, "spawn") if r["when"]["at"] == "plate_end_of_turn"}):
        key = f"plate {letter}"
        if not s.notes.get(key) and any([s.at[at] != NONE for at in marker(s, letter)]):
            s.notes[key] = 1
            spawn_all(t, "plate_end_of_turn", marker=letter)
    yield from ()


@figure_died.by("spawn")
def spawn_by_death(t: T, figure: Figure, by: Figure, at: Hex) -> Flow[None]:
    """A thing destroyed, so many of a type killed, or all of some types."""
    s = t.state
    if s.sort[figure] == OBJECTIVE and s.hp[figure] <= 0:
        spawn_all(t, "objective_destroyed", objective=OBJECTIVE_NAMES[s.kind[figure]])
    for place, rule in enumerate(rules(s, "spawn")):
        if not s.notes.get(f"spawned {place}") and is_reached(s, rule["when"]):
            s.notes[f"spawned {place}"] = 1
            s.notes[f"happened {rule['when']['at']}"] = 1
            come(t, rule, places_of(s, rule))
    yield from ()


def is_reached(s: Gloomhaven, when: dict[str, Any]) -> bool:
    if when["at"] == "killed":
        return killed(s, when["monster"]) >= int(when["count"])
    if when["at"] != "all_killed":
        return False
    rooms = [s.layout().rooms[s.hex[c]] for c in s.heroes()]
    apart = "and" not in when or {0, 1} <= set(rooms)
    return apart and not [f for name in when["monsters"] for f in of_type(s, name)]


# ---------------------------------------------------------------- cycles
@round_ended.by("spawn_cycle")
def spawn_cycle(t: T) -> Flow[None]:
    """Each spawn takes the next entry of the cycle."""
    s = t.state
    for rule in rules(s, "spawn_cycle"):
        for entry in rule["schedule"]:
            if not is_time(s, entry["when"], ROUND_END):
                continue
            for place in entry.get("markers", [""] * int(entry.get("count", 1))):
                step = s.notes.get("cycle", 0)
                s.notes["cycle"] = step + 1
                enter_next(t, rule["cycle"][step % len(rule["cycle"])], entry, place)
    yield from ()


def enter_next(t: T, row: dict[str, Any], entry: dict[str, Any], letter: str) -> None:
    s = t.state
    ranks = row.get("rank_2_3_4") or entry["rank_2_3_4"]
    if "beside" in row:
        places = [s.hex[f] for f in objectives(s, row["beside"])]  # a destroyed one keeps its turn and gives nothing
    else:
        places = marker(s, letter or row["marker"])[:1]
    come(t, {"monster": row["monster"], "rank_2_3_4": ranks}, places)


# ---------------------------------------------------------------- conditions of spawns
@fact.by("no city-archer on the map")
def no_archer(s: Gloomhaven) -> bool:
    """Scenario 49."""
    return not of_type(s, "city-archer")


@fact.by("no character in the right room (room 1)")
def right_room_empty(s: Gloomhaven) -> bool:
    """Scenario 90."""
    return not [c for c in s.heroes() if s.layout().rooms[s.hex[c]] == 1]


@fact.by("tokens 1-4 looted")
def four_tokens_looted(s: Gloomhaven) -> bool:
    """Scenario 95."""
    return all([s.notes.get(f"token {number}") for number in range(1, 5)])


@fact.by("spirits have spawned")
def spirits_came(s: Gloomhaven) -> bool:
    """Scenario 90."""
    return bool(s.notes.get("happened all_killed"))


@fact.by("all cultists dead")
def cultists_dead(s: Gloomhaven) -> bool:
    """Scenario 83: none is left in any room."""
    everywhere = s.revealed == (1 << (max(s.layout().rooms) + 1)) - 1
    return everywhere and not [f for f in s.monsters() if s.sort[f] == MONSTER and s.kind[f] == TYPE_OF["cultist"]]
