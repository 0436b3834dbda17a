"""A mutant as a changed file, in a new process: for code that does its work while it is imported."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from tools.mutants import mutations, trials

from grimtable import citations
from grimtable.citations import Kind, Site

STARTING = 30.0  # seconds of the processor to import and collect


def again(site: Site, text: str, nodes: Sequence[str], tests: Path, seconds: float) -> dict[str, str]:
    """How tests end with the changed file. A process that is cut off sets aside the test it was at."""
    asked = {
        "path": str(site.path),
        "kind": site.kind,
        "name": site.name,
        "line": site.line,
        "text": text,
        "nodes": list(nodes),
        "tests": str(tests),
        "seconds": STARTING + seconds,
    }
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.mutants.fresh", str(writing)],
        pass_fds=[writing],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    assert process.stdin is not None
    with process.stdin as to:
        to.write(json.dumps(asked).encode())
    with os.fdopen(reading, encoding="utf-8") as pipe:
        said = pipe.read().splitlines()
    ended = process.wait() == 0
    fates = {node: fate for fate, _, node in [line.partition(" ") for line in said]}
    if not ended and not fates:
        return dict.fromkeys(nodes, trials.ASIDE)
    return fates


class Reporting(trials.Fates):
    """Says how each test ended as soon as it has."""

    def __init__(self, tests: Path, pipe: int) -> None:
        super().__init__(tests)
        self.pipe = pipe

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.say(nodeid, trials.ASIDE)  # until it has ended

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        fate = self.fates.get(nodeid, trials.PASSED)
        self.say(nodeid, fate)
        if fate == trials.FAILED:
            pytest.exit("one is enough", returncode=0)

    def say(self, nodeid: str, fate: str) -> None:
        os.write(self.pipe, f"{fate} {nodeid}\n".encode())


def changed_code(asked: dict[str, Any]) -> CodeType:
    """The file with the one change."""
    path = Path(asked["path"])
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    for site in citations.sites_of(path, text, tree):
        if [site.kind.value, site.name, site.line] == [asked["kind"], asked["name"], asked["line"]]:
            if site.kind == Kind.TABLE:
                wrap(site, asked["text"])
            else:
                next(mutant for mutant in mutations.mutations(site) if mutant.text == asked["text"]).apply()
    return compile(tree, str(path), "exec", dont_inherit=True)


def wrap(site: Site, text: str) -> None:
    """Let a constant be made as before, and change one of its values."""
    assert isinstance(site.scope, ast.Assign | ast.AnnAssign)
    assert site.scope.value is not None
    alter = ast.parse(f"__import__('tools.mutants.tables', fromlist=['altered']).altered(0, {text!r})").body[0]
    assert isinstance(alter, ast.Expr)
    assert isinstance(alter.value, ast.Call)
    alter.value.args[0] = site.scope.value
    site.scope.value = ast.copy_location(alter.value, site.scope.value)
    ast.fix_missing_locations(site.scope)


def main() -> int:
    pipe, asked = int(sys.argv[1]), json.load(sys.stdin)
    trials.limit(asked["seconds"])
    code = changed_code(asked)
    load = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        return code if self.get_filename(fullname) == asked["path"] else load(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment,method-assign]  # what is imported from here on is changed
    ended = pytest.main([*trials.OPTIONS, *asked["nodes"]], plugins=[Reporting(Path(asked["tests"]), pipe)])
    return 0 if ended in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) else 1


if __name__ == "__main__":
    sys.exit(main())
