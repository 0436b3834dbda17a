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


def test_a_quick_bot_that_is_late_is_a_failure() -> None:
    figures = measure(tables=1, rate=1, seconds=2)._replace(rate=0, p99_ms=1)
    assert figures._replace(quick_p99_ms=1000).holds
    assert not figures._replace(quick_p99_ms=1001).holds


def test_bots_may_think_meanwhile_and_the_measurement_says_how_late_it_is_itself() -> None:
    figures = measure(tables=2, rate=5, seconds=5, thinking=1)
    assert figures.thinking == 1
    assert figures.thoughts > 0
    assert figures.quick_answers > 0
    assert figures.quick_p99_ms > 0
    assert figures.server_cpu > 0
    assert figures.driver_lag_ms > 0
    assert figures.load > 0
    assert figures.refused == 0
