"""Mass play: the same figures with any number of workers, and nothing lost when a game fails."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as parquet
import pytest

import grimtable
from grimtable import definition, records
from grimtable.bots.match import Row
from grimtable.simulate.run import in_turn, option_named, simulate

SAMPLE = 400  # games for each number of players; 20,000 are played by `make soak`


@pytest.mark.parametrize("players", [3, 4])
def test_random_games_all_end_after_round_7_and_nobody_is_ever_stuck(players: int) -> None:
    report = simulate("darklord", SAMPLE, players, seed=1, workers=2)
    assert (report.finished, report.errors) == (SAMPLE, [])
    assert 60 < report.length.least <= report.length.most < 400
    assert sum([seat.wins for seat in report.by_seat]) == pytest.approx(SAMPLE)
    assert sum([side.wins for side in report.by_side.values()]) == pytest.approx(SAMPLE)


def test_the_report_does_not_depend_on_the_workers() -> None:
    reports = [simulate("darklord", 12, 3, seed=9, workers=workers)._replace(cpu_seconds=0.0) for workers in (1, 3)]
    assert reports[0] == reports[1]


def test_other_seeds_give_other_games() -> None:
    assert simulate("darklord", 5, seed=1).decisions != simulate("darklord", 5, seed=2).decisions


def test_an_option_runs_through_its_values_from_game_to_game() -> None:
    scenario, level = [option_named(definition("gloomhaven"), name, 2) for name in ("scenario", "character_level")]
    many = len(scenario.values)
    found = [tuple(in_turn([scenario, level], number).values()) for number in range(2 * many)]
    assert [values[0] for values in found] == [*scenario.values, *scenario.values]
    assert (found[0][1], found[many][1]) == level.values[:2]
    assert simulate("gloomhaven", 3, players=2, vary=("scenario",)).finished == 3


def test_a_failing_game_is_saved_and_the_others_go_on(tmp_path: Path) -> None:
    report = simulate("darklord", 3, 3, ("strangers:Crashing", "random", "random"), failures=tmp_path)
    assert (report.finished, len(report.errors)) == (0, 3)
    assert len(report.saved) == 3
    for path in report.saved:
        record = records.read(path)
        assert record.end is not None
        assert record.end.error == "RuntimeError: out of ideas"
        assert records.game_at(record).decisions()


def test_columns_for_data_frames(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    report = simulate("darklord", 7, 3, out=out)
    table = parquet.read_table(out)
    assert table.num_rows == 7
    assert sum(table["decisions"].to_pylist()) == report.decisions
    assert all(sum(wins) == pytest.approx(1) for wins in table["wins"].to_pylist())
    assert {side for sides in table["sides"].to_pylist() for side in sides} == {"Red", "Blue", "Yellow"}


def test_an_interrupt_keeps_what_was_played() -> None:
    seen: list[Row] = []

    def stop_after_three(row: Row) -> None:
        seen.append(row)
        if len(seen) == 3:
            raise KeyboardInterrupt

    report = simulate("darklord", 100, 3, on_game=stop_after_three)
    assert report.finished == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"slug": "darklrod"}, "there is no game"),
        ({"games": 0}, "1 to"),
        ({"workers": 0}, "workers"),
        ({"players": 5}, "3 or 4"),
        ({"bots": ("clever",)}, "no bot"),
        ({"options": {"megalith_vp": 3}}, "0 or 2"),
        ({"options": {"weather": 3}}, "no option"),
        ({"vary": ("weather",)}, "no option"),
        ({"out": Path("games.csv")}, "parquet"),
        ({"out": Path("nowhere/games.parquet")}, "not a folder"),
    ],
)
def test_bad_input_is_refused_before_any_work(arguments: dict[str, object], words: str) -> None:
    given: dict[str, object] = {"slug": "darklord", "games": 1, **arguments}
    with pytest.raises(grimtable.BadInput, match=words):
        simulate(**given)  # type: ignore[arg-type]  # wrong on purpose
