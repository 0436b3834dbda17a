"""Armies of people's own over the network, and questions to the rules."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from games.wh40k.test_armies import ROSTER, patrol
from grimtable import records
from grimtable.games.wh40k.armies import settled_army
from server.tabletop import Client, bearer, served

pytestmark = pytest.mark.anyio
ARMY = "/api/games/wh40k/options/army_1"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def zipped(content: bytes) -> bytes:
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("army.ros", content)
    return archive.getvalue()


async def test_a_roster_is_reported_entry_by_entry_and_its_army_makes_a_table(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        found = (await site.http.post(f"{ARMY}?file=patrol.rosz&lang=ja", content=zipped(ROSTER.read_bytes()))).json()
        assert [entry["status"] for entry in found["entries"]] == ["refused", "mapped", "approximated", "refused"]
        assert found["entries"][3]["reasons"][0]["text"] == "対応するデータシートがない"
        made = await site.make("wh40k", "me", "me", options={"army_1": found["value"]}, seed=3)
        async with site.client(made["table"], made["token"]) as me:
            assert me.table["game"]["options"]["army_1"] == found["value"]
            assert me.table["seats"][0]["side_text"] == "Winter patrol"
            assert [unit["sheet"] for unit in me.table["view"]["units"] if unit["owner"] == 0] == [
                "primaris_lieutenant",
                "hellblaster_squad",
            ]


async def test_what_is_no_roster_is_refused_with_its_name(tmp_path: Path) -> None:
    bomb = zipped(b" " * 50_000_000)
    entities = b'<!DOCTYPE roster [<!ENTITY a "aaaaaaaaaa">]><roster name="&a;"/>'
    async with served(tmp_path) as site:
        for content, said in ((b"hello", "a.ros is no roster"), (bomb, "more than 8 MB"), (entities, "entities")):
            answer = await site.http.post(f"{ARMY}?file=a.ros", content=content)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_file")
            assert said in answer.json()["text"]
        assert (await site.http.post(ARMY, content=b"x" * (3 << 20))).status_code == 413
        for path in ("/api/games/wh40k/options/terrain", "/api/games/darklord/options/army_1"):
            assert (await site.http.post(path, content=b"{}")).status_code == 404
        other = await site.http.post(ARMY, content=b"{}", headers={"origin": "http://evil.example"})
        assert other.status_code == 403


async def test_a_wrong_army_makes_no_table(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        wish = {"game": "wh40k", "seats": [{"kind": "me"}] * 2, "options": {"army_2": patrol(units=[])}}
        answer = await site.http.post("/api/tables", json=wish)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_table")
        assert "1 to 40 'units'" in answer.json()["text"]
        wish["options"] = {"army_2": "{" * 30_000}
        assert (await site.http.post("/api/tables", json=wish)).json()["code"] == "malformed"


async def deployed(me: Client, prompt: str) -> None:
    """Answers as they come, until this is asked."""
    for given in range(200):
        await me.table_where(lambda _: me.is_asked())
        if me.table["asks"][0]["prompt"] == prompt:
            return
        assert (await me.answer(given if me.table["asks"][0]["prompt"] == "set_up" else 0))["type"] == "done"
    raise AssertionError(prompt)


async def test_the_rules_are_asked_about_sight_and_odds(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        options = {"army_1": patrol(), "army_2": "demo_orks_50", "terrain": "empty", "objective": "domination"}
        made = await site.make("wh40k", "me", "me", options=options, seed=3)
        async with site.client(made["table"], made["token"]) as me:
            await deployed(me, "declare_shots")
            option = me.table["asks"][0]["options"][0]["id"]
            reply = await me.wish("inquire", about="odds", of=option)
            assert reply["type"] == "found"
            assert reply["found"][0]["damage"] > 0
            alive = [unit["alive"][0] for unit in me.table["view"]["units"] if unit["place"] == "table"]
            reply = await me.wish("inquire", about="sight", of=[alive[0], alive[-1]])
            assert reply["found"]["length"] > 0
            for about, of in (("sight", [0]), ("odds", "x"), ("odds", {"a": 1}), ("weather", [])):
                reply = await me.wish("inquire", about=about, of=of)
                assert (reply["type"], reply["code"]) == ("refused", "unknown")
        headers = bearer(made["token"])
        seen = (await site.http.get(f"/api/tables/{made['table']}/record", headers=headers)).content
        assert json.loads(seen.splitlines()[0])["options"]["army_1"] == settled_army(patrol())
        stored = await site.lobby.store.load(made["table"])
        assert stored is not None
        lines = [kept.line for kept in stored.lines]
        assert records.verify(records.Record(stored.header(), lines, None)).answers == len(lines) - 1
