"""What is deleted when, on both databases, and what never."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from grimtable.server import backup, upkeep
from grimtable.server.backup import copies_of
from grimtable.server.limits import Limits
from grimtable.server.retention import BATCH, COMMAND_IDS, DAY
from grimtable.server.rows import Save, TableRow, Vault
from grimtable.server.schema import LINES, METADATA, TABLES, WISHES
from grimtable.server.store import Store
from grimtable.server.upkeep import delete_old
from grimtable.terminal.cli import run
from server.stored import GRANT, new_course, new_row
from server.tabletop import GENEROUS, bearer, served

pytestmark = pytest.mark.anyio
YEAR = 365
NEVER = Limits(waiting_days=0, import_days=0, unfinished_days=0, command_days=0)


async def keep(store: Store, status: str, days: float, played: bool = False, imported: bool = False) -> TableRow:
    """A table that has not changed for so many days."""
    row = new_row()
    row.status = status
    await store.make(row, Vault(5, None, 1), [GRANT], new_course().drain() if imported else None)
    if played:
        row.rev += 1
        await store.save(Save(row, new_course().drain(), (GRANT.hash, f"wish {row.rev}")))
    await age(store, row.id, days)
    return row


async def age(store: Store, table: str, days: float) -> None:
    async with store.engine.begin() as connection:
        values = {"changed": time.time() - days * DAY, "id": table}
        await connection.execute(text("UPDATE tables SET changed = :changed WHERE id = :id"), values)


async def ids(store: Store) -> set[str]:
    async with store.engine.connect() as connection:
        return set((await connection.execute(select(TABLES.c.id))).scalars())


async def clear(store: Store) -> None:
    """One PostgreSQL serves several tests."""
    async with store.engine.begin() as connection:
        for table in reversed(METADATA.sorted_tables):
            if table.name != "servers":
                await connection.execute(table.delete())


async def test_what_is_old_goes_and_all_else_stays(store: Store) -> None:
    await clear(store)
    goes = [
        await keep(store, "waiting", 7.1),
        await keep(store, "over", 30.1, imported=True),
        await keep(store, "playing", YEAR + 0.1, played=True),
        await keep(store, "frozen", YEAR + 0.1, played=True),
    ]
    stays = [
        await keep(store, "waiting", 6.9),
        await keep(store, "over", 29.9, imported=True),
        await keep(store, "playing", YEAR - 0.1, played=True),
        await keep(store, "over", 20 * YEAR, played=True),
    ]
    async with store.engine.connect() as connection:
        assert await ids(store) == {row.id for row in [*goes, *stays]}
        counted = await store.count_old(Limits())
        lines = (await connection.execute(select(func.count()).select_from(LINES))).scalar_one()
    assert await delete_old(store, NEVER) == dict.fromkeys(counted, 0)
    gone = await delete_old(store, Limits())
    assert await ids(store) == {row.id for row in stays}
    assert list(gone.values())[:3] == list(counted.values())[:3] == [1, 1, 2]
    async with store.engine.connect() as connection:
        assert (await connection.execute(select(func.count()).select_from(LINES))).scalar_one() == lines - 3
    assert await store.load(stays[3].id) is not None


async def test_the_ids_of_old_commands_go_and_the_tables_stay(store: Store) -> None:
    await clear(store)
    old, fresh = await keep(store, "playing", 1.1, played=True), await keep(store, "playing", 0.9, played=True)
    assert (await delete_old(store, Limits()))[COMMAND_IDS] == 1
    assert await ids(store) == {old.id, fresh.id}
    async with store.engine.connect() as connection:
        assert list((await connection.execute(select(WISHES.c.table_id))).scalars()) == [fresh.id]


async def test_many_go_in_small_batches(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await clear(store)
    rows = [await keep(store, "waiting", 8) for _ in range(2 * BATCH + 1)]
    assert (await store.delete_old(Limits()))["tables that never began"] == BATCH
    assert len(await ids(store)) == len(rows) - BATCH
    monkeypatch.setattr(upkeep, "BETWEEN_BATCHES", 0)
    assert (await delete_old(store, Limits()))["tables that never began"] == BATCH + 1


async def test_a_table_that_somebody_has_open_stays(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        opened, other = await site.make("relics", "me", "person"), await site.make("relics", "me", "person")
        async with site.client(opened["table"], opened["token"]) as me:
            await age(site.lobby.store, opened["table"], 8)
            await age(site.lobby.store, other["table"], 8)
            assert (await delete_old(site.lobby.store, Limits()))["tables that never began"] == 1
            assert await ids(site.lobby.store) == {opened["table"]}
            assert (await me.wish("name", name="Still here"))["type"] == "done"
            gone = await site.http.get(f"/api/tables/{other['table']}", headers=bearer(other["token"]))
            assert (gone.status_code, gone.json()["code"]) == (404, "not_found")


async def test_a_table_that_another_server_has_stays(store: Store, url: str) -> None:
    await clear(store)
    row, other = await keep(store, "waiting", 8), Store(url)
    await other.open()
    assert await other.claim(row.id) is not None
    assert (await store.count_old(Limits()))["tables that never began"] == 0
    await delete_old(store, Limits())
    assert await ids(store) == {row.id}
    await other.close()
    await delete_old(store, Limits())
    assert await ids(store) == set()


async def test_tables_that_are_opened_while_others_go_are_whole_or_gone(tmp_path: Path) -> None:
    """Whoever comes at the same moment finds the table and plays on, or is told that there is none."""
    async with served(tmp_path) as site:
        store = site.lobby.store
        made = [await site.make("relics", "me", "person") for _ in range(30)]
        for one in made:
            await age(store, one["table"], 8)
        stayed = 0

        async def come(place: int) -> bool:
            await asyncio.sleep(0.004 * place)
            async with site.socket() as connection:
                hello = f'{{"type": "hello", "table": "{made[place]["table"]}", "token": "{made[place]["token"]}"}}'
                await connection.send(hello)
                answer = str(await connection.recv())
                if '"code":"not_found"' in answer:
                    assert made[place]["table"] not in await ids(store)
                    return False
                assert '"type":"table"' in answer, answer
                await connection.send('{"type": "name", "id": "n", "name": "Ann"}')
                while '"type":"done"' not in (answer := str(await connection.recv())):
                    assert "busy" not in answer
                return True

        coming = [asyncio.create_task(come(place)) for place in range(len(made))]
        await delete_old(store, Limits())
        stayed = sum(await asyncio.gather(*coming))
        assert len(await ids(store)) == stayed


async def test_the_server_does_it_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tables.sqlite"
    async with served(tmp_path, GENEROUS._replace(upkeep_seconds=0.05)) as site:
        made = await site.make("relics", "me", "person")
        await age(site.lobby.store, made["table"], 8)
        while made["table"] in await ids(site.lobby.store):
            await asyncio.sleep(0.02)
        assert copies_of(file) == [], "who keeps no copies gets none"
        await asyncio.to_thread(backup.make_copy, file)
        monkeypatch.setattr(backup, "DAY", 0.3)
        while len(copies_of(file)) < 3:
            await asyncio.sleep(0.02)
        monkeypatch.setattr(backup, "DAY", 1e9)


async def test_trouble_with_the_database_does_not_end_the_upkeep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    delete, fails = Store.delete_old, [OSError("disk"), ValueError("anything")]

    async def failing(store: Store, limits: Limits) -> dict[str, int]:
        if fails:
            raise fails.pop()
        return await delete(store, limits)

    monkeypatch.setattr(Store, "delete_old", failing)
    async with served(tmp_path, GENEROUS._replace(upkeep_seconds=0.05)) as site:
        made = await site.make("relics", "me", "person")
        await age(site.lobby.store, made["table"], 8)
        while made["table"] in await ids(site.lobby.store):
            await asyncio.sleep(0.02)
    assert not fails


async def test_the_table_of_a_campaign_stays(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        store, made = site.lobby.store, await site.make("relics", "me", "person")
        async with store.engine.begin() as connection:
            await connection.execute(text("INSERT INTO campaigns VALUES ('ours', 'gloomhaven', '', 0, '[]', '', 0, 0)"))
            values = {"id": made["table"]}
            await connection.execute(text("INSERT INTO campaign_tables VALUES ('ours', 1, :id)"), values)
        await age(store, made["table"], 2 * YEAR)
        await delete_old(store, Limits())
        assert await ids(store) == {made["table"]}


# ---------------------------------------------------------------- by hand
async def test_prune_does_the_same_for_a_database_nobody_serves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.sqlite"
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person")
        kept = await site.make("relics", "me", "person")
        await age(site.lobby.store, made["table"], 8)

    def tables() -> set[str]:
        with closing(sqlite3.connect(file)) as found:
            return {row[0] for row in found.execute("SELECT id FROM tables")}

    command = ["prune", "--database", str(file)]
    assert await asyncio.to_thread(run, [*command, "--dry-run"]) == 0
    assert capsys.readouterr().out.startswith("would be deleted:\n  tables that never began: 1\n")
    assert tables() == {made["table"], kept["table"]}
    assert await asyncio.to_thread(run, command) == 0
    assert capsys.readouterr().out.startswith("deleted:\n  tables that never began: 1\n")
    assert tables() == {kept["table"]}
