"""Differences between plain values: applied to the old value they give the new one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grimtable
from contract.tables import random_game
from grimtable.differences import applied, difference
from grimtable.kernel.chance import FastDice

LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "=", "~"])
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("ab=~+-<"), inner, max_size=4)
)


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@given(VALUES, VALUES)
def test_a_difference_leads_from_one_value_to_the_other(old: Any, new: Any) -> None:
    before = plain(old)
    change = plain(difference(old, new))
    assert msgspec.json.encode(applied(old, change), order="sorted") == msgspec.json.encode(new, order="sorted")
    assert old == before  # nothing of it was changed


@given(VALUES)
def test_between_equal_values_there_is_none(value: Any) -> None:
    assert difference(value, plain(value)) is None


def test_true_is_another_value_than_one() -> None:
    assert difference([1], [True]) == {"~": {"0": {"=": True}}}


@pytest.mark.parametrize(
    ("old", "change"),
    [
        ([1], {"~": {"4": {"=": 1}}}),
        ([1], {"~": {"-1": {"=": 1}}}),
        ({"a": 1}, {"~": {"b": {"~": {}}}}),
        (7, {"+": [1]}),
        ([1], 3),
        ({"a": [1]}, {"~": {"a": {"~": {"x": {"=": 1}}}}}),
    ],
)
def test_a_difference_of_another_value_is_refused(old: Any, change: Any) -> None:
    with pytest.raises(ValueError):
        applied(old, change)


@pytest.mark.parametrize("slug", grimtable.slugs())
def test_the_views_of_a_whole_game_follow_from_their_differences(slug: str) -> None:
    found = grimtable.definition(slug)
    shown, whole, small = None, 0, 0
    for at in random_game(found.new_game(found.players[0], None, FastDice(3)), 3):
        view = plain(found.rules.view(at.state, None))
        change = plain(difference(shown, view))
        shown = applied(shown, change)
        assert shown == view
        whole, small = whole + len(msgspec.json.encode(view)), small + len(msgspec.json.encode(change))
    assert 3 * small < whole
