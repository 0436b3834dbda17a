"""Hidden information: dealing anew, and games that a viewer cannot tell from the real one."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import grimtable
from grimtable.kernel.chance import FastDice
from grimtable.kernel.codec import digest
from grimtable.kernel.game import Game, Rules, Seat
from grimtable.kernel.hidden import Guess, deal, nothing_dealt, nothing_unknown
from grimtable.kernel.values import Diverged, Flow, Procedure, Step
from grimtable.simulate.checks import nothing_leaks
from kernel.slate import Slate, T, game_of, view
from toys import relics


# ---------------------------------------------------------------- deal
def test_deal_moves_only_unknown_cards_and_keeps_every_slot_filled() -> None:
    zones = [[1, 2, 3], [4, 5], [-1, 6]]
    deal(zones, {2, 3, 5}, FastDice(3))
    assert [zones[0][0], zones[1][0], zones[2]] == [1, 4, [-1, 6]]
    assert sorted([zones[0][1], zones[0][2], zones[1][1]]) == [2, 3, 5]


def test_what_is_dealt_depends_on_the_slots_and_not_on_who_lay_where() -> None:
    one, other = [[1, 2], [3, 9]], [[3, 1], [2, 9]]
    deal(one, {1, 2, 3}, FastDice(8))
    deal(other, {1, 2, 3}, FastDice(8))
    assert one == other


def test_every_deal_comes_up_about_as_often() -> None:
    dice, found = FastDice(1), Counter[tuple[int, ...]]()
    for _ in range(3000):
        zones = [[1], [2, 3]]
        deal(zones, {1, 2, 3}, dice)
        found[(*zones[0], *zones[1])] += 1
    assert len(found) == 6
    assert min(found.values()) > 400


def test_a_game_without_secrets_imagines_itself() -> None:
    state = Slate([])
    assert nothing_unknown(state, 0) == frozenset()
    assert nothing_dealt(state, frozenset(), 0, FastDice(1)) == state


# ---------------------------------------------------------------- secrets on the tape [23]
def imagined_notes(game: Game[Any], viewer: int, count: int = 40) -> list[Any]:
    return [game.imagine(viewer, FastDice(seed)).state.notes for seed in range(count)]


def whispering(t: T) -> Flow[None]:
    t.state.notes.append((yield from t.choose_secretly(0, "whisper", [1, 2, 3])))
    yield from t.choose(1, "after", ["a", "b"])


def test_a_secret_answer_stays_for_who_gave_it_and_varies_for_others() -> None:
    game = game_of(whispering)
    game.apply(0, 2)
    assert imagined_notes(game, 0) == [[2]] * 40
    assert sorted({notes[0] for notes in imagined_notes(game, 1)}) == [1, 2, 3]


def test_a_secret_question_does_not_tell_how_many_options_there_are() -> None:
    def lonely(t: T) -> Flow[None]:
        yield from t.choose_secretly(0, "whisper", [7])

    assert len(game_of(lonely).decisions()) == 1


def sealing(t: T) -> Flow[None]:
    answers = yield from t.choose_together("offer", {0: (0, 1, 2), 1: (0, 1, 2), 2: (0, 1, 2)}, secret=True)
    t.state.notes += [answers[0], answers[1], answers[2]]
    yield from t.choose(1, "after", ["a", "b"])


def test_secret_offers_stay_secret_after_all_are_in() -> None:
    game = game_of(sealing)
    for player, offer in ((0, 0), (1, 1), (2, 2)):
        game.apply(player, offer)
    assert {notes[1] for notes in imagined_notes(game, 1)} == {1}
    assert {notes[0] for notes in imagined_notes(game, 1)} == {0, 1, 2}
    assert {notes[2] for notes in imagined_notes(game, 1)} == {0, 1, 2}


def test_open_bids_are_the_same_in_every_imagined_game() -> None:
    def bidding(t: T) -> Flow[None]:
        answers = yield from t.choose_together("bid", {0: (0, 1), 1: (0, 1)})
        t.state.notes += [answers[0], answers[1]]
        yield from t.choose(1, "after", ["a", "b"])

    game = game_of(bidding, tape=[(1, 0)])
    assert imagined_notes(game, 0) == [[1, 0]] * 40


def test_while_answers_are_sealed_an_imagined_game_holds_the_viewers_own_at_most() -> None:
    game = game_of(sealing)
    game.apply(0, 2)
    game.apply(2, 1)
    assert game.imagine(0, FastDice(1)).partial == {0: 2}
    assert game.imagine(1, FastDice(1)).partial == {}


def rolling(t: T) -> Flow[None]:
    t.state.notes += [t.random(6), t.random(6, known_to=(0,))]
    yield from t.choose(1, "after", ["a", "b"])


def test_an_open_roll_stays_and_a_secret_roll_varies_for_who_did_not_see_it() -> None:
    game = game_of(rolling, tape=[3, 4])
    assert imagined_notes(game, 0) == [[3, 4]] * 40
    assert {notes[0] for notes in imagined_notes(game, 1)} == {3}
    assert {notes[1] for notes in imagined_notes(game, 1)} == set(range(6))


def card_rules(*procedures: Procedure) -> Rules[Slate]:
    """Cards in `cards` that nobody knows, but those in `seen`, which all know."""

    def unknown(s: Slate, viewer: int) -> frozenset[int]:
        return frozenset([card for card in s.cards if card not in s.seen])

    def redeal(base: Slate, loose: frozenset[int], viewer: int, dice: Any) -> Slate:
        s = base.clone()
        deal([s.cards], loose & unknown(s, viewer), dice)
        return s

    named = {procedure.__name__: procedure for procedure in procedures}
    return Rules("cards", 1, named, lambda: Slate([]), view, unknown, redeal)


def test_a_shuffle_within_the_step_varies_but_for_what_came_to_light() -> None:
    def shuffling(t: T) -> Flow[None]:
        t.state.cards = [1, 2, 3, 4, 5]
        t.shuffle(t.state.cards)
        t.state.seen.add(t.state.cards[0])
        t.emit("turned_up", t.state.cards[0])
        yield from t.choose(0, "after", ["a", "b"])

    game = Game(card_rules(shuffling), Slate([Step("shuffling")]), FastDice(1), tape=[(3, 1, 4, 5, 2)])
    orders = [tuple(game.imagine(1, FastDice(seed)).state.cards) for seed in range(60)]
    assert {order[0] for order in orders} == {3}
    assert {order[-1] for order in orders} == {1, 2, 4, 5}


# ---------------------------------------------------------------- accepted or thrown away
def test_games_whose_events_differ_for_the_viewer_are_thrown_away() -> None:
    def telling(t: T) -> Flow[None]:
        answer = yield from t.choose_secretly(0, "whisper", [1, 2, 3, 4])
        t.emit("parity", answer % 2)  # a consequence that all see
        t.state.notes.append(answer)
        yield from t.choose(1, "after", ["a", "b"])

    game = game_of(telling)
    game.apply(0, 3)
    assert {notes[0] for notes in imagined_notes(game, 1)} == {1, 3}
    assert max([game.imagine_counted(1, FastDice(seed), False, 100)[1] for seed in range(40)]) > 1


def test_games_in_which_the_viewer_would_be_asked_something_else_are_thrown_away() -> None:
    def asking(t: T) -> Flow[None]:
        answer = yield from t.choose_secretly(0, "whisper", [1, 2])
        t.state.notes.append(answer)
        yield from t.choose(1, "after", [answer, 9])

    game = game_of(asking)
    game.apply(0, 2)
    assert imagined_notes(game, 1) == [[2]] * 40


def test_giving_up_is_divergence() -> None:
    def revealing(t: T) -> Flow[None]:
        t.emit("rolled", t.random(1 << 30, known_to=(0,)))
        yield from t.choose(1, "after", ["a", "b"])

    with pytest.raises(Diverged, match="imagine"):
        game_of(revealing).imagine(1, FastDice(2), tries=30)


def test_a_muted_game_cannot_imagine_since_the_log_is_what_a_viewer_has_seen() -> None:
    game = game_of(rolling)
    game.mute()
    with pytest.raises(AssertionError, match="log"):
        game.imagine(0, FastDice(1))


# ---------------------------------------------------------------- the toy with everything hidden
def test_nothing_leaks_at_every_decision_for_every_viewer() -> None:
    game, dice = relics.DEFINITION.new_game(4, {}, FastDice(3)), FastDice(4)
    while decisions := game.decisions():
        for viewer in range(4):
            nothing_leaks(game, viewer, dice.below(1 << 30))
        decision = decisions[dice.below(len(decisions))]
        game.apply(decision.player, decision.options[dice.below(len(decision.options))])


def test_a_seat_shows_its_players_decision_and_view_and_imagines_for_it() -> None:
    game = relics.DEFINITION.new_game(3, {}, FastDice(3))
    seat = Seat(game, 0)
    assert seat.decision() == game.decisions()[0]
    assert seat.view() == grimtable.view(game, 0)
    assert seat.game_name == "relics"
    assert digest(seat.imagine(FastDice(2))) == digest(game.imagine(0, FastDice(2)))
    with pytest.raises(StopIteration):
        Seat(game, 1).decision()


def test_an_imagined_game_has_its_own_future_and_leaves_the_real_one_alone() -> None:
    game = relics.DEFINITION.new_game(3, {}, FastDice(3))
    before, mark = digest(game), game.dice.mark
    other = game.imagine(0, FastDice(5))
    while other.decisions():
        other.apply(other.decisions()[0].player, other.decisions()[0].options[0])
    assert (digest(game), game.dice.mark) == (before, mark)


# ---------------------------------------------------------------- cards that are seen and shuffled back
def drawing_through(t: T) -> Flow[None]:
    """Draw openly through a deck of twelve, shuffle all back, draw three more, ask."""
    s = t.state
    for _ in range(12):
        draw(t)
    s.seen.clear()
    t.shuffle(s.cards)
    for _ in range(3):
        draw(t)
    yield from t.choose(0, "after", ["a", "b"])


def draw(t: T) -> None:
    """Turn up the first card that nobody knows yet."""
    card = next(card for card in t.state.cards if card not in t.state.seen)
    t.state.seen.add(card)
    t.emit("drawn", card)


def drawn_through() -> Game[Slate]:
    base = Slate([Step("drawing_through")])
    base.cards = list(range(12))
    return Game(card_rules(drawing_through), base, FastDice(5))


def test_cards_that_came_to_light_and_were_shuffled_back_are_not_guessed_again() -> None:
    game = drawn_through()
    seen = [event.public for event in game.events(1)]
    for seed in range(30):
        other, drawn = game.imagine_counted(1, FastDice(seed), True, 3)
        assert [event.public for event in other.events(1)] == seen
        assert drawn == 1


def test_what_lies_below_what_was_drawn_after_the_shuffle_varies() -> None:
    game = drawn_through()
    orders = [tuple(game.imagine(1, FastDice(seed)).state.cards) for seed in range(40)]
    assert {order[:3] for order in orders} == {tuple(game.state.cards[:3])}
    assert len({order[3:] for order in orders}) > 30


def test_a_tape_that_holds_no_shuffle_where_one_is_due_diverges() -> None:
    def shuffling(t: T) -> Flow[None]:
        t.state.cards = [1, 2, 3]
        t.shuffle(t.state.cards)
        yield from t.choose(0, "after", ["a", "b"])

    game = Game(card_rules(shuffling), Slate([Step("shuffling")]), FastDice(1), tape=[2])
    game._guess = Guess(1, frozenset([1, 2, 3]), FastDice(1), {})
    with pytest.raises(Diverged):
        game.decisions()
