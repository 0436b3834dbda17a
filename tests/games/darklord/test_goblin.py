"""Abilities of the Goblins."""

from __future__ import annotations

import pytest

from games.darklord.table import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    answer,
    asked,
    options,
    owner,
    places,
    power,
    stack,
    table,
    told,
    uids,
)
from grimtable.games.darklord.battle import Rank, cost, standing
from grimtable.games.darklord.components import CARDS, NONE
from rule import rule


# ---------------------------------------------------------------- Goblin Flag Bearer
@rule("DARKLORD-13.5", "DARKLORD-8.5")
def test_a_flag_decides_only_in_its_own_area() -> None:
    s = table("resolve", 0, A="red wood_golem, blue wood_golem", B="red goblin_soldier, blue goblin_flag_bearer").state
    assert standing(s, 0) == [Rank(RED, 1, False), Rank(BLUE, 1, False)]
    assert standing(s, 1) == [Rank(BLUE, 1, True), Rank(RED, 1, False)]


@rule("DARKLORD-13.5")
def test_a_flag_lifts_all_units_of_its_owner_in_a_tie() -> None:
    s = table("resolve", 0, A="red skeleton_knight, blue junk_golem, blue goblin_flag_bearer, green wood_golem").state
    assert [rank.player for rank in standing(s, 0)] == [BLUE, RED, GREEN]


# ---------------------------------------------------------------- Goblin Delivery
@rule("DARKLORD-13.6")
def test_a_delivery_puts_its_token_on_another_own_unit_for_nothing() -> None:
    stacks = "blue wood_golem, red wood_golem, red goblin_soldier"
    game = table("turn", RED, ready="red goblin_delivery, blue goblin_soldier", A=stacks, coins={RED: 0})
    answer(game, ("goblin_delivery", "A"))
    assert options(game) == ("wood_golem_1", "goblin_soldier_1", "decline")
    answer(game, "goblin_soldier_1")
    assert (power(game, "goblin_soldier_1"), power(game, "goblin_delivery"), power(game, "wood_golem_1")) == (2, 0, 1)
    assert game.state.power_tokens_left() == 0
    assert told(game, "token_placed") == [(RED, "goblin_soldier_1", 0)]


@rule("DARKLORD-13.6")
def test_a_delivery_finds_nobody_where_only_others_stand() -> None:
    game = table("turn", RED, ready="red goblin_delivery, blue goblin_soldier", A="blue wood_golem")
    answer(game, ("goblin_delivery", "A"))
    assert asked(game) == (BLUE, "place")
    assert game.state.tokens == ()


def delivered_again(*first: str) -> list[tuple[int, str]]:
    """What red is asked when the Delivery is placed, taken back by the Scout, and placed again."""
    game = table("turn", RED, ready="red goblin_delivery, red goblin_scout, blue wood_golem", A="red goblin_soldier")
    answer(game, ("goblin_delivery", "A" if first else "B"), *first, "pass")
    answer(game, ("goblin_scout", "A" if first else "B"))
    answer(game, "goblin_delivery")
    seen = []
    answer(game, ("goblin_delivery", "A"))
    while game.state.phase == "placement":
        seen.append(asked(game))
        answer(game, options(game)[0])
    return seen


@rule("DARKLORD-13.7")
def test_a_delivery_works_once_per_round_even_if_it_is_placed_twice() -> None:
    assert delivered_again("goblin_soldier_1") == []


@rule("DARKLORD-13.7")
def test_a_delivery_that_is_used_up_does_nothing_even_if_its_token_is_back_in_the_stock() -> None:
    game = table("turn", RED, ready="red goblin_delivery, blue goblin_soldier", A="red wood_golem")
    game.base.spent = (CARDS["goblin_delivery"],)
    answer(game, ("goblin_delivery", "A"))
    assert (asked(game), game.state.power_tokens_left()) == ((BLUE, "place"), 1)


@rule("DARKLORD-13.7")
def test_a_declined_or_impossible_delivery_is_not_used_up() -> None:
    assert delivered_again("decline") == [(RED, "delivery")]
    assert delivered_again() == [(RED, "delivery")]


@rule("DARKLORD-13.7")
def test_a_delivery_works_again_in_the_next_round() -> None:
    game = table("resolve", 0, start=GREEN, home="red goblin_delivery", acquired=(RED, BLUE, YELLOW, GREEN))
    game.base.spent = (CARDS["goblin_delivery"],)
    assert (asked(game), game.state.round) == ((RED, "sleeve"), 2)
    answer(game, "goblin_delivery", "wood_golem_1", "done", "done", "done", "done")
    answer(game, ("wood_golem_1", "A"), ("goblin_delivery", "A"))
    assert asked(game) == (RED, "delivery")


@rule("DARKLORD-7.14")
def test_a_token_on_a_unit_that_is_taken_back_goes_to_the_stock() -> None:
    game = table("turn", RED, ready="red goblin_scout", A="red wood_golem", tokens="red wood_golem")
    answer(game, ("goblin_scout", "A"), "wood_golem_1")
    assert (game.state.tokens, game.state.power_tokens_left()) == ((), 1)
    assert power(game, "wood_golem_1") == 1


# ---------------------------------------------------------------- Goblin King
@rule("DARKLORD-13.12", "DARKLORD-9.2")
def test_a_king_makes_others_pay_1_more_for_each_unit_of_power_2_or_more() -> None:
    king = "green goblin_king, blue junk_golem, blue skeleton_knight, red wood_golem, blue wood_golem"
    s = table("resolve", 0, A=king).state
    assert [cost(s, 0, me) for me in (RED, BLUE, GREEN)] == [1, 2 + 2 + 1 + 2, 3]


@rule("DARKLORD-13.12", "DARKLORD-7.15")
def test_a_king_looks_at_current_power() -> None:
    s = table("resolve", 0, A="green goblin_king, red wood_golem", tokens="red wood_golem").state
    assert cost(s, 0, RED) == 2


@rule("DARKLORD-13.12")
def test_a_king_counts_only_in_its_area_and_spares_its_owner() -> None:
    s = table("resolve", 0, A="green goblin_king, green junk_golem", B="red junk_golem").state
    assert (cost(s, 0, GREEN), cost(s, 1, RED)) == (5, 2)


@rule("DARKLORD-13.12", "DARKLORD-8.7")
def test_who_cannot_pay_the_surcharge_cannot_acquire() -> None:
    game = table("resolve", 0, A="blue junk_golem, red skeleton_knight, green goblin_king", coins={RED: 2, BLUE: 3})
    assert told(game, "cannot_pay") == [(RED, "skeleton_crown", 3), (GREEN, "skeleton_crown", 3)]
    answer(game, "accept")
    assert told(game, "paid") == [(BLUE, 3, 0)]


@rule("DARKLORD-13.12", "DARKLORD-7.6")
def test_a_king_whose_owner_is_barred_from_the_land_still_makes_others_pay() -> None:
    stack = "red goblin_king, blue junk_golem"
    game = table("resolve", 0, targets="watchtower", home="red watchtower", A=stack, coins={BLUE: 3})
    assert asked(game) == (BLUE, "offer")
    answer(game, "accept")
    assert told(game, "paid") == [(BLUE, 3, 0)]


# ---------------------------------------------------------------- Goblin Scout
@rule("DARKLORD-13.13")
def test_a_scout_takes_another_own_unit_home_and_it_may_be_placed_on_a_later_turn() -> None:
    game = table("turn", RED, ready="red goblin_scout, blue goblin_soldier", A="red wood_golem, blue wood_golem")
    answer(game, ("goblin_scout", "A"))
    assert options(game) == ("wood_golem_1", "decline")
    answer(game, "wood_golem_1")
    assert asked(game) == (BLUE, "place")  # not before the next turn
    assert uids(game.state.ready[RED]) == ["wood_golem_1"]
    assert (game.state.removed, stack(game, "A")) == ((), ["wood_golem_2", "goblin_scout"])
    answer(game, "pass")
    assert (asked(game), places(game, "wood_golem_1")) == ((RED, "place"), "ABCDE")


@rule("DARKLORD-13.13", "DARKLORD-7.1")
def test_a_unit_that_was_taken_back_must_resolve_its_ability_again() -> None:
    game = table("turn", RED, ready="red goblin_scout", A="red skull_dragon, blue wood_golem", B="red goblin_soldier")
    answer(game, ("goblin_scout", "A"), "skull_dragon")
    assert places(game, "skull_dragon") == "AB"  # only where an own unit can make room
    answer(game, ("skull_dragon", "B"))
    assert uids(game.state.removed) == ["goblin_soldier_1"]


# ---------------------------------------------------------------- Goblin Bomber
@rule("DARKLORD-13.16")
def test_a_bomber_is_a_unit_of_power_2_in_addition_to_the_sleeved_units() -> None:
    game = table("prepare", 2, number=1, home="red goblin_bomber, red clay_golem")
    answer(game, "all", "done", "done", "done")
    for uid in ("goblin_soldier_1", "wood_golem_1", "skeleton_swordman_1", "clay_golem"):
        answer(game, (uid, "A"))
    answer(game, ("goblin_bomber_red", "B"))
    assert stack(game, "B") == ["goblin_bomber_red"]
    assert standing(game.state, 1) == [Rank(RED, 2, False)]
    assert cost(game.state, 1, RED) == 1


@rule("DARKLORD-13.16")
def test_a_bomber_may_be_kept_for_a_later_round() -> None:
    game = table("turn", RED, home="red goblin_bomber", ready="red goblin_bomber, red wood_golem", start=GREEN)
    answer(game, ("wood_golem_1", "A"), "pass", "accept")
    assert game.state.round == 2
    assert owner(game, "goblin_bomber_red") == RED


@rule("DARKLORD-13.16", "DARKLORD-10.4")
@pytest.mark.parametrize("taken", ["accept", "decline"])
def test_a_bomber_that_was_placed_and_taken_back_returns_to_the_stock_anyway(taken: str) -> None:
    game = table("turn", RED, ready="red goblin_scout", A="red goblin_bomber", bombed=(RED,), acquired=(RED,))
    answer(game, ("goblin_scout", "A"), "goblin_bomber_red")
    assert places(game, "goblin_bomber_red") == "ABCDE"
    answer(game, "pass", taken)
    assert owner(game, "goblin_bomber_red") == NONE
    assert told(game, "bomber_returned") == [(RED,)]
    assert [who for (who,) in told(game, "bomber_received")] == [BLUE, YELLOW, GREEN]
