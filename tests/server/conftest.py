"""Servers for the tests, the databases they use, and the one event loop they run on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from grimtable.server import supervision
from grimtable.server.database import database_url
from grimtable.server.store import Store
from server.postgres import database

ENDED: list[str] = []  # how often a server in this process would have ended it


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def _one_process() -> Iterator[None]:
    """Servers in this process do not end it: there are other tests in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(supervision, "end_process", lambda: ENDED.append("ended"))
        yield


@pytest.fixture(autouse=True)
def ended() -> Iterator[list[str]]:
    """A test that ends a server takes note of it; any other fails."""
    ENDED.clear()
    yield ENDED
    assert ENDED == []


# ---------------------------------------------------------------- both databases
@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address of either kind of database."""
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
