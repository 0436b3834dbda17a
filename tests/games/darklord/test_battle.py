"""Resolving areas: ranking, offers and payment."""

from __future__ import annotations

import pytest

from games.darklord.table import BLUE, GREEN, RED, YELLOW, answer, asked, options, owner, table, told, uids
from grimtable.games.darklord.battle import Rank, cost, ranking, standing
from grimtable.games.darklord.components import NONE
from grimtable.kernel.values import Illegal
from rule import rule


# ---------------------------------------------------------------- ranking
@rule("DARKLORD-8.1")
def test_areas_are_resolved_from_a_on_each_to_its_end_before_the_next() -> None:
    game = table("resolve", 0, A="red wood_golem, blue wood_golem", C="blue goblin_soldier", D="red goblin_soldier")
    assert (asked(game), game.state.area) == ((RED, "offer"), 0)
    answer(game, "decline")
    assert (asked(game), game.state.area) == ((BLUE, "offer"), 0)
    answer(game, "accept")
    assert owner(game, "skeleton_crown") == BLUE  # paid and taken before the next area, B, goes to the trash
    assert (asked(game), game.state.area) == ((BLUE, "offer"), 2)
    answer(game, "accept", "accept")
    order = told(game, "declined", "paid", "acquired", "trashed")
    assert order == [
        ("declined", RED, "skeleton_crown"),
        ("paid", BLUE, 1, 0),
        ("acquired", BLUE, "skeleton_crown", 0, 1),
        ("trashed", "goblin_banner", 1),
        ("paid", BLUE, 1, 0),
        ("acquired", BLUE, "golem_core", 2, 1),
        ("paid", RED, 1, 0),
        ("acquired", RED, "collectors_vault", 3, 1),
        ("trashed", "twin_witch_dolls_1", 4),
    ]


@rule("DARKLORD-8.2", "DARKLORD-8.4")
def test_the_higher_total_of_current_power_comes_first() -> None:
    stack = "red skeleton_knight, blue wood_golem, blue junk_golem, green wood_golem, blue skeleton_swordman"
    s = table("resolve", 0, A=stack, tokens="green wood_golem").state
    assert standing(s, 0) == [Rank(BLUE, 4, False), Rank(RED, 3, False), Rank(GREEN, 2, False)]


@rule("DARKLORD-8.2")
def test_units_in_other_areas_do_not_count() -> None:
    s = table("resolve", 0, A="red wood_golem, blue wood_golem, red goblin_soldier", B="blue skeleton_knight").state
    assert standing(s, 0) == [Rank(RED, 2, False), Rank(BLUE, 1, False)]


@rule("DARKLORD-8.3")
def test_only_players_with_a_unit_there_are_ranked_and_a_total_of_zero_is_enough() -> None:
    game = table("resolve", 0, A="yellow goblin_delivery", B="red wood_golem")
    assert standing(game.state, 0) == [Rank(YELLOW, 0, False)]
    assert asked(game) == (YELLOW, "offer")
    answer(game, "accept")
    assert owner(game, "skeleton_crown") == YELLOW
    assert game.state.coins[YELLOW] == 2  # its upkeep is 0


@rule("DARKLORD-8.4")
def test_equal_totals_go_to_the_player_whose_first_unit_stands_earlier() -> None:
    s = table("resolve", 0, A="green goblin_soldier, red junk_golem, blue skeleton_spearman, green wood_golem").state
    assert [rank.player for rank in standing(s, 0)] == [GREEN, RED, BLUE]
    s = table("resolve", 0, A="blue skeleton_spearman, red junk_golem, green goblin_soldier, green wood_golem").state
    assert [rank.player for rank in standing(s, 0)] == [BLUE, RED, GREEN]


@rule("DARKLORD-8.5", "DARKLORD-13.5")
def test_a_flag_bearer_comes_first_among_equals_and_never_beats_a_higher_total() -> None:
    s = table("resolve", 0, A="red wood_golem, yellow junk_golem, blue wood_golem, green goblin_flag_bearer").state
    assert [rank.player for rank in standing(s, 0)] == [YELLOW, GREEN, RED, BLUE]


@rule("DARKLORD-8.5")
def test_a_flag_counts_wherever_its_owner_s_units_stand() -> None:
    stack = "red wood_golem, red goblin_soldier, blue goblin_flag_bearer, blue wood_golem"
    s = table("resolve", 0, A=stack).state
    assert standing(s, 0) == [Rank(BLUE, 2, True), Rank(RED, 2, False)]


@rule("DARKLORD-8.5")
def test_among_several_flags_the_stack_decides() -> None:
    s = table("resolve", 0, A="red wood_golem, blue goblin_flag_bearer, green goblin_flag_bearer").state
    assert [rank.player for rank in standing(s, 0)] == [BLUE, GREEN, RED]


@rule("DARKLORD-5.2", "DARKLORD-8.6", "DARKLORD-1.7")
def test_who_owns_the_land_already_is_left_out_of_the_ranking() -> None:
    game = table(
        "resolve",
        0,
        targets="watchtower, watchtower",
        home="red watchtower",
        A="red skull_dragon, red goblin_king, blue wood_golem",  # whatever red's power
        B="red wood_golem",
    )
    assert [rank.player for rank in ranking(game.state, 0)] == [BLUE]
    assert asked(game) == (BLUE, "offer")
    answer(game, "accept")
    assert uids(game.state.trash)[:1] == ["watchtower_3"]  # red stood there alone
    assert owner(game, "watchtower_2") == BLUE


@rule("DARKLORD-5.2")
def test_a_minus_version_bars_from_its_land_too_and_another_land_does_not() -> None:
    home = "red abandoned_tower, blue farm_village"
    s = table("resolve", 0, targets="watchtower", home=home, A="red skeleton_knight, blue wood_golem").state
    assert [rank.player for rank in ranking(s, 0)] == [BLUE]


@rule("DARKLORD-5.3", "DARKLORD-1.7")
def test_a_land_won_in_an_earlier_area_of_the_round_counts() -> None:
    lands, both = "farm_village, farm_village", "red goblin_soldier, blue goblin_soldier"
    game = table("resolve", 0, targets=lands, A="red wood_golem", B=both)
    without = game.clone()
    answer(game, "accept")
    assert asked(game) == (BLUE, "offer")
    answer(without, "decline")
    assert asked(without) == (RED, "offer")


# ---------------------------------------------------------------- offers
@rule("DARKLORD-8.7")
def test_the_offer_goes_down_the_ranking_until_somebody_accepts() -> None:
    game = table("resolve", 0, A="red skeleton_knight, blue junk_golem, yellow wood_golem, green goblin_delivery")
    assert (asked(game), options(game)) == ((RED, "offer"), ("accept", "decline"))
    answer(game, "decline")
    assert asked(game) == (BLUE, "offer")
    answer(game, "decline")
    assert asked(game) == (YELLOW, "offer")
    answer(game, "accept")
    assert told(game, "acquired") == [(YELLOW, "skeleton_crown", 0, 1)]  # and green is not asked
    assert game.state.coins[:3] == [2, 2, 2]


@rule("DARKLORD-8.7", "DARKLORD-9.3")
def test_who_cannot_pay_the_full_cost_is_passed_over() -> None:
    game = table("resolve", 0, A="red skeleton_knight, blue wood_golem", coins={RED: 1})
    assert told(game, "cannot_pay") == [(RED, "skeleton_crown", 2)]
    assert asked(game) == (BLUE, "offer")


@rule("DARKLORD-8.7", "DARKLORD-9.4")
def test_a_magic_stone_makes_up_for_a_missing_coin() -> None:
    game = table("resolve", 0, A="red skeleton_knight, blue wood_golem", coins={RED: 1}, stones={RED: 1})
    assert asked(game) == (RED, "offer")


@rule("DARKLORD-8.8")
@pytest.mark.parametrize("stack", ["", "red wood_golem", "red goblin_king"])
def test_a_target_that_nobody_takes_goes_to_the_trash(stack: str) -> None:
    game = table("resolve", 0, A=stack, E="green wood_golem")
    if asked(game)[0] == RED:
        answer(game, "decline")
    assert uids(game.state.trash)[0] == "skeleton_crown"
    assert game.state.targets[0] == NONE
    assert owner(game, "skeleton_crown") == NONE


@rule("DARKLORD-8.8")
def test_if_all_decline_the_target_is_trashed_and_nobody_is_asked_again() -> None:
    game = table("resolve", 0, A="red wood_golem, blue wood_golem", E="green wood_golem")
    answer(game, "decline", "decline")
    assert asked(game) == (GREEN, "offer")
    assert told(game, "trashed")[0] == ("skeleton_crown", 0)


# ---------------------------------------------------------------- payment
@rule("DARKLORD-9.1")
def test_only_the_player_who_acquires_pays() -> None:
    game = table("resolve", 0, A="red wood_golem, blue wood_golem, green wood_golem", E="yellow wood_golem")
    answer(game, "decline", "accept")
    assert game.state.coins == [2, 1, 2, 2]
    assert told(game, "paid") == [(BLUE, 1, 0)]


@rule("DARKLORD-9.2")
def test_the_cost_is_the_upkeep_of_all_own_units_there() -> None:
    stack = "red goblin_king, blue wood_golem, red wood_golem, red skeleton_knight"
    s = table("resolve", 0, A=stack, B="red goblin_soldier").state
    assert (cost(s, 0, RED), cost(s, 0, BLUE), cost(s, 1, RED)) == (6, 1, 1)


@rule("DARKLORD-9.2")
def test_paying_for_some_of_the_units_is_impossible() -> None:
    game = table("resolve", 0, A="red wood_golem, red goblin_soldier", E="green wood_golem", coins={RED: 1})
    assert asked(game) == (GREEN, "offer")
    assert told(game, "cannot_pay") == [(RED, "skeleton_crown", 2)]


@rule("DARKLORD-9.3")
def test_coins_spent_in_an_earlier_area_are_gone_for_the_round() -> None:
    game = table("resolve", 0, A="red wood_golem", B="red goblin_soldier, red skeleton_swordman, blue wood_golem")
    answer(game, "accept")
    assert game.state.coins[RED] == 1
    assert asked(game) == (BLUE, "offer")


@rule("DARKLORD-9.3")
def test_coins_spent_on_an_ability_are_gone_for_the_round() -> None:
    game = table("turn", RED, ready="red skeleton_spearman", A="blue junk_golem", E="green wood_golem")
    answer(game, ("skeleton_spearman_1", "A"))
    assert told(game, "cannot_pay") == [(RED, "skeleton_crown", 1)]


@rule("DARKLORD-9.4", "DARKLORD-7.13")
@pytest.mark.parametrize(
    ("coins", "stones", "left"),
    [(2, 1, (0, 1)), (1, 1, (0, 0)), (0, 2, (0, 0)), (1, 2, (0, 1))],
)
def test_magic_stones_pay_what_the_coins_do_not_and_return_to_the_stock(
    coins: int, stones: int, left: tuple[int, int]
) -> None:
    game = table("resolve", 0, A="red skeleton_knight", E="green wood_golem", coins={RED: coins}, stones={RED: stones})
    answer(game, "accept")
    assert (game.state.coins[RED], game.state.stones[RED]) == left
    assert game.state.stones_left() == 4 - left[1]
    assert told(game, "paid") == [(RED, coins - left[0], stones - left[1])]


@rule("DARKLORD-7.13")
def test_a_used_magic_stone_does_not_come_back_in_the_next_round() -> None:
    game = table("resolve", 0, A="red goblin_king", coins={RED: 2}, stones={RED: 1, YELLOW: 1})
    answer(game, "accept")
    assert (game.state.round, game.state.coins, game.state.stones) == (2, [2, 2, 2, 2], [0, 0, 1, 0])


@rule("DARKLORD-9.5")
def test_an_acquired_unit_goes_home_and_cannot_be_used_in_the_same_round() -> None:
    game = table("resolve", 0, targets="skeleton_knight", A="red wood_golem", E="green wood_golem")
    answer(game, "accept")
    assert owner(game, "skeleton_knight_1") == RED
    assert game.state.targets[0] == NONE
    assert "skeleton_knight_1" not in [uid for group in game.state.ready for uid in uids(group)]
    assert "skeleton_knight_1" not in [uid for group in game.state.stacks for uid in uids(group)]


@rule("DARKLORD-9.6")
def test_a_player_may_acquire_any_number_of_targets() -> None:
    game = table("resolve", 0, A="red wood_golem", B="red goblin_delivery", C="red goblin_soldier")
    answer(game, "accept", "accept", "accept")
    assert [who for who, *_ in told(game, "acquired")] == [RED, RED, RED]


@rule("DARKLORD-9.7")
def test_abilities_of_acquiring_come_after_the_payment_and_before_the_next_area() -> None:
    game = table("resolve", 0, A="red skeleton_cursedman", B="blue wood_golem")
    answer(game, "accept")
    assert (asked(game), game.state.coins[RED], game.state.area) == ((RED, "curse"), 1, 0)
    answer(game, BLUE)
    assert (asked(game), game.state.area) == ((BLUE, "offer"), 1)
    assert [event[0] for event in told(game, "paid", "acquired", "cursed")] == ["paid", "acquired", "cursed"]


@rule("DARKLORD-9.7")
def test_several_abilities_of_acquiring_act_in_stack_order() -> None:
    game = table("resolve", 0, A="red guardian_golem, red skeleton_cursedman")
    answer(game, "accept")
    assert asked(game) == (RED, "throne_vp")
    answer(game, "take")
    assert asked(game) == (RED, "curse")
    game = table("resolve", 0, A="red skeleton_cursedman, red guardian_golem")
    answer(game, "accept", RED)  # the token goes to the owner, so the Guardian has one to hand over
    assert asked(game) == (RED, "hand_over")


def test_nobody_else_may_answer_an_offer() -> None:
    game = table("resolve", 0, A="red wood_golem, blue wood_golem")
    with pytest.raises(Illegal):
        game.apply(BLUE, "accept")
