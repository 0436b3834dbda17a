"""Conditions and counts of what an attack gets against one target."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import NEGATIVE
from grimtable.games.gloomhaven.ops.attack import holds, per_target
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.gloomhaven.strikes import Blow


@holds.by("target_adjacent_to_any_of_your_allies")
def beside_an_ally(s: Gloomhaven, blow: Blow) -> bool:
    return any([s.adjacent(f, blow.target) for f in s.allies(blow.strike.attacker)])


@holds.by("target_adjacent_to_none_of_its_allies")
def alone(s: Gloomhaven, blow: Blow) -> bool:
    return not any([s.adjacent(f, blow.target) for f in s.allies(blow.target)])


@per_target.by("your_ally_adjacent_to_target")
def allies_beside(s: Gloomhaven, blow: Blow) -> int:
    return len([f for f in s.allies(blow.strike.attacker) if s.adjacent(f, blow.target)])


@per_target.by("negative_condition_on_target")
def negative_conditions(s: Gloomhaven, blow: Blow) -> int:
    """Curses are cards, not conditions a figure has."""
    return (s.conditions[blow.target] & NEGATIVE).bit_count()


@holds.by("target_adjacent_to_any_other_of_the_monsters_allies")
def beside_allies_of_attacker(s: Gloomhaven, blow: Blow) -> bool:
    return any([s.adjacent(f, blow.target) for f in s.allies(blow.strike.attacker)])
