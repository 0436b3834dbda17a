"""No word of a card is passed over: a class is complete, or it is not offered."""

from __future__ import annotations

import pytest

from grimtable.games.gloomhaven.components.cards import COMPLETE, STARTING
from grimtable.games.gloomhaven.ops.vocabulary import unknown_words


@pytest.mark.parametrize("name", COMPLETE)
def test_every_word_of_a_complete_class_is_performed(name: str) -> None:
    assert unknown_words(name) == []


def test_the_starting_classes_are_complete() -> None:
    assert set(STARTING) <= set(COMPLETE)
