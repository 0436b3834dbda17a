"""Gather Power, Determine First Player and the Doom Phase."""

from __future__ import annotations

from games.cthulhu.table import (
    ALL,
    answer,
    asked,
    books,
    doom,
    filled,
    keeper,
    options,
    power,
    signs,
    table,
    told,
    where,
)
from grimtable.games.cthulhu.gather import income
from grimtable.games.cthulhu.state import DOOM, FIRST_PLAYER
from grimtable.kernel.values import Step
from rule import rule

GATHER = Step("gather_power")
NOTHING = {"gc": 0, "cc": 0, "bg": 0, "ys": 0}


# ---------------------------------------------------------------- gather Power
@rule("CTHULHU-8.1", "CTHULHU-8.2", "CTHULHU-8.3", "CTHULHU-8.4", "CTHULHU-8.10")
def test_cultists_gates_abandoned_gates_and_captives_give_power() -> None:
    game = table(
        GATHER,
        power={**NOTHING, "gc": 3},
        arabia="gc gate acolyte, gc acolyte",
        europe="gc gate acolyte",
        antarctica="ys gate acolyte",
        gates="north_asia",
        captives={"gc": "cc acolyte"},
    )
    assert told(game, "gathered")[0] == ("gathered", 0, 3 + 4 + 1 + 1)  # what was left does not add up
    assert told(game, "gathered")[1:] == [("gathered", 1, 1), ("gathered", 2, 1), ("gathered", 3, 4)]
    assert where(game, "cc_acolyte_1") == "pool"


@rule("CTHULHU-8.5", "CTHULHU-16.2", "CTHULHU-13.21", "CTHULHU-15.19")
def test_abilities_add_power() -> None:
    game = table(
        books={"gc": "yha_nthlei", "bg": "red_sign"},
        submerged="cthulhu",
        arabia="2 dark_young",
        europe="undead",
        indian_ocean="cc gate acolyte",
        south_pacific="gc gate acolyte",
        gates="arctic_ocean",
        desecrated="europe, arabia",
    )
    s = game.state
    assert [income(s, me) for me in range(4)] == [1 + 2 + 1 + 1, 3 + 1, 2 + 1, 1 + 1]
    dead = table(books={"gc": "yha_nthlei"}, indian_ocean="cc gate acolyte")
    assert income(dead.state, 0) == 0  # Cthulhu is not in play


@rule("CTHULHU-8.6")
def test_monsters_and_great_old_ones_give_nothing() -> None:
    assert income(table(arabia="cthulhu, 4 deep_one, 2 starspawn").state, 0) == 0


@rule("CTHULHU-8.7")
def test_there_is_no_upper_limit() -> None:
    gates = ["arabia", "europe", "antarctica", "north_asia", "south_asia", "australia"]
    many = dict.fromkeys(gates, "gc gate acolyte")
    game = table(GATHER, gates="north_pacific, south_pacific, arctic_ocean", **many)
    assert told(game, "gathered")[0] == ("gathered", 0, 6 + 12 + 3)


@rule("CTHULHU-8.8")
def test_everybody_is_raised_to_half_of_the_most_rounded_up() -> None:
    game = table(GATHER, power=NOTHING, arabia="gc gate acolyte, gc 4 acolyte", antarctica="cc 4 acolyte")
    assert game.state.power == [7, 4, 4, 4]
    assert told(game, "raised_to_half") == [("raised_to_half", 2, 4), ("raised_to_half", 3, 4)]


@rule("CTHULHU-8.9", "CTHULHU-10.10")
def test_submerged_units_are_in_play() -> None:
    game = table(submerged="cthulhu, gc 2 acolyte")
    assert (income(game.state, 0), game.state.great_old_ones(0) != []) == (2, True)
    other = table(submerged="cthulhu, gc 2 acolyte", options={"submerged_in_play": "no"})
    assert (income(other.state, 0), other.state.great_old_ones(0)) == (0, [])


# ---------------------------------------------------------------- first player
@rule("CTHULHU-9.1")
def test_most_power_after_the_minimum_rule_is_first() -> None:
    game = table(GATHER, first="ys", power=NOTHING, arabia="gc 2 acolyte", europe="bg 3 acolyte")
    assert (asked(game), game.state.first) == (("bg", "direction"), 2)


@rule("CTHULHU-9.2")
def test_the_previous_first_player_decides_a_tie() -> None:
    game = table(Step("first_player"), first="ys", turn="ys", phase=FIRST_PLAYER, power={**NOTHING, "cc": 9, "bg": 9})
    assert asked(game) == ("ys", "first_player")
    assert options(game) == ["crawling_chaos", "black_goat"]
    answer(game, "black_goat")
    assert game.state.first == 2


@rule("CTHULHU-9.3", "CTHULHU-1.11")
def test_the_first_player_chooses_the_direction_anew_also_for_the_doom_phase() -> None:
    game = table(Step("first_player"), phase=FIRST_PLAYER, power={"gc": 12}, cycle=2)
    answer(game, "counterclockwise")
    assert asked(game) == ("gc", "doom_slot")
    answer(game, "done")
    assert asked(game)[0] == "ys"


# ---------------------------------------------------------------- Doom Phase
@rule("CTHULHU-10.1")
def test_controlled_gates_give_doom_abandoned_ones_do_not() -> None:
    game = table(Step("doom"), cycle=2, arabia="gc gate acolyte", europe="gc gate acolyte", gates="antarctica")
    assert game.state.doom == [2, 0, 0, 0]


@rule("CTHULHU-10.2")
def test_one_ritual_each_in_turn_order() -> None:
    rich = dict.fromkeys(("gc", "cc", "bg", "ys"), 11)
    game = table(Step("doom"), first="bg", cycle=2, power=rich)
    assert asked(game) == ("bg", "doom_slot")
    answer(game, "ritual")
    assert asked(game)[0] == "ys"  # nothing else to do in the slot
    answer(game, "done")
    assert asked(game)[0] == "gc"


@rule("CTHULHU-10.3", "CTHULHU-10.4")
def test_a_ritual_is_paid_moves_the_marker_and_gives_doom_and_signs() -> None:
    game = table(
        Step("doom"),
        turn="cc",
        cycle=2,
        books={"cc": "madness>cc_gates_3_or_power_12"},
        arabia="cc gate acolyte, nyarlathotep",
        europe="cc gate acolyte",
        antarctica="cc gate acolyte",
    )
    assert doom(game, "cc") == 3
    answer(game, "ritual")
    assert (doom(game, "cc"), power(game, "cc"), signs(game, "cc")) == (6, 3, 1)
    assert game.state.ritual_cost() == 6
    answer(game, "done")
    assert "ritual" in options(game)
    answer(game, "ritual")
    assert power(game, "bg") == 2


@rule("CTHULHU-10.5", "CTHULHU-10.6", "CTHULHU-12.3")
def test_the_ritual_at_ten_ends_the_game_after_the_phase_and_others_still_pay_ten() -> None:
    game = table(Step("doom"), cycle=5, ritual=7, power=dict.fromkeys(["gc", "cc", "bg", "ys"], 10), books={"cc": ALL})
    answer(game, "ritual")
    assert game.state.instant_death()
    assert (asked(game)[0], game.state.ritual_cost()) == ("cc", 10)
    answer(game, "ritual", "done", "done")
    assert game.result() == (0, 50, 0, 0)


@rule("CTHULHU-10.7")
def test_a_ritual_needs_neither_gate_nor_great_old_one() -> None:
    game = table(Step("doom_slot", (0,)), phase=DOOM, cycle=2)
    answer(game, "ritual")
    assert (doom(game, "gc"), signs(game, "gc"), power(game, "gc")) == (0, 0, 3)


@rule("CTHULHU-10.8", "CTHULHU-13.5")
def test_doom_phase_abilities_come_in_the_own_slot() -> None:
    game = table(
        Step("doom"), first="bg", cycle=1, books={"bg": "blood_sacrifice"}, arabia="shub_niggurath, bg 2 acolyte"
    )
    assert books(game, "gc") == []  # not before the own slot
    assert options(game) == ["ritual", "blood_sacrifice", "done"]
    answer(game, "blood_sacrifice")
    assert options(game) == ["ritual", "reveal", "done"]
    answer(game, "ritual", "done", "done")
    assert asked(game) == ("gc", "spellbook")


@rule("CTHULHU-10.9", "CTHULHU-2.1")
def test_after_all_slots_a_new_cycle_begins() -> None:
    game = table(Step("doom"), cycle=2, arabia="gc acolyte")
    answer(game, "done", "done", "done", "done")
    assert (game.state.cycle, game.state.phase, asked(game)) == (3, "action", ("gc", "act"))


def test_power_of_twelve_is_noticed_when_it_is_gathered() -> None:
    own = {"arabia": "cc gate acolyte, cc 4 acolyte", "europe": "cc gate acolyte"}
    game = table(GATHER, power=NOTHING, gates="antarctica, australia", **own)
    assert power(game, "cc") == 12
    assert asked(game) == ("cc", "spellbook")
    answer(game, "madness")
    assert filled(game, "cc") == ["cc_gates_3_or_power_12"]
    assert keeper(game, "arabia") == "cc"
