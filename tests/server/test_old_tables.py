"""Tables that an earlier version of the rules has stored: played on, looked at, or ended with a word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grimtable import records
from grimtable.games import definition
from old_games import VERSIONS, database, token
from server.tabletop import Site, bearer, positions, served

pytestmark = pytest.mark.anyio
SLUGS = ("cthulhu", "darklord", "gloomhaven", "oldworld", "wh40k")
BOTH = pytest.mark.parametrize(("version", "slug"), [(version, slug) for version in VERSIONS for slug in SLUGS])


async def tables(site: Site, slug: str) -> list[tuple[str, str]]:
    """Each stored table and its status."""
    found = []
    for number in range(5):
        name = f"{slug[:6]}{number}"
        row = await site.lobby.store.row(name)
        assert row is not None
        found.append((name, row.status))
    return found


async def get(site: Site, path: str, table: str) -> Any:
    answer = await site.http.get(f"/api/tables/{table}/{path}", headers=bearer(token(table, 0)))
    assert answer.status_code == 200, answer.text
    return answer


async def explain(site: Site, table: str, move: int, seat: str, ref: str) -> int:
    asked: dict[str, str | int] = {"move": move, "seat": seat, "ref": ref, "lang": "en"}
    path, headers = f"/api/tables/{table}/explain", bearer(token(table, 0))
    return (await site.http.get(path, params=asked, headers=headers)).status_code


@BOTH
async def test_every_stored_table_is_opened_and_every_finished_one_replayed(
    version: str, slug: str, tmp_path: Path
) -> None:
    async with served(tmp_path, database=str(database(version, slug, tmp_path))) as site:
        today, over = definition(slug).rules.version, 0
        for table, status in await tables(site, slug):
            async with site.client(table, token(table, 0)) as me:
                assert me.table["status"] == status
                assert me.table["view"] is not None
                assert me.table["log"]
            if status != "over":
                continue
            over += 1
            answers = (await site.lobby.store.row(table)).answers  # type: ignore[union-attr]  # it is there
            eyes = (("all", "ja"), ("public", "en"), ("0", "en"))
            for seat, lang in eyes if over == 1 else eyes[:1]:
                shown = (await get(site, f"replay?seat={seat}&lang={lang}", table)).json()
                assert len(shown["moves"]) == answers
                seen = positions(shown)
                assert len(seen) == answers + 1
                assert shown["result"] is not None
                assert all([position["view"] is not None for position in seen])
                assert shown["log"][-1]["at"] == answers
                things = dict.fromkeys([ref for line in shown["log"] for ref in line["refs"]])
                at_the_end = [await explain(site, table, answers, seat, thing) for thing in list(things)[:20]]
                assert 200 in at_the_end, "things are explained, by the record if need be"
            assert (shown["stopped"] is None) or shown["stopped"]["text"]
            assert (await get(site, "stats?lang=en", table)).json()["rounds"]["labels"]
            record = records.decode((await get(site, "record", table)).content)
            assert record.tells
            if today == record.header.rules:
                assert records.verify(record).finished
        assert over == 2


@pytest.mark.parametrize(("version", "slug"), [(VERSIONS[0], "oldworld")])
async def test_a_table_whose_position_makes_no_sense_any_more_ends_and_keeps_its_replay(
    version: str, slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = definition(slug).rules
    async with served(tmp_path, database=str(database(version, slug, tmp_path))) as site:
        table = next(name for name, status in await tables(site, slug) if status == "playing")
        with monkeypatch.context() as patch:
            patch.setattr(rules, "version", rules.version + 1)
            patch.setattr(rules, "problems", lambda state: ["no such thing is there any more"])
            async with site.socket() as socket:
                hello = {"type": "hello", "table": table, "token": token(table, 0), "lang": "en"}
                await socket.send(json.dumps(hello))
                refusal = str(await socket.recv())
        assert '"outdated_table"' in refusal
        assert "it has ended. Its record and its replay are kept." in refusal
        row = await site.lobby.store.row(table)
        assert row is not None
        assert (row.status, row.result, row.asked) == ("over", None, [])
        shown = (await get(site, "replay?seat=public&lang=en", table)).json()
        assert len(shown["moves"]) == row.answers
        assert shown["result"] is None
        record = records.decode((await get(site, "record", table)).content)
        assert len(record.answers) == row.answers
