"""Everything that is sent to a seat over a whole game: no secret of others, no seed, no key, no token."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import pytest

from grimtable.kernel.chance import FastDice, fair_key
from grimtable.server import protocol as p
from grimtable.server.telling import table_for
from server.tabletop import Client, Message, bearer, play_out, served

pytestmark = pytest.mark.anyio

SEATS = 3
OURS = ("grimtable", "uvicorn", "sqlalchemy", "alembic")  # loggers of the server
SECRET_KINDS = ("dealt", "drew", "peeked", "spied", "sealed", "augured")


def fields_of(kind: type) -> set[str]:
    return {"type", *kind.__struct_fields__}  # type: ignore[attr-defined]  # the messages are structs


KNOWN = {kind.__struct_config__.tag: fields_of(kind) for kind in p.Outgoing.__subclasses__()}


def cards_in(refs: list[str]) -> set[int]:
    return {int(ref.partition(":")[2]) for ref in refs if ref.startswith("card:")}


def check_message(message: Message, seat: int | None, told: set[int]) -> None:
    """One message to one seat (None: a spectator); `told` are the cards that its log has named so far."""
    assert set(message) <= KNOWN[message["type"]]
    for ask in message.get("asks", []):
        assert ask["seat"] == seat, "another seat's options"
    for wait in message.get("waiting", []):
        assert set(wait) == {"seat", "sealed"}
    for line in message.get("log", []):
        if line["kind"] in SECRET_KINDS and line["seat"] != seat:
            named = cards_in(line["refs"])
            seen = line["kind"] == "spied" and f"player:{seat}" in line["refs"]
            assert not named or seen, line
        told.update(cards_in(line["refs"]))
    for owner, home in enumerate((message.get("view") or {}).get("players", [])):
        if owner != seat and message.get("status") == "playing":
            assert set(home["hand"]) <= told, "a card that was never seen"
            assert home["omen"] is None
            assert home["offer"] is None


@pytest.mark.parametrize("seed", [1, 2])
async def test_nothing_leaks_over_a_whole_game(tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    for logger in OURS:
        caplog.set_level(logging.INFO, logger)
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", "person", "greedy", public=True)
        tokens = [made["token"], *[link["token"] for link in made["links"]]]
        async with (
            site.client(made["table"], tokens[0], salt="0a" * 16) as zero,
            site.client(made["table"], tokens[1], salt="0b" * 16) as one,
            site.client(made["table"], tokens[2], salt="0c" * 16, lang="ja") as two,
            site.client(made["table"], made["spectator"]) as watcher,
            site.client(made["table"], None) as passer_by,
        ):
            clients = (zero, one, two, watcher, passer_by)
            begun = [client.table_where(lambda table: table["status"] == "playing") for client in clients]
            await asyncio.gather(*begun)
            files = await records_of(site.http, made["table"], tokens)
            plays = [play_out(client, lambda n, k=k: n * 5 + k + seed) for k, client in enumerate(clients[:SEATS])]  # type: ignore[misc]  # the default binds
            await asyncio.gather(*plays, *[seen_to_the_end(client) for client in clients[SEATS:]])
            hints = await zero.wish("explain", ref="card:3")
            assert hints["type"] == "explained"
        stored = await site.lobby.store.load(made["table"])
    assert stored is not None
    assert stored.vault.secret is not None
    key = fair_key(stored.vault.secret, [bytes.fromhex(salt) for salt in stored.row.salts])
    for client, seat in zip(clients, (0, 1, 2, None, None)):
        check_seen(client, seat, stored.vault.secret.hex(), key.hex())
    forbidden = [*tokens, made["spectator"], key.hex()]
    for client in clients:
        for word in forbidden:
            assert word not in "".join(client.seen)
    for text in files:
        assert "tape" not in text
        assert stored.vault.secret.hex() not in text
    logged = " ".join([record.getMessage() for record in caplog.records if record.name.startswith(OURS)])
    for word in (*forbidden, stored.vault.secret.hex()):
        assert word not in logged, "a token in the log"


def check_seen(client: Client, seat: int | None, secret: str, key: str) -> None:
    told: set[int] = set()
    for text in client.seen:
        message: Message = json.loads(text)
        check_message(message, seat, told)
        if message.get("status") != "over":
            assert secret not in text
        assert key not in text
        for word in ("tape", "mark", "agenda", "position", "vault"):
            assert f'"{word}"' not in text


async def records_of(http: Any, table: str, tokens: list[str]) -> list[str]:
    return [(await http.get(f"/api/tables/{table}/record", headers=bearer(token))).text for token in tokens]


async def seen_to_the_end(client: Client) -> None:
    await client.table_where(lambda table: table["status"] == "over")


async def test_what_a_seat_is_sent_does_not_depend_on_what_it_cannot_know(tmp_path: Path) -> None:
    """Two tables that differ only in what seat 1 holds look the same to seat 0."""
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "person", seed=5)
        async with (
            site.client(made["table"], made["token"]) as zero,
            site.client(made["table"], made["links"][0]["token"]),
        ):
            await zero.table_where(lambda table: table["status"] == "playing")
            room = await site.lobby.room(made["table"])
            course = room.course
            assert course is not None
            before = table_for(room, room.guests[0])
            real = course.recorder.game
            for seed in range(5):
                course.recorder.game = real.imagine(0, FastDice(seed), log=True)
                room._forget()
                assert course.recorder.game.state.hands[1] != real.state.hands[1]
                assert p.encode(table_for(room, room.guests[0])) == p.encode(before)
            course.recorder.game = real
