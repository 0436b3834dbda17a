"""Seats that change hands: asked for by strangers, given to bots, taken back; never two holders."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from grimtable.server import company, vacancies, wishes
from grimtable.server import protocol as p
from grimtable.server.guests import Guest
from grimtable.server.lobby import Lobby
from grimtable.server.refusals import Refuse
from grimtable.server.rooms import Room
from grimtable.server.rows import Save
from grimtable.server.seats import Grant, hashed, new_token
from grimtable.server.store import Store
from server.tabletop import GENEROUS, Client, Message, Site, bearer, play_out, served

pytestmark = pytest.mark.anyio


async def sit(site: Site, made: Message, **wanted: Any) -> Message:
    answer: Message = (await site.http.post(f"/api/tables/{made['table']}/sit", json=wanted)).json()
    return answer


async def free(site: Site, made: Message) -> list[int]:
    found: list[int] = (await site.http.get(f"/api/tables/{made['table']}")).json()["free"]
    return found


# ---------------------------------------------------------------- one holder
async def test_a_link_counts_as_it_is_when_its_guest_comes_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", public=True)
        friend_token, role = made["links"][0]["token"], Lobby.role
        looked_up, go_on = asyncio.Event(), asyncio.Event()

        async def slow_role(lobby: Lobby, table: str, token: str | None) -> Grant:
            found = await role(lobby, table, token)
            if token == friend_token:  # it has been looked up, and then everything else happens first
                looked_up.set()
                await go_on.wait()
            return found

        monkeypatch.setattr(Lobby, "role", slow_role)
        async with site.socket() as connection:
            friend = Client(connection)
            await friend.send({"type": "hello", "table": made["table"], "token": friend_token, "lang": "en"})
            await looked_up.wait()
            seated = await sit(site, made, name="Stranger")
            async with site.client(made["table"], seated["token"]) as stranger:
                assert stranger.table["you"] == [1]
                go_on.set()
                refusal = await friend.until(lambda message: message["type"] == "refused")
                assert (refusal["code"], "Somebody else" in refusal["text"]) == ("void", True)
                await friend.until(lambda message: message["type"] == "table")
                assert (friend.table["you"], friend.table["role"]) == ([], "spectator")
                assert (await friend.wish("name", name="Mine"))["code"] == "spectator"


async def test_a_guest_of_a_private_table_whose_link_is_revoked_is_closed(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", "person")
        async with site.client(made["table"], made["links"][0]["token"]) as friend:
            room = await site.lobby.room(made["table"])

            async def revoke() -> None:
                await room.commit(revoked=[hashed(made["links"][0]["token"])])
                room.turn_out()

            await room.ask(revoke)
            await friend.send({"type": "lang", "id": "x", "lang": "ja"})
            with pytest.raises(ConnectionClosed) as closed:
                await friend.until(lambda message: message["type"] == "table")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4004
            assert '"void"' in friend.seen[-1]


async def test_what_is_stored_after_a_failure_decides_who_stays(tmp_path: Path) -> None:
    """Another server may have given the seat away: the table is loaded again, and its guests with it."""
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", "person", public=True)
        async with site.client(made["table"], made["links"][0]["token"]) as friend:
            room = await site.lobby.room(made["table"])
            row = await site.lobby.store.row(made["table"])
            assert row is not None
            row.rev += 1
            await site.lobby.store.save(Save(row, revoked=(hashed(made["links"][0]["token"]),)))

            async def fail() -> None:
                raise RuntimeError

            room.post(fail)
            await friend.until(lambda message: message.get("code") == "void")
            await friend.until(lambda message: message["type"] == "table")
            assert friend.table["you"] == []


class Crowd:
    """People who all want the same seat of one table. They come in whenever they like, with what they once had."""

    def __init__(self, site: Site, made: Message, room: Room, random: Random) -> None:
        self.site, self.made, self.room, self.random = site, made, room, random
        self.tokens = [made["links"][0]["token"]]
        self.guests: list[Guest] = []
        self.maker = self.guest(made["token"])

    def guest(self, token: str) -> Guest:
        return Guest(hashed(token), "en", GENEROUS, self.room.grant_of)

    def some_guest(self) -> Guest | None:
        return self.random.choice(self.guests) if self.guests else None

    async def come(self) -> None:
        guest = self.guest(self.random.choice(self.tokens))
        self.guests.append(guest)
        hello = p.Hello(self.made["table"], name="X")
        await self.job(partial(company.arrive, self.room, guest, hello))

    async def go(self) -> None:
        if (guest := self.some_guest()) is not None:
            await self.job(partial(company.leave, self.room, guest))

    async def sit(self) -> None:
        token = new_token()
        with suppress(Refuse):  # no seat is free
            await self.room.ask(lambda: vacancies.sit(self.room, 1, "X", hashed(token)))
        self.tokens.append(token)

    async def lapse(self) -> None:
        hold = self.room.row.seats[1].hold
        if hold is not None:
            hold.since = 0.0

    async def replace(self) -> None:
        await self.wish(self.maker, p.Replace(self.word(), self.room.rev, 1, "greedy"))

    async def reclaim(self) -> None:
        await self.wish(self.some_guest(), p.Reclaim(self.word(), self.room.rev, 1))

    async def rename(self) -> None:
        await self.wish(self.some_guest(), p.Rename(self.word(), "Y"))

    async def answer(self) -> None:
        asked = [d for d in self.room.course.game.decisions() if d.player == 1] if self.room.course else []
        action = asked[0].action_id(asked[0].options[0]) if asked else "x"
        await self.wish(self.some_guest(), p.Answer(self.word(), self.room.rev, 1, action))

    def word(self) -> str:
        return f"{self.random.getrandbits(60):x}"

    async def wish(self, guest: Guest | None, wish: p.Wishes) -> None:
        if guest is not None:
            await self.job(partial(wishes.grant, self.room, guest, wish))

    async def job(self, job: Callable[[], Awaitable[None]]) -> None:
        await self.room.ask(job)

    def check(self) -> None:
        room = self.room
        holders = {guest.link for guest in room.guests if 1 in room.own(guest)}
        assert len(holders) <= 1
        for guest in room.guests:
            assert guest is self.maker or guest.link == "" or guest.link in room.grants
        if room.row.seats[1].taken and room.row.seats[1].kind == "person":
            entitled = [grant.hash for grant in room.grants.values() if 1 in grant.seats]
            assert len(entitled) == 1
            assert holders <= set(entitled)


async def test_a_seat_never_has_two_holders_whatever_comes_first(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        held = 0
        for seed in range(60):
            random = Random(seed)
            made = await site.make("relics", "me", "person", public=True, options={"rounds": 1})
            room = await site.lobby.room(made["table"])
            crowd = Crowd(site, made, room, random)
            await crowd.job(partial(company.arrive, room, crowd.maker, p.Hello(made["table"])))
            deeds = [crowd.come, crowd.come, crowd.go, crowd.sit, crowd.lapse, crowd.replace]
            deeds += [crowd.reclaim, crowd.reclaim, crowd.rename, crowd.answer]
            for _ in range(40):
                await random.choice(deeds)()
                crowd.check()
            held += bool(room.row.seats[1].taken)
            stored = await site.lobby.store.load(made["table"])
            assert stored is not None
            assert {grant.hash for grant in stored.grants} == set(room.grants)
        assert held > 30, "hardly anybody ever sat down"


# ---------------------------------------------------------------- seats that are asked for
async def test_a_free_seat_is_held_for_one_and_void_for_the_others_when_they_come(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", "person", public=True)
        old = bearer(made["links"][0]["token"])
        seated = await sit(site, made, name="Cy", seat=1)
        assert (await sit(site, made, seat=1))["code"] == "no_free_seat"
        path = f"/api/tables/{made['table']}"
        assert (await site.http.get(path, headers=old)).status_code == 200
        async with site.client(made["table"], seated["token"], name="Cyrus") as cy:
            assert (cy.table["you"], cy.table["seats"][1]["name"]) == ([1], "Cy")
            assert (await site.http.get(path, headers=old)).status_code == 404


async def test_a_friend_who_comes_first_has_the_seat(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", "person", public=True)
        seated = await sit(site, made, name="Cy", seat=1)
        async with site.client(made["table"], made["links"][0]["token"], name="Bea") as bea:
            assert (bea.table["you"], bea.table["seats"][1]["name"]) == ([1], "Bea")
            answer = await site.http.get(f"/api/tables/{made['table']}", headers=bearer(seated["token"]))
            assert answer.status_code == 404


async def test_a_held_seat_lapses_also_over_a_restart(tmp_path: Path) -> None:
    limits = GENEROUS._replace(hold_seconds=1.5)
    async with served(tmp_path, limits) as site:
        made = await site.make("relics", "me", "person", public=True)
        first = await sit(site, made)
        assert await free(site, made) == []
    async with served(tmp_path, limits) as site:
        while await free(site, made) == []:
            await asyncio.sleep(0.05)
        second = await sit(site, made)
        assert second["seat"] == 1
        path = f"/api/tables/{made['table']}"
        assert (await site.http.get(path, headers=bearer(first["token"]))).status_code == 404
        async with site.client(made["table"], second["token"]) as one:
            assert one.table["you"] == [1]
            await asyncio.sleep(limits.hold_seconds)
            assert await free(site, made) == [], "a seat that its person came to does not lapse"


async def test_the_seats_of_the_maker_never_lapse(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(hold_seconds=0)) as site:
        made = await site.make("relics", "me", "person", public=True)
        assert await free(site, made) == [1]


# ---------------------------------------------------------------- bots that stand in
async def test_a_person_has_time_to_come_back_before_a_bot_may_take_the_seat(tmp_path: Path) -> None:
    async with served(tmp_path, GENEROUS._replace(grace_seconds=60)) as site:
        made = await site.make("relics", "me", "person", "person")
        token = made["links"][0]["token"]
        async with site.client(made["table"], made["token"]) as zero:
            async with site.client(made["table"], token):
                await zero.table_where(lambda table: table["seats"][1]["connected"])
            await zero.table_where(lambda table: not table["seats"][1]["connected"])
            refusal = await zero.wish("replace", seat=1, bot="greedy")
            assert refusal["code"] == "just_left"
            assert "more seconds" in refusal["text"]
            assert (await zero.wish("replace", seat=2, bot="greedy"))["type"] == "done", "nobody ever came there"
    async with (  # a restart ends nobody's grace
        served(tmp_path, GENEROUS._replace(grace_seconds=60)) as site,
        site.client(made["table"], made["token"]) as zero,
    ):
        assert (await zero.wish("replace", seat=1, bot="greedy"))["code"] == "just_left"
    async with (
        served(tmp_path, GENEROUS._replace(grace_seconds=0.1)) as site,
        site.client(made["table"], made["token"]) as zero,
    ):
        while (reply := await zero.wish("replace", seat=1, bot="greedy"))["type"] != "done":
            assert reply["code"] == "just_left"


async def test_whoever_was_replaced_is_told_and_takes_the_seat_back(tmp_path: Path) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", options={"rounds": 1})
        token = made["links"][0]["token"]
        async with site.client(made["table"], made["token"]) as zero:
            async with site.client(made["table"], token, name="Bea", colour=4):
                await zero.table_where(lambda table: table["status"] == "playing")
            await zero.table_where(lambda table: not table["seats"][1]["connected"])
            assert (await zero.wish("reclaim", seat=1))["code"] == "not_your_seat"
            assert (await zero.wish("replace", seat=1, bot="random"))["type"] == "done"
            assert zero.table["log"][-1]["text"] == "A bot takes the seat of Bea."
            async with site.client(made["table"], token, lang="ja") as bea:
                assert (bea.table["you"], bea.table["replaced"], bea.table["role"]) == ([], [1], "spectator")
                assert (await bea.wish("reclaim", seat=0))["code"] == "not_your_seat"
                assert (await bea.wish("reclaim", seat=1))["type"] == "done"
                assert (bea.table["you"], bea.table["replaced"]) == ([1], [])
                seat = bea.table["seats"][1]
                assert (seat["kind"], seat["name"], seat["colour"], seat["bot"]) == ("person", "Bea", 4, None)
                assert bea.table["log"][-1]["text"] == "Beaが戻り、ボットから席を引き継ぎます。"
                assert (await bea.wish("reclaim", seat=1))["code"] == "occupied"
                await asyncio.gather(play_out(zero), play_out(bea))
                assert (await bea.wish("reclaim", seat=1))["code"] == "over"


async def test_a_bot_that_is_still_thinking_does_not_answer_for_whoever_came_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person")
        token, go_on = made["links"][0]["token"], asyncio.Event()
        lobby, answer = site.lobby, site.lobby.bot_pool.answer

        async def slow(*args: Any) -> Any:
            found = await answer(*args)
            await go_on.wait()
            return found

        monkeypatch.setattr(lobby.bot_pool, "answer", slow)
        async with site.client(made["table"], made["token"]) as zero:
            async with site.client(made["table"], token):
                await zero.table_where(lambda table: table["status"] == "playing")
            await zero.table_where(lambda table: not table["seats"][1]["connected"])
            while [ask for ask in zero.table["asks"] if not ask["sealed"]]:  # until the other seat alone is asked
                await zero.answer()
            assert (await zero.wish("replace", seat=1, bot="greedy"))["type"] == "done"
            async with site.client(made["table"], token) as bea:
                assert (await bea.wish("reclaim", seat=1))["type"] == "done"
                before = bea.table["answers"]
                go_on.set()
                await asyncio.sleep(0)
                room = await lobby.room(made["table"])
                while room.thoughts:
                    await asyncio.sleep(0.01)
                await bea.wish("ping")
                assert bea.table["answers"] == before
                assert (await bea.answer())["type"] == "done"


async def test_a_record_is_told_to_whoever_has_the_seat_when_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link that is revoked between the look at its role and the look at the table shows what everybody may see."""
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person")
        token, load = made["links"][0]["token"], Store.load
        async with site.client(made["table"], made["token"]) as zero:
            async with site.client(made["table"], token):
                await zero.table_where(lambda table: table["status"] == "playing")

            async def revoked_before(store: Store, table: str) -> Any:
                room = await site.lobby.room(table)
                await room.ask(lambda: room.commit(revoked=[hashed(token)]))
                return await load(store, table)

            path = f"/api/tables/{made['table']}/record"
            seen = await site.http.get(path, headers=bearer(token))
            assert "is dealt" in seen.text
            monkeypatch.setattr(Store, "load", revoked_before)
            assert (await site.http.get(path, headers=bearer(token))).json()["code"] == "forbidden"
