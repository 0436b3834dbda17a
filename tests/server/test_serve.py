"""Starting the server: addresses, databases, pages."""

from __future__ import annotations

import asyncio
import logging
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest

from grimtable.kernel.values import BadInput
from grimtable.server import pages
from grimtable.server import serve as serving
from grimtable.server.app import Settings
from grimtable.server.database import Claim, database_url, prepare
from grimtable.server.guard import is_own_host
from grimtable.server.serve import has_display, listen, listen_somewhere, serve, shown_host
from grimtable.server.words import preferred
from server.standalone import START
from server.tabletop import GENEROUS, PATIENCE, QuietServer, free_port, served

pytestmark = pytest.mark.anyio


def test_a_database_is_a_file_or_a_url(tmp_path: Path) -> None:
    assert database_url("postgresql://me@host/db") == "postgresql+asyncpg://me@host/db"
    assert database_url(str(tmp_path / "x.sqlite")) == f"sqlite+aiosqlite:///{tmp_path}/x.sqlite"
    assert database_url(f"sqlite:///{tmp_path}/x.sqlite") == f"sqlite+aiosqlite:///{tmp_path}/x.sqlite"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("mysql://x", "not at mysql://"),
        ("http://localhost/tables", "not at http://"),
        ("sqlite://", "no name of a file"),
        ("sqlite:///:memory:", "no name of a file"),
        (":memory:", "no name of a file"),
        ("", "no name of a file"),
        ("x?mode=ro", "no name of a file"),
        ("/no/such/folder/x.sqlite", "there is no folder /no/such/folder"),
        ("sqlite:////no/such/folder/x.sqlite", "there is no folder /no/such/folder"),
        ("/", "is a folder"),
        ("postgresql://[::1/x", "no address of PostgreSQL"),
        ("postgresql://me@host:port/x", "no address of PostgreSQL"),
    ],
)
def test_what_is_no_database_is_bad_input(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=re.escape(complaint)) as error:
        database_url(text)
    assert "\n" not in str(error.value)


def test_a_database_that_cannot_be_reached_is_bad_input_before_anything_is_announced(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    with pytest.raises(BadInput, match=r"^PostgreSQL at 127\.0\.0\.1:1 cannot be reached: connection refused$"):
        serve(port=0, database="postgresql://nobody:secret@127.0.0.1:1/x")
    assert "the table is at" not in caplog.text


def test_a_database_of_a_newer_program_is_bad_input(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    prepare(database_url(str(file)))
    with closing(sqlite3.connect(file)) as tables:
        tables.execute("UPDATE alembic_version SET version_num = '9999'")
        tables.commit()
    with pytest.raises(BadInput, match="was made by a newer grimtable"):
        serve(port=0, database=str(file))


def test_files_that_cannot_be_written_are_bad_input(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite.lock").mkdir()
    with pytest.raises(BadInput, match=r"a\.sqlite\.lock cannot be written"):
        serve(port=0, database=str(tmp_path / "a.sqlite"))
    with pytest.raises(BadInput, match="cannot be written"):
        serve(port=0, database="/proc/tables.sqlite")


@pytest.mark.parametrize("host", ["", "no.such.host.invalid", "x" * 80 + ".org", "1.2.3.4", "::1%nowhere"])
def test_a_host_that_is_not_this_machine_is_bad_input(host: str) -> None:
    with pytest.raises(BadInput) as named:
        listen(host, 0)
    with pytest.raises(BadInput) as found:
        listen_somewhere(host)
    assert "\n" not in str(named.value) + str(found.value)


def test_small_messages_are_sent_at_once() -> None:
    with listen("127.0.0.1", 0) as listening:
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize(
    ("terminal", "display", "seen"),
    [
        (True, {"DISPLAY": ":0"}, True),
        (True, {"WAYLAND_DISPLAY": "w"}, True),
        (True, {}, False),
        (True, {"DISPLAY": ""}, False),
        (False, {"DISPLAY": ":0"}, False),
    ],
)
def test_a_browser_is_opened_where_somebody_sees_it(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, display: dict[str, str], seen: bool
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal, raising=False)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in display.items():
        monkeypatch.setenv(name, value)
    assert has_display() is seen


@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 130)])
def test_a_server_answers_when_it_says_so_and_ends_in_silence(tmp_path: Path, how: signal.Signals, code: int) -> None:
    port, log = free_port(), tmp_path / "log"
    program = "from grimtable.terminal.cli import main; main()"
    command = [sys.executable, "-c", program, "serve", "--port", str(port), "--database", str(tmp_path / "t.sqlite")]
    with log.open("wb") as out, ExitStack() as held:
        process = subprocess.Popen(command, stdout=out, stderr=out)
        held.callback(process.kill)
        while "the table is at" not in log.read_text():
            assert process.poll() is None, log.read_text()
            time.sleep(0.01)
        assert httpx.get(f"http://127.0.0.1:{port}/api/tables", timeout=PATIENCE).status_code == 200
        half = b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: http://127.0.0.1\r\ncontent-length: 9\r\n\r\n{"
        for said in (b"", b"GET /", half, half):
            client = held.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
            client.sendall(said)
        httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE)  # by now the others have been read
        process.send_signal(how)
        assert process.wait(START) == code
    assert "Traceback" not in log.read_text()
    assert len(log.read_text().splitlines()) < 10


async def test_the_table_is_announced_once_when_requests_are_answered(tmp_path: Path) -> None:
    told: list[bool] = []
    settings = Settings(database_url(str(tmp_path / "t.sqlite")), GENEROUS)
    server = QuietServer(settings, lambda: told.append(server.started))
    with listen("127.0.0.1", 0) as listening:
        task = asyncio.create_task(server.serve(sockets=[listening]))
        while not told:
            await asyncio.sleep(0.01)
        server.should_exit = True
        await task
    assert told == [True]


def test_a_port_that_is_taken_is_bad_input() -> None:
    port = free_port()
    with listen("127.0.0.1", port), pytest.raises(BadInput, match="name another"):
        listen("127.0.0.1", port)
    assert shown_host("0.0.0.0") == "127.0.0.1"
    assert shown_host("::1") == "[::1]"


def test_without_a_port_the_next_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen("127.0.0.1", 0) as taken:
        first = taken.getsockname()[1]
        monkeypatch.setattr(serving, "FIRST_PORT", first)
        with listen_somewhere("127.0.0.1") as found:
            assert first < found.getsockname()[1] < first + serving.PORTS_TRIED
        monkeypatch.setattr(serving, "PORTS_TRIED", 1)
        with pytest.raises(BadInput, match="no port"):
            listen_somewhere("127.0.0.1")


def test_a_second_server_on_the_same_file_names_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    file = str(tmp_path / "tables.sqlite")
    with Claim(database_url(file), "http://127.0.0.1:1234/") as first:
        assert first.holder is None
        with pytest.raises(BadInput, match=r"served already, at http://127\.0\.0\.1:1234/"):
            serve(port=0, database=file)
        serve(port=0, database=file, open_browser=True)
    assert opened == ["http://127.0.0.1:1234/"]
    with Claim(database_url(file), "http://127.0.0.1:5678/") as next_one:
        assert next_one.holder is None


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("[::1]:80", True),
        ("192.168.1.5:8000", True),
        ("evil.example:8000", False),
        ("localhost.evil.example", False),
        ("", False),
        ("[", False),
    ],
)
def test_own_hosts_are_addresses_and_localhost(host: str, own: bool) -> None:
    assert is_own_host(host) is own


def test_the_language_of_a_request() -> None:
    assert preferred("ja", "en") == "ja"
    assert preferred("de", "ja-JP,en;q=0.5") == "ja"
    assert preferred(None, "") == "en"


async def test_pages_and_assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "DIST", tmp_path / "dist")
    async with served(tmp_path) as site:
        assert (await site.http.get("/")).status_code == 503
        (tmp_path / "dist" / "assets").mkdir(parents=True)
        (tmp_path / "dist" / "index.html").write_text("<!doctype html>table")
        (tmp_path / "dist" / "assets" / "index-1a2b.js").write_text("1")
        (tmp_path / "dist" / "icon.svg").write_text("<svg/>")
        for path in ("/", "/about", "/new/darklord", "/t/abc", "/replay/abc", "/rules/darklord"):
            page = await site.http.get(path)
            assert page.text == "<!doctype html>table"
            assert page.headers["cache-control"] == "public, no-cache"
        asset = await site.http.get("/assets/index-1a2b.js")
        assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert (await site.http.get("/icon.svg")).status_code == 200
        for path in ("/assets/../tables.sqlite", "/..%2ftables.sqlite", "/assets/%2e%2e/%2e%2e/tables.sqlite"):
            assert (await site.http.get(path)).status_code == 404
