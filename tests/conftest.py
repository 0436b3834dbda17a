"""All tests see the sixth game, a package of somebody else, through its entry point; and all draw the same examples."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import settings

SIXTH = str(Path(__file__).parent / "sixth")
if SIXTH not in sys.path:  # before any test asks for the registered games
    sys.path.append(SIXTH)

settings.register_profile("alike", derandomize=True)  # the same examples in every run and on every machine
settings.load_profile("alike")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser's tests come last: its event loop stays with the process, and no other could start there."""
    items.sort(key=lambda item: "browser" in item.path.parent.parts)
