"""What travels between the server and its workers: a length, then msgpack. Nothing in it can run."""

from __future__ import annotations

import struct
from typing import Any

import msgspec

LENGTH = struct.Struct(">I")
LARGEST = 64 << 20  # bytes of one message


class Job(msgspec.Struct, array_like=True):
    """A task by its name, and plain arguments: the server's question."""

    task: str
    args: list[Any]


class Answer(msgspec.Struct, array_like=True):
    """What a task returned, or why it failed: the worker's reply. A worker that has started says `READY` first."""

    fault: str | None
    result: msgspec.Raw


READY = Answer(None, msgspec.Raw(msgspec.msgpack.encode("ready")))


def frame(message: Job | Answer) -> bytes:
    """A message as it is sent. ValueError if it is too long."""
    data = msgspec.msgpack.encode(message)
    if len(data) > LARGEST:
        raise ValueError(f"{len(data) >> 20} MB are too much for one message")
    return LENGTH.pack(len(data)) + data
