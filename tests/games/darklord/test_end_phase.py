"""The end of a round: Bombers, units going home, the start player card."""

from __future__ import annotations

import pytest

from games.darklord.table import BLUE, GREEN, RED, YELLOW, answer, asked, owner, random_game, table, told, uids
from grimtable.games.darklord.components import BOMBERS, CARDS, NONE
from rule import rule

EVERYBODY = (RED, BLUE, YELLOW, GREEN)
LANDS_3 = ", ".join([f"{seat} {land}_village" for seat in ("red", "blue", "green") for land in ("farm", "fishing")])
LANDS_5 = "red watchtower, blue watchtower, green watchtower"


# ---------------------------------------------------------------- Bombers
@rule("DARKLORD-10.1")
def test_who_acquired_nothing_takes_the_bomber_of_the_own_colour() -> None:
    game = table("end_phase", acquired=(RED, YELLOW), colors=(2, 0, 3, 1))
    game.decisions()
    assert told(game, "bomber_received") == [(BLUE,), (GREEN,)]
    assert (owner(game, "goblin_bomber_red"), owner(game, "goblin_bomber_blue")) == (BLUE, GREEN)  # by their thrones
    assert (owner(game, "goblin_bomber_yellow"), owner(game, "goblin_bomber_green")) == (NONE, NONE)


@rule("DARKLORD-10.1")
def test_acquiring_one_target_is_enough_to_get_no_bomber() -> None:
    game = table("resolve", 0, A="red wood_golem, blue wood_golem")
    answer(game, "accept")
    assert [who for (who,) in told(game, "bomber_received")] == [BLUE, YELLOW, GREEN]


@rule("DARKLORD-10.1")
def test_what_was_acquired_in_an_earlier_round_does_not_count() -> None:
    game = table("resolve", 0, A="red wood_golem", start=GREEN)
    answer(game, "accept")
    answer(game, *["done"] * 4)  # round 2: red has nothing to place
    while game.state.round == 2:
        answer(game, "pass")
    assert owner(game, "goblin_bomber_red") == RED


@rule("DARKLORD-10.1", "DARKLORD-1.6")
def test_who_owns_a_bomber_takes_no_second_one() -> None:
    game = table("end_phase", home="red goblin_bomber", acquired=(BLUE, YELLOW, GREEN))
    game.decisions()
    assert told(game, "bomber_received") == []
    assert [owner(game, f"goblin_bomber_{color}") for color in ("red", "blue", "yellow", "green")] == [RED, *[NONE] * 3]


@rule("DARKLORD-1.6")
@pytest.mark.parametrize("players", [3, 4])
def test_nobody_ever_owns_two_bombers_or_one_of_another_colour(players: int) -> None:
    owned = 0
    for game in random_game(players, seed=6):
        s = game.state
        for me in range(players):
            bombers = s.owned(me, BOMBERS)
            assert bombers in ([], [s.bomber_of(me)])
            owned += len(bombers)
    assert owned


@rule("DARKLORD-10.2")
def test_a_used_bomber_can_be_received_again_and_again() -> None:
    game = table("end_phase", home="red goblin_bomber", bombed=(RED,), acquired=(BLUE, YELLOW, GREEN))
    for number in (2, 3):
        answer(game, *["done"] * 4)
        while game.state.round == number:
            answer(game, ("goblin_bomber_red", "A") if asked(game) == (RED, "place") else _refusal(asked(game)[1]))
    assert [who for (who,) in told(game, "bomber_received")].count(RED) == 3


def _refusal(prompt: str) -> str:
    return {"place": "pass", "offer": "decline", "sleeve": "done"}[prompt]


@rule("DARKLORD-10.4", "DARKLORD-13.16")
@pytest.mark.parametrize("acquired", [(), (RED,)])
def test_a_bomber_that_was_placed_goes_to_the_stock_whether_or_not_it_won(acquired: tuple[int, ...]) -> None:
    others = (BLUE, YELLOW, GREEN)
    game = table("end_phase", A="red goblin_bomber", bombed=(RED,), acquired=(*acquired, *others))
    game.decisions()
    assert told(game, "bomber_returned") == [(RED,)]
    assert owner(game, "goblin_bomber_red") == (NONE if acquired else RED)  # gone before step (a), so received again


@rule("DARKLORD-10.4")
def test_placing_a_bomber_is_remembered_to_the_end_of_the_round_and_no_longer() -> None:
    game = table("turn", RED, ready="red goblin_bomber", acquired=(BLUE, YELLOW, GREEN))
    answer(game, ("goblin_bomber_red", "A"), "accept")
    assert told(game, "bomber_returned", "bomber_received") == [("bomber_returned", RED)]
    assert game.state.bombed == 0


@rule("DARKLORD-10.4")
def test_a_removed_bomber_goes_to_the_stock_too() -> None:
    game = table("end_phase", removed="red goblin_bomber", bombed=(RED,), acquired=EVERYBODY)
    game.decisions()
    assert owner(game, "goblin_bomber_red") == NONE


# ---------------------------------------------------------------- units go home
@rule("DARKLORD-10.3", "DARKLORD-7.14", "DARKLORD-7.9")
def test_all_units_return_home_and_tokens_go_to_the_stock() -> None:
    game = table(
        "end_phase",
        A="red wood_golem, blue wood_golem",
        E="red goblin_delivery",
        removed="red skeleton_swordman, green goblin_soldier",
        tokens="red wood_golem",
        acquired=EVERYBODY,
        start=GREEN,
    )
    game.decisions()
    s = game.state
    assert (s.stacks, s.removed, s.tokens, s.ready) == ([()] * 5, (), (), [()] * 4)
    assert s.power_tokens_left() == 1
    assert uids(s.units_of(RED)) == ["skeleton_swordman_1", "goblin_soldier_1", "wood_golem_1", "goblin_delivery"]
    assert owner(game, "goblin_soldier_4") == GREEN
    answer(game, "all")  # all four can be used again
    assert len(game.state.ready[RED]) == 4


@rule("DARKLORD-7.14")
def test_a_token_on_a_removed_unit_returns_when_the_round_ends() -> None:
    game = table("end_phase", removed="red wood_golem", tokens="red wood_golem", acquired=EVERYBODY)
    game.decisions()
    assert (game.state.tokens, game.state.power_tokens_left()) == ((), 1)


# ---------------------------------------------------------------- the start player card
@rule("DARKLORD-10.5")
@pytest.mark.parametrize(("players", "start", "after"), [(4, RED, BLUE), (4, GREEN, RED), (3, YELLOW, RED)])
def test_the_start_player_card_goes_to_the_left_neighbour(players: int, start: int, after: int) -> None:
    game = table("end_phase", players=players, start=start, acquired=EVERYBODY[:players])
    assert asked(game) == (after, "sleeve")
    assert game.state.start == after
    answer(game, *["all"] * players)
    assert asked(game) == (after, "place")


# ---------------------------------------------------------------- order
@rule("DARKLORD-10.8")
def test_the_steps_of_the_end_phase_come_in_their_order() -> None:
    game = table("end_phase", number=3, home=LANDS_3, A="red goblin_bomber", bombed=(RED,), acquired=(BLUE, GREEN))
    game.decisions()
    kinds = [event.kind for event in game.events(None)]
    assert kinds[:8] == [
        "bomber_returned",
        "bomber_received",
        "bomber_received",
        "start_player_passed",
        "minus_land",
        "minus_land",
        "round",
        "turned_up",
    ]


@rule("DARKLORD-3.3", "DARKLORD-10.8")
@pytest.mark.parametrize(
    ("number", "home", "minus"),
    [
        (1, "", 0),
        (2, "", 0),
        (3, LANDS_3, 2),
        (4, LANDS_3, 0),
        (5, f"{LANDS_3}, {LANDS_5}", 1),
        (6, "", 0),
    ],
)
def test_the_event_follows_the_third_and_the_fifth_round(number: int, home: str, minus: int) -> None:
    game = table("end_phase", number=number, home=home, acquired=EVERYBODY)
    assert asked(game) == (BLUE, "sleeve")
    assert len(told(game, "minus_land")) == minus
    assert game.state.round == number + 1


@rule("DARKLORD-3.4", "DARKLORD-10.7", "DARKLORD-10.8")
def test_after_the_seventh_round_bombers_are_handed_out_and_then_the_game_is_scored() -> None:
    game = table("end_phase", number=7, acquired=(RED, BLUE), targets="goblin_delivery")
    assert game.decisions() == ()
    assert game.result() is not None
    assert [who for (who,) in told(game, "bomber_received")] == [YELLOW, GREEN]
    kinds = [event.kind for event in game.events(None)]
    assert kinds == ["bomber_received"] * 2 + ["start_player_passed"] + ["scored"] * 4 + ["won"]


@rule("DARKLORD-10.7", "DARKLORD-15.9")
def test_a_bomber_received_in_round_7_counts_in_the_scoring() -> None:
    game = table("end_phase", number=7, home="yellow goblin_banner", acquired=(RED, BLUE, GREEN))
    game.decisions()
    assert game.state.vp[YELLOW] == 2  # Soldier and Bomber


# ---------------------------------------------------------------- the count of round 7
@rule("DARKLORD-10.6")
@pytest.mark.parametrize(("number", "count"), [(7, 3), (6, 0)])
def test_in_round_7_all_units_in_the_remove_area_are_counted_first_used_bombers_included(
    number: int, count: int
) -> None:
    gone = "red wood_golem, blue goblin_soldier, green goblin_bomber"
    game = table("end_phase", number=number, removed=gone, A="yellow wood_golem", bombed=(GREEN,), acquired=EVERYBODY)
    game.decisions()
    assert game.state.entombed == count
    assert owner(game, "goblin_bomber_green") == NONE
    assert game.state.removed == ()


@rule("DARKLORD-12.8")
def test_scoring_sees_units_at_home_and_used_bombers_in_the_stock() -> None:
    game = table(
        "end_phase",
        number=7,
        home="red goblin_banner, blue hermits_seal",
        A="red goblin_king",
        removed="red goblin_bomber",
        bombed=(RED,),
        acquired=EVERYBODY,
    )
    game.decisions()
    assert game.state.vp[RED] == 3 + 2  # King 3; the artifact counts Soldier and King, not the Bomber
    assert game.state.vp[BLUE] == 4
    assert game.state.owner[CARDS["goblin_bomber_red"]] == NONE
