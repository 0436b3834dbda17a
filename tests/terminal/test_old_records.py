"""Saved games of an older version of the rules: shown as far as they fit, then as the record itself tells them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import grimtable
from grimtable import records
from kernel.test_records import fast, joined, lines
from terminal.running import Grim


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A whole game made under version 1, of which answer 12 is none today."""
    rows = lines(fast().finish())
    rows[13]["answer"] = "no option today"
    path = tmp_path / "old.record.jsonl"
    path.write_bytes(joined(rows))
    monkeypatch.setattr(grimtable.definition("relics").rules, "version", 2)
    return path


def words(printed: str) -> str:
    """What was printed, without its line breaks."""
    return " ".join(printed.split())


def test_verify_says_which_rules_made_it(grim: Grim, old: Path) -> None:
    for lang, words in (("en", "rules version 1; today's version is 2"), ("ja", "ルールのバージョン1")):
        ran = grim("verify", str(old), "--lang", lang)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert words in ran.err


def test_replay_shows_the_whole_game_and_says_where_the_record_takes_over(grim: Grim, old: Path) -> None:
    ran = grim("replay", str(old))
    assert ran.code == 0, ran.err
    before, stop, after = words(ran.out).partition("From answer 12 on it no longer follows today's rules")
    assert stop
    assert " 11 " in before
    answers = len(records.read(old).answers)
    assert f" {answers} " in after
    assert "回答12から先" in grim("replay", str(old), "--lang", "ja").out.replace("\n", "")


def test_the_document_of_a_replay_tells_the_versions_and_the_stop(grim: Grim, old: Path) -> None:
    ran = grim("replay", str(old), "--json")
    assert ran.code == 0
    assert ran.json["rules"] == {"versions": [1], "today": 2}
    assert ran.json["stopped"]["at"] == 12
    assert len(ran.json["moves"]) == ran.json["answers"] + 1
    assert ran.json["view"] == msgspec.json.decode(msgspec.json.encode(ran.json["view"]))
    assert ran.json["result"] == records.read(old).end.result  # type: ignore[union-attr]  # the game is whole
    part = grim("replay", str(old), "--json", "--to", "20")
    assert len(part.json["moves"]) == 21


def test_an_event_in_a_form_of_other_rules_is_not_left_out(grim: Grim, old: Path) -> None:
    rows = [msgspec.json.decode(row) for row in old.read_bytes().splitlines()]
    number = next(n for n, row in enumerate(rows) if row.get("log") and n > 14)
    rows[number]["log"] = [["never_told_today", []]]
    old.write_bytes(joined(rows))
    assert "An event that today's texts do not know." in grim("replay", str(old)).out


def test_a_saved_game_that_does_not_fit_is_not_resumed(grim: Grim, old: Path) -> None:
    ran = grim("play", "--resume", str(old))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "From answer 12 on" in ran.err
