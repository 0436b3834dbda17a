"""What stands before every route: where a request comes from, the headers of each answer, and errors nobody expects."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grimtable.server.refusals import Refuse

LOGGER = logging.getLogger("grimtable.server")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
    " font-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
ONLY_ENCRYPTED = "max-age=31536000"  # seconds in which a browser does not ask without TLS
FOR_OPERATORS = ("/healthz", "/readyz")  # asked under any name


class Guarded:
    """Every answer carries the headers, that to an error too; what is not an asset is not kept by caches."""

    def __init__(self, app: ASGIApp, origins: frozenset[str], refusal: Callable[[Request, Refuse], Response]) -> None:
        self.app, self.origins, self.refusal = app, origins, refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        host, started = request.headers.get("host", ""), False
        more = dict(HEADERS)
        if scope["scheme"] == "https" or f"https://{host}" in self.origins:
            more["strict-transport-security"] = ONLY_ENCRYPTED

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                headers.update(more)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            if is_known_host(host, self.origins) or scope["path"] in FOR_OPERATORS:
                await self.app(scope, receive, guarded)
            else:
                await self.refusal(request, Refuse("host"))(scope, receive, guarded)
        except ClientDisconnect:
            pass  # nobody waits for an answer
        except Exception:
            LOGGER.exception("a request failed: %s %s", scope["method"], _route(scope))
            if not started:
                await self.refusal(request, Refuse("busy"))(scope, receive, guarded)


def _route(scope: Scope) -> str:
    """The name of the route: the address itself may be a secret."""
    return getattr(scope.get("endpoint"), "__name__", "without a route")


# ---------------------------------------------------------------- where a request comes from
def is_own_origin(headers: Headers, scheme: str, allowed: frozenset[str]) -> bool:
    """The page that asks is this server's own, or of an origin that was allowed by name.

    A name that leads here by a trick of the DNS is not enough: the host must be an address, localhost, or allowed.
    """
    origin, host = headers.get("origin", ""), headers.get("host", "")
    if origin in allowed:
        return True
    return origin == f"{scheme}://{host}" and is_own_host(host)


def is_known_host(host: str, origins: frozenset[str]) -> bool:
    """If the server's names are known, it answers to those; else to any, since what can be read so is public."""
    return not origins or is_own_host(host) or hostname(host) in [urlsplit(origin).hostname for origin in origins]


def is_own_host(host: str) -> bool:
    name = hostname(host)
    if name == "localhost":
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def hostname(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
