"""Before the battle, the mission Only War, and its end."""

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
    new_game,
    prompt,
    rolled,
    told,
    unit,
    within,
)
from grimtable.games.wh40k.components import (
    ANCIENT_RELIC,
    DEPTH,
    DOMINATION,
    INCH,
    SLAY_AND_SECURE,
    WEAPON_OF,
    WIDTH,
    power_rating,
)
from grimtable.games.wh40k.components.terrain import LAYOUTS
from grimtable.games.wh40k.deployment import marker_refusal, power_level
from grimtable.games.wh40k.geometry.shapes import Disc
from grimtable.games.wh40k.placing import in_zone
from grimtable.games.wh40k.state import CHARGED, GONE, MOVEMENT, RESERVE, TABLE, WAITING, Battle
from grimtable.games.wh40k.turn import PROCEDURES
from grimtable.games.wh40k.victory import check_wipe_out, controller, end_of_battle
from grimtable.kernel.game import Game
from rule import rule


def result(game: Game[Battle]) -> Any:
    return game.result()


# ---------------------------------------------------------------- dice between players
@rule("WH40K-1.12", "WH40K-17.4", "WH40K-1.14")
def test_ties_of_a_roll_off_are_rolled_again() -> None:
    game = new_game([4, 4, 2, 5])
    assert asked(game).player == 1
    assert told(game, "rolled_off") == [("markers", 4, 4), ("markers", 2, 5)]
    assert prompt(game) == "place_marker"
    answer(game, asked(game).options[0])
    assert asked(game).player == 0  # in turns


@rule("WH40K-17.3", "WH40K-17.25", "WH40K-16.2")
def test_markers_lie_on_the_table_ten_inches_apart() -> None:
    assert (WIDTH, DEPTH) == (72 * INCH, 48 * INCH)
    s = battlefield()
    s.markers = ((20 * INCH, 20 * INCH),)
    assert marker_refusal(s, (30 * INCH, 20 * INCH)) is None
    assert marker_refusal(s, (30 * INCH - 1, 20 * INCH)) is not None
    assert marker_refusal(s, (73 * INCH, 20 * INCH)) is not None
    assert marker_refusal(s, (0, 0)) is None


@rule("WH40K-16.3")
def test_layouts_have_six_to_twelve_pieces_but_for_the_empty_one() -> None:
    assert {name: 6 <= len(pieces) <= 12 for name, pieces in LAYOUTS.items()} == {
        "open_8": True,
        "standard_11": True,
        "dense_12": True,
        "empty": False,
    }


# ---------------------------------------------------------------- preparation
@rule("WH40K-17.6", "WH40K-17.7", "WH40K-17.8", "WH40K-17.9", "WH40K-1.5")
def test_the_winner_rolls_the_objective_the_other_divides_the_winner_chooses() -> None:
    s = battlefield()
    game = begin(s, "objective", dice=[5, 2, 4, 6, 1])
    assert rolled(game, "objective") == [(4,)]
    assert game.state.objective == ANCIENT_RELIC  # 4 is two
    assert (prompt(game), asked(game).player) == ("divide", 1)
    answer(game, "short_axis")
    assert (prompt(game), asked(game).player) == ("zone", 0)
    answer(game, 1)
    assert game.state.zones == (1, 0)
    assert [step.args for step in game.base.agenda if step.procedure == "deploy"] == [(1,)]


@rule("WH40K-17.10")
def test_models_deploy_in_their_half_more_than_twelve_inches_from_the_other() -> None:
    s = battlefield()  # the long axis at 24 inches; player 0 has the upper half
    assert in_zone(s, 0, Disc(20 * INCH, 37 * INCH + 1, INCH))
    assert not in_zone(s, 0, Disc(20 * INCH, 37 * INCH, INCH))
    assert in_zone(s, 1, Disc(20 * INCH, 11 * INCH - 1, INCH))
    assert not in_zone(s, 1, Disc(20 * INCH, 40 * INCH, INCH))


@rule("WH40K-17.9", "WH40K-17.11", "WH40K-2.3")
def test_units_are_set_up_in_turns_and_who_is_done_is_skipped() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 5, 0, 0)
    b = unit(s, 1, "tactical_squad", 5, 0, 0)
    c = unit(s, 1, "tactical_squad", 5, 0, 0)
    s.place = [WAITING] * 3
    order = []
    game = begin(s, "deploy", 0, runs=("deploy",))
    while prompt(game) != "halt":
        order.append((prompt(game), asked(game).player))
        answer(game, asked(game).options[0])
    assert order == [("set_up", 0), ("deploy_unit", 1), ("set_up", 1), ("set_up", 1)]
    assert [game.base.place[u] for u in (a, b, c)] == [TABLE] * 3


@rule("WH40K-17.11")
def test_a_unit_without_room_counts_as_destroyed() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 5, 0, 0)
    s.place[a] = WAITING
    unit(s, 0, "tactical_squad", 1, 60, 46)
    unit(s, 1, "tactical_squad", 1, 60, 6)
    for y in range(37, 48, 2):
        unit(s, 0, "rhino", 16, 2, y)
        unit(s, 0, "rhino", 16, 2, y + 1)
    game = begin(s, "deploy", 0)
    assert halted(game)
    assert game.state.place[a] == GONE


@rule("WH40K-13.4")
def test_units_are_set_up_inside_a_transport_with_it() -> None:
    s = battlefield()
    rhino = unit(s, 0, "rhino", 1, 0, 0)
    squad = unit(s, 0, "tactical_squad", 5, 0, 0)
    s.place = [WAITING, WAITING]
    unit(s, 1, "tactical_squad", 1, 60, 6)
    game = begin(s, "deploy", 0)
    answer(game, ("deploy", rhino))
    assert asked(game).options == (squad, "done")
    answer(game, squad)
    answer(game, asked(game).options[0])
    assert game.state.place[:2] == [TABLE, rhino]


@rule("WH40K-5.1", "WH40K-18.6")
def test_some_units_may_wait_off_the_table() -> None:
    s = battlefield()
    a = unit(s, 0, "terminator_squad", 5, 0, 0)
    b = unit(s, 0, "tactical_squad", 5, 0, 0)
    s.place = [WAITING, WAITING]
    game = begin(s, "deploy", 0)
    assert ("reserve", a) in asked(game).options
    assert ("reserve", b) not in asked(game).options
    answer(game, ("reserve", a))
    assert game.state.place[a] == RESERVE


@rule("WH40K-16.5", "WH40K-16.6", "WH40K-6.4")
def test_a_warlord_and_powers_are_chosen_before_deployment() -> None:
    s = battlefield()
    a = unit(s, 0, "primaris_librarian", 1, 0, 0)
    unit(s, 0, "tactical_squad", 5, 0, 0)
    s.place = [WAITING, WAITING]
    game = begin(s, "prepare", 0, dice=[3])
    answer(game, a)
    assert asked(game).options == ("roll", "legendary_fighter", "inspiring_leader", "tenacious_survivor")
    answer(game, "roll")
    assert "inspiring_leader" in game.state.abilities[a]  # a 3 is two
    assert prompt(game) == "learn"
    answer(game, "veil_of_time", "null_zone")
    assert halted(game)
    assert len(game.state.known[a]) == 3  # and Smite
    assert game.state.warlord[0] == s.crew[a][0]


@rule("WH40K-16.7", "WH40K-16.9")
def test_warlord_traits_do_what_they_say() -> None:
    from games.wh40k.test_fighting import strikers
    from grimtable.games.wh40k.casualties import ignores

    s = battlefield("fight")
    a = unit(s, 0, "primaris_lieutenant", 1, 20, 10, abilities=["legendary_fighter"])
    unit(s, 1, "tactical_squad", 1, 20, 12)
    assert strikers(s, a)[0].attacks == 4
    s.note(a, CHARGED)
    s.targets[a] = (1,)
    assert strikers(s, a)[0].attacks == 5
    tough = unit(s, 0, "primaris_lieutenant", 1, 30, 10, abilities=["tenacious_survivor"])
    assert ignores(s, tough, True) == 6


@rule("WH40K-16.5", "WH40K-16.6")
def test_any_model_may_be_the_warlord() -> None:
    """Characters are named first; of a squad it is said which model, and only a CHARACTER has a trait."""
    s = battlefield()
    squad = unit(s, 0, "tactical_squad", 3, 0, 0, wargear=["boltgun"])
    captain = unit(s, 0, "captain_in_gravis_armour", 1, 0, 0)
    s.wargear = (s.wargear[0], (WEAPON_OF["power_fist"],), *s.wargear[2:])
    s.place = [WAITING, WAITING]
    game = begin(s, "prepare", 0)
    assert (prompt(game), asked(game).options) == ("warlord", (captain, squad))
    answer(game, squad)
    assert (prompt(game), asked(game).options) == ("warlord_model", (0, 1))  # the third is armed as the first
    answer(game, 1)
    assert halted(game)
    assert (game.state.warlord[0], game.state.trait[0]) == (1, "")
    assert told(game, "warlord") == [(0, s.label[squad])]


def test_a_squad_of_full_size_may_split() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 10, 0, 0)
    s.place = [WAITING]
    game = begin(s, "prepare", 0)
    answer(game, ("yes", a))
    assert [len(crew) for crew in game.state.crew] == [5, 5]
    assert game.state.power == (7, 0)


# ---------------------------------------------------------------- the Underdog
@rule("WH40K-17.12", "WH40K-17.13", "WH40K-17.14", "WH40K-17.16", "WH40K-14.3")
@pytest.mark.parametrize(
    ("levels", "underdog", "rerolls"),
    [((50, 50), 0, 0), ((50, 60), 0, 1), ((50, 69), 0, 1), ((50, 70), 0, 2), ((50, 59), 0, 0), ((60, 50), 1, 1)],
)
def test_the_weaker_army_is_the_underdog(levels: tuple[int, int], underdog: int, rerolls: int) -> None:
    s = battlefield()
    unit(s, 0, "tactical_squad", 5, 10, 10)
    unit(s, 1, "tactical_squad", 5, 10, 40)
    s.power = levels
    game = begin(s, "first_turn")
    assert told(game, "underdog") == [(underdog, *levels, rerolls)]
    assert asked(game).player == underdog
    answer(game, 1)
    assert game.state.first == 1


@rule("WH40K-17.15", "WH40K-1.10")
def test_the_underdog_rolls_one_die_again_and_no_die_twice() -> None:
    from grimtable.games.wh40k.dice import roll

    s = battlefield()
    s.underdog, s.rerolls = 0, 1
    game = within(s, lambda t: roll(t, 0, 3, "hit", 4), [1, 5, 2, 6])
    assert asked(game).options == ("keep", 1, 2)
    answer(game, 1)
    assert halted(game)
    assert rolled(game, "hit") == [(6, 5, 2)]
    assert game.state.rerolls == 0
    s.rerolls = 1
    game = within(s, lambda t: roll(t, 0, 1, "hit", 4, "ones"), [1, 2])
    assert halted(game)  # the die was rolled again already
    game = within(s, lambda t: roll(t, 1, 1, "hit", 4), [1])
    assert halted(game)  # not his die


# ---------------------------------------------------------------- rounds and turns
@rule("WH40K-3.1", "WH40K-3.2", "WH40K-3.3", "WH40K-3.4", "WH40K-17.17")
def test_five_rounds_of_two_turns_with_six_phases_each() -> None:
    s = battlefield()
    unit(s, 0, "rhino", 1, 10, 10, wargear=[])
    unit(s, 1, "rhino", 1, 60, 40, wargear=[])
    s.first = 1
    s.markers = ()
    s.warlord = (0, 1)
    game = begin(s, "battle_round", 1, runs=tuple(PROCEDURES))
    while game.decisions():
        answer(game, "done" if "done" in asked(game).options else asked(game).options[-1])
    assert [public[1] for public in told(game, "turn")] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [public[0] for public in told(game, "turn")] == [1, 0] * 5
    phases = [public[1] for public in told(game, "phase")][:6]
    assert phases == ["movement", "psychic", "shooting", "charge", "fight", "morale"]
    assert game.result() == (0, 1)  # no points at all: the Underdog


@rule("WH40K-19.1", "WH40K-3.6")
def test_the_end_of_a_turn_clears_what_was_done_in_it() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 5, 10, 10)
    b = unit(s, 1, "tactical_squad", 5, 40, 40)
    s.note(a, CHARGED)
    s.lost[b], s.moved[0], s.targets[a], s.tried[a], s.denied[b] = 2, 1, (b,), (0,), 1
    game = begin(s, "end_turn")
    game.decisions()
    state = game.state
    assert (state.flags, state.lost, sum(state.moved)) == ([0, 0], [0, 0], 0)
    assert (state.targets, state.tried, state.denied) == ([(), ()], [(), ()], [0, 0])


# ---------------------------------------------------------------- markers and points
def holding(first: int, second: int) -> Battle:
    s = battlefield()
    s.markers = ((20 * INCH, 20 * INCH), (50 * INCH, 20 * INCH))
    if first:
        unit(s, 0, "chaos_cultists", first, 19, 20)
    if second:
        unit(s, 1, "chaos_cultists", second, 19, 22)
    unit(s, 0, "chaos_cultists", 1, 2, 2)
    unit(s, 1, "chaos_cultists", 1, 70, 46)
    s.warlord = (0, len(s.unit) - 1)
    return s


@rule("WH40K-17.5")
@pytest.mark.parametrize(("first", "second", "who"), [(2, 1, 0), (1, 2, 1), (1, 1, -1), (0, 0, -1)])
def test_more_models_within_three_inches_control_a_marker(first: int, second: int, who: int) -> None:
    assert controller(holding(first, second), 0) == who


@rule("WH40K-17.23", "WH40K-3.6")
def test_domination_scores_every_marker_at_the_end_of_every_turn() -> None:
    s = holding(2, 1)
    s.objective = DOMINATION
    s.markers = ((20 * INCH, 20 * INCH), (2 * INCH, 2 * INCH), (70 * INCH, 46 * INCH), (50 * INCH, 20 * INCH))
    game = begin(s, "end_turn")
    game.decisions()
    assert game.state.vp == (2, 1)
    s.objective = SLAY_AND_SECURE
    game = begin(s, "end_turn")
    game.decisions()
    assert game.state.vp == (0, 0)


@rule("WH40K-17.21", "WH40K-17.26", "WH40K-17.19")
def test_slay_and_secure_gives_two_points_a_marker_and_d3_for_the_warlord() -> None:
    s = holding(2, 1)
    s.objective = SLAY_AND_SECURE
    dead = unit(s, 1, "lord_of_contagion", 1, 60, 46)
    s.wounds[s.crew[dead][0]] = -1  # fled
    s.place[dead] = GONE
    s.warlord = (0, s.crew[dead][0])
    game = within(s, end_of_battle, [6])
    assert game.result() == (2, 0)
    assert told(game, "scored") == [(0, 2, "marker"), (0, 3, "warlord")]


@rule("WH40K-17.22")
def test_the_ancient_relic_is_one_marker_worth_six() -> None:
    s = holding(2, 1)
    s.objective = ANCIENT_RELIC
    game = begin(s, "battle_round", 1, dice=[1])
    game.decisions()
    assert game.state.markers == ((20 * INCH, 20 * INCH),)
    game = within(game.state.clone(), end_of_battle)
    assert game.result() == (2, 0)
    assert told(game, "scored") == [(0, 6, "marker")]


@rule("WH40K-17.18", "WH40K-19.8", "WH40K-17.20")
def test_an_army_without_models_loses_at_once_and_a_tie_goes_to_the_underdog() -> None:
    s = holding(0, 0)
    s.vp = (0, 9)
    for model in s.crew[1]:
        s.wounds[model] = 0
    s.place[1] = GONE

    def flow(t: Any) -> Any:
        check_wipe_out(t)
        yield from ()

    assert within(s, flow).result() == (2, 0)
    s = holding(0, 0)
    s.underdog = 1
    s.objective = DOMINATION
    assert within(s, end_of_battle).result() == (0, 1)


@rule("WH40K-5.5", "WH40K-17.24", "WH40K-17.26")
def test_units_that_never_arrived_are_destroyed_before_the_last_scoring() -> None:
    s = battlefield()
    unit(s, 0, "chaos_cultists", 1, 2, 2)
    lord = unit(s, 1, "lord_of_contagion", 1, 60, 46)
    s.place[lord] = RESERVE
    s.warlord = (0, s.crew[lord][0])
    game = within(s, end_of_battle)
    assert game.result() == (2, 0)
    assert told(game, "victory") == [(0, "wiped_out", 2)]


# ---------------------------------------------------------------- armies
@rule("WH40K-17.1", "WH40K-2.2", "WH40K-2.5", "WH40K-14.3")
def test_two_armies_muster_with_their_power_levels() -> None:
    s = new_game([1, 2]).base
    assert (power_level(s, 0), power_level(s, 1)) == (22, 20)
    assert [len(s.crew[u]) for u in range(4)] == [1, 5, 5, 5]
    assert {s.owner[s.unit[m]] for m in range(len(s.unit))} == {0, 1}


@rule("WH40K-17.2")
def test_a_unit_below_its_least_size_costs_as_much_as_the_least() -> None:
    from grimtable.games.wh40k.components import SHEET_OF

    assert power_rating(SHEET_OF["tactical_squad"], 3) == power_rating(SHEET_OF["tactical_squad"], 5) == 4
    assert power_rating(SHEET_OF["destroyers"], 3) == 9


@rule("WH40K-1.13")
def test_the_active_player_picks_the_order_of_what_happens_at_once() -> None:
    s = battlefield(MOVEMENT)
    a = unit(s, 0, "overlord", 1, 20, 20)
    b = unit(s, 0, "cryptek", 1, 30, 20)
    unit(s, 1, "tactical_squad", 1, 60, 40)
    s.wounds[0] = s.wounds[1] = 1
    game = begin(s, "start_of_turn", (a, b))
    assert (prompt(game), asked(game).options) == ("sequence", (a, b))
    answer(game, b)
    assert game.state.wounds[1] == 2
    defaults(game)
