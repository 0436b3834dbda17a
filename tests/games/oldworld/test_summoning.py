"""Turns of the Summoning Phase: power, figures and where they go."""

from __future__ import annotations

from games.oldworld.table import (
    BADLANDS,
    EMPIRE,
    ESTALIA,
    KHORNE,
    KISLEV,
    NORSCA,
    NURGLE,
    SLAANESH,
    TROLLS,
    TZEENTCH,
    acting,
    answer,
    asked,
    figures,
    halted,
    options,
    table,
    told,
)
from rule import rule


@rule("OLDWORLD-6.1", "OLDWORLD-3.3")
def test_turns_go_round_in_power_order_from_khorne_on() -> None:
    game = table("draw_phase", phase="old_world", runs=("turn",), without="slaanesh")
    assert asked(game) == (KHORNE, "act")
    answer(game, "bloodsworn_1", "norsca")
    assert asked(game) == (NURGLE, "act")
    answer(game, "leper_1", "norsca")
    assert asked(game) == (TZEENTCH, "act")
    answer(game, "acolyte_1", "norsca")
    assert asked(game) == (KHORNE, "act")


@rule("OLDWORLD-6.1", "OLDWORLD-20.1")
def test_without_khorne_the_first_power_present_begins() -> None:
    game = table("draw_phase", phase="old_world", runs=("turn",), without="khorne")
    assert asked(game) == (NURGLE, "act")
    answer(game, "pass")
    assert asked(game) == (TZEENTCH, "act")


@rule("OLDWORLD-6.2")
def test_a_turn_is_one_figure_or_one_card_or_a_pass() -> None:
    game = acting(KHORNE, hands="khorne blood_frenzy, blood_frenzy, battle_cry")
    assert options(game) == (
        "bloodsworn_1", "bloodletter_1", "bloodthirster_1", "blood_frenzy", "battle_cry", "pass",
    )  # fmt: skip
    answer(game, "blood_frenzy", "kislev", "left")
    assert asked(game) == (NURGLE, "act")


@rule("OLDWORLD-6.3", "OLDWORLD-6.6")
def test_costs_come_off_the_power_and_a_free_card_leaves_it_as_it_is() -> None:
    game = acting(KHORNE, hands="khorne blood_frenzy")
    answer(game, "bloodletter_1", "kislev")
    assert game.state.points[KHORNE] == 5
    answer(game, "pass", "pass", "pass")
    answer(game, "blood_frenzy", "kislev", "left")
    assert game.state.points[KHORNE] == 5
    assert asked(game) == (KHORNE, "act")


@rule("OLDWORLD-6.4")
def test_who_passes_has_no_power_left() -> None:
    game = answer(acting(KHORNE), "pass")
    assert game.state.points[KHORNE] == 0
    assert asked(game) == (NURGLE, "act")


@rule("OLDWORLD-6.5")
def test_who_has_no_power_is_skipped_even_with_free_cards() -> None:
    game = acting(KHORNE, points="khorne 1, nurgle 0", hands="nurgle plague_aura", upgrades="nurgle_leper")
    answer(game, "bloodsworn_1", "kislev")
    assert asked(game) == (TZEENTCH, "act")


@rule("OLDWORLD-6.7")
def test_the_phase_ends_when_nobody_has_power() -> None:
    game = acting(KHORNE, points="khorne 1, nurgle 0, tzeentch 0, slaanesh 0")
    answer(game, "bloodsworn_1", "kislev")
    assert halted(game)
    assert game.base.agenda[-1].procedure == "battle"


@rule("OLDWORLD-6.7")
def test_the_phase_goes_on_while_anybody_has_power() -> None:
    game = acting(KHORNE, points="khorne 1, nurgle 0, tzeentch 0, slaanesh 1")
    answer(game, "bloodsworn_1", "kislev")
    assert asked(game)[0] == SLAANESH
    game = acting(KHORNE, points="khorne 2, nurgle 0, tzeentch 0, slaanesh 0")
    answer(game, "bloodsworn_1", "kislev")
    assert asked(game)[0] == KHORNE


@rule("OLDWORLD-6.8")
def test_what_costs_more_than_the_power_left_is_not_offered() -> None:
    game = acting(KHORNE, points="khorne 1", hands="khorne battle_cry, reborn_in_blood, blood_frenzy")
    assert options(game) == ("bloodsworn_1", "blood_frenzy", "battle_cry", "pass")
    game = acting(KHORNE, points="khorne 1", kislev="bloodletter, bloodsworn")  # moving costs the same
    assert options(game) == ("bloodsworn_2", "bloodsworn_1", "pass")


@rule("OLDWORLD-6.10", "OLDWORLD-6.11")
def test_a_figure_comes_from_the_reserve_or_from_a_region_for_the_same_cost() -> None:
    game = acting(KHORNE, kislev="bloodletter")
    answer(game, "bloodletter_1", "empire")
    assert (figures(game, KISLEV), figures(game, EMPIRE)) == ([], ["bloodletter"])
    assert game.state.points[KHORNE] == 5
    assert told(game, "summoned") == [("khorne", "bloodletter_1", "kislev", "empire")]


@rule("OLDWORLD-6.12")
def test_a_figure_goes_where_an_own_figure_is_or_next_to_it() -> None:
    game = answer(acting(KHORNE, kislev="bloodletter", badlands="leper"), "bloodsworn_1")
    assert options(game) == ("troll_country", "kislev", "empire")


@rule("OLDWORLD-6.13")
def test_without_figures_on_the_board_every_region_will_do() -> None:
    assert len(options(answer(acting(KHORNE, kislev="leper"), "bloodsworn_1"))) == 9


@rule("OLDWORLD-6.14")
def test_the_region_a_figure_leaves_still_counts() -> None:
    game = answer(acting(KHORNE, norsca="bloodletter"), "bloodletter_1")
    assert told(game, "summoned") == [("khorne", "bloodletter_1", "norsca", "troll_country")]


@rule("OLDWORLD-6.15")
def test_distance_does_not_matter() -> None:
    game = answer(acting(KHORNE, norsca="bloodletter", badlands="bloodsworn"), "bloodletter_1", "badlands")
    assert figures(game, BADLANDS) == ["bloodsworn", "bloodletter"]


@rule("OLDWORLD-6.15")
def test_a_figure_does_not_move_to_where_it_stands() -> None:
    game = answer(acting(KHORNE, norsca="bloodletter", badlands="bloodsworn"), "bloodletter_1")
    assert "norsca" not in options(game)


@rule("OLDWORLD-6.16")
def test_any_number_of_figures_may_stand_in_a_region() -> None:
    game = acting(NURGLE, kislev="leper 5, plaguebearer 5, great_unclean_one, bloodletter 6")
    answer(game, "leper_6", "kislev")
    assert len(figures(game, KISLEV)) == 18


@rule("OLDWORLD-6.17", "OLDWORLD-15.5")
def test_ruins_are_left_and_entered_like_other_regions() -> None:
    game = acting(KHORNE, ruined="kislev empire", kislev="bloodletter")
    answer(game, "bloodletter_1", "empire")
    assert figures(game, EMPIRE) == ["bloodletter"]


@rule("OLDWORLD-6.18")
def test_the_same_figure_may_be_summoned_again() -> None:
    game = acting(KHORNE, points="khorne 4, nurgle 0, tzeentch 0, slaanesh 0", kislev="bloodletter")
    answer(game, "bloodletter_1", "empire", "bloodletter_1", "kislev")
    assert figures(game, KISLEV) == ["bloodletter"]
    assert game.state.points[KHORNE] == 0


def test_figures_that_differ_in_nothing_are_offered_once() -> None:
    game = acting(NURGLE, kislev="leper 3, plaguebearer 2", empire="leper")
    assert options(game) == (
        "leper_5", "plaguebearer_3", "great_unclean_one_1", "leper_1", "plaguebearer_1", "leper_4", "pass",
    )  # fmt: skip


@rule("OLDWORLD-6.4")
def test_a_pass_is_always_possible() -> None:
    game = acting(SLAANESH, hands="slaanesh abyssal_pact")
    assert options(game)[-1] == "pass"
    assert (NORSCA, TROLLS, ESTALIA) == (0, 1, 5)
