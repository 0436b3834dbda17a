"""The Psychic phase: tests, Perils, Deny the Witch, and every power."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.wh40k.table import answer, asked, battlefield, begin, defaults, halted, prompt, rolled, told, unit, within
from grimtable.games.wh40k.attacks import invulnerable, toughness_of
from grimtable.games.wh40k.components import INCH, LINES, POWER_OF, POWERS, SHEETS, SMITE
from grimtable.games.wh40k.effects import NO_MOMENT, added, allows, effects_on, has_op, is_suppressed, lift, stat
from grimtable.games.wh40k.powers import DOES, LASTING, take_effect, targets_of
from grimtable.games.wh40k.psychic import attempt, attempts, deniers
from grimtable.games.wh40k.state import GONE, PSYCHIC, TABLE, Battle
from grimtable.kernel.game import Game
from rule import rule

LIBRARIAN, CASTER = "primaris_librarian", "malignant_plaguecaster"


def meeting(distance: int = 10) -> tuple[Battle, int, int]:
    s = battlefield(PSYCHIC)
    a = unit(s, 0, LIBRARIAN, 1, 20, 10)
    return s, a, unit(s, 1, "tactical_squad", 5, 20, 10 + distance)


def cast(s: Battle, psyker: int, power: str, total: int = 8, dice: Sequence[int] = ()) -> Game[Battle]:
    """A manifested power takes effect."""
    game = within(s, lambda t: take_effect(t, psyker, POWER_OF[power], total), dice)
    defaults(game)
    return game


# ---------------------------------------------------------------- the test
@rule("WH40K-6.1", "WH40K-6.5", "WH40K-6.6", "WH40K-6.14")
@pytest.mark.parametrize(("dice", "wounds"), [((5, 6, 6), 6), ((4, 6, 6), 3), ((2, 3, 1), 1)])
def test_smite_deals_d3_mortal_wounds_or_d6_after_a_test_of_eleven(dice: tuple[int, ...], wounds: int) -> None:
    s = battlefield(PSYCHIC)
    a = unit(s, 0, LIBRARIAN, 1, 20, 10)
    b = unit(s, 1, "tactical_squad", 8, 20, 20)
    game = begin(s, "manifest", dice=dice)
    answer(game, (a, "smite"))
    defaults(game)
    assert len(game.state.alive(b)) == 8 - wounds


@rule("WH40K-6.6")
def test_a_test_below_the_warp_charge_fails() -> None:
    s, a, _ = meeting()
    game = within(s, lambda t: attempt(t, a, SMITE), [1, 3])
    assert halted(game)
    assert told(game, "not_manifested") == [(s.label[a], "smite", 4)]


@rule("WH40K-6.2", "WH40K-6.3", "WH40K-6.7", "WH40K-6.16")
def test_each_power_is_tried_once_a_turn_and_only_as_often_as_the_datasheet_says() -> None:
    s, a, _ = meeting()
    other = unit(s, 0, LIBRARIAN, 1, 30, 10)
    s.known[a] = (SMITE, POWER_OF["veil_of_time"], POWER_OF["null_zone"])
    assert (a, SMITE) in attempts(s)
    assert (other, SMITE) in attempts(s)
    s.tried[a] = (SMITE,)
    assert (a, SMITE) not in attempts(s)
    assert (other, SMITE) in attempts(s)
    s.tried[a] = (SMITE, POWER_OF["veil_of_time"])  # it may try two
    assert [u for u, _ in attempts(s)] == [other]
    s.place[other] = a  # whoever rides does nothing
    assert attempts(s) == []


@rule("WH40K-6.5")
def test_smite_finds_the_closest_visible_enemy_within_eighteen_inches() -> None:
    s, a, b = meeting(20)
    assert targets_of(s, a, SMITE) == []
    near = unit(s, 1, "chaos_cultists", 1, 20, 25)
    assert targets_of(s, a, SMITE) == [(near, -1)]
    assert b


@rule("WH40K-6.16")
def test_a_power_without_a_target_does_nothing() -> None:
    s, a, _ = meeting(30)
    game = within(s, lambda t: attempt(t, a, SMITE), [4, 4])
    assert halted(game)
    assert told(game, "no_target") == [(s.label[a], "smite")]


# ---------------------------------------------------------------- Perils
@rule("WH40K-6.8", "WH40K-6.15")
@pytest.mark.parametrize("face", [1, 6])
def test_doubles_of_one_and_six_harm_the_psyker(face: int) -> None:
    s, a, b = meeting()
    game = within(s, lambda t: attempt(t, a, SMITE), [face, face, 3, 1])
    defaults(game)
    assert game.state.wounds[s.crew[a][0]] == 3  # D3 of a 3 is two
    assert len(game.state.alive(b)) == (4 if face == 6 else 5)  # a double six still manifests


@rule("WH40K-6.9", "WH40K-6.10", "WH40K-6.17")
def test_a_psyker_slain_by_perils_harms_everybody_near_and_its_power_fails() -> None:
    s, a, b = meeting(4)
    friend = unit(s, 0, "tactical_squad", 5, 22, 10)
    far = unit(s, 1, "tactical_squad", 5, 20, 40)
    s.wounds[s.crew[a][0]] = 1
    game = within(s, lambda t: attempt(t, a, SMITE), [6, 6, 1, 1, 5])
    defaults(game)
    assert game.state.place[a] == GONE
    assert [len(game.state.alive(u)) for u in (friend, b, far)] == [4, 2, 5]
    assert told(game, "manifested") == []


# ---------------------------------------------------------------- Deny the Witch
@rule("WH40K-6.11", "WH40K-6.12", "WH40K-6.13", "WH40K-3.5")
@pytest.mark.parametrize(("deny", "stopped"), [((4, 4), False), ((4, 5), True)])
def test_denying_needs_more_than_the_test_and_is_tried_once(deny: tuple[int, int], stopped: bool) -> None:
    s = battlefield(PSYCHIC)
    a = unit(s, 0, LIBRARIAN, 1, 20, 10)
    squad = unit(s, 1, "tactical_squad", 5, 20, 16)
    casters = [unit(s, 1, CASTER, 1, 20 + 3 * at, 24) for at in range(3)]
    far = unit(s, 1, CASTER, 1, 20, 40)
    assert deniers(s, a) == casters
    game = within(s, lambda t: attempt(t, a, SMITE), [3, 5, *deny, 1])
    assert (prompt(game), asked(game).player) == ("deny", 1)
    answer(game, casters[0])
    defaults(game)
    assert rolled(game, "deny") == [deny]
    assert (len(game.state.alive(squad)) == 5) == stopped
    assert game.state.denied[casters[0]] == 1
    assert casters[0] not in deniers(game.state, a)
    assert far not in deniers(s, a)


# ---------------------------------------------------------------- the powers
@rule("WH40K-6.14")
def test_every_power_has_effects_that_are_carried_out() -> None:
    for power in POWERS:
        for effect in power.effects:
            assert effect.op in DOES or effect.op in LASTING or effect.op == "aura", power.name


def friends() -> tuple[Battle, int, int]:
    s = battlefield(PSYCHIC)
    a = unit(s, 0, CASTER, 1, 20, 10)
    return s, a, unit(s, 0, "plague_marines", 5, 20, 14)


def test_miasma_and_vitality_last_until_the_next_own_psychic_phase() -> None:
    s, a, b = friends()
    game = within(s, lambda t: take_effect(t, a, POWER_OF["miasma_of_pestilence"], 8))
    answer(game, (b, -1))
    state = game.state
    assert added(state, b, effects_on(state, b), "hit_against", NO_MOMENT) == -1
    lift(state, "own_next_psychic_phase_start", 1)
    assert added(state, b, effects_on(state, b), "hit_against", NO_MOMENT) == -1
    lift(state, "own_next_psychic_phase_start", 0)
    assert added(state, b, effects_on(state, b), "hit_against", NO_MOMENT) == 0
    s, a, b = friends()
    game = within(s, lambda t: take_effect(t, a, POWER_OF["putrescent_vitality"], 8))
    answer(game, (b, -1))
    assert toughness_of(game.state, b, effects_on(game.state, b)) == 6


@rule("WH40K-14.12")
def test_gift_of_contagion_weakens_but_never_below_one() -> None:
    s = battlefield(PSYCHIC)
    a = unit(s, 0, CASTER, 1, 20, 10)
    b = unit(s, 1, "gretchin", 10, 20, 14)  # S2 T2
    state = cast(s, a, "gift_of_contagion", dice=[6]).state
    assert toughness_of(state, b, effects_on(state, b)) == 1
    state.lasting += state.lasting
    assert toughness_of(state, b, effects_on(state, b)) == 1


def test_wounding_powers_roll_for_models_dice_or_leadership() -> None:
    s = battlefield(PSYCHIC)
    a = unit(s, 0, CASTER, 1, 20, 10)
    b = unit(s, 1, "tactical_squad", 5, 20, 14)  # T4 Ld7
    assert len(cast(s.clone(), a, "plague_wind", dice=[6, 6, 1, 2, 3]).state.alive(b)) == 3
    assert len(cast(s.clone(), a, "curse_of_the_leper", dice=[5, 6, 4, 1, 1, 1, 1]).state.alive(b)) == 3
    assert len(cast(s.clone(), a, "da_krunch", dice=[6, 1, 1, 1, 1, 5, 5, 6, 1, 1, 1]).state.alive(b)) == 3
    assert len(cast(s.clone(), a, "psychic_scourge", dice=[3, 2, 6]).state.alive(b)) == 2  # Ld 8 against 7
    assert len(cast(s.clone(), a, "psychic_scourge", dice=[1, 2]).state.alive(b)) == 4
    assert len(cast(s.clone(), a, "fury_of_the_ancients").state.alive(b)) == 4
    assert len(cast(s.clone(), a, "eadbanger", dice=[5]).state.alive(b)) == 4
    assert len(cast(s.clone(), a, "eadbanger", dice=[4]).state.alive(b)) == 5


def test_powers_that_change_the_order_of_fights_and_what_a_unit_may_do() -> None:
    s, a, _ = meeting()
    assert has_op(cast(s.clone(), a, "veil_of_time").state, a, "fights_first")
    state = cast(s.clone(), a, "might_of_heroes").state
    model = s.crew[a][0]
    assert stat(state, model, "S", 4, effects_on(state, a, model)) == 5
    assert has_op(cast(s.clone(), a, "psychic_fortress").state, a, "auto_pass", "morale")
    null = cast(s.clone(), a, "null_zone").state
    lord = unit(s, 1, "lord_of_contagion", 1, 20, 13)
    assert invulnerable(s, lord, effects_on(s, lord), True) == 4
    near = cast(s.clone(), a, "null_zone").state
    assert invulnerable(near, lord, effects_on(near, lord), True) == 7
    assert null.lasting


def test_hive_mind_powers() -> None:
    s = battlefield(PSYCHIC)
    a = unit(s, 0, "broodlord", 1, 20, 10)
    b = unit(s, 0, "termagants", 10, 60, 40)
    foe = unit(s, 1, CASTER, 1, 20, 20)
    s.known[foe] = (SMITE,)
    assert is_suppressed(within_dominion(s.clone(), a, b), b, "instinctive_behaviour")
    s.x[s.crew[b][0]] = 20 * INCH
    for model in s.crew[b]:
        s.x[model], s.y[model] = s.x[model] - 38 * INCH, 12 * INCH
    game = within(s.clone(), lambda t: take_effect(t, a, POWER_OF["onslaught"], 8))
    answer(game, (b, -1))
    assert allows(game.state, b, "charge_after_advance")
    assert has_op(cast(s.clone(), a, "paroxysm").state, foe, "fights_last")
    state = cast(s.clone(), a, "the_horror").state
    assert added(state, foe, effects_on(state, foe), "hit", NO_MOMENT) == -1
    scream = cast(s.clone(), a, "psychic_scream", dice=[1, 1, 6, 6, 1]).state  # D3, ignored or not, Ld 8 beaten by 12
    assert scream.known[foe] == ()


def within_dominion(s: Battle, a: int, b: int) -> Battle:
    for model in s.crew[b]:
        s.x[model] -= 20 * INCH
        s.y[model] -= 20 * INCH
    game = within(s, lambda t: take_effect(t, a, POWER_OF["dominion"], 8))
    defaults(game)
    return game.state


def test_da_jump_sets_a_unit_down_elsewhere_far_from_enemies() -> None:
    s = battlefield(PSYCHIC)
    a = unit(s, 0, "weirdboy", 1, 20, 10)
    b = unit(s, 0, "boyz", 10, 22, 12)
    unit(s, 1, "tactical_squad", 5, 20, 40)
    game = within(s, lambda t: take_effect(t, a, POWER_OF["da_jump"], 8))
    answer(game, (b, -1))
    assert prompt(game) == "set_up"
    answer(game, asked(game).options[0])
    assert game.state.place[b] == TABLE
    assert all([game.state.moved[m] for m in s.crew[b]])


@rule("WH40K-6.17")
def test_zoanthropes_are_one_psyker_and_their_smite_grows_with_their_number() -> None:
    s = battlefield(PSYCHIC)
    a = unit(s, 0, "zoanthropes", 4, 20, 10)
    b = unit(s, 1, "tactical_squad", 10, 20, 30)
    assert SHEETS[s.sheet[a]].psyker is not None
    assert targets_of(s, a, SMITE) == [(b, -1)]  # 24 inches
    game = within(s, lambda t: take_effect(t, a, SMITE, 8), [3, 5])
    defaults(game)
    assert len(game.state.alive(b)) == 5
    game = within(s, lambda t: attempt(t, a, SMITE), [1, 1, 5])
    defaults(game)
    assert sum([game.state.wounds[m] for m in s.crew[a]]) == 4 * LINES[s.line[s.crew[a][0]]].wounds - 3
