"""Every ability of the Orks, with it and without it."""

from __future__ import annotations

import pytest

from games.wh40k.proof import (
    Duel,
    Field,
    Proof,
    attacks,
    check,
    count,
    least,
    lone,
    lost,
    reserve,
    scored,
    shot,
    volley,
)
from games.wh40k.table import answer, asked, battlefield, begin, defaults, done, halted, prompt, told, unit, within
from grimtable.games.wh40k.attacks import resolve
from grimtable.games.wh40k.charging import charge_roll, may_charge
from grimtable.games.wh40k.components import INCH, SMITE
from grimtable.games.wh40k.morale import leadership
from grimtable.games.wh40k.morale import test as take_test
from grimtable.games.wh40k.psychic import attempt
from grimtable.games.wh40k.state import ADVANCED, CHARGE, FIGHT, MORALE, MOVEMENT, PSYCHIC, Battle, T
from grimtable.kernel.values import Flow


def crowd(sheet: str, size: int, weapon: str) -> Duel:
    """A mob shoots."""

    def duel(field: Field) -> tuple[Battle, int, int]:
        s = battlefield()
        a = field.unit(s, 0, sheet, size, 20, 10, wargear=[weapon])
        return s, a, unit(s, 1, "tactical_squad", 5, 20, 20)

    return duel


# ---------------------------------------------------------------- charges
def charged(field: Field) -> int:
    """How far a 1 and a 6 carry a charge if the next die is a 5."""
    s = battlefield(CHARGE)
    a = field.unit(s, 0, "boyz", 5, 20, 10)
    s.targets[a] = (unit(s, 1, "tactical_squad", 5, 20, 20),)
    found: list[int] = []

    def look(t: T) -> Flow[None]:
        found.append((yield from charge_roll(t, a)))

    game = within(s, look, [1, 6, 5])
    if not halted(game):
        assert (prompt(game), asked(game).options) == ("charge_reroll", ("keep", "both", 1, 6))
        answer(game, 1)
    return found[0]


def waaagh(field: Field) -> list[bool]:
    """Whether Boyz that Advanced may charge: within 6" of the Warboss, and beyond."""
    s = battlefield(CHARGE)
    field.unit(s, 0, "warboss", 1, 20, 10)
    mobs = [unit(s, 0, "boyz", 1, 20, y) for y in (16, 20)]
    unit(s, 1, "tactical_squad", 1, 20, 26)
    for mob in mobs:
        s.note(mob, ADVANCED)
    game = begin(s, "charge")
    assert halted(game)
    return [may_charge(game.state, mob) for mob in mobs]


# ---------------------------------------------------------------- morale
def mobs(field: Field) -> list[int]:
    """The Leadership of ten Boyz: alone, with fifteen others within 6", and with those farther away."""
    found: list[int] = []
    for size, y in ((1, 25), (15, 25), (15, 30)):
        s = battlefield()
        a = field.unit(s, 0, "boyz", 10, 20, 20)  # Ld 6
        field.unit(s, 0, "boyz", size, 20, y)
        found.append(leadership(s, a))
    return found


def broken(field: Field, friend: str, y: int, dice: list[int]) -> int:
    """How many of ten Gretchin are left after a test that five would flee from."""
    s = battlefield(MORALE)
    a = unit(s, 0, "gretchin", 10, 20, 20)  # Ld 4
    field.unit(s, 0, friend, 1, 20, y)
    s.lost[a] = 5
    game = within(s, lambda t: take_test(t, a), dice)
    while not halted(game):
        answer(game, asked(game).options[-1])
    return len(game.state.alive(a))


def heads(field: Field) -> list[int]:
    return [broken(field, "warboss", y, [4, 3]) for y in (23, 27)]


def kept(field: Field) -> list[int]:
    return [broken(field, "nobz", y, [4, 6, 6, 5, 1, 1]) for y in (23, 27)]


# ---------------------------------------------------------------- shooting
def dakka(field: Field) -> list[int]:
    """Hits of two shots with 6, 1 and then 5; and with a 6 that modifiers would turn into a miss."""
    found = [scored(crowd("boyz", 1, "shoota"), shot, [6, 1, 5])(field)]  # BS 5+
    s = battlefield()
    a = field.unit(s, 0, "boyz", 1, 20, 10, wargear=["shoota"])
    b = unit(s, 1, "tomb_blades", 2, 20, 20)
    s.note(a, ADVANCED)
    return [*found, count(shot((s, a, b), [6, 1, 1, 1, 1]), "hit")]


def tide(field: Field) -> list[int]:
    """The attacks of a Boy among twenty, and among nineteen."""
    found: list[int] = []
    for size in (20, 19):
        s = battlefield(FIGHT)
        a = field.unit(s, 0, "boyz", size, 20, 10)
        unit(s, 1, "tactical_squad", 1, 20, 12)
        found.append(attacks(s, a))
    return found


def grots(field: Field) -> list[int]:
    """The least face that hits, of twenty Gretchin and of nineteen."""
    return [least(crowd("gretchin", size, "grot_blaster"), shot)(field) for size in (20, 19)]


def ridden(field: Field) -> bool:
    """Whether passengers may shoot."""
    s = battlefield()
    trukk = field.unit(s, 0, "trukk", 1, 20, 10, wargear=[])
    boyz = unit(s, 0, "boyz", 5, 60, 40, wargear=["shoota"])
    unit(s, 1, "tactical_squad", 5, 20, 20)
    s.place[boyz] = trukk
    return ("shoot", boyz) in asked(begin(s, "shoot_unit")).options


def dakkajet(field: Field) -> list[int]:
    """The hits of six shots, all 4: at one target, and at two."""
    found: list[int] = []
    for other in (0, 1):
        s = battlefield()
        a = field.unit(s, 0, "dakkajet", 1, 20, 10, wargear=["supa_shoota", "supa_shoota"])
        foes = [unit(s, 1, "tactical_squad", 5, x, 30) for x in (10, 40)]
        game = begin(s, "shoot_unit", dice=[4] * 6 + [1] * 60)
        shots = ((lone(s, a), 0, 0, foes[0]), (lone(s, a), 1, 0, foes[other]))
        answer(game, ("shoot", a), shots)
        defaults(game)
        found.append(count(game, "hit"))
    return found


# ---------------------------------------------------------------- the rest
def ramshackle(field: Field) -> list[int]:
    """What 5 damage costs a Trukk with a 6, and with a 5."""
    found: list[int] = []
    for face in (6, 5):
        s = battlefield()
        a = unit(s, 0, "tactical_squad", 1, 20, 10)
        b = field.unit(s, 1, "trukk", 1, 20, 25)
        blow = volley(s, a, b, "lascannon")
        game = done(s, resolve, blow, None, dice=[6, 6, 5, face])
        defaults(game)
        found.append(lost(game, s, b))
    return found


def energy(field: Field) -> list[int]:
    """What a test of 4 comes to with ten Boyz near, ten Gretchin near, forty Boyz near; and the Perils of a 9 then."""
    found: list[int] = []
    for sheet, size, dice in (
        ("boyz", 9, [1, 3]),
        ("gretchin", 10, [1, 3]),
        ("boyz", 40, [1, 3]),
        ("boyz", 40, [4, 5]),
    ):
        s = battlefield(PSYCHIC)
        a = field.unit(s, 0, "weirdboy", 1, 20, 10)
        mob = unit(s, 0, sheet, size, 16, 12)
        for at, model in enumerate(s.crew[mob]):
            s.x[model], s.y[model] = (14 + at % 10) * INCH, (12 + at // 10) * INCH
        unit(s, 1, "tactical_squad", 1, 60, 40)
        game = done(s, attempt, a, SMITE, dice=[*dice, 1])
        defaults(game)
        found.append(
            told(game, "manifested")[-1][2] if told(game, "manifested") else told(game, "not_manifested")[-1][2]
        )
    return [*found, len(told(game, "perils"))]


def throttle(field: Field) -> list[int]:
    """How far Stormboyz may go without a die, and what two ones of three then cost."""
    s = battlefield(MOVEMENT)
    a = field.unit(s, 0, "stormboyz", 3, 20, 10)
    unit(s, 1, "tactical_squad", 1, 60, 40)
    game = begin(s, "move_unit", dice=[1, 6, 1], runs=("move_unit",))
    if ("throttle", a) not in asked(game).options:
        return []
    answer(game, ("throttle", a))
    reach = game.state.reach // INCH
    answer(game, asked(game).options[0])
    defaults(game)
    return [reach, lost(game, s, a)]


PROOFS = {
    "ere_we_go": Proof(charged, 11, 7),
    "mob_rule": Proof(mobs, [10, 15, 10], [6, 6, 6]),
    "dakka_dakka_dakka": Proof(dakka, [2, 1], [1, 0]),
    "waaagh": Proof(waaagh, [True, False], [False, False]),
    "breakin_heads": Proof(heads, [8, 5], [5, 5]),
    "green_tide": Proof(tide, [3, 2], [2, 2]),
    "keepin_order": Proof(kept, [7, 5], [5, 5]),
    "ramshackle": Proof(ramshackle, [1, 5], [5, 5]),
    "open_topped": Proof(ridden, True, False),
    "grot_numbers": Proof(grots, [3, 4], [4, 4]),
    "waaagh_energy": Proof(energy, [5, 4, 7, 12, 1], [4, 4, 4, 9, 0]),
    "full_throttle": Proof(throttle, [18, 2], []),
    "stormboyz_strike": Proof(reserve("stormboyz", 2), ("reserve", "WH40K-5.6", ""), ("deployed",)),
    "all_da_dakka": Proof(dakkajet, [6, 0], [0, 0]),
}


@pytest.mark.parametrize("name", PROOFS)
def test_the_ability_does_what_it_says(name: str) -> None:
    check(PROOFS, name)
