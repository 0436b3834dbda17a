"""Dice, hits and kills."""

from __future__ import annotations

from games.oldworld.table import (
    BORDER,
    EMPIRE,
    KHORNE,
    KISLEV,
    NORSCA,
    NURGLE,
    TZEENTCH,
    answer,
    asked,
    battle,
    figures,
    halted,
    options,
    tokens,
    told,
)
from grimtable.games.oldworld.battle import normal_dice, will_fight
from grimtable.games.oldworld.components import EVERYWHERE, FIGURE_OF
from grimtable.games.oldworld.state import OldWorld
from rule import rule


# ---------------------------------------------------------------- where and in which order
@rule("OLDWORLD-8.1", "OLDWORLD-3.4", "OLDWORLD-3.5", "OLDWORLD-3.6")
def test_regions_fight_in_their_order_where_somebody_has_dice_and_a_target() -> None:
    game = battle(
        NORSCA,
        badlands="bloodletter, leper",
        kislev="bloodletter, leper",
        norsca="leper, acolyte",  # no dice
        empire="bloodletter",  # no target
        dice=[1] * 4,
    )
    assert told(game, "battle") == [("kislev",), ("badlands",)]


@rule("OLDWORLD-8.1")
def test_dice_without_a_target_are_no_battle() -> None:
    s = battle(NORSCA, kislev="bloodletter 2", empire="horror, acolyte", norsca="leper, acolyte").state
    assert [will_fight(s, region) for region in EVERYWHERE] == [False] * 9


@rule("OLDWORLD-8.2", "OLDWORLD-8.13", "OLDWORLD-14.4")
def test_a_power_alone_with_peasants_fights_them() -> None:
    game = battle(KISLEV, kislev="plaguebearer", tokens="kislev peasant", dice=[5])
    assert tokens(game, KISLEV) == {}
    assert game.state.peasants[NURGLE] == 1
    assert game.state.supply(3) == 19  # a peasant on a sheet is out of the supply


@rule("OLDWORLD-8.2")
def test_other_tokens_are_no_targets() -> None:
    game = battle(KISLEV, kislev="plaguebearer", tokens="kislev hero, noble, skaven, warpstone, event", dice=[])
    assert told(game, "battle") == []


@rule("OLDWORLD-8.3")
def test_each_power_rolls_and_assigns_before_the_next_rolls() -> None:
    game = battle(KISLEV, kislev="bloodletter, plaguebearer 2, horror", dice=[4, 4, 5, 5, 1])
    assert asked(game) == (KHORNE, "target")
    assert [who for who, *_ in told(game, "rolled")] == ["khorne"]
    answer(game, "plaguebearer_1")  # and the other, which is all that one hit can kill
    assert asked(game) == (NURGLE, "target")
    assert [who for who, *_ in told(game, "rolled")] == ["khorne", "nurgle"]
    assert options(game) == ("bloodletter_1", "horror_1")  # two hits will do for the Horror as well


# ---------------------------------------------------------------- dice
@rule("OLDWORLD-8.4", "OLDWORLD-8.6")
def test_dice_are_the_attack_of_all_own_figures_there() -> None:
    s = battle(KISLEV, kislev="bloodletter 2, bloodthirster, bloodsworn 3, horror@khorne", norsca="bloodletter").state
    assert normal_dice(s, KISLEV, KHORNE) == 9
    assert normal_dice(s, KISLEV, TZEENTCH) == 0


@rule("OLDWORLD-8.5", "OLDWORLD-8.12", "OLDWORLD-8.24")
def test_a_toppled_figure_still_rolls_and_leaves_after_all_have_rolled() -> None:
    game = battle(KISLEV, kislev="bloodletter, plaguebearer, leper", dice=[4, 1, 4])
    answer(game, "plaguebearer_1")
    assert told(game, "rolled", "cleared_away")[-2:] == [
        ("rolled", "nurgle", "kislev", (4,), 1),
        ("cleared_away", ("plaguebearer_1", "bloodletter_1"), "kislev"),
    ]
    assert figures(game, KISLEV) == ["leper"]


@rule("OLDWORLD-8.7")
def test_all_dice_are_rolled() -> None:
    game = battle(KISLEV, kislev="bloodletter 2, leper", dice=[1, 2, 3, 1])
    assert told(game, "rolled") == [("khorne", "kislev", (1, 2, 3, 1), 0)]


@rule("OLDWORLD-8.8")
def test_four_to_six_hit_and_a_six_rolls_again_without_end() -> None:
    game = battle(KISLEV, kislev="plaguebearer, acolyte 4", dice=[6, 6, 6, 3])
    assert told(game, "rolled") == [("nurgle", "kislev", (6, 6, 6, 3), 3)]
    assert figures(game, KISLEV) == ["plaguebearer", "acolyte"]


# ---------------------------------------------------------------- assigning hits
@rule("OLDWORLD-8.10")
def test_only_targets_of_that_region_can_be_hit() -> None:
    game = battle(KISLEV, kislev="bloodletter, leper, acolyte", empire="leper", dice=[4, 1])
    assert options(game) == ("leper_1", "acolyte_1")


@rule("OLDWORLD-8.11", "OLDWORLD-16.3")
def test_own_figures_are_spared_unless_an_enemy_controls_them() -> None:
    game = battle(KISLEV, kislev="bloodletter, bloodsworn, bloodsworn@slaanesh, leper", dice=[4, 1])
    assert options(game) == ("bloodsworn_2", "leper_1")


@rule("OLDWORLD-8.12")
def test_hits_equal_to_the_defense_kill() -> None:
    game = battle(KISLEV, kislev="bloodletter, great_unclean_one", dice=[4, 6, 5, 1, 1, 1])
    assert told(game, "killed") == [("khorne", "great_unclean_one_1", "kislev")]


@rule("OLDWORLD-8.13")
def test_a_peasant_goes_to_the_killers_sheet_at_once() -> None:
    game = battle(KISLEV, kislev="bloodletter, plaguebearer", tokens="kislev peasant", dice=[4, 4, 5])
    assert options(game) == ("plaguebearer_1", "peasant")
    answer(game, "peasant")
    assert game.state.peasants[KHORNE] == 1
    assert tokens(game, KISLEV) == {}
    assert told(game, "cleared_away") == [(("plaguebearer_1", "bloodletter_1"), "kislev")]


@rule("OLDWORLD-8.14", "OLDWORLD-8.15")
def test_hits_that_do_not_kill_are_lost_and_do_not_add_up_between_players() -> None:
    game = battle(KISLEV, kislev="bloodletter, great_unclean_one, lord_of_change", dice=[4, 1, 1, 1, 1, 4, 4, 1])
    # one hit of Khorne and two of Tzeentch on the Great Unclean One make no three
    assert told(game, "killed") == [("tzeentch", "bloodletter_1", "kislev")]
    assert told(game, "hits_lost") == [("khorne", 1), ("tzeentch", 1)]


@rule("OLDWORLD-8.14")
def test_hits_do_not_add_up_between_a_players_battles() -> None:
    cards = "kislev reborn_in_blood /"
    game = battle(KISLEV, kislev="bloodletter, horror", cards=cards, dice=[4, 1, 1, 4, 1, 1])
    assert told(game, "battle") == [("kislev",)] * 2
    assert told(game, "killed") == []


@rule("OLDWORLD-8.16")
def test_hits_that_can_kill_must_be_assigned_and_the_combination_is_free() -> None:
    game = battle(KISLEV, kislev="bloodletter 2, great_unclean_one, leper", dice=[4, 4, 4, 1, 1, 1, 1])
    assert options(game) == ("leper_1", "great_unclean_one_1")
    answer(game, "leper_1")  # two hits are lost, although three would have killed the other
    assert told(game, "hits_lost") == [("khorne", 2)]
    game = battle(KISLEV, kislev="bloodletter, bloodsworn@slaanesh", dice=[4, 1])
    assert told(game, "killed") == [("khorne", "bloodsworn_1", "kislev")]  # even his own, and without being asked


@rule("OLDWORLD-8.17")
def test_only_sixes_can_be_assigned_to_what_only_sixes_hit() -> None:
    words = {"kislev": "bloodletter 2, daemonette, acolyte", "upgrades": "slaanesh_daemonette"}
    game = battle(KISLEV, dice=[4, 5, 6, 1, 1, 1], **words)  # defense 2, and only one 6
    assert told(game, "killed") == [("khorne", "acolyte_1", "kislev")]
    game = battle(KISLEV, dice=[4, 6, 6, 1, 1, 1, 1], **words)
    assert options(game) == ("acolyte_1", "daemonette_1")
    answer(game, "daemonette_1")  # the two sixes; the 4 is left for the Acolyte
    assert figures(game, KISLEV) == ["bloodletter", "bloodletter"]
    game = battle(KISLEV, kislev="bloodletter 2, daemonette, acolyte", dice=[4, 5, 1, 1, 1])
    assert options(game) == ("acolyte_1", "daemonette_1")  # without the upgrade


@rule("OLDWORLD-8.18")
def test_a_toppled_figure_is_no_target() -> None:
    game = battle(KISLEV, kislev="bloodletter, horror, plaguebearer", dice=[4, 4, 4, 1])
    answer(game, "plaguebearer_1")
    assert told(game, "hits_lost") == [("khorne", 1)]
    game = battle(KISLEV, kislev="bloodletter, acolyte, plaguebearer", dice=[4, 1, 4])
    answer(game, "acolyte_1")
    assert told(game, "killed")[1] == ("nurgle", "bloodletter_1", "kislev")  # the toppled Acolyte is not offered


@rule("OLDWORLD-8.19", "OLDWORLD-22.17")
def test_a_shielded_figure_is_no_target() -> None:
    game = battle(KISLEV, kislev="bloodletter, acolyte 2", dice=[4, 4]).edited(shield_first)
    assert figures(game, KISLEV) == ["bloodletter", "acolyte"]
    assert told(game, "hits_lost") == [("khorne", 1)]
    game = battle(KISLEV, kislev="bloodletter, acolyte", dice=[]).edited(shield_first)
    assert told(game, "battle") == []


def shield_first(s: OldWorld) -> None:
    s.shielded = (FIGURE_OF["acolyte_1"],)


# ---------------------------------------------------------------- before the battle
@rule("OLDWORLD-8.20", "OLDWORLD-8.22", "OLDWORLD-12.5", "OLDWORLD-8.27")
def test_who_dies_before_the_battle_does_not_roll() -> None:
    game = battle(KISLEV, kislev="plaguebearer", cards="kislev blood_frenzy /", dice=[4, 1])
    assert told(game, "rolled") == [("khorne", "kislev", (4, 1), 1)]
    assert figures(game, KISLEV) == []
    assert game.state.counters[KHORNE] == 1
    game = battle(KISLEV, kislev="plaguebearer 2", cards="kislev blood_frenzy /", dice=[6, 1, 4])
    assert figures(game, KISLEV) == []  # a 6 explodes here too


@rule("OLDWORLD-8.21", "OLDWORLD-8.26")
def test_hits_before_the_battle_stay_on_a_figure_and_must_be_assigned() -> None:
    game = battle(
        KISLEV,
        kislev="great_unclean_one, leper, bloodletter",
        cards="kislev blood_frenzy /",
        dice=[4, 4, 5, 1, 1, 1, 1],
    )
    assert asked(game) == (KHORNE, "first_target")
    assert options(game) == ("leper_1", "great_unclean_one_1")
    answer(game, "great_unclean_one_1", "great_unclean_one_1")
    assert told(game, "wounded") == [("khorne", "great_unclean_one_1", "kislev")] * 2
    assert options(game) == ("leper_1", "great_unclean_one_1")  # one hit more is enough now
    answer(game, "great_unclean_one_1")
    assert figures(game, KISLEV) == ["bloodletter", "leper"]


@rule("OLDWORLD-8.26")
def test_hits_before_the_battle_help_only_the_player_who_made_them_and_are_forgotten_afterwards() -> None:
    cards = "kislev blood_frenzy / reborn_in_blood"
    game = battle(KISLEV, kislev="horror, plaguebearer", cards=cards, dice=[4, 1, 4, 1, 4, 1, 1, 1])
    answer(game, "horror_1")
    # Nurgle's single hit is too little for the Horror that Khorne has hit
    assert [k for k in told(game, "killed") if k[0] == "nurgle"] == []
    assert game.state.wounds == ()


@rule("OLDWORLD-8.23", "OLDWORLD-8.20")
def test_start_of_battle_effects_come_first_and_end_effects_after_all_regions() -> None:
    game = battle(
        KISLEV,
        kislev="bloodletter, leper, acolyte",
        empire="bloodletter, leper",
        cards="kislev the_final_rotting / blood_frenzy",
        corruption="kislev nurgle 1",
        runs=("end_of_battles",),
        dice=[1, 1, 1, 1, 4, 1],
    )
    kinds = [kind for kind, *_ in told(game, "battle", "killed")]
    assert kinds == ["battle", "battle", "killed"]
    assert asked(game) == (NURGLE, "rot")


@rule("OLDWORLD-8.25", "OLDWORLD-15.5")
def test_battles_are_fought_in_ruins_too() -> None:
    game = battle(KISLEV, kislev="bloodletter, leper", ruined="kislev", dice=[4, 1])
    assert figures(game, KISLEV) == ["bloodletter"]


@rule("OLDWORLD-8.27", "OLDWORLD-12.5")
def test_a_kill_counts_for_the_killer_and_a_removal_for_nobody() -> None:
    game = battle(KISLEV, kislev="plaguebearer 2, bloodletter", dice=[1, 1, 4, 1])
    assert game.state.slain == (0, 1 << KISLEV, 0, 0)
    assert game.state.counters == (0, 0, 0, 0)  # Nurgle earns nothing by killing


def test_the_phase_goes_on_when_no_battle_is_left() -> None:
    game = battle(NORSCA, dice=[])
    assert halted(game)
    assert game.base.agenda[-1].procedure == "end_of_battles"
    assert (BORDER, EMPIRE) == (7, 3)
