"""Records leave and come back; the dice can be proved."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from starlette.requests import Request

from grimtable import records
from grimtable.kernel.chance import commitment, fair_key
from grimtable.server.errands import errand
from server.tabletop import Message, Site, bearer, play_out, positions, served

pytestmark = pytest.mark.anyio

SALTS = ["0a" * 16, "0b" * 16]


async def finished(site: Site, **more: object) -> tuple[Message, bytes]:
    """A finished game of one person and a bot, and its record."""
    made = await site.make("relics", "me", "random", options={"rounds": 1}, **more)
    async with site.client(made["table"], made["token"], salt=SALTS[0]) as me:
        await me.table_where(lambda table: table["status"] == "playing")
        await play_out(me)
    answer = await site.http.get(f"/api/tables/{made['table']}/record", headers=bearer(made["token"]))
    assert answer.headers["content-disposition"].startswith("attachment")
    return made, answer.content


async def test_the_dice_come_from_the_published_bytes_and_every_salt(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", options={"rounds": 1})
        async with site.client(made["table"], made["token"], salt=SALTS[0]) as zero:
            async with site.client(made["table"], made["links"][0]["token"], salt=SALTS[1].upper()) as one:
                await asyncio.gather(
                    *[who.table_where(lambda table: table["status"] == "playing") for who in (zero, one)]
                )
                dice = one.table["dice"]
                assert dice["kind"] == "fair"
                assert (dice["commitment"], dice["secret"]) == (made["commitment"], None)
                assert dice["salts"] == SALTS
            stored = await site.lobby.store.load(made["table"])
            async with site.client(made["table"], made["token"], salt="0c" * 16) as again:
                assert again.table["dice"]["salts"] == SALTS, "a salt counts once"
        assert stored is not None
        assert stored.vault.secret is not None
        assert commitment(stored.vault.secret) == made["commitment"]
        room = await site.lobby.room(made["table"])
        assert room.course is not None
        key = fair_key(stored.vault.secret, [bytes.fromhex(salt) for salt in SALTS])
        assert room.course.game.dice._key == key  # type: ignore[attr-defined]  # fair dice have one


async def test_a_table_with_a_seed_says_so_and_repeats(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        views = []
        for _ in range(2):
            made = await site.make("relics", "me", "me", seed=7)
            assert made["commitment"] is None
            async with site.client(made["table"], made["token"]) as me:
                assert me.table["dice"]["kind"] == "seeded"
                views.append(me.table["view"])
        assert views[0] == views[1]
        tutorial = await site.make("darklord", "me", "greedy", "greedy", tutorial=True)
        assert tutorial["commitment"] is None
        _, data = await finished(site, seed=7)
        assert records.verify(records.decode(data)).dice == "fast"


async def test_a_record_comes_back_as_a_finished_table(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made, data = await finished(site)
        kept = (await site.http.post("/api/records", content=data)).json()
        headers = bearer(kept["token"])
        assert (await site.http.get(f"/api/tables/{kept['table']}")).status_code == 404, "it is nobody else's"
        again = (await site.http.get(f"/api/tables/{kept['table']}/record", headers=headers)).content
        assert records.decode(again).lines == records.decode(data).lines
        assert records.verify(records.decode(again)).dice == "fair"
        own = (await site.http.get(f"/api/tables/{made['table']}/replay?seat=0", headers=bearer(made["token"]))).json()
        other = (await site.http.get(f"/api/tables/{kept['table']}/replay?seat=0", headers=headers)).json()
        assert positions(own) == positions(other)
        async with site.client(kept["table"], kept["token"]) as watcher:
            assert watcher.table["status"] == "over"
            assert watcher.table["result"]["scores"] == own["result"]["scores"]


async def test_a_record_that_does_not_hold_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        _, data = await finished(site)
        record = records.decode(data)
        assert record.end is not None
        lines, end = record.lines, record.end
        other_hash = msgspec.structs.replace(lines[3], hash="0" * 32)
        bad = {
            "another hash": record._replace(lines=[*lines[:3], other_hash, *lines[4:]]),
            "a line less": record._replace(lines=[*lines[:3], *lines[4:]]),
            "another result": record._replace(end=msgspec.structs.replace(end, result=[99, 0])),
            "other bytes": record._replace(end=msgspec.structs.replace(end, secret="00" * 32)),
            "no bytes": record._replace(end=msgspec.structs.replace(end, secret=None)),
            "no such game": record._replace(header=msgspec.structs.replace(record.header, game="chess")),
        }
        for what, changed in bad.items():
            answer = await site.http.post("/api/records", content=records.encode(changed))
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_record"), what
        open_end = records.encode(record._replace(lines=lines[:4], end=None))
        assert (await site.http.post("/api/records", content=open_end)).json()["code"] == "unfinished"
        assert (await site.http.post("/api/records", content=b"x" * (3 << 20))).status_code == 413
        assert (await site.http.post("/api/records", content=b"\xff\xfe\0")).status_code == 400
        assert len(await site.lobby.store.public("over", None, 60)) == 0


async def test_a_replay_shows_every_position_to_whom_it_may(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made, data = await finished(site)
        record = records.decode(data)
        path = f"/api/tables/{made['table']}/replay"
        shown = {}
        for eyes in ("0", "1", "public", "all"):
            found = (await site.http.get(path, params={"seat": eyes}, headers=bearer(made["token"]))).json()
            assert len(found["moves"]) == len(record.answers)
            found["positions"] = positions(found)
            assert len(found["positions"]) == len(record.answers) + 1
            assert found["moves"][-1]["log"] == len(found["log"])
            assert [move["seat"] for move in found["moves"]] == [line.player for line in record.answers]
            assert found["game"]["secrets"]
            shown[eyes] = found
        for number, game in records.replay(record):
            for eyes, viewer in (("0", 0), ("1", 1), ("public", None), ("all", None)):
                view = records.plain(game.rules.view(game.state, viewer))
                assert shown[eyes]["positions"][number]["view"] == view
        texts = {eyes: " ".join([line["text"] for line in shown[eyes]["log"][:2]]) for eyes in shown}
        assert texts["public"].count("three relics") == 2
        assert texts["0"].count("three relics") == texts["1"].count("three relics") == 1
        assert texts["all"].count("three relics") == 0
        assert {move["chapter"] for move in shown["all"]["moves"]} == {"Round 1"}
        explain = path.replace("replay", "explain")
        said = await site.http.get(explain, params={"ref": "player:1", "move": 1}, headers=bearer(made["token"]))
        assert said.json()["ref"] == "player:1"
        assert said.json()["text"]
        for question in ({"ref": "no:thing"}, {"ref": "player:0", "move": "999"}, {"ref": "player:0", "move": "x"}):
            refused = await site.http.get(explain, params=question, headers=bearer(made["token"]))
            assert refused.json()["code"] == "unknown"
        for wrong in ("7", "-1", "x"):
            answer = await site.http.get(path, params={"seat": wrong}, headers=bearer(made["token"]))
            assert answer.json()["code"] == "unknown"


async def test_statistics_add_up(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "random", "greedy")
        async with site.client(made["table"], made["token"]) as me:
            await play_out(me)
            scores = me.table["result"]["scores"]
            log = me.table["log"]
        path, headers = f"/api/tables/{made['table']}/stats", bearer(made["token"])
        found = (await site.http.get(path, headers=headers)).json()
        assert found["unit"] == "victory points"
        assert found["rounds"]["labels"] == ["start", *[f"Round {n}" for n in range(1, 8)], "end"]
        assert [series["values"][-1] for series in found["rounds"]["series"]] == scores
        columns = [column["key"] for column in found["actions"]["columns"]]
        for row in found["actions"]["rows"]:
            for kind, count in zip(columns, row["values"]):
                assert count == len([1 for line in log if (line["seat"], line["kind"]) == (row["seat"], kind)])
        assert found["dice"] == []
        table = (await site.http.get(path, params={"format": "csv"}, headers=headers)).text.splitlines()
        assert table[0] == "part,seat,name,label,value,expected"
        assert len(table) == 1 + 3 * 9 + 3 * len(columns)


# ---------------------------------------------------------------- made once
async def test_what_is_told_of_a_finished_game_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def counted(request: Request, lane: str, key: tuple[Hashable, ...], task: str, *args: Any) -> Any:
        asked.append(task)
        return await errand(request, lane, key, task, *args)

    monkeypatch.setattr("grimtable.server.replay_routes.errand", counted)
    async with served(tmp_path) as site:
        made, _ = await finished(site)
        headers = bearer(made["token"])

        async def get(path: str, **more: str) -> httpx.Response:
            return await site.http.get(f"/api/tables/{made['table']}/{path}", headers={**headers, **more})

        for path in ("replay?seat=all&lang=en", "replay?seat=all&lang=ja", "replay?seat=0&lang=en", "stats?lang=en"):
            asked.clear()
            answers = await asyncio.gather(*[get(path) for _ in range(6)])
            assert len(asked) == 1
            assert len({answer.content for answer in answers}) == 1
            told = answers[0].headers
            assert told["cache-control"] == "private, no-cache"
            assert told.get("content-encoding") == ("gzip" if path.startswith("replay") else None)
            assert told["vary"] == "accept-encoding, accept-language, authorization"
            again = await get(path, **{"if-none-match": told["etag"]})
            assert (again.status_code, again.content, len(asked)) == (304, b"", 1)
            stranger = await site.http.get(
                f"/api/tables/{made['table']}/{path}", headers={"if-none-match": told["etag"]}
            )
            assert stranger.status_code == 404
        monkeypatch.setattr("grimtable.server.reading.whole_record", None)  # it was made when the game was over
        records_sent = await asyncio.gather(*[get("record") for _ in range(6)])
        told = records_sent[0].headers
        assert len({answer.content for answer in records_sent}) == 1
        assert told["content-disposition"].endswith('.record.jsonl"')
        assert (told["cache-control"], told["vary"]) == ("private, no-cache", "accept-encoding, authorization")
        assert (await get("record", **{"if-none-match": told["etag"]})).status_code == 304
        assert (await site.http.get(f"/api/tables/{made['table']}/record")).status_code == 404
        asked.clear()
        assert (await get("stats?lang=en&format=csv")).text.startswith("part,seat")
        assert asked == []
        for ref in ("player:0", "player:1", "player:1"):
            assert (await get(f"explain?move=3&ref={ref}")).json()["ref"] == ref
        assert asked == ["segments", "explain", "explain"]


async def test_a_new_name_is_seen_in_a_replay_that_was_kept(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made, _ = await finished(site)
        path, headers = f"/api/tables/{made['table']}/replay?seat=all", bearer(made["token"])
        before = await site.http.get(path, headers=headers)
        async with site.client(made["table"], made["token"]) as me:
            assert (await me.wish("name", name="Ottoline"))["type"] == "done"
        after = await site.http.get(path, headers={**headers, "if-none-match": before.headers["etag"]})
        assert after.status_code == 200
        assert "Ottoline" not in before.text
        assert after.json()["seats"][0]["name"] == "Ottoline"
        assert "Ottoline" in " ".join([line["text"] for line in after.json()["log"]])
