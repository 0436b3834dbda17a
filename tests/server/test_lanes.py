"""Lanes of background work, with workers that finish when a test says so: order, bounds, cancellation, replacement."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from grimtable.server import lanes as lanes_module
from grimtable.server.bot_pool import plans
from grimtable.server.lanes import Busy, Lane, Lanes, Plan, TooMany, TooSlow
from grimtable.server.worker_process import TaskFailed, WorkerDied
from server.held import HeldWorker, Shop
from server.tabletop import PATIENCE

pytestmark = pytest.mark.anyio
LONG = 1000.0  # seconds: no test waits so long
SLOW, QUICK = Plan("slow", 2), Plan("quick", 1)


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes_module, "REST", 0.0)


@asynccontextmanager
async def lane(shop: Shop, **plan: Any) -> AsyncIterator[Callable[..., asyncio.Task[Any]]]:
    """A lane with one worker; what it yields asks for work: its name, its table, its address."""
    made = Lane(Plan("test", **{"workers": 1, **plan}), shop.start)
    waiting: list[asyncio.Task[Any]] = []

    def ask(name: Any, table: str = "t", address: str = "a", seconds: float = LONG) -> asyncio.Task[Any]:
        waiting.append(asyncio.create_task(made.run((table, name), address, seconds, "test", (name,))))
        return waiting[-1]

    ask.lane = made  # type: ignore[attr-defined]  # for those who look at the lane itself
    try:
        async with asyncio.timeout(PATIENCE):
            yield ask
    finally:
        for task in waiting:
            task.cancel()
        await made.close()


async def rest() -> None:
    """Let everything run that can."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_quick_work_is_done_while_slow_work_fills_its_lane() -> None:
    shop = Shop()
    lanes = Lanes((SLOW, QUICK), shop.start)
    slow = [asyncio.create_task(lanes.run("slow", ("t", n), "a", LONG, "test", f"slow {n}")) for n in range(50)]
    await shop.until_begun(2)
    shop.finish("quick")
    assert await lanes.run("quick", ("u", 0), "b", LONG, "test", "quick") == "quick"
    assert not [task for task in slow if task.done()]
    assert len(shop.begun) == 3
    await lanes.close()
    for task in slow:
        task.cancel()


async def test_what_nobody_sits_and_waits_for_leaves_the_machine_to_the_rest() -> None:
    shop = Shop()
    lanes = Lanes(plans(2, 4), shop.start)
    for name in ("quick", "slow", "replays", "imports"):
        shop.finish(name)
        await lanes.run(name, ("t",), "a", LONG, "test", name)
    assert [worker.niceness > 0 for worker in shop.workers] == [False, True, True, True]
    await lanes.close()


@pytest.mark.parametrize("name", ["replays", "imports"])
async def test_replays_and_imports_are_bounded_per_address_and_in_all(name: str) -> None:
    shop = Shop()
    lanes = Lanes(plans(2, 4), shop.start)
    asked: list[asyncio.Task[Any]] = []

    async def refused(address: str) -> type[BaseException] | None:
        task = asyncio.create_task(lanes.run(name, ("t", len(asked)), address, LONG, "test", len(asked)))
        asked.append(task)
        await rest()
        error = task.exception() if task.done() else None
        return None if error is None else type(error)

    assert [await refused("greedy") for _ in range(5)] == [None] * 4 + [TooMany]
    found = [await refused(f"other {n}") for n in range(100)]
    assert found[0] is None
    assert found[-1] is Busy
    await lanes.close()
    await asyncio.gather(*asked, return_exceptions=True)


async def test_addresses_have_their_turns_and_so_have_the_tables_of_an_address() -> None:
    shop = Shop()
    async with lane(shop) as ask:
        ask("first")
        await shop.until_begun(1)
        for name, table, address in (
            ("greedy 1", "t", "greedy"),
            ("greedy 2", "t", "greedy"),
            ("greedy 3", "u", "greedy"),
            ("greedy 4", "u", "greedy"),
            ("modest 1", "v", "modest"),
            ("other 1", "w", "other"),
            ("modest 2", "v", "modest"),
        ):
            shop.finish(name)
            ask(name, table, address)
        await rest()
        shop.finish("first")
        await shop.until_begun(8)
        assert shop.begun[1:] == [
            *["greedy 1", "modest 1", "other 1"],
            *["greedy 3", "modest 2"],
            "greedy 2",
            "greedy 4",
        ]


async def test_a_full_queue_takes_no_more() -> None:
    shop = Shop()
    async with lane(shop, waiting=2) as ask:
        ask("runs")
        await shop.until_begun(1)
        waiting = [ask("waits 1"), ask("waits 2")]
        await rest()
        with pytest.raises(Busy):
            await ask("too many")
        shop.finish("runs")
        shop.finish("waits 1")
        shop.finish("waits 2")
        assert list(await asyncio.gather(*waiting)) == ["waits 1", "waits 2"]


async def test_an_address_has_so_much_work_and_no_more_until_some_is_done_or_dropped() -> None:
    shop = Shop()
    async with lane(shop, per_address=2) as ask:
        first, second = ask("1"), ask("2")
        await shop.until_begun(1)
        with pytest.raises(TooMany):
            await ask("3")
        other = ask("4", address="b")
        await rest()
        second.cancel()
        await rest()
        third = ask("3")
        for name in "1234":
            shop.finish(name)
        assert list(await asyncio.gather(first, other, third)) == ["1", "4", "3"]
        assert "2" not in shop.begun


async def test_work_with_the_same_key_is_done_once_and_goes_on_while_anybody_waits_for_it() -> None:
    shop = Shop()
    async with lane(shop) as ask:
        one, two, three = ask("same"), ask("same", address="b"), ask("same", address="c")
        await shop.until_begun(1)
        one.cancel()
        await rest()
        shop.finish("same")
        assert list(await asyncio.gather(two, three)) == ["same", "same"]
        assert shop.begun == ["same"]
        assert await ask("same") == "same"
        assert shop.begun == ["same", "same"], "afterwards it is done anew"


async def test_waiting_work_that_nobody_waits_for_never_begins() -> None:
    shop = Shop()
    async with lane(shop) as ask:
        ask("runs")
        await shop.until_begun(1)
        dropped, kept = [ask(f"dropped {n}") for n in range(20)], ask("kept")
        await rest()
        for task in dropped:
            task.cancel()
        await rest()
        shop.finish("runs")
        shop.finish("kept")
        assert await kept == "kept"
        assert shop.begun == ["runs", "kept"]


async def test_running_work_that_nobody_waits_for_is_ended_with_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes_module, "GRACE", 0.0)
    shop = Shop()
    async with lane(shop) as ask:
        dropped, kept = ask("dropped"), ask("kept")
        await shop.until_begun(1)
        dropped.cancel()
        shop.finish("kept")
        assert await kept == "kept"
        assert [worker.lives for worker in shop.workers] == [False, True]


async def test_a_worker_that_soon_finishes_what_nobody_waits_for_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes_module, "GRACE", LONG)
    shop = Shop()
    async with lane(shop) as ask:
        dropped, kept = ask("dropped"), ask("kept")
        await shop.until_begun(1)
        dropped.cancel()
        await rest()
        shop.finish("dropped")
        shop.finish("kept")
        assert await kept == "kept"
        assert [worker.lives for worker in shop.workers] == [True]


async def test_a_deadline_ends_waiting_and_running_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes_module, "GRACE", 0.0)
    shop = Shop()
    async with lane(shop) as ask:
        runs, waits, patient = ask("runs", seconds=0.05), ask("waits", seconds=0.01), ask("patient")
        for task in (waits, runs):
            with pytest.raises(TooSlow):
                await task
        shop.finish("patient")
        assert await patient == "patient"
        assert "waits" not in shop.begun


async def test_a_worker_that_hangs_or_dies_costs_its_own_work_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes_module, "GRACE", 0.0)
    shop = Shop()
    shop.deadly["dies"] = 1
    async with lane(shop, workers=3) as ask:
        hangs, dies, fine = ask("hangs", seconds=0.05), ask("dies"), ask("fine")
        shop.finish("dies")
        assert await dies == "dies"
        with pytest.raises(TooSlow):
            await hangs
        await rest()
        shop.finish("fine")
        assert await fine == "fine"
        assert sorted([worker.lives for worker in shop.workers]) == [False, False, True, True, True]


async def test_work_that_takes_one_worker_after_the_other_with_it_has_failed() -> None:
    shop = Shop()
    shop.deadly["kills"] = 1000
    async with lane(shop) as ask:
        kills, next_one = ask("kills"), ask("next")
        shop.finish("next")
        with pytest.raises(WorkerDied):
            await kills
        assert await next_one == "next"
        assert shop.begun == ["kills", "kills", "next"]
        assert [worker.lives for worker in shop.workers] == [False, False, True]


async def test_work_whose_worker_died_is_not_done_again_for_nobody() -> None:
    shop = Shop()
    async with lane(shop) as ask:
        dropped, kept = ask("dropped"), ask("kept")
        await shop.until_begun(1)
        dropped.cancel()
        shop.gate("dropped").set_exception(WorkerDied("killed"))
        shop.finish("kept")
        assert await kept == "kept"
        assert shop.begun == ["dropped", "kept"]


async def test_a_task_that_fails_leaves_its_worker_alone() -> None:
    shop = Shop()
    async with lane(shop) as ask:
        shop.gate("fails").set_exception(TaskFailed("a bug"))
        with pytest.raises(TaskFailed):
            await ask("fails")
        shop.finish("next")
        assert await ask("next") == "next"
        assert len(shop.workers) == 1


async def test_a_worker_that_dies_while_it_rests_is_replaced_at_once() -> None:
    shop = Shop()
    async with lane(shop) as ask:
        shop.finish("before")
        await ask("before")
        await shop.workers[0].end()
        await rest()
        assert [worker.lives for worker in shop.workers] == [False, True]
        shop.finish("after")
        assert await ask("after") == "after"
        assert len(shop.workers) == 2


async def test_workers_that_die_before_their_first_job_are_not_started_as_fast_as_they_die(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lanes_module, "REST", LONG)
    shop = Shop()
    async with lane(shop) as ask:
        ask.lane.warm()  # type: ignore[attr-defined]  # see there
        await rest()
        await shop.workers[0].end()
        await rest()
        assert len(shop.workers) == 1


async def test_a_lane_is_alive_while_its_worker_is_replaced() -> None:
    shop = Shop()
    async with lane(shop, recycle=1) as ask:
        found: Lane = ask.lane  # type: ignore[attr-defined]  # see there
        started = shop.start
        held = asyncio.Event()

        async def start(niceness: int) -> HeldWorker:
            await held.wait()
            return await started(niceness)

        shop.finish("last")
        found.warm()
        assert not found.is_alive(), "no worker was ever there"
        await rest()
        found._start = start
        await ask("last")
        await rest()
        assert not found._workers
        assert found.is_alive()
        held.set()


async def test_workers_are_replaced_after_so_many_jobs() -> None:
    shop = Shop()
    async with lane(shop, recycle=2) as ask:
        for n in range(5):
            shop.finish(n)
            assert await ask(n) == n
        await rest()
        assert [(worker.done, worker.lives) for worker in shop.workers] == [(2, False), (2, False), (1, True)]


async def test_a_lane_whose_workers_do_not_start_is_not_alive_and_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes_module, "REST", 0.0)
    shop = Shop()
    shop.fails_to_start = 3
    async with lane(shop) as ask:
        found: Lane = ask.lane  # type: ignore[attr-defined]  # see there
        assert found.is_alive(), "workers start when they are needed"
        with pytest.raises(WorkerDied):
            await ask("too early")
        assert not found.is_alive()
        while not shop.workers:
            await asyncio.sleep(0)
        await rest()
        assert found.is_alive()
        shop.finish("now")
        assert await ask("now") == "now"


async def test_arguments_that_depend_on_the_queue_are_asked_when_work_begins() -> None:
    shop = Shop()
    lanes = Lanes((QUICK,), shop.start)
    run: Callable[..., Awaitable[Any]] = lanes.run
    held = asyncio.create_task(lanes.run("quick", ("t", "held"), "a", LONG, "test", "held"))
    await shop.until_begun(1)
    asked = [
        asyncio.ensure_future(run("quick", ("t", n), "a", LONG, "test", lambda: lanes["quick"].share(12)))
        for n in range(3)
    ]
    await rest()
    for share in (4.0, 6.0, 12.0):
        shop.finish(share)
    shop.finish("held")
    await asyncio.gather(held, *asked)
    assert shop.begun == ["held", 4.0, 6.0, 12.0]
    await lanes.close()
