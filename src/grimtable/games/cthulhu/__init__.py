"""Cthulhu Wars (Omega rules), base game: four cults, their Great Old Ones, and the end of the world."""

from __future__ import annotations

from grimtable.games.cthulhu.hidden import redeal, unknown, view
from grimtable.games.cthulhu.setup import problems
from grimtable.games.cthulhu.state import Cthulhu
from grimtable.games.cthulhu.turn import PROCEDURES
from grimtable.kernel.game import Rules


def blank() -> Cthulhu:
    return Cthulhu([])


RULES = Rules("cthulhu", 1, PROCEDURES, blank, view, unknown, redeal, problems)
