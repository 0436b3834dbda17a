"""What a drawing of a table is made from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rich.console import RenderableType

from grimtable.kernel.definition import Definition
from grimtable.kernel.language import Message
from grimtable.terminal.words import say

View = Any  # what a viewer may see, as plain data


class Scene(NamedTuple):
    """For whom a table is drawn, and how much room there is."""

    definition: Definition
    lang: str
    names: tuple[str, ...]  # of the players
    me: int | None  # the seat whose eyes these are; None is a spectator
    width: int  # of the terminal, in cells

    def word(self, key: str, *params: Any) -> str:
        """A sentence of the game."""
        return self.definition.catalogue.say(Message(key, params), self.lang, self.names)

    def say(self, key: str, *params: Any) -> str:
        """A sentence of the terminal."""
        return say(self.lang, key, *params)


class Drawing(NamedTuple):
    table: Callable[[View, Scene], RenderableType]
    scores: Callable[[View, tuple[int, ...], Scene], RenderableType]  # the end: (view, result, scene)
    legend: Callable[[Scene], str]  # what the signs mean
