"""Where tables and campaigns are kept: in SQLite by default, in PostgreSQL by its URL. One task writes all of it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Select, event, func, select, tuple_
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from grimtable.records import End
from grimtable.server import archive, ownership, retention, supervision
from grimtable.server.archive import Archived, CampaignSave, Pass
from grimtable.server.course import Change, Entry, Kept
from grimtable.server.limits import Limits
from grimtable.server.ownership import Claim, Claimed, Leaving, Release, Renewal
from grimtable.server.rows import Save, Stored, TableRow, Vault, grant_of, row_of, unsigned
from grimtable.server.schema import GRANTS, LINES, LOG, TABLES, VAULT, WISHES
from grimtable.server.seats import Grant, new_id
from grimtable.server.transaction import OutcomeUnknown, Write, write_all

LOGGER = logging.getLogger("grimtable.server")

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 0x6772696D  # the lock in PostgreSQL under which one server at a time migrates
STALLED = 2000  # milliseconds after which PostgreSQL ends the transaction of a server that has stopped in it
MOST_AT_ONCE = 256  # changes written in one transaction
RENEWALS = 1.0  # seconds between two renewals of the lease
FRESH = 2.0  # seconds for which a write that got through shows that others will
PATIENCE = 5.0  # seconds that a write may take which shows that
Place = tuple[float, str]  # in the order of the lobby: when a table changed, and its id
Waiting = tuple[Write, asyncio.Future[Any]]  # a change, and who waits until it is stored


class Unavailable(Exception):
    """No transaction could be begun."""


class Store:
    def __init__(self, url: str) -> None:
        self.id = new_id()  # of this server, as the owner of tables: new at every start
        self.url = make_url(url)
        self.lapses = 0  # how often the lease has run out: others may have taken tables since
        self._is_file = self.url.get_backend_name() == "sqlite"
        self.engine = _file_engine(self.url) if self._is_file else _server_engine(self.url)
        snapshots = {} if self._is_file else {"isolation_level": "REPEATABLE READ"}
        self._snapshots = self.engine.execution_options(**snapshots)
        self._changes = self.engine.execution_options(begin="IMMEDIATE")
        self._coming: asyncio.Queue[Waiting] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._written = 0.0  # when a write got through last

    async def open(self) -> None:
        """Bring the database to the shape of this program and begin to write."""
        await self.migrate()
        async with self._changes.begin() as connection:
            await connection.run_sync(ownership.begin, self.id)
        self._tasks = [supervision.start("the writer of the database", self._write())]
        if not self._is_file:  # a file has one server, which needs no sign of life
            self._tasks.append(supervision.start("the renewal of the lease", self._stay()))

    async def migrate(self) -> None:
        async with self._changes.begin() as connection:
            if not self._is_file:
                await connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
                await connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
            await connection.run_sync(_migrate)

    async def close(self) -> None:
        """Store what waits, and leave the tables to others."""
        if self._tasks:
            try:
                await asyncio.wait_for(self._put(Leaving(self.id)), PATIENCE)
            except Exception as error:
                LOGGER.warning("the tables stay claimed until the lease runs out: %s", error)
            for task in self._tasks:
                supervision.stop(task)
        await self.engine.dispose()

    # ------------------------------------------------------------ writing
    async def make(self, row: TableRow, vault: Vault, grants: Sequence[Grant], change: Change | None = None) -> None:
        """Keep a new table; with its whole course, if it comes from a record."""
        row.created = time.time()
        await self.save(Save(row, change, grants=tuple(grants), vault=vault))

    async def save(self, save: Save | CampaignSave) -> None:
        """Returns when the change is on the disk, all of it or nothing. Fenced if it would overwrite another's."""
        rev, save.row.changed = save.row.rev, time.time()
        await self._put(save)
        save.row.stored = rev

    async def _put(self, write: Write) -> Any:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._coming.put_nowait((write, done))
        return await done

    async def _write(self) -> None:
        """The only writer: takes all that waits and commits it at once."""
        while True:
            batch = [await self._coming.get()]
            while not self._coming.empty() and len(batch) < MOST_AT_ONCE:
                batch.append(self._coming.get_nowait())
            await self._settle(batch)

    async def _settle(self, batch: list[Waiting]) -> None:
        """Commit a batch. If that fails, for whatever reason, one by one: one table's trouble is not the others'."""
        try:
            results = await self._commit([write for write, _ in batch])
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, OutcomeUnknown | Unavailable):
                for waiting in batch:
                    await self._settle([waiting])
                return
            results = [error] * len(batch)
        else:
            self._written = time.monotonic()
        for (_, done), result in zip(batch, results):
            if done.done():
                continue
            if isinstance(result, Exception):
                done.set_exception(result)
            else:
                done.set_result(result)

    async def _commit(self, writes: list[Write]) -> list[Any]:
        async with AsyncExitStack() as held:
            try:
                connection = await held.enter_async_context(self._changes.connect())
                await connection.begin()
            except Exception as error:
                raise Unavailable(str(error)) from error
            results = await connection.run_sync(write_all, writes)
            try:
                await connection.commit()
            except Exception as error:
                if is_refusal(error):
                    raise
                raise OutcomeUnknown(f"the database did not answer a commit: {error}") from error
            return results

    async def ping(self) -> None:
        """Whether the database answers."""
        async with self.engine.connect() as connection:
            await connection.execute(select(1))

    async def check(self) -> None:
        """Whether changes are stored: raises if none got through lately, nor does one now."""
        if time.monotonic() - self._written > FRESH:
            await asyncio.wait_for(self._renew(), PATIENCE)

    # ------------------------------------------------------------ owning
    async def claim(self, table: str) -> Claimed | None:
        """Make a table this server's, if no other living one has it. None if there is no such table."""
        found: Claimed | None = await self._put(Claim(self.id, table))
        return found

    def release(self, table: str, term: int) -> None:
        """Leave a table to whoever wants it next."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda done: done.cancelled() or done.exception())  # the lease covers a failure
        self._coming.put_nowait((Release(self.id, table, term), done))

    async def owned(self) -> dict[str, int]:
        """The terms of this server's tables."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(ownership.owned, self.id)

    async def _renew(self) -> None:
        if not await self._put(Renewal(self.id)):
            self.lapses += 1

    async def _stay(self) -> None:
        """Renew the lease as long as this server lives."""
        fails = False
        while True:
            await asyncio.sleep(RENEWALS)
            try:
                await self._renew()
                fails = False
            except Exception as error:
                if not fails:
                    LOGGER.warning("the lease cannot be renewed: %s", error)
                fails = True

    async def delete_old(self, limits: Limits) -> dict[str, int]:
        """Delete a few of the things that are old. Returns how many."""
        async with self._changes.begin() as connection:
            return await connection.run_sync(retention.delete_some, limits)

    async def count_old(self, limits: Limits) -> dict[str, int]:
        """How much is old."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(retention.count, limits)

    # ------------------------------------------------------------ reading
    async def row(self, table: str) -> TableRow | None:
        async with self.engine.connect() as connection:
            found = (await connection.execute(select(TABLES).where(TABLES.c.id == table))).mappings().first()
            return None if found is None else row_of(found)

    async def grants(self, table: str) -> list[Grant]:
        async with self.engine.connect() as connection:
            found = await connection.execute(select(GRANTS).where(GRANTS.c.table_id == table))
            return [grant_of(values) for values in found.mappings()]

    async def report(self, table: str) -> bytes | None:
        """The whole record up to the last failure of the rules at a table."""
        async with self.engine.connect() as connection:
            found = await connection.execute(select(VAULT.c.report).where(VAULT.c.table_id == table))
            report: bytes | None = found.scalar_one_or_none()
            return report

    async def public(self, status: str, before: Place | None, most: int) -> list[TableRow]:
        """Public tables of a status, the one that changed last first, from a place in that order on."""
        async with self.engine.connect() as connection:
            found = await connection.execute(listed(status, before, most))
            return [row_of(values) for values in found.mappings()]

    async def load(self, table: str) -> Stored | None:
        """All of a table, as of one moment."""
        async with self._snapshots.connect() as connection:
            return await connection.run_sync(_load, table)

    # ------------------------------------------------------------ campaigns
    async def passes(self, campaign: str) -> list[Pass]:
        async with self.engine.connect() as connection:
            return await connection.run_sync(archive.passes, campaign)

    async def revision(self, campaign: str) -> int | None:
        """Of a campaign, as it is stored."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(archive.revision, campaign)

    async def campaign(self, campaign: str) -> Archived | None:
        """All of a campaign, as of one moment."""
        async with self._snapshots.connect() as connection:
            return await connection.run_sync(archive.load, campaign)


# ---------------------------------------------------------------- the two kinds of databases
def _file_engine(url: URL) -> AsyncEngine:
    engine = create_async_engine(url, hide_parameters=True, pool_size=4, max_overflow=0, pool_timeout=60)
    event.listen(engine.sync_engine, "connect", _full_sync)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _full_sync(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # transactions begin where `_begin` says
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=10000",
        "wal_autocheckpoint=10000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """A transaction that will write locks the file at once: what it reads first must still hold when it writes."""
    connection.exec_driver_sql(f"BEGIN {connection.get_execution_options().get('begin', 'DEFERRED')}")


def _server_engine(url: URL) -> AsyncEngine:
    settings = {"application_name": "grimtable", "idle_in_transaction_session_timeout": str(STALLED)}
    connecting = {"server_settings": settings}
    return create_async_engine(
        url, hide_parameters=True, pool_size=8, max_overflow=0, pool_timeout=60, connect_args=connecting
    )


NOT_COMMITTED = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY)  # SQLite's codes that leave no doubt
LOST_CONNECTION = ("08", "57")  # classes of PostgreSQL's codes that leave doubt


def is_refusal(error: Exception) -> bool:
    """Whether an error at COMMIT says that nothing was stored. A connection that broke says nothing."""
    if not isinstance(error, DBAPIError) or error.connection_invalidated:
        return False
    code, state = getattr(error.orig, "sqlite_errorcode", None), getattr(error.orig, "sqlstate", None)
    if code is not None:
        return code & 0xFF in NOT_COMMITTED
    return state is not None and not state.startswith(LOST_CONNECTION)


# ---------------------------------------------------------------- SQL
def listed(status: str, before: Place | None, most: int) -> Select[Any]:
    """The lobby's page, along the index `tables_in_lobby`."""
    order = (TABLES.c.changed, TABLES.c.id)
    query = select(TABLES).where(TABLES.c.public, TABLES.c.status == status)
    if before is not None:
        query = query.where(tuple_(*order) < tuple_(*before))
    return query.order_by(*[column.desc() for column in order]).limit(most)


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _load(connection: Connection, table: str) -> Stored | None:
    found = connection.execute(select(TABLES).where(TABLES.c.id == table)).mappings().first()
    if found is None:
        return None
    vault = connection.execute(select(VAULT).where(VAULT.c.table_id == table)).mappings().one()
    lines = connection.execute(select(LINES.c.kept).where(LINES.c.table_id == table).order_by(LINES.c.n)).scalars()
    log = connection.execute(select(LOG.c.entry).where(LOG.c.table_id == table).order_by(LOG.c.n)).scalars()
    grants = connection.execute(select(GRANTS).where(GRANTS.c.table_id == table)).mappings()
    wishes = connection.execute(select(WISHES).where(WISHES.c.table_id == table)).mappings()
    failure = vault["failure"]
    return Stored(
        row_of(found),
        Vault(
            unsigned(vault["seed"]),
            vault["secret"],
            vault["rules"],
            vault["position"],
            msgspec.json.decode(failure, type=End) if failure else None,
        ),
        [msgspec.json.decode(line, type=Kept) for line in lines],
        [msgspec.json.decode(entry, type=Entry) for entry in log],
        [grant_of(values) for values in grants],
        {(values["hash"], values["wish"]): values["rev"] for values in wishes},
    )
