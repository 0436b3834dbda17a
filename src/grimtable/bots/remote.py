"""Bots of strangers, in another process: not even their code can see the real game."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from typing import Any

from grimtable import load
from grimtable.bots import make
from grimtable.kernel.chance import FastDice
from grimtable.kernel.codec import dump
from grimtable.kernel.game import Seat
from grimtable.kernel.values import Dice


class RemoteBot:
    """A bot in another process, which receives an imagined game as bytes: not even its code can see the real one."""

    def __init__(self, spec: str, pool: ProcessPoolExecutor) -> None:
        make(spec)  # a word that describes no bot is refused here and now
        self.spec = spec
        self._pool = pool

    def answer(self, seat: Seat[Any], dice: Dice) -> Any:
        return self.ranked(seat, dice)[0][0]

    def ranked(self, seat: Seat[Any], dice: Dice) -> list[tuple[Any, float]]:
        stored = dump(seat.imagine(dice, log=True))
        options = seat.decision().options
        places = self._pool.submit(ranked_elsewhere, stored, seat.player, self.spec, dice.below(1 << 31)).result()
        return [(options[place], estimate) for place, estimate in places]


def ranked_elsewhere(stored: bytes, player: int, spec: str, seed: int) -> list[tuple[int, float]]:
    """In the other process: the places of the options, best first, with their estimates."""
    seat = Seat(load(stored), player)
    options = list(seat.decision().options)
    ranked = make(spec).ranked(seat, FastDice(seed))
    return [(options.index(option), estimate) for option, estimate in ranked]
