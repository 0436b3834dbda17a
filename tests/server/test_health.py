"""What a supervisor and a proxy are told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from grimtable.server import health, lanes
from server.tabletop import Site, served

pytestmark = pytest.mark.anyio


async def told(site: Site) -> tuple[int, str]:
    answer = await site.http.get("/readyz")
    return answer.status_code, answer.text


async def fail() -> None:
    raise OSError("disk full")


async def hang() -> None:
    await asyncio.Event().wait()


async def test_a_server_that_works_is_alive_and_ready(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        assert (await site.http.get("/healthz")).text == "ok"
        assert await told(site) == (200, "ok")


async def test_a_database_that_does_not_answer_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.1)
    async with served(tmp_path) as site:
        for broken in (fail, hang):
            monkeypatch.setattr(site.lobby.store, "ping", broken)
            assert await told(site) == (503, "database")
        monkeypatch.undo()
        assert await told(site) == (200, "ok")


async def test_a_lane_without_workers_is_named_until_one_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(lanes, "REST", 0.05)
    async with served(tmp_path) as site:
        lane = site.lobby.lanes["imports"]
        with monkeypatch.context() as patch:
            patch.setattr(lane, "_start", lambda niceness: fail())
            lane.warm()
            assert await told(site) == (503, "workers")
            assert "no worker in lane imports" in caplog.text
            assert (await site.http.get("/healthz")).text == "ok"
        while await told(site) != (200, "ok"):
            await asyncio.sleep(0.05)


async def test_a_writer_that_stores_nothing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as site:
        monkeypatch.setattr(site.lobby.store, "check", fail)
        assert await told(site) == (503, "writer")
        assert (await site.http.get("/healthz")).text == "ok"
