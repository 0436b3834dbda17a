"""Rules of single scenarios: 62, 69, 71, 73, 74."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import DIFFICULT, MONSTER, NONE, OBSTACLE, PIT, Figure, Hex
from grimtable.games.gloomhaven.components.monsters import TYPE_OF
from grimtable.games.gloomhaven.components.scenarios import TRAP_DAMAGE
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.moments import (
    at_setup,
    loot_action,
    room_revealed,
    round_ended,
    stat_change,
    turn_ended,
)
from grimtable.games.gloomhaven.moving import enter, spring
from grimtable.games.gloomhaven.paths import FLY, WALK, may_stop
from grimtable.games.gloomhaven.rooms import lay_trap, leading_initiative, nearest_empty
from grimtable.games.gloomhaven.scenarios.reading import (
    ROUND_END,
    fact,
    hexes,
    in_force,
    is_spared,
    is_time,
    marker,
    of_type,
    room_of,
    rules,
    who,
)
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

RIGHT, UP_RIGHT, UP_LEFT, LEFT, DOWN_LEFT, DOWN_RIGHT = range(6)  # directions of the layout
WAYS = {"left": (LEFT,), "up": (UP_LEFT, UP_RIGHT), "right": (RIGHT,), "down": (DOWN_LEFT, DOWN_RIGHT)}
DISTANCES = (1, 2, 3)


# ---------------------------------------------------------------- 62: the shield of the soul
@stat_change.by("scenario_62")
def soul_shield(s: Gloomhaven, figure: Figure, stat: str) -> int:
    """One less for every other skeleton on the map, never below nothing."""
    if stat != "shield" or s.sort[figure] != MONSTER or s.kind[figure] != TYPE_OF["hungry-soul"]:
        return 0
    return -min(s.stats(figure).shield, len(of_type(s, "living-bones")))


# ---------------------------------------------------------------- 69: traps come with a room
@room_revealed.by("place_traps")
def place_traps(t: T, room: int, opener: Figure) -> Flow[None]:
    """Who stands there and does not fly springs it at once."""
    s = t.state
    for rule in rules(s, "place_traps"):
        if room != room_of(s, rule["when"]["tile"]):
            continue
        for at in marker(s, rule["marker"])[: rule["count"]]:
            lay_trap(s, at, TRAP_DAMAGE[s.solo][s.level], 0, NONE)
            figure = s.at[at]
            if figure != NONE and not s.flies(figure):
                yield from spring(t, figure, at, figure)


# ---------------------------------------------------------------- 71: wind, 88: current
@round_ended.by("forced_move")
def forced_move(t: T) -> Flow[None]:
    """Every character and summon is moved one hex, if it can be."""
    s = t.state
    for rule in rules(s, "forced_move"):
        if not is_time(s, rule["when"], ROUND_END) or not in_force(s, rule) or "direction_cycle" not in rule:
            continue
        directions = WAYS[rule["direction_cycle"][(s.round - 1) % 4]]
        figures = who(s, rule["who"])
        for figure in sorted(figures, key=lambda f: (leading_initiative(s, s.character_of(f)), f)):
            if s.in_play(figure) and not is_spared(s, rule, figure):
                yield from blow(t, figure, directions)


def blow(t: T, figure: Figure, directions: tuple[int, ...]) -> Flow[None]:
    s = t.state
    around = s.layout().around[s.hex[figure]]
    mode = FLY if s.flies(figure) else WALK
    ends = [around[d] for d in directions if around[d] != NONE and around[d] not in s.ground().shut]
    ends = [at for at in ends if may_stop(s, figure, at, mode)]
    if ends:
        to = yield from t.choose(s.asks(figure), "push_to", ends)
        yield from enter(t, figure, to, mode, NONE)


# ---------------------------------------------------------------- 73: boulders roll
@at_setup.by("rolling_boulders")
def lay_boulders(t: T) -> Flow[None]:
    s = t.state
    for row, ends in enumerate(rules(s, "rolling_boulders")[0]["rows"]):
        for place, letter in enumerate("ab"):
            at = hexes(s, [ends[letter]])[0]
            s.notes[f"boulder {row} {place}"] = at
            s.terrain[at] |= OBSTACLE | PIT
    yield from ()


@round_ended.by("rolling_boulders")
def roll_boulders(t: T) -> Flow[None]:
    """The players give each row another distance; both boulders of a row roll as far."""
    s = t.state
    rows = rules(s, "rolling_boulders")[0]["rows"]
    left, distances = list(DISTANCES), []
    for _ in rows:  # all are given before the first boulder rolls
        distances.append((yield from t.choose(s.speaker(), "roll", left)))
        left.remove(distances[-1])
    for row, ends in enumerate(rows):
        for place in range(2):
            yield from roll(t, f"boulder {row} {place}", distances[row], hexes(s, [ends["b"]])[0])


def roll(t: T, boulder: str, distance: int, first: Hex) -> Flow[None]:
    """Over figures and obstacles; at the end of its row it comes in again on the other side."""
    s = t.state
    at = s.notes[boulder]
    s.terrain[at] &= ~(OBSTACLE | PIT)
    for step in range(distance):
        there = s.layout().around[at][LEFT]
        at = first if there == NONE else there
        s.terrain[at] &= ~OBSTACLE
        figure = s.at[at]
        if figure == NONE:
            continue
        yield from suffer(t, figure, TRAP_DAMAGE[s.solo][s.level])
        if step == distance - 1 and s.in_play(figure):
            yield from push_aside(t, figure, at)
    s.terrain[at] |= OBSTACLE | PIT
    s.notes[boulder] = at
    t.emit("rolled", at)


def push_aside(t: T, figure: Figure, at: Hex) -> Flow[None]:
    """One hex in the direction of the boulder, or to the nearest empty hex."""
    s = t.state
    there = s.layout().around[at][LEFT]
    ahead = there != NONE and there not in s.ground().shut and may_stop(s, figure, there, WALK)
    yield from enter(t, figure, there if ahead else nearest_empty(s, at), WALK, NONE)


# ---------------------------------------------------------------- 74: the ship takes water
def hold(s: Gloomhaven) -> list[Hex]:
    """The hexes that can be flooded."""
    tile = rules(s, "add_overlay")[0]["tile"]
    return [at for at, ref in enumerate(s.layout().tiles) if ref == tile]


@at_setup.by("remove_overlay")
def remove_overlay(t: T) -> Flow[None]:
    """With three characters there is less water at the start."""
    s = t.state
    for rule in rules(s, "remove_overlay"):
        for at in marker(s, rule["marker"]) if in_force(s, rule) else []:
            s.terrain[at] &= ~DIFFICULT
    yield from ()


@fact.by("C == 3")
def three_characters(s: Gloomhaven) -> bool:
    return s.characters == 3


@round_ended.by("add_overlay")
def add_overlay(t: T) -> Flow[None]:
    """One more hex of water next to others; without room for it the ship is lost."""
    s = t.state
    for rule in rules(s, "add_overlay"):
        if not is_time(s, rule["when"], ROUND_END):
            continue
        dry = [at for at in hold(s) if not s.terrain[at] & (DIFFICULT | OBSTACLE)]
        near = [at for at in dry if [h for h in s.layout().around[at] if h != NONE and s.terrain[h] & DIFFICULT]]
        if not dry:
            s.notes["flooded"] = 1
            return
        at = yield from t.choose(s.speaker(), "flood", near or dry)
        s.terrain[at] |= DIFFICULT
        t.emit("flooded", at)


@turn_ended.by("add_overlay")
def scoop(t: T, figure: Figure) -> Flow[None]:
    """Water is picked up like money, one at a time, and thrown out at the rail."""
    s = t.state
    if figure >= s.characters:
        return
    if s.hex[figure] in marker(s, "e"):
        s.notes.pop(f"water {figure}", None)
    elif s.hex[figure] in hold(s):
        pick_up(t, figure, s.hex[figure])
    yield from ()


@loot_action.by("add_overlay")
def scoop_with_loot(t: T, character: Figure, reach: int) -> Flow[None]:
    """One water tile of those in reach and sight."""
    s = t.state
    here = s.hex[character]
    row = s.ground().row(here)
    near = [h for h in hold(s) if row[h] <= reach and s.terrain[h] & DIFFICULT and s.ground().sees(here, h)]
    if near and not s.notes.get(f"water {character}"):
        pick_up(t, character, (yield from t.choose(s.seat[character], "loot_at", near)))


def pick_up(t: T, character: Figure, at: Hex) -> None:
    s = t.state
    if s.terrain[at] & DIFFICULT and not s.notes.get(f"water {character}"):
        s.terrain[at] &= ~DIFFICULT
        s.notes[f"water {character}"] = 1
        t.emit("scooped", s.tag(character), at)
