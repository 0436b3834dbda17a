"""The words of traps and obstacles [GLOOMHAVEN-5]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import gain_xp
from grimtable.games.gloomhaven.components import NONE, OBJECTIVE, OBSTACLE, PIT, TRAP, Figure, Hex, bits
from grimtable.games.gloomhaven.components.hexes import shifts
from grimtable.games.gloomhaven.components.layouts import FAR
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.scenarios import record_of
from grimtable.games.gloomhaven.conditions import give
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.moving import trap_sprung
from grimtable.games.gloomhaven.ops import Act, ability, measure, perform_riders
from grimtable.games.gloomhaven.ops.targets import ONE, group, one_of, reach_of
from grimtable.games.gloomhaven.rooms import lay_trap, take_trap
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

TRIANGLE: Final = ((0, 0), (1, 0), (1, -1))
NOWHERE: Final = "nowhere"
more_obstacles: Final = Hook[[T, Act], Flow[int]]()  # items: how many more an action creates
ITEMS: Final[tuple[str, ...]] = ("items",)
SPRUNG_BY_ENEMY: Final = "this_trap_sprung_by_enemy"


# ---------------------------------------------------------------- obstacles
def may_be_destroyed(s: Gloomhaven, at: Hex) -> bool:
    """[GLOOMHAVEN-5.22, GLOOMHAVEN-5.19] Not a dark pit, and not an objective: that has hit points."""
    other = s.at[at]
    is_objective = other != NONE and s.sort[other] == OBJECTIVE
    return bool(s.terrain[at] & OBSTACLE) and not s.terrain[at] & PIT and not is_objective


def obstacle_at(s: Gloomhaven, at: Hex) -> list[Hex]:
    """All hexes of the obstacle tile on this hex."""
    if f"obstacle {at}" in s.notes:
        lowest = s.notes[f"obstacle {at}"]
        return [h for h in range(s.layout().size) if s.notes.get(f"obstacle {h}") == lowest]
    place = s.layout().axial[at]
    for overlay in record_of(s.scenario)["overlays"]:
        hexes = [(q, r) for q, r in overlay["hexes"]]
        if overlay["type"] == "obstacle" and place in hexes:
            return [s.layout().index[h] for h in hexes if h in s.layout().index]
    return [at]


def obstacles_within(s: Gloomhaven, figure: Figure, reach: int) -> list[Hex]:
    row = s.ground().row(s.hex[figure])
    return [h for h in range(s.layout().size) if row[h] <= reach and may_be_destroyed(s, h)]


def clear(t: T, at: Hex) -> list[Hex]:
    """The tile on this hex is gone; the hexes it covered."""
    s = t.state
    hexes = obstacle_at(s, at)
    for h in hexes:
        s.terrain[h] &= ~OBSTACLE
        s.notes.pop(f"obstacle {h}", None)
    t.emit("obstacle_gone", at)
    return hexes


def put_obstacle(t: T, hexes: tuple[Hex, ...]) -> None:
    s = t.state
    for at in hexes:
        s.terrain[at] |= OBSTACLE
        if len(hexes) > 1:
            s.notes[f"obstacle {at}"] = min(hexes)
        t.emit("obstacle_made", at)


def cuts_off(s: Gloomhaven, hexes: tuple[Hex, ...]) -> bool:
    """[GLOOMHAVEN-5.18] Whether obstacles here would part the map: every free hex must stay in reach of the others."""
    if len(hexes) == 1 and is_floor(s, hexes[0]):
        return parts_neighbours(s, hexes[0])
    before = [h for h in range(s.layout().size) if is_floor(s, h)]
    return parts(s, [h for h in before if h not in hexes]) > parts(s, before)


def is_floor(s: Gloomhaven, at: Hex) -> bool:
    return not s.terrain[at] & OBSTACLE and bool(s.ground().near[at])


def parts_neighbours(s: Gloomhaven, at: Hex) -> bool:
    """Whether some free hexes next to this one cannot be reached from the others without it."""
    ground = s.ground()
    wanted = [there for there in ground.near[at] if is_floor(s, there)]  # around it, in order
    if not wanted:
        return False
    gaps = 0
    for place, there in enumerate(wanted):
        gaps += int(ground.row(wanted[place - 1])[there] > 1)
    if gaps <= 1:  # they hang together, as nearly everywhere
        return False
    reached = [False] * ground.size
    reached[at] = reached[wanted[0]] = True
    found = wanted[:1]
    for here in found:  # grows while it is read
        for there in ground.near[here]:
            if not reached[there] and is_floor(s, there):
                reached[there] = True
                found.append(there)
    return not all([reached[there] for there in wanted])


def parts(s: Gloomhaven, hexes: list[Hex]) -> int:
    """How many separate parts these hexes form."""
    left, near, count = set(hexes), s.ground().near, 0
    for start in hexes:
        if start not in left:
            continue
        count += 1
        left.remove(start)
        stack = [start]
        while stack:
            for there in near[stack.pop()]:
                if there in left:
                    left.remove(there)
                    stack.append(there)
    return count


def room_for(s: Gloomhaven, act: Act, op: Op) -> list[tuple[Hex, ...]]:
    """Where the obstacle of the line may be put."""
    ground, me = s.ground(), s.hex[act.me]
    where = op.text("where") or op.text("to")
    if where == "hex_where_enemy_died":
        died = [at for at in act.hexes if s.at[at] == NONE]
        return [(at,) for at in died if not cuts_off(s, (at,))]
    reach = reach_of(op) if "range" in where else 1
    row = ground.row(me)
    if op.text("shape") == "triangle":
        shapes = shifts(TRIANGLE)
        anchors = [at for at in range(ground.size) if row[at] != FAR]
        found = {tuple(sorted(s.layout().placed(anchor, shape))) for anchor in anchors for shape in shapes}
        spots = sorted([spot for spot in found if len(spot) == len(TRIANGLE)])
    else:
        spots = [(at,) for at in range(ground.size) if row[at] <= reach]
    spots = [spot for spot in spots if allowed(s, act.me, spot, row, reach)]
    return [spot for spot in spots if not cuts_off(s, spot)]


def allowed(s: Gloomhaven, me: Figure, spot: tuple[Hex, ...], row: bytes, reach: int) -> bool:
    """All hexes empty, and one of them in range and sight [GLOOMHAVEN-13.4]."""
    if not all([s.is_empty(h) and s.is_revealed(h) for h in spot]):
        return False
    return any([row[h] <= reach and s.ground().sees(s.hex[me], h) for h in spot])


@ability.by("create_obstacle")
def create_obstacle(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-5.18]"""
    made = yield from put_obstacles(t, act, op, op.number("count", 1))
    if made and room_for(t.state, act, op):
        for further in more_obstacles.of(ITEMS):
            made += yield from put_obstacles(t, act, op, (yield from further(t, act)))
    act.hexes = made
    if made:
        act.did = True
        yield from perform_riders(t, act, op.sub)


def put_obstacles(t: T, act: Act, op: Op, count: int) -> Flow[list[Hex]]:
    """So many, as long as there is room and the player wants to; the hexes they cover."""
    made: list[Hex] = []
    for _ in range(count):
        spots = room_for(t.state, act, op)
        spot = (yield from ask(t, act.seat, "obstacle_to", [(), *spots])) if spots else ()
        if not spot:
            break
        put_obstacle(t, spot)
        made += spot
    return made


@ability.by("destroy_obstacle")
def destroy_obstacle(t: T, act: Act, op: Op) -> Flow[None]:
    """One next to the figure, or all in range [GLOOMHAVEN-5.22]."""
    s = t.state
    if op.text("target") == "all_within_range":
        places = obstacles_within(s, act.me, reach_of(op))
    else:
        near = obstacles_within(s, act.me, 1)
        at = (yield from one_of(t, act.seat, "obstacle", near)) if near else NONE
        places = [] if at == NONE else [at]
    act.hexes = cleared = []
    for at in places:
        if s.terrain[at] & OBSTACLE:
            cleared += clear(t, at)
    if cleared:
        act.did = True
        yield from perform_riders(t, act, tuple([sub for sub in op.sub if sub.name in ability]))


@ability.by("move_obstacle")
def move_obstacle(t: T, act: Act, op: Op) -> Flow[None]:
    """An adjacent obstacle of one hex goes to an empty hex in range [GLOOMHAVEN-5.18]."""
    s = t.state
    near = [h for h in obstacles_within(s, act.me, 1) if len(obstacle_at(s, h)) == 1]
    at = (yield from one_of(t, act.seat, "obstacle", near)) if near else NONE
    if at == NONE:
        return
    clear(t, at)
    spots = room_for(s, act, op)
    spot = yield from ask(t, act.seat, "obstacle_to", spots)
    put_obstacle(t, spot)
    act.hexes = [*spot]
    act.did = True
    yield from perform_riders(t, act, tuple([sub for sub in op.sub if sub.name in ability]))


@ability.by("clear_path")
def clear_path(t: T, act: Act, op: Op) -> Flow[None]:
    """Obstacles and traps on the way are gone."""
    s = t.state
    for at in act.path:
        if may_be_destroyed(s, at):
            clear(t, at)
        if s.terrain[at] & TRAP:
            disarm(t, act.me, at)
    yield from perform_riders(t, act, op.sub)


@measure.by("2*hexes_occupied_by_destroyed_obstacles")
def twice_the_hexes(t: T, act: Act) -> int:
    return 2 * len(act.hexes)


# ---------------------------------------------------------------- traps
@ability.by("create_trap")
def create_trap(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-5.9] In an adjacent empty hex; who lays it may have experience when an enemy springs it."""
    s = t.state
    free = sorted([h for h in s.ground().near[s.hex[act.me]] if s.is_empty(h)])
    options: list[Hex | str] = [NOWHERE, *free]
    at = yield from ask(t, act.seat, "trap_to", options)
    if isinstance(at, str):
        return
    lay_trap(s, at, op.number("damage"), bits(op.words("conditions")), act.me)
    later = [
        line.value for line in act.ops if line.name == "xp" and line.text("trigger") == "this_trap_sprung_by_enemy"
    ]
    if later:
        s.notes[f"trap xp {at}"] = later[0]
    if op.ops("when_sprung"):
        s.notes[f"trap card {at}"] = act.card * 100 + act.half * 10 + act.place
    t.emit("trap_laid", s.tag(act.me), at)
    act.did = True


@trap_sprung.by("cards")
def xp_of_trap(t: T, figure: Figure, laid_by: Figure, at: Hex) -> Flow[None]:
    """[GLOOMHAVEN-18.1] Experience on a card for an enemy that springs its trap."""
    points = t.state.notes.pop(f"trap xp {at}", 0)
    if points and laid_by != NONE and t.state.side[figure] != t.state.side[laid_by]:
        gain_xp(t, laid_by, points)
    yield from ()


def disarm(t: T, by: Figure, at: Hex) -> tuple[int, int, Figure]:
    """[GLOOMHAVEN-5.10]"""
    s = t.state
    s.tally(s.character_of(by), "traps_sprung_or_disarmed_on_own_or_own_summons_turn")
    s.notes.pop(f"trap xp {at}", None)
    s.notes.pop(f"trap card {at}", None)
    t.emit("disarmed", s.tag(by), at)
    return take_trap(s, at)


@ability.by("disarm_trap")
def disarm_trap(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-5.10] An adjacent trap; its effects may go to an enemy instead."""
    s = t.state
    near = sorted([h for h in s.ground().near[s.hex[act.me]] if s.terrain[h] & TRAP])
    at = (yield from one_of(t, act.seat, "trap", near)) if near else NONE
    if at == NONE:
        return
    damage, conditions, _ = disarm(t, act.me, at)
    act.did = True
    for sub in op.sub:
        if sub.name == "apply_trap_effects":
            figures = group[ONE[sub.text("target")]](s, act, reach_of(sub))
            figure = (yield from one_of(t, act.seat, "whom", figures)) if figures else NONE
            if figure != NONE:
                yield from suffer(t, figure, damage, act.me)
                give(t, figure, conditions)
        else:
            yield from perform_riders(t, act, (sub,))
