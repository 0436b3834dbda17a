"""TCP connections: how many there may be, and how long a client may take to say or read something."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import h11
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from grimtable.server.addresses import Proxies, visitor
from grimtable.server.guard import HEADERS
from grimtable.server.limits import Counter, Limits
from grimtable.server.refusals import Refuse

READING_SECONDS = 30.0  # in which a client must read something of what waits for it
TOO_MUCH = 4008

Waiting = OrderedDict[asyncio.Transport, None]  # the one that has waited longest stands first


class Connections:
    """All open connections. If there is no room for one more, the one goes that has waited longest for a request."""

    def __init__(self, limits: Limits, proxies: Proxies) -> None:
        self.limits, self._proxies = limits, proxies
        self._counter = Counter(limits.connections, limits.all_connections)
        self._addresses: dict[asyncio.Transport, str] = {}
        self._waiting: Waiting = OrderedDict()
        self._waiting_of: dict[str, Waiting] = {}

    @property
    def total(self) -> int:
        return self._counter.total

    def enter(self, transport: asyncio.Transport, host: str) -> bool:
        """Count a new connection, unless all others of its address, or all there are, are in use."""
        if self._proxies.trusts(host):
            address = str(id(transport))  # each connection of a proxy may be another visitor's
        else:
            address = visitor(host)
        while not self._counter.enter(address):
            crowded = self._counter.of(address) >= self.limits.connections
            candidates = self._waiting_of.get(address) if crowded else self._waiting
            if not candidates:
                return False
            oldest = next(iter(candidates))
            self.leave(oldest)
            oldest.abort()
        self._addresses[transport] = address
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection has ended; it may be said twice."""
        address = self._addresses.get(transport)
        if address is not None:
            self.spoke(transport)
            del self._addresses[transport]
            self._counter.leave(address)

    def waits(self, transport: asyncio.Transport) -> None:
        """A request of this connection is awaited."""
        address = self._addresses.get(transport)
        if address is not None:
            self._waiting[transport] = None
            self._waiting_of.setdefault(address, OrderedDict())[transport] = None

    def spoke(self, transport: asyncio.Transport) -> None:
        """The request of this connection is complete."""
        if transport in self._waiting:
            del self._waiting[transport]
            address = self._addresses[transport]
            del self._waiting_of[address][transport]
            if not self._waiting_of[address]:
                del self._waiting_of[address]


class Visitors:
    """Counts what trusted proxies bring by the visitors whom they name: a request or socket that is open stands for a
    connection of its visitor."""

    def __init__(self, app: ASGIApp, limits: Limits, refusal: Callable[[Request, Refuse], Response]) -> None:
        self.app, self.refusal = app, refusal
        self._counter = Counter(limits.connections, limits.all_connections)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        who = visitor(scope["client"][0]) if scope.get("client") else ""
        if self._counter.enter(who):
            try:
                await self.app(scope, receive, send)
            finally:
                self._counter.leave(who)
        elif scope["type"] == "http":
            await self.refusal(Request(scope), Refuse("too_many"))(scope, receive, send)
        else:
            await WebSocket(scope, receive, send).close(TOO_MUCH)


class Reader:
    """Watches whether a client reads: a connection on which an answer waits and nothing moves is cut."""

    def __init__(self, transport: asyncio.Transport, counts: Callable[[], bool]) -> None:
        self._transport, self._counts = transport, counts
        self._before = 0
        self._look()

    def _look(self) -> None:
        unread = self._transport.get_write_buffer_size() if self._counts() else 0
        if unread and self._before and unread >= self._before:
            self._transport.abort()
            return
        self._before = unread
        self._timer = asyncio.get_running_loop().call_later(READING_SECONDS, self._look)

    def stop(self) -> None:
        self._timer.cancel()


class HttpConnection(H11Protocol):
    """A connection that must bring each request within a time, from its first byte to its last."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self._patience: asyncio.TimerHandle | None = None
        self._reader = Reader(transport, lambda: True)
        self._all: Connections = self.config.app.state.connections  # type: ignore[union-attr]  # it is the application
        if self._all.enter(transport, self.client[0] if self.client else ""):
            self._watch()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._speaks()
        self._reader.stop()
        self._all.leave(self.transport)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._speaks()
        self._reader.stop()
        super().handle_websocket_upgrade(event)

    def _watch(self) -> None:
        """It is the client's turn until its request is complete; what it sends meanwhile gives it no more time."""
        if self.transport.get_protocol() is not self or self.transport.is_closing():
            return
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._speaks()
        elif self._patience is None:
            self._patience = self.loop.call_later(self._all.limits.receive_seconds, self._give_up)
            self._all.waits(self.transport)

    def _speaks(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
            self._all.spoke(self.transport)

    def _give_up(self) -> None:
        self._patience = None
        self.transport.close()  # an answer on its way is still sent

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP. While a request is being answered, nothing else can be said."""
        if self.conn.our_state is h11.IDLE:
            headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close"), *HEADERS.items()]
            text = h11.Data(data=msg.encode())
            for event in (h11.Response(status_code=400, headers=headers), text, h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        else:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def shutdown(self) -> None:
        try:
            super().shutdown()
        except h11.LocalProtocolError:  # the client broke the rules of HTTP before
            self.transport.close()


class SocketConnection(WebSocketsSansIOProtocol):
    """A socket that reads no faster than its messages are taken, and only so far ahead."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._all: Connections = self.config.app.state.connections  # type: ignore[union-attr]  # it is the application
        self._reader = Reader(transport, transport.is_closing)  # until it closes, pings find out

    def connection_lost(self, exc: Exception | None) -> None:
        self._reader.stop()
        self._all.leave(self.transport)
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        super().send_receive_event_to_app()
        if self.queue.qsize() > self._all.limits.waiting_messages and not self.close_sent:
            self.queue = asyncio.Queue()
            self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MUCH})
            self.conn.send_close(TOO_MUCH)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()

    def keepalive_timeout(self) -> None:
        """A pong that came while nothing was read could not be seen."""
        if self.read_paused:
            self.pong_timer = self.pending_ping_payload = None
            self.schedule_ping()
        else:
            super().keepalive_timeout()
