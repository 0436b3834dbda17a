"""Placing units: turns, stacks, passing, abilities when placed, and the way out of an area."""

from __future__ import annotations

import pytest

from games.darklord.table import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    answer,
    asked,
    kind_of,
    options,
    places,
    power,
    stack,
    table,
    told,
    uids,
)
from grimtable.kernel.values import Illegal
from rule import rule

FIVE = "blue skeleton_swordman, blue goblin_soldier, blue wood_golem, yellow goblin_soldier, red goblin_soldier"
FOUR = "blue skeleton_swordman, blue goblin_soldier, yellow wood_golem, red goblin_soldier"


# ---------------------------------------------------------------- turns
@rule("DARKLORD-6.1")
def test_turns_go_clockwise_from_the_start_player_until_all_have_passed() -> None:
    game = table("prepare", 2, number=1, start=YELLOW)
    answer(game, "all", "all", "all", "all")
    turns = []
    while asked(game)[1] == "place":
        turns.append(asked(game)[0])
        answer(game, options(game)[0] if len(turns) <= 6 else "pass")
    assert turns == [YELLOW, GREEN, RED, BLUE, YELLOW, GREEN, RED, BLUE, YELLOW, GREEN]


@rule("DARKLORD-6.1")
def test_a_turn_places_exactly_one_unit() -> None:
    game = table("turn", RED, ready="red wood_golem, red goblin_soldier, blue wood_golem")
    answer(game, ("wood_golem_1", "C"))
    assert stack(game, "C") == ["wood_golem_1"]
    assert asked(game) == (BLUE, "place")
    assert uids(game.state.ready[RED]) == ["goblin_soldier_1"]


@rule("DARKLORD-6.2")
def test_a_unit_goes_from_home_to_any_area_that_has_room() -> None:
    game = table("turn", RED, ready="red wood_golem, red goblin_bomber", A=FIVE)
    assert places(game, "wood_golem_1") == "BCDE"
    assert places(game, "goblin_bomber_red") == "BCDE"
    with pytest.raises(Illegal):
        answer(game, ("wood_golem_1", "A"))
    with pytest.raises(Illegal):
        answer(game, ("skeleton_swordman_1", "B"))  # at home, but without a sleeve
    answer(game, ("goblin_bomber_red", "B"))
    assert stack(game, "B") == ["goblin_bomber_red"]
    assert places(game, "goblin_bomber_red") == ""  # it is at home no more


@rule("DARKLORD-6.3")
def test_a_new_unit_goes_behind_all_others_and_the_order_is_public() -> None:
    game = table("turn", RED, ready="red wood_golem, blue wood_golem, red skeleton_swordman", B="green goblin_soldier")
    answer(game, ("wood_golem_1", "B"), ("wood_golem_2", "B"))
    assert stack(game, "B") == ["goblin_soldier_4", "wood_golem_1", "wood_golem_2"]
    seen = game.rules.view(game.state, YELLOW)["areas"][1]["stack"]
    assert [(unit["unit"], unit["owner"]) for unit in seen] == [
        ("goblin_soldier_4", GREEN),
        ("wood_golem_1", RED),
        ("wood_golem_2", BLUE),
    ]


@rule("DARKLORD-6.4")
def test_placing_costs_nothing_even_for_a_unit_that_its_owner_could_not_pay() -> None:
    game = table("turn", RED, ready="red goblin_king, blue wood_golem", coins={RED: 1})
    assert places(game, "goblin_king") == "ABCDE"
    answer(game, ("goblin_king", "A"))
    assert stack(game, "A") == ["goblin_king"]
    assert game.state.coins[RED] == 1


@rule("DARKLORD-6.5")
def test_units_may_be_spread_over_areas_and_gathered_in_one() -> None:
    game = table("turn", RED, ready="red wood_golem, red goblin_soldier, red skeleton_swordman, red goblin_flag_bearer")
    answer(game, ("wood_golem_1", "A"), ("goblin_soldier_1", "A"), ("skeleton_swordman_1", "D"))
    assert places(game, "goblin_flag_bearer_1") == "ABCDE"
    assert (stack(game, "A"), stack(game, "D")) == (["wood_golem_1", "goblin_soldier_1"], ["skeleton_swordman_1"])


@rule("DARKLORD-6.6", "DARKLORD-5.2")
def test_the_owner_of_a_land_may_still_place_at_another_copy_of_it() -> None:
    game = table("turn", RED, ready="red wood_golem, blue wood_golem", home="red watchtower", targets="watchtower")
    assert places(game, "wood_golem_1") == "ABCDE"
    answer(game, ("wood_golem_1", "A"))
    assert stack(game, "A") == ["wood_golem_1"]


@rule("DARKLORD-6.7")
def test_passing_is_allowed_with_units_left() -> None:
    game = table("turn", RED, ready="red wood_golem, blue wood_golem")
    assert options(game)[-1] == "pass"
    answer(game, "pass")
    assert told(game, "passed") == [(RED,)]
    assert uids(game.state.ready[RED]) == ["wood_golem_1"]


@rule("DARKLORD-6.7")
def test_who_can_place_nothing_has_to_pass() -> None:
    game = table("turn", RED, ready="red skull_dragon, yellow wood_golem")  # no own unit anywhere to make room for it
    assert asked(game) == (YELLOW, "place")
    assert told(game, "passed") == [(RED,), (BLUE,)]


@rule("DARKLORD-6.8")
def test_who_has_passed_is_out_even_if_a_unit_becomes_placeable() -> None:
    game = table("turn", RED, ready="red skeleton_spearman, yellow wood_golem, yellow goblin_soldier")
    answer(game, ("wood_golem_3", "A"))  # now the Spearman could be placed
    assert asked(game) == (YELLOW, "place")
    assert game.state.passed == 0b1011
    answer(game, ("goblin_soldier_3", "B"))
    assert stack(game, "A") == ["wood_golem_3"]
    assert told(game, "passed") == [(RED,), (BLUE,), (GREEN,), (YELLOW,)]


@rule("DARKLORD-6.9")
def test_timed_abilities_run_the_moment_the_last_player_has_passed() -> None:
    game = table("turn", RED, ready="red wood_golem", A="blue ultimate_golem, yellow goblin_soldier")
    assert stack(game, "A") == ["ultimate_golem", "goblin_soldier_3"]
    answer(game, "pass")
    events = [event[0] for event in told(game, "passed", "removed", "declined", "cannot_pay", "acquired")]
    assert events[:5] == ["passed"] * 4 + ["removed"]
    assert "removed" not in events[5:]


# ---------------------------------------------------------------- areas
@rule("DARKLORD-1.3")
@pytest.mark.parametrize("unit", ["skeleton_spearman", "skull_dragon", "goblin_scout", "wood_golem", "goblin_bomber"])
def test_nothing_may_be_placed_on_a_full_area(unit: str) -> None:
    game = table("turn", RED, ready=f"red {unit}, red skeleton_swordman", A=FIVE)
    uid = {"wood_golem": "wood_golem_1", "goblin_bomber": "goblin_bomber_red"}.get(unit, unit)
    assert "A" not in places(game, uid)
    assert places(game, "skeleton_swordman_1") == "BCDE"


@rule("DARKLORD-1.3")
@pytest.mark.parametrize("unit", ["skeleton_spearman_1", "skull_dragon", "goblin_scout"])
def test_a_fifth_unit_may_still_be_placed(unit: str) -> None:
    game = table("turn", RED, ready=f"red {kind_of(unit)}", A=FOUR)
    assert "A" in places(game, unit)


@rule("DARKLORD-7.1", "DARKLORD-7.6")
def test_an_ability_of_placing_works_once_and_then_the_unit_has_none() -> None:
    game = table("turn", RED, ready="red goblin_delivery, red wood_golem", A="red goblin_soldier")
    answer(game, ("goblin_delivery", "A"))
    assert asked(game) == (RED, "delivery")  # part of placing, before anybody else's turn
    answer(game, "decline")
    answer(game, ("wood_golem_1", "A"))
    assert asked(game) == (RED, "offer")  # the Delivery that stands there does nothing more
    assert game.state.tokens == ()


@rule("DARKLORD-7.2")
@pytest.mark.parametrize(("unit", "prompt"), [("goblin_delivery", "delivery"), ("goblin_scout", "scout")])
def test_an_additional_effect_may_be_declined(unit: str, prompt: str) -> None:
    game = table("turn", RED, ready=f"red {unit}, blue wood_golem", A="red goblin_soldier")
    answer(game, (unit, "A"))
    assert asked(game) == (RED, prompt)
    assert options(game) == ("goblin_soldier_1", "decline")
    answer(game, "decline")
    assert stack(game, "A") == ["goblin_soldier_1", unit]
    assert game.state.tokens == ()
    assert game.state.ready[RED] == ()


@rule("DARKLORD-7.2")
def test_an_additional_effect_may_be_used() -> None:
    game = table("turn", RED, ready="red goblin_delivery, blue wood_golem", A="red goblin_soldier")
    answer(game, ("goblin_delivery", "A"), "goblin_soldier_1")
    assert power(game, "goblin_soldier_1") == 2
    game = table("turn", RED, ready="red goblin_scout, blue wood_golem", A="red goblin_soldier")
    answer(game, ("goblin_scout", "A"), "goblin_soldier_1")
    assert stack(game, "A") == ["goblin_scout"]


@rule("DARKLORD-7.2")
@pytest.mark.parametrize("unit", ["goblin_delivery", "goblin_scout"])
def test_a_unit_with_an_additional_effect_may_stand_alone(unit: str) -> None:
    game = table("turn", RED, ready=f"red {unit}, blue wood_golem")
    assert places(game, unit) == "ABCDE"
    answer(game, (unit, "A"))
    assert asked(game) == (BLUE, "place")


@rule("DARKLORD-7.3")
@pytest.mark.parametrize(
    ("unit", "where"), [("skeleton_spearman", "AB"), ("skull_dragon", "B"), ("goblin_scout", "ABCDE")]
)
def test_a_placement_condition_must_be_met_in_the_area(unit: str, where: str) -> None:
    game = table("turn", RED, ready=f"red {unit}", A="blue wood_golem", B="red wood_golem")
    assert places(game, unit if unit != "skeleton_spearman" else "skeleton_spearman_1") == where


@rule("DARKLORD-7.3")
@pytest.mark.parametrize("unit", ["skeleton_spearman_1", "skull_dragon"])
def test_a_placement_condition_cannot_be_declined(unit: str) -> None:
    game = table("turn", RED, ready=f"red {kind_of(unit)}", A="red wood_golem, red goblin_soldier")
    answer(game, (unit, "A"))
    assert options(game) == ("wood_golem_1", "goblin_soldier_1")


@rule("DARKLORD-7.4", "DARKLORD-7.10")
@pytest.mark.parametrize("unit", ["skeleton_spearman_1", "skull_dragon", "goblin_scout"])
def test_when_a_unit_is_taken_out_the_others_move_up_and_the_new_one_is_last(unit: str) -> None:
    game = table(
        "turn",
        RED,
        ready=f"red {kind_of(unit)}, blue goblin_soldier",
        A="blue wood_golem, red wood_golem, green wood_golem",
    )
    answer(game, (unit, "A"))
    if len(options(game)) > 1 and asked(game)[0] == RED:
        answer(game, "wood_golem_1")
    assert stack(game, "A") == ["wood_golem_2", "wood_golem_4", unit]


@rule("DARKLORD-7.5")
@pytest.mark.parametrize(
    ("unit", "choices"),
    [
        ("skeleton_spearman_1", ("wood_golem_2", "wood_golem_1", "goblin_flag_bearer_1")),
        ("skull_dragon", ("wood_golem_1", "goblin_flag_bearer_1")),
        ("goblin_scout", ("wood_golem_1", "goblin_flag_bearer_1", "decline")),
        ("goblin_delivery", ("wood_golem_1", "goblin_flag_bearer_1", "decline")),
    ],
)
def test_an_ability_of_placing_reaches_only_units_in_the_same_area(unit: str, choices: tuple[str, ...]) -> None:
    here = "blue wood_golem, red wood_golem, red goblin_flag_bearer"
    game = table("turn", RED, ready=f"red {kind_of(unit)}", A=here, B="red goblin_soldier, blue goblin_soldier")
    answer(game, (unit, "A"))
    assert options(game) == choices


@rule("DARKLORD-7.9")
def test_a_removed_unit_counts_for_nothing_until_the_round_ends() -> None:
    game = table(
        "turn",
        RED,
        ready="red skeleton_spearman, blue wood_golem",
        A="blue goblin_king, blue skeleton_swordman, yellow goblin_soldier, red goblin_soldier",
        coins={RED: 4},
    )
    answer(game, ("skeleton_spearman_1", "A"), "goblin_king")
    assert uids(game.state.removed) == ["goblin_king"]
    assert stack(game, "A") == ["skeleton_swordman_2", "goblin_soldier_3", "goblin_soldier_1", "skeleton_spearman_1"]
    assert places(game, "wood_golem_2") == "ABCDE"  # the fifth place is free
    assert "goblin_king" not in [option[0] for option in options(game)]  # out for the round
    answer(game, "pass")
    ranks = game.rules.view(game.state, RED)["areas"][0]["ranking"]
    assert [(rank["player"], rank["total"], rank["cost"]) for rank in ranks] == [
        (RED, 3, 2),  # no surcharge
        (BLUE, 1, 1),  # no upkeep and no power of the King
        (YELLOW, 1, 1),
    ]


@rule("DARKLORD-7.9", "DARKLORD-8.4")
def test_a_removed_first_unit_no_longer_wins_the_tie() -> None:
    game = table(
        "turn",
        GREEN,
        ready="green skeleton_spearman",
        A="red wood_golem, blue wood_golem, yellow junk_golem, red goblin_soldier",
    )
    answer(game, ("skeleton_spearman_1", "A"), "wood_golem_1")
    ranks = [(rank["player"], rank["total"]) for rank in game.rules.view(game.state, None)["areas"][0]["ranking"]]
    assert ranks == [(YELLOW, 2), (GREEN, 2), (BLUE, 1), (RED, 1)]


@rule("DARKLORD-7.10")
def test_gaps_in_the_middle_are_closed_at_once() -> None:
    weak = "red skeleton_swordman, blue clay_golem, red goblin_soldier, blue ultimate_golem, red wood_golem"
    game = table("end_placement", A=weak, coins={BLUE: 5})
    assert asked(game) == (BLUE, "offer")
    assert stack(game, "A") == ["clay_golem", "ultimate_golem"]


@rule("DARKLORD-7.11", "DARKLORD-7.15")
def test_a_power_token_adds_one_while_it_lies_on_the_unit() -> None:
    game = table("turn", RED, ready="red goblin_delivery, blue goblin_soldier", A="red wood_golem, blue wood_golem")
    assert power(game, "wood_golem_1") == 1
    answer(game, ("goblin_delivery", "A"), "wood_golem_1")
    assert power(game, "wood_golem_1") == 2
    ranks = game.rules.view(game.state, None)["areas"][0]["ranking"]
    assert [(rank["player"], rank["total"]) for rank in ranks] == [(RED, 2), (BLUE, 1)]


@rule("DARKLORD-7.15")
def test_the_current_power_is_what_a_spearman_pays() -> None:
    game = table(
        "turn",
        RED,
        ready="red skeleton_spearman, blue skeleton_swordman",
        A="blue wood_golem",
        tokens="blue wood_golem",
    )
    answer(game, ("skeleton_spearman_1", "A"))
    assert game.state.coins[RED] == 0
    assert told(game, "paid") == [(RED, 2, 0)]


@rule("DARKLORD-7.16")
@pytest.mark.parametrize("unit", ["skeleton_spearman_1", "skull_dragon", "goblin_scout"])
def test_a_unit_that_took_another_out_stands_fourth_at_the_latest(unit: str) -> None:
    game = table("turn", RED, ready=f"red {kind_of(unit)}, yellow goblin_soldier", A=FOUR)
    answer(game, (unit, "A"))
    if asked(game)[0] == RED:
        answer(game, "goblin_soldier_1")
    assert stack(game, "A").index(unit) == 3
    assert len(stack(game, "A")) == 4


# ---------------------------------------------------------------- copies of a kind are alike at home
@rule("DARKLORD-6.2")
def test_merging_copies_of_a_kind_loses_no_placement() -> None:
    game = table("turn", RED, ready="red junk_golem, red wood_golem, red junk_golem", A=FIVE)
    kinds = {("junk_golem_1", label) for label in "BCDE"} | {("wood_golem_1", label) for label in "BCDE"}
    assert set(options(game)) == {*kinds, "pass"}
    answer(game, ("junk_golem_1", "B"))
    assert places(game, "junk_golem_2") == "BCDE"  # the other copy is offered next
    answer(game, ("junk_golem_2", "B"))
    assert stack(game, "B") == ["junk_golem_1", "junk_golem_2"]


def test_copies_in_an_area_are_told_apart_because_their_places_differ() -> None:
    game = table("turn", RED, ready="red skull_dragon", A="red junk_golem, blue wood_golem, red junk_golem")
    answer(game, ("skull_dragon", "A"))
    assert options(game) == ("junk_golem_1", "junk_golem_2")
