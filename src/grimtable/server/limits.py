"""How much one visitor may ask of the server."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple


class Limits(NamedTuple):
    """The numbers, in one place. Tests and measurements take others."""

    message_bytes: int = 64 << 10
    messages: int = 60  # per socket in `message_seconds`
    message_seconds: float = 10
    refusals: int = 20  # per socket in `refusal_seconds`
    refusal_seconds: float = 60
    hello_seconds: float = 10
    requests: int = 300  # HTTP, per address in `request_seconds`
    request_seconds: float = 10
    tables: int = 40  # made per address in `table_seconds`
    table_seconds: float = 3600
    sits: int = 20  # free seats asked for, per address in `sit_seconds`
    sit_seconds: float = 600
    unclaimed: int = 3  # seats held at once for an address that nobody has come to
    lobby_page: int = 30  # tables
    imports: int = 40  # records and army lists per address in `table_seconds`
    sockets: int = 100  # open at once per address
    all_sockets: int = 10_000
    record_bytes: int = 2 << 20
    file_bytes: int = 2 << 20  # an army list of another program
    body_bytes: int = 64 << 10
    outbox: int = 64  # messages that wait for a slow client before it is sent a whole table instead
    idle_seconds: float = 120  # a table without guests goes to sleep
    bot_seconds: float = 20
    hint_seconds: float = 10
    errand_seconds: float = 30  # replays, statistics, imports
    hold_seconds: float = 120  # a free seat that was asked for is kept so long for whoever does not come
    grace_seconds: float = 60  # a seat is kept so long for its person after they were last connected
    hints: int = 20  # per socket in `hint_window`
    hint_window: float = 60


class Rate:
    """At most so many in a window of time."""

    __slots__ = ("_clock", "_most", "_seconds", "_times")

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._times: deque[float] = deque()

    def allows(self) -> bool:
        """Count one more, if there is room for it."""
        self._forget()
        if len(self._times) >= self._most:
            return False
        self._times.append(self._clock())
        return True

    def is_idle(self) -> bool:
        self._forget()
        return not self._times

    def _forget(self) -> None:
        now = self._clock()
        while self._times and now - self._times[0] > self._seconds:
            self._times.popleft()


MANY_ADDRESSES = 4096  # so many are remembered before those that have been quiet are forgotten


class Rates:
    """A rate per address."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._by_address: dict[str, Rate] = {}

    def allows(self, address: str) -> bool:
        if len(self._by_address) > MANY_ADDRESSES:
            self._by_address = {a: rate for a, rate in self._by_address.items() if not rate.is_idle()}
        rate = self._by_address.get(address)
        if rate is None:
            rate = self._by_address[address] = Rate(self._most, self._seconds)
        return rate.allows()


class Counter:
    """How many of something are open at once, per address and in all."""

    def __init__(self, most: int, most_in_all: int) -> None:
        self._most, self._most_in_all = most, most_in_all
        self._open: dict[str, int] = {}
        self.total = 0

    def enter(self, address: str) -> bool:
        if self._open.get(address, 0) >= self._most or self.total >= self._most_in_all:
            return False
        self._open[address] = self._open.get(address, 0) + 1
        self.total += 1
        return True

    def leave(self, address: str) -> None:
        self.total -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
