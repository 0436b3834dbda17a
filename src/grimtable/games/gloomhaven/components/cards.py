"""The 17 classes and their ability cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

from grimtable.games.gloomhaven.components import Card, read
from grimtable.games.gloomhaven.components.ops import Op, gathered, ops_from

TOP: Final = 0
BOTTOM: Final = 1
HALVES: Final[tuple[str, ...]] = ("top", "bottom")
X_LEVEL: Final = 0  # cards marked X are open from the first level, as those of level 1 [GLOOMHAVEN-1.14]
SUPPLY_LEVEL: Final = 99  # cards marked M lie in a supply and belong to no pool

_CLASSES: Final[list[dict[str, Any]]] = read("characters")["records"]
CLASSES: Final[tuple[str, ...]] = tuple([record["id"] for record in _CLASSES])
CLASS_OF: Final[dict[str, int]] = {name: number for number, name in enumerate(CLASSES)}
STARTING: Final[tuple[str, ...]] = tuple(
    [record["id"] for record in _CLASSES if record["starting"]]
)  # [GLOOMHAVEN-1.11]
COMPLETE: Final[tuple[str, ...]] = (  # classes of which every word is performed
    *STARTING,
    "three-spears",
    "saw",
    "triangles",
    "sun",
    "lightning",
    "eclipse",
    "squidface",
    "music-note",
    "circles",
    "angry-face",
    "two-mini",
)
POWERS: Final[dict[int, str]] = {  # names under which powers of a class attach to moments of the scenario
    CLASS_OF["music-note"]: "songs",
    CLASS_OF["angry-face"]: "dooms",
    CLASS_OF["two-mini"]: "beasts",
}
HAND_SIZE: Final[tuple[int, ...]] = tuple([record["hand_size"] for record in _CLASSES])  # [GLOOMHAVEN-1.13]
HP: Final[tuple[tuple[int, ...], ...]] = tuple([tuple(record["hp_by_level"]) for record in _CLASSES])
PERKS: Final[tuple[list[dict[str, Any]], ...]] = tuple([record["perks"] for record in _CLASSES])


@dataclass(slots=True)
class Half:
    """One half of an ability card [GLOOMHAVEN-2.1]."""

    ops: tuple[Op, ...]
    lost: bool  # the card goes to the lost pile after use
    no_recover: bool
    active: str  # "round" or "persistent": the card stays in the active area; else ""


def half_from(record: dict[str, Any]) -> Half:
    ops = gathered(ops_from(record["ops"]))
    active = record.get("active", "")
    if not active and any([op.name == "round_bonus" for op in ops]):
        active = "round"
    if not active and any([op.name == "persistent_bonus" for op in ops]):
        active = "persistent"
    return Half(ops, bool(record.get("lost")), bool(record.get("no_recover")), active or "")


def _level(record: dict[str, Any]) -> int:
    level = record["level"]
    return level if isinstance(level, int) else X_LEVEL if level == "X" else SUPPLY_LEVEL


_CARDS: list[dict[str, Any]] = [record for name in CLASSES for record in read(f"ability_cards_{name}")["records"]]
_CARDS += [  # further copies of a card that lies in a supply, with the numbers printed on them
    {**record, "id": record["id"] + copy} for record in _CARDS for copy in range(1, record.get("copies", 1))
]
CARD_NAMES: Final[tuple[str, ...]] = tuple([record["name"] for record in _CARDS])
CARD_IDS: Final[tuple[int, ...]] = tuple([record["id"] for record in _CARDS])  # the printed number
CARD_OF: Final[dict[int, Card]] = {printed: card for card, printed in enumerate(CARD_IDS)}
CARD_CLASS: Final[tuple[int, ...]] = tuple([CLASS_OF[record["class"]] for record in _CARDS])
CARD_LEVEL: Final[tuple[int, ...]] = tuple([_level(record) for record in _CARDS])
INITIATIVE: Final[tuple[int, ...]] = tuple([record["initiative"] for record in _CARDS])
CARD_HALVES: Final[tuple[tuple[Half, ...], ...]] = tuple(
    [(half_from(record["top"]), half_from(record["bottom"])) for record in _CARDS]
)
CARDS: Final = len(_CARDS)
OF_ONE_CLASS: Final[tuple[range, ...]] = tuple(  # the numbers of a class's cards, which lie together but for a supply
    [range(CARD_CLASS.index(kind), CARD_CLASS.index(kind) + CARD_CLASS.count(kind)) for kind in range(len(CLASSES))]
)
IN_SUPPLY: Final[tuple[bool, ...]] = tuple([level == SUPPLY_LEVEL for level in CARD_LEVEL])
SUPPLY: Final[tuple[Card, ...]] = tuple([card for card in range(CARDS) if IN_SUPPLY[card]])


_POOLS: Final[dict[tuple[int, int], tuple[Card, ...]]] = {}


def pool(char_class: int, level: int) -> tuple[Card, ...]:
    """Every card of a class up to a level, in ascending order: what a character may choose its hand from."""
    found = _POOLS.get((char_class, level))
    if found is None:
        own = [card for card in range(CARDS) if CARD_CLASS[card] == char_class]
        found = _POOLS[(char_class, level)] = tuple([card for card in own if CARD_LEVEL[card] <= level])
    return found


@dataclass(slots=True)
class SummonKind:
    """What a summon of a card or an item is."""

    name: str
    hp: int
    move: int
    attack: int
    range: int  # 0 is melee
    traits: tuple[Op, ...]
    record: dict[str, Any]


SUMMONS: Final[list[SummonKind]] = []  # filled while loading, never afterwards
SUMMON_OF: Final[dict[tuple[str, int], int]] = {}  # (name, printed number of the card or minus the item's) -> kind
BOOSTED: Final[dict[tuple[int, tuple[str, ...]], int]] = {}  # (kind, stats enhanced) -> the kind with them
SUMMON_STATS: Final = ("health", "movement", "attack", "range")  # [GLOOMHAVEN-26.2]


def _summon(facts: dict[str, Any], source: int) -> None:
    trait = facts.get("trait", [])
    attack, move = facts.get("attack", 0), facts.get("movement", 0)
    kind = SummonKind(
        facts["name"],
        facts["health"] if isinstance(facts["health"], int) else 0,
        move if isinstance(move, int) else 0,
        attack if isinstance(attack, int) else 0,
        facts.get("range", 0) or 0,
        ops_from([trait] if isinstance(trait, dict) else trait),
        facts,
    )
    SUMMON_OF[(kind.name, source)] = plain = len(SUMMONS)
    SUMMONS.append(kind)
    spots = [stat for stat in SUMMON_STATS if stat in facts.get("enhance", ())]
    for count in range(1, len(spots) + 1):
        for stats in combinations(spots, count):
            BOOSTED[plain, stats] = len(SUMMONS)
            hp, move, attack, reach = [int(stat in stats) for stat in SUMMON_STATS]
            SUMMONS.append(
                replace(
                    kind, hp=kind.hp + hp, move=kind.move + move, attack=kind.attack + attack, range=kind.range + reach
                )
            )


def _find_summons(ops: list[dict[str, Any]], source: int) -> None:
    for op in ops:
        if op["op"] == "summon" and isinstance(op.get("summon"), dict):
            _summon(op["summon"], source)
        elif op["op"] == "summon" and "health" in op:
            _summon(op, source)
        for key in ("sub", "grant", "do"):
            found = op.get(key)
            if isinstance(found, list):
                _find_summons(found, source)


for _record in _CARDS:
    for _side in HALVES:
        _find_summons(_record[_side]["ops"], _record["id"])
for _item in read("items")["records"]:
    _find_summons(_item["effect"].get("ops", []), -_item["id"])
BEAST_TYRANT: Final = CLASS_OF["two-mini"]
_bear: Final = next(facts for facts in _CLASSES[BEAST_TYRANT]["summons"] if isinstance(facts["health"], str))
_summon(_bear, _bear["cardId"])
# The kind of the Beast Tyrant's companion, whose hit points grow with the level.
BEAR: Final = SUMMON_OF[_bear["name"], _bear["cardId"]]
BEAR_HP: Final[str] = _bear["health"]
