"""An error in the rules freezes its table, and no other."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import msgspec
import pytest

from grimtable import records
from grimtable.games.darklord import RULES
from grimtable.games.darklord.state import T
from grimtable.kernel.values import Flow
from grimtable.terminal import cli
from server.tabletop import bearer, served
from toys import relics

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

            error = f"{made['table']}-{me.table['answers']}"
            for token in (made["token"], made["spectator"]):
                seen = (await site.http.get(path, headers=bearer(token))).content
                assert b"tape" not in seen
                assert msgspec.json.decode(seen.splitlines()[-1]) == {"error": error}
            assert [m["error"] for m in map(msgspec.json.decode, me.seen) if m["type"] == "frozen"] == [error]
            out = tmp_path / "failure.jsonl"
            arguments = ["report", error, "--database", str(tmp_path / "tables.sqlite"), "--out", str(out)]
            assert await asyncio.to_thread(cli.run, arguments) == 0
            record = records.read(out)
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


async def test_a_failure_tells_no_seat_what_the_others_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the messages nor the downloads of a frozen table hold tapes, hands or the error's text."""
    caplog.set_level(logging.CRITICAL, "grimtable.server")
    laid = relics.RULES.procedures["auction"]
    canary = "a secret in the error's text"

    def stumbles(t: relics.state.T) -> Flow[None]:
        yield from laid(t)
        raise RuntimeError(f"{canary}: {t.state.deck}")

    monkeypatch.setitem(relics.RULES.procedures, "auction", stumbles)
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person")
        tokens = [made["token"], made["links"][0]["token"]]
        async with site.client(made["table"], tokens[0]) as zero, site.client(made["table"], tokens[1]) as one:
            clients = [zero, one]
            for client in clients:
                await client.table_where(lambda table: table["status"] == "playing")
            while zero.table["status"] == "playing":
                active, other = clients if zero.is_asked() else reversed(clients)
                await active.answer(0)
                while other.table["rev"] < active.table["rev"]:
                    await other.receive()
            room = await site.lobby.room(made["table"])
            assert room.course is not None
            hands, deck, secret = room.course.game.state.hands, room.course.game.state.deck, room.vault.secret
            assert secret is not None
            for seat, token in enumerate(tokens):
                answer = await site.http.get(f"/api/tables/{made['table']}/record", headers=bearer(token))
                seen = [json.loads(line) for line in answer.text.splitlines()]
                named = {ref for line in seen for ref in line.get("refs", []) if ref.startswith("card:")}
                hidden = [*deck, *[card for card in hands[1 - seat] if card not in hands[seat]]]
                told = {f"card:{card}" for card in hidden}
                assert {f"card:{card}" for card in hands[seat]} <= named
                assert not named & told
                for text in [answer.text, *clients[seat].seen]:
                    assert canary not in text
                    assert secret.hex() not in text
                    assert '"tape"' not in text
                    assert json.dumps(deck, separators=(",", ":")) not in text
            assert (await zero.wish("ask_takeback", seat=0, to=zero.table["answers"]))["type"] == "done"
            await one.table_where(lambda table: table.get("takeback") is not None)
            assert (await one.wish("reply_takeback", seat=1, accept=True))["type"] == "done"
            assert one.table["status"] == "playing"
