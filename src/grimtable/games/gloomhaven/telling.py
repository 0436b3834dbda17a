"""Telling the log about figures, by the names that events give them. While nobody listens, no name is made."""

from __future__ import annotations

from typing import Any

from grimtable.games.gloomhaven.components import Figure, Hex
from grimtable.games.gloomhaven.state import T


def tell(t: T, kind: str, figure: Figure, *more: Any) -> None:
    """Tell the log about a figure, by the name that events give it."""
    if t.events is not None:
        t.emit(kind, t.state.tag(figure), *more)


def tell_both(t: T, kind: str, figure: Figure, other: Figure, *more: Any) -> None:
    """The same about two figures."""
    if t.events is not None:
        t.emit(kind, t.state.tag(figure), t.state.tag(other), *more)


def tell_way(t: T, figure: Figure, start: Hex, end: Hex, count: int) -> None:
    """A stretch of a way in one line: how many hexes, where to and where from, by their places on the map."""
    if t.events is not None and count:
        axial = t.state.layout().axial
        t.emit("moved", t.state.tag(figure), (*axial[end], end), count, (*axial[start], start))
