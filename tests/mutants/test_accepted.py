"""Survivors that were accepted still exist: what was rewritten needs no excuse any more."""

from __future__ import annotations

import pytest
from tools.mutants.lane import unknown

from contract.tables import REGISTERED
from grimtable import ledger, proof
from grimtable.games import definition


@pytest.mark.parametrize("slug", REGISTERED)
def test_accepted_mutants_exist(slug: str) -> None:
    folder = definition(slug).folder
    if proof.accepted(folder):
        assert unknown(folder, {entry.id for entry in ledger.entries(slug)}) == []
