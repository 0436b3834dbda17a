"""Which rules are enforced, tested and proven."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from grimtable import ledger
from grimtable.kernel.definition import Definition
from grimtable.kernel.values import BadInput
from grimtable.terminal import exits
from grimtable.terminal.console import print_json, stdout
from grimtable.terminal.words import say


def cover(games: list[Definition], tests: Path | None, lang: str, as_json: bool) -> int:
    folder = tests_folder(tests)
    found = {game.slug: ledger.coverage(game.slug, folder) for game in games}
    if as_json:
        print_json({slug: counted(coverage) for slug, coverage in found.items()})
    else:
        show_coverage(found, lang)
    return exits.FAILED if any([one.missing or one.unknown for one in found.values()]) else exits.OK


def tests_folder(given: Path | None) -> Path:
    """The tests beside the sources; an installed package comes without them."""
    folder = given if given is not None else ledger.PACKAGE.parent.parent / "tests"
    if not folder.is_dir():
        hint = "" if given is not None else "; run this in a checkout, or name them: --tests FOLDER"
        raise BadInput(f"there are no tests in {folder}{hint}")
    return folder


def tests_if_any(given: Path | None) -> Path | None:
    """The tests, or None where a package was installed without them."""
    try:
        return tests_folder(given)
    except BadInput:
        if given is not None:
            raise
        return None


def proof_lines(rule: ledger.Entry, slug: str, tests: Path | None, lang: str) -> list[str]:
    """The lines that enforce a rule, the tests that carry it, and whether they prove it."""
    found = ledger.found_proof(rule, slug, tests)
    enforced = [f"{place(site.path)}:{site.line} {site.name}".rstrip() for site in found.sites]
    tested = [f"{place(test.path)}:{test.line} {test.name}" for test in found.tests]
    lines = [say(lang, "rules.enforced_at", line) for line in enforced]
    lines += [say(lang, "rules.tested_by", line) for line in tested]
    return [*lines, say(lang, f"rules.is_{found.state}")]


def proof_facts(rule: ledger.Entry, slug: str, tests: Path | None) -> dict[str, Any]:
    found = ledger.found_proof(rule, slug, tests)
    return {
        "enforced": [{"file": place(site.path), "line": site.line, "name": site.name} for site in found.sites],
        "tests": [{"file": place(test.path), "line": test.line, "name": test.name} for test in found.tests],
        "state": str(found.state),
    }


def place(path: Path) -> str:
    """A file as seen from where we are, if it lies below."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def counted(coverage: ledger.Coverage) -> dict[str, Any]:
    return {
        "ledger": len(coverage.ledger),
        "enforced": len(coverage.enforced),
        "tested": len(coverage.tested),
        "proven": len(coverage.proven),
        "weak": len(coverage.weak),
        "unproven": len(coverage.unproven),
        "exempt": len(coverage.exempt),
        "missing": coverage.missing,
        "unknown": coverage.unknown,
    }


def show_coverage(found: dict[str, ledger.Coverage], lang: str) -> None:
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    rows.add_column(say(lang, "rules.game"))
    keys = ("ledger", "enforced", "tested", "proven", "weak", "unproven", "exempt")
    for key in keys:
        rows.add_column(say(lang, f"rules.{key}"), justify="right")
    for slug, coverage in found.items():
        rows.add_row(Text(slug, style="bold"), *[str(len(getattr(coverage, key))) for key in keys])
    out = stdout()
    out.print(rows)
    for slug, coverage in found.items():
        if coverage.missing:
            out.print(Text(say(lang, "rules.missing_ids", slug, ", ".join(coverage.missing))))
        if coverage.unknown:
            out.print(Text(say(lang, "rules.unknown_ids", slug, ", ".join(coverage.unknown))))
