"""Datasheets, weapons, abilities, powers, armies and terrain, from data/ into constants. Things are numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from grimtable.games.wh40k.components.effects import BLANK, INCH, NOTHING, Amount, Effect, amount, parse

Player = int  # a seat
Unit = int
Model = int
Sheet = int
Line = int  # a line of characteristics of a datasheet
Profile = int  # of a weapon

FOLDER = Path(__file__).parent.parent
NONE = -1
MM = 100


def _read(name: str) -> Any:
    return json.loads((FOLDER / "data" / f"{name}.json").read_text(encoding="utf-8"))


# ---------------------------------------------------------------- weapons
class Weapon(NamedTuple):
    """A weapon and its profiles; a model with several chooses one each time it attacks."""

    name: str
    shown: str
    profiles: tuple[Profile, ...]


class WeaponProfile(NamedTuple):
    """[WH40K-14.5] Range 0 is Melee: such a weapon is used in the Fight phase only."""

    weapon: int
    shown: str
    range: int
    least: int  # the target must be farther away than this
    type: str  # assault, heavy, rapid_fire, grenade, pistol or melee [WH40K-8.1]
    attacks: Amount
    strength: str  # "user", "+2", "x2" or a number
    ap: int
    damage: Amount
    effects: tuple[Effect, ...]


_WEAPONS: dict[str, Any] = _read("weapons")["weapons"]
WEAPON_OF: dict[str, int] = {name: number for number, name in enumerate(_WEAPONS)}


def _profiles() -> tuple[tuple[Weapon, ...], tuple[WeaponProfile, ...]]:
    weapons: list[Weapon] = []
    profiles: list[WeaponProfile] = []
    for number, (name, row) in enumerate(_WEAPONS.items()):
        first = len(profiles)
        for p in row["profiles"]:
            profiles.append(
                WeaponProfile(
                    number,
                    p["name"],
                    0 if p["range"] == "melee" else p["range"] * INCH,
                    row.get("min_range", 0) * INCH,
                    p["type"],
                    amount(p["attacks"]),
                    str(p["S"]),
                    p["AP"],
                    amount(p["D"]),
                    tuple([parse(effect, name) for effect in p["effects"]]),
                )
            )
        weapons.append(Weapon(name, row["name"], tuple(range(first, len(profiles)))))
    return tuple(weapons), tuple(profiles)


WEAPONS, PROFILES = _profiles()  # the plaguereaper too [WH40K-18.2]
CLOSE_COMBAT: Profile = WEAPONS[WEAPON_OF["close_combat_weapon"]].profiles[0]  # [WH40K-11.14]
MELEE, ASSAULT, HEAVY, RAPID_FIRE, GRENADE, PISTOL = "melee", "assault", "heavy", "rapid_fire", "grenade", "pistol"

# ---------------------------------------------------------------- abilities, traits and powers
_ABILITIES: dict[str, Any] = _read("abilities")["abilities"]
_CORE: dict[str, Any] = _read("core_tables")
_POWERS: list[dict[str, Any]] = _read("psychic_powers")["powers"]
# [WH40K-16.7, WH40K-16.8, WH40K-16.9, WH40K-18.3] Effects that lie on their unit or around it, as data/ says them.
TRAITS: tuple[str, ...] = tuple([trait["id"] for trait in _CORE["warlord_traits"]])
ABILITY_EFFECTS: dict[str, tuple[Effect, ...]] = {
    row["id"]: tuple([parse(effect, row["id"]) for effect in row["effects"]])
    for row in [*_ABILITIES.values(), *_CORE["warlord_traits"]]
}
ABILITIES: tuple[str, ...] = tuple(_ABILITIES)


class Power(NamedTuple):
    """A psychic power [WH40K-6.5]."""

    name: str
    discipline: str
    warp_charge: int
    range: int
    side: str  # of the target: enemy, friendly or self
    pick: str  # the caster chooses, or closest, or all_in_range
    visible: bool
    one_model: bool
    keywords: tuple[str, ...]
    ability: str  # the target must have it
    effects: tuple[Effect, ...]


def _power(row: dict[str, Any]) -> Power:
    target = row["target"]
    return Power(
        row["id"],
        row["discipline"],
        row["warp_charge"],
        row["range"] * INCH,
        target["side"],
        target.get("pick", ""),
        target.get("visible", False),
        target.get("level", "unit") == "model",
        tuple(target.get("keywords_all", ())),
        target.get("has_ability", ""),
        tuple([parse(effect, row["id"]) for effect in row["effects"]]),
    )


POWERS: tuple[Power, ...] = tuple([_power(row) for row in _POWERS])
POWER_OF: dict[str, int] = {power.name: number for number, power in enumerate(POWERS)}
SMITE = POWER_OF["smite"]


def _numbered() -> tuple[Effect, ...]:
    """Every effect, so that a position can name one by its number."""
    found: list[Effect] = []
    rows = [*ABILITY_EFFECTS.values(), *[p.effects for p in PROFILES], *[p.effects for p in POWERS]]
    todo = [effect for effects in rows for effect in effects]
    while todo:
        effect = todo.pop(0)
        found.append(effect)
        todo = [*effect.does, *todo]
    return tuple(found)


EFFECTS: tuple[Effect, ...] = _numbered()
EFFECT_NUMBER: dict[Effect, int] = {effect: number for number, effect in reversed(list(enumerate(EFFECTS)))}


# ---------------------------------------------------------------- datasheets [WH40K-14.1]
class Psyker(NamedTuple):
    """[WH40K-6.2] How many powers it may try to manifest and to deny, what it knows and what it may learn."""

    cast: int
    cast_when: tuple[int, int]  # from this many models on, this many
    deny: int
    knows: tuple[int, ...]
    learns: int
    discipline: str
    whole_unit: bool  # [WH40K-6.17]


class Transport(NamedTuple):
    """[WH40K-13.2] Who may ride, and how many."""

    capacity: int
    all_of: tuple[str, ...]
    any_of: tuple[str, ...]
    none_of: tuple[str, ...]
    weights: tuple[tuple[str, int], ...]


class Datasheet(NamedTuple):
    """[WH40K-2.1, WH40K-14.1] What a datasheet says of its unit; the Lord of Contagion is one of them [WH40K-18.7]."""

    name: str
    shown: str
    faction: str
    keywords: tuple[str, ...]  # faction keywords too [WH40K-14.7]
    abilities: tuple[str, ...]
    shape: str  # round, oval or hull [WH40K-1.2]
    half_width: int
    half_length: int
    height: int
    power: int  # of the smallest unit
    steps: tuple[tuple[int, int], ...]  # from so many models on, this Power Rating
    per_model: int
    per_ten: int
    smallest: int
    largest: int
    transport: Transport | None
    psyker: Psyker | None


class Characteristics(NamedTuple):
    """[WH40K-14.4, WH40K-18.1] One line of a datasheet at full strength; 0 is "-" for WS and BS [WH40K-14.11]."""

    sheet: Sheet
    shown: str
    least_move: int  # [WH40K-4.9] 0 without a minimum
    move: int
    move_dice: Amount
    ws: int
    bs: int
    strength: int
    toughness: int
    wounds: int
    attacks: Amount
    leadership: int
    save: int
    rows: tuple[
        tuple[int, tuple[tuple[str, Any], ...]], ...
    ]  # damage table: from so many wounds on, these [WH40K-14.8]


_SHEETS: list[dict[str, Any]] = _read("datasheets")["datasheets"]
SHEET_OF: dict[str, Sheet] = {row["id"]: number for number, row in enumerate(_SHEETS)}


def _psyker(row: dict[str, Any] | None) -> Psyker | None:
    if row is None:
        return None
    more = [(int(n), c) for n, c in row.get("cast_if_models_at_least", {}).items()]
    choose = row.get("choose", {"count": 0, "discipline": ""})
    return Psyker(
        row["cast"],
        more[0] if more else (0, 0),
        row["deny"],
        tuple([POWER_OF[name] for name in row["knows"]]),
        choose["count"],
        choose["discipline"],
        row.get("unit_psyker", False),
    )


def _transport(row: dict[str, Any] | None) -> Transport | None:
    if row is None:
        return None
    return Transport(
        row["capacity"],
        tuple(row["allow_all"]),
        tuple(row.get("require_any", ())),
        tuple(row["forbid_any"]),
        tuple(row["weights"].items()),
    )


def measured(base: dict[str, Any]) -> dict[str, Any]:
    """[WH40K-1.2] What distances are measured from; of hull or base, whichever is closer, the oblong around both."""
    if base.get("measure") == "hull":
        return {"shape": "hull", **base["hull"]}
    if base.get("measure") == "hull_or_base":
        sides = {side: max(base[side], base["hull"][side]) for side in ("width_mm", "length_mm")}
        return {"shape": "hull", **sides}
    return base


def _sheet(row: dict[str, Any]) -> Datasheet:
    base = measured(row["base"])
    width: int = base["diameter_mm"] if "diameter_mm" in base else base["width_mm"]
    power = row["power"]
    return Datasheet(
        row["id"],
        row["name"],
        row["faction"],
        (*row["keywords"], *row["faction_keywords"]),
        tuple(row["abilities"]),
        base["shape"],
        width * MM // 2,
        base.get("length_mm", width) * MM // 2,
        row["height_mm"]["value"] * MM,
        power["base"],
        tuple([(n, p) for n, p in power.get("steps", ())]),
        power.get("per_model", 0),
        power.get("per_extra_10", 0),
        sum([part["min"] for part in row["composition"]]),
        sum([part["max"] for part in row["composition"]]),
        _transport(row.get("transport")),
        _psyker(row.get("psyker")),
    )


SHEETS: tuple[Datasheet, ...] = tuple([_sheet(row) for row in _SHEETS])


def _move(word: Any) -> tuple[int, int, Amount]:
    if isinstance(word, str) and "-" in word:
        least, most = word.split("-")
        return int(least) * INCH, int(most) * INCH, NOTHING
    if isinstance(word, str):
        return 0, 0, amount(word)
    return 0, word * INCH, NOTHING


def _rows(sheet: dict[str, Any]) -> tuple[tuple[int, tuple[tuple[str, Any], ...]], ...]:
    table = sheet.get("damage_table")
    if table is None:
        return ()
    found = []
    for row in table["rows"]:
        values = [
            (column, _move(value) if column == "M" else amount(value) if column == "A" else value)
            for column, value in zip(table["columns"], row["values"])
        ]
        found.append((row["min_wounds"], tuple(values)))
    return tuple(found)


def _characteristics(number: Sheet, sheet: dict[str, Any], line: dict[str, Any]) -> Characteristics:
    rows = _rows(sheet)
    full = dict(rows[0][1]) if rows else {}
    least, most, dice = full["M"] if line["M"] == "*" else _move(line["M"])

    def stat(name: str) -> Any:
        value = full[name] if line[name] == "*" else line[name]
        return 0 if value == "-" else value

    attacks = stat("A")
    return Characteristics(
        number, line["name"], least, most, dice, stat("WS"), stat("BS"), stat("S"), stat("T"), line["W"],
        attacks if isinstance(attacks, Amount) else amount(attacks), line["Ld"], line["Sv"], rows,
    )  # fmt: skip


LINES: tuple[Characteristics, ...] = tuple(
    [_characteristics(number, sheet, line) for number, sheet in enumerate(_SHEETS) for line in sheet["profiles"]]
)
LINE_OF: dict[tuple[Sheet, str], Line] = {(line.sheet, line.shown): number for number, line in enumerate(LINES)}


def power_rating(sheet: Sheet, models: int) -> int:
    """[WH40K-14.3, WH40K-17.2] The Power Rating of so many models; fewer than the least cost as much as the least."""
    row = SHEETS[sheet]
    rating = row.power + row.per_model * max(models, row.smallest)
    for least, power in row.steps:
        if models >= least:
            rating = power
    return rating + row.per_ten * (max(0, models - row.smallest + 9) // 10)


# ---------------------------------------------------------------- armies
class ArmyUnit(NamedTuple):
    sheet: Sheet
    models: tuple[tuple[Line, tuple[int, ...]], ...]  # per model: its line and its weapons
    rides: str  # the datasheet of the transport it may begin in
    chosen: tuple[str, ...]  # abilities that its wargear gives it


class Army(NamedTuple):
    name: str
    faction: str
    units: tuple[ArmyUnit, ...]
    warlord: str


def army_of(row: dict[str, Any]) -> Army:
    """An army list in the form of data/armies.json."""
    units = []
    for unit in row["units"]:
        sheet = SHEET_OF[unit["datasheet"]]
        models = [
            (LINE_OF[sheet, part["profile"]], tuple([WEAPON_OF[name] for name in part["wargear"]]))
            for part in unit["models"]
            for _ in range(part["count"])
        ]
        units.append(ArmyUnit(sheet, tuple(models), unit.get("embarked_in", ""), tuple(unit.get("abilities", ()))))
    return Army(row["id"], row["faction"], tuple(units), row["warlord"])


_ARMIES: list[dict[str, Any]] = _read("armies")["armies"]
ARMIES: dict[str, Army] = {row["id"]: army_of(row) for row in _ARMIES}
ARMY_NAMES: dict[str, str] = {row["id"]: row["name"] for row in _ARMIES}
SMALL = ("demo_marines_25", "demo_death_guard_25")  # the armies to begin with
ARMY_ORDER: tuple[str, ...] = (*SMALL, *[name for name in ARMIES if name not in SMALL])

# ---------------------------------------------------------------- the mission Only War
_MISSION: dict[str, Any] = _CORE["mission_only_war"]
ROUNDS: int = _MISSION["rounds"]  # [WH40K-17.17]
OBJECTIVES: tuple[str, ...] = tuple([row["id"] for row in _MISSION["primary"]])
SLAY_AND_SECURE, ANCIENT_RELIC, DOMINATION = range(3)
MARKER_VP: tuple[int, ...] = tuple([row["vp_per_marker"] for row in _MISSION["primary"]])
DIVISIONS: tuple[str, ...] = tuple(_MISSION["deployment_lines"]["options"])
WIDTH, DEPTH = [size * INCH for size in _CORE["distances_in"]["table"]["value"]]  # [WH40K-16.2]
MARKERS_EACH: int = _MISSION["markers_per_player"]

__all__ = ["BLANK", "EFFECTS", "INCH", "NOTHING", "Amount", "Effect"]
