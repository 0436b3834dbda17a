"""`kill -9` with commands on their way: no acknowledged move is lost, none is made twice, tables resume."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.crashes import Lost, series
from server.postgres import database

pytestmark = pytest.mark.anyio

KILLS = 3
ENOUGH = 60  # kills within which a fault is found


async def test_nothing_is_lost_and_nothing_done_twice(tmp_path: Path) -> None:
    tally = await series(tmp_path, KILLS)
    assert tally.kills == KILLS
    assert tally.unsure >= KILLS


async def test_nothing_is_lost_in_postgresql_either(tmp_path: Path) -> None:
    with database() as url:
        tally = await series(tmp_path, 2, url)
    assert tally.kills == 2


async def test_a_server_that_acknowledges_before_it_stores_is_found_out(tmp_path: Path) -> None:
    with pytest.raises(Lost):  # by what is there, or by the next command, which no longer fits
        await series(tmp_path, ENOUGH, fault="acknowledge_early")


async def test_a_server_that_does_a_command_twice_is_found_out(tmp_path: Path) -> None:
    with pytest.raises(Lost):
        await series(tmp_path, ENOUGH, fault="forget_commands")
