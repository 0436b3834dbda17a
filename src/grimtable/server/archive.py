"""What is stored of a campaign, as values; and how it is read and written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from grimtable.server.rows import WISHES_KEPT, Save
from grimtable.server.schema import CAMPAIGN_GRANTS, CAMPAIGN_LINES, CAMPAIGN_TABLES, CAMPAIGN_WISHES, CAMPAIGNS
from grimtable.server.writing import run


class Pass(NamedTuple):
    """What a token allows in its campaign; here is its hash."""

    hash: str
    person: int | None  # None: to watch
    maker: bool = False


@dataclass(slots=True)
class CampaignRow:
    id: str
    game: str
    name: str
    arrived: list[bool]  # by person
    closing: str
    rev: int = 0
    created: float = 0.0
    changed: float = 0.0
    stored: int = 0  # the revision that the database has


class Archived(NamedTuple):
    """All of a campaign."""

    row: CampaignRow
    lines: list[str]
    passes: list[Pass]
    wishes: set[tuple[str, str]]
    tables: dict[int, str]

    def document(self) -> str:
        return "\n".join([*self.lines, self.row.closing]) + "\n"


class CampaignSave(NamedTuple):
    """One change of one campaign: lines from a number on are replaced."""

    row: CampaignRow
    lines_from: int
    lines: list[str]
    wish: tuple[str, str] | None = None
    passes: tuple[Pass, ...] = ()  # of a new campaign
    table: tuple[int, Save] | None = None  # a game's number, and its new table


# ---------------------------------------------------------------- writing
LOCK = (
    select(CAMPAIGNS.c.id, CAMPAIGNS.c.rev)
    .where(CAMPAIGNS.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(CAMPAIGNS.c.id)
    .with_for_update()
)


def lock(connection: Connection, ids: set[str]) -> dict[str, int]:
    """Lock the rows of these campaigns, those that there are. Returns their revisions."""
    return {row.id: row.rev for row in connection.execute(LOCK, {"ids": sorted(ids)})} if ids else {}


def write(connection: Connection, save: CampaignSave) -> None:
    """Its table, if it has a new one, is there already."""
    row = save.row
    values = {name: getattr(row, name) for name in ("game", "name", "closing", "rev", "created", "changed")}
    values["arrived"] = msgspec.json.encode(row.arrived).decode()
    if save.passes:
        connection.execute(insert(CAMPAIGNS).values(id=row.id, **values))
    else:
        connection.execute(update(CAMPAIGNS).where(CAMPAIGNS.c.id == row.id).values(**values))
        lines = CAMPAIGN_LINES.c
        connection.execute(delete(CAMPAIGN_LINES).where(lines.campaign_id == row.id, lines.n >= save.lines_from))
    run(
        connection,
        insert(CAMPAIGN_LINES),
        [{"campaign_id": row.id, "n": n, "line": line} for n, line in enumerate(save.lines, save.lines_from)],
    )
    run(connection, insert(CAMPAIGN_GRANTS), [{"campaign_id": row.id, **one._asdict()} for one in save.passes])
    if save.wish is not None:
        wish = {"campaign_id": row.id, "hash": save.wish[0], "wish": save.wish[1], "rev": row.rev}
        connection.execute(insert(CAMPAIGN_WISHES).values(**wish))
        wishes = CAMPAIGN_WISHES.c
        old = delete(CAMPAIGN_WISHES).where(wishes.campaign_id == row.id, wishes.rev < row.rev - WISHES_KEPT)
        connection.execute(old)
    if save.table is not None:
        number, table = save.table
        opened = {"campaign_id": row.id, "number": number, "table_id": table.row.id}
        connection.execute(insert(CAMPAIGN_TABLES).values(**opened))


# ---------------------------------------------------------------- reading
def passes(connection: Connection, campaign: str) -> list[Pass]:
    found = connection.execute(select(CAMPAIGN_GRANTS).where(CAMPAIGN_GRANTS.c.campaign_id == campaign)).mappings()
    return [Pass(values["hash"], values["person"], values["maker"]) for values in found]


def revision(connection: Connection, campaign: str) -> int | None:
    return connection.execute(select(CAMPAIGNS.c.rev).where(CAMPAIGNS.c.id == campaign)).scalar_one_or_none()


def load(connection: Connection, campaign: str) -> Archived | None:
    found = connection.execute(select(CAMPAIGNS).where(CAMPAIGNS.c.id == campaign)).mappings().first()
    if found is None:
        return None
    lines, wishes, tables = CAMPAIGN_LINES.c, CAMPAIGN_WISHES.c, CAMPAIGN_TABLES.c
    arrived = msgspec.json.decode(found["arrived"], type=list[bool])
    written = connection.execute(select(lines.line).where(lines.campaign_id == campaign).order_by(lines.n)).scalars()
    done = connection.execute(select(wishes.hash, wishes.wish).where(wishes.campaign_id == campaign))
    opened = connection.execute(select(tables.number, tables.table_id).where(tables.campaign_id == campaign))
    plain: dict[str, Any] = {
        name: found[name] for name in ("id", "game", "name", "closing", "rev", "created", "changed")
    }
    return Archived(
        CampaignRow(arrived=arrived, stored=found["rev"], **plain),
        list(written),
        passes(connection, campaign),
        {(row.hash, row.wish) for row in done},
        {row.number: row.table_id for row in opened},
    )
