"""The rule ledgers: numbered statements to look up, and where each is enforced and tested."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from grimtable import citations, proof
from grimtable.games import definition
from grimtable.kernel.values import BadInput
from grimtable.proof import Proof, State

PACKAGE = Path(__file__).parent
ENTRY = re.compile(r"^- \*\*(?P<id>[A-Z0-9]+-[\w.]+|EX-\d+|A\d+)(?: (?P<title>[^*]+?))?\.?\*\* ?(?P<text>.*)$")
EXAMPLES = ("EX-", "WE-", "PR-", "A-")  # worked examples, replays and decisions stand in the ledgers beside the rules
HEADING = re.compile(r"^## (?P<heading>.+)$")


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
    proven: list[str]  # as the mutants show (docs/mutants.md)
    weak: list[str]
    unproven: list[str]
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
    sites, marked = citations.in_sources(definition(slug).folder), citations.in_tests(tests)
    cited = {i for site in sites for i in site.ids if i.startswith(prefix)}
    tested = {i for test in marked for i in test.ids if i.startswith(prefix)}
    exempt = exemptions(slug)
    proofs = proof.proofs(definition(slug).folder, [i for i in ledger if i not in exempt], sites, marked)
    known = set(ledger)
    return Coverage(
        ledger=ledger,
        enforced=[i for i in ledger if i in cited],
        tested=[i for i in ledger if i in tested],
        exempt=exempt,
        proven=[i for i, found in proofs.items() if found.state == State.PROVEN],
        weak=[i for i, found in proofs.items() if found.state == State.WEAK],
        unproven=[i for i, found in proofs.items() if found.state == State.UNPROVEN],
        missing=[i for i in ledger if i not in exempt and not (i in cited and i in tested)],
        unknown=sorted(
            {i for i in cited | tested | set(exempt) if i not in known and not _is_section(i, ledger)},
        ),
    )


def found_proof(rule: Entry, slug: str, tests: Path | None) -> Proof:
    """Where a rule is enforced and tested, and whether it is proven; without tests, what the code tells."""
    folder = definition(slug).folder
    marked = citations.in_tests(tests) if tests is not None else None
    return proof.proofs(folder, [rule.id], citations.in_sources(folder), marked)[rule.id]


def _is_section(identifier: str, ledger: list[str]) -> bool:
    """A whole section may be cited in a module's docstring: [DARKLORD-8]."""
    return any([i.startswith(identifier + ".") for i in ledger])


def exemptions(slug: str) -> dict[str, str]:
    """Rules that software cannot enforce, each with its reason."""
    path = definition(slug).folder / "data" / "exempt.toml"
    if not path.exists():
        return {}
    found: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))
    return found
