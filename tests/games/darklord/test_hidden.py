"""Who may see what: everything is open but the order of the decks."""

from __future__ import annotations

import pytest

from games.darklord.table import BLUE, GREEN, RED, YELLOW, answer, random_game, table
from grimtable.games.darklord import DEFINITION
from grimtable.games.darklord.components import CARDS, LEVEL, SCORING, UID
from grimtable.games.darklord.hidden import redeal, unknown, view
from grimtable.games.darklord.setup import new_state
from grimtable.kernel.chance import FastDice
from grimtable.kernel.language import Message
from rule import rule

VIEWERS = (RED, BLUE, YELLOW, GREEN, None)


@rule("DARKLORD-17.1")
def test_everybody_sees_what_lies_open() -> None:
    game = table(
        "turn",
        RED,
        number=4,
        home="red farm_village, red skeleton_crown, blue goblin_bomber, green deserted_farm_village",
        ready="red wood_golem, red goblin_soldier",
        A="blue wood_golem, green goblin_delivery",
        removed="yellow wood_golem",
        tokens="blue wood_golem",
        targets="watchtower",
        trash="clay_golem, fishing_village",
        coins={RED: 1},
        stones={YELLOW: 1},
        curses={BLUE: 2},
        throne_vp={GREEN: 1},
    )
    for viewer in VIEWERS:
        seen = view(game.state, viewer)
        red, blue, yellow, green = seen["players"]
        assert red["territories"] == ["throne_red", "farm_village_1"]
        assert red["units"] == ["skeleton_swordman_1", "goblin_soldier_1", "wood_golem_1"]
        assert (red["ready"], red["artifacts"]) == (["goblin_soldier_1", "wood_golem_1"], ["skeleton_crown"])
        assert (red["coins"], red["income"], red["sleeves"], red["stones"]) == (1, 3, 4, 0)
        assert (blue["curses"], blue["units"][-1]) == (2, "goblin_bomber_blue")
        assert (yellow["stones"], green["throne_vp"], green["minus"]) == (1, 1, ["deserted_farm_village"])
        assert seen["areas"][0]["target"] == "watchtower_1"
        assert seen["areas"][0]["stack"] == [
            {"unit": "wood_golem_2", "owner": BLUE, "power": 2},
            {"unit": "goblin_delivery", "owner": GREEN, "power": 0},
        ]
        assert (seen["removed"], seen["trash"]) == ([["wood_golem_3", YELLOW]], ["clay_golem", "fishing_village_1"])
        assert seen["stock"] == {"curses": 3, "stones": 3, "power_tokens": 0}


@rule("DARKLORD-17.1")
def test_the_order_of_the_decks_is_hidden_from_everybody() -> None:
    s = table("turn", RED, ready="red wood_golem").state
    other = s.clone()
    other.deck.reverse()
    for viewer in VIEWERS:
        assert view(s, viewer) == view(other, viewer)
    assert not [card for card in s.deck if f"'{UID[card]}'" in str(view(s, RED))]


@rule("DARKLORD-17.1")
def test_nothing_but_the_decks_is_unknown() -> None:
    for game in random_game(3, seed=8):
        for viewer in range(3):
            assert unknown(game.state, viewer) == frozenset(game.state.deck)


@rule("DARKLORD-17.1")
@pytest.mark.parametrize("viewer", [RED, BLUE, YELLOW, GREEN])
def test_an_imagined_game_differs_only_in_the_order_within_each_level(viewer: int) -> None:
    game = DEFINITION.new_game(4, dice=FastDice(3))
    answer(game, "all")
    levels = [LEVEL[card] for card in game.state.deck]
    decks = set()
    for seed in range(20):
        other = game.imagine(viewer, FastDice(seed), log=True)
        assert view(other.state, viewer) == view(game.state, viewer)
        assert [LEVEL[card] for card in other.state.deck] == levels
        assert other.decisions() == game.decisions()
        decks.add(tuple(other.state.deck))
    assert len(decks) == 20
    for slot in range(len(levels)):
        assert len({deck[slot] for deck in decks}) > 1


@rule("DARKLORD-17.1")
def test_a_card_that_came_to_light_stays_where_it_was() -> None:
    s = table("turn", RED).base
    top = s.deck[-1]
    loose = frozenset(s.deck[:-1])
    assert {redeal(s, loose, RED, FastDice(seed)).deck[-1] for seed in range(20)} == {top}


@rule("DARKLORD-2.7")
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_conditions_of_all_artifacts_can_be_read_from_the_start(lang: str) -> None:
    game = DEFINITION.new_game(4)
    for card, scoring in enumerate(SCORING):
        if scoring is not None:
            message = DEFINITION.describe.piece(view(game.state, RED), f"card:{UID[card]}")
            text = DEFINITION.catalogue.say(Message(f"text.{UID[card].removesuffix('_1').removesuffix('_2')}"), lang)
            assert text
            assert text in DEFINITION.catalogue.say(message, lang)
    assert len([scoring for scoring in SCORING if scoring is not None]) == 10


@rule("DARKLORD-2.7")
def test_what_an_artifact_is_worth_now_is_open_to_all() -> None:
    game = table("turn", RED, home="red golem_core, red clay_golem, red junk_golem", ready="red wood_golem")
    for viewer in VIEWERS:
        assert view(game.state, viewer)["players"][RED]["score"]["artifacts"] == [["golem_core", 3]]


@rule("DARKLORD-6.3", "DARKLORD-17.1")
def test_the_ranking_is_shown_with_costs_and_who_is_barred() -> None:
    stack = "red skeleton_knight, blue wood_golem, green goblin_flag_bearer"
    game = table(
        "turn", RED, targets="watchtower", home="red watchtower", A=stack, coins={BLUE: 0}, ready="red wood_golem"
    )
    ranks = view(game.state, YELLOW)["areas"][0]["ranking"]
    assert ranks == [
        {"player": RED, "total": 3, "flag": False, "cost": 2, "can_pay": True, "barred": True},
        {"player": GREEN, "total": 1, "flag": True, "cost": 1, "can_pay": True, "barred": False},
        {"player": BLUE, "total": 1, "flag": False, "cost": 1, "can_pay": False, "barred": False},
    ]


@rule("DARKLORD-17.1")
def test_who_has_just_enough_can_pay() -> None:
    game = table("turn", RED, A="red skeleton_knight, blue wood_golem", coins={RED: 2, BLUE: 0}, ready="red wood_golem")
    ranks = view(game.state, None)["areas"][0]["ranking"]
    assert [(rank["cost"], rank["can_pay"]) for rank in ranks] == [(2, True), (1, False)]


@rule("DARKLORD-17.1")
def test_an_area_whose_target_is_gone_has_none_and_bars_nobody() -> None:
    game = table("resolve", 0, A="red wood_golem", B="red goblin_soldier, blue wood_golem")
    assert view(game.state, BLUE)["areas"][0]["target"] == "skeleton_crown"
    answer(game, "accept")
    seen = view(game.state, BLUE)["areas"][0]
    assert (seen["target"], [rank["barred"] for rank in seen["ranking"]]) == (None, [False])


@rule("DARKLORD-4.10", "DARKLORD-17.1")
def test_who_has_passed_and_which_units_are_ready_is_open_to_all() -> None:
    game = table("turn", RED, ready="red wood_golem, red skeleton_swordman, green wood_golem")
    answer(game, "pass")  # Blue and Yellow have nothing to place
    players = view(game.state, GREEN)["players"]
    assert [player["passed"] for player in players] == [True, True, True, False]
    assert players[RED]["ready"] == ["skeleton_swordman_1", "wood_golem_1"]


@rule("DARKLORD-17.1")
def test_before_the_thrones_are_dealt_nobody_has_a_colour() -> None:
    assert view(new_state(3, {}), None)["players"] == [{"color": None}] * 3


@rule("DARKLORD-17.1")
def test_the_area_that_is_resolved_is_shown() -> None:
    assert view(table("resolve", 1, B="red wood_golem").state, GREEN)["area"] == "B"
    assert view(table("turn", RED, ready="red wood_golem").state, GREEN)["area"] is None


@rule("DARKLORD-17.1")
def test_a_unit_whose_effect_of_the_round_is_used_up_is_shown() -> None:
    game = table("turn", RED, ready="red goblin_delivery, blue wood_golem", A="red goblin_soldier")
    answer(game, ("goblin_delivery", "A"), "goblin_soldier_1")
    assert view(game.state, BLUE)["spent"] == ["goblin_delivery"]


@rule("DARKLORD-17.1")
def test_how_many_cards_each_level_still_has_is_open() -> None:
    assert view(table("turn", RED, number=5, ready="red wood_golem").state, RED)["decks"] == [0, 0, 5]
    game = DEFINITION.new_game(4)
    assert view(game.state, RED)["decks"] == [10, 10, 10]
    assert CARDS["goblin_king"] in game.state.deck
