"""Figures about many games: intervals, spreads and ratings."""

from __future__ import annotations

from math import log10, sqrt
from typing import NamedTuple

Z = 1.959963984540054  # 95 per cent of a normal distribution


class Share(NamedTuple):
    """How often something happened, with the 95 per cent interval of Wilson."""

    games: int
    wins: float  # a tie counts in parts
    rate: float
    low: float
    high: float


def share(wins: float, games: int) -> Share:
    if games == 0:
        return Share(0, 0.0, 0.0, 0.0, 1.0)
    rate = wins / games
    middle = (rate + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    return Share(games, wins, rate, max(0.0, middle - half), min(1.0, middle + half))


class Spread(NamedTuple):
    """The distribution of a number."""

    least: int
    median: int
    mean: float
    p95: int
    most: int


def spread(numbers: list[int]) -> Spread:
    if not numbers:
        return Spread(0, 0, 0.0, 0, 0)
    ordered = sorted(numbers)
    count = len(ordered)
    return Spread(
        ordered[0], ordered[count // 2], sum(ordered) / count, ordered[min(count - 1, count * 95 // 100)], ordered[-1]
    )


def ratings(names: list[str], beaten: dict[tuple[str, str], float], rounds: int = 200) -> dict[str, int]:
    """Elo-like ratings with mean 1500 that fit who came out ahead of whom (Bradley-Terry, one draw added per pair)."""
    strength = dict.fromkeys(names, 1.0)
    for _ in range(rounds):
        fitted: dict[str, float] = {}
        for me in names:
            wins = sum([beaten.get((me, other), 0.0) + 0.5 for other in names if other != me])
            met = [
                (beaten.get((me, other), 0.0) + beaten.get((other, me), 0.0) + 1.0) / (strength[me] + strength[other])
                for other in names
                if other != me
            ]
            fitted[me] = wins / sum(met) if met else 1.0
        strength = fitted
    logs = {name: 400 * log10(value) for name, value in strength.items()}
    mean = sum(logs.values()) / len(logs)
    return {name: round(1500 + value - mean) for name, value in logs.items()}
