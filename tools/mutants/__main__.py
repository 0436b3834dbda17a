"""Measure which rules are proven by the tests that cite them; only what changed since it was measured.

Results are stored rule by rule (data/mutants.json of the game), so that a run that was broken off resumes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter

from tools.run import ROOT, table

from grimtable import citations, definition, ledger, proof, slugs
from grimtable.proof import Measured, Proof, Result, State

TESTS = ROOT / "tests"


class Arguments(argparse.Namespace):
    """What was asked for."""

    games: list[str]
    ids: list[str]


def asked() -> Arguments:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", nargs="*", default=list(slugs()), choices=slugs(), help="only these")
    parser.add_argument("--ids", nargs="*", default=[], help="only these rules, and those even if nothing changed")
    arguments = parser.parse_args(namespace=Arguments())
    known = {rule for slug in arguments.games for rule in rules_of(slug, arguments.ids)}
    for wanted in arguments.ids:
        if not any([wanted in (rule, rule.partition("-")[2]) for rule in known]):
            parser.error(f"no rule {wanted} in the ledgers of {', '.join(arguments.games)}, or it is exempt")
    return arguments


def rules_of(slug: str, ids: list[str]) -> list[str]:
    """The rules of a ledger that are not exempt; with ids, those among them."""
    exempt = ledger.exemptions(slug)
    rules = [entry.id for entry in ledger.entries(slug) if entry.is_rule and entry.id not in exempt]
    return [rule for rule in rules if not ids or rule in ids or rule.partition("-")[2] in ids]


def stand(slug: str, rules: list[str]) -> dict[str, Proof]:
    folder = definition(slug).folder
    return proof.proofs(folder, rules, citations.in_sources(folder), citations.in_tests(TESTS))


def measure(slug: str, ids: list[str]) -> int:
    """Measure the rules of a game that have changed, in a process of its own."""
    rules = rules_of(slug, ids)
    found = stand(slug, rules)
    wanted = [rule for rule in rules if measurable(found[rule])] if ids else due(found)
    if not wanted:
        return 0
    command = [sys.executable, "-m", "tools.mutants.lane", str(definition(slug).folder), str(TESTS), *wanted]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=False).returncode


def due(found: dict[str, Proof]) -> list[str]:
    """The rules that were never measured, or not since their code or tests changed."""
    return [rule for rule, one in found.items() if one.result is None and measurable(one)]


def measurable(found: Proof) -> bool:
    return bool(found.tests) and any([proof.breakable(site) for site in found.sites])


# ---------------------------------------------------------------- what was found
def tell(slug: str, ids: list[str]) -> list[object]:
    """List what is not proven and what survived; a line of the table."""
    found = stand(slug, rules_of(slug, ids))
    waiting = due(found)
    if waiting:
        print(f"not measured since the code or a test changed: {', '.join(waiting)}")
    for rule, one in found.items():
        if one.state != State.PROVEN and rule not in waiting:
            print(f"{rule} is {one.state}: {reason(one)}")
    survivors = surviving([one.result for one in found.values() if one.result is not None])
    for mutant in survivors:
        print(f"survived {mutant}")
    states = [one.state for one in found.values()]
    return [slug, len(found), *[states.count(state) for state in State], len(survivors)]


def surviving(results: list[Result]) -> list[str]:
    """The mutants that no rule of their place noticed."""
    measured = [site for result in results for site in result.sites if site.reached]
    texts = [f"{site.where}: {text}" for site in measured for text in dict.fromkeys(site.survived)]
    rules = Counter([site.where for site in measured])
    return [text for text, count in Counter(texts).items() if count == rules[text.partition(": ")[0]]]


def reason(found: Proof) -> str:
    """Why a rule is not proven."""
    if not found.tests:
        return "no test cites it"
    if not any([proof.breakable(site) for site in found.sites]):
        return "it is cited outside functions and constants only"
    assert found.result is not None  # else it is due
    sites = [site for site in found.result.sites if site.mutants and not site.killed]
    if not sites:
        return "there is nothing to break where it is cited"
    return "; ".join([f"{site.where} {fate(site)}" for site in sites])


def fate(site: Measured) -> str:
    """What happened to a place of which no mutant was killed."""
    if not site.reached:
        return "is not reached"
    return "survives" if site.survived else "only breaks down"


def main() -> int:
    arguments = asked()
    failed = [slug for slug in arguments.games if measure(slug, arguments.ids)]
    rows = [tell(slug, arguments.ids) for slug in arguments.games]
    print(table([["game", "rules", *State, "survivors"], *rows]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
