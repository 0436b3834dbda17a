"""The routes that read: games, rules, tables, records."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from grimtable import ledger, proof, records
from grimtable.games import definition
from grimtable.kernel.codec import frozen, outcome_in
from grimtable.kernel.definition import Definition
from grimtable.kernel.language import Message
from grimtable.kernel.values import BadInput
from grimtable.proof import State
from grimtable.server import protocol as p
from grimtable.server import sight
from grimtable.server.bot_pool import BOTS
from grimtable.server.cache import PRIVATE, PUBLIC, Page, page_of, respond
from grimtable.server.course import NOTE, Entry
from grimtable.server.errands import errand, while_connected
from grimtable.server.lobby import TUTORIALS, Lobby
from grimtable.server.refusals import Refuse
from grimtable.server.rows import SeatRow, Stored, TableRow, Vault, error_id
from grimtable.server.seats import Grant, clean_name, grant_for, hashed, new_id, new_token
from grimtable.server.words import ANNOUNCED, all_slugs, at_hand, preferred, say

LANGUAGE = "accept-language"
LINES = "application/x-ndjson"


def json(content: Any, status: int = 200) -> Response:
    return raw(msgspec.json.encode(content), status)


def raw(content: bytes, status: int = 200) -> Response:
    return Response(content, status, media_type="application/json")


def lang_of(request: Request) -> p.Lang:
    lang = preferred(request.query_params.get("lang"), request.headers.get("accept-language", ""))
    return "ja" if lang == "ja" else "en"


def slug_of(request: Request) -> str:
    slug: str = request.path_params["slug"]
    if slug in at_hand():
        return slug
    if slug in ANNOUNCED:
        raise Refuse("not_ready", say(lang_of(request), f"game.{slug}.title"))
    raise Refuse("no_game", slug[:40])


def game_of(request: Request) -> Definition:
    return definition(slug_of(request))


async def fixed(request: Request, content: Callable[[], Any], *key: Any, vary: tuple[str, ...] = ()) -> Response:
    """What never changes: made at the first request with this key, beside the event loop."""

    async def made() -> Page:
        return await asyncio.to_thread(lambda: page_of(msgspec.json.encode(content())))

    return await respond(request, await request.app.state.pages.get(key, made), PUBLIC, *vary)


# ---------------------------------------------------------------- games and rules
async def games(request: Request) -> Response:
    lang, bots = lang_of(request), request.app.state.lobby.bots

    def content() -> Any:
        return {"games": [game_shown(slug, lang, bots) for slug in all_slugs()]}

    return await fixed(request, content, "games", lang, vary=(LANGUAGE,))


def game_shown(slug: str, lang: p.Lang, bots: tuple[str, ...]) -> dict[str, Any]:
    if slug not in at_hand():
        title, blurb = say(lang, f"game.{slug}.title"), say(lang, f"game.{slug}.blurb")
        shown: dict[str, Any] = {"slug": slug, "title": title, "blurb": blurb, "about": blurb, "players": []}
        return {
            **shown,
            "options": [],
            "bots": [],
            "ready": False,
            "secrets": False,
            "tutorial": False,
            "campaign": False,
        }
    found = definition(slug)
    catalogue = found.catalogue
    options = [
        {
            "name": option.name,
            "text": catalogue.say(Message(f"option.{option.name}"), lang),
            "values": [
                {
                    "value": value,
                    "text": catalogue.say(Message(f"option.{option.name}.{value}"), lang),
                    "players": [count for count in found.players if option.fits(value, count)],
                }
                for value in option.values
            ],
            "document": option.document is not None,
        }
        for option in found.options
    ]
    return {
        "slug": slug,
        **{key: catalogue.say(Message(key), lang) for key in ("title", "blurb", "about")},
        "players": list(found.players),
        "options": options,
        "bots": [{"name": bot, "text": bot_text(bot, lang)} for bot in bots],
        "ready": True,
        "secrets": has_secrets(slug),
        "tutorial": slug in TUTORIALS,
        "campaign": found.campaign is not None,
    }


@cache
def has_secrets(slug: str) -> bool:
    """Whether seats see different things at the start of a game."""
    found = definition(slug)
    game = found.new_game()
    public = found.rules.view(game.state, None)
    return bool([seat for seat in range(found.players[-1]) if found.rules.view(game.state, seat) != public])


def bot_text(bot: str, lang: str) -> str:
    known = {"random": "random", "greedy": "greedy", BOTS[1]: "mcts_short", BOTS[2]: "mcts_long"}
    key = known.get(bot, "other")
    return f"{sight.bot_name(bot, lang)}: {say(lang, f'bot_text.{key}')}"


async def texts(request: Request) -> Response:
    slug, lang = slug_of(request), lang_of(request)

    def content() -> Any:
        return {"lang": lang, "texts": definition(slug).catalogue.templates[lang]}

    return await fixed(request, content, "texts", slug, lang, vary=(LANGUAGE,))


async def facts(request: Request) -> Response:
    slug = slug_of(request)
    return await fixed(request, lambda: {"facts": definition(slug).facts()}, "facts", slug)


async def report(request: Request, content: bytes) -> Response:
    """What a file would be as the value of an option that takes documents: part by part, and the value itself."""
    found, lang = game_of(request), lang_of(request)
    name, file = request.path_params["option"], clean_name(request.query_params.get("file", "")[:80]) or "file"
    if name not in [option.name for option in found.options if option.document is not None]:
        raise Refuse("no_page")
    key = ("", found.slug, name, sha256(content).digest(), file, lang)
    work = errand(request, "imports", key, "report", found.slug, name, content, file, lang)
    made = await while_connected(request, work)
    if isinstance(made, str):
        raise Refuse("bad_file", made[:300].rstrip("."))
    return raw(made.json)


async def rules(request: Request) -> Response:
    """All entries of a ledger, those that hold the words of `q`, or the one with an `id`."""
    slug = slug_of(request)
    words, identifier = request.query_params.get("q", "")[:200], request.query_params.get("id", "")[:60]
    if identifier:
        try:
            entry = await asyncio.to_thread(ledger.entry, slug, identifier)
        except BadInput:
            raise Refuse("no_rule") from None
        return await fixed(request, lambda: entries_shown(slug, [entry]), "rule", slug, entry.id)
    if words.strip():
        return json(await asyncio.to_thread(lambda: entries_shown(slug, ledger.search(slug, words.split()))))
    return await fixed(request, lambda: entries_shown(slug, ledger.entries(slug)), "rules", slug)


def entries_shown(slug: str, entries: Iterable[ledger.Entry]) -> dict[str, Any]:
    """Entries; a rule with where it is enforced and whether its tests prove it, as was measured last."""
    measured, exempt = proof.load(definition(slug).folder), ledger.exemptions(slug)
    shown = []
    for entry in entries:
        result = measured.get(entry.id)
        state = None if not entry.is_rule or entry.id in exempt else result.state if result else State.UNPROVEN
        places = list(dict.fromkeys([site.where for site in result.sites])) if result else []
        shown.append({**entry._asdict(), "state": state, "places": places})
    return {"entries": shown}


# ---------------------------------------------------------------- tables
def own_seats(row: TableRow, grant: Grant) -> list[int]:
    """The seats of a token in which no bot sits by now."""
    return [seat for seat in grant.seats if row.seats[seat].kind == "person"]


def token_of(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and token else None


async def visitor(request: Request) -> tuple[TableRow, Grant | None]:
    """The table that is asked for and what the visitor's token allows there; a private one needs a token."""
    store = request.app.state.lobby.store
    row = await store.row(request.path_params["table"])
    token = token_of(request)
    if row is None or row.game not in at_hand():
        raise Refuse("not_found")
    grant = grant_for(token, await store.grants(row.id)) if token else None
    if grant is None and (token or not row.public):
        raise Refuse("not_found")
    return row, grant


# ---------------------------------------------------------------- records
async def record(request: Request) -> Response:
    """A finished game's whole record; else what the visitor's role may know, for a frozen game may go on."""
    row, grant = await visitor(request)
    if row.status == "over":
        return await finished_record(request, row)
    stored = await loaded(request, row.id)
    row = stored.row
    if row.status == "over":
        return await finished_record(request, row)
    if grant is not None:  # what the link allows at the moment of what is told
        grant = next((one for one in stored.grants if one.hash == grant.hash), None)
    if grant is None:
        raise Refuse("forbidden")
    if not stored.lines:
        raise Refuse("not_started")
    return download(seen_record(stored, grant, lang_of(request)), f"{row.game}-{row.id}.seen.jsonl")


async def finished_record(request: Request, row: TableRow) -> Response:
    """Everything about a finished game, made at the first request."""

    async def made() -> Page:
        stored = await loaded(request, row.id)
        return await asyncio.to_thread(lambda: page_of(records.encode(whole_record(stored)), LINES))

    found = await request.app.state.replays.get((row.id, row.rev, "record"), made)
    response = await respond(request, found, PRIVATE, "authorization")
    response.headers["content-disposition"] = attachment(f"{row.game}-{row.id}.record.jsonl")
    return response


async def loaded(request: Request, table: str) -> Stored:
    stored: Stored | None = await request.app.state.lobby.store.load(table)
    if stored is None:
        raise Refuse("not_found")
    return stored


def whole_record(stored: Stored) -> records.Record:
    """Everything about a finished game."""
    lines = [kept.line for kept in stored.lines]
    tell(lines, stored.log)
    secret = stored.vault.secret.hex() if stored.vault.secret is not None else None
    return records.Record(stored.header(), lines, records.End(outcome_of(stored), secret=secret))


def tell(lines: list[records.Line], log: list[Entry]) -> None:
    """Lines stored before records carried what everybody was told: the table's log has it."""
    silent = {number for number, line in enumerate(lines) if not line.log}
    for entry in log:
        if entry.event != NOTE and entry.at in silent:
            lines[entry.at].log = [*lines[entry.at].log, (entry.kind, list(entry.public))]


def outcome_of(stored: Stored) -> list[int] | None:
    """The outcome as the rules count it; None for a table that ended because rules changed."""
    assert stored.vault.position is not None
    return list(outcome_in(stored.vault.position, definition(stored.row.game).rules)) or None


def seen_record(stored: Stored, grant: Grant, lang: p.Lang) -> bytes:
    """What a role has seen of a game that goes on: its own answers and its log, no tapes, no dice."""
    own = own_seats(stored.row, grant)
    viewer = own[0] if own else None
    header = msgspec.to_builtins(stored.header(all_known=False))
    names = sight.names_of(stored.row.seats, lang)
    looks = sight.Sight(definition(stored.row.game), viewer, lang, names)
    rows: list[Any] = [{**header, "seen_by": own or "spectator"}]
    for number, kept in enumerate(stored.lines[1:], 1):
        if kept.line.player in own:
            rows.append({"answer": number, "seat": kept.line.player, "action": kept.line.action})
    for entry in stored.log:
        entry.public, entry.secret = frozen(entry.public), frozen(entry.secret)
    rows += sight.log_shown(stored.log, looks)
    if stored.row.status == "frozen":
        rows.append({"error": error_id(stored.row.id, stored.row.answers)})
    return b"".join([msgspec.json.encode(row) + b"\n" for row in rows])


def download(content: bytes, name: str) -> Response:
    return Response(content, 200, {"content-disposition": attachment(name)}, media_type=LINES)


def attachment(name: str) -> str:
    return f'attachment; filename="{name}"'


async def keep_record(request: Request, data: bytes) -> dict[str, str]:
    """Verify a record and keep it as a finished table."""
    lobby: Lobby = request.app.state.lobby
    too_much = Refuse("bad_record", "to verify it takes too long")
    work = errand(request, "imports", ("", sha256(data).digest()), "verify", data, too_much=too_much)
    found = await while_connected(request, work)
    if isinstance(found, str):
        raise Refuse("unfinished") if found == "unfinished" else Refuse("bad_record", found[:300].rstrip("."))
    token = new_token()
    row, vault = imported_table(found.record)
    row.place, row.result = found.place, found.outcome
    await lobby.store.make(row, vault, [Grant(hashed(token), "spectator", (), True)], found.change)
    return {"table": row.id, "token": token}


def imported_table(record: records.Record) -> tuple[TableRow, Vault]:
    """A finished table as a record tells of it."""
    header, end = record.header, record.end
    seats = [imported_seat(name) for name in header.seats]
    row = TableRow(new_id(), header.game, header.players, header.options, seats, False, "over")
    row.answers, row.commitment = len(record.answers), header.commitment
    row.salts, row.hashes = header.salts, header.hashes
    secret = bytes.fromhex(end.secret) if end is not None and end.secret else None
    return row, Vault(header.seed, secret, header.rules)


def imported_seat(name: str) -> SeatRow:
    if name.partition(":")[0] in ("random", "greedy", "mcts"):
        return SeatRow("bot", "", clean_name(name, 40))
    return SeatRow("person", clean_name(name), taken=True)
