"""What several tables changed, written at once. The statements are made once: building them costs more than running."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, update

from grimtable.server.course import Change
from grimtable.server.rows import AS_JSON, PLAIN, WISHES_KEPT, Save, grant_values, table_values, vault_values
from grimtable.server.schema import GRANTS, LINES, LOG, TABLES, VAULT, WISHES

KEY: Any = bindparam("key")  # a table's id, where the row has a column of that name
VALUES: Any = {name: bindparam(name) for name in (*PLAIN, *AS_JSON) if name != "id"}

NEW_TABLE, NEW_VAULT, NEW_GRANT, NEW_WISH = insert(TABLES), insert(VAULT), insert(GRANTS), insert(WISHES)
CHANGE_TABLE = update(TABLES).where(TABLES.c.id == KEY).values(**VALUES)
CHANGE_VAULT = (
    update(VAULT).where(VAULT.c.table_id == KEY).values(position=bindparam("position"), failure=bindparam("failure"))
)
KEEP_REPORT = update(VAULT).where(VAULT.c.table_id == KEY).values(report=bindparam("report"))
REVOKE = delete(GRANTS).where(GRANTS.c.table_id == KEY, GRANTS.c.hash == bindparam("gone"))
FORGET = delete(WISHES).where(WISHES.c.table_id == KEY, WISHES.c.rev < bindparam("before"))
ADD = {"kept": insert(LINES), "entry": insert(LOG)}
CUT = {
    name: delete(table).where(table.c.table_id == KEY, table.c.n >= bindparam("first"))
    for name, table in (("kept", LINES), ("entry", LOG))
}
FORGET_EVERY = 50  # revisions


def write_tables(connection: Connection, saves: list[Save]) -> None:
    """A table may be there twice: its later row wins, its lines follow in order."""
    new = [save for save in saves if save.vault is not None]
    run(connection, NEW_TABLE, [table_values(save.row) for save in new])
    run(connection, NEW_VAULT, [vault_values(save) for save in new])
    changed = {save.row.id: table_values(save.row) for save in saves if save.vault is None}
    run(connection, CHANGE_TABLE, [{"key": row.pop("id"), **row} for row in changed.values()])
    write_changes(connection, [(save.row.id, save.change) for save in saves if save.change is not None])
    run(connection, KEEP_REPORT, [{"key": s.row.id, "report": s.report} for s in saves if s.report is not None])
    wishes = [(save.row, save.wish) for save in saves if save.wish is not None]
    run(connection, NEW_WISH, [{"table_id": r.id, "hash": w[0], "wish": w[1], "rev": r.rev} for r, w in wishes])
    old = [{"key": r.id, "before": r.rev - WISHES_KEPT} for r, _ in wishes if r.rev % FORGET_EVERY == 0]
    run(connection, FORGET, old)
    run(connection, REVOKE, [{"key": save.row.id, "gone": gone} for save in saves for gone in save.revoked])
    run(connection, NEW_GRANT, [grant_values(save.row.id, grant) for save in saves for grant in save.grants])


def write_changes(connection: Connection, changes: list[tuple[str, Change]]) -> None:
    """New lines of records and logs, after those that were taken back are gone; and the positions they lead to."""
    run(connection, CUT["kept"], [{"key": k, "first": c.lines_from} for k, c in changes if c.lines_cut])
    run(connection, CUT["entry"], [{"key": k, "first": c.log_from} for k, c in changes if c.log_cut])
    run(connection, ADD["kept"], [row for k, c in changes for row in numbered(k, "kept", c.lines_from, c.lines)])
    run(connection, ADD["entry"], [row for k, c in changes for row in numbered(k, "entry", c.log_from, c.log)])
    run(connection, CHANGE_VAULT, [{"key": k, "position": c.position, "failure": failure(c)} for k, c in changes])


def run(connection: Connection, statement: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(statement, rows)


def numbered(key: str, column: str, first: int, rows: list[Any]) -> list[dict[str, Any]]:
    return [{"table_id": key, "n": n, column: msgspec.json.encode(row)} for n, row in enumerate(rows, first)]


def failure(change: Change) -> str | None:
    return msgspec.json.encode(change.failure).decode() if change.failure is not None else None
