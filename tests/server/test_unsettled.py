"""What the server cannot know, it does not say: whether a commit got through that the database did not answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection
from websockets.exceptions import ConnectionClosed

from grimtable.server.archive import CampaignSave
from grimtable.server.refusals import Refuse
from grimtable.server.rows import Save
from grimtable.server.store import Store
from grimtable.server.transaction import OutcomeUnknown, Write, write_all
from server.campaigning import with_party
from server.tabletop import Client, Message, served

pytestmark = pytest.mark.anyio
Break = Callable[[bool], None]
commit = AsyncConnection.commit


@pytest.fixture
def next_commit_breaks(monkeypatch: pytest.MonkeyPatch) -> Break:
    """Switches on: the connection breaks when the next move is committed, before or after the database has done so."""

    def switch_on(after: bool) -> None:
        def noticing(connection: Connection, writes: list[Write]) -> list[Any]:
            if [write for write in writes if isinstance(write, Save | CampaignSave)]:
                monkeypatch.setattr(AsyncConnection, "commit", broken)
            return write_all(connection, writes)

        async def broken(connection: AsyncConnection) -> None:
            monkeypatch.setattr(AsyncConnection, "commit", commit)
            monkeypatch.setattr("grimtable.server.store.write_all", write_all)
            if after:
                await commit(connection)
            await connection.invalidate()
            raise ConnectionResetError("connection reset by peer")

        monkeypatch.setattr("grimtable.server.store.write_all", noticing)

    return switch_on


async def until_closed(client: Client) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        await client.until(lambda message: False)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


@pytest.mark.parametrize("after", [False, True], ids=["not stored", "stored"])
async def test_a_move_whose_commit_broke_is_settled_when_its_client_comes_again(
    url: str, tmp_path: Path, next_commit_breaks: Break, after: bool
) -> None:
    async with served(tmp_path, database=url) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            assert (await me.answer(0))["type"] == "done"
            ask = me.table["asks"][0]
            wish: Message = {"type": "answer", "id": "unsure", "rev": me.table["rev"], "seat": ask["seat"]}
            wish["action"] = ask["options"][0]["id"]
            next_commit_breaks(after)
            await me.send(wish)
            assert await until_closed(me) == 1012
            assert '"unsure"' not in "".join(me.seen)  # neither done nor refused
        async with site.client(made["table"], made["token"]) as me:
            assert me.table["answers"] == 1 + after
            await me.send(wish)
            assert (await me.until(lambda message: message.get("id") == "unsure"))["type"] == "done"
            assert (await me.answer(0))["type"] == "done"
            assert me.table["answers"] == 3


@pytest.mark.parametrize("after", [False, True], ids=["not stored", "stored"])
async def test_all_tables_of_such_a_commit_are_closed_and_no_other(
    url: str, tmp_path: Path, next_commit_breaks: Break, after: bool
) -> None:
    """It is not tried again one by one: what is stored is found out by those who come again."""
    async with served(tmp_path, database=url) as site:
        made = [await site.make("darklord", "me", "me", "me") for _ in range(3)]
        rooms = [await site.lobby.room(one["table"]) for one in made]
        next_commit_breaks(after)
        results = await asyncio.gather(*[room.ask(room.commit) for room in rooms[:2]], return_exceptions=True)
        assert [type(result) for result in results] == [OutcomeUnknown] * 2
        assert [room.asleep for room in rooms] == [True, True, False]
        assert [(await site.lobby.room(one["table"])).rev for one in made] == [after, after, 0]


@pytest.mark.parametrize("after", [False, True], ids=["not stored", "stored"])
async def test_an_act_of_a_campaign_whose_commit_broke_is_done_once(
    url: str, tmp_path: Path, next_commit_breaks: Break, after: bool
) -> None:
    async with served(tmp_path, database=url) as site:
        (ada,), _ = await with_party(site, "Ada")
        content = {"wish": "unsure", "mark": ada.view["mark"], "act": ["buy", 0, 1]}
        next_commit_breaks(after)
        assert (await ada.post("/acts", content)).status_code == 503
        found = await ada.post("/acts", content)
        assert found.status_code == 200
        assert found.json()["mark"] == ada.view["mark"] + 1


# ---------------------------------------------------------------- tables that close
async def test_who_asks_a_table_that_closes_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        room = await site.lobby.room(made["table"])
        started = asyncio.Event()

        async def hang() -> None:
            started.set()
            await asyncio.Event().wait()

        async def nothing() -> None:
            pass

        asked = [asyncio.create_task(room.ask(job)) for job in (hang, nothing)]
        await started.wait()
        await site.lobby.forget(made["table"])
        asked.append(asyncio.create_task(room.ask(nothing)))
        await asyncio.wait(asked, timeout=20)
        assert [type(task.exception()) for task in asked if task.done()] == [Refuse] * 3


async def test_a_seat_that_could_not_be_stored_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("CRITICAL", "grimtable.server")
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "person", "person", public=True)
        path = f"/api/tables/{made['table']}/sit"
        async with site.client(made["table"], made["token"]) as me:
            keep = Store._commit

            async def full(store: Store, writes: object) -> None:
                raise OSError("no space left on device")

            monkeypatch.setattr(Store, "_commit", full)
            assert (await site.http.post(path, json={"seat": 1})).status_code >= 500
            monkeypatch.setattr(Store, "_commit", keep)
            await me.until(lambda message: message["type"] == "table")
            assert (await site.http.post(path, json={"seat": 1})).status_code == 201


async def test_whoever_comes_while_a_table_closes_comes_again(tmp_path: Path) -> None:
    """Also a guest who has not been let in yet is told."""
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        room = await site.lobby.room(made["table"])
        started = asyncio.Event()

        async def hang() -> None:
            started.set()
            await asyncio.Event().wait()

        room.post(hang)
        async with site.socket() as socket:
            me = Client(socket)
            await me.send({"type": "hello", "table": made["table"], "token": made["token"], "lang": "en"})
            await started.wait()
            while room._jobs.empty():
                await asyncio.sleep(0.01)
            await site.lobby.forget(made["table"])
            assert await until_closed(me) == 1012
