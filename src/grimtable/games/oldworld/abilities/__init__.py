"""The gods' dials, and the words in which cards, upgrades and dials are written. Importing them attaches them."""

from grimtable.games.oldworld.abilities import (
    chaos_words,
    khorne,
    nurgle,
    old_world_words,
    slaanesh,
    token_words,
    tzeentch,
)

__all__ = ["chaos_words", "khorne", "nurgle", "old_world_words", "slaanesh", "token_words", "tzeentch"]
