"""The mark that ties a test to the rules it proves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


def rule(*ids: str) -> Callable[[F], F]:
    """This test would fail if one of these rules of the ledger were broken."""
    assert ids, "name at least one rule"

    def marked(test: F) -> F:
        return test

    return marked
