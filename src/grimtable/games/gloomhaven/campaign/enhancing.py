"""Enhancements [GLOOMHAVEN-26]: spots on cards, what fits there, and what it costs.

A spot is named by its card, its half and the path to its line: [2, 0] is the first rider of the third op. Which
enhancements fit is told by the line and by what the rules say of it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from grimtable.games.gloomhaven.campaign.acts import OF_HERO, kind, no
from grimtable.games.gloomhaven.campaign.chronicle import Chronicle
from grimtable.games.gloomhaven.campaign.city import here
from grimtable.games.gloomhaven.campaign.components import ENHANCING
from grimtable.games.gloomhaven.campaign.quests import look_after
from grimtable.games.gloomhaven.campaign.world import Act, World
from grimtable.games.gloomhaven.components import ELEMENTS, read
from grimtable.games.gloomhaven.components.cards import CLASSES, HALVES
from grimtable.games.gloomhaven.components.scenarios import TABLES
from grimtable.kernel.values import Refusal

COSTS: dict[str, Any] = TABLES["enhancement"]
PLUS_ONE, HEX, JUMP, ANY = "+1", "hex", "jump", "any_element"
NEGATIVE: Final = ("poison", "wound", "muddle", "immobilize", "disarm", "curse")  # [GLOOMHAVEN-26.3]
POSITIVE: Final = ("bless", "strengthen")  # [GLOOMHAVEN-26.4]
STATS: Final = {"health": "hp", "movement": "move", "attack": "attack", "range": "range"}  # of a summon
FRIENDLY: Final = ("heal", "shield", "retaliate")
HOSTILE: Final = ("attack", "push", "pull")
MANY: Final = ("All", "enemies", "allies", "Allies")  # in the names of those whom a line affects
CARDS: dict[int, dict[str, Any]] = {
    record["id"]: record for name in CLASSES for record in read(f"ability_cards_{name}")["records"]
}


class Spot(NamedTuple):
    """A line of a card with room for enhancements."""

    half: str
    path: tuple[int, ...]
    op: dict[str, Any]
    main: dict[str, Any]  # the ability it belongs to
    stat: str  # of a summon, else ""
    room: int


@cache
def spots_of(card: int) -> tuple[Spot, ...]:
    found: list[Spot] = []
    for half in HALVES:
        for place, op in enumerate(CARDS[card][half]["ops"]):
            walk(found, half, (place,), op, op)
    return tuple(found)


def walk(found: list[Spot], half: str, path: tuple[int, ...], op: dict[str, Any], main: dict[str, Any]) -> None:
    summon = op.get("summon") if isinstance(op.get("summon"), dict) else op if op["op"] == "summon" else None
    if summon is not None:
        found += [Spot(half, path, op, main, stat, 1) for stat in summon.get("enhance", ()) if stat in STATS]
    elif op.get("enhance"):
        found.append(Spot(half, path, op, main, "", len(op["enhance"])))
    for place, rider in enumerate(op.get("sub", ()) if isinstance(op.get("sub"), list) else ()):
        walk(found, half, (*path, place), rider, main)


def fitting(spot: Spot) -> list[str]:
    """[GLOOMHAVEN-26.2, GLOOMHAVEN-26.3, GLOOMHAVEN-26.4, GLOOMHAVEN-26.5, GLOOMHAVEN-26.6, GLOOMHAVEN-26.7]"""
    name = spot.op["op"]
    if spot.stat:
        return [PLUS_ONE]
    if name == "area":
        return [HEX]
    found = [PLUS_ONE] if name in COSTS["plus1"] and isinstance(spot.op.get("value"), int) else []
    signs = spot.op["enhance"]
    if "circle" in signs and name == "move":
        found.append(JUMP)
    if len(spot.path) == 1 and "square" not in signs:  # main lines only
        helps = name in FRIENDLY or (name == "condition" and spot.op.get("value") in POSITIVE)
        harms = name in HOSTILE or (name == "condition" and not helps)
        found += NEGATIVE if harms else POSITIVE if helps else ()
        found += [*ELEMENTS, ANY]
    return found


def affects_many(main: dict[str, Any]) -> bool:
    """[GLOOMHAVEN-26.11] Whether the ability as printed has more than one target."""
    riders: list[dict[str, Any]] = main["sub"] if isinstance(main.get("sub"), list) else []
    for rider in (main, *riders):
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


def spot_at(card: int, half: str, path: list[int], stat: str) -> Spot | None:
    return next((s for s in spots_of(card) if (s.half, list(s.path), s.stat) == (half, path, stat)), None)


def why_not_enhance(
    world: World, hero: int, card: int, half: str, path: list[int], stat: str, what: str
) -> Refusal | None:
    if found := here(world, hero):
        return found
    if ENHANCING not in world.achievements:
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
    return None if world.heroes[hero].gold >= price else no("26.1", "too_dear_enhancement", price)


def ways_to_enhance(world: World) -> list[Act]:
    if ENHANCING not in world.achievements:
        return []
    return [
        ("enhance", hero, card, spot.half, list(spot.path), spot.stat, what)
        for hero in world.team()
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
    c.gold(hero, -price)
    c.world.enhancements.setdefault(str(card), []).append([half, path, what, stat])
    c.world.heroes[hero].enhanced += 1
    look_after(c, hero)
