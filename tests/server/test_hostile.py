"""Hostile messages: all are refused, nothing is logged as an error, nothing changes, and memory stays flat."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from grimtable.server.protocol import SUBPROTOCOL
from server.standalone import Process, running
from server.tabletop import Message, free_port

N = 2_000
TOGETHER = 8  # messages per example
LAST = '{"type": "explain", "id": "last", "ref": "player:0"}'  # answered after all that came before it
MEMORY = 24 << 20  # bytes the server may grow by, over all

# ---------------------------------------------------------------- what a hostile client sends
KINDS = ["answer", "withdraw", "undo", "restart", "ask_takeback", "reply_takeback", "hint", "explain", "name", "lang"]
KINDS += ["replace", "ping", "hello", "table", "done", "eval", "", "__class__"]
words = st.text(max_size=30)
numbers = st.one_of(st.integers(), st.floats(), st.sampled_from([-1, 2**31, 2**53, 2**63, 10**40]))
junk = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, words),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(words, inner, max_size=4)),
    max_leaves=8,
)
names = st.sampled_from(
    ["type", "id", "rev", "seat", "action", "answer", "to", "accept", "ref", "lang", "bot", "token", "x"]
)


def seat_wish(kind: str) -> st.SearchStrategy[Message]:
    """The right shape: but the seat, the revision or the action is wrong."""
    base = {
        "type": st.just(kind),
        "id": st.text(st.characters(codec="ascii", categories=["L"]), min_size=1, max_size=8),
        "rev": st.integers(0, 2**53 - 1),
        "seat": st.integers(3 if kind == "hint" else 0, 15),  # a hint to the asked seat would be granted
    }
    more: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "answer": {"action": words},
        "ask_takeback": {"to": st.integers(0, 2**40)},
        "reply_takeback": {"accept": st.booleans()},
        "replace": {"bot": st.sampled_from(["os:system", "grimtable.bots:make", "mcts:9999s", "greedy", ""])},
    }
    return st.fixed_dictionaries({**base, **more.get(kind, {})})


shaped = st.sampled_from(["answer", "withdraw", "undo", "restart", "ask_takeback", "reply_takeback", "hint", "replace"])
messages = st.one_of(
    shaped.flatmap(seat_wish),
    st.dictionaries(names, junk, max_size=7),
    st.fixed_dictionaries(
        {"type": st.sampled_from(KINDS)}, optional={"id": junk, "rev": junk, "seat": junk, "x": junk}
    ),
    st.fixed_dictionaries({"type": st.just("explain"), "id": st.just("e"), "ref": st.text(max_size=60)}),
)
raw = st.one_of(
    messages.map(lambda message: json.dumps(message)),
    st.text(max_size=200),
    st.integers(1, 5000).map(lambda depth: "[" * depth),
    st.integers(1, 5000).map(lambda depth: '{"type":' * depth),
    st.integers(66_000, 90_000).map(lambda size: '{"type": "ping", "id": "' + "x" * size + '"}'),
    st.binary(max_size=200),
)


def is_harmless(text: str | bytes) -> bool:
    """What is understood and may be answered, since it changes nothing: those are left out."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(message, dict):
        return False
    if message.get("type") == "explain" and str(message.get("ref", "")).partition(":")[0] in ("card", "area", "player"):
        return True
    return message.get("type") in ("ping", "lang", "name", "explain") and set(message) <= {"type", "id", "ref"}


hostile = raw.filter(lambda text: not is_harmless(text))


# ---------------------------------------------------------------- the server under attack
class Siege:
    """A server with a game in progress, and two sockets to it: a seat that is not asked, and a spectator."""

    def __init__(self, process: Process, folder: Path) -> None:
        self.process, self.folder = process, folder
        self.sockets = ExitStack()
        origin = f"http://127.0.0.1:{process.port}"
        content = {"game": "darklord", "seats": [{"kind": "me"}, {"kind": "person"}, {"kind": "person"}]}
        self.made: Message = httpx.post(f"{origin}/api/tables", json=content, headers={"origin": origin}).json()
        tokens = [self.made["token"], *[link["token"] for link in self.made["links"]]]
        self.seats = [self.open(origin, token) for token in tokens]
        self.watcher = self.open(origin, self.made["spectator"])
        for connection in (*self.seats, self.watcher):  # who came last was announced to the others
            connection.send(LAST)
            while json.loads(connection.recv(20))["type"] != "explained":
                pass
        self.sent = 0
        self.position = self.stored()
        self.memory = 0

    def open(self, origin: str, token: str) -> ClientConnection:
        found = self.sockets.enter_context(
            connect(
                origin.replace("http", "ws") + "/ws",
                origin=Origin(origin),
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                max_size=None,
                compression=None,
                ping_interval=None,
            )
        )
        found.send(json.dumps({"type": "hello", "table": self.made["table"], "token": token}))
        while json.loads(found.recv(20))["type"] != "table":
            pass
        return found

    def stored(self) -> list[Any]:
        with sqlite3.connect(self.folder / "tables.sqlite") as database:
            rows = database.execute("SELECT rev, status, answers, seats FROM tables").fetchall()
            rows += database.execute("SELECT position, failure FROM vault").fetchall()
            rows += database.execute("SELECT count(*) FROM lines").fetchall()
        database.close()
        return rows

    def attack(self, connection: ClientConnection, texts: list[str | bytes]) -> None:
        """Send all, then something harmless; each before it must have been refused."""
        for text in texts:
            connection.send(text)
        connection.send(LAST)
        refused = 0
        while (message := json.loads(connection.recv(20)))["type"] != "explained":
            refused += message["type"] == "refused"
            assert message["type"] in ("refused", "table", "presence"), message
        assert refused == len(texts)
        self.sent += len(texts)


@pytest.fixture
def siege(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Siege]:
    folder = tmp_path_factory.mktemp("siege")
    with running(free_port(), folder) as process:
        found = Siege(process, folder)
        with found.sockets:
            yield found


def test_hostile_messages_are_refused_and_leave_no_trace(siege: Siege) -> None:
    @settings(
        max_examples=N // TOGETHER,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        phases=[Phase.generate],  # an attack is not repeated on the same server
    )
    @given(st.lists(hostile, min_size=TOGETHER, max_size=TOGETHER), st.integers(0, 3))
    def attacks(texts: list[str | bytes], who: int) -> None:
        siege.attack([*siege.seats, siege.watcher][who], texts)
        if siege.sent <= N // 4:  # the first ones warm caches up
            siege.memory = siege.process.memory()

    attacks()
    assert siege.sent >= N // 2
    assert siege.stored() == siege.position
    log = siege.process.log.read_text()
    assert "ERROR" not in log
    assert "Traceback" not in log
    assert siege.process.memory() - siege.memory < MEMORY
