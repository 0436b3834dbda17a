"""The built client."""

from __future__ import annotations

import asyncio
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from grimtable.server.cache import FOR_EVER, PUBLIC, Page, page_of, respond

DIST = Path(__file__).parent.parent / "web" / "dist"
NOT_BUILT = "The browser client is not built yet: run `make web`.\n"


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
    try:
        path = (folder / name).resolve()
        found = path.is_relative_to(folder.resolve()) and path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if not found:
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
