"""Which server has which table.

A table belongs to the server that claimed it last. Each claim raises the table's term, and no server writes a table
under another's term: this fence makes two servers safe. The lease, which every server renews while it lives, only keeps
them from taking tables from each other; its time is the database's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, literal_column, select, update

from grimtable.server.schema import SERVERS, TABLES

LEASE = 5  # seconds

NOW: dict[str, Any] = {"postgresql": func.now(), "sqlite": literal_column("strftime('%Y-%m-%d %H:%M:%f', 'now')")}
LEASE_END: dict[str, Any] = {
    "postgresql": literal_column(f"now() + interval '{LEASE} seconds'"),
    "sqlite": literal_column("strftime('%Y-%m-%d %H:%M:%f', 'now', '+30 days')"),  # not renewed: see `begin`
}
LOCK = (
    select(TABLES.c.id, TABLES.c.rev, TABLES.c.owner, TABLES.c.term)
    .where(TABLES.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(TABLES.c.id)  # so that two servers never wait for each other in a ring
    .with_for_update()
)
HAND_OVER = (
    update(TABLES).where(TABLES.c.id == bindparam("key")).values(owner=bindparam("owner"), term=bindparam("term"))
)


class Claim(NamedTuple):
    """A server wants a table."""

    server: str
    table: str


class Release(NamedTuple):
    """A server needs a table no more."""

    server: str
    table: str
    term: int


class Renewal(NamedTuple):
    """A server lives."""

    server: str


class Leaving(NamedTuple):
    """A server ends in good order: its tables are free at once."""

    server: str


class Claimed(NamedTuple):
    """Who has a table after a claim."""

    owner: str
    term: int
    until: Any = None  # the end of another owner's lease, which moves on while that server lives


class Held:
    """A table's row in the present transaction; nobody else changes it meanwhile."""

    __slots__ = ("owner", "rev", "term")

    def __init__(self, rev: int, owner: str | None, term: int) -> None:
        self.rev, self.owner, self.term = rev, owner, term


def lock(connection: Connection, ids: set[str]) -> dict[str, Held]:
    """Lock the rows of these tables, those that there are."""
    if not ids:
        return {}
    found = connection.execute(LOCK, {"ids": padded(sorted(ids))})
    return {row.id: Held(row.rev, row.owner, row.term) for row in found}


def padded(ids: list[str]) -> list[str]:
    """As many as a power of two, so that the database plans a handful of statements only."""
    return ids + ids[-1:] * ((1 << (len(ids) - 1).bit_length()) - len(ids))


def claim(held: Held | None, wanted: Claim, leases: dict[str, Any]) -> Claimed | None:
    """The table is its new owner's if it is free, its own already, or its owner's lease has run out."""
    if held is None:
        return None
    if held.owner is not None and held.owner != wanted.server and held.owner in leases:
        return Claimed(held.owner, held.term, leases[held.owner])
    held.owner, held.term = wanted.server, held.term + 1
    return Claimed(held.owner, held.term)


def release(held: Held | None, given: Release) -> None:
    if held is not None and (held.owner, held.term) == (given.server, given.term):
        held.owner = None


def hand_over(connection: Connection, held: dict[str, Held]) -> None:
    rows = [{"key": key, "owner": table.owner, "term": table.term} for key, table in held.items()]
    if rows:
        connection.execute(HAND_OVER, rows)


# ---------------------------------------------------------------- leases
def leases(connection: Connection) -> dict[str, Any]:
    """The servers that live, and the ends of their leases."""
    now = NOW[connection.dialect.name]
    return {row.id: row.until for row in connection.execute(select(SERVERS).where(SERVERS.c.until > now))}


def renew(connection: Connection, server: str) -> bool:
    """Whether the lease had not run out."""
    now, end = NOW[connection.dialect.name], LEASE_END[connection.dialect.name]
    mine = SERVERS.c.id == server
    if connection.execute(update(SERVERS).where(mine, SERVERS.c.until > now).values(until=end)).rowcount:
        return True
    connection.execute(delete(SERVERS).where(mine))
    connection.execute(insert(SERVERS).values(id=server, until=end))
    return False


def begin(connection: Connection, server: str) -> None:
    """A server starts. One that opens a SQLite file is its only one, so whoever had tables there is gone."""
    if connection.dialect.name == "sqlite":
        connection.execute(update(TABLES).where(TABLES.c.owner.is_not(None)).values(owner=None))
    connection.execute(delete(SERVERS).where(SERVERS.c.until < NOW[connection.dialect.name]))
    renew(connection, server)


def leave(connection: Connection, server: str) -> None:
    connection.execute(update(TABLES).where(TABLES.c.owner == server).values(owner=None))
    connection.execute(delete(SERVERS).where(SERVERS.c.id == server))


def owned(connection: Connection, server: str) -> dict[str, int]:
    """The terms of a server's tables."""
    found = connection.execute(select(TABLES.c.id, TABLES.c.term).where(TABLES.c.owner == server))
    return {row.id: row.term for row in found}
