"""Abilities of the Skeletons."""

from __future__ import annotations

import pytest

from games.darklord.table import BLUE, GREEN, RED, YELLOW, answer, asked, options, places, stack, table, told, uids
from rule import rule


# ---------------------------------------------------------------- Skeleton Spearman
@rule("DARKLORD-13.2")
def test_a_spearman_pays_the_power_of_any_unit_there_and_removes_it() -> None:
    game = table(
        "turn",
        RED,
        ready="red skeleton_spearman, blue goblin_soldier",
        A="blue junk_golem, red wood_golem, yellow goblin_soldier",
    )
    answer(game, ("skeleton_spearman_1", "A"))
    assert (asked(game), options(game)) == ((RED, "spearman"), ("junk_golem_1", "wood_golem_1", "goblin_soldier_3"))
    answer(game, "junk_golem_1")
    assert uids(game.state.removed) == ["junk_golem_1"]
    assert stack(game, "A") == ["wood_golem_1", "goblin_soldier_3", "skeleton_spearman_1"]
    assert game.state.coins == [0, 2, 2, 2]


@rule("DARKLORD-13.2")
def test_a_spearman_chooses_only_among_units_that_can_be_paid() -> None:
    game = table(
        "turn",
        RED,
        ready="red skeleton_spearman",
        A="blue goblin_king, green skull_dragon",
        B="blue skeleton_knight, green wood_golem, blue goblin_flag_bearer",
        C="green goblin_soldier",
        coins={RED: 1},
        stones={RED: 1},
    )
    assert places(game, "skeleton_spearman_1") == "BC"
    answer(game, ("skeleton_spearman_1", "B"))
    assert options(game) == ("wood_golem_4", "goblin_flag_bearer_1")


@rule("DARKLORD-13.2", "DARKLORD-9.4")
def test_a_spearman_may_be_paid_with_magic_stones() -> None:
    game = table(
        "turn",
        RED,
        ready="red skeleton_spearman, blue goblin_soldier",
        A="blue junk_golem",
        coins={RED: 1},
        stones={RED: 1},
    )
    answer(game, ("skeleton_spearman_1", "A"))
    assert (game.state.coins[RED], game.state.stones[RED]) == (0, 0)


@rule("DARKLORD-13.2")
def test_a_unit_of_power_0_is_removed_for_nothing() -> None:
    game = table(
        "turn", RED, ready="red skeleton_spearman, blue goblin_soldier", A="blue goblin_delivery", coins={RED: 0}
    )
    answer(game, ("skeleton_spearman_1", "A"))
    assert uids(game.state.removed) == ["goblin_delivery"]
    assert told(game, "paid") == []


@rule("DARKLORD-13.2")
def test_the_payment_comes_on_top_of_the_upkeep_and_stays_spent() -> None:
    game = table("turn", RED, ready="red skeleton_spearman", A="blue wood_golem", E="green wood_golem")
    answer(game, ("skeleton_spearman_1", "A"))
    assert (asked(game), game.state.coins[RED]) == ((RED, "offer"), 1)
    declined = game.clone(log=True)
    answer(game, "accept")
    assert game.state.coins[RED] == 0
    answer(declined, "decline")
    assert declined.state.coins[RED] == 1


@rule("DARKLORD-13.2")
def test_a_spearman_cannot_be_placed_in_an_empty_area() -> None:
    game = table("turn", RED, ready="red skeleton_spearman", C="red wood_golem")
    assert places(game, "skeleton_spearman_1") == "C"


# ---------------------------------------------------------------- Skeleton Cursedman
@rule("DARKLORD-13.3", "DARKLORD-7.12")
def test_a_cursedman_gives_a_curse_token_to_anybody_when_its_owner_acquires_there() -> None:
    game = table("resolve", 0, A="red skeleton_cursedman", E="green wood_golem")
    answer(game, "accept")
    assert (asked(game), options(game)) == ((RED, "curse"), (RED, BLUE, YELLOW, GREEN))
    answer(game, YELLOW)
    assert (game.state.curses, game.state.curses_left()) == ([0, 0, 1, 0], 4)


@rule("DARKLORD-13.3")
@pytest.mark.parametrize(
    ("first", "second", "answers"),
    [
        ("red skeleton_cursedman, blue wood_golem", "", ("decline", "accept")),  # another player acquires
        ("red wood_golem", "red skeleton_cursedman", ("accept", "decline")),  # the owner acquires elsewhere
    ],
)
def test_a_cursedman_does_nothing_otherwise(first: str, second: str, answers: tuple[str, ...]) -> None:
    game = answer(table("resolve", 0, A=first, B=second), *answers)
    assert asked(game)[1] == "sleeve"
    assert game.state.curses == [0, 0, 0, 0]


@rule("DARKLORD-13.3", "DARKLORD-1.5")
def test_at_most_five_curse_tokens_leave_the_stock() -> None:
    game = table("resolve", 0, A="red skeleton_cursedman", curses={BLUE: 3, RED: 1})
    answer(game, "accept", BLUE)
    assert (game.state.curses, game.state.curses_left()) == ([1, 4, 0, 0], 0)
    game = table("resolve", 0, A="red skeleton_cursedman", curses={BLUE: 4, RED: 1})
    answer(game, "accept")
    assert asked(game)[1] == "sleeve"  # the sixth is ignored
    assert game.state.curses == [1, 4, 0, 0]


@rule("DARKLORD-7.7", "DARKLORD-13.3")
def test_a_conditional_ability_works_each_time_its_condition_is_met() -> None:
    game = table("resolve", 0, start=GREEN, A="red skeleton_cursedman", acquired=(BLUE, YELLOW, GREEN))
    answer(game, "accept", BLUE)
    assert game.state.round == 2
    answer(game, "skeleton_cursedman", "done", "done", "done", "done", ("skeleton_cursedman", "B"), "accept")
    assert asked(game) == (RED, "curse")
    answer(game, BLUE)
    assert game.state.curses == [0, 2, 0, 0]


@rule("DARKLORD-7.6", "DARKLORD-7.9")
def test_a_removed_cursedman_does_nothing() -> None:
    game = table("resolve", 0, A="red wood_golem", removed="red skeleton_cursedman")
    answer(game, "accept")
    assert asked(game)[1] == "sleeve"
    assert game.state.curses == [0, 0, 0, 0]


# ---------------------------------------------------------------- Skull Dragon
@rule("DARKLORD-13.10")
def test_a_dragon_removes_one_other_own_unit_of_the_area() -> None:
    game = table(
        "turn",
        RED,
        ready="red skull_dragon, blue goblin_soldier",
        A="red goblin_king, blue wood_golem, red wood_golem",
        coins={RED: 0},
    )
    answer(game, ("skull_dragon", "A"))
    assert (asked(game), options(game)) == ((RED, "dragon"), ("goblin_king", "wood_golem_1"))
    answer(game, "goblin_king")
    assert uids(game.state.removed) == ["goblin_king"]
    assert stack(game, "A") == ["wood_golem_2", "wood_golem_1", "skull_dragon"]
    assert told(game, "paid") == []


@rule("DARKLORD-13.10")
def test_a_dragon_needs_an_own_unit_in_the_area() -> None:
    game = table("turn", RED, ready="red skull_dragon, red wood_golem", A="blue wood_golem", B="red goblin_soldier")
    assert places(game, "skull_dragon") == "B"
