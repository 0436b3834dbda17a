"""A worker process as the server sees it."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from grimtable.server.frames import LARGEST, LENGTH, READY, Answer, Job, frame
from grimtable.server.tasks import TASKS

START = 30.0  # seconds that a worker may take to start, on a machine that has much else to do


class TaskFailed(Exception):
    """The task raised an error; its worker is well."""


class WorkerDied(Exception):
    """A worker has ended, or sent what no worker may send."""


class WorkerProcess:
    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._jobs, self._answers = process, process.stdin, process.stdout
        self.pid = process.pid
        self.done = 0  # jobs

    @classmethod
    async def start(cls, niceness: int) -> WorkerProcess:
        """A worker that is ready for its first job. It finds modules where this process finds them."""
        path = os.pathsep.join([str(Path(entry).absolute()) for entry in sys.path])
        command = [sys.executable, "-P", "-m", "grimtable.server.worker", str(niceness)]
        environment = {**os.environ, "PYTHONPATH": path}
        worker = cls(
            await asyncio.create_subprocess_exec(
                *command,
                stdin=PIPE,
                stdout=PIPE,
                env=environment,
                process_group=0,  # Ctrl-C is for the server alone
            )
        )
        try:
            if await asyncio.wait_for(worker._answer(), START) != READY:
                raise WorkerDied("it began with something else than its first word")
        except BaseException:
            await worker.end()
            raise
        return worker

    def is_alive(self) -> bool:
        return self._process.returncode is None and not self._answers.at_eof()

    async def call(self, task: str, args: tuple[Any, ...]) -> Any:
        """What a task returns; it is of the task's type, whatever the worker sends."""
        try:
            self._jobs.write(frame(Job(task, list(args))))
            await self._jobs.drain()
        except OSError as error:
            raise WorkerDied(f"it cannot be reached: {error}") from error
        answer = await self._answer()
        self.done += 1
        if answer.fault is not None:
            raise TaskFailed(answer.fault)
        try:
            return msgspec.msgpack.decode(answer.result, type=TASKS[task].result)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise WorkerDied(f"its answer is malformed: {error}") from error

    async def _answer(self) -> Answer:
        try:
            length = LENGTH.unpack(await self._answers.readexactly(LENGTH.size))[0]
            if length > LARGEST:
                raise WorkerDied("its answer is too long")
            return msgspec.msgpack.decode(await self._answers.readexactly(length), type=Answer)
        except (asyncio.IncompleteReadError, OSError) as error:
            raise WorkerDied("it ended in the middle of a job") from error
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise WorkerDied(f"its answer is malformed: {error}") from error

    async def end(self) -> None:
        """End it, also if it hears nothing any more."""
        with suppress(ProcessLookupError):
            self._process.kill()
        self._jobs.close()
        await self._process.wait()
