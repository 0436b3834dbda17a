"""The position at the start, and what every position must satisfy."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.darklord.table import BLUE, GREEN, RED, YELLOW, answer, asked, random_game, table, told, uids
from grimtable.games.darklord import DEFINITION, RULES
from grimtable.games.darklord.components import CARDS, DECK, KIND, LEVEL, NONE, THRONES, UID
from grimtable.games.darklord.setup import new_state, problems
from grimtable.games.darklord.state import DarkLord
from grimtable.kernel.chance import FastDice, seed_of
from grimtable.kernel.game import Game
from rule import rule


def new_game(players: int, thrones: str, seed: int = 0) -> Game[DarkLord]:
    """A new game in which the thrones are dealt like this, from seat 0 on."""
    order = tuple([CARDS[f"throne_{color}"] for color in thrones.split()])
    return Game(RULES, new_state(players, {}), FastDice(seed), tape=[order])


@rule("DARKLORD-2.1", "DARKLORD-16.1")
def test_no_card_marked_4p_comes_into_a_game_of_three() -> None:
    marked = {
        *["throne_green", "goblin_bomber_green", "junk_golem_2", "skeleton_knight_2"],
        *["skeleton_swordman_4", "goblin_soldier_4", "wood_golem_4"],
        *["farm_village_3", "fishing_village_3", "watchtower_3", "twin_witch_dolls_1", "twin_witch_dolls_2"],
    }
    seen: set[str] = set()
    for game in random_game(3, seed=5):
        s = game.state
        seen |= {UID[card] for card in [*s.deck, *s.targets, *s.trash] if card != NONE}
        seen |= {UID[card] for card, owner in enumerate(s.owner) if owner != NONE}
    assert not seen & marked


@rule("DARKLORD-2.1")
def test_with_four_players_all_cards_of_the_decks_are_used() -> None:
    s = new_game(4, "red blue yellow green").state
    in_decks = [card for card in range(len(UID)) if LEVEL[card]]
    assert sorted([*s.deck, *s.targets]) == in_decks


@rule("DARKLORD-2.2")
def test_each_level_is_shuffled_on_its_own_and_level_1_lies_on_top() -> None:
    s = new_game(4, "red blue yellow green").state
    assert [LEVEL[card] for card in [*s.targets, *reversed(s.deck)]] == [1] * 15 + [2] * 10 + [3] * 10
    decks = {tuple(new_game(4, "red blue yellow green", seed).state.deck) for seed in range(20)}
    assert len(decks) == 20
    for level in (1, 2, 3):
        assert len({tuple([card for card in deck if LEVEL[card] == level]) for deck in decks}) == 20


@rule("DARKLORD-2.2")
def test_bombers_minus_lands_and_chips_wait_in_the_stock() -> None:
    s = new_game(4, "red blue yellow green").state
    waiting = [card for card, deck in enumerate(DECK) if deck in ("stock", "event")]
    assert len(waiting) == 7
    assert {s.owner[card] for card in waiting} == {NONE}
    assert not set(waiting) & {*s.deck, *s.targets, *s.trash}
    assert (s.curses_left(), s.stones_left(), s.power_tokens_left()) == (5, 2, 1)


@rule("DARKLORD-2.3")
def test_everybody_is_dealt_one_throne_and_takes_its_colour() -> None:
    s = new_game(4, "yellow green red blue").state
    assert [UID[throne] for me in range(4) for throne in s.owned(me, THRONES)] == [
        "throne_yellow",
        "throne_green",
        "throne_red",
        "throne_blue",
    ]
    assert [UID[s.bomber_of(me)] for me in range(4)] == [
        "goblin_bomber_yellow",
        "goblin_bomber_green",
        "goblin_bomber_red",
        "goblin_bomber_blue",
    ]


@rule("DARKLORD-2.3")
def test_chance_deals_the_thrones_and_three_players_use_three() -> None:
    deals = {DEFINITION.new_game(3, dice=FastDice(seed_of(seed))).state.colors for seed in range(60)}
    assert deals == {(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)}


@rule("DARKLORD-2.4")
@pytest.mark.parametrize(("thrones", "first"), [("yellow green red blue", 2), ("blue red yellow green", 1)])
def test_the_red_throne_starts(thrones: str, first: int) -> None:
    game = new_game(4, thrones)
    assert game.state.start == first
    assert asked(game)[0] == first
    answer(game, "all", "all", "all", "all")
    assert asked(game) == (first, "place")


@rule("DARKLORD-2.5")
@pytest.mark.parametrize("players", [3, 4])
def test_everybody_receives_one_of_each_initial_unit(players: int) -> None:
    s = DEFINITION.new_game(players).state
    for me in range(players):
        assert [KIND[unit] for unit in s.units_of(me)] == ["skeleton_swordman", "goblin_soldier", "wood_golem"]
    assert max(s.owner) == players - 1


@rule("DARKLORD-2.6", "DARKLORD-16.2")
@pytest.mark.parametrize(
    ("thrones", "stones"),
    [
        ("red blue yellow green", [0, 0, 1, 1]),
        ("yellow green red blue", [1, 1, 0, 0]),  # red on seat 2: seats 0 and 1 come third and fourth
        ("red blue yellow", [0, 0, 1]),
        ("blue yellow red", [0, 1, 0]),
    ],
)
def test_the_third_and_fourth_seat_from_red_take_a_magic_stone(thrones: str, stones: list[int]) -> None:
    assert new_game(len(stones), thrones).state.stones == stones


@rule("DARKLORD-16.2")
def test_three_players_fight_over_four_areas() -> None:
    game = new_game(3, "red blue yellow")
    assert len(game.state.targets) == len(game.state.stacks) == 4
    answer(game, "all", "all", "all")
    (decision,) = game.decisions()
    assert sorted({option[1] for option in decision.options if option != "pass"}) == ["A", "B", "C", "D"]


# ---------------------------------------------------------------- what every position must satisfy
def spoil_twice(s: DarkLord) -> None:
    s.deck.append(s.targets[0])


def spoil_spot(s: DarkLord) -> None:
    s.removed = (CARDS["goblin_soldier_1"],)


def spoil_trash(s: DarkLord) -> None:
    s.trash = (CARDS["goblin_soldier_1"],)


def spoil_columns(s: DarkLord) -> None:
    s.stones.pop()


def spoil_owner(s: DarkLord) -> None:
    s.owner[CARDS["watchtower_1"]] = 4


def spoil_owners(s: DarkLord) -> None:
    s.owner.pop()


def spoil_ready(s: DarkLord) -> None:
    s.ready[BLUE] = (CARDS["wood_golem_1"],)


def spoil_lands(s: DarkLord) -> None:
    s.deck = []
    s.owner[CARDS["farm_village_1"]] = s.owner[CARDS["deserted_farm_village"]] = YELLOW


def spoil_fighter(s: DarkLord) -> None:
    s.stacks[1] = (CARDS["goblin_bomber_green"],)


def spoil_stack(s: DarkLord) -> None:
    s.stacks[2] = tuple([CARDS[f"{kind}_{n}"] for kind in ("skeleton_swordman", "wood_golem") for n in (2, 3, 4)])


def spoil_coins(s: DarkLord) -> None:
    s.coins[RED] = -1


def spoil_curses(s: DarkLord) -> None:
    s.curses[GREEN] = 6


def spoil_stones(s: DarkLord) -> None:
    s.stones[GREEN] = 5


def spoil_tokens(s: DarkLord) -> None:
    s.tokens = (CARDS["wood_golem_1"], CARDS["wood_golem_2"])


@rule("DARKLORD-1.3", "DARKLORD-1.5", "DARKLORD-1.7", "DARKLORD-2.1")
@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (spoil_twice, "skeleton_crown lies in two places"),
        (spoil_spot, "goblin_soldier_1 lies in two places"),
        (spoil_trash, "goblin_soldier_1 lies in two places"),
        (spoil_columns, "the players' columns differ in length"),
        (spoil_owner, "a card belongs to nobody at the table"),
        (spoil_owners, "a card belongs to nobody at the table"),
        (spoil_ready, "wood_golem_1 is ready for another player"),
        (spoil_lands, "player 2 owns farm_village twice"),
        (spoil_fighter, "goblin_bomber_green fights for nobody"),
        (spoil_stack, "area C holds too many units"),
        (spoil_coins, "there are fewer than no chips somewhere"),
        (spoil_curses, "there are fewer than no chips somewhere"),
        (spoil_stones, "there are fewer than no chips somewhere"),
        (spoil_tokens, "there are fewer than no chips somewhere"),
    ],
)
def test_a_broken_position_is_found(spoil: Callable[[DarkLord], None], problem: str) -> None:
    s = table("turn", RED, A="red goblin_soldier").base
    assert problems(s) == []
    spoil(s)
    assert problems(s) == [problem]


@rule("DARKLORD-2.1")
def test_a_card_from_the_box_is_found_in_a_game_of_three() -> None:
    s = table("turn", RED, players=3).base
    s.trash = (CARDS["junk_golem_2"],)
    assert problems(s) == ["junk_golem_2 is not used with 3 players"]


def test_an_empty_position_is_broken_and_not_an_error() -> None:
    assert problems(RULES.blank()) == ["a card belongs to nobody at the table"]


@pytest.mark.parametrize("players", [3, 4])
def test_no_position_of_a_game_is_broken(players: int) -> None:
    for seed in range(3):
        for game in random_game(players, seed):
            assert problems(game.base) == problems(game.state) == []


@pytest.mark.parametrize("players", [3, 4])
def test_no_card_gets_lost(players: int) -> None:
    for game in random_game(players, seed=9):
        s = game.state
        held = [card for card, owner in enumerate(s.owner) if owner != NONE and LEVEL[card]]
        held += [*s.deck, *s.trash, *[card for card in s.targets if card != NONE]]
        assert len(held) == len(set(held)) == {4: 35, 3: 28}[players]


def test_the_setup_is_told_to_everybody() -> None:
    game = new_game(3, "blue yellow red")
    assert told(game, "throne") == [(0, "throne_blue"), (1, "throne_yellow"), (2, "throne_red")]
    assert told(game, "start_player", "stone_dealt") == [("start_player", 2), ("stone_dealt", 1)]
    assert uids(game.state.targets) == [card for card, _ in told(game, "turned_up")]
