"""Whole games over real sockets, and what the table promises meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from grimtable import records
from server.tabletop import Message, bearer, play_out, served

pytestmark = pytest.mark.anyio


async def test_two_persons_and_two_bots_play_a_whole_game(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "greedy", "person", "random")
        link = made["links"][0]
        assert link["seat"] == 2
        async with site.client(made["table"], made["token"], name="Ann") as ann:
            assert ann.table["status"] == "waiting"
            assert ann.table["dice"]["commitment"] == made["commitment"]
            async with site.client(made["table"], link["token"], name="Ben", lang="ja") as ben:
                await ann.table_where(lambda table: table["status"] == "playing")
                await asyncio.gather(play_out(ann), play_out(ben))
                assert ann.table["result"]["scores"] == ben.table["result"]["scores"]
                assert [seat["name"] for seat in ann.table["seats"]] == ["Ann", "Greedy (bot)", "Ben", "Random (bot)"]
                assert len(ann.table["log"]) == len(ben.table["log"])
                assert ann.table["log"] != ben.table["log"], "the languages differ"
                assert {ask for table in (ann, ben) for ask in table.table["asks"]} == set()
        exported = (await site.http.get(f"/api/tables/{made['table']}/record", headers=bearer(made["token"]))).content
    verdict = records.verify(records.decode(exported))
    assert verdict.finished
    assert verdict.dice == "fair"


async def test_whoever_goes_alone_and_fails_has_not_won(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("gloomhaven", "me")
        async with site.client(made["table"], made["token"], name="Ann") as ann:
            await play_out(ann, lambda n: n)
            result = ann.table["result"]
            assert (result["scores"], result["winners"], result["text"]) == ([], [], "All lose.")
            assert [(row["name"], row["score"], row["won"]) for row in result["table"]] == [("Ann", None, False)]


async def test_play_now_starts_with_the_first_hello(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "greedy", "greedy")
        async with site.client(made["table"], made["token"]) as me:
            assert me.table["status"] == "playing"
            await me.table_where(lambda table: bool(table["asks"]))


async def test_a_wish_that_comes_twice_is_done_once(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            ask = me.table["asks"][0]
            wish: Message = {"type": "answer", "id": "once", "rev": me.table["rev"], "seat": ask["seat"]}
            wish["action"] = ask["options"][0]["id"]
            for _ in range(2):
                await me.send(wish)
            first = await me.until(lambda m: m.get("id") == "once")
            second = await me.until(lambda m: m.get("id") == "once")
            assert first == second
            assert first["type"] == "done"
            assert me.table["answers"] == 1
        await site.lobby.forget(made["table"])
        async with site.client(made["table"], made["token"]) as again:  # also after the table slept
            await again.send(wish)
            assert await again.until(lambda m: m.get("id") == "once") == first
            assert again.table["answers"] == 1


async def test_a_stale_wish_is_refused_with_the_table_as_it_is(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            old = me.table["rev"]
            await me.answer()
            ask = me.table["asks"][0]
            await me.send(
                {"type": "answer", "id": "late", "rev": old, "seat": ask["seat"], "action": ask["options"][0]["id"]}
            )
            refused = await me.until(lambda m: m.get("id") == "late")
            assert (refused["type"], refused["code"]) == ("refused", "stale")
            assert (await me.receive())["type"] == "table"
            future = await me.wish("answer", seat=ask["seat"], action="x", rev=old + 1000)
            assert future["code"] == "stale"


async def test_nobody_answers_for_another_seat(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "person", "person", public=True)
        tokens = [link["token"] for link in made["links"]]
        async with (
            site.client(made["table"], made["token"]) as zero,
            site.client(made["table"], tokens[0]) as one,
            site.client(made["table"], tokens[1]) as two,
            site.client(made["table"], made["spectator"]) as watcher,
            site.client(made["table"], None) as passer_by,
        ):
            everybody = [zero, one, two]
            for client in (*everybody, watcher, passer_by):
                await client.table_where(lambda table: table["status"] == "playing")
            (asked,) = [client for client in everybody if client.table["asks"]]
            seat, action = asked.table["asks"][0]["seat"], asked.table["asks"][0]["options"][0]["id"]
            for other in everybody:
                if other is not asked:
                    assert (await other.wish("answer", seat=seat, action=action))["code"] == "not_your_seat"
                    mine = other.table["you"][0]
                    assert (await other.wish("answer", seat=mine, action=action))["code"] == "not_asked"
            for guest in (watcher, passer_by):
                assert guest.table["role"] == "spectator"
                assert guest.table["asks"] == []
                for kind in ("answer", "undo", "restart", "hint", "withdraw"):
                    more = {"action": action} if kind == "answer" else {}
                    assert (await guest.wish(kind, seat=seat, **more))["code"] == "spectator"
                assert (await guest.wish("name", name="Mallory"))["code"] == "spectator"
                assert (await guest.wish("replace", seat=seat, bot="greedy"))["code"] == "not_maker"
            assert (await asked.answer())["type"] == "done"


async def test_a_refusal_is_a_code_and_a_sentence(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"], lang="ja") as me:
            seat = me.table["asks"][0]["seat"]
            for fields, code in (
                ({"action": "place:nonsense"}, "not_an_option"),
                ({"answer": "nonsense"}, "not_an_option"),
                ({"answer": {"a": 1}}, "malformed"),
                ({"answer": 1.5}, "malformed"),
                ({"answer": [[[[[[[[[[1]]]]]]]]]]}, "malformed"),
                ({}, "malformed"),
                ({"answer": "all", "action": "all"}, "malformed"),
            ):
                refused = await me.wish("answer", seat=seat, **fields)
                assert refused["code"] == code, fields
                assert "。" in refused["text"] or refused["text"].endswith("い")
            assert me.table["answers"] == 0
            assert (await me.wish("explain", ref="card:nobody"))["code"] == "unknown"
            assert (await me.wish("explain", ref="player:0"))["type"] == "explained"
            assert (await me.wish("ping"))["type"] == "pong"


async def test_an_answer_can_be_checked_without_giving_it(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with (
            site.client(made["table"], made["token"]) as me,
            site.client(made["table"], made["spectator"]) as watcher,
        ):
            seat = me.table["asks"][0]["seat"]
            action = me.table["asks"][0]["options"][0]["id"]
            option = action.partition(":")[2].split("/")
            legal = await me.wish("check", seat=seat, answer=option if len(option) > 1 else option[0])
            assert (legal["type"], legal["legal"], legal["text"]) == ("checked", True, "")
            wrong = await me.wish("check", seat=seat, answer="nonsense")
            assert (wrong["type"], wrong["legal"]) == ("checked", False)
            assert wrong["text"]
            assert (await me.wish("check", seat=seat, answer=1.5))["code"] == "malformed"
            assert (await me.wish("check", seat=(seat + 1) % 3, answer=1))["code"] == "not_asked"
            assert (await watcher.wish("check", seat=seat, answer=1))["code"] == "spectator"
            assert me.table["answers"] == 0


async def test_an_answer_of_ones_own_is_checked_by_the_rules(tmp_path: Path) -> None:
    """A place on the open table: legal, off the table, and no place at all."""
    async with served(tmp_path) as site:
        made = await site.make("wh40k", "me", "me", seed=3)
        async with site.client(made["table"], made["token"]) as me:
            seat = me.table["asks"][0]["seat"]
            assert (me.table["asks"][0]["prompt"], me.table["asks"][0]["open"]) == ("place_marker", True)
            assert (await me.wish("check", seat=seat, answer=[91440, 60001]))["legal"]
            off = await me.wish("check", seat=seat, answer=[-5, 60960])
            assert (off["legal"], off["rules"]) == (False, ["WH40K-17.3"])
            assert off["text"]
            assert not (await me.wish("check", seat=seat, answer="here"))["legal"]
            assert me.table["answers"] == 0


async def test_the_language_changes_in_mid_game(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            english = me.table["log"]
            await me.wish("lang", lang="ja")
            assert me.table["lang"] == "ja"
            assert me.table["game"]["title"] == "名もなき魔王"
            assert [line["kind"] for line in me.table["log"]] == [line["kind"] for line in english]
            assert me.table["log"] != english


async def test_sealed_answers_wait_and_can_be_withdrawn(tmp_path: Path) -> None:
    """Another's sealed answer makes nobody's answer stale."""
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "person", "person", options={"sleeve_order": "simultaneous"})
        tokens = [made["token"], *[link["token"] for link in made["links"]]]
        async with (
            site.client(made["table"], tokens[0]) as zero,
            site.client(made["table"], tokens[1]) as one,
            site.client(made["table"], tokens[2]) as two,
        ):
            for client in (zero, one, two):
                await client.table_where(lambda table: bool(table["asks"]))
            await zero.answer()
            sealed = {"seat": 0, "sealed": True}
            await one.table_where(lambda table: sealed in table["waiting"])
            assert [ask["seat"] for ask in one.table["asks"]] == [1]
            await two.answer()  # its revision is that of before
            assert zero.table["asks"][0]["sealed"]
            assert (await zero.wish("withdraw", seat=0))["type"] == "done"
            assert not zero.table["asks"][0]["sealed"]
            assert (await zero.wish("withdraw", seat=0))["code"] == "nothing_to_withdraw"
            await zero.answer(1)
            assert (await one.answer())["type"] == "done"
            await zero.table_where(lambda table: table["answers"] == 3 and table["view"]["phase"] == "placement")
        stored = await site.lobby.store.load(made["table"])
        assert stored is not None
        assert len(stored.lines) == 4


async def test_hotseat_looks_through_the_eyes_of_whoever_is_asked(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            assert me.table["game"]["secrets"]
            for _ in range(12):
                ask = next(ask for ask in me.table["asks"] if not ask["sealed"])
                eyes = me.table["viewer"]
                assert eyes in [ask["seat"] for ask in me.table["asks"]]
                hands = [home["hand"] for home in me.table["view"]["players"]]
                assert len(hands[eyes]) == me.table["view"]["players"][eyes]["cards"]
                told = [line for line in me.table["log"] if line["kind"] == "dealt"]
                assert "three relics" in told[1 - eyes]["text"], "nobody sees what the other was dealt"
                await me.answer(1, ask["seat"])
