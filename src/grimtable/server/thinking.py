"""Bots, hints and other long thoughts, in other processes: the event loop never waits for them.

For a bot that fails or takes too long the greedy one answers, and for that one the first legal option.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from grimtable.bots.remote import ranked_elsewhere
from grimtable.kernel.chance import FastDice
from grimtable.kernel.codec import dump
from grimtable.kernel.game import Game, Seat

LOGGER = logging.getLogger("grimtable.server")
T = TypeVar("T")

FALLBACK = "greedy"
FIRST_OPTION = "first"
GRACE = 2.0  # a worker that does not stop by itself is ended so many seconds after its time
START = 20.0  # seconds that a worker may take to start, on a machine that has much else to do
BOTS = ("greedy", "mcts:0.5s", "mcts:2s", "random")  # what visitors may seat; the first is the default
HINT_BOT = "mcts:1s"


class Thought(NamedTuple):
    """A bot's answer: the place of the option; and if the bot itself did not give it, who did and why."""

    place: int
    by: str | None = None
    fault: str | None = None  # "slow" or "failed"


class TooSlow(Exception):
    """A thought took longer than it may."""


class Thinking:
    """The pool of processes that think."""

    def __init__(self, workers: int = 0) -> None:
        self._workers = workers or max(1, min(8, os.cpu_count() or 1))
        self._pool: ProcessPoolExecutor | None = None
        self._thought = 0  # tasks that the pool has finished

    def close(self) -> None:
        if self._pool is not None:
            _end(self._pool)
            self._pool = None

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"), _settle)
            self._thought = 0
        return self._pool

    async def run(self, seconds: float, task: Callable[..., T], *args: Any) -> T:
        """A function's result from another process. TooSlow if it takes longer; its process is ended if need be."""
        for attempt in (1, 2):
            pool = self._ready()
            try:
                future = asyncio.get_running_loop().run_in_executor(pool, _timed, seconds, task, args)
                future.add_done_callback(self._count)
                return await asyncio.wait_for(future, self._patience(seconds))
            except BrokenProcessPool:  # a neighbour's thought was ended, and with it this one
                self._forget(pool)
                if attempt == 2:
                    raise
            except TimeoutError:
                self._forget(pool)
                raise TooSlow from None
        raise AssertionError

    def _count(self, future: asyncio.Future[Any]) -> None:
        self._thought += not future.cancelled()

    def _patience(self, seconds: float) -> float:
        """Its own time, that of what waits before it, and of workers that still start: nobody's fault who waits."""
        waiting = len(self._pool._pending_work_items) if self._pool is not None else 0
        starting = START if self._thought < self._workers else 0.0
        return (seconds + GRACE) * (1 + waiting / self._workers) + starting

    def _forget(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
            _end(pool)

    # ------------------------------------------------------------ bots
    async def answer(self, stored: bytes, seat: int, spec: str, seconds: float) -> Thought:
        """What a bot does at its seat's decision in an imagined game, whatever happens to the bot."""
        fault = None
        for bot, limit in ((spec, seconds), (FALLBACK, min(5.0, seconds))):
            try:
                ranked = await self.run(limit, ranked_elsewhere, stored, seat, bot, secrets.randbits(31))
                return Thought(ranked[0][0], bot if fault else None, fault)
            except TooSlow:
                fault = fault or "slow"
                LOGGER.warning("bot %s at seat %d took more than %.1f s", bot, seat, limit)
            except Exception as error:  # whatever a bot does, its table goes on
                fault = fault or "failed"
                LOGGER.warning("bot %s at seat %d failed: %s: %s", bot, seat, type(error).__name__, error)
        return Thought(0, FIRST_OPTION, fault)

    async def hint(self, stored: bytes, seat: int, seconds: float) -> tuple[list[tuple[int, float]], str]:
        """The places of the best options with their estimates, and the bot that found them."""
        for bot in (HINT_BOT, FALLBACK):
            try:
                ranked = await self.run(seconds, ranked_elsewhere, stored, seat, bot, secrets.randbits(31))
                return ranked[:3], bot
            except Exception as error:  # a hint that fails is no hint, not an error of the table
                LOGGER.warning("hint by %s failed: %s: %s", bot, type(error).__name__, error)
        return [], FALLBACK


def imagined(game: Game[Any], seat: int) -> bytes:
    """A game that this seat cannot tell from the real one: all that leaves for another process."""
    return dump(Seat(game, seat).imagine(FastDice(secrets.randbits(63)), log=True))


# ---------------------------------------------------------------- in the other process
def _settle() -> None:
    """Ctrl-C is for the server, which ends its workers itself; if it was killed, they end too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _timed(seconds: float, task: Callable[..., T], args: tuple[Any, ...]) -> T:
    with _alarm(seconds):
        return task(*args)


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise TooSlow in the middle of whatever runs, where the system can."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def ring(number: int, frame: Any) -> None:
        raise TooSlow

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _end(pool: ProcessPoolExecutor) -> None:
    """End the workers of a pool, also those that hear nothing any more."""
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(wait=False)
