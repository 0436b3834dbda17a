"""Which build of the rules is running: the plain one, or the one that `make compiled` made from the same sources."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from grimtable.kernel import game

Build = Literal["compiled", "plain"]


def build() -> Build:
    """A compiled module is a shared library; a plain one is its source."""
    return "plain" if Path(game.__file__).suffix == ".py" else "compiled"
