"""Copies of a SQLite file of tables: made at every start and once a day, checked, and put back.

Beside `tables.sqlite` lies the folder `tables.sqlite.backups` with copies named after the moment they were made. A copy
is checked before it gets its name, and only then do the oldest go: whatever fails in between leaves all earlier ones.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from grimtable.kernel.values import BadInput

NEWEST_KEPT = 5  # copies, whenever they were made
DAYS_KEPT = 7  # and the last copy of each of so many days
DAY = 86_400.0  # seconds
MOMENT = "%Y-%m-%d-%H%M%S-%f"  # in UTC; sorts as it was made
COPY = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-\d{6}\.sqlite")
LOG_FILES = ("-wal", "-shm")  # what SQLite keeps beside a file in use


class Damaged(Exception):
    """A file that SQLite cannot read whole."""


def folder_of(path: Path) -> Path:
    return path.with_name(path.name + ".backups")


def copies_of(path: Path) -> list[Path]:
    """The dated copies, the newest first."""
    folder = folder_of(path)
    found = [copy for copy in folder.iterdir() if COPY.fullmatch(copy.name)] if folder.is_dir() else []
    return sorted(found, key=lambda copy: copy.name, reverse=True)


def problem(path: Path) -> str | None:
    """What is wrong with a file that nobody writes; None if it is whole."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as file:
            [(found,)] = file.execute("PRAGMA quick_check(1)")
    except (sqlite3.Error, ValueError) as error:
        return str(error)
    return None if found == "ok" else " ".join(str(found).split())


# ---------------------------------------------------------------- making copies
def copy_whole(source: Path, target: Path) -> None:
    """A checked copy under its name, or nothing. Others may go on writing the source. Damaged, or OSError."""
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        address = f"{source.absolute().as_uri()}?mode=rw"  # a file that is gone is not made anew
        with closing(sqlite3.connect(address, uri=True)) as old, closing(sqlite3.connect(draft)) as new:
            old.backup(new)
        found = problem(draft)
        if found is not None:
            raise Damaged(found)
        with draft.open("rb") as stream:
            os.fsync(stream.fileno())
        draft.replace(target)
    except sqlite3.OperationalError as error:  # no room, no right, locked: the file itself may be whole
        raise OSError(str(error)) from None
    except sqlite3.DatabaseError as error:
        raise Damaged(str(error)) from None
    finally:
        draft.unlink(missing_ok=True)


def make_copy(path: Path) -> Path:
    """One more dated copy; those that are too old go."""
    folder = folder_of(path)
    folder.mkdir(exist_ok=True)
    target = folder / f"{datetime.now(UTC).strftime(MOMENT)}.sqlite"
    copy_whole(path, target)
    thin(path)
    return target


def thin(path: Path) -> None:
    """Keep the newest copies and the last of each recent day."""
    copies = copies_of(path)
    first_day = (datetime.now(UTC) - timedelta(days=DAYS_KEPT - 1)).strftime("%Y-%m-%d")
    days: dict[str, Path] = {}
    for copy in copies:
        days.setdefault(copy.name[:10], copy)
    recent = {copy for day, copy in days.items() if day >= first_day}
    for copy in copies[NEWEST_KEPT:]:
        if copy not in recent:
            copy.unlink(missing_ok=True)
    for draft in folder_of(path).glob("*.part"):
        with suppress(OSError):
            if time.time() - draft.stat().st_mtime > DAY:  # nobody is at it any more
                draft.unlink()


def is_due(path: Path) -> bool:
    """Whether the last copy is a day old. Without any, nobody keeps copies here."""
    copies = copies_of(path)
    return bool(copies) and time.time() - copies[0].stat().st_mtime >= DAY


def copy_at_start(path: Path) -> None:
    """Keep a file as it is before a server touches it. One that is damaged, or cannot be copied, is not opened."""
    if not path.is_file() or not path.stat().st_size:
        return  # a new one
    try:
        make_copy(path)
    except Damaged as error:
        good = next((copy for copy in copies_of(path) if problem(copy) is None), None)
        way = f"put its newest good backup back with: grimtable restore {good} --database {path}"
        raise BadInput(
            f"{path} is damaged, or no file of tables, and was left as it is ({error}); "
            + (way if good is not None else "no good backup of it is in " + str(folder_of(path)))
        ) from None
    except OSError as error:
        raise BadInput(f"{path} cannot be backed up, so it is not opened: {error}") from None


# ---------------------------------------------------------------- by hand
def back_up(path: Path, into: Path | None = None) -> Path:
    """A copy now, among the others or as a file of another name."""
    if not path.is_file():
        raise BadInput(f"there is no file {path}")
    if into is not None and into.exists():
        raise BadInput(f"{into} is there already; name another file")
    try:
        if into is None:
            return make_copy(path)
        copy_whole(path, into)
    except Damaged as error:
        raise BadInput(f"{path} is damaged, or no file of tables, so no copy was kept: {error}") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be copied: {error}") from None
    return into


def restore(copy: Path, path: Path) -> Path | None:
    """Put a copy in the place of a file that no server has. Returns where the file is kept that was there before."""
    if not copy.is_file():
        raise BadInput(f"there is no file {copy}")
    if path.exists() and copy.samefile(path):
        raise BadInput(f"{copy} is the file itself; name one of its copies, in {folder_of(path)}")
    draft = path.with_name(path.name + ".restored")
    try:
        copy_whole(copy, draft)
        if not holds_tables(draft):
            raise BadInput(f"{copy} holds no tables of grimtable")
        before = set_aside(path) if path.exists() else None
        for ending in LOG_FILES:  # first: with a log that is not its own, SQLite would spoil the file
            path.with_name(path.name + ending).unlink(missing_ok=True)
        draft.replace(path)
    except Damaged as error:
        raise BadInput(f"{copy} is damaged, or no file of tables, and was not put back: {error}") from None
    except OSError as error:
        raise BadInput(f"{copy} cannot be put back: {error}") from None
    finally:
        draft.unlink(missing_ok=True)
    return before


def holds_tables(path: Path) -> bool:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as file:
        found = file.execute("SELECT name FROM sqlite_master WHERE name IN ('alembic_version', 'tables', 'grants')")
        return len(found.fetchall()) == 3


def set_aside(path: Path) -> Path:
    """The file under a second name, with its log, as it is now."""
    aside = path.with_name(f"{path.name}.replaced-{datetime.now(UTC).strftime(MOMENT)}")
    for ending in ("", *LOG_FILES):
        source, target = path.with_name(path.name + ending), aside.with_name(aside.name + ending)
        if source.exists():
            target.unlink(missing_ok=True)
            try:
                os.link(source, target)
            except OSError:  # a file system without second names
                shutil.copy2(source, target)
    return aside
