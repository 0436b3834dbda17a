"""Servers for the tests, and the one event loop they run on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from grimtable.server.database import database_url
from grimtable.server.store import Store
from server.postgres import database


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


# ---------------------------------------------------------------- both databases
@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return database_url(str(tmp_path / "tables.sqlite"))
    found: str = request.getfixturevalue("postgres")
    return found


@pytest.fixture
async def store(url: str, anyio_backend: str) -> AsyncIterator[Store]:
    found = Store(url)
    await found.open()
    yield found
    await found.close()
