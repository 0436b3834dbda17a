"""The rule ledgers: numbered statements to look up, and where each is enforced and tested."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from grimtable.games import definition
from grimtable.kernel.values import BadInput

PACKAGE = Path(__file__).parent
ENTRY = re.compile(r"^- \*\*(?P<id>[A-Z0-9]+-[\w.]+|EX-\d+|A\d+)(?: (?P<title>[^*]+?))?\.?\*\* ?(?P<text>.*)$")
EXAMPLES = ("EX-", "WE-", "PR-", "A-")  # worked examples, replays and decisions stand in the ledgers beside the rules
HEADING = re.compile(r"^## (?P<heading>.+)$")
CITED = re.compile(r"\[([A-Z0-9]+-\d[\w.]*(?:, ?[A-Z0-9]+-\d[\w.]*)*)\]")
TESTED = re.compile(r"@rule\(([^)]*)\)")
RULE_ID = re.compile(r"[A-Z0-9]+-\d+(?:\.\d+)*")


class Entry(NamedTuple):
    """One statement of a ledger: a rule, a worked example or a decision on an ambiguity."""

    id: str
    section: str
    title: str
    text: str

    @property
    def is_rule(self) -> bool:
        return "-" in self.id and not self.id.startswith(EXAMPLES)


class Coverage(NamedTuple):
    """Which rules of a ledger the software enforces and its tests exercise."""

    ledger: list[str]
    enforced: list[str]
    tested: list[str]
    exempt: dict[str, str]  # with the reason
    missing: list[str]  # neither exempt, nor both enforced and tested
    unknown: list[str]  # cited, but not in the ledger


@cache
def entries(slug: str) -> tuple[Entry, ...]:
    """Everything a game's ledger states, in its order."""
    found: list[Entry] = []
    section = ""
    for line in (definition(slug).folder / "data" / "rules.md").read_text(encoding="utf-8").splitlines():
        heading = HEADING.match(line)
        entry = ENTRY.match(line)
        if heading:
            section = heading["heading"].strip()
        elif entry:
            found.append(Entry(entry["id"], section, entry["title"] or "", entry["text"]))
    return tuple(found)


def entry(slug: str, identifier: str) -> Entry:
    """The statement with this id; the game's prefix may be left out: "5.2"."""
    wanted = identifier.upper()
    for found in entries(slug):
        if wanted in (found.id.upper(), found.id.upper().removeprefix(f"{slug.upper()}-")):
            return found
    raise BadInput(f"the ledger of {slug} has no {identifier!r}; try words instead: grimtable rules {slug} WORDS")


def search(slug: str, words: Iterable[str]) -> list[Entry]:
    """Statements that hold all the words, those with most of them first."""
    wanted = [word.casefold() for word in words]
    scored: list[tuple[int, Entry]] = []
    for found in entries(slug):
        text = f"{found.id} {found.title} {found.text} {found.section}".casefold()
        if all([word in text for word in wanted]):
            scored.append((sum([text.count(word) for word in wanted]) + 5 * found.is_rule, found))
    scored.sort(key=lambda pair: -pair[0])
    return [found for _, found in scored]


# ---------------------------------------------------------------- coverage
def coverage(slug: str, tests: Path) -> Coverage:
    """Compare the ledger with the citations in a game's package and in the tests."""
    ledger = [found.id for found in entries(slug) if found.is_rule]
    prefix = f"{slug.upper()}-"
    cited = {i for i in cited_ids(definition(slug).folder) if i.startswith(prefix)}
    tested = {i for i in tested_ids(tests) if i.startswith(prefix)}
    exempt = exemptions(slug)
    known = set(ledger)
    return Coverage(
        ledger=ledger,
        enforced=[i for i in ledger if i in cited],
        tested=[i for i in ledger if i in tested],
        exempt=exempt,
        missing=[i for i in ledger if i not in exempt and not (i in cited and i in tested)],
        unknown=sorted(
            {i for i in cited | tested | set(exempt) if i not in known and not _is_section(i, ledger)},
        ),
    )


def _is_section(identifier: str, ledger: list[str]) -> bool:
    """A whole section may be cited in a module's docstring: [DARKLORD-8]."""
    return any([i.startswith(identifier + ".") for i in ledger])


def cited_ids(folder: Path) -> set[str]:
    """The ids in brackets in the sources below a folder."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]
    return {i for text in texts for group in CITED.findall(text) for i in RULE_ID.findall(group)}


def tested_ids(folder: Path) -> set[str]:
    """The ids that tests below a folder carry in `@rule(...)`."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("test_*.py"))]
    return {i for text in texts for group in TESTED.findall(text) for i in RULE_ID.findall(group)}


def exemptions(slug: str) -> dict[str, str]:
    """Rules that software cannot enforce, each with its reason."""
    path = definition(slug).folder / "data" / "exempt.toml"
    if not path.exists():
        return {}
    found: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))
    return found
