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
