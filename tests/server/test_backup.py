"""Copies of the file of tables: when they are made, which are kept, what a damaged file leads to, and the way back."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from grimtable.kernel.values import BadInput
from grimtable.server import backup
from grimtable.server.backup import Damaged, copies_of, copy_at_start, folder_of, problem
from grimtable.server.database import Claim, database_url
from grimtable.server.serve import serve
from grimtable.terminal.cli import run
from server.tabletop import served

pytestmark = pytest.mark.anyio
PAGE = 4096


def fill(file: Path, moves: int = 400) -> None:
    """Something as a server leaves it that was killed: half of it is in the write-ahead log."""
    made = file.with_name("made")
    with closing(sqlite3.connect(made)) as tables:
        tables.execute("PRAGMA journal_mode=WAL")
        for name in ("alembic_version", "tables", "grants"):
            tables.execute(f"CREATE TABLE {name} (n, words)")
        tables.executemany("INSERT INTO tables VALUES (?, ?)", [(n, "word " * 20) for n in range(moves)])
        tables.commit()
        tables.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        tables.execute("UPDATE tables SET words = words || words")  # every page changes
        tables.execute("INSERT INTO tables VALUES (-1, 'in the log')")
        tables.commit()
        for ending in ("", "-wal"):
            shutil.copy(f"{made}{ending}", f"{file}{ending}")
    made.unlink()


def moves_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as tables:
        [(count,)] = tables.execute("SELECT count(*) FROM tables")
    return int(count)


def damage(file: Path) -> None:
    """A page in the middle is overwritten, as by a failing disk."""
    with closing(sqlite3.connect(file)) as tables:
        tables.execute("PRAGMA journal_mode=DELETE")  # so that nothing stands in the log only
    with file.open("r+b") as stream:
        stream.seek(4 * PAGE)
        stream.write(b"\xff" * PAGE)


def names(file: Path) -> list[str]:
    return [copy.name for copy in copies_of(file)]


# ---------------------------------------------------------------- at every start
def test_a_file_is_copied_whole_before_a_server_touches_it(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    copy_at_start(file)  # nothing there yet
    assert list(tmp_path.iterdir()) == []
    fill(file)
    copy_at_start(file)
    [copy] = copies_of(file)
    assert moves_in(copy) == 401, "what is in the write-ahead log is kept, too"


def test_the_newest_copies_are_kept_and_one_of_each_day(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    fill(file)
    folder_of(file).mkdir()
    now = datetime.now(UTC)
    old = []
    for days in (30, 8, 7, 3, 2):
        for hour in ("08", "20"):
            name = f"{(now - timedelta(days=days)).strftime('%Y-%m-%d')}-{hour}0000-000000.sqlite"
            (folder_of(file) / name).write_bytes(b"old")
            old.append(name)
    (folder_of(file) / "mine.sqlite").write_bytes(b"my own")
    made = [backup.make_copy(file) for _ in range(8)]
    assert copies_of(file)[:5] == made[:-6:-1]
    assert len(copies_of(file)) == 5 + 2
    assert names(file)[5:] == [old[9], old[7]], "the last of each recent day"
    assert {moves_in(copy) for copy in copies_of(file)[:5]} == {401}
    assert (folder_of(file) / "mine.sqlite").read_bytes() == b"my own"


def test_a_copy_that_fails_leaves_the_older_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tables.sqlite"
    fill(file)
    for _ in range(5):
        copy_at_start(file)
    before = names(file)

    def fail(path: Path) -> str | None:
        raise KeyboardInterrupt  # whatever ends it, when the draft is written and not yet checked

    monkeypatch.setattr(backup, "problem", fail)
    with pytest.raises(KeyboardInterrupt):
        copy_at_start(file)
    assert names(file) == before

    monkeypatch.setattr(backup, "problem", lambda path: "it is malformed")
    with pytest.raises(Damaged):
        backup.make_copy(file)
    assert names(file) == before
    assert len(list(folder_of(file).iterdir())) == 5


# ---------------------------------------------------------------- damage
def test_a_damaged_file_is_refused_with_the_way_back_and_no_copy_goes(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    fill(file)
    for _ in range(5):
        copy_at_start(file)
    good = copies_of(file)[1]
    damage(copies_of(file)[0])
    damage(file)
    before, content = names(file), file.read_bytes()
    for _ in range(3):
        with pytest.raises(BadInput, match="is damaged") as refused:
            serve(port=0, database=str(file))
        assert f"grimtable restore {good} --database {file}" in str(refused.value)
        assert "\n" not in str(refused.value)
    assert (names(file), file.read_bytes()) == (before, content)
    assert run(["restore", str(good), "--database", str(file)]) == 0
    assert moves_in(file) == 401
    copy_at_start(file)


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear all, " * 500)
    with pytest.raises(BadInput, match="holds something else"):
        serve(port=0, database=str(file))
    assert file.read_text() == "Dear all, " * 500
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_cannot_be_copied_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tables.sqlite"
    fill(file)

    def no_room(source: Path, target: Path) -> None:
        raise OSError("database or disk is full")

    monkeypatch.setattr(backup, "copy_whole", no_room)
    with pytest.raises(BadInput, match="cannot be backed up, so it is not opened: database or disk is full"):
        copy_at_start(file)


# ---------------------------------------------------------------- by hand
async def test_tables_are_copied_while_people_play_and_go_on_from_the_copy(tmp_path: Path) -> None:
    file, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    async with served(tmp_path) as site:
        made = await site.make("relics", "me", "me", seed=5)
        async with site.client(made["table"], made["token"]) as me:
            for _ in range(3):
                await me.answer()
            playing = asyncio.create_task(asyncio.to_thread(run, ["backup", "--database", str(file)]))
            assert (await me.answer())["type"] == "done"
            assert await playing == 0
            command = ["backup", "--database", str(file), "--into", str(copy)]
            assert await asyncio.to_thread(run, command) == 0
            answers = me.table["answers"]
            assert await asyncio.to_thread(run, command) == 2, "a file that is there is never overwritten"
    [dated] = copies_of(file)
    assert (problem(dated), problem(copy)) == (None, None)
    other = tmp_path / "other"
    other.mkdir()
    assert run(["restore", str(copy), "--database", str(other / "tables.sqlite")]) == 0
    async with served(other) as site, site.client(made["table"], made["token"]) as me:
        assert me.table["answers"] == answers
        assert (await me.answer())["type"] == "done"


def test_what_was_there_before_is_kept_and_its_log_spoils_nothing(tmp_path: Path) -> None:
    file, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    fill(file, 10)
    assert run(["backup", "--database", str(file), "--into", str(copy)]) == 0
    for path in tmp_path.glob("tables.sqlite*"):
        path.unlink() if path.is_file() else None
    fill(file, 900)
    assert file.with_name(file.name + "-wal").exists()
    assert run(["restore", str(copy), "--database", str(file)]) == 0
    assert moves_in(file) == 11
    assert problem(file) is None
    [aside] = [path for path in tmp_path.glob("tables.sqlite.replaced-*") if not path.name.endswith(("-wal", "-shm"))]
    assert moves_in(aside) == 901


def test_nothing_is_put_back_while_a_server_has_the_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    fill(file)
    assert run(["backup", "--database", str(file), "--into", str(copy)]) == 0
    with Claim(database_url(str(file)), "http://127.0.0.1:1234/"):
        content = file.read_bytes()
        assert run(["restore", str(copy), "--database", str(file)]) == 2
        assert "http://127.0.0.1:1234/" in capsys.readouterr().err
        assert file.read_bytes() == content


@pytest.mark.parametrize("kind", ["missing", "text", "damaged", "other", "itself"])
def test_what_cannot_be_put_back_changes_nothing(tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    file, copy = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    fill(file)
    if kind == "text":
        copy.write_text("Dear all, " * 900)
    elif kind == "damaged":
        fill(copy)
        damage(copy)
    elif kind == "other":
        with closing(sqlite3.connect(copy)) as music:
            music.execute("CREATE TABLE songs (n)")
    content = file.read_bytes()
    assert run(["restore", str(file if kind == "itself" else copy), "--database", str(file)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert file.read_bytes() == content
    assert list(tmp_path.glob("*.re*")) == []
    assert list(tmp_path.glob("*.part")) == []


def test_what_is_no_file_of_tables_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command, words in (
        (["backup", "--database", "postgresql://me@host/db"], "pg_dump"),
        (["backup", "--database", str(tmp_path / "none.sqlite")], "there is no file"),
        (["backup", "--database", str(tmp_path / "no" / "folder.sqlite")], "no name of a file"),
    ):
        assert run(command) == 2
        assert words in capsys.readouterr().err
