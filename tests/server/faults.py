"""Servers with a fault, for tests of the tests: what must be noticed, by the name under which it is switched on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from grimtable.records import Record
from grimtable.server import pages, protocol, reading
from grimtable.server.rows import Save, TableRow, Vault
from grimtable.server.store import Store

LATE = 0.05  # seconds between storing and what belongs right beside it


def acknowledge_early() -> None:
    """Say that a move is stored before it is."""
    keep = Store.save
    waiting: set[asyncio.Task[None]] = set()

    async def late(store: Store, save: Save) -> None:
        await asyncio.sleep(LATE)
        await keep(store, save)

    async def early(store: Store, save: Save) -> None:
        if save.vault is not None:
            await keep(store, save)
            return
        task = asyncio.create_task(late(store, save))
        waiting.add(task)
        task.add_done_callback(waiting.discard)

    replace_save(early)


def forget_commands() -> None:
    """Do a command that is sent again a second time."""
    keep = Store.save

    async def forgetful(store: Store, save: Save) -> None:
        await keep(store, save._replace(wish=None))
        await asyncio.sleep(LATE)  # in which it can be killed

    replace_save(forgetful)


def replace_save(faulty: Any) -> None:
    Store.save = faulty  # type: ignore[method-assign]  # that is the fault


def end_at_save(name: str) -> Callable[[], None]:
    """A task of the server ends by itself as soon as something is to be stored."""

    def switch_on() -> None:
        keep = Store.save

        async def ending(store: Store, save: Save) -> None:
            for task in asyncio.all_tasks():
                if task.get_name().startswith(name):
                    task.cancel()
            await asyncio.sleep(0)
            await keep(store, save)

        replace_save(ending)

    return switch_on


def take_seeds_of_any_size() -> None:
    """Keep a record with a seed that no database takes."""
    keep = reading.imported_table

    def imported(record: Record) -> tuple[TableRow, Vault]:
        row, vault = keep(record)
        return row, vault._replace(seed=1 << 80)

    reading.imported_table = imported


def trust_names_of_files() -> None:
    """Ask the system for files of any name."""

    async def trusting(request: Request) -> Response:
        path = pages.DIST / "assets" / request.path_params["name"]
        return Response(path.read_bytes()) if path.is_file() else PlainTextResponse("not found\n", 404)

    pages.asset = trusting


def trust_numbers() -> None:
    """Reckon with the numbers of a message before it is known whether they are any."""
    keep = protocol.decode_client

    def trusting(data: bytes) -> protocol.ClientMessage:
        found = re.search(rb'"seat": ?([^,}]+)', data)
        if found is not None and len(found[1]) < 30:
            int(found[1])
        return keep(data)

    protocol.decode_client = trusting


FAULTS: dict[str, Callable[[], None]] = {
    "acknowledge_early": acknowledge_early,
    "forget_commands": forget_commands,
    "end_writer": end_at_save("the writer"),
    "end_keeper": end_at_save("the keeper"),
    "take_seeds_of_any_size": take_seeds_of_any_size,
    "trust_names_of_files": trust_names_of_files,
    "trust_numbers": trust_numbers,
}
