"""How much one visitor may ask, and what happens beyond."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from grimtable.kernel.values import BadInput
from grimtable.server.addresses import visitor
from grimtable.server.limits import MOST_ADDRESSES, Counter, Limits, Rate, Rates, limits_of
from server.tabletop import GENEROUS, Client, play_out, served

pytestmark = pytest.mark.anyio


def test_what_was_used_of_a_rate_comes_back_steadily() -> None:
    now = [0.0]
    rate = Rate(2, 10, lambda: now[0])
    assert [rate.allows() for _ in range(3)] == [True, True, False]
    assert rate.wait() == 5
    now[0] = 5
    assert rate.wait() == 0
    assert [rate.allows() for _ in range(2)] == [True, False]
    now[0] = 30
    assert [rate.allows() for _ in range(3)] == [True, True, False]


def test_expensive_requests_count_several_times() -> None:
    rates = Rates(10, 10, lambda: 0.0)
    assert [rates.allows("a", 4) for _ in range(3)] == [True, True, False]
    assert [rates.allows("a") for _ in range(3)] == [True, True, False]
    assert rates.allows("b", 1000), "one is always possible"


def test_a_request_takes_as_many_steps_among_100_000_addresses_as_among_ten() -> None:
    now = [0.0]
    rates = Rates(40, 3600, lambda: now[0])

    def steps(addresses: Iterable[int]) -> int:
        """How many lines are run, at most, for one request."""
        most = 0
        for number in addresses:
            now[0] += 0.001
            with counted_lines() as lines:
                assert rates.allows(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
            most = max(most, lines[0])
        return most

    few = steps(range(10))
    for number in range(10, 100_000):
        rates.allows(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert steps(range(100_000, 100_100)) <= 3 * few
    assert len(rates) <= MOST_ADDRESSES
    now[0] += 7200
    for _ in range(100_000):
        rates.allows("a")
    assert len(rates) == 1, "those that were quiet are forgotten"


@contextmanager
def counted_lines() -> Iterator[list[int]]:
    """Counts the lines of Python that are run, in loops and comprehensions too."""
    count = [0]

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        count[0] += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield count
    finally:
        sys.settrace(before)


@pytest.mark.parametrize(
    ("host", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("x" * 100, "x" * 64),
    ],
)
def test_whose_limits_an_address_uses_up(host: str, counts_as: str) -> None:
    assert visitor(host) == counts_as


def test_limits_by_name() -> None:
    assert limits_of(()) == Limits()
    assert limits_of(["sockets=7", "receive_seconds=2.5"]) == Limits(sockets=7, receive_seconds=2.5)
    assert limits_of(["waiting_days=0"]).waiting_days == 0
    for word, complaint in (
        ("sockts=7", "did you mean sockets?"),
        ("x", "--limits lists them"),
        ("sockets", "whole number"),
        ("sockets=many", "whole number"),
        ("sockets=2.5", "whole number"),
        ("sockets=0", "above 0"),
        ("sockets=-1", "above 0"),
        ("sockets=99999999999999", "up to"),
        ("receive_seconds=nan", "a number above 0"),
        ("receive_seconds=inf", "a number above 0"),
    ):
        with pytest.raises(BadInput, match=re.escape(complaint)):
            limits_of([word])


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


async def test_a_hasty_client_is_slowed_down_and_hears_everything(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(messages=10, message_seconds=0.5)) as site:
        made = await site.make("relics", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            started = time.monotonic()
            for n in range(40):
                await me.send({"type": "ping", "id": f"p{n}"})
            heard = [(await me.receive())["id"] for _ in range(40)]
            assert heard == [f"p{n}" for n in range(40)]
            assert time.monotonic() - started > 1.4, "thirty messages more than ten, at twenty a second"


async def test_an_address_is_slowed_down_however_many_sockets_it_has(tmp_path: Path) -> None:
    limits = GENEROUS._replace(address_messages=20, message_seconds=1)
    async with served(tmp_path, limits) as site:
        made = await site.make("relics", "me", "me")
        async with AsyncExitStack() as held:
            started = time.monotonic()
            many = [await held.enter_async_context(site.client(made["table"], made["token"])) for _ in range(8)]
            for client in many:
                assert (await client.wish("lang", lang="ja"))["type"] == "done"
            assert time.monotonic() - started > 2.5, "each hello and each table anew cost as much as five others"


async def test_sockets_are_opened_at_a_rate(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(requests=9, request_seconds=60)) as site:
        for _ in range(3):
            async with site.socket():
                pass
        with pytest.raises(Exception, match="403"):
            async with site.socket():
                pass


async def test_the_jobs_of_a_table_leave_others_their_turn(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "me")
        room = await site.lobby.room(made["table"])
        done = 0

        async def job() -> None:
            nonlocal done
            done += 1

        for _ in range(1000):
            room.post(job)
        while not done:
            await asyncio.sleep(0)
        assert done < 10


async def test_far_too_many_messages_at_once_close_the_socket(tmp_path: Path) -> None:
    limits = GENEROUS._replace(messages=5, message_seconds=1, waiting_messages=20)
    async with served(tmp_path, limits) as site:
        made = await site.make("relics", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            with suppress(ConnectionClosed):
                for n in range(1000):
                    await me.send({"type": "ping", "id": f"p{n}"})
            assert await closed_with(me) == 4008
            assert site.connections.total <= 1, "the test's own HTTP client may have one"


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
                await client.send({"type": "hello", "table": table, "token": token, "lang": "en"})
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
