"""The 95 scenarios: their records, layouts and grounds."""

from __future__ import annotations

from typing import Any, Final

from grimtable.games.gloomhaven.components import Mask, read
from grimtable.games.gloomhaven.components.dungeons import FIRST, dungeon_record
from grimtable.games.gloomhaven.components.layouts import Ground, Layout

SCENARIOS: Final[dict[int, dict[str, Any]]] = {record["id"]: record for record in read("scenarios")["records"]}
PLAYABLE: Final[tuple[int, ...]] = tuple(
    [number for number, record in SCENARIOS.items() if not record.get("layout_missing")]
)
TRAP_KINDS: Final[dict[str, list[str]]] = {
    kind: effects for kind, effects in read("scenarios")["meta"]["trap_effects"].items() if isinstance(effects, list)
}
TABLES: Final[dict[str, Any]] = read("tables")

DUNGEONS_KEPT: Final = 64  # there are too many to keep all
_DUNGEONS: Final[dict[int, dict[str, Any]]] = {}
_LAYOUTS: Final[dict[int, Layout]] = {}  # of dungeons
PRINTED: Final = 256  # more than the number of any printed scenario
_PRINTED: Final[list[Layout | None]] = [None] * PRINTED


def record_of(scenario: int) -> dict[str, Any]:
    """The record of a scenario, or of a random dungeon as far as it is built."""
    return SCENARIOS[scenario] if scenario < FIRST else dungeon(scenario)


def dungeon(number: int) -> dict[str, Any]:
    """Made at first use and kept for a while."""
    found = _DUNGEONS.get(number)
    if found is None:
        if len(_DUNGEONS) == DUNGEONS_KEPT:
            oldest = next(iter(_DUNGEONS))
            del _DUNGEONS[oldest]
            _LAYOUTS.pop(oldest, None)
        found = _DUNGEONS[number] = dungeon_record(number)
    return found


def layout_of(scenario: int) -> Layout:
    known = _PRINTED[scenario] if scenario < PRINTED else _LAYOUTS.get(scenario)
    if known is not None:
        return known
    found = Layout(record_of(scenario))
    if scenario < PRINTED:
        _PRINTED[scenario] = found
    else:
        _LAYOUTS[scenario] = found
    return found


def ground_of(scenario: int, closed: Mask, barred: Mask = 0) -> Ground:
    return layout_of(scenario).ground(closed, barred)


# ---------------------------------------------------------------- the level table [GLOOMHAVEN-6.3, GLOOMHAVEN-6.4]
def _column(name: str) -> tuple[tuple[int, ...], ...]:
    """A column of both tables: with secrets between players, and alone or with open information."""
    return (
        tuple([row[name] for row in TABLES["scenario_level"]]),
        tuple([row[name] for row in TABLES["solo_or_open_information"]]),
    )


MONSTER_LEVEL: Final = _column("monster_level")
GOLD_PER_TOKEN: Final = _column("gold_per_token")
TRAP_DAMAGE: Final = _column("trap_damage")
HAZARD_DAMAGE: Final = _column("hazard_damage")
BONUS_XP: Final = _column("bonus_xp")
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
