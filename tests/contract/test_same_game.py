"""The same seed and answers give the same game: in any process, and whatever else is played."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import grimtable
from contract.tables import ALL, EXTREMES, REGISTERED, Setting, course, definition, random_game
from grimtable import records
from grimtable.kernel.chance import FastDice
from grimtable.kernel.codec import digest
from grimtable.simulate.fuzz import MOST_ANSWERS, fuzz, play_watched
from grimtable.simulate.watch import Tally, Watch

TESTS = Path(__file__).parent.parent
SEED = 11
HASH_SEEDS = ("0", "4242")

COURSES = """
import hashlib
from contract.tables import EXTREMES, course
for setting in EXTREMES:
    print(setting, hashlib.sha256("".join(course(setting.new_game({seed}), {seed})).encode()).hexdigest())
"""


def courses_elsewhere(hash_seed: str) -> str:
    path = os.pathsep.join([str(TESTS), str(TESTS / "sixth"), *[entry for entry in sys.path if entry]])
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
    code = COURSES.format(seed=SEED)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def test_other_processes_with_other_hashes_play_the_same_games() -> None:
    first, *others = [courses_elsewhere(seed) for seed in HASH_SEEDS]
    assert len(first.splitlines()) == len(EXTREMES)
    assert all([other == first for other in others])


def test_games_played_in_turns_do_not_touch_each_other() -> None:
    chosen: list[Setting] = [ALL[place] for place in range(0, len(ALL), max(1, len(ALL) // 12))]
    alone = [course(setting.new_game(SEED), SEED) for setting in chosen]
    together: list[list[str]] = [[] for _ in chosen]
    games = [random_game(setting.new_game(SEED), SEED) for setting in chosen]
    running = list(range(len(games)))
    while running:
        for number in list(running):
            game = next(games[number], None)
            if game is None:
                running.remove(number)
            else:
                together[number].append(digest(game))
    assert together == alone


@pytest.mark.parametrize("slug", REGISTERED)
def test_other_seeds_give_other_games(slug: str) -> None:
    assert len({tuple(course(grimtable.new_game(slug, None, seed), 1)) for seed in range(4)}) == 4


# ---------------------------------------------------------------- fuzz
@pytest.mark.parametrize("slug", REGISTERED)
def test_fuzz_plays_random_tables_and_finds_nothing(slug: str, tmp_path: Path) -> None:
    heard: list[int] = []
    report = fuzz(slug, 3, games=2, failures=tmp_path, sample=5, on_game=lambda so_far: heard.append(so_far.games))
    assert report.failures == []
    assert heard == [1, 2]
    assert report.imagined > 0
    assert report.decisions > 0
    assert list(tmp_path.iterdir()) == []


def test_fuzz_is_the_same_for_the_same_seed() -> None:
    reports = [fuzz("relics", 3, games=2, sample=5)._replace(seconds=0.0) for _ in range(2)]
    assert reports[0] == reports[1]


@pytest.mark.parametrize("wrong", [{"games": 0}, {"seconds": 0.0}, {"games": 1, "sample": 0}, {}])
def test_fuzz_refuses_what_makes_no_sense(wrong: dict[str, int]) -> None:
    with pytest.raises(grimtable.BadInput):
        fuzz("relics", **wrong)  # type: ignore[arg-type]  # the values are wrong on purpose


def test_fuzz_stops_in_time() -> None:
    assert fuzz("relics", 3, seconds=0.2, sample=5).games > 0


@pytest.mark.parametrize("slug", REGISTERED)
def test_a_whole_game_with_a_record_verifies_and_a_mark_in_it_does_not(slug: str) -> None:
    found = definition(slug)
    recorder = records.recorded_game(slug, found.players[0], 9)
    play_watched(Watch(found, recorder, Tally()), FastDice(9), found.players[0], sample=MOST_ANSWERS)
    record = recorder.finish()
    assert records.verify(record).finished
    marked = records.encode(record).replace(b'"seed":9', b'"seed":10')
    with pytest.raises(grimtable.BadInput, match=r"^line [0-9]+: "):
        records.verify(records.decode(marked))
