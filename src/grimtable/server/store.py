"""Where tables are kept: SQLite by default, PostgreSQL by its URL. What several tables changed is written at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Select, event, select, tuple_
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from grimtable.records import End
from grimtable.server import supervision
from grimtable.server.course import Change, Entry, Kept
from grimtable.server.rows import Save, Stored, TableRow, Vault, grant_of, row_of, unsigned
from grimtable.server.schema import GRANTS, LINES, LOG, TABLES, VAULT, WISHES
from grimtable.server.seats import Grant
from grimtable.server.writing import write_all

MIGRATIONS = Path(__file__).parent / "migrations"
MOST_AT_ONCE = 256  # tables written in one transaction
Place = tuple[float, str]  # in the order of the lobby: when a table changed, and its id
Waiting = tuple[Save, asyncio.Future[None]]  # a change, and who waits until it is stored


class Store:
    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        lite = self.url.get_backend_name() == "sqlite"
        self.engine: AsyncEngine = create_async_engine(
            self.url, hide_parameters=True, pool_size=4 if lite else 8, max_overflow=0, pool_timeout=60
        )
        if lite:
            event.listen(self.engine.sync_engine, "connect", _full_sync)
        self._coming: asyncio.Queue[Waiting] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the database to the shape of this program and begin to write."""
        await self.migrate()
        self._writer = supervision.start("the writer of the database", self._write())

    async def migrate(self) -> None:
        async with self.engine.begin() as connection:
            await connection.run_sync(_migrate)

    async def close(self) -> None:
        if self._writer is not None:
            supervision.stop(self._writer)
        await self.engine.dispose()

    # ------------------------------------------------------------ writing
    async def make(self, row: TableRow, vault: Vault, grants: Sequence[Grant], change: Change | None = None) -> None:
        """Keep a new table; with its whole course, if it comes from a record."""
        row.created = time.time()
        await self.save(Save(row, change, grants=tuple(grants), vault=vault))

    async def save(self, save: Save) -> None:
        """Returns when the change is on the disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        save.row.changed = time.time()
        self._coming.put_nowait((save, done))
        await done

    async def _write(self) -> None:
        """The only writer of games: takes all that waits and commits it at once."""
        while True:
            batch = [await self._coming.get()]
            while not self._coming.empty() and len(batch) < MOST_AT_ONCE:
                batch.append(self._coming.get_nowait())
            await self._settle(batch)

    async def _settle(self, batch: list[Waiting]) -> None:
        """Commit a batch. If that fails, for whatever reason, one by one: one table's trouble is not the others'."""
        try:
            await self._commit([save for save, _ in batch])
        except Exception as error:
            if len(batch) > 1:
                for waiting in batch:
                    await self._settle([waiting])
            elif not batch[0][1].done():
                batch[0][1].set_exception(error)
        else:
            for _, done in batch:
                if not done.done():
                    done.set_result(None)

    async def _commit(self, saves: list[Save]) -> None:
        async with self.engine.begin() as connection:
            await connection.run_sync(write_all, saves)

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
        async with self.engine.connect() as connection:
            return await connection.run_sync(_load, table)


# ---------------------------------------------------------------- SQL
def listed(status: str, before: Place | None, most: int) -> Select[Any]:
    """The lobby's page, along the index `tables_in_lobby`."""
    order = (TABLES.c.changed, TABLES.c.id)
    query = select(TABLES).where(TABLES.c.public, TABLES.c.status == status)
    if before is not None:
        query = query.where(tuple_(*order) < tuple_(*before))
    return query.order_by(*[column.desc() for column in order]).limit(most)


def _full_sync(connection: Any, record: Any) -> None:
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
