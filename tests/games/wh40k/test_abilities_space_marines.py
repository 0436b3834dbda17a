"""Every ability of the Space Marines, with it and without it."""

from __future__ import annotations

import pytest

from games.wh40k.proof import (
    Duel,
    Field,
    Proof,
    check,
    courage,
    exploded,
    least,
    least_save,
    lone,
    lost,
    reserve,
    scored,
    shot,
)
from games.wh40k.table import answer, asked, battlefield, begin, defaults, done, prompt, refusal, told, unit, within
from grimtable.games.wh40k.casualties import slay
from grimtable.games.wh40k.charging import charge_roll, charge_targets, may_charge
from grimtable.games.wh40k.components import INCH, SMITE
from grimtable.games.wh40k.deployment import split
from grimtable.games.wh40k.fighting import can_fight
from grimtable.games.wh40k.measure import close
from grimtable.games.wh40k.morale import leadership
from grimtable.games.wh40k.morale import test as take_test
from grimtable.games.wh40k.psychic import attempt
from grimtable.games.wh40k.state import CHARGE, FIGHT, MORALE, MOVEMENT, PSYCHIC, START, Battle, T
from grimtable.kernel.values import Flow


def aimed_at(sheet: str, count: int = 1) -> Duel:
    """A marine shoots at a unit with the ability."""

    def duel(field: Field) -> tuple[Battle, int, int]:
        s = battlefield()
        a = unit(s, 0, "tactical_squad", 1, 20, 10, wargear=["boltgun"])
        return s, a, field.unit(s, 1, sheet, count, 20, 25)

    return duel


def led_by(sheet: str) -> Duel:
    """Marines near a leader with the ability shoot."""

    def duel(field: Field) -> tuple[Battle, int, int]:
        s = battlefield()
        a = unit(s, 0, "tactical_squad", 1, 20, 10, wargear=["boltgun"])
        field.unit(s, 0, sheet, 1, 25, 10)
        return s, a, unit(s, 1, "chaos_cultists", 5, 20, 25)

    return duel


# ---------------------------------------------------------------- banner, hood, squads
def banner(field: Field) -> tuple[int, str, str]:
    """The Leadership beside the banner; and what a slain comrade, and the bearer himself, may still do."""
    found: list[str] = []
    for fallen in (0, 1):
        s = battlefield()
        a = unit(s, 0, "intercessor_squad", 2, 20, 20)
        bearer = field.unit(s, 0, "primaris_ancient", 1, 23, 20)
        unit(s, 1, "chaos_cultists", 5, 20, 30)
        game = done(s, slay, s.crew[(a, bearer)[fallen]][0], dice=[4])
        found.append(prompt(game))
    return leadership(s, a), found[0], found[1]


def hood(field: Field) -> list[bool]:
    """Whether an 8 denies an 8, from 10 inches and from 14."""
    found: list[bool] = []
    for y in (20, 24):
        s = battlefield(PSYCHIC, active=1)
        librarian = field.unit(s, 0, "primaris_librarian", 1, 20, 10)
        caster = unit(s, 1, "malignant_plaguecaster", 1, 20, y)
        game = done(s, attempt, caster, SMITE, dice=[4, 4, 4, 4, 1, 1, 1])
        answer(game, librarian)
        defaults(game)
        found.append(bool(told(game, "denied")))
    return found


def steadfast(field: Field) -> int:
    """How many stay after a failed test whose die falls better the second time."""
    s = battlefield(MORALE)
    b = field.unit(s, 0, "tactical_squad", 5, 20, 20)  # Ld 7
    s.lost[b] = 4
    game = within(s, lambda t: take_test(t, b), [6, 2])
    defaults(game)
    return len(game.state.alive(b))


def squads(field: Field) -> list[int]:
    """The sizes of the units after a squad of ten, and one of five, wanted to split."""
    s = battlefield()
    units = [field.unit(s, 0, "intercessor_squad", size, 10, 10 * size) for size in (10, 5)]

    def both(t: T) -> Flow[None]:
        for one in units:
            yield from split(t, one)

    game = within(s, both)
    while prompt(game) == "split":
        answer(game, asked(game).options[1])
    return [len(crew) for crew in game.state.crew]


# ---------------------------------------------------------------- charges
def slammed(field: Field) -> list[int]:
    """What the target of a charge loses by a 6, and by a 5."""
    found: list[int] = []
    for face in (6, 5):
        s = battlefield(CHARGE)
        a = field.unit(s, 0, "inceptor_squad", 1, 20, 10)
        b = unit(s, 1, "tactical_squad", 5, 20, 15)
        s.targets[a] = (b,)
        game = begin(s, "charge_move", a, dice=[6, 6, face])
        defaults(game)
        found.append(lost(game, s, b))
    return found


def charge_length(field: Field) -> int:
    """How far a roll of 4 and 3 carries a charge at a Repulsor."""
    s = battlefield(CHARGE)
    a = unit(s, 0, "tactical_squad", 1, 20, 10)
    s.targets[a] = (field.unit(s, 1, "repulsor", 1, 20, 20),)
    found: list[int] = []

    def look(t: T) -> Flow[None]:
        found.append((yield from charge_roll(t, a)))

    within(s, look, [4, 3]).decisions()
    return found[0]


def in_the_air(field: Field) -> tuple[bool, ...]:
    """Whether an aircraft charges; whether walkers and jump troops charge it; whether walkers beside it fight."""
    s = battlefield(CHARGE)
    jet = field.unit(s, 1, "stormhawk_interceptor", 1, 20, 15)
    walkers = unit(s, 0, "chaos_cultists", 1, 20, 10)
    jumpers = unit(s, 0, "inceptor_squad", 1, 24, 10)
    found = (may_charge(s, jet), charge_targets(s, walkers) == [jet], charge_targets(s, jumpers) == [jet])
    s.phase = FIGHT
    s.y[s.crew[walkers][0]] = 13 * INCH
    return *found, can_fight(s, walkers), can_fight(s, jet)


# ---------------------------------------------------------------- vehicles
def smoke(field: Field) -> tuple[Battle, int, int]:
    """A rhino that hides in smoke, if it can, is shot at in the next turn."""
    s = battlefield()
    rhino = field.unit(s, 0, "rhino", 1, 20, 10)
    foe = unit(s, 1, "tactical_squad", 1, 20, 25, wargear=["boltgun"])
    game = begin(s, "shoot_unit")
    offered = ("instead", rhino) in asked(game).options
    assert offered == field.has
    if offered:
        answer(game, ("instead", rhino))
    s = game.state.clone()
    s.active, s.flags = 1, [0, 0]
    return s, foe, rhino


def repaired(field: Field) -> list[int]:
    """The wounds of a damaged rhino after a turn began with a 6, and with a 5."""
    found: list[int] = []
    for face in (6, 5):
        s = battlefield(START)
        rhino = lone(s, field.unit(s, 0, "rhino", 1, 20, 10))
        unit(s, 1, "chaos_cultists", 1, 60, 40)
        s.wounds[rhino] = 4
        game = begin(s, "turn", 0, dice=[face], runs=("start_of_turn",))
        found.append(game.state.wounds[rhino])
    return found


def moved_gun(field: Field) -> tuple[Battle, int, int]:
    s = battlefield()
    a = field.unit(s, 0, "repulsor", 1, 20, 10, wargear=["heavy_bolter"])
    s.moved[s.crew[a][0]] = 1
    return s, a, unit(s, 1, "chaos_cultists", 5, 20, 30)


def supersonic(field: Field) -> tuple[int, str]:
    """How far it may fly when it Advances on a 3, and what keeps it from sliding sideways."""
    s = battlefield(MOVEMENT)
    jet = field.unit(s, 0, "stormhawk_interceptor", 1, 20, 10)
    unit(s, 1, "chaos_cultists", 1, 70, 46)
    game = begin(s, "move_unit", dice=[3])
    answer(game, ("advance", jet))
    allowed = game.state.reach // INCH
    return allowed, refusal(game, (((20 * INCH, 35 * INCH, 0, 0),),))


def anti_air(field: Field) -> tuple[Battle, int, int]:
    s = battlefield()
    a = field.unit(s, 0, "stormhawk_interceptor", 1, 20, 10, wargear=["assault_cannon"])
    return s, a, unit(s, 1, "inceptor_squad", 1, 20, 25)


def from_the_air(field: Field) -> tuple[Battle, int, int]:
    s = battlefield()
    a = unit(s, 0, "inceptor_squad", 1, 20, 10)
    return s, a, field.unit(s, 1, "stormhawk_interceptor", 1, 20, 22)


def feared(field: Field) -> tuple[Battle, int]:
    s = battlefield()
    field.unit(s, 0, "reiver_squad", 1, 20, 20)
    return s, unit(s, 1, "chaos_cultists", 1, 20, 24)  # Ld 5


PROOFS = {
    "iron_halo": Proof(least_save(aimed_at("captain_in_gravis_armour")), 4, 7),
    "crux_terminatus": Proof(least_save(aimed_at("terminator_squad")), 5, 6),
    "rites_of_battle": Proof(scored(led_by("captain_in_gravis_armour"), shot, [1, 6]), 1, 0),
    "tactical_precision": Proof(scored(led_by("primaris_lieutenant"), shot, [6, 1, 6], "wound"), 1, 0),
    "astartes_banner": Proof(banner, (8, "last_action", "last_action"), (7, "halt", "halt")),
    "psychic_hood": Proof(hood, [True, False], [False, False]),
    "and_they_shall_know_no_fear": Proof(steadfast, 5, 2),
    "combat_squads": Proof(squads, [5, 5, 5], [10, 5]),
    "teleport_strike": Proof(reserve("terminator_squad", 2), ("reserve", "WH40K-5.6", ""), ("deployed",)),
    "meteoric_descent": Proof(reserve("inceptor_squad", 2), ("reserve", "WH40K-5.6", ""), ("deployed",)),
    "grav_chutes": Proof(reserve("reiver_squad", 2), ("reserve", "WH40K-5.6", ""), ("deployed",)),
    "crushing_charge": Proof(slammed, [1, 0], [0, 0]),
    "terror_troops": Proof(courage(feared), 4, 5),
    "explodes_6_d3": Proof(exploded("rhino", 6, 6, [6]), [0, 3, 0], [0, 0, 0]),
    "explodes_6_d6": Proof(exploded("repulsor", 6, 6, [5]), [0, 5, 0], [0, 0, 0]),
    "crash_and_burn": Proof(exploded("stormhawk_interceptor", 6, 6, [4]), [0, 2, 0], [0, 0, 0]),
    "smoke_launchers": Proof(least(smoke, shot), 4, 3),
    "self_repair": Proof(repaired, [5, 4], [4, 4]),
    "repulsor_field": Proof(charge_length, 5, 7),
    "power_of_the_machine_spirit": Proof(least(moved_gun, shot), 3, 4),
    "airborne": Proof(in_the_air, (False, False, True, False, False), (True, True, True, True, True)),
    "hard_to_hit": Proof(least(aimed_at("stormhawk_interceptor"), shot), 4, 3),
    "supersonic": Proof(supersonic, (80, "WH40K-4.4"), (63, "")),
    "interceptor": Proof(least(anti_air, shot), 2, 3),
    "infernum_halo_launcher": Proof(least(from_the_air, shot), 5, 4),
}


@pytest.mark.parametrize("name", PROOFS)
def test_the_ability_does_what_it_says(name: str) -> None:
    check(PROOFS, name)


def test_hover_tank_is_measured_from_its_hull() -> None:
    """The base has a diameter of 100 mm, the hull is 110 by 160 mm."""
    s = battlefield()
    tank = lone(s, unit(s, 0, "repulsor", 1, 20, 20))
    other = lone(s, unit(s, 1, "tactical_squad", 1, 20, 20))
    s.x[other] += 8000 + 1600 + INCH
    assert close(s, tank, other, INCH)
    assert not close(s, tank, other, INCH - 1)
    s.x[other], s.y[other] = s.x[tank], s.y[tank] + 5500 + 1600 + INCH
    assert close(s, tank, other, INCH)
    assert not close(s, tank, other, INCH - 1)
