"""The Fight phase and the Morale phase."""

from __future__ import annotations

import pytest

from games.wh40k.table import (
    answer,
    asked,
    battlefield,
    begin,
    defaults,
    halted,
    prompt,
    refusal,
    rolled,
    told,
    unit,
    within,
)
from grimtable.games.wh40k.components import CLOSE_COMBAT, INCH
from grimtable.games.wh40k.fighting import FIRST, Fighter, blows_refusal, can_fight, fighters, reachable, stage_of
from grimtable.games.wh40k.morale import leadership, shaken
from grimtable.games.wh40k.morale import test as take_test
from grimtable.games.wh40k.state import CHARGED, FIGHT, FLED, FOUGHT, MORALE, SLAIN, Battle, T
from grimtable.kernel.values import Flow
from rule import rule


def melee(gap: int = 200) -> tuple[Battle, int, int]:
    """Two squads; their centres are so many hundredths of an inch apart."""
    s = battlefield(FIGHT)
    a = unit(s, 0, "tactical_squad", 2, 20, 10)
    b = unit(s, 1, "chaos_cultists", 3, 20, 10)
    for model in s.crew[b]:
        s.y[model] += gap * INCH // 100
    return s, a, b


# ---------------------------------------------------------------- order
@rule("WH40K-11.2", "WH40K-11.5", "WH40K-11.7")
def test_engaged_units_and_those_that_charged_fight_once() -> None:
    s, a, b = melee()
    assert can_fight(s, a)
    assert can_fight(s, b)
    s.note(a, FOUGHT)
    assert not can_fight(s, a)
    s, a, b = melee(900)
    assert not can_fight(s, a)
    s.note(a, CHARGED)
    assert can_fight(s, a)


@rule("WH40K-11.3", "WH40K-11.4", "WH40K-11.6", "WH40K-11.21", "WH40K-3.5")
def test_chargers_first_then_in_turns_and_nobody_passes() -> None:
    s, a, b = melee()
    c = unit(s, 0, "tactical_squad", 2, 40, 10)
    d = unit(s, 1, "chaos_cultists", 3, 40, 12)
    s.note(c, CHARGED)
    s.targets[c] = (d,)
    order: list[int] = []
    game = begin(s, "fight_unit", FIRST, 0)
    for _ in range(4):
        if prompt(game) == "fight_unit":
            assert "done" not in asked(game).options
        defaults(game)
        state = game.base.clone()
        fought = [u for u in (a, b, c, d) if state.did(u, FOUGHT) and u not in order]
        order += fought
        stage, player = next(step.args for step in state.agenda if step.procedure == "fight_unit")
        game = begin(state, "fight_unit", stage, player)
    assert order[0] == c
    assert order[1] == a  # then the active player again begins
    assert sorted(order) == [a, b, c, d]
    assert stage_of(s, c) == FIRST


# ---------------------------------------------------------------- moves
@rule("WH40K-11.1", "WH40K-11.8", "WH40K-11.20")
def test_models_pile_in_up_to_three_inches_closer_to_the_closest_enemy() -> None:
    s, a, _ = melee(200)
    game = begin(s, "fight_unit", FIRST, 0)
    while prompt(game) == "fight_unit":
        answer(game, a)
    assert prompt(game) == "pile_in"
    one, two = s.crew[a]
    away = ((s.x[one], s.y[one] - INCH, 0, 0),)
    assert refusal(game, (away, ())) == "WH40K-11.8"
    answer(game, ((), ()))  # nobody has to move
    assert [step.procedure for step in game.base.agenda][-2:] == ["consolidate", "strike"] or halted(game)
    assert two


@rule("WH40K-11.19")
def test_consolidation_is_like_piling_in() -> None:
    s, a, _ = melee(400)
    game = begin(s, "consolidate", a)
    assert prompt(game) == "consolidate"
    answer(game, asked(game).options[0])
    assert told(game, "closed_in") == [(s.label[a], "consolidate")]
    one = s.crew[a][0]
    assert game.state.y[one] > s.y[one]


# ---------------------------------------------------------------- attacks
@rule("WH40K-11.10", "WH40K-11.11")
def test_models_within_an_inch_or_behind_a_comrade_strike_declared_targets_only() -> None:
    s, a, b = melee(200)
    back = unit(s, 0, "tactical_squad", 3, 40, 10)
    one, two, three = s.crew[back]
    foe = unit(s, 1, "chaos_cultists", 1, 40, 12)
    s.x[two], s.y[two] = s.x[one], s.y[one] - int(1.8 * INCH)
    s.x[three], s.y[three] = s.x[one], s.y[one] - 4 * INCH
    assert list(reachable(s, back)) == [one, two]
    s.note(a, CHARGED)
    s.targets[a] = (foe,)
    assert reachable(s, a) == {}
    s.targets[a] = (b,)
    assert list(reachable(s, a)) == list(s.crew[a])


def strikers(s: Battle, number: int, dice: tuple[int, ...] = ()) -> list[Fighter]:
    found: list[Fighter] = []

    def look(t: T) -> Flow[None]:
        found.extend((yield from fighters(t, number)))

    within(s, look, dice).decisions()
    return found


@rule("WH40K-11.12", "WH40K-11.14", "WH40K-11.17")
def test_a_model_makes_its_attacks_with_its_weapon_or_its_fists() -> None:
    s, a, b = melee()
    rows = strikers(s, a)
    assert [row.attacks for row in rows] == [1, 1]
    assert rows[0].weapons == ((-1, 0, CLOSE_COMBAT, 0, False),)
    game = begin(s, "strike", a, dice=[3, 2, 3, 1])  # WS 3+: one hit; S4 against T3 wounds on 3+
    answer(game, asked(game).options[0])
    answer(game, asked(game).options[0])
    assert rolled(game, "hit") == [(3, 2)]
    assert len(game.state.alive(b)) == 2


@rule("WH40K-11.9", "WH40K-11.13", "WH40K-11.15", "WH40K-11.16", "WH40K-11.22")
def test_attacks_may_be_split_over_weapons_and_targets_but_none_is_left_out() -> None:
    s = battlefield(FIGHT)
    a = unit(s, 0, "captain_in_gravis_armour", 1, 20, 10)  # A5, sword and gauntlet
    b = unit(s, 1, "chaos_cultists", 1, 20, 12)
    c = unit(s, 1, "chaos_cultists", 1, 20, 8)
    me = s.crew[a][0]
    rows = strikers(s, a)
    assert rows[0].attacks == 5

    def why(*blows: tuple[int, int, int, int, int]) -> str:
        found = blows_refusal(rows, blows)
        return found.rule_id if found is not None else ""

    assert why((me, 0, 0, b, 3), (me, 1, 1, c, 2)) == ""
    assert why((me, 0, 0, b, 4)) == "WH40K-11.12"
    assert why((me, 0, 0, b, 6)) == "WH40K-11.12"
    assert why((me, 0, 0, a, 5)) == "WH40K-11.10"
    assert why((me, 1, 0, b, 5)) == "WH40K-11.15"  # the gauntlet's bolts are no melee weapon
    assert blows_refusal(rows, None) is not None


@rule("WH40K-14.10", "WH40K-14.8")
def test_random_attacks_are_rolled_for_each_model_and_damage_tables_count() -> None:
    s = battlefield(FIGHT)
    a = unit(s, 0, "rhino", 1, 20, 10)
    b = unit(s, 1, "chaos_cultists", 1, 20, 12)
    model = s.crew[a][0]
    s.y[s.crew[b][0]] += INCH // 2
    assert strikers(s, a)[0].attacks == 3
    s.wounds[model] = 5
    assert strikers(s, a, (5,))[0].attacks == 3  # D3
    assert (s.move_of(model)[1], s.skill(model, False)) == (6 * INCH, 4)
    s.wounds[model] = 2
    assert strikers(s, a)[0].attacks == 1


# ---------------------------------------------------------------- morale
@rule("WH40K-12.1", "WH40K-12.5", "WH40K-12.6")
def test_units_that_lost_models_test_the_active_player_first() -> None:
    s = battlefield(MORALE)
    a = unit(s, 0, "tactical_squad", 5, 20, 10)
    b = unit(s, 1, "chaos_cultists", 5, 20, 20)
    c = unit(s, 0, "tactical_squad", 5, 40, 10)
    s.lost = [1, 1, 0]
    assert (shaken(s, 0), shaken(s, 1)) == ([a], [b])
    game = begin(s, "morale", dice=[1, 1], runs=("morale_tests",))
    game.decisions()
    assert [label for label, _, _ in told(game, "morale")] == [s.label[a], s.label[b]]
    assert c not in shaken(s, 0)


@rule("WH40K-12.2", "WH40K-12.3", "WH40K-12.4", "WH40K-12.5")
@pytest.mark.parametrize(("lost", "face", "fled"), [(4, 5, 4), (2, 3, 0), (1, 6, 2)])
def test_what_exceeds_the_leadership_flees(lost: int, face: int, fled: int) -> None:
    s = battlefield(MORALE)
    b = unit(s, 1, "chaos_cultists", 10, 20, 20)  # Ld 5
    s.lost[b] = lost
    game = within(s, lambda t: take_test(t, b), [face])
    while not halted(game):
        assert asked(game).player == 1
        answer(game, asked(game).options[0])
    assert len([m for m in s.crew[b] if game.state.wounds[m] == FLED]) == fled
    assert [m for m in s.crew[b] if game.state.wounds[m] == SLAIN] == []
    assert game.state.lost[b] == lost


@rule("WH40K-16.8", "WH40K-15.1", "WH40K-12.3")
def test_the_highest_leadership_counts_and_an_inspiring_leader_adds_one() -> None:
    s = battlefield(MORALE)
    b = unit(s, 1, "chaos_cultists", 10, 20, 20)
    lord = unit(s, 1, "lord_of_contagion", 1, 20, 23, abilities=["inspiring_leader"])
    assert leadership(s, b) == 6
    assert leadership(s, lord) == 10
    s.y[s.crew[lord][0]] = 40 * INCH
    assert leadership(s, b) == 5


def test_space_marines_re_roll_failed_morale_tests() -> None:
    s = battlefield(MORALE)
    b = unit(s, 0, "tactical_squad", 5, 20, 20)  # Ld 7
    s.lost[b] = 4
    game = within(s, lambda t: take_test(t, b), [6, 2])
    assert halted(game)
    assert len(game.state.alive(b)) == 5
