"""Answers that are made once and sent many times: encoded, compressed, and named by a hash of what they hold."""

from __future__ import annotations

import asyncio
import gzip
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from hashlib import blake2b
from math import inf
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

JSON = "application/json"
SMALL = 1000  # bytes: what is smaller is not compressed
CACHE_BYTES = 64 << 20  # of all bodies in a cache
SEEN_AGAIN = 600.0  # seconds within which people who look at a finished game ask for its parts
ENTRY_BYTES = 1 << 10  # that a body takes beside its content, roughly

# A browser may keep these, but asks each time whether they still hold: a server that was updated is noticed at once.
PUBLIC = "public, no-cache"
PRIVATE = "private, no-cache"
FOR_EVER = "public, max-age=31536000, immutable"  # of a file whose name changes with its content


class Page(NamedTuple):
    """A body as it is sent."""

    content: bytes
    is_zipped: bool
    tag: str  # a hash of what it holds
    media_type: str = JSON


def page_of(content: bytes, media_type: str = JSON, level: int = 9) -> Page:
    """A body to be sent, compressed if that makes it smaller."""
    zipped = gzip.compress(content, level, mtime=0) if len(content) >= SMALL else content
    is_zipped = len(zipped) < len(content)
    tag = blake2b(content, digest_size=12).hexdigest()
    return Page(zipped if is_zipped else content, is_zipped, tag, media_type)


def body_of(found: Page) -> bytes:
    return gzip.decompress(found.content) if found.is_zipped else found.content


def zipped_page(zipped: bytes) -> Page:
    """JSON that comes compressed."""
    return Page(zipped, True, blake2b(zipped, digest_size=12).hexdigest())


async def respond(request: Request, found: Page, cache_control: str, *vary: str) -> Response:
    """A page for whoever asks; only its name if they have it already. `vary` names what it depends on besides."""
    zipped = found.is_zipped and accepts_gzip(request.headers)
    headers = {
        "etag": f'"{found.tag}-gzip"' if zipped else f'"{found.tag}"',
        "cache-control": cache_control,
        "vary": ", ".join(["accept-encoding", *vary]),
    }
    if has(request.headers, found.tag):
        return Response(None, 304, headers)
    if zipped:
        headers["content-encoding"] = "gzip"
    content = found.content
    if found.is_zipped and not zipped:
        content = await asyncio.to_thread(body_of, found)
    return Response(content, 200, headers, media_type=found.media_type)


def has(headers: Headers, tag: str) -> bool:
    """Whether the one who asks has this page, in whatever encoding."""
    named = [one.strip().removeprefix("W/") for one in headers.get("if-none-match", "").split(",")]
    return bool({"*", f'"{tag}"', f'"{tag}-gzip"'} & {*named})


def accepts_gzip(headers: Headers) -> bool:
    accepted = {}
    for part in headers.get("accept-encoding", "").lower().replace(" ", "").split(","):
        name, _, weight = part.partition(";q=")
        accepted[name] = re.fullmatch(r"0?\.?0*", weight or "1") is None
    return accepted.get("gzip", accepted.get("*", False))


class GZip(GZipMiddleware):
    """Compresses what is made anew for each request, for whoever takes it compressed."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        zips = scope["type"] == "http" and accepts_gzip(Headers(scope=scope))
        await (super().__call__ if zips else self.app)(scope, receive, send)


class _Work(NamedTuple):
    task: asyncio.Task[Page]
    waiting: set[object]  # a mark for each request that waits


class Cache:
    """Pages by key, in memory: those that nobody has asked for lately go, and more when there are too many bytes.

    They are not kept on disk: a restart is rare, to make them again takes a second at most, and an updated server
    finds nothing that it would have to distrust.
    """

    def __init__(
        self, limit: int = CACHE_BYTES, keep: float = inf, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.limit, self.keep, self._clock = limit, keep, clock
        self.bytes = 0
        self.made = 0  # pages, since the start
        self._pages: OrderedDict[Hashable, Page] = OrderedDict()  # in the order in which they were last asked for
        self._asked: dict[Hashable, float] = {}
        self._works: dict[Hashable, _Work] = {}

    async def get(self, key: Hashable, make: Callable[[], Awaitable[Page]]) -> Page:
        """The page with this key, made if need be: once, however many ask, and no longer than somebody waits."""
        self._tidy()
        found = self._pages.get(key)
        if found is not None:
            self._pages.move_to_end(key)
            self._asked[key] = self._clock()
            return found
        work = self._works.get(key)
        if work is None:
            work = self._works[key] = _Work(asyncio.ensure_future(self._make(key, make)), set())
        mark = object()
        work.waiting.add(mark)
        try:
            return await asyncio.shield(work.task)
        finally:
            work.waiting.discard(mark)
            if not work.waiting:
                work.task.cancel()  # does nothing to one that has ended
                if self._works.get(key) is work:
                    del self._works[key]

    async def _make(self, key: Hashable, make: Callable[[], Awaitable[Page]]) -> Page:
        made = await make()
        self.made += 1
        self._pages[key] = made
        self._asked[key] = self._clock()
        self.bytes += len(made.content) + ENTRY_BYTES
        self._tidy()
        return made

    def _tidy(self) -> None:
        """Forget the pages that nobody has asked for lately, and as many more as are too much."""
        before = self._clock() - self.keep
        while self._pages and (self.bytes > self.limit or self._asked[next(iter(self._pages))] < before):
            key, gone = self._pages.popitem(last=False)
            del self._asked[key]
            self.bytes -= len(gone.content) + ENTRY_BYTES
