"""Special rules of scenarios. `rules_of` names what is in force; handlers attach to the moments under those names."""

from __future__ import annotations

from grimtable.games.gloomhaven.scenarios import (
    bosses,
    doors,
    effects,
    goals,
    handling,
    objectives,
    preparing,
    restraints,
    spawning,
    tokens,
    walking,
)
from grimtable.games.gloomhaven.scenarios.reading import rules_of

LOADED = (bosses, doors, effects, goals, handling, objectives, preparing, restraints, spawning, tokens, walking)
__all__ = ["LOADED", "rules_of"]
