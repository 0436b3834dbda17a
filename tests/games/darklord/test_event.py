"""Minus territories after rounds 3 and 5."""

from __future__ import annotations

import pytest

from games.darklord.table import BLUE, GREEN, RED, YELLOW, answer, asked, owner, random_game, table, told, uids
from grimtable.games.darklord.components import CARDS, LAND, TERRITORIES, UID
from grimtable.games.darklord.victory import score
from rule import rule

FISHING = "red fishing_village, blue fishing_village, yellow fishing_village"
FARMS = "red farm_village, blue farm_village, green farm_village"


@rule("DARKLORD-11.1")
def test_after_round_3_who_lacks_a_village_receives_its_minus_version() -> None:
    game = table("event", 3, number=3, home=f"{FARMS}, {FISHING}")
    game.decisions()
    assert told(game, "minus_land") == [(YELLOW, "deserted_farm_village"), (GREEN, "deserted_fishing_village")]
    assert owner(game, "deserted_farm_village") == YELLOW
    assert owner(game, "deserted_fishing_village") == GREEN
    assert owner(game, "abandoned_tower") == -1
    assert game.state.round == 4


@rule("DARKLORD-11.1")
def test_after_round_5_who_lacks_a_watchtower_receives_the_abandoned_tower() -> None:
    game = table("event", 5, number=5, home="blue watchtower, yellow watchtower, green watchtower")
    game.decisions()
    assert told(game, "minus_land") == [(RED, "abandoned_tower")]
    assert game.state.round == 6


@rule("DARKLORD-11.1")
def test_one_player_may_receive_both_villages() -> None:
    fishing = FISHING.replace("yellow", "green")
    game = table("event", 3, number=3, home=f"{FARMS}, {fishing}")
    game.decisions()
    assert told(game, "minus_land") == [(YELLOW, "deserted_farm_village"), (YELLOW, "deserted_fishing_village")]


@rule("DARKLORD-11.2")
def test_if_several_lack_a_land_the_others_take_the_trashed_copies() -> None:
    home = f"blue farm_village, {FISHING}"
    game = table("event", 3, number=3, start=GREEN, home=home, trash="clay_golem, farm_village, farm_village")
    game.decisions()
    assert told(game, "minus_land") == [
        (GREEN, "deserted_farm_village"),
        (RED, "farm_village_2"),
        (YELLOW, "farm_village_3"),
        (GREEN, "deserted_fishing_village"),
    ]
    s = game.state
    assert uids(s.trash) == ["clay_golem"]  # only lands come back
    assert [score(s, me).minus for me in range(4)] == [-3, 0, -3, -6]
    assert [score(s, me).plus for me in range(4)] == [1, 2, 1, 0]


@rule("DARKLORD-11.2", "DARKLORD-12.3")
def test_a_land_from_the_trash_counts_nothing_with_megalith_ruins() -> None:
    home = f"blue farm_village, {FISHING}, red megalith_ruins"
    game = table("event", 3, number=3, home=home, trash="farm_village, farm_village")
    game.decisions()
    assert (score(game.state, RED).minus, score(game.state, YELLOW).minus) == (0, -3)


@rule("DARKLORD-11.3")
def test_a_minus_land_gives_the_marks_of_its_land_and_minus_3_points() -> None:
    game = table("event", 3, number=3, home=f"{FARMS}, {FISHING}")
    assert asked(game) == (RED, "sleeve")
    assert game.state.coins == [4, 4, 4, 4]
    assert [score(game.state, me).minus for me in range(4)] == [0, 0, -3, -3]
    home = "blue watchtower, yellow watchtower"
    game = table("event", 5, number=5, home=home, trash="watchtower")
    game.decisions()
    assert [game.state.sleeves_of(me) for me in range(4)] == [5, 5, 5, 5]
    assert game.state.coins == [3, 3, 3, 3]
    assert [score(game.state, me).minus for me in range(4)] == [-3, 0, 0, -3]
    assert [score(game.state, me).plus for me in range(4)] == [0, 2, 2, 0]


@rule("DARKLORD-11.4")
def test_a_position_in_which_the_cards_do_not_suffice_is_refused() -> None:
    game = table(
        "event", 5, number=5, home="blue watchtower, yellow watchtower"
    )  # the third is neither owned nor trash
    with pytest.raises(AssertionError):
        game.decisions()


@rule("DARKLORD-11.4", "DARKLORD-11.6", "DARKLORD-1.7", "DARKLORD-16.3")
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_after_both_events_everybody_has_every_land_once(players: int, seed: int) -> None:
    for game in random_game(players, seed):
        s = game.state
        for me in range(players):
            lands = [LAND[card] for card in s.owned(me, TERRITORIES)]
            assert len(lands) == len(set(lands))
            if s.round >= 6:
                assert sorted(lands)[:2] == ["farm_village", "fishing_village"]
                assert lands.count("watchtower") == 1
                assert (s.income_of(me), s.sleeves_of(me)) == (5, 5)
    given = [card for _, card in told(game, "minus_land")]
    assert {"deserted_farm_village", "deserted_fishing_village", "abandoned_tower"} <= set(given)
    assert len(given) == 3 + len([c for c in given if "village_" in c or "watchtower_" in c])


@rule("DARKLORD-11.5")
def test_receiving_a_land_in_the_event_costs_nothing_and_is_no_acquisition() -> None:
    game = table("end_phase", number=3, home=f"{FARMS}, {FISHING}", acquired=(RED, BLUE, GREEN), coins={YELLOW: 0})
    game.decisions()
    assert told(game, "minus_land")[0] == (YELLOW, "deserted_farm_village")
    assert owner(game, "goblin_bomber_yellow") == YELLOW  # the Bomber of that round is kept
    assert told(game, "acquired", "paid") == []
    assert game.state.acquired == 0


@rule("DARKLORD-11.5")
def test_an_ability_of_acquiring_does_not_react_to_the_event() -> None:
    stacks = "yellow skeleton_cursedman, yellow guardian_golem"
    game = table("end_phase", number=3, home=f"{FARMS}, {FISHING}", A=stacks)
    assert asked(game) == (BLUE, "sleeve")
    assert (game.state.curses, game.state.throne_vp) == ([0] * 4, (0,) * 4)


def test_a_land_from_the_trash_is_shown_as_a_minus_land() -> None:
    game = table("event", 5, number=5, home="blue watchtower, yellow watchtower", trash="watchtower")
    seen = game.rules.view(game.state, BLUE)["players"]
    assert [player["minus"] for player in seen] == [["abandoned_tower"], [], [], ["watchtower_3"]]
    assert owner(game, UID[CARDS["watchtower_3"]]) == GREEN
    assert answer(game, "all").state.ready[RED]
