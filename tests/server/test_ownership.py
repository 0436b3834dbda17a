"""A table has one owner; what another has overtaken is refused, on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, func, select
from websockets.exceptions import ConnectionClosed

from grimtable.server import ownership, supervision
from grimtable.server.rows import Save, Stored, Vault
from grimtable.server.schema import SERVERS
from grimtable.server.store import Store
from grimtable.server.transaction import Fenced
from server.postgres import database
from server.stored import GRANT, new_course, new_row
from server.tabletop import Client, served

pytestmark = pytest.mark.anyio
Stores = Callable[[int], Awaitable[list[Store]]]


@pytest.fixture
async def stores(url: str, anyio_backend: str) -> AsyncIterator[Stores]:
    """Opens so many stores on one database."""
    opened: list[Store] = []

    async def begin(count: int) -> list[Store]:
        opened.extend([Store(url) for _ in range(count)])
        for store in opened:
            await store.open()
        return opened

    yield begin
    for store in opened:
        await store.close()


async def new_table(store: Store) -> str:
    row = new_row()
    await store.make(row, Vault(5, None, 1), [GRANT])
    return row.id


async def loaded(store: Store, table: str) -> Stored:
    found = await store.load(table)
    assert found is not None
    return found


async def pause(store: Store) -> None:
    """As after a pause of a server that was longer than its lease."""
    for task in store._tasks[1:]:
        supervision.stop(task)
    async with store.engine.begin() as connection:
        await connection.execute(delete(SERVERS).where(SERVERS.c.id == store.id))


def overtake(connection: Connection, paused: str, other: str, table: str) -> None:
    """What happens during such a pause."""
    connection.execute(delete(SERVERS).where(SERVERS.c.id == paused))
    held = ownership.lock(connection, {table})
    ownership.claim(held[table], ownership.Claim(other, table), ownership.leases(connection))
    ownership.hand_over(connection, held)


async def save(store: Store, stored: Stored) -> None:
    stored.row.rev += 1
    await store.save(Save(stored.row))


# ---------------------------------------------------------------- the fence
async def test_who_has_been_overtaken_cannot_write_and_others_can(stores: Stores) -> None:
    mine, other = await stores(2)
    tables = [await new_table(mine) for _ in range(3)]
    for table in tables:
        await mine.claim(table)
    before = [await loaded(mine, table) for table in tables]
    await pause(mine)
    claimed = await other.claim(tables[1])
    assert claimed is not None
    assert (claimed.owner, claimed.term) == (other.id, 2)
    results = await asyncio.gather(*[save(mine, stored) for stored in before], return_exceptions=True)
    assert [type(result) for result in results] == [type(None), Fenced, type(None)]
    assert [(await loaded(mine, table)).row.rev for table in tables] == [1, 0, 1]
    await save(other, await loaded(other, tables[1]))
    assert (await loaded(other, tables[1])).row.rev == 1


async def test_of_two_that_change_the_same_revision_one_is_refused(stores: Stores) -> None:
    mine, other = await stores(2)
    table = await new_table(mine)
    first, second = await loaded(mine, table), await loaded(other, table)
    course = new_course()
    first.row.rev = second.row.rev = 1
    await mine.save(Save(first.row, course.drain()))
    second.row.place = None
    second.row.status = "over"
    with pytest.raises(Fenced):
        await other.save(Save(second.row))
    kept = await loaded(mine, table)
    assert (kept.row.rev, kept.row.status, len(kept.lines)) == (1, "waiting", 1)


async def test_a_change_that_is_no_new_revision_is_refused(stores: Stores) -> None:
    (store,) = await stores(1)
    stored = await loaded(store, await new_table(store))
    with pytest.raises(Fenced):
        await store.save(Save(stored.row))
    await save(store, stored)
    assert stored.row.stored == 1


async def test_what_waits_is_stored_before_a_server_ends(url: str) -> None:
    store = Store(url)
    await store.open()
    stored = await loaded(store, await new_table(store))
    stored.row.rev = 1
    saving = asyncio.create_task(store.save(Save(stored.row)))
    await asyncio.sleep(0)
    await store.close()
    await saving
    assert stored.row.stored == 1


# ---------------------------------------------------------------- claims
async def test_of_many_claims_one_wins(stores: Stores) -> None:
    servers = await stores(10)
    table = await new_table(servers[0])
    found = await asyncio.gather(*[server.claim(table) for server in servers * 5])
    owners = {claimed.owner for claimed in found if claimed is not None}
    assert len(found) == 50
    assert len(owners) == 1
    assert owners <= {server.id for server in servers}
    assert await servers[0].claim("nothing") is None


async def test_a_table_is_free_when_its_server_leaves_it_or_ends(stores: Stores) -> None:
    mine, other = await stores(2)
    tables = [await new_table(mine), await new_table(mine)]
    for table in tables:
        assert await mine.claim(table) == (mine.id, 1, None)
        refused = await other.claim(table)
        assert refused is not None
        assert (refused.owner, refused.term) == (mine.id, 1)
    assert await mine.owned() == dict.fromkeys(tables, 1)
    mine.release(tables[0], 1)
    await mine._renew()  # which is written after the release
    assert await mine.owned() == {tables[1]: 1}
    assert await other.claim(tables[0]) == (other.id, 2, None)
    mine.release(tables[0], 1)  # it is another's now
    await mine.close()
    assert await other.claim(tables[1]) == (other.id, 2, None)
    assert set(await other.owned()) == set(tables)


async def test_a_server_that_starts_on_a_file_has_all_its_tables(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/tables.sqlite"
    killed, next_one = Store(url), Store(url)
    await killed.open()
    table = await new_table(killed)
    await killed.claim(table)
    await next_one.open()
    assert await next_one.claim(table) == (next_one.id, 2, None)
    for store in (killed, next_one):
        await store.close()


async def test_a_dead_servers_tables_are_free_when_its_lease_has_run_out(postgres: str) -> None:
    killed, next_one = Store(postgres), Store(postgres)
    for store in (killed, next_one):
        await store.open()
    table = await new_table(killed)
    await killed.claim(table)
    for task in killed._tasks[1:]:
        supervision.stop(task)
    while (found := await next_one.claim(table)) is not None and found.owner != next_one.id:
        assert found.owner == killed.id
        await asyncio.sleep(0.1)
    for store in (killed, next_one):
        await store.close()


async def test_a_server_that_stops_in_the_middle_of_a_transaction_locks_no_table(postgres: str) -> None:
    stopped, other = Store(postgres), Store(postgres)
    for store in (stopped, other):
        await store.open()
    table = await new_table(stopped)
    async with stopped.engine.connect() as connection:
        await connection.run_sync(ownership.lock, {table})
        claimed = await asyncio.wait_for(other.claim(table), 60)  # the database ends the transaction
        assert claimed is not None
        assert claimed.owner == other.id
        await connection.invalidate()
    for store in (stopped, other):
        await store.close()


async def test_servers_that_start_together_migrate_once(tmp_path: Path) -> None:
    with database() as url:
        stores = [Store(url) for _ in range(4)]
        await asyncio.gather(*[store.open() for store in stores])
        async with stores[0].engine.connect() as connection:
            assert await connection.scalar(select(func.count()).select_from(SERVERS)) == 4
        for store in stores:
            await store.close()


# ---------------------------------------------------------------- whether it writes
async def test_a_store_that_writes_says_so(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    (store,) = await stores(1)
    monkeypatch.setattr("grimtable.server.store.FRESH", 0.0)
    await store.check()

    async def full(writes: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(store, "_commit", full)
    with pytest.raises(OSError, match="no space"):
        await store.check()


# ---------------------------------------------------------------- people at two servers
async def closed(client: Client) -> int:
    """The code with which a client's socket is closed."""
    with pytest.raises(ConnectionClosed) as closed:
        await client.until(lambda message: False)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


async def test_a_table_of_another_living_server_is_refused_in_words(postgres: str, tmp_path: Path) -> None:
    async with served(tmp_path, database=postgres) as one, served(tmp_path, database=postgres) as two:
        made = await one.make("darklord", "me", "me", "me")
        hello = {"type": "hello", "table": made["table"], "token": made["token"], "lang": "en"}
        async with one.client(made["table"], made["token"]) as me, two.socket() as socket:
            assert (await me.answer(0))["type"] == "done"
            other = Client(socket)
            await other.send(hello)
            refusal = await other.receive()
            assert (refusal["code"], "Another server" in refusal["text"]) == ("elsewhere", True)
            assert await closed(other) == 1012
            assert (await me.answer(0))["type"] == "done"
            await one.lobby.forget(made["table"])
            assert await closed(me) == 1012
        async with two.client(made["table"], made["token"]) as me:
            assert me.table["answers"] == 2
            assert (await me.answer(0))["type"] == "done"


async def test_guests_of_a_table_that_another_server_took_in_a_pause_come_again(postgres: str, tmp_path: Path) -> None:
    async with served(tmp_path, database=postgres) as one, served(tmp_path, database=postgres) as two:
        made = await one.make("darklord", "me", "me", "me")
        async with one.client(made["table"], made["token"]) as me:
            assert (await me.answer(0))["type"] == "done"
            async with one.lobby.store.engine.begin() as connection:
                await connection.run_sync(overtake, one.lobby.store.id, two.lobby.store.id, made["table"])
            assert await closed(me) == 1012  # though nothing was sent
        assert one.lobby.store.lapses == 1


async def test_odd_ids_reach_no_database(url: str, tmp_path: Path) -> None:
    async with served(tmp_path, database=url) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            for wish in ("a\0b", "é", "x" * 41):
                ask = me.table["asks"][0]
                move = {"rev": me.table["rev"], "seat": ask["seat"], "action": ask["options"][0]["id"]}
                await me.send({"type": "answer", "id": wish, **move})
                refusal = await me.receive()
                assert (refusal["type"], refusal["code"]) == ("refused", "malformed")
            assert (await me.answer(0))["type"] == "done"
        async with site.socket() as socket:
            stranger = Client(socket)
            await stranger.send({"type": "hello", "table": "a\0b", "lang": "en"})
            assert (await stranger.receive())["code"] == "malformed"


async def test_a_guest_whose_move_is_fenced_comes_again(url: str, tmp_path: Path) -> None:
    async with served(tmp_path, database=url) as one, served(tmp_path, database=url) as two:
        made = await one.make("darklord", "me", "me", "me")
        async with one.client(made["table"], made["token"]) as me:
            assert (await me.answer(0))["type"] == "done"
            await pause(one.lobby.store)
            assert (await two.lobby.store.claim(made["table"])) == (two.lobby.store.id, 2, None)
            option = me.table["asks"][0]["options"][0]["id"]
            seat, rev = me.table["asks"][0]["seat"], me.table["rev"]
            await me.send({"type": "answer", "id": "late", "rev": rev, "seat": seat, "action": option})
            assert await closed(me) == 1012
            assert '"late"' not in "".join(me.seen)  # neither done nor refused
        async with two.client(made["table"], made["token"]) as me:
            assert me.table["answers"] == 1
