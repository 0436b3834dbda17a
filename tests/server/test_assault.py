"""A server under a hail of hostile messages and requests: it refuses all of them, and goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.assault import Assault, Found, finished
from server.standalone import running
from server.tabletop import free_port

pytestmark = pytest.mark.anyio
N = 1_500
ENOUGH = 20_000  # messages within which a fault is found


async def assault(folder: Path, messages: int, url: str | None = None, fault: str | None = None) -> Found:
    with running(free_port(), folder, url, fault) as process:
        return await Assault(process, [finished(5), finished(None)], 1).attack(messages)


async def test_all_of_it_is_refused(tmp_path: Path) -> None:
    found = await assault(tmp_path, N)
    assert found.unhandled == []
    assert found.messages + found.requests >= N
    assert found.requests > 0


@pytest.mark.parametrize("fault", ["take_seeds_of_any_size", "trust_names_of_files", "trust_numbers"])
async def test_what_is_not_handled_is_found(fault: str, tmp_path: Path) -> None:
    found = await assault(tmp_path, ENOUGH, fault=fault)
    assert found.unhandled
    assert found.messages + found.requests < ENOUGH
