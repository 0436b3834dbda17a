"""Items and battle goals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from grimtable.games.gloomhaven.components import WILD, Mask, read
from grimtable.games.gloomhaven.components.ops import Op, ops_from

SLOTS: Final = ("head", "body", "legs", "one_hand", "two_hands", "small")


@dataclass(slots=True)
class Item:
    """An item card. The first one has number 1; number 0 is nothing."""

    name: str
    slot: str
    cost: int
    copies: int
    after_use: str  # "spent", "consumed" or "": any number of times
    minus_one_cards: int
    charges: int
    timing: str
    passive: bool
    ops: tuple[Op, ...]
    effect: dict[str, Any]


def _line(op: dict[str, Any]) -> dict[str, Any]:
    """Words of items that cards spell otherwise."""
    if op.get("element") == "any":
        return {**op, "element": WILD}
    if op["op"] == "disarm_trap" and op.get("target") == "all_within_range":
        return {**op, "op": "disarm_all"}
    return op


def _item(record: dict[str, Any]) -> Item:
    effect = record["effect"]
    return Item(
        record["name"],
        record["slot"],
        record["cost"] or 0,
        record["copies"] or 0,
        record["after_use"] or "",
        record.get("minus_one_cards", 0),
        effect.get("charges", record.get("charges", 0)) or 0,
        effect.get("timing", ""),
        bool(effect.get("passive")),
        ops_from([_line(op) for op in effect.get("ops", [])]),
        effect,
    )


NOTHING: Final = Item("", "", 0, 0, "", 0, 0, "", False, (), {})
ITEMS: Final[tuple[Item, ...]] = (NOTHING, *[_item(record) for record in read("items")["records"]])
MOMENTS: Final[dict[str, Mask]] = {
    timing: 1 << number for number, timing in enumerate(dict.fromkeys([item.timing for item in ITEMS]))
}
MOMENT_OF: Final[tuple[Mask, ...]] = tuple([MOMENTS[item.timing] for item in ITEMS])


class BattleGoal(NamedTuple):
    """One of the 24 battle goals [GLOOMHAVEN-1.15]."""

    printed: int
    name: str
    checkmarks: int
    condition: dict[str, Any]


BATTLE_GOALS: Final[tuple[BattleGoal, ...]] = tuple(
    [
        BattleGoal(record["id"], record["name"], record["checkmarks"], record["condition"])
        for record in read("battle_goals")["records"]
    ]
)
