"""What players do: sleeve units and place them [DARKLORD-4, DARKLORD-6]."""

from __future__ import annotations

from itertools import combinations

from grimtable.games.darklord.battle import may_place, when_placed
from grimtable.games.darklord.components import (
    ABILITIES,
    ALL,
    AREAS,
    BOMBER_SET,
    CARDS,
    DONE,
    HISTORIC_TIES,
    KIND,
    PASS,
    PLACE,
    STACK_LIMIT,
    UID,
    Area,
    Card,
    Player,
)
from grimtable.games.darklord.state import DarkLord, T, distinct
from grimtable.kernel.values import Flow


# ---------------------------------------------------------------- sleeving
def candidates(s: DarkLord, me: Player) -> list[Card]:
    """[DARKLORD-4.7, DARKLORD-4.8] All own units but the Bomber, which needs no sleeve.

    [DARKLORD-5.1, DARKLORD-15.1] Territories and artifacts are never among them.
    """
    return [unit for unit in s.units_of(me) if unit not in BOMBER_SET]


def sleeve(t: T, me: Player) -> Flow[None]:
    """[DARKLORD-4.7, DARKLORD-4.9] Sleeve units one by one, at most one sleeve each; fewer than possible is allowed."""
    s = t.state
    bare = candidates(s, me)
    sleeves = s.sleeves_of(me)
    chosen: list[Card] = []
    while bare and len(chosen) < sleeves:
        everything = [ALL] if not chosen and len(bare) <= sleeves else []
        answer = yield from t.choose(me, "sleeve", [*everything, *[UID[unit] for unit in distinct(bare)], DONE])
        if answer == DONE:
            break
        if answer == ALL:
            chosen = bare
            break
        chosen.append(CARDS[answer])
        bare = [unit for unit in bare if unit != CARDS[answer]]
    make_ready(t, me, chosen)


def sleeve_together(t: T) -> Flow[None]:
    """[DARKLORD-4.11] The ruling `sleeve_order`: all choose at once, each a whole set."""
    s = t.state
    sets = yield from t.choose_together("sleeve_set", {me: sleeve_sets(s, me) for me in s.turn_order()})
    for me in s.turn_order():
        make_ready(t, me, [CARDS[uid] for uid in sets[me]])


def sleeve_sets(s: DarkLord, me: Player) -> tuple[tuple[str, ...], ...]:
    """Every set of units that the sleeves allow, the largest first; copies of a kind are taken in their order."""
    units = candidates(s, me)
    most = min(len(units), s.sleeves_of(me))
    return tuple(
        [
            tuple([UID[unit] for unit in chosen])
            for size in range(most, -1, -1)
            for chosen in combinations(units, size)
            if not [u for u in units if u not in chosen and KIND[u] in [KIND[c] for c in chosen if c > u]]
        ]
    )


def make_ready(t: T, me: Player, sleeved: list[Card]) -> None:
    """[DARKLORD-4.10, DARKLORD-13.16] The choice is public; the Bomber comes in addition."""
    s = t.state
    bomber = s.bomber_of(me)
    s.ready[me] = (*sleeved, bomber) if s.owner[bomber] == me else tuple(sleeved)
    t.emit("sleeved", me, tuple([UID[unit] for unit in sleeved]))


# ---------------------------------------------------------------- placing
def placements(s: DarkLord, me: Player) -> list[tuple[str, str] | str]:
    """[DARKLORD-6.2, DARKLORD-7.3, DARKLORD-1.3] Every unit with every area that takes it, and passing.

    [DARKLORD-6.4, DARKLORD-6.5, DARKLORD-6.6] What the unit costs, what the area's target is, and where own units stand
    already, does not matter.
    """
    areas = [area for area, stack in enumerate(s.stacks) if len(stack) < STACK_LIMIT]
    found: list[tuple[str, str] | str] = []
    for unit in distinct(list(s.ready[me])):
        conditions = may_place.of(ABILITIES[unit])
        places = PLACE[unit]
        if conditions:
            found += [places[area] for area in areas if conditions[0](s, unit, area, me)]
        else:
            found += [places[area] for area in areas]
    found.append(PASS)  # [DARKLORD-6.7]
    return found


def place(t: T, unit: Card, area: Area, me: Player) -> Flow[None]:
    """[DARKLORD-6.2] The unit goes behind all others there; nothing is paid yet."""
    s = t.state
    s.ready[me] = tuple([other for other in s.ready[me] if other != unit])
    s.stacks[area] = (*s.stacks[area], unit)  # [DARKLORD-6.3]
    if unit in BOMBER_SET:
        s.bombed |= 1 << me
    if HISTORIC_TIES in s.rulings and me not in s.arrivals[area]:
        s.arrivals = (*s.arrivals[:area], (*s.arrivals[area], me), *s.arrivals[area + 1 :])
    t.emit("placed", me, UID[unit], area)
    # [DARKLORD-7.4, DARKLORD-7.16] The unit stands last before its effect takes another out and closes the gap.
    for effect in when_placed.of(ABILITIES[unit]):  # [DARKLORD-7.1] and afterwards it has no ability of this sort
        yield from effect(t, unit, area, me)


def placed(answer: tuple[str, str]) -> tuple[Card, Area]:
    """The unit and the area of a placement."""
    return CARDS[answer[0]], AREAS[answer[1]]
