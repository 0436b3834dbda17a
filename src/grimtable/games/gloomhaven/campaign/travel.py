"""Between scenarios [GLOOMHAVEN-23.1, GLOOMHAVEN-24]: where the party goes, and what a scenario brings home."""

from __future__ import annotations

from typing import Any, Final

from grimtable.games.gloomhaven.campaign import events
from grimtable.games.gloomhaven.campaign.acts import OF_HERO, OF_PARTY, kind, no
from grimtable.games.gloomhaven.campaign.chronicle import Chronicle
from grimtable.games.gloomhaven.campaign.components import (
    RANDOM_DUNGEON,
    ROAD,
    SEEKER,
    SEEKERS_ITEM,
    TREASURES,
    is_in_town,
    numbers,
    rewards_of,
)
from grimtable.games.gloomhaven.campaign.notes import why_not_name
from grimtable.games.gloomhaven.campaign.quests import after_scenario, is_complete, look_after
from grimtable.games.gloomhaven.campaign.world import (
    AFTER_STAGE,
    CITY_STAGE,
    DEAD,
    EVENT_STAGE,
    PARTY,
    SCENARIO_STAGE,
    TOWN,
    Party,
    World,
)
from grimtable.games.gloomhaven.components.scenarios import PLAYABLE, SCENARIOS
from grimtable.games.gloomhaven.scenarios.dungeon import PENALTIES
from grimtable.kernel.values import Refusal

FEWEST: Final = 2  # characters in a scenario


# ---------------------------------------------------------------- going
def at_rest(world: World) -> Refusal | None:
    if world.asks:
        return no("", "settle_first")
    return None if world.stage in (CITY_STAGE, AFTER_STAGE) else no("", "not_now")


def why_not_ready(world: World, scenario: int) -> Refusal | None:
    """What holds for every journey [GLOOMHAVEN-27.1, GLOOMHAVEN-25.11]."""
    if found := at_rest(world):
        return found
    if scenario not in PLAYABLE and scenario != RANDOM_DUNGEON:
        return no("", "no_scenario", scenario)
    if len(world.team()) < FEWEST:
        return no("", "too_few", FEWEST)
    if [hero for hero in world.team() if is_complete(world, hero)]:
        return no("27.1", "must_retire")
    if world.stage == CITY_STAGE and [hero for hero in world.team() if world.must_level(hero)]:
        return no("25.11", "must_level")
    return None


def why_not_travel(world: World, scenario: int) -> Refusal | None:
    """[GLOOMHAVEN-23.1]"""
    if found := why_not_ready(world, scenario):
        return found
    if scenario not in world.opened:
        return no("23.1", "not_open", scenario)
    if scenario in world.done:
        return no("23.1", "done_already", scenario)
    if scenario not in world.playable():
        return no("23.1", "requirements", scenario)
    wish = SCENARIOS[scenario].get("requires_personal_quest")
    if wish and wish["id"] not in [world.heroes[hero].quest for hero in world.team()]:
        return no("23.1", "needs_quest", scenario)
    item = SCENARIOS[scenario].get("requires_item_equipped")
    if item and not [hero for hero in world.team() if int(item) in world.heroes[hero].items]:
        return no("23.1", "needs_item", int(item))
    return None


@kind(
    "travel",
    OF_PARTY,
    (int,),
    why_not_travel,
    lambda world: [("travel", scenario) for scenario in sorted(world.opened)],
)
def travel(c: Chronicle, scenario: int) -> None:
    """[GLOOMHAVEN-24.2, GLOOMHAVEN-24.3] One event on the road, unless none leads there."""
    world = c.world
    origin = world.sheet().place
    world.bound_for, world.casual = scenario, False
    c.tell("travel", scenario)
    if world.stage == CITY_STAGE:
        spared = is_in_town(scenario)
    else:  # straight on: a retry, or linked with the one just played
        spared = scenario == origin or (origin in world.done and scenario in numbers(origin, "links"))
    if not spared and world.road:
        events.draw(c, ROAD)
    else:
        start(c)


def why_not_casual(world: World, scenario: int) -> Refusal | None:
    """[GLOOMHAVEN-23.2] Whatever has been revealed on the map."""
    if found := why_not_ready(world, scenario):
        return found
    return None if scenario in world.opened else no("23.2", "not_open", scenario)


@kind(
    "casual",
    OF_PARTY,
    (int,),
    why_not_casual,
    lambda world: [("casual", scenario) for scenario in sorted(world.opened)],
)
def casual(c: Chronicle, scenario: int) -> None:
    """[GLOOMHAVEN-23.2, GLOOMHAVEN-23.3] No event on the way, and nothing of the story afterwards."""
    c.world.bound_for, c.world.casual = scenario, True
    c.tell("casual", scenario)
    start(c)


def why_not_dungeon(world: World, penalties: str) -> Refusal | None:
    if found := why_not_ready(world, RANDOM_DUNGEON):
        return found
    return None if penalties in PENALTIES else no("29.10", "no_penalties", *PENALTIES)


@kind(
    "dungeon",
    OF_PARTY,
    (str,),
    why_not_dungeon,
    lambda world: [("dungeon", penalties) for penalties in PENALTIES],
)
def dungeon(c: Chronicle, penalties: str) -> None:
    """[GLOOMHAVEN-29.5, GLOOMHAVEN-29.10] The story stands still, and the penalties of its rooms are agreed on."""
    c.world.bound_for, c.world.casual, c.world.penalties = RANDOM_DUNGEON, True, penalties
    c.tell("dungeon", penalties)
    start(c)


def why_not_return(world: World) -> Refusal | None:
    if world.asks:
        return no("", "settle_first")
    return None if world.stage == AFTER_STAGE else no("24.1", "not_away")


@kind("return", OF_PARTY, (), why_not_return, lambda world: [("return",)])
def go_home(c: Chronicle) -> None:
    """[GLOOMHAVEN-24.1]"""
    world = c.world
    world.stage, world.sheet().place = CITY_STAGE, TOWN
    world.sheet().event_had, world.sheet().gave = False, []
    c.tell("returned")


def start(c: Chronicle) -> None:
    """The scenario is set up; its result comes back once."""
    world = c.world
    for hero in world.team():
        c.lapse(hero)
    world.stage = SCENARIO_STAGE
    world.started += 1
    world.waiting = world.started
    c.tell("started", world.bound_for)


def go_on(c: Chronicle) -> None:
    """After everything that was asked is settled: where an event interrupted."""
    world = c.world
    if world.stage != EVENT_STAGE or world.event or world.asks:
        return
    if world.bound_for != TOWN:
        start(c)
    else:
        world.stage = CITY_STAGE


# ---------------------------------------------------------------- coming back
def finish(c: Chronicle, won: bool, fates: list[dict[str, Any]], given_up: list[int]) -> None:
    """[GLOOMHAVEN-21.4, GLOOMHAVEN-21.6, GLOOMHAVEN-21.7] What everybody brings home; what it changes."""
    world = c.world
    scenario, team = world.bound_for, world.team()
    c.tell("won" if won else "lost", scenario)
    for hero, fate in zip(team, fates):
        c.xp(hero, fate["xp"])
        c.gold(hero, fate["gold"])
        if won:
            c.checks(hero, fate["checks"])
        world.heroes[hero].blessings = 0
    for hero, fate in zip(team, fates):
        for number in fate["treasures"]:
            open_treasure(c, hero, number)
        counts = {**fate["counts"], "checks": fate["checks"] if won else 0}
        after_scenario(c, hero, scenario, won, counts)
    for number in given_up:
        c.give_up_treasure(number)
    world.sheet().omens = []
    world.waiting = 0
    world.stage, world.sheet().place, world.bound_for = AFTER_STAGE, scenario, TOWN
    if won and not world.casual:
        conclude(c, scenario)
    for hero, fate in zip(team, fates):
        look_after(c, hero)
        if world.death and fate["counts"].get("dead"):
            bury(c, hero)


def bury(c: Chronicle, hero: int) -> None:
    """[GLOOMHAVEN-29.3] Items to the stock, gold lost, the quest shuffled back."""
    sheet = c.world.heroes[hero]
    c.tell("died", hero)
    c.leave(hero, DEAD)
    if sheet.quest:
        deck = [*c.world.quest_deck, sheet.quest]
        c.world.quest_deck = [deck[place] for place in c.dice.order(list(range(len(deck))))]
    c.world.asks = [ask for ask in c.world.asks if ask.hero != hero]


def open_treasure(c: Chronicle, hero: int, number: int) -> None:
    """[GLOOMHAVEN-5.20, GLOOMHAVEN-5.21, GLOOMHAVEN-17.15] Each numbered one once in the campaign."""
    if number in c.world.treasures or number not in TREASURES:
        return
    c.world.treasures.append(number)
    c.tell("treasure", hero, number)
    for part in TREASURES[number].split("|"):
        word, _, value = part.partition(":")
        if word == "gold":
            c.gold(hero, int(value))
        elif word == "item":
            for item in value.split("+"):
                c.give_item(hero, int(item))
        elif word == "experience":
            c.xp(hero, int(value))
        elif word == "battleGoal":
            c.checks(hero, int(value))
        elif word == "itemDesign":
            c.item_design(int(value))
        elif word == "randomItemDesign":
            c.random_design()
        elif word == "randomScenario":
            c.random_side_scenario()
        elif word == "scenario":
            c.open_scenario(int(value))


def conclude(c: Chronicle, scenario: int) -> None:
    """[GLOOMHAVEN-21.9, GLOOMHAVEN-28.1, GLOOMHAVEN-28.2] The scenario is done: its listed rewards, no more."""
    world, rewards = c.world, rewards_of(scenario)
    world.done.append(scenario)
    world.blocked += [number for number in numbers(scenario, "blocks") if number not in world.blocked]
    for number in numbers(scenario, "unlocks"):
        c.open_scenario(number)
    for hero in world.team():
        if "gold" in rewards.get("hints", {}):
            c.earmark(hero, rewards["gold"])
        else:
            c.gold(hero, rewards.get("gold", 0))
        c.xp(hero, rewards.get("experience", 0))
        c.checks(hero, rewards.get("battleGoals", 0))
    c.prosperity(rewards.get("prosperity", 0))
    c.reputation(rewards.get("reputation", 0))
    for name in rewards.get("globalAchievements", ()):
        c.global_achievement(name)
    for name in rewards.get("partyAchievements", ()):
        c.party_achievement(name)
    for name in rewards.get("lostPartyAchievements", ()):
        c.lose_party_achievement(name)
    give_things(c, rewards)


def give_things(c: Chronicle, rewards: dict[str, Any]) -> None:
    """[GLOOMHAVEN-28.3] Items, designs, events, classes and envelopes of a conclusion."""
    if "collectiveGold" in rewards:
        events.gain_together(c, [rewards["collectiveGold"]])
    for item in rewards.get("itemDesigns", ()):
        c.item_design(int(item))
    for item in rewards.get("items", ()):
        number, _, count = str(item).partition(":")
        seekers = [hero for hero in c.world.team() if c.world.heroes[hero].quest == SEEKER]
        if int(number) == SEEKERS_ITEM and seekers:
            c.give_item(seekers[0], SEEKERS_ITEM)
        else:
            events.item_together(c, [number, count or 1])
    for event in rewards.get("events", ()):
        c.add_event(*event.split(":"))
    if "unlockCharacter" in rewards:
        c.unlock_class(rewards["unlockCharacter"])
    for name in rewards.get("envelopes", ()):
        c.open_envelope(name)
    if "chooseLocation" in rewards:
        free = [int(number) for number in rewards["chooseLocation"] if int(number) not in c.world.opened]
        if free:
            c.ask("choose_location", PARTY, free)


# ---------------------------------------------------------------- what has been earned [GLOOMHAVEN-28.9]
def why_not_open(world: World, name: str) -> Refusal | None:
    if found := at_rest(world):
        return found
    return None if name in world.offered and name not in world.envelopes else no("28.9", "not_earned")


@kind("open", OF_PARTY, (str,), why_not_open, lambda world: [("open", name) for name in world.offered])
def open_offer(c: Chronicle, name: str) -> None:
    """[GLOOMHAVEN-28.4, GLOOMHAVEN-28.5, GLOOMHAVEN-28.6, GLOOMHAVEN-28.7, GLOOMHAVEN-28.8]

    When they like; the records of the town too [GLOOMHAVEN-23.17].
    """
    c.world.envelopes.append(name)
    c.tell("opened", name)
    if name == "drake":
        c.add_event("city", "75")
        c.add_event("road", "66")
        c.global_achievement("the-drake-aided")
    elif name in ("sun_box", "eclipse_box"):
        c.unlock_class(name.removesuffix("_box"))
    elif name == "honoured":
        c.add_event("city", "76")
        c.add_event("road", "67")
    elif name == "feared":
        c.add_event("city", "77")
        c.add_event("road", "68")
    elif name == "town_records":
        c.world.records = True


# ---------------------------------------------------------------- parties [GLOOMHAVEN-23.5]
def why_not_found(world: World, name: str) -> Refusal | None:
    return at_rest(world) or why_not_name(world, name)


@kind("found", OF_PARTY, (str,), why_not_found, lambda world: [])
def found_party(c: Chronicle, name: str) -> None:
    """[GLOOMHAVEN-23.5] A new party plays from now on, in Gloomhaven."""
    c.world.parties.append(Party(name.strip()))
    c.tell("founded", name.strip())
    take_over(c, len(c.world.parties) - 1)


def why_not_play(world: World, party: int) -> Refusal | None:
    if found := at_rest(world):
        return found
    return None if 0 <= party < len(world.parties) and party != world.party else no("", "no_party")


@kind("play", OF_PARTY, (int,), why_not_play, lambda world: [("play", party) for party in range(len(world.parties))])
def play(c: Chronicle, party: int) -> None:
    """[GLOOMHAVEN-23.5] Another party plays: in town if it is there, else where it was."""
    c.tell("playing", party)
    take_over(c, party)


def take_over(c: Chronicle, party: int) -> None:
    world = c.world
    world.party = party
    world.stage = CITY_STAGE if world.sheet().place == TOWN else AFTER_STAGE


def why_not_join(world: World, hero: int) -> Refusal | None:
    if found := at_rest(world):
        return found
    sheet = world.heroes[hero]
    if world.stage != CITY_STAGE or sheet.state:
        return no("23.5", "not_in_town")
    if sheet.party == world.party or len(world.team()) >= 4 or sheet.kind in world.classes_in_party():
        return no("1.12", "no_place_for", hero)
    return None


@kind("join", OF_HERO, (int,), why_not_join, lambda world: [("join", hero) for hero in range(len(world.heroes))])
def join(c: Chronicle, hero: int) -> None:
    """[GLOOMHAVEN-23.5] Composition changes freely."""
    c.world.heroes[hero].party = c.world.party
    c.tell("joined", hero)
