"""Finding rules by id, by section or by words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grimtable import ledger
from grimtable.ledger import Entry

NUMBERED = re.compile(r"(?:[A-Za-z0-9]+-)?\d+(?:\.\d+)*|[Aa]\d+|[Ee][Xx]-\d+")


def looked_up(slug: str, words: Sequence[str]) -> list[Entry]:
    """The entry with an id, the entries of a section or below an id, or those that have all the words."""
    if len(words) == 1 and NUMBERED.fullmatch(words[0]):
        found = numbered(slug, words[0])
        if found:
            return found
    return ledger.search(slug, words)


def numbered(slug: str, identifier: str) -> list[Entry]:
    """DARKLORD-8.4, 8.4, or 8 for all of section 8."""
    prefix = f"{slug.upper()}-"
    wanted = identifier.upper().removeprefix(prefix)
    short = [(entry.id.upper().removeprefix(prefix), entry) for entry in ledger.entries(slug)]
    exact = [entry for name, entry in short if name == wanted]
    return exact or [entry for name, entry in short if name.startswith(f"{wanted}.")]
