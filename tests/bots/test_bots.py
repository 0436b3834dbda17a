"""What bots answer: legal, repeatable, and better the more they think."""

from __future__ import annotations

from typing import Any

import pytest

import grimtable
from grimtable.bots import make
from grimtable.bots.greedy import best_rated, shares
from grimtable.bots.mcts import LOOK_UP, Budget, MctsBot, Node, Search
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game, Seat
from grimtable.kernel.prospects import CERTAIN

SPECS = ("random", "greedy", "mcts:20")


def in_the_middle(answers: int = 40, seed: int = 3) -> Game[Any]:
    """A game of greedy bots after so many answers."""
    game = grimtable.new_game("darklord", 4, seed)
    bot = make("greedy")
    for number in range(answers):
        player = game.decisions()[0].player
        game.apply(player, bot.answer(Seat(game, player), FastDice(number)))
    return game


@pytest.mark.parametrize("spec", SPECS)
def test_an_answer_is_legal_and_depends_on_seat_and_dice_alone(spec: str) -> None:
    game = in_the_middle()
    decision = game.decisions()[0]
    answers = [make(spec).answer(Seat(game, decision.player), FastDice(5)) for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0] in decision.options
    assert grimtable.digest(game) == grimtable.digest(in_the_middle())


@pytest.mark.parametrize("spec", SPECS)
def test_a_ranking_names_every_option_once(spec: str) -> None:
    game = in_the_middle()
    decision = game.decisions()[0]
    ranked = make(spec).ranked(Seat(game, decision.player), FastDice(5))
    assert sorted(map(str, [option for option, _ in ranked])) == sorted(map(str, decision.options))
    assert all(0 <= estimate <= 1 for _, estimate in ranked)


def test_random_comes_upon_every_option() -> None:
    game = in_the_middle()
    decision = game.decisions()[0]
    dice = FastDice(1)
    seen = {make("random").answer(Seat(game, decision.player), dice) for _ in range(500)}
    assert seen == set(decision.options)


def test_greedy_takes_the_best_rated_and_lets_the_dice_decide_between_equals() -> None:
    assert best_rated([1, 7, 3], FastDice(0)) == 1
    assert {best_rated([7, 1, 7], FastDice(seed)) for seed in range(20)} == {0, 2}


def test_shares_sum_to_one_and_follow_the_ratings() -> None:
    found = shares([100, 0, 50], spread=400)
    assert sum(found) == pytest.approx(1)
    assert found[0] > found[2] > found[1]


def test_the_search_spends_its_visits_on_the_option_that_wins() -> None:
    node = Node()
    bad, good = node.meet(("bad", "good"), [0.5, 0.5])
    for _ in range(100):
        chosen = (bad, good)[node.select([bad, good], 1.2)]
        node.learn(chosen, 1.0 if chosen == good else 0.0)
    assert node.visits[good] > 80


def test_the_search_looks_only_at_options_that_are_there() -> None:
    node = Node()
    bad, good = node.meet(("bad", "good"), [0.1, 0.9])
    assert node.places(("new", "bad")) == [-1, bad]
    assert node.select([bad], 1.2) == 0
    assert node.select([bad, good], 1.2) == 1


def test_a_poor_prior_is_overcome_by_what_is_learnt() -> None:
    node = Node()
    bad, good = node.meet(("bad", "good"), [0.9, 0.1])
    for _ in range(300):
        chosen = (bad, good)[node.select([bad, good], 1.2)]
        node.learn(chosen, 0.8 if chosen == good else 0.5)
    assert node.visits[good] > 200


def test_a_search_ends_when_the_second_best_would_hardly_catch_up() -> None:
    node = Node()
    first, second = node.meet(("first", "second"), [0.5, 0.5])
    for _ in range(80):
        node.learn(first, 0.5)
    for _ in range(20):
        node.learn(second, 0.5)
    assert node.decided(119)
    assert not node.decided(120)
    assert not node.decided(-100)  # a budget in seconds


def test_a_search_knows_how_much_another_option_may_still_gain() -> None:
    node = Node()
    first, second = node.meet(("first", "second"), [0.5, 0.5])
    for _ in range(4):
        node.learn(first, 0.5)
        node.learn(second, 0.5)
    node.learn(first, 0.5)
    assert node.gain() == pytest.approx(0)  # the same every time: nothing is to be gained
    for reward in (0.2, 0.8):
        node.learn(first, reward)
        node.learn(second, reward)
    assert 0.05 < node.gain() < 0.2  # nobody can tell
    for _ in range(50):
        node.learn(first, 0.9)
    assert node.gain() < 0


def test_a_search_that_has_only_trifles_to_gain_ends_at_the_first_look() -> None:
    """Its advice calls everything a trifle."""
    game = in_the_middle()
    search = Search(Seat(game, game.decisions()[0].player), FastDice(9))
    search.advice = search.advice._replace(trifle=2 * CERTAIN)
    assert sum(search.run(Budget(200)).visits) == LOOK_UP


def test_the_options_of_a_search_meet_the_same_luck() -> None:
    """The n-th try of each option imagines the same deck, whose last cards nobody has seen."""
    game = in_the_middle()
    search = Search(Seat(game, game.decisions()[0].player), FastDice(9))
    decks: list[list[int]] = []

    def value(state: Any) -> tuple[int, ...]:
        decks.append(state.deck[:4])
        return (CERTAIN // 2,) * 4

    search.advice = search.advice._replace(value=value, explore=1000)
    met: dict[int, list[list[int]]] = {}
    for _ in range(30):
        before = search.root.visits.copy()
        search.iterate()
        [tried] = [at for at, visits in enumerate(search.root.visits) if visits > before[at]]
        met.setdefault(tried, []).append(decks[-1])
    often = [seen for seen in met.values() if len(seen) > 1]
    assert len(often) > 1
    assert all(seen[:2] == often[0][:2] for seen in often)
    assert often[0][0] != often[0][1]


def test_a_search_that_ends_early_is_the_beginning_of_the_whole_one() -> None:
    game = in_the_middle()
    seat = Seat(game, game.decisions()[0].player)
    early = Search(seat, FastDice(9)).run(Budget(200))
    late = Search(seat, FastDice(9))
    for _ in range(sum(early.visits)):
        late.iterate()
    assert sum(early.visits) <= 200
    assert early.visits == late.root.visits
    assert early.total == late.root.total


def test_a_search_for_a_time_ends_after_it() -> None:
    game = in_the_middle()
    assert MctsBot(Budget.parse("0.05s")).answer(Seat(game, game.decisions()[0].player), FastDice(1)) is not None


@pytest.mark.parametrize(
    "text", ["mcts:0", "mcts:-5", "mcts:many", "mcts:0s", "mcts:99999s", "greddy", "random:5", "no.such:bot", ""]
)
def test_a_word_that_is_no_bot_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(grimtable.BadInput) as refused:
        make(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("text", "budget"), [("", Budget()), ("70", Budget(70)), ("1.5s", Budget(0, 1.5))])
def test_budgets_are_iterations_or_seconds(text: str, budget: Budget) -> None:
    assert Budget.parse(text) == budget
