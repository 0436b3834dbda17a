"""What the documents show is true: Python examples run, commands work, and every key of a report is documented."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

import grimtable
from terminal import test_commands as commands
from terminal.running import Grim

ROOT = Path(__file__).parent.parent.parent
COMMAND = re.compile(r"^\$ grimtable (.+)$", re.MULTILINE)
CLI = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["README.md", "docs/python.md", "src/grimtable/__init__.py"])
def test_python_examples_run(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    text = text if name.endswith(".md") else grimtable.__doc__ or ""
    examples = doctest.DocTestParser().get_doctest(text.replace("```", "\n"), {}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    assert runner.run(examples).failed == 0


def test_commands_in_the_documents_work(grim: Grim) -> None:
    """In their order, since some use what others saved; those that need a server have tests of their own."""
    for arguments in COMMAND.findall(CLI):
        words = shlex.split(arguments)
        if words[0] in ("bench", "serve", "report"):
            continue
        ran = grim(*words, stdin="1\n")
        assert ran.code in ((0, 1) if "--coverage" in words else (0,)), (arguments, ran.err)
        assert "grimtable:" not in ran.err, arguments
        if "--json" in words:
            assert ran.json


@pytest.mark.parametrize(
    "shape", ["SIMULATE", "ARENA", "COVERAGE", "FUZZ", "REPLAY", "MOVE", "GAME", "ENTRY", "PROOF", "PLACE", "VERDICT"]
)
def test_every_key_of_a_report_is_documented(shape: str) -> None:
    for key in getattr(commands, shape):
        assert f"`{key}`" in CLI or f'"{key}"' in CLI, key
