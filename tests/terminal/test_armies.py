"""Armies of one's own on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.wh40k.test_armies import patrol
from terminal.running import Grim


def test_an_army_in_a_file_is_played_by_bots(grim: Grim, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(patrol(), encoding="utf-8")
    army, ground = f"army_1=@{tmp_path / 'a.json'}", "terrain=empty"
    ran = grim("simulate", "wh40k", "--games", "1", "--bots", "random", "--option", army, "--option", ground, "--json")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    ("content", "complaint"), [(None, "cannot be read"), ("x", "is no roster"), ('{"units":[]}', "1 to 40 'units'")]
)
def test_a_file_without_an_army_is_refused_in_one_line(
    grim: Grim, tmp_path: Path, content: str | None, complaint: str
) -> None:
    file = tmp_path / "a.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    ran = grim("simulate", "wh40k", "--games", "1", "--bots", "random", "--option", f"army_2=@{file}")
    assert ran.code == 2
    assert complaint in ran.err
    assert len(ran.err.strip().splitlines()) == 1


def test_a_word_that_is_no_army_says_what_would_be_one(grim: Grim) -> None:
    ran = grim("simulate", "wh40k", "--games", "1", "--bots", "random", "--option", "army_1=demo_ork_50")
    assert ran.code == 2
    assert "demo_orks_50" in ran.err
    assert "@FILE" in ran.err
