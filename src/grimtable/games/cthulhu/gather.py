"""Gather Power Phase and Determine First Player Phase [CTHULHU-8, CTHULHU-9]."""

from __future__ import annotations

from grimtable.games.cthulhu.actions import choose_player
from grimtable.games.cthulhu.components import (
    ABANDONED,
    CAPTIVE,
    CLOCKWISE,
    COUNTERCLOCKWISE,
    POOL,
    Player,
)
from grimtable.games.cthulhu.spellbooks import earn, uses
from grimtable.games.cthulhu.state import FIRST_PLAYER, GATHER_POWER, Cthulhu, T
from grimtable.games.cthulhu.victory import end_phase
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow, Step

# ---------------------------------------------------------------- hooks
gathers = Hook[[Cthulhu, Player], int]()  # [CTHULHU-8.5] further Power; a base faction has one such ability


def gather_power(t: T) -> Flow[None]:
    """[CTHULHU-8.1, CTHULHU-8.10, CTHULHU-2.1] All at once; the totals replace what was left."""
    s = t.state
    s.phase, s.decay = GATHER_POWER, 0  # [CTHULHU-17.13]
    totals = yield from gathered(t)
    return_captives(t)
    for me in s.players():
        t.emit("gathered", me, totals[me])
    least = minimum(totals)
    for me in s.players():  # [CTHULHU-8.8]
        s.power[me] = max(totals[me], least)
        if totals[me] < least:
            t.emit("raised_to_half", me, least)
    yield from earn(t)
    if not any(s.power):  # nobody could ever act again
        s.agenda.append(Step("final"))
    else:
        end_phase(s, Step("first_player"))


def minimum(totals: list[int]) -> int:
    """[CTHULHU-8.8] Half of the most, rounded up."""
    return -(-max(totals) // 2)


def gathered(t: T) -> Flow[list[int]]:
    """[CTHULHU-8.1, CTHULHU-8.5, CTHULHU-3.3] Everybody's Power; an ability can be left unused.

    That is asked, in turn order, where it could keep an enemy's minimum lower: as if those asked later left theirs too.
    """
    s = t.state
    totals = [income(s, me) for me in s.players()]
    extra = [bonus(s, me) for me in s.players()]
    least = [total - more for total, more in zip(totals, extra)]  # what everybody has at least, as far as it is settled
    for me in s.order():
        with_it = [totals[me] if player == me else least[player] for player in s.players()]
        enemies = [player for player in s.players() if player != me]
        if extra[me] and [1 for enemy in enemies if least[enemy] < minimum(with_it) > minimum(least)]:
            ability = next(name for name in s.abilities[me] if name in gathers)
            if not (yield from uses(t, me, ability)):
                totals[me] -= extra[me]
                t.emit("forgone", me, ability, extra[me])
        least[me] = totals[me]
    return totals


def bonus(s: Cthulhu, me: Player) -> int:
    """[CTHULHU-8.5] The Power from an ability."""
    more = 0
    for gain in gathers.of(s.abilities[me]):
        more += gain(s, me)
    return more


def income(s: Cthulhu, me: Player) -> int:
    """[CTHULHU-8.1, CTHULHU-8.2, CTHULHU-8.3, CTHULHU-8.4, CTHULHU-8.6, CTHULHU-8.7] Nothing else counts."""
    total = len([unit for unit in s.cultists(me) if s.in_play(unit)])  # [CTHULHU-8.9]
    total += 2 * len(s.gates_of(me))
    total += s.gate.count(ABANDONED)
    total += s.area.count(CAPTIVE - me)
    return total + bonus(s, me)


def return_captives(t: T) -> None:
    """[CTHULHU-8.4] Every captive returns to its owner's pool."""
    s = t.state
    for me in s.players():
        for owner in s.enemies(me):
            held = [unit for unit in s.cultists(owner) if s.area[unit] == CAPTIVE - me]
            for unit in held:
                s.area[unit] = POOL
            if held:
                t.emit("returned", me, owner, len(held))


def first_player(t: T) -> Flow[None]:
    """[CTHULHU-9.1, CTHULHU-9.2] Most Power; the previous first player decides between equals."""
    s = t.state
    s.phase = FIRST_PLAYER
    most = max(s.power)
    leaders = [me for me in s.order() if s.power[me] == most]
    s.first = yield from choose_player(t, s.first, "first_player", leaders)
    t.emit("first_player", s.first)
    yield from choose_direction(t)
    end_phase(s, Step("doom"))


def choose_direction(t: T) -> Flow[None]:
    """[CTHULHU-1.11, CTHULHU-9.3] The first player chooses the direction of play."""
    s = t.state
    word = yield from t.choose(s.first, "direction", [CLOCKWISE, COUNTERCLOCKWISE])
    s.direction = 1 if word == CLOCKWISE else -1
    t.emit("direction", s.first, word)
