"""What the bots of a table think about: one decision for each seat, dropped when it has passed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from grimtable.server.bot_pool import BotPool, Question, Thought

Job = Callable[[], Awaitable[None]]
Then = Callable[[int, int, Thought], Awaitable[None]]  # takes the seat, since when its decision is open, the thought


class About(NamedTuple):
    """Which bot is asked about what, and where."""

    bot: str
    rev: int  # since when its decision is open
    lane: str


class Thinking(NamedTuple):
    about: About
    task: asyncio.Task[None]


class Thoughts:
    def __init__(self, bot_pool: BotPool, seconds: float, post: Callable[[Job], None]) -> None:
        self._bot_pool, self._seconds, self._post = bot_pool, seconds, post
        self._by_seat: dict[int, Thinking] = {}

    def __len__(self) -> int:
        return len(self._by_seat)

    def turn_to(self, wanted: dict[int, About], ask: Callable[[int], Question], then: Then) -> None:
        """Think about these decisions, by seat, and about nothing else. `then` runs as a job of the table."""
        for seat, thinking in list(self._by_seat.items()):
            if wanted.get(seat) != thinking.about:
                self._drop(seat)
        for seat, about in wanted.items():
            if seat not in self._by_seat:
                task = asyncio.create_task(self._think(ask(seat), about, then))
                self._by_seat[seat] = Thinking(about, task)

    def drop_all(self) -> None:
        for seat in list(self._by_seat):
            self._drop(seat)

    def _drop(self, seat: int) -> None:
        self._by_seat.pop(seat).task.cancel()

    async def _think(self, question: Question, about: About, then: Then) -> None:
        seat = question.seat
        found = await self._bot_pool.answer(question, about.bot, self._seconds, about.lane)

        async def tell() -> None:
            thinking = self._by_seat.get(seat)
            if thinking is not None and thinking.about == about:
                del self._by_seat[seat]
            await then(seat, about.rev, found)

        self._post(tell)
