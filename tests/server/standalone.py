"""A server in its own process: `python -m server.standalone PORT DATABASE [FAULT]`; and what starts and ends it."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

TESTS = Path(__file__).parents[1]
START = 60.0  # seconds a start may take on a very busy machine
FIRST_FILES = 100  # that a process may open until it asks for more


class Process:
    """A server process that can be killed and started again on the same port and database."""

    def __init__(
        self,
        port: int,
        folder: Path,
        database: str | None = None,
        fault: str | None = None,
        files: int | None = None,  # that it may open
    ) -> None:
        self.port, self.folder, self.files = port, folder, files
        self.database, self.fault = database or str(folder / "tables.sqlite"), fault
        self.log = folder / "server.log"
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._running is not None
        return self._running.pid

    def start(self) -> None:
        path = os.pathsep.join([str(TESTS), str(TESTS / "sixth"), os.environ.get("PYTHONPATH", "")])
        command = [sys.executable, "-m", "server.standalone", str(self.port), self.database]
        command += [self.fault] if self.fault else []
        with self.log.open("ab") as log:
            self._running = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                env={**os.environ, "PYTHONPATH": path},
                cwd=self.folder,
                preexec_fn=self._limit,
            )

    def _limit(self) -> None:
        if self.files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(self.files, FIRST_FILES), self.files))

    def wait(self) -> None:
        """Until it answers."""
        until = time.monotonic() + START
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{self.port}/healthz", timeout=5)
                return
            except httpx.TransportError:
                assert self._running is not None
                assert self._running.poll() is None, self.log.read_text()
                assert time.monotonic() < until, "the server does not start"
                time.sleep(0.02)

    def kill(self) -> None:
        assert self._running is not None
        self._running.send_signal(signal.SIGKILL)
        self._running.wait(10)

    def exit_code(self) -> int:
        """Wait until it has ended by itself."""
        assert self._running is not None
        return self._running.wait(START)

    def restart(self) -> float:
        """Start it again; returns the seconds until it answers."""
        started = time.monotonic()
        self.start()
        self.wait()
        return time.monotonic() - started

    def memory(self) -> int:
        """Bytes that the server holds."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def running(
    port: int, folder: Path, database: str | None = None, fault: str | None = None, files: int | None = None
) -> Iterator[Process]:
    process = Process(port, folder, database, fault, files)
    process.start()
    try:
        process.wait()
        yield process
    finally:
        process.kill()


if __name__ == "__main__":
    from grimtable.server.serve import serve
    from server import faults
    from server.tabletop import GENEROUS

    for fault in sys.argv[3:]:
        faults.FAULTS[fault]()
    serve(port=int(sys.argv[1]), database=sys.argv[2], limits=GENEROUS)
