"""Nurgle's cards and upgrades."""

from __future__ import annotations

from games.oldworld.table import (
    EMPIRE,
    ESTALIA,
    KISLEV,
    NORSCA,
    NURGLE,
    acting,
    answer,
    asked,
    battle,
    corrupting,
    corruption,
    figures,
    halted,
    options,
    playing,
    table,
    told,
)
from grimtable.games.oldworld.actions import summoning_cost
from grimtable.games.oldworld.components import FIGURE_OF
from grimtable.games.oldworld.corruption import domination
from grimtable.games.oldworld.regions import defense, resistance
from rule import rule


# ---------------------------------------------------------------- cards
@rule("OLDWORLD-22.8")
def test_plague_aura_counts_the_tokens_that_lie_there_when_domination_is_computed() -> None:
    s = acting(NURGLE, cards="kislev plague_aura /", corruption="kislev nurgle 3, khorne 2", kislev="leper").state
    assert domination(s, KISLEV, NURGLE) == 4
    game = corrupting(cards="kislev plague_aura /", corruption="kislev nurgle 3", kislev="leper")
    assert told(game, "dominated") == [("nurgle", "kislev", 3)]


@rule("OLDWORLD-22.9")
def test_plague_touch_weakens_enemies_but_not_below_one() -> None:
    s = acting(NURGLE, cards="kislev plague_touch / plague_touch", kislev="bloodthirster, acolyte, leper").state
    assert [defense(s, figure, KISLEV) for figure in s.at[KISLEV]] == [1, 1, 1]
    s = acting(NURGLE, cards="kislev plague_touch /", kislev="horror, great_unclean_one").state
    assert [defense(s, figure, KISLEV) for figure in s.at[KISLEV]] == [3, 1]
    s = acting(NURGLE, cards="kislev plague_touch /", kislev="great_unclean_one@slaanesh, horror@nurgle").state
    assert [defense(s, figure, KISLEV) for figure in s.at[KISLEV]] == [2, 2]  # the controller counts


@rule("OLDWORLD-22.9")
def test_rain_of_pus_strengthens_what_nurgle_controls() -> None:
    s = acting(NURGLE, cards="kislev rain_of_pus /", kislev="leper, great_unclean_one, acolyte, horror@nurgle").state
    assert [defense(s, figure, KISLEV) for figure in s.at[KISLEV]] == [2, 4, 1, 3]


@rule("OLDWORLD-22.10", "OLDWORLD-21.6")
def test_influenza_lowers_resistance_by_two_but_not_below_zero() -> None:
    s = acting(NURGLE, cards="kislev influenza /; norsca influenza /; empire influenza / influenza").state
    assert [resistance(s, region) for region in (KISLEV, NORSCA, EMPIRE)] == [1, 0, 1]


@rule("OLDWORLD-22.11")
def test_all_things_decay_removes_one_token_of_anybody() -> None:
    game = playing(NURGLE, "all_things_decay", "kislev", corruption="kislev khorne 2, slaanesh 1; empire nurgle 1")
    assert options(game) == ("khorne", "slaanesh")
    answer(game, "khorne")
    assert corruption(game, KISLEV) == (1, 0, 0, 1)


@rule("OLDWORLD-22.12")
def test_a_great_foul_consumption_takes_all_figures_and_adds_half_as_many_tokens() -> None:
    cards = "kislev a_great_foul_consumption /"
    game = corrupting(cards=cards, kislev="leper 2, plaguebearer 2, great_unclean_one, acolyte")
    assert figures(game, KISLEV) == ["acolyte"]
    assert corruption(game, KISLEV) == (0, 4, 1, 0)  # two by the Lepers, two for five figures
    assert told(game, "killed") == []
    game = corrupting(cards=cards, kislev="plaguebearer 4", corruption="kislev nurgle 10")
    assert told(game, "ruined") == [("kislev", 1)]  # before the count


@rule("OLDWORLD-22.13", "OLDWORLD-8.27")
def test_the_final_rotting_kills_as_many_as_tokens_lie_there_after_all_battles() -> None:
    game = table(
        "end_of_battles",
        phase="battle",
        cards="kislev the_final_rotting /",
        corruption="kislev nurgle 2",
        kislev="bloodthirster, bloodletter, acolyte, horror, leper",
    )
    assert asked(game) == (NURGLE, "rot")
    assert options(game) == ("bloodletter_1", "acolyte_1", "horror_1")  # no greater daemon
    answer(game, "acolyte_1", "horror_1")
    assert figures(game, KISLEV) == ["bloodletter", "bloodthirster", "leper"]
    assert game.state.counters == (0, 0, 0, 0)
    assert halted(game)


@rule("OLDWORLD-22.13", "OLDWORLD-22.17")
def test_the_final_rotting_kills_what_a_shield_protects_in_battle() -> None:
    game = table(
        "end_of_battles",
        phase="battle",
        cards="kislev the_final_rotting /",
        corruption="kislev nurgle 1",
        kislev="acolyte",
    )
    assert figures(game, KISLEV) == []


@rule("OLDWORLD-22.14", "OLDWORLD-10.9")
def test_the_stench_of_death_places_two_tokens_when_nurgle_dominates() -> None:
    cards = "kislev the_stench_of_death / the_stench_of_death"
    game = corrupting(cards=cards, corruption="kislev khorne 8")
    assert corruption(game, KISLEV) == (8, 4, 0, 0)
    assert told(game, "ruined") == [("kislev", 1)]
    assert game.state.vp[NURGLE] == 3  # the region, but no ruiner: the tokens came in the Domination Step
    assert game.state.counters[NURGLE] == 1
    game = corrupting(cards=cards, corruption="kislev khorne 8", options={"profile": "published"})
    assert game.state.vp[NURGLE] == 6
    game = corrupting(cards="kislev the_stench_of_death /", kislev="acolyte 4, leper")
    assert corruption(game, KISLEV) == (0, 1, 4, 0)  # not dominated


# ---------------------------------------------------------------- upgrades
@rule("OLDWORLD-21.7", "OLDWORLD-6.18")
def test_an_upgraded_leper_is_free_where_nurgle_has_nobody_once_a_round() -> None:
    game = acting(NURGLE, upgrades="nurgle_leper", kislev="leper", points="khorne 0, nurgle 3, tzeentch 0, slaanesh 0")
    answer(game, "leper_2", "troll_country")
    assert game.state.points[NURGLE] == 3
    answer(game, "leper_2", "norsca")  # the same Leper again
    assert game.state.points[NURGLE] == 2
    answer(game, "leper_3", "empire")  # another one
    assert game.state.points[NURGLE] == 2
    answer(game, "leper_4", "empire")  # not where a figure of his stands
    assert game.state.points[NURGLE] == 1
    s = acting(NURGLE, kislev="leper").state
    assert summoning_cost(s, NURGLE, FIGURE_OF["leper_2"], NORSCA) == 1


@rule("OLDWORLD-22.30")
def test_upgraded_plaguebearers_strike_back_at_their_killer() -> None:
    words = {"kislev": "bloodletter 2, plaguebearer 2, acolyte", "upgrades": "nurgle_plaguebearer"}
    game = battle(KISLEV, dice=[4, 4, 1, 1, 1, 1], **words)
    answer(game, "plaguebearer_1", "plaguebearer_2")
    # both hits go to Khorne's figures, before Nurgle rolls his two dice
    assert [who for who, *_ in told(game, "killed")] == ["khorne", "khorne", "nurgle", "nurgle"]
    assert told(game, "killed", "rolled")[-1][0] == "rolled"
    assert figures(game, KISLEV) == ["acolyte"]


@rule("OLDWORLD-22.30")
def test_their_hits_kill_or_are_lost_and_before_the_battle_their_victims_leave_at_once() -> None:
    game = battle(KISLEV, kislev="bloodthirster, plaguebearer", upgrades="nurgle_plaguebearer", dice=[4, 1, 1, 1, 1])
    assert told(game, "hits_lost") == [("nurgle", 1)]
    game = battle(
        KISLEV,
        kislev="bloodletter, plaguebearer",
        cards="kislev blood_frenzy /",
        upgrades="nurgle_plaguebearer",
        dice=[4, 1],
    )
    assert figures(game, KISLEV) == []
    assert len(told(game, "rolled")) == 1  # the Bloodletter left before it could roll


@rule("OLDWORLD-22.32", "OLDWORLD-12.7", "OLDWORLD-15.4")
def test_the_upgraded_great_unclean_one_brings_two_tokens_each_time() -> None:
    words = {"upgrades": "nurgle_great_unclean_one", "points": "khorne 0, nurgle 9, tzeentch 0, slaanesh 0"}
    game = answer(acting(NURGLE, **words), "great_unclean_one_1", "kislev")
    assert corruption(game, KISLEV)[NURGLE] == 2
    assert game.state.counters[NURGLE] == 1
    answer(game, "great_unclean_one_1", "empire")
    assert game.state.counters[NURGLE] == 2
    game = answer(acting(NURGLE, ruined="estalia", **words), "great_unclean_one_1", "estalia")
    assert corruption(game, ESTALIA)[NURGLE] == 2  # outside the Corruption Phase ruins are no obstacle
    assert game.state.counters[NURGLE] == 1
    game = playing(0, "the_blood_gods_call", "kislev", empire="great_unclean_one", upgrades="nurgle_great_unclean_one")
    answer(game, "empire", "great_unclean_one_1")
    assert corruption(game, KISLEV) == (0, 0, 0, 0)  # Khorne made that move


@rule("OLDWORLD-17.4")
def test_power_upgrades_of_nurgle() -> None:
    game = table("draw_phase", phase="old_world", without="tzeentch", upgrades="nurgle_power_1")
    assert game.state.points[NURGLE] == 7
    game = corrupting(upgrades="nurgle_provender", corruption="norsca khorne 12; kislev khorne 12")
    assert game.state.vp[NURGLE] == 6
    assert corruption(game, EMPIRE) == (0, 0, 0, 0)
