"""Prospects: how a position looks for each seat, from 0 (lost) to CERTAIN (won). For advice, never for rules.

Whole numbers only, so that a bot answers alike on every machine.
"""

from __future__ import annotations

from typing import Final

CERTAIN: Final = 10_000
MERITS: Final = 1_000  # a merit so far behind the best one counts as good as nothing
_UNIT: Final = 10**9


def _weights() -> list[int]:
    """One hundredth less for every merit that is missing."""
    weights = [_UNIT]
    for _ in range(MERITS):
        weights.append(weights[-1] * 100 // 101)
    return weights


WEIGHTS: Final = _weights()


def chances(merits: list[int]) -> tuple[int, ...]:
    """Prospects of seats of which one wins: a merit more makes a seat one hundredth likelier than before."""
    best = max(merits)
    weights = [WEIGHTS[min(MERITS, best - merit)] for merit in merits]
    total = sum(weights)
    return tuple([CERTAIN * weight // total for weight in weights])


def leads(points: list[int], spread: int) -> tuple[int, ...]:
    """Prospects by points: half for equal, more the further ahead of the best other; `spread` ahead is won."""
    found: list[int] = []
    for seat, mine in enumerate(points):
        others = max(points[:seat] + points[seat + 1 :], default=mine)
        found.append(max(0, min(CERTAIN, (CERTAIN + CERTAIN * (mine - others) // spread) // 2)))
    return tuple(found)


def won(outcome: tuple[int, ...]) -> tuple[int, ...]:
    """Prospects of a game that is over: the highest score has won, a tie in parts."""
    best = max(outcome)
    return tuple([CERTAIN // outcome.count(best) if score == best else 0 for score in outcome])
