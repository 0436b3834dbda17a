"""The commands that report: what people read, and the JSON that programs rely on (docs/cli.md)."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import grimtable
from grimtable import records
from grimtable.kernel.chance import FairDice, commitment, fair_key, salt_hash
from grimtable.kernel.values import BadInput
from grimtable.simulate import bench
from grimtable.terminal import cli, coverage
from grimtable.terminal.commands import COMMANDS
from terminal.running import Grim, fits, lines

NUMBER = (int, float)
SHARE = {"games": int, "wins": NUMBER, "rate": NUMBER, "low": NUMBER, "high": NUMBER}
SIMULATE = {
    "game": str,
    "players": int,
    "bots": [str],
    "seed": int,
    "games": int,
    "finished": int,
    "errors": int,
    "decisions": int,
    "cpu_seconds": NUMBER,
    "decisions_per_cpu_second": NUMBER,
    "length": {"least": int, "median": int, "mean": NUMBER, "p95": int, "most": int},
    "wins": {"seat": [SHARE], "side": {str: SHARE}, "bot": {str: SHARE}},
    "failures": [{"seed": int, "error": str, "record": str}],
    "interrupted": bool,
}
ARENA = {
    "game": str,
    "players": int,
    "seed": int,
    "games": int,
    "errors": int,
    "bots": [{"bot": str, **SHARE, "fair": NUMBER, "mean_score": NUMBER, "rating": int}],
    "failures": [{"seed": int, "error": str}],
    "interrupted": bool,
}
COVERAGE = {
    **{"ledger": int, "enforced": int, "tested": int, "proven": int, "weak": int, "unproven": int, "exempt": int},
    **{"missing": [str], "unknown": [str]},
}
FUZZ = {
    "game": str,
    "seed": int,
    "games": int,
    "decisions": int,
    "imagined": int,
    "draws": int,
    "seconds": NUMBER,
    "failures": [{"number": int, "seed": int, "error": str, "record": (str, type(None))}],
    "interrupted": bool,
}
MOVE = {
    "number": int,
    "player": (int, type(None)),
    "action": (str, type(None)),
    "text": str,
    "events": [str],
    "hash": str,
}
REPLAY = {
    "game": str,
    "players": int,
    "seats": [str],
    "seed": (int, type(None)),
    "options": {str: (int, str)},
    "answers": int,
    "moves": [MOVE],
    "view": dict,
    "result": (list, type(None)),
    "error": (str, type(None)),
    "rules": {"versions": [int], "today": int},
    "stopped": (dict, type(None)),
}
GAME = {"title": {str: str}, "players": [int], "rules": int, "options": {str: [(int, str)]}}
ENTRY = {"id": str, "section": str, "title": str, "text": str}
PLACE = {"file": str, "line": int, "name": str}
PROOF = {"enforced": [PLACE], "tests": [PLACE], "state": str}
VERDICT = {"file": str, "game": str, "players": int, "valid": bool, "answers": int, "finished": bool}


# ---------------------------------------------------------------- help
def test_without_a_command_the_first_steps_are_shown(grim: Grim) -> None:
    ran = grim()
    assert ran.code == 0
    assert "grimtable play darklord" in ran.out


@pytest.mark.parametrize("name", [command.name for command in COMMANDS])
def test_every_command_teaches_with_examples(grim: Grim, name: str) -> None:
    ran = grim(name, "--help")
    assert ran.code == 0
    assert f"Examples:\n    grimtable {name}" in ran.out


# ---------------------------------------------------------------- games and rules
def test_games_lists_what_can_be_played(grim: Grim) -> None:
    assert "The Nameless Dark Lord" in grim("games").out
    assert "名もなき魔王" in grim("games", "--lang", "ja").out
    assert "sleeve_order" in grim("games", "darklord").out
    fits(grim("games", "--json").json, {str: GAME})
    assert grim("games", "darklord", "--json").json["darklord"]["players"] == [3, 4]


def test_rules_are_found_by_id_section_and_words(grim: Grim) -> None:
    assert grim("rules", "darklord", "8.4").out.startswith("DARKLORD-8.4 Ranking")
    assert grim("rules", "darklord", "darklord-8.4").out.startswith("DARKLORD-8.4 Ranking")
    assert grim("rules", "darklord", "A11").out.startswith("A11 Nobody placed.")
    section = grim("rules", "darklord", "8", "--json").json
    assert [entry["id"] for entry in section] == [f"DARKLORD-8.{number}" for number in range(1, 9)]
    found = grim("rules", "darklord", "curse", "token", "--json").json
    fits(found, [ENTRY])
    assert all("curse" in str(entry).casefold() for entry in found)
    assert "8. Resolution" in grim("rules", "darklord").out


def test_a_single_rule_names_its_code_its_tests_and_its_proof(grim: Grim) -> None:
    out = " ".join(grim("rules", "darklord", "8.4").out.split())
    assert "battle.py:" in out
    assert "test_battle.py:" in out
    assert "proven: " in out
    assert "実証" in grim("rules", "darklord", "8.4", "--lang", "ja").out
    (found,) = grim("rules", "darklord", "8.4", "--json").json
    fits(found, {**ENTRY, **PROOF})
    assert [place["name"] for place in found["enforced"] if place["file"].endswith("battle.py")] == ["standing"]


def test_words_that_no_rule_has_are_a_failure_not_bad_input(grim: Grim) -> None:
    ran = grim("rules", "darklord", "zyzzyva")
    assert (ran.code, ran.out) == (1, "")
    assert "zyzzyva" in ran.err


def test_coverage_counts_rules_and_lists_the_missing(grim: Grim, tmp_path: Path) -> None:
    ran = grim("rules", "--coverage", "darklord", "--json")
    fits(ran.json, {str: COVERAGE})
    assert ran.json["darklord"]["ledger"] == 131
    (tmp_path / "none").mkdir()
    untested = grim("rules", "--coverage", "darklord", "--tests", "none", "--json")
    assert untested.code == 1
    assert untested.json["darklord"]["tested"] == 0
    assert "DARKLORD-8.4" in untested.json["darklord"]["missing"]
    assert "DARKLORD-8.4" in grim("rules", "--coverage", "darklord", "--tests", "none").out


def test_an_installed_package_says_that_the_tests_are_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grimtable.ledger.PACKAGE", tmp_path / "site-packages" / "grimtable")
    with pytest.raises(BadInput, match="--tests FOLDER"):
        coverage.tests_folder(None)


# ---------------------------------------------------------------- records
@pytest.fixture
def record(grim: Grim) -> str:
    grim("play", "darklord", "--seed", "7", "--save", "game.jsonl", stdin=lines(*["1"] * 9))
    return "game.jsonl"


def test_replay_tells_the_game_with_numbers_and_shows_the_table(grim: Grim, record: str) -> None:
    ran = grim("replay", record)
    assert ran.code == 0
    assert re.search(r"^   5 .*places", ran.out, re.MULTILINE)
    assert "The game goes on: Player 1 is asked." in ran.out
    part = grim("replay", record, "--to", "5").out
    assert "The table after answer 5" in part
    assert "\n   6 " not in part
    assert "配置しました" in grim("replay", record, "--lang", "ja", "--seat", "1").out
    assert grim("replay", record, "--to", "999").code == 2
    assert grim("replay", record, "--seat", "9").code == 2


def test_replay_as_a_document(grim: Grim, record: str) -> None:
    document = grim("replay", record, "--to", "3", "--json").json
    fits(document, REPLAY)
    assert [move["number"] for move in document["moves"]] == [0, 1, 2, 3]
    assert document["moves"][1]["action"] == "sleeve:all"


def test_replay_step_by_step(grim: Grim, record: str) -> None:
    ran = grim("replay", record, "--step", stdin=lines("", "", "q"))
    assert ran.code == 0
    assert ran.out.count("Round 1 of 7") == 3


def test_verify_says_what_was_checked(grim: Grim, record: str) -> None:
    ran = grim("verify", record)
    assert ran.code == 0
    assert "every hash right" in ran.out
    fits(grim("verify", record, "--json").json, {**VERDICT, "dice": str, "outcomes": int})


SECRET, SALTS = b"s" * 32, [b"0" * 16, b"", b"2" * 16]


@pytest.fixture
def fair_record(tmp_path: Path) -> str:
    """A game whose dice came from a server and two of three persons."""
    found, salts = grimtable.definition("darklord"), [salt.hex() for salt in SALTS]
    hashes = [salt_hash(salt) if salt else "" for salt in SALTS]
    header = records.header_for(found, 3, {}, ["Ada", "Bo", "Cy"], None, commitment(SECRET), salts, hashes)
    recorder = records.Recorder(found.new_game(3, {}, FairDice(fair_key(SECRET, SALTS))), header)
    while decisions := recorder.game.decisions():
        recorder.apply(decisions[0].player, decisions[0].options[0])
    records.save(recorder.finish(SECRET), tmp_path / "fair.jsonl")
    return "fair.jsonl"


def test_verify_compares_with_what_the_player_kept(grim: Grim, fair_record: str) -> None:
    kept = ["--commitment", commitment(SECRET).upper(), "--salt", SALTS[0].hex(), "--salt", SALTS[2].hex()]
    ran = grim("verify", fair_record, *kept)
    assert ran.code == 0
    assert "The commitment is the one you kept." in ran.out
    assert "2 salts that you kept are in the dice." in ran.out
    assert "控え" in grim("verify", fair_record, *kept, "--lang", "ja").out
    assert grim("verify", fair_record, *kept[2:], "--json").json["valid"] is True
    assert "that you kept" not in grim("verify", fair_record).out


@pytest.mark.parametrize(
    ("kept", "differs"),
    [
        (["--commitment", "ab" * 32], "the commitment is "),
        (["--salt", "ab" * 16], f"no seat has the salt {'ab' * 16}"),
        (["--salt", SALTS[0].hex(), "--salt", "ab" * 16], f"no seat has the salt {'ab' * 16}"),
        (["--commitment", commitment(SECRET), "--salt", "ab" * 16], "no seat has the salt"),
    ],
)
def test_verify_names_what_differs_from_what_the_player_kept(
    grim: Grim, fair_record: str, kept: list[str], differs: str
) -> None:
    ran = grim("verify", fair_record, *kept)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert differs in ran.err
    found = grim("verify", fair_record, *kept, "--json").json
    assert (found["valid"], differs in found["problem"]) == (False, True)


def test_verify_has_nothing_to_compare_in_a_game_of_a_seed(grim: Grim, record: str) -> None:
    ran = grim("verify", record, "--commitment", "ab" * 32)
    assert ran.code == 1
    assert "the dice come from a seed" in ran.err


def test_the_help_of_verify_says_where_to_find_what_it_compares(grim: Grim) -> None:
    told = grim("verify", "--help").out
    assert "--commitment HASH" in told
    assert '"Fair dice" shows the commitment and your own salt' in told


# ---------------------------------------------------------------- many games
def test_simulate(grim: Grim, tmp_path: Path) -> None:
    ran = grim("simulate", "darklord", "--games", "5", "--players", "3", "--bots", "greedy,random", "--json")
    assert ran.code == 0
    fits(ran.json, SIMULATE)
    assert (ran.json["players"], ran.json["finished"], ran.json["errors"]) == (3, 5, 0)
    shown = grim("simulate", "darklord", "--games", "3", "--out", "games.parquet").out
    assert "3 of 3 games finished, 0 errors" in shown
    assert "Written: games.parquet" in shown
    assert (tmp_path / "games.parquet").exists()


def test_a_failing_game_is_saved_and_the_others_go_on(grim: Grim) -> None:
    ran = grim("simulate", "darklord", "--games", "3", "--bots", "strangers:Crashing,random", "--json")
    assert ran.code == 1
    fits(ran.json, SIMULATE)
    assert ran.json["errors"] == 3
    saved = ran.json["failures"][0]["record"]
    assert "out of ideas" in grim("replay", saved).out


def test_arena(grim: Grim) -> None:
    ran = grim("arena", "darklord", "--bots", "greedy,random,random", "--games", "6", "--json")
    assert ran.code == 0
    fits(ran.json, ARENA)
    assert [one["bot"] for one in ran.json["bots"]] == ["greedy", "random"]
    assert "Rating" in grim("arena", "darklord", "--bots", "greedy,random", "--games", "3").out


def test_fuzz(grim: Grim) -> None:
    ran = grim("fuzz", "darklord", "--games", "1", "--players", "3", "--seed", "7", "--json")
    assert ran.code == 0
    fits(ran.json, FUZZ)
    assert (ran.json["games"], ran.json["failures"]) == (1, [])


def test_a_failure_that_fuzz_finds_is_saved_and_replays(grim: Grim, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise RuntimeError("the table collapsed")

    monkeypatch.setattr("grimtable.games.darklord.turn.place", broken)
    ran = grim("fuzz", "darklord", "--games", "5", "--seed", "7", "--json")
    assert ran.code == 1
    assert "the table collapsed" in ran.json["failures"][0]["error"]
    again = grim("replay", ran.json["failures"][0]["record"])
    assert again.code == 1
    assert "It fails again: RuntimeError: the table collapsed" in again.out


def test_bench(grim: Grim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "ROUND_SECONDS", 0.01)
    monkeypatch.setattr(bench, "POSITION_GAMES", 1)
    monkeypatch.setattr(bench, "SIZE_GAMES", 1)
    report = grim("bench", "darklord", "--json").json
    assert {"decisions_per_cpu_second", "clone_us", "stored_bytes", "build"} <= set(report["games"]["darklord"])
    assert report["peers"] == {}
    assert "Decisions per CPU second" in grim("bench", "darklord").out


def test_ctrl_c_leaves_what_a_bench_has_measured(grim: Grim, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "ROUND_SECONDS", 0.01)
    monkeypatch.setattr(bench, "position_figures", interrupted)
    ran = grim("bench", "darklord", "--json")
    assert ran.code == 130
    assert ran.json["interrupted"] is True
    assert ran.json["games"]["darklord"]["decisions_per_cpu_second"] > 0
    assert "Decisions per CPU second" in grim("bench", "darklord").out


# ---------------------------------------------------------------- Ctrl-C
@pytest.mark.parametrize("name", ["simulate", "arena", "fuzz"])
def test_ctrl_c_reports_what_was_finished(grim: Grim, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    module = sys.modules[f"grimtable.terminal.commands.{name}"]
    monkeypatch.setattr(module, "watcher" if name == "fuzz" else "counter", lambda *args: interrupted)
    arguments = {"simulate": ["--games", "9"], "arena": ["--games", "9", "--bots", "random"], "fuzz": ["--games", "9"]}
    ran = grim(name, "darklord", *arguments[name], "--json")
    assert ran.code == 130
    assert ran.json["interrupted"] is True
    assert ran.json.get("finished", ran.json["games"]) == 1


def listen_to_interrupts() -> None:
    """A shell lets what it starts in the background ignore Ctrl-C, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_in_a_real_process_leaves_one_document(tmp_path: Path) -> None:
    code = "from grimtable.terminal import cli, console; console.QUIET_SECONDS = 0; cli.main()"
    arguments = ["simulate", "darklord", "--games", "100000", "--json"]
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=listen_to_interrupts,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "simulate: 1 of 100000\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert '"interrupted": true' in out
    assert "Traceback" not in err


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    command = f"{sys.executable} -c 'from grimtable.terminal.cli import main; main()' rules darklord --json | head -1"
    ran = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("[\n", "")


def test_an_interrupt_elsewhere_is_silent(grim: Grim, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(path: Path) -> records.Record:
        raise KeyboardInterrupt

    monkeypatch.setattr(records, "read", interrupted)
    ran = grim("verify", "game.jsonl")
    assert (ran.code, ran.out, ran.err.strip()) == (130, "", "")
    assert cli.run(["--version"]) == 0


# ---------------------------------------------------------------- campaigns
def test_simulate_plays_campaigns(grim: Grim) -> None:
    wish = ("simulate", "gloomhaven", "--campaign", "--games", "2", "--scenarios", "2")
    found = grim(*wish, "--json").json
    assert (found["campaigns"], found["finished"], found["errors"], found["bot"]) == (2, 2, 0, "random")
    assert [row["played"] for row in found["played"]] == [2, 2]
    ran = grim(*wish, "--lang", "ja")
    assert ran.code == 0
    assert "キャンペーン" in ran.out
    deadly = grim(*wish, "--option", "death=permanent", "--json").json
    assert (deadly["finished"], deadly["errors"]) == (2, 0)
    assert [row["mark"] for row in deadly["played"]] != [row["mark"] for row in found["played"]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("darklord", "--campaign"), "has no campaign"),
        (("gloomhaven", "--campaign", "--bots", "greedy,random"), "bots of one kind"),
        (("gloomhaven", "--campaign", "--option", "scenario=2"), "death and randomness"),
    ],
)
def test_simulate_says_what_is_no_campaign(grim: Grim, arguments: tuple[str, ...], words: str) -> None:
    ran = grim("simulate", *arguments)
    assert ran.code == 2
    assert words in ran.err
