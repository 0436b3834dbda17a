"""Before every route: headers, names of the server, proxies, and errors nobody expects."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from grimtable.kernel.values import BadInput
from grimtable.server.addresses import Proxies
from grimtable.server.guard import HEADERS, POLICY
from grimtable.server.serve import origin_of
from server.tabletop import GENEROUS, MANY, served

pytestmark = pytest.mark.anyio
PROXY: dict[str, Any] = {"proxies": ("127.0.0.0/8",)}
OPERATOR: dict[str, Any] = {"origins": frozenset({"https://games.example.org"})}


async def test_errors_nobody_expects_carry_the_headers_and_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(tmp_path) as site:

        async def broken(*wanted: Any) -> None:
            raise RuntimeError("a bug")

        site.lobby.store.public = broken  # type: ignore[method-assign, assignment]  # any route could fail so
        site.lobby.store.row = broken  # type: ignore[method-assign, assignment]
        for path in ("/api/tables", "/api/tables/abc"):
            answer = await site.http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (503, "busy")
            assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.getMessage() for record in errors] == ["a request failed: GET tables", "a request failed: GET table"]


@pytest.mark.parametrize(
    "path",
    ["/assets/%00", "/%00", "/assets/" + "x" * 300, "/" + "x" * 300, "/assets/" + "x/" * 3000, "/assets/%2e%2e%00"],
)
async def test_names_that_no_file_can_have_are_not_found(
    tmp_path: Path, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(tmp_path) as site:
        assert (await site.http.get(path)).status_code == 404
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize("table", ["a%00b", "A", "x" * 21, "%F0%9F%8E%B2", "..", "a%0Ab"])
async def test_ids_that_cannot_be_are_not_looked_for(
    tmp_path: Path, table: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(tmp_path) as site:

        async def asked(*wanted: Any) -> None:
            raise AssertionError

        site.lobby.store.row = asked  # type: ignore[method-assign, assignment]
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/replay", f"/api/campaigns/{table}"):
            assert (await site.http.get(path)).status_code == 404
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_page_runs_and_draws_nothing_but_its_own_files() -> None:
    assert "unsafe" not in POLICY
    assert "http" not in POLICY
    assert "default-src 'none'" in POLICY


# ---------------------------------------------------------------- names of the server
async def test_with_its_names_given_the_server_answers_to_no_other(tmp_path: Path) -> None:
    async with served(tmp_path, **OPERATOR) as site:
        for host, status in (
            ("games.example.org", 200),
            ("GAMES.example.org:443", 200),
            ("127.0.0.1:8000", 200),
            ("localhost", 200),
            ("evil.example", 421),
            ("games.example.org.evil.example", 421),
            ("[", 421),
        ):
            answer = await site.http.get("/api/tables", headers={"host": host})
            assert answer.status_code == status, host
            assert answer.headers["x-content-type-options"] == "nosniff"
        assert (await site.http.get("/healthz", headers={"host": "evil.example"})).status_code == 200


async def test_without_names_the_server_answers_to_any(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        assert (await site.http.get("/api/tables", headers={"host": "evil.example"})).status_code == 200


async def test_behind_tls_browsers_are_told_to_stay_with_it(tmp_path: Path) -> None:
    name = "strict-transport-security"
    forwarded = {"x-forwarded-proto": "https"}
    async with served(tmp_path, **OPERATOR) as site:
        assert name in (await site.http.get("/healthz", headers={"host": "games.example.org"})).headers
        assert name not in (await site.http.get("/healthz", headers=forwarded)).headers
    async with served(tmp_path, database=str(tmp_path / "other.sqlite"), **PROXY) as site:
        assert name in (await site.http.get("/healthz", headers=forwarded)).headers
        assert name not in (await site.http.get("/healthz")).headers


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://games.example.org", "https://games.example.org"),
        ("https://Games.Example.org/", "https://games.example.org"),
        ("https://games.example.org:443", "https://games.example.org"),
        ("http://games.example.org:8080", "http://games.example.org:8080"),
        ("http://[::1]:80", "http://[::1]"),
    ],
)
def test_origins_are_taken_as_browsers_write_them(text: str, origin: str) -> None:
    assert origin_of(text) == origin


@pytest.mark.parametrize(
    "text",
    [
        *["games.example.org", "ftp://x", "https://", "https://x/y", "http://[", "https://a@b"],
        *["https://a\n.b", "https://a\tb", "https://a b", "https://a\0b"],
    ],
)
def test_what_is_no_origin_is_bad_input(text: str) -> None:
    with pytest.raises(BadInput, match="is no origin"):
        origin_of(text)


# ---------------------------------------------------------------- proxies
def test_proxies_are_known_by_their_networks() -> None:
    proxies = Proxies(["10.0.0.0/8", "192.0.2.1", "2001:db8::/32"])
    for host in ("10.1.2.3", "::ffff:10.1.2.3", "192.0.2.1", "2001:db8::7"):
        assert proxies.trusts(host), host
    for host in ("11.1.2.3", "::ffff:11.1.2.3", "192.0.2.2", "2001:db9::7", "", "unix", "10.1.2.3.evil"):
        assert not proxies.trusts(host), host
    for word in ("10.0.0.1/8", "x", "", "10.0.0.0/33"):
        with pytest.raises(BadInput, match="is no network"):
            Proxies([word])


async def test_behind_a_trusted_proxy_every_visitor_has_limits_of_their_own(tmp_path: Path) -> None:
    limits = GENEROUS._replace(requests=2, sockets=1, connections=1)
    async with served(tmp_path, limits, **PROXY) as site:

        async def ask(forwarded: str) -> int:
            return (await site.http.get("/api/tables", headers={"x-forwarded-for": forwarded})).status_code

        assert [await ask("192.0.2.1") for _ in range(3)] == [200, 200, 429]
        assert await ask("192.0.2.2") == 200
        assert [await ask(f"192.0.2.{n}, 192.0.2.3, 127.0.0.9") for n in range(10, 13)] == [200, 200, 429]
        assert [await ask(f"2001:db8::{n}") for n in range(3)] == [200, 200, 429]


async def test_behind_a_trusted_proxy_every_visitor_has_connections_of_their_own(tmp_path: Path) -> None:
    limits = GENEROUS._replace(connections=2, sockets=MANY)
    async with served(tmp_path, limits, **PROXY) as site, AsyncExitStack() as held:

        async def half_a_request(forwarded: str) -> asyncio.StreamReader:
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            held.callback(writer.close)
            head = f"POST /api/records HTTP/1.1\r\nhost: 127.0.0.1:{site.port}\r\norigin: {site.origin}\r\n"
            writer.write(f"{head}content-length: 9\r\nx-forwarded-for: {forwarded}\r\n\r\n{{".encode())
            return reader

        async def ask(forwarded: str) -> int:
            return (await site.http.get("/api/tables", headers={"x-forwarded-for": forwarded})).status_code

        for _ in range(2):
            await half_a_request("192.0.2.1")
        refused = await half_a_request("192.0.2.1")
        assert b" 429 " in await refused.readline()
        assert await ask("192.0.2.1") == 429
        assert await ask("192.0.2.2") == 200
        await held.aclose()
        while await ask("192.0.2.1") == 429:
            await asyncio.sleep(0.01)


async def test_nobody_else_is_believed(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(requests=2)) as site:
        codes = [
            (await site.http.get("/api/tables", headers={"x-forwarded-for": f"192.0.2.{n}"})).status_code
            for n in range(3)
        ]
        assert codes == [200, 200, 429]


async def test_behind_a_trusted_proxy_the_origin_is_checked_with_its_scheme(tmp_path: Path) -> None:
    wish = {"game": "relics", "seats": [{"kind": "me"}] * 2}
    headers = {"origin": "https://127.0.0.1", "host": "127.0.0.1"}
    async with served(tmp_path, **PROXY) as site:
        assert (await site.http.post("/api/tables", json=wish, headers=headers)).status_code == 403
        headers["x-forwarded-proto"] = "https"
        assert (await site.http.post("/api/tables", json=wish, headers=headers)).status_code == 201
