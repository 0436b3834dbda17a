"""How a position looks for each player: traits of it, weighed as games of bots have taught.

Nobody wins without six spellbooks, and what a thing is worth changes as the end comes near; so many traits are there
twice, once as they are and once times how late it is.
"""

from __future__ import annotations

from grimtable.games.cthulhu.components import (
    BOOKS,
    COST,
    CULTIST,
    DOOM_GOAL,
    FACTIONS,
    GATE_COST,
    KIND,
    MONSTER,
    NONE,
    RANK,
    SIGN_VALUE,
    TRACK,
    YELLOW_SIGN,
    Player,
)
from grimtable.games.cthulhu.gather import income
from grimtable.games.cthulhu.moves import KING, open_glyph, scouts_of
from grimtable.games.cthulhu.state import Cthulhu
from grimtable.kernel.prospects import chances, won

LATE = 100  # at the end of the game
# Merits per hundred, of what `python -m tools.fit cthulhu --games 1031 --curiosity 10` makes of games of `greedy`
# (2026-11-18). In the games held out it loses 0.99 and hits 57 %; who knows nothing loses 1.39 and hits 25 %.
ALWAYS: tuple[int, ...] = (285, -2693, 41076, 1522, 4626, 542, 1833, 963, 1987, -1143, 3357, -4201)
WHEN_LATE: tuple[int, ...] = (14, 46, -711, 19, 12, 5, -16, -12, -89, 2, 21, 66)  # the same traits, times lateness
MISSING: tuple[int, ...] = (-16, -67, -45, -43)  # spellbooks, times lateness, by faction
SITUATION: tuple[int, ...] = (-1903, -916, 1219, 2310)
WEIGHTS = ALWAYS + WHEN_LATE + MISSING + SITUATION


def value(s: Cthulhu) -> tuple[int, ...]:
    if s.outcome:
        return won(s.outcome)
    if not s.faction:
        return chances([0] * len(s.power))
    return chances([sum([weight * trait for weight, trait in zip(WEIGHTS, mine)]) // 100 for mine in traits(s)])


def traits(s: Cthulhu) -> list[list[int]]:
    """Of each seat; none while factions are chosen."""
    if not s.faction:
        return []
    totals = [s.doom[me] + sum([SIGN_VALUE[token] for token in s.signs[me]]) for me in s.players()]
    late = lateness(s, max(totals))
    incomes = [income(s, me) for me in s.players()]
    least = -(-max(incomes) // 2)
    ranks = [ranks_of(s, me) for me in s.players()]
    found: list[list[int]] = []
    for me in s.players():
        complete = int(s.books(me) == BOOKS)
        twice = [
            totals[me],
            complete * totals[me],
            complete,
            len(s.gates_of(me)),
            len(s.great_old_ones(me)),
            s.power[me],
            max(incomes[me], least),
            sum([COST[KIND[unit]] for unit in s.on_map(me) if RANK[unit] == MONSTER]),
            *by_faction(s, me, 1),
        ]
        missing = by_faction(s, me, late * (BOOKS - s.books(me)))
        found.append([*twice, *[late * trait for trait in twice], *missing, *situation(s, me, ranks)])
    return found


def lateness(s: Cthulhu, most: int) -> int:
    """How near the end is, by the highest Doom with Elder Signs and by the ritual track."""
    return min(LATE, max(LATE * most // DOOM_GOAL, LATE * s.ritual // len(TRACK[len(s.power)])))


def ranks_of(s: Cthulhu, me: Player) -> list[int]:
    """For each area the highest rank of a player's units, NONE without any."""
    ranks = [NONE] * len(s.gate)
    for unit in s.units(me):
        area = s.area[unit]
        if area >= 0 and RANK[unit] > ranks[area]:
            ranks[area] = RANK[unit]
    return ranks


def by_faction(s: Cthulhu, me: Player, trait: int) -> list[int]:
    """A trait that means something else for each faction."""
    return [trait if faction == s.faction[me] else 0 for faction in range(len(FACTIONS))]


def situation(s: Cthulhu, me: Player, ranks: list[list[int]]) -> list[int]:
    """Gates whose keeper can be captured, gates without a guard, gates to be made, the King at a glyph he needs."""
    gates, mine, king = s.gates_of(me), ranks[me], s.area[KING]
    others = [ranks[other] for other in s.players() if other != me]
    return [
        len([1 for area in gates if max([theirs[area] for theirs in others]) > max(CULTIST, mine[area])]),
        len([1 for area in gates if mine[area] == CULTIST]),
        min(s.power[me] // GATE_COST, scouts_of(s, me)),
        int(s.faction[me] == YELLOW_SIGN and king >= 0 and open_glyph(s, me, king)),
    ]
