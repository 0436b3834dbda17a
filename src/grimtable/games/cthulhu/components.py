"""Factions, units, spellbooks and maps, from data/ into constants. Units, kinds and areas are numbers with a name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Player = int  # a seat
Faction = int
Unit = int
Kind = int
Area = int
Token = int  # an Elder Sign

FOLDER = Path(__file__).parent
NONE = -1  # no player, no area


def _read(name: str) -> Any:
    return json.loads((FOLDER / "data" / f"{name}.json").read_text(encoding="utf-8"))


_FACTIONS: list[dict[str, Any]] = _read("factions")["factions"]
_UNITS: dict[tuple[str, str], dict[str, Any]] = {(u["faction"], u["id"]): u for u in _read("units")["units"]}
_ABILITIES: list[dict[str, Any]] = _read("abilities")["abilities"]
_REQUIREMENTS: list[dict[str, Any]] = _read("requirements")["requirements"]
_MAPS: dict[str, Any] = _read("maps")
_TRACKS: dict[str, Any] = _read("tracks")
_TWO: dict[str, Any] = _read("two_player")
_ACTIONS: dict[str, Any] = {action["id"]: action for action in _read("actions")["actions"]}

# ---------------------------------------------------------------- factions
FACTIONS: tuple[str, ...] = tuple([faction["id"] for faction in _FACTIONS])
GREAT_CTHULHU, CRAWLING_CHAOS, BLACK_GOAT, YELLOW_SIGN = range(4)
CODES: tuple[str, ...] = tuple([faction["code"].lower() for faction in _FACTIONS])
SPELLBOOKS: tuple[tuple[str, ...], ...] = tuple([tuple(faction["spellbooks"]) for faction in _FACTIONS])
REQUIREMENTS: tuple[tuple[str, ...], ...] = tuple([tuple(faction["requirements"]) for faction in _FACTIONS])
FACTION_OF_REQUIREMENT: dict[str, Faction] = {r: f for f, rows in enumerate(REQUIREMENTS) for r in rows}
BOOKS = 6
ALL_ABILITIES: tuple[str, ...] = tuple([ability["id"] for ability in _ABILITIES])
ABILITY_COST: dict[str, int] = {ability["id"]: int(ability.get("cost", 0) or 0) for ability in _ABILITIES}

# ---------------------------------------------------------------- kinds of units
KINDS: tuple[str, ...] = tuple(dict.fromkeys([kind for faction in _FACTIONS for kind in faction["units"]]))
_KIND_FACTS: tuple[dict[str, Any], ...] = tuple(
    [next(facts for (_, kind), facts in _UNITS.items() if kind == name) for name in KINDS]
)
(
    ACOLYTE,
    DEEP_ONE,
    SHOGGOTH,
    STARSPAWN,
    CTHULHU,
    NIGHTGAUNT,
    FLYING_POLYP,
    HUNTING_HORROR,
    NYARLATHOTEP,
    GHOUL,
    FUNGI,
    DARK_YOUNG,
    SHUB_NIGGURATH,
    UNDEAD,
    BYAKHEE,
    KING_IN_YELLOW,
    HASTUR,
) = range(17)

CULTIST, MONSTER, GREAT_OLD_ONE = range(3)  # [CTHULHU-2.6] ranks: who protects against whom
_RANKS = {"cultist": CULTIST, "monster": MONSTER, "great_old_one": GREAT_OLD_ONE}
KIND_RANK: tuple[int, ...] = tuple([_RANKS[facts["type"]] for facts in _KIND_FACTS])
KIND_COUNT: tuple[int, ...] = tuple([int(facts["count"]) for facts in _KIND_FACTS])
COMBAT: tuple[int, ...] = tuple([int(facts["combat"].get("value", 0)) for facts in _KIND_FACTS])
COST: tuple[int, ...] = tuple([int(facts["cost"].get("value", facts["cost"].get("first"))) for facts in _KIND_FACTS])
COST_AGAIN: tuple[int, ...] = tuple([int(facts["cost"].get("again", 0)) for facts in _KIND_FACTS])
_DOOM = {row["unit"]: row for row in _TWO["doom_values"]}
DOOM_VALUE: tuple[int, ...] = tuple([int(_DOOM[kind]["doom_value"]) for kind in KINDS])
HALF_DOOM_VALUE: tuple[int, ...] = tuple([int(_DOOM[kind]["half_value_if_death_avoided"]) for kind in KINDS])


# ---------------------------------------------------------------- units: the figures of a faction have consecutive ids
def _figures() -> list[tuple[Faction, Kind, str]]:
    found: list[tuple[Faction, Kind, str]] = []
    for faction, facts in enumerate(_FACTIONS):
        for kind in facts["units"]:
            count = int(_UNITS[facts["id"], kind]["count"])
            name = f"{CODES[faction]}_acolyte" if kind == "acolyte" else kind
            found += [(faction, KINDS.index(kind), f"{name}_{n + 1}" if count > 1 else name) for n in range(count)]
    return found


_ALL = _figures()
UNITS = range(len(_ALL))
UID: tuple[str, ...] = tuple([name for _, _, name in _ALL])
UNIT: dict[str, Unit] = {name: unit for unit, name in enumerate(UID)}
FACTION: tuple[Faction, ...] = tuple([faction for faction, _, _ in _ALL])
KIND: tuple[Kind, ...] = tuple([kind for _, kind, _ in _ALL])
RANK: tuple[int, ...] = tuple([KIND_RANK[kind] for kind in KIND])
FIRST: tuple[Unit, ...] = tuple([FACTION.index(faction) for faction in range(len(FACTIONS))])
LAST: tuple[Unit, ...] = tuple([FIRST[f] + FACTION.count(f) for f in range(len(FACTIONS))])  # one past the last
ACOLYTES = 6  # the first figures of every faction
UNITS_OF: tuple[range, ...] = tuple([range(FIRST[f], LAST[f]) for f in range(len(FACTIONS))])
CULTISTS_OF: tuple[range, ...] = tuple([range(FIRST[f], FIRST[f] + ACOLYTES) for f in range(len(FACTIONS))])
FIGURES: tuple[tuple[Unit, ...], ...] = tuple([tuple([u for u in UNITS if KIND[u] == k]) for k in range(len(KINDS))])
MONSTERS_OF: tuple[tuple[Kind, ...], ...] = tuple(  # the kinds of monsters of a faction
    [
        tuple([k for k in range(len(KINDS)) if KIND_RANK[k] == MONSTER and FACTION[FIGURES[k][0]] == f])
        for f in range(len(FACTIONS))
    ]
)
GREAT_OLD_ONES_OF: tuple[tuple[Unit, ...], ...] = tuple(
    [tuple([u for u in UNITS_OF[f] if RANK[u] == GREAT_OLD_ONE]) for f in range(len(FACTIONS))]
)
# Figures that may ever stand on a gate: cultists, and the Dark Young.
KEEPERS_OF: tuple[tuple[Unit, ...], ...] = tuple(
    [tuple([u for u in UNITS_OF[f] if RANK[u] == CULTIST or KIND[u] == DARK_YOUNG]) for f in range(len(FACTIONS))]
)
# What a faction can do from the start: its unique ability, its Great Old Ones' abilities, the rules of its kinds.
INNATE: tuple[tuple[str, ...], ...] = tuple(
    [
        (facts["unique_ability"], *facts["goo_abilities"], *[kind for kind in facts["units"] if kind != "acolyte"])
        for facts in _FACTIONS
    ]
)

# ---------------------------------------------------------------- maps
MAPS: tuple[str, ...] = tuple([facts["id"] for facts in _MAPS["maps"]])
MAP_OF_PLAYERS: dict[int, str] = {row["players"]: row["default"] for row in _MAPS["player_count_to_map"]}
PLAYERS_OF_MAP: dict[int | str, tuple[int, ...]] = {  # up to five players; more need a map of their own
    map_id: tuple([row["players"] for row in _MAPS["player_count_to_map"] if map_id in row["maps"]]) for map_id in MAPS
}
AREA_IDS: tuple[str, ...] = tuple([facts["id"] for facts in _MAPS["areas"]])
AREAS: dict[str, Area] = {name: area for area, name in enumerate(AREA_IDS)}
OCEAN: tuple[bool, ...] = tuple([facts["terrain"] == "ocean" for facts in _MAPS["areas"]])
# [CTHULHU-2.2] The six oceans; all other areas are land.
OCEANS: tuple[Area, ...] = tuple([area for area, ocean in enumerate(OCEAN) if ocean])
GLYPH: tuple[str, ...] = tuple([facts["glyph"] or "" for facts in _MAPS["areas"]])
GLYPHS: tuple[str, ...] = ("circle", "chevron", "slashes")
ON_MAP: tuple[tuple[Area, ...], ...] = tuple([tuple([AREAS[a] for a in facts["areas"]]) for facts in _MAPS["maps"]])
ADJACENT: tuple[tuple[tuple[Area, ...], ...], ...] = tuple(  # [CTHULHU-2.4] by map and area
    [
        tuple([tuple([AREAS[n] for n in facts["adjacency"].get(name, ())]) for name in AREA_IDS])
        for facts in _MAPS["maps"]
    ]
)
WITHIN_TWO: tuple[tuple[tuple[Area, ...], ...], ...] = tuple(
    [
        tuple([tuple(sorted({b for n in near[a] for b in (n, *near[n])} - {a})) for a in range(len(AREA_IDS))])
        for near in ADJACENT
    ]
)
START: tuple[tuple[Area, ...], ...] = tuple(
    [tuple([AREAS[facts["starting_area"][faction]] for faction in FACTIONS]) for facts in _MAPS["maps"]]
)

# ---------------------------------------------------------------- places beside the map
POOL = -1
SUBMERGED = -2
ABSENT = -3  # the faction is not played
CAPTIVE = -4  # on the card of seat 0; of seat n: CAPTIVE - n

# What lies at an area's gate place: no gate, a gate without a keeper, or the unit that keeps it.
NO_GATE = -2
ABANDONED = -1

# ---------------------------------------------------------------- tracks and tokens
PLAYERS: tuple[int, ...] = (2, 3, 4)  # [CTHULHU-1.3] a fifth player needs a faction that only an expansion has
_SPACES = {row["players"]: tuple(row["spaces"]) for row in _TRACKS["ritual_tracks"] if "spaces" in row}
TRACK: dict[int, tuple[int, ...]] = {
    players: _SPACES[_TWO["ritual_track_players"] if players == 2 else players] for players in PLAYERS
}
RITUAL_AT_THE_END: int = _TRACKS["ritual_cost_on_instant_death"]["value"]
DOOM_GOAL: int = _TRACKS["doom_track"]["end_trigger"]
START_POWER: int = _TRACKS["power_track"]["start"]
SIGN_VALUE: tuple[int, ...] = tuple(
    [int(value) for value, count in _TRACKS["elder_signs"]["distribution"].items() for _ in range(count)]
)
SIGN_ID: tuple[str, ...] = tuple([f"sign_{value}_{token}" for token, value in enumerate(SIGN_VALUE)])
SIGN_OF: dict[str, int] = dict(zip(SIGN_ID, SIGN_VALUE))  # the value by id
BEST_SIGN = max(SIGN_VALUE)
DESECRATION_TOKENS: int = next(c["count"] for c in _TRACKS["components"] if c["id"] == "desecration_token")
GATES: int = next(c["count"] for c in _TRACKS["components"] if c["id"] == "gate")
RECRUIT_COST: int = _ACTIONS["recruit_acolyte"]["cost"]
GATE_COST: int = _ACTIONS["create_gate"]["cost"]
BATTLE_COST: int = _ACTIONS["battle"]["cost"]
CAPTURE_COST: int = _ACTIONS["capture_cultist"]["cost"]

# ---------------------------------------------------------------- words for answers
DONE, NO, YES = "done", "no", "yes"
FORGO = "forgo"  # an ability that is in force is left unused
CLOCKWISE, COUNTERCLOCKWISE = "clockwise", "counterclockwise"


def facts() -> dict[str, Any]:
    """What a board draws: units with their numbers, areas, maps, abilities and requirements."""
    return {
        "units": {
            uid: {
                "kind": KINDS[KIND[unit]],
                "faction": FACTIONS[FACTION[unit]],
                "rank": ("cultist", "monster", "great_old_one")[RANK[unit]],
                "cost": COST[KIND[unit]],
                "combat": _KIND_FACTS[KIND[unit]]["combat"],
            }
            for unit, uid in enumerate(UID)
        },
        "factions": {
            facts["id"]: {
                "color": facts["color"],
                "unique": facts["unique_ability"],
                "great_old_one_abilities": facts["goo_abilities"],
                "spellbooks": facts["spellbooks"],
                "requirements": facts["requirements"],
            }
            for facts in _FACTIONS
        },
        "areas": {facts["id"]: {"terrain": facts["terrain"], "glyph": facts["glyph"]} for facts in _MAPS["areas"]},
        "maps": {
            facts["id"]: {"areas": facts["areas"], "adjacency": facts["adjacency"], "start": facts["starting_area"]}
            for facts in _MAPS["maps"]
        },
        "ritual_tracks": {str(players): list(spaces) for players, spaces in TRACK.items()},
        "doom_goal": DOOM_GOAL,
    }
