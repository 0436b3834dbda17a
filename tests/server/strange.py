"""Bots that misbehave."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from grimtable.bots.random import RandomBot
from grimtable.kernel.game import Seat
from grimtable.kernel.values import Dice
from grimtable.server.frames import LENGTH, Answer, frame

Ranked = list[tuple[Any, float]]
TRACES = "GRIMTABLE_TEST_TRACES"  # a folder in which bots leave traces


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


class Marked(Deaf):
    """Deaf, and tells its process."""

    def ranked(self, seat: Seat[Any], dice: Dice) -> Ranked:
        Path(os.environ[TRACES], str(os.getpid())).touch()
        return super().ranked(seat, dice)


class Talkative(Crashing):
    def ranked(self, seat: Seat[Any], dice: Dice) -> Ranked:
        print("I think I shall win")
        return RandomBot().ranked(seat, dice)


class Poison:
    """Leaves a trace where it is unpickled."""

    def __reduce__(self) -> Any:
        return Path.touch, (Path(os.environ[TRACES], "poison"),)


class Poisonous(Crashing):
    def ranked(self, seat: Seat[Any], dice: Dice) -> Ranked:
        return [(seat.decision().options[0], Poison())]  # type: ignore[list-item]  # that is the attack


class Garbling(Crashing):
    """Writes to the server itself."""

    words = LENGTH.pack(5) + b"hello"

    def ranked(self, seat: Seat[Any], dice: Dice) -> Ranked:
        for file in range(3, 20):
            with suppress(OSError):
                os.write(file, self.words)
        time.sleep(60)
        return []


class Shouting(Garbling):
    words = b"\xff" * (1 << 20)


class Lying(Garbling):
    words = frame(Answer(None, msgspec.Raw(msgspec.msgpack.encode([["0", "much"]]))))


class Endless(Garbling):
    words = b"\xff" * 100
