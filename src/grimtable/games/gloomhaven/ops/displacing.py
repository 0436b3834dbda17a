"""The words that take figures elsewhere without a way between."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.components import NONE, Figure, Hex
from grimtable.games.gloomhaven.components.layouts import FAR
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.moving import arrive
from grimtable.games.gloomhaven.ops import Act, ability
from grimtable.games.gloomhaven.ops.targets import ONE, group, one_of
from grimtable.games.gloomhaven.paths import WALK, may_stop, mode_of
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

# Where a teleport may end, by its `to`; the default is any hex in the range given.
destination: Final = Hook[[Gloomhaven, Act, Op], list[Hex]]()
ANYWHERE: Final = "any_unoccupied_hex"


@ability.by("teleport")
def teleport(t: T, act: Act, op: Op) -> Flow[None]:
    """To an unoccupied hex; what lies there works on who arrives [GLOOMHAVEN-5.8]."""
    s = t.state
    to = op.text("to")
    ends = destination[to](s, act, op) if to in destination else free_hexes(s, act, op)
    if not ends:
        return
    at: Hex = yield from ask(t, act.seat, "move_to", ends)
    s.put(act.me, at)
    t.emit("moved", s.tag(act.me), at)
    act.did = True
    if mode_of(s, act.me, False) == WALK:
        yield from arrive(t, act.me, at, act.me)


def free_hexes(s: Gloomhaven, act: Act, op: Op) -> list[Hex]:
    """Revealed hexes where the figure may stop, in the range given if there is one."""
    ground, mode = s.ground(), mode_of(s, act.me, False)
    row, reach = ground.row(s.hex[act.me]), op.number("range", FAR)
    return [
        h
        for h in range(ground.size)
        if 0 < row[h] <= reach and h not in ground.shut and s.is_revealed(h) and may_stop(s, act.me, h, mode)
    ]


@ability.by("swap_positions")
def swap_positions(t: T, act: Act, op: Op) -> Flow[None]:
    """Two figures exchange their hexes at the same time: nobody moves, no hex between is entered."""
    s = t.state
    first = yield from one_named(t, act, op.text("who"), NONE)
    second = (yield from one_named(t, act, op.text("with"), first)) if first != NONE else NONE
    if second == NONE:
        return
    exchange(s, first, second)
    t.emit("swapped", s.tag(first), s.tag(second))
    act.did = True


def exchange(s: Gloomhaven, first: Figure, second: Figure) -> None:
    here, there = s.hex[first], s.hex[second]
    s.put(first, NONE)
    s.put(second, here)
    s.put(first, there)


def one_named(t: T, act: Act, spec: str, other: Figure) -> Flow[Figure]:
    """One figure that a word means, but not the other one; NONE if there is none, or the player wants none."""
    figures = [f for f in group[ONE.get(spec, spec)](t.state, act, 0) if f != other]
    if spec not in ONE or not figures:
        return figures[0] if figures else NONE
    return (yield from one_of(t, act.seat, "whom", figures))
