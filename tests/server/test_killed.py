"""`kill -9` at random moments during play: no acknowledged move is lost, none is made twice, tables resume."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import time
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from grimtable import records
from server.standalone import Process, running
from server.tabletop import Client, Message, Site, bearer, free_port

pytestmark = pytest.mark.anyio

KILLS = int(os.environ.get("GRIMTABLE_SOAK_KILLS", "4"))
RESUMED = 5.0  # seconds from the start of the server to the table on the screen
MINE = (0, 1)


class Stubborn:
    """A person with two seats who sends every wish until it is acknowledged, whatever happens to the server."""

    def __init__(self, site: Site, made: Message) -> None:
        self.site, self.made = site, made
        self.given: list[tuple[int, str]] = []  # acknowledged, in order
        self.pending: Message | None = None
        self.over = False
        self.waits: list[float] = []

    async def play(self, started: float) -> None:
        """Play until the connection breaks or the game is over."""
        async with self.site.client(self.made["table"], self.made["token"]) as me:
            self.waits.append(time.monotonic() - started)
            assert me.table["answers"] >= len(self.given), "an acknowledged answer is lost"
            while me.table["status"] == "playing":
                if self.pending is None and me.is_asked():
                    ask = next(ask for ask in me.table["asks"] if not ask["sealed"])
                    option = random.choice(ask["options"])
                    self.pending = {"type": "answer", "id": secrets.token_hex(8), "rev": me.table["rev"]}
                    self.pending |= {"seat": ask["seat"], "action": option["id"]}
                if self.pending is None:
                    await me.receive()
                    continue
                await self.insist(me, self.pending)
            self.over = True

    async def insist(self, me: Client, wish: Message) -> None:
        await me.send(wish)
        reply = await me.until(lambda m: m.get("id") == wish["id"])
        assert reply["type"] == "done", reply
        self.given.append((wish["seat"], wish["action"]))
        self.pending = None


async def make(site: Site) -> Stubborn:
    return Stubborn(site, await site.make("darklord", "me", "me", "greedy"))


async def check(process: Process, site: Site, player: Stubborn) -> None:
    """What is stored are the acknowledged answers, each once, in their order."""
    await asyncio.to_thread(process.wait)  # it may have been killed right after the last answer
    path, headers = f"/api/tables/{player.made['table']}/record", bearer(player.made["token"])
    record = records.decode((await site.http.get(path, headers=headers)).content)
    stored = [(line.player, line.action) for line in record.answers if line.player in MINE]
    assert stored == player.given
    assert records.verify(record).dice == "fair"


async def kill_at_random(process: Process, site: Site, kills: int) -> list[float]:
    """Play on and on while the server is killed so many times; returns how long each table took to resume."""
    waits: list[float] = []
    player, started = await make(site), time.monotonic()
    while kills or not player.over:
        playing = asyncio.create_task(player.play(started))
        if kills:
            await asyncio.wait([playing], timeout=random.uniform(0.2, 1.5))
        if kills and not playing.done():
            process.kill()
            kills -= 1
            started = time.monotonic()
            process.start()
        try:
            await playing
        except (WebSocketException, OSError):
            await asyncio.to_thread(process.wait)
        if player.over and kills:
            await check(process, site, player)
            waits += player.waits
            player, started = await make(site), time.monotonic()
    await check(process, site, player)
    return waits + player.waits


async def test_nothing_is_lost_and_nothing_done_twice(tmp_path: Path) -> None:
    with running(free_port(), tmp_path) as process:
        site = Site(process.port)
        waits = await kill_at_random(process, site, KILLS)
        await site.http.aclose()
    crowd = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))  # neighbours that want the same cores
    assert max(waits) <= RESUMED * crowd, sorted(waits)[-5:]
