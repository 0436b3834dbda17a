"""When the interpreter looks for cyclic garbage.

A thousand tables are millions of objects that live for hours. A look through all of them, for the little garbage that
counting references leaves, stops every table for a second; so what has survived a round is set aside, and looked
through only after many guests and tables have gone, since theirs are the cycles that remain.
"""

from __future__ import annotations

import gc

MANY = 1000  # guests and tables that have gone


class Sweeper:
    def __init__(self, many: int = MANY) -> None:
        self._many = many
        self._swept = 0  # how many had gone when everything was looked through

    def round(self, gone: int) -> None:
        """Called every second or so, with how many have gone since the start."""
        if gone - self._swept >= self._many:
            self._swept = gone
            gc.unfreeze()
            gc.collect()
        gc.freeze()
