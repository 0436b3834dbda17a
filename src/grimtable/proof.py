"""Which rules are proven: breaking the code that cites them fails a test that cites them (docs/mutants.md).

`make mutants` measures it and stores the results beside the ledger. A result holds as long as the citing code and the
citing tests are the same; after that the rule counts as unproven until it is measured again.
"""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterable, Mapping
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from grimtable.citations import Kind, Site, Test, digest

RESULTS = "data/mutants.json"
ACCEPTED = "data/mutants.toml"  # survivors that change nothing, each with its reason


class State(StrEnum):
    """How well a rule is tested."""

    PROVEN = "proven"  # every place that cites it and can be broken was broken noticeably
    WEAK = "weak"  # only some
    UNPROVEN = "unproven"  # none, or not measured since the code or a test changed


class Measured(NamedTuple):
    """What became of the mutants of one place under the tests of one rule."""

    where: str
    mutants: bool  # whether there is anything to break
    reached: bool  # whether any of the tests runs it
    killed: int
    survived: tuple[str, ...]


class Result(NamedTuple):
    """What was measured of one rule, and of which code and tests."""

    code: str
    tests: str
    sites: tuple[Measured, ...]

    @property
    def state(self) -> State:
        breakable = [site for site in self.sites if site.mutants]
        killed = [site for site in breakable if site.killed]
        if not killed:
            return State.UNPROVEN
        return State.PROVEN if len(killed) == len(breakable) else State.WEAK


# ---------------------------------------------------------------- stored results
def load(folder: Path) -> dict[str, Result]:
    """The results that are stored with a game."""
    path = folder / RESULTS
    if not path.exists():
        return {}
    stored: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return {
        rule: Result(
            result["code"],
            result["tests"],
            tuple([Measured(**{**site, "survived": tuple(site["survived"])}) for site in result["sites"]]),
        )
        for rule, result in stored.items()
    }


def store(folder: Path, results: Mapping[str, Result]) -> None:
    """Write the results, a line for each rule, in the order of their numbers."""
    lines = []
    for rule in sorted(results, key=_numbers):
        result = results[rule]
        fields = {"code": result.code, "tests": result.tests, "sites": [site._asdict() for site in result.sites]}
        lines.append(f"{json.dumps(rule)}: {json.dumps(fields, ensure_ascii=False)}")
    path = folder / RESULTS
    path.parent.mkdir(exist_ok=True)
    written = path.with_suffix(".new")
    written.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    written.replace(path)


def _numbers(rule: str) -> tuple[str, list[int]]:
    game, _, number = rule.partition("-")
    return game, [int(part) for part in number.split(".")]


def accepted(folder: Path) -> dict[str, dict[str, str]]:
    """The mutants that nobody could notice: by place, what changes and the reason."""
    path = folder / ACCEPTED
    if not path.exists():
        return {}
    found: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return found


# ---------------------------------------------------------------- what results depend on
def code_digest(sites: Iterable[Site]) -> str:
    """A hash of the code that cites a rule: the same wherever it stands and however it is described."""
    return digest([f"{site.syntax} {fingerprint(value_of(site)) if site.kind == Kind.TABLE else ''}" for site in sites])


def tests_digest(tests: Iterable[Test]) -> str:
    """A hash of the tests that cite a rule."""
    return digest([test.syntax for test in tests])


def value_of(site: Site) -> Any:
    """The value of the constant at which a rule is cited."""
    return getattr(import_module(module_name(site.path)), site.name)


def module_name(path: Path) -> str:
    """The dotted name under which a file is imported."""
    parts = [path.stem] if path.stem != "__init__" else []
    folder = path.parent
    while (folder / "__init__.py").exists():
        parts.insert(0, folder.name)
        folder = folder.parent
    return ".".join(parts)


def fingerprint(value: Any) -> str:
    """A table as text, the same in every process."""
    if isinstance(value, dict):
        return "{" + ", ".join([f"{fingerprint(key)}: {fingerprint(part)}" for key, part in value.items()]) + "}"
    if isinstance(value, list | tuple):
        return "(" + ", ".join([fingerprint(part) for part in value]) + ")"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted([fingerprint(part) for part in value])) + "}"
    return repr(value) if value is None or isinstance(value, int | str | float) else type(value).__name__


# ---------------------------------------------------------------- states
def breakable(site: Site) -> bool:
    """Whether a citation stands at something that can be broken: code or a constant."""
    return site.kind != Kind.ELSEWHERE and not isinstance(site.node, ast.Assert)


class Proof(NamedTuple):
    """What is known of one rule."""

    sites: list[Site]
    tests: list[Test]
    result: Result | None  # None: never measured, or not since the code or the tests changed

    @property
    def state(self) -> State:
        return self.result.state if self.result is not None else State.UNPROVEN


def proofs(folder: Path, rules: Iterable[str], sites: Iterable[Site], tests: Iterable[Test] | None) -> dict[str, Proof]:
    """What is known of each of these rules. Without tests (an installed package has none) the code alone decides."""
    results = load(folder)
    sites_of: dict[str, list[Site]] = {}
    tests_of: dict[str, list[Test]] = {}
    for site in sites:
        for rule in site.ids:
            sites_of.setdefault(rule, []).append(site)
    for test in tests or ():
        for rule in test.ids:
            tests_of.setdefault(rule, []).append(test)
    found = {}
    for rule in rules:
        citing, proving, result = sites_of.get(rule, []), tests_of.get(rule, []), results.get(rule)
        stale = result is not None and (
            result.code != code_digest(citing) or (tests is not None and result.tests != tests_digest(proving))
        )
        found[rule] = Proof(citing, proving, None if stale else result)
    return found
