"""Bots of strangers, for tests: named as "strangers:Crashing" they are found like any bot of one's own."""

from __future__ import annotations

from typing import Any

from grimtable.bots.random import RandomBot
from grimtable.kernel.game import Seat
from grimtable.kernel.values import Dice


class Crashing(RandomBot):
    """Plays at random until round 3, then fails."""

    def answer(self, seat: Seat[Any], dice: Dice) -> Any:
        if seat.view()["round"] == 3:
            raise RuntimeError("out of ideas")
        return super().answer(seat, dice)


class Illegal(RandomBot):
    """Answers what nobody asked."""

    def answer(self, seat: Seat[Any], dice: Dice) -> Any:
        return "world domination"
