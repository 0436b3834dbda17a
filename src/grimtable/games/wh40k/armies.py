"""What an army may bring, and armies of people's own: whatever a datasheet does not give is refused by name."""

from __future__ import annotations

import json
from typing import Any

from grimtable.games.wh40k.components import (
    ABILITIES,
    FOLDER,
    LINE_OF,
    LINES,
    SHEET_OF,
    SHEETS,
    WEAPON_OF,
    WEAPONS,
    Army,
    ArmyUnit,
    Line,
    Sheet,
    power_rating,
)
from grimtable.kernel.values import BadInput

OWN = "own:"  # what the name of an army begins with that is none of the ready lists
LONGEST = 16_000  # characters of an army list
MOST_UNITS, MOST_MODELS, MOST_WEAPONS = 40, 200, 16
LONGEST_NAME = 60

ROWS: list[dict[str, Any]] = json.loads((FOLDER / "data" / "datasheets.json").read_text(encoding="utf-8"))["datasheets"]


def weapons_in(value: Any) -> list[str]:
    """The weapons that a part of a datasheet names, however deep: alone, "this+that", "this,that" or "this x2"."""
    if isinstance(value, str):
        names = [part.removesuffix(" x2") for part in value.replace("+", ",").split(",")]
        return [name for name in names if name in WEAPON_OF]
    parts = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [weapon for part in parts for weapon in weapons_in(part)]


def _choices(options: list[dict[str, Any]]) -> tuple[str, ...]:
    found = [option.get("unit_ability", option.get("ability", "")) for option in options]
    return tuple([ability for ability in found if ability in ABILITIES])


# [WH40K-14.13] By datasheet: the weapons that its models have or may choose, and the abilities that wargear gives it.
ARMS: tuple[frozenset[str], ...] = tuple([frozenset(weapons_in([row["loadout"], row["options"]])) for row in ROWS])
CHOICES: tuple[tuple[str, ...], ...] = tuple([_choices(row["options"]) for row in ROWS])
WITH_WEAPON: dict[tuple[Sheet, int], str] = {  # abilities that come with a weapon
    (sheet, WEAPON_OF[weapon]): option["adds_ability"]
    for sheet, row in enumerate(ROWS)
    for option in row["options"]
    if "adds_ability" in option
    for weapon in option["with"]
}


def abilities_of(unit: ArmyUnit) -> tuple[str, ...]:
    """[WH40K-14.13] What the datasheet gives, what was chosen, and what comes with the weapons."""
    weapons = dict.fromkeys([weapon for _, arms in unit.models for weapon in arms])
    carried = [WITH_WEAPON[unit.sheet, weapon] for weapon in weapons if (unit.sheet, weapon) in WITH_WEAPON]
    return (*SHEETS[unit.sheet].abilities, *unit.chosen, *carried)


# ---------------------------------------------------------------- armies of people's own
def army_from(text: str) -> Army:
    """[WH40K-17.1] The army in a list of one's own; BadInput says in one line what is wrong with it."""
    listed = json.loads(settled_army(text))
    units = []
    for unit in listed["units"]:
        sheet = SHEET_OF[unit["datasheet"]]
        models = [
            (LINE_OF[sheet, group["profile"]], tuple([WEAPON_OF[name] for name in group["wargear"]]))
            for group in unit["models"]
            for _ in range(group["count"])
        ]
        units.append(ArmyUnit(sheet, tuple(models), "", tuple(unit.get("abilities", ()))))
    factions = [SHEETS[unit.sheet].faction for unit in units]
    return Army(OWN + listed["name"], max(sorted(set(factions)), key=factions.count), tuple(units), "")


def settled_army(text: str) -> str:
    """The one way to write an army list: its name, and per unit the datasheet, models, weapons and chosen abilities."""
    if len(text) > 4 * LONGEST:
        raise BadInput(f"an army list has at most {LONGEST} characters, not {len(text)}")
    try:
        listed = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("an army list is JSON text, as import-roster writes it") from None
    rows = listed.get("units") if isinstance(listed, dict) else None
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_UNITS:
        raise BadInput(f"an army list has 1 to {MOST_UNITS} 'units'")
    units = [_unit(row, number) for number, row in enumerate(rows, 1)]
    count = sum([group["count"] for unit in units for group in unit["models"]])
    if count > MOST_MODELS:
        raise BadInput(f"an army has at most {MOST_MODELS} models, not {count}")
    whole = {"name": army_name(listed.get("name")), "units": units}
    kept = json.dumps(whole, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    if len(kept) > LONGEST:
        raise BadInput(f"an army list has at most {LONGEST} characters, not {len(kept)}")
    return kept


def army_name(name: Any) -> str:
    """A name without what cannot be printed."""
    letters = "".join([c for c in name if c.isprintable()]) if isinstance(name, str) else ""
    return " ".join(letters.split())[:LONGEST_NAME].strip() or "Army"


def _unit(row: Any, number: int) -> dict[str, Any]:
    """A unit of a list, checked; [WH40K-2.2] it has one or more models."""
    name = row.get("datasheet") if isinstance(row, dict) else None
    if not isinstance(name, str) or name not in SHEET_OF:
        raise BadInput(f"unit {number} of the army: there is no datasheet {name!r:.40}")
    sheet = SHEET_OF[name]
    groups = row.get("models")
    if not isinstance(groups, list) or not 1 <= len(groups) <= MOST_MODELS:
        raise BadInput(f"unit {number} of the army, {name}: it has no 'models'")
    models = [_group(group, sheet, f"unit {number} of the army, {name}") for group in groups]
    chosen = row.get("abilities", [])
    if not isinstance(chosen, list) or [1 for one in chosen if one not in CHOICES[sheet] or chosen.count(one) > 1]:
        raise BadInput(f"unit {number} of the army, {name}: its wargear does not give it {chosen!r:.60}")
    return {"datasheet": name, "models": models, **({"abilities": chosen} if chosen else {})}


def _group(group: Any, sheet: Sheet, where: str) -> dict[str, Any]:
    """Models that are alike: so many of one line of the datasheet, with weapons that it may have."""
    if not isinstance(group, dict):
        raise BadInput(f"{where}: a group of models has a profile, a count and wargear")
    line, count, wargear = group.get("profile"), group.get("count"), group.get("wargear")
    if not isinstance(line, str) or (sheet, line) not in LINE_OF:
        raise BadInput(f"{where}: it has no model {line!r:.40}")
    if type(count) is not int or not 1 <= count <= MOST_MODELS:
        raise BadInput(f"{where}: {count!r:.20} is no number of models")
    if not isinstance(wargear, list) or len(wargear) > MOST_WEAPONS:
        raise BadInput(f"{where}: 'wargear' is a list of at most {MOST_WEAPONS} weapons")
    for weapon in wargear:
        if not isinstance(weapon, str) or weapon not in ARMS[sheet]:
            raise BadInput(f"{where}: it may not have the weapon {weapon!r:.40}")
    return {"profile": line, "count": count, "wargear": wargear}


# ---------------------------------------------------------------- armies to look at
def army_shown(army: Army) -> dict[str, Any]:
    """Plain data about an army: per unit its datasheet, Power Rating [WH40K-14.3] and models that are alike."""
    powers = [power_rating(unit.sheet, len(unit.models)) for unit in army.units]
    units = [
        {
            "datasheet": SHEETS[unit.sheet].name,
            "power": power,
            "models": groups_of(unit),
            "abilities": list(abilities_of(unit)),
        }
        for unit, power in zip(army.units, powers)
    ]
    return {"faction": army.faction, "power": sum(powers), "units": units}


def groups_of(unit: ArmyUnit) -> list[dict[str, Any]]:
    found: dict[tuple[Line, tuple[int, ...]], int] = {}
    for model in unit.models:
        found[model] = found.get(model, 0) + 1
    return [
        {"profile": LINES[line].shown, "count": count, "wargear": [WEAPONS[weapon].name for weapon in weapons]}
        for (line, weapons), count in found.items()
    ]
