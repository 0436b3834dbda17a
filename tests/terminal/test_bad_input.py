"""Bad input is one clear line on stderr and exit code 2; no file is damaged, nothing is left behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from grimtable.terminal.commands import COMMANDS
from terminal.running import Grim, lines

BAD: list[tuple[list[str], str]] = [
    (["plya"], "play"),
    (["play"], "name a game"),
    (["play", "darklrod"], "did you mean darklord?"),
    (["play", "chess"], "darklord"),
    (["play", "darklord", "--seats", "you,gredy,random"], "did you mean greedy?"),
    (["play", "darklord", "--seats", "you,mtcs:500,random"], "did you mean mcts?"),
    (["play", "darklord", "--seats", "you,mcts:many,random"], "mcts:500"),
    (["play", "darklord", "--seats", "you,mcts:0,random"], "out of range"),
    (["play", "darklord", "--seats", "you,greedy:7,random"], "there is random, greedy"),
    (["play", "darklord", "--seats", "you,no.such:bot,random"], "cannot be made"),
    (["play", "darklord", "--seats", ":bot,you,you"], "there is no bot ':bot'"),
    (["play", "darklord", "--seats", "you,greedy"], "3 or 4 players, not 2"),
    (["play", "darklord", "--seats", ""], "3 or 4 players, not 0"),
    (["play", "darklord", "--seats", "you,you,you", "--players", "4"], "3 seats for 4 players"),
    (["play", "darklord", "--players", "7"], "3 or 4 players, not 7"),
    (["play", "darklord", "--players", "many"], "many"),
    (["play", "darklord", "--seed", "-1"], "-1 is not in the range"),
    (["play", "darklord", "--seed", str(1 << 64)], "is not in the range"),
    (["play", "darklord", "--lang", "fr"], "'en', 'ja'"),
    (["play", "darklord", "--option", "megalith_vp"], "NAME=VALUE"),
    (["play", "darklord", "--option", "megalit_vp=2"], "did you mean megalith_vp?"),
    (["play", "darklord", "--option", "megalith_vp=7"], "there is 0, 2"),
    (["play", "darklord", "--option", "sleeve_order=simultaneus"], "did you mean simultaneous?"),
    (["play", "darklord", "--sede", "7"], "--seed"),
    (["play", "darklord", "--save", "there/is/none.jsonl"], "cannot be written: No such file or directory"),
    (["play", "darklord", "--save", "folder"], "folder exists already"),
    (["play", "darklord", "--save", "notes.txt"], "notes.txt exists already"),
    (["play", "--resume", "none.jsonl"], "cannot be read: No such file or directory"),
    (["play", "--resume", "folder"], "cannot be read: Is a directory"),
    (["play", "--resume", "notes.txt"], "notes.txt: line 1: not a line of a record"),
    (["play", "--resume", "notes.txt", "--seed", "7"], "leave them out"),
    (["replay", "none.jsonl"], "cannot be read"),
    (["replay", "notes.txt"], "not a line of a record"),
    (["replay", "picture.png"], "line 1: not a line of a record"),
    (["replay"], "Missing argument 'FILE'"),
    (["verify", "none.jsonl"], "cannot be read"),
    (["verify", "seed.jsonl"], "line 1: the seed is a number from 0 to 18446744073709551615"),
    (["replay", "seed.jsonl"], "line 1: the seed is a number from 0 to 18446744073709551615"),
    (["play", "--resume", "seed.jsonl"], "line 1: the seed is a number from 0 to 18446744073709551615"),
    (["verify", "folder"], "cannot be read: Is a directory"),
    (["verify", "notes.txt", "--json"], "not a line of a record"),
    (["verify", "notes.txt", "--commitment", "7c9e"], "the commitment is 64 hexadecimal digits, not '7c9e'"),
    (["verify", "notes.txt", "--commitment", ""], "the commitment is 64 hexadecimal digits"),
    (["verify", "notes.txt", "--salt", "0b" * 15 + "zz"], "a salt is 32 hexadecimal digits"),
    (["verify", "notes.txt", "--salt", "0b" * 16, "--salt", ""], "a salt is 32 hexadecimal digits, not ''"),
    (["verify", "empty"], "empty"),
    (["rules"], "name a game"),
    (["rules", "darklrod", "tie"], "did you mean darklord?"),
    (["rules", "--coverage", "--tests", "none"], "there are no tests in none"),
    (["games", "chess"], "darklord"),
    (["games", "darklord", "more"], "unexpected extra argument"),
    (["simulate", "chess"], "there is no game 'chess'"),
    (["simulate", "darklord", "--games", "0"], "0 is not in the range"),
    (["simulate", "darklord", "--games", "-5"], "-5 is not in the range"),
    (["simulate", "darklord", "--games", "1.5"], "1.5"),
    (["simulate", "darklord", "--players", "2"], "3 or 4 players, not 2"),
    (["simulate", "darklord", "--bots", "gredy"], "did you mean greedy?"),
    (["simulate", "darklord", "--bots", ","], "names no bot"),
    (["simulate", "darklord", "--bots", "random,random,random,random,random"], "3 or 4 players"),
    (["simulate", "darklord", "--workers", "0"], "0 is not in the range"),
    (["simulate", "darklord", "--out", "games.csv"], ".parquet"),
    (["simulate", "darklord", "--out", "there/is/none.parquet"], "there/is"),
    (["simulate", "darklord", "--out", "dir.parquet"], "dir.parquet is a folder"),
    (["simulate", "darklord", "--failures", "notes.txt"], "notes.txt is a file"),
    (["arena", "darklord"], "Missing option '--bots'"),
    (["arena", "darklord", "--bots", "greedy,radnom"], "did you mean random?"),
    (["arena", "darklord", "--bots", "greedy", "--players", "5"], "3 or 4 players, not 5"),
    (["arena", "darklord", "--bots", "greedy", "--games", "many"], "many"),
    (["fuzz", "darklord", "--minutes", "0"], "0"),
    (["fuzz", "darklord", "--minutes", "-1"], "-1"),
    (["bench", "chess"], "darklord"),
    (["fuzz", "darklord", "--option", "megalith_vp=7"], "there is 0, 2"),
    (["play", "cthulhu", "--players", "3", "--option", "map=earth_w5_e3"], "map=earth_w5_e3 is for 4 players, not 3"),
    (["simulate", "cthulhu", "--option", "map=earth_w5_e5"], "map=earth_w5_e5 is for 5 players, not 4"),
    (["arena", "cthulhu", "--bots", "greedy,random", "--option", "map=earth_w3_e5"], "is for 4 players, not 2"),
    (["fuzz", "cthulhu", "--option", "map=earth_w5_e5"], "map=earth_w5_e5 is for 5 players, not 4"),
    (["fuzz", "darklord", "--minutes", "nan"], "is not a number"),
    (["fuzz", "darklord", "--minutes", "inf"], "inf is not in the range"),
    (["fuzz", "darklord", "--games", "9" * 30], "is not in the range"),
    (["fuzz", "darklord", "--failures", "notes.txt/x"], "cannot be made: Not a directory"),
    (["fuzz", "darklord", "--failures", "/proc/x"], "/proc/x cannot be made"),
    (["simulate", "darklord", "--failures", "notes.txt/x"], "cannot be made: Not a directory"),
    (["bench", "--server", "--rate", "nan"], "is not a number"),
    (["simulate", "gloomhaven", "--option", "scenario=9999"], "there is 1 to 54, 56 to 95, random; see: grimtable"),
    (["simulate", "gloomhaven", "--option", "scenario=@notes.txt"], "there is 1 to 54, 56 to 95, random"),
    (["simulate", "darklord", "--bots", "os:system"], "the bot os:system cannot be made"),
    (["simulate", "darklord", "--bots", "sys:exit"], "the bot sys:exit cannot be made"),
    (["play", "darklord", "--seats", "you,math:pi,random"], "the bot math:pi cannot be made"),
    (["play", "darklord", "--seats", "you,builtins:object,random"], "makes no bot"),
    (["play", "darklord", "--seats", "you,mcts:,random"], "there is no bot 'mcts:'"),
    (["play", "darklord", "--seats", "you,greedy:,random"], "there is no bot 'greedy:'"),
    (["play", "darklord", "--save", "x" * 300], "File name too long"),
    (["simulate", "darklord", "--out", "x" * 300 + ".parquet"], "File name too long"),
    (["games", "x" * 5000], "x..."),
    (["serve", "--database", "mysql://x"], "not at mysql://"),
    (["serve", "--database", "/no/such/folder/x.sqlite"], "there is no folder /no/such/folder"),
    (["serve", "--database", "notes.txt"], "holds something else"),
    (["serve", "--database", "folder"], "is a folder"),
    (["serve", "--origin", "games.example.org", "--database", "t.sqlite"], "is no origin"),
    (["serve", "--origin", "https://x\n.y", "--database", "t.sqlite"], "is no origin"),
    (["serve", "--trusted-proxy", "10.0.0.1/8", "--database", "t.sqlite"], "is no network"),
    (["serve", "--limit", "sockts=7"], "did you mean sockets?"),
    (["serve", "--limit", "sockets=none"], "a whole number above 0"),
    (["serve", "--limit", "x"], "grimtable serve --limits lists them"),
    (["serve", "--port", "99999"], "99999 is not in the range"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "words"), BAD, ids=[" ".join(arguments) for arguments, _ in BAD])
def test_bad_input_is_one_line_and_leaves_every_file_as_it_was(
    grim: Grim, tmp_path: Path, arguments: list[str], words: str
) -> None:
    (tmp_path / "notes.txt").write_text("buy milk\nand bread\n")
    header = {"format": 2, "game": "darklord", "rules": 2, "players": 3, "options": {}, "seats": ["you"] * 3}
    (tmp_path / "seed.jsonl").write_text(json.dumps({**header, "seed": (1 << 64) + 7}) + "\n")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    (tmp_path / "empty").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "dir.parquet").mkdir()
    before = contents(tmp_path)
    ran = grim(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("grimtable: ")
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 700
    assert words in ran.err
    assert contents(tmp_path) == before


NONSENSE = {
    "an option": ["--nonsense"],
    "a language": ["--lang", "xx"],
    "words on two lines": ["wrong\nword", "another", "third", "fourth"],
    "what commands a terminal": ["\x1b[31m", "x"],
    "nothing in quotes": ["", ""],
    "a word without end": ["x" * 5000],
}


@pytest.mark.parametrize("words", NONSENSE)
@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_every_command_refuses_nonsense_in_one_line(grim: Grim, tmp_path: Path, command: str, words: str) -> None:
    before = contents(tmp_path)
    ran = grim(command, *NONSENSE[words])
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert ran.err.rstrip("\n").isprintable()
    assert len(ran.err) < 700
    assert contents(tmp_path) == before


def contents(folder: Path) -> dict[str, bytes | None]:
    return {str(path): path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))}


# ---------------------------------------------------------------- records
@pytest.fixture
def record(grim: Grim, tmp_path: Path) -> Path:
    grim("play", "darklord", "--seed", "7", "--save", "game.jsonl", stdin=lines("1", "1", "1"))
    return tmp_path / "game.jsonl"


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda data: data[:-20],
    "a hash changed": lambda data: data.replace(b'"hash":"', b'"hash":"0', 1),
    "an answer changed": lambda data: data.replace(b'"answer":"all"', b'"answer":"none"', 1),
    "a line missing": lambda data: b"\n".join([row for n, row in enumerate(data.split(b"\n")) if n != 3]),
    "a line twice": lambda data: data + data.splitlines()[-1] + b"\n",
    "another game": lambda data: data.replace(b'"darklord"', b'"chess"', 1),
    "another format": lambda data: data.replace(b'"format":3', b'"format":99', 1),
    "an unknown option": lambda data: data.replace(b'"megalith_vp":0', b'"megalith_vp":9', 1),
    "no seats": lambda data: data.replace(b'"seats":["you","greedy","greedy","greedy"]', b'"seats":[]', 1),
}


@pytest.mark.parametrize("command", [["verify"], ["replay"], ["play", "--resume"]], ids=["verify", "replay", "resume"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_record_is_refused_and_stays_as_it_is(
    grim: Grim, record: Path, command: list[str], damage: str
) -> None:
    whole = record.read_bytes()
    broken = DAMAGE[damage](whole)
    assert broken != whole
    record.write_bytes(broken)
    ran = grim(*command, str(record))
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert ran.err.startswith(f"grimtable: {record}: ")
    assert record.read_bytes() == broken


def test_dice_that_are_not_those_of_the_seed_are_found_out(grim: Grim, record: Path) -> None:
    record.write_bytes(record.read_bytes().replace(b'"seed":7', b'"seed":8', 1))
    ran = grim("verify", str(record), "--json")
    assert ran.code == 1
    assert ran.json["valid"] is False
    assert "the dice give other outcomes" in ran.json["problem"]
    assert grim("play", "--resume", str(record)).code == 2


def test_a_folder_that_may_not_be_written_to_is_named_before_the_game_begins(grim: Grim) -> None:
    ran = grim("play", "darklord", "--save", "/proc/game.jsonl")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "/proc/game.jsonl cannot be written" in ran.err


def test_a_record_of_another_game_is_not_resumed_as_this_one(grim: Grim, record: Path) -> None:
    ran = grim("play", "relics", "--resume", str(record))
    assert ran.code == 2
    assert "is a game of darklord, not of relics" in ran.err
