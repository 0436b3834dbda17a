"""Every ability of the Tyranids, with it and without it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.wh40k.proof import (
    Duel,
    Field,
    Kind,
    Proof,
    attacks,
    check,
    exploded,
    fought,
    least,
    least_save,
    lost,
    reserve,
    scored,
    shot,
)
from games.wh40k.table import battlefield, begin, defaults, done, halted, prompt, refusal, told, unit, within
from grimtable.games.wh40k.charging import charge_roll, may_charge
from grimtable.games.wh40k.components import INCH, SMITE
from grimtable.games.wh40k.morale import shaken
from grimtable.games.wh40k.powers import take_effect, targets_of
from grimtable.games.wh40k.psychic import attempt
from grimtable.games.wh40k.state import ADVANCED, CHARGE, CHARGED, FIGHT, MORALE, PSYCHIC, SETUP, WAITING, Battle, T
from grimtable.kernel.values import Flow


def aimed_at(sheet: str) -> Duel:
    def duel(field: Field) -> tuple[Battle, int, int]:
        s = battlefield()
        a = unit(s, 0, "tactical_squad", 1, 20, 10, wargear=["boltgun"])
        return s, a, field.unit(s, 1, sheet, 1, 20, 25)

    return duel


# ---------------------------------------------------------------- Synapse
def synapse(sheet: str, reach: int) -> Proof:
    """Whether Termagants must test: in reach, and a hair beyond."""

    def scene(field: Field) -> list[bool]:
        found: list[bool] = []
        for beyond in (0, 1):
            s = battlefield(MORALE)
            leader = field.unit(s, 0, sheet, 1, 20, 10)
            a = unit(s, 0, "termagants", 5, 20, 10)
            apart = reach * INCH + s.sheet_of(leader).half_width + s.sheet_of(a).half_width + beyond
            for model in s.crew[a]:
                s.y[model] += apart
            s.lost[a] = 2
            found.append(bool(shaken(s, 0)))
        return found

    return Proof(scene, [False, True], [True, True])


def shadow(field: Field) -> list[int]:
    """What a psychic test of 8 comes to: near one of them, near two, far away, and of another Tyranid."""
    found: list[int] = []
    rows = (("primaris_librarian", 1, 20), ("primaris_librarian", 2, 20), ("primaris_librarian", 1, 40))
    for sheet, number, y in (*rows, ("broodlord", 1, 20)):
        s = battlefield(PSYCHIC)
        psyker = unit(s, 0, sheet, 1, 20, 10)
        for at in range(number):
            field.unit(s, 1, "tyranid_prime", 1, 20 + 4 * at, y)
        game = done(s, attempt, psyker, SMITE, dice=[4, 4, 1, 1])
        defaults(game)
        found.append(told(game, "manifested")[0][2])
    return found


def lonely(field: Field) -> list[int]:
    """The least face that hits the nearest enemy, the one behind it, and that one with Synapse near;
    then the charge with 4 and 4 at the nearest, and at both."""
    found: list[int] = []
    for y, friend in ((20, 44), (26, 44), (26, 12)):

        def duel(f: Field, far: int = y, helper: int = friend) -> tuple[Battle, int, int]:
            s = battlefield()
            a = f.unit(s, 0, "termagants", 1, 20, 10, wargear=["devourer"])
            unit(s, 0, "tyranid_prime", 1, 40, helper)
            foes = {20: unit(s, 1, "tactical_squad", 1, 24, 20), 26: unit(s, 1, "tactical_squad", 1, 20, 26)}
            return s, a, foes[far]

        found.append(least(duel, shot)(field))
    for targets in ((1,), (1, 2)):
        s = battlefield(CHARGE)
        a = field.unit(s, 0, "termagants", 3, 20, 10, gap=190)
        unit(s, 1, "tactical_squad", 1, 27, 15)  # nearest to the last of them, not to the first
        unit(s, 1, "tactical_squad", 1, 20, 17)
        s.targets[a] = targets

        def look(t: T, u: int = a) -> Flow[None]:
            found.append((yield from charge_roll(t, u)))

        within(s, look, [4, 4]).decisions()
    return found


# ---------------------------------------------------------------- charges and fights
def swift(field: Field) -> bool:
    """Whether Genestealers may charge after Advancing."""
    s = battlefield(CHARGE)
    a = field.unit(s, 0, "genestealers", 1, 20, 10)
    unit(s, 1, "tactical_squad", 1, 20, 20)
    s.note(a, ADVANCED)
    game = begin(s, "charge")
    assert halted(game)
    return may_charge(game.state, a)


def flurry(field: Field) -> list[int]:
    """The attacks of a Genestealer among ten, and among nine."""
    found: list[int] = []
    for size in (10, 9):
        s = battlefield(FIGHT)
        a = field.unit(s, 0, "genestealers", size, 20, 10)
        unit(s, 1, "tactical_squad", 1, 20, 12)
        found.append(attacks(s, a))
    return found


def brood(field: Field) -> tuple[Battle, int, int]:
    s = battlefield(FIGHT)
    a = unit(s, 0, "genestealers", 1, 20, 10)
    field.unit(s, 0, "broodlord", 1, 26, 10)
    return s, a, unit(s, 1, "tactical_squad", 5, 20, 12)


def swarms(sheet: str, kind: Kind, dice: list[int]) -> Callable[[Field], list[int]]:
    """The wounds by these dice of twenty in a thin line, of whom one reaches an enemy, and of nineteen."""

    def scene(field: Field) -> list[int]:
        found: list[int] = []
        for size in (20, 19):

            def duel(f: Field, many: int = size) -> tuple[Battle, int, int]:
                s = battlefield(FIGHT if kind is fought else "shooting")
                a = f.unit(s, 0, sheet, many, 10, 10, gap=150)
                return s, a, unit(s, 1, "intercessor_squad", 1, 10, 12 if kind is fought else 20)

            found.append(scored(duel, kind, dice, "wound")(field))
        return found

    return scene


def leap(field: Field) -> int:
    s = battlefield(FIGHT)
    a = field.unit(s, 0, "hormagaunts", 3, 20, 10)
    unit(s, 1, "tactical_squad", 5, 20, 15)
    game = begin(s, "consolidate", a)
    assert prompt(game) == "consolidate"
    return game.state.reach // INCH


def alpha(field: Field) -> tuple[Battle, int, int]:
    s = battlefield()
    a = unit(s, 0, "tyranid_warriors", 1, 20, 10, wargear=["devourer"])
    field.unit(s, 0, "tyranid_prime", 1, 26, 10)
    return s, a, unit(s, 1, "tactical_squad", 5, 20, 20)


def rammed(field: Field) -> list[int]:
    """What the target of a charge loses by a 4, and by a 3; then the least face that hits it."""
    found: list[int] = []
    for face in (4, 3):
        s = battlefield(CHARGE)
        a = field.unit(s, 0, "carnifexes", 1, 20, 10)
        b = unit(s, 1, "tactical_squad", 5, 20, 16)
        s.targets[a] = (b,)
        game = begin(s, "charge_move", a, dice=[6, 6, face])
        defaults(game)
        found.append(lost(game, s, b))

    def duel(f: Field) -> tuple[Battle, int, int]:
        t = battlefield(FIGHT)
        one = f.unit(t, 0, "carnifexes", 1, 20, 10)
        foe = unit(t, 1, "tactical_squad", 5, 20, 12)
        t.note(one, CHARGED)
        t.targets[one] = (foe,)
        return t, one, foe

    return [*found, least(duel, fought)(field)]


def brood_apart(field: Field) -> tuple[str, str, list[int]]:
    """What forbids three of them to be set up 6" apart, and a hair more; and the sizes of the units afterwards."""
    s = battlefield(SETUP)
    a = field.unit(s, 0, "carnifexes", 3, 20, 40)
    s.place[a] = WAITING
    unit(s, 1, "tactical_squad", 1, 20, 5)
    game = begin(s, "deploy", 0)
    wide = 2 * s.sheet_of(a).half_length + 6 * INCH
    poses = [tuple([(10 * INCH + at * (wide + more), 44 * INCH, 0, 0) for at in range(3)]) for more in (1, 0)]
    found = [refusal(game, pose) for pose in poses]
    defaults(game)
    return found[0], found[1], [len(crew) for crew in game.state.crew]


# ---------------------------------------------------------------- Smite
def blast(field: Field) -> list[int]:
    """Who is in reach of a Smite 20" away; and what a Smite costs, of four Zoanthropes and of three, with 1 and 6."""
    s = battlefield(PSYCHIC)
    a = field.unit(s, 0, "zoanthropes", 4, 20, 10)
    unit(s, 1, "tactical_squad", 10, 20, 32)
    found = [len(targets_of(s, a, SMITE))]
    for size in (4, 3):
        s = battlefield(PSYCHIC)
        a = field.unit(s, 0, "zoanthropes", size, 20, 10)
        b = unit(s, 1, "tactical_squad", 10, 20, 20)
        game = done(s, take_effect, a, SMITE, 8, dice=[1, 6])
        defaults(game)
        found.append(lost(game, s, b))
    return found


PROOFS = {
    "synapse": synapse("tyranid_prime", 12),
    "synapse_18": synapse("hive_tyrant", 18),
    "shadow_in_the_warp": Proof(shadow, [7, 7, 8, 8], [8, 8, 8, 8]),
    "psychic_barrier": Proof(least_save(aimed_at("hive_tyrant")), 4, 7),
    "death_throes": Proof(exploded("hive_tyrant", 6, 3, [6]), [0, 3, 0], [0, 0, 0]),
    "lightning_reflexes": Proof(least_save(aimed_at("genestealers")), 5, 7),
    "swift_and_deadly": Proof(swift, True, False),
    "flurry_of_claws": Proof(flurry, [4, 3], [3, 3]),
    "brood_telepathy": Proof(least(brood, fought), 2, 3),
    "instinctive_behaviour": Proof(lonely, [4, 5, 4, 8, 6], [4, 4, 4, 8, 8]),
    "hail_of_living_ammunition": Proof(swarms("termagants", shot, [6, 1, 6]), [1, 0], [0, 0]),
    "hungering_swarm": Proof(swarms("hormagaunts", fought, [6, 6, 1, 1, 6, 6]), [2, 0], [0, 0]),
    "bounding_leap": Proof(leap, 6, 3),
    "alpha_warrior": Proof(least(alpha, shot), 3, 4),
    "monstrous_brood": Proof(brood_apart, ("WH40K-2.3", "", [1, 1, 1, 1]), ("WH40K-2.3", "WH40K-2.3", [3, 1])),
    "living_battering_ram": Proof(rammed, [1, 0, 3], [0, 0, 4]),
    "warp_field": Proof(least_save(aimed_at("zoanthropes")), 3, 7),
    "warp_blast": Proof(blast, [1, 4, 1], [0, 1, 1]),
    "burrowers": Proof(reserve("ripper_swarms", 2), ("reserve", "WH40K-5.6", ""), ("deployed",)),
}


@pytest.mark.parametrize("name", PROOFS)
def test_the_ability_does_what_it_says(name: str) -> None:
    check(PROOFS, name)
