"""When bots think: while somebody watches, or until a person must decide; what has passed is not thought about."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from grimtable.server.bot_pool import BotPool, Question, Thought
from server.tabletop import GENEROUS, PATIENCE, Client, Site, served

pytestmark = pytest.mark.anyio


class HeldBots(BotPool):
    """Bots that answer when the test lets them."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []  # bots, and in which lane
        self.addresses: list[str] = []  # for whom
        self.dropped = 0
        self._answers = asyncio.Semaphore(0)

    async def answer(self, asked: Question, bot: str, seconds: float, lane: str) -> Thought:
        self.asked.append((bot, lane))
        self.addresses.append(asked.address)
        await self._held()
        return Thought(0)

    async def hint(self, asked: Question, seconds: float) -> tuple[list[tuple[int, float]], str]:
        self.asked.append(("hint", "slow"))
        await self._held()
        return [(0, 0.5)], "greedy"

    async def _held(self) -> None:
        try:
            await self._answers.acquire()
        except asyncio.CancelledError:
            self.dropped += 1
            raise

    def let(self, answers: int = 10_000) -> None:
        """Let them give so many answers."""
        for _ in range(answers):
            self._answers.release()

    async def until_asked(self, count: int) -> None:
        while len(self.asked) < count:
            await asyncio.sleep(0.01)

    async def until_dropped(self, count: int) -> None:
        while self.dropped < count:
            await asyncio.sleep(0.01)


@asynccontextmanager
async def held(folder: Path, **limits: Any) -> AsyncIterator[tuple[Site, HeldBots]]:
    async with served(folder, GENEROUS._replace(**limits)) as site:
        bots = HeldBots()
        site.lobby.bot_pool = bots
        async with asyncio.timeout(2 * PATIENCE):
            yield site, bots


async def answered(me: Client) -> None:
    """Give answers until somebody else is asked."""
    while me.is_asked():
        await me.answer(0)


async def until_alone(site: Site, table: str) -> None:
    while site.lobby.rooms[table].guests:
        await asyncio.sleep(0.01)


async def nothing() -> None: ...


async def test_a_table_of_bots_sleeps_while_nobody_watches_and_wakes_with_its_visitor(tmp_path: Path) -> None:
    async with held(tmp_path) as (site, bots):
        made = await site.make("relics", "greedy", "mcts:2s")
        async with site.client(made["table"], made["token"]):
            await bots.until_asked(1)
        await until_alone(site, made["table"])
        room = site.lobby.rooms[made["table"]]
        before, answers = len(bots.asked), room.row.answers
        bots.let()
        while room.row.answers == answers:
            await asyncio.sleep(0.01)
        await room.ask(nothing)  # after which all of that answer is done
        assert not room.thoughts
        assert len(bots.asked) == before, "what was thought of is played, and no more is thought of"
        async with site.client(made["table"], made["token"]) as back:
            await back.table_where(lambda table: table["status"] == "over")
        assert {*bots.asked} == {("greedy", "quick"), ("mcts:2s", "slow")}


async def test_bots_play_on_in_the_slow_lane_until_an_absent_person_must_decide(tmp_path: Path) -> None:
    async with held(tmp_path) as (site, bots):
        made = await site.make("darklord", "me", "greedy", "greedy", seed=1)
        async with site.client(made["table"], made["token"]) as me:
            await answered(me)
            await bots.until_asked(1)
        await until_alone(site, made["table"])
        before = len(bots.asked)
        bots.let()
        room = site.lobby.rooms[made["table"]]
        while not [seat for seat in room.row.asked if seat == 0]:
            await asyncio.sleep(0.01)
        assert not room.thoughts
        assert {*bots.asked[before:]} == {("greedy", "slow")}


async def test_a_visitor_who_comes_does_not_wait_for_the_slow_lane(tmp_path: Path) -> None:
    async with held(tmp_path) as (site, bots):
        made = await site.make("darklord", "me", "greedy", "greedy", seed=1)
        async with site.client(made["table"], made["token"]) as me:
            await answered(me)
            await bots.until_asked(1)
        await until_alone(site, made["table"])
        bots.let(1)
        await bots.until_asked(2)
        assert bots.asked[-1] == ("greedy", "slow")
        assert bots.addresses == ["127.0.0.1", ""], "visitors have their turns, and all others one"
        async with site.client(made["table"], made["token"]):
            await bots.until_asked(3)
            assert bots.asked[-1] == ("greedy", "quick")
            await bots.until_dropped(1)


async def test_a_thought_that_is_in_its_lane_goes_on_when_a_visitor_comes(tmp_path: Path) -> None:
    async with held(tmp_path) as (site, bots):
        made = await site.make("darklord", "me", "mcts:2s", "mcts:2s", seed=1)
        async with site.client(made["table"], made["token"]) as me:
            await answered(me)
            await bots.until_asked(1)
        await until_alone(site, made["table"])
        bots.let(1)
        await bots.until_asked(2)
        async with site.client(made["table"], made["token"]):
            assert (len(bots.asked), bots.dropped) == (2, 0)


async def test_a_hint_is_dropped_when_who_asked_for_it_goes(tmp_path: Path) -> None:
    async with held(tmp_path) as (site, bots):
        made = await site.make("darklord", "me", "me", "me", seed=1)
        async with site.client(made["table"], made["token"]) as stays:
            async with site.client(made["table"], made["token"]) as goes:
                for client in (goes, stays):
                    await client.send({"type": "hint", "id": "h", "rev": client.table["rev"], "seat": 0})
                await bots.until_asked(2)
            await bots.until_dropped(1)
            bots.let()
            assert (await stays.until(lambda message: message.get("id") == "h"))["type"] == "hint"
        assert bots.dropped == 1


async def test_a_table_goes_to_sleep_after_its_last_guest_whatever_its_bots_do(tmp_path: Path) -> None:
    async with held(tmp_path, idle_seconds=0.3) as (site, bots):
        made = await site.make("darklord", "me", "greedy", "greedy", seed=1)
        async with site.client(made["table"], made["token"]) as me:
            await answered(me)
            await bots.until_asked(1)
            room = site.lobby.rooms[made["table"]]
            await asyncio.sleep(0.6)
            assert not room.asleep, "somebody is there"

        while made["table"] in site.lobby.rooms:  # as often as bots would, there is something to do
            room.post(nothing)
            await asyncio.sleep(0.02)
        await bots.until_dropped(1)


async def test_a_decision_that_has_passed_is_not_thought_about(tmp_path: Path) -> None:
    async with held(tmp_path) as (site, bots):
        made = await site.make("darklord", "me", "mcts:2s", "mcts:2s", seed=1)
        async with site.client(made["table"], made["token"]) as me:
            await answered(me)
            await bots.until_asked(1)
            assert (await me.wish("ask_takeback", seat=0, to=1))["type"] == "done"
            await bots.until_dropped(1)
            assert not site.lobby.rooms[made["table"]].thoughts


async def test_bots_that_are_asked_together_think_on_when_one_has_answered(tmp_path: Path) -> None:
    async with held(tmp_path) as (site, bots):
        made = await site.make("relics", "greedy", "greedy", "greedy")
        async with site.client(made["table"], made["token"]):
            await bots.until_asked(1)
            room = site.lobby.rooms[made["table"]]
            while len(room.row.asked) < 3:
                before = len(bots.asked)
                bots.let(1)
                await bots.until_asked(before + 1)
            await bots.until_asked(before + 3)
            answers = room.row.answers
            bots.let(1)
            while room.row.answers == answers:
                await asyncio.sleep(0.01)
            assert (len(room.thoughts), len(bots.asked), bots.dropped) == (2, before + 3, 0)
