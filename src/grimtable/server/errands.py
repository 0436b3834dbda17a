"""Replays, statistics and imports: work of a lane that a request waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Hashable
from typing import Any, TypeVar

from starlette.requests import Request

from grimtable.server.lanes import Busy, TooMany, TooSlow
from grimtable.server.refusals import Refuse
from grimtable.server.requests import address
from grimtable.server.worker_process import WorkerDied

T = TypeVar("T")


async def errand(
    request: Request, lane: str, key: tuple[Hashable, ...], task: str, *args: Any, too_much: Refuse | None = None
) -> Any:
    """A task's result, or a refusal if it cannot be had now; `too_much` is that of work which no worker gets through.

    The key begins with the table; the same key stands for the same result.
    """
    lobby = request.app.state.lobby
    try:
        return await lobby.lanes.run(lane, key, address(request), lobby.limits.errand_seconds, task, *args)
    except TooMany:
        raise Refuse("too_many") from None
    except Busy:
        raise Refuse("busy") from None
    except (TooSlow, WorkerDied):
        raise too_much or Refuse("busy") from None


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What comes of work. It is cancelled when the client hangs up."""
    working, gone = asyncio.create_task(work), asyncio.create_task(hung_up(request))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Refuse("busy")  # nobody will read it
    finally:
        working.cancel()
        gone.cancel()


async def hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
