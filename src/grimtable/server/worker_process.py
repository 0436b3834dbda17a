"""A worker process as the server sees it."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process, SubprocessStreamProtocol
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from grimtable.server.frames import LARGEST, LENGTH, READY, Answer, Job, frame
from grimtable.server.tasks import TASKS

READ_AHEAD = 1 << 16  # bytes of an answer
START = 30.0  # seconds that a worker may take to start, on a machine that has much else to do


class TaskFailed(Exception):
    """The task raised an error; its worker is well."""


class WorkerDied(Exception):
    """A worker has ended, or sent what no worker may send."""


class WorkerProcess:
    def __init__(self, transport: asyncio.SubprocessTransport, pipes: SubprocessStreamProtocol) -> None:
        assert pipes.stdin is not None
        assert pipes.stdout is not None
        self._jobs, self._answers = pipes.stdin, pipes.stdout
        self._process = Process(transport, pipes, asyncio.get_running_loop())
        self._output = transport.get_pipe_transport(1)
        self.pid = transport.get_pid()
        self.done = 0  # jobs

    @classmethod
    async def start(cls, niceness: int) -> WorkerProcess:
        """A worker that is ready for its first job. It finds modules where this process finds them."""
        path = os.pathsep.join([str(Path(entry).absolute()) for entry in sys.path])
        command = [sys.executable, "-P", "-m", "grimtable.server.worker", str(niceness)]
        environment = {**os.environ, "PYTHONPATH": path}
        loop = asyncio.get_running_loop()
        worker = cls(
            *await loop.subprocess_exec(
                partial(SubprocessStreamProtocol, READ_AHEAD, loop),
                *command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=None,
                env=environment,
                process_group=0,  # Ctrl-C is for the server alone
            )
        )
        try:
            async with asyncio.timeout(START):
                if await worker._answer() != READY:
                    raise WorkerDied("it began with something else than its first word")
        except BaseException:
            await worker.end()
            raise
        return worker

    def is_alive(self) -> bool:
        return self._process.returncode is None and not self._answers.at_eof()

    async def ended(self) -> None:
        """Returns when it is alive no more."""
        await self._process.wait()

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
        """End it, also if it hears nothing any more, or has said more than anybody reads."""
        with suppress(ProcessLookupError):
            self._process.kill()
        if not self._jobs.is_closing():
            self._jobs.transport.abort()
        if self._output is not None:
            self._output.close()  # what is unread is not waited for
        await self._process.wait()
