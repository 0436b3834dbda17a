"""A server on 127.0.0.1 for the length of a test, and clients that talk to it."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from grimtable.differences import applied
from grimtable.kernel.chance import salt_hash
from grimtable.server.app import Settings
from grimtable.server.connections import Connections
from grimtable.server.database import database_url
from grimtable.server.limits import Limits
from grimtable.server.lobby import Lobby
from grimtable.server.protocol import SUBPROTOCOL
from grimtable.server.serve import Server, listen

MANY = 1_000_000
GENEROUS = Limits(
    messages=MANY,
    address_messages=MANY,
    refusals=MANY,
    requests=MANY,
    tables=MANY,
    imports=MANY,
    hints=MANY,
    connections=MANY,
    sockets=MANY,
    outbox=4096,
    grace_seconds=0,
    sits=MANY,
    unclaimed=MANY,
)
PATIENCE = 20.0  # seconds a test waits for a message
Message = dict[str, Any]


class QuietServer(Server):
    """Leaves the signals to the tests."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Site:
    """A running server."""

    def __init__(self, port: int, app: Starlette | None = None) -> None:
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"
        self._app = app
        self.http = httpx.AsyncClient(base_url=self.origin, headers={"origin": self.origin}, timeout=PATIENCE)

    @property
    def lobby(self) -> Lobby:
        assert self._app is not None
        found: Lobby = self._app.state.lobby
        return found

    @property
    def connections(self) -> Connections:
        assert self._app is not None
        found: Connections = self._app.state.connections
        return found

    async def make(self, game: str = "darklord", *seats: str, **more: Any) -> Message:
        """Make a table: seats are "me", "person" or a bot."""
        wanted = [{"kind": s} if s in ("me", "person") else {"kind": "bot", "bot": s} for s in seats]
        answer = await self.http.post("/api/tables", json={"game": game, "seats": wanted, **more})
        assert answer.status_code == 201, answer.text
        made: Message = answer.json()
        return made

    @asynccontextmanager
    async def socket(self, origin: str | None = None) -> AsyncIterator[ClientConnection]:
        async with connect(
            f"ws://127.0.0.1:{self.port}/ws",
            origin=origin or self.origin,  # type: ignore[arg-type]  # a plain string will do
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            max_size=None,
            ping_interval=None,
            compression=None,
        ) as found:
            yield found

    @asynccontextmanager
    async def client(
        self, table: str, token: str | None, salt: str | None = None, **hello: Any
    ) -> AsyncIterator[Client]:
        """Somebody at a table. With a salt they take part in the dice: they send it whenever they are asked."""
        async with self.socket() as found:
            client = Client(found, salt)
            if salt is not None:
                hello["salt_hash"] = salt_hash(bytes.fromhex(salt))
            await client.send({"type": "hello", "table": table, "token": token, "lang": "en", **hello})
            await client.until(lambda message: message["type"] == "table")
            yield client


@asynccontextmanager
async def served(
    folder: Path, limits: Limits = GENEROUS, database: str | None = None, workers: int = 1, **more: Any
) -> AsyncIterator[Site]:
    settings = Settings(database_url(database or str(folder / "tables.sqlite")), limits, workers=workers, **more)
    server = QuietServer(settings)
    listening = listen("127.0.0.1", 0)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.01)
    site = Site(listening.getsockname()[1], server.app)
    try:
        yield site
    finally:
        await site.http.aclose()
        server.should_exit = True
        await task
        listening.close()


def positions(replay: Message) -> list[Any]:
    """All positions of a replay, in order."""
    found = [replay["start"]]
    for change in replay["changes"]:
        found.append(applied(found[-1], change))
    return found


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Client:
    """What a browser would keep: the table as the messages tell it."""

    def __init__(self, connection: ClientConnection, salt: str | None = None) -> None:
        self.connection, self.salt = connection, salt
        self.table: Message = {}
        self.seen: list[str] = []  # everything that was ever sent to it

    async def send(self, message: Message) -> None:
        await self.connection.send(json.dumps(message))

    async def receive(self) -> Message:
        text = await asyncio.wait_for(self.connection.recv(), PATIENCE)
        assert isinstance(text, str)
        self.seen.append(text)
        message: Message = json.loads(text)
        if message["type"] == "table":
            self.table = message
        elif message["type"] == "update":
            log = self.table["log"][: message["log_from"]] + message["log"]
            self.table = {**self.table, **message, "log": log}
        elif message["type"] == "presence":
            self.table["seats"] = message["seats"]
        if self.salt is not None and set(self.table["you"][:1]) & set((message.get("dice") or {}).get("awaited", [])):
            await self.send({"type": "salt", "id": secrets.token_hex(8), "salt": self.salt})
        return message

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        while True:
            message = await self.receive()
            if wanted(message):
                return message

    async def table_where(self, wanted: Callable[[Message], bool]) -> Message:
        """Wait until the table is as wanted."""
        while not wanted(self.table):
            await self.receive()
        return self.table

    async def wish(self, kind: str, **fields: Any) -> Message:
        """Send a wish about the table as it is known here, and wait for what comes of it."""
        message = {"type": kind, "id": secrets.token_hex(8), **fields}
        if kind not in ("explain", "inquire", "name", "lang", "ping", "salt"):
            message = {"rev": self.table["rev"], **message}
        await self.send(message)
        wish = message["id"]
        return await self.until(lambda m: m.get("id") == wish)

    async def answer(self, place: int = 0, seat: int | None = None) -> Message:
        """Give the answer at this place of the options of the own (first) decision."""
        asks = [ask for ask in self.table["asks"] if not ask["sealed"] and seat in (None, ask["seat"])]
        ask = asks[0]
        option = ask["options"][place % len(ask["options"])]
        return await self.wish("answer", seat=ask["seat"], action=option["id"])

    def is_asked(self) -> bool:
        return bool([ask for ask in self.table["asks"] if not ask["sealed"]])


async def play_out(client: Client, choose: Callable[[int], int] = lambda n: n * 7 + 3) -> int:
    """Answer whatever the client is asked until the game is over; returns how many answers that took."""
    given = 0
    while client.table["status"] == "playing":
        if client.is_asked():
            reply = await client.answer(choose(given))
            assert reply["type"] == "done" or reply["code"] == "stale", reply
            given += 1
        else:
            await client.receive()
    return given
