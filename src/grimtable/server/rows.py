"""What is stored of a table, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from grimtable.games import definition
from grimtable.kernel.codec import recovered, version_in
from grimtable.kernel.values import BadInput
from grimtable.records import FORMAT, End, Header
from grimtable.server.course import Change, Entry, Kept
from grimtable.server.seats import Grant, Kind

WISHES_KEPT = 400  # revisions for which carried-out wishes are remembered


class Hold(msgspec.Struct):
    """Somebody asked for a free seat and got a link, but has not come yet."""

    link: str  # its token's hash
    name: str
    since: float  # seconds since 1970


class Person(msgspec.Struct):
    """Whom a bot stands in for."""

    name: str
    colour: int | None


class SeatRow(msgspec.Struct):
    """A seat as it is stored."""

    kind: str  # "person" or "bot"
    name: str = ""
    bot: str | None = None
    taken: bool = False  # its person has come
    held: bool = False  # it is kept for its person, and never offered to others
    fallback: str | None = None
    colour: int | None = None
    hold: Hold | None = None
    replaced: Person | None = None
    salt_hash: str = ""  # of its person's salt; published with those of all others


class Place(msgspec.Struct):
    """Where the game is, without language: the event that opened the chapter, and the phase."""

    kind: str
    public: Any
    phase: str


class Outcome(msgspec.Struct):
    scores: list[int]  # as people count them
    winners: list[int]


@dataclass(slots=True)
class TableRow:
    """A table's public side."""

    id: str
    game: str
    players: int
    options: dict[str, int | str]
    seats: list[SeatRow]
    public: bool
    status: str = "waiting"
    rev: int = 0
    answers: int = 0
    commitment: str | None = None
    salts: list[str] = field(default_factory=list)  # by seat; "" of a seat without a part in the dice
    hashes: list[str] = field(default_factory=list)  # of the salts, by seat, once they are published
    asked: list[int] = field(default_factory=list)  # seats, for "it is your turn" on the home page
    place: Place | None = None
    result: Outcome | None = None
    created: float = 0.0
    changed: float = 0.0
    stored: int = 0  # the revision that the database has
    term: int = 0  # under which its server has it


class Vault(NamedTuple):
    """A table's secrets."""

    seed: int | None
    secret: bytes | None
    rules: int
    position: bytes | None = None
    failure: End | None = None


class Stored(NamedTuple):
    """All of a table."""

    row: TableRow
    vault: Vault
    lines: list[Kept]
    log: list[Entry]
    grants: list[Grant]
    wishes: dict[tuple[str, str], int]

    def is_outdated(self) -> bool:
        """Whether its rules have changed so that its position makes no sense any more."""
        rules = definition(self.row.game).rules
        if self.vault.position is None or version_in(self.vault.position) == rules.version:
            return False
        try:
            recovered(self.vault.position, rules)
        except BadInput:
            return True
        return False

    def header(self, all_known: bool = True) -> Header:
        row = self.row
        seats = [seat.bot or seat.name or seat.kind for seat in row.seats]
        seed = self.vault.seed if all_known else None
        rules, dice = self.vault.rules, (row.commitment, row.salts, row.hashes)
        return Header(FORMAT, row.game, rules, row.players, row.options, seats, seed, *dice)


def error_id(table: str, answers: int) -> str:
    """The name of a failure of the rules: its table, and how many answers the game had seen."""
    return f"{table}-{answers}"


class Save(NamedTuple):
    """One change of one table."""

    row: TableRow
    change: Change | None = None
    wish: tuple[str, str] | None = None
    grants: tuple[Grant, ...] = ()
    revoked: tuple[str, ...] = ()  # hashes
    vault: Vault | None = None  # of a new table
    report: bytes | None = None  # the whole record up to a failure of the rules


# ---------------------------------------------------------------- as the database has them
PLAIN = ("id", "game", "status", "public", "rev", "answers", "players", "commitment", "created", "changed")
AS_JSON = ("options", "seats", "salts", "hashes", "asked", "place", "result")


def table_values(row: TableRow) -> dict[str, Any]:
    values: dict[str, Any] = {name: getattr(row, name) for name in PLAIN}
    for name in AS_JSON:
        value = getattr(row, name)
        values[name] = None if value is None else msgspec.json.encode(value).decode()
    return values


def row_of(values: Any) -> TableRow:
    decode = msgspec.json.decode
    return TableRow(
        **{name: values[name] for name in PLAIN},
        stored=values["rev"],
        term=values["term"],
        options=decode(values["options"], type=dict[str, int | str]),
        seats=decode(values["seats"], type=list[SeatRow]),
        salts=decode(values["salts"], type=list[str]),
        hashes=decode(values["hashes"], type=list[str]),
        asked=decode(values["asked"], type=list[int]),
        place=decode(values["place"], type=Place) if values["place"] else None,
        result=decode(values["result"], type=Outcome) if values["result"] else None,
    )


def signed(seed: int | None) -> int | None:
    """A seed of 64 bits as a database's integer."""
    return seed if seed is None or seed < 1 << 63 else seed - (1 << 64)


def unsigned(stored: int | None) -> int | None:
    return stored if stored is None or stored >= 0 else stored + (1 << 64)


def vault_values(save: Save) -> dict[str, Any]:
    vault = save.vault
    assert vault is not None
    values = {"table_id": save.row.id, "seed": signed(vault.seed), "secret": vault.secret, "rules": vault.rules}
    return {**values, "position": vault.position, "failure": None}


def grant_of(values: Any) -> Grant:
    kind: Kind = "seat" if values["kind"] == "seat" else "spectator"
    return Grant(values["hash"], kind, tuple(msgspec.json.decode(values["seats"], type=list[int])), values["maker"])


def grant_values(table: str, grant: Grant) -> dict[str, Any]:
    seats = msgspec.json.encode(grant.seats).decode()
    return {"table_id": table, "hash": grant.hash, "kind": grant.kind, "seats": seats, "maker": grant.maker}
