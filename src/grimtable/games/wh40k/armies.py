"""What an army may bring: what the rules here cannot do is refused by name."""

from __future__ import annotations

from grimtable.games.wh40k.components import Datasheet


def refused(sheet: Datasheet, weapons: list[int], models: int) -> list[str]:
    """What a unit brings that the rules here cannot do, by name."""
    return []
