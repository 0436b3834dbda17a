"""Attack modifier cards, base deck and perks.

A card in a deck is a number that tells its kind: FIRST + (owner * KINDS_ROOM + kind) * COPIES_ROOM + copy. So every
card of the game is unique, and no table of kinds lies in the state. The owner is a character, or MONSTER_DECK.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from grimtable.games.gloomhaven.components import read
from grimtable.games.gloomhaven.components.cards import PERKS
from grimtable.games.gloomhaven.components.ops import Op, ops_from

FIRST: Final = 1000  # below lie the numbers of ability cards
KINDS_ROOM: Final = 256
COPIES_ROOM: Final = 16
MONSTER_DECK: Final = 4  # characters own the decks 0 to 3


@dataclass(slots=True)
class Modifier:
    """A kind of attack modifier card."""

    name: str
    plus: int
    null: bool
    double: bool
    rolling: bool
    shuffle: bool  # a base null or 2x: the deck is reshuffled at the end of the round [GLOOMHAVEN-3.8]
    fleeting: bool  # bless and curse return to their pool when drawn [GLOOMHAVEN-3.6]
    effects: tuple[Op, ...]


def plain(name: str, plus: int) -> Modifier:
    return Modifier(name, plus, False, False, False, False, False, ())


CURSE: Final = "curse"
BLESS_CARD: Final = 0
CURSE_CARD: Final = 1
MINUS_ONE: Final = 2
MONSTER_CURSE: Final = 3
MODIFIERS: Final[list[Modifier]] = [  # filled while loading, never afterwards
    Modifier("bless", 0, False, True, False, False, True, ()),
    Modifier(CURSE, 0, True, False, False, False, True, ()),
    plain("item", -1),  # the -1 cards of items and scenarios [GLOOMHAVEN-3.10]
    Modifier(CURSE, 0, True, False, False, False, True, ()),
    Modifier("null", 0, True, False, False, True, False, ()),
    Modifier("x2", 0, False, True, False, True, False, ()),
    plain("+0", 0),
    plain("+1", 1),
    plain("-1", -1),
    plain("+2", 2),
    plain("-2", -2),
]
BASE_OF: Final[dict[str, int]] = {
    modifier.name: kind for kind, modifier in enumerate(MODIFIERS) if kind > MONSTER_CURSE
}
BASE_DECK: Final[tuple[tuple[int, int], ...]] = tuple(  # [GLOOMHAVEN-1.1] kind and count
    [(BASE_OF[record["card"]], record["count"]) for record in read("attack_modifiers")["base_deck"]]
)
MILD: Final[dict[int, Modifier]] = {  # [GLOOMHAVEN-29.1] what they count as where randomness is reduced
    kind: replace(modifier, plus=2 if modifier.double else -2, null=False, double=False)
    for kind, modifier in enumerate(MODIFIERS)
    if modifier.double or modifier.null
}
POOL: Final = 10  # blessings, curses for players, curses for monsters [GLOOMHAVEN-14.11]

_PLUS: Final = {f"plus{n}": n for n in range(5)} | {f"minus{n}": -n for n in range(3)}
_KNOWN: Final[dict[str, int]] = {}


def kind_of(card: dict[str, Any]) -> int:
    """The kind of a perk's card; a plain one is the same as in the base deck."""
    name = str(card["type"])
    rolling, effects = bool(card.get("rolling")), card.get("effects", [])
    if not rolling and not effects and name in _PLUS:
        sign = f"{_PLUS[name]:+d}"
        if sign in BASE_OF:
            return BASE_OF[sign]
    key = repr((name, rolling, effects))
    if key not in _KNOWN:
        _KNOWN[key] = len(MODIFIERS)
        double, null = name == "double", name == "null"
        MODIFIERS.append(Modifier(name, _PLUS.get(name, 0), null, double, rolling, False, False, ops_from(effects)))
    return _KNOWN[key]


class Perk(NamedTuple):
    """What a perk does to the deck: cards taken out and put in, and what else it gives."""

    times: int
    remove: tuple[tuple[int, int], ...]
    add: tuple[tuple[int, int], ...]
    also: str


def _perk(record: dict[str, Any]) -> Perk:
    cards = [(kind_of(entry["card"]), entry["count"]) for entry in record["cards"]]
    also = record.get("also", "") or ""
    if record["type"] == "remove":
        return Perk(record["times"], tuple(cards), (), also)
    if record["type"] == "replace":
        return Perk(record["times"], tuple(cards[:1]), tuple(cards[1:]), also)
    return Perk(record["times"], (), tuple(cards), also)


CLASS_PERKS: Final[tuple[tuple[Perk, ...], ...]] = tuple(
    [tuple([_perk(record) for record in records]) for records in PERKS]
)
assert len(MODIFIERS) <= KINDS_ROOM


def modifier_card(owner: int, kind: int, copy: int) -> int:
    return FIRST + (owner * KINDS_ROOM + kind) * COPIES_ROOM + copy


def modifier_kind(card: int) -> int:
    return (card - FIRST) // COPIES_ROOM % KINDS_ROOM


def modifier_of(card: int) -> Modifier:
    return MODIFIERS[(card - FIRST) // COPIES_ROOM % KINDS_ROOM]


def base_deck(owner: int) -> list[int]:
    """[GLOOMHAVEN-1.1] The twenty cards of a new deck."""
    return [modifier_card(owner, kind, copy) for kind, count in BASE_DECK for copy in range(count)]


def with_perk(deck: list[int], owner: int, perk: Perk) -> list[int]:
    """The deck after a perk: cards that are not there cannot be taken out."""
    left = deck.copy()
    for kind, count in perk.remove:
        for card in [card for card in left if modifier_kind(card) == kind][:count]:
            left.remove(card)
    for kind, count in perk.add:
        for _ in range(count):
            left.append(next_copy(left, owner, kind))
    return left


def next_copy(cards: list[int], owner: int, kind: int) -> int:
    """The first copy of a kind that is not among these cards."""
    return next(card for card in [modifier_card(owner, kind, copy) for copy in range(COPIES_ROOM)] if card not in cards)
