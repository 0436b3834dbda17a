"""Special rules of scenarios. `rules_of` names what is in force; handlers attach to the moments under those names."""

from __future__ import annotations

from grimtable.games.gloomhaven.scenarios import (
    bosses,
    choosing,
    doors,
    dungeon,
    effects,
    enforcing,
    goals,
    handling,
    objectives,
    preparing,
    restraints,
    spawning,
    tokens,
    unusual_34_57,
    unusual_62_74,
    unusual_77_89,
    walking,
)
from grimtable.games.gloomhaven.scenarios.enforcing import not_enforced
from grimtable.games.gloomhaven.scenarios.reading import rules_of

LOADED = (
    bosses,
    choosing,
    doors,
    dungeon,
    effects,
    enforcing,
    goals,
    handling,
    objectives,
    preparing,
    restraints,
    spawning,
    tokens,
    unusual_34_57,
    unusual_62_74,
    unusual_77_89,
    walking,
)
__all__ = ["LOADED", "not_enforced", "rules_of"]
