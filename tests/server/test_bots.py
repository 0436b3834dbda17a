"""Bots and hints: never in the way of a table."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from grimtable import load
from grimtable.kernel.chance import FastDice
from grimtable.records import recorded_game
from grimtable.server import bot_pool
from grimtable.server.bot_pool import FIRST_OPTION, BotPool, Question, imagined, plans
from grimtable.server.lanes import Lanes
from server.tabletop import GENEROUS, play_out, served

pytestmark = pytest.mark.anyio

STRANGERS = {"crashing": "failed", "slow": "slow", "deaf": "slow", "deadly": "failed"}
SPECS = {name: f"server.strange:{name.capitalize()}" for name in STRANGERS}
IMPATIENT = GENEROUS._replace(bot_seconds=0.5)


@asynccontextmanager
async def pool() -> AsyncIterator[BotPool]:
    lanes = Lanes(plans(1, 1))
    try:
        yield BotPool(lanes)
    finally:
        await lanes.close()


def question(table: str = "t") -> Question:
    game = recorded_game("relics", 2, 5).game
    (decision,) = game.decisions()
    return Question(table, "", 1, decision.player, len(decision.options), imagined(game, decision.player))


@pytest.mark.parametrize("name", STRANGERS)
async def test_a_bot_that_misbehaves_is_stood_in_for(tmp_path: Path, name: str) -> None:
    limits = IMPATIENT if STRANGERS[name] == "slow" else GENEROUS
    async with served(tmp_path, limits, extra_bots=tuple(SPECS.values())) as site:
        made = await site.make("relics", "me", SPECS[name], options={"rounds": 1})
        async with site.client(made["table"], made["token"]) as me:
            if name == "crashing":
                await play_out(me)
                assert me.table["result"] is not None
            while not [line for line in me.table["log"] if line["kind"] == "note.bot_fallback"]:
                await me.answer(0) if me.is_asked() else await me.receive()
            assert me.table["seats"][1]["fallback"] in ("greedy", FIRST_OPTION)
            notes = [line["text"] for line in me.table["log"] if line["kind"] == "note.bot_fallback"]
            words = {"failed": "failed", "slow": "took too long"}[STRANGERS[name]]
            assert notes
            assert all([words in note for note in notes])


async def test_a_bot_that_hangs_blocks_no_other_table(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(bot_seconds=2), extra_bots=tuple(SPECS.values())) as site:
        stuck = await site.make("relics", "me", SPECS["deaf"])
        fine = await site.make("relics", "me", "me")
        async with (
            site.client(stuck["table"], stuck["token"]) as waiting,
            site.client(fine["table"], fine["token"]) as playing,
        ):
            await waiting.answer(0)
            await waiting.answer(0)
            started = time.monotonic()
            for _ in range(6):
                await playing.answer(0)
            assert time.monotonic() - started < 2


async def test_when_all_thinking_fails_the_first_option_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "FALLBACK", SPECS["crashing"])
    async with pool() as found:
        assert await found.answer(question(), SPECS["crashing"], 20, "slow") == (0, FIRST_OPTION, "failed")


class Counting:
    """A worker that notes which bot it is asked for, and answers when the test says so."""

    def __init__(self, bots: list[str], gate: asyncio.Event) -> None:
        self.bots, self.gate, self.done = bots, gate, 0

    def is_alive(self) -> bool:
        return True

    async def ended(self) -> None:
        await asyncio.Event().wait()

    async def call(self, task: str, args: tuple[Any, ...]) -> Any:
        self.bots.append(args[2])
        await self.gate.wait()
        return [(0, 1.0)]

    async def end(self) -> None:
        pass


async def test_searches_take_less_time_when_many_wait_for_one() -> None:
    """The more wait behind it, the less a search takes; the last takes what it may, and what has no time is not cut."""
    bots, gate = list[str](), asyncio.Event()

    async def start(niceness: int) -> Counting:
        return Counting(bots, gate)

    lanes = Lanes(plans(1, 1), start)
    found = BotPool(lanes)
    asked = [asyncio.create_task(found.answer(question(str(n)), "mcts:2s", 1000, "slow")) for n in range(50)]
    while not bots:
        await asyncio.sleep(0)
    asked.append(asyncio.create_task(found.answer(question("last"), "mcts:500", 1000, "slow")))
    gate.set()
    assert {await thought for thought in asked} == {(0, None, None)}
    budgets = [float(bot.removeprefix("mcts:").removesuffix("s")) for bot in bots[:-1]]
    assert max(budgets[:25]) < 0.2
    assert budgets[-1] == 2.0
    assert budgets == sorted(budgets)
    assert bots[-1] == "mcts:500"
    await lanes.close()


async def test_hints_are_legal_and_ranked(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            ask = me.table["asks"][0]
            hint = await me.wish("hint", seat=ask["seat"])
            assert hint["type"] == "hint"
            offered = {option["id"]: option["text"] for option in ask["options"]}
            assert 1 <= len(hint["answers"]) <= 3
            for answer in hint["answers"]:
                assert offered[answer["action"]] == answer["text"]
                assert 0 <= answer["estimate"] <= 1
            other = (ask["seat"] + 1) % 3
            assert (await me.wish("hint", seat=other))["code"] == "not_asked"
            assert me.table["answers"] == 0


async def test_what_leaves_for_a_bot_is_imagined() -> None:
    """The stored game that a thought gets agrees with what its seat knows, and not with what it cannot know."""
    game = recorded_game("relics", 3, 11).game
    others = set()
    for _ in range(20):
        copy = load(imagined(game, 0))
        assert game.rules.view(copy.state, 0) == game.rules.view(game.state, 0)
        others.add(copy.state.hands[1])
        assert copy.dice.mark != game.dice.mark
    assert len(others) > 5
    assert isinstance(game.dice, FastDice)


async def test_bots_alone_play_while_somebody_looks(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "greedy", "random", options={"rounds": 1})
        async with site.client(made["table"], made["token"]) as me:
            assert me.table["role"] == "spectator"
            await me.table_where(lambda table: table["status"] == "over")
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
