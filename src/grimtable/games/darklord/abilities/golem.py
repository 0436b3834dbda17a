"""Abilities of the Golems."""

from __future__ import annotations

from grimtable.games.darklord.battle import (
    end_of_placement_1,
    end_of_placement_2,
    owner_acquires,
    remove,
    when_acquired,
)
from grimtable.games.darklord.components import (
    NO_THRONE_CAP,
    STACK_LIMIT,
    THRONE_CAP,
    ULTIMATE_SPARES_OWN,
    ULTIMATE_SPARES_ZERO,
    Area,
    Card,
    Player,
)
from grimtable.games.darklord.state import DarkLord, T
from grimtable.kernel.values import Flow


# ---------------------------------------------------------------- Clay Golem
@end_of_placement_2.by("clay_golem")
def clay(t: T, unit: Card, area: Area) -> None:
    """[DARKLORD-13.4] The unit in position 5 goes to the remove area, whoever owns it, itself included."""
    stack = t.state.stacks[area]
    if len(stack) == STACK_LIMIT:
        remove(t, stack[-1], area, unit)


# ---------------------------------------------------------------- Junk Golem
@when_acquired.by("junk_golem")
def junk(t: T, card: Card, me: Player) -> None:
    """[DARKLORD-13.8] Who acquires it takes one magic stone from the stock at once."""
    s = t.state
    if s.stones_left():
        s.stones[me] += 1
        t.emit("stone_gained", me)


# ---------------------------------------------------------------- Ultimate Golem
@end_of_placement_1.by("ultimate_golem")
def ultimate(t: T, unit: Card, area: Area) -> None:
    """[DARKLORD-13.11] All units with current power 1 or less go to the remove area. Two rulings narrow it."""
    s = t.state
    weak = [other for other in s.stacks[area] if s.power(other) <= 1]
    if ULTIMATE_SPARES_OWN in s.rulings:
        weak = [other for other in weak if s.owner[other] != s.owner[unit]]
    if ULTIMATE_SPARES_ZERO in s.rulings:
        weak = [other for other in weak if s.power(other) == 1]
    for other in weak:
        remove(t, other, area, unit)


# ---------------------------------------------------------------- Guardian Golem
@owner_acquires.by("guardian_golem")
def guardian(t: T, unit: Card, me: Player) -> Flow[None]:
    """[DARKLORD-13.14, DARKLORD-13.15] Hand an own curse token to another player; without one, may gain a throne VP."""
    s = t.state
    if s.curses[me]:
        cursed = yield from t.choose(me, "hand_over", [player for player in s.players() if player != me])
        s.curses[me] -= 1
        s.curses[cursed] += 1
        t.emit("curse_handed_over", me, cursed)
    elif throne_has_room(s, me) and (yield from t.choose(me, "throne_vp", ["take", "refuse"])) == "take":
        s.throne_vp = (*s.throne_vp[:me], s.throne_vp[me] + 1, *s.throne_vp[me + 1 :])
        t.emit("throne_vp_gained", me, s.throne_vp[me])


def throne_has_room(s: DarkLord, me: Player) -> bool:
    """[DARKLORD-13.15] The counter on the throne shows 0, 1 or 2."""
    return NO_THRONE_CAP in s.rulings or s.throne_vp[me] < THRONE_CAP
