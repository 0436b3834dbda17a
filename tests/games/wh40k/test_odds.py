"""Odds: equal to what was worked out elsewhere, to another package, and to counting every roll."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warhammer_stats import Attack as PeerAttack
from warhammer_stats import ModifierCollection, PMFCollection, Weapon
from warhammer_stats import Target as PeerTarget
from warhammer_stats.modifiers.reroll_modifiers import ReRollFailed, ReRollOnes
from warhammer_stats.utils.pmf import PMF

from games.wh40k.table import battlefield, defaults, done, told, unit
from grimtable.games.wh40k import odds as odds_module
from grimtable.games.wh40k.components import SMITE
from grimtable.games.wh40k.components.effects import Amount, amount
from grimtable.games.wh40k.morale import test as take_test
from grimtable.games.wh40k.odds import FAILED, NO_SAVE, ONES, Attack, Target, at_least, chance, mean, mean_damage, odds
from grimtable.games.wh40k.psychic import attempt
from grimtable.games.wh40k.state import MORALE, PSYCHIC
from rule import rule

DATA = Path(odds_module.__file__).parent / "data" / "damage_checks.json"
CHECKS: dict[str, list[dict[str, Any]]] = json.loads(DATA.read_text(encoding="utf-8"))


def number(count: int) -> Amount:
    return Amount(0, 0, count)


# ---------------------------------------------------------------- worked out elsewhere
@rule("WH40K-9.2", "WH40K-9.4", "WH40K-9.10", "WH40K-9.23", "WH40K-10.8")
@pytest.mark.parametrize("check", CHECKS["checks"], ids=lambda check: str(check["id"]))
def test_chances_and_damage_are_those_of_the_table(check: dict[str, Any]) -> None:
    attack = Attack(
        number(check["attacks"]),
        check["to_hit"],
        check["S"],
        check["AP"],
        amount(int(check["D"]) if check["D"].isdigit() else check["D"]),
        check["hit_mod"],
        0,
        check["reroll_hit"] or "",
        check["reroll_wound"] or "",
        check["overwatch"],
    )
    target = Target(
        check["T"],
        check["Sv"],
        8,
        9,
        check["invuln"] or NO_SAVE,
        check["ignore_wound"] or NO_SAVE,
        bool(check["cover"]),
    )
    found = odds([attack], target)
    assert found.chances == ((Fraction(check["p_hit"]), Fraction(check["p_wound"]), Fraction(check["p_fail_save"])),)
    assert found.unsaved == Fraction(check["expected_unsaved"])
    assert found.damage == mean_damage(attack, target) == Fraction(check["expected_damage_unbounded"])
    assert sum(found.kills) == 1


@rule("WH40K-9.12", "WH40K-9.13", "WH40K-9.14")
@pytest.mark.parametrize("check", CHECKS["kill_checks"], ids=lambda check: str(check["id"]))
def test_the_slain_are_those_of_the_table(check: dict[str, Any]) -> None:
    points = sorted(int(word) for word in check["damage"])
    damage = number(points[0]) if len(points) == 1 else Amount(1, len(points), 0)
    target = Target(4, NO_SAVE, check["wounds_per_model"], check["models"], NO_SAVE, check["ignore_wound"] or NO_SAVE)
    likely = Fraction(check["p_unsaved"])
    every = [1] + [0] * (target.models * target.wounds)
    lost = odds_module.losses(damage, target.ignore)
    fallen, ways = odds_module.after(every, 1, number(check["attacks"]), likely, lost, target)
    kills = [Fraction(sum(fallen[n * target.wounds : (n + 1) * target.wounds]), ways) for n in range(target.models + 1)]
    assert float(sum(n * kill for n, kill in enumerate(kills))) == pytest.approx(check["expected_kills"], abs=1e-6)
    for slain, kill in enumerate(kills):
        assert float(kill) == pytest.approx(check["kill_distribution"].get(str(slain), 0), abs=1e-6)


TWO_DICE_CHECKS = {"psy1": 5, "psy2": 11, "psy4": 8, "chg1": 8, "chg2": 9}


@rule("WH40K-1.4", "WH40K-6.6", "WH40K-6.12", "WH40K-10.9")
@pytest.mark.parametrize(("name", "need"), TWO_DICE_CHECKS.items())
def test_rolls_of_two_dice_reach_what_they_must(name: str, need: int) -> None:
    check = next(one for one in CHECKS["other_exact"] if one["id"] == name)
    assert at_least(amount("2D6"), need) == Fraction(check["p"])


@rule("WH40K-6.8")
def test_perils_come_as_often_as_the_table_says() -> None:
    check = next(one for one in CHECKS["other_exact"] if one["id"] == "psy3")
    pairs = [pair for pair in product(range(1, 7), repeat=2) if set(pair) in ({1}, {6})]
    assert Fraction(len(pairs), 36) == Fraction(check["p"]) == odds_module.PERILS


@rule("WH40K-12.2", "WH40K-12.3", "WH40K-12.4")
def test_a_morale_test_fails_and_costs_as_much_as_the_table_says() -> None:
    check = next(one for one in CHECKS["other_exact"] if one["id"] == "mor1")
    found = odds_module.flight(7, 4)
    assert 1 - found[0] == Fraction(check["p"])
    assert sum(count * likely for count, likely in found.items()) == Fraction(check["expected_fled"])


@rule("WH40K-12.2", "WH40K-6.6")
def test_every_exact_check_of_the_table_is_asked_for() -> None:
    """The rules themselves, die by die, and not only the arithmetic."""
    assert {one["id"] for one in CHECKS["other_exact"]} == {*TWO_DICE_CHECKS, "psy3", "mor1", "d3"}
    fled = 0
    for face in range(1, 7):
        s = battlefield(MORALE)
        unit_number = unit(s, 0, "tactical_squad", 9, 20, 20, abilities=[])  # Ld 7
        s.lost[unit_number] = 4
        game = done(s, take_test, unit_number, dice=[face])
        defaults(game)
        fled += 9 - len(game.state.alive(unit_number))
    assert Fraction(fled, 6) == 1
    perils = 0
    for pair in product(range(1, 7), repeat=2):
        s = battlefield(PSYCHIC)
        psyker = unit(s, 0, "primaris_librarian", 1, 20, 10)
        unit(s, 1, "tactical_squad", 1, 60, 40)
        game = done(s, attempt, psyker, SMITE, dice=[*pair, 1])
        defaults(game)
        perils += len(told(game, "perils"))
    assert Fraction(perils, 36) == odds_module.PERILS


@rule("WH40K-1.5")
def test_a_d3_is_two_on_average() -> None:
    assert mean(amount("D3")) == 2


# ---------------------------------------------------------------- every roll counted
@rule("WH40K-1.8", "WH40K-1.10", "WH40K-1.11", "WH40K-9.3")
@pytest.mark.parametrize("again", ["", ONES, FAILED])
@pytest.mark.parametrize("need", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("add", [-3, -1, 0, 1, 2])
@pytest.mark.parametrize("always", [False, True])
def test_chances_are_what_36_pairs_of_dice_give(need: int, add: int, again: str, always: bool) -> None:
    """Who chooses keeps a success that he may roll again; with `always` he rolls it again too."""

    def succeeds(face: int) -> bool:
        return face > 1 and max(1, face + add) >= need

    good = 0
    for first, second in product(range(1, 7), repeat=2):
        allowed = again and (first == 1 or (again == FAILED and first < need))
        good += succeeds(second if allowed and (always or not succeeds(first)) else first)
    assert chance(need, add, again, always) == Fraction(good, 36)


@rule("WH40K-1.9", "WH40K-1.11")
def test_both_readings_of_a_failed_wound_roll_that_a_modifier_makes_good() -> None:
    """4+ with +1: a natural 3 may be rolled again. Kept, 4 of 6 faces wound at once; thrown away, 3 of 6."""
    attack, target = Attack(number(6), 0, 4, 0, number(1), 0, 1, "", FAILED), Target(4, NO_SAVE, 1, 6)
    assert odds([attack], target).wounds == 6 * (Fraction(4, 6) + Fraction(2, 6) * Fraction(4, 6))
    assert odds([attack], target, True).wounds == 6 * (Fraction(3, 6) + Fraction(3, 6) * Fraction(4, 6))
    assert odds_module.has_choice(attack, target)
    assert not odds_module.has_choice(attack._replace(to_wound=0), target)


def slain_by(damages: tuple[int, ...], wounds: int, models: int) -> int:
    """Hit by hit, as at the table."""
    left, slain = wounds, 0
    for damage in damages:
        left -= damage
        if left <= 0:
            left, slain = wounds, slain + 1
    return min(slain, models)


@rule("WH40K-9.9", "WH40K-9.14")
@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 3))
def test_the_slain_are_counted_as_at_the_table(shots: int, wounds: int, models: int) -> None:
    found = odds([Attack(number(shots), 0, 8, 0, amount("D3"))], Target(4, NO_SAVE, wounds, models))
    exact = [Fraction(0)] * (models + 1)
    for dice in product(range(4), repeat=shots):  # 0: the wound roll failed, once in six
        likely = Fraction(1)
        for damage in dice:
            likely *= Fraction(1, 6) if damage == 0 else Fraction(5, 18)
        exact[slain_by(dice, wounds, models)] += likely
    assert list(found.kills) == exact


def test_a_random_number_of_attacks_is_the_mixture_of_all_numbers() -> None:
    target = Target(4, 4, 2, 3)
    whole = odds([Attack(amount("D3"), 3, 4, 0, number(2))], target)
    each = [odds([Attack(number(shots), 3, 4, 0, number(2))], target) for shots in (1, 2, 3)]
    assert whole.kills == tuple(sum([one.kills[n] for one in each]) / 3 for n in range(4))
    assert whole.damage == sum([one.damage for one in each]) / 3


def test_one_weapon_after_another_is_as_all_at_once_where_they_are_alike() -> None:
    target, shot = Target(5, 3, 2, 4, 5, 6), Attack(number(3), 3, 5, -1, amount("D6"))
    assert odds([shot, shot], target).kills == odds([shot._replace(attacks=number(6))], target).kills
    assert [int(kill) for kill in odds([], target).kills] == [1, 0, 0, 0, 0]


# ---------------------------------------------------------------- another package
AGAIN = {"": [], ONES: [ReRollOnes()], FAILED: [ReRollFailed()]}


@given(
    st.integers(1, 3),
    st.integers(2, 6),
    st.integers(1, 10),
    st.integers(0, 3),
    st.sampled_from(["1", "2", "D3", "D6"]),
    st.integers(1, 9),
    st.integers(2, 6),
    st.sampled_from([NO_SAVE, 4, 5]),
    st.sampled_from([NO_SAVE, 5]),
    st.integers(1, 6),
    st.sampled_from(["", ONES, FAILED]),
)
@settings(max_examples=30, deadline=None)
def test_the_same_as_warhammer_stats(
    shots: int, skill: int, strength: int, ap: int, damage: str, toughness: int, save: int, ward: int, ignore: int,
    wounds: int, again: str,
) -> None:  # fmt: skip
    """It does not know how many models there are, but three shots slay no sixth; it caps damage at a model's wounds,
    and does so before wounds are ignored, where the rules let each point be ignored in its turn."""
    damage = "1" if ignore < NO_SAVE else damage
    attack = Attack(
        number(shots), skill, strength, -ap, amount(int(damage) if damage.isdigit() else damage), 0, 0, again, again
    )
    found = odds([attack], Target(toughness, save, wounds, 5, ward, ignore))
    rolled = PMFCollection.mdn(1, int(damage[1:])) if damage[0] == "D" else PMFCollection.static(int(damage))
    mods = ModifierCollection(hit_mods=AGAIN[again], wound_mods=AGAIN[again])
    weapon = Weapon(skill, PMFCollection.static(shots), strength, ap, rolled, mods)
    with patch.object(PMF, "is_null_prob", lambda prob: prob == 0):  # it drops what is less likely than 1 in 100,000
        peer = PeerAttack(weapon, PeerTarget(toughness, save, ward, ignore, wounds)).run()
    if wounds >= int(damage.strip("D")):
        assert float(found.damage) == pytest.approx(peer.total_damage_dist.mean(), abs=1e-6)
    slain = dict(enumerate(peer.kills_dist.values))
    assert [float(kill) for kill in found.kills] == pytest.approx([slain.get(n, 0) for n in range(6)], abs=1e-6)
