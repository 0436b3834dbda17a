"""Every ability of the Necrons, with it and without it."""

from __future__ import annotations

import pytest

from games.wh40k.proof import (
    Duel,
    Field,
    Proof,
    check,
    count,
    least,
    least_save,
    lone,
    lost,
    scored,
    shot,
    volley,
)
from games.wh40k.table import answer, asked, battlefield, begin, defaults, done, halted, prompt, refusal, unit, within
from grimtable.games.wh40k.abilities.necrons import reanimation_protocols
from grimtable.games.wh40k.attacks import resolve
from grimtable.games.wh40k.casualties import mortal_wounds
from grimtable.games.wh40k.charging import charge_roll, may_charge
from grimtable.games.wh40k.components import INCH
from grimtable.games.wh40k.measure import close
from grimtable.games.wh40k.shooting import may_shoot
from grimtable.games.wh40k.state import CHARGE, FELL_BACK, FLED, MOVEMENT, START, Battle, T
from grimtable.kernel.values import Flow


def aimed_at(sheet: str) -> Duel:
    def duel(field: Field) -> tuple[Battle, int, int]:
        s = battlefield()
        a = unit(s, 0, "tactical_squad", 1, 20, 10, wargear=["boltgun"])
        return s, a, field.bearer(s, 1, sheet, 1, 20, 25)

    return duel


def armed(sheet: str, weapon: str, moved: int = 0) -> Duel:
    """A unit with the ability shoots."""

    def duel(field: Field) -> tuple[Battle, int, int]:
        s = battlefield()
        a = field.unit(s, 0, sheet, 1, 20, 10, wargear=[weapon])
        s.moved[s.crew[a][0]] = moved
        return s, a, unit(s, 1, "chaos_cultists", 5, 20, 27)

    return duel


# ---------------------------------------------------------------- what returns
def healed(field: Field) -> list[int]:
    """The wounds of an Overlord who had 3, and of one who had all 5, after his turn has begun."""
    s = battlefield(START)
    lords = [lone(s, field.unit(s, 0, "overlord", 1, x, 10)) for x in (10, 60)]
    unit(s, 1, "chaos_cultists", 1, 40, 40)
    s.wounds[lords[0]] = 3
    game = begin(s, "turn", 0, runs=("start_of_turn",))
    defaults(game)
    return [game.state.wounds[m] for m in lords]


def fallen(field: Field, near: str = "", given: bool = False) -> tuple[Battle, int]:
    """Six Warriors, of whom two were slain and one fled, perhaps with a leader nearby."""
    s = battlefield(START)
    a = field.unit(s, 0, "necron_warriors", 6, 20, 20)
    unit(s, 1, "tactical_squad", 1, 60, 40)
    s.wounds[s.crew[a][3]] = s.wounds[s.crew[a][4]] = 0
    s.wounds[s.crew[a][5]] = FLED
    if near:
        (field.bearer if given else field.unit)(s, 0, near, 1, 20, 23)
    return s, a


def returned(field: Field) -> int:
    s, a = fallen(field)
    game = begin(s, "turn", 0, dice=[5, 4], runs=("start_of_turn",))
    defaults(game)
    return len(game.state.alive(a))


def helped(field: Field) -> list[int]:
    """How many there are after a 4 and a 3, with a Cryptek within 3", and far away."""
    found: list[int] = []
    for far in (0, 5):
        s, a = fallen(field, "cryptek")
        s.y[s.crew[2][0]] += far * INCH
        game = done(s, reanimation_protocols, a, dice=[4, 3])
        defaults(game)
        found.append(len(game.state.alive(a)))
    return found


def orb(field: Field) -> list[int]:
    """How many there are after two bad rolls and two good ones, in this turn and in the next."""
    s, a = fallen(field, "overlord", given=True)
    found: list[int] = []
    for dice in ([1, 1, 6, 1], [1, 6]):
        game = within(s, lambda t: reanimation_protocols(t, a), dice)
        while not halted(game):
            answer(game, asked(game).options[-1] if prompt(game) == "orb" else asked(game).options[0])
        s = game.state.clone()
        found.append(len(s.alive(a)))
    return found


def barge(field: Field) -> list[int]:
    """Warriors in the Ark of whom three were slain, after two good rolls with one seat free; those who fell beside it,
    after the Movement phase and a good roll; and those who fell too far away."""
    s = battlefield(START)
    ark = field.unit(s, 0, "ghost_ark", 1, 20, 20)
    inside = unit(s, 0, "necron_warriors", 12, 60, 10)
    beside = unit(s, 0, "necron_warriors", 4, 18, 24)
    away = unit(s, 0, "necron_warriors", 4, 50, 40)
    unit(s, 1, "tactical_squad", 1, 70, 46)
    for number, fell in ((inside, 3), (beside, 1), (away, 1)):
        for model in s.crew[number][:fell]:
            s.wounds[model] = 0
    s.place[inside] = ark
    game = begin(s, "turn", 0, dice=[1, 1, 6, 5, 1], runs=("start_of_turn",))
    while not halted(game):
        answer(game, asked(game).options[0] if prompt(game) != "sequence" else max(asked(game).options))
    found = [len(game.state.alive(inside))]
    s = game.state.clone()
    s.phase = MOVEMENT
    game = begin(s, "move_unit", dice=[5])
    answer(game, "done")
    defaults(game)
    return [*found, len(game.state.alive(beside)), len(game.state.alive(away))]


# ---------------------------------------------------------------- leaders
def commanded(field: Field) -> tuple[Battle, int]:
    """Warriors whose Overlord chose them, if he could, as his turn began."""
    s = battlefield(START)
    field.unit(s, 0, "overlord", 1, 20, 15)
    a = unit(s, 0, "necron_warriors", 1, 20, 10)
    unit(s, 1, "chaos_cultists", 5, 20, 30)
    game = begin(s, "turn", 0, runs=("start_of_turn",))
    if prompt(game) == "command":
        answer(game, a)
    return game.state.clone(), a


def orders(field: Field) -> tuple[int, int, int]:
    """The least face that hits, an Advance with a 3, a charge with 3 and 3."""
    s, a = commanded(field)
    s.phase = CHARGE
    found: list[int] = []

    def look(t: T) -> Flow[None]:
        found.append((yield from charge_roll(t, a)))

    within(s.clone(), look, [3, 3]).decisions()
    s.phase = MOVEMENT
    game = begin(s.clone(), "move_unit", dice=[3])
    answer(game, ("advance", a))

    def duel(f: Field) -> tuple[Battle, int, int]:
        shooting, one = commanded(f)
        shooting.phase = "shooting"
        return shooting, one, 2

    return least(duel, shot)(field), game.state.reach // INCH, found[0]


def timed(field: Field) -> tuple[Battle, int, int]:
    """Warriors near a Cryptek with a chronometron."""
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 20, 10)
    field.bearer(s, 1, "cryptek", 1, 20, 28)
    return s, a, unit(s, 1, "necron_warriors", 1, 20, 25)


def slowed(field: Field) -> tuple[int, int]:
    """The save against a shot and against a blow."""
    return least_save(timed)(field), least_save(timed, melee=True)(field)


def guarded(field: Field) -> list[tuple[int, int]]:
    """What an Overlord and his guard lose by a mortal wound: with a 2, with a 1, and with the guard far away."""
    found: list[tuple[int, int]] = []
    for face, y in ((2, 23), (1, 23), (2, 28)):
        s = battlefield()
        lord = unit(s, 0, "overlord", 1, 20, 20)
        guard = field.unit(s, 0, "lychguard", 1, 20, y)
        game = done(s, mortal_wounds, lord, 1, dice=[face])
        defaults(game)
        found.append((lost(game, s, lord), lost(game, s, guard)))
    return found


# ---------------------------------------------------------------- machines
def shielded(field: Field) -> list[int]:
    """What a lascannon that does 4 damage costs, when the shield's die is a 3, and a 4; and a mortal wound."""
    found: list[int] = []
    for face in (3, 4):
        s = battlefield()
        a = unit(s, 0, "tactical_squad", 1, 20, 10)
        b = field.unit(s, 1, "triarch_stalker", 1, 20, 25)
        blow = volley(s, a, b, "lascannon")
        game = done(s, resolve, blow, None, dice=[6, 6, 5, 4, face])
        defaults(game)
        found.append(lost(game, s, b))
    game = within(s, lambda t: mortal_wounds(t, b, 1))
    return [*found, lost(game, s, b)]


def relayed(field: Field) -> int:
    """Hits with a 1 and then a 6, after a Stalker has shot at the same unit."""
    s = battlefield()
    stalker = field.unit(s, 0, "triarch_stalker", 1, 20, 10, wargear=["heavy_bolter"])
    a = unit(s, 0, "necron_warriors", 1, 30, 10)
    b = unit(s, 1, "tactical_squad", 5, 25, 27)
    game = begin(s, "shoot_unit", dice=[1, 1, 1, 1, 6, 1, 1], runs=("shoot_unit",))
    answer(game, ("shoot", stalker), ((lone(s, stalker), 0, 0, b),))
    answer(game, ("shoot", a), ((lone(s, a), 0, 0, b),))
    return count(game, "hit")


def step(field: Field, s: Battle, end: tuple[int, int]) -> str:
    """The rule that forbids a wraith a move."""
    a = field.unit(s, 0, "canoptek_wraiths", 1, 30, 14)
    unit(s, 1, "chaos_cultists", 1, 70, 46)
    game = begin(s, "move_unit")
    answer(game, ("normal", a))
    return refusal(game, (((end[0] * INCH, end[1] * INCH, 0, 0),),))


def wraith(field: Field) -> tuple[int, bool, bool, str, str]:
    """Its save; whether it shoots and charges after Falling Back; what keeps it from passing models, and walls."""
    s = battlefield()
    a = field.unit(s, 0, "canoptek_wraiths", 1, 20, 20, wargear=["particle_caster"])
    s.note(a, FELL_BACK)
    crowd = battlefield(MOVEMENT)
    unit(crowd, 0, "rhino", 1, 30, 18)
    walls = battlefield(MOVEMENT, terrain="standard_11")
    passed = step(field, crowd, (30, 23)), step(field, walls, (36, 14))
    return least_save(aimed_at("canoptek_wraiths"))(field), may_shoot(s, a), may_charge(s, a), *passed


PROOFS = {
    "living_metal": Proof(healed, [4, 5], [3, 5]),
    "reanimation_protocols": Proof(returned, 4, 3),
    "technomancer": Proof(helped, [4, 3], [3, 3]),
    "resurrection_orb": Proof(orb, [4, 4], [3, 4]),
    "my_will_be_done": Proof(orders, (2, 9, 7), (3, 8, 6)),
    "phase_shifter": Proof(least_save(aimed_at("overlord")), 4, 7),
    "chronometron": Proof(slowed, (5, 7), (7, 7)),
    "guardian_protocols": Proof(guarded, [(0, 1), (1, 0), (1, 0)], [(1, 0), (1, 0), (1, 0)]),
    "dispersion_shield": Proof(least_save(aimed_at("lychguard")), 4, 7),
    "hardwired_hatred": Proof(scored(armed("destroyers", "boltgun"), shot, [1, 6]), 1, 0),
    "repulsor_platform": Proof(least(armed("destroyers", "heavy_bolter", 1), shot), 3, 4),
    "quantum_shielding": Proof(shielded, [0, 4, 1], [4, 4, 1]),
    "repair_barge": Proof(barge, [10, 4, 3], [9, 3, 3]),
    "targeting_relay": Proof(relayed, 1, 0),
    "wraith_form": Proof(wraith, (3, True, True, "", ""), (7, False, False, "WH40K-4.5", "WH40K-4.6")),
    "evasion_engrams": Proof(least(aimed_at("tomb_blades"), shot), 4, 3),
}


def test_hovering_is_measured_from_the_oblong_around_hull_and_base() -> None:
    """The base is 92 by 120 mm, the hull 75 by 190 mm."""
    s = battlefield()
    ark = lone(s, unit(s, 0, "ghost_ark", 1, 20, 20))
    other = lone(s, unit(s, 1, "tactical_squad", 1, 20, 20))
    s.x[other] += 9500 + 1600 + INCH
    assert close(s, ark, other, INCH)
    assert not close(s, ark, other, INCH - 1)
    s.x[other], s.y[other] = s.x[ark], s.y[ark] + 4600 + 1600 + INCH
    assert close(s, ark, other, INCH)
    assert not close(s, ark, other, INCH - 1)


@pytest.mark.parametrize("name", PROOFS)
def test_the_ability_does_what_it_says(name: str) -> None:
    check(PROOFS, name)
