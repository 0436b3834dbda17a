"""A server killed again and again while commands are on their way to it, and people who notice what it lost."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from grimtable import records
from server.standalone import Process, running
from server.tabletop import Client, Message, Site, bearer, free_port

TABLES = (
    ("darklord", "me", "me", "me"),
    ("darklord", "me", "me", "greedy"),
    ("cthulhu", "me", "me"),
    ("oldworld", "me", "me", "me"),
)
BETWEEN = (1, 12)  # commands that are acknowledged before the next kill
LOOK = 0.002  # seconds between looks at how far they are
REACH, FARTHEST = 0.02, 0.3  # seconds after a command was sent within which the kill comes: at first, and at most


class Lost(AssertionError):
    """What was acknowledged is not there, or is there twice."""


@dataclass
class Tally:
    """What happened in a series of kills."""

    kills: int = 0  # with at least one command sent and not acknowledged
    idle: int = 0  # kills that came too late: everything was acknowledged, so they do not count
    acknowledged: int = 0
    unsure: int = 0  # commands that were unacknowledged when the server died
    stored: int = 0  # of those, how many had been stored all the same
    restarts: list[float] = field(default_factory=list)  # seconds until the server answered again
    reach: float = REACH

    def note(self, unsure: int) -> None:
        """A kill with so many commands on their way.

        The next comes a little later after a command or, if none was on its way, a good deal earlier: so kills fall on
        all that happens between the sending of a command and its answer.
        """
        self.unsure += unsure
        self.kills += unsure > 0
        self.idle += unsure == 0
        self.reach = min(FARTHEST, 1.1 * self.reach) if unsure else 0.7 * self.reach


class Person:
    """Plays all seats of a person at one table, and repeats each command until it is acknowledged."""

    def __init__(self, site: Site, made: Message, all_mine: bool, sent: asyncio.Event) -> None:
        self.site, self.made, self.all_mine, self.sent = site, made, all_mine, sent
        self.given: list[tuple[int, str]] = []  # acknowledged, in order
        self.pending: Message | None = None
        self.over = False

    async def play(self, tally: Tally) -> None:
        """Play until the connection breaks or the game is over."""
        async with self.site.client(self.made["table"], self.made["token"]) as me:
            self.look(me, tally)
            if self.pending is not None:
                await self.insist(me, tally)
            while me.table["status"] == "playing":
                if not me.is_asked():
                    await me.receive()
                    continue
                ask = next(ask for ask in me.table["asks"] if not ask["sealed"])
                option = random.choice(ask["options"])
                self.pending = {"type": "answer", "id": secrets.token_hex(8), "rev": me.table["rev"]}
                self.pending |= {"seat": ask["seat"], "action": option["id"]}
                await self.insist(me, tally)
            self.over = True

    def look(self, me: Client, tally: Tally) -> None:
        """What a table shows after a start of the server."""
        if not self.all_mine:
            return  # bots have answered meanwhile: the record is compared in the end
        shown, known = me.table["answers"], len(self.given)
        most = known + (self.pending is not None)
        if not known <= shown <= most:
            raise Lost(f"{self.made['table']}: {known} answers were acknowledged, {shown} are there")
        tally.stored += shown - known

    async def insist(self, me: Client, tally: Tally) -> None:
        """Send the pending command and wait for the word that it is done."""
        wish = self.pending
        assert wish is not None
        await me.send(wish)
        self.sent.set()
        reply = await me.until(lambda message: message.get("id") == wish["id"])
        if reply["type"] != "done":
            raise Lost(f"{self.made['table']}: {wish} was answered with {reply}")
        self.given.append((wish["seat"], wish["action"]))
        self.pending = None
        tally.acknowledged += 1

    async def settle(self, tally: Tally) -> None:
        """Hear what became of the last command."""
        async with self.site.client(self.made["table"], self.made["token"]) as me:
            self.look(me, tally)
            if self.pending is not None:
                await self.insist(me, tally)

    async def check(self) -> None:
        """What is stored are the acknowledged answers, each once, in their order."""
        path, headers = f"/api/tables/{self.made['table']}/record", bearer(self.made["token"])
        content = (await self.site.http.get(path, headers=headers)).content
        if self.over:
            record = records.decode(content)
            records.verify(record)
            answers = [(line.player, line.action) for line in record.answers]
        else:
            lines = [json.loads(line) for line in content.splitlines()]
            answers = [(line["seat"], line["action"]) for line in lines if "answer" in line]
        mine = {seat for seat, _ in self.given}
        stored = [answer for answer in answers if answer[0] in mine]
        if stored != self.given:
            raise Lost(f"{self.made['table']}: {len(self.given)} answers were acknowledged, {len(stored)} are stored")


async def series(folder: Path, kills: int, url: str | None = None, fault: str | None = None) -> Tally:
    """Kills of a server of its own."""
    with running(free_port(), folder, url, fault) as process:
        site = Site(process.port)
        try:
            return await crash(process, site, kills)
        finally:
            await site.http.aclose()


async def crash(process: Process, site: Site, kills: int, tables: tuple[tuple[str, ...], ...] = TABLES) -> Tally:
    """Play at several tables while the server is killed so many times with a command on its way."""
    tally, sent = Tally(), asyncio.Event()
    people = [await seated(site, table, sent) for table in tables]
    while tally.kills < kills:
        over: asyncio.Future[Any] = asyncio.gather(*[until_it_dies(person, tally) for person in people])
        enough = tally.acknowledged + random.randint(*BETWEEN)
        while tally.acknowledged < enough and not over.done():
            await asyncio.sleep(LOOK)
        sent.clear()
        waiting: asyncio.Future[Any] = asyncio.create_task(sent.wait())
        await asyncio.wait([waiting, over], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not over.done():
            await asyncio.sleep(random.uniform(0, tally.reach))
        process.kill()
        await over
        tally.note(sum([person.pending is not None for person in people]))
        tally.restarts.append(await asyncio.to_thread(process.restart))
        for number, person in enumerate(people):
            if person.over:
                await person.check()
                people[number] = await seated(site, tables[number], sent)
    for person in people:
        await person.settle(tally)
        await person.check()
    return tally


async def seated(site: Site, table: tuple[str, ...], sent: asyncio.Event) -> Person:
    game, *seats = table
    return Person(site, await site.make(game, *seats), set(seats) == {"me"}, sent)


async def until_it_dies(person: Person, tally: Tally) -> None:
    try:
        if not person.over:
            await person.play(tally)
    except (WebSocketException, OSError):
        return
