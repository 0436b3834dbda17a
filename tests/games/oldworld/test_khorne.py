"""Khorne's cards and upgrades."""

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
    hand,
    options,
    playing,
    table,
    told,
)
from grimtable.games.oldworld.corruption import domination
from grimtable.games.oldworld.regions import may_enter, may_leave
from rule import rule

PUBLISHED = {"profile": "published"}


# ---------------------------------------------------------------- cards
@rule("OLDWORLD-22.1", "OLDWORLD-7.7")
def test_blood_frenzy_rolls_two_dice_a_copy_even_without_a_figure() -> None:
    game = battle(KISLEV, kislev="leper 2", cards="kislev blood_frenzy / blood_frenzy", dice=[1, 4, 4, 1])
    assert told(game, "rolled") == [("khorne", "kislev", (1, 4), 1), ("khorne", "kislev", (4, 1), 1)]
    assert figures(game, KISLEV) == []
    game = battle(KISLEV, kislev="bloodletter", cards="kislev blood_frenzy /", dice=[])
    assert told(game, "rolled") == []  # no target, no dice


@rule("OLDWORLD-22.2")
def test_battle_cry_stops_every_placement_and_nothing_else() -> None:
    game = corrupting(
        cards="kislev battle_cry /", kislev="leper 2, seductress", empire="leper", corruption="kislev nurgle 12"
    )
    assert corruption(game, KISLEV) == (0, 12, 0, 0)
    assert corruption(game, EMPIRE) == (0, 1, 0, 0)
    assert told(game, "ruined") == [("kislev", 1)]  # the check goes on
    game = playing(SLAANESH, "perverse_infiltration", "kislev", cards="kislev battle_cry /")
    assert corruption(game, KISLEV) == (0, 0, 0, 0)
    game = acting(NURGLE, cards="kislev battle_cry /", upgrades="nurgle_great_unclean_one")
    answer(game, "great_unclean_one_1", "kislev")
    assert corruption(game, KISLEV) == (0, 0, 0, 0)
    game = corrupting(cards="kislev battle_cry / a_great_foul_consumption", kislev="leper 2")
    assert (figures(game, KISLEV), corruption(game, KISLEV)) == ([], (0, 0, 0, 0))


@rule("OLDWORLD-22.3", "OLDWORLD-7.8")
def test_the_skull_throne_counts_attack_for_khorne_alone() -> None:
    words: dict[str, Any] = {"kislev": "bloodletter, bloodsworn 2, bloodthirster, plaguebearer 2"}
    s = acting(KHORNE, cards="kislev the_skull_throne /", **words).state
    assert domination(s, KISLEV, KHORNE) == 7  # 6 and the card
    assert domination(s, KISLEV, NURGLE) == 2
    s = acting(KHORNE, cards="kislev the_skull_throne / the_skull_throne", **words).state
    assert domination(s, KISLEV, KHORNE) == 8
    s = acting(KHORNE, cards="kislev the_skull_throne /", upgrades="khorne_bloodthirster", **words).state
    assert domination(s, KISLEV, KHORNE) == 7  # 4 for the Bloodthirster, not 3


@rule("OLDWORLD-22.4", "OLDWORLD-7.8")
def test_field_of_carnage_keeps_others_out() -> None:
    words: dict[str, Any] = {"cards": "kislev field_of_carnage / field_of_carnage", "empire": "leper, bloodsworn"}
    game = answer(acting(NURGLE, **words), "leper_2")
    assert options(game) == ("empire", "bretonnia", "border_princes")
    game = answer(acting(KHORNE, **words), "bloodsworn_2")
    assert "kislev" in options(game)
    game = playing(TZEENTCH, "teleport", "empire", **words)
    answer(game, "leper_1")
    assert "kislev" not in options(game)  # a move by a card is a summons too
    game = playing(TZEENTCH, "teleport", "empire", **words)
    answer(game, "bloodsworn_1")
    assert "kislev" in options(game)  # his figures may come
    game = playing(
        KHORNE, "the_blood_gods_call", "kislev", cards="kislev field_of_carnage /", empire="leper, bloodsworn"
    )
    answer(game, "empire")
    assert options(game) == ("bloodsworn_1", "none")


@rule("OLDWORLD-22.4")
def test_under_the_published_rules_field_of_carnage_keeps_others_in() -> None:
    words: dict[str, Any] = {"cards": "kislev field_of_carnage /", "kislev": "leper, bloodsworn", "options": PUBLISHED}
    s = acting(NURGLE, **words).state
    assert (may_enter(s, KISLEV, NURGLE), may_leave(s, KISLEV, NURGLE)) == (True, False)
    game = acting(NURGLE, **words)
    assert "leper_1" not in options(game)
    assert "leper_2" in options(game)
    assert "bloodsworn_1" in options(acting(KHORNE, **words))
    game = playing(TZEENTCH, "teleport", "kislev", **words)
    assert asked(game) == (TZEENTCH, "move_to")  # only the Bloodsworn may go


@rule("OLDWORLD-22.5", "OLDWORLD-8.27")
def test_ritual_slaying_draws_a_card_for_each_figure_killed_there() -> None:
    words: dict[str, Any] = {"tokens": "kislev peasant", "cards": "kislev ritual_slaying / blood_frenzy"}
    game = battle(KISLEV, kislev="leper 2", dice=[4, 6, 5], **words)
    answer(game, "leper_1", "leper_2")
    assert len(hand(game, KHORNE)) == 2  # the third hit killed the peasant
    assert game.state.peasants[KHORNE] == 1
    game = battle(KISLEV, kislev="bloodletter, leper 2", cards="kislev ritual_slaying / ritual_slaying", dice=[4, 5])
    assert len(hand(game, KHORNE)) == 4


@rule("OLDWORLD-22.6")
def test_reborn_in_blood_fights_again_with_everything() -> None:
    cards = "kislev reborn_in_blood / blood_frenzy"
    game = battle(KISLEV, kislev="bloodletter, great_unclean_one", cards=cards, dice=[4, 1, 1, 1, 1, 1, 1] * 2)
    assert told(game, "battle") == [("kislev",)] * 2
    assert len(told(game, "wounded")) == 2  # the frenzy again; its first hit is forgotten
    assert figures(game, KISLEV) == ["bloodletter", "great_unclean_one"]
    game = battle(KISLEV, kislev="bloodletter, leper", cards="kislev reborn_in_blood /", dice=[4, 1])
    assert told(game, "battle") == [("kislev",)]  # nobody is left
    game = battle(
        KISLEV, kislev="bloodletter, leper", cards="kislev reborn_in_blood / reborn_in_blood", dice=[1, 1] * 3
    )
    assert told(game, "battle") == [("kislev",)] * 3


@rule("OLDWORLD-22.7")
def test_the_blood_gods_call_moves_up_to_two_figures_of_anybody_from_one_region() -> None:
    words: dict[str, Any] = {"norsca": "leper, great_unclean_one, bloodsworn", "empire": "acolyte"}
    game = playing(KHORNE, "the_blood_gods_call", "kislev", **words)
    assert options(game) == ("norsca", "empire", "none")
    answer(game, "norsca", "great_unclean_one_1", "leper_1")
    assert figures(game, KISLEV) == ["leper", "great_unclean_one"]
    assert asked(game) == (NURGLE, "act")
    game = playing(KHORNE, "the_blood_gods_call", "kislev", **words)
    answer(game, "norsca", "leper_1", "none")
    assert figures(game, KISLEV) == ["leper"]
    game = answer(playing(KHORNE, "the_blood_gods_call", "kislev", **words), "none")
    assert figures(game, NORSCA) == ["bloodsworn", "leper", "great_unclean_one"]


# ---------------------------------------------------------------- upgrades
@rule("OLDWORLD-17.2")
def test_upgraded_bloodsworn_roll_a_die() -> None:
    game = battle(KISLEV, kislev="bloodsworn, leper", upgrades="khorne_bloodsworn", dice=[4])
    assert figures(game, KISLEV) == ["bloodsworn"]


@rule("OLDWORLD-22.31", "OLDWORLD-8.20")
def test_upgraded_bloodletters_roll_after_the_frenzy_and_before_all_others_but_not_again() -> None:
    game = battle(
        KISLEV,
        kislev="bloodletter, bloodthirster, plaguebearer",
        cards="kislev blood_frenzy /",
        upgrades="khorne_bloodletter",
        dice=[1, 1, 4, 1, 2, 2, 2, 2],
    )
    assert [dice for _, _, dice, _ in told(game, "rolled")] == [(1, 1), (4, 1), (2, 2, 2, 2)]
    assert figures(game, KISLEV) == ["bloodletter", "bloodthirster"]  # the Plaguebearer never rolled


@rule("OLDWORLD-17.4")
def test_an_upgraded_bloodthirster_counts_as_three() -> None:
    s = acting(KHORNE, kislev="bloodthirster, bloodsworn", upgrades="khorne_bloodthirster").state
    assert domination(s, KISLEV, KHORNE) == 4
    assert domination(acting(KHORNE, kislev="bloodthirster").state, KISLEV, KHORNE) == 1


@rule("OLDWORLD-17.3", "OLDWORLD-17.4", "OLDWORLD-5.5")
def test_power_upgrades_of_khorne() -> None:
    game = table("draw_phase", phase="old_world", without="tzeentch", upgrades="khorne_power_1 khorne_cards")
    assert game.state.points[KHORNE] == 8
    assert len(hand(game, KHORNE)) == 3
