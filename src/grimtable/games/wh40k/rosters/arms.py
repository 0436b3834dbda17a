"""What the models of a roster carry, and what they carry because their squad does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from grimtable.games.wh40k.armies import ARMS, MOST_WEAPONS, ROWS, weapons_in
from grimtable.games.wh40k.components import SHEETS, Sheet
from grimtable.games.wh40k.rosters.names import WEAPON, weapons_named
from grimtable.games.wh40k.rosters.reading import Selection

TIMES = re.compile(r"(\d{1,2})\s*[x×]\s+.*|.*\s\(?[x×]\s?(\d{1,2})\)?", re.IGNORECASE)
SECOND = re.compile(r"^2nd ")
WITHOUT_EFFECT = ("Warlord", "Smite")  # the army says who leads it; every psyker knows Smite


class Arms(NamedTuple):
    """Weapons by their ids, weapons that the data does not have, and choices that are no weapons."""

    wargear: tuple[str, ...]
    strange: tuple[str, ...]
    others: tuple[str, ...]
    by_default: bool = False
    foreign: tuple[str, ...] = ()  # weapons that the datasheet does not give its models


def weapon_profiles(one: Selection) -> tuple[str, ...]:
    """The names of all weapon profiles of a selection, sorted."""
    return tuple(sorted({name for part in parts(one) for kind, name in part.profiles if kind == WEAPON}))


def parts(one: Selection, skip: Sequence[Selection] = ()) -> list[Selection]:
    """A selection and all within it, but for some."""
    return [one, *[part for child in one.selections if child not in skip for part in parts(child, skip)]]


def times(part: Selection, models: int) -> int:
    """How many of a choice each model has: its number is that of all models together."""
    named = TIMES.fullmatch(part.name)
    each = int(named.group(1) or named.group(2)) if named else 1
    return min(max(1, each) * max(1, part.number // models), MOST_WEAPONS + 1)


def carried(chosen: Sequence[Selection], models: int) -> Arms:
    """What each of so many models carries; several profiles of one weapon are one weapon."""
    wargear: list[str] = []
    strange: list[str] = []
    others: list[str] = []
    for part in chosen:
        names = [name for kind, name in part.profiles if kind == WEAPON]
        found = [weapons_named(name) for name in names]
        strange += [name for name, weapons in zip(names, found) if not weapons and name not in strange]
        for weapon in sorted({weapon for weapons in found for weapon in weapons}):
            wargear += [weapon] * times(part, models)
        if not names and not part.selections and part.name not in WITHOUT_EFFECT:
            again = weapons_named(SECOND.sub("", part.name))  # it has no profile of its own
            for weapon in again:
                wargear += [weapon] * times(part, models)
            if not again:
                others.append(part.name)
    return Arms(tuple(wargear), tuple(strange), tuple(others))


def squad_weapons(top: Selection, groups: Sequence[Selection]) -> Arms:
    """What stands beside the models of a unit and not within them: the whole squad has it."""
    if list(groups) == [top]:
        return Arms((), (), ())
    return carried(parts(top, groups)[1:] if not top_weapons(top) else parts(top, groups), 1)


def top_weapons(top: Selection) -> bool:
    return WEAPON in [kind for kind, _ in top.profiles]


def armed(one: Selection, models: int, line: str, sheet: Sheet, shared: Arms) -> Arms:
    """The arms of a group: its own, and those of the squad that it has not replaced; else those of the datasheet."""
    own = carried(parts(one)[0 if top_weapons(one) else 1 :], models)
    row = next(row for row in ROWS if row["id"] == SHEETS[sheet].name)
    given = [weapon for weapon in shared.wargear if not replaced(weapon, own.wargear, line, row["options"])]
    wargear = tuple([weapon for weapon in (*given, *own.wargear) if weapon in ARMS[sheet]])
    foreign = tuple([weapon for weapon in (*given, *own.wargear) if weapon not in ARMS[sheet]])
    if not wargear:
        return Arms(tuple(row["loadout"][line]), own.strange, own.others, True, foreign)
    return Arms(wargear, own.strange, own.others, False, foreign)


def replaced(weapon: str, own: tuple[str, ...], line: str, options: Sequence[dict[str, object]]) -> bool:
    """Whether models have taken something in the place of a squad's weapon."""
    for option in options:
        instead = weapons_in(option.get("with"))
        asked = weapon in weapons_in(option.get("replace")) and option.get("profile") in (None, line)
        if asked and [one for one in own if one in instead]:
            return True
    return False
