"""Words of goals and losses that belong to scenario rules [GLOOMHAVEN-21.2]."""

from __future__ import annotations

from typing import Any

from grimtable.games.gloomhaven.components import MONSTER, NONE, Figure, Hex
from grimtable.games.gloomhaven.components.monsters import TYPE_OF
from grimtable.games.gloomhaven.components.scenarios import record_of
from grimtable.games.gloomhaven.moments import figure_died, treasure_looted
from grimtable.games.gloomhaven.rooms import GOAL_TILE, column
from grimtable.games.gloomhaven.scenarios.doors import plates_held
from grimtable.games.gloomhaven.scenarios.objectives import destroyed, number_of
from grimtable.games.gloomhaven.scenarios.reading import happened, marker, markers, number, objectives, questing
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.victory import ALL, goal, loss
from grimtable.kernel.values import Flow

ONE_BY_ONE = "leave_one_by_one"


# ---------------------------------------------------------------- objectives
def enough(s: Gloomhaven, op: dict[str, Any], done: int) -> bool:
    count = op.get("count", ALL)
    return done >= (number_of(s, op["objective"]) if count == ALL else int(count))


@goal.by("destroy_objectives")
def destroy_objectives(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """[GLOOMHAVEN-22.5] So many, or all of them, revealed or not."""
    return enough(s, op, destroyed(s, op["objective"]))


@goal.by("cleanse_objectives")
def cleanse_objectives(s: Gloomhaven, op: dict[str, Any]) -> bool:
    return enough(s, op, s.notes.get("cleansed", 0))


@goal.by("dig_up_objectives")
def dig_up_objectives(s: Gloomhaven, op: dict[str, Any]) -> bool:
    return enough(s, op, s.notes.get("dug_up", 0))


@goal.by("escort_reach")
def escort_reach(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """It ended its turn on or next to the marked hexes."""
    there = marker(s, op["marker"])
    near = [h for at in there for h in s.layout().around[at] if h != NONE] if op["adjacent"] else there
    now = [f for f in objectives(s, op["objective"]) if s.hex[f] in there or s.hex[f] in near]
    return len(now) + s.notes.get("saved", 0) >= int(op["count"])


@loss.by("objective_killed")
def objective_killed(s: Gloomhaven, op: dict[str, Any]) -> bool:
    return destroyed(s, op["objective"]) >= int(op["count"])


# ---------------------------------------------------------------- places
def exits(s: Gloomhaven, to: str) -> list[Hex]:
    """The hexes that an escape leads to."""
    if to == "start_hexes":
        return list(s.layout().start)
    if to.startswith("tile "):
        tile = to.removeprefix("tile ")
        return [at for at, ref in enumerate(s.layout().tiles) if ref == tile]
    return marker(s, to.removeprefix("marker "))


@goal.by("escape")
def escape(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """All characters still in play are there at the end of a turn; losses tell what exhaustion elsewhere means."""
    if op.get("mode") == ONE_BY_ONE:
        return all([s.notes.get(f"left {c}", 0) for c in range(s.characters)])
    there = exits(s, op["to"])
    return s.round > 0 and bool(s.heroes()) and all([s.hex[c] in there for c in s.heroes()])


@goal.by("occupy_plates")
def occupy_plates(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """[GLOOMHAVEN-22.4] All plates of the column at the end of a turn."""
    return plates_held(s, markers(s, op["markers_2_3_4"][column(s)]))


@goal.by("reach")
def reach(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """A character ends a turn on or next to the marked hex."""
    there = marker(s, op["marker"])
    if op["adjacent"]:
        there = [h for at in there for h in s.layout().around[at] if h != NONE]
    bearers = [questing(s)] if op["who"].startswith("the character with") else s.heroes()
    return any([s.in_play(c) and s.hex[c] in there for c in bearers])


@goal.by("carry_to")
def carry_to(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """The bearer of the token ends a turn there."""
    bearer = s.notes.get("bearer", NONE)
    return bearer in s.heroes() and s.hex[bearer] in [
        h for at in marker(s, op["marker"]) for h in s.layout().around[at] if h != NONE
    ]


@goal.by("charge_item")
def charge_item(s: Gloomhaven, op: dict[str, Any]) -> bool:
    return s.notes.get("charge", 0) >= number(s, op["tokens"])


@goal.by("sacrifice_item")
def sacrifice_item(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """A character with the treasure ends a turn on the marked hex and gives it up."""
    return bool(s.notes.get("sacrificed", 0))


@goal.by("any_of")
def any_of(s: Gloomhaven, op: dict[str, Any]) -> bool:
    return any([all([goal[part["op"]](s, part) for part in option]) for option in op["options"]])


# ---------------------------------------------------------------- losses
@figure_died.by("exits")
def exhausted_on_exit(t: T, figure: Figure, by: Figure, at: Hex) -> Flow[None]:
    """Who is exhausted on an exit has escaped."""
    s = t.state
    for op in record_of(s.scenario)["goal"]["win"]:
        ready = op.get("after") != "loot" or GOAL_TILE not in s.treasure.values()
        if figure < s.characters and op["op"] == "escape" and ready and at in exits(s, op["to"]):
            s.notes[f"exit {figure}"] = 1
    yield from ()


@treasure_looted.by("exits")
def goal_tile_taken(t: T, character: Figure, number: int, at: Hex) -> Flow[None]:
    if number == GOAL_TILE:
        t.state.notes["goal_tiles"] = t.state.notes.get("goal_tiles", 0) + 1
    yield from ()


@loss.by("character_exhausted")
def character_exhausted(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """Any of them, unless it had done its part."""
    if "from" in op and not happened(s, op["from"]):
        return False
    if s.round == 0:
        return False
    gone = [c for c in range(s.characters) if c not in s.heroes()]
    if "who" in op:
        return questing(s) in gone
    spared = {
        "on_exit": "exit",
        "on tile b1a": "exit",
        "all goal tiles looted and on a start hex": "exit",
        "left the map": "left",
    }
    if op.get("unless") == "has looted a goal tile":
        return any([GOAL_TILE not in s.loot[c] for c in gone])
    if "unless" in op:
        return any([not s.notes.get(f"{spared[op['unless']]} {c}") for c in gone])
    return bool(gone)


@loss.by("monster_killed")
def monster_killed(s: Gloomhaven, op: dict[str, Any]) -> bool:
    kinds = [TYPE_OF[name] for name in op["monsters"]]
    return bool([f for f, sort in enumerate(s.sort) if sort == MONSTER and s.kind[f] in kinds and s.hp[f] <= 0])


@loss.by("monster_on_marker")
def monster_on_marker(s: Gloomhaven, op: dict[str, Any]) -> bool:
    there = marker(s, op["marker"])
    return any([s.kind[f] == TYPE_OF[op["monster"]] and s.hex[f] in there for f in s.monsters()])


@loss.by("room_without_character")
def room_without_character(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """At any time after the start."""
    if s.round == 0 or ("from" in op and not happened(s, op["from"])):
        return False
    rooms = [s.layout().rooms[s.hex[c]] for c in s.heroes()]
    return not {0, 1} <= set(rooms) if op["room"] == "either" else op["room"] not in rooms


@loss.by("characters_left")
def characters_left(s: Gloomhaven, op: dict[str, Any]) -> bool:
    return s.round > 0 and len(s.heroes()) <= int(op["at_most"])


@loss.by("overlay_full")
def overlay_full(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """A water tile had to be added and there was no room for it."""
    return bool(s.notes.get("flooded", 0))


@loss.by("sacrifice")
def sacrifice(s: Gloomhaven, op: dict[str, Any]) -> bool:
    return bool(s.notes.get("sacrifice", 0))
