"""What a record holds, line by line.

Line 1 is the header. The next line is the opening: what chance did before the first answer. Then comes one line for
each answer, and one for the end. `tape` holds what was added to the tapes: the first list goes on with the step that
was open, each further list begins a new step. `hash` is the digest of the position afterwards.

Since format 2 it also carries what everybody saw, so that a game can be looked at when the rules have changed: the
public events of each line, and the public position at the opening, where a chapter begins and at the end, each as its
difference from the last one. Since format 3 the header has the hashes that bound each seat to its salt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grimtable.games import definition
from grimtable.kernel.definition import Definition, OptionValue
from grimtable.kernel.values import BadInput
from grimtable.records.bounds import MOST_LINES, check_end, check_header, check_line

FORMAT = 3
READABLE = (1, 2, 3)


class Header(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The first line of a record."""

    format: int
    game: str
    rules: int  # version of the rules at the start
    players: int
    options: dict[str, int | str]
    seats: list[str]  # who sat there: "you", "mcts:500"
    seed: int | None = None  # of fast dice
    commitment: str | None = None  # of fair dice: the hash of the server's bytes, published before the salts
    salts: list[str] = []  # of fair dice: what each seat added, in hexadecimal
    hashes: list[str] = []  # of those salts, published before any of them; none in records made before

    @property
    def definition(self) -> Definition:
        return definition(self.game)


class Line(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One answer, or the opening if there is no player."""

    hash: str
    tape: list[list[Any]]
    player: int | None = None
    action: str | None = None  # the action's id, for readers
    answer: Any = None
    rules: int | None = None  # the version of the rules from here on, where it is another than before
    log: list[tuple[str, list[Any]]] = []  # what everybody was told since the line before: kinds and parameters
    view: Any = None  # the public position, as its difference from the last one that is carried


class End(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The last line: the result, or why there is none; and the server's bytes, so that the dice can be verified."""

    result: list[int] | None
    error: str | None = None
    failing: Failing | None = None
    secret: str | None = None


class Failing(msgspec.Struct, forbid_unknown_fields=True):
    """The answer at which the rules failed: it was not applied."""

    player: int
    answer: Any


class Record(NamedTuple):
    header: Header
    lines: list[Line]
    end: End | None = None

    @property
    def answers(self) -> list[Line]:
        return self.lines[1:]

    @property
    def versions(self) -> list[int]:
        """The versions of the rules it was made under, in their order."""
        return [self.header.rules, *[line.rules for line in self.lines if line.rules is not None]]

    @property
    def is_current(self) -> bool:
        """Whether all of it was made under today's rules."""
        return self.versions == [self.header.definition.rules.version]

    @property
    def tells(self) -> bool:
        """Whether it carries what everybody was told."""
        return any([line.log for line in self.lines])


def header_for(
    found: Definition,
    players: int,
    options: Mapping[str, OptionValue],
    seats: list[str],
    seed: int | None = None,
    committed: str | None = None,
    salts: Sequence[str] = (),
    hashes: Sequence[str] = (),
) -> Header:
    settled, version = found.settled(options), found.rules.version
    salts, hashes = list(salts), list(hashes)
    return Header(FORMAT, found.slug, version, players, settled, seats, seed, committed, salts, hashes)


# ---------------------------------------------------------------- writing
def encode(record: Record) -> bytes:
    parts: list[Any] = [record.header, *record.lines]
    if record.end is not None:
        parts.append(record.end)
    return b"".join([msgspec.json.encode(part) + b"\n" for part in parts])


def save(record: Record, path: Path) -> None:
    write_whole(path, encode(record))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a crash leaves either the old one or the new one."""
    draft = path.with_name(path.name + ".part")
    draft.write_bytes(content)
    draft.replace(path)


# ---------------------------------------------------------------- reading
MAX_BYTES = 64 << 20


def read(path: Path) -> Record:
    """The record in a file. BadInput says what is wrong with it."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadInput(f"{path} is larger than {MAX_BYTES >> 20} MiB: no record is")
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    try:
        return decode(data)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def decode(data: bytes) -> Record:
    """The record in bytes. A last line cut off by a crash is an error too: nothing is guessed."""
    rows = data.splitlines()
    if not rows:
        raise BadInput("line 1: the record is empty")
    if len(rows) > MOST_LINES:
        raise BadInput(f"line {MOST_LINES + 1}: no record has so many lines")
    number = 1
    lines: list[Line] = []
    end: End | None = None
    try:
        header = _header(rows[0])
        for row in rows[1:]:
            number += 1
            if end is not None:
                raise BadInput("nothing may follow the end of the game")
            if b'"hash"' in row:
                lines.append(msgspec.json.decode(row, type=Line))
                check_line(lines[-1])
            else:
                end = msgspec.json.decode(row, type=End)
                check_end(end)
    except BadInput as error:
        raise BadInput(f"line {number}: {error}") from None
    except msgspec.MsgspecError as error:
        raise BadInput(f"line {number}: not a line of a record: {error}") from None
    except (UnicodeDecodeError, RecursionError):
        raise BadInput(f"line {number}: not a line of a record: it is no text of this kind") from None
    if not lines:
        raise BadInput("line 2: the record has no opening line")
    return Record(header, lines, end)


def _header(row: bytes) -> Header:
    """The first line; a format of the future is named before its other fields are read."""
    first = msgspec.json.decode(row)
    if not isinstance(first, dict) or "format" not in first:
        raise BadInput("not a line of a record: a record begins with its format")
    if first["format"] not in READABLE:
        raise BadInput(f"this is record format {first['format']!r:.20}; this program reads 1 to {FORMAT}")
    header = msgspec.json.decode(row, type=Header)
    check_header(header)
    return header
