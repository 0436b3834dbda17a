"""Values fitted to games: the tool finds the weights that made the winners."""

from __future__ import annotations

import numpy as np
import pytest
from tools.fit import fit, hits, loss, softmax

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
