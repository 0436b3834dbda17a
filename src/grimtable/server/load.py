"""How much the server carries: many tables of persons, moves at a steady rate, and how soon every seat sees each."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path
from typing import NamedTuple

from grimtable.kernel.values import BadInput
from grimtable.server.files import raise_file_limit
from grimtable.server.limits import Limits
from grimtable.server.load_clients import Stranger, Table, Thinking, seated
from grimtable.server.serve import listen, serve

MANY = 10_000_000
OPEN = Limits(
    messages=MANY,
    address_messages=MANY,
    refusals=MANY,
    requests=MANY,
    tables=MANY,
    connections=MANY,
    all_connections=MANY,
    sockets=MANY,
    all_sockets=MANY,
    idle_seconds=3600,
)
AT_ONCE = 50  # connections that are opened at the same time
WARM_UP = 3.0  # seconds that are not counted
TARGET_MS = 250.0
BOT_TARGET_MS = 1000.0  # for a quick bot, while others think
STRANGERS = 2
LOOK = 0.05  # seconds between looks at how late the measurement itself is


class Figures(NamedTuple):
    """What was measured."""

    tables: int
    seats: int
    rate: float  # moves per second that were asked for
    moves: int
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    max_ms: float
    memory_mb: float
    server_cpu: float  # cores
    crowding: float  # how long server and clients together waited for a core that others held, per second
    connect_seconds: float
    refused: int
    thinking: int  # tables at which bots think meanwhile
    thoughts: int  # answers that they gave
    quick_answers: int  # of quick bots, to people who play against them beside the thinking
    quick_p99_ms: float
    driver_lag_ms: float  # how late the measurement's own clock came, at p99: what is said of the server includes it
    load: float  # of the machine in the last minute, this measurement included

    @property
    def holds(self) -> bool:
        in_time = self.p99_ms <= TARGET_MS and self.quick_p99_ms <= BOT_TARGET_MS
        return in_time and self.refused == 0 and self.moves_per_second >= 0.95 * self.rate


# ---------------------------------------------------------------- one measurement
def measure(
    game: str = "darklord",
    tables: int = 1000,
    seats: int = 4,
    rate: float = 150.0,
    seconds: float = 20.0,
    thinking: int = 0,
) -> Figures:
    """Start a server of its own, seat `tables` times `seats` persons and let them make `rate` moves a second in all.

    At `thinking` further tables bots play that think for as long as they may, and beside them strangers against quick
    bots.
    """
    allow_files(2 * tables * seats + 2 * (thinking + STRANGERS) + 200)
    with tempfile.TemporaryDirectory(prefix="grimtable-load-") as folder:
        with listen("127.0.0.1", 0) as probe:
            port = probe.getsockname()[1]
        command = [sys.executable, "-m", "grimtable.server.load", str(port), str(Path(folder) / "tables.sqlite")]
        with (Path(folder) / "log").open("wb") as log:
            server = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            return asyncio.run(_measure(server.pid, port, game, tables, seats, rate, seconds, thinking))
        finally:
            server.kill()
            server.wait()


def allow_files(wanted: int) -> None:
    """Every socket is a file; ask the system for enough."""
    found = raise_file_limit()
    if found < wanted:
        raise BadInput(f"{wanted} sockets are needed, the system allows {found}: try fewer --tables")


async def _measure(
    server: int, port: int, game: str, tables: int, seats: int, rate: float, seconds: float, thinking: int
) -> Figures:
    started = time.perf_counter()
    await _answers(port)
    gate = asyncio.Semaphore(AT_ONCE)
    made = await asyncio.gather(*[seated(gate, port, game, seats) for _ in range(tables)])
    bots = Thinking()
    beside = [asyncio.create_task(bots.watch(gate, port, game, seats)) for _ in range(thinking)]
    strangers = [Stranger() for _ in range(STRANGERS if thinking else 0)]
    beside += [asyncio.create_task(stranger.play(gate, port, game, seats)) for stranger in strangers]
    connected = time.perf_counter() - started
    gc.freeze()  # the clients' own pauses are not the server's
    await asyncio.sleep(1)
    await _moves(made, rate, WARM_UP)
    for times in [*[table.times for table in made], *[stranger.times for stranger in strangers]]:
        times.clear()
    before, queued, clock = cpu_seconds(server), waited(server, os.getpid()), time.perf_counter()
    late: list[float] = []
    clocking = asyncio.create_task(_clocked(late))
    await _moves(made, rate, seconds)
    clocking.cancel()
    elapsed = time.perf_counter() - clock
    used, queued = cpu_seconds(server) - before, waited(server, os.getpid()) - queued
    await asyncio.sleep(1)
    figures = _figures(made, seats, rate, elapsed, (used, queued), connected, resident(server))
    quick = [1000 * t for stranger in strangers for t in stranger.times]
    figures = figures._replace(
        thinking=thinking,
        thoughts=bots.answers,
        quick_answers=len(quick),
        quick_p99_ms=round(at_p99(quick), 1),
        driver_lag_ms=round(1000 * at_p99(late), 1),
    )
    listening = [*beside, *[task for table in made for task in table.listening]]
    for task in listening:
        task.cancel()
    for table in made:
        for socket in table.sockets:
            socket.transport.abort()
    await asyncio.gather(*listening, return_exceptions=True)
    gc.unfreeze()
    return figures


def _figures(
    made: list[Table],
    seats: int,
    rate: float,
    elapsed: float,
    cores: tuple[float, float],
    connected: float,
    memory: int,
) -> Figures:
    times = sorted([1000 * t for table in made for t in table.times]) or [0.0]
    return Figures(
        tables=len(made),
        seats=seats,
        rate=rate,
        moves=len(times),
        moves_per_second=round(len(times) / elapsed, 1),
        p50_ms=round(statistics.median(times), 1),
        p99_ms=round(at_p99(times), 1),
        max_ms=round(times[-1], 1),
        memory_mb=round(memory / (1 << 20), 1),
        server_cpu=round(cores[0] / elapsed, 2),
        crowding=round(cores[1] / elapsed, 2),
        connect_seconds=round(connected, 1),
        refused=sum([table.refused for table in made]),
        thinking=0,
        thoughts=0,
        quick_answers=0,
        quick_p99_ms=0.0,
        driver_lag_ms=0.0,
        load=round(os.getloadavg()[0], 1),
    )


def at_p99(times: list[float]) -> float:
    """What 99 of 100 do not exceed."""
    return sorted(times)[min(len(times) - 1, int(0.99 * len(times)))] if times else 0.0


async def _clocked(late: list[float]) -> None:
    """Note how late this process is woken."""
    while True:
        due = time.perf_counter() + LOOK
        await asyncio.sleep(LOOK)
        late.append(time.perf_counter() - due)


async def _moves(made: list[Table], rate: float, seconds: float) -> None:
    """Moves at a steady rate, whether or not the server keeps up: each at the table that has waited longest for one."""
    start, given = time.perf_counter(), 0
    order = deque(random.sample(made, len(made)))
    while (now := time.perf_counter() - start) < seconds:
        if given < now * rate:
            given += 1
            table = _next_ready(order)
            if table is not None:
                await table.move()
        else:
            await asyncio.sleep((given + 1) / rate - now)


def _next_ready(order: deque[Table]) -> Table | None:
    """The next table that is not in the middle of a move; None if there is none: then the rate is not reached."""
    for _ in range(len(order)):
        order.rotate(-1)
        if order[-1].is_ready():
            return order[-1]
    return None


async def _answers(port: int) -> None:
    """Wait until the server listens."""
    for _ in range(400):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.05)
    raise BadInput("the server under load did not start")


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def waited(*pids: int) -> float:
    """Seconds that threads of these processes were ready to run but had no core."""
    queues = [path for pid in pids for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    return sum([int(path.read_text().split()[1]) for path in queues]) / 1e9


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    serve(port=int(sys.argv[1]), database=sys.argv[2], limits=OPEN)
