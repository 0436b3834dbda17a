"""The worked examples of the ledger, EX-1 to EX-29."""

from __future__ import annotations

import json

import pytest

from games.darklord.table import (
    BLUE,
    GREEN,
    RED,
    RICH,
    SEATS,
    YELLOW,
    answer,
    asked,
    kind_of,
    options,
    owner,
    places,
    stack,
    table,
    told,
    uids,
)
from grimtable.games.darklord import DEFINITION
from grimtable.games.darklord.battle import Rank, cost, ranking, standing
from grimtable.games.darklord.components import CARDS, FOLDER, NONE
from grimtable.games.darklord.state import DarkLord
from grimtable.games.darklord.victory import score
from grimtable.kernel.game import Game
from rule import rule


@rule("EX-1", "DARKLORD-4.4", "DARKLORD-4.5", "DARKLORD-4.9")
def test_ex_1_in_round_1_there_are_two_coins_four_sleeves_and_three_units() -> None:
    game = answer(DEFINITION.new_game(4), "all", "all", "all", "all")
    s = game.state
    assert (s.round, s.coins, [s.sleeves_of(me) for me in range(4)]) == (1, [2] * 4, [4] * 4)
    assert [len(units) for units in s.ready] == [3] * 4


@rule("EX-2", "DARKLORD-2.6")
@pytest.mark.parametrize(("players", "funds"), [(4, [2, 2, 3, 3]), (3, [2, 2, 3])])
def test_ex_2_the_later_seats_can_spend_three(players: int, funds: list[int]) -> None:
    s = DEFINITION.new_game(players).state
    assert [s.funds(me) for me in s.turn_order()] == funds


@rule("EX-3", "DARKLORD-8.2", "DARKLORD-8.3", "DARKLORD-8.4")
def test_ex_3_red_then_yellow_then_green_and_blue_not_at_all() -> None:
    five = "red wood_golem, yellow wood_golem, green wood_golem, red goblin_soldier, yellow goblin_soldier"
    s = table("resolve", 0, A=five).state
    assert ranking(s, 0) == [Rank(RED, 2, False), Rank(YELLOW, 2, False), Rank(GREEN, 1, False)]


def replay() -> Game[DarkLord]:
    """The placement that the replay of the rulebook resolves."""
    return table(
        "resolve",
        0,
        A="blue wood_golem, yellow wood_golem",
        B="red wood_golem, green wood_golem",
        C="yellow goblin_soldier, yellow skeleton_swordman",
        D="red goblin_soldier, blue goblin_soldier, red skeleton_swordman",
        E="green goblin_soldier",
    )


@rule("EX-4", "DARKLORD-8.4", "DARKLORD-9.1", "DARKLORD-9.5")
def test_ex_4_blue_stood_first_and_pays_one_coin() -> None:
    game = replay()
    assert [rank.player for rank in ranking(game.state, 0)] == [BLUE, YELLOW]
    assert asked(game) == (BLUE, "offer")
    answer(game, "accept")
    assert (game.state.coins, owner(game, "skeleton_crown")) == ([2, 1, 2, 2], BLUE)


@rule("EX-5", "DARKLORD-8.7", "DARKLORD-8.8")
def test_ex_5_red_declines_and_green_accepts() -> None:
    game = answer(replay(), "accept")
    assert [rank.player for rank in ranking(game.state, 1)] == [RED, GREEN]
    answer(game, "decline")
    assert asked(game) == (GREEN, "offer")
    trashed = game.clone(log=True)
    answer(game, "accept")
    assert (game.state.coins[GREEN], owner(game, "goblin_banner")) == (1, GREEN)
    answer(trashed, "decline")
    assert uids(trashed.state.trash) == ["goblin_banner"]


@rule("EX-6", "DARKLORD-9.2")
def test_ex_6_yellow_is_alone_and_pays_for_both_units() -> None:
    game = answer(replay(), "accept", "decline", "accept")
    assert asked(game) == (YELLOW, "offer")
    answer(game, "accept")
    assert game.state.coins[YELLOW] == 0


@rule("EX-7", "DARKLORD-9.3", "DARKLORD-8.7")
def test_ex_7_red_can_pay_two_only_because_b_was_declined() -> None:
    game = answer(replay(), "accept", "decline", "accept", "accept")
    assert asked(game) == (RED, "offer")
    answer(game, "accept")
    assert game.state.coins[RED] == 0
    other = answer(replay(), "accept", "accept", "accept")
    assert (asked(other), other.state.coins) == ((BLUE, "offer"), [1, 1, 0, 2])


@rule("EX-8", "DARKLORD-9.6", "DARKLORD-8.1")
def test_ex_8_green_takes_a_second_card() -> None:
    game = answer(replay(), "accept", "decline", "accept", "accept", "accept")
    assert (asked(game), game.state.coins) == ((GREEN, "offer"), [0, 1, 0, 1])
    answer(game, "accept")
    assert [(who, price) for who, _, _, price in told(game, "acquired")] == [
        (BLUE, 1),
        (GREEN, 1),
        (YELLOW, 2),
        (RED, 2),
        (GREEN, 1),
    ]
    assert [(who, coins) for who, coins, _ in told(game, "paid")].count((GREEN, 1)) == 2
    assert told(game, "bomber_received") == []


@rule("EX-9", "DARKLORD-5.2")
def test_ex_9_who_owns_a_watchtower_has_no_priority_at_another() -> None:
    both = "red goblin_king, blue wood_golem"
    game = table("resolve", 0, targets="watchtower", home="red watchtower", A=both, coins=RICH)
    assert asked(game) == (BLUE, "offer")


@rule("EX-10", "DARKLORD-1.3")
@pytest.mark.parametrize("unit", ["skeleton_spearman_1", "skull_dragon", "goblin_scout"])
def test_ex_10_a_full_area_takes_nobody(unit: str) -> None:
    five = "red wood_golem, red goblin_soldier, blue wood_golem, yellow wood_golem, green wood_golem"
    game = table("turn", RED, ready=f"red {kind_of(unit)}, red skeleton_swordman", A=five, B="red goblin_flag_bearer")
    assert "A" not in places(game, unit)
    assert "B" in places(game, unit)


@rule("EX-11", "DARKLORD-13.2", "DARKLORD-7.4")
def test_ex_11_a_spearman_needs_somebody_to_drive_out() -> None:
    three = "blue wood_golem, yellow goblin_delivery, green wood_golem"
    game = table("turn", RED, ready="red skeleton_spearman, blue goblin_soldier", A=three)
    assert places(game, "skeleton_spearman_1") == "A"
    answer(game, ("skeleton_spearman_1", "A"), "goblin_delivery")
    assert game.state.coins[RED] == 2
    assert stack(game, "A") == ["wood_golem_2", "wood_golem_4", "skeleton_spearman_1"]


@rule("EX-12", "DARKLORD-1.5", "DARKLORD-13.3")
def test_ex_12_with_five_curse_tokens_out_the_next_win_gives_none() -> None:
    game = table("resolve", 0, A="red skeleton_cursedman", curses={RED: 1, BLUE: 2, GREEN: 2})
    answer(game, "accept")
    assert game.state.curses == [1, 2, 0, 2]
    assert told(game, "cursed") == []


@rule("EX-13", "DARKLORD-7.8")
def test_ex_13_ultimate_first_then_the_stack_is_closed_then_clay() -> None:
    five = "blue clay_golem, red wood_golem, blue junk_golem, red ultimate_golem, green goblin_king"
    game = table("end_placement", A=five, coins=RICH)
    assert asked(game)[1] == "offer"
    assert stack(game, "A") == ["clay_golem", "junk_golem_1", "ultimate_golem", "goblin_king"]


@rule("EX-14", "DARKLORD-13.4")
def test_ex_14_a_fifth_unit_beside_clay_goes_when_placement_ends() -> None:
    four = "blue clay_golem, blue wood_golem, green wood_golem, yellow wood_golem"
    game = table("turn", RED, ready="red wood_golem, blue goblin_soldier", A=four)
    answer(game, ("wood_golem_1", "A"))
    assert len(stack(game, "A")) == 5
    answer(game, "pass")
    assert told(game, "removed") == [("wood_golem_1", RED, 0)]


@rule("EX-15", "DARKLORD-8.5", "DARKLORD-13.5")
def test_ex_15_the_flag_wins_ties_and_the_earlier_of_two_flags() -> None:
    s = table("resolve", 0, A="red wood_golem, blue goblin_flag_bearer").state
    assert [rank.player for rank in standing(s, 0)] == [BLUE, RED]
    s = table("resolve", 0, A="red wood_golem, green goblin_flag_bearer, blue goblin_flag_bearer").state
    assert [rank.player for rank in standing(s, 0)] == [GREEN, BLUE, RED]


@rule("EX-16", "DARKLORD-13.6", "DARKLORD-13.7")
def test_ex_16_a_delivery_helps_another_friend_once_if_its_owner_wants() -> None:
    ready = "red goblin_delivery, red goblin_scout"
    game = table("turn", RED, ready=ready, A="red wood_golem, blue wood_golem")
    answer(game, ("goblin_delivery", "A"))
    assert options(game) == ("wood_golem_1", "decline")
    answer(game, "wood_golem_1", ("goblin_scout", "A"), "goblin_delivery", ("goblin_delivery", "A"))
    assert uids(game.state.tokens) == ["wood_golem_1"]
    assert len(told(game, "token_placed")) == 1


@rule("EX-17", "DARKLORD-13.8", "DARKLORD-9.7")
def test_ex_17_the_stone_of_a_junk_golem_pays_from_the_next_area_on() -> None:
    game = table("resolve", 0, targets="junk_golem", A="red wood_golem", B="red skeleton_knight")
    assert game.state.funds(RED) == 2
    answer(game, "accept")
    assert (asked(game), game.state.coins[RED], game.state.stones[RED]) == ((RED, "offer"), 1, 1)
    answer(game, "accept")
    assert told(game, "paid") == [(RED, 1, 0), (RED, 1, 1)]


@rule("EX-18", "DARKLORD-13.13", "DARKLORD-7.14")
def test_ex_18_a_recalled_unit_keeps_its_sleeve_loses_its_token_and_comes_again() -> None:
    game = table("turn", RED, ready="red goblin_scout", A="red wood_golem, blue wood_golem", tokens="red wood_golem")
    answer(game, ("goblin_scout", "A"), "wood_golem_1")
    assert (asked(game), game.state.tokens) == ((RED, "place"), ())
    answer(game, ("wood_golem_1", "A"))
    assert stack(game, "A") == ["wood_golem_2", "goblin_scout", "wood_golem_1"]


@rule("EX-19", "DARKLORD-13.10")
def test_ex_19_a_dragon_without_own_units_cannot_be_placed() -> None:
    game = table("turn", RED, ready="red skull_dragon, red wood_golem", A="blue wood_golem")
    assert places(game, "skull_dragon") == ""


@rule("EX-20", "DARKLORD-13.12")
def test_ex_20_two_strong_units_beside_a_king_cost_two_more() -> None:
    s = table("resolve", 0, A="red goblin_king, blue skeleton_knight, blue junk_golem", coins=RICH).state
    assert cost(s, 0, BLUE) == 2 + 2 + 2


@rule("EX-21", "DARKLORD-13.11", "DARKLORD-7.11")
def test_ex_21_a_token_saves_a_unit_of_power_1() -> None:
    both = "red ultimate_golem, blue wood_golem, blue goblin_soldier"
    game = table("end_placement", A=both, tokens="blue wood_golem", coins=RICH)
    assert asked(game)[1] == "offer"
    assert stack(game, "A") == ["ultimate_golem", "wood_golem_2"]


@rule("EX-22", "DARKLORD-10.1", "DARKLORD-10.2", "DARKLORD-1.6")
def test_ex_22_no_card_no_bomber_yet_gives_one_and_a_used_one_comes_again() -> None:
    game = table("end_phase", home="red goblin_bomber, blue goblin_bomber", bombed=(BLUE,), acquired=(GREEN,))
    game.decisions()
    assert told(game, "bomber_returned") == [(BLUE,)]
    assert told(game, "bomber_received") == [(BLUE,), (YELLOW,)]
    assert owner(game, "goblin_bomber_green") == NONE


@rule("EX-23", "DARKLORD-13.14")
def test_ex_23_a_guardian_hands_on_a_curse_or_earns_a_point() -> None:
    game = answer(table("resolve", 0, A="red guardian_golem", curses={RED: 1}), "accept", YELLOW)
    assert (game.state.curses, game.state.throne_vp) == ([0, 0, 1, 0], (0, 0, 0, 0))
    game = answer(table("resolve", 0, A="red guardian_golem"), "accept", "take")
    assert (game.state.curses, game.state.throne_vp) == ([0, 0, 0, 0], (1, 0, 0, 0))


def artifacts(home: str, me: int = RED, curses: dict[int, int] | None = None) -> list[int]:
    """What a player's artifacts are worth, in the order of the deck list."""
    game = table("final_scoring", number=7, home=home, curses=curses)
    return [vp for _, vp in score(game.state, me).artifacts]


@rule("EX-24", "DARKLORD-15.3", "DARKLORD-15.4")
def test_ex_24_the_vault_and_two_dolls_are_three_artifacts() -> None:
    assert artifacts("red collectors_vault, red twin_witch_dolls, red twin_witch_dolls") == [3, 3, 3]


@rule("EX-25", "DARKLORD-15.5")
def test_ex_25_the_idol_is_worth_two_with_at_most_one_curse_out() -> None:
    assert artifacts("red cursed_idol") == artifacts("red cursed_idol", curses={GREEN: 1}) == [2]


@rule("EX-26", "DARKLORD-15.6")
@pytest.mark.parametrize(("me", "points"), [("red", 4), ("blue", 4), ("yellow", 2)])
def test_ex_26_both_of_two_players_with_the_fewest_units_count(me: str, points: int) -> None:
    home = f"yellow clay_golem, green goblin_king, {me} hermits_seal"
    assert artifacts(home, SEATS[me]) == [points]


@rule("EX-27", "DARKLORD-11.2", "DARKLORD-12.3")
@pytest.mark.parametrize(("ruins", "points"), [("", -3), (", red megalith_ruins", 0)])
def test_ex_27_a_land_from_the_trash_counts_minus_3_or_nothing(ruins: str, points: int) -> None:
    home = f"blue watchtower, green watchtower{ruins}"
    game = table("event", 5, number=5, start=YELLOW, home=home, trash="watchtower")
    game.decisions()
    assert owner(game, "watchtower_3") == RED
    assert score(game.state, RED).total == points


@rule("EX-28", "DARKLORD-12.1", "DARKLORD-12.5")
def test_ex_28_the_score_sheet_of_the_rulebook() -> None:
    example = json.loads((FOLDER / "data" / "scoring_example.json").read_text(encoding="utf-8"))
    holdings, printed = example["holdings"], example["table"]["rows"]
    cards = [
        f"{seat} {card.removesuffix(f'_{seat}')}"
        for seat, player in holdings["players"].items()
        for card in player["units"][3:] + player["territories"][1:] + player["artifacts"]
    ]
    game = table(
        "final_scoring",
        number=7,
        home=", ".join(cards),
        curses={SEATS[seat]: player["curse"] for seat, player in holdings["players"].items()},
        throne_vp={SEATS[seat]: player["throne_vp"] for seat, player in holdings["players"].items()},
    )
    game.base.entombed = holdings["remove_area_final_round"]
    result = game.result()
    assert result is not None
    assert rows(game) == [
        (-4, [1, 1, 4, 5], 0, -3, 8),
        (-1, [3, 3], 0, 0, 8),
        (0, [2, 5], 0, 0, 9),
        (0, [0, 4], 1, 0, 8),
    ]
    assert game.state.vp == (12, 13, 16, 13)
    assert result.index(max(result)) == YELLOW
    assert rows(game) == [
        (row["curse"], sorted(row["artifacts"]), row["throne"], row["card_minus"], row["card_plus"]) for row in printed
    ]


def rows(game: Game[DarkLord]) -> list[tuple[int, list[int], int, int, int]]:
    """The score sheet: curses, artifacts in rising order, throne, minus and plus cards."""
    found = [score(game.state, me) for me in range(4)]
    return [(r.curses, sorted([vp for _, vp in r.artifacts]), r.throne, r.minus, r.plus) for r in found]


@rule("EX-29", "DARKLORD-15.2")
def test_ex_29_two_copies_of_a_kind_add_one() -> None:
    one = artifacts("red golem_core, red junk_golem")
    assert artifacts("red golem_core, red junk_golem, red junk_golem") == one == [2]
    assert CARDS["junk_golem_1"] != CARDS["junk_golem_2"]
