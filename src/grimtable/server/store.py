"""Where tables are kept: SQLite by default, PostgreSQL by its URL. What several tables changed is written at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, bindparam, delete, event, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from grimtable.records import End, Header
from grimtable.server.course import Change, Entry, Kept
from grimtable.server.schema import GRANTS, LINES, LOG, TABLES, VAULT, WISHES
from grimtable.server.seats import Grant, Kind

MIGRATIONS = Path(__file__).parent / "migrations"
MOST_AT_ONCE = 256  # tables written in one transaction
WISHES_KEPT = 400  # revisions for which carried-out wishes are remembered
MOST_LINES = 60  # of the lobby


class SeatRow(msgspec.Struct):
    """A seat as it is stored: all of it is public."""

    kind: str  # "person" or "bot"
    name: str = ""
    bot: str | None = None
    taken: bool = False  # its person has come
    held: bool = False  # somebody asked for it and got a token, but has not come yet
    fallback: str | None = None


class Place(msgspec.Struct):
    """Where the game is, without language: the event that opened the chapter, and the phase."""

    kind: str
    public: Any
    phase: str


class Outcome(msgspec.Struct):
    scores: list[int]  # as people count them
    winners: list[int]


@dataclass(slots=True)
class TableRow:
    """A table's public side."""

    id: str
    game: str
    players: int
    options: dict[str, int | str]
    seats: list[SeatRow]
    public: bool
    status: str = "waiting"
    rev: int = 0
    answers: int = 0
    commitment: str | None = None
    salts: list[str] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)  # seats, for "it is your turn" on the home page
    place: Place | None = None
    result: Outcome | None = None
    created: float = 0.0
    changed: float = 0.0


class Vault(NamedTuple):
    """A table's secrets."""

    seed: int | None
    secret: bytes | None
    rules: int
    position: bytes | None = None
    failure: End | None = None


class Stored(NamedTuple):
    """All of a table."""

    row: TableRow
    vault: Vault
    lines: list[Kept]
    log: list[Entry]
    grants: list[Grant]
    wishes: dict[tuple[str, str], int]

    def header(self, all_known: bool = True) -> Header:
        row = self.row
        seats = [seat.bot or seat.name or seat.kind for seat in row.seats]
        seed = self.vault.seed if all_known else None
        return Header(1, row.game, self.vault.rules, row.players, row.options, seats, seed, row.commitment, row.salts)


class Save(NamedTuple):
    """One change of one table."""

    row: TableRow
    change: Change | None = None
    wish: tuple[str, str] | None = None
    grants: tuple[Grant, ...] = ()
    revoked: tuple[str, ...] = ()  # hashes
    vault: Vault | None = None  # of a new table


class Store:
    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        lite = self.url.get_backend_name() == "sqlite"
        self.engine: AsyncEngine = create_async_engine(
            self.url, hide_parameters=True, pool_size=4 if lite else 8, max_overflow=0, pool_timeout=60
        )
        if lite:
            event.listen(self.engine.sync_engine, "connect", _full_sync)
        self._coming: asyncio.Queue[tuple[Save, asyncio.Future[None]]] = asyncio.Queue()
        self._scribe: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the database to the shape of this program and begin to write."""
        async with self.engine.begin() as connection:
            await connection.run_sync(_migrate)
        self._scribe = asyncio.create_task(self._write())

    async def close(self) -> None:
        if self._scribe is not None:
            self._scribe.cancel()
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
            try:
                await self._commit([save for save, _ in batch])
            except (SQLAlchemyError, OSError) as error:
                await self._one_by_one(batch, error)
            else:
                for _, done in batch:
                    if not done.done():
                        done.set_result(None)

    async def _one_by_one(self, batch: list[tuple[Save, asyncio.Future[None]]], error: Exception) -> None:
        """One table's trouble is not that of the others."""
        for save, done in batch:
            try:
                if len(batch) == 1:
                    raise error
                await self._commit([save])
            except (SQLAlchemyError, OSError) as own:
                if not done.done():
                    done.set_exception(own)
            else:
                if not done.done():
                    done.set_result(None)

    async def _commit(self, saves: list[Save]) -> None:
        async with self.engine.begin() as connection:
            await connection.run_sync(_write_all, saves)

    # ------------------------------------------------------------ reading
    async def row(self, table: str) -> TableRow | None:
        async with self.engine.connect() as connection:
            found = (await connection.execute(select(TABLES).where(TABLES.c.id == table))).mappings().first()
            return None if found is None else _row(found)

    async def grants(self, table: str) -> list[Grant]:
        async with self.engine.connect() as connection:
            found = await connection.execute(select(GRANTS).where(GRANTS.c.table_id == table))
            return [_grant(values) for values in found.mappings()]

    async def public(self) -> list[TableRow]:
        """The newest public tables."""
        query = select(TABLES).where(TABLES.c.public).order_by(TABLES.c.changed.desc()).limit(MOST_LINES)
        async with self.engine.connect() as connection:
            return [_row(values) for values in (await connection.execute(query)).mappings()]

    async def load(self, table: str) -> Stored | None:
        """All of a table, as of one moment."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(_load, table)


# ---------------------------------------------------------------- SQL
def _full_sync(connection: Any, record: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _write_all(connection: Connection, saves: list[Save]) -> None:
    """A table may be there twice: its later row wins, its lines follow in order."""
    new = [save for save in saves if save.vault is not None]
    if new:
        connection.execute(insert(TABLES), [_table_values(save.row) for save in new])
        connection.execute(insert(VAULT), [_vault_values(save) for save in new])
    rows = {save.row.id: _table_values(save.row) for save in saves}
    changes = [(save.row.id, save.change) for save in saves if save.change is not None]
    values: dict[str, Any] = {name: bindparam(name) for name in _table_values(saves[0].row) if name != "id"}
    connection.execute(
        update(TABLES).where(TABLES.c.id == bindparam("key")).values(**values),
        [{**{name: value for name, value in row.items() if name != "id"}, "key": key} for key, row in rows.items()],
    )
    if changes:
        _write_changes(connection, changes)
    wishes = [
        {"table_id": save.row.id, "hash": save.wish[0], "wish": save.wish[1], "rev": save.row.rev}
        for save in saves
        if save.wish is not None
    ]
    if wishes:
        connection.execute(insert(WISHES), wishes)
        old = delete(WISHES).where(WISHES.c.table_id == bindparam("t"), WISHES.c.rev < bindparam("r"))
        aged = [{"t": key, "r": row["rev"] - WISHES_KEPT} for key, row in rows.items() if row["rev"] % 50 == 0]
        if aged:
            connection.execute(old, aged)
    revoked = [{"t": save.row.id, "h": gone} for save in saves for gone in save.revoked]
    if revoked:
        connection.execute(
            delete(GRANTS).where(GRANTS.c.table_id == bindparam("t"), GRANTS.c.hash == bindparam("h")), revoked
        )
    granted = [_grant_values(save.row.id, grant) for save in saves for grant in save.grants]
    if granted:
        connection.execute(insert(GRANTS), granted)


def _write_changes(connection: Connection, changes: list[tuple[str, Change]]) -> None:
    for table, column in ((LINES, "kept"), (LOG, "entry")):
        shortened, added = [], []
        for key, change in changes:
            first, rows = (change.lines_from, change.lines) if table is LINES else (change.log_from, change.log)
            shortened.append({"t": key, "first": first})
            added += [{"table_id": key, "n": n, column: msgspec.json.encode(row)} for n, row in enumerate(rows, first)]
        connection.execute(
            delete(table).where(table.c.table_id == bindparam("t"), table.c.n >= bindparam("first")), shortened
        )
        if added:
            connection.execute(insert(table), added)
    connection.execute(
        update(VAULT)
        .where(VAULT.c.table_id == bindparam("t"))
        .values(position=bindparam("position"), failure=bindparam("failure")),
        [
            {
                "t": key,
                "position": change.position,
                "failure": msgspec.json.encode(change.failure).decode() if change.failure is not None else None,
            }
            for key, change in changes
        ],
    )


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
        _row(found),
        Vault(
            vault["seed"],
            vault["secret"],
            vault["rules"],
            vault["position"],
            msgspec.json.decode(failure, type=End) if failure else None,
        ),
        [msgspec.json.decode(line, type=Kept) for line in lines],
        [msgspec.json.decode(entry, type=Entry) for entry in log],
        [_grant(values) for values in grants],
        {(values["hash"], values["wish"]): values["rev"] for values in wishes},
    )


# ---------------------------------------------------------------- rows
PLAIN = ("id", "game", "status", "public", "rev", "answers", "players", "commitment", "created", "changed")
AS_JSON = ("options", "seats", "salts", "asked", "place", "result")


def _table_values(row: TableRow) -> dict[str, Any]:
    values: dict[str, Any] = {name: getattr(row, name) for name in PLAIN}
    for name in AS_JSON:
        value = getattr(row, name)
        values[name] = None if value is None else msgspec.json.encode(value).decode()
    return values


def _row(values: Any) -> TableRow:
    decode = msgspec.json.decode
    return TableRow(
        **{name: values[name] for name in PLAIN},
        options=decode(values["options"], type=dict[str, int | str]),
        seats=decode(values["seats"], type=list[SeatRow]),
        salts=decode(values["salts"], type=list[str]),
        asked=decode(values["asked"], type=list[int]),
        place=decode(values["place"], type=Place) if values["place"] else None,
        result=decode(values["result"], type=Outcome) if values["result"] else None,
    )


def _vault_values(save: Save) -> dict[str, Any]:
    vault = save.vault
    assert vault is not None
    values = {"table_id": save.row.id, "seed": vault.seed, "secret": vault.secret, "rules": vault.rules}
    return {**values, "position": vault.position, "failure": None}


def _grant(values: Any) -> Grant:
    kind: Kind = "seat" if values["kind"] == "seat" else "spectator"
    return Grant(values["hash"], kind, tuple(msgspec.json.decode(values["seats"], type=list[int])), values["maker"])


def _grant_values(table: str, grant: Grant) -> dict[str, Any]:
    seats = msgspec.json.encode(grant.seats).decode()
    return {"table_id": table, "hash": grant.hash, "kind": grant.kind, "seats": seats, "maker": grant.maker}
