"""The game: applying, undoing, cloning, editing, and standing where it stood after a failure."""

from __future__ import annotations

from typing import Any

import pytest

import grimtable
from grimtable.kernel.chance import FairDice, FastDice
from grimtable.kernel.codec import digest, dump, load
from grimtable.kernel.game import UNDO_STEPS, Game
from grimtable.kernel.values import Event, Flow, Illegal, Procedure, Step
from kernel.slate import Slate, T, asks, ending, game_of, rules_of
from toys import discs, relics
from toys.battle import CULTIST, GHOUL, crowded_game, toy_game


def walk(game: Game[Any], answers: int, seed: int = 5) -> Game[Any]:
    dice = FastDice(seed)
    for _ in range(answers):
        decisions = game.decisions()
        if not decisions:
            break
        decision = decisions[dice.below(len(decisions))]
        game.apply(decision.player, decision.options[dice.below(len(decision.options))])
    return game


def picture(game: Game[Any]) -> tuple[Any, ...]:
    """Everything that must be as before when nothing may have changed."""
    return digest(game), game.decisions(), game.events(None), game.next_event(), game.dice.mark, dict(game.partial)


# ---------------------------------------------------------------- applying
def test_steps_run_from_the_end_of_the_agenda_and_may_add_to_it() -> None:
    def first(t: T) -> Flow[None]:
        t.state.agenda.append(Step("third", (7,)))
        t.state.notes.append(1)
        yield from ()

    def second(t: T) -> Flow[None]:
        t.state.notes.append(2)
        yield from t.choose(0, "end", ["a", "b"])

    def third(t: T, number: int) -> Flow[None]:
        t.state.notes.append(number)
        yield from ()

    rules = rules_of(first, second, third)
    assert Game(rules, Slate([Step("second"), Step("first")]), FastDice(1)).state.notes == [1, 7, 2]


def test_the_base_is_never_changed_by_the_step_that_runs_on_it() -> None:
    game = crowded_game()
    base = game.base
    before = base.clone()
    while game.base is base:
        walk(game, 1)
    assert base == before


@pytest.mark.parametrize(
    ("player", "answer", "words"),
    [
        (1, "a", "Player 2 is not asked now; asked: Player 1."),
        (-1, "a", "is not asked"),
        (0, "c", "'c' is not an option of one; choose one of its 2 options."),
        (0, None, "None is not an option"),
        (0, ["a"], "is not an option"),
        (0, "a" * 500, "is not an option"),
    ],
)
def test_what_may_not_be_answered_is_illegal_and_changes_nothing(player: int, answer: Any, words: str) -> None:
    game = game_of(*asks("one"))
    before = picture(game)
    with pytest.raises(Illegal, match=words.replace(".", r"\.")) as caught:
        game.apply(player, answer)
    assert len(str(caught.value)) < 200
    assert picture(game) == before


def test_after_the_end_nobody_is_asked() -> None:
    game = game_of(ending)
    with pytest.raises(Illegal, match="The game is over"):
        game.apply(0, "a")


# ---------------------------------------------------------------- clones [3, 14]
def test_own_dice_keep_the_past_and_change_the_future() -> None:
    game = walk(crowded_game(), answers=14)
    left, right = game.clone(FastDice(11)), game.clone(FastDice(12))
    assert left.state == right.state == game.state
    assert walk(left, answers=400).state != walk(right, answers=400).state


def test_a_clone_without_dice_of_its_own_does_not_know_the_real_future() -> None:
    game = toy_game([(GHOUL, 0, 0), (GHOUL, 1, 0)], power=(2, 2, 0, 0), seed=3)
    copy = game.clone()
    assert copy.dice.mark != game.dice.mark
    assert game.clone().dice.mark == copy.dice.mark  # and yet two clones of one moment are alike


def test_a_clone_of_a_game_with_fair_dice_does_not_hold_their_key() -> None:
    game = relics.DEFINITION.new_game(2, {}, FairDice(b"k" * 32))
    assert isinstance(game.clone().dice, FastDice)


def test_a_clone_keeps_sealed_answers_and_no_undo_of_steps() -> None:
    game = game_of(*asks("one", "two", "three"))
    game.apply(0, "a")
    assert game.can_undo()
    assert not game.clone().can_undo()
    sealed = toy_game([(GHOUL, 0, 0), (GHOUL, 1, 0)], tape=[(0, 1)], power=(2, 2, 0, 0))
    sealed.apply(1, 2)
    copy = sealed.clone()
    assert copy.partial == {1: 2}
    copy.withdraw(1)
    assert sealed.partial == {1: 2}


def test_a_muted_game_plays_the_same_without_a_log() -> None:
    loud, mute = crowded_game(), crowded_game()
    mute.mute()
    assert walk(loud, 60).state == walk(mute, 60).state
    assert mute.events(None) == []


@pytest.mark.parametrize("answers", [0, 1, 5, 17, 40, 80, 200])
def test_a_muted_game_finds_its_base_again(answers: int) -> None:
    loud, mute = crowded_game(), crowded_game()
    mute.mute()
    walk(loud, answers)
    walk(mute, answers)
    assert (mute.base, mute.tape, mute.state) == (loud.base, loud.tape, loud.state)
    copy = mute.clone(FastDice(9))
    assert (digest(mute), digest(copy)) == (digest(loud), digest(loud))
    assert copy.state == loud.state
    assert walk(mute, 30, seed=6).state == walk(loud, 30, seed=6).state
    assert digest(mute) == digest(loud)


def test_a_muted_game_stands_where_it_stood_after_a_failure() -> None:
    def breaks(t: T) -> Flow[None]:
        t.state.notes.append((yield from t.choose(0, "three", ["a", "b"])))
        if t.state.notes[-1] == "b":
            raise RuntimeError

    game = game_of(*asks("one", "two"), breaks, *asks("four"))
    game.mute()
    game.apply(0, "a")
    game.apply(0, "b")
    with pytest.raises(RuntimeError):
        game.apply(0, "b")
    assert game.decisions()[0].prompt == "three"
    assert game.state.notes == game.base.notes == ["a", "b"]
    game.apply(0, "a")
    assert game.state.notes == ["a", "b", "a"]


# ---------------------------------------------------------------- undo [26]
def test_undo_takes_back_one_answer_and_then_the_one_of_the_step_before() -> None:
    def twice(t: T) -> Flow[None]:
        for name in ("left", "right"):
            t.state.notes.append((yield from t.choose(0, name, ["a", "b"])))

    game = game_of(*asks("one"), twice, *asks("four"))
    pictures = []
    for _ in range(3):
        pictures.append(picture(game))
        game.apply(0, "b")
    for before in reversed(pictures):
        assert game.can_undo()
        game.undo()
        assert picture(game) == before
    assert not game.can_undo()
    with pytest.raises(Illegal, match="Undo ends here"):
        game.undo()


def test_steps_that_ask_nothing_are_undone_with_the_answer_before_them() -> None:
    def silent(t: T) -> Flow[None]:
        t.state.score += 1
        t.emit("counted")
        yield from ()

    game = game_of(*asks("one"), silent, *asks("two"))
    before = picture(game)
    game.apply(0, "a")
    assert game.state.score == 1
    game.undo()
    assert picture(game) == before
    game.apply(0, "b")
    assert (game.state.score, game.state.notes) == (1, ["b"])


def barred_by(bar: Procedure) -> bool:
    """Whether the answer before this step may still be taken back while the step after it asks."""
    game = game_of(*asks("one"), bar, *asks("two"))
    game.apply(0, "a")
    return not game.can_undo()


def test_dice_secrets_and_cards_turned_up_bar_undo_even_before_the_first_answer_of_a_step() -> None:
    def rolls(t: T) -> Flow[None]:
        t.random(6)
        yield from ()

    def shuffles(t: T) -> Flow[None]:
        t.shuffle(t.state.cards)
        yield from ()

    def tells(t: T) -> Flow[None]:
        t.emit("drew", secret=(1,), to=(0,))
        yield from ()

    def turns_up(t: T) -> Flow[None]:
        t.no_undo()  # with an empty tape: the barrier is 0, not absent
        yield from ()

    def only_counts(t: T) -> Flow[None]:
        t.emit("counted")
        yield from ()

    assert [barred_by(bar) for bar in (rolls, shuffles, tells, turns_up, only_counts)] == [
        True,
        True,
        True,
        True,
        False,
    ]


def test_a_card_turned_up_before_the_question_of_the_same_step_bars_what_came_before_and_not_the_answer() -> None:
    def turns_up_and_asks(t: T) -> Flow[None]:
        t.no_undo()
        t.state.notes.append((yield from t.choose(0, "two", ["a", "b"])))
        yield from t.choose(0, "three", ["a", "b"])

    game = game_of(*asks("one"), turns_up_and_asks)
    game.apply(0, "a")
    assert not game.can_undo()
    game.apply(0, "b")
    assert game.can_undo()
    game.undo()
    assert game.decisions()[0].prompt == "two"
    assert not game.can_undo()


def test_undo_ends_at_dice_within_a_step_and_goes_on_after_them() -> None:
    def rolls_between(t: T) -> Flow[None]:
        yield from t.choose(0, "one", ["a", "b"])
        t.random(6)
        yield from t.choose(0, "two", ["a", "b"])
        yield from t.choose(0, "three", ["a", "b"])

    game = game_of(rolls_between)
    game.apply(0, "a")
    assert not game.can_undo()
    game.apply(0, "a")
    game.undo()
    assert game.decisions()[0].prompt == "two"
    assert not game.can_undo()


def test_sealed_and_secret_answers_cannot_be_undone() -> None:
    def sealed(t: T) -> Flow[None]:
        yield from t.choose_together("bid", {0: (0, 1), 1: (0, 1)})
        yield from t.choose(0, "after", ["a", "b"])

    def secret(t: T) -> Flow[None]:
        yield from t.choose_secretly(0, "whisper", [1, 2])
        yield from t.choose(0, "after", ["a", "b"])

    game = game_of(*asks("one"), sealed)
    game.apply(0, "a")
    assert game.can_undo()
    game.apply(1, 0)
    assert not game.can_undo()  # while an answer is sealed
    game.apply(0, 0)
    assert not game.can_undo()
    game = game_of(secret)
    game.apply(0, 1)
    assert not game.can_undo()


def test_at_most_64_steps_are_kept() -> None:
    count = UNDO_STEPS + 20
    names = [f"step{number}" for number in range(count + 1)]
    game = game_of(*asks(*names))
    for _ in range(count):
        game.apply(0, "a")
    undone = 0
    while game.can_undo():
        game.undo()
        undone += 1
    assert undone == UNDO_STEPS == 64
    assert game.decisions()[0].prompt == "step20"


def test_after_a_load_the_answers_of_the_current_step_can_be_undone_and_no_others() -> None:
    def twice(t: T) -> Flow[None]:
        for name in ("left", "right"):
            yield from t.choose(0, name, ["a", "b"])

    game = game_of(*asks("one"), twice)
    for _ in range(2):
        game.apply(0, "a")
    again = load(dump(game), game.rules)
    again.undo()
    assert again.decisions()[0].prompt == "left"
    assert not again.can_undo()


def test_the_last_answer_of_a_game_can_be_undone() -> None:
    game = game_of(*asks("one"), ending)
    game.apply(0, "a")
    assert game.result() == (0, 0)
    game.undo()
    assert game.result() is None


def test_events_are_numbered_through_the_game_and_fall_after_an_undo() -> None:
    game = game_of(*asks("one", "two", "three"))
    game.apply(0, "a")
    game.apply(0, "b")
    assert game.next_event() == 5  # two each, and the third question's first
    assert game.step_event() == 4
    assert game.events(None, since=4) == [Event("asked", ("three",))]
    game.undo()
    assert game.next_event() == 3
    game.apply(0, "a")
    assert [event.public[0] for event in game.events(None)] == ["one", "one", "two", "two", "three"]
    again = load(dump(game), game.rules)
    assert (again.step_event(), again.next_event()) == (4, 5)
    assert again.events(None, since=0) == again.events(None, since=4) == [Event("asked", ("three",))]
    assert again.events(None, since=5) == []


# ---------------------------------------------------------------- failures in the rules
def test_a_failing_rule_leaves_the_game_as_it_was_before_the_answer() -> None:
    def fails(t: T) -> Flow[None]:
        answer = yield from t.choose(0, "one", ["good", "bad"])
        t.emit("heard", answer)
        t.state.notes.append(t.random(6))
        if answer == "bad":
            raise ZeroDivisionError(answer)
        yield from t.choose(0, "two", ["a", "b"])

    game, twin = game_of(fails), game_of(fails)
    before = picture(game)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            game.apply(0, "bad")
        assert picture(game) == before
    game.apply(0, "good")
    twin.apply(0, "good")
    assert picture(game) == picture(twin)  # the dice fell as if nothing had happened


def test_a_failing_rule_gives_back_the_sealed_answers() -> None:
    def fails(t: T) -> Flow[None]:
        answers = yield from t.choose_together("bid", {0: (0, 1), 1: (0, 1), 2: (0, 1)})
        t.random(6)
        if sum(answers.values()) == 3:
            raise ZeroDivisionError
        yield from t.choose(0, "two", ["a", "b"])

    game = game_of(fails)
    game.apply(2, 1)
    game.apply(0, 1)
    before = picture(game)
    with pytest.raises(ZeroDivisionError):
        game.apply(1, 1)
    assert picture(game) == before
    assert game.partial == {2: 1, 0: 1}
    game.apply(1, 0)
    assert game.tape[0] == (1, 0, 1)


def test_an_interrupt_in_a_rule_does_not_pass_for_its_end() -> None:
    def interrupted(t: T) -> Flow[None]:
        if (yield from t.choose(0, "one", ["go", "stop"])) == "stop":
            raise KeyboardInterrupt
        t.state.notes.append("whole")

    game = game_of(interrupted)
    before = picture(game)
    with pytest.raises(KeyboardInterrupt):
        game.apply(0, "stop")
    assert picture(game) == before
    game.apply(0, "go")
    assert game.state.notes == ["whole"]


def test_a_failure_at_the_start_of_the_next_step_repeats_and_loses_nothing() -> None:
    def fails(t: T) -> Flow[None]:
        t.random(6)
        yield from ()
        raise ZeroDivisionError

    game = game_of(*asks("one"), fails)
    game.apply(0, "a")
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            game.decisions()
    assert game.base.notes == ["a"]


# ---------------------------------------------------------------- positions [32]
def test_an_edited_game_has_another_base_and_forgets_the_answers_of_its_step() -> None:
    game = walk(crowded_game(), 9)
    mark = game.dice.mark

    def enrich(s: Any) -> None:
        s.power[0] = 99

    edited = game.edited(enrich)
    assert edited.base.power[0] == 99
    assert game.base.power[0] != 99
    assert edited.tape == []
    assert not edited.can_undo()
    assert edited.dice.mark == mark
    assert edited.step_event() == game.step_event()


def test_a_position_can_be_set_up_with_its_tape() -> None:
    game = toy_game([(CULTIST, 0, 3), (CULTIST, 1, 3)], tape=["pass"])
    assert game.base.agenda == [Step("turn", (0,))]
    assert [decision.player for decision in game.decisions()] == [1]  # the tape ended the first turn
    assert game.base.agenda == [Step("turn", (1,))]


# ---------------------------------------------------------------- journal
def test_a_journal_collects_the_tapes_of_finished_steps() -> None:
    game = game_of(*asks("one", "two"))
    game.journal = []
    game.apply(0, "a")
    game.apply(0, "b")
    game.decisions()
    assert game.journal == [["a"], ["b"]]


# ---------------------------------------------------------------- composed answers between clones, dumps and undo
def test_a_composed_answer_survives_dump_clone_and_undo() -> None:
    game = discs.DEFINITION.new_game(2)
    before = picture(game)
    answer = ((50, 45), (41, 95))
    assert answer not in game.decisions()[0].options
    game.apply(0, answer)
    assert game.state.at[:2] == [*answer]
    assert load(dump(game), game.rules).state == game.clone().state == game.state
    game.undo()
    assert picture(game) == before


@pytest.mark.parametrize(
    ("answer", "rule_id"),
    [
        ("garbage", "DISCS-1"),
        (((-1, 0), (0, 0)), "DISCS-1"),
        (((300, 300), (40, 80)), "DISCS-2"),
        (((40, 40), (40, 41)), "DISCS-3"),
    ],
)
def test_the_refusal_names_the_rule(answer: Any, rule_id: str) -> None:
    game = discs.DEFINITION.new_game(2)
    with pytest.raises(grimtable.Illegal) as caught:
        game.apply(0, answer)
    assert caught.value.refusal.rule_id == rule_id
