"""The shop's counter and the enhancement bench in words: what a person's heroes could have, and why not."""

from __future__ import annotations

from typing import Any

from grimtable.games.gloomhaven.campaign.acts import refusal
from grimtable.games.gloomhaven.campaign.components import ENHANCING
from grimtable.games.gloomhaven.campaign.enhancing import cost, mine
from grimtable.games.gloomhaven.campaign.sheets import item_shown
from grimtable.games.gloomhaven.campaign.words import enhancement
from grimtable.games.gloomhaven.campaign.world import AFTER_STAGE, CITY_STAGE, Act, World
from grimtable.games.gloomhaven.components.ops import ops_from
from grimtable.games.gloomhaven.describe.lines import lines
from grimtable.games.gloomhaven.enhanced import Spot, fitting, spots_of
from grimtable.kernel.campaigns import Say
from grimtable.kernel.language import Message, refusal_message


def heroes_of(world: World, person: int | None) -> list[int]:
    """Those of a person who are with the party that plays."""
    return [hero for hero in world.team() if world.person_of(hero) == person]


def why_not(world: World, person: int, act: Act, say: Say) -> str | None:
    found = refusal(world, person, act)
    return say(refusal_message(found)) if found is not None else None


def shop_shown(world: World, person: int | None, say: Say) -> list[dict[str, Any]]:
    """[GLOOMHAVEN-25.7, GLOOMHAVEN-25.10] What the shop has, its price, how many are left, and who could buy it."""
    return [
        {
            **item_shown(item, say),
            "price": world.price(item),
            "left": world.for_sale(item),
            "design": item in world.designs,
            "buyers": [
                {"hero": hero, "act": ["buy", hero, item], "why": why_not(world, person, ("buy", hero, item), say)}
                for hero in heroes_of(world, person)
                if person is not None
            ],
        }
        for item in world.sold_here()
    ]


def bench_shown(world: World, person: int | None, say: Say) -> list[dict[str, Any]]:
    """[GLOOMHAVEN-26.1] The lines with room for an enhancement on the cards of a person's heroes, while in town.

    Gold that is for enhancements only may be spent elsewhere too.
    """
    if person is None:
        return []
    known = ENHANCING in world.achievements and world.stage == CITY_STAGE
    return [
        spot_shown(world, person, hero, card, spot, say)
        for hero in heroes_of(world, person)
        if known or (world.heroes[hero].earmarked and world.stage in (CITY_STAGE, AFTER_STAGE))
        for card in world.heroes[hero].cards
        for spot in spots_of(card)
    ]


def spot_shown(world: World, person: int, hero: int, card: int, spot: Spot, say: Say) -> dict[str, Any]:
    """[GLOOMHAVEN-26.2, GLOOMHAVEN-26.8] A line, what is on it, what fits there and what it costs."""
    used = [one for one in mine(world, card) if one[:2] == [spot.half, list(spot.path)] and one[3] == spot.stat]
    kinds = []
    for what in fitting(spot):
        act = ("enhance", hero, card, spot.half, list(spot.path), spot.stat, what)
        why = why_not(world, person, act, say)
        text, price = say(enhancement(world, what)), cost(world, card, spot, what)
        kinds.append({"act": list(act), "text": text, "price": price, "why": why})
    return {
        "hero": hero,
        "card": card,
        "half": spot.half,
        "line": say(Message("sheet.lines", (lines(ops_from([spot.main])),))),
        "part": say(part_words(spot)) if spot.stat or len(spot.path) > 1 else None,
        "used": len(used),
        "room": spot.room,
        "kinds": kinds,
    }


def part_words(spot: Spot) -> Message:
    """Which part of a line it is: a number of a summon, or a rider."""
    if spot.stat:
        return Message(f"spot.{spot.stat}")
    return Message("sheet.lines", (lines(ops_from([spot.op])),))
