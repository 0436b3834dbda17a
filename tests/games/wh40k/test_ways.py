"""Ways of models, waypoint by waypoint: what free-form answers might gain, and do not."""

from __future__ import annotations

from typing import Any

import pytest

from games.wh40k.table import answer, asked, battlefield, begin, halted, prompt, refusal, unit
from grimtable.games.wh40k.components import INCH
from grimtable.games.wh40k.components.terrain import LAYOUTS
from grimtable.games.wh40k.ground import in_cover
from grimtable.games.wh40k.movement import way_of
from grimtable.games.wh40k.moving import CHARGE_MOVE, FALL_BACK, NORMAL, PILE_IN, is_still, move_refusal
from grimtable.games.wh40k.state import BEGAN_ENGAGED, MOVEMENT, Battle
from rule import rule


def at(s: Battle, number: int, model: int = 0) -> tuple[int, int, int, int]:
    one = s.crew[number][model]
    return s.x[one], s.y[one], s.z[one], s.facing[one]


def corner(pose: tuple[int, int, int, int], dx: int, dy: int, z: int = 0, turn: int = 0) -> tuple[int, int, int, int]:
    """A pose so many hundredths of an inch away, at a height in hundredths of an inch."""
    x, y, _, facing = pose
    return x + dx * INCH // 100, y + dy * INCH // 100, z * INCH // 100, (facing + turn) % 128


def why(s: Battle, number: int, kind: str, allowance: int, move: Any, targets: tuple[int, ...] = ()) -> str:
    found = move_refusal(s, number, way_of(s, number, kind, allowance * INCH, targets), move)
    return found.rule_id if found is not None else ""


def named(s: Battle, number: int, kind: str, allowance: int, move: Any) -> tuple[Any, ...]:
    found = move_refusal(s, number, way_of(s, number, kind, allowance * INCH), move)
    assert found is not None
    return found.params


# ---------------------------------------------------------------- every model of the unit
@rule("WH40K-4.14")
@pytest.mark.parametrize("sheet", ["tactical_squad", "inceptor_squad"])
def test_after_a_fall_back_no_model_is_within_an_inch_not_even_one_that_stayed(sheet: str) -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, sheet, 3, 20, 20, gap=30)
    unit(s, 1, "chaos_cultists", 1, 20, 22)
    s.y[s.crew[a][2]] -= INCH
    back = (corner(at(s, a, 2), 0, -50),)
    assert why(s, a, FALL_BACK, 6, ((), (), back)) == "WH40K-4.14"
    assert named(s, a, FALL_BACK, 6, ((), (), back))[0] == s.crew[a][0]
    away = tuple([(corner(at(s, a, model), 0, -300),) for model in range(3)])
    assert why(s, a, FALL_BACK, 6, away) == ""
    assert why(s, a, FALL_BACK, 6, ((), (), ())) == ""  # it stays and does not fall back


@rule("WH40K-4.14")
def test_a_path_that_leads_nowhere_does_not_get_away_either() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 1, 20, 20)
    unit(s, 1, "chaos_cultists", 1, 20, 22)
    assert why(s, a, FALL_BACK, 6, ((at(s, a),),)) == "WH40K-4.14"


@rule("WH40K-2.3")
def test_an_incoherent_move_names_who_is_left_alone() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 3, 20, 20)
    assert named(s, a, NORMAL, 6, ((), (), (corner(at(s, a, 2), 0, 500),))) == (s.crew[a][2],)


# ---------------------------------------------------------------- nobody walks on air
@rule("WH40K-4.5", "WH40K-4.6")
def test_a_corner_in_the_air_leads_nobody_out_of_a_ring() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "termagants", 1, 30, 20)
    for dx, dy in ((99, 0), (-99, 0), (49, 86), (49, -86), (-49, 86), (-49, -86)):
        b = unit(s, 1, "chaos_cultists", 1, 30, 20)
        s.x[s.crew[b][0]] += dx * INCH // 100
        s.y[s.crew[b][0]] += dy * INCH // 100
    here = at(s, a)
    assert why(s, a, FALL_BACK, 6, ((corner(here, 300, 0),),)) == "WH40K-4.5"
    for z in (50, 100, 101, 150, -100):
        over = (corner(here, 0, 0, z), corner(here, 300, 0, z), corner(here, 300, 0))
        assert why(s, a, FALL_BACK, 8, (over,)) == "WH40K-4.6", z


@rule("WH40K-4.5", "WH40K-4.6")
@pytest.mark.parametrize("z", [99, 101, 130, 240])
def test_nobody_is_lifted_over_a_tank_or_through_the_zone_of_an_enemy(z: int) -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 1, 20, 20)
    unit(s, 0, "rhino", 1, 20, 23)
    over = (corner(at(s, a), 0, 0, z), corner(at(s, a), 0, 600, z), corner(at(s, a), 0, 600))
    assert why(s, a, NORMAL, 12, (over,)) == "WH40K-4.6"
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 1, 20, 20)
    unit(s, 1, "tactical_squad", 1, 22, 22)
    over = (corner(at(s, a), 0, 0, z), corner(at(s, a), 0, 400, z), corner(at(s, a), 0, 400))
    assert why(s, a, NORMAL, 12, (over,)) == "WH40K-4.6"


@rule("WH40K-4.6", "WH40K-10.11")
def test_a_charge_does_not_rise_over_a_screen_that_is_no_target() -> None:
    s = battlefield()
    a = unit(s, 0, "boyz", 1, 30, 20)
    unit(s, 1, "chaos_cultists", 9, 26, 23)
    c = unit(s, 1, "tactical_squad", 1, 30, 26)
    over = (corner(at(s, a), 0, 0, 150), corner(at(s, a), 0, 460, 150), corner(at(s, a), 0, 460))
    assert why(s, a, CHARGE_MOVE, 12, (over,), (c,)) == "WH40K-4.6"
    assert why(s, a, CHARGE_MOVE, 12, ((corner(at(s, a), 0, 460),),), (c,)) == "WH40K-4.5"


@rule("WH40K-4.6")
def test_a_way_may_bend_on_top_of_what_is_climbed_but_not_beside_it() -> None:
    s = battlefield(MOVEMENT, terrain="standard_11")
    a = unit(s, 0, "tactical_squad", 1, 46, 8)  # a barricade of one inch at 46, 10
    here = at(s, a)
    on_top = (corner(here, 0, 200, 100), corner(here, 100, 200, 100), corner(here, 100, 400))
    assert why(s, a, NORMAL, 7, (on_top,)) == ""
    assert why(s, a, NORMAL, 6, (on_top,)) == "WH40K-4.3"  # two, one and two inches, one up and one down
    inside = (corner(here, 0, 200, 50), corner(here, 0, 400))
    assert why(s, a, NORMAL, 12, (inside,)) == "WH40K-4.6"
    beside = (corner(here, 0, 100, 100), corner(here, 0, 400))
    assert why(s, a, NORMAL, 12, (beside,)) == "WH40K-4.6"
    assert why(s, a, NORMAL, 6, ((corner(here, 0, 400),),)) == ""  # straight over it: four inches, one up, one down


@rule("WH40K-4.6")
def test_from_one_roof_to_another_the_way_leads_over_the_ground() -> None:
    s = battlefield(MOVEMENT, terrain="standard_11")
    a = unit(s, 0, "tactical_squad", 1, 28, 30)  # on the container at 26, 30; the hill begins at x = 32
    model = s.crew[a][0]
    s.x[model], s.z[model] = 2780 * INCH // 100, 5 * INCH // 2
    hill = (3400 * INCH // 100, 2550 * INCH // 100, INCH, 0)
    far = 766  # hundredths of an inch as the crow flies, and two and a half down, and one up
    assert far < 780
    assert why(s, a, NORMAL, 11, ((hill,),)) == "WH40K-4.3"
    assert why(s, a, NORMAL, 12, ((hill,),)) == ""
    unit(s, 0, "tactical_squad", 1, 31, 28)
    s.y[s.crew[1][0]] = 2780 * INCH // 100
    assert why(s, a, NORMAL, 12, ((hill,),)) == "WH40K-4.5"  # who stands between them is not stepped over


@rule("WH40K-4.6")
def test_every_piece_on_the_way_is_climbed_not_only_the_highest() -> None:
    s = battlefield(MOVEMENT, terrain="standard_11")
    a = unit(s, 0, "warbikers", 1, 26, 28)
    model = s.crew[a][0]
    s.y[model], s.facing[model] = 2700 * INCH // 100, 32  # container at 26, 30; barricade at 26, 38
    here = at(s, a)
    assert why(s, a, NORMAL, 19, ((corner(here, 0, 1400),),)) == "WH40K-4.3"
    assert why(s, a, NORMAL, 21, ((corner(here, 0, 1400),),)) == ""  # fourteen, twice two and a half, twice one


# ---------------------------------------------------------------- the table's edge, hulls that turn
@rule("WH40K-2.6")
def test_no_way_leads_off_the_table_and_back() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 1, 1, 20)
    here = at(s, a)
    assert why(s, a, NORMAL, 12, ((corner(here, -300, 0), here),)) == "WH40K-2.6"
    assert why(s, a, NORMAL, 12, ((corner(here, 100, 0), corner(here, 0, 100)),)) == ""
    b = unit(s, 0, "inceptor_squad", 1, 1, 30)
    assert why(s, b, NORMAL, 12, ((corner(at(s, b), -300, 0), corner(at(s, b), 100, 0)),)) == "WH40K-2.6"
    assert why(s, b, NORMAL, 12, ((corner(at(s, b), 100, 0, -10), corner(at(s, b), 200, 0)),)) == "WH40K-2.6"


@rule("WH40K-2.6", "WH40K-4.4")
def test_a_hull_that_turns_may_not_reach_over_the_edge() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "rhino", 1, 20, 2)  # along x, its side an inch and a half from its middle
    assert why(s, a, NORMAL, 12, ((corner(at(s, a), 0, 0, 0, 64),),)) == "WH40K-2.6"
    s.y[s.crew[a][0]] += 2 * INCH
    assert why(s, a, NORMAL, 12, ((corner(at(s, a), 0, 0, 0, 64),),)) == ""


@rule("WH40K-2.6", "WH40K-4.7")
def test_a_flying_hull_turns_where_it_has_room_to_turn() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "repulsor", 1, 20, 2)
    s.y[s.crew[a][0]] = 23 * INCH // 10
    assert why(s, a, NORMAL, 20, ((corner(at(s, a), 0, 0, 0, 64),),)) == "WH40K-2.6"
    assert why(s, a, NORMAL, 20, ((corner(at(s, a), 0, 500, 0, 64),),)) == ""
    assert why(s, a, NORMAL, 20, ((corner(at(s, a), 0, 500),),)) == ""


@rule("WH40K-4.5", "WH40K-4.4")
def test_a_hull_turns_through_nobody() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "rhino", 1, 20, 20)
    b = unit(s, 0, "gretchin", 1, 20, 20)
    s.y[s.crew[b][0]] += 215 * INCH // 100  # beside the long side: the corners pass there
    for turn in (64, -64, 40):
        move = ((corner(at(s, a), 0, 0, 0, turn),),)
        assert why(s, a, NORMAL, 12, move) == "WH40K-4.5", turn
        assert named(s, a, NORMAL, 12, move) == (s.crew[a][0], s.crew[b][0])
    assert why(s, a, NORMAL, 12, ((corner(at(s, a), 0, 0, 0, 4),),)) == ""
    s.y[s.crew[b][0]] += 110 * INCH // 100  # out of reach of the corners
    assert why(s, a, NORMAL, 12, ((corner(at(s, a), 0, 0, 0, 64),),)) == ""


@rule("WH40K-4.8")
def test_a_hull_that_turns_keeps_an_inch_from_enemies() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "rhino", 1, 20, 20)
    b = unit(s, 1, "gretchin", 1, 20, 20)
    s.y[s.crew[b][0]] += 350 * INCH // 100
    assert why(s, a, NORMAL, 12, ((corner(at(s, a), 0, 0, 0, 64),),)) == "WH40K-4.8"
    s.y[s.crew[b][0]] += 100 * INCH // 100
    assert why(s, a, NORMAL, 12, ((corner(at(s, a), 0, 0, 0, 64),),)) == ""


# ---------------------------------------------------------------- comrades
@rule("WH40K-4.5")
def test_comrades_who_stay_are_in_the_way() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 4, 20, 20)
    row = [at(s, a, model) for model in range(4)]
    past = ((), (), (corner(row[2], 0, 150), corner(row[0], 60, 150)), ())
    assert why(s, a, NORMAL, 6, ((corner(row[3], 200, 0),), (), (), ())) == "WH40K-4.5"
    assert named(s, a, NORMAL, 6, ((corner(row[3], 130, 0),), (), (), ()))[0] == s.crew[a][0]
    assert why(s, a, NORMAL, 6, past) == ""
    everybody = tuple([(corner(pose, 500, 0),) for pose in row])
    assert why(s, a, NORMAL, 6, everybody) == ""


@rule("WH40K-4.5")
def test_a_twitch_does_not_make_a_comrade_passable() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 3, 20, 20)
    row = [at(s, a, model) for model in range(3)]
    past = (corner(row[2], 200, 0),)
    assert why(s, a, NORMAL, 6, (past, (corner(row[1], 0, 1),), (corner(row[2], 0, 1),))) == "WH40K-4.5"
    aside = (past, (corner(row[1], 0, 200),), (corner(row[2], 0, 200),))
    assert why(s, a, NORMAL, 6, aside) == ""  # they step aside first


@rule("WH40K-4.7")
def test_flyers_pass_their_comrades() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "inceptor_squad", 3, 20, 20)
    past = (corner(at(s, a, 2), 200, 0),)
    assert why(s, a, NORMAL, 10, (past, (), ())) == ""


@rule("WH40K-4.5", "WH40K-11.8")
def test_nobody_piles_in_through_a_comrade_in_front() -> None:
    s = battlefield()
    a = unit(s, 0, "boyz", 2, 20, 20)
    s.x[s.crew[a][1]], s.y[s.crew[a][1]] = s.x[s.crew[a][0]], s.y[s.crew[a][0]] - 130 * INCH // 100
    unit(s, 1, "tactical_squad", 1, 21, 21)
    s.y[s.crew[1][0]] = 2050 * INCH // 100
    assert why(s, a, PILE_IN, 3, ((), (corner(at(s, a, 1), -10, 260),))) == "WH40K-4.5"


# ---------------------------------------------------------------- boarding
@rule("WH40K-4.13", "WH40K-13.5")
def test_boarding_is_no_way_out_of_a_fight() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 1, 20, 20)
    unit(s, 0, "rhino", 1, 20, 17)
    enemy = unit(s, 1, "chaos_cultists", 1, 20, 22)
    s.y[s.crew[enemy][0]] = 2160 * INCH // 100
    s.note(a, BEGAN_ENGAGED)
    game = begin(s, "move_unit")
    answer(game, (FALL_BACK, a))
    assert refusal(game, ((at(s, a),),)) == "WH40K-4.14"
    answer(game, ((),))
    assert halted(game)
    game = begin(s, "move_unit")
    answer(game, (FALL_BACK, a))
    answer(game, ((corner(at(s, a), 300, -100),),))
    assert prompt(game) == "embark"  # after a true Fall Back it may


@rule("WH40K-13.5")
def test_a_unit_in_no_fight_boards_without_a_step() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 1, 20, 20)
    unit(s, 0, "rhino", 1, 20, 17)
    unit(s, 1, "chaos_cultists", 1, 20, 40)
    game = begin(s, "move_unit")
    answer(game, (NORMAL, a), ((),))
    assert prompt(game) == "embark"


# ---------------------------------------------------------------- one refusal, and nothing changed
@rule("WH40K-4.1")
def test_a_refused_way_leaves_everything_as_it_was() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "tactical_squad", 2, 20, 20)
    unit(s, 1, "tactical_squad", 1, 40, 40)
    game = begin(s, "move_unit")
    answer(game, (NORMAL, a))
    before = asked(game)
    bad = ((corner(at(s, a), 0, 0, 200), corner(at(s, a), 0, 100)), ())
    assert refusal(game, bad) == "WH40K-4.6"
    assert asked(game) == before
    assert [game.state.x, game.state.y, game.state.z] == [s.x, s.y, s.z]
    assert is_still(s, s.crew[a][0], (at(s, a),))
    assert not is_still(s, s.crew[a][0], (corner(at(s, a), 1, 0), at(s, a)))


# ---------------------------------------------------------------- getting out
def getting_out(s: Battle, riders: int) -> tuple[Any, int]:
    rhino = unit(s, 0, "rhino", 1, 20, 20)
    squad = unit(s, 0, "tactical_squad", riders, 40, 40)
    s.place[squad] = rhino
    game = begin(s, "move_unit")
    answer(game, ("disembark", squad))
    return game, squad


@rule("WH40K-13.11", "WH40K-13.12")
def test_a_model_with_room_cannot_be_left_in_the_transport() -> None:
    s = battlefield(MOVEMENT)
    unit(s, 1, "tactical_squad", 1, 40, 40)
    game, squad = getting_out(s, 5)
    whole = asked(game).options[0]
    assert refusal(game, (*whole[:1], (), (), (), ())) == "WH40K-13.12"
    assert refusal(game, (*whole[:4], ())) == "WH40K-13.12"
    assert refusal(game, ((), (), (), (), ())) == "WH40K-13.12"
    answer(game, whole)
    assert len(game.state.alive(squad)) == 5


def walled_in(gap: int) -> Battle:
    """Enemies all around a Rhino at 20, 20; one of them so many hundredths of an inch farther off."""
    s = battlefield(MOVEMENT)
    for x, y, count in ((14, 17, 12), (14, 23, 12), (16, 20, 1), (24, 20, 1)):
        unit(s, 1, "tactical_squad", count, x, y)
    s.x[s.crew[3][0]] += gap * INCH // 100
    return s


@rule("WH40K-13.12")
def test_whoever_finds_no_room_may_be_left_and_the_narrowest_room_is_found() -> None:
    game, squad = getting_out(walled_in(99), 3)
    assert asked(game).options == (((), (), ()),)
    answer(game, ((), (), ()))
    assert game.state.alive(squad) == []
    game, squad = getting_out(walled_in(100), 3)  # a fifth of a millimetre more than a base needs
    only = asked(game).options[0]
    assert [bool(pose) for pose in only] == [True, True, False]
    for some in (((), (), ()), (only[0], (), ()), ((), only[1], ())):
        assert refusal(game, some) == "WH40K-13.12"
    assert refusal(game, ((), *only[:2])) == ""  # which of them find no room is their player's choice
    assert len(game.state.alive(squad)) == 2


@rule("WH40K-13.12")
def test_a_suggestion_leaves_nobody_behind_who_has_room() -> None:
    for gap in range(100, 400, 20):
        game, _ = getting_out(walled_in(gap), 6)
        for option in asked(game).options:
            check = asked(game).check
            assert check is not None
            assert check(option) is None, gap


# ---------------------------------------------------------------- cover
@rule("WH40K-9.18")
def test_every_piece_of_terrain_gives_cover_to_whoever_is_wholly_on_or_in_it() -> None:
    for name, pieces in LAYOUTS.items():
        for piece in pieces:
            s = battlefield(terrain=name)
            a = unit(s, 0, "tactical_squad", 1, 36, 2)
            assert not in_cover(s, a), name
            xs, ys = [x for x, _ in piece.footprint], [y for _, y in piece.footprint]
            model = s.crew[a][0]
            s.x[model], s.y[model] = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
            s.z[model] = max([floor.z for floor in piece.floors if piece.kind != "ruin_corner"], default=0)
            assert in_cover(s, a), (name, piece.kind)
