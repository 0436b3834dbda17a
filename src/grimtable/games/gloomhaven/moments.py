"""Named moments of the scenario, where special rules, class powers and items attach.

A scenario's rules are called by the names in `state.flags`: every name whose handler is registered at a moment runs.
"""

from __future__ import annotations

from grimtable.games.gloomhaven.components import Figure, Hex
from grimtable.games.gloomhaven.state import T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

at_setup = Hook[[T], Flow[None]]()  # after the starting room is laid out [GLOOMHAVEN-4.1]
round_started = Hook[[T], Flow[None]]()
round_ended = Hook[[T], Flow[None]]()
turn_started = Hook[[T, Figure], Flow[None]]()
turn_ended = Hook[[T, Figure], Flow[None]]()
room_revealed = Hook[[T, int, Figure], Flow[None]]()  # the room, and who opened it
figure_died = Hook[[T, Figure, Figure, Hex], Flow[None]]()  # who, by whom, where
treasure_looted = Hook[[T, Figure, int], Flow[None]]()
