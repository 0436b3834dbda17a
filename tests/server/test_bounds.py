"""Whatever strangers put into records: it is refused in a sentence, or it can be stored in both databases."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from grimtable import records
from grimtable.kernel.values import BadInput
from grimtable.server.database import database_url
from grimtable.server.reading import imported_seat, imported_table
from grimtable.server.replays import checked
from grimtable.server.seats import Grant
from grimtable.server.store import Store
from mutations import MUTATIONS, Mutation, genuine, mutated
from server.postgres import database
from server.tabletop import bearer, served

EXAMPLES = settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))


def finished(seed: int | None) -> bytes:
    """A short genuine record, with a seed or with fair dice."""
    return genuine("relics", ["Ada", "mcts:0.5s"], seed, rounds=1)


GENUINE = [finished(5), finished(None)]


def decoded(data: bytes) -> records.Record | None:
    """The record, if it loads; nothing but BadInput, in one short line, is raised otherwise."""
    complaint = ""
    try:
        return records.decode(data)
    except BadInput as error:
        complaint = str(error)
    assert "\n" not in complaint
    assert len(complaint) < 400
    return None


def look_at(record: records.Record) -> None:
    """All of it, as `grimtable replay` does."""
    try:
        assert [number for number, _ in records.replay(record)] == list(range(len(record.lines)))
    except records.Outdated as stop:
        for line in records.carried(record, stop.number):
            msgspec.json.encode(line.view)


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with database() as url:
        yield url


@EXAMPLES
@given(MUTATIONS)
def test_a_changed_record_is_refused_or_verified_and_nothing_else(mutation: Mutation) -> None:
    for document in GENUINE:
        data = mutated(document, mutation)
        found = checked(data)
        if isinstance(found, str):
            assert "it cannot be replayed" not in found
        record = decoded(data)
        if record is None:
            continue
        with suppress(BadInput):
            records.verify(record)
        with suppress(BadInput):
            look_at(record)
        records.encode(record)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_whatever_loads_can_be_stored(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    loaded = []

    @EXAMPLES
    @given(MUTATIONS)
    def gather(mutation: Mutation) -> None:
        for document in GENUINE:
            for line in (mutation, mutation._replace(line=0), mutation._replace(line=-1)):
                record = decoded(mutated(document, line))
                if record is not None:
                    loaded.append(record)

    gather()
    assert len(loaded) > 300
    url = database_url(str(tmp_path / "t.sqlite")) if kind == "sqlite" else request.getfixturevalue("postgres")

    async def store_all() -> None:
        store = Store(url)
        await store.open()
        try:
            for record in loaded:
                row, vault = imported_table(record)
                await store.make(row, vault, [Grant("ab" * 32, "spectator", (), True)])
                back = await store.load(row.id)
                assert back is not None
                assert (back.vault.seed, back.vault.secret) == (vault.seed, vault.secret)
                assert (back.row.salts, back.row.seats) == (row.salts, row.seats)
        finally:
            await store.close()

    asyncio.run(asyncio.wait_for(store_all(), 300))


def test_names_of_bots_are_cleaned_too() -> None:
    seat = imported_seat("mcts:\x1b[31m\0" + "y" * 70)
    assert seat.kind == "bot"
    assert seat.bot is not None
    assert seat.bot.isprintable()
    assert len(seat.bot) <= 40


BAD: dict[str, dict[str, Any]] = {
    "a seed of 65 bits": {"seed": (1 << 64) + 7},
    "a negative seed": {"seed": -1},
    "a commitment of other length": {"commitment": "ab"},
    "a salt of other length": {"salts": ["00", "11"]},
    "a salt that is none": {"salts": ["zz" * 16, ""]},
    "a seat's name that cannot be printed": {"seats": ["a\0b", "x"]},
    "a seat's name without end": {"seats": ["a" * 1000, "x"]},
    "an option without end": {"options": {"rounds": 10**30}},
    "players without number": {"players": 1 << 40},
}


@pytest.mark.anyio
@pytest.mark.parametrize("what", BAD)
async def test_numbers_and_words_beyond_their_bounds_are_refused_in_words(what: str, tmp_path: Path) -> None:
    """And the server goes on: a table can be made afterwards."""
    header, *rest = GENUINE[0].splitlines()
    data = b"\n".join([json.dumps({**json.loads(header), **BAD[what]}).encode(), *rest])
    async with served(tmp_path) as site:
        answer = await site.http.post("/api/records", content=data)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_record")
        assert "line 1: " in answer.json()["text"]
        await site.make("relics", "me", "random")


@pytest.mark.anyio
async def test_a_seed_of_64_bits_is_kept_as_it_is(tmp_path: Path) -> None:
    """Simulations draw such seeds; a database's integer has a sign."""
    data = finished((1 << 64) - 5)
    async with served(tmp_path) as site:
        kept = (await site.http.post("/api/records", content=data)).json()
        again = await site.http.get(f"/api/tables/{kept['table']}/record", headers=bearer(kept["token"]))
        assert records.verify(records.decode(again.content)) == records.verify(records.decode(data))
        assert records.decode(again.content).header.seed == (1 << 64) - 5
