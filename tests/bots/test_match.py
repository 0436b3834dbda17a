"""Games between bots: repeatable in any process, and failures that can be replayed."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import grimtable
from grimtable import definition, records
from grimtable.bots import make
from grimtable.bots.arena import arena, lineup, rotated
from grimtable.bots.match import Row, Task, play_all, play_task, wins
from grimtable.bots.remote import RemoteBot
from grimtable.bots.statistics import ratings, share, spread
from grimtable.kernel.chance import FastDice
from grimtable.kernel.codec import dump
from grimtable.kernel.game import Seat
from grimtable.kernel.values import BadInput

SAMPLE = 24  # games; the full figures are measured by `make soak`


def task(*bots: str, number: int = 0, seed: int = 11) -> Task:
    return Task(number, "darklord", bots, seed, {})


def without_time(row: Row) -> Row:
    return row._replace(cpu_seconds=0.0)


def test_the_same_task_gives_the_same_game_in_every_process() -> None:
    tasks = [task("greedy", "random", "greedy", "random", number=n, seed=n) for n in range(6)]
    here = [without_time(row) for row in play_all(iter(tasks), workers=1)]
    there = [without_time(row) for row in play_all(iter(tasks), workers=2, chunk=2)]
    assert here == there


def test_bots_think_with_their_own_dice_so_the_deal_stays_the_same() -> None:
    games = [grimtable.new_game("darklord", 3, 5) for _ in range(2)]
    for game, spec in zip(games, ("random", "greedy")):
        player = game.decisions()[0].player
        make(spec).answer(Seat(game, player), FastDice(1))
    assert games[0].state.deck == games[1].state.deck
    assert games[0].dice.mark == games[1].dice.mark


def test_a_crashing_bot_fails_its_game_with_a_record_up_to_there() -> None:
    row = play_task(task("strangers:Crashing", "random", "random"))
    assert row.error == "RuntimeError: out of ideas"
    assert row.outcome == ()
    record = records.decode(row.record)
    assert record.end is not None
    assert record.end.error == "RuntimeError: out of ideas"
    assert records.game_at(record).state.round == 3


def test_an_illegal_answer_is_an_error_of_that_game_only() -> None:
    rows = list(play_all(iter([task("strangers:Illegal", *("random",) * 2), task(*("random",) * 3, number=1)]), 1))
    assert "world domination" in rows[0].error
    assert rows[1].error == ""
    assert len(rows[1].outcome) == 3


def test_wins_are_split_between_equals() -> None:
    assert wins(definition("darklord"), (4, 7, 7)) == [0, 0.5, 0.5]
    assert wins(definition("darklord"), (-4, -1, -4)) == [0, 1, 0]


def test_nobody_has_won_where_all_have_lost() -> None:
    assert wins(definition("oldworld"), (0, 0, 0)) == [0, 0, 0]
    assert wins(definition("gloomhaven"), (0, 0)) == [0, 0]


def test_a_party_wins_together_and_has_no_arena() -> None:
    assert wins(definition("gloomhaven"), (1, 1)) == [1, 1]
    with pytest.raises(BadInput, match="all win or lose together"):
        arena("gloomhaven", ("greedy", "random"), 2)


# ---------------------------------------------------------------- arena
def test_seats_rotate_so_that_every_bot_sits_everywhere_with_every_deal() -> None:
    met: list[tuple[int, tuple[str, ...]]] = []
    arena("darklord", ("greedy", "random", "random", "random"), 8, on_game=lambda row: met.append((row.seed, row.bots)))
    assert len({seed for seed, _ in met}) == 2
    for seed in {seed for seed, _ in met}:
        assert sorted([bots.index("greedy") for s, bots in met if s == seed]) == [0, 1, 2, 3]


def test_the_result_is_the_same_for_any_number_of_workers() -> None:
    results = [arena("darklord", ("greedy", "random", "random"), 6, seed=4, workers=workers) for workers in (1, 2)]
    assert results[0].standings == results[1].standings


def test_fewer_bots_than_seats_sit_down_again() -> None:
    found = grimtable.definition("darklord")
    assert lineup(found, ("a", "b"), None) == ("a", "b", "a")
    assert rotated(("a", "b", "c"), 4) == ("b", "c", "a")
    with pytest.raises(grimtable.BadInput, match="seats 3 or 4 players"):
        lineup(found, ("a",) * 5, None)


def test_greedy_beats_three_random_bots() -> None:
    standing = arena("darklord", ("greedy", "random", "random", "random"), SAMPLE).standings[0]
    assert standing.bot == "greedy"
    assert standing.share.rate >= 0.9
    assert standing.rating > 1700


def test_a_search_beats_greedy_bots() -> None:
    standings = arena("darklord", ("mcts:60", "greedy", "greedy", "greedy"), 8, seed=2, workers=2).standings
    assert standings[0].share.wins >= 4  # of 8, where equals would win 2


# ---------------------------------------------------------------- bots in other processes
def test_a_remote_bot_gets_an_imagined_game_and_answers_legally() -> None:
    game = grimtable.new_game("darklord", 4, 8)
    player = game.decisions()[0].player
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        bot = RemoteBot("greedy", pool)
        ranked = bot.ranked(Seat(game, player), FastDice(2))
        again = bot.ranked(Seat(game, player), FastDice(2))
    assert ranked == again
    assert {option for option, _ in ranked} == set(game.decisions()[0].options)


def test_what_a_remote_bot_receives_holds_another_deck_than_the_real_one() -> None:
    game = grimtable.new_game("darklord", 4, 8)
    seat = Seat(game, game.decisions()[0].player)
    decks = [grimtable.load(dump(seat.imagine(FastDice(seed), log=True))).state.deck for seed in range(5)]
    assert all(sorted(deck) == sorted(game.state.deck) for deck in decks)
    assert all(deck != game.state.deck for deck in decks)


# ---------------------------------------------------------------- figures
def test_the_interval_of_wilson() -> None:
    found = share(9, 10)
    assert (round(found.low, 4), round(found.high, 4)) == (0.5958, 0.9821)
    assert share(0, 0) == (0, 0.0, 0.0, 0.0, 1.0)
    assert share(400, 400).high == pytest.approx(1.0)


def test_a_spread_tells_the_middle_and_the_ends() -> None:
    assert spread(dict.fromkeys(range(1, 101), 1)) == (1, 51, 50.5, 96, 100)
    assert spread({3: 9, 8: 1}) == (3, 3, 3.5, 8, 8)


def test_ratings_follow_who_beats_whom() -> None:
    found = ratings(["a", "b"], {("a", "b"): 10.0, ("b", "a"): 0.0})
    assert found["a"] > found["b"]
    assert sum(found.values()) == 3000
    assert ratings(["a", "b"], {}) == {"a": 1500, "b": 1500}
