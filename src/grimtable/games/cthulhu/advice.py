"""What bots are told: a rating per option and the outcome to expect, in hundredths of an outcome point."""

from __future__ import annotations

from grimtable.games.cthulhu.state import Cthulhu
from grimtable.kernel.definition import Advice
from grimtable.kernel.values import Decision

POINT = 100  # one Doom


def rate(s: Cthulhu, decision: Decision) -> list[int]:
    return [0] * len(decision.options)


def value(s: Cthulhu) -> tuple[int, ...]:
    return tuple([POINT * doom for doom in s.doom])


ADVICE = Advice(rate, value, spread=30 * POINT, horizon=30)
