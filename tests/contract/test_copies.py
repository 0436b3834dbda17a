"""Games and decisions can be pickled and copied, in both builds, at any moment, and go on alike."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from typing import Any

import pytest

from contract.tables import REGISTERED, definition, random_game
from grimtable.kernel.chance import FairDice, FastDice, RecordedDice
from grimtable.kernel.codec import digest
from grimtable.kernel.game import Game
from grimtable.kernel.values import Decision

KEY = b"k" * 32


def moments(slug: str, every: int = 23) -> list[tuple[Game[Any], int]]:
    """A game at some of its decisions, in the middle of steps and between them, with what is sealed."""
    found = definition(slug)
    game = found.new_game(found.players[-1], None, FairDice(KEY))
    taken = []
    for number, at in enumerate(random_game(game, 5)):
        if number % every == 0 or at.partial:
            taken.append((deepcopy(at), number))
    return taken


def future(game: Game[Any], seed: int) -> list[str]:
    return [digest(at) for at in random_game(game, seed)]


@pytest.mark.parametrize("slug", REGISTERED)
def test_a_pickled_game_goes_on_as_the_real_one(slug: str) -> None:
    for game, number in moments(slug):
        again = pickle.loads(pickle.dumps(game))
        assert again.dice.mark == game.dice.mark
        assert (digest(again), again.next_event(), again.partial) == (digest(game), game.next_event(), game.partial)
        assert future(again, number) == future(game, number)


@pytest.mark.parametrize("slug", REGISTERED)
def test_a_deep_copy_keeps_log_and_dice_and_leaves_the_original_alone(slug: str) -> None:
    for game, number in moments(slug):
        before, log = digest(game), game.told()
        again = deepcopy(game)
        assert again.told() == log
        assert again.can_undo() == game.can_undo()
        path = future(again, number)
        assert digest(game) == before
        assert game.told() == log
        assert future(game, number) == path


def test_a_copy_can_be_taken_back_as_far_as_the_original() -> None:
    undone = 0
    for game, _ in moments("darklord", every=5):
        again = deepcopy(game)
        while game.can_undo():
            game.undo()
            again.undo()
            undone += 1
            assert digest(again) == digest(game)
        assert not again.can_undo()
    assert undone > 10


def test_a_muted_game_stays_muted() -> None:
    game = definition("darklord").new_game(3, None, FastDice(3))
    game.mute()
    for again in (pickle.loads(pickle.dumps(game)), deepcopy(game)):
        assert again.events(None) == []
        with pytest.raises(AssertionError, match="log"):
            again.imagine(0, FastDice(1))
        assert digest(again) == digest(game)


@pytest.mark.parametrize("make", [pickle.dumps, copy, deepcopy], ids=["pickle", "copy", "deepcopy"])
def test_a_copied_decision_offers_the_same_and_leaves_its_check_behind(make: Any) -> None:
    open_ones = 0
    for slug in ("wh40k", "darklord"):
        for game, _ in moments(slug, every=3):
            for decision in game.decisions():
                made = make(decision)
                again: Decision = pickle.loads(made) if isinstance(made, bytes) else made
                assert again == decision
                assert again.check is None
                open_ones += decision.open
    assert open_ones


@pytest.mark.parametrize(
    "dice", [FastDice(7), FairDice(KEY, 3), RecordedDice([1, 2, 3, 4, 5, 0, 1, 2], 1)], ids=["fast", "fair", "recorded"]
)
def test_copied_dice_roll_the_same(dice: Any) -> None:
    dice.below(6)
    for again in (pickle.loads(pickle.dumps(dice)), copy(dice), deepcopy(dice)):
        mark = dice.mark
        assert [again.below(6) for _ in range(5)] == [dice.below(6) for _ in range(5)]
        dice.mark = mark
