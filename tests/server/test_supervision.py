"""A server without one of its parts ends, and says which."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import httpx
import pytest

from grimtable.server import supervision
from server.standalone import running
from server.tabletop import PATIENCE, free_port, served

pytestmark = pytest.mark.anyio
TABLE = {"game": "darklord", "seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "me"}]}


@pytest.mark.parametrize(("fault", "part"), [("end_writer", "the writer"), ("end_keeper", "the keeper")])
def test_a_server_whose_part_ends_exits_loudly(fault: str, part: str, tmp_path: Path) -> None:
    with running(free_port(), tmp_path, fault=fault) as process:
        origin = f"http://127.0.0.1:{process.port}"
        with pytest.raises(httpx.TransportError):
            httpx.post(f"{origin}/api/tables", json=TABLE, headers={"origin": origin}, timeout=60)
        assert process.exit_code() == supervision.EXIT_CODE
        assert f"CRITICAL {part}" in process.log.read_text()


async def test_a_task_that_fails_or_returns_ends_the_process(
    ended: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise ValueError("a bug")

    async def end() -> None:
        return

    for number, work in enumerate((fail(), end()), 1):
        await asyncio.wait([supervision.start("a part", work)])
        await asyncio.sleep(0)
        assert len(ended) == number
    assert [record.getMessage() for record in caplog.records] == ["a part has ended, so the server ends"] * 2
    assert "a bug" in caplog.text
    ended.clear()


async def test_a_task_that_is_stopped_ends_alone(ended: list[str]) -> None:
    task = supervision.start("a part", asyncio.sleep(60))
    supervision.stop(task)
    await asyncio.wait([task])
    await asyncio.sleep(0)
    assert ended == []


async def test_a_table_whose_own_task_is_cancelled_ends(tmp_path: Path, ended: list[str]) -> None:
    """Whatever cancels it, as the end of the event loop does, does not wait for ever."""
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"]):
            room = await site.lobby.room(made["table"])
            begun = asyncio.Event()

            async def wait() -> None:
                begun.set()
                await asyncio.Event().wait()

            room.post(wait)
            await begun.wait()
            room._task.cancel()
            async with asyncio.timeout(PATIENCE):
                await asyncio.wait([room._task])
            await asyncio.sleep(0)
            assert ended == ["ended"]
    ended.clear()


async def test_a_cancelled_job_does_not_end_its_table(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What a job waits for may be cancelled by others: the job has failed then, and nothing else."""
    caplog.set_level(logging.CRITICAL, "grimtable.server")

    async def cancelled() -> None:
        raise asyncio.CancelledError

    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            (await site.lobby.room(made["table"])).post(cancelled)
            await me.until(lambda message: message["type"] == "table")
            assert (await me.answer(0))["type"] == "done"
