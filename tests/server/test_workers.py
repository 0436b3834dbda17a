"""Worker processes: what they may answer, and what happens when one is stopped or killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from grimtable.kernel.chance import FastDice
from grimtable.kernel.codec import dump
from grimtable.kernel.game import Seat
from grimtable.records import recorded_game
from grimtable.server.frames import Answer
from grimtable.server.lanes import Lanes, Plan
from grimtable.server.tasks import TASKS
from grimtable.server.worker_process import TaskFailed, WorkerDied, WorkerProcess
from server.strange import TRACES
from server.tabletop import PATIENCE

pytestmark = pytest.mark.anyio


def position() -> bytes:
    game = recorded_game("relics", 2, 5).game
    return dump(Seat(game, game.decisions()[0].player).imagine(FastDice(1), log=True))


def job(bot: str) -> tuple[bytes, int, str, int]:
    return position(), recorded_game("relics", 2, 5).game.decisions()[0].player, bot, 1


@asynccontextmanager
async def worker(niceness: int = 0) -> AsyncIterator[WorkerProcess]:
    found = await WorkerProcess.start(niceness)
    try:
        yield found
    finally:
        await found.end()


def test_every_task_is_there() -> None:
    for name, task in TASKS.items():
        assert callable(task.load()), name
        msgspec.msgpack.Decoder(task.result)


async def test_a_worker_does_its_jobs_nicely() -> None:
    async with worker(12) as found:
        for _ in range(3):
            ranked = await found.call("rank", job("greedy"))
            assert ranked
            assert all([isinstance(place, int) and isinstance(estimate, float) for place, estimate in ranked])
        assert found.done == 3
        assert os.getpriority(os.PRIO_PROCESS, found.pid) == max(12, os.getpriority(os.PRIO_PROCESS, 0))


async def test_tasks_that_fail_say_why_and_the_worker_goes_on() -> None:
    async with worker() as found:
        with pytest.raises(TaskFailed, match="ValueError: I have a bug"):
            await found.call("rank", job("server.strange:Crashing"))
        with pytest.raises(TaskFailed, match="there is no bot"):
            await found.call("rank", job("nonsense"))
        assert await found.call("rank", job("server.strange:Talkative")), "what it prints is no answer"
        assert found.is_alive()


async def test_an_answer_is_data_of_the_expected_type_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that answers with an object whose pickle runs code, or writes to the pipe itself, gains nothing."""
    monkeypatch.setenv(TRACES, str(tmp_path))
    async with worker() as found:
        with pytest.raises(TaskFailed, match="TypeError"):
            await found.call("rank", job("server.strange:Poisonous"))
    for bot in ("Garbling", "Lying", "Endless"):
        async with worker() as found:
            with pytest.raises(WorkerDied):
                await asyncio.wait_for(found.call("rank", job(f"server.strange:{bot}")), PATIENCE)
    assert not list(tmp_path.iterdir())


async def test_a_worker_that_has_said_more_than_anybody_reads_can_be_ended() -> None:
    async with asyncio.timeout(PATIENCE), worker() as found:
        assert isinstance(found._output, asyncio.ReadTransport)
        with pytest.raises(WorkerDied):
            await found.call("rank", job("server.strange:Shouting"))
        while found._output.is_reading():
            await asyncio.sleep(0.01)


async def test_a_start_can_be_given_up_in_the_moment_in_which_the_worker_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ready = asyncio.Event()
    keep = WorkerProcess._answer

    async def answered(self: WorkerProcess) -> Answer:
        found = await keep(self)
        ready.set()
        return found

    monkeypatch.setattr(WorkerProcess, "_answer", answered)
    starting = asyncio.create_task(WorkerProcess.start(0))
    await ready.wait()
    is_given_up = starting.cancel()
    await asyncio.wait([starting])
    assert starting.cancelled() is is_given_up, "else a server that ends waits for this worker for ever"
    if not is_given_up:
        await starting.result().end()


async def test_a_stopped_worker_and_a_killed_one_cost_their_own_jobs_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TRACES, str(tmp_path))
    lanes = Lanes((Plan("test", 3),))

    async def rank(bot: str, n: int) -> object:
        return await lanes.run("test", ("t", n), "", 2 * PATIENCE, "rank", *job(bot))

    try:
        held = [asyncio.create_task(rank("server.strange:Marked", n)) for n in range(2)]
        while len(pids := traces(tmp_path)) < 2:
            await asyncio.sleep(0.05)
        stopped, killed = pids
        os.kill(stopped, signal.SIGSTOP)
        os.kill(killed, signal.SIGKILL)
        for n in range(20):
            assert await rank("greedy", 10 + n)
        while len(pids := traces(tmp_path)) < 3:  # the thought of the one that was killed is another's now
            await asyncio.sleep(0.05)
        (second,) = {*pids} - {stopped, killed}
        os.kill(second, signal.SIGKILL)
        done, _ = await asyncio.wait(held, return_when=asyncio.FIRST_COMPLETED)
        assert {type(task.exception()) for task in done} == {WorkerDied}
        for task in held:
            task.cancel()  # nobody waits any more for the one that was stopped
        await asyncio.wait(held)
        while is_running(stopped):
            await asyncio.sleep(0.05)
        assert len(traces(tmp_path)) == 3
        assert lanes.broken() == []
    finally:
        await lanes.close()


def traces(folder: Path) -> list[int]:
    return [int(file.name) for file in folder.iterdir()]


HOLDER = """
import asyncio, sys
from server.test_workers import job
from grimtable.server.frames import Answer
from grimtable.server.lanes import Lanes, Plan

async def main():
    lanes = Lanes((Plan("test", 2),))
    lanes.warm()
    await lanes.run("test", ("t",), "", 1000, "rank", *job("server.strange:Marked"))

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
async def test_workers_end_with_a_server_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that rests, and the one in the middle of a job that listens to nothing."""
    monkeypatch.setenv(TRACES, str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    with subprocess.Popen([sys.executable, "-c", HOLDER]) as holder:
        workers = set[int]()
        while len(workers) < 2 or not traces(tmp_path):
            assert holder.poll() is None
            workers = children(holder.pid)
            await asyncio.sleep(0.05)
        holder.kill()
    while [pid for pid in workers if is_running(pid)]:
        await asyncio.sleep(0.05)


def children(parent: int) -> set[int]:
    tasks = Path(f"/proc/{parent}/task")
    return {int(pid) for task in tasks.iterdir() for pid in (task / "children").read_text().split()}


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
