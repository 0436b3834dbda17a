"""Background work in lanes: each kind of work has workers, a queue and limits of its own, so none waits for another.

In a lane addresses have their turns, and of one address its tables. A worker that hangs costs its own job only; the job
of one that dies is done once more by another.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, NamedTuple, Protocol

from grimtable.server import supervision
from grimtable.server.worker_process import TaskFailed, WorkerDied, WorkerProcess

LOGGER = logging.getLogger("grimtable.server")
GRACE = 0.5  # seconds that a worker has to finish a job that nobody waits for, before it is ended
REST = 1.0  # seconds between two tries to start a worker
TRIES = 2  # workers that a job may take with it


class TooSlow(Exception):
    """The deadline has passed."""


class Busy(Exception):
    """The lane's queue is full."""


class TooMany(Busy):
    """This address has enough work in the lane."""


class Worker(Protocol):
    """What a lane needs of a worker process."""

    done: int

    def is_alive(self) -> bool: ...
    async def ended(self) -> None: ...
    async def call(self, task: str, args: tuple[Any, ...]) -> Any: ...
    async def end(self) -> None: ...


class Plan(NamedTuple):
    """How a lane is set up."""

    name: str
    workers: int
    niceness: int = 0  # for the system's scheduler: what is nicer gets less when cores are scarce
    waiting: int = 1000  # jobs at most
    per_address: int | None = None  # jobs that run or wait
    recycle: int = 1000  # jobs after which a worker is replaced, so that its memory does not grow for ever


class Work:
    """A job in a lane, and those who wait for its answer."""

    def __init__(self, key: tuple[Hashable, ...], address: str, seconds: float, task: str, args: Any) -> None:
        self.key, self.address, self.seconds, self.task, self.args = key, address, seconds, task, args
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.askers = 0
        self.deaths = 0  # of workers that were at it
        self.timer: asyncio.TimerHandle | None = None

    def start_clock(self) -> None:
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(self.seconds, self.fail, TooSlow())

    def succeed(self, result: Any) -> None:
        if not self.answer.done():
            self.answer.set_result(result)

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Turns:
    """Work that waits: addresses have their turns, then the tables of an address; at a table the first comes first."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, OrderedDict[Hashable, deque[Work]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, work: Work, first: bool = False) -> None:
        tables = self._addresses.setdefault(work.address, OrderedDict())
        queue = tables.setdefault(work.key[0], deque())
        queue.insert(0 if first else len(queue), work)
        self._count += 1

    def take(self) -> Work | None:
        if not self._addresses:
            return None
        tables = next(iter(self._addresses.values()))
        work = next(iter(tables.values()))[0]
        tables.move_to_end(work.key[0])
        self._addresses.move_to_end(work.address)
        self.remove(work)
        return work

    def remove(self, work: Work) -> None:
        """Forget this work, if it waits."""
        tables = self._addresses.get(work.address, OrderedDict())
        queue = tables.get(work.key[0], deque())
        if work in queue:
            queue.remove(work)
            self._count -= 1
        if not queue:
            tables.pop(work.key[0], None)
        if not tables:
            self._addresses.pop(work.address, None)

    def all(self) -> list[Work]:
        return [work for tables in self._addresses.values() for queue in tables.values() for work in queue]


Start = Callable[[int], Awaitable[Worker]]  # a worker with this niceness


class Lane:
    def __init__(self, plan: Plan, start: Start = WorkerProcess.start) -> None:
        self.plan = plan
        self._start = start
        self._turns = Turns()
        self._works: dict[tuple[Hashable, ...], Work] = {}  # that wait or run
        self._asking = Counter[str]()  # by address
        self._slots: list[asyncio.Task[None]] = []  # one for each worker
        self._resting = 0  # workers that wait for work
        self._workers: set[Worker] = set()  # that were started and not yet ended
        self._work_waits = asyncio.Event()
        self._has_started = False  # a worker, ever
        self._is_broken = False  # the last start failed

    def is_alive(self) -> bool:
        """Whether work would be done: workers that are started when they are needed count."""
        return bool(self._workers) or not (self._is_broken or (self._slots and not self._has_started))

    def share(self, seconds: float) -> float:
        """How long each piece of waiting work may take if all are to begin within so many seconds."""
        return seconds * self.plan.workers / (1 + len(self._turns))

    def warm(self) -> None:
        """Start all workers now, so that nobody waits for that later."""
        while len(self._slots) < self.plan.workers:
            self._add_slot()

    async def run(self, key: tuple[Hashable, ...], address: str, seconds: float, task: str, args: Any) -> Any:
        """A task's result; work with the same key, which begins with a table, is done once for all who ask meanwhile.

        Nobody waits longer than so many seconds, but for the lane's first worker. Work that nobody waits for any more
        is dropped.
        """
        if self.plan.per_address is not None and self._asking[address] >= self.plan.per_address:
            raise TooMany
        work = self._works.get(key)
        if work is None:
            work = self._add(Work(key, address, seconds, task, args))
        work.askers += 1
        self._asking[address] += 1
        try:
            return await asyncio.shield(work.answer)
        finally:
            self._leave(work, address)

    def _add(self, work: Work) -> Work:
        if len(self._turns) >= self.plan.waiting:
            raise Busy
        self._works[work.key] = work
        self._wait(work)
        if self._has_started:
            work.start_clock()
        if self._resting < len(self._turns) and len(self._slots) < self.plan.workers:
            self._add_slot()
        return work

    def _wait(self, work: Work, first: bool = False) -> None:
        self._turns.add(work, first)
        self._work_waits.set()

    def _leave(self, work: Work, address: str) -> None:
        self._asking[address] -= 1
        if not self._asking[address]:
            del self._asking[address]
        work.askers -= 1
        if work.answer.done():
            self._forget(work)
        elif not work.askers:
            work.answer.cancel()
            self._forget(work)

    def _forget(self, work: Work) -> None:
        self._turns.remove(work)
        if work.timer is not None:
            work.timer.cancel()
        if self._works.get(work.key) is work:
            del self._works[work.key]

    # ------------------------------------------------------------ workers
    def _add_slot(self) -> None:
        self._slots.append(supervision.start(f"a worker of lane {self.plan.name}", self._serve()))

    async def _serve(self) -> None:
        """One worker after the other, one job after the other."""
        while True:
            try:
                worker = await self._start(self.plan.niceness)
            except Exception as error:  # whatever it is, it may pass
                await self._start_failed(error)
                continue
            self._workers.add(worker)
            self._started()
            watch = asyncio.create_task(worker.ended())
            watch.add_done_callback(lambda _: self._work_waits.set())  # if it rests, it is noticed
            try:
                while worker.done < self.plan.recycle:
                    await self._serve_one(worker)
            except WorkerDied as error:
                LOGGER.warning("a worker of lane %s is replaced: %s", self.plan.name, error)
            finally:
                watch.cancel()
                await worker.end()
                self._workers.discard(worker)

    def _started(self) -> None:
        self._is_broken = False
        self._has_started = True
        for work in self._turns.all():
            work.start_clock()

    async def _start_failed(self, error: Exception) -> None:
        LOGGER.error("a worker of lane %s does not start: %s: %s", self.plan.name, type(error).__name__, error)
        self._is_broken = True
        if not self._workers:
            for work in self._turns.all():
                self._turns.remove(work)
                work.fail(WorkerDied("no worker starts"))
        await asyncio.sleep(REST)

    async def _serve_one(self, worker: Worker) -> None:
        """Wait for work and do it. WorkerDied if the worker must be replaced."""
        self._resting += 1
        try:
            await self._work_waits.wait()
        finally:
            self._resting -= 1
        if not worker.is_alive():  # that must cost nobody's work
            if not worker.done:  # nor may the next ones keep the machine busy with starting
                await asyncio.sleep(REST)
            raise WorkerDied("it ended while it rested")
        work = self._turns.take()
        if not self._turns:
            self._work_waits.clear()
        if work is None or work.answer.done():
            return
        args = tuple([arg() if callable(arg) else arg for arg in work.args])
        call = asyncio.ensure_future(worker.call(work.task, args))
        try:
            await asyncio.wait({call, work.answer}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({call}, timeout=GRACE)
            if not call.done():
                raise WorkerDied(f"it went on with a task ({work.task}) that nobody waits for any more")
            work.succeed(call.result())
        except TaskFailed as error:
            work.fail(error)
        except Exception as error:  # nobody knows what this worker would do next
            self._lost(work, error)
            raise WorkerDied(str(error)) from error
        finally:
            call.cancel()

    def _lost(self, work: Work, error: Exception) -> None:
        """A worker died at this: another tries, but work that takes one after the other with it has failed."""
        work.deaths += 1
        if work.deaths < TRIES and not work.answer.done():
            self._wait(work, first=True)
        else:
            work.fail(error)

    async def close(self) -> None:
        for slot in self._slots:
            supervision.stop(slot)
        await asyncio.gather(*self._slots, return_exceptions=True)
        for worker in self._workers:  # that were about to end
            await worker.end()
        for work in list(self._works.values()):
            work.answer.cancel()


class Lanes:
    """All lanes, by name."""

    def __init__(self, plans: tuple[Plan, ...], start: Start = WorkerProcess.start) -> None:
        self._lanes = {plan.name: Lane(plan, start) for plan in plans}

    def __getitem__(self, name: str) -> Lane:
        return self._lanes[name]

    def broken(self) -> list[str]:
        """The names of lanes in which nothing would be done."""
        return [name for name, lane in self._lanes.items() if not lane.is_alive()]

    def warm(self) -> None:
        for lane in self._lanes.values():
            lane.warm()

    async def run(
        self, lane: str, key: tuple[Hashable, ...], address: str, seconds: float, task: str, *args: Any
    ) -> Any:
        """A task's result from a worker of this lane. An argument that is a function is asked when the task begins.

        TooSlow, Busy or TooMany if there is none; TaskFailed or WorkerDied if the task or its worker failed.
        """
        return await self._lanes[lane].run((*key, task), address, seconds, task, args)

    async def close(self) -> None:
        for lane in self._lanes.values():
            await lane.close()
