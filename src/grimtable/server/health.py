"""Whether the server lives, and whether it can be used: for whatever watches it."""

from __future__ import annotations

import asyncio
import logging

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from grimtable.server.lobby import Lobby

LOGGER = logging.getLogger("grimtable.server")
PATIENCE = 5.0  # seconds in which the database must answer


async def healthz(request: Request) -> Response:
    """It answers, so it lives."""
    return PlainTextResponse("ok")


async def readyz(request: Request) -> Response:
    """Whether people can play; if not, which part is missing."""
    broken = await missing(request.app.state.lobby)
    return PlainTextResponse("ok") if broken is None else PlainTextResponse(broken, 503)


async def missing(lobby: Lobby) -> str | None:
    try:
        async with asyncio.timeout(PATIENCE):
            await lobby.store.ping()
    except Exception as error:
        LOGGER.warning("not ready: the database does not answer: %r", error)
        return "database"
    try:
        await lobby.store.check()
    except Exception as error:
        LOGGER.warning("not ready: nothing can be written: %r", error)
        return "writer"
    broken = lobby.lanes.broken()
    if broken:
        LOGGER.warning("not ready: no worker in lane %s", ", ".join(broken))
        return "workers"
    return None
