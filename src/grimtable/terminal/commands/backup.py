"""`grimtable backup` and `grimtable restore`: copies of the file that holds the tables."""

from __future__ import annotations

from pathlib import Path

import click

from grimtable.kernel.values import BadInput

DATABASE = click.option("--database", metavar="FILE", help="SQLite file. Default: the one in your data folder.")


@click.command()
@DATABASE
@click.option("--into", metavar="FILE", type=click.Path(path_type=Path), help="A new file. Default: a dated copy.")
def backup(database: str | None, into: Path | None) -> None:
    """Copy the tables and campaigns of a server, also while it runs.

    \b
    Examples:
      grimtable backup
      grimtable backup --database evening.sqlite --into evening-copy.sqlite
    """
    from grimtable.server.backup import back_up

    click.echo(f"a checked copy is in {back_up(file_named(database), into)}")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@DATABASE
def restore(file: Path, database: str | None) -> None:
    """Put a copy back in the place of the tables, while no server has them.

    \b
    Examples:
      grimtable restore tables-of-friday.sqlite
      grimtable restore ~/.local/share/grimtable/tables.sqlite.backups/2026-02-24-183000-000000.sqlite
    """
    from grimtable.server.backup import restore as put_back
    from grimtable.server.database import Claim

    path = file_named(database)
    with Claim(f"sqlite+aiosqlite:///{path}", "grimtable restore") as claim:
        if claim.holder is not None:
            raise BadInput(f"{path} is served now, at {claim.holder}; stop that server first")
        before = put_back(file, path)
    click.echo(f"{path} is as it was in {file}")
    if before is not None:
        click.echo(f"what was there before is kept in {before}")


def file_named(database: str | None) -> Path:
    from grimtable.server.database import default_database

    if database is None:
        return Path(default_database().partition("sqlite+aiosqlite:///")[2])
    if "://" in database:
        raise BadInput("only SQLite files are copied by this command; for PostgreSQL use pg_dump and pg_restore")
    path = Path(database).absolute()
    if not path.parent.is_dir() or path.is_dir():
        raise BadInput(f"{path} is no name of a file")
    return path
