"""How positions look: whole numbers from lost to won."""

from __future__ import annotations

from math import exp, log

import pytest

from grimtable.kernel.prospects import CERTAIN, MERITS, chances, leads, won


def test_equal_merits_are_equal_chances() -> None:
    assert chances([7, 7, 7, 7]) == (2500,) * 4


@pytest.mark.parametrize("merits", [[0, 100], [30, -200, 10], [0, 50, 100, 400]])
def test_a_merit_is_a_hundredth_more_likely(merits: list[int]) -> None:
    weights = [exp(log(1.01) * merit) for merit in merits]
    expected = [CERTAIN * weight / sum(weights) for weight in weights]
    assert chances(merits) == pytest.approx(expected, abs=1.01)


def test_who_is_far_behind_has_no_chance_left() -> None:
    assert chances([0, -5 * MERITS]) == (9999, 0)


def test_leads_are_half_for_equals_and_whole_for_a_clear_win() -> None:
    assert leads([10, 10, 10, 10], 40) == (5000,) * 4
    assert leads([40, 0, 0, 0], 40) == (CERTAIN, 0, 0, 0)
    assert leads([20, 0], 40) == (7500, 2500)
    assert leads([3], 40) == (5000,)


def test_a_win_is_certain_and_a_tie_shared() -> None:
    assert won((3, 9, 1)) == (0, CERTAIN, 0)
    assert won((9, 9, 1)) == (5000, 5000, 0)
