"""Start the server, and open the browser on it."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import AsyncExitStack, ExitStack
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette

from grimtable.kernel.values import BadInput
from grimtable.server import logs
from grimtable.server.addresses import Proxies
from grimtable.server.app import Settings, make_app
from grimtable.server.backup import copy_at_start
from grimtable.server.connections import HttpConnection, SocketConnection
from grimtable.server.database import Claim, database_url, default_database, file_of, prepare
from grimtable.server.files import fitted, raise_file_limit
from grimtable.server.limits import Limits

LOGGER = logging.getLogger("grimtable.server")
FIRST_PORT = 8000
PORTS_TRIED = 100
LONGEST_FRAME = 256 << 10  # beyond this the socket is closed; below, a message that is too long is refused in words
QUEUE = 2048  # connections that the system keeps until they are accepted
ACCEPTED_AT_ONCE = 32  # and so many complaints at most when the system has no more files
END_SECONDS = 3  # in which requests may finish when the server ends


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    open_browser: bool = False,
    origins: tuple[str, ...] = (),
    limits: Limits | None = None,
    extra_bots: tuple[str, ...] = (),
    proxies: tuple[str, ...] = (),
) -> None:
    """Serve until interrupted. Without a port it is the first free one from 8000 on."""
    logs.set_up()
    url = default_database() if database is None else database_url(database)
    Proxies(proxies)  # a word that is no network is refused before anything is done
    allowed = frozenset([origin_of(text) for text in origins])
    fitting = fitted(limits or Limits(), raise_file_limit())
    settings = Settings(url, fitting, allowed, proxies, extra_bots, own_process=True)
    with ExitStack() as held:
        listening = held.enter_context(listen(host, port) if port is not None else listen_somewhere(host))
        taken = listening.getsockname()[1]
        address = f"http://{shown_host(host)}:{taken}/"
        other = held.enter_context(Claim(url, address)).holder
        if other is not None and open_browser:
            LOGGER.info("the table is open already, at %s", other)
            webbrowser.open(other)
            return
        if other is not None:
            raise BadInput(f"these tables are served already, at {other}; name another file with --database")
        file = file_of(url)
        if file is not None:
            copy_at_start(file)
        prepare(url)
        if port is None and taken != FIRST_PORT:
            LOGGER.info("port %s is taken by something else", FIRST_PORT)

        def ready() -> None:
            LOGGER.info("the table is at %s (Ctrl-C ends it)", address)
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        Server(settings, ready).run(sockets=[listening])


class Server(uvicorn.Server):
    """Opens the tables before it listens, says when it answers, and closes them when all requests have ended."""

    def __init__(self, settings: Settings, ready: Callable[[], None] = lambda: None) -> None:
        self.app = make_app(settings)
        super().__init__(config(self.app, settings))
        self._ready = ready
        self._tables = AsyncExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self._tables.enter_async_context(self.app.router.lifespan_context(self.app))
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(QUEUE)  # asyncio has set the number that it accepts at once
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        await self._tables.aclose()


def config(app: Starlette, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=HttpConnection,
        ws=SocketConnection,
        lifespan="off",  # see Server
        ws_max_size=LONGEST_FRAME,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        ws_per_message_deflate=False,
        access_log=False,  # addresses of tables are for those who have the link
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=[str(network) for network in Proxies(settings.proxies).networks],
        server_header=False,
        log_config=None,
        log_level="warning",
        backlog=ACCEPTED_AT_ONCE,
        timeout_keep_alive=int(settings.limits.receive_seconds) + 1,  # HttpConnection closes before
        timeout_graceful_shutdown=END_SECONDS,
    )


# ---------------------------------------------------------------- where it listens, and who may ask
def listen(host: str, port: int) -> socket.socket:
    try:
        return bound(host, port)
    except OSError as error:
        raise BadInput(f"cannot listen on {host}:{port}: {error.strerror}; name another with --port") from None


def listen_somewhere(host: str) -> socket.socket:
    """On the first port that nobody has."""
    for port in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        try:
            return bound(host, port)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise BadInput(f"cannot listen on {host}: {error.strerror}") from None
    raise BadInput(f"no port from {FIRST_PORT} on is free; name one with --port")


def bound(host: str, port: int) -> socket.socket:
    if not host:
        raise BadInput("--host names no host; 127.0.0.1 is this machine alone, 0.0.0.0 lets others in")
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listening.bind((host, port))
        listening.listen(QUEUE)
    except UnicodeError:
        listening.close()
        raise BadInput(f"cannot listen on {host!r:.80}: this is no name of a host") from None
    except OSError:
        listening.close()
        raise
    return listening


def shown_host(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def origin_of(text: str) -> str:
    """A page's origin as browsers write it."""
    text = text.strip()
    try:
        found = urlsplit(text.lower() if text.isprintable() and " " not in text else "")
        port = found.port
    except ValueError:
        found, port = urlsplit(""), None
    if found.scheme not in ("http", "https") or not found.hostname or found.path not in ("", "/") or "@" in text:
        raise BadInput(f"{text!r:.80} is no origin; write for example https://games.example.org")
    usual = {"http": 80, "https": 443}[found.scheme]
    name = f"[{found.hostname}]" if ":" in found.hostname else found.hostname
    return f"{found.scheme}://{name}" + (f":{port}" if port not in (None, usual) else "")


def has_display() -> bool:
    """Whether somebody sits in front of this machine who started the server by hand, and could see a browser."""
    if not sys.stderr.isatty():
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
