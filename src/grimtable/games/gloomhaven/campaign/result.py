"""What came of a scenario: read from the game at its end, checked before a campaign takes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from grimtable.games.gloomhaven.battle_goals import checkmarks
from grimtable.games.gloomhaven.campaign.acts import no
from grimtable.games.gloomhaven.campaign.components import RANDOM_DUNGEON, SKULLBANE_AXE
from grimtable.games.gloomhaven.campaign.world import SCENARIO_STAGE, World
from grimtable.games.gloomhaven.components.dungeons import CHEST, FIRST
from grimtable.games.gloomhaven.components.scenarios import record_of
from grimtable.games.gloomhaven.components.terms import OVER
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.gloomhaven.victory import gold_of
from grimtable.kernel.values import BadInput, Refusal

RESET_ON_LOSS = "treasure_reset_on_loss"
GIVEN_UP = 62  # where a treasure may be given up, it is this one
MOST = 10_000  # of anything a character can bring home


@dataclass
class Fate:
    """What one character brings home."""

    xp: int
    gold: int
    checks: int  # of its battle goal
    treasures: list[int] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)  # for personal quests


@dataclass
class Result:
    number: int  # which of the campaign's scenarios, counted through
    scenario: int
    won: bool
    fates: list[Fate]
    given_up: list[int] = field(default_factory=list)  # treasures that nobody has any more, and nobody finds again


def result_of(s: Gloomhaven, number: int, won: bool) -> Result:
    """[GLOOMHAVEN-21.4, GLOOMHAVEN-21.6] Experience with its bonus is in the state already."""
    assert s.phase == OVER, "the scenario is not over"
    fates = []
    given_up = [GIVEN_UP] if won and s.notes.get("sacrificed") else []
    for character in range(s.characters):
        exhausted = [c for c in range(s.characters) if c not in s.heroes() and not s.notes.get(f"left {c}")]
        mine = f"{character} "
        counts = {name.removeprefix(mine): by for name, by in s.tallies.items() if name.startswith(mine + "killed ")}
        counts["axe_kills"] = s.tallies.get(f"{mine}slain with {SKULLBANE_AXE}", 0)
        counts["elites"] = s.tallies.get(mine + "elite_monsters_killed", 0)
        counts["exhausted"] = int(character in exhausted)
        counts["dead"] = s.notes.get(f"dead {character}", 0)
        counts["others_exhausted"] = len([c for c in exhausted if c != character])
        looted = [n for n in s.loot[character] if 0 < n < CHEST and n not in (*given_up, *left_behind(s, won))]
        fates.append(Fate(s.xp[character], gold_of(s, character), checkmarks(s, character), looted, counts))
    return Result(number, RANDOM_DUNGEON if s.scenario >= FIRST else s.scenario, won, fates, given_up)


def left_behind(s: Gloomhaven, won: bool) -> list[int]:
    """Treasures that are back in their place after a loss."""
    found = [int(rule["number"]) for rule in record_of(s.scenario)["special_rules"] if rule["op"] == RESET_ON_LOSS]
    return [] if won else found


def result_from(found: Any) -> Result:
    """A result from plain data; BadInput if it has not the shape of one."""
    try:
        given_up = list(found.get("given_up", ()))
        numbers: list[Any] = [found["number"], found["scenario"], *given_up]
        for fate in found["fates"]:
            numbers += [fate["xp"], fate["gold"], fate["checks"], *fate["treasures"], *fate["counts"].values()]
        if [n for n in numbers if not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= MOST]:
            raise BadInput("a result counts in whole numbers from 0")
        fates = [Fate(**fate) for fate in found["fates"]]
        return Result(found["number"], found["scenario"], bool(found["won"]), fates, given_up)
    except (TypeError, KeyError, AttributeError) as error:
        raise BadInput("this is no result of a scenario") from error


def why_not_result(world: World, result: Result) -> Refusal | None:
    """It must be of the scenario in play, of these characters, and come for the first time."""
    if world.stage != SCENARIO_STAGE or result.number != world.waiting:
        return no("21.4", "no_result_awaited")
    if result.scenario != world.bound_for or len(result.fates) != len(world.team()):
        return no("21.4", "other_scenario")
    return None
