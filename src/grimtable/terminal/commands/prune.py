"""`grimtable prune`: delete what a server would delete."""

from __future__ import annotations

import asyncio

import click

from grimtable.kernel.values import BadInput


@click.command()
@click.option("--database", metavar="FILE|URL", help="As for serve. Default: the one in your data folder.")
@click.option("--dry-run", is_flag=True, help="Only say how much that would be.")
def prune(database: str | None, dry_run: bool) -> None:
    """Delete old tables that never began, old imports and tables long left, as a server does.

    \b
    Examples:
      grimtable prune --dry-run
      grimtable prune --database evening.sqlite
    """
    from grimtable.server.database import Claim, database_url, default_database, file_of, prepare

    url = default_database() if database is None else database_url(database)
    path = file_of(url)
    if path is not None and not path.is_file():
        raise BadInput(f"there is no file {path}")
    with Claim(url, "grimtable prune") as claim:
        if claim.holder is not None:
            raise BadInput(f"these tables are served now, at {claim.holder}; that server deletes what is old")
        prepare(url)
        found = asyncio.run(pruned(url, dry_run))
    click.echo("would be deleted:" if dry_run else "deleted:")
    for name, count in found.items():
        click.echo(f"  {name}: {count}")


async def pruned(url: str, dry_run: bool) -> dict[str, int]:
    from grimtable.server.limits import Limits
    from grimtable.server.store import Store
    from grimtable.server.upkeep import delete_old

    store = Store(url)
    try:
        return await store.count_old(Limits()) if dry_run else await delete_old(store, Limits())
    finally:
        await store.close()
