"""Work that a request waits for: in its own lane, bounded, and dropped when the client hangs up."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from grimtable.server import lanes
from server.held import Shop
from server.tabletop import GENEROUS, PATIENCE, Message, Site, play_out, served

pytestmark = pytest.mark.anyio
ERRANDS = {  # each with its lane
    "GET /api/tables/{table}/replay": "replays",
    "GET /api/tables/{table}/stats": "replays",
    "GET /api/tables/{table}/explain?move=1&ref=player:0": "replays",
    "POST /api/records": "imports",
    "POST /api/games/wh40k/options/army_1": "imports",
    "POST /api/campaigns/import?game=gloomhaven": "imports",
}


async def finished(site: Site) -> Message:
    made = await site.make("relics", "me", "me", options={"rounds": 1}, public=True)
    async with site.client(made["table"], made["token"]) as me:
        await me.table_where(lambda table: table["status"] == "playing")
        await play_out(me)
    return made


async def ask(site: Site, errand: str, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    method, path = errand.format(table=table).split()
    head = (
        f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{site.port}\r\norigin: {site.origin}\r\ncontent-length: 2\r\n\r\n"
    )
    writer.write(head.encode() + b"{}")
    return reader, writer


@pytest.mark.parametrize("errand", ERRANDS)
async def test_work_is_dropped_when_its_client_hangs_up(
    errand: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "GRACE", 0.0)
    async with served(tmp_path) as site:
        made, lane, shop = await finished(site), site.lobby.lanes[ERRANDS[errand]], Shop()
        lane._start = shop.start
        _, writer = await ask(site, errand, made["table"])
        await shop.until_begun(1)
        writer.close()
        async with asyncio.timeout(PATIENCE):
            while shop.workers[0].lives or lane._works:
                await asyncio.sleep(0.01)
        assert len(shop.begun) == 1


@pytest.mark.parametrize("errand", ERRANDS)
async def test_an_address_has_few_of_them_at_once(errand: str, tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(errands=1)) as site:
        made, lane, shop = await finished(site), site.lobby.lanes[ERRANDS[errand]], Shop()
        lane._start = shop.start
        first = asyncio.create_task(lane.run(("another",), "127.0.0.1", 60, "test", ("held",)))
        await shop.until_begun(1)
        reader, writer = await ask(site, errand, made["table"])
        assert b" 429 " in await reader.readline()
        writer.close()
        first.cancel()


@pytest.mark.parametrize("errand", ERRANDS)
async def test_work_that_no_worker_survives_is_refused_in_words(errand: str, tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made, lane, shop = await finished(site), site.lobby.lanes[ERRANDS[errand]], Shop()
        lane._start, shop.kills_all = shop.start, True
        reader, writer = await ask(site, errand, made["table"])
        assert (await reader.readline()).split()[1] in (b"400", b"503")
        assert len(shop.begun) == 2
        writer.close()
