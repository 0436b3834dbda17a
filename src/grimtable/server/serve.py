"""Start the server, and open the browser on it."""

from __future__ import annotations

import errno
import logging
import socket
import sys
import threading
import time
import webbrowser
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

import uvicorn

from grimtable.kernel.values import BadInput
from grimtable.server.app import Settings, make_app
from grimtable.server.backup import copy_at_start
from grimtable.server.limits import Limits

LOGGER = logging.getLogger("grimtable.server")
FIRST_PORT = 8000
PORTS_TRIED = 100
LONGEST_FRAME = 256 << 10  # beyond this the socket is closed; below, a message that is too long is refused in words


def default_database() -> str:
    """A file in the user's data folder."""
    folder = Path.home() / ".local" / "share" / "grimtable"
    folder.mkdir(parents=True, exist_ok=True)
    return database_url(str(folder / "tables.sqlite"))


def database_url(text: str) -> str:
    """A file's name, or a URL, as the store wants it."""
    if text.startswith(("postgresql://", "postgres://")):
        if find_spec("asyncpg") is None:
            raise BadInput("PostgreSQL needs its driver: pip install 'grimtable[postgres]'")
        return "postgresql+asyncpg://" + text.partition("://")[2]
    if "://" in text:
        return text
    return f"sqlite+aiosqlite:///{Path(text).absolute()}"


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    open_browser: bool = False,
    origins: tuple[str, ...] = (),
    limits: Limits | None = None,
    extra_bots: tuple[str, ...] = (),
) -> None:
    """Serve until interrupted. Without a port it is the first free one from 8000 on."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    url = default_database() if database is None else database_url(database)
    settings = Settings(url, limits or Limits(), frozenset(origins), extra_bots, own_process=True)
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
        copy_at_start(Path(url.partition("sqlite+aiosqlite:///")[2]))
        if port is None and taken != FIRST_PORT:
            LOGGER.info("port %s is taken by something else", FIRST_PORT)
        LOGGER.info("the table is at %s (Ctrl-C ends it)", address)
        if open_browser:
            threading.Thread(target=open_when_ready, args=(host, taken, address), daemon=True).start()
        uvicorn.Server(config(settings)).run(sockets=[listening])


class Claim:
    """A file of tables belongs to one server at a time: two would not know of each other's moves."""

    def __init__(self, url: str, address: str) -> None:
        self.path = url.partition("sqlite+aiosqlite:///")[2]
        self.address = address
        self.holder: str | None = None  # where the server is that has the file
        self._lock: TextIO | None = None

    def __enter__(self) -> Claim:
        if self.path and sys.platform != "win32":
            import fcntl  # only where there is one

            self._lock = Path(self.path + ".lock").open("a+", encoding="utf-8")
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._lock.seek(0)
                self.holder = self._lock.read() or "another port"
            else:
                self._lock.truncate(0)
                self._lock.write(self.address)
                self._lock.flush()
        return self

    def __exit__(self, *reason: object) -> None:
        if self._lock is not None:
            self._lock.close()


def config(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(settings),
        ws="websockets-sansio",
        ws_max_size=LONGEST_FRAME,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        ws_per_message_deflate=False,
        access_log=False,  # addresses of tables are for those who have the link
        proxy_headers=False,
        server_header=False,
        log_level="warning",
        timeout_graceful_shutdown=3,
    )


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
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening


def shown_host(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def open_when_ready(host: str, port: int, address: str) -> None:
    for _ in range(100):
        try:
            with socket.create_connection((shown_host(host).strip("[]"), port), 1):
                break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(address)
