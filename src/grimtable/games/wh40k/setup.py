"""The position at the start: two armies beside an empty table [WH40K-16, WH40K-17.1]."""

from __future__ import annotations

from collections.abc import Mapping

from grimtable.games.wh40k.armies import abilities_of, army_from
from grimtable.games.wh40k.components import ARMIES, LINES, NONE, SHEETS, Army, power_rating
from grimtable.games.wh40k.state import GONE, TABLE, Battle
from grimtable.kernel.values import Step

RULINGS = ("wound_allocation", "casualties", "saves", "objective")


def new_state(players: int, options: Mapping[str, int | str]) -> Battle:
    """Two armies, nothing on the table yet."""
    s = Battle([Step("set_up")])
    s.rulings = frozenset([f"{name}={options[name]}" for name in RULINGS])
    s.layout = str(options["terrain"])
    armies = [army_named(str(options[name])) for name in ("army_1", "army_2")]
    s.armies = tuple([army.name for army in armies])
    s.warlord = (NONE, NONE)
    s.trait = ("", "")
    for player, army in enumerate(armies):
        muster(s, player, army)
    return s


def army_named(value: str) -> Army:
    """A ready list by its name, or the list that somebody brings along."""
    return ARMIES[value] if value in ARMIES else army_from(value)


def muster(s: Battle, player: int, army: Army) -> None:
    """[WH40K-17.1, WH40K-2.2] An army's units and models."""
    for row in army.units:
        unit = s.add_unit(player, row.sheet, abilities_of(row), power_rating(row.sheet, len(row.models)))
        for line, weapons in row.models:
            s.add_model(unit, line, weapons)


# ---------------------------------------------------------------- what every position must satisfy
def problems(s: Battle) -> list[str]:
    """Broken invariants of a position, in words."""
    units, models = len(s.owner), len(s.unit)
    by_unit = (s.sheet, s.abilities, s.crew, s.power, s.place, s.flags, s.lost, s.targets, s.known, s.tried, s.denied)
    if not all([len(column) == units for column in by_unit]):
        return ["the units' columns differ in length"]
    by_model = (s.line, s.wargear, s.wounds, s.x, s.y, s.z, s.facing, s.moved)
    if not all([len(column) == models for column in by_model]):
        return ["the models' columns differ in length"]
    found: list[str] = ["the roll that a question is about is not whole"] if len(s.roll) not in (0, 6) else []
    for unit, place in enumerate(s.place):
        alive = s.alive(unit)
        if [m for m in s.crew[unit] if s.unit[m] != unit]:
            found.append(f"unit {unit} counts a model of another unit")
        if place == TABLE and not alive:
            found.append(f"unit {unit} stands on the table without a model")
        if place == GONE and alive:
            found.append(f"unit {unit} is destroyed and has models")
        if place >= 0 and SHEETS[s.sheet[place]].transport is None:
            found.append(f"unit {unit} rides in something that carries nobody")
    found += [f"model {m} has too many wounds" for m in range(models) if s.wounds[m] > LINES[s.line[m]].wounds]
    return found
