"""Hostile messages and requests by the million: drawn from a seed, sent as fast as the server takes them.

What a server did not handle: an answer of 500 or more, a line of its log that tells of an error, its end, or that it no
longer makes tables.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from mutations import KEYS, ODD, Mutation, genuine, mutated
from server.standalone import Process
from server.tabletop import Message, Site, bearer

TOGETHER = 100  # messages of a burst over one socket, and then a question that is answered after them
REQUESTS = 3  # for each burst
LAST = '{"type": "explain", "id": "last", "ref": "player:0"}'
PATIENCE = 20.0  # seconds within which a server answers, however busy
SEAT_WISHES = ("answer", "check", "withdraw", "undo", "restart", "ask_takeback", "reply_takeback", "replace", "reclaim")
WISHES = (*SEAT_WISHES, "explain", "inquire", "name", "lang", "ping", "hello", "salt", "done", "eval", "", "\0")
FIELDS = (
    "id",
    "rev",
    "seat",
    "action",
    "answer",
    "to",
    "accept",
    "ref",
    "lang",
    "bot",
    "token",
    "salt",
    "name",
    "colour",
)
NAMES = (
    "a\0b",
    "a%00b",
    "%00",
    "x" * 300,
    "%2e%2e%2f" * 4,
    "..",
    "é" * 90,
    "'; --",
    "\ud83d",
    "{0}",
    "%s",
    "nul",
    "1" * 20,
)
PAGES = ("", "/record", "/replay", "/replay?seat=all", "/stats", "/explain?ref=player:0&at=1", "/replay?seat=\0")
WORDS = ("", "?lang=xx", "?seat=99999999999999999999", "?at=-1", "?page=\0", "?before=9e99", "?status=\0")
DOCUMENTS = (
    "/api/records",
    "/api/campaigns/import",
    "/api/tables",
    "/api/campaigns",
    "/api/games/wh40k/options/army_1",
)


@dataclass
class Found:
    """What was sent, and what went wrong."""

    messages: int = 0
    requests: int = 0
    closed: int = 0  # sockets that the server closed
    unhandled: list[str] = field(default_factory=list)


class Assault:
    """A server, some tables on it, and somebody who sends it whatever comes to mind."""

    def __init__(self, process: Process, documents: list[bytes], seed: int) -> None:
        self.process, self.documents, self.lot = process, documents, random.Random(seed)
        self.site = Site(process.port)
        self.site.http.timeout = httpx.Timeout(PATIENCE)
        self.sockets: list[ClientConnection] = []
        self.made: list[Message] = []
        self.log_read = 0
        self.found = Found()

    async def attack(self, messages: int) -> Found:
        """Send so many, bursts over sockets and single requests in turns; ends early at what is not handled."""
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self.site.http.aclose)
            try:
                await self.sit_down(stack)
                while self.found.messages + self.found.requests < messages and not self.found.unhandled:
                    await self.burst(stack)
                    for _ in range(REQUESTS):
                        await self.request()
                    await self.look()
            except (TimeoutError, httpx.TimeoutException):
                self.found.unhandled.append("no answer in time")
            except (httpx.TransportError, OSError) as error:
                self.found.unhandled.append(f"no connection: {error!r}")
            await asyncio.to_thread(self.read_log)
        return self.found

    async def sit_down(self, stack: AsyncExitStack) -> None:
        """A game in progress with a socket for each seat and a spectator's, and one that has not begun."""
        for seats in (("me", "person", "person"), ("me", "me", "person")):
            self.made.append(await self.site.make("darklord", *seats, public=True))
        campaign = (await self.site.http.post("/api/campaigns", json={"game": "gloomhaven", "persons": ["Ada"]})).json()
        document = await self.site.http.get(
            f"/api/campaigns/{campaign['campaign']}/document", headers=bearer(campaign["token"])
        )
        self.documents = [*self.documents, document.content]
        for token in self.tokens():
            self.sockets.append(await self.open(stack, token))

    def tokens(self) -> list[str]:
        made = self.made[0]
        return [made["token"], *[link["token"] for link in made["links"]], made["spectator"]]

    async def open(self, stack: AsyncExitStack, token: str) -> ClientConnection:
        socket = await stack.enter_async_context(self.site.socket())
        hello = {"type": "hello", "table": self.made[0]["table"], "token": token}
        await socket.send(json.dumps(hello))
        return socket

    # ------------------------------------------------------------ over sockets
    async def burst(self, stack: AsyncExitStack) -> None:
        place = self.lot.randrange(len(self.sockets))
        socket = self.sockets[place]
        try:
            for _ in range(TOGETHER):
                await socket.send(self.message())
                self.found.messages += 1
            await socket.send(LAST)
            async with asyncio.timeout(PATIENCE):
                while '"last"' not in str(await socket.recv())[:200]:
                    pass
        except WebSocketException:
            self.found.closed += 1
            self.sockets[place] = await self.open(stack, self.tokens()[place])

    def message(self) -> str | bytes:
        kind = self.lot.randrange(10)
        if kind < 5:
            return written(self.wish())
        if kind < 7:
            return mutated(written(self.wish()).encode("utf-8", "surrogatepass"), self.mutation())
        if kind == 7:
            return written({self.lot.choice((*FIELDS, "type")): self.odd() for _ in range(self.lot.randrange(6))})
        if kind == 8:
            return self.lot.choice(('{"type":', "[", '{"a":[', "0")) * self.lot.randrange(1, 3000)
        return self.lot.randbytes(self.lot.randrange(200))

    def wish(self) -> Message:
        """Nearly right: one or two of its parts are not."""
        found: Message = {"type": self.lot.choice(WISHES), "id": f"w{self.lot.randrange(1 << 30)}"}
        if found["type"] in SEAT_WISHES:
            found |= {"rev": self.lot.randrange(4), "seat": self.lot.randrange(4)}
        for _ in range(self.lot.randrange(1, 3)):
            found[self.lot.choice(FIELDS)] = self.odd()
        return found

    def odd(self) -> Any:
        return self.lot.choice(ODD[:-2]) if self.lot.randrange(50) else self.lot.choice(ODD)  # the last two are large

    def mutation(self) -> Mutation:
        if self.lot.randrange(2):  # a field of the first or the last line
            return Mutation(-self.lot.randrange(2), (), "insert", self.odd(), self.lot.choice(KEYS))
        deed = self.lot.choice(["replace"] * 6 + ["remove", "repeat", "insert", "cut", "swap", "bytes"])
        path = tuple([self.lot.randrange(1 << 16) for _ in range(self.lot.randrange(5))])
        return Mutation(self.lot.choice([0, 0, 1, -1, -2, 17]), path, deed, self.odd(), self.lot.choice(KEYS))

    # ------------------------------------------------------------ single requests
    async def request(self) -> None:
        self.found.requests += 1
        kind = self.lot.randrange(5)
        if kind in (0, 4):
            where = self.lot.choice(("/api/records", "/api/records", "/api/campaigns/import"))
            await self.send("POST", where, self.document())
        elif kind == 1:
            fields = [self.lot.choice(("game", "seats", "options", "seed", "persons", "name")) for _ in range(3)]
            content = written({"game": "darklord", **{name: self.odd() for name in fields}})
            await self.send("POST", self.lot.choice(DOCUMENTS), in_bytes(content))
        elif kind == 2:
            deed = self.lot.choice(("/sit", "/acts", "/undo", "/table"))
            part = "tables" if deed == "/sit" else "campaigns"
            content = written({self.lot.choice(("seat", "wish", "mark", "act", "seats")): self.odd()})
            await self.send("POST", f"/api/{part}/{self.address()}{deed}", in_bytes(content))
        else:
            where = self.lot.choice(("/api/tables/", "/api/tables/", "/api/campaigns/", "/assets/", "/", "/api/games/"))
            is_file = where in ("/assets/", "/")  # of which there is none by the name of a table
            name, page = (self.lot.choice(NAMES), "") if is_file else (self.address(), self.lot.choice(PAGES))
            await self.send("GET", f"{where}{name}{page}{self.lot.choice(WORDS)}")

    def address(self) -> str:
        """Of a table, or of nothing."""
        known: str = self.lot.choice(self.made)["table"]
        return known if self.lot.randrange(2) else self.lot.choice(NAMES)

    def document(self) -> bytes:
        """One with a mistake; now and then a genuine one, or one whose seed is as good as the genuine one."""
        found = self.lot.choice(self.documents)
        if self.lot.randrange(8):
            return mutated(found, self.mutation())
        return re.sub(rb'"seed":5\b', b'"seed":%d' % (5 + (self.lot.randrange(3) << 64)), found, count=1)

    async def send(self, method: str, path: str, body: bytes = b"") -> None:
        token = self.lot.choice((self.made[0]["token"], "0", "x" * 70))
        try:
            request = self.site.http.build_request(method, quoted(path), content=body, headers=bearer(token))
        except (httpx.InvalidURL, UnicodeError):
            return
        answer = await self.site.http.send(request)
        if answer.status_code >= 500:
            self.found.unhandled.append(f"{answer.status_code} for {method} {path!r:.80}: {answer.text[:200]}")

    # ------------------------------------------------------------ what became of it
    async def look(self) -> None:
        """Whether tables are still made and played at, and whether the log tells of errors."""
        if self.lot.randrange(20) == 0:
            made = await self.site.make("darklord", "me", "me", "me")
            async with self.site.client(made["table"], made["token"]) as me:
                reply = await me.answer()
                if reply["type"] != "done":
                    self.found.unhandled.append(f"a move was answered with {reply}")
        self.read_log()

    def read_log(self) -> None:
        text = self.process.log.read_text(encoding="utf-8", errors="replace")
        fresh, self.log_read = text[self.log_read :], len(text)
        lines = [line for line in fresh.splitlines() if " ERROR " in line or line.startswith("Traceback")]
        self.found.unhandled += lines[:3]


def finished(seed: int | None) -> bytes:
    """A genuine record, with a seed or with fair dice."""
    return genuine("darklord", ["Ada", "Ben", "mcts:0.5s"], seed)


def written(message: Any) -> str:
    with suppress(ValueError):
        return json.dumps(message)
    return "{"


def in_bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def quoted(path: str) -> str:
    """Signs that no address may hold as such, written as numbers; those already written so stay."""
    return "".join(
        [
            sign if " " < sign < "\x7f" else "".join([f"%{b:02X}" for b in sign.encode("utf-8", "surrogatepass")])
            for sign in path
        ]
    )
