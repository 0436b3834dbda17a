"""Personal quests [GLOOMHAVEN-23.11]: what they count, and when they are done.

What a hero owns is looked up; what happens is counted when it happens, by the requirement of its quest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grimtable.games.gloomhaven.campaign.chronicle import Chronicle
from grimtable.games.gloomhaven.campaign.components import BLOOD_GOD, QUESTS, RANDOM_DUNGEON, SIDE_FROM
from grimtable.games.gloomhaven.campaign.world import Hero, World
from grimtable.games.gloomhaven.components import read
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.scenarios import SCENARIOS

REGIONS: dict[str, frozenset[int]] = {
    record["region"]: frozenset(record["scenarios"]) for record in read("regions")["records"]
}
SLOTS: Final = {"head": "head", "body": "body", "legs": "legs", "onehand": "one_hand", "twohand": "two_hands"}
DEADLY_BLOOD_GOD: Final = 8  # where death is final [GLOOMHAVEN-29.4]
# What a requirement counts that names no `track`, by quest and requirement: beginnings of monsters' names.
KILLS: Final[dict[tuple[int, int], tuple[str, ...]]] = {
    (513, 1): ("forest-imp",),
    (515, 1): ("bandit-", "cultist"),
    (516, 1): ("vermling-",),
    (523, 1): ("flame-demon",),
    (523, 2): ("frost-demon",),
    (523, 3): ("wind-demon",),
    (523, 4): ("earth-demon",),
    (523, 5): ("night-demon",),
    (523, 6): ("sun-demon",),
    (533, 1): ("ooze",),
    (533, 2): ("lurker",),
    (533, 3): ("spitting-drake",),
}
PLACES: Final[dict[tuple[int, int], str]] = {
    (510, 1): "Crypt",
    (521, 1): "Dagger Forest",
    (526, 1): "Gloomhaven",
    (529, 1): "Lingering Swamp",
    (531, 1): "Gloomhaven",
    (531, 2): "Dagger Forest",
    (531, 3): "Lingering Swamp",
    (531, 4): "Watcher Mountains",
    (531, 5): "Copperneck Mountains",
    (531, 6): "Misty Sea",
}
TROPHIES, ELITES, ENHANCED, AXE_KILLS = (517, 1), (524, 1), (530, 1), (520, 2)


def needed(world: World, quest: int, requirement: dict[str, Any]) -> int:
    """[GLOOMHAVEN-29.4]"""
    return DEADLY_BLOOD_GOD if quest == BLOOD_GOD and world.death else int(requirement["counter"])


def standing(world: World, hero: int, requirement: dict[str, Any]) -> int:
    """How far a hero is with one requirement."""
    sheet = world.heroes[hero]
    name, _, wish = str(requirement.get("track") or "").partition(":")
    if name == "gold":
        return sheet.gold
    if name == "donatedGold":
        return sheet.donated
    if name == "item":
        return int(int(wish) in sheet.items)
    if name == "itemType":
        slots = [SLOTS.get(one, one) for one in wish.split("|")]
        return len([item for item in sheet.items if ITEMS[item].slot in slots])
    if (sheet.quest, requirement["n"]) == ENHANCED:
        return sheet.enhanced
    return sheet.progress.get(str(requirement["n"]), 0)


def is_met(world: World, hero: int, requirement: dict[str, Any]) -> bool:
    """Also that those which come before are met."""
    sheet = world.heroes[hero]
    earlier = [r for r in QUESTS[sheet.quest]["requirements"] if r["n"] in (requirement.get("after") or ())]
    if not all([is_met(world, hero, one) for one in earlier]):
        return False
    return standing(world, hero, requirement) >= needed(world, sheet.quest, requirement)


def is_complete(world: World, hero: int) -> bool:
    sheet = world.heroes[hero]
    if not sheet.quest:
        return False
    if sheet.progress.get("done"):  # once done it stays done, whatever is sold afterwards
        return True
    return all([is_met(world, hero, requirement) for requirement in QUESTS[sheet.quest]["requirements"]])


def look_after(c: Chronicle, hero: int) -> None:
    """After anything that may further a quest: open the scenario it leads to, and notice its end."""
    sheet = c.world.heroes[hero]
    if not sheet.quest or sheet.progress.get("done"):
        return
    for requirement in QUESTS[sheet.quest]["requirements"]:
        track = str(requirement.get("track") or "")
        earlier = [r for r in QUESTS[sheet.quest]["requirements"] if r["n"] in (requirement.get("after") or ())]
        if track.startswith("scenario:") and all([is_met(c.world, hero, one) for one in earlier]):
            c.open_scenario(int(track.partition(":")[2].split("|")[0]))
    if is_complete(c.world, hero):
        sheet.progress["done"] = 1
        c.tell("quest_done", hero)


# ---------------------------------------------------------------- what happens in scenarios
def count(sheet: Hero, number: int, by: int) -> None:
    if by:
        sheet.progress[str(number)] = sheet.progress.get(str(number), 0) + by


def after_scenario(c: Chronicle, hero: int, scenario: int, won: bool, counts: dict[str, int]) -> None:
    """[GLOOMHAVEN-23.2] `counts` says what the hero did: `killed NAME`, `exhausted` and the like."""
    sheet = c.world.heroes[hero]
    if not sheet.quest:
        return
    for requirement in QUESTS[sheet.quest]["requirements"]:
        earlier = [r for r in QUESTS[sheet.quest]["requirements"] if r["n"] in (requirement.get("after") or ())]
        if all([is_met(c.world, hero, one) for one in earlier]):
            further(sheet, requirement, scenario, won, counts)


def further(sheet: Hero, requirement: dict[str, Any], scenario: int, won: bool, counts: dict[str, int]) -> None:
    number = int(requirement["n"])
    key = (sheet.quest, number)
    kinds = {name.removeprefix("killed "): by for name, by in counts.items() if name.startswith("killed ")}
    track, _, wish = str(requirement.get("track") or "").partition(":")
    if key in KILLS:
        count(sheet, number, sum([by for name, by in kinds.items() if name.startswith(KILLS[key])]))
    elif key == TROPHIES:
        fresh = [name for name in kinds if name not in sheet.seen]
        sheet.seen += fresh
        count(sheet, number, len(fresh))
    elif key == ELITES:
        count(sheet, number, counts.get("elites", 0))
    elif key == AXE_KILLS:
        count(sheet, number, counts.get("axe_kills", 0))
    elif key in PLACES:
        count(sheet, number, int(won and scenario in REGIONS[PLACES[key]]))
    elif track == "scenario":  # followed to its end: the last of the chain
        count(sheet, number, int(won and scenario == int(wish.split("|")[-1])))
    elif track in TALLIES:
        count(sheet, number, TALLIES[track](sheet, scenario, won, counts))


def is_boss_scenario(scenario: int) -> bool:
    spots = SCENARIOS.get(scenario, {}).get("monsters") or ()
    return any(["boss" in spot["rank_2_3_4"] for spot in spots])


def first_time(sheet: Hero, scenario: int, won: bool) -> int:
    """Different scenarios: each counts once, random dungeons not at all."""
    if not won or str(scenario) in sheet.seen or scenario == RANDOM_DUNGEON:
        return 0
    sheet.seen.append(str(scenario))
    return 1


TALLIES: dict[str, Callable[[Hero, int, bool, dict[str, int]], int]] = {
    "exhaustedChars": lambda sheet, scenario, won, counts: counts.get("others_exhausted", 0),
    "exhaustedSelf": lambda sheet, scenario, won, counts: counts.get("exhausted", 0),
    "battleGoals": lambda sheet, scenario, won, counts: counts.get("checks", 0),
    "scenariosCompleted": lambda sheet, scenario, won, counts: first_time(sheet, scenario, won),
    "sideScenarios": lambda sheet, scenario, won, counts: int(won and SIDE_FROM <= scenario < RANDOM_DUNGEON),
    "bossScenarios": lambda sheet, scenario, won, counts: int(won and is_boss_scenario(scenario)),
}


def somebody_retired(c: Chronicle, retired: int) -> None:
    """[GLOOMHAVEN-27] A Helping Hand counts the quests that others of its party have achieved."""
    for hero in c.world.team():
        sheet = c.world.heroes[hero]
        for requirement in QUESTS[sheet.quest]["requirements"] if sheet.quest and hero != retired else ():
            if requirement.get("track") == "retiredChars":
                count(sheet, int(requirement["n"]), 1)
        look_after(c, hero)
