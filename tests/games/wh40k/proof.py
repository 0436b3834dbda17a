"""Proofs of abilities, one by one: what a scene comes to with the ability, and what without it.

The scene is played twice by the real rules, on the full datasheets but for that one ability, so a proof fails both when
the ability does nothing and when it does something else. `Field` knows which ability it is and whether it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.wh40k.table import answer, asked, battlefield, begin, defaults, done, refusal, told, unit, within
from grimtable.games.wh40k.attacks import resolve, strength_of
from grimtable.games.wh40k.casualties import mortal_wounds, slay
from grimtable.games.wh40k.components import INCH, SHEET_OF, SHEETS, WEAPON_OF, WEAPONS, Amount
from grimtable.games.wh40k.effects import effects_on
from grimtable.games.wh40k.fighting import fighters
from grimtable.games.wh40k.measure import reach_of
from grimtable.games.wh40k.morale import leadership
from grimtable.games.wh40k.state import MOVEMENT, SETUP, WAITING, Battle, T
from grimtable.games.wh40k.volley import Volley
from grimtable.kernel.game import Game
from grimtable.kernel.values import Flow

NEVER = 7
PLENTY = 400


class Field:
    """Sets up units with one ability, or without it."""

    def __init__(self, ability: str, has: bool) -> None:
        self.ability = ability
        self.has = has

    def unit(self, s: Battle, owner: int, sheet: str, count: int, x: int, y: int, **more: Any) -> int:
        """A unit that has the ability if its datasheet has it."""
        words = SHEETS[SHEET_OF[sheet]].abilities
        kept = [word for word in words if self.has or word != self.ability]
        return unit(s, owner, sheet, count, x, y, abilities=kept, **more)

    def bearer(self, s: Battle, owner: int, sheet: str, count: int, x: int, y: int, **more: Any) -> int:
        """A unit that has been given the ability: by its wargear, or as a trait."""
        words = [word for word in SHEETS[SHEET_OF[sheet]].abilities if word != self.ability]
        return unit(s, owner, sheet, count, x, y, abilities=[*words, *[self.ability] * self.has], **more)


class Proof(NamedTuple):
    scene: Callable[[Field], Any]
    does: Any
    without: Any


def check(proofs: dict[str, Proof], name: str) -> None:
    proof = proofs[name]
    assert proof.does != proof.without
    assert proof.scene(Field(name, True)) == proof.does
    assert proof.scene(Field(name, False)) == proof.without


# ---------------------------------------------------------------- attacks
Duel = Callable[[Field], tuple[Battle, int, int]]  # who attacks whom
Kind = Callable[[tuple[Battle, int, int], Sequence[int]], Game[Battle]]  # how, with which dice


def volley(s: Battle, a: int, b: int, weapon: str, number: int = 0, attacks: int = 1, melee: bool = False) -> Volley:
    """Attacks of a unit's first model, which need a 2 to hit."""
    profile = WEAPONS[WEAPON_OF[weapon]].profiles[number]
    model = s.alive(a)[0]
    strength = strength_of(s, model, profile, effects_on(s, a, model))
    shots = ((model, Amount(0, 0, attacks)),)
    return Volley(a, b, profile, shots, 2, strength, 0, False, melee, False, True, True)


def shot(game_of: tuple[Battle, int, int], dice: Sequence[int], slot: int = 0, number: int = 0) -> Game[Battle]:
    """The first model of a unit fires one weapon at another unit."""
    s, a, b = game_of
    game = begin(s, "shoot_unit", dice=dice)
    answer(game, ("shoot", a), ((s.alive(a)[0], slot, number, b),))
    defaults(game)
    return game


def fought(game_of: tuple[Battle, int, int], dice: Sequence[int]) -> Game[Battle]:
    """A unit strikes another one."""
    s, a, _ = game_of
    game = begin(s, "strike", a, dice=dice)
    defaults(game)
    return game


def count(game: Game[Battle], event: str) -> int:
    """How many hits or wounds there were."""
    return sum([public[0] for public in told(game, event)])


def least(duel: Duel, kind: Kind) -> Callable[[Field], int]:
    """The least face with which an attack hits."""

    def scene(field: Field) -> int:
        return next((face for face in range(2, 7) if count(kind(duel(field), [face] * PLENTY), "hit")), NEVER)

    return scene


def scored(duel: Duel, kind: Kind, dice: Sequence[int], event: str = "hit") -> Callable[[Field], int]:
    """How many hits or wounds these dice are; what comes after them fails."""
    return lambda field: count(kind(duel(field), [*dice, *[1] * PLENTY]), event)


def needs(duel: Duel, kind: Kind, purpose: str) -> Callable[[Field], int]:
    """What a roll must show for a purpose, after sixes before it."""

    return lambda field: needed(kind(duel(field), [6] * PLENTY), purpose)


def needed(game: Game[Battle], purpose: str) -> int:
    """What the first roll for a purpose had to come to; of a save, what the die itself had to show."""
    _, _, _, _, need, add, *_ = next(public for public in told(game, "rolled") if public[1] == purpose)
    return int(need - add if purpose == "save" else need)


def least_save(place: Duel, melee: bool = False) -> Callable[[Field], int]:
    """The least face that saves a model of the second unit from an attack with AP -4."""

    def scene(field: Field) -> int:
        for face in range(2, 7):
            s, a, b = place(field)
            blow = volley(s, a, b, "plasma_incinerator", melee=melee)
            game = done(s, resolve, blow, None, dice=[6, 6, *[face] * 9])
            defaults(game)
            if not told(game, "wounded") + told(game, "slain"):
                return face
        return NEVER

    return scene


def least_spare(place: Callable[[Field], tuple[Battle, int]]) -> Callable[[Field], int]:
    """The least face that spares a unit a mortal wound."""

    def scene(field: Field) -> int:
        for face in range(2, 7):
            s, b = place(field)
            game = done(s, mortal_wounds, b, 1, dice=[face] * 9)
            defaults(game)
            if sum(map(max, game.state.wounds, [0] * PLENTY)) == sum(s.wounds):
                return face
        return NEVER

    return scene


# ---------------------------------------------------------------- reserves and explosions
def reserve(sheet: str, count: int) -> Callable[[Field], tuple[str, ...]]:
    """Whether a unit may wait off the table, and what forbids it to arrive 9" from enemies, and a hair farther."""

    def scene(field: Field) -> tuple[str, ...]:
        s = battlefield(SETUP)
        new = field.bearer(s, 0, sheet, count, 20, 20)
        s.place[new] = WAITING
        game = begin(s, "deploy", 0)
        if ("reserve", new) not in asked(game).options:
            return ("deployed",)
        answer(game, ("reserve", new))
        s = game.state.clone()
        s.phase = MOVEMENT
        foe = lone(s, unit(s, 1, "tactical_squad", 1, 20, 20))
        game = begin(s, "arrive", new)
        answer(game, ("now", new))
        models = s.crew[new]
        pitch = 2 * reach_of(s, models[0])
        low = s.y[foe] + 9 * INCH + reach_of(s, models[0]) + reach_of(s, foe)
        too_near, far_enough = [
            tuple([(s.x[foe], y + pitch * at, 0, 0) for at in range(count)]) for y in (low, low + 1)
        ]
        return "reserve", refusal(game, too_near), refusal(game, far_enough)

    return scene


def exploded(sheet: str, need: int, reach: int, dice: Sequence[int] = ()) -> Callable[[Field], list[int]]:
    """What an enemy loses when a model dies: with a die too low, exactly in reach, and a hair beyond."""

    def scene(field: Field) -> list[int]:
        found: list[int] = []
        for face, beyond in ((need - 1, 0), (need, 0), (need, 1)):
            s = battlefield()
            dying = lone(s, field.unit(s, 0, sheet, 1, 20, 20))
            foe = unit(s, 1, "tactical_squad", 10, 20, 20)
            for model in s.crew[foe]:
                s.y[model] += SHEETS[SHEET_OF[sheet]].half_width + reach * INCH + reach_of(s, model) + beyond
            game = done(s, slay, dying, dice=[face, *dice])
            defaults(game)
            found.append(lost(game, s, foe))
        return found

    return scene


# ---------------------------------------------------------------- other outcomes
def lost(game: Game[Battle], s: Battle, number: int) -> int:
    """How many wounds a unit has lost since the scene was set."""
    now = game.state
    return sum([max(0, s.wounds[m]) for m in s.crew[number]]) - sum([max(0, now.wounds[m]) for m in s.crew[number]])


def lone(s: Battle, number: int) -> int:
    """The first model of a unit."""
    return s.crew[number][0]


def attacks(s: Battle, number: int, dice: Sequence[int] = ()) -> int:
    """How many attacks the first model of a unit that fights makes."""
    found: list[int] = []

    def look(t: T) -> Flow[None]:
        found.extend([row.attacks for row in (yield from fighters(t, number))])

    within(s, look, dice).decisions()
    return found[0]


def courage(place: Callable[[Field], tuple[Battle, int]]) -> Callable[[Field], int]:
    """The Leadership of a unit."""

    return lambda field: leadership(*place(field))


def step_back(s: Battle, number: int, inches: int) -> None:
    """Every model of a unit stands farther up the table."""
    for model in s.crew[number]:
        s.y[model] += inches * INCH
