"""Dice that nobody can choose: the hashes of all salts first, then the salts, and whoever sends none is left out."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from grimtable import records
from grimtable.games import definition
from grimtable.games.gloomhaven.campaign import load
from grimtable.games.gloomhaven.campaign.handing import options_for, seed_for
from grimtable.kernel.chance import FairDice, FastDice, commitment, fair_key, salt_hash
from grimtable.kernel.codec import digest
from grimtable.kernel.values import BadInput
from grimtable.server.database import database_url
from grimtable.server.limits import Limits
from grimtable.server.store import Store
from server.campaigning import at_scenario
from server.tabletop import GENEROUS, Client, Message, Site, bearer, play_out, served

pytestmark = pytest.mark.anyio
SALTS = ["0a" * 16, "0b" * 16, "0c" * 16]
HASHES = [salt_hash(bytes.fromhex(salt)) for salt in SALTS]
HASTY = GENEROUS._replace(salt_seconds=0.3)


def is_playing(table: Message) -> bool:
    return bool(table["status"] == "playing")


def is_awaited(table: Message) -> bool:
    return bool(table["dice"]["awaited"])


async def all_playing(*clients: Client) -> None:
    await asyncio.gather(*[client.table_where(is_playing) for client in clients])


async def give(client: Client, salt: str) -> Message:
    return await client.wish("salt", salt=salt)


async def give_all(*given: tuple[Client, str]) -> None:
    for client, salt in given:
        await client.table_where(is_awaited)
        assert (await give(client, salt))["type"] == "done"


def seats_of(made: Message) -> list[str]:
    return [made["token"], *[link["token"] for link in made["links"]]]


async def record_of(site: Site, made: Message) -> records.Record:
    answer = await site.http.get(f"/api/tables/{made['table']}/record", headers=bearer(made["token"]))
    return records.decode(answer.content)


async def key_of(site: Site, table: str) -> Any:
    course = (await site.lobby.room(table)).course
    assert course is not None
    return course.game.dice._key  # type: ignore[attr-defined]  # fair dice have one


# ---------------------------------------------------------------- two rounds
async def test_all_hashes_are_published_before_any_salt_and_all_salts_at_once(url: str, tmp_path: Path) -> None:
    async with served(tmp_path, database=url) as site:
        made = await site.make("relics", "me", "person", "person", options={"rounds": 1})
        tokens = seats_of(made)
        async with (
            site.client(made["table"], tokens[0], salt_hash=HASHES[0]) as zero,
            site.client(made["table"], tokens[1], salt_hash=HASHES[1].upper()) as one,
            site.client(made["table"], made["spectator"]) as watcher,
        ):
            dice = one.table["dice"]
            assert (dice["commitment"], dice["hashes"], dice["awaited"]) == (made["commitment"], [], [])
            early = await give(one, SALTS[1])
            assert (early["type"], early["code"]) == ("refused", "salt_not_awaited")
            async with site.client(made["table"], tokens[2], salt_hash=HASHES[2]) as two:
                for client in (zero, one, two, watcher):
                    dice = (await client.table_where(is_awaited))["dice"]
                    assert (dice["hashes"], dice["awaited"], dice["salts"]) == (HASHES, [0, 1, 2], [""] * 3)
                assert (await give(watcher, SALTS[0]))["code"] == "spectator"
                for client, salt in ((two, SALTS[2]), (zero, SALTS[0].upper())):
                    assert (await give(client, salt))["type"] == "done"
                assert (await give(two, SALTS[2]))["type"] == "done", "it may be sent again"
                await one.table_where(lambda table: table["dice"]["awaited"] == [1])
                await watcher.table_where(lambda table: table["dice"]["awaited"] == [1])
                assert "salts" not in "".join(watcher.seen).replace('"salts":["","",""]', "")
                assert (await give(one, SALTS[1]))["type"] == "done"
                await all_playing(zero, one, two, watcher)
                for client in (zero, one, two, watcher):
                    dice = client.table["dice"]
                    assert (dice["hashes"], dice["awaited"], dice["salts"]) == (HASHES, [], SALTS)
                    assert dice["secret"] is None
                assert (await give(one, SALTS[1]))["type"] == "done"
                assert (await give(one, "ff" * 16))["code"] == "salt_not_awaited"
                stored = await site.lobby.store.load(made["table"])
                assert stored is not None
                assert stored.vault.secret is not None
                key = fair_key(stored.vault.secret, [bytes.fromhex(salt) for salt in SALTS])
                assert await key_of(site, made["table"]) == key
                await asyncio.gather(*[play_out(client) for client in (zero, one, two)])
        record = await record_of(site, made)
        assert (record.header.hashes, record.header.salts) == (HASHES, SALTS)
        assert records.verify(record).dice == "fair"
        records.compare(record, records.Keepsake.typed(made["commitment"], SALTS))


async def test_a_salt_that_does_not_fit_its_hash_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "random")
        async with site.client(made["table"], made["token"], salt_hash=HASHES[0]) as me:
            assert (await give(me, SALTS[1]))["code"] == "salt_differs"
            assert me.table["status"] == "waiting"
            assert (await give(me, SALTS[0]))["type"] == "done"
            await me.table_where(is_playing)
            assert me.table["dice"]["salts"] == [SALTS[0], ""]


async def test_nobody_waits_longer_than_the_limit_and_all_read_who_is_left_out(url: str, tmp_path: Path) -> None:
    async with served(tmp_path, HASTY, database=url) as site:
        made = await site.make("relics", "me", "person", "person", options={"rounds": 1})
        tokens = seats_of(made)
        async with (
            site.client(made["table"], tokens[0], SALTS[0]) as zero,
            site.client(made["table"], tokens[1], salt_hash=HASHES[1], name="Bo") as one,
            site.client(made["table"], tokens[2], SALTS[2], lang="ja") as two,
        ):
            assert (await give(one, "ff" * 16))["code"] == "salt_differs"
            await all_playing(zero, one, two)
            words = {client.table["lang"]: client.table["log"][-1]["text"] for client in (zero, one, two)}
            assert words["en"] == "Bo sent no salt for the dice in time: the dice are made without it."
            assert words["ja"].startswith("Bo からサイコロのソルトが")
            assert zero.table["dice"]["salts"] == [SALTS[0], "", SALTS[2]]
            assert zero.table["dice"]["hashes"] == HASHES
            assert (await give(one, SALTS[1]))["code"] == "salt_not_awaited", "too late"
            await asyncio.gather(*[play_out(client) for client in (zero, one, two)])
        record = await record_of(site, made)
        assert records.verify(record).dice == "fair"
        with pytest.raises(BadInput, match="no seat has the salt"):
            records.compare(record, records.Keepsake.typed(None, [SALTS[1]]))


async def test_whoever_sends_no_hash_takes_no_part_and_stops_nobody(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person")
        tokens = seats_of(made)
        async with site.client(made["table"], tokens[0]), site.client(made["table"], tokens[1], SALTS[1]) as one:
            await one.table_where(is_playing)
            assert (one.table["dice"]["hashes"], one.table["dice"]["salts"]) == (["", HASHES[1]], ["", SALTS[1]])
            assert "left_out" not in "".join(one.seen)
        alone = await site.make("relics", "me", "random")
        async with site.client(alone["table"], alone["token"]) as me:
            assert me.table["status"] == "playing", "nothing is waited for"
        bots = await site.make("relics", "random", "random")
        async with site.client(bots["table"], bots["token"], SALTS[0]) as maker:
            assert maker.table["status"] in ("playing", "over")
            assert maker.table["dice"]["salts"] == ["", ""]


async def test_one_person_and_bots_begin_as_soon_as_the_salt_is_there(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "random", "me", "me")
        async with site.client(made["table"], made["token"], SALTS[0]) as me:
            await me.table_where(is_playing)
            assert me.table["dice"]["salts"] == ["", SALTS[0], ""], "of people at one screen, the first seat's"
            assert me.table["viewer"] in (1, 2)


async def test_a_table_with_a_seed_asks_for_no_salt(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "random", seed=3)
        async with site.client(made["table"], made["token"], SALTS[0]) as me:
            assert me.table["status"] == "playing"
            dice = me.table["dice"]
            assert (dice["kind"], dice["hashes"], dice["awaited"], dice["salts"]) == ("seeded", [], [], [])


# ---------------------------------------------------------------- changing one's mind
async def test_until_the_hashes_are_published_the_browser_that_came_last_counts(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person")
        tokens = seats_of(made)
        async with site.client(made["table"], tokens[0], salt_hash=HASHES[0]):
            pass
        async with (
            site.client(made["table"], tokens[0], salt_hash=HASHES[2]) as zero,
            site.client(made["table"], tokens[1], salt_hash=HASHES[1]) as one,
        ):
            await one.table_where(is_awaited)
            assert one.table["dice"]["hashes"] == [HASHES[2], HASHES[1]]
            async with site.client(made["table"], tokens[0], salt_hash=HASHES[0]) as again:
                assert again.table["dice"]["hashes"] == [HASHES[2], HASHES[1]], "it is published"
                assert (await give(again, SALTS[0]))["code"] == "salt_differs"
            await give_all((zero, SALTS[2]), (one, SALTS[1]))
            await all_playing(zero, one)
            assert zero.table["dice"]["salts"] == [SALTS[2], SALTS[1]]


async def test_whoever_sends_the_last_salt_can_no_longer_choose_it(tmp_path: Path) -> None:
    """A server and one of its friends: the friend knows the secret and every other salt, and tries what it likes."""
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person")
        tokens = seats_of(made)
        stored = await site.lobby.store.load(made["table"])
        assert stored is not None
        secret = stored.vault.secret
        assert secret is not None
        liked = b""
        while not liked or FairDice(fair_key(secret, [bytes.fromhex(SALTS[0]), liked])).below(6) != 5:
            liked = secrets.token_bytes(16)
        async with (
            site.client(made["table"], tokens[0], SALTS[0]) as me,
            site.client(made["table"], tokens[1], salt_hash=HASHES[1]) as friend,
        ):
            await friend.table_where(is_awaited)
            assert (await give(friend, liked.hex()))["code"] == "salt_differs"
            assert (await give(friend, SALTS[1]))["type"] == "done"
            await all_playing(me, friend)


# ---------------------------------------------------------------- coming back
async def test_who_comes_back_in_the_middle_is_asked_again(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person")
        tokens = seats_of(made)
        async with (
            site.client(made["table"], tokens[0], salt_hash=HASHES[0]),
            site.client(made["table"], tokens[1], salt_hash=HASHES[1]) as one,
        ):
            await give_all((one, SALTS[1]))
        async with site.client(made["table"], tokens[0], salt_hash=HASHES[0]) as zero:
            assert zero.table["dice"]["awaited"] == [0]
            await give_all((zero, SALTS[0]))
            await zero.table_where(is_playing)
            assert zero.table["dice"]["salts"] == SALTS[:2]


async def test_a_server_that_starts_again_in_the_middle_asks_again(url: str, tmp_path: Path) -> None:
    async with served(tmp_path, database=url) as site:
        made = await site.make("relics", "me", "person")
        tokens = seats_of(made)
        async with (
            site.client(made["table"], tokens[0], salt_hash=HASHES[0]),
            site.client(made["table"], tokens[1], salt_hash=HASHES[1]) as one,
        ):
            await give_all((one, SALTS[1]))
    async with (
        served(tmp_path, database=url) as site,
        site.client(made["table"], tokens[1], salt_hash=HASHES[1]) as one,
    ):
        dice = one.table["dice"]
        assert (one.table["status"], dice["hashes"], dice["awaited"]) == ("waiting", HASHES[:2], [0, 1])
        async with site.client(made["table"], tokens[0], SALTS[0]) as zero:
            await give_all((one, SALTS[1]))
            await all_playing(zero, one)
            assert one.table["dice"]["salts"] == SALTS[:2]
            assert one.table["dice"]["commitment"] == made["commitment"]


async def test_after_a_start_in_the_middle_nobody_waits_for_ever_either(url: str, tmp_path: Path) -> None:
    async with served(tmp_path, database=url) as site:
        made = await site.make("relics", "me", "person")
        tokens = seats_of(made)
        async with (
            site.client(made["table"], tokens[0], salt_hash=HASHES[0], name="Al"),
            site.client(made["table"], tokens[1], salt_hash=HASHES[1]) as one,
        ):
            await one.table_where(is_awaited)
    async with served(tmp_path, HASTY, database=url) as site, site.client(made["table"], tokens[1], SALTS[1]) as one:
        await one.table_where(is_playing)
        assert one.table["dice"]["salts"] == ["", SALTS[1]]
        assert one.table["log"][-1]["kind"] == "note.left_out"
        assert one.table["log"][-1]["text"].startswith("Al ")


async def test_while_no_player_is_there_nobody_is_left_out(tmp_path: Path) -> None:
    async with served(tmp_path, HASTY) as site, site.socket() as socket:
        made = await site.make("relics", "me", "random")
        watcher = Client(socket)
        await watcher.send({"type": "hello", "table": made["table"], "token": made["spectator"], "lang": "en"})
        async with site.client(made["table"], made["token"], salt_hash=HASHES[0]) as me:
            await me.table_where(is_awaited)
        await watcher.table_where(lambda table: bool(table) and not table["seats"][0]["connected"])
        room = await site.lobby.room(made["table"])
        while room.awaits_salts:
            await asyncio.sleep(0.01)
        assert room.row.status == "waiting"
        async with site.client(made["table"], made["token"], SALTS[0]) as me:
            await me.table_where(is_playing)
            assert me.table["dice"]["salts"] == [SALTS[0], ""]


async def test_a_beginning_that_cannot_be_stored_asks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "random")
        async with site.client(made["table"], made["token"], salt_hash=HASHES[0]) as me:
            store = site.lobby.store
            commit = store._commit

            async def full(writes: object) -> None:
                raise OSError("no space left on device")

            monkeypatch.setattr(store, "_commit", full)
            assert (await give(me, SALTS[0]))["code"] == "busy"
            await me.until(lambda message: message["type"] == "table")
            assert (me.table["status"], me.table["dice"]["awaited"]) == ("waiting", [0])
            monkeypatch.setattr(store, "_commit", commit)
            assert (await give(me, SALTS[0]))["type"] == "done"
            await me.table_where(is_playing)


async def test_a_bot_in_the_place_of_a_person_has_no_salt(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", "person")
        tokens = seats_of(made)
        async with site.client(made["table"], tokens[0], SALTS[0]) as zero:
            async with site.client(made["table"], tokens[1], salt_hash=HASHES[1]):
                pass
            await zero.table_where(lambda table: not table["seats"][1]["connected"])
            for seat in (1, 2):
                assert (await zero.wish("replace", seat=seat, bot="random"))["type"] == "done"
            await zero.table_where(is_playing)
            assert zero.table["dice"]["hashes"] == [HASHES[0], "", ""]


async def test_who_takes_the_seat_back_before_the_game_takes_part_in_the_dice(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", "person")
        tokens = seats_of(made)
        async with site.client(made["table"], tokens[0], SALTS[0]) as zero:
            async with site.client(made["table"], tokens[1], salt_hash=HASHES[2]):
                pass
            await zero.table_where(lambda table: not table["seats"][1]["connected"])
            assert (await zero.wish("replace", seat=1, bot="random"))["type"] == "done"
            async with site.client(made["table"], tokens[1], SALTS[1]) as one:
                assert (await one.wish("reclaim", seat=1))["type"] == "done"
                assert (await zero.wish("replace", seat=2, bot="random"))["type"] == "done"
                await all_playing(zero, one)
                assert zero.table["dice"]["salts"] == [*SALTS[:2], ""]


# ---------------------------------------------------------------- servers that cheat
async def test_a_server_that_grinds_or_ignores_is_found_by_what_a_player_kept(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", options={"rounds": 1})
        tokens = seats_of(made)
        store = site.lobby.store

        async def swapped(secret: bytes) -> None:
            async with store.engine.begin() as connection:
                words = {"secret": secret, "promise": commitment(secret), "id": made["table"]}
                await connection.execute(text("UPDATE vault SET secret = :secret WHERE table_id = :id"), words)
                await connection.execute(text("UPDATE tables SET commitment = :promise WHERE id = :id"), words)

        async with (
            site.client(made["table"], tokens[0], SALTS[0]) as zero,
            site.client(made["table"], tokens[1], salt_hash=HASHES[1]) as one,
        ):
            await one.table_where(is_awaited)
            assert zero.table["dice"]["commitment"] == made["commitment"]
        await site.lobby.forget(made["table"])
        number = 0
        while FairDice(fair_key(number.to_bytes(32, "big"), [bytes.fromhex(salt) for salt in SALTS[:2]])).below(6) != 5:
            number += 1
        await swapped(number.to_bytes(32, "big"))
        async with (
            site.client(made["table"], tokens[0], SALTS[0]) as zero,
            site.client(made["table"], tokens[1], SALTS[1]) as one,
        ):
            await all_playing(zero, one)
            await asyncio.gather(play_out(zero), play_out(one))
        record = await record_of(site, made)
        assert records.verify(record).dice == "fair", "the file alone shows nothing"
        records.compare(record, records.Keepsake.typed(None, SALTS[:2]))
        with pytest.raises(BadInput, match="the commitment is"):
            records.compare(record, records.Keepsake.typed(made["commitment"], []))


# ---------------------------------------------------------------- campaigns
async def test_a_scenario_of_a_campaign_cannot_be_played_beforehand(url: str, tmp_path: Path) -> None:
    """Its persons may download the campaign at any time, and with it whatever its seed gives."""
    async with served(tmp_path, database=url) as site:
        ada, bo = await at_scenario(site, "Ada", "Bo")
        opened = (await ada.wish("/table")).json()
        campaign = load((await bo.get("/document")).text)
        found = definition("gloomhaven")
        foretold = found.new_game(2, options_for(campaign.world), FastDice(seed_for(campaign)))
        table = opened["table"]
        async with (
            site.client(table, ada.token, SALTS[0]) as zero,
            site.client(table, bo.token, SALTS[1]) as one,
        ):
            await all_playing(zero, one)
            dice = zero.table["dice"]
            assert (dice["kind"], dice["salts"]) == ("fair", SALTS[:2])
            assert dice["commitment"] == opened["commitment"]
            course = (await site.lobby.room(table)).course
            assert course is not None
            assert digest(course.game) != digest(foretold)
            stored = await site.lobby.store.load(table)
            assert stored is not None
            assert stored.vault.seed is None
            assert stored.vault.secret is not None
            assert commitment(stored.vault.secret) == opened["commitment"]
            record = await site.http.get(f"/api/tables/{table}/record", headers=bearer(bo.token))
            shown = [await ada.get(), await bo.get("/mark"), await bo.get("/document"), record]
            assert all([found.status_code == 200 for found in shown])
            told = "".join([*[found.text for found in shown], *zero.seen, *one.seen])
            assert stored.vault.secret.hex() not in told
        again = (await bo.wish("/table")).json()
        assert (again["table"], again["commitment"]) == (table, None), (
            "a promise shown after the start is worth nothing"
        )


# ---------------------------------------------------------------- tables of older servers
async def test_a_table_that_waited_under_an_older_server_goes_on(tmp_path: Path) -> None:
    file = str(tmp_path / "tables.sqlite")
    async with served(tmp_path, database=file) as site:
        made = await site.make("relics", "me", "person")
        tokens = seats_of(made)
        async with site.client(made["table"], tokens[0]):
            pass
    store = Store(database_url(file))
    async with store.engine.begin() as connection:
        await connection.execute(text("ALTER TABLE tables DROP COLUMN hashes"))
        await connection.execute(text("UPDATE alembic_version SET version_num = '0005'"))
        salts = {"salts": f'["{SALTS[2]}", ""]'}  # as they once were in the hello
        await connection.execute(text("UPDATE tables SET salts = :salts"), salts)
    await store.engine.dispose()
    async with (
        served(tmp_path, database=file) as site,
        site.client(made["table"], tokens[0], SALTS[0]) as zero,
        site.client(made["table"], tokens[1], SALTS[1]) as one,
    ):
        await all_playing(zero, one)
        assert zero.table["dice"]["salts"] == SALTS[:2]


def test_the_time_for_salts_is_a_limit_like_the_others() -> None:
    assert Limits().salt_seconds == 30
