"""A command line in an empty folder."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from grimtable.terminal import cli
from terminal.running import Grim, Ran


@pytest.fixture
def grim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Grim:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("GRIMTABLE_LANG", raising=False)

    def run(*arguments: str, stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = cli.run(arguments)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run
