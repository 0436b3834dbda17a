"""The database a server is started with: what names it, who has it, its copy, and whether it can be used."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from alembic.util import CommandError
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from grimtable.kernel.values import BadInput
from grimtable.server.backup import copies_of
from grimtable.server.store import Store

FILE = "sqlite+aiosqlite:///"
MAGIC = b"SQLite format 3\0"  # how such a file begins
SERVER = "postgresql+asyncpg://"
CONNECT_SECONDS = 20.0


def default_database() -> str:
    """A file in the user's data folder."""
    folder = Path.home() / ".local" / "share" / "grimtable"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {error.strerror}; name a file with --database") from None
    return database_url(str(folder / "tables.sqlite"))


def database_url(text: str) -> str:
    """A file's name, or a URL, as the store wants it."""
    scheme, mark, rest = text.partition("://")
    if not mark:
        return file_url(text)
    if scheme in ("sqlite", "sqlite+aiosqlite"):
        return file_url(rest.removeprefix("/"))
    if scheme not in ("postgresql", "postgres", "postgresql+asyncpg"):
        raise BadInput(f"tables are kept in a SQLite file or at postgresql://..., not at {scheme[:20]}://")
    if find_spec("asyncpg") is None:
        raise BadInput("PostgreSQL needs its driver: pip install 'grimtable[postgres]'")
    try:
        make_url(SERVER + rest)
    except (SQLAlchemyError, ValueError):
        raise BadInput("this is no address of PostgreSQL; write postgresql://USER@HOST:PORT/DATABASE") from None
    return SERVER + rest


def file_url(name: str) -> str:
    if not name or name == ":memory:" or "?" in name or "\0" in name:
        raise BadInput(f"{name!r:.80} is no name of a file for the tables")
    path = Path(name).absolute()
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name a file in it")
    if not path.parent.is_dir():
        raise BadInput(f"there is no folder {path.parent}")
    if path.exists() and not copies_of(path) and not is_database(path):
        raise BadInput(f"{path} holds something else than tables; name another file")
    return f"{FILE}{path}"


def is_database(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(len(MAGIC)) in (MAGIC, b"")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None


def file_of(url: str) -> Path | None:
    return Path(url.removeprefix(FILE)) if url.startswith(FILE) else None


class Claim:
    """A file of tables belongs to one server at a time: two would not know of each other's moves."""

    def __init__(self, url: str, address: str) -> None:
        self.path = file_of(url)
        self.address = address
        self.holder: str | None = None  # where the server is that has the file
        self._lock: TextIO | None = None

    def __enter__(self) -> Claim:
        if self.path is not None and sys.platform != "win32":
            import fcntl  # only where there is one

            self._lock = appended(self.path.with_name(self.path.name + ".lock"))
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


def appended(path: Path) -> TextIO:
    try:
        return path.open("a+", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


# ---------------------------------------------------------------- before it is served
def prepare(url: str) -> None:
    """Bring the database to the shape of this program, or say in a sentence why that cannot be done."""
    path = file_of(url)
    if path is not None:
        appended(path).close()
    try:
        asyncio.run(_prepare(url))
    except CommandError:
        raise BadInput(f"{_named(url)} was made by a newer grimtable: use that one, or another database") from None
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        what = "cannot be used" if path is not None else "cannot be reached"
        raise BadInput(f"{_named(url)} {what}: {_reason(error)}") from None


async def _prepare(url: str) -> None:
    store = Store(url)
    try:
        async with asyncio.timeout(CONNECT_SECONDS), store.engine.connect():
            pass
        await store.migrate()
    finally:
        await store.close()


def _named(url: str) -> str:
    """The database as a person may see it: without the password."""
    path = file_of(url)
    if path is not None:
        return str(path)
    found = make_url(url)
    return f"PostgreSQL at {found.host or 'localhost'}:{found.port or 5432}"


def _reason(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return f"no answer within {CONNECT_SECONDS:g} seconds"
    text = str(getattr(error, "orig", None) or error)
    if isinstance(error, OSError) and (known := re.search(r"\[Errno (\d+)\]", text)):
        return os.strerror(int(known[1])).lower()
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return text.splitlines()[0].rpartition(">: ")[2][:200] if text else type(error).__name__
