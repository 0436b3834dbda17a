"""Monsters: their stat cards and ability decks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from grimtable.games.gloomhaven.components import CONDITION_OF, RANK_OF, Mask, amount, bits, read
from grimtable.games.gloomhaven.components.ops import Op, ops_from

_TYPES: Final[list[dict[str, Any]]] = read("monsters")["records"]
_DECKS: Final[list[dict[str, Any]]] = read("monster_decks")["records"]
TYPES: Final[tuple[str, ...]] = tuple([record["id"] for record in _TYPES])
TYPE_OF: Final[dict[str, int]] = {name: number for number, name in enumerate(TYPES)}
DECKS: Final[tuple[str, ...]] = tuple([record["deck"] for record in _DECKS])
DECK_OF: Final[dict[str, int]] = {name: number for number, name in enumerate(DECKS)}
TYPE_DECK: Final[tuple[int, ...]] = tuple([DECK_OF[record["deck"]] for record in _TYPES])  # [GLOOMHAVEN-2.23]
STANDEES: Final[tuple[int, ...]] = tuple([record["standees"] for record in _TYPES])  # [GLOOMHAVEN-1.8]
IS_BOSS: Final[tuple[bool, ...]] = tuple([bool(record["boss"]) for record in _TYPES])
FLIES: Final[tuple[bool, ...]] = tuple([bool(record.get("flying")) for record in _TYPES])


LEVELS_ROOM: Final = 8


def _immunities(record: dict[str, Any]) -> Mask:
    """[GLOOMHAVEN-20.29]"""
    return bits([name for name in record.get("immunities") or [] if name in CONDITION_OF])


IMMUNE: Final[tuple[Mask, ...]] = tuple([_immunities(record) for record in _TYPES])


@dataclass(slots=True)
class Stats:
    """One rank of a stat card at one level [GLOOMHAVEN-2.17]."""

    hp: int | str
    move: int
    attack: int | str
    range: int  # 0 is melee
    traits: tuple[Op, ...]
    conditions: Mask  # put on the target of every attack [GLOOMHAVEN-2.20]
    shield: int
    retaliate: int
    retaliate_range: int
    pierce: int
    targets: int
    advantage: bool
    guarded: bool  # attacks against it have disadvantage


def _trait(traits: tuple[Op, ...], name: str) -> int:
    return sum([op.value for op in traits if op.name == name])


def _stats(record: dict[str, Any], facts: dict[str, Any]) -> Stats:
    traits = ops_from([*(record.get("base_traits") or []), *(facts.get("traits") or [])])
    reach = [rider.value for op in traits if op.name == "retaliate" for rider in op.sub if rider.name == "range"]
    return Stats(
        facts["hp"],
        facts.get("move") or 0,
        facts.get("attack") or 0,
        facts.get("range") or 0,
        traits,
        bits([op.word for op in traits if op.name == "condition" and op.word != "invisible"]),
        _trait(traits, "shield"),
        _trait(traits, "retaliate"),
        max(reach, default=1),
        _trait(traits, "pierce"),
        max(_trait(traits, "target"), 1),
        any([op.name == "advantage" for op in traits]),
        any([op.name == "disadvantage" for op in traits]),
    )


def stats_key(rank: int, level: int) -> int:
    return rank * LEVELS_ROOM + level


STATS: Final[tuple[dict[int, Stats], ...]] = tuple(  # by type; then by rank and level
    [
        {
            stats_key(RANK_OF[rank], int(level)): _stats(record, facts)
            for rank, levels in record["stats"].items()
            for level, facts in levels.items()
        }
        for record in _TYPES
    ]
)


def hp_of(kind: int, rank: int, level: int, characters: int) -> int:
    return amount(STATS[kind][stats_key(rank, level)].hp, characters, level)


# ---------------------------------------------------------------- ability cards: numbered through all decks
SEPARATE: Final = (
    "create_trap",
    "summon",
    "suffer_damage",
    "attacks_against_self_gain",
)  # lines though printed under another


def lines_of(ops: tuple[Op, ...]) -> tuple[Op, ...]:
    """A card's lines as they are performed.

    A lone `target_spec` belongs to the lines above it, elements that add to an attack to the attack above them; what
    does not depend on an attack or move stands on its own.
    """
    found: list[Op] = []
    for op in ops:
        if op.name == "target_spec":
            found = [with_riders(o, (*o.sub, op)) if needs_spec(o) else o for o in found]
        elif op.name == "consume" and found and found[-1].name == "attack" and adds_to_attack(op):
            more = op.sub[0]
            found[-1] = with_riders(found[-1], (*found[-1].sub, with_riders(op, (with_riders(more, ()), *more.sub))))
        elif op.name == "consume":
            found.append(with_riders(op, lines_of(op.sub)))
        elif op.name in ("attack", "move"):
            apart = [o for o in op.sub if o.name in SEPARATE and not speaks_of_target(o)]
            found += [with_riders(op, tuple([o for o in op.sub if o not in apart])), *apart]
        else:
            found.append(op)
    return tuple(found)


def with_riders(op: Op, riders: tuple[Op, ...]) -> Op:
    return Op(op.name, op.value, op.word, riders, op.args)


def adds_to_attack(op: Op) -> bool:
    return op.sub[0].name == "attack" and op.sub[0].text("mod") == "add"


def needs_spec(op: Op) -> bool:
    return op.name in ("condition", "push", "pull") and op.rider("target_spec") is None


def speaks_of_target(op: Op) -> bool:
    return op.rider("where") is not None or "target" in op.text("who")


@dataclass(slots=True)
class MonsterCard:
    deck: int
    printed: int
    initiative: int
    shuffle: bool  # [GLOOMHAVEN-2.25]
    ops: tuple[Op, ...]


MONSTER_CARDS: Final[tuple[MonsterCard, ...]] = tuple(
    [
        MonsterCard(
            deck, card["card_id"] or 0, card["initiative"], bool(card["shuffle"]), lines_of(ops_from(card["ops"]))
        )
        for deck, record in enumerate(_DECKS)
        for card in record["cards"]
    ]
)
FIRST: Final = 30_000  # numbers of monster cards in decks: above those of ability and modifier cards
DECK_CARDS: Final[tuple[tuple[int, ...], ...]] = tuple(
    [tuple([FIRST + n for n, card in enumerate(MONSTER_CARDS) if card.deck == deck]) for deck in range(len(DECKS))]
)


def monster_card(number: int) -> MonsterCard:
    return MONSTER_CARDS[number - FIRST]


BOSS_DECK: Final = DECK_OF["boss"]
