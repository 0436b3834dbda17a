"""Who plays on a server under load: people, bots that think, and strangers who play against quick bots."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from grimtable.kernel.chance import salt_hash
from grimtable.server.protocol import SUBPROTOCOL

THINKER = "mcts:2s"  # the bots of the tables that only think
QUICK = "greedy"  # those that a stranger plays against meanwhile


class Option(msgspec.Struct):
    id: str


class Ask(msgspec.Struct):
    seat: int
    options: list[Option]


class Dice(msgspec.Struct):
    awaited: list[int]


class Heard(msgspec.Struct):
    """What the measurement needs of a message."""

    type: str
    dice: Dice | None = None
    rev: int | None = None
    status: str | None = None
    asks: list[Ask] = []


HEARD = msgspec.json.Decoder(Heard)


class Table:
    """A table and its persons, each with a socket of its own."""

    def __init__(self, seats: int) -> None:
        self.sockets: list[ClientConnection] = []
        self.listening: list[asyncio.Task[None]] = []
        self.salts = [secrets.token_bytes(16) for _ in range(seats)]
        self.revs = [0] * seats
        self.ask: Ask | None = None
        self.over = False
        self.sent_at = 0.0
        self.awaited: int | None = None  # the revision that all seats must see
        self.refused = 0
        self.times: list[float] = []

    async def listen(self, seat: int) -> None:
        """Take in what one seat is sent."""
        async for data in self.sockets[seat]:
            heard = HEARD.decode(data)
            if heard.type in ("table", "update") and heard.rev is not None:
                self.revs[seat] = heard.rev
                self.over = heard.status == "over"
                if heard.asks:
                    self.ask = heard.asks[0]
                if heard.dice is not None and seat in heard.dice.awaited:
                    salt = {"type": "salt", "id": "salt", "salt": self.salts[seat].hex()}
                    await self.sockets[seat].send(msgspec.json.encode(salt).decode())
                self._settle()
            elif heard.type == "refused":
                self.refused += 1
                self.awaited = None

    def _settle(self) -> None:
        if self.awaited is not None and min(self.revs) >= self.awaited:
            self.times.append(time.perf_counter() - self.sent_at)
            self.awaited = None

    async def move(self) -> None:
        """Give any answer of the seat that is asked."""
        ask = self.ask
        assert ask is not None
        rev = self.revs[ask.seat]
        self.awaited, self.sent_at, self.ask = rev + 1, time.perf_counter(), None
        await self.sockets[ask.seat].send(answer(ask, rev))

    def is_ready(self) -> bool:
        return self.awaited is None and self.ask is not None and not self.over


async def seated(gate: asyncio.Semaphore, port: int, game: str, seats: int) -> Table:
    """A new table with all its persons."""
    async with gate:
        table = Table(seats)
        made = await post(port, {"game": game, "seats": [{"kind": "me"}, *[{"kind": "person"}] * (seats - 1)]})
        for seat, token in enumerate((made["token"], *[link["token"] for link in made["links"]])):
            hello = {"type": "hello", "table": made["table"], "token": token}
            table.sockets.append(await greeted(port, {**hello, "salt_hash": salt_hash(table.salts[seat])}))
            table.listening.append(asyncio.create_task(table.listen(seat)))
        return table


class Thinking:
    """Tables of bots, each with somebody who looks on."""

    def __init__(self) -> None:
        self.answers = 0

    async def watch(self, gate: asyncio.Semaphore, port: int, game: str, seats: int) -> None:
        """One table after the other."""
        while True:
            async with gate:
                made = await post(port, {"game": game, "seats": [{"kind": "bot", "bot": THINKER}] * seats})
                socket = await greeted(port, {"type": "hello", "table": made["table"], "token": made["token"]})
            try:
                async for data in socket:
                    heard = HEARD.decode(data)
                    self.answers += heard.type == "update"
                    if heard.status == "over":
                        break
            finally:
                socket.transport.abort()


class Stranger:
    """Somebody who plays against quick bots, and how long each of those lets them wait."""

    def __init__(self) -> None:
        self.times: list[float] = []

    async def play(self, gate: asyncio.Semaphore, port: int, game: str, seats: int) -> None:
        """One game after the other."""
        against = [{"kind": "bot", "bot": QUICK}] * (seats - 1)
        while True:
            async with gate:
                made = await post(port, {"game": game, "seats": [{"kind": "me"}, *against]})
                socket = await greeted(port, {"type": "hello", "table": made["table"], "token": made["token"]})
            try:
                await self._game(socket)
            finally:
                socket.transport.abort()

    async def _game(self, socket: ClientConnection) -> None:
        since: float | None = None  # when a bot was asked
        async for data in socket:
            heard = HEARD.decode(data)
            if heard.type not in ("table", "update"):
                continue
            if since is not None:
                self.times.append(time.perf_counter() - since)
                since = None
            if heard.status == "over":
                return
            if heard.asks:
                await socket.send(answer(heard.asks[0], heard.rev))
            else:
                since = time.perf_counter()


def answer(ask: Ask, rev: int | None) -> str:
    """Any answer to this, as it is sent."""
    wish = {"type": "answer", "id": secrets.token_hex(8), "rev": rev, "seat": ask.seat}
    return msgspec.json.encode({**wish, "action": random.choice(ask.options).id}).decode()


async def greeted(port: int, hello: dict[str, str]) -> ClientConnection:
    """A socket that has said who it is."""
    socket = await connect(
        f"ws://127.0.0.1:{port}/ws",
        origin=Origin(f"http://127.0.0.1:{port}"),
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        ping_interval=None,
        max_size=None,
        open_timeout=60,
    )
    await socket.send(msgspec.json.encode(hello).decode())
    return socket


async def post(port: int, content: Any) -> Any:
    """A POST by hand: the measurement needs no client library for one route."""
    body = msgspec.json.encode(content)
    head = f"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\norigin: http://127.0.0.1:{port}\r\n"
    head += f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head.encode() + body)
    answer = await reader.read()
    writer.close()
    return msgspec.json.decode(answer.partition(b"\r\n\r\n")[2])
