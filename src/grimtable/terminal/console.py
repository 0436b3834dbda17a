"""Where output goes: reports to stdout, progress and complaints to stderr."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from grimtable.printable import escaped

OnProgress = Callable[[int, int], None]  # so much is done, of so much in all
LONGEST_WORD = 300  # of a complaint: a path may be long
QUIET_SECONDS = 10.0  # between two lines of progress where no bar can be drawn


def stdout() -> Console:
    """For people. Nothing in a game's text is read as markup: rule ids stand in brackets."""
    return Console(file=sys.stdout, markup=False, highlight=False, emoji=False)


def stderr() -> Console:
    return Console(file=sys.stderr, markup=False, highlight=False, emoji=False)


def print_json(report: Any) -> None:
    """For programs: one JSON document and nothing else."""
    sys.stdout.write(json.dumps(report, ensure_ascii=False, indent=2) + "\n")


def complain(text: str) -> None:
    """One line, in which no word is longer than anybody reads, and none commands a terminal."""
    words = [escaped(word) for word in text.split()]
    words = [f"{word[:LONGEST_WORD]}..." if len(word) > LONGEST_WORD else word for word in words]
    sys.stderr.write(f"grimtable: {' '.join(words)}\n")


@contextmanager
def progress(task: str) -> Iterator[OnProgress]:
    """A bar on stderr; where stderr is no terminal, a line now and then."""
    console = stderr()
    if not console.is_terminal:
        tell = _lines(task)
        yield lambda done, total: tell(f"{done} of {total}")
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        line = bar.add_task(task, total=None)
        yield lambda done, total: bar.update(line, completed=done, total=total)


@contextmanager
def steps(task: str) -> Iterator[Callable[[str], None]]:
    """What is being done now, where it cannot be counted."""
    console = stderr()
    if not console.is_terminal:
        tell = _lines(task)
        yield lambda step: tell(step)
        return
    with console.status(task) as status:
        yield lambda step: status.update(f"{task}: {step}")


def _lines(task: str) -> Callable[[str], None]:
    """A line about the task, but not more often than people read."""
    last = time.monotonic()

    def tell(step: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= QUIET_SECONDS:
            last = now
            sys.stderr.write(f"{task}: {step}\n")
            sys.stderr.flush()

    return tell


def counter(tell: OnProgress, total: int) -> Callable[[object], None]:
    """What to call whenever one more of `total` is done."""
    done = 0

    def count(finished: object) -> None:
        nonlocal done
        done += 1
        tell(done, total)

    return count
