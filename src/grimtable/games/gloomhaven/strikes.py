"""An attack while it is made: what its card gives it, and what it is against one target.

Words of cards attach at four moments. `rider` changes the whole attack before targets are chosen, `on_target` one
target before its modifier card is drawn, `after_hit` works on a target that was hit, `after_attack` when all are done.
"""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.components import NONE, Card, Figure, Hex, Mask
from grimtable.games.gloomhaven.components.hexes import Pattern
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.state import T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow


class Strike:
    """An attack ability with all its targets. Lives no longer than its step."""

    __slots__ = (
        "add_targets",
        "advantage",
        "after",
        "area",
        "attacker",
        "augmented_by",
        "card",
        "conditions",
        "damaged",
        "disadvantage",
        "done",
        "double",
        "earned",
        "executed",
        "first",
        "hit",
        "ignore_shield",
        "is_melee",
        "killed",
        "mild",
        "multiply",
        "owner",
        "path",
        "per_target",
        "pierce",
        "practised",
        "pull",
        "push",
        "reach",
        "spec",
        "spot",
        "targets",
        "value",
        "xp",
    )

    def __init__(self, attacker: Figure, value: int, reach: int, card: Card = NONE) -> None:
        self.attacker = attacker
        self.owner = attacker  # of the card behind it: elements and experience are its
        self.card = card
        self.value = value
        self.is_melee = reach == 0  # [GLOOMHAVEN-13.3]
        self.reach = max(reach, 1)
        self.targets = 1
        self.add_targets = 0  # [GLOOMHAVEN-13.27]
        self.spec = ""  # a fixed group of targets, as `target_spec` names it
        self.area: Op | None = None
        self.spot: tuple[Hex, ...] = ()  # the hexes of the area
        self.pierce = 0
        self.conditions: Mask = 0
        self.push = 0
        self.pull = 0
        self.advantage = False
        self.disadvantage = False
        self.ignore_shield = False
        self.multiply = 1
        self.practised = False  # a card that works with items has been counted
        self.double = False
        self.per_target: tuple[Op, ...] = ()
        self.after: tuple[Op, ...] = ()
        self.done: tuple[Op, ...] = ()  # for after_attack
        self.path = False  # all on the way to the first target are targets, too
        self.first: Hex = NONE  # where the first target stood
        self.augmented_by: Figure = attacker  # whose augments work on it
        self.hit: list[Figure] = []
        self.killed: tuple[tuple[Figure, Hex], ...] = ()
        self.damaged: tuple[int, ...] = ()  # what each target suffered that suffered something
        self.mild = False  # the next target is spared the conditions [GLOOMHAVEN-13.22]
        self.executed = False  # somebody was killed instead of being attacked
        self.xp = 0
        self.earned = 0  # experience that its owner has gained so far


class Blow:
    """The attack against one target."""

    __slots__ = (
        "advantage",
        "at",
        "conditions",
        "dealt",
        "disadvantage",
        "effects",
        "ignore_shield",
        "items",
        "kill",
        "mild",
        "multiply",
        "penalty",
        "pierce",
        "pull",
        "push",
        "strike",
        "tamed",
        "target",
        "value",
    )

    def __init__(self, strike: Strike, target: Figure, at: Hex) -> None:
        self.strike = strike
        self.target = target
        self.at = at  # where it stood
        self.value = strike.value
        self.multiply = strike.multiply
        self.penalty = 0  # what lowers it, apart: the order of additions and doublings is free [GLOOMHAVEN-13.8]
        self.pierce = strike.pierce
        self.conditions = strike.conditions
        self.push = strike.push
        self.pull = strike.pull
        self.advantage = strike.advantage
        self.disadvantage = strike.disadvantage
        self.ignore_shield = strike.ignore_shield
        self.mild = strike.mild
        self.kill = False  # dies instead of being attacked
        self.dealt = 0
        self.tamed = False  # a 2x counts as +0
        self.items: tuple[int, ...] = ()  # used for this target
        self.effects: tuple[Op, ...] = ()  # of modifier cards


def add_to(blow: Blow, points: int) -> None:
    """A bonus or a penalty of the attacker's."""
    if points < 0:
        blow.penalty += points
    else:
        blow.value += points


rider: Final = Hook[[T, Strike, Op], Flow[None]]()
on_target: Final = Hook[[T, Blow, Op], None]()
after_hit: Final = Hook[[T, Blow, Op], Flow[None]]()
after_attack: Final = Hook[[T, Strike, Op], Flow[None]]()


def add_riders(t: T, strike: Strike, ops: tuple[Op, ...]) -> Flow[None]:
    """Give an attack what the lines under it say [GLOOMHAVEN-2.3]."""
    for op in ops:
        if op.name in rider:
            yield from rider[op.name](t, strike, op)
        elif op.name in on_target:
            strike.per_target += (op,)
        elif op.name in after_hit:
            strike.after += (op,)
        elif op.name in after_attack:
            strike.done += (op,)
        else:
            raise KeyError(f"no rider {op.name} of an attack")


def pattern_of(op: Op) -> Pattern:
    return op.hexes("targets")
