"""A campaign that plays itself: what somebody sensible does between scenarios."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grimtable.games.gloomhaven.campaign.components import DONATION
from grimtable.games.gloomhaven.campaign.handing import options_for, seats_for, seed_for
from grimtable.games.gloomhaven.campaign.journal import Campaign
from grimtable.games.gloomhaven.campaign.result import result_of
from grimtable.games.gloomhaven.campaign.world import CITY_STAGE, SCENARIO_STAGE, Act, World
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.items.vocabulary import AVAILABLE
from grimtable.games.gloomhaven.state import Gloomhaven

# What a sensible person does first; within a kind, the act liked best.
ORDER: Final = (
    *("keep_quest", "take_card", "take_perk", "give_up", "divide", "who_takes", "give_up_one", "choose_effect"),
    *("choose_location", "event", "retire", "level", "create", "open", "enhance", "buy", "donate", "city_event"),
    *("dungeon", "travel", "return", "casual"),
)
ENOUGH_ITEMS: Final = 6
DUNGEON_EVERY: Final = 5
PURSE: Final = 20  # what one keeps when it donates
Play = Callable[[int, dict[str, Any], int], tuple[Gloomhaven, bool]]  # (players, options, seed) -> its end, and won?


def next_act(campaign: Campaign, person: int) -> Act | None:
    """What this person does now; None if there is nothing to be done."""
    found: dict[str, list[Act]] = {}
    for act in campaign.offers(person):
        if is_wise(campaign.world, act):
            found.setdefault(act[0], []).append(act)
    for word in ORDER:
        if word in found:
            return best(campaign.world, word, found[word])
    return None


def is_wise(world: World, act: Act) -> bool:
    """Not everything that may be done is worth doing again and again."""
    word = act[0]
    if word == "create":
        return bool(act[4] == world.prosperity_level())
    if word == "buy":
        return act[2] in AVAILABLE and len(world.heroes[act[1]].items) < ENOUGH_ITEMS
    if word == "donate":
        return world.heroes[act[1]].gold >= DONATION + PURSE
    if word == "return":
        return wants_home(world)
    if word in ("travel", "casual", "dungeon", "city_event") and len(world.team()) < len(world.chairs):
        return False  # somebody has still to make a character
    if word == "dungeon":  # now and then, for gold and experience
        return world.stage == CITY_STAGE and world.started % DUNGEON_EVERY == DUNGEON_EVERY - 1
    if word == "travel":
        return world.stage == CITY_STAGE or not wants_home(world)
    return word in ORDER


def wants_home(world: World) -> bool:
    """After a loss, or when somebody is missing, can rise or must retire."""
    if len(world.team()) < len(world.chairs):
        return True
    return world.sheet().place not in world.done or any(
        [world.must_level(hero) or bool(world.heroes[hero].progress.get("done")) for hero in world.team()]
    )


def best(world: World, word: str, acts: list[Act]) -> Act:
    if word == "buy":  # the dearest thing one can pay
        return max(acts, key=lambda act: (ITEMS[act[2]].cost, -act[2]))
    if word == "travel":  # the story first
        return min(acts, key=lambda act: act[1])
    if word == "casual":
        return acts[world.started % len(acts)]
    return acts[0]


def proceed(campaign: Campaign, play: Play, scenarios: int) -> None:
    """Until so many scenarios have been played, won or lost."""
    while campaign.world.started < scenarios or campaign.world.stage == SCENARIO_STAGE:
        world = campaign.world
        if world.stage == SCENARIO_STAGE:
            end, won = play(len(seats_for(world)), options_for(world), seed_for(campaign))
            campaign.report(result_of(end, world.waiting, won))
            continue
        wanted = next((tuple(act) for act in world.votes.values()), None)
        person, act = next(
            (person, act)
            for person in range(len(world.persons))
            if (act := wanted if wanted in campaign.offers(person) else next_act(campaign, person)) is not None
            and world.votes.get(str(person)) != list(act)
        )
        campaign.act(person, act)
