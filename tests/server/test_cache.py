"""What never changes is made once, sent as it is kept, and not sent again to whoever has it."""

from __future__ import annotations

import asyncio
import gzip
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers

from grimtable import ledger, proof
from grimtable.games import definition
from grimtable.server import pages
from grimtable.server.cache import ENTRY_BYTES, Cache, Page, accepts_gzip, page_of
from server.tabletop import Site, served

pytestmark = pytest.mark.anyio

FIXED = (
    "/api/games?lang=en",
    "/api/games?lang=ja",
    "/api/games/cthulhu/facts",
    "/api/games/cthulhu/texts?lang=en",
    "/api/games/cthulhu/texts?lang=ja",
    "/api/rules/cthulhu",
    "/api/rules/cthulhu?id=1.1",
)


async def get(site: Site, path: str, encoding: str = "gzip", **headers: str) -> httpx.Response:
    return await site.http.get(path, headers={"accept-encoding": encoding, **headers})


# ---------------------------------------------------------------- over HTTP
async def test_what_never_changes_is_made_once_and_not_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def counted(content: bytes, *more: Any) -> Page:
        made.append(len(content))
        return page_of(content, *more)

    monkeypatch.setattr("grimtable.server.reading.page_of", counted)
    async with served(tmp_path) as site:
        bodies = {}
        for path in FIXED:
            several = await asyncio.gather(*[get(site, path) for _ in range(8)])
            assert len({answer.content for answer in several}) == 1
            assert several[0].headers["cache-control"] == "public, no-cache"
            bodies[path] = several[0]
            again = await get(site, path, **{"if-none-match": several[0].headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == several[0].headers["etag"]
        assert len(made) == len(FIXED)
        assert len({answer.headers["etag"] for answer in bodies.values()}) == len(FIXED)
        assert bodies[FIXED[3]].json()["texts"] != bodies[FIXED[4]].json()["texts"]
        assert bodies[FIXED[5]].json()["entries"][0].items() >= ledger.entries("cthulhu")[0]._asdict().items()
        assert (await get(site, "/api/rules/cthulhu?id=cthulhu-1.1")).content == bodies[FIXED[6]].content
        assert len(made) == len(FIXED), "an entry is the same under each of its names"
        assert (await get(site, "/api/rules/cthulhu?id=99.99")).status_code == 404
        found = await get(site, "/api/rules/cthulhu?q=gate")
        assert found.headers["cache-control"] == "no-store"


async def test_a_rule_says_where_it_is_enforced_and_whether_it_is_proven(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        (rule,) = (await get(site, "/api/rules/darklord?id=8.4")).json()["entries"]
        (decision,) = (await get(site, "/api/rules/darklord?id=A11")).json()["entries"]
        exempt = next(iter(ledger.exemptions("cthulhu")))
        (free,) = (await get(site, f"/api/rules/cthulhu?id={exempt}")).json()["entries"]
    measured = proof.load(definition("darklord").folder)["DARKLORD-8.4"]
    assert rule["state"] == measured.state
    assert "battle.py standing" in rule["places"]
    assert (decision["state"], decision["places"]) == (None, [])
    assert free["state"] is None


async def test_only_who_takes_gzip_is_sent_gzip(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        path = "/api/games/cthulhu/facts"
        plain, zipped = await get(site, path, "identity"), await get(site, path, "br, gzip;q=0.5")
        refusing = await get(site, path, "gzip;q=0")
        assert zipped.headers["content-encoding"] == "gzip"
        for answer in (plain, refusing):
            assert "content-encoding" not in answer.headers
            assert answer.headers["etag"] != zipped.headers["etag"], "other bytes have another strong tag"
            assert answer.content == zipped.content
        assert int(plain.headers["content-length"]) > 5 * int(zipped.headers["content-length"])
        for answer in (plain, zipped):
            assert answer.headers["vary"] == "accept-encoding"
            assert not answer.headers["etag"].startswith("W/")
        texts = await get(site, "/api/games/cthulhu/texts")
        assert texts.headers["vary"] == "accept-encoding, accept-language"


async def test_the_facts_are_built_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    def built() -> Any:
        threads.append(threading.current_thread())
        return {"hexes": 3}

    monkeypatch.setattr("grimtable.server.reading.definition", lambda slug: SimpleNamespace(facts=built))
    async with served(tmp_path) as site:
        assert (await get(site, "/api/games/gloomhaven/facts")).json() == {"facts": {"hexes": 3}}
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


async def test_a_file_is_compressed_once_and_again_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compressed = []

    def compress(content: bytes, *more: Any, **named: Any) -> bytes:
        compressed.append(len(content))
        return pack(content, *more, **named)

    pack = gzip.compress
    monkeypatch.setattr(gzip, "compress", compress)
    monkeypatch.setattr(pages, "DIST", tmp_path / "dist")
    (tmp_path / "dist" / "assets").mkdir(parents=True)
    script, index = tmp_path / "dist" / "assets" / "index-1a2b.js", tmp_path / "dist" / "index.html"
    script.write_text("let a = 1;\n" * 500)
    index.write_text("<!doctype html>" + "<p>" * 1000)
    async with served(tmp_path) as site:
        for _ in range(5):
            answer = await get(site, "/assets/index-1a2b.js")
            assert answer.text == script.read_text()
            assert answer.headers["content-encoding"] == "gzip"
            assert answer.headers["content-type"].startswith("text/javascript")
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            page = await get(site, "/")
        assert len(compressed) == 2
        tag = page.headers["etag"]
        assert (await get(site, "/about", **{"if-none-match": tag})).status_code == 304
        index.write_text("<!doctype html>" + "<b>" * 1001)
        fresh = await get(site, "/", **{"if-none-match": tag})
        assert fresh.status_code == 200
        assert fresh.text.endswith("<b>")


# ---------------------------------------------------------------- the cache itself
def sized(size: int) -> Page:
    """A page that takes so many kB."""
    return Page(b"x" * ((size << 10) - ENTRY_BYTES), False, str(size))


async def test_requests_for_one_key_share_one_computation() -> None:
    kept, started, go = Cache(), 0, asyncio.Event()

    async def make() -> Page:
        nonlocal started
        started += 1
        await go.wait()
        return sized(3)

    waiting = [asyncio.ensure_future(kept.get("key", make)) for _ in range(5)]
    await asyncio.sleep(0)
    waiting[0].cancel()  # the first has gone: the others still get it
    await asyncio.sleep(0)
    go.set()
    assert [page.tag for page in await asyncio.gather(*waiting[1:])] == ["3"] * 4
    assert (await kept.get("key", make)).tag == "3"
    assert (started, kept.made) == (1, 1)


async def test_nothing_is_computed_for_those_who_have_gone() -> None:
    kept, ended = Cache(), asyncio.Event()

    async def make() -> Page:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        raise AssertionError

    waiting = [asyncio.ensure_future(kept.get("key", make)) for _ in range(3)]
    await asyncio.sleep(0.01)
    for one in waiting:
        one.cancel()
    await asyncio.wait_for(ended.wait(), 20)

    async def quick() -> Page:
        return sized(1)

    assert (await kept.get("key", quick)).tag == "1", "whoever comes later does not find what was given up"


async def test_a_failure_is_not_kept() -> None:
    kept = Cache()

    async def fail() -> Page:
        raise LookupError

    async def make() -> Page:
        return sized(1)

    with pytest.raises(LookupError):
        await kept.get("key", fail)
    assert (await kept.get("key", make)).tag == "1"


async def test_what_nobody_asks_for_any_more_is_not_kept() -> None:
    now = [0.0]
    kept = Cache(keep=10, clock=lambda: now[0])

    async def make() -> Page:
        return page_of(b"x" * 2000, "text/plain")

    await kept.get("often", make)
    await kept.get("once", make)
    now[0] = 9
    await kept.get("often", make)
    assert kept.made == 2
    now[0] = 12
    await kept.get("often", make)
    assert kept.made == 2
    await kept.get("once", make)
    assert kept.made == 3
    one = kept.bytes / 2
    now[0] = 30
    await kept.get("new", make)
    assert kept.bytes == one


async def test_what_was_not_asked_for_longest_goes_first() -> None:
    kept = Cache(limit=100 << 10)

    async def ask(size: int) -> None:
        async def make() -> Page:
            return sized(size)

        await kept.get(size, make)

    for size in (40, 41, 40, 19):  # 40 is asked for again
        await ask(size)
    assert (kept.bytes >> 10, kept.made) == (100, 3)
    await ask(20)  # 41 goes
    assert (kept.bytes >> 10, kept.made) == (79, 4)
    await ask(40)
    assert kept.made == 4
    await ask(101)  # does not fit at all
    assert kept.bytes <= kept.limit


@pytest.mark.parametrize(
    ("accepted", "does"),
    [
        ("gzip", True),
        ("br, GZIP; q=0.1", True),
        ("gzip;q=1.0", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip;q=0.000, *", False),
        ("", False),
        ("identity", False),
        ("x-gzip-like", False),
    ],
)
def test_who_accepts_gzip(accepted: str, does: bool) -> None:
    assert accepts_gzip(Headers({"accept-encoding": accepted})) is does
