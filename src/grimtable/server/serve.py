"""Start the server, and open the browser on it."""

from __future__ import annotations

import logging
import socket
import threading
import time
import webbrowser
from pathlib import Path

import uvicorn

from grimtable.kernel.values import BadInput
from grimtable.server.app import Settings, make_app
from grimtable.server.limits import Limits

LONGEST_FRAME = 256 << 10  # beyond this the socket is closed; below, a message that is too long is refused in words


def default_database() -> str:
    """A file in the user's data folder."""
    folder = Path.home() / ".local" / "share" / "grimtable"
    folder.mkdir(parents=True, exist_ok=True)
    return database_url(str(folder / "tables.sqlite"))


def database_url(text: str) -> str:
    """A file's name, or a URL, as the store wants it."""
    if text.startswith(("postgresql://", "postgres://")):
        return "postgresql+asyncpg://" + text.partition("://")[2]
    if "://" in text:
        return text
    return f"sqlite+aiosqlite:///{Path(text).absolute()}"


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    open_browser: bool = False,
    origins: tuple[str, ...] = (),
    limits: Limits | None = None,
    extra_bots: tuple[str, ...] = (),
) -> None:
    """Serve until interrupted."""
    url = default_database() if database is None else database_url(database)
    settings = Settings(url, limits or Limits(), frozenset(origins), extra_bots, own_process=True)
    listening = listen(host, port)
    address = f"http://{shown_host(host)}:{listening.getsockname()[1]}/"
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("grimtable.server").info("the table is at %s", address)
    if open_browser:
        threading.Thread(target=open_when_ready, args=(host, listening.getsockname()[1], address), daemon=True).start()
    server = uvicorn.Server(config(settings))
    server.run(sockets=[listening])


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
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise BadInput(f"cannot listen on {host}:{port}: {error.strerror}; name another with --port") from None
    listening.listen(2048)
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
