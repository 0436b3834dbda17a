"""Every psychic power, manifested and not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from games.wh40k.proof import (
    Duel,
    Field,
    Proof,
    attacks,
    check,
    count,
    fought,
    least,
    least_save,
    least_spare,
    lone,
    lost,
    needed,
    shot,
)
from games.wh40k.table import answer, asked, battlefield, begin, defaults, halted, prompt, told, unit, within
from grimtable.games.wh40k.charging import charge_roll, may_charge
from grimtable.games.wh40k.components import INCH, POWER_OF, POWERS, SMITE
from grimtable.games.wh40k.fighting import stage_of
from grimtable.games.wh40k.morale import leadership, shaken
from grimtable.games.wh40k.powers import take_effect, targets_of
from grimtable.games.wh40k.psychic import attempt
from grimtable.games.wh40k.state import ADVANCED, CHARGE, FIGHT, MORALE, MOVEMENT, PSYCHIC, SHOOTING, Battle, T
from grimtable.kernel.values import Flow
from rule import rule

SIXES = [6] * 400
CASTERS = {
    "universal": "primaris_librarian",
    "contagion": "malignant_plaguecaster",
    "librarius": "primaris_librarian",
    "power_of_the_waaagh": "weirdboy",
    "hive_mind": "broodlord",
}


def cast(field: Field, s: Battle, psyker: int, target: int, dice: Sequence[int] = (), phase: str = "") -> Battle:
    """The position after the power, if it is manifested."""
    s.phase = PSYCHIC
    if field.has:
        game = within(s, lambda t: take_effect(t, psyker, POWER_OF[field.ability], 8), dice)
        if prompt(game) == "power_target":
            answer(game, next(option for option in asked(game).options if option[0] == target))
        defaults(game)
        s = game.state.clone()
    s.phase = phase or s.phase
    return s


def harm(dice: Sequence[int], size: int = 5) -> Callable[[Field], int]:
    """What the power costs a squad with T4 and Ld 7."""

    def scene(field: Field) -> int:
        s = battlefield(PSYCHIC)
        psyker = unit(s, 0, CASTERS[POWERS[POWER_OF[field.ability]].discipline], 1, 20, 10)
        foe = unit(s, 1, "tactical_squad", size, 20, 18)
        before = s.clone()
        after = cast(field, s, psyker, foe, dice)
        return len(before.alive(foe)) - len(after.alive(foe))

    return scene


def strengthened(sheet: str, foe: str = "plague_marines") -> Callable[[Field], list[int]]:
    """The attacks of a unit that fights, what its blow needs to wound a foe, and what a Strength of 5 needs."""

    def scene(field: Field) -> list[int]:
        s = battlefield(PSYCHIC)
        psyker = unit(s, 0, CASTERS[POWERS[POWER_OF[field.ability]].discipline], 1, 24, 10)
        a = unit(s, 0, sheet, 1, 20, 10, wargear=["close_combat_weapon"])
        b = unit(s, 1, foe, 9, 20, 12, wargear=["heavy_bolter"])
        after = cast(field, s, psyker, a, phase=FIGHT)
        blow = needed(fought((after.clone(), a, b), SIXES), "wound")
        after.phase, after.active = SHOOTING, 1
        for model in after.crew[b]:
            after.y[model] += 14 * INCH
        return [attacks(close_again(after, b), a), blow, needed(shot((after, b, a), SIXES), "wound")]

    return scene


def close_again(s: Battle, number: int) -> Battle:
    s = s.clone()
    s.phase = FIGHT
    for model in s.crew[number]:
        s.y[model] -= 14 * INCH
    return s


def weakened(field: Field) -> list[list[int]]:
    """For each row of the table: the attacks of the victim, its wound roll against T4, and that of S4 against it."""
    found: list[list[int]] = []
    for face in (1, 3, 5):
        s = battlefield(PSYCHIC)
        psyker = unit(s, 0, "malignant_plaguecaster", 1, 24, 40)
        a = unit(s, 0, "tactical_squad", 9, 20, 26, wargear=["boltgun"])
        b = unit(s, 1, "intercessor_squad", 9, 20, 28, wargear=["close_combat_weapon"])
        after = cast(field, s, psyker, b, [face], FIGHT)
        blow = needed(fought((after.clone(), b, a), SIXES), "wound")
        made = attacks(after, b)
        after.phase = SHOOTING
        for model in after.crew[a]:
            after.y[model] -= 14 * INCH
        found.append([made, blow, needed(shot((after, a, b), SIXES), "wound")])
    return found


# ---------------------------------------------------------------- contagion
def clouded(field: Field) -> tuple[Battle, int, int]:
    s = battlefield(PSYCHIC, active=1)
    a = unit(s, 0, "tactical_squad", 1, 20, 10, wargear=["boltgun"])
    psyker = unit(s, 1, "malignant_plaguecaster", 1, 24, 25)
    b = unit(s, 1, "plague_marines", 5, 20, 25)
    s = cast(field, s, psyker, b, phase=SHOOTING)
    s.active = 0
    return s, a, b


def blades(field: Field) -> list[int]:
    """What a 5 needs to wound, what sixes that are saved cost: with a plague knife, and with fists."""
    found: list[int] = []
    for weapon in ("plague_knife", "close_combat_weapon"):
        s = battlefield(PSYCHIC)
        psyker = unit(s, 0, "malignant_plaguecaster", 1, 24, 10)
        a = unit(s, 0, "plague_marines", 1, 20, 10, wargear=[weapon], abilities=[])
        b = unit(s, 1, "plague_marines", 9, 20, 12, abilities=[])  # S4 against T5
        s = cast(field, s, psyker, a, phase=FIGHT)
        four = fought((s.clone(), a, b), [4, 4, 6])
        game = fought((s.clone(), a, b), [4, 6, 6])
        found += [count(four, "wound"), lost(game, s, b)]
    return found


# ---------------------------------------------------------------- librarius
def veiled(field: Field) -> list[int]:
    """When it fights; an Advance with 1 and then 6; a charge with 1 and 2, then 6 and 6."""
    s = battlefield(PSYCHIC)
    psyker = unit(s, 0, "primaris_librarian", 1, 24, 10)
    a = unit(s, 0, "tactical_squad", 1, 20, 10)
    s.targets[a] = (unit(s, 1, "tactical_squad", 1, 20, 20),)
    s = cast(field, s, psyker, a, phase=FIGHT)
    found = [stage_of(s, a)]
    s.phase = MOVEMENT
    game = begin(s.clone(), "move_unit", dice=[1, 6])
    answer(game, ("advance", a))
    if prompt(game) == "advance_reroll":
        answer(game, 1)
    found.append(game.state.reach // INCH)
    s.phase = CHARGE

    def look(t: T) -> Flow[None]:
        found.append((yield from charge_roll(t, a)))

    game = within(s, look, [1, 2, 6, 6])
    if prompt(game) == "charge_reroll":
        answer(game, "both")
    return found


def nullified(field: Field) -> list[int]:
    """The save of a Lord within 6", and what a test of 9 comes to there."""

    def near(f: Field) -> tuple[Battle, int, int]:
        s = battlefield(PSYCHIC)
        psyker = unit(s, 0, "primaris_librarian", 1, 20, 10)
        lord = unit(s, 1, "lord_of_contagion", 1, 20, 15)
        return cast(f, s, psyker, psyker, phase=SHOOTING), psyker, lord

    s, psyker, _ = near(field)
    caster = unit(s, 1, "malignant_plaguecaster", 1, 24, 14)
    s.active, s.phase = 1, PSYCHIC
    s.denied[psyker] = 9  # nobody denies
    game = within(s, lambda t: attempt(t, caster, SMITE), [4, 5, 1, 1])
    defaults(game)
    return [least_save(near)(field), told(game, "manifested")[0][2]]


def fortress(field: Field) -> tuple[bool, int, int]:
    """Whether they must test Morale; what spares a mortal wound in the Psychic phase, and in another."""

    def calm(f: Field, phase: str) -> tuple[Battle, int]:
        s = battlefield(PSYCHIC)
        psyker = unit(s, 0, "primaris_librarian", 1, 24, 10)
        a = unit(s, 0, "tactical_squad", 5, 20, 10)
        return cast(f, s, psyker, a, phase=phase), a

    s, a = calm(field, MORALE)
    s.lost[a] = 1
    spared = least_spare(lambda f: calm(f, PSYCHIC))(field), least_spare(lambda f: calm(f, SHOOTING))(field)
    return bool(shaken(s, 0)), *spared


def line_of_fury(field: Field) -> list[int]:
    """What three units lose: on the line to the last of them, that one, and one beside the line."""
    s = battlefield(PSYCHIC)
    psyker = unit(s, 0, "primaris_librarian", 1, 20, 10)
    foes = [unit(s, 1, "tactical_squad", 1, x, y) for x, y in ((21, 14), (20, 20), (26, 14))]
    for model in range(3):
        s.wounds[lone(s, foes[model])] = 1
    s.x[lone(s, foes[0])] -= INCH // 2  # its base is under the line, it does not hide the one behind
    before = s.clone()
    after = cast(field, s, psyker, foes[1])
    return [len(before.alive(u)) - len(after.alive(u)) for u in foes]


# ---------------------------------------------------------------- Waaagh!
def jumped(field: Field) -> bool:
    """Whether the mob stands more than 9 inches from enemies, elsewhere, and counts as having moved."""
    s = battlefield(PSYCHIC)
    psyker = unit(s, 0, "weirdboy", 1, 20, 10)
    a = unit(s, 0, "boyz", 5, 22, 14)
    foe = unit(s, 1, "tactical_squad", 1, 22, 18)
    after = cast(field, s, psyker, a)
    far = [(after.x[m] - after.x[lone(s, foe)]) ** 2 + (after.y[m] - after.y[lone(s, foe)]) ** 2 for m in s.crew[a]]
    return min(far) > (9 * INCH) ** 2 and all([after.moved[m] for m in s.crew[a]])


def roar(field: Field) -> list[int]:
    """The Leadership of two units in reach, and of one beyond."""
    s = battlefield(PSYCHIC)
    psyker = unit(s, 0, "weirdboy", 1, 20, 10)
    foes = [unit(s, 1, "tactical_squad", 1, x, y) for x, y in ((20, 20), (26, 24), (20, 40))]
    after = cast(field, s, psyker, foes[0])
    return [leadership(after, u) for u in foes]


# ---------------------------------------------------------------- Hive Mind
def dominated(field: Field) -> tuple[bool, int]:
    """Whether lonely Termagants must test Morale, and what they need to hit another than the nearest."""

    def duel(f: Field) -> tuple[Battle, int, int]:
        s = battlefield(PSYCHIC)
        psyker = unit(s, 0, "broodlord", 1, 20, 2)
        a = unit(s, 0, "termagants", 1, 20, 30, wargear=["devourer"])
        unit(s, 1, "tactical_squad", 1, 24, 40)
        b = unit(s, 1, "tactical_squad", 5, 20, 46)
        return cast(f, s, psyker, a, phase=SHOOTING), a, b

    s, a, _ = duel(field)
    s.lost[a] = 1
    return bool(shaken(s, 0)), least(duel, shot)(field)


def quickened(field: Field) -> tuple[Battle, int]:
    s = battlefield(PSYCHIC)
    psyker = unit(s, 0, "broodlord", 1, 24, 10)
    return s, psyker


def catalysed(field: Field) -> tuple[Battle, int]:
    s, psyker = quickened(field)
    a = unit(s, 0, "termagants", 5, 20, 10)
    return cast(field, s, psyker, a), a


def rushed(field: Field) -> list[object]:
    """After an Advance: whether they charge, and what Assault and Heavy weapons need to hit."""

    def duel(weapon: str) -> Duel:
        def run(f: Field) -> tuple[Battle, int, int]:
            s, psyker = quickened(f)
            a = unit(s, 0, "hive_guard", 1, 20, 10, wargear=[weapon], abilities=[])
            b = unit(s, 1, "tactical_squad", 5, 20, 20)
            s = cast(f, s, psyker, a, phase=SHOOTING)
            s.note(a, ADVANCED)
            s.moved[lone(s, a)] = 1
            return s, a, b

        return run

    s, a, _ = duel("devourer")(field)
    s.phase = CHARGE
    game = begin(s, "charge")
    assert halted(game)
    s, gun, _ = duel("heavy_bolter")(field)
    heavy = ("shoot", gun) in asked(begin(s, "shoot_unit")).options
    return [
        may_charge(game.state, a),
        least(duel("devourer"), shot)(field),
        heavy and least(duel("heavy_bolter"), shot)(field),
    ]


def terrified(field: Field) -> list[int]:
    """What the victims need to hit, and their Leadership."""

    def duel(f: Field) -> tuple[Battle, int, int]:
        s, psyker = quickened(f)
        a = unit(s, 1, "tactical_squad", 1, 20, 20, wargear=["boltgun"])
        s = cast(f, s, psyker, a, phase=SHOOTING)
        s.active = 1
        return s, a, psyker

    s, a, _ = duel(field)
    return [least(duel, shot)(field), leadership(s, a)]


def spasms(field: Field) -> int:
    s, psyker = quickened(field)
    foe = unit(s, 1, "tactical_squad", 1, 20, 20)
    return stage_of(cast(field, s, psyker, foe, phase=FIGHT), foe)


def screamed(field: Field) -> tuple[int, list[int]]:
    """What the closest psyker loses by a D3 of 1, and how many powers it knows after 2D6 of 9, and of 10 (Ld 9)."""
    found: list[int] = []
    for second in (4, 5):
        s, psyker = quickened(field)
        foe = unit(s, 1, "primaris_librarian", 1, 20, 18)
        s.known[foe] = (SMITE, POWER_OF["null_zone"])
        after = cast(field, s, psyker, foe, [1, 5, second, 1])
        found.append(len(after.known[foe]))
    return 5 - after.wounds[lone(s, foe)], found


PROOFS = {
    "smite": Proof(harm([6]), 3, 0),
    "miasma_of_pestilence": Proof(least(clouded, shot), 4, 3),
    "gift_of_contagion": Proof(weakened, [[1, 4, 4], [2, 5, 4], [2, 4, 3]], [[2, 4, 4], [2, 4, 4], [2, 4, 4]]),
    "plague_wind": Proof(harm([6, 5, 6, 1, 1]), 2, 0),
    "putrescent_vitality": Proof(strengthened("plague_marines"), [1, 4, 5], [1, 5, 4]),
    "blades_of_putrefaction": Proof(blades, [1, 1, 1, 0], [0, 0, 0, 0]),
    "curse_of_the_leper": Proof(harm([5, 6, 4, 1, 1, 1, 1]), 2, 0),
    "veil_of_time": Proof(veiled, [0, 12, 12], [1, 7, 3]),
    "might_of_heroes": Proof(strengthened("primaris_lieutenant"), [5, 4, 4], [4, 5, 3]),
    "null_zone": Proof(nullified, [6, 5], [4, 9]),
    "psychic_scourge": Proof(harm([3, 4, 6]), 3, 0),
    "fury_of_the_ancients": Proof(line_of_fury, [1, 1, 0], [0, 0, 0]),
    "psychic_fortress": Proof(fortress, (False, 4, 7), (True, 7, 7)),
    "eadbanger": Proof(harm([5]), 1, 0),
    "warpath": Proof(strengthened("boyz"), [3, 5, 3], [2, 5, 3]),
    "da_jump": Proof(jumped, True, False),
    "fists_of_gork": Proof(strengthened("warboss", "tactical_squad"), [6, 2, 4], [4, 3, 4]),
    "roar_of_mork": Proof(roar, [6, 6, 7], [7, 7, 7]),
    "da_krunch": Proof(harm([6, 1, 1, 1, 1, 5, 5, 6, 1, 1, 1]), 2, 0),
    "dominion": Proof(dominated, (False, 4), (True, 5)),
    "catalyst": Proof(least_spare(catalysed), 5, 7),
    "the_horror": Proof(terrified, [4, 6], [3, 7]),
    "onslaught": Proof(rushed, [True, 3, 3], [False, 4, False]),
    "paroxysm": Proof(spasms, 2, 1),
    "psychic_scream": Proof(screamed, (1, [2, 1]), (0, [2, 2])),
}


@rule("WH40K-6.14")
@pytest.mark.parametrize("name", PROOFS)
def test_the_power_does_what_it_says(name: str) -> None:
    check(PROOFS, name)


def test_eadbanger_and_scourge_fail_with_lower_dice() -> None:
    assert harm([4])(Field("eadbanger", True)) == 0  # T4
    assert harm([2, 6])(Field("psychic_scourge", True)) == 0  # Ld 9 and 2 against 7 and 6
    assert harm([4, 6])(Field("psychic_scourge", True)) == 1  # a tie


@rule("WH40K-6.5")
def test_powers_ask_for_keywords_sight_and_range() -> None:
    s = battlefield(PSYCHIC, terrain="standard_11")
    a = unit(s, 0, "malignant_plaguecaster", 1, 30, 14)  # behind the long wall at x = 32
    hidden = unit(s, 1, "tactical_squad", 1, 36, 14)
    unit(s, 0, "chaos_cultists", 1, 28, 14)
    engine = unit(s, 0, "foetid_bloat_drone", 1, 26, 10)
    assert targets_of(s, a, POWER_OF["plague_wind"]) == []
    assert targets_of(s, a, POWER_OF["curse_of_the_leper"]) == [(hidden, -1)]
    assert (engine, -1) not in targets_of(s, a, POWER_OF["putrescent_vitality"])  # no INFANTRY
    assert (engine, -1) in targets_of(s, a, POWER_OF["miasma_of_pestilence"])
