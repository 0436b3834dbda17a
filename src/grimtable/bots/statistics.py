"""Figures about many games: intervals, spreads and ratings."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum, log10, sqrt
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


def spread(counts: Mapping[int, int]) -> Spread:
    """The distribution of numbers, given how often each was met."""
    total = sum(counts.values())
    if not total:
        return Spread(0, 0, 0.0, 0, 0)
    mean = sum([number * count for number, count in counts.items()]) / total
    return Spread(min(counts), _at(counts, total // 2), mean, _at(counts, total * 95 // 100), max(counts))


def _at(counts: Mapping[int, int], place: int) -> int:
    """The number at a place of the sorted row, counted from 0."""
    for number in sorted(counts):
        place -= counts[number]
        if place < 0:
            return number
    return max(counts)


def ratings(names: list[str], beaten: dict[tuple[str, str], float], rounds: int = 200) -> dict[str, int]:
    """Elo-like ratings with mean 1500 that fit who came out ahead of whom (Bradley-Terry, one draw added per pair)."""
    strength = dict.fromkeys(names, 1.0)
    for _ in range(rounds):
        fitted: dict[str, float] = {}
        for me in names:
            wins = fsum([beaten.get((me, other), 0.0) + 0.5 for other in names if other != me])
            met = [
                (beaten.get((me, other), 0.0) + beaten.get((other, me), 0.0) + 1.0) / (strength[me] + strength[other])
                for other in names
                if other != me
            ]
            fitted[me] = wins / fsum(met) if met else 1.0
        strength = fitted
    logs = {name: 400 * log10(value) for name, value in strength.items()}
    mean = fsum(logs.values()) / len(logs)
    return {name: round(1500 + value - mean) for name, value in logs.items()}
