"""Battle goals [GLOOMHAVEN-4.11, GLOOMHAVEN-21.6]: judged at the end of a scenario that was won."""

from __future__ import annotations

from collections.abc import Callable

from grimtable.games.gloomhaven.components import NONE, Figure
from grimtable.games.gloomhaven.components.items import BATTLE_GOALS, BattleGoal
from grimtable.games.gloomhaven.state import Gloomhaven

FIRST = 40_000  # the number of the first battle goal among the hidden things
# What goals count that is not simply tallied, by the name the data gives it.
MEASURES: dict[str, Callable[[Gloomhaven, Figure], int]] = {
    "cards_in_hand_plus_discard_at_end": lambda s, c: len(s.hand[c]) + len(s.discard[c]),
    "xp_gained": lambda s, c: s.xp[c],
    "current_hp_at_end": lambda s, c: max(s.hp[c], 0) if s.in_play(c) else 0,
    "other_characters_exhausted": lambda s, c: len([o for o in range(s.characters) if o != c and o not in s.heroes()]),
    "every_round_start_had_monster_on_map": lambda s, c: int(s.notes.get("rounds_without_monsters", 0) == 0),
    "min_hp_during_scenario": lambda s, c: s.tallies.get(f"{c} lowest_hp", s.max_hp[c]),
    "short_rests_taken": lambda s, c: s.tallies.get(f"{c} short_rests", 0),
    "long_rests_taken": lambda s, c: s.tallies.get(f"{c} long_rests", 0),
}
BOUNDS: dict[str, Callable[[Gloomhaven, Figure], int]] = {
    "max_hp": lambda s, c: s.max_hp[c],
    "level+2": lambda s, c: s.levels[c] + 2,
    "ceil(max_hp/2)": lambda s, c: (s.max_hp[c] + 1) // 2,
}


def goal_of(s: Gloomhaven, character: Figure) -> BattleGoal | None:
    return BATTLE_GOALS[s.goals[character] - FIRST] if s.goals[character] != NONE else None


def is_met(s: Gloomhaven, character: Figure, goal: BattleGoal) -> bool:
    """Every condition of the card holds on the state at the end."""
    return all([holds(s, character, *condition) for condition in goal.condition["all"]])


def holds(s: Gloomhaven, character: Figure, what: str, sign: str, bound: int | str) -> bool:
    measure = MEASURES.get(what)
    found = measure(s, character) if measure is not None else s.tallies.get(f"{character} {what}", 0)
    limit = BOUNDS[bound](s, character) if isinstance(bound, str) else int(bound)
    if sign == "==":
        return found == limit
    return found >= limit if sign == ">=" else found <= limit


def checkmarks(s: Gloomhaven, character: Figure) -> int:
    """[GLOOMHAVEN-4.11] What the kept goal gives."""
    goal = goal_of(s, character)
    return goal.checkmarks if goal is not None and is_met(s, character, goal) else 0
