"""The compiled build plays the same games as the plain one, hash by hash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import grimtable

ROOT = Path(__file__).parents[2]
EXPECTED = os.environ.get("GRIMTABLE_EXPECT_BUILD")  # set by `make test`, for which nothing may be missing


def test_these_tests_run_in_the_build_they_are_meant_for() -> None:
    assert grimtable.build() == (EXPECTED or grimtable.build())


def test_texts_are_read_once() -> None:
    """A compiled class does not keep what a cached_property computes."""
    for slug in grimtable.slugs():
        assert grimtable.definition(slug).catalogue is grimtable.definition(slug).catalogue


def played(folder: Path) -> list[str]:
    """The games as the build in this folder plays them."""
    script = Path(__file__).with_name("digests.py")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    run = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_both_builds_play_the_same_games() -> None:
    check = [sys.executable, str(ROOT / "tools" / "compile.py"), "--check"]
    if not EXPECTED and subprocess.run(check, check=False).returncode:
        pytest.skip("the compiled build is not up to date: make compiled")
    plain, compiled = played(ROOT / "src"), played(ROOT / "build" / "compiled")
    assert (plain[0], compiled[0]) == ("plain", "compiled")
    differing = [number for number, (one, other) in enumerate(zip(plain[1:], compiled[1:]), start=2) if one != other]
    assert not differing, f"line {differing[0]}: {plain[differing[0] - 1]} / {compiled[differing[0] - 1]}"
    assert len(plain) == len(compiled) > 1000
