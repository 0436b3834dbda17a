"""A campaign at the terminal: begun, gone on with, a scenario played to its end, and what is no campaign."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from grimtable import records
from grimtable.games.gloomhaven.campaign import load
from terminal.running import Grim, lines

PARTY = ("1", "1", "Brand", "1", "1", "1", "1", "Ash", "1", "1")  # two characters, each with the first quest


def test_a_campaign_begins_and_goes_on(grim: Grim, tmp_path: Path) -> None:
    file = tmp_path / "ours.jsonl"
    ran = grim("campaign", str(file), "--new", "--seed", "7", stdin=lines(*PARTY, "q"))
    assert ran.code == 0
    assert "Brand, Brute of level 1, joins the party" in ran.out
    assert "Saved in" in ran.out
    assert [hero.name for hero in load(file.read_text()).world.heroes] == ["Brand", "Ash"]
    before = file.read_text()
    grim("campaign", str(file), stdin=lines("1", "1", "q"))
    assert (tmp_path / "ours.backup.jsonl").read_text() == before != file.read_text()
    (tmp_path / "ours.backup.jsonl").replace(file)
    ran = grim("campaign", str(file), "--lang", "ja", stdin=lines("1", "1", "u", "q"))
    assert ran.code == 0
    assert "取り消しました" in ran.out
    assert [hero.items for hero in load(file.read_text()).world.heroes] == [[], []]


def test_the_world_as_json(grim: Grim, tmp_path: Path) -> None:
    file = tmp_path / "ours.jsonl"
    found = grim("campaign", str(file), "--new", "--persons", "Ada,Bo", "--characters", "3", "--json").json
    assert (found["persons"], found["chairs"], found["opened"]) == (["Ada", "Bo"], [0, 1, 0], [1])
    assert grim("campaign", str(file), "--json").json == found


def test_variants_are_settled_when_it_begins(grim: Grim, tmp_path: Path) -> None:
    file = tmp_path / "ours.jsonl"
    found = grim("campaign", str(file), "--new", "--permanent-death", "--reduced-randomness", "--json").json
    assert (found["death"], found["reduced"]) == (True, True)
    assert grim("campaign", str(file), "--json").json == found


def test_a_scenario_is_left_gone_on_with_and_comes_home(grim: Grim, tmp_path: Path) -> None:
    file = tmp_path / "ours.jsonl"
    grim("campaign", str(file), "--new", "--seed", "3", stdin=lines(*PARTY, "q"))
    menu = grim("campaign", str(file), stdin=lines("q")).out
    travel = next(row.split()[0] for row in menu.splitlines() if "Travel" in row)
    ran = grim("campaign", str(file), stdin=lines(travel, "1", "1", "1", "1", "q"))
    assert ran.code == 0
    assert (tmp_path / "ours.scenario-1.record.jsonl").exists()
    world = load(file.read_text()).world
    assert (world.stage, world.waiting) == ("scenario", 1)
    play_on(tmp_path / "ours.scenario-1.record.jsonl")
    ran = grim("campaign", str(file), stdin=lines("q"))
    assert ran.code == 0
    world = load(file.read_text()).world
    assert (world.stage, world.started, world.waiting) == ("after", 1, 0)
    assert "is lost" in ran.out or "is won" in ran.out


def play_on(path: Path) -> None:
    """The scenario in a record, played to its end with answers drawn at random."""
    recorder = records.resumed(records.read(path))
    random = Random(1)
    while decisions := recorder.game.decisions():
        recorder.apply(decisions[0].player, random.choice(decisions[0].options))
    recorder.finish()
    records.save(recorder.record, path)


@pytest.mark.parametrize(
    ("content", "words"), [(b"hello", "not JSON"), (b"{}", "no campaign"), (b"\xff\xfe", "no text")]
)
def test_what_is_no_campaign(grim: Grim, tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "other.jsonl"
    file.write_bytes(content)
    ran = grim("campaign", str(file))
    assert ran.code == 2
    assert words in ran.err
    assert file.read_bytes() == content


def test_a_file_is_not_written_over_and_a_missing_one_is_named(grim: Grim, tmp_path: Path) -> None:
    file = tmp_path / "ours.jsonl"
    assert grim("campaign", str(file)).code == 2
    file.write_text("mine")
    assert grim("campaign", str(file), "--new").code == 2
    assert file.read_text() == "mine"
    assert grim("campaign", str(tmp_path / "x.jsonl"), "--new", "--persons", "A,B,C,D,E").code == 2
