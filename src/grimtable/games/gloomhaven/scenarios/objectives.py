"""Objectives: things with hit points and those who are to be protected [GLOOMHAVEN-22.5, GLOOMHAVEN-22.6]."""

from __future__ import annotations

from typing import Any

from grimtable.games.gloomhaven.components import (
    BYSTANDERS,
    HEROES,
    LIVING,
    MONSTERS_SIDE,
    NONE,
    OBJECT,
    OBJECTIVE,
    OBSTACLE,
    Figure,
    Hex,
)
from grimtable.games.gloomhaven.components.scenarios import OBJECTIVE_NAMES, OBJECTIVES, record_of
from grimtable.games.gloomhaven.components.terms import ACTED, UNAFFECTED
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.moments import (
    at_setup,
    damage_changed,
    figure_died,
    further_turns,
    objective_turn,
    room_revealed,
)
from grimtable.games.gloomhaven.rooms import column, open_door
from grimtable.games.gloomhaven.scenarios.reading import Rule, hexes, marker, number, objectives, rules
from grimtable.games.gloomhaven.scenarios.walking import take_actions
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

SIDES = {
    "ally": HEROES,
    "monster": MONSTERS_SIDE,
    "neutral to characters, enemy of monsters": BYSTANDERS,
    "neutral to monsters": HEROES,
}
NOT_DAMAGED = (0, "none", "cannot be damaged")  # hit points of what no ability affects
DUG_UP = "Grave"  # its number is movement to be spent, not hit points


def behaviour(s: Gloomhaven, name: str) -> Rule:
    """What the scenario says about an objective."""
    found = [rule for rule in rules(s, "objective_behaviour") if rule["objective"] == name]
    return found[0] if found else {"op": "objective_behaviour", "objective": name, "side": "monster", "actions": []}


def side_of(s: Gloomhaven, name: str) -> int:
    return SIDES[behaviour(s, name).get("side", "ally")]


def hp_of_objective(s: Gloomhaven, record: dict[str, Any]) -> int:
    health = record["health"]
    if health in NOT_DAMAGED:
        return 1
    if health == "shared with prime-demon":
        return 99
    return number(s, health)


def is_untouchable(s: Gloomhaven, record: dict[str, Any]) -> bool:
    """What no ability affects: it is cleansed, dug up or healed, or cannot be damaged."""
    rule = behaviour(s, record["name"])
    return record["health"] in NOT_DAMAGED or record["name"] == DUG_UP or rule.get("affected_by") == "nothing else"


def place_objective(t: T, kind: int, at: Hex, standee: int = 1) -> Figure:
    """A token of an objective enters the map."""
    s, record = t.state, OBJECTIVES[kind]
    hp = hp_of_objective(s, record)
    living = (
        bool(record.get("escort")) or bool(record.get("actions")) or bool(behaviour(s, record["name"]).get("moves"))
    )
    figure = s.enter(side_of(s, record["name"]), OBJECTIVE, kind, LIVING if living else OBJECT, standee, hp, at)
    if is_untouchable(s, record):
        s.marks[figure] |= UNAFFECTED
    if record.get("marker"):
        s.notes[f"mark {figure}"] = ord(record["marker"])
    s.notes[f"initiative {figure}"] = initiative_of(s, record)
    t.emit("placed", s.tag(figure), at)
    return figure


def initiative_of(s: Gloomhaven, record: dict[str, Any]) -> int:
    return int(record.get("initiative") or behaviour(s, record["name"]).get("initiative") or 99)


def kinds(s: Gloomhaven) -> list[int]:
    """The numbers of this scenario's objectives."""
    mine = record_of(s.scenario).get("objectives") or []
    return [kind for kind, record in enumerate(OBJECTIVES) if any([record is other for other in mine])]


def tokens(s: Gloomhaven, kind: int) -> list[list[Hex]]:
    """The hexes of every token in play with this number of characters."""
    record = OBJECTIVES[kind]
    for rule in rules(s, "objective_count"):
        if rule["objective"] == record["name"] and record["marker"] not in rule["markers_2_3_4"][column(s)]:
            return []
    return [hexes(s, places) for places in record.get("hexes") or []]


# ---------------------------------------------------------------- entering
@at_setup.by("objectives")
def objectives_at_start(t: T) -> Flow[None]:
    """Those of the rooms revealed at once, and all that are doors or walls."""
    s = t.state
    for kind in kinds(s):
        for places in tokens(s, kind):
            if s.layout().rooms[places[0]] == NONE:
                bar(t, kind, places[0])
    for room in range(max(s.layout().rooms) + 1):
        early = [k for k in kinds(s) if behaviour(s, OBJECTIVE_NAMES[k]).get("set_up") == "at the start"]
        place_of_room(t, room, kinds(s) if s.revealed >> room & 1 else early)
    yield from ()


def bar(t: T, kind: int, at: Hex) -> None:
    """[GLOOMHAVEN-22.5] A door or wall with hit points: locked, and open to attack."""
    s = t.state
    door = s.layout().doors.index(at)
    s.locked |= 1 << door
    s.barred |= 1 << door
    place_objective(t, kind, at, door + 1)


@room_revealed.by("objectives")
def objectives_of_room(t: T, room: int, opener: Figure) -> Flow[None]:
    place_of_room(t, room, kinds(t.state))
    yield from ()


def place_of_room(t: T, room: int, these: list[int]) -> None:
    s = t.state
    found = [(kind, places[0]) for kind in these for places in tokens(s, kind)]
    found = [(kind, at) for kind, at in found if s.layout().rooms[at] == room and s.at[at] == NONE]
    numbers = [len(objectives(s, OBJECTIVE_NAMES[kind])) + 1 for kind in these[:1]]
    order = list(range(len(found)))
    t.shuffle(order)  # [GLOOMHAVEN-22.6] numbered at random, and so they act
    for place, (kind, at) in zip(order, found):
        place_limbs(t, place_objective(t, kind, at, (numbers[0] if numbers else 1) + place))


def body(s: Gloomhaven, figure: Figure) -> list[Hex]:
    """All hexes of a token."""
    for places in tokens(s, s.kind[figure]):
        if s.hex[figure] in places:
            return places
    return [s.hex[figure]]


def place_limbs(t: T, figure: Figure) -> None:
    """A token of several hexes is attacked or healed on any of them: what its limbs suffer, it suffers."""
    s = t.state
    if s.marks[figure] & UNAFFECTED and not behaviour(s, OBJECTIVE_NAMES[s.kind[figure]]).get("healable"):
        return
    for at in body(s, figure)[1:]:
        limb = s.enter(s.side[figure], OBJECTIVE, s.kind[figure], s.rank[figure], s.standee[figure], s.hp[figure], at)
        s.notes[f"limb {limb}"] = figure
        s.marks[limb] = s.marks[figure]


@damage_changed.by("objectives")
def limb_suffers(t: T, figure: Figure, amount: int, by: Figure) -> Flow[int]:
    s = t.state
    if f"limb {figure}" not in s.notes:
        return amount
    yield from suffer(t, s.notes[f"limb {figure}"], amount, by)
    return 0


# ---------------------------------------------------------------- leaving
@figure_died.by("objectives")
def objective_destroyed(t: T, figure: Figure, by: Figure, at: Hex) -> Flow[None]:
    """[GLOOMHAVEN-5.19, GLOOMHAVEN-22.5] Its obstacle goes with it, its door opens."""
    s = t.state
    if s.sort[figure] != OBJECTIVE:
        return
    for limb in [f for f in s.figures() if s.notes.get(f"limb {f}") == figure]:
        s.put(limb, NONE)
    for places in tokens(s, s.kind[figure]):
        if at in places:
            for place in places:
                s.terrain[place] &= ~OBSTACLE
    if at in s.layout().doors:
        yield from unbar(t, at)


def unbar(t: T, at: Hex) -> Flow[None]:
    s = t.state
    bit = 1 << s.layout().doors.index(at)
    s.locked &= ~bit
    s.barred &= ~bit
    if s.closed & bit:
        yield from open_door(t, NONE, at)


def destroyed(s: Gloomhaven, name: str) -> int:
    """How many objectives of this name have no hit points left."""
    return len(
        [
            f
            for f, sort in enumerate(s.sort)
            if sort == OBJECTIVE and OBJECTIVE_NAMES[s.kind[f]] == name and s.hp[f] <= 0
        ]
    )


def number_of(s: Gloomhaven, name: str) -> int:
    """How many tokens the scenario has of an objective, revealed or not."""
    return sum([len(tokens(s, kind)) for kind in kinds(s) if OBJECTIVE_NAMES[kind] == name])


# ---------------------------------------------------------------- acting
@further_turns.by("objective_behaviour")
def acting_objectives(s: Gloomhaven) -> list[tuple[int, Figure]]:
    """Those with actions, at their initiative; of several with the same, the lowest number first."""
    found: dict[int, Figure] = {}
    for figure in s.figures():
        if s.sort[figure] != OBJECTIVE or s.marks[figure] & ACTED:
            continue
        rule = behaviour(s, OBJECTIVE_NAMES[s.kind[figure]])
        if not rule.get("actions") or "acts" in rule:
            continue
        initiative = s.notes[f"initiative {figure}"]
        other = found.get(initiative, figure)
        found[initiative] = min(figure, other, key=lambda f: (s.standee[f], f))
    return sorted(found.items())


@objective_turn.by("objective_behaviour")
def objective_acts(t: T, figure: Figure) -> Flow[None]:
    """Its actions, in the order printed."""
    s = t.state
    rule = behaviour(s, OBJECTIVE_NAMES[s.kind[figure]])
    yield from take_actions(t, figure, rule)
    if rule.get("on_arrival") and s.in_play(figure) and s.hex[figure] in marker(s, "b"):
        s.put(figure, NONE)
        s.notes["saved"] = s.notes.get("saved", 0) + 1
        t.emit("saved", s.tag(figure))
