"""The routes of the lobby: public tables by status, one table's line, and seats for whoever asks."""

from __future__ import annotations

import math
import time
from collections import defaultdict, deque
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from grimtable.games import definition
from grimtable.server import protocol as p
from grimtable.server import sight
from grimtable.server.limits import Limits
from grimtable.server.lobby import Lobby
from grimtable.server.reading import json, lang_of, own_seats, visitor
from grimtable.server.refusals import Refuse
from grimtable.server.requests import address, decoded
from grimtable.server.rows import TableRow
from grimtable.server.seats import hashed, new_token
from grimtable.server.store import Place
from grimtable.server.vacancies import free_seats, sit
from grimtable.server.words import at_hand

LISTS = {"waiting": "waiting", "playing": "playing", "finished": "over"}  # by their names: the status of their tables


# ---------------------------------------------------------------- public tables
async def tables(request: Request) -> Response:
    """A page of one of the lists, the table that changed last first."""
    status, limits = request.query_params.get("status", "waiting"), request.app.state.settings.limits
    if status not in LISTS:
        raise Refuse("malformed", f"status is one of {', '.join(LISTS)}")
    before, most = cursor(request.query_params.get("before")), limits.lobby_page
    rows = await request.app.state.lobby.store.public(LISTS[status], before, most + 1)
    shown, lang = rows[:most], lang_of(request)
    return json(
        {
            "tables": [line(row, lang, limits) for row in shown if row.game in at_hand()],
            "before": f"{shown[-1].changed!r}~{shown[-1].id}" if len(rows) > most else None,
        }
    )


def cursor(text: str | None) -> Place | None:
    """Where a page begins, as the page before it said."""
    if text is None:
        return None
    changed, _, table = text.partition("~")
    try:
        place = (float(changed), table[:20])
    except ValueError:
        raise Refuse("malformed", "before is what the last page said") from None
    if not math.isfinite(place[0]) or not (table.isascii() and table.isalnum()):
        raise Refuse("malformed", "before is what the last page said")
    return place


async def table(request: Request) -> Response:
    row, grant = await visitor(request)
    shown = line(row, lang_of(request), request.app.state.settings.limits)
    if grant is not None:
        own = own_seats(row, grant)
        shown |= {"you": own, "asked": bool(set(own) & set(row.asked)), "maker": grant.maker}
    return json(shown)


def line(row: TableRow, lang: p.Lang, limits: Limits) -> dict[str, Any]:
    """A table in the lobby: nothing but what is public."""
    found, names = definition(row.game), sight.names_of(row.seats, lang)
    looks = sight.Sight(found, None, lang, names)
    return {
        "table": row.id,
        "game": row.game,
        "title": found.title(lang),
        "status": row.status,
        "public": row.public,
        "seats": [
            {"seat": n, "kind": sight.kind_of(seat), "name": names[n], "bot": seat.bot}
            for n, seat in enumerate(row.seats)
        ],
        "free": free_seats(row.seats, limits) if row.status == "waiting" else [],
        "phase_text": sight.place_text(row.place, looks),
        "result_text": sight.result_text(row.result, names, lang) if row.result is not None else None,
        "commitment": row.commitment,
        "changed": round(row.changed, 3),
    }


# ---------------------------------------------------------------- sitting down
async def take_seat(request: Request) -> Response:
    """A free seat of a public table for whoever asks first."""
    lobby: Lobby = request.app.state.lobby
    wanted = await decoded(request, p.Sit)
    if not request.app.state.sits.allows(address(request)):
        raise Refuse("too_many")
    row = await lobby.store.row(request.path_params["table"])
    if row is None or not row.public:
        raise Refuse("not_found")
    room, token, holds = await lobby.room(row.id), new_token(), request.app.state.holds
    held = await holds.add(address(request), row.id, hashed(token))
    try:
        seat = await room.ask(lambda: sit(room, wanted.seat, wanted.name or "", hashed(token)))
    except BaseException:
        holds.drop(held)
        raise
    held.is_stored = True
    return json(p.Seated(row.id, seat, token), 201)


@dataclass(eq=False, slots=True)
class Held:
    address: str
    table: str
    link: str
    until: float
    is_stored: bool = False


class Holds:
    """The seats that each address asked for, as long as nobody has come to them and they are held."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._by_address: defaultdict[str, list[Held]] = defaultdict(list)
        self._in_order: deque[Held] = deque()

    async def add(self, address: str, table: str, link: str) -> Held:
        """Count one more; refuse if too many of this address are still unclaimed."""
        limits = self._lobby.limits
        while self._in_order and self._in_order[0].until < time.monotonic():
            self.drop(self._in_order.popleft())
        for held in list(self._by_address.get(address, ())):
            if held.is_stored and not await self._is_unclaimed(held):
                self.drop(held)
        if len(self._by_address.get(address, ())) >= limits.unclaimed:
            raise Refuse("unclaimed", limits.unclaimed)
        found = Held(address, table, link, time.monotonic() + limits.hold_seconds)
        self._by_address[address].append(found)
        self._in_order.append(found)
        return found

    def drop(self, held: Held) -> None:
        mine = self._by_address.get(held.address, [])
        if held in mine:
            mine.remove(held)
        if not mine:
            self._by_address.pop(held.address, None)

    async def _is_unclaimed(self, held: Held) -> bool:
        row = await self._lobby.store.row(held.table)
        return row is not None and bool([seat for seat in row.seats if seat.hold and seat.hold.link == held.link])
