"""Undo, restart and take-back; and that nobody gains new luck by going back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from grimtable import records
from grimtable.kernel.codec import digest
from server.tabletop import Client, bearer, play_out, served

pytestmark = pytest.mark.anyio


async def to_placement(client: Client) -> None:
    while client.table["view"]["phase"] != "placement":
        await client.answer(-1)


async def test_own_answers_are_undone_one_by_one_or_all(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            start = me.table["view"]
            assert me.table["undo"] == {"can": False, "why": "nothing", "restart": False, "seat": None}
            seat = me.table["asks"][0]["seat"]
            await me.answer(1)  # sleeves one unit after the other
            assert me.table["undo"]["can"]
            assert me.table["asks"][0]["seat"] == seat
            await me.answer(1)
            log = len(me.table["log"])
            assert (await me.wish("undo", seat=seat))["type"] == "done"
            assert me.table["answers"] == 1
            await me.answer(1)
            assert len(me.table["log"]) == log
            assert (await me.wish("restart", seat=seat))["type"] == "done"
            assert (me.table["answers"], me.table["view"]) == (0, start)
            assert (await me.wish("undo", seat=seat))["code"] == "no_undo"


async def test_undo_works_after_the_table_has_slept(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            await to_placement(me)
            before, seat = me.table["view"], me.table["asks"][0]["seat"]
            await me.answer(0)
        await site.lobby.forget(made["table"])
        async with site.client(made["table"], made["token"]) as me:
            assert me.table["undo"]["seat"] == seat
            assert (await me.wish("undo", seat=seat))["type"] == "done"
            assert me.table["view"] == before


async def test_nobody_undoes_after_another_has_acted(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "person", "person")
        tokens = [made["token"], *[link["token"] for link in made["links"]]]
        async with (
            site.client(made["table"], tokens[0]) as zero,
            site.client(made["table"], tokens[1]) as one,
            site.client(made["table"], tokens[2]) as two,
        ):
            everybody = (zero, one, two)
            for client in everybody:
                await client.table_where(lambda table: table["status"] == "playing")
            first = next(client for client in everybody if client.is_asked())
            while first.is_asked():
                await first.answer(-1)
            count = first.table["answers"]
            for client in everybody:
                await client.table_where(lambda table: table["answers"] == count)
            second = next(client for client in everybody if client.is_asked())
            refused = await second.wish("undo", seat=second.table["you"][0])
            assert refused["code"] == "no_undo"
            await second.answer(0)
            await first.table_where(lambda table: table["answers"] > count)
            assert first.table["undo"]["why"] == "other_player"
            assert (await first.wish("undo", seat=first.table["you"][0]))["code"] == "no_undo"


async def test_dice_and_secrets_end_undo(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            seat = me.table["asks"][0]["seat"]
            await me.wish("answer", seat=seat, action="act:draw")
            assert me.table["undo"]["why"] == "dice_or_secret"
            assert (await me.wish("undo", seat=seat))["code"] == "no_undo"


async def test_a_take_back_needs_everybody_and_brings_the_same_dice(tmp_path: Path) -> None:
    """Secret rolls and draws come out the same when the same is done again."""
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", "greedy")
        async with (
            site.client(made["table"], made["token"]) as zero,
            site.client(made["table"], made["links"][0]["token"]) as one,
        ):
            await zero.table_where(lambda table: bool(table["asks"]))
            await zero.wish("answer", seat=0, action="act:augur")
            omen = zero.table["view"]["players"][0]["omen"]
            await zero.wish("answer", seat=0, action="act:draw")
            hand = zero.table["view"]["players"][0]["hand"]
            await one.table_where(lambda table: bool(table["asks"]))
            await zero.table_where(lambda table: table["rev"] == one.table["rev"])
            assert (await zero.wish("ask_takeback", seat=0, to=0))["code"] == "no_takeback"
            assert (await zero.wish("ask_takeback", seat=0, to=1))["type"] == "done"
            await one.table_where(lambda table: table["takeback"] is not None)
            assert one.table["takeback"]["missing"] == [1]
            assert (await one.wish("reply_takeback", seat=1, accept=False))["type"] == "done"
            await zero.table_where(lambda table: table["takeback"] is None)
            assert zero.table["answers"] == 2
            await zero.wish("ask_takeback", seat=0, to=1)
            assert (await zero.wish("reply_takeback", seat=0, accept=True))["code"] == "not_asked"
            await one.table_where(lambda table: table["takeback"] is not None)
            assert (await one.wish("reply_takeback", seat=1, accept=True))["type"] == "done"
            await zero.table_where(lambda table: table["answers"] == 0)
            assert zero.table["log"][-1]["kind"] == "note.took_back"
            await zero.wish("answer", seat=0, action="act:augur")
            await zero.wish("answer", seat=0, action="act:draw")
            assert zero.table["view"]["players"][0]["omen"] == omen
            assert zero.table["view"]["players"][0]["hand"] == hand
            await asyncio.gather(play_out(zero), play_out(one))
        data = (await site.http.get(f"/api/tables/{made['table']}/record", headers=bearer(made["token"]))).content
    assert records.verify(records.decode(data)).dice == "fair"


def is_asked(table: dict[str, Any]) -> bool:
    """Whether an answer is open: what is sealed already waits for the bots."""
    return any([not ask["sealed"] for ask in table["asks"]])


async def test_against_bots_alone_a_take_back_needs_nobody(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "random", "random")
        async with site.client(made["table"], made["token"]) as me:
            for _ in range(4):
                await me.table_where(is_asked)
                await me.answer(0)
            await me.table_where(is_asked)
            assert (await me.wish("ask_takeback", seat=0, to=3))["type"] == "done"
            await me.table_where(lambda table: table["answers"] >= 2)
            room = site.lobby.rooms[made["table"]]
            assert room.course is not None
            stored = await site.lobby.store.load(made["table"])
            assert stored is not None
            await play_out(me)
            assert room.course.record.lines[-1].hash == digest(room.course.game)
        data = (await site.http.get(f"/api/tables/{made['table']}/record", headers=bearer(made["token"]))).content
    assert records.verify(records.decode(data)).finished


async def test_a_finished_game_stays_finished(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "me", options={"rounds": 1})
        async with site.client(made["table"], made["token"]) as me:
            await play_out(me)
            for kind, more in (("undo", {}), ("ask_takeback", {"to": 1}), ("answer", {"action": "x"}), ("hint", {})):
                assert (await me.wish(kind, seat=0, **more))["code"] == "over"
