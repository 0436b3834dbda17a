"""Connections of clients that say nothing, half of something, or do not listen; and far too many of them."""

from __future__ import annotations

import asyncio
import resource
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest

from grimtable.kernel.values import BadInput
from grimtable.server import connections
from grimtable.server.files import RESERVED, fitted, raise_file_limit
from grimtable.server.limits import Limits
from server.standalone import running
from server.tabletop import GENEROUS, PATIENCE, Site, free_port, served

pytestmark = pytest.mark.anyio
FILES = 256  # that a process of these tests may open
HALF_A_HEAD = b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n"
HALF_A_BODY = (
    b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: http://127.0.0.1\r\ncontent-length: 100\r\n\r\n{"
)
TABLE = {"game": "relics", "seats": [{"kind": "me"}] * 2}
WHOLE = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"


@asynccontextmanager
async def connected(site: Site) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def rest(reader: asyncio.StreamReader) -> bytes:
    """What comes until the server closes."""
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize(
    "said", [b"", b"G", HALF_A_HEAD, HALF_A_BODY], ids=["nothing", "a letter", "half a head", "half a body"]
)
async def test_a_connection_without_a_complete_request_is_closed(tmp_path: Path, said: bytes) -> None:
    async with served(tmp_path, GENEROUS._replace(receive_seconds=0.5)) as site, connected(site) as (reader, writer):
        writer.write(said)
        assert await rest(reader) == b""
        assert site.connections.total == 0


async def test_dripping_gives_no_more_time(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(receive_seconds=0.5)) as site, connected(site) as (reader, writer):
        writer.write(HALF_A_HEAD)

        async def drip() -> None:
            while True:
                await asyncio.sleep(0.1)
                writer.write(b"x: y\r\n")

        task = asyncio.create_task(drip())
        try:
            assert await rest(reader) == b""
        finally:
            task.cancel()


async def test_an_idle_connection_is_closed_after_its_answer(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(receive_seconds=0.5)) as site, connected(site) as (reader, writer):
        writer.write(WHOLE + WHOLE)
        answers = await rest(reader)
        assert answers.count(b"200 OK") == 2


async def test_a_request_that_takes_long_to_answer_is_answered(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(receive_seconds=0.2)) as site:
        lobby = site.lobby

        async def slow(*wanted: object) -> list[object]:
            await asyncio.sleep(1)
            return []

        lobby.store.public = slow  # type: ignore[method-assign, assignment]  # a database that takes its time
        assert (await site.http.get("/api/tables")).status_code == 200


async def test_a_client_that_does_not_read_its_answer_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "READING_SECONDS", 0.5)
    async with served(tmp_path) as site, connected(site) as (_, writer):
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # a transport that reads
        ask = b"GET /api/rules/darklord HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        with suppress(ConnectionError):
            for _ in range(400):  # far more than the system keeps for it
                writer.write(ask)
                await writer.drain()
        for _ in range(200):
            if site.connections.total == 0:
                break
            await asyncio.sleep(0.1)
        assert site.connections.total == 0


async def test_the_connection_that_waited_longest_makes_room_for_a_new_one(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(connections=3)) as site, AsyncExitStack() as held:
        idle = [await held.enter_async_context(connected(site)) for _ in range(3)]
        while site.connections.total < 3:
            await asyncio.sleep(0.01)
        assert (await site.http.get("/healthz")).text == "ok"
        assert await rest(idle[0][0]) == b""
        idle[1][1].write(WHOLE)
        assert b"200 OK" in await asyncio.wait_for(idle[1][0].readline(), PATIENCE)
        assert site.connections.total == 3


async def test_sockets_make_no_room(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(connections=2)) as site, AsyncExitStack() as held:
        for _ in range(2):
            await held.enter_async_context(site.socket())
        async with connected(site) as (reader, _):
            assert await rest(reader) == b""
        assert site.connections.total == 2


async def test_what_is_not_http_is_refused_with_the_headers_of_any_answer(tmp_path: Path) -> None:
    async with served(tmp_path) as site, connected(site) as (reader, writer):
        writer.write(b"\x16\x03\x01 hello\r\n\r\n")
        answer = await rest(reader)
        assert b" 400 " in answer
        assert b"x-content-type-options: nosniff" in answer.lower()


# ---------------------------------------------------------------- as many as there are files for
def test_no_more_is_promised_than_there_are_files_for() -> None:
    assert fitted(Limits(), 1 << 20) == Limits()
    small = fitted(Limits(), 1024)
    assert small.all_connections == 1024 - RESERVED
    assert small.all_sockets < small.all_connections
    with pytest.raises(BadInput, match="may open 100 files"):
        fitted(Limits(), 100)


def test_the_file_limit_is_raised_at_the_start() -> None:
    code = "import resource; from grimtable.server.files import raise_file_limit; print(raise_file_limit())"
    code += "; print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    for hard in (300, 900):
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, preexec_fn=lambda: limit_files(hard))  # noqa: B023
        assert [int(line) for line in ran.stdout.split()] == [hard, hard]
    assert raise_file_limit() > 0


def limit_files(hard: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 200), hard))


def test_more_idle_connections_than_files_keep_nobody_out(tmp_path: Path) -> None:
    raise_file_limit()  # of this process, which has the other ends
    port = free_port()
    with running(port, tmp_path, files=FILES) as process, ExitStack() as held:
        origin = f"http://127.0.0.1:{port}"
        for n in range(3 * FILES):
            idle = held.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
            idle.send((HALF_A_HEAD, HALF_A_BODY, b"G")[n % 3])
            if n % 50 == 0:
                assert httpx.get(f"{origin}/healthz", timeout=PATIENCE).text == "ok"
        for _ in range(20):
            made = httpx.post(f"{origin}/api/tables", json=TABLE, headers={"origin": origin}, timeout=PATIENCE)
            assert made.status_code == 201
        log = process.log.read_text()
        assert "Traceback" not in log
        assert len(log.splitlines()) < 50
