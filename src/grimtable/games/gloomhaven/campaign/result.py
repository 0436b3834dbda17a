"""What came of a scenario: read from the game at its end, checked before a campaign takes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from grimtable.games.gloomhaven.battle_goals import checkmarks
from grimtable.games.gloomhaven.campaign.acts import no
from grimtable.games.gloomhaven.campaign.world import SCENARIO_STAGE, World
from grimtable.games.gloomhaven.components.scenarios import GOLD_PER_TOKEN
from grimtable.games.gloomhaven.state import OVER, Gloomhaven
from grimtable.kernel.values import BadInput, Refusal

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


def result_of(s: Gloomhaven, number: int, won: bool) -> Result:
    """[GLOOMHAVEN-21.4, GLOOMHAVEN-21.6] Experience with its bonus is in the state already."""
    assert s.phase == OVER, "the scenario is not over"
    fates = []
    for character in range(s.characters):
        exhausted = [c for c in range(s.characters) if not s.in_play(c) and not s.notes.get(f"left {c}")]
        mine = f"{character} "
        counts = {
            name.removeprefix(mine): by
            for name, by in s.tallies.items()
            if name.startswith(mine + "killed ") or name in (mine + "axe_kills",)
        }
        counts["elites"] = s.tallies.get(mine + "elite_monsters_killed", 0)
        counts["exhausted"] = int(character in exhausted)
        counts["others_exhausted"] = len([c for c in exhausted if c != character])
        gold = s.coins[character] * GOLD_PER_TOKEN[s.solo][s.level]
        looted = [number for number in s.loot[character] if number > 0]
        fates.append(Fate(s.xp[character], gold, checkmarks(s, character), looted, counts))
    return Result(number, s.scenario, won, fates)


def result_from(found: Any) -> Result:
    """A result from plain data; BadInput if it has not the shape of one."""
    try:
        numbers: list[Any] = [found["number"], found["scenario"]]
        for fate in found["fates"]:
            numbers += [fate["xp"], fate["gold"], fate["checks"], *fate["treasures"], *fate["counts"].values()]
        if [n for n in numbers if not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= MOST]:
            raise BadInput("a result counts in whole numbers from 0")
        fates = [Fate(**fate) for fate in found["fates"]]
        return Result(found["number"], found["scenario"], bool(found["won"]), fates)
    except (TypeError, KeyError, AttributeError) as error:
        raise BadInput("this is no result of a scenario") from error


def why_not_result(world: World, result: Result) -> Refusal | None:
    """It must be of the scenario in play, of these characters, and come for the first time."""
    if world.stage != SCENARIO_STAGE or result.number != world.waiting:
        return no("21.4", "no_result_awaited")
    if result.scenario != world.bound_for or len(result.fates) != len(world.team()):
        return no("21.4", "other_scenario")
    return None
