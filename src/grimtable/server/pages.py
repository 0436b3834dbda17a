"""The built client, and the headers that every answer carries."""

from __future__ import annotations

import asyncio
import ipaddress
from mimetypes import guess_type
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grimtable.server.cache import FOR_EVER, PUBLIC, Page, page_of, respond

DIST = Path(__file__).parent.parent / "web" / "dist"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:;"
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
NOT_BUILT = "The browser client is not built yet: run `make web`.\n"


class Guarded:
    """Every answer carries the headers; what is not an asset is not kept by caches."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, guarded if scope["type"] == "http" else send)


async def index(request: Request) -> Response:
    """The client's page, whatever its address: the client reads it."""
    path = DIST / "index.html"
    if not path.is_file():
        return PlainTextResponse(NOT_BUILT, 503)
    return await file(request, path, PUBLIC)


async def asset(request: Request) -> Response:
    """A file of the built client; those under assets/ are named after their content."""
    name = request.path_params["name"]
    folder = (DIST / "assets") if request.url.path.startswith("/assets/") else DIST
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        return PlainTextResponse("not found\n", 404)
    return await file(request, path, FOR_EVER if folder != DIST else PUBLIC)


async def file(request: Request, path: Path, cache_control: str) -> Response:
    """A file, read and compressed once; again if it has changed."""
    status = path.stat()

    async def read() -> Page:
        kind = guess_type(path.name)[0] or "application/octet-stream"
        return await asyncio.to_thread(lambda: page_of(path.read_bytes(), kind))

    key = (str(path), status.st_mtime_ns, status.st_size)
    return await respond(request, await request.app.state.pages.get(key, read), cache_control)


# ---------------------------------------------------------------- where a request comes from
def is_own_origin(headers: Headers, scheme: str, allowed: frozenset[str]) -> bool:
    """The page that asks is this server's own, or of an origin that was allowed by name.

    A name that leads here by a trick of the DNS is not enough: the host must be an address, localhost, or allowed.
    """
    origin, host = headers.get("origin", ""), headers.get("host", "")
    if origin in allowed:
        return True
    return origin == f"{scheme}://{host}" and is_own_host(host)


def is_own_host(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
        if name == "localhost":
            return True
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
