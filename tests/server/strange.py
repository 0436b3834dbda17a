"""Bots that misbehave."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import Any

from grimtable.kernel.game import Seat
from grimtable.kernel.values import Dice

Ranked = list[tuple[Any, float]]


class Crashing:
    def answer(self, seat: Seat[Any], dice: Dice) -> Any:
        raise ValueError("I have a bug")

    def ranked(self, seat: Seat[Any], dice: Dice) -> Ranked:
        raise ValueError("I have a bug")


class Slow(Crashing):
    def ranked(self, seat: Seat[Any], dice: Dice) -> Ranked:
        time.sleep(60)
        return []


class Deaf(Crashing):
    """Does not even stop when it is told to."""

    def ranked(self, seat: Seat[Any], dice: Dice) -> Ranked:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with suppress(BaseException):
                time.sleep(60)
        return []


class Deadly(Crashing):
    """Takes its process with it."""

    def ranked(self, seat: Seat[Any], dice: Dice) -> Ranked:
        os._exit(3)
