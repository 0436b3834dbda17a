"""Who is at the table: presence, second windows, names, seats that change hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.tabletop import play_out, served

pytestmark = pytest.mark.anyio


async def test_others_see_who_is_here(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person")
        async with site.client(made["table"], made["token"]) as zero:
            assert [seat["kind"] for seat in zero.table["seats"]] == ["person", "open"]
            async with site.client(made["table"], made["links"][0]["token"]):
                await zero.table_where(lambda table: table["seats"][1]["connected"])
            await zero.table_where(lambda table: not table["seats"][1]["connected"])
            assert zero.table["seats"][1]["kind"] == "person"


async def test_two_windows_show_the_same_seat(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with (
            site.client(made["table"], made["token"]) as one,
            site.client(made["table"], made["token"], lang="ja") as two,
        ):
            await one.answer(0)
            await two.table_where(lambda table: table["rev"] == one.table["rev"])
            assert two.table["view"] == one.table["view"]
            assert [ask["prompt"] for ask in two.table["asks"]] == [ask["prompt"] for ask in one.table["asks"]]
            await two.answer(0)
            await one.table_where(lambda table: table["answers"] == 2)


async def test_a_new_name_stands_in_all_sentences(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person")
        async with (
            site.client(made["table"], made["token"], name="Ann") as zero,
            site.client(made["table"], made["links"][0]["token"], name="Ben") as one,
        ):
            await zero.wish("name", name="  {0} \n\x00 <b>Zoë</b>   魔 ")
            await one.table_where(lambda table: table["seats"][0]["name"] == "{0} <b>Zoë</b> 魔")
            assert one.table["log"][0]["text"] == "{0} <b>Zoë</b> 魔 is dealt three relics."


async def test_a_person_brings_a_colour_and_may_change_it(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "me", "person")
        async with (
            site.client(made["table"], made["token"], name="Ann", colour=3) as ann,
            site.client(made["table"], made["links"][0]["token"], name="Ben") as ben,
        ):
            assert [seat["colour"] for seat in ben.table["seats"]] == [3, None, None]
            assert [seat["name"] for seat in ben.table["seats"]] == ["Ann", "Player 2", "Ben"]
            await ben.wish("name", name="Ben", colour=5)
            await ann.table_where(lambda table: table["seats"][2]["colour"] == 5)
            await ben.send({"type": "name", "id": "x", "name": "Ben", "colour": 7})
            assert (await ben.until(lambda message: message["type"] == "refused"))["code"] == "malformed"
        async with site.client(made["table"], made["token"], name="Ann", colour=1) as again:
            assert again.table["seats"][0]["colour"] == 3  # the one that others know


async def test_the_maker_gives_an_empty_or_deserted_seat_to_a_bot(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", "person", options={"rounds": 1})
        first, second = [link["token"] for link in made["links"]]
        async with site.client(made["table"], made["token"]) as zero:
            async with site.client(made["table"], first) as one:
                await zero.table_where(lambda table: table["seats"][1]["connected"])
                assert (await zero.wish("replace", seat=1, bot="greedy"))["code"] == "occupied"
                assert (await zero.wish("replace", seat=2, bot="os:system"))["code"] == "no_bot"
                assert (await zero.wish("replace", seat=9, bot="greedy"))["code"] == "not_your_seat"
                assert (await one.wish("replace", seat=2, bot="greedy"))["code"] == "not_maker"
                assert (await zero.wish("replace", seat=2, bot="greedy"))["type"] == "done"
                await one.table_where(lambda table: table["status"] == "playing")
            await zero.table_where(lambda table: not table["seats"][1]["connected"])
            assert (await zero.wish("replace", seat=1, bot="random"))["type"] == "done"
            assert zero.table["log"][-1]["kind"] == "note.replaced"
            async with site.client(made["table"], first) as late:  # who comes back finds the seat taken and may watch
                assert (late.table["role"], late.table["you"], late.table["viewer"]) == ("spectator", [], None)
                assert late.table["asks"] == []
                assert late.table["view"]["players"][1]["hand"] == [], "the bot's hand is the bot's"
            await play_out(zero)
            assert zero.table["result"] is not None
        async with site.client(made["table"], second) as nobody:
            assert nobody.table["you"] == []
