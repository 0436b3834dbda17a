"""The terms in which the state is written: phases, marks of figures, how a scenario stands, what is in force."""

from __future__ import annotations

from typing import Final, NamedTuple

from grimtable.games.gloomhaven.components import (
    BYSTANDERS,
    HEROES,
    MONSTERS_SIDE,
    THIRD_SIDE,
    Card,
    Figure,
    Mask,
)

SETUP: Final = "setup"  # phases [GLOOMHAVEN-7.1]
SELECTION: Final = "selection"
TURNS: Final = "turns"
UPKEEP: Final = "upkeep"
OVER: Final = "over"
ACTED: Final = 1 << 0  # marks of a figure
NO_MONEY: Final = 1 << 1
FLYING: Final = 1 << 2
UNAFFECTED: Final = 1 << 3
GROUNDED: Final = 1 << 4
PHASING: Final = 1 << 5  # unseen on obstacles, and unable to attack there
SURE_FOOTED: Final = 1 << 6  # difficult and hazardous terrain do nothing to it
FALLEN: Final = 1 << 7  # exhausted, and still on its hex [GLOOMHAVEN-29.2]
SEES_INVISIBLE: Final = "you_can_target_invisible_enemies"  # a rule of a card
OPEN: Final = 0  # how the scenario stands [GLOOMHAVEN-21.2]
WON: Final = 1
LOST: Final = 2
REST: Final[Card] = -2  # chosen instead of two cards: a long rest
ROUND: Final = "round"  # how long a bonus lasts
PERSISTENT: Final = "persistent"
TURN: Final = "turn"
ATTACK: Final = "attack"
READY: Final = 0  # an item
SPENT: Final = 1
CONSUMED: Final = 2
ITEM_ROOM: Final = 256
ITEMS_POWER: Final = "items"  # the flag under which items attach to moments; powers of classes come before it
REDUCED: Final = "reduced_randomness"  # flags of variants
PERMANENT: Final = "permanent_death"
UNPERFORMED_LOST: Final = "unperformed_lost"
FRIENDLY: Final[tuple[Mask, ...]] = (  # by side: the sides that are no enemies of it
    1 << HEROES | 1 << BYSTANDERS,
    1 << MONSTERS_SIDE,
    1 << THIRD_SIDE,
    1 << HEROES | 1 << BYSTANDERS,
)
MOST: Final = 7  # the highest level of monsters


class Bonus(NamedTuple):
    """An effect in force: a line of an active card, of an item, or of a monster's card this round."""

    figure: Figure  # whose it is
    word: str  # the op
    value: int
    whom: str  # whom it affects, as `target_spec` says it
    reach: int
    until: str
    source: int  # the ability card, or NONE
    half: int
    place: int  # which op of the half
    used: int  # charges gone
    aim: Figure  # the figure it is tied to, or NONE
