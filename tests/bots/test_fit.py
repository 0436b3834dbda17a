"""Values fitted to games: the tool finds the weights that made the winners."""

from __future__ import annotations

import numpy as np
import pytest
from tools.fit import alike, fit, hits, loss, softmax

from grimtable.games import definition

WEIGHTS = np.array([1.5, -0.5, 0.0])


def test_the_fit_finds_the_weights_behind_the_winners() -> None:
    chance = np.random.default_rng(7)
    traits = chance.normal(size=(20_000, 4, 3))
    likely = softmax(traits @ WEIGHTS)
    winners = [chance.choice(4, p=row) for row in likely]
    shares = np.eye(4)[winners]
    found = fit(traits, shares, ridge=1.0)
    assert found.weights == pytest.approx(WEIGHTS, abs=0.06)
    assert np.abs(found.weights - WEIGHTS).max() < 4 * found.errors.max()
    assert loss(likely, shares) < loss(np.full((20_000, 4), 0.25), shares) == pytest.approx(np.log(4))
    assert hits(likely, shares) > 0.5


def test_options_may_take_all_their_values_in_turns_and_alike() -> None:
    found = definition("wh40k")
    armies = found.options[0].values
    games = [alike(found, ["army_1", "army_2"], number) for number in range(len(armies) + 1)]
    assert [game["army_1"] for game in games] == [*armies, armies[0]]
    assert all(game["army_1"] == game["army_2"] for game in games)
    assert alike(found, [], 5) == found.settled({})
