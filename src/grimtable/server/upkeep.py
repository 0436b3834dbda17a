"""What a server does for its database from time to time: a copy a day, and old things deleted."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from grimtable.server.backup import Damaged, is_due, make_copy
from grimtable.server.limits import Limits
from grimtable.server.store import Store

LOGGER = logging.getLogger("grimtable.server")
BETWEEN_BATCHES = 0.2  # seconds in which moves are stored


async def keep_up(store: Store, limits: Limits) -> None:
    """Runs as long as the server."""
    while True:
        await asyncio.sleep(limits.upkeep_seconds)
        try:
            await copy_daily(store)
            await delete_old(store, limits)
        except Exception as error:  # the database is busy, full or away: the next round tries again
            LOGGER.warning("the upkeep of the database has to wait: %s", error)


async def copy_daily(store: Store) -> None:
    path = Path(store.url.database or "")
    if store.url.get_backend_name() != "sqlite" or not is_due(path):
        return
    try:
        LOGGER.info("a copy of the tables is in %s", await asyncio.to_thread(make_copy, path))
    except Damaged as error:
        LOGGER.error("%s is damaged, so no copy is kept; the earlier ones stay: %s", path, error)


async def delete_old(store: Store, limits: Limits) -> dict[str, int]:
    """Delete what is old, batch by batch. Returns how much went."""
    gone: dict[str, int] = {}
    while True:
        batch = await store.delete_old(limits)
        gone = {name: gone.get(name, 0) + count for name, count in batch.items()}
        if not any(batch.values()):
            break
        await asyncio.sleep(BETWEEN_BATCHES)
    if any(gone.values()):
        LOGGER.info("deleted: %s", ", ".join([f"{count} {name}" for name, count in gone.items() if count]))
    return gone
