"""The routes of campaigns. A token opens one campaign for one person, or to watch; without one there is nothing."""

from __future__ import annotations

import hmac
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

from grimtable.server import campaign_messages as m
from grimtable.server import reading
from grimtable.server.archive import Pass
from grimtable.server.campaigns import Awake, Campaigns, game_with_campaign, mark_of, shown
from grimtable.server.errands import errand, while_connected
from grimtable.server.refusals import Refuse
from grimtable.server.requests import address, body, decoded
from grimtable.server.seats import hashed
from grimtable.server.words import say


async def visitor(request: Request) -> tuple[str, Pass]:
    """The campaign that is asked for, and what the visitor's token allows there."""
    campaign, token = request.path_params["campaign"], reading.token_of(request)
    found = None
    if token:
        wanted = hashed(token)
        for one in await request.app.state.lobby.store.passes(campaign):
            if hmac.compare_digest(one.hash, wanted):
                found = one
    if found is None:
        raise Refuse("not_found", text=say(reading.lang_of(request), "refused.campaign_not_found"))
    return campaign, found


def campaigns_of(request: Request) -> Campaigns:
    found: Campaigns = request.app.state.campaigns
    return found


def answer(request: Request, found: Awake, who: Pass) -> Response:
    return reading.json(shown(found, who, reading.lang_of(request)))


# ---------------------------------------------------------------- looking
async def view(request: Request) -> Response:
    campaign, who = await visitor(request)
    return answer(request, await campaigns_of(request).arrive(campaign, who), who)


async def mark(request: Request) -> Response:
    campaign, _ = await visitor(request)
    return reading.json(mark_of(await campaigns_of(request).settle(campaign)))


async def document(request: Request) -> Response:
    """The whole campaign as a file, its secrets included: for its persons."""
    campaign, who = await visitor(request)
    if who.person is None:
        raise Refuse("forbidden", text=say(reading.lang_of(request), "refused.campaign_spectator"))
    stored = await request.app.state.lobby.store.campaign(campaign)
    assert stored is not None
    return reading.download(stored.document().encode(), f"{stored.row.game}-{campaign}.campaign.jsonl")


# ---------------------------------------------------------------- changing
async def new(request: Request) -> Response:
    wanted = await decoded(request, m.NewCampaign)
    if not request.app.state.tables.allows(address(request)):
        raise Refuse("too_many_tables")
    return reading.json(await campaigns_of(request).make(wanted, reading.lang_of(request)), 201)


async def take_in(request: Request) -> Response:
    if not request.app.state.imports.allows(address(request)):
        raise Refuse("too_many")
    data = await body(request, request.app.state.settings.limits.record_bytes)
    name, game = request.query_params.get("name", "")[:200], game_with_campaign(request.query_params.get("game"))
    too_much = Refuse("bad_campaign", "to go through it takes too long")
    key = ("", game, sha256(data).digest())
    work = errand(request, "imports", key, "read_campaign", game, data, too_much=too_much)
    found = await while_connected(request, work)
    if isinstance(found, str):
        raise Refuse("bad_campaign", found[:300].rstrip("."))
    return reading.json(await campaigns_of(request).take_in(name, game, found), 201)


async def act(request: Request) -> Response:
    campaign, who = await visitor(request)
    deed = await decoded(request, m.Deed)
    return answer(request, await campaigns_of(request).act(campaign, who, deed, reading.lang_of(request)), who)


async def undo(request: Request) -> Response:
    campaign, who = await visitor(request)
    wish = await decoded(request, m.CampaignWish)
    return answer(request, await campaigns_of(request).undo(campaign, who, wish, reading.lang_of(request)), who)


async def open_table(request: Request) -> Response:
    campaign, who = await visitor(request)
    wish = await decoded(request, m.OpenTable)
    table = await campaigns_of(request).open_table(campaign, who, wish, reading.lang_of(request))
    token = reading.token_of(request)
    assert token is not None
    row = await request.app.state.lobby.store.row(table)
    promised = row.commitment if row.status == "waiting" else None
    return reading.json(m.OpenedTable(table, token, promised), 201)


READING = {
    "/api/campaigns/{campaign}": view,
    "/api/campaigns/{campaign}/mark": mark,
    "/api/campaigns/{campaign}/document": document,
}
CHANGING = {
    "/api/campaigns": new,
    "/api/campaigns/import": take_in,
    "/api/campaigns/{campaign}/acts": act,
    "/api/campaigns/{campaign}/undo": undo,
    "/api/campaigns/{campaign}/table": open_table,
}
