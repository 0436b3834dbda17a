"""Named moments of the scenario, where special rules, class powers and items attach.

A scenario's rules are called by the names in `state.flags`: every name whose handler is registered at a moment runs.
"""

from __future__ import annotations

from typing import Any, Final

from grimtable.games.gloomhaven.components import Figure, Hex
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

# What is asked at a moment of items and cards while no card is active: songs and cards then have nothing to say.
ITEMS_ALONE: Final[tuple[str, ...]] = ("items",)

at_setup: Final = Hook[[T], Flow[None]]()  # after the starting room is laid out [GLOOMHAVEN-4.1]
round_started: Final = Hook[[T], Flow[None]]()
round_ended: Final = Hook[[T], Flow[None]]()
turn_started: Final = Hook[[T, Figure], Flow[None]]()
turn_ended: Final = Hook[[T, Figure], Flow[None]]()
door_opens: Final = Hook[[T, Figure, Hex], None]()  # a closed door, before what is behind it is revealed
room_revealed: Final = Hook[[T, int, Figure], Flow[None]]()  # the room, and who opened it
character_started: Final = Hook[[T, Figure], Flow[None]]()  # stands on its starting hex
figure_died: Final = Hook[[T, Figure, Figure, Hex], Flow[None]]()  # who, by whom, where
treasure_looted: Final = Hook[[T, Figure, int, Hex], Flow[None]]()
hex_entered: Final = Hook[[T, Figure, Hex], Flow[None]]()
cards_revealed: Final = Hook[[T], Flow[None]]()  # all cards are turned up: items
turns_begin: Final = Hook[[T], None]()  # all cards are turned up, nobody has acted yet
# What stands on a spot of the layout: the type and rank that are set up there.
set_up: Final = Hook[[Gloomhaven, dict[str, Any], str, str], tuple[str, str]]()
may_start: Final = Hook[[Gloomhaven, Hex], bool]()  # whether a character may start here
monster_entered: Final = Hook[[T, Figure], None]()
# How a scenario changes attack, move, range, shield, pierce, conditions, advantage or
# disadvantage of a figure, or bars its items.
stat_change: Final = Hook[[Gloomhaven, Figure, str], int]()
may_focus: Final = Hook[[Gloomhaven, Figure, Figure], bool]()
preferred: Final = Hook[[Gloomhaven, Figure], list[Figure]]()  # enemies it focuses on if it can attack them now
card_changed: Final = Hook[[Gloomhaven, Figure, tuple[Op, ...]], tuple[Op, ...]]()  # the lines a monster performs
attacked: Final = Hook[
    [T, Figure, bool, list[Figure]], Flow[None]
]()  # by whom, whether melee, whom: all targets are done
movement_ended: Final = Hook[[T, Figure], None]()
turn_comes: Final = Hook[[T, Figure], None]()  # before a turn of a figure that may be off the map
turn_instead: Final = Hook[[T, Figure], Flow[bool]]()  # True: the card of its deck is not performed
damage_changed: Final = Hook[[T, Figure, int, Figure], Flow[int]]()
loot_action: Final = Hook[[T, Figure, int], Flow[None]]()  # a loot ability of this range is performed
# What movement points can be spent on besides entering hexes, and doing it: the points left are returned.
movement_uses: Final = Hook[[Gloomhaven, Figure, int], list[str]]()
use_movement: Final = Hook[[T, Figure, str, int], Flow[int]]()
may_loot: Final = Hook[[Gloomhaven, Figure, Hex, bool], bool]()  # with a loot action or at the end of a turn
further_turns: Final = Hook[[Gloomhaven], list[tuple[int, Figure]]]()  # objectives that act: initiative and figure
objective_turn: Final = Hook[[T, Figure], Flow[None]]()


def listening(s: Gloomhaven, names: tuple[str, ...]) -> tuple[str, ...]:
    """Who of songs, active cards and items has to be asked now."""
    return names if s.bonuses else ITEMS_ALONE


def changed(s: Gloomhaven, figure: Figure, stat: str) -> int:
    """The sum of what the scenario does to a stat."""
    total = 0
    for change in stat_change.of(s.flags):
        total += change(s, figure, stat)
    return total
