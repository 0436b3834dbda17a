"""Bots and hints, thought out by workers: the event loop never waits for them.

For a bot that fails or takes too long the greedy one answers, and for that one the first legal option.
"""

from __future__ import annotations

import logging
import os
import secrets
from typing import Any, NamedTuple

from grimtable.kernel.chance import FastDice
from grimtable.kernel.codec import dump
from grimtable.kernel.game import Game, Seat
from grimtable.server.lanes import Busy, Lanes, Plan, TooSlow
from grimtable.server.worker_process import WorkerDied

LOGGER = logging.getLogger("grimtable.server")

FALLBACK = "greedy"
FALLBACK_SECONDS = 5.0
FIRST_OPTION = "first"
BOTS = ("greedy", "mcts:0.5s", "mcts:2s", "random")  # what visitors may seat; the first is the default
HINT_BOT = "mcts:1s"
QUICK_BOTS = ("greedy", "random")
NICE = 10  # of workers for whom others need not wait
ROUND = 5.0  # seconds in which all who wait for slow bots should have had their turn: searches are cut to that
SHORTEST = 0.1  # seconds that a search gets at least


def plans(slow_workers: int, errands_per_address: int) -> tuple[Plan, ...]:
    """The server's lanes; without a number as many slow bots think at once as there are cores."""
    slow_workers = slow_workers or max(1, min(8, os.cpu_count() or 1))
    return (
        Plan("quick", max(2, slow_workers // 4), recycle=10_000),
        Plan("slow", slow_workers, NICE),
        Plan("replays", 2, NICE, waiting=50, per_address=errands_per_address, recycle=200),
        Plan("imports", 1, NICE, waiting=20, per_address=errands_per_address, recycle=50),
    )


class Question(NamedTuple):
    """What a bot is asked, and for whom."""

    table: str
    address: str  # of whoever watches
    rev: int  # since when the decision is open
    seat: int
    options: int  # how many there are
    game: bytes  # imagined: all that leaves for another process


class Thought(NamedTuple):
    """A bot's answer: the place of the option; and if the bot itself did not give it, who did and why."""

    place: int
    by: str | None = None
    fault: str | None = None  # "slow" or "failed"


class BotPool:
    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes

    async def answer(self, asked: Question, bot: str, seconds: float, lane: str) -> Thought:
        """What a bot does, whatever happens to it."""
        fault = None
        for name, limit, at in ((bot, seconds, lane), (FALLBACK, min(FALLBACK_SECONDS, seconds), lane_of(FALLBACK))):
            try:
                ranked = await self._ranked(asked, name, limit, at)
                return Thought(ranked[0][0], name if fault else None, fault)
            except (TooSlow, Busy):
                fault = fault or "slow"
                LOGGER.warning("bot %s at seat %d took more than %.1f s", name, asked.seat, limit)
            except Exception as error:  # whatever a bot does, its table goes on
                fault = fault or "failed"
                LOGGER.warning("bot %s at seat %d failed: %s: %s", name, asked.seat, type(error).__name__, error)
        return Thought(0, FIRST_OPTION, fault)

    async def hint(self, asked: Question, seconds: float) -> tuple[list[tuple[int, float]], str]:
        """The places of the best options with their estimates, and the bot that found them."""
        for bot in (HINT_BOT, FALLBACK):
            try:
                return (await self._ranked(asked, bot, seconds, lane_of(bot)))[:3], bot
            except Exception as error:  # a hint that fails is no hint, not an error of the table
                LOGGER.warning("hint by %s failed: %s: %s", bot, type(error).__name__, error)
        return [], FALLBACK

    async def _ranked(self, asked: Question, bot: str, seconds: float, lane: str) -> list[tuple[int, float]]:
        key = (asked.table, asked.rev, asked.seat, bot)
        seed = secrets.randbits(31)
        ranked: list[tuple[int, float]] = await self._lanes.run(
            lane, key, asked.address, seconds, "rank", asked.game, asked.seat, lambda: self._cut(bot, lane), seed
        )
        if not ranked or [place for place, _ in ranked if not 0 <= place < asked.options]:
            raise WorkerDied("it chose what there is not")
        return ranked

    def _cut(self, bot: str, lane: str) -> str:
        """A search for so many seconds takes less when many wait, so that each has its turn soon."""
        name, _, budget = bot.partition(":")
        if name != "mcts" or not budget.endswith("s"):
            return bot
        fair = max(SHORTEST, self._lanes[lane].share(ROUND))
        return f"mcts:{min(float(budget[:-1]), fair):.3g}s"


def lane_of(bot: str, watched: bool = True) -> str:
    """Bots that nobody watches leave the quick lane to those for whom somebody waits."""
    return "quick" if watched and bot in QUICK_BOTS else "slow"


def imagined(game: Game[Any], seat: int) -> bytes:
    """A game that this seat cannot tell from the real one."""
    return dump(Seat(game, seat).imagine(FastDice(secrets.randbits(63)), log=True))
