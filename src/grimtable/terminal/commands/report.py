"""`grimtable report`: the record of a failure, for the operator of a server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from grimtable import records
from grimtable.kernel.values import BadInput
from grimtable.terminal.arguments import new_file
from grimtable.terminal.console import stdout


@click.command(short_help="The record of a failure at a table of the server.")
@click.argument("error")
@click.option("--database", metavar="FILE|URL", help="SQLite file, or postgresql://... Default: in your data folder.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Write the record to this new file.")
def report(error: str, database: str | None, out: Path) -> None:
    """Write the record of the failure that players saw under the number ERROR: `grimtable replay` tries it once more.

    The record holds the secrets of all seats of a game that may go on: it is not for its players. A table keeps the
    record of its last failure.

    \b
    Examples:
      grimtable report kdm3x7wq2abc-57 --out failure.jsonl
      grimtable replay failure.jsonl
    """
    from grimtable.server.database import database_url, default_database  # its libraries take a moment

    url = default_database() if database is None else database_url(database)
    table, _, answers = error.rpartition("-")
    found = asyncio.run(kept(url, table))
    if found is None or str(len(records.decode(found).answers)) != answers:
        raise BadInput(f"no failure {error!r:.60} is kept there")
    new_file(out).write_bytes(found)
    stdout().print(str(out), soft_wrap=True)


async def kept(url: str, table: str) -> bytes | None:
    from sqlalchemy.exc import SQLAlchemyError

    from grimtable.server.store import Store

    store = Store(url)
    try:
        return await store.report(table)
    except (SQLAlchemyError, OSError) as error:
        raise BadInput(f"the database cannot be read: {type(error).__name__}") from None
    finally:
        await store.close()
