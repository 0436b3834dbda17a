"""The enhancement bench [GLOOMHAVEN-26]: what an enhancement costs, and who may have it."""

from __future__ import annotations

from typing import Any, Final

from grimtable.games.gloomhaven.campaign.acts import OF_HERO, kind, no
from grimtable.games.gloomhaven.campaign.chronicle import Chronicle
from grimtable.games.gloomhaven.campaign.city import here
from grimtable.games.gloomhaven.campaign.components import ENHANCING
from grimtable.games.gloomhaven.campaign.quests import look_after
from grimtable.games.gloomhaven.campaign.travel import at_rest
from grimtable.games.gloomhaven.campaign.world import Act, World
from grimtable.games.gloomhaven.components import ELEMENTS
from grimtable.games.gloomhaven.enhanced import (
    CARDS,
    COSTS,
    HEX,
    PLUS_ONE,
    Spot,
    fitting,
    riders_of,
    spot_at,
    spots_of,
)
from grimtable.kernel.values import Refusal

STATS: Final = {"health": "hp", "movement": "move", "attack": "attack", "range": "range"}  # as the table names them
MANY: Final = ("All", "enemies", "allies", "Allies")  # in the names of those whom a line affects


def affects_many(main: dict[str, Any]) -> bool:
    """[GLOOMHAVEN-26.11] Whether the ability as printed has more than one target."""
    for rider in (main, *riders_of(main)):
        if rider["op"] == "target" and isinstance(rider.get("value"), int) and rider["value"] > 1:
            return True
        if rider["op"] == "area" and len(rider.get("targets", ())) > 1:
            return True
        spec = str(rider.get("value", "")) if rider["op"] == "target_spec" else str(rider.get("affects", ""))
        if any([word in spec for word in MANY]):
            return True
    return False


def cost(world: World, card: int, spot: Spot, what: str) -> int:
    """[GLOOMHAVEN-26.8, GLOOMHAVEN-26.9, GLOOMHAVEN-26.10, GLOOMHAVEN-26.11, GLOOMHAVEN-26.12, GLOOMHAVEN-26.13]"""
    if what == HEX:
        hexes = len(spot.op["targets"]) + len([one for one in mine(world, card) if one[:3:2] == [spot.half, HEX]])
        base = 200 // hexes
    elif what == PLUS_ONE:
        base = COSTS["plus1_summon"][STATS[spot.stat]] if spot.stat else COSTS["plus1"][spot.op["op"]]
    else:
        base = COSTS["other"]["element" if what in ELEMENTS else what]
    if what != HEX and not spot.stat and affects_many(spot.main):
        base *= COSTS["multi_target_multiplier_on_base"]
    before = len([one for one in mine(world, card) if one[0] == spot.half])
    return int(base + COSTS["by_card_level"][str(CARDS[card]["level"])] + COSTS["by_previous_on_same_action"][before])


def mine(world: World, card: int) -> list[list[Any]]:
    """What is on a card: half, path, what, stat."""
    return world.enhancements.get(str(card), [])


def why_not_enhance(
    world: World, hero: int, card: int, half: str, path: list[int], stat: str, what: str
) -> Refusal | None:
    """[GLOOMHAVEN-26.1, GLOOMHAVEN-26.14] Gold that is for enhancements only may be spent wherever the party is."""
    sheet = world.heroes[hero]
    if found := at_rest(world) if sheet.earmarked else here(world, hero):
        return found
    if ENHANCING not in world.achievements and not sheet.earmarked:
        return no("26.1", "no_enhancing")
    if card not in world.heroes[hero].cards:
        return no("26.1", "not_your_card", card)
    spot = spot_at(card, half, path, stat)
    if spot is None or what not in fitting(spot):
        return no("26.2", "does_not_fit", card)
    if len([one for one in mine(world, card) if one[:2] == [half, path] and one[3] == stat]) >= spot.room:
        return no("26.1", "spot_full", card)
    enhanced = [one for one in world.heroes[hero].cards if mine(world, one)]
    if card not in enhanced and len(enhanced) >= world.prosperity_level():
        return no("26.14", "too_many_enhanced", world.prosperity_level())
    price = cost(world, card, spot, what)
    return None if sheet.gold + sheet.earmarked >= price else no("26.1", "too_dear_enhancement", price)


def ways_to_enhance(world: World) -> list[Act]:
    open_to_all = ENHANCING in world.achievements
    return [
        ("enhance", hero, card, spot.half, list(spot.path), spot.stat, what)
        for hero in world.team()
        if open_to_all or world.heroes[hero].earmarked
        for card in world.heroes[hero].cards
        for spot in spots_of(card)
        for what in fitting(spot)
    ]


@kind("enhance", OF_HERO, (int, int, str, list, str, str), why_not_enhance, ways_to_enhance)
def enhance(c: Chronicle, hero: int, card: int, half: str, path: list[int], stat: str, what: str) -> None:
    """[GLOOMHAVEN-26.1, GLOOMHAVEN-26.15] With one's own gold, for good, whoever plays the class later."""
    spot = spot_at(card, half, path, stat)
    assert spot is not None
    price = cost(c.world, card, spot, what)
    c.tell("enhanced", hero, card, what, price)
    earmarked = min(price, c.world.heroes[hero].earmarked)
    c.world.heroes[hero].earmarked -= earmarked
    c.gold(hero, earmarked - price)
    c.world.enhancements.setdefault(str(card), []).append([half, path, what, stat])
    c.world.heroes[hero].enhanced += 1
    look_after(c, hero)
