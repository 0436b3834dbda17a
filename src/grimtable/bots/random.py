"""The bot that takes any option."""

from __future__ import annotations

from typing import Any

from grimtable.kernel.game import Seat
from grimtable.kernel.values import Dice


class RandomBot:
    def answer(self, seat: Seat[Any], dice: Dice) -> Any:
        options = seat.decision().options
        return options[dice.below(len(options))]

    def ranked(self, seat: Seat[Any], dice: Dice) -> list[tuple[Any, float]]:
        options = seat.decision().options
        return [(option, 1 / len(options)) for option in options]
