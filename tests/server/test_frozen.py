"""An error in the rules freezes its table, and no other."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from grimtable import records
from grimtable.games.darklord import RULES
from grimtable.games.darklord.state import T
from grimtable.kernel.values import Flow
from server.tabletop import bearer, served

pytestmark = pytest.mark.anyio

sound = RULES.procedures["turn"]


def broken(t: T, me: int) -> Flow[None]:
    """Stumbles over the first pass."""
    yield from sound(t, me)
    if t.state.passed:
        raise RuntimeError("a bug in the rules")


@pytest.fixture(autouse=True)
def bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES.procedures, "turn", broken)


async def test_a_bug_freezes_its_table_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "grimtable.server")
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        path = f"/api/tables/{made['table']}/record"
        fine = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"]) as me, site.client(fine["table"], fine["token"]) as other:
            for client in (me, other):
                while client.table["view"]["phase"] != "placement":
                    await client.answer(0)
            seat = me.table["asks"][0]["seat"]
            refused = await me.wish("answer", seat=seat, action="place:pass")
            assert refused["code"] == "frozen"
            assert me.table["status"] == "frozen"
            assert (await me.wish("answer", seat=seat, action="place:pass"))["code"] == "frozen"
            assert (await other.answer(0))["type"] == "done"

            report = (await site.http.get(path, headers=bearer(made["token"]))).content
            assert b"tape" not in (await site.http.get(path, headers=bearer(made["spectator"]))).content
            record = records.decode(report)
            assert record.end is not None
            assert record.end.failing is not None
            again = records.Recorder(records.game_at(record), record.header, record.lines)
            with pytest.raises(RuntimeError, match="a bug in the rules"):
                again.apply(record.end.failing.player, record.end.failing.answer)

            await site.lobby.forget(made["table"])  # frozen it stays, also after a sleep
        async with site.client(made["table"], made["token"]) as me:
            assert me.table["status"] == "frozen"
            assert me.table["undo"]["can"]
            assert (await me.wish("undo", seat=me.table["undo"]["seat"]))["type"] == "done"
            assert me.table["status"] == "playing"
            assert (await me.answer(0))["type"] == "done"


async def test_a_bug_at_a_bots_answer_leaves_the_way_back(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "grimtable.server")
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "random", "random")
        async with site.client(made["table"], made["token"]) as me:
            while me.table["status"] == "playing":
                if me.is_asked():
                    await me.answer(0)
                else:
                    await me.receive()
            assert me.table["status"] == "frozen"
            assert (await me.wish("ask_takeback", seat=0, to=1))["type"] == "done"
            assert me.table["status"] == "playing"


async def test_a_failure_to_store_takes_the_answer_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is acknowledged, and everybody is shown what is stored."""
    caplog.set_level(logging.CRITICAL, "grimtable.server")
    async with served(tmp_path) as site:
        made = await site.make("darklord", "me", "me", "me")
        async with site.client(made["table"], made["token"]) as me:
            await me.answer(0)
            commit = site.lobby.store._commit

            async def full(saves: object) -> None:
                raise OSError("no space left on device")

            monkeypatch.setattr(site.lobby.store, "_commit", full)
            refused = await me.answer(0)
            assert (refused["type"], refused["code"]) == ("refused", "busy")
            await me.until(lambda message: message["type"] == "table")
            assert me.table["answers"] == 1
            monkeypatch.setattr(site.lobby.store, "_commit", commit)
            assert (await me.answer(0))["type"] == "done"
            assert me.table["answers"] == 2
