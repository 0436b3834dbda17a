"""The log of a server that strangers visit: one line per event, and not many of one kind."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from grimtable.printable import escaped

AT_MOST = 20  # lines of one kind in a window
WINDOW = 60.0  # seconds
FORMAT = "%(asctime)s %(levelname)s %(message)s"
Kind = tuple[str, int, str]  # the statement that logs, and the kind of exception it tells of


def set_up() -> None:
    """Log to stderr."""
    handler = logging.StreamHandler()
    handler.setFormatter(Escaping(FORMAT))
    handler.addFilter(Throttle())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)


class Escaping(logging.Formatter):
    """What a visitor sent cannot look like a line of its own, nor command a terminal."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # as in the standard library
        record.message = escaped(record.message)
        return super().formatMessage(record)

    def formatException(self, ei: object) -> str:  # noqa: N802  # as in the standard library
        text = super().formatException(ei)  # type: ignore[arg-type]  # whatever it takes
        return "\n".join([f"    {escaped(line)}" for line in text.split("\n")])


class Throttle(logging.Filter):
    """At most so many lines of one kind per window, the first of them alone with a traceback; the rest are counted."""

    def __init__(self, at_most: int = AT_MOST, window: float = WINDOW, clock: Callable[[], float] = time.monotonic):
        super().__init__()
        self._at_most, self._window, self._clock = at_most, window, clock
        self._kinds: dict[Kind, tuple[float, int]] = {}  # since when, and how many

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, asyncio.CancelledError):
            return False  # a request that waited when the server was told to end
        kind = (record.pathname, record.lineno, type(error).__name__)
        now = self._clock()
        since, count = self._kinds.get(kind, (now, 0))
        left_out = count - self._at_most
        if now - since >= self._window:
            since, count = now, 0
        self._kinds[kind] = (since, count + 1)
        if count >= self._at_most:
            return False
        if error is not None and count:
            record.msg, record.args = f"{record.getMessage()}: {error!r:.200}", ()
            record.exc_info = record.exc_text = None
        if count == 0 and left_out > 0:
            record.msg, record.args = f"{record.getMessage()} (and {left_out} more like it before)", ()
        return True
