"""Rules of the ledgers are cited where they are enforced and tested, and only rules that exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.tables import REGISTERED
from grimtable import citations, ledger, proof
from grimtable.games import definition

TESTS = Path(__file__).parent.parent


@pytest.mark.parametrize("slug", REGISTERED)
def test_citations_name_rules_of_the_ledger(slug: str) -> None:
    assert ledger.coverage(slug, TESTS).unknown == []


@pytest.mark.parametrize("slug", REGISTERED)
def test_every_rule_is_enforced_or_tested_or_exempt(slug: str) -> None:
    coverage = ledger.coverage(slug, TESTS)
    assert coverage.ledger
    print(f"{slug}: not both enforced and tested: {', '.join(coverage.missing) or 'none'}")
    touched = {*coverage.enforced, *coverage.tested, *coverage.exempt}
    assert [rule for rule in coverage.ledger if rule not in touched] == []


@pytest.mark.parametrize("slug", REGISTERED)
def test_stored_results_of_mutants_are_of_the_code_and_tests_that_are_there(slug: str) -> None:
    folder = definition(slug).folder
    measured = proof.load(folder)
    found = proof.proofs(folder, measured, citations.in_sources(folder), citations.in_tests(TESTS))
    stale = [rule for rule, one in found.items() if one.result is None]
    assert stale == [], f"measure them again: make mutants GAMES={slug}"


@pytest.mark.parametrize("slug", REGISTERED)
def test_results_of_mutants_are_of_rules_of_the_ledger(slug: str) -> None:
    assert set(proof.load(definition(slug).folder)) <= {entry.id for entry in ledger.entries(slug)}


@pytest.mark.parametrize("slug", REGISTERED)
def test_a_survivor_is_accepted_for_a_reason(slug: str) -> None:
    accepted = proof.accepted(definition(slug).folder)
    assert [text for place in accepted.values() for text, reason in place.items() if len(reason) < 10] == []


@pytest.mark.parametrize("slug", REGISTERED)
def test_ids_of_a_ledger_are_unique(slug: str) -> None:
    ids = [entry.id for entry in ledger.entries(slug)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("slug", REGISTERED)
def test_an_exemption_gives_its_reason(slug: str) -> None:
    assert [rule for rule, reason in ledger.exemptions(slug).items() if len(reason) < 10] == []


def test_an_unknown_id_is_found(tmp_path: Path) -> None:
    unheard = "RELICS-" + "99.1"  # in two parts, or it would be found here
    (tmp_path / "test_x.py").write_text(f'@rule("RELICS-2.2", "{unheard}")\ndef test_x() -> None: ...\n')
    coverage = ledger.coverage("relics", tmp_path)
    assert coverage.unknown == [unheard]
    assert coverage.tested == ["RELICS-2.2"]
