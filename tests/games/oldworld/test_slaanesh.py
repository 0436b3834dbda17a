"""Slaanesh's cards and upgrades, and the control of enemy figures."""

from __future__ import annotations

from typing import Any

from games.oldworld.table import (
    EMPIRE,
    KHORNE,
    KISLEV,
    NORSCA,
    NURGLE,
    SLAANESH,
    TZEENTCH,
    acting,
    answer,
    asked,
    battle,
    corrupting,
    corruption,
    figures,
    on_board,
    options,
    playing,
    table,
    tokens,
    told,
)
from grimtable.games.oldworld.battle import normal_dice
from grimtable.games.oldworld.components import FIGURE_OF, NONE
from grimtable.games.oldworld.corruption import domination
from grimtable.games.oldworld.regions import price
from grimtable.games.oldworld.state import OldWorld, changed
from rule import rule

ONLY_SLAANESH = "khorne 0, nurgle 0, tzeentch 0, slaanesh 6"


# ---------------------------------------------------------------- cards
@rule("OLDWORLD-22.23")
def test_under_an_abyssal_pact_figures_count_nothing_for_anybody() -> None:
    s = acting(KHORNE, cards="kislev abyssal_pact / the_skull_throne", kislev="bloodletter 3, seductress 2").state
    assert [domination(s, KISLEV, power) for power in (KHORNE, SLAANESH)] == [1, 0]


@rule("OLDWORLD-22.24", "OLDWORLD-12.8", "OLDWORLD-10.9")
def test_perverse_infiltration_places_one_token_too_few_for_the_errata() -> None:
    errata = {"slaanesh_min_corruption": 2}
    game = playing(SLAANESH, "perverse_infiltration", "kislev", tokens="kislev noble", options=errata)
    assert corruption(game, KISLEV) == (0, 0, 0, 1)
    assert game.state.counters[SLAANESH] == 0
    assert game.state.laid_round  # a ruiner under the published rules


@rule("OLDWORLD-22.25", "OLDWORLD-14.7")
def test_dark_influence_moves_a_peasant_hero_or_noble() -> None:
    game = playing(
        SLAANESH, "dark_influence", "kislev", tokens="kislev noble, hero, peasant, skaven, warpstone", ruined="empire"
    )
    assert options(game) == ("peasant", "hero", "noble")
    answer(game, "noble")
    assert "empire" not in options(game)
    answer(game, "norsca")
    assert tokens(game, NORSCA) == {"noble": 1}
    assert "noble" not in tokens(game, KISLEV)


@rule("OLDWORLD-22.26")
def test_insidious_lies_count_two_for_each_noble_and_hero() -> None:
    s = acting(SLAANESH, cards="kislev insidious_lies /", tokens="kislev noble 2, hero", kislev="seductress").state
    assert domination(s, KISLEV, SLAANESH) == 8
    assert domination(s, KISLEV, KHORNE) == 0


@rule("OLDWORLD-22.27")
def test_in_a_field_of_ecstasy_no_dice_are_rolled() -> None:
    words: dict[str, Any] = {"kislev": "bloodletter, leper", "upgrades": "khorne_bloodletter", "dice": []}
    game = battle(KISLEV, cards="kislev field_of_ecstasy / blood_frenzy", **words)
    assert told(game, "rolled") == []
    game = battle(KISLEV, cards="kislev field_of_ecstasy / reborn_in_blood", **words)
    assert told(game, "battle") == []


@rule("OLDWORLD-22.28", "OLDWORLD-16.1", "OLDWORLD-16.5")
def test_soporific_musk_controls_one_enemy_figure_until_the_card_leaves() -> None:
    game = playing(SLAANESH, "soporific_musk", "kislev", kislev="bloodthirster, leper 2, seductress")
    assert options(game) == ("bloodthirster_1", "leper_1")
    answer(game, "bloodthirster_1")
    assert game.state.control[FIGURE_OF["bloodthirster_1"]] == SLAANESH

    def bind(s: OldWorld) -> None:
        s.control = changed(s.control, FIGURE_OF["bloodthirster_1"], SLAANESH)
        s.charmed = ((FIGURE_OF["bloodthirster_1"], s.slots[2 * KISLEV]),)

    words: dict[str, Any] = {"kislev": "bloodthirster, leper", "tokens": "kislev hero", "dial": "slaanesh 3"}
    game = table("end_phase", phase="corruption", cards="kislev soporific_musk /", **words).edited(bind)
    assert told(game, "released") == [("bloodthirster_1", "kislev")]
    assert told(game, "removed") == [("bloodthirster_1", "kislev")]  # Khorne's again when the hero comes


@rule("OLDWORLD-22.29", "OLDWORLD-7.3")
def test_degenerate_royalty_is_free_where_three_tokens_lie() -> None:
    s = acting(
        SLAANESH, hands="slaanesh degenerate_royalty", corruption="kislev khorne 2, nurgle 1; empire khorne 2"
    ).state
    card = s.hands[SLAANESH][0]
    assert [price(s, card, region) for region in (KISLEV, EMPIRE)] == [0, 3]
    game = acting(
        SLAANESH, hands="slaanesh degenerate_royalty", points="slaanesh 2", corruption="kislev khorne 2, nurgle 1"
    )
    answer(game, "degenerate_royalty", "left")  # Kislev is the only region he can pay for
    assert domination(game.state, KISLEV, SLAANESH) == 3
    assert game.state.points[SLAANESH] == 2
    s = acting(
        SLAANESH, hands="slaanesh degenerate_royalty", corruption="kislev khorne 3", cards="kislev temporal_stasis /"
    ).state
    assert price(s, card, KISLEV) == 2
    game = acting(SLAANESH, hands="slaanesh degenerate_royalty", points="slaanesh 2")
    assert "degenerate_royalty" not in options(game)


# ---------------------------------------------------------------- control
@rule("OLDWORLD-16.1")
def test_a_controlled_figure_counts_as_the_controllers() -> None:
    s = acting(SLAANESH, kislev="bloodletter@slaanesh, leper@slaanesh, seductress").state
    assert normal_dice(s, KISLEV, SLAANESH) == 2
    assert normal_dice(s, KISLEV, KHORNE) == 0
    assert domination(s, KISLEV, SLAANESH) == 3
    assert s.cultists(KISLEV, SLAANESH) == 2


@rule("OLDWORLD-16.2")
def test_its_numbers_stay_those_of_its_owners_upgrades() -> None:
    game = battle(
        KISLEV,
        kislev="bloodsworn@slaanesh, leper",
        upgrades="khorne_bloodsworn",
        dice=[4],
    )
    assert told(game, "killed") == [("slaanesh", "leper_1", "kislev")]


@rule("OLDWORLD-16.3")
def test_for_its_owner_it_is_an_enemy() -> None:
    game = battle(KISLEV, kislev="bloodletter, bloodletter@slaanesh", dice=[4, 1, 1, 1])
    assert told(game, "killed") == [("khorne", "bloodletter_2", "kislev")]


@rule("OLDWORLD-16.4")
def test_the_controller_may_summon_it_and_the_owner_may_not() -> None:
    words: dict[str, Any] = {"kislev": "bloodletter@slaanesh", "points": ONLY_SLAANESH}
    game = acting(SLAANESH, **words)
    assert "bloodletter_1" in options(game)
    answer(game, "seductress_1")
    assert options(game) == ("troll_country", "kislev", "empire")  # its presence counts
    game = answer(acting(SLAANESH, **words), "bloodletter_1", "empire")
    assert game.state.points[SLAANESH] == 4
    assert game.state.control[FIGURE_OF["bloodletter_1"]] == SLAANESH  # control follows the figure
    game = acting(KHORNE, kislev="bloodletter@slaanesh")
    assert "bloodletter_1" not in options(game)
    answer(game, "bloodsworn_1")
    assert len(options(game)) == 9  # he has no figure on the board


@rule("OLDWORLD-16.5", "OLDWORLD-1.3")
def test_a_controlled_figure_that_dies_returns_to_its_owner() -> None:
    game = battle(KISLEV, kislev="bloodletter, leper@slaanesh", dice=[4, 1])
    figure = FIGURE_OF["leper_1"]
    assert game.state.where[figure] == NONE
    assert game.state.control[figure] == NURGLE
    assert game.state.charmed == ()
    assert on_board(game, NURGLE) == 0


# ---------------------------------------------------------------- upgrades
@rule("OLDWORLD-17.2")
def test_upgraded_seductresses_need_two_hits() -> None:
    game = battle(KISLEV, kislev="bloodletter, seductress", upgrades="slaanesh_seductress", dice=[4, 1])
    assert figures(game, KISLEV) == ["bloodletter", "seductress"]


@rule("OLDWORLD-8.17", "OLDWORLD-17.2")
def test_upgraded_daemonettes_are_hit_by_sixes_before_the_battle_too() -> None:
    game = battle(
        KISLEV,
        kislev="daemonette",
        cards="kislev blood_frenzy /",
        upgrades="slaanesh_daemonette",
        dice=[5, 6, 4, 1],
    )
    assert told(game, "wounded") == [("khorne", "daemonette_1", "kislev")]
    assert told(game, "hits_lost") == [("khorne", 2)]


@rule("OLDWORLD-17.4", "OLDWORLD-16.1")
def test_the_upgraded_keeper_may_control_a_cultist_for_the_phase() -> None:
    words: dict[str, Any] = {
        "upgrades": "slaanesh_keeper_of_secrets",
        "kislev": "keeper_of_secrets, leper 2, bloodletter",
    }
    game = corrupting(**words)
    assert asked(game) == (SLAANESH, "control")
    assert options(game) == ("leper_1", "none")
    answer(game, "leper_1")
    assert corruption(game, KISLEV) == (0, 1, 0, 1)
    assert game.state.control[FIGURE_OF["leper_1"]] == NURGLE  # the phase is over
    game = answer(corrupting(**words), "none")
    assert corruption(game, KISLEV) == (0, 2, 0, 0)
    assert TZEENTCH == 2
    assert figures(game, EMPIRE) == []


@rule("OLDWORLD-17.4", "OLDWORLD-5.5")
def test_power_upgrades_of_slaanesh_add_up() -> None:
    game = table("draw_phase", phase="old_world", without="tzeentch", upgrades="slaanesh_power_1 slaanesh_power_2")
    assert game.state.points[SLAANESH] == 9
