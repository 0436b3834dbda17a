"""Cyclic garbage: what lives is not looked through again and again, what has gone is found in the end."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from grimtable.server.sweeping import Sweeper


class Loop:
    """Holds itself: only the collector can free it."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_survivors_are_set_aside_until_many_have_gone() -> None:
    sweeper = Sweeper(many=3)
    loop = Loop()
    left = weakref.ref(loop)
    sweeper.round(gone=0)
    del loop
    gc.collect()
    sweeper.round(gone=2)
    assert left() is not None
    sweeper.round(gone=3)
    assert left() is None
    assert gc.get_freeze_count() > 0
