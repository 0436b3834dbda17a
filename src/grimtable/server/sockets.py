"""The socket: hello first, then wishes in, messages out."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from grimtable.server import company, wishes
from grimtable.server import protocol as p
from grimtable.server.guests import Guest
from grimtable.server.limits import Rate, Rates
from grimtable.server.lobby import Lobby
from grimtable.server.refusals import Refuse
from grimtable.server.requests import address
from grimtable.server.rooms import COME_AGAIN, Room
from grimtable.server.seats import hashed

LOGGER = logging.getLogger("grimtable.server")
TOO_MUCH = 4008
NO_HELLO = 4001
COSTS: dict[type, int] = {p.Hello: 5, p.Speak: 5, p.Inquire: 5, p.AskHint: 10}  # what takes the server longer


class Closing(Exception):
    """The socket must be closed, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Line:
    """One socket, from its hello to its end."""

    def __init__(self, socket: WebSocket, lobby: Lobby, of_address: Rates) -> None:
        self.socket, self.lobby, self.limits = socket, lobby, lobby.limits
        self._address, self._of_address = address(socket), of_address
        self.guest = Guest("", "en", self.limits)
        self._messages = Rate(self.limits.messages, self.limits.message_seconds)

    async def run(self) -> None:
        """Serve the socket until it closes. Nothing a client sends raises beyond here."""
        sender = asyncio.create_task(self._send())
        room: Room | None = None
        try:
            room = await asyncio.wait_for(self._hello(), self.limits.hello_seconds)
            sender.cancel()
            sender = asyncio.create_task(self._send(room))
            await self._listen(room)
        except TimeoutError:
            await self._close(NO_HELLO)
        except Closing as closing:
            self.guest.hang_up()
            await asyncio.wait([sender], timeout=2)
            await self._close(closing.code)
        except (WebSocketDisconnect, RuntimeError):  # RuntimeError: closed while something was being sent
            pass
        finally:
            sender.cancel()
            self.lobby.gone += 1
            if room is not None:
                room.disconnect(self.guest)
                room.post(partial(company.leave, room, self.guest))

    # ------------------------------------------------------------ in
    async def _hello(self) -> Room:
        """The first message that opens a table; what is not one is refused."""
        while True:
            message = await self._next()
            if message is None:
                continue
            if not isinstance(message, p.Hello):
                self._refuse(message.id, "hello_first")
                continue
            try:
                self.guest.lang = message.lang
                return await self._enter(message)
            except Refuse as refused:
                self._refuse(None, refused.code, *refused.params)
                if refused.code == "elsewhere":
                    raise Closing(COME_AGAIN) from None
            except Exception:
                LOGGER.exception("table %s cannot be opened", message.table)
                self._refuse(None, "busy")

    async def _enter(self, hello: p.Hello) -> Room:
        await self.lobby.role(hello.table, hello.token)
        room = await self.lobby.room(hello.table)
        link = hashed(hello.token) if hello.token else ""
        before, guest = self.guest, Guest(link, hello.lang, self.limits, room.grant_of, self._address)
        guest.refusals, self.guest = before.refusals, guest
        room.connect(guest)
        room.post(partial(company.arrive, room, guest, hello))
        return room

    async def _listen(self, room: Room) -> None:
        guest = self.guest
        while True:
            message = await self._next()
            if room.asleep:  # the table was put to sleep under its guests' feet: come again
                raise Closing(COME_AGAIN)
            if isinstance(message, p.Hello):
                self._refuse(None, "malformed", "hello was said already")
            elif isinstance(message, p.Ping):  # needs no table
                guest.tell(p.Pong(message.id))
            elif message is not None:
                room.post(partial(wishes.grant, room, guest, message))

    async def _next(self) -> p.ClientMessage | None:
        """The next message, or None for one that was refused. A hasty client's messages wait in its socket.

        So do those of an address that sends a lot over many sockets.
        """
        await asyncio.sleep(self._messages.wait())
        data = await self._receive()
        self._messages.allows()
        if self.guest.expelled:
            raise Closing(TOO_MUCH)
        if len(data) > self.limits.message_bytes:
            self._refuse(None, "too_large", self.limits.message_bytes >> 10)
            return None
        message: p.ClientMessage | None = None
        try:
            message = p.decode_client(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            self._refuse(None, "malformed", _short(error))
        cost = COSTS.get(type(message), 1)
        while not self._of_address.allows(self._address, cost):
            await asyncio.sleep(self._of_address.wait(self._address, cost))
        return message

    async def _receive(self) -> bytes:
        event = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1006))
        text = event.get("text")
        return text.encode("utf-8", "surrogatepass") if text is not None else event.get("bytes") or b""

    def _refuse(self, wish: str | None, code: str, *params: object) -> None:
        self.guest.refuse(wish, code, None, *params)

    # ------------------------------------------------------------ out
    async def _send(self, room: Room | None = None) -> None:
        """Send what waits. A client that fell behind is sent a whole table when it reads again."""
        guest = self.guest
        with suppress(WebSocketDisconnect, RuntimeError):
            while data := await guest.next_message():
                await self.socket.send_text(data.decode())
                if guest.behind and guest.is_drained() and room is not None:
                    room.post(partial(company.catch_up, room, guest))
            if guest.closing is not None:
                await self._close(guest.closing)

    async def _close(self, code: int) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code)


def _short(error: Exception) -> str:
    return str(error).splitlines()[0][:200].rstrip(".") if str(error) else type(error).__name__
