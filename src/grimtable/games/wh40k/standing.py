"""How a battle stands: what armies are worth, and who will probably win. For advice, never for rules."""

from __future__ import annotations

from typing import Final

from grimtable.games.wh40k.components import (
    DOMINATION,
    INCH,
    LINES,
    MARKER_VP,
    NONE,
    ROUNDS,
    SLAY_AND_SECURE,
    Player,
    Unit,
)
from grimtable.games.wh40k.geometry.shapes import root_below
from grimtable.games.wh40k.state import GONE, Battle, enemy
from grimtable.games.wh40k.victory import controller
from grimtable.kernel.prospects import chances, won

TURNS = 2 * ROUNDS
# Of the traits, in merits: fitted to the starts of turns in 540 games of greedy bots, one answer in ten at random,
# 60 with each ready army against itself. In 180 games held out it loses 0.42, where the weights before it lost 0.45.
WEIGHTS: Final[tuple[int, ...]] = (78, 2, 189, 54, 10, 248, 36, 20, 96)


def worth(s: Battle, unit: Unit) -> int:
    """The Power Rating of what is left of a unit, in hundredths."""
    left = sum([max(0, s.wounds[m]) for m in s.crew[unit]])
    whole = sum([LINES[s.line[m]].wounds for m in s.crew[unit]])
    return 100 * max(1, s.power[unit]) * left // max(1, whole)


def strength(s: Battle, me: Player) -> int:
    return sum([worth(s, u) for u, owner in enumerate(s.owner) if owner == me and s.place[u] != GONE])


def value(s: Battle) -> tuple[int, ...]:
    """Who will win, from markers and points, what is left of the armies, and the way to the markers."""
    if s.outcome:
        return won(s.outcome)
    return chances([sum([w * t for w, t in zip(WEIGHTS, mine)]) // 100 for mine in traits(s)])


def turns(s: Battle) -> int:
    """How many turns have begun."""
    return 2 * s.round - (1 if s.active == s.first else 0) if s.round else 0


def traits(s: Battle) -> list[list[int]]:
    """What tells the winner, for each player: armies in thousandths, the rest in hundredths. See tools/fit.py.

    What is left of an army, its way to the markers and having the turn weigh less and less. Where markers count when
    the battle ends, they and a slain warlord weigh more and more; where they count every turn, points won do.
    """
    over = max(0, turns(s) - 1)
    left = TURNS - over
    armies = [strength(s, 0), strength(s, 1)]
    held = [controller(s, at) for at in range(len(s.markers))]
    found: list[list[int]] = []
    for me in (0, 1):
        army = 1000 * armies[me] // max(1, armies[0] + armies[1])
        turn = 100 if s.round and s.active == me else 0
        common = [army * left // TURNS, army * over // TURNS, approach(s, me) * left // TURNS, turn * left // TURNS]
        markers = 100 * held.count(me)
        if s.objective == DOMINATION:
            points = 100 * s.vp[me] // MARKER_VP[DOMINATION]
            found.append([*common, 0, 0, markers * left // TURNS, points, points * over // TURNS])
        else:
            markers += 100 if s.objective == SLAY_AND_SECURE and has_slain_warlord(s, me) else 0
            found.append([*common, markers, markers * over * over // TURNS**2, 0, 0, 0])
    return found


def has_slain_warlord(s: Battle, me: Player) -> bool:
    warlord = s.warlord[enemy(me)]
    return warlord != NONE and s.wounds[warlord] <= 0


def approach(s: Battle, me: Player) -> int:
    """How close a player's units are to the markers: up to 100 for each, from 30 inches on."""
    heads = [s.alive(unit)[0] for unit in s.units_of(me)]
    found = 0
    for x, y in s.markers if heads else ():
        away = min([distance(x, y, s.x[m], s.y[m]) for m in heads])
        found += max(0, 300 - away) // 3
    return found


def distance(x: int, y: int, px: int, py: int) -> int:
    """Between two points, in tenths of an inch."""
    return root_below((x - px) ** 2 + (y - py) ** 2) * 10 // INCH
