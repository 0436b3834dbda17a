"""Running tests against a mutant in a forked child, under limits of time and memory."""

from __future__ import annotations

import os
import resource
import selectors
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from types import TracebackType

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import HypothesisException

PASSED, FAILED, ASIDE = "passed", "failed", "aside"
NO_PROOF = (NameError, TypeError, AttributeError, RecursionError, MemoryError, HypothesisException)
LOOKUPS = (IndexError, KeyError)
OPTIONS = (  # of pytest; hypothesis was imported before pytest could look into it
    *("-q", "-s", "-W", "ignore::pytest.PytestAssertRewriteWarning"),
    *("-p", "no:xdist", "-p", "no:cacheprovider", "-p", "no:faulthandler"),
)
MEMORY = 1 << 30  # bytes that a child may use beyond what it inherits
PATIENCE = 60  # seconds of the wall clock for each second of the processor
Say = Callable[[str], None]


class Fates:
    """A pytest plugin that remembers how each test ended: an error that proves nothing about a rule is set aside."""

    def __init__(self, tests: Path) -> None:
        self.tests = tests
        self.fates: dict[str, str] = {}

    def pytest_sessionstart(self) -> None:
        """Property tests draw the same examples and stop at the first failure."""
        settings.register_profile(
            "mutants",
            derandomize=True,
            deadline=None,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        fate = PASSED
        if report.failed:
            error = call.excinfo.value if call.excinfo is not None else None
            fate = FAILED if error is None or proves(error, self.tests) else ASIDE
        if self.fates.get(item.nodeid, PASSED) == PASSED:
            self.fates[item.nodeid] = fate
        return report

    def run(self, item: pytest.Item) -> str:
        """One test, with all its fixtures."""
        runtestprotocol(item, log=False, nextitem=None)
        return self.fates[item.nodeid]


def proves(error: BaseException, tests: Path) -> bool:
    """Whether a failure is about the rule, not just about a program that is broken.

    A test that misses something may fail to find it; that the rules do not find it only shows that they are broken.
    """
    if isinstance(error, BaseExceptionGroup):
        return any([proves(part, tests) for part in error.exceptions])
    while error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, LOOKUPS):
        return _innermost(error.__traceback__).is_relative_to(tests)
    return not isinstance(error, NO_PROOF)


def _innermost(traceback: TracebackType | None) -> Path:
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return Path(traceback.tb_frame.f_code.co_filename) if traceback is not None else Path()


# ---------------------------------------------------------------- children
def in_child(action: Callable[[Say], None], seconds: float) -> tuple[list[str], bool]:
    """What an action says in a child of its own, and whether it came to its end."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        _act(action, writing, seconds)
    os.close(writing)
    said = _heard(reading, time.monotonic() + PATIENCE * seconds)
    os.close(reading)
    if said is None:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return (said or b"").decode().splitlines(), said is not None and status == 0


def limit(seconds: float) -> None:
    """End this process after so much time of the processor; refuse it memory beyond the limit."""
    used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _act(action: Callable[[Say], None], writing: int, seconds: float) -> None:
    code = 1
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        limit(seconds)
        action(lambda line: _write(writing, f"{line}\n".encode()))
        code = 0
    finally:
        os._exit(code)


def _write(to: int, line: bytes) -> None:
    while line:
        line = line[os.write(to, line) :]


def _heard(reading: int, until: float) -> bytes | None:
    """All that comes before the other side closes; None if that takes too long."""
    said = b""
    with selectors.DefaultSelector() as selector:
        selector.register(reading, selectors.EVENT_READ)
        while selector.select(max(0.0, until - time.monotonic())):
            part = os.read(reading, 1 << 16)
            if not part:
                return said
            said += part
    return None


# ---------------------------------------------------------------- a mutant
def trial(
    fates: Fates, items: Sequence[pytest.Item], prepare: Callable[[], bool], seconds: float
) -> dict[str, str] | None:
    """How tests end under a mutant, up to the first that notices it; None if the mutant cannot be put in place.

    A test that is cut off by a limit is set aside.
    """

    def act(say: Say) -> None:
        say("ready" if prepare() else "refused")
        for item in items:
            fate = fates.run(item)
            say(fate)
            if fate == FAILED:
                return

    said, ended = in_child(act, seconds)
    if not said or said[0] != "ready":
        return None
    found = dict(zip([item.nodeid for item in items], said[1:]))
    if not ended and len(found) < len(items):
        found[items[len(found)].nodeid] = ASIDE
    return found


def verdict(known: dict[str, str], nodes: Sequence[str]) -> str:
    """The fate of a mutant: one test that notices it is enough; else one that breaks down sets it aside."""
    found = [known.get(node, PASSED) for node in nodes]
    return FAILED if FAILED in found else ASIDE if ASIDE in found else PASSED


def batches(items: Sequence[pytest.Item], size: int) -> Iterator[Sequence[pytest.Item]]:
    for at in range(0, len(items), size):
        yield items[at : at + size]
