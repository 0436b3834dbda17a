"""Battle goals: each of the 24 judged on a state that meets it and on one that does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.gloomhaven.table import position, run, stack
from grimtable.games.gloomhaven.attacks import attack
from grimtable.games.gloomhaven.battle_goals import FIRST, checkmarks, is_met
from grimtable.games.gloomhaven.components.items import BATTLE_GOALS, BattleGoal
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.gloomhaven.strikes import Strike
from rule import rule

Change = Callable[[Gloomhaven], None]


def tally(what: str, number: int = 1) -> Change:
    return lambda s: s.tally(0, what, number)


def put(column: str, value: object) -> Change:
    def change(s: Gloomhaven) -> None:
        getattr(s, column)[0] = value

    return change


def nothing(s: Gloomhaven) -> None:
    """As it stands: full hand, full hit points, nothing done."""


# name -> a change that meets the goal, and one that misses it
CASES: dict[str, tuple[Change, Change]] = {
    "Streamliner": (nothing, put("hand", ())),
    "Layabout": (put("xp", 7), put("xp", 8)),
    "Workhorse": (put("xp", 13), put("xp", 12)),
    "Zealot": (put("hand", (1, 2, 3)), put("hand", (1, 2, 3, 4))),
    "Masochist": (put("hp", 2), put("hp", 3)),
    "Fast Healer": (nothing, put("hp", 9)),
    "Neutralizer": (tally("traps_sprung_or_disarmed_on_own_or_own_summons_turn"), nothing),
    "Plunderer": (tally("treasure_tiles_looted"), nothing),
    "Protector": (nothing, lambda s: s.put(1, -1)),
    "Explorer": (tally("rooms_revealed_by_opening_door_on_own_turn"), nothing),
    "Hoarder": (tally("money_tokens_looted", 5), tally("money_tokens_looted", 4)),
    "Indigent": (nothing, tally("money_tokens_looted")),
    "Pacifist": (tally("monsters_killed", 3), tally("monsters_killed", 4)),
    "Sadist": (tally("monsters_killed", 5), tally("monsters_killed", 4)),
    "Hunter": (tally("elite_monsters_killed"), nothing),
    "Professional": (tally("equipped_item_uses", 3), tally("equipped_item_uses", 2)),
    "Aggressor": (nothing, lambda s: s.notes.update(rounds_without_monsters=1)),
    "Dynamo": (tally("max_overkill_damage_on_monster", 4), tally("max_overkill_damage_on_monster", 3)),
    "Purist": (nothing, tally("equipped_item_uses")),
    "Opener": (tally("killed_first_monster_of_scenario"), nothing),
    "Diehard": (tally("lowest_hp", 5), tally("lowest_hp", 4)),
    "Executioner": (tally("killed_undamaged_monster_with_single_attack"), nothing),
    "Straggler": (nothing, tally("short_rests")),
    "Scrambler": (nothing, tally("long_rests")),
}


@rule("GLOOMHAVEN-4.11", "GLOOMHAVEN-21.6", "GLOOMHAVEN-1.15")
@pytest.mark.parametrize("goal", BATTLE_GOALS, ids=[goal.name for goal in BATTLE_GOALS])
def test_a_goal_is_met_or_missed(goal: BattleGoal) -> None:
    number = BATTLE_GOALS.index(goal)
    found = BATTLE_GOALS[number]
    for meets, change in zip((True, False), CASES[found.name]):
        s = position(heroes={"brute": (0, 0), "tinkerer": (2, 0)})
        s.goals[0] = FIRST + number
        change(s)
        assert is_met(s, 0, found) == meets
        assert checkmarks(s, 0) == (found.checkmarks if meets else 0)


def test_damage_and_kills_are_counted() -> None:
    s = position(monsters=[("bandit-guard", "elite", (1, 0)), ("bandit-guard", "normal", (-1, 0))])
    hp = s.hp[1]  # and shield 1
    stack(s, 0, "+0")
    s = run(s, lambda t: attack(t, Strike(0, hp + 5, 0), 1)).state.clone()
    assert {key: s.tallies[key] for key in sorted(s.tallies)} == {
        "0 elite_monsters_killed": 1,
        "0 killed bandit-guard": 1,
        "0 killed_first_monster_of_scenario": 1,
        "0 killed_undamaged_monster_with_single_attack": 1,
        "0 max_overkill_damage_on_monster": 4,
        "0 monsters_killed": 1,
    }
    s.hand[0] = ()
    s = run(s, lambda t: suffer(t, 0, 3)).state
    assert s.tallies["0 lowest_hp"] == s.max_hp[0] - 3
