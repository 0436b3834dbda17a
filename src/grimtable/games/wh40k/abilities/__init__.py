"""Unusual abilities, one block each; importing this attaches them to the hooks."""

from __future__ import annotations

from grimtable.games.wh40k.abilities import death_guard, necrons, orks, space_marines, tyranids

__all__ = ["death_guard", "necrons", "orks", "space_marines", "tyranids"]
