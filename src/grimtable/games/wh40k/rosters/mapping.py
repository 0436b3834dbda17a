"""Rosters as armies of the game: each entry is mapped, approximated or refused, and it is said why."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from grimtable.games.wh40k.armies import CHOICES, MOST_MODELS, MOST_UNITS, MOST_WEAPONS, army_name
from grimtable.games.wh40k.components import LINES, SHEETS, Sheet, power_rating
from grimtable.games.wh40k.rosters.arms import Arms, armed, squad_weapons, weapon_profiles
from grimtable.games.wh40k.rosters.names import (
    MODEL,
    SHEET_BY_LINE,
    SHEET_BY_NAME,
    UNIT_TYPE,
    base,
    is_model,
    line_named,
    plain,
    unit_lines,
)
from grimtable.games.wh40k.rosters.reading import Force, Roster, Selection, total
from grimtable.kernel.values import BadInput

MAPPED, APPROXIMATED, REFUSED = "mapped", "approximated", "refused"
SYSTEM, EDITION = "warhammer40000", "8thedition"
WARLORD = "Warlord"
POINTS, POWER = "pts", "PL"


class Note(NamedTuple):
    """Why an entry is not mapped as it is: a reason by its key, and the names it is about."""

    key: str
    names: tuple[str, ...] = ()


class Group(NamedTuple):
    """Models of a unit that are chosen alike."""

    name: str
    number: int
    weapon_profiles: tuple[str, ...]  # found inside the group; those of the whole squad stand beside it
    profile: str  # the line of the datasheet
    wargear: tuple[str, ...]


class Entry(NamedTuple):
    """A top selection of a force, and what became of it."""

    name: str
    catalogue: str
    type: str
    status: str
    notes: tuple[Note, ...]
    datasheet: str
    groups: tuple[Group, ...]
    abilities: tuple[str, ...]  # that wargear gives it
    points: Fraction
    power: Fraction
    unit_profiles: tuple[str, ...]
    categories: tuple[str, ...]
    warlord: bool


class Imported(NamedTuple):
    """A roster, entry by entry, and the army that it makes; None if nothing of it is known."""

    name: str
    system: str
    costs: tuple[tuple[str, Fraction], ...]
    entries: tuple[Entry, ...]
    notes: tuple[Note, ...]
    army: dict[str, Any] | None


def imported(roster: Roster, file: str) -> Imported:
    """[WH40K-17.1] Any models may make an army: what has a datasheet comes along."""
    system = plain(roster.system)
    if system and SYSTEM not in system:
        raise BadInput(f"{file} is a roster for {roster.system[:60]!r}, not for Warhammer 40,000")
    entries = within_bounds([entry_of(one, force) for force in roster.forces for one in force.selections])
    if not [entry for entry in entries if is_unit(entry)]:
        raise BadInput(f"{file} is a roster without units")
    notes = [] if EDITION in system else [Note("other_edition", (roster.system or "?",))]
    army = army_of(roster.name, [entry for entry in entries if entry.status != REFUSED])
    if army is not None and not [entry for entry in entries if entry.warlord and entry.status != REFUSED]:
        notes.append(Note("no_warlord", (army["warlord"],)))
    return Imported(roster.name, roster.system, roster.costs, tuple(entries), tuple(notes), army)


def within_bounds(entries: list[Entry]) -> list[Entry]:
    """Units beyond what an army may have are refused, the first come first."""
    units = models = 0
    found: list[Entry] = []
    for entry in entries:
        size = sum([group.number for group in entry.groups])
        if entry.status != REFUSED and (units == MOST_UNITS or models + size > MOST_MODELS):
            notes = (Note("army_full", (str(MOST_UNITS), str(MOST_MODELS))),)
            entry = entry._replace(status=REFUSED, notes=notes)
        elif entry.status != REFUSED:
            units, models = units + 1, models + size
        found.append(entry)
    return found


def is_unit(entry: Entry) -> bool:
    """Whether an entry is a unit of any game: it has the profile of one, or says that it is one."""
    return bool(entry.unit_profiles) or entry.type in (UNIT_TYPE, MODEL)


# ---------------------------------------------------------------- one entry
def entry_of(top: Selection, force: Force) -> Entry:
    lines = unit_lines(top)
    unit = bool(lines) or top.type in (UNIT_TYPE, MODEL)
    chosen = model_groups(top, lines)
    sheet, notes = sheet_of(top, force, lines or tuple([base(name) for name, _, _ in chosen]))
    groups = tuple([Group(name, count, weapon_profiles(one), "", ()) for name, count, one in chosen]) if unit else ()
    status = REFUSED
    abilities: tuple[str, ...] = ()
    impossible = impossible_number(top)
    if not unit:
        notes = [Note("not_a_unit")]
    elif impossible is not None:
        notes = [impossible]
    elif sheet is not None:
        groups, abilities, more = equipped(top, chosen, sheet)
        most = [Note("too_many_weapons", (one.name,)) for one in groups if len(one.wargear) > MOST_WEAPONS]
        notes = most[:1] or [*notes, *more]
        status = REFUSED if most else APPROXIMATED if notes else MAPPED
    return Entry(
        top.name,
        force.catalogue,
        top.type,
        status,
        tuple(notes),
        SHEETS[sheet].name if sheet is not None and unit else "",
        groups,
        abilities,
        total([top], POINTS),
        total([top], POWER),
        lines,
        tuple(sorted(set(top.categories))),
        has_warlord(top),
    )


def impossible_number(one: Selection) -> Note | None:
    """The first thing in an entry of which there is a number that nothing can have."""
    if one.written:
        return Note("bad_number", (one.name, one.written))
    return next((found for found in map(impossible_number, one.selections) if found is not None), None)


def has_warlord(one: Selection) -> bool:
    return one.name == WARLORD or WARLORD in one.categories or any([has_warlord(child) for child in one.selections])


def sheet_of(top: Selection, force: Force, lines: tuple[str, ...]) -> tuple[Sheet | None, list[Note]]:
    """The datasheet of an entry: by its name, else by the names of its models."""
    sheet = SHEET_BY_NAME.get(plain(top.name))
    notes: list[Note] = []
    if sheet is None:
        near = [SHEET_BY_LINE[plain(line)] for line in lines if plain(line) in SHEET_BY_LINE]
        if not near or near != [near[0]] * len(near):
            return None, [Note("no_datasheet")]
        sheet = near[0]
        notes.append(Note("other_name", (SHEETS[sheet].name,)))
    if plain(SHEETS[sheet].faction) not in plain(force.catalogue):
        notes.append(Note("other_faction", (force.catalogue, SHEETS[sheet].faction)))
    return sheet, notes


def model_groups(top: Selection, lines: tuple[str, ...]) -> list[tuple[str, int, Selection]]:
    """The models of a unit: those chosen as such, or the entry itself if there are none."""
    found = [(one.name, one.number, one) for one in below(top, lines)]
    return found or [(top.name, top.number, top)]


def below(one: Selection, lines: tuple[str, ...]) -> list[Selection]:
    """The model groups in a unit. What lies inside a model is its wargear, whatever it says of itself."""
    found: list[Selection] = []
    for child in one.selections:
        if is_model(child, lines):
            found.append(child)
        else:
            found += [deep for deep in below(child, ()) if deep.type == "model"]
    return found


def equipped(
    top: Selection, chosen: list[tuple[str, int, Selection]], sheet: Sheet
) -> tuple[tuple[Group, ...], tuple[str, ...], list[Note]]:
    """The groups with the lines and weapons of a datasheet, and the abilities that the choices give."""
    notes: list[Note] = []
    shared: Arms = squad_weapons(top, [one for _, _, one in chosen])
    groups: list[Group] = []
    strange = list(shared.strange)
    foreign: list[str] = []
    others = list(shared.others)
    for name, count, one in chosen:
        line, exact = line_named(sheet, name, one)
        if not exact:
            notes.append(Note("other_model", (name, LINES[line].shown)))
        arms = armed(one, count, LINES[line].shown, sheet, shared)
        strange += [weapon for weapon in arms.strange if weapon not in strange]
        foreign += [weapon for weapon in arms.foreign if weapon not in foreign]
        others += [other for other in arms.others if other not in others]
        if arms.by_default:
            notes.append(Note("by_default", (name,)))
        groups.append(Group(name, count, weapon_profiles(one), LINES[line].shown, arms.wargear))
    if strange:
        notes.append(Note("unknown_weapons", tuple(strange)))
    if foreign:
        notes.append(Note("not_its_weapons", tuple(foreign)))
    given = {plain(ability): ability for ability in CHOICES[sheet]}
    abilities = tuple(dict.fromkeys([given[plain(other)] for other in others if plain(other) in given]))
    others = [other for other in others if plain(other) not in given]
    if others:
        notes.append(Note("left_out", tuple(others)))
    models = sum([group.number for group in groups])
    row = SHEETS[sheet]
    if not row.smallest <= models <= row.largest:
        notes.append(Note("other_size", (str(models), str(row.smallest), str(row.largest))))
    return tuple(groups), abilities, notes


# ---------------------------------------------------------------- the army
def army_of(name: str, entries: Sequence[Entry]) -> dict[str, Any] | None:
    """An army list in the form of data/armies.json."""
    if not entries:
        return None
    by_name = {sheet.name: number for number, sheet in enumerate(SHEETS)}
    factions = [SHEETS[by_name[entry.datasheet]].faction for entry in entries]
    leaders = [entry.datasheet for entry in entries if entry.warlord]
    characters = [entry.datasheet for entry in entries if "CHARACTER" in SHEETS[by_name[entry.datasheet]].keywords]
    powers = [power_rating(by_name[one.datasheet], sum([group.number for group in one.groups])) for one in entries]
    units = [
        {
            "datasheet": entry.datasheet,
            "models": [
                {"profile": group.profile, "count": group.number, "wargear": list(group.wargear)}
                for group in entry.groups
            ],
            "abilities": list(entry.abilities),
            "power": power,
            "points": int(entry.points),
        }
        for entry, power in zip(entries, powers)
    ]
    return {
        "id": "_".join("".join([c if c.isascii() and c.isalnum() else " " for c in name.lower()]).split()) or "roster",
        "name": army_name(name or "Roster"),
        "faction": max(sorted(set(factions)), key=factions.count),
        "units": units,
        "power_level": sum(powers),
        "points": sum([int(entry.points) for entry in entries]),
        "warlord": [*leaders, *characters, entries[0].datasheet][0],
    }
