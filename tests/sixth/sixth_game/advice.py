"""What bots are told."""

from __future__ import annotations

from grimtable.kernel.definition import Advice
from grimtable.kernel.prospects import leads, won
from grimtable.kernel.values import Decision

from .actions import AUGUR, DRAW, PRAY, SEAL
from .components import NONE, WORTH
from .state import Relics
from .turn import points


def rate(s: Relics, decision: Decision) -> list[int]:
    return [worth(s, decision, option) for option in decision.options]


def worth(s: Relics, decision: Decision, option: int | str | tuple[int, ...]) -> int:
    if isinstance(option, str):
        best = max([WORTH[card] for card in s.hands[decision.player]], default=0)
        return {SEAL: best, AUGUR: 3, DRAW: 2, PRAY: 1}.get(option, 0)
    if isinstance(option, tuple):
        return 0
    if decision.prompt == "seal":
        return WORTH[option]
    if decision.prompt == "pray":
        return -WORTH[option]
    if decision.prompt == "bid":
        return -abs(option - WORTH[s.relic] // 3) if s.relic != NONE else 0
    return 0


def value(s: Relics) -> tuple[int, ...]:
    return won(s.outcome) if s.outcome else leads([points(s, me) for me in s.players()], 10)


ADVICE = Advice(rate, value, spread=10, horizon=30)
