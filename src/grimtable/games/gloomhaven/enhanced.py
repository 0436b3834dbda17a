"""Enhancements on ability cards: where they fit [GLOOMHAVEN-26], and cards as they are with them.

A spot is named by its half and the path to its line: [2, 0] is the first rider of the third op. In a game enhancements
are flags of the scenario: `enhanced 1 top 0 +1`.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any, Final, NamedTuple

from grimtable.games.gloomhaven.components import ELEMENTS, Card, read
from grimtable.games.gloomhaven.components.cards import (
    CARD_HALVES,
    CARD_IDS,
    CLASSES,
    HALVES,
    SUMMON_STATS,
    half_from,
)
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.scenarios import TABLES

COSTS: dict[str, Any] = TABLES["enhancement"]
PLUS_ONE, HEX, JUMP, ANY = "+1", "hex", "jump", "any_element"
NEGATIVE: Final = ("poison", "wound", "muddle", "immobilize", "disarm", "curse")  # [GLOOMHAVEN-26.3]
POSITIVE: Final = ("bless", "strengthen")  # [GLOOMHAVEN-26.4]
FRIENDLY: Final = ("heal", "shield", "retaliate")
HOSTILE: Final = ("attack", "push", "pull")
FLAG: Final = "enhanced"
NO_STAT: Final = "-"
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
    """The spots of a card, by its printed number."""
    found: list[Spot] = []
    for half in HALVES:
        for place, op in enumerate(CARDS[card][half]["ops"]):
            find(found, half, (place,), op, op)
    return tuple(found)


def find(found: list[Spot], half: str, path: tuple[int, ...], op: dict[str, Any], main: dict[str, Any]) -> None:
    if op["op"] == "summon":
        found += [
            Spot(half, path, op, main, stat, 1) for stat in facts_of(op).get("enhance", ()) if stat in SUMMON_STATS
        ]
    elif op.get("enhance"):
        found.append(Spot(half, path, op, main, "", len(op["enhance"])))
    for place, rider in enumerate(riders_of(op)):
        find(found, half, (*path, place), rider, main)


def facts_of(op: dict[str, Any]) -> dict[str, Any]:
    """What a summon's line says of it."""
    found: dict[str, Any] = op["summon"] if isinstance(op.get("summon"), dict) else op
    return found


def riders_of(op: dict[str, Any]) -> list[dict[str, Any]]:
    found = op.get("sub")
    return found if isinstance(found, list) else []


def spot_at(card: int, half: str, path: list[int], stat: str) -> Spot | None:
    if card not in CARDS:
        return None
    return next((s for s in spots_of(card) if (s.half, list(s.path), s.stat) == (half, path, stat)), None)


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


# ---------------------------------------------------------------- in a scenario
def flag_of(card: int, half: str, path: list[int], what: str, stat: str) -> str:
    return f"{FLAG} {card} {half} {'.'.join([str(step) for step in path])} {what} {stat or NO_STAT}"


def ops_of(flags: tuple[str, ...], card: Card, side: int) -> tuple[Op, ...]:
    """The ops of a half with its enhancements."""
    found = by_card(flags)
    key = (CARD_IDS[card], HALVES[side])
    return found[key] if key in found else CARD_HALVES[card][side].ops


@cache
def by_card(lines: tuple[str, ...]) -> dict[tuple[int, str], tuple[Op, ...]]:
    """The enhanced halves of a scenario, by the card's printed number and the half."""
    by_half: dict[tuple[int, str], list[list[str]]] = {}
    for flag in lines:
        if flag.startswith(FLAG + " "):
            _, card, half, path, what, stat = flag.split(" ")
            by_half.setdefault((int(card), half), []).append([path, what, stat])
    found: dict[tuple[int, str], tuple[Op, ...]] = {}
    for (number, side), enhancements in by_half.items():
        record = deepcopy(CARDS[number][side])
        for path, what, stat in enhancements:
            change(record["ops"], [int(step) for step in path.split(".")], what, stat)
        found[number, side] = half_from(record).ops
    return found


def change(ops: list[dict[str, Any]], path: list[int], what: str, stat: str) -> None:
    """One enhancement on a line: the record is the card's own copy. What is added comes last, so that places stay."""
    op = ops[path[0]]
    for step in path[1:]:
        op = op["sub"][step]
    if stat != NO_STAT:
        op["boosted"] = [*op.get("boosted", []), stat]
    elif what == PLUS_ONE:
        op["value"] += 1
    elif what == HEX:
        op["targets"] = [*op["targets"], op["enhance_hexes"].pop(0)]
    elif what == JUMP:
        op["sub"] = [*riders_of(op), {"op": "jump"}]
    elif what in ELEMENTS or what == ANY:
        ops.append({"op": "infuse", "element": "wild" if what == ANY else what})
    elif op["op"] in ("attack", "heal"):
        op["sub"] = [*riders_of(op), {"op": "condition", "value": what}]
    else:  # the same ones are affected
        whom = [rider for rider in riders_of(op) if rider["op"] in ("target_spec", "range", "affects", "target")]
        ops.append({"op": "condition", "value": what, "sub": whom})
