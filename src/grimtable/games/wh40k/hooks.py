"""The moments of a battle where unusual abilities attach. The core knows none of them by name."""

from __future__ import annotations

from grimtable.games.wh40k.components import Model, Unit
from grimtable.games.wh40k.state import Battle, T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

turn_start = Hook[[T, Unit], Flow[None]]()  # of its owner's turn
movement_end = Hook[[T, Unit], Flow[None]]()  # of its owner's Movement phase, before reinforcements
instead_of_shooting = Hook[[T, Unit], bool]()  # whether the unit can do this now
shooting_replaced = Hook[[T, Unit], None]()
shooting_done = Hook[[T, Unit, tuple[Unit, ...]], None]()  # the unit shot at these
charge_ended = Hook[[T, Unit], Flow[None]]()  # the unit has made its charge move
fight_start = Hook[[T, Unit], Flow[None]]()
power_resolved = Hook[[T, Unit, int], Flow[None]]()  # the unit manifested a power with this total
psychic_bonus = Hook[[T, Unit], int]()
wound_intercepted = Hook[[T, Unit, Model], Flow[bool]]()  # True: the model loses no wound
damage_taken = Hook[[T, Model, int], Flow[int]]()  # after a failed save: what is left of the damage
model_slain = Hook[[T, Unit, Model], Flow[None]]()  # a friend of the unit was slain
kill_made = Hook[[T, Unit, Model], Flow[None]]()  # the unit slew a model in its attacks
movement_end_ready = Hook[[Battle, Unit], bool]()
fight_start_ready = Hook[[Battle, Unit], bool]()
turn_start_ready = Hook[[Battle, Unit], bool]()  # whether it has something to do then
