"""Starting the server: addresses, databases, pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from grimtable.kernel.values import BadInput
from grimtable.server import pages
from grimtable.server import serve as serving
from grimtable.server.database import Claim, database_url
from grimtable.server.guard import is_own_host
from grimtable.server.serve import listen, listen_somewhere, serve, shown_host
from grimtable.server.words import preferred
from server.tabletop import free_port, served

pytestmark = pytest.mark.anyio


def test_a_database_is_a_file_or_a_url(tmp_path: Path) -> None:
    assert database_url("postgresql://me@host/db") == "postgresql+asyncpg://me@host/db"
    assert database_url(str(tmp_path / "x.sqlite")) == f"sqlite+aiosqlite:///{tmp_path}/x.sqlite"
    assert database_url(f"sqlite:///{tmp_path}/x.sqlite") == f"sqlite+aiosqlite:///{tmp_path}/x.sqlite"


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
