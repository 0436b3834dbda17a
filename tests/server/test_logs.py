"""The log: no line of a visitor's making, and no flood."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable, Iterator

import pytest

from grimtable.server.logs import AT_MOST, FORMAT, WINDOW, Escaping, Throttle

Log = Callable[[], list[str]]


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def log(clock: Clock) -> Iterator[Log]:
    """What has been logged so far, line by line."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Escaping(FORMAT))
    handler.addFilter(Throttle(clock=clock))
    logger = logging.getLogger("tests.logs")
    logger.addHandler(handler)
    logger.propagate = False
    yield lambda: stream.getvalue().splitlines()
    logger.removeHandler(handler)
    logger.propagate = True


LOGGER = logging.getLogger("tests.logs")


def fail(number: int) -> None:
    try:
        raise ValueError(f"no {number}\nnot a line")
    except ValueError:
        LOGGER.exception("it failed: %s", number)


def test_what_a_visitor_sent_stays_on_its_line_and_commands_no_terminal(log: Log) -> None:
    LOGGER.warning("table %s", "a\nINFO all is well\r\x1b[2J\u202e\u2028\x00名")
    (line,) = log()
    assert line.endswith(r"table a\nINFO all is well\r\x1b[2J\u202e\u2028\x00名")


def test_lines_of_a_traceback_are_indented(log: Log) -> None:
    fail(1)
    head, *trace = log()
    assert head.endswith("it failed: 1")
    assert trace[0] == "    Traceback (most recent call last):"
    assert trace[-2:] == ["    ValueError: no 1", "    not a line"]


def test_many_lines_of_one_kind_are_counted_instead(log: Log, clock: Clock) -> None:
    for n in range(1000):
        LOGGER.warning("too much of %s", n)
    LOGGER.warning("something else")
    assert len(log()) == AT_MOST + 1
    clock.now += WINDOW
    LOGGER.warning("something else again")
    LOGGER.warning("a third")
    for n in range(2):
        clock.now += WINDOW
        fail(n)
    assert sum(["like it" in line for line in log()]) == 0


def test_how_many_were_left_out_is_said_later(log: Log, clock: Clock) -> None:
    for n in range(AT_MOST + 500):
        if n == AT_MOST + 499:
            clock.now += WINDOW
        LOGGER.warning("too much of %s", n)
    assert log()[-1].endswith(f"too much of {AT_MOST + 499} (and 499 more like it before)")


def test_only_the_first_error_of_a_kind_brings_its_traceback(log: Log) -> None:
    for n in range(1000):
        fail(n)
    assert len([line for line in log() if "Traceback" in line]) == 1
    assert len(log()) < AT_MOST + 10
    assert "ValueError" in log()[-1]


def test_requests_that_are_cancelled_when_the_server_ends_are_no_errors(log: Log) -> None:
    try:
        raise asyncio.CancelledError
    except asyncio.CancelledError:
        LOGGER.exception("Exception in ASGI application")
    assert log() == []
