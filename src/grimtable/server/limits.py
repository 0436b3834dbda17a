"""How much one visitor may ask of the server."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import NamedTuple, get_type_hints

from grimtable.kernel.values import BadInput


class Limits(NamedTuple):
    """The numbers, in one place. Operators, tests and measurements take others."""

    message_bytes: int = 64 << 10
    messages: int = 60  # per socket in `message_seconds`; beyond, the server reads more slowly
    message_seconds: float = 10
    address_messages: int = 600  # of all sockets of an address in `message_seconds`; costly ones count several times
    waiting_messages: int = 1000  # unread ones of a socket, beyond which it is closed
    refusals: int = 20  # per socket in `refusal_seconds`
    refusal_seconds: float = 60
    hello_seconds: float = 10
    salt_seconds: float = 30  # in which whoever sent the hash of a salt must send the salt, once it is asked for
    receive_seconds: float = 10  # for a complete HTTP request, and between two of one connection
    requests: int = 300  # HTTP, per address in `request_seconds`; expensive ones count several times
    request_seconds: float = 10
    tables: int = 40  # made per address in `table_seconds`
    table_seconds: float = 3600
    sits: int = 20  # free seats asked for, per address in `sit_seconds`
    sit_seconds: float = 600
    unclaimed: int = 3  # seats held at once for an address that nobody has come to
    lobby_page: int = 30  # tables
    imports: int = 40  # records and army lists per address in `table_seconds`
    connections: int = 200  # TCP, open at once per address
    all_connections: int = 12_000
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
    errands: int = 4  # of them one address may have running and waiting, in each lane
    upkeep_seconds: float = 600  # between two looks for a copy that is due, and for what is old
    waiting_days: float = 7  # a table that never began is deleted so long after it changed last; 0: never
    import_days: float = 30  # the same for an imported record
    unfinished_days: float = 365  # and for a table that was left
    command_days: float = 1  # and for the ids of commands, when nobody sends those again
    hold_seconds: float = 120  # a free seat that was asked for is kept so long for whoever does not come
    grace_seconds: float = 60  # a seat is kept so long for its person after they were last connected
    hints: int = 20  # per socket in `hint_window`
    hint_window: float = 60


MOST = 1 << 31  # of any limit


def limits_of(words: Iterable[str]) -> Limits:
    """The limits with those changed that are given as NAME=NUMBER."""
    kinds = get_type_hints(Limits)
    changed: dict[str, int | float] = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in kinds:
            near = get_close_matches(name, kinds, n=1)
            right = f"did you mean {near[0]}?" if near else "grimtable serve --limits lists them"
            raise BadInput(f"there is no limit {name!r:.40}; {right}")
        changed[name] = _number(name, text, kinds[name])
    return Limits()._replace(**changed)  # type: ignore[arg-type]  # each is of its field's type


def _number(name: str, text: str, kind: type[int] | type[float]) -> int | float:
    try:
        found = kind(text)
    except ValueError:
        found = kind(-1)
    kept_for_ever = found == 0 and name.endswith("_days")
    if not 0 < found <= MOST and not kept_for_ever:  # this refuses what is not a number, too
        whole = "whole " if kind is int else ""
        raise BadInput(f"the limit {name} is a {whole}number above 0 and up to {MOST}, not {text!r:.40}")
    return found


# ---------------------------------------------------------------- rates
class Rate:
    """At most so many at once; what was used comes back steadily, all of it in `seconds`."""

    __slots__ = ("_clock", "_most", "_paid_until", "_seconds", "_share")

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._share = seconds / most
        self._paid_until = 0.0

    def allows(self, cost: float = 1) -> bool:
        """Count one more, if there is room for it."""
        now = self._clock()
        after = charged(self._paid_until, now, min(cost, self._most) * self._share)
        if is_beyond(after - now, self._seconds, self._share):
            return False
        self._paid_until = after
        return True

    def wait(self) -> float:
        """Seconds until there is room for one more."""
        now = self._clock()
        return max(0.0, charged(self._paid_until, now, self._share) - now - self._seconds)


def charged(paid_until: float, now: float, cost: float) -> float:
    return max(paid_until, now) + cost


def is_beyond(used: float, seconds: float, share: float) -> bool:
    return used > seconds + share / 100  # sums of shares are not exact


MOST_ADDRESSES = 50_000  # so many are remembered; beyond, the one that was quiet longest starts afresh


class Rates:
    """A rate per address. Every question takes the same few steps, however many addresses there are."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._share = seconds / most
        self._paid_until: OrderedDict[str, float] = OrderedDict()  # the address that was quiet longest stands first

    def __len__(self) -> int:
        return len(self._paid_until)

    def allows(self, address: str, cost: float = 1) -> bool:
        now = self._clock()
        self._forget(now)
        after = charged(self._paid_until.get(address, now), now, min(cost, self._most) * self._share)
        if is_beyond(after - now, self._seconds, self._share):
            return False
        self._paid_until[address] = after
        self._paid_until.move_to_end(address)
        return True

    def wait(self, address: str, cost: float = 1) -> float:
        """Seconds until there is room for so much more."""
        now = self._clock()
        after = charged(self._paid_until.get(address, now), now, min(cost, self._most) * self._share)
        return max(0.0, after - now - self._seconds)

    def _forget(self, now: float) -> None:
        """Two go for each that may come, so that those whose time is over do not pile up."""
        for _ in range(2):
            if not self._paid_until:
                return
            address = next(iter(self._paid_until))
            if self._paid_until[address] > now and len(self._paid_until) < MOST_ADDRESSES:
                return
            del self._paid_until[address]


class Counter:
    """How many of something are open at once, per address and in all."""

    def __init__(self, most: int, most_in_all: int) -> None:
        self._most, self._most_in_all = most, most_in_all
        self._open: dict[str, int] = {}
        self.total = 0

    def of(self, address: str) -> int:
        return self._open.get(address, 0)

    def enter(self, address: str) -> bool:
        if self.of(address) >= self._most or self.total >= self._most_in_all:
            return False
        self._open[address] = self.of(address) + 1
        self.total += 1
        return True

    def leave(self, address: str) -> None:
        self.total -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
