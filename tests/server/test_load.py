"""The measurement itself: a small one, to see that its figures are whole."""

from __future__ import annotations

from grimtable.server.load import measure


def test_every_move_is_seen_by_every_seat() -> None:
    figures = measure(tables=6, rate=10, seconds=3)
    assert (figures.tables, figures.seats) == (6, 4)
    assert figures.moves > 5
    assert figures.refused == 0
    assert 0 < figures.p50_ms <= figures.p99_ms <= figures.max_ms
    assert figures.memory_mb > 10


def test_bots_may_think_meanwhile_and_the_measurement_says_how_late_it_is_itself() -> None:
    figures = measure(tables=2, rate=5, seconds=5, thinking=1)
    assert figures.thinking == 1
    assert figures.thoughts > 0
    assert figures.server_cpu > 0
    assert figures.driver_lag_ms > 0
    assert figures.load > 0
    assert figures.refused == 0
