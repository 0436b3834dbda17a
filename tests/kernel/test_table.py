"""What rules see: asking, chance, telling, and the end. Numbers in brackets are the design's rules of use."""

from __future__ import annotations

from typing import Any

import pytest

from grimtable.kernel.table import NO_FLOOR
from grimtable.kernel.values import Diverged, Flow, Illegal, Refusal, Step
from kernel.slate import T, asks, ending, game_of


# ---------------------------------------------------------------- choose [7, 8]
def test_a_single_option_is_taken_without_asking() -> None:
    def only(t: T) -> Flow[None]:
        t.state.notes.append((yield from t.choose(0, "only", [7])))
        t.finish((0,))

    assert game_of(only).state.notes == [7]


def test_a_single_option_from_hidden_things_is_asked() -> None:
    def only(t: T) -> Flow[None]:
        t.state.notes.append((yield from t.choose(0, "only", [7], hidden=True)))

    game = game_of(only)
    assert [decision.options for decision in game.decisions()] == [(7,)]
    game.apply(0, 7)
    assert game.state.notes == [7]


def test_asking_with_nothing_to_choose_from_is_a_bug() -> None:
    def nothing(t: T) -> Flow[None]:
        yield from t.choose(0, "nothing", [])

    with pytest.raises(AssertionError, match="nothing"):
        game_of(nothing).decisions()


def test_the_answer_is_the_option_itself_with_its_type() -> None:
    def ask(t: T) -> Flow[None]:
        t.state.notes.append((yield from t.choose(0, "ask", [1, (2, 3)])))
        t.state.notes.append((yield from t.choose(0, "ask", [1, (2, 3)])))

    game = game_of(ask)
    game.apply(0, True)  # equal to 1, but 1 is what the rules see
    game.apply(0, (2.0, 3))
    assert [type(part) for part in (game.state.notes[0], *game.state.notes[1])] == [int, int, int]


def test_options_may_be_any_sequence() -> None:
    def ask(t: T) -> Flow[None]:
        yield from t.choose(0, "range", range(3))

    assert game_of(ask).decisions()[0].options == (0, 1, 2)


def test_a_tape_with_an_answer_that_is_no_option_diverges() -> None:
    (ask,) = asks("one")
    with pytest.raises(Diverged):
        game_of(ask, tape=["c"]).decisions()


def test_a_step_that_ends_before_its_tape_diverges_each_time_it_is_asked() -> None:
    (ask,) = asks("one")
    game = game_of(ask, tape=["a", "b"])
    for _ in range(2):
        with pytest.raises(Diverged, match="ended before its tape"):
            game.decisions()


# ---------------------------------------------------------------- together [25]
def together(t: T) -> Flow[None]:
    answers = yield from t.choose_together("bid", {2: (0, 1), 0: (0, 1, 2)})
    t.state.notes.append(answers)
    t.emit("bids", *answers.values())
    yield from t.choose(0, "after", ["a", "b"])


def test_several_are_asked_at_once_and_nobody_learns_an_answer_before_all_are_in() -> None:
    game = game_of(together)
    assert [decision.player for decision in game.decisions()] == [2, 0]
    game.apply(0, 2)
    assert [decision.player for decision in game.decisions()] == [2]
    assert game.events(2) == []
    assert game.state.notes == []
    game.apply(2, 1)
    assert game.state.notes == [{2: 1, 0: 2}]
    assert [event.public for event in game.events(None)] == [(1, 2)]


def test_a_sealed_answer_is_refused_twice_and_may_be_withdrawn_until_the_last_is_in() -> None:
    game = game_of(together)
    game.apply(0, 2)
    with pytest.raises(Illegal, match="not asked"):
        game.apply(0, 1)
    game.withdraw(0)
    assert [decision.player for decision in game.decisions()] == [2, 0]
    game.apply(0, 1)
    game.apply(2, 0)
    assert game.tape == [(0, 1)]
    with pytest.raises(Illegal, match="no sealed answer"):
        game.withdraw(0)


def test_together_is_for_two_or_more() -> None:
    def alone(t: T) -> Flow[None]:
        yield from t.choose_together("bid", {0: (0, 1)})

    with pytest.raises(AssertionError, match="bid"):
        game_of(alone).decisions()


@pytest.mark.parametrize("entry", [(0,), (0, 1, 2), 0, None, "ab", (5, 0), (0, 9)])
def test_a_tape_with_sealed_answers_of_another_shape_diverges(entry: Any) -> None:
    with pytest.raises(Diverged):
        game_of(together, tape=[entry]).decisions()


# ---------------------------------------------------------------- compose [28]
def refusal(answer: Any) -> Refusal | None:
    if not isinstance(answer, tuple) or [x for x in answer if type(x) is not int]:
        return Refusal("SLATE-1", "shape")
    return Refusal("SLATE-2", "too_much", (sum(answer),)) if sum(answer) > 10 else None


def composing(t: T) -> Flow[None]:
    t.state.notes.append((yield from t.compose(0, "spread", [(1, 2), (5, 5)], refusal)))
    t.state.notes.append((yield from t.compose(0, "spread", [(0,)], refusal)))


@pytest.mark.parametrize("answer", [(5, 5), (10,), (), (1, 2, 3, 4)])
def test_a_suggestion_or_whatever_passes_the_check_is_taken(answer: tuple[int, ...]) -> None:
    game = game_of(composing)
    assert game.decisions()[0].open
    game.apply(0, answer)
    assert game.state.notes == [answer]


@pytest.mark.parametrize(
    "answer", [None, "garbage", 7, (1.5,), ("a",), ((1,),), [1, 2], {}, (6, 5), 10**40, float("nan")]
)
def test_garbage_is_refused_and_leaves_no_trace(answer: Any) -> None:
    game = game_of(composing)
    game.apply(0, (3,))
    with pytest.raises(Illegal) as caught:
        game.apply(0, answer)
    assert caught.value.refusal == refusal(answer)
    assert (game.tape, game.state.notes, game.partial) == ([(3,)], [(3,)], {})


def test_a_tape_whose_composed_answer_no_longer_passes_diverges() -> None:
    with pytest.raises(Diverged, match="spread"):
        game_of(composing, tape=[(99,)]).decisions()


def test_composing_needs_a_suggestion() -> None:
    def bare(t: T) -> Flow[None]:
        yield from t.compose(0, "bare", [], refusal)

    with pytest.raises(AssertionError, match="bare"):
        game_of(bare).decisions()


# ---------------------------------------------------------------- chance [12, 13, 15]
def rolling(t: T) -> Flow[None]:
    t.state.notes += [t.random(6), t.random(6)]
    t.state.cards = [1, 2, 3, 4]
    t.shuffle(t.state.cards)
    yield from t.choose(0, "after", ["a", "b"])


def test_tests_force_outcomes_by_writing_the_tape() -> None:
    game = game_of(rolling, tape=[5, 0, (4, 2, 1, 3)])
    assert game.state.notes == [5, 0]
    assert game.state.cards == [4, 2, 1, 3]


def test_outcomes_are_drawn_once_and_then_read_from_the_tape() -> None:
    game = game_of(rolling)
    notes, cards, mark = game.state.notes, game.state.cards, game.dice.mark
    again = game_of(rolling, tape=game.tape)
    assert (again.state.notes, again.state.cards) == (notes, cards)
    game.apply(0, "a")
    assert game.dice.mark == mark


@pytest.mark.parametrize(
    "tape",
    [
        [6],
        [-1],
        ["1"],
        [None],
        [(1,)],
        [1.0],
        [0, 0, (1, 2, 3)],
        [0, 0, (1, 2, 3, 3)],
        [0, 0, 7],
        [0, 0, ("a", 1, 2, 3)],
    ],
)
def test_a_tape_that_does_not_fit_diverges_whatever_its_shape(tape: list[Any]) -> None:
    with pytest.raises(Diverged):
        game_of(rolling, tape=tape).decisions()


# ---------------------------------------------------------------- events [20]
def test_events_tell_secrets_only_to_some_and_count_through_the_game() -> None:
    def telling(t: T) -> Flow[None]:
        t.emit("drew", 0, secret=(17,), to=(0,))
        t.emit("passed", 1)
        yield from t.choose(0, "after", ["a", "b"])

    game = game_of(telling)
    assert [event.secret for event in game.events(0)] == [(17,), ()]
    assert [event.secret for event in game.events(1)] == [(), ()]
    assert [event.kind for event in game.events(None, since=1)] == ["passed"]
    assert game.next_event() == 2


# ---------------------------------------------------------------- barriers [26]
def test_nothing_bars_undo_at_first_and_chance_secrets_and_seals_do() -> None:
    def open_step(t: T) -> Flow[None]:
        t.state.notes.append(t.undo_floor)
        yield from t.choose(0, "open", ["a", "b"])
        t.state.notes.append(t.undo_floor)
        t.emit("told", secret=(1,), to=(0,))
        t.state.notes.append(t.undo_floor)
        t.random(6)
        t.state.notes.append(t.undo_floor)

    game = game_of(open_step)
    game.apply(0, "a")
    assert game.state.notes == [NO_FLOOR, NO_FLOOR, 1, 2]


# ---------------------------------------------------------------- the end [29]
def test_finish_ends_the_game_from_any_depth_and_clears_the_agenda() -> None:
    def deeper(t: T) -> Flow[None]:
        yield from ()
        t.finish((3, 1))

    def deep(t: T) -> Flow[None]:
        t.state.agenda.append(Step("never"))
        yield from deeper(t)
        t.state.notes.append("never")

    game = game_of(deep)
    assert game.decisions() == ()
    assert game.result() == (3, 1)
    assert game.state.agenda == []
    assert game.state.notes == []


def test_an_agenda_that_runs_empty_without_an_outcome_is_a_bug_that_result_names() -> None:
    game = game_of(*asks("one"))
    game.apply(0, "a")
    with pytest.raises(AssertionError, match="nobody called finish"):
        game.result()


def test_result_is_none_until_the_end() -> None:
    game = game_of(*asks("one"), ending)
    assert game.result() is None
    game.apply(0, "a")
    assert game.result() == (0, 0)
