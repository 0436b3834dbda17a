"""What is deleted after which time, a few rows at once: never a finished game that was played here, never a table that
somebody has open, never one of a campaign."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, delete, false, func, select

from grimtable.server.limits import Limits
from grimtable.server.ownership import NOW
from grimtable.server.schema import CAMPAIGN_TABLES, CAMPAIGN_WISHES, CAMPAIGNS, SERVERS, TABLES, WISHES

DAY = 86_400.0  # seconds
BATCH = 20  # tables in one transaction, so that no move waits long
COMMAND_IDS = "ids of commands"
COMMANDS = (  # with the column that says whose they are
    (WISHES, WISHES.c.table_id, TABLES),
    (CAMPAIGN_WISHES, CAMPAIGN_WISHES.c.campaign_id, CAMPAIGNS),
)


class Rule(NamedTuple):
    """Which tables go."""

    name: str
    statuses: tuple[str, ...]
    days: float  # since they changed last; 0: never
    as_made: bool = False  # only those that nothing has happened to since they were made


def rules_of(limits: Limits) -> tuple[Rule, ...]:
    return (
        Rule("tables that never began", ("waiting",), limits.waiting_days),
        Rule("imported records", ("over",), limits.import_days, as_made=True),
        Rule("unfinished tables", ("playing", "frozen"), limits.unfinished_days),
    )


def is_old(rule: Rule, now: float) -> ColumnElement[bool]:
    """Whether a table goes by a rule. Both values of `public` are named for the sake of the index."""
    if not rule.days:
        return false()
    found = (
        TABLES.c.public.in_([True, False])
        & TABLES.c.status.in_(rule.statuses)
        & (TABLES.c.changed < now - rule.days * DAY)
        & TABLES.c.id.not_in(select(CAMPAIGN_TABLES.c.table_id))
    )
    return found & (TABLES.c.rev == 0) if rule.as_made else found


def is_closed(connection: Connection) -> ColumnElement[bool]:
    """Whether no living server has a table: whoever has it open has it on one."""
    living = select(SERVERS.c.id).where(SERVERS.c.until > NOW[connection.dialect.name])
    return TABLES.c.owner.is_(None) | TABLES.c.owner.not_in(living)


def is_settled(key: Any, of: Table, limits: Limits, now: float) -> ColumnElement[bool]:
    """Whether a command's id is of something that has not changed for a while: nobody sends that command again."""
    if not limits.command_days:
        return false()
    old: ColumnElement[bool] = key.in_(select(of.c.id).where(of.c.changed < now - limits.command_days * DAY))
    return old


def count(connection: Connection, limits: Limits) -> dict[str, int]:
    """How much would go now."""
    now, found = time.time(), dict[str, int]()
    for rule in rules_of(limits):
        old = select(func.count()).select_from(TABLES).where(is_old(rule, now), is_closed(connection))
        found[rule.name] = connection.execute(old).scalar_one()
    found[COMMAND_IDS] = 0
    for commands, key, of in COMMANDS:
        settled = select(func.count()).select_from(commands).where(is_settled(key, of, limits, now))
        found[COMMAND_IDS] += connection.execute(settled).scalar_one()
    return found


def delete_some(connection: Connection, limits: Limits) -> dict[str, int]:
    """Delete a batch of each; nothing old is left when all of these counts are 0."""
    now, gone = time.time(), dict[str, int]()
    for rule in rules_of(limits):
        old = is_old(rule, now)
        some = select(TABLES.c.id).where(old, is_closed(connection)).limit(BATCH)
        ids = list(connection.execute(some.with_for_update(skip_locked=True)).scalars())
        # While a row is locked nobody claims its table: what another server has done before is seen now.
        query = delete(TABLES).where(TABLES.c.id.in_(ids), old, is_closed(connection))
        gone[rule.name] = connection.execute(query).rowcount if ids else 0
    gone[COMMAND_IDS] = 0
    for commands, key, of in COMMANDS:
        some = select(key).where(is_settled(key, of, limits, now)).distinct().limit(BATCH)
        ids = list(connection.execute(some).scalars())
        if ids:
            gone[COMMAND_IDS] += connection.execute(delete(commands).where(key.in_(ids))).rowcount
    return gone
