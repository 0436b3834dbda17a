"""Workers that finish when a test says so."""

from __future__ import annotations

import asyncio
from typing import Any

from grimtable.server.worker_process import WorkerDied


class Shop:
    """Makes workers, and knows what they have begun."""

    def __init__(self) -> None:
        self.begun: list[Any] = []
        self.workers: list[HeldWorker] = []
        self._gates: dict[Any, asyncio.Future[Any]] = {}
        self.deadly: dict[Any, int] = {}  # how many workers a job takes with it
        self.kills_all = False  # whether every job does so
        self.fails_to_start = 0

    async def start(self, niceness: int) -> HeldWorker:
        if self.fails_to_start:
            self.fails_to_start -= 1
            raise OSError("no more processes")
        self.workers.append(HeldWorker(self, niceness))
        return self.workers[-1]

    def gate(self, name: Any) -> asyncio.Future[Any]:
        return self._gates.setdefault(name, asyncio.get_running_loop().create_future())

    def finish(self, name: Any) -> None:
        self.gate(name).set_result(name)

    async def until_begun(self, count: int) -> None:
        while len(self.begun) < count:
            await asyncio.sleep(0)


class HeldWorker:
    def __init__(self, shop: Shop, niceness: int) -> None:
        self.shop, self.niceness, self.done, self.lives = shop, niceness, 0, True
        self._end = asyncio.Event()

    def is_alive(self) -> bool:
        return self.lives

    async def ended(self) -> None:
        await self._end.wait()

    async def call(self, task: str, args: tuple[Any, ...]) -> Any:
        self.shop.begun.append(args[0])
        if self.shop.kills_all:
            raise WorkerDied("killed")
        if self.shop.deadly.get(args[0]):
            self.shop.deadly[args[0]] -= 1
            raise WorkerDied("killed")
        found = await asyncio.shield(self.shop.gate(args[0]))
        self.done += 1
        return found

    async def end(self) -> None:
        self.lives = False
        self._end.set()
