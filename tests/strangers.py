"""Bots of strangers, for tests: named as "strangers:Crashing" they are found like any bot of one's own."""

from __future__ import annotations

from typing import Any

from grimtable.bots.random import RandomBot
from grimtable.kernel.game import Seat
from grimtable.kernel.values import Dice


class Crashing:
    """Plays at random until round 3, then fails."""

    def answer(self, seat: Seat[Any], dice: Dice) -> Any:
        if seat.view()["round"] == 3:
            raise RuntimeError("out of ideas")
        return RandomBot().answer(seat, dice)

    def ranked(self, seat: Seat[Any], dice: Dice) -> list[tuple[Any, float]]:
        return RandomBot().ranked(seat, dice)


class Illegal:
    """Answers what nobody asked."""

    def answer(self, seat: Seat[Any], dice: Dice) -> Any:
        return "world domination"

    def ranked(self, seat: Seat[Any], dice: Dice) -> list[tuple[Any, float]]:
        return [("world domination", 1.0)]
