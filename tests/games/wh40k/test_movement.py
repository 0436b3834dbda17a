"""The Movement phase: moving, Advancing, Falling Back, minimum moves, flying, transports, reinforcements."""

from __future__ import annotations

from typing import Any

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
from grimtable.games.wh40k.casualties import slay
from grimtable.games.wh40k.components import INCH, Amount
from grimtable.games.wh40k.movement import basic_move, movement, room_for, way_of
from grimtable.games.wh40k.moving import ADVANCE, FALL_BACK, NORMAL, move_refusal
from grimtable.games.wh40k.state import (
    ADVANCED,
    ARRIVED,
    BEGAN_ENGAGED,
    CHOSEN,
    DISEMBARKED,
    EMBARKED,
    FELL_BACK,
    GONE,
    MOVEMENT,
    RESERVE,
    TABLE,
    Battle,
)
from grimtable.kernel.game import Game
from rule import rule


def steps(s: Battle, number: int, dx: int, dy: int, z: int = 0) -> Any:
    """The whole unit pushed by so many hundredths of an inch."""
    return tuple([((s.x[m] + dx * INCH // 100, s.y[m] + dy * INCH // 100, z, s.facing[m]),) for m in s.alive(number)])


def why(s: Battle, number: int, kind: str, allowance: int, move: Any) -> str:
    found = move_refusal(s, number, way_of(s, number, kind, allowance * INCH), move)
    return found.rule_id if found is not None else ""


def moving(s: Battle, kind: str, number: int, dice: tuple[int, ...] = ()) -> Game[Battle]:
    game = begin(s, "move_unit", dice=dice)
    answer(game, (kind, number))
    return game


# ---------------------------------------------------------------- how far and past what
@rule("WH40K-4.1", "WH40K-4.2", "WH40K-4.3")
def test_a_unit_moves_once_up_to_its_move() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 3, 20, 20)
    unit(s, 1, "tactical_squad", 3, 20, 40)
    game = moving(s, NORMAL, a)
    assert refusal(game, steps(s, a, 0, 601)) == "WH40K-4.3"
    answer(game, steps(s, a, 0, 600))
    assert game.state.y[s.crew[a][0]] == 26 * INCH
    game = begin(game.state.clone(), "move_unit")
    assert halted(game)  # nothing is left to move, so the phase ends by itself
    assert game.state.did(a, CHOSEN)


@rule("WH40K-4.5")
def test_nobody_moves_through_models_friend_or_foe() -> None:
    for owner in (0, 1):
        s = battlefield(MOVEMENT)
        a = unit(s, 0, "tactical_squad", 1, 20, 20)
        unit(s, owner, "tactical_squad", 1, 20, 23)
        assert why(s, a, FALL_BACK if owner else NORMAL, 12, steps(s, a, 0, 600)) == "WH40K-4.5"


@rule("WH40K-4.8")
def test_nobody_moves_within_an_inch_of_an_enemy() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 1, 20, 20)
    unit(s, 1, "tactical_squad", 1, 20, 25)
    far = 500 - 126 - 100  # two radii of 16 mm are 1.26 inches
    assert why(s, a, NORMAL, 6, steps(s, a, 0, far - 1)) == ""
    assert why(s, a, NORMAL, 6, steps(s, a, 0, far + 1)) == "WH40K-4.8"


@rule("WH40K-4.7")
def test_flyers_pass_over_models_and_walls() -> None:
    s = battlefield(MOVEMENT, terrain="standard_11")
    a = unit(s, 0, "inceptor_squad", 1, 20, 20)
    unit(s, 1, "tactical_squad", 1, 20, 23)
    assert why(s, a, NORMAL, 10, steps(s, a, 0, 800)) == ""
    assert why(s, a, NORMAL, 10, steps(s, a, 0, 300)) == "WH40K-2.6"  # it may not end on the enemy


@rule("WH40K-4.6")
def test_walls_bar_the_way_and_hills_are_climbed_at_a_cost() -> None:
    s = battlefield(MOVEMENT, terrain="standard_11")
    a = unit(s, 0, "tactical_squad", 1, 33, 14)  # the wall of ruin_long turned by 90 degrees lies at x = 32
    assert why(s, a, NORMAL, 6, steps(s, a, -300, 0)) == "WH40K-4.6"
    b = unit(s, 0, "tactical_squad", 1, 36, 20)  # a hill of one inch at 36, 24
    assert why(s, b, NORMAL, 6, steps(s, b, 0, 400, z=INCH)) == ""
    assert why(s, b, NORMAL, 4, steps(s, b, 0, 400, z=INCH)) == "WH40K-4.3"  # four inches and one up
    assert why(s, b, NORMAL, 6, steps(s, b, 0, 400)) == "WH40K-2.6"  # not inside the hill


@rule("WH40K-4.4")
def test_turning_a_hull_costs_movement() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "rhino", 1, 20, 20)
    model = s.crew[a][0]
    turned = (((s.x[model], s.y[model] + 11 * INCH, 0, 32),),)
    assert why(s, a, NORMAL, 12, turned) == "WH40K-4.3"
    assert why(s, a, NORMAL, 12, steps(s, a, 0, 1200)) == ""


@rule("WH40K-2.3", "WH40K-2.4", "WH40K-2.6")
def test_a_unit_ends_its_move_as_one_group_and_need_not_move() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 2, 20, 20)
    alone = (steps(s, a, 0, 400)[0], ())
    assert why(s, a, NORMAL, 6, alone) == "WH40K-2.3"
    s.x[s.crew[a][1]] += 5 * INCH  # casualties have torn it apart
    assert why(s, a, NORMAL, 6, ((), ())) == ""
    assert why(s, a, NORMAL, 6, steps(s, a, 0, 100)) == "WH40K-2.3"
    assert why(s, a, NORMAL, 6, ((), steps(s, a, -400, 0)[1])) == ""


@rule("WH40K-2.6")
def test_bases_never_overlap_and_lie_on_the_table() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 2, 2, 2)
    assert why(s, a, NORMAL, 6, steps(s, a, -150, 0)) == "WH40K-2.6"
    assert why(s, a, NORMAL, 6, (steps(s, a, 100, 0)[0], ())) == "WH40K-2.6"


@rule("WH40K-4.9", "WH40K-4.10", "WH40K-4.11")
def test_a_flyer_must_make_its_minimum_move() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "stormhawk_interceptor", 1, 20, 24)
    unit(s, 0, "tactical_squad", 1, 5, 5)
    unit(s, 1, "tactical_squad", 1, 70, 46)
    game = begin(s, "move_unit")
    assert "done" not in asked(game).options
    answer(game, (NORMAL, a))
    assert refusal(game, ((),)) == "WH40K-4.11"
    assert refusal(game, steps(s, a, 1900, 0)) == "WH40K-4.10"
    assert refusal(game, steps(s, a, 0, 2000)) != ""  # it faces along x and must fly straight
    answer(game, steps(s, a, 2001, 0))
    assert halted(game)


@rule("WH40K-4.12")
def test_a_flyer_without_room_is_removed() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "stormhawk_interceptor", 1, 68, 44)
    unit(s, 0, "tactical_squad", 1, 5, 5)
    unit(s, 1, "tactical_squad", 1, 20, 46)
    s.facing[s.crew[a][0]] = 16
    game = moving(s, NORMAL, a, (2,))  # it does not crash into anybody
    assert game.state.place[a] == GONE
    assert game.state.lost[a] == 1


# ---------------------------------------------------------------- Advance and Fall Back
@rule("WH40K-4.18", "WH40K-4.19", "WH40K-4.3")
def test_one_die_is_added_for_an_advance() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 3, 20, 20)
    unit(s, 1, "tactical_squad", 3, 20, 45)
    game = moving(s, ADVANCE, a, (4,))
    assert rolled(game, "advance") == [(4,)]
    assert refusal(game, steps(s, a, 0, 1001)) == "WH40K-4.3"
    answer(game, steps(s, a, 0, 1000))
    assert game.state.did(a, ADVANCED)


@rule("WH40K-4.13", "WH40K-4.14", "WH40K-4.15", "WH40K-19.2")
def test_an_engaged_unit_stays_or_falls_back() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 2, 20, 20)
    unit(s, 1, "tactical_squad", 2, 20, 22)
    game = within(s, movement)
    game.decisions()
    assert game.state.did(a, BEGAN_ENGAGED)
    s = game.state.clone()
    game = begin(s, "move_unit")
    assert asked(game).options == ((FALL_BACK, a), "done")
    answer(game, (FALL_BACK, a))
    assert refusal(game, steps(s, a, 0, -20)) == "WH40K-4.14"
    answer(game, steps(s, a, 0, -500))
    assert game.state.did(a, FELL_BACK)


@rule("WH40K-4.13")
def test_a_unit_that_stays_has_not_fallen_back() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 2, 20, 20)
    unit(s, 1, "tactical_squad", 2, 20, 22)
    s.note(a, BEGAN_ENGAGED)
    game = moving(s, FALL_BACK, a)
    answer(game, ((), ()))
    assert not game.state.did(a, FELL_BACK)


@rule("WH40K-18.5", "WH40K-14.9")
def test_the_lord_of_contagion_halves_his_advance() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "lord_of_contagion", 1, 20, 20)
    unit(s, 1, "tactical_squad", 3, 20, 45)
    game = moving(s, ADVANCE, a, (5,))
    assert refusal(game, steps(s, a, 0, 701)) == "WH40K-4.3"
    answer(game, steps(s, a, 0, 700))


@rule("WH40K-4.20", "WH40K-14.10")
def test_a_random_move_is_rolled_once_for_the_unit() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 3, 20, 20)
    game = within(s, lambda t: basic_move(t, a, 0, Amount(2, 6, 0)), [3, 4])
    assert halted(game)
    assert rolled(game, "move") == [(3, 4)]


# ---------------------------------------------------------------- transports
@rule("WH40K-13.1", "WH40K-13.2")
def test_a_transport_takes_whom_its_datasheet_names_and_no_more_than_fit() -> None:
    s = battlefield(MOVEMENT)
    rhino = unit(s, 0, "rhino", 1, 20, 20)
    ten = unit(s, 0, "tactical_squad", 10, 30, 20)
    one = unit(s, 0, "tactical_squad", 1, 30, 25)
    assert room_for(s, rhino, ten)
    assert not room_for(s, rhino, unit(s, 0, "intercessor_squad", 5, 30, 30))  # PRIMARIS
    assert not room_for(s, rhino, unit(s, 1, "tactical_squad", 5, 30, 35))
    s.place[ten] = rhino
    assert not room_for(s, rhino, one)


@rule("WH40K-13.5", "WH40K-13.6")
def test_a_unit_that_ends_its_move_beside_a_transport_may_embark() -> None:
    s = battlefield(MOVEMENT)
    rhino = unit(s, 0, "rhino", 1, 20, 20)
    squad = unit(s, 0, "tactical_squad", 3, 20, 27)
    unit(s, 1, "tactical_squad", 3, 20, 45)
    game = moving(s, NORMAL, squad)
    answer(game, steps(s, squad, 0, -200))
    assert prompt(game) == "embark"
    answer(game, rhino)
    assert game.state.place[squad] == rhino
    assert game.state.did(squad, EMBARKED)
    assert squad not in game.state.units_of(0)  # nothing finds it there


@rule("WH40K-13.10", "WH40K-13.11", "WH40K-13.13", "WH40K-13.14", "WH40K-13.3")
def test_passengers_get_out_before_the_transport_moves_and_count_as_having_moved() -> None:
    s = battlefield(MOVEMENT)
    rhino = unit(s, 0, "rhino", 1, 20, 20)
    squad = unit(s, 0, "tactical_squad", 3, 20, 27)
    unit(s, 1, "tactical_squad", 3, 20, 45)
    s.place[squad] = rhino
    game = begin(s, "move_unit")
    answer(game, ("disembark", squad))
    far = tuple([(x, 30 * INCH, 0, 0) for x in (20 * INCH, 22 * INCH, 24 * INCH)])
    assert refusal(game, far) == "WH40K-13.11"
    answer(game, asked(game).options[0])
    assert game.state.place[squad] == TABLE
    assert game.state.did(squad, DISEMBARKED)
    assert [game.state.moved[m] for m in s.crew[squad]] == [1, 1, 1]
    game = begin(game.state.clone(), "move_unit")
    assert (NORMAL, squad) in asked(game).options
    answer(game, (NORMAL, squad))
    answer(game, asked(game).options[0])
    assert halted(game)  # it is not asked to embark again this turn
    s.note(rhino, CHOSEN)
    s.place[squad] = rhino
    assert ("disembark", squad) not in asked(begin(s, "move_unit")).options


@rule("WH40K-13.8", "WH40K-13.9", "WH40K-19.5")
def test_everybody_gets_out_of_a_wreck_and_ones_slay() -> None:
    s = battlefield()
    rhino = unit(s, 0, "rhino", 1, 20, 20)
    squad = unit(s, 0, "tactical_squad", 3, 20, 27)
    unit(s, 1, "tactical_squad", 3, 20, 45)
    s.place[squad] = rhino
    game = within(s, lambda t: slay(t, s.crew[rhino][0]), [2, 1, 1, 6])  # it does not explode
    defaults(game)
    assert game.state.place[rhino] == GONE
    assert len(game.state.alive(squad)) == 1
    assert game.state.lost[squad] == 2


@rule("WH40K-13.12")
def test_passengers_who_find_no_room_are_slain() -> None:
    s = battlefield()
    rhino = unit(s, 0, "rhino", 1, 20, 20)
    squad = unit(s, 0, "tactical_squad", 3, 40, 40)
    unit(s, 1, "tactical_squad", 12, 14, 17)
    unit(s, 1, "tactical_squad", 12, 14, 23)
    unit(s, 1, "tactical_squad", 1, 16, 20)
    unit(s, 1, "tactical_squad", 1, 24, 20)
    s.place[squad] = rhino
    game = within(s, lambda t: slay(t, s.crew[rhino][0]), [2])
    defaults(game)
    assert game.state.alive(squad) == []
    assert game.state.place[squad] == GONE


# ---------------------------------------------------------------- reinforcements
@rule("WH40K-5.1", "WH40K-5.2", "WH40K-5.4", "WH40K-5.6", "WH40K-18.6")
def test_reinforcements_arrive_far_from_the_enemy_and_count_as_having_moved() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "terminator_squad", 5, 5, 5)
    unit(s, 1, "tactical_squad", 5, 20, 20)
    s.place[a] = RESERVE
    game = begin(s, "arrive", a)
    assert asked(game).options == (("later", a), ("now", a))
    answer(game, ("now", a))
    beside = tuple([((20 + 2 * at) * INCH, 28 * INCH, 0, 0) for at in range(5)])
    assert refusal(game, beside) == "WH40K-5.6"
    answer(game, tuple([((20 + 2 * at) * INCH, 31 * INCH, 0, 0) for at in range(5)]))
    assert game.state.place[a] == TABLE
    assert game.state.did(a, ARRIVED)
    assert all([game.state.moved[m] for m in s.crew[a]])
    again = begin(game.state.clone(), "move_unit")
    assert halted(again)  # it may not move


@rule("WH40K-5.3")
def test_a_unit_that_has_arrived_may_shoot_and_charge() -> None:
    from grimtable.games.wh40k.charging import may_charge
    from grimtable.games.wh40k.shooting import may_shoot

    s = battlefield()
    a = unit(s, 0, "terminator_squad", 5, 20, 30)
    s.note(a, ARRIVED)
    assert may_shoot(s, a)
    assert may_charge(s, a)


@rule("WH40K-3.6", "WH40K-5.1")
def test_units_arrive_after_all_moves() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "terminator_squad", 5, 5, 5)
    unit(s, 0, "tactical_squad", 5, 40, 5)
    unit(s, 1, "tactical_squad", 5, 20, 20)
    s.place[a] = RESERVE
    game = begin(s, "move_unit")
    answer(game, "done")
    assert [step.procedure for step in game.base.agenda[-2:]] == ["psychic", "arrive"] or halted(game)
    assert told(game, "arrived") == []


@pytest.mark.parametrize("value", [None, 3, (), ((),), "x", (((1, 2),),), ((1.5,),)])
def test_a_move_that_is_none_is_refused(value: Any) -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 2, 20, 20)
    assert why(s, a, NORMAL, 6, value) == "WH40K-4.1"
