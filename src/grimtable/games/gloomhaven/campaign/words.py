"""The campaign in words: what may be done, what has happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grimtable.games.gloomhaven.campaign.chronicle import Told
from grimtable.games.gloomhaven.campaign.components import EVENTS, RANDOM_DUNGEON
from grimtable.games.gloomhaven.campaign.enhancing import cost
from grimtable.games.gloomhaven.campaign.world import Act, World
from grimtable.games.gloomhaven.components import CONDITIONS, ELEMENTS
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.enhanced import spot_at
from grimtable.kernel.language import Message

Words = Callable[[World, Any], Any]


def hero(world: World, number: int) -> str:
    return world.heroes[number].name


def item(world: World, number: int) -> Message:
    return Message(f"item.{number}")


def card(world: World, printed: int) -> Message:
    return Message(f"card.{printed}")


def scenario(world: World, number: int) -> Message:
    return Message("option.scenario.random" if number == RANDOM_DUNGEON else f"option.scenario.{number}")


def penalties(world: World, agreed: str) -> Message:
    return Message(f"option.penalties.{agreed}")


def class_(world: World, name: str) -> Message:
    return Message(f"class.{name}")


def quest(world: World, number: int) -> Message:
    return Message(f"quest.{number}")


def achievement(world: World, name: str) -> Message:
    return Message(f"achievement.{name}")


def event(world: World, key: str) -> Message:
    deck, _, number = key.partition(":")
    return Message(f"event_card.{deck}", (int(number),))


def deck(world: World, name: str) -> Message:
    return Message(f"event_card.{name}_deck")


def offer(world: World, name: str) -> Message:
    return Message(f"offer.{name}")


def enhancement(world: World, what: str) -> Message:
    if what in CONDITIONS:
        return Message(f"condition.{what}")
    return Message(f"element.{what}" if what in ELEMENTS else f"enhancement.{what}")


def plain(world: World, value: Any) -> Any:
    return value


def counted(world: World, number: int) -> int:
    """People count from 1."""
    return number + 1


def effect(world: World, found: dict[str, Any]) -> Message:
    return Message(f"effect.{found['type']}", tuple(found["values"]))


def shares(world: World, found: list[int]) -> tuple[str, ...]:
    return tuple([f"{hero(world, number)} {share}" for number, share in zip(world.team(), found)])


# What the arguments of an act or of something told are, in their order.
ACTS: dict[str, tuple[Words, ...]] = {
    "create": (counted, plain, class_, plain),
    "level": (hero,),
    "buy": (hero, item),
    "sell": (hero, item),
    "donate": (hero,),
    "city_event": (),
    "retire": (hero,),
    "keep_quest": (hero, quest),
    "take_card": (hero, card),
    "take_perk": (hero, counted),
    "give_up": (hero, item),
    "give_up_one": (hero, item),
    "divide": (shares,),
    "who_takes": (hero,),
    "choose_location": (scenario,),
    "choose_effect": (effect,),
    "event": (plain,),
    "travel": (scenario,),
    "casual": (scenario,),
    "dungeon": (penalties,),
    "return": (),
    "open": (offer,),
    "found": (plain,),
    "play": (counted,),
    "join": (hero,),
    "note": (hero, plain),
    "party_note": (plain,),
    "name_party": (plain,),
}
TOLD: dict[str, tuple[Words, ...]] = {
    "gold": (hero, plain),
    "xp": (hero, plain),
    "checks": (hero, plain),
    "item": (hero, item),
    "item_for_gold": (hero, item),
    "item_lost": (hero, item),
    "reputation": (plain, plain),
    "prosperity": (plain, plain),
    "prosperity_level": (plain,),
    "party_achievement": (achievement,),
    "party_achievement_lost": (achievement,),
    "global_achievement": (achievement, plain),
    "scenario_opened": (scenario,),
    "event_added": (deck,),
    "class_unlocked": (class_,),
    "envelope": (plain,),
    "design": (item,),
    "offer": (offer,),
    "opened": (offer,),
    "event_drawn": (event,),
    "event_chosen": (event, plain),
    "event_returned": (event,),
    "event_removed": (event,),
    "nothing_happens": (),
    "created": (hero, class_, plain),
    "quest_kept": (hero,),
    "quest_done": (hero,),
    "level": (hero, plain),
    "card": (hero, card),
    "perk": (hero, counted),
    "bought": (hero, item, plain),
    "sold": (hero, item),
    "donated": (hero, plain),
    "retired": (hero, quest),
    "died": (hero,),
    "enhanced": (hero, card, enhancement, plain),
    "travel": (scenario,),
    "casual": (scenario,),
    "dungeon": (penalties,),
    "returned": (),
    "started": (scenario,),
    "won": (scenario,),
    "lost": (scenario,),
    "treasure": (hero, plain),
    "given_up": (plain,),
    "earmarked": (hero, plain),
    "lapsed": (hero, plain),
    "founded": (plain,),
    "playing": (counted,),
    "joined": (hero,),
    "party_named": (plain,),
}


def act_words(world: World, act: Act) -> Message:
    """What would be done."""
    word, *about = act
    if word == "enhance":
        number, printed, half, path, stat, what = about
        spot = spot_at(printed, half, path, stat)
        price = cost(world, printed, spot, what) if spot is not None else 0
        things = (hero(world, number), card(world, printed), enhancement(world, what), price)
        return Message("act.enhance", things)
    params = tuple([say(world, value) for say, value in zip(ACTS[word], about)])
    if word == "create":
        return Message("act.create", (params[2], params[3]))
    if word == "buy":
        return Message("act.buy", (*params, world.price(about[1])))
    if word == "sell":
        return Message("act.sell", (*params, ITEMS[about[1]].cost // 2))
    return Message(f"act.{word}", params)


def told_words(world: World, told: Told) -> Message:
    """What has happened."""
    word, *about = told
    if word == "omen":
        return Message("told.omen", (omen_words(*about),))
    if word == "proposed":
        person, *act = about
        return Message("told.proposed", (world.persons[person], act_words(world, tuple(act))))
    return Message(f"told.{word}", tuple([say(world, value) for say, value in zip(TOLD[word], about)]))


def omen_words(kind: str, *values: Any) -> Message:
    """[GLOOMHAVEN-24.8] What waits at the start of the next scenario."""
    if kind == "condition":
        return Message("omen.condition", (tuple([Message(f"condition.{name}") for name in values]),))
    return Message(f"omen.{kind}", values)


def event_words(key: str) -> tuple[Message, Message, Message]:
    """The front of an event and its two options: our own words for the first decks, neutral ones for later cards."""
    deck, _, number = key.partition(":")
    front = f"event_front.{deck}.{number}" if EVENTS[key]["in_starting_deck"] else "event_front.later"
    return Message(front), Message(f"{front}_a"), Message(f"{front}_b")
