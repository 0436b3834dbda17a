"""The routes to look back at a finished game: replay, explanations, statistics.

What they answer never changes, so it is made once and kept. Whatever is stored of a table raises its `rev`, names too:
then it is made anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from grimtable import records
from grimtable.server import replays, sight, statistics
from grimtable.server.cache import PRIVATE, Page, body_of, page_of, respond, zipped_page
from grimtable.server.errands import errand, while_connected
from grimtable.server.reading import LANGUAGE, attachment, lang_of, loaded, visitor, whole_record
from grimtable.server.refusals import Refuse
from grimtable.server.rows import Stored, TableRow


async def finished(request: Request) -> TableRow:
    row, _ = await visitor(request)
    if row.status != "over":
        raise Refuse("not_finished")
    return row


async def kept(request: Request, row: TableRow, make: Callable[[], Awaitable[Page]], *key: Any) -> Page:
    """What can be told of a finished game, made at the first request with this key."""
    found: Page = await request.app.state.replays.get((row.id, row.rev, *key), make)
    return found


async def sent(request: Request, found: Page) -> Response:
    return await respond(request, found, PRIVATE, LANGUAGE, "authorization")


async def whole(stored: Stored) -> bytes:
    """The record as a file."""
    return await asyncio.to_thread(lambda: records.encode(whole_record(stored)))


def eyes_of(request: Request, players: int) -> replays.Eyes:
    """Whose view of a finished game is wanted."""
    wanted = request.query_params.get("seat", "public")
    if wanted.isdecimal() and int(wanted) < players:
        return int(wanted)
    if wanted not in ("all", "public"):
        raise Refuse("unknown")
    return "all" if wanted == "all" else "public"


async def replay(request: Request) -> Response:
    row = await finished(request)
    lang, eyes = lang_of(request), eyes_of(request, row.players)

    async def made() -> Page:
        stored = await loaded(request, row.id)
        position = stored.vault.position
        assert position is not None
        table = replays.Finished(row.id, await whole(stored), row.seats, row.result, position)
        key = (row.id, row.rev, eyes, lang)
        return zipped_page(await errand(request, "replays", key, "replay", msgspec.msgpack.encode(table), eyes, lang))

    return await sent(request, await while_connected(request, kept(request, row, made, "replay", eyes, lang)))


async def explain(request: Request) -> Response:
    """What a thing is, as the table stood after so many moves."""
    row = await finished(request)
    lang, eyes = lang_of(request), eyes_of(request, row.players)
    move, ref = request.query_params.get("move", "0"), request.query_params.get("ref", "")
    if not move.isdecimal() or int(move) > row.answers or len(ref) > 200:
        raise Refuse("unknown")
    part, place = divmod(int(move), replays.SEGMENT)

    async def segments() -> Page:
        data = await whole(await loaded(request, row.id))
        return Page(
            await errand(request, "replays", (row.id, row.rev), "segments", data), False, "", "application/msgpack"
        )

    async def made() -> Page:
        found = await kept(request, row, segments, "segments")
        segment = msgspec.msgpack.decode(found.content, type=list[bytes])[part]
        names = sight.names_of(row.seats, lang)
        key = (row.id, row.rev, eyes, lang, move, ref)
        text = await errand(request, "replays", key, "explain", segment, place, eyes, ref, lang, names)
        if not text:
            raise Refuse("unknown")
        return page_of(text)

    work = kept(request, row, made, "explain", int(move), eyes, ref, lang)
    return await sent(request, await while_connected(request, work))


async def stats(request: Request) -> Response:
    row = await finished(request)
    lang = lang_of(request)
    names = sight.names_of(row.seats, lang)

    async def made() -> Page:
        stored = await loaded(request, row.id)
        return page_of(
            await errand(request, "replays", (row.id, row.rev, lang), "stats", await whole(stored), lang, names)
        )

    found = await while_connected(request, kept(request, row, made, "stats", lang))
    if request.query_params.get("format") != "csv":
        return await sent(request, found)
    headers = {"content-disposition": attachment(f"{row.game}-{row.id}.csv")}
    return Response(statistics.as_csv(body_of(found), names), 200, headers, media_type="text/csv")
