"""What bots are told: a rating per option and the outcome to expect, in hundredths of an outcome point."""

from __future__ import annotations

from grimtable.games.oldworld.state import OldWorld
from grimtable.kernel.definition import Advice
from grimtable.kernel.values import Decision


def rate(s: OldWorld, decision: Decision) -> list[int]:
    return [0] * len(decision.options)


def value(s: OldWorld) -> tuple[int, ...]:
    return tuple([0] * len(s.powers))


ADVICE = Advice(rate, value, spread=10_000, horizon=12)
