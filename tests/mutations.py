"""Documents of strangers: genuine ones of which one part has become something else."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from hypothesis import strategies as st

from grimtable import definition, records
from grimtable.kernel.chance import FairDice, FastDice, commitment, fair_key, salt_hash
from grimtable.kernel.values import Dice

SECRET = b"s" * 32

NESTED: Any = []
for _ in range(200):
    NESTED = [NESTED]

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 40, 1.5, 1e300, -0.0),
    *(1 << 31, 1 << 53, 1 << 63, (1 << 64) - 1, (1 << 64) + 7, -(1 << 63), 10**60, 10**4000),
    *("", " ", "\0", "\n", "a\0b", "é", "魔王", "\u202e", "\ud800", "0" * 32, "0" * 64, "f" * 31, "zz" * 16),
    *("x" * 41, "x" * 100, "x" * 50_000, "mcts:\x1b[31m" + "y" * 60, "random", "cthulhu", "no such game"),
    *([], {}, [0], [[]], [None], {"a": 1}, {"=": [1]}, {"~": {"0": 1}}, list(range(20_000)), NESTED),
)
KEYS = ("seed", "salts", "hashes", "secret", "commitment", "rules", "view", "player", "answer", "extra", "hash", "\0")


def genuine(game: str, seats: list[str], seed: int | None, **options: int) -> bytes:
    """The record of a game that was played at random, with this seed or with fair dice."""
    found, salts = definition(game), [str(seat).encode() * 16 for seat in range(len(seats))]
    dice: Dice = FastDice(seed) if seed is not None else FairDice(fair_key(SECRET, salts))
    fair = (commitment(SECRET), [salt.hex() for salt in salts], [salt_hash(salt) for salt in salts])
    header = records.header_for(found, len(seats), options, seats, seed, *(fair if seed is None else ()))
    recorder = records.Recorder(found.new_game(len(seats), header.options, dice), header, chapters=found.chapters)
    lot = FastDice(3)
    while decisions := recorder.game.decisions():
        offered = decisions[0].options
        recorder.apply(decisions[0].player, offered[lot.below(len(offered))])
    return records.encode(recorder.finish(SECRET if seed is None else None))


class Mutation(NamedTuple):
    """Where a document changes, counted by draws so that it fits every document, and into what."""

    line: int
    path: tuple[int, ...]  # which part of a part of a part
    deed: str
    value: Any
    key: str


MUTATIONS = st.builds(
    Mutation,
    st.integers(0, 1 << 16) | st.sampled_from([0, 0, 1, -1, -2]),
    st.lists(st.integers(0, 1 << 16), max_size=5).map(tuple),
    st.sampled_from(["replace"] * 6 + ["remove", "repeat", "insert", "cut", "swap", "bytes"]),
    st.sampled_from(ODD),
    st.sampled_from(KEYS),
)


def mutated(document: bytes, mutation: Mutation) -> bytes:
    """The document of lines with one change."""
    rows = document.splitlines()
    at = mutation.line % len(rows)
    if mutation.deed == "remove":
        del rows[at]
    elif mutation.deed == "repeat":
        rows.insert(at, rows[at])
    elif mutation.deed == "swap":
        other = (at + 1) % len(rows)
        rows[at], rows[other] = rows[other], rows[at]
    elif mutation.deed == "cut":
        rows[at] = rows[at][: len(rows[at]) // 2]
    elif mutation.deed == "bytes":
        rows[at] = rows[at][:9] + b"\xff\xfe\0" + rows[at][9:]
    else:
        rows[at] = json.dumps(changed(json.loads(rows[at]), mutation)).encode()
    return b"\n".join(rows) + b"\n"


def changed(found: Any, mutation: Mutation, depth: int = 0) -> Any:
    """A value with one part replaced, or one part more."""
    if depth == len(mutation.path) or not isinstance(found, (list, dict)) or not found:
        if mutation.deed == "insert" and isinstance(found, dict):
            return {**found, mutation.key: mutation.value}
        return [*found, mutation.value] if mutation.deed == "insert" and isinstance(found, list) else mutation.value
    if isinstance(found, dict):
        key = sorted(found)[mutation.path[depth] % len(found)]
        return {**found, key: changed(found[key], mutation, depth + 1)}
    place = mutation.path[depth] % len(found)
    return [*found[:place], changed(found[place], mutation, depth + 1), *found[place + 1 :]]
