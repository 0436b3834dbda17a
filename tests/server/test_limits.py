"""How much one visitor may ask, and what happens beyond."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from grimtable.server.limits import Counter, Limits, Rate
from server.tabletop import GENEROUS, SALT, Client, play_out, served

pytestmark = pytest.mark.anyio


def test_a_rate_counts_in_a_moving_window() -> None:
    now = [0.0]
    rate = Rate(2, 10, lambda: now[0])
    assert [rate.allows() for _ in range(3)] == [True, True, False]
    now[0] = 10.5
    assert rate.allows()
    now[0] = 30
    assert rate.is_idle()


def test_a_counter_forgets_who_has_left() -> None:
    counter = Counter(1, 2)
    assert [counter.enter("a"), counter.enter("a"), counter.enter("b"), counter.enter("c")] == [
        True,
        False,
        True,
        False,
    ]
    counter.leave("a")
    assert counter.enter("c")
    assert counter.total == 2


async def closed_with(client: Client) -> int | None:
    try:
        while True:
            await client.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else None


async def test_too_many_messages_close_the_socket(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(messages=10)) as site:
        made = await site.make("relics", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            for n in range(12):
                await me.send({"type": "ping", "id": f"p{n}"})
            assert await closed_with(me) == 4008
            assert '"too_many"' in me.seen[-1]


async def test_too_many_refusals_close_the_socket(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(refusals=5)) as site:
        made = await site.make("relics", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            for _ in range(6):
                await me.wish("answer", seat=7, action="x")
            await me.send({"type": "ping", "id": "a"})
            assert await closed_with(me) == 4008


async def test_a_long_message_is_refused_and_a_huge_one_closes(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            await me.connection.send(json.dumps({"type": "ping", "id": "a", "x": "y" * (65 << 10)}))
            assert (await me.until(lambda m: m["type"] == "refused"))["code"] == "too_large"
            await me.connection.send("x" * (300 << 10))
            assert await closed_with(me) == 1009


async def test_a_socket_without_hello_is_closed(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(hello_seconds=0.3)) as site, site.socket() as found:
        client = Client(found)
        await client.send({"type": "ping", "id": "a"})
        assert (await client.receive())["code"] == "hello_first"
        assert await closed_with(client) == 4001


async def test_hello_with_a_wrong_token_opens_nothing(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", public=True)
        hidden = await site.make("relics", "me", "person")
        async with site.socket() as found:
            client = Client(found)
            for table, token in (
                (made["table"], "A" * 43),
                (made["table"], hidden["token"]),
                (hidden["table"], None),
                ("nobodyishere", made["token"]),
            ):
                await client.send({"type": "hello", "table": table, "token": token, "lang": "en", "salt": SALT})
                assert (await client.receive())["code"] == "not_found"


async def test_tables_per_address(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(tables=2)) as site:
        for _ in range(2):
            await site.make("relics", "me", "me")
        answer = await site.http.post("/api/tables", json={"game": "relics", "seats": [{"kind": "me"}] * 2})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_tables")


async def test_requests_per_address(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(requests=5)) as site:
        codes = [(await site.http.get("/api/tables")).status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2


async def test_sockets_per_address(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(sockets=1)) as site, site.socket():
        with pytest.raises(Exception, match="403"):
            async with site.socket():
                pass


async def test_idle_tables_sleep_and_wake_where_they_were(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(idle_seconds=0.2)) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            await me.answer(0)
            before = me.table
            await asyncio.sleep(0.6)
            assert made["table"] in site.lobby.rooms, "somebody is there"
        for _ in range(50):
            await asyncio.sleep(0.1)
            if made["table"] not in site.lobby.rooms:
                break
        assert made["table"] not in site.lobby.rooms
        async with site.client(made["table"], made["token"]) as me:
            assert me.table == {**before, "type": "table", "log_from": 0}


async def test_a_client_that_does_not_read_is_sent_a_whole_table_later(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(outbox=3)) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with (
            site.client(made["table"], made["token"]) as me,
            site.client(made["table"], made["token"]) as sleepy,
        ):
            (guest,) = site.lobby.rooms[made["table"]].guests[1:]
            guest._outbox.put_nowait(b'{"type":"pong","id":"1"}')
            guest._outbox.put_nowait(b'{"type":"pong","id":"2"}')
            guest._outbox.put_nowait(b'{"type":"pong","id":"3"}')
            guest.tell(b'{"type":"pong","id":"lost"}')
            assert guest.behind
            await me.answer(0)
            await sleepy.until(lambda message: message["type"] == "table")
            await sleepy.table_where(lambda table: table["answers"] == 1)
            assert not guest.behind


async def test_the_default_limits_let_a_person_play(tmp_path: Path) -> None:
    async with served(tmp_path, Limits()) as site:
        made = await site.make("relics", "me", "greedy", options={"rounds": 1})
        async with site.client(made["table"], made["token"]) as me:
            await play_out(me)
