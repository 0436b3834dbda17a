"""Visiting Gloomhaven [GLOOMHAVEN-25.1]: characters, shop, levels, the sanctuary, retirement."""

from __future__ import annotations

from grimtable.games.gloomhaven.campaign import events
from grimtable.games.gloomhaven.campaign.acts import OF_CHAIR, OF_HERO, OF_PARTY, kind, no
from grimtable.games.gloomhaven.campaign.chronicle import Chronicle
from grimtable.games.gloomhaven.campaign.components import (
    CITY,
    DONATION,
    DONATION_BLESSINGS,
    NEW_GOLD,
    QUESTS,
    RETIRE_EVENT,
    SEEKERS_ITEM,
    TOP_LEVEL,
    XP_FOR,
)
from grimtable.games.gloomhaven.campaign.quests import is_complete, look_after, somebody_retired
from grimtable.games.gloomhaven.campaign.world import CITY_STAGE, RETIRED, Act, Hero, World
from grimtable.games.gloomhaven.components.cards import CARD_IDS, CARD_LEVEL, CLASS_OF, COMPLETE, pool
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.kernel.values import Refusal

MOST_IN_PARTY = 4
NAME_ROOM = 40


def in_town(world: World) -> Refusal | None:
    """What every activity of the city needs."""
    if world.asks:
        return no("", "settle_first")
    return None if world.stage == CITY_STAGE else no("25.1", "not_in_town")


def here(world: World, hero: int) -> Refusal | None:
    """A character that is in town with the party."""
    return in_town(world) or (None if hero in world.team() else no("", "not_with_party", hero))


# ---------------------------------------------------------------- new characters
def why_not_create(world: World, chair: int, name: str, class_: str, level: int) -> Refusal | None:
    """[GLOOMHAVEN-25.2, GLOOMHAVEN-25.3, GLOOMHAVEN-1.12]"""
    if found := in_town(world):
        return found
    if class_ not in world.classes or class_ not in COMPLETE:
        return no("25.2", "class_locked", class_)
    if class_ in world.classes_in_party():
        return no("1.12", "class_taken", class_)
    if not 1 <= level <= world.prosperity_level():
        return no("25.3", "level_too_high", world.prosperity_level())
    if [hero for hero in world.team() if world.heroes[hero].chair == chair]:
        return no("", "chair_taken")
    if len(world.team()) >= MOST_IN_PARTY:
        return no("", "party_full", MOST_IN_PARTY)
    return None if 0 < len(name.strip()) <= NAME_ROOM else no("", "name_length", NAME_ROOM)


def ways_to_create(world: World) -> list[Act]:
    """For the first free chair of every person; the name is theirs to change."""
    taken = [world.heroes[hero].chair for hero in world.team()]
    free = {person: chair for chair, person in reversed(list(enumerate(world.chairs))) if chair not in taken}
    return [
        ("create", free[person], class_, class_, level)
        for person in sorted(free)
        for class_ in world.classes
        for level in range(1, world.prosperity_level() + 1)
    ]


@kind("create", OF_CHAIR, (int, str, str, int), why_not_create, ways_to_create)
def create(c: Chronicle, chair: int, name: str, class_: str, level: int) -> None:
    """[GLOOMHAVEN-25.2, GLOOMHAVEN-25.3, GLOOMHAVEN-27.6] With the gold, experience and steps of its level."""
    world = c.world
    cards = [CARD_IDS[card] for card in pool(CLASS_OF[class_], 1)]
    world.heroes.append(
        Hero(chair, world.party, name.strip(), class_, level, XP_FOR[level - 1], NEW_GOLD * (level + 1), cards)
    )
    hero = len(world.heroes) - 1
    c.tell("created", hero, class_, level)
    drawn = [world.quest_deck.pop() for _ in range(min(2, len(world.quest_deck)))]
    if drawn:  # [GLOOMHAVEN-27.7] when none are left there is none
        c.ask("quest", hero, drawn)
    for step in range(2, level + 1):
        level_step(c, hero, step)
    for _ in range(world.retirements[chair]):  # [GLOOMHAVEN-27.4]
        c.perk_due(hero)


def keep_quest(c: Chronicle, hero: int, drawn: list[int], quest: int) -> None:
    """[GLOOMHAVEN-23.11] The other one is shuffled back."""
    c.world.heroes[hero].quest = quest
    c.world.quest_deck += [other for other in drawn if other != quest]
    order = c.dice.order(list(range(len(c.world.quest_deck))))
    c.world.quest_deck = [c.world.quest_deck[place] for place in order]
    c.tell("quest_kept", hero)
    look_after(c, hero)


# ---------------------------------------------------------------- levels
def why_not_level(world: World, hero: int) -> Refusal | None:
    if found := here(world, hero):
        return found
    if world.heroes[hero].level >= TOP_LEVEL:
        return no("25.11", "top_level")
    return None if world.may_level(hero) else no("25.11", "too_little_xp", XP_FOR[world.heroes[hero].level])


@kind("level", OF_HERO, (int,), why_not_level, lambda world: [("level", hero) for hero in world.team()])
def level(c: Chronicle, hero: int) -> None:
    """[GLOOMHAVEN-25.11, GLOOMHAVEN-25.17] Experience is kept, or rises to what the level needs."""
    sheet = c.world.heroes[hero]
    sheet.level += 1
    sheet.xp = max(sheet.xp, XP_FOR[sheet.level - 1])
    c.tell("level", hero, sheet.level)
    level_step(c, hero, sheet.level)


def level_step(c: Chronicle, hero: int, step: int) -> None:
    """[GLOOMHAVEN-25.12] A card of that level or lower, and a perk."""
    c.ask("card", hero, [], step)
    c.perk_due(hero)


def open_cards(world: World, hero: int, step: int) -> list[int]:
    sheet = world.heroes[hero]
    cards = [card for card in pool(CLASS_OF[sheet.kind], step) if CARD_LEVEL[card] > 1]
    return [CARD_IDS[card] for card in cards if CARD_IDS[card] not in sheet.cards]


# ---------------------------------------------------------------- the shop
def why_not_buy(world: World, hero: int, item: int) -> Refusal | None:
    if found := here(world, hero):
        return found
    if item not in world.sold_here():
        return no("25.7", "not_sold", item)
    if item in world.heroes[hero].items:
        return no("25.9", "owned", item)
    if world.for_sale(item) < 1:
        return no("2.16", "sold_out", item)
    price = world.price(item)
    return None if world.heroes[hero].gold >= price else no("25.5", "too_dear", item, price)


def ways_to_buy(world: World) -> list[Act]:
    return [("buy", hero, item) for hero in world.team() for item in world.sold_here()]


@kind("buy", OF_HERO, (int, int), why_not_buy, ways_to_buy)
def buy(c: Chronicle, hero: int, item: int) -> None:
    """[GLOOMHAVEN-25.5, GLOOMHAVEN-25.6] With one's own gold, as many items as one likes."""
    price = c.world.price(item)
    c.tell("bought", hero, item, price)
    c.gold(hero, -price)
    c.from_stock(item)
    c.world.heroes[hero].items.append(item)
    look_after(c, hero)


def why_not_sell(world: World, hero: int, item: int) -> Refusal | None:
    if found := here(world, hero):
        return found
    if item == SEEKERS_ITEM:
        return no("28.3", "not_for_sale")
    return None if item in world.heroes[hero].items else no("25.5", "not_owned", item)


def ways_to_sell(world: World) -> list[Act]:
    return [("sell", hero, item) for hero in world.team() for item in world.heroes[hero].items]


@kind("sell", OF_HERO, (int, int), why_not_sell, ways_to_sell)
def sell(c: Chronicle, hero: int, item: int) -> None:
    """[GLOOMHAVEN-25.5] For half the printed price, rounded down; back into the stock."""
    c.world.heroes[hero].items.remove(item)
    c.to_stock(item)
    c.tell("sold", hero, item)
    c.gold(hero, ITEMS[item].cost // 2)
    look_after(c, hero)


# ---------------------------------------------------------------- the sanctuary
def why_not_donate(world: World, hero: int) -> Refusal | None:
    """[GLOOMHAVEN-25.15]"""
    if found := here(world, hero):
        return found
    if hero in world.sheet().gave:
        return no("25.15", "gave_already")
    return None if world.heroes[hero].gold >= DONATION else no("25.15", "too_poor", DONATION)


@kind("donate", OF_HERO, (int,), why_not_donate, lambda world: [("donate", hero) for hero in world.team()])
def donate(c: Chronicle, hero: int) -> None:
    """[GLOOMHAVEN-25.15, GLOOMHAVEN-25.16] Two blessings for the next scenario."""
    sheet = c.world.heroes[hero]
    c.world.sheet().gave.append(hero)
    c.tell("donated", hero, DONATION)
    c.gold(hero, -DONATION)
    sheet.blessings += DONATION_BLESSINGS
    sheet.donated += DONATION
    c.world.donated += DONATION
    c.look_for_offers()
    look_after(c, hero)


# ---------------------------------------------------------------- the city's event
def why_not_city_event(world: World) -> Refusal | None:
    if found := in_town(world):
        return found
    if not world.team():
        return no("", "nobody_there")
    if world.sheet().event_had:
        return no("25.4", "event_had")
    return None if world.city else no("25.4", "deck_empty")


@kind("city_event", OF_PARTY, (), why_not_city_event, lambda world: [("city_event",)])
def city_event(c: Chronicle) -> None:
    """[GLOOMHAVEN-25.4] At most one per visit."""
    c.world.sheet().event_had = True
    events.draw(c, CITY)


# ---------------------------------------------------------------- retirement
def why_not_retire(world: World, hero: int) -> Refusal | None:
    if found := here(world, hero):
        return found
    return None if is_complete(world, hero) else no("27.1", "quest_open")


@kind("retire", OF_HERO, (int,), why_not_retire, lambda world: [("retire", hero) for hero in world.team()])
def retire(c: Chronicle, hero: int) -> None:
    """[GLOOMHAVEN-27.2, GLOOMHAVEN-27.3, GLOOMHAVEN-27.4, GLOOMHAVEN-27.5]"""
    world, sheet = c.world, c.world.heroes[hero]
    quest = QUESTS[sheet.quest]
    c.tell("retired", hero, sheet.quest)
    c.leave(hero, RETIRED)
    c.prosperity(1)
    world.retirements[sheet.chair] += 1
    class_, envelope = quest.get("unlockCharacter"), quest.get("openEnvelope")
    if class_ is not None and class_ not in world.classes:
        c.unlock_class(class_)
    elif envelope is not None and envelope not in world.envelopes:
        c.open_envelope(envelope)
    else:
        c.random_design()
        c.random_side_scenario()
    if sheet.kind not in world.retired:
        world.retired.append(sheet.kind)
        number = RETIRE_EVENT[sheet.kind]
        if number is not None:
            c.add_event("city", number)
            c.add_event("road", number)
    c.look_for_offers()
    somebody_retired(c, hero)
