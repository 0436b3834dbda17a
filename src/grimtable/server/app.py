"""The routes. Every refusal is a code and a sentence."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from functools import wraps
from inspect import unwrap
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from grimtable.server import campaign_routes, health, lobby_routes, pages, protocol, reading, replay_routes, sockets
from grimtable.server.addresses import Proxies
from grimtable.server.bot_pool import plans
from grimtable.server.cache import SEEN_AGAIN, Cache, GZip
from grimtable.server.campaigns import Campaigns
from grimtable.server.connections import Connections, Visitors
from grimtable.server.guard import Guarded, is_own_origin
from grimtable.server.lanes import Lanes
from grimtable.server.limits import Counter, Limits, Rates
from grimtable.server.lobby import Lobby
from grimtable.server.refusals import Refuse
from grimtable.server.requests import address, body, decoded
from grimtable.server.seats import is_id
from grimtable.server.store import Store
from grimtable.server.sweeping import Sweeper
from grimtable.server.words import say

LOGGER = logging.getLogger("grimtable.server")
View = Callable[[Request], Awaitable[Response]]


class Settings(NamedTuple):
    """How a server is set up."""

    database: str
    limits: Limits = Limits()
    origins: frozenset[str] = frozenset()  # pages of these may ask too
    proxies: tuple[str, ...] = ()  # networks that may say for whom they ask
    extra_bots: tuple[str, ...] = ()
    workers: int = 0  # in the lane of slow bots; 0: as many as there are cores
    own_process: bool = False  # nothing else runs here: the server decides when garbage is looked for


STATUS = {
    "not_found": 404,
    "no_game": 404,
    "no_rule": 404,
    "no_page": 404,
    "not_ready": 409,
    "stale": 409,
    "illegal": 409,
    "no_game_awaited": 409,
    "campaign_no_undo": 409,
    "outdated_campaign": 409,
    "no_campaign_game": 404,
    "no_free_seat": 409,
    "unclaimed": 429,
    "not_finished": 409,
    "too_many": 429,
    "too_many_tables": 429,
    "too_large": 413,
    "origin": 403,
    "forbidden": 403,
    "host": 421,
    "spectator": 403,
    "busy": 503,
    "elsewhere": 503,
}


def make_app(settings: Settings) -> Starlette:
    limits = settings.limits
    sweeper = Sweeper() if settings.own_process else None
    lanes = Lanes(plans(settings.workers, limits.errands))
    lobby = Lobby(Store(settings.database), lanes, limits, settings.extra_bots, sweeper)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            await lobby.open()
            if settings.own_process:
                lanes.warm()
            yield
        finally:
            await lobby.close()

    behind_proxies = [Middleware(Visitors, limits=limits, refusal=refusal)] if settings.proxies else []
    app = Starlette(
        routes=[*routes(), WebSocketRoute("/ws", socket), *page_routes()],
        middleware=[
            Middleware(Guarded, origins=settings.origins, refusal=refusal),
            *behind_proxies,
            Middleware(GZip, minimum_size=1000, compresslevel=5),
        ],
        exception_handlers={Refuse: on_refuse, HTTPException: on_http_error},
        lifespan=lifespan,
    )
    app.state.lobby = lobby
    app.state.campaigns = Campaigns(lobby)
    app.state.settings = settings
    app.state.pages = Cache()  # what never changes
    app.state.replays = Cache(keep=SEEN_AGAIN)  # and what is told of finished games
    app.state.requests = Rates(limits.requests, limits.request_seconds)
    app.state.messages = Rates(limits.address_messages, limits.message_seconds)
    app.state.tables = Rates(limits.tables, limits.table_seconds)
    app.state.imports = Rates(limits.imports, limits.table_seconds)
    app.state.sits = Rates(limits.sits, limits.sit_seconds)
    app.state.holds = lobby_routes.Holds(lobby)
    app.state.connections = Connections(limits, Proxies(settings.proxies))
    app.state.sockets = Counter(limits.sockets, limits.all_sockets)
    return app


def routes() -> Iterable[Route]:
    yield Route("/healthz", health.healthz)
    yield Route("/readyz", limited(health.readyz))
    for path, view in (
        ("/api/games", reading.games),
        ("/api/games/{slug}/texts", reading.texts),
        ("/api/games/{slug}/facts", reading.facts),
        ("/api/rules/{slug}", reading.rules),
        ("/api/tables", lobby_routes.tables),
        ("/api/tables/{table}", lobby_routes.table),
        ("/api/tables/{table}/record", reading.record),
        ("/api/tables/{table}/replay", replay_routes.replay),
        ("/api/tables/{table}/explain", replay_routes.explain),
        ("/api/tables/{table}/stats", replay_routes.stats),
        *campaign_routes.READING.items(),
    ):
        yield Route(path, limited(view), methods=["GET"])
    for path, view in (
        ("/api/tables", new_table),
        ("/api/tables/{table}/sit", lobby_routes.take_seat),
        ("/api/games/{slug}/options/{option}", report_file),
        ("/api/records", import_record),
        *campaign_routes.CHANGING.items(),
    ):
        yield Route(path, limited(own_origin(view)), methods=["POST"])
    yield Route("/api/{rest:path}", limited(nothing))


def page_routes() -> Iterable[Route]:
    for path in (
        "/",
        "/about",
        "/new/{rest:path}",
        "/armies/{rest:path}",
        "/t/{rest:path}",
        "/campaigns",
        "/campaign/{rest:path}",
        "/replay/{rest:path}",
        "/rules/{rest:path}",
    ):
        yield Route(path, pages.index)
    yield Route("/assets/{name:path}", pages.asset)
    yield Route("/{name}", pages.asset)


# ---------------------------------------------------------------- before a route
def limited(view: View) -> View:
    cost = COSTS.get(unwrap(view), 1)

    @wraps(view)
    async def counted(request: Request) -> Response:
        if not request.app.state.requests.allows(address(request), cost):
            raise Refuse("too_many")
        if not all([is_id(request.path_params.get(name, "id")) for name in ("table", "campaign")]):
            raise Refuse("not_found")
        return await view(request)

    return counted


def own_origin(view: View) -> View:
    @wraps(view)
    async def checked(request: Request) -> Response:
        origins = request.app.state.settings.origins
        if not is_own_origin(request.headers, request.url.scheme, origins):
            raise Refuse("origin")
        return await view(request)

    return checked


# ---------------------------------------------------------------- refusals
def refusal(request: Request, refuse: Refuse) -> Response:
    text = refuse.text or say(reading.lang_of(request), f"refused.{refuse.code}", *refuse.params)
    content: dict[str, Any] = {"code": refuse.code, "text": text}
    if refuse.rules:
        content["rules"] = refuse.rules
    return reading.json(content, STATUS.get(refuse.code, 400))


async def on_refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refuse)
    return refusal(request, error)


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = refusal(request, Refuse("no_page"))
    response.status_code = error.status_code
    return response


# ---------------------------------------------------------------- routes that change something
async def nothing(request: Request) -> Response:
    raise Refuse("no_page")


async def new_table(request: Request) -> Response:
    wanted = await decoded(request, protocol.NewTable)
    if not request.app.state.tables.allows(address(request)):
        raise Refuse("too_many_tables")
    return reading.json(await request.app.state.lobby.make(wanted, reading.lang_of(request)), 201)


async def import_record(request: Request) -> Response:
    if not request.app.state.imports.allows(address(request)):
        raise Refuse("too_many")
    data = await body(request, request.app.state.settings.limits.record_bytes)
    return reading.json(await reading.keep_record(request, data), 201)


async def report_file(request: Request) -> Response:
    """A file that somebody would use as an option's value; nothing of it is kept."""
    if not request.app.state.imports.allows(address(request)):
        raise Refuse("too_many")
    return await reading.report(request, await body(request, request.app.state.settings.limits.file_bytes))


COSTS: dict[View, int] = {  # what keeps a worker or the database busy counts as so many requests
    reading.record: 10,
    replay_routes.explain: 3,
    replay_routes.replay: 10,
    replay_routes.stats: 10,
    report_file: 15,
    import_record: 15,
    campaign_routes.take_in: 15,
}
SOCKET_COST = 3  # to be told the whole table is more than a request


# ---------------------------------------------------------------- the socket
async def socket(websocket: WebSocket) -> None:
    state = websocket.app.state
    scheme = "https" if websocket.url.scheme == "wss" else "http"
    if not is_own_origin(websocket.headers, scheme, state.settings.origins):
        await websocket.close(4003)
        return
    if protocol.SUBPROTOCOL not in websocket.scope.get("subprotocols", []):
        await websocket.close(4002)
        return
    here = address(websocket)
    if not state.requests.allows(here, SOCKET_COST) or not state.sockets.enter(here):
        await websocket.close(4008)
        return
    try:
        await websocket.accept(protocol.SUBPROTOCOL)
        await sockets.Line(websocket, state.lobby, state.messages).run()
    finally:
        state.sockets.leave(here)
