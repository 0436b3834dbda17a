"""The seven rulings that may be switched: each changes what it says, and nothing is changed by default."""

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
    random_game,
    stack,
    table,
    told,
    uids,
)
from grimtable.games.darklord import DEFINITION
from grimtable.games.darklord.battle import standing
from grimtable.games.darklord.components import NONE, RULINGS
from grimtable.games.darklord.setup import new_state
from grimtable.games.darklord.victory import score
from grimtable.kernel.values import BadInput
from rule import rule


def test_these_are_the_rulings_and_their_defaults() -> None:
    assert RULINGS == {
        "bomber_returns": ("before_end_phase_a", "with_end_phase_b"),
        "throne_vp_cap": (2, "none"),
        "sleeve_order": ("sequential_from_start_player", "simultaneous"),
        "tie_break_positions": ("current_stack_order", "historic_first_placement"),
        "ultimate_scope": ("all_units_power_lte_1_any_owner", "enemy_only", "exactly_1"),
        "payment_order": ("coins_first", "player_choice"),
        "megalith_vp": (0, 2),
    }
    assert {option.name: option.values for option in DEFINITION.options} == RULINGS


def test_only_switched_rulings_are_noted() -> None:
    defaults = {name: values[0] for name, values in RULINGS.items()}
    assert DEFINITION.new_game(4, defaults).state.rulings == frozenset()
    assert DEFINITION.new_game(4, {"megalith_vp": 2}).state.rulings == {"megalith_vp=2"}
    with pytest.raises(BadInput):
        DEFINITION.new_game(4, {"megalith_vp": 3})


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in RULINGS.items() for value in values[1:]])
def test_a_whole_game_can_be_played_under_each_ruling(name: str, value: int | str) -> None:
    for game in random_game(3, 1, **{name: value}):
        assert game.rules.problems(game.state) == []
        game.rules.view(game.state, None)
    assert game.result() is not None


def test_every_text_of_a_ruling_exists() -> None:
    for lang in ("en", "ja"):
        for name, values in RULINGS.items():
            keys = [f"option.{name}", *[f"option.{name}.{value}" for value in values]]
            assert [key for key in keys if not DEFINITION.catalogue.has(key, lang)] == []


# ---------------------------------------------------------------- bomber_returns
@rule("DARKLORD-10.4", "DARKLORD-10.8", "DARKLORD-1.6")
@pytest.mark.parametrize(("value", "after"), [("before_end_phase_a", RED), ("with_end_phase_b", NONE)])
def test_when_a_used_bomber_returns_decides_whether_it_is_received_again(value: str, after: int) -> None:
    game = table(
        "end_phase",
        A="red goblin_bomber",
        bombed=(RED,),
        acquired=(BLUE, GREEN),
        options={"bomber_returns": value},
    )
    game.decisions()
    assert owner(game, "goblin_bomber_red") == after
    assert owner(game, "goblin_bomber_yellow") == YELLOW
    assert told(game, "bomber_returned") == [(RED,)]


# ---------------------------------------------------------------- throne_vp_cap
@rule("DARKLORD-13.15")
def test_without_a_cap_the_throne_counts_on() -> None:
    game = table("resolve", 0, A="red guardian_golem", throne_vp={RED: 2}, options={"throne_vp_cap": "none"})
    answer(game, "accept", "take")
    assert game.state.throne_vp == (3, 0, 0, 0)


# ---------------------------------------------------------------- sleeve_order
@rule("DARKLORD-4.11", "DARKLORD-4.7")
def test_simultaneous_sleeving_asks_all_at_once_and_reveals_together() -> None:
    game = table("prepare", 2, number=1, start=YELLOW, home="red clay_golem", options={"sleeve_order": "simultaneous"})
    assert sorted([d.player for d in game.decisions()]) == [RED, BLUE, YELLOW, GREEN]
    assert {d.prompt for d in game.decisions()} == {"sleeve_set"}
    game.apply(RED, ("goblin_soldier_1", "clay_golem"))
    game.apply(GREEN, ())
    game.apply(BLUE, ("skeleton_swordman_2", "goblin_soldier_2", "wood_golem_2"))
    assert game.state.ready == [(), (), (), ()]  # sealed until the last answer
    game.apply(YELLOW, ("wood_golem_3",))
    assert [uids(units) for units in game.state.ready] == [
        ["goblin_soldier_1", "clay_golem"],
        ["skeleton_swordman_2", "goblin_soldier_2", "wood_golem_2"],
        ["wood_golem_3"],
        [],
    ]
    assert asked(game) == (YELLOW, "place")


@rule("DARKLORD-4.7", "DARKLORD-4.8")
def test_no_set_is_larger_than_the_sleeves_or_holds_the_bomber() -> None:
    home = "red clay_golem, red goblin_king, red goblin_bomber"
    game = table("prepare", 5, number=4, home=home, options={"sleeve_order": "simultaneous"})
    sets = game.decisions()[0].options
    assert max([len(units) for units in sets]) == 4
    assert len(sets) == len(set(sets)) == 1 + 5 + 10 + 10 + 5
    assert "goblin_bomber_red" not in {uid for units in sets for uid in units}


# ---------------------------------------------------------------- tie_break_positions
@rule("DARKLORD-8.4")
@pytest.mark.parametrize(
    ("value", "order"),
    [
        ("current_stack_order", [YELLOW, GREEN, BLUE, RED]),
        ("historic_first_placement", [YELLOW, GREEN, RED, BLUE]),
    ],
)
def test_a_removed_first_unit_may_still_win_the_tie_under_the_other_ruling(value: str, order: list[int]) -> None:
    game = table(
        "turn",
        GREEN,
        ready="green skeleton_spearman",
        A="red wood_golem, blue wood_golem, yellow skeleton_knight, red goblin_soldier",
        options={"tie_break_positions": value},
    )
    answer(game, ("skeleton_spearman_1", "A"), "wood_golem_1")
    assert [rank.player for rank in standing(game.state, 0)] == order


@rule("DARKLORD-8.4")
def test_under_the_other_ruling_who_left_an_area_altogether_is_not_ranked() -> None:
    game = table(
        "turn",
        GREEN,
        ready="green skeleton_spearman",
        A="red wood_golem, blue wood_golem",
        options={"tie_break_positions": "historic_first_placement"},
    )
    answer(game, ("skeleton_spearman_1", "A"), "wood_golem_1")
    assert [rank.player for rank in standing(game.state, 0)] == [GREEN, BLUE]


@rule("DARKLORD-8.4")
def test_first_placements_are_kept_in_order_and_forgotten_with_the_round() -> None:
    switched: dict[str, int | str] = {"tie_break_positions": "historic_first_placement"}
    game = table("turn", BLUE, ready="blue wood_golem, red wood_golem, blue goblin_soldier", options=switched)
    answer(game, ("wood_golem_2", "C"), ("wood_golem_1", "C"), ("goblin_soldier_2", "C"))
    assert game.state.arrivals == ((), (), (BLUE, RED), (), ())
    answer(game, "accept")
    assert game.state.round == 2
    assert list(game.state.arrivals) == [()] * 5


def test_the_empty_table_can_be_seen_under_the_other_ruling() -> None:
    s = new_state(4, {"tie_break_positions": "historic_first_placement"})
    assert [area["ranking"] for area in DEFINITION.rules.view(s, None)["areas"]] == [[], [], [], [], []]


# ---------------------------------------------------------------- ultimate_scope
@rule("DARKLORD-13.11")
@pytest.mark.parametrize(
    ("value", "left"),
    [
        ("all_units_power_lte_1_any_owner", ["ultimate_golem"]),
        ("enemy_only", ["ultimate_golem", "wood_golem_1"]),
        ("exactly_1", ["ultimate_golem", "goblin_delivery"]),
    ],
)
def test_what_ultimate_removes(value: str, left: list[str]) -> None:
    weak = "red ultimate_golem, red wood_golem, blue goblin_soldier, green goblin_delivery"
    game = table("end_placement", A=weak, coins=RICH, options={"ultimate_scope": value})
    assert asked(game)[1] == "offer"
    assert stack(game, "A") == left


# ---------------------------------------------------------------- payment_order
@rule("DARKLORD-9.4")
def test_under_the_other_ruling_the_player_chooses_how_many_stones_to_use() -> None:
    game = table(
        "resolve",
        0,
        A="red goblin_king",
        E="green wood_golem",
        coins={RED: 2},
        stones={RED: 2},
        options={"payment_order": "player_choice"},
    )
    answer(game, "accept")
    assert (asked(game), options(game)) == ((RED, "stones"), (1, 2))
    answer(game, 2)
    assert (game.state.coins[RED], game.state.stones[RED]) == (1, 0)


@rule("DARKLORD-9.4")
def test_nobody_is_asked_about_stones_without_a_choice() -> None:
    switched: dict[str, int | str] = {"payment_order": "player_choice"}
    game = table("resolve", 0, A="red wood_golem", E="green wood_golem", options=switched)
    answer(game, "accept")
    assert asked(game) == (GREEN, "offer")
    game = table("resolve", 0, A="red goblin_delivery", E="green wood_golem", stones={RED: 2}, options=switched)
    answer(game, "accept")
    assert asked(game) == (GREEN, "offer")


# ---------------------------------------------------------------- megalith_vp
@rule("DARKLORD-15.8")
@pytest.mark.parametrize(("value", "points"), [(0, 0), (2, 2)])
def test_what_megalith_ruins_are_worth(value: int, points: int) -> None:
    home = "red megalith_ruins, red abandoned_tower"
    game = table("final_scoring", number=7, home=home, options={"megalith_vp": value})
    game.decisions()
    assert game.state.vp == (points, 0, 0, 0)
    assert score(game.state, RED).minus == 0
