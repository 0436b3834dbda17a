"""What bots are told: a rating per option and the outcome to expect."""

from __future__ import annotations

from grimtable.games.darklord.state import DarkLord
from grimtable.games.darklord.victory import score
from grimtable.kernel.definition import Advice
from grimtable.kernel.values import Decision


def rate(s: DarkLord, decision: Decision) -> list[int]:
    return [0 for _ in decision.options]


def value(s: DarkLord) -> tuple[int, ...]:
    return tuple([2 * score(s, me).total for me in s.players()])


ADVICE = Advice(rate, value, spread=20, horizon=24)
