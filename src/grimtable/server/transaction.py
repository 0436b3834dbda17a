"""What waits to be written, in one transaction: all of it, but for what would overwrite another server's work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection

from grimtable.server import archive, ownership
from grimtable.server.archive import CampaignSave
from grimtable.server.ownership import Claim, Held, Leaving, Release, Renewal
from grimtable.server.rows import Save
from grimtable.server.writing import write_tables

Write = Save | CampaignSave | Claim | Release | Renewal | Leaving


class Unsettled(Exception):
    """What is in memory is not known to be what is stored: it must be loaded again before it is used."""


class Fenced(Unsettled):
    """Somebody else has changed it meanwhile, or another server has it now."""


class OutcomeUnknown(Unsettled):
    """The database did not say whether it has stored a change."""


def write_all(connection: Connection, writes: Sequence[Write]) -> list[Any]:
    """What came of each; `Fenced` for those that were left out."""
    saves = [write for write in writes if isinstance(write, Save)]
    campaigns = [write for write in writes if isinstance(write, CampaignSave)]
    others = [write for write in writes if isinstance(write, Claim | Release)]
    known = {save.row.id for save in saves if save.vault is None}
    held = ownership.lock(connection, known | {other.table for other in others})
    revs = archive.lock(connection, {save.row.id for save in campaigns if not save.passes})
    leases = ownership.leases(connection) if [other for other in others if isinstance(other, Claim)] else {}
    results = [result(connection, write, held, revs, leases) for write in writes]
    fenced = {id(write) for write, found in zip(writes, results) if isinstance(found, Fenced)}
    campaigns = [save for save in campaigns if id(save) not in fenced]
    saves = [save for save in saves if id(save) not in fenced]
    write_tables(connection, [*saves, *[save.table[1] for save in campaigns if save.table is not None]])
    ownership.hand_over(connection, {other.table: held[other.table] for other in others if other.table in held})
    for save in campaigns:
        archive.write(connection, save)
    return results


def result(
    connection: Connection, write: Write, held: dict[str, Held], revs: dict[str, int], leases: dict[str, Any]
) -> Any:
    """What comes of a write, in its turn."""
    match write:
        case Save(vault=None):
            return fence(held.get(write.row.id), write)
        case CampaignSave(passes=()):
            return campaign_fence(revs, write)
        case Claim():
            return ownership.claim(held.get(write.table), write, leases)
        case Release():
            return ownership.release(held.get(write.table), write)
        case Renewal():
            return ownership.renew(connection, write.server)
        case Leaving():
            return ownership.leave(connection, write.server)
    return None


def fence(held: Held | None, save: Save) -> Fenced | None:
    """A change follows the revision it was made of, under the term of its own server, and is a new revision."""
    row = save.row
    if held is None or (held.rev, held.term) != (row.stored, row.term) or row.rev <= row.stored:
        return Fenced(f"table {row.id}: revision {row.rev} of term {row.term} does not follow what is stored")
    held.rev = row.rev
    return None


def campaign_fence(revs: dict[str, int], save: CampaignSave) -> Fenced | None:
    row = save.row
    if revs.get(row.id) != row.stored or row.rev <= row.stored:
        return Fenced(f"campaign {row.id}: revision {row.rev} does not follow what is stored")
    revs[row.id] = row.rev
    return None
