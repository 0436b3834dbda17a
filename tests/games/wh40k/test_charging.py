"""The Charge phase: targets, Overwatch, charge moves, Heroic Interventions."""

from __future__ import annotations

import pytest

from games.wh40k.table import answer, asked, battlefield, begin, defaults, halted, prompt, refusal, rolled, told, unit
from grimtable.games.wh40k.charging import can_overwatch, charge_targets, heroes, may_charge
from grimtable.games.wh40k.components import INCH
from grimtable.games.wh40k.state import BEGAN_CHARGE_ENGAGED, CHARGE, CHARGED, TRIED_CHARGE, Battle
from rule import rule


def facing_off(distance: int, *, wargear: tuple[str, ...] = ()) -> tuple[Battle, int, int]:
    """A squad and an enemy squad, so many inches between their centres."""
    s = battlefield(CHARGE)
    a = unit(s, 0, "tactical_squad", 2, 20, 10)
    return s, a, unit(s, 1, "chaos_cultists", 3, 20, 10 + distance, wargear=wargear or ("autogun",))


@rule("WH40K-10.12", "WH40K-10.9", "WH40K-10.15")
def test_a_charge_around_a_corner_is_asked_for_and_suggested() -> None:
    s = battlefield(CHARGE)
    a = unit(s, 0, "tactical_squad", 1, 20, 10)
    unit(s, 0, "rhino", 1, 20, 13)
    b = unit(s, 1, "tactical_squad", 1, 20, 17)
    s.targets[a] = (b,)
    game = begin(s.clone(), "charge_move", a, dice=[6, 6])
    assert prompt(game) == "charge_move"
    assert len(asked(game).options[0][0]) > 1  # the straight way is barred
    assert asked(game).options[1:] == (((),),)
    around = ((23 * INCH, 11 * INCH, 0, 0), (23 * INCH, 16 * INCH, 0, 0), (21 * INCH + INCH // 2, 17 * INCH, 0, 0))
    assert refusal(game, (((20 * INCH, 16 * INCH, 0, 0),),)) == "WH40K-4.5"
    answer(game, (around,))
    assert game.state.did(a, CHARGED)
    game = begin(s.clone(), "charge_move", a, dice=[1, 1])
    assert halted(game)  # nothing could arrive
    assert told(game, "charge_failed") == [(s.label[a], 2)]


@rule("WH40K-10.2", "WH40K-10.4")
@pytest.mark.parametrize(("distance", "found"), [(13, True), (14, False)])
def test_units_within_twelve_inches_may_be_charged(distance: int, found: bool) -> None:
    s, a, b = facing_off(distance)
    assert charge_targets(s, a) == ([b] if found else [])


@rule("WH40K-10.3", "WH40K-10.14", "WH40K-19.2")
def test_a_unit_that_began_the_phase_engaged_does_not_charge() -> None:
    s, a, _ = facing_off(2)
    game = begin(s, "charge")
    game.decisions()
    assert game.state.did(a, BEGAN_CHARGE_ENGAGED)
    assert not may_charge(game.state, a)
    s, a, _ = facing_off(8)
    assert may_charge(s, a)
    s.note(a, TRIED_CHARGE)
    assert not may_charge(s, a)


@rule("WH40K-10.1", "WH40K-10.5", "WH40K-10.8", "WH40K-10.9", "WH40K-10.10", "WH40K-10.13", "WH40K-3.5")
def test_a_charge_from_declaration_to_contact() -> None:
    s, a, b = facing_off(8)
    c = unit(s, 1, "chaos_cultists", 1, 28, 18)
    runs = ("charge_unit", "overwatch", "charge_move")
    # Overwatch of b: six dice within half range, of which only the 6 hits (wounds on 5+, saved on 3+); the charge roll
    game = begin(s, "charge_unit", dice=[5, 6, 3, 1, 4, 2, 5, 6, 4, 4], runs=runs)
    answer(game, a)
    assert refusal(game, (a,)) == "WH40K-10.4"
    answer(game, (b, c))
    assert told(game, "charge_declared") == [(s.label[a], (s.label[b], s.label[c]))]
    assert prompt(game) == "overwatch"
    assert asked(game).player == 1
    answer(game, b)
    answer(game, asked(game).options[0])
    assert rolled(game, "hit") == [(5, 6, 3, 1, 4, 2)]
    assert told(game, "hit") == [(1,)]
    assert prompt(game) == "casualties"
    answer(game, asked(game).options[0], "nobody")
    assert prompt(game) == "charge_move"
    assert rolled(game, "charge") == [(4, 4)]
    near = asked(game).options[0]
    answer(game, near)
    assert game.state.did(a, CHARGED)


@rule("WH40K-10.12", "WH40K-10.9")
def test_a_charge_that_falls_short_fails_and_nobody_moves() -> None:
    s, a, b = facing_off(8)
    s.targets[a] = (b,)
    game = begin(s, "charge_move", a, dice=[1, 1])
    assert halted(game)
    assert told(game, "charge_failed") == [(s.label[a], 2)]
    assert not game.state.did(a, CHARGED)
    assert game.state.y[s.crew[a][0]] == 10 * INCH


@rule("WH40K-10.11", "WH40K-10.15", "WH40K-10.10", "WH40K-2.3")
def test_charging_models_stay_clear_of_others_and_together() -> None:
    s, a, b = facing_off(8)
    other = unit(s, 1, "chaos_cultists", 1, 26, 17)
    s.targets[a] = (b,)
    game = begin(s, "charge_move", a, dice=[6, 6])
    one, two = s.crew[a]
    x, y = s.x[one], s.y[one]
    there = s.x[s.crew[other][0]], s.y[s.crew[other][0]] - 2 * INCH
    assert refusal(game, (((x, y + 6 * INCH + 1500, 0, 0),), ((*there, 0, 0),))) == "WH40K-10.11"
    assert refusal(game, (((x, y + 6 * INCH + 1500, 0, 0),), ())) == "WH40K-2.3"
    assert refusal(game, (((x, y + INCH, 0, 0),), ())) == "WH40K-10.10"
    assert refusal(game, (((x, y + 12 * INCH, 0, 0),), ())) == "WH40K-4.5"
    answer(game, ((), ()))  # declined: the charge has failed
    assert not game.state.did(a, CHARGED)
    assert two != one


@rule("WH40K-10.6", "WH40K-10.7")
def test_overwatch_again_and_again_unless_engaged() -> None:
    s, a, b = facing_off(8)
    assert can_overwatch(s, b)
    s.y[s.crew[a][0]] = 17 * INCH
    assert not can_overwatch(s, b)


@rule("WH40K-10.16", "WH40K-10.17", "WH40K-10.18")
def test_characters_of_the_other_player_may_intervene_closer_to_the_enemy() -> None:
    s = battlefield(CHARGE)
    unit(s, 0, "tactical_squad", 2, 20, 10)
    lord = unit(s, 1, "lord_of_contagion", 1, 20, 14)
    unit(s, 1, "lord_of_contagion", 1, 40, 14)  # too far
    mine = unit(s, 0, "captain_in_gravis_armour", 1, 30, 10)
    assert heroes(s) == [lord]
    game = begin(s, "heroic")
    assert asked(game).player == 1
    assert asked(game).options == (lord, "done")
    answer(game, lord)
    x, y = s.x[s.crew[lord][0]], s.y[s.crew[lord][0]]
    assert refusal(game, (((x, y + INCH, 0, 0),),)) == "WH40K-10.17"
    assert refusal(game, (((x, y - 4 * INCH, 0, 0),),)) == "WH40K-4.3"
    answer(game, (((x, y - INCH, 0, 0),),))
    assert not game.state.did(lord, CHARGED)
    assert mine not in heroes(game.state)


@rule("WH40K-1.9")
def test_orks_may_re_roll_any_dice_of_a_charge() -> None:
    s = battlefield(CHARGE)
    a = unit(s, 0, "boyz", 3, 20, 10)
    b = unit(s, 1, "chaos_cultists", 3, 20, 18)
    s.targets[a] = (b,)
    game = begin(s, "charge_move", a, dice=[1, 5, 6])
    assert asked(game).options == ("keep", "both", 1, 5)
    answer(game, 1)
    assert prompt(game) == "charge_move"
    defaults(game)
    assert told(game, "charged") == [(s.label[a], 11)]
