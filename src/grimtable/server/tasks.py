"""The tasks that workers carry out, by name, and what each returns."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from grimtable.server.replays import Imported
from grimtable.server.uploads import Report


class Task(NamedTuple):
    """A function of some module; only workers import it. A result of any other type is refused."""

    function: str
    result: Any

    def load(self) -> Callable[..., Any]:
        module, _, name = self.function.partition(":")
        found: Callable[..., Any] = getattr(import_module(module), name)
        return found


TASKS = {
    "rank": Task("grimtable.bots.remote:ranked_elsewhere", list[tuple[int, float]]),
    "replay": Task("grimtable.server.replays:replay", bytes),
    "segments": Task("grimtable.server.replays:segments", bytes),
    "explain": Task("grimtable.server.replays:explained", bytes),
    "stats": Task("grimtable.server.statistics:stats", bytes),
    "verify": Task("grimtable.server.replays:checked", Imported | str),
    "report": Task("grimtable.server.uploads:report", Report | str),
    "read_campaign": Task("grimtable.server.uploads:read_campaign", tuple[int, list[str], str] | str),
}
