"""What is stored comes back, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

import asyncio
import builtins
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from grimtable import records
from grimtable.kernel.codec import digest
from grimtable.server.course import Course
from grimtable.server.database import database_url
from grimtable.server.rows import Save, Vault
from grimtable.server.seats import Grant
from grimtable.server.store import Store
from grimtable.server.transaction import Write, write_all
from server.stored import GRANT, new_course, new_row
from server.tabletop import PATIENCE, bearer, play_out, served

pytestmark = pytest.mark.anyio


async def test_what_is_stored_comes_back(store: Store) -> None:
    row, course = new_row(), new_course()
    await store.make(row, Vault(5, b"\0\xff", 1), [GRANT, Grant("cd" * 32, "spectator")])
    for _ in range(9):
        decision = course.game.decisions()[0]
        course.answer(decision.player, decision.options[0])
        row.rev += 1
        await store.save(Save(row, course.drain(), ("ab" * 32, f"wish {row.rev}")))
    found = await store.load(row.id)
    assert found is not None
    assert found.row == row
    assert (found.vault.seed, found.vault.secret) == (5, b"\0\xff")
    assert [kept.line.hash for kept in found.lines] == [line.hash for line in course.record.lines]
    assert len(found.log) == len(course.log)
    assert set(found.grants) == {GRANT, Grant("cd" * 32, "spectator")}
    assert found.wishes == {("ab" * 32, f"wish {rev}"): rev for rev in range(1, 10)}
    assert found.vault.position is not None
    again = Course.stored(
        course.record.header, found.vault.position, found.lines, found.log, lambda mark: course.game.dice
    )
    assert digest(again.game) == digest(course.game)
    assert await store.load("nobody") is None
    assert await store.row("nobody") is None


async def test_lines_and_log_that_were_taken_back_are_gone(store: Store) -> None:
    row, course = new_row(), new_course()
    await store.make(row, Vault(5, None, 1), [GRANT])
    for _ in range(6):
        decision = course.game.decisions()[0]
        course.answer(decision.player, decision.options[0])
    row.rev = 1
    await store.save(Save(row, course.drain()))
    course.go_back(2)
    course.note("took_back", 0, 4)
    row.rev = 2
    await store.save(Save(row, course.drain()))
    found = await store.load(row.id)
    assert found is not None
    assert len(found.lines) == 3
    assert [entry.kind for entry in found.log] == [entry.kind for entry in course.log]
    assert found.log[-1].kind == "took_back"


async def test_many_tables_are_written_at_once_and_each_whole(store: Store) -> None:
    rows = [new_row() for _ in range(40)]
    for row in rows:
        await store.make(row, Vault(5, None, 1), [GRANT])
    courses = [new_course() for _ in rows]
    for row in rows:
        row.rev = 7
    await asyncio.gather(*[store.save(Save(row, course.drain())) for row, course in zip(rows, courses)])
    for row in rows:
        found = await store.load(row.id)
        assert found is not None
        assert (found.row.rev, len(found.lines)) == (7, 1)


async def test_one_tables_trouble_is_not_that_of_the_others(store: Store) -> None:
    good, bad = new_row(), new_row()
    await store.make(good, Vault(5, None, 1), [GRANT])
    await store.make(bad, Vault(5, None, 1), [GRANT])
    good.rev = bad.rev = 3
    twice = Save(bad, None, None, (GRANT,))  # this grant is there already
    results = await asyncio.gather(store.save(twice), store.save(Save(good)), return_exceptions=True)
    assert isinstance(results[0], SQLAlchemyError)
    assert results[1] is None
    assert (await store.row(good.id) or bad).rev == 3
    assert (await store.row(bad.id) or good).rev == 0


async def test_a_seed_that_no_database_takes_stops_nobody_else(store: Store) -> None:
    with pytest.raises((OverflowError, SQLAlchemyError)):
        await store.make(new_row(), Vault(1 << 70, None, 1), [GRANT])
    row = new_row()
    await store.make(row, Vault(5, None, 1), [GRANT])
    assert await store.row(row.id) is not None


def every_kind() -> list[type[Exception]]:
    """All errors that Python itself has."""
    found = [kind for kind in vars(builtins).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    return [kind for kind in dict.fromkeys(found) if not issubclass(kind, ExceptionGroup)]


async def test_an_error_of_any_kind_fails_its_own_table_alone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [new_row() for _ in every_kind()]
    errors = {row.id: kind.__new__(kind) for row, kind in zip(rows, every_kind())}

    def failing(connection: Connection, writes: list[Write]) -> list[Any]:
        for write in writes:
            if isinstance(write, Save) and write.row.id in errors:
                raise errors[write.row.id]
        return write_all(connection, writes)

    monkeypatch.setattr("grimtable.server.store.write_all", failing)
    good = [new_row() for _ in rows]
    makes = [store.make(row, Vault(5, None, 1), [GRANT]) for pair in zip(rows, good) for row in pair]
    async with asyncio.timeout(PATIENCE):
        results = await asyncio.gather(*makes, return_exceptions=True)
    for result, kind in zip(results[::2], every_kind()):
        assert isinstance(result, kind if kind is not StopIteration else RuntimeError)  # as Python passes it on
    assert results[1::2] == [None] * len(good)
    assert [(await store.row(row.id) is not None) for row in good] == [True] * len(good)


async def test_the_lobby_lists_public_tables_newest_first(store: Store) -> None:
    first, second, hidden = new_row(), new_row(), new_row(public=False)
    for row in (first, second, hidden):
        await store.make(row, Vault(5, None, 1), [GRANT])
    first.rev = 1
    await store.save(Save(first))
    listed = [row.id for row in await store.public("waiting", None, 60)]
    assert listed[:2] == [first.id, second.id]
    assert hidden.id not in listed


async def test_grants_are_added_and_revoked(store: Store) -> None:
    row = new_row()
    await store.make(row, Vault(5, None, 1), [GRANT])
    new = Grant("ef" * 32, "seat", (1,))
    row.rev = 1
    await store.save(Save(row, grants=(new,), revoked=(GRANT.hash,)))
    assert await store.grants(row.id) == [new]


async def test_opening_twice_migrates_once(url: str) -> None:
    for _ in range(2):
        store = Store(url)
        await store.open()
        await store.public("waiting", None, 60)
        await store.close()


async def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    store = Store(database_url(str(tmp_path / "tables.sqlite")))
    await store.open()
    async with store.engine.connect() as connection:
        for pragma, wanted in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar() == wanted
    await store.close()


async def test_a_whole_game_is_played_and_resumed(url: str, tmp_path: Path) -> None:
    async with served(tmp_path, database=url) as site:
        made = await site.make("relics", "me", "greedy", "random")
        async with site.client(made["table"], made["token"]) as me:
            for _ in range(3):
                await me.table_where(lambda table: bool(table["asks"]))
                await me.answer(0)
            seen = me.table["answers"]
    async with served(tmp_path, database=url) as site:  # another server on the same database
        async with site.client(made["table"], made["token"]) as me:
            assert me.table["answers"] >= seen
            await play_out(me)
        answer = await site.http.get(f"/api/tables/{made['table']}/record", headers=bearer(made["token"]))
    assert records.verify(records.decode(answer.content)).dice == "fair"
