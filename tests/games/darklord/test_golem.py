"""Abilities of the Golems, and the order of abilities that run by themselves."""

from __future__ import annotations

import pytest

from games.darklord.table import (
    BLUE,
    GREEN,
    RED,
    RICH,
    YELLOW,
    answer,
    asked,
    options,
    owner,
    places,
    stack,
    table,
    told,
    uids,
)
from grimtable.games.darklord.battle import end_of_placement_1
from rule import rule


# ---------------------------------------------------------------- Clay Golem
@rule("DARKLORD-13.4")
@pytest.mark.parametrize("fifth", ["yellow wood_golem", "red goblin_king"])
def test_clay_removes_the_fifth_unit_whoever_owns_it(fifth: str) -> None:
    four = "blue wood_golem, red clay_golem, blue goblin_soldier, red goblin_soldier"
    game = table("end_placement", A=f"{four}, {fifth}", coins=RICH)
    assert asked(game)[1] == "offer"
    assert stack(game, "A") == ["wood_golem_2", "clay_golem", "goblin_soldier_2", "goblin_soldier_1"]
    assert uids(game.state.removed) == ["wood_golem_3" if "yellow" in fifth else "goblin_king"]


@rule("DARKLORD-13.4")
def test_clay_removes_itself_if_it_stands_fifth() -> None:
    four = "blue wood_golem, red wood_golem, blue goblin_soldier, red goblin_soldier"
    game = table("end_placement", A=f"{four}, green clay_golem", coins=RICH)
    assert asked(game)[1] == "offer"
    assert uids(game.state.removed) == ["clay_golem"]


@rule("DARKLORD-13.4")
def test_clay_leaves_four_units_alone_and_other_areas_too() -> None:
    other = "blue skeleton_swordman, yellow skeleton_swordman, red skeleton_swordman, green skeleton_swordman"
    game = table(
        "end_placement",
        A="blue wood_golem, red clay_golem, blue goblin_soldier, red goblin_soldier",
        B=f"{other}, green wood_golem",
        coins=RICH,
    )
    assert asked(game)[1] == "offer"
    assert (len(stack(game, "A")), len(stack(game, "B"))) == (4, 5)


@rule("DARKLORD-13.4", "DARKLORD-7.6")
def test_a_fifth_unit_may_be_placed_beside_clay_and_stays_until_placement_ends() -> None:
    four = "blue wood_golem, green clay_golem, blue goblin_soldier, green goblin_soldier"
    game = table("turn", RED, ready="red wood_golem, blue skeleton_swordman", A=four, coins=RICH)
    assert places(game, "wood_golem_1") == "ABCDE"
    answer(game, ("wood_golem_1", "A"))
    assert len(stack(game, "A")) == 5
    answer(game, "pass")
    assert uids(game.state.removed) == ["wood_golem_1"]


# ---------------------------------------------------------------- Junk Golem
@rule("DARKLORD-13.8", "DARKLORD-9.7")
def test_who_acquires_a_junk_golem_takes_a_magic_stone_at_once() -> None:
    game = table("resolve", 0, targets="junk_golem", A="red wood_golem", E="green wood_golem")
    answer(game, "accept")
    assert asked(game) == (GREEN, "offer")
    assert (game.state.stones, game.state.stones_left()) == ([1, 0, 0, 0], 3)


@rule("DARKLORD-13.8")
def test_the_stone_of_a_junk_golem_cannot_pay_for_the_junk_golem_itself() -> None:
    game = table("resolve", 0, targets="junk_golem", A="red goblin_king", B="green wood_golem")
    assert told(game, "cannot_pay") == [(RED, "junk_golem_1", 3)]
    assert asked(game) == (GREEN, "offer")


@rule("DARKLORD-13.8")
def test_a_junk_golem_that_fights_gives_no_stone() -> None:
    game = table("resolve", 0, A="red junk_golem")
    answer(game, "accept")
    assert game.state.stones == [0, 0, 0, 0]


@rule("DARKLORD-13.8")
def test_there_are_no_more_stones_than_in_the_box() -> None:
    game = table("resolve", 0, targets="junk_golem", A="red wood_golem", stones={BLUE: 4})
    answer(game, "accept")
    assert game.state.stones == [0, 4, 0, 0]


# ---------------------------------------------------------------- Ultimate Golem
@rule("DARKLORD-13.11")
def test_ultimate_removes_all_units_of_power_1_or_less_whoever_owns_them() -> None:
    weak = "red goblin_soldier, blue wood_golem, red ultimate_golem, green goblin_delivery, blue junk_golem"
    game = table("end_placement", A=weak, B="blue goblin_soldier", coins=RICH)
    assert asked(game)[1] == "offer"
    assert stack(game, "A") == ["ultimate_golem", "junk_golem_1"]
    assert uids(game.state.removed) == ["goblin_soldier_1", "wood_golem_2", "goblin_delivery"]
    assert stack(game, "B") == ["goblin_soldier_2"]


@rule("DARKLORD-13.11", "DARKLORD-7.15")
def test_a_power_token_saves_a_unit_of_power_1_from_ultimate_but_not_one_of_power_0() -> None:
    both = "red ultimate_golem, red wood_golem, blue goblin_soldier"
    game = table("end_placement", A=both, tokens="red wood_golem", coins=RICH)
    assert asked(game)[1] == "offer"
    assert stack(game, "A") == ["ultimate_golem", "wood_golem_1"]
    game = table("end_placement", A="red ultimate_golem, red goblin_delivery", tokens="red goblin_delivery", coins=RICH)
    assert asked(game)[1] == "offer"
    assert stack(game, "A") == ["ultimate_golem"]


# ---------------------------------------------------------------- Guardian Golem
@rule("DARKLORD-13.14")
def test_a_guardian_hands_a_curse_token_of_its_owner_to_another_player() -> None:
    game = table("resolve", 0, A="red guardian_golem", curses={RED: 2, BLUE: 1}, E="green wood_golem")
    answer(game, "accept")
    assert (asked(game), options(game)) == ((RED, "hand_over"), (BLUE, YELLOW, GREEN))
    answer(game, GREEN)
    assert game.state.curses == [1, 1, 0, 1]
    assert game.state.throne_vp == (0, 0, 0, 0)
    assert game.state.curses_left() == 2


@rule("DARKLORD-13.14", "DARKLORD-12.4")
@pytest.mark.parametrize(("reply", "points"), [("take", 1), ("refuse", 0)])
def test_without_a_curse_token_the_owner_of_a_guardian_may_gain_a_point(reply: str, points: int) -> None:
    game = table("resolve", 0, A="yellow guardian_golem", curses={BLUE: 1})
    answer(game, "accept", reply)
    assert game.state.throne_vp == (0, 0, points, 0)
    assert game.state.curses == [0, 1, 0, 0]


@rule("DARKLORD-13.14")
def test_a_guardian_does_nothing_when_somebody_else_acquires() -> None:
    game = table("resolve", 0, A="red guardian_golem, blue wood_golem", curses={RED: 1})
    answer(game, "decline", "accept")
    assert asked(game)[1] == "sleeve"
    assert game.state.curses == [1, 0, 0, 0]


@rule("DARKLORD-13.15")
def test_the_throne_counts_to_two_and_no_further() -> None:
    game = table("resolve", 0, A="red guardian_golem", throne_vp={RED: 1})
    answer(game, "accept", "take")
    assert game.state.throne_vp == (2, 0, 0, 0)
    game = table("resolve", 0, A="red guardian_golem", throne_vp={RED: 2})
    answer(game, "accept")
    assert asked(game)[1] == "sleeve"
    assert game.state.throne_vp == (2, 0, 0, 0)


@rule("DARKLORD-13.15")
def test_a_turned_throne_still_gives_coins_and_sleeves() -> None:
    game = table("resolve", 0, A="red guardian_golem")
    answer(game, "accept", "take")
    assert game.state.round == 2
    assert (game.state.coins[RED], game.state.sleeves_of(RED)) == (2, 4)
    assert owner(game, "throne_red") == RED


# ---------------------------------------------------------------- abilities that run by themselves
@rule("DARKLORD-7.6")
def test_an_automatic_ability_does_nothing_when_placed_and_cannot_be_stopped() -> None:
    ready = "red ultimate_golem, blue skeleton_swordman"
    game = table("turn", RED, ready=ready, A="red wood_golem, blue wood_golem", coins=RICH)
    answer(game, ("ultimate_golem", "A"))
    assert asked(game) == (BLUE, "place")
    assert stack(game, "A") == ["wood_golem_1", "wood_golem_2", "ultimate_golem"]
    answer(game, "pass")
    assert uids(game.state.removed) == ["wood_golem_1", "wood_golem_2"]  # and nobody was asked


@rule("DARKLORD-7.8", "DARKLORD-13.11")
@pytest.mark.parametrize("order", [("clay_golem", "ultimate_golem"), ("ultimate_golem", "clay_golem")])
def test_e1_comes_before_e2(order: tuple[str, str]) -> None:
    five = f"red {order[0]}, blue wood_golem, blue junk_golem, red {order[1]}, blue skeleton_knight"
    game = table("end_placement", A=five, coins=RICH)
    assert asked(game)[1] == "offer"
    assert uids(game.state.removed) == ["wood_golem_2"]  # then there is no fifth unit any more
    assert len(stack(game, "A")) == 4


@rule("DARKLORD-7.8")
def test_areas_do_not_influence_each_other() -> None:
    five = "red clay_golem, blue wood_golem, yellow wood_golem, green wood_golem, red wood_golem"
    game = table("end_placement", A=five, B="green ultimate_golem, green goblin_soldier", coins=RICH)
    assert asked(game)[1] == "offer"
    assert uids(game.state.removed) == ["wood_golem_1", "goblin_soldier_4"]


@rule("DARKLORD-7.17")
@pytest.mark.parametrize(
    ("units", "left"),
    [
        ("red ultimate_golem, red goblin_soldier, blue wood_golem", ["ultimate_golem", "goblin_soldier_1"]),
        ("blue wood_golem, red goblin_soldier, red ultimate_golem", ["ultimate_golem"]),
    ],
)
def test_equal_numbers_act_in_stack_order_and_only_while_they_stand(
    units: str, left: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if blue's Wood Golem were a second Ultimate Golem, each removing only enemies."""
    monkeypatch.setitem(end_of_placement_1._found, ("wood_golem",), (end_of_placement_1["ultimate_golem"],))
    game = table("end_placement", A=units, coins=RICH, options={"ultimate_scope": "enemy_only"})
    assert asked(game)[1] == "offer"
    assert stack(game, "A") == left
