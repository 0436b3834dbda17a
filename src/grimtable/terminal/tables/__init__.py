"""How each game's table looks in a terminal; a game without a drawing of its own gets the plain one."""

from __future__ import annotations

from grimtable.terminal.tables import cthulhu, darklord, oldworld, plain, wh40k
from grimtable.terminal.tables.scene import Drawing

DRAWINGS: dict[str, Drawing] = {
    "cthulhu": cthulhu.DRAWING,
    "darklord": darklord.DRAWING,
    "oldworld": oldworld.DRAWING,
    "wh40k": wh40k.DRAWING,
}


def drawing(slug: str) -> Drawing:
    return DRAWINGS.get(slug, plain.DRAWING)
