"""What earlier versions of the rules wrote can still be read, looked at, and gone on with."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

import grimtable
from grimtable import records
from grimtable.games.gloomhaven.campaign import load
from grimtable.games.gloomhaven.campaign.unattended import proceed
from grimtable.kernel.chance import FairDice, FastDice, fair_key
from grimtable.kernel.codec import outcome_in
from grimtable.kernel.values import Dice
from grimtable.server.course import NOTE, Course
from grimtable.server.rows import Stored
from grimtable.server.store import Store
from grimtable.simulate.campaign import with_bots
from old_games import FOLDER, VERSIONS, content, database, record, record_files

SLUGS = ("cthulhu", "darklord", "gloomhaven", "oldworld", "wh40k")
BOTH = pytest.mark.parametrize(("version", "slug"), [(version, slug) for version in VERSIONS for slug in SLUGS])


@BOTH
def test_every_record_is_shown_to_its_end_played_again_or_told_by_itself(version: str, slug: str) -> None:
    files = record_files(version, slug)
    assert len(files) == 20
    for path in files:
        found = record(path)
        shown, told = shown_and_told(found)
        assert [*shown, *told] == list(range(len(found.lines))), path


def shown_and_told(found: records.Record) -> tuple[list[int], list[int]]:
    """The lines that could be played again, and those that the record itself has to tell."""
    shown: list[int] = []
    try:
        for number, _ in records.replay(found):
            shown.append(number)
    except records.Outdated as stop:
        return shown, [line.number for line in records.carried(found, stop.number)]
    return shown, []


@BOTH
def test_a_record_is_verified_or_said_to_be_of_another_version(version: str, slug: str) -> None:
    today = grimtable.definition(slug).rules.version
    for path in record_files(version, slug):
        found = record(path)
        if found.header.rules == today:
            assert records.verify(found).answers == len(found.answers)
            continue
        with pytest.raises(records.OtherRules) as caught:
            records.verify(found)
        assert f"Made under rules version {found.header.rules}; today's version is {today}" in str(caught.value)


# ---------------------------------------------------------------- tables
async def stored_tables(path: Path) -> list[Stored]:
    store = Store(f"sqlite+aiosqlite:///{path}")
    await store.open()
    try:
        ids = [f"{path.stem[:6]}{number}" for number in range(5)]
        return [stored for name in ids if (stored := await store.load(name)) is not None]
    finally:
        await store.close()


def dice_of(stored: Stored) -> Any:
    secret, salts = stored.vault.secret, [bytes.fromhex(salt) for salt in stored.row.salts]

    def dice(mark: int) -> Dice:
        return FastDice(mark) if secret is None else FairDice(fair_key(secret, salts), mark)

    return dice


@BOTH
def test_stored_tables_that_were_open_are_played_to_their_end(version: str, slug: str, tmp_path: Path) -> None:
    going = 0
    for stored in asyncio.run(stored_tables(database(version, slug, tmp_path))):
        if stored.row.status != "playing":
            continue
        assert not stored.is_outdated(), stored.row.id
        assert stored.vault.position is not None
        course = Course.stored(stored.header(), stored.vault.position, stored.lines, stored.log, dice_of(stored))
        before, dice = course.answers, FastDice(7)
        while (asked := course.game.decisions()) and course.answers < before + 3000:
            decision = asked[dice.below(len(asked))]
            course.answer(decision.player, decision.options[dice.below(len(decision.options))])
        assert course.game.result() is not None, stored.row.id
        assert course.old == (stored.vault.rules != course.game.rules.version)
        assert course.record.versions[-1] == course.game.rules.version
        going += 1
    assert going == 3


@BOTH
def test_stored_tables_that_were_over_keep_their_outcome(version: str, slug: str, tmp_path: Path) -> None:
    found = grimtable.definition(slug)
    over = [one for one in asyncio.run(stored_tables(database(version, slug, tmp_path))) if one.row.status == "over"]
    for stored in over:
        assert stored.vault.position is not None
        assert stored.row.result is not None
        outcome = outcome_in(stored.vault.position, found.rules)
        assert found.winners(outcome) == stored.row.result.winners
        assert [entry for entry in stored.log if entry.event != NOTE]
    assert len(over) == 2


# ---------------------------------------------------------------- campaigns
@pytest.mark.parametrize("version", VERSIONS)
def test_campaigns_are_read_and_gone_on_with(version: str) -> None:
    paths = sorted((FOLDER / version / "gloomhaven").glob("*.campaign.jsonl.xz"))
    assert len(paths) == 2
    for path in paths:
        campaign = load(content(path).decode())
        before = campaign.world.started
        proceed(campaign, with_bots("random"), before + 1)
        assert campaign.world.started > before
