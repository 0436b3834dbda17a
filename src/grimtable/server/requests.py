"""What a request brings: its address, its body as far as that is allowed, and what the body says."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.websockets import WebSocket

from grimtable.server.addresses import visitor
from grimtable.server.refusals import Refuse

T = TypeVar("T")


def address(request: Request | WebSocket) -> str:
    """Whose limits apply. Behind a trusted proxy, the client is the one that the proxy names."""
    return visitor(request.client.host) if request.client is not None else ""


async def body(request: Request, most: int) -> bytes:
    """The body, if it is not larger than allowed; it is not read beyond that."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise Refuse("too_large", most >> 10)
    return bytes(data)


async def decoded(request: Request, kind: type[T]) -> T:
    data = await body(request, request.app.state.settings.limits.body_bytes)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refuse("malformed", str(error)[:200].rstrip(".")) from None
