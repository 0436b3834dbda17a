"""A worker process: `python -m grimtable.server.worker NICENESS` carries out jobs from its standard input.

It ends when its input ends, which also happens when the server was killed.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import BinaryIO

import msgspec

from grimtable.games import definition, slugs
from grimtable.kernel.values import BadInput
from grimtable.server.frames import LARGEST, LENGTH, READY, Answer, Job, frame
from grimtable.server.tasks import TASKS

LONGEST_FAULT = 300
MOST = LARGEST - 1000  # bytes of a result
NOTHING = msgspec.msgpack.encode(None)


def main() -> None:
    source, sink = take_pipes()
    if sys.platform != "win32":
        os.setpriority(os.PRIO_PROCESS, 0, max(int(sys.argv[1]), os.getpriority(os.PRIO_PROCESS, 0)))
    jobs = SimpleQueue[bytes]()
    threading.Thread(target=read, args=(source, jobs), daemon=True).start()
    send(sink, READY)
    for slug in slugs():  # while there is nothing else to do, so that later no job waits for an import
        if jobs.empty():
            with suppress(BadInput):  # the job that needs it will say so
                definition(slug)
    while True:
        send(sink, carry_out(jobs.get()))


def take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Input and output for jobs and answers alone: whatever a bot prints goes to the server's log."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return source, sink


def read(source: BinaryIO, jobs: SimpleQueue[bytes]) -> None:
    """Pass jobs on; without a server there is nothing left to do, whatever runs."""
    while head := source.read(LENGTH.size):
        jobs.put(source.read(LENGTH.unpack(head)[0]))
    os._exit(0)


def send(sink: BinaryIO, answer: Answer) -> None:
    sink.write(frame(answer))
    sink.flush()


def carry_out(data: bytes) -> Answer:
    try:
        job = msgspec.msgpack.decode(data, type=Job)
        result = msgspec.msgpack.encode(TASKS[job.task].load()(*job.args))
        if len(result) > MOST:
            raise ValueError(f"a result of {len(result) >> 20} MB is too much")
        return Answer(None, msgspec.Raw(result))
    except Exception as error:  # the server decides what a failure means
        return Answer(f"{type(error).__name__}: {error}"[:LONGEST_FAULT], msgspec.Raw(NOTHING))


if __name__ == "__main__":
    main()
