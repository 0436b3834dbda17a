"""The lobby: lists by status and their pages, on both databases; seats that strangers ask for, and how many."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from grimtable.server.rows import Save, TableRow, Vault
from grimtable.server.store import Store, listed
from server.stored import GRANT, new_row
from server.tabletop import GENEROUS, Message, Site, served

pytestmark = pytest.mark.anyio
MANY_TABLES = 100_000
FILL = f"""
INSERT INTO tables (id, game, status, public, rev, answers, players, options, seats, salts, asked, created, changed)
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {MANY_TABLES})
SELECT 'many' || n, 'darklord', CASE n % 10 WHEN 0 THEN 'waiting' WHEN 1 THEN 'playing' ELSE 'over' END, n % 3 > 0,
       1, 0, 3, '{{}}', '[]', '[]', '[]', n, n FROM numbers
"""


async def page(site: Site, status: str, **more: str) -> Message:
    answer = await site.http.get("/api/tables", params={"status": status, **more})
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def ids(found: Message) -> list[str]:
    return [line["table"] for line in found["tables"]]


async def keep(store: Store, status: str, public: bool = True) -> TableRow:
    row = new_row(public)
    row.status = status
    await store.make(row, Vault(5, None, 1), [GRANT])
    return row


async def test_a_waiting_table_stays_in_sight_however_many_others_move(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        waiting = await keep(site.lobby.store, "waiting")
        busy = [await keep(site.lobby.store, "playing") for _ in range(70)]
        for row in busy:
            row.rev += 1
            await site.lobby.store.save(Save(row))
        assert ids(await page(site, "waiting")) == [waiting.id]
        assert ids((await site.http.get("/api/tables")).json()) == [waiting.id]
        assert ids(await page(site, "playing")) == [row.id for row in reversed(busy)][:30]
        assert await page(site, "finished") == {"tables": [], "before": None}


async def test_pages_follow_each_other_without_a_gap(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(lobby_page=4)) as site:
        made = [await keep(site.lobby.store, "over") for _ in range(11)]
        for row in made:
            row.changed = 1700000000.123456 if row in made[3:9] else row.changed  # several of the same moment
        async with site.lobby.store.engine.begin() as connection:
            for row in made:
                words = {"changed": row.changed, "id": row.id}
                await connection.execute(text("UPDATE tables SET changed = :changed WHERE id = :id"), words)
        await keep(site.lobby.store, "over", public=False)
        seen: list[str] = []
        before: dict[str, str] = {}
        while True:
            found = await page(site, "finished", **before)
            seen += ids(found)
            if found["before"] is None:
                break
            before = {"before": found["before"]}
        assert seen == [row.id for row in sorted(made, key=lambda row: (row.changed, row.id), reverse=True)]


@pytest.mark.parametrize(
    "query",
    ["status=over", "status=", "before=", "before=nan~abc", "before=1", "before=x~abc", "before=1~%00", "before=1~a'b"],
)
async def test_a_page_that_makes_no_sense_is_refused(tmp_path: Path, query: str) -> None:
    async with served(tmp_path) as site:
        answer = await site.http.get(f"/api/tables?{query}")
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


async def test_a_page_among_a_hundred_thousand_tables_is_read_along_its_index(store: Store) -> None:
    lite = store.url.get_backend_name() == "sqlite"
    async with store.engine.begin() as connection:
        await connection.execute(text(FILL))
        await connection.execute(text("ANALYZE"))
    dialect = store.engine.dialect
    for status in ("waiting", "playing", "over"):
        for before in (None, (50_000.0, "many50000")):
            query = listed(status, before, 31).compile(dialect=dialect, compile_kwargs={"literal_binds": True})
            async with store.engine.connect() as connection:
                found = await connection.execute(text(f"EXPLAIN {'QUERY PLAN' if lite else ''} {query}"))
                plan = "\n".join([str(row) for row in found])
            assert "tables_in_lobby" in plan, plan
            assert "Sort" not in plan, plan
            assert "TEMP B-TREE" not in plan, plan
            rows = await store.public(status, before, 31)
            assert len(rows) == 31
            assert [row.changed for row in rows] == sorted([row.changed for row in rows], reverse=True)


# ---------------------------------------------------------------- strangers who ask for seats
async def ask(site: Site, made: Message) -> Message:
    answer: Message = (await site.http.post(f"/api/tables/{made['table']}/sit", json={})).json()
    return answer


async def test_an_address_holds_few_seats_that_nobody_comes_to(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(unclaimed=2, hold_seconds=3)) as site:
        made = [await site.make("relics", "me", "person", public=True) for _ in range(6)]
        asked = await asyncio.gather(*[ask(site, one) for one in made[:4]])
        codes = sorted([one.get("code", "") for one in asked])
        assert codes == ["", "", "unclaimed", "unclaimed"]
        [first, *_] = [one for one in asked if "token" in one]
        async with site.client(first["table"], first["token"]):  # one of the two has come: there is room for one more
            assert "token" in await ask(site, made[4])
            assert (await ask(site, made[5]))["code"] == "unclaimed"
            while "token" not in (found := await ask(site, made[5])):  # those that nobody came to lapse
                assert found["code"] == "unclaimed"
                await asyncio.sleep(0.05)


async def test_a_seat_that_was_not_free_counts_for_nobody(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(unclaimed=1)) as site:
        full = await site.make("relics", "me", "me", public=True)
        other = await site.make("relics", "me", "person", public=True)
        for _ in range(3):
            assert (await ask(site, full))["code"] == "no_free_seat"
        assert "token" in await ask(site, other)


async def test_an_address_asks_for_seats_at_a_rate(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(sits=3)) as site:
        made = await site.make("relics", "me", "me", public=True)
        assert [(await ask(site, made))["code"] for _ in range(4)] == ["no_free_seat"] * 3 + ["too_many"]
