"""The 95 scenarios: their records, layouts and grounds."""

from __future__ import annotations

from typing import Any, Final

from grimtable.games.gloomhaven.components import Mask, read
from grimtable.games.gloomhaven.components.layouts import Ground, Layout

SCENARIOS: Final[dict[int, dict[str, Any]]] = {record["id"]: record for record in read("scenarios")["records"]}
PLAYABLE: Final[tuple[int, ...]] = tuple(
    [number for number, record in SCENARIOS.items() if not record.get("layout_missing")]
)
TRAP_KINDS: Final[dict[str, list[str]]] = {
    kind: effects for kind, effects in read("scenarios")["meta"]["trap_effects"].items() if isinstance(effects, list)
}
TABLES: Final[dict[str, Any]] = read("tables")

_LAYOUTS: Final[dict[int, Layout]] = {}


def layout_of(scenario: int) -> Layout:
    found = _LAYOUTS.get(scenario)
    if found is None:
        found = _LAYOUTS[scenario] = Layout(SCENARIOS[scenario])
    return found


def ground_of(scenario: int, closed: Mask, barred: Mask = 0) -> Ground:
    return layout_of(scenario).ground(closed, barred)


# ---------------------------------------------------------------- the level table [GLOOMHAVEN-6.3, GLOOMHAVEN-6.4]
def _column(name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A column of both tables: with secrets between players, and alone or with open information."""
    return (
        tuple([row[name] for row in TABLES["scenario_level"]]),
        tuple([row[name] for row in TABLES["solo_or_open_information"]]),
    )


MONSTER_LEVEL = _column("monster_level")
GOLD_PER_TOKEN = _column("gold_per_token")
TRAP_DAMAGE = _column("trap_damage")
HAZARD_DAMAGE = _column("hazard_damage")
BONUS_XP = _column("bonus_xp")
DIFFICULTY: Final[dict[str, int]] = {name: by for name, by in TABLES["difficulty"].items() if isinstance(by, int)}


def recommended_level(levels: list[int], difficulty: str) -> int:
    """[GLOOMHAVEN-6.2] Half the average level, rounded up, shifted by the difficulty, from 0 to 7."""
    halves = -(-sum(levels) // (2 * len(levels)))
    return max(0, min(7, halves + DIFFICULTY[difficulty]))


# ---------------------------------------------------------------- objectives, numbered through all scenarios
OBJECTIVES: Final[tuple[dict[str, Any], ...]] = tuple(
    [objective for record in SCENARIOS.values() for objective in record.get("objectives") or []]
)
OBJECTIVE_NAMES: Final[tuple[str, ...]] = tuple([objective["name"] for objective in OBJECTIVES])
OBJECTIVE_WORDS: Final[tuple[str, ...]] = tuple(
    [name.lower().replace(" ", "-") for name in OBJECTIVE_NAMES]
)  # keys of texts
