"""Turns of the Action Phase, Unlimited Actions and what happens between actions."""

from __future__ import annotations

import pytest

from games.cthulhu.table import ALL, answer, asked, at, books, keeper, options, power, table, told, where
from grimtable.kernel.values import Illegal, Step
from rule import rule

HOMES = {
    "south_pacific": "gc gate acolyte",
    "south_asia": "cc gate acolyte",
    "west_africa": "bg gate acolyte",
    "europe": "ys gate acolyte",
}


# ---------------------------------------------------------------- turns
@rule("CTHULHU-4.1", "CTHULHU-9.3")
def test_turns_go_round_in_the_chosen_direction() -> None:
    game = table(**HOMES)
    order = []
    for _ in range(5):
        order.append(asked(game)[0])
        answer(game, "recruit")
        if asked(game)[1] == "act_more":
            answer(game, "end_turn")
    assert order == ["gc", "cc", "bg", "ys", "gc"]
    game = table(direction=-1, **HOMES)
    answer(game, "recruit")
    answer(game, "end_turn")
    assert asked(game)[0] == "ys"


@rule("CTHULHU-4.2", "CTHULHU-6.1")
def test_one_main_action_with_unlimited_ones_before_and_after() -> None:
    game = table(arabia="gc acolyte, 2 deep_one", europe="gc acolyte", gates="arabia, europe")
    answer(game, "control", "arabia", "recruit", "europe")
    assert asked(game) == ("gc", "act_more")
    assert options(game) == ["control", "abandon", "end_turn"]  # no second main action
    answer(game, "control")
    assert (keeper(game, "arabia"), keeper(game, "europe")) == ("gc", "gc")


@rule("CTHULHU-4.3")
def test_what_cannot_be_paid_cannot_be_chosen() -> None:
    game = table(power={"gc": 2}, arabia="gc gate acolyte", europe="gc acolyte")
    assert "create_gate" not in options(game)
    answer(game, "summon")
    assert options(game) == ["deep_one", "shoggoth"]
    with pytest.raises(Illegal):
        answer(game, "starspawn")
    answer(game, "shoggoth")
    assert power(game, "gc") == 0


@rule("CTHULHU-4.4", "CTHULHU-4.13")
def test_a_player_with_power_acts_or_drops_it_all() -> None:
    game = table(arabia="gc acolyte", gates="arabia")
    assert "end_turn" not in options(game)
    answer(game, "control", "drop")
    assert (power(game, "gc"), told(game, "dropped")) == (0, [("dropped", 0, 8)])
    assert options(game) == ["abandon", "end_turn"]  # nothing that costs Power
    answer(game, "end_turn")
    assert asked(game)[0] == "cc"


@rule("CTHULHU-4.5", "CTHULHU-4.7")
def test_players_without_power_are_skipped_and_the_phase_ends_without_any() -> None:
    game = table(power={"gc": 2, "cc": 0, "bg": 0, "ys": 0}, **HOMES)
    answer(game, "recruit", "end_turn")
    assert asked(game) == ("gc", "act")  # the only one with Power goes on
    answer(game, "recruit")
    answer(game, "end_turn")
    assert game.state.phase != "action"
    assert told(game, "gathered")


@rule("CTHULHU-4.6", "CTHULHU-7.1")
def test_power_gained_at_zero_brings_a_player_back() -> None:
    game = table(
        power={"ys": 0, "cc": 0, "bg": 0}, books={"ys": "passion"}, arabia="deep_one, ys acolyte", europe="undead"
    )
    answer(game, "capture")
    assert asked(game) == ("ys", "passion")
    answer(game, "yes")
    assert asked(game) == ("ys", "act")


@rule("CTHULHU-4.8", "CTHULHU-13.18")
def test_a_unique_action_may_need_more_than_its_spellbook() -> None:
    game = table(books={"gc": "submerge"}, arabia="gc acolyte, cthulhu")
    assert "submerge" not in options(game)  # not in an ocean
    game = table(books={"gc": "submerge"}, indian_ocean="cthulhu")
    assert "submerge" in options(game)


@rule("CTHULHU-4.9", "CTHULHU-16.14")
def test_every_part_of_an_action_must_be_possible() -> None:
    game = table(turn="ys", books={"ys": "zingaya"}, arabia="6 undead, gc acolyte")
    assert "zingaya" not in options(game)
    game = table(turn="ys", books={"ys": "zingaya"}, arabia="5 undead, gc acolyte")
    assert "zingaya" in options(game)
    game = table(turn="bg", books={"bg": "ghroth"}, arabia="bg acolyte")
    assert "ghroth" in options(game)  # what depends on the die need not be possible


@rule("CTHULHU-4.10", "CTHULHU-4.11")
def test_a_requirement_action_is_the_main_action_and_is_done_once() -> None:
    game = table(turn="ys", arabia="ys acolyte", europe="ys acolyte")
    answer(game, "ys_give_3_doom", "black_goat", "passion")
    assert (power(game, "ys"), game.state.doom, books(game, "ys")) == (8, [0, 0, 3, 0], ["passion"])
    assert asked(game)[0] == "gc"  # the turn is over
    game = table(turn="ys", books={"ys": "passion>ys_give_3_doom"}, arabia="ys acolyte")
    assert "ys_give_3_doom" not in options(game)
    game = table(turn="cc", power={"cc": 7}, arabia="cc gate acolyte")
    answer(game, "summon", "hunting_horror")  # 3 Power spent otherwise
    assert books(game, "cc") == []


@rule("CTHULHU-4.12")
def test_free_unlimited_actions_follow_an_action_that_took_the_last_power() -> None:
    game = table(power={"gc": 1}, arabia="gc acolyte", europe="gc acolyte", gates="arabia, europe")
    answer(game, "move", "gc_acolyte_1", "europe")
    assert (power(game, "gc"), asked(game)) == (0, ("gc", "act_more"))
    answer(game, "control")
    assert keeper(game, "europe") == "gc"


# ---------------------------------------------------------------- gates
@rule("CTHULHU-6.4")
def test_the_keeper_steps_off_and_stays() -> None:
    game = table(arabia="gc gate acolyte")
    answer(game, "abandon")
    assert (keeper(game, "arabia"), at(game, "arabia")) == ("abandoned", ["gc acolyte"])


@rule("CTHULHU-6.5")
def test_a_gate_is_rearranged_once_before_and_once_after_another_action() -> None:
    game = table(arabia="gc gate acolyte")
    answer(game, "abandon")
    assert "control" not in options(game)
    answer(game, "recruit")
    assert "control" in options(game)
    game = table(turn="bg", books={"bg": "red_sign"}, arabia="bg gate acolyte, dark_young")
    answer(game, "abandon", "dark_young_1")
    assert (keeper(game, "arabia"), game.state.gate.count(-1)) == ("bg", 0)


@rule("CTHULHU-6.6")
def test_an_abandoned_gate_goes_to_whose_turn_comes_first() -> None:
    game = table(arabia="gc acolyte, cc acolyte", gates="arabia", power={"gc": 1})
    answer(game, "recruit")
    assert asked(game) == ("gc", "act_more")
    answer(game, "end_turn", "control")
    assert keeper(game, "arabia") == "cc"


@rule("CTHULHU-6.2", "CTHULHU-7.4")
def test_between_two_actions_of_one_turn_there_is_no_unlimited_action_but_devolve() -> None:
    game = table(
        turn="ys",
        books={"ys": "screaming_dead", "gc": "devolve"},
        arabia="king_in_yellow, ys acolyte",
        europe="ys acolyte, gc acolyte",
        gates="europe",
    )
    answer(game, "screaming_dead", "europe")
    assert asked(game) == ("gc", "devolve")
    answer(game, "no")
    assert asked(game) == ("ys", "second")
    assert "control" not in options(game)
    answer(game, "done")
    assert "control" in options(game)


@rule("CTHULHU-6.7", "CTHULHU-6.8", "CTHULHU-6.9")
def test_with_six_spellbooks_battles_are_unlimited_but_once_per_area() -> None:
    rest = {"arabia": "deep_one, cc acolyte, ys acolyte", "europe": "deep_one, cc acolyte", "antarctica": "deep_one"}
    game = table(books={"gc": "dreams"}, dice=[1], **rest)
    answer(game, "battle", "arabia", "crawling_chaos")
    assert asked(game)[0] != "gc"  # it was the main action
    game = table(books={"gc": ALL}, dice=[1, 1], **rest)
    answer(game, "battle", "arabia", "crawling_chaos")
    assert {"recruit", "battle", "end_turn"} <= set(options(game))
    answer(game, "battle")  # Arabia is closed, for every opponent
    assert told(game, "battle")[-1] == ("battle", 0, 1, "europe")
    assert "battle" not in options(game)
    assert power(game, "gc") == 6
    answer(game, "end_turn")
    assert asked(game)[0] == "cc"


@rule("CTHULHU-6.10")
def test_units_that_retreated_may_fight_in_another_area() -> None:
    game = table(books={"gc": ALL}, dice=[1, 4, 1, 1], arabia="deep_one, hunting_horror", europe="bg acolyte")
    answer(game, "battle", "europe", "battle")
    assert told(game, "battle")[-1] == ("battle", 0, 2, "europe")
    assert game.rules.view(game.state, None)["fought"] == ["arabia", "europe"]
    answer(game, "move", "arabia")
    assert (where(game, "deep_one_1"), asked(game)[0]) == ("arabia", "cc")  # both areas are closed: the turn is over


# ---------------------------------------------------------------- between actions
@rule("CTHULHU-7.2", "CTHULHU-7.3")
def test_devolve_may_follow_every_action_also_an_unlimited_one() -> None:
    game = table(turn="cc", books={"gc": "devolve"}, arabia="cc acolyte", europe="gc acolyte", gates="arabia")
    answer(game, "control")
    assert asked(game) == ("gc", "devolve")
    answer(game, "gc_acolyte_1")
    assert at(game, "europe") == ["deep_one"]
    assert asked(game) == ("cc", "act")


@rule("CTHULHU-7.5")
def test_simultaneous_effects_go_in_turn_order_from_the_first_player() -> None:
    game = table(Step("settle"), first="bg", turn="cc", arabia="gc acolyte")
    game = game.edited(lambda s: setattr(s, "met", ["gc_ocean_gates", "cc_pay_4", "bg_areas_4"]))
    order = []
    for book in ("frenzy", "dreams", "madness"):
        order.append(asked(game)[0])
        assert book in options(game)
        answer(game, book)
    assert order == ["bg", "gc", "cc"]
