"""Names as rosters write them, and what they name here."""

from __future__ import annotations

import re

from grimtable.games.wh40k.armies import ROWS
from grimtable.games.wh40k.components import LINES, PROFILES, SHEET_OF, WEAPONS, Line, Sheet
from grimtable.games.wh40k.rosters.reading import Selection

UNIT, WEAPON = "Unit", "Weapon"  # types of profiles
UNIT_TYPE, MODEL = "unit", "model"  # types of selections
COUNTED = re.compile(r"^\d{1,2}\s*[x×]\s+|\s+\(?[x×]\s?\d{1,2}\)?$", re.IGNORECASE)  # "2x " before, " x2" after
JOINED = re.compile(r"\s*[&+/,]\s*|\s+and\s+", re.IGNORECASE)
AFTER_NAME = re.compile(r"\s+w/.*|\s*\(.*")


def plain(name: str) -> str:
    """A name without case, signs and the two ways to spell armour."""
    return "".join([c for c in name.casefold() if c.isalnum()]).replace("armour", "armor")


def base(name: str) -> str:
    """The name of a model without its weapons."""
    return AFTER_NAME.sub("", name)


SHEET_BY_NAME: dict[str, Sheet] = {
    plain(name): SHEET_OF[row["id"]] for row in ROWS for name in (row["bsdata_name"], row["name"])
}
SHEET_BY_LINE: dict[str, Sheet] = {plain(line.shown): line.sheet for line in LINES[::-1]}
WEAPON_BY_NAME: dict[str, str] = {
    **{plain(PROFILES[number].shown): weapon.name for weapon in WEAPONS for number in weapon.profiles},
    **{plain(weapon.shown): weapon.name for weapon in WEAPONS},
}


def unit_lines(one: Selection) -> tuple[str, ...]:
    """The names of all unit profiles of a selection, sorted."""
    return tuple(sorted(set(_unit_lines(one))))


def _unit_lines(one: Selection) -> list[str]:
    own = [name for kind, name in one.profiles if kind == UNIT]
    return [*own, *[name for child in one.selections for name in _unit_lines(child)]]


def has_weapons(one: Selection) -> bool:
    return WEAPON in [kind for kind, _ in one.profiles] or any([has_weapons(child) for child in one.selections])


def is_model(child: Selection, lines: tuple[str, ...]) -> bool:
    """Whether a choice of a unit is a group of models: it says so, or it has a profile or the name of one, and arms."""
    if child.type == MODEL:
        return True
    if not lines:
        return False
    return UNIT in [kind for kind, _ in child.profiles] or (base(child.name) in lines and has_weapons(child))


def line_named(sheet: Sheet, name: str, one: Selection) -> tuple[Line, bool]:
    """The line of a datasheet that models have: by name, by profile, else the first; and whether it fits."""
    own = [number for number, line in enumerate(LINES) if line.sheet == sheet]
    for word in (base(name), name, *[shown for kind, shown in one.profiles if kind == UNIT]):
        for number in own:
            if plain(LINES[number].shown) in (plain(word), f"{plain(word)}s"):
                return number, True
    return own[0], len(own) == 1


def weapons_named(name: str) -> tuple[str, ...]:
    """The weapons of a name: of one, however many of it, or of several that share their last words.

    "2x Storm bolters", "Frag & Krak grenades"; nothing if any of them is unknown.
    """
    word = COUNTED.sub("", name)
    whole = weapon_named(word)
    if whole is not None:
        return (whole,)
    parts = [part for part in JOINED.split(word) if part]
    shared = parts[-1].split() if len(parts) > 1 else []
    found: list[str] = []
    for part in parts if shared else ():
        ways = [part, *[" ".join([part, *shared[at:]]) for at in range(1, len(shared))]]
        known = [weapon for weapon in [weapon_named(way) for way in ways] if weapon is not None]
        if not known:
            return ()
        found.append(known[0])
    return tuple(found)


def weapon_named(name: str) -> str | None:
    """The weapon of a name, also of its plural."""
    word = plain(name)
    for form in (word, word.removesuffix("s")):
        if form in WEAPON_BY_NAME:
            return WEAPON_BY_NAME[form]
    return None
