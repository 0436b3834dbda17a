"""What must be settled first: quests to keep, cards and perks to take, gold to divide, items to hand over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grimtable.games.gloomhaven.campaign import events
from grimtable.games.gloomhaven.campaign.acts import OF_HERO, OF_PARTY, kind, no
from grimtable.games.gloomhaven.campaign.chronicle import Chronicle, split
from grimtable.games.gloomhaven.campaign.city import keep_quest, open_cards
from grimtable.games.gloomhaven.campaign.quests import look_after
from grimtable.games.gloomhaven.campaign.world import PARTY, Act, Ask, World
from grimtable.kernel.values import Refusal


def asked(world: World, hero: int, *kinds: str) -> Ask | None:
    """What this hero, or the party, is asked now: the first thing only, and it must be of these kinds."""
    mine = [ask for ask in world.asks if ask.hero == hero]
    if not mine or mine[0].kind not in kinds:
        return None
    return mine[0] if hero != PARTY or world.asks[0] is mine[0] else None


def take(c: Chronicle, hero: int) -> Ask:
    """The question that is being answered, taken off the list."""
    found = next(ask for ask in c.world.asks if ask.hero == hero)
    c.world.asks.remove(found)
    return found


def offered(world: World, hero: int, ask_kind: str) -> list[Any]:
    """What may be chosen, if this is what is asked now."""
    ask = asked(world, hero, ask_kind)
    if ask is None:
        return []
    if ask_kind == "card":
        return open_cards(world, hero, ask.amount)
    return world.open_perks(hero) if ask_kind == "perk" else ask.options


def why_not_of(world: World, hero: int, ask_kind: str, chosen: Any) -> Refusal | None:
    if asked(world, hero, ask_kind) is None:
        return no("", "not_asked")
    return None if chosen in offered(world, hero, ask_kind) else no("", "not_offered")


def own(word: str, ask_kind: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """An answer of a hero: one of the things offered."""
    return kind(
        word,
        OF_HERO,
        (int, int),
        lambda world, hero, chosen: why_not_of(world, hero, ask_kind, chosen),
        lambda world: [
            (word, hero, option)
            for hero in sorted({ask.hero for ask in world.asks} - {PARTY})
            for option in offered(world, hero, ask_kind)
        ],
    )


# ---------------------------------------------------------------- a hero's own
@own("keep_quest", "quest")
def answer_quest(c: Chronicle, hero: int, quest: int) -> None:
    keep_quest(c, hero, take(c, hero).options, quest)


@own("take_card", "card")
def take_card(c: Chronicle, hero: int, card: int) -> None:
    """[GLOOMHAVEN-25.12]"""
    take(c, hero)
    c.world.heroes[hero].cards.append(card)
    c.tell("card", hero, card)


@own("take_perk", "perk")
def take_perk(c: Chronicle, hero: int, perk: int) -> None:
    """[GLOOMHAVEN-25.13, GLOOMHAVEN-25.14]"""
    take(c, hero)
    c.world.heroes[hero].perks.append(perk)
    c.tell("perk", hero, perk)
    if not c.world.open_perks(hero):  # all boxes are full: nothing is left to choose
        c.world.asks = [ask for ask in c.world.asks if (ask.hero, ask.kind) != (hero, "perk")]


@own("give_up", "give_up")
def give_up(c: Chronicle, hero: int, item: int) -> None:
    ask = take(c, hero)
    events.give_up(c, hero, item)
    if ask.amount > 1:
        c.world.asks.insert(0, Ask("give_up", hero, [one for one in ask.options if one != item], ask.amount - 1))


# ---------------------------------------------------------------- the party's
def why_not_divide(world: World, shares: list[Any]) -> Refusal | None:
    """[GLOOMHAVEN-24.6] Whole coins, together the amount; nobody gives more than it has [GLOOMHAVEN-24.7]."""
    ask = asked(world, PARTY, "divide_gain", "divide_loss")
    if ask is None:
        return no("", "not_asked")
    whole = [share for share in shares if isinstance(share, int) and not isinstance(share, bool) and share >= 0]
    if len(whole) != len(shares) or len(shares) != len(world.team()) or sum(whole) != ask.amount:
        return no("24.6", "shares", ask.amount)
    purses = [world.heroes[hero].gold for hero in world.team()]
    if ask.kind == "divide_loss" and [1 for share, purse in zip(shares, purses) if share > purse]:
        return no("24.7", "purse_too_small")
    return None


def ways_to_divide(world: World) -> list[Act]:
    """Evenly, as far as purses go, and everything from or to one."""
    ask = asked(world, PARTY, "divide_gain", "divide_loss")
    if ask is None:
        return []
    team = world.team()
    single = [[ask.amount * (one == hero) for one in team] for hero in team]
    even = split(ask.amount, len(team)) if ask.kind == "divide_gain" else levied(world, ask.amount)
    return [("divide", shares) for shares in [even, *[one for one in single if one != even]]]


def levied(world: World, amount: int) -> list[int]:
    """As evenly as the purses allow."""
    purses = [world.heroes[hero].gold for hero in world.team()]
    shares = [0] * len(purses)
    while sum(shares) < amount:
        poorest = min([place for place, purse in enumerate(purses) if shares[place] < purse], key=lambda p: shares[p])
        shares[poorest] += 1
    return shares


@kind("divide", OF_PARTY, (list,), why_not_divide, ways_to_divide)
def divide(c: Chronicle, shares: list[int]) -> None:
    sign = 1 if take(c, PARTY).kind == "divide_gain" else -1
    for hero, share in zip(c.world.team(), shares):
        c.gold(hero, sign * share)
        look_after(c, hero)


def shared(word: str, ask_kind: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """An answer of the party: one of the things offered."""
    return kind(
        word,
        OF_PARTY,
        (int,),
        lambda world, chosen: why_not_of(world, PARTY, ask_kind, chosen),
        lambda world: [(word, option) for option in offered(world, PARTY, ask_kind)],
    )


@shared("who_takes", "who_takes")
def who_takes(c: Chronicle, hero: int) -> None:
    """[GLOOMHAVEN-28.3]"""
    c.give_item(hero, take(c, PARTY).amount)
    look_after(c, hero)


@shared("choose_location", "choose_location")
def choose_location(c: Chronicle, scenario: int) -> None:
    take(c, PARTY)
    c.open_scenario(scenario)


@kind(
    "choose_effect",
    OF_PARTY,
    (dict,),
    lambda world, effect: why_not_of(world, PARTY, "choose_effect", effect),
    lambda world: [("choose_effect", effect) for effect in offered(world, PARTY, "choose_effect")],
)
def choose_effect(c: Chronicle, effect: dict[str, Any]) -> None:
    """[GLOOMHAVEN-24.5]"""
    take(c, PARTY)
    events.EFFECTS[effect["type"]](c, effect.get("values", []))


@kind(
    "give_up_one",
    OF_PARTY,
    (int, int),
    lambda world, hero, item: why_not_of(world, PARTY, "give_up_one", [hero, item]),
    lambda world: [("give_up_one", *pair) for pair in offered(world, PARTY, "give_up_one")],
)
def give_up_one(c: Chronicle, hero: int, item: int) -> None:
    take(c, PARTY)
    events.give_up(c, hero, item)


def why_not_event(world: World, letter: str) -> Refusal | None:
    if not world.event or world.asks:
        return no("24.4", "no_event")
    return None if letter in ("A", "B") else no("24.4", "a_or_b")


@kind("event", OF_PARTY, (str,), why_not_event, lambda world: [("event", letter) for letter in ("A", "B")])
def choose(c: Chronicle, letter: str) -> None:
    """[GLOOMHAVEN-23.15, GLOOMHAVEN-24.4] All agree before the card is turned; there is no going back."""
    events.resolve(c, letter)
    for hero in c.world.team():
        look_after(c, hero)
