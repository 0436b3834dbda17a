"""Whole games through the client: by number, with every key, in Japanese, between several people."""

from __future__ import annotations

import builtins
import re
from pathlib import Path

import pytest

from grimtable import records
from grimtable.kernel.values import Decision
from grimtable.terminal import client
from terminal.running import Grim, lines, seed_of_first

ENOUGH = lines(*["1"] * 300)  # answers for a whole game


def test_a_whole_game_by_typing_numbers(grim: Grim, tmp_path: Path) -> None:
    ran = grim("play", "darklord", "--seed", "7", "--seats", "you,greedy,random", stdin=ENOUGH)
    assert ran.code == 0
    assert "Round 7 of 7" in ran.out
    assert "The game is over." in ran.out
    assert "Winner: " in ran.out
    record = records.read(tmp_path / "darklord-7.record.jsonl")
    assert record.header.seats == ["you", "greedy", "random"]
    assert record.end is not None
    assert record.end.result is not None
    assert records.verify(record).finished


def test_a_party_that_fails_has_no_winner(grim: Grim) -> None:
    ran = grim("play", "gloomhaven", "--seed", "7", "--seats", "you,random", stdin=lines(*["1"] * 900))
    assert ran.code == 0
    assert "All lose." in ran.out
    assert "Winner" not in ran.out
    assert "Shared victory" not in ran.out


def test_a_whole_game_in_japanese(grim: Grim) -> None:
    ran = grim("play", "darklord", "--seed", "7", "--lang", "ja", stdin=ENOUGH)
    assert ran.code == 0
    assert "第7ラウンド" in ran.out
    assert "勝者：" in ran.out
    for english in ("Place", "Round", "coins", "Saved"):
        assert english not in ran.out


def test_the_table_is_shown_before_the_options_and_bots_moves_after_the_answer(grim: Grim) -> None:
    ran = grim("play", "darklord", "--seed", seed_of_first(3), "--seats", "you,greedy,greedy", stdin=lines("1", "1"))
    table, options = ran.out.index("Units in order, power"), ran.out.index("Sleeve all of them")
    assert table < options
    assert "Greedy 2 places" in ran.out
    assert "[6.2 6.3]" in ran.out
    assert "rank 1, costs 1 of 2" in ran.out


# ---------------------------------------------------------------- every key
def test_all_keys_then_quit_and_resume(grim: Grim, tmp_path: Path) -> None:
    typed = lines(
        "all", "?", "explain 1", "? 2", "hint", "log 2", "rules 8.4", "rules tie", "table", "wood a", "undo", "quit"
    )
    ran = grim("play", "darklord", "--seed", "7", "--seats", "you,greedy,greedy", stdin=typed)
    assert ran.code == 0
    assert "take back your last answer" in ran.out  # ?
    assert "id place:" in ran.out  # explain
    assert "DARKLORD-6.2 (a) The unit must be" in ran.out
    assert "A bot would choose" in ran.out
    assert "DARKLORD-8.4 Ranking: higher total first" in ran.out
    assert "Player 1: Place Wood Golem on area A" in ran.out
    assert "Your last answer is taken back." in ran.out
    assert "grimtable play --resume darklord-7.record.jsonl" in ran.out
    path = tmp_path / "darklord-7.record.jsonl"
    assert [line.player for line in records.read(path).answers if line.player == 0] == [0]

    again = grim("play", "--resume", path.name, stdin=ENOUGH)
    assert again.code == 0
    assert "resumed after" in again.out
    assert "The game is over." in again.out
    assert records.verify(records.read(path)).finished


def test_a_resumed_game_goes_on_as_if_it_had_never_stopped(grim: Grim, tmp_path: Path) -> None:
    grim("play", "darklord", "--seed", "3", "--save", "whole.jsonl", stdin=ENOUGH)
    grim("play", "darklord", "--seed", "3", "--save", "parts.jsonl", stdin=lines(*["1"] * 20))
    for _ in range(30):
        grim("play", "--resume", "parts.jsonl", stdin=lines(*["1"] * 20))
    assert (tmp_path / "parts.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_a_finished_game_is_shown_again_when_resumed(grim: Grim, tmp_path: Path) -> None:
    grim("play", "darklord", "--seed", "3", "--save", "game.jsonl", stdin=ENOUGH)
    whole = (tmp_path / "game.jsonl").read_bytes()
    assert "The game is over." in grim("play", "--resume", "game.jsonl").out
    assert (tmp_path / "game.jsonl").read_bytes() == whole


def test_undo_goes_back_over_the_answers_of_bots_but_not_beyond_a_new_card(grim: Grim, tmp_path: Path) -> None:
    typed = lines("undo", "1", "1", "undo", "undo", "undo", "quit")
    ran = grim("play", "darklord", "--seed", seed_of_first(4), "--save", "game.jsonl", stdin=typed)
    assert ran.out.count("Your last answer is taken back.") == 2
    assert ran.out.count("Undo ends here") == 2
    assert len(records.read(tmp_path / "game.jsonl").answers) == 0


def test_an_undo_that_is_refused_changes_nothing(grim: Grim, tmp_path: Path) -> None:
    """Between the person's answers the bots end the round, and new cards are turned up."""
    typed = ["1", "pass"]
    before = grim("play", "darklord", "--seed", "7", "--save", "a.jsonl", stdin=lines(*typed, "quit"))
    after = grim("play", "darklord", "--seed", "7", "--save", "b.jsonl", stdin=lines(*typed, "undo", "quit"))
    assert "Round 2 begins" in before.out
    assert "Undo ends here" in after.out
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_the_language_changes_in_the_middle(grim: Grim) -> None:
    ran = grim("play", "darklord", "--seed", "7", stdin=lines("lang fr", "lang ja", "１", "quit"))
    assert "There is en, ja" in ran.out
    assert "すべてに装着する" in ran.out
    assert "保存しました" in ran.out


def test_a_copy_is_saved_where_nothing_is_overwritten(grim: Grim, tmp_path: Path) -> None:
    ran = grim(
        "play", "darklord", "--seed", "7", stdin=lines("1", "save copy.jsonl", "save copy.jsonl", "save", "quit")
    )
    assert "A copy is in copy.jsonl" in ran.out
    assert "Not saved: copy.jsonl exists already" in ran.out
    assert (tmp_path / "copy.jsonl").read_bytes() == (tmp_path / "darklord-7.record.jsonl").read_bytes()


def test_wrong_input_says_what_would_be_right(grim: Grim) -> None:
    typed = lines("99", "0", "dragon", "sleeve", "explain", "explain 77", "log x", "rules", "rules zyzzyva", "", "quit")
    ran = grim("play", "darklord", "--seed", "7", stdin=typed)
    assert "There is no option 99; choose 1 to 5." in ran.out
    assert "There is no option 0" in ran.out
    assert "No option fits 'dragon'" in ran.out
    assert "Several options fit 'sleeve'" in ran.out
    assert "Which option?" in ran.out
    assert "There is no option 77" in ran.out
    assert "How many lines?" in ran.out
    assert "Which rule?" in ran.out
    assert "Nothing in the ledger of darklord has the words zyzzyva." in ran.out


# ---------------------------------------------------------------- nothing is lost
def test_the_end_of_input_saves_and_tells_how_to_go_on(grim: Grim, tmp_path: Path) -> None:
    ran = grim("play", "darklord", "--seed", seed_of_first(4), "--save", "game.jsonl", stdin=lines("1"))
    assert ran.code == 0
    assert "grimtable play --resume game.jsonl" in ran.out
    assert len(records.read(tmp_path / "game.jsonl").answers) == 4  # the bots sleeve too


def test_ctrl_c_saves_and_tells_how_to_go_on(grim: Grim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["1", "1"])

    def interrupted(prompt: str = "") -> str:
        try:
            return next(typed)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(builtins, "input", interrupted)
    ran = grim("play", "darklord", "--seed", "7")
    assert ran.code == 130
    assert "--resume darklord-7.record.jsonl" in ran.out
    assert [line.player for line in records.read(tmp_path / "darklord-7.record.jsonl").answers].count(0) == 2


def test_the_record_is_on_the_disk_after_every_answer(
    grim: Grim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[int] = []
    original = client.Client.answered

    def counted(self: client.Client, decision: Decision, option: object, texts: list[str]) -> bool:
        done = original(self, decision, option, texts)
        saved.append(len(records.read(tmp_path / "game.jsonl").answers))
        return done

    monkeypatch.setattr(client.Client, "answered", counted)
    grim("play", "darklord", "--seed", seed_of_first(4), "--save", "game.jsonl", stdin=lines("1", "1"))
    assert saved == [1, 5]


def test_a_new_game_never_takes_the_file_of_another(grim: Grim, tmp_path: Path) -> None:
    grim("play", "darklord", "--seed", "7", stdin=lines("1"))
    first = (tmp_path / "darklord-7.record.jsonl").read_bytes()
    grim("play", "darklord", "--seed", "7")
    assert (tmp_path / "darklord-7.record.jsonl").read_bytes() == first
    assert first.startswith((tmp_path / "darklord-7-2.record.jsonl").read_bytes())


def test_a_failure_of_the_rules_is_saved_and_replays(
    grim: Grim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object) -> None:
        raise RuntimeError("the table collapsed")

    with monkeypatch.context() as patch:
        patch.setattr("grimtable.games.darklord.turn.place", broken)
        ran = grim("play", "darklord", "--seed", "7", stdin=ENOUGH)
        assert ran.code == 1
        assert "The rules failed: RuntimeError: the table collapsed" in ran.out
        again = grim("replay", "darklord-7.record.jsonl")
        assert again.code == 1
        assert "The failing answer, by " in again.out
        assert "It fails again: RuntimeError: the table collapsed" in again.out
        assert grim("play", "--resume", "darklord-7.record.jsonl").code == 2
    mended = grim("replay", "darklord-7.record.jsonl")
    assert mended.code == 0
    assert "does not fail" in mended.out


# ---------------------------------------------------------------- several people
def test_people_at_one_keyboard_are_told_whose_turn_it_is(grim: Grim) -> None:
    seed = seed_of_first(3)
    ran = grim("play", "darklord", "--seed", seed, "--seats", "you,you,greedy", stdin=lines("1", "1", "1"))
    assert "Player 1 (Red) ─" in ran.out
    assert re.search(r"Player 2 \((Blue|Yellow|Green)\) ─", ran.out)
    assert "look away" not in ran.out  # everything is open


def test_sealed_answers_are_not_shown_to_the_other_person(grim: Grim) -> None:
    options = ("--option", "sleeve_order=simultaneous", "--seats", "you,you,greedy")
    ran = grim("play", "darklord", "--seed", "7", *options, stdin=lines("2", "", "1", "quit"))
    assert "All answer at once" in ran.out
    assert re.search(r"Player [12], it is your turn. The others look away", ran.out)


def test_a_game_without_a_drawing_of_its_own_is_played_on_panels(grim: Grim) -> None:
    ran = grim("play", "relics", "--seed", "7", stdin=lines(*["1"] * 200))
    assert ran.code == 0
    assert "players" in ran.out
    assert "Winner: " in ran.out
