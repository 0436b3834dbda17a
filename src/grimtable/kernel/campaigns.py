"""What a game tells the platform about its campaign, if it has one.

A campaign is a document: a first line, and a line for everything that was done. The platform keeps lines, knows who may
act for which person, and lets games be played; what a line means is the game's own affair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from grimtable.kernel.language import Message
from grimtable.kernel.values import Refusal

Say = Callable[[Message], str]


class Awaited(NamedTuple):
    """A game that is to be played before the campaign goes on."""

    number: int  # which of the campaign's games, counted through
    options: dict[str, Any]
    persons: list[int]  # whose each seat is


class CampaignRules(NamedTuple):
    """How the platform deals with campaigns of a game. The campaign itself is the first parameter, whatever it is."""

    begin: Callable[[int, list[str], Mapping[str, Any]], Any]  # (seed, persons, settings) -> a new one, or BadInput
    read: Callable[[str], Any]  # from a whole document; BadInput says in a line what is wrong with it
    resume: Callable[[str], Any]  # from its first line, with nothing done
    repeat: Callable[[Any, str], None]  # do what a further line says; Illegal if the rules do not allow it any more
    lines: Callable[[Any, int], list[str]]  # from this one on; the first is 0
    closing: Callable[[Any], str]  # the line that ends the document and proves what came of it
    persons: Callable[[Any], list[str]]
    act: Callable[[Any, int, Any], None]  # (person, act); Illegal, and nothing has changed
    why_not_undo: Callable[[Any, int], Refusal | None]  # why this person cannot have the last line taken back
    awaits: Callable[[Any], Awaited | None]
    report: Callable[[Any, int, Any, tuple[int, ...]], None]  # (number, the game's last state, its outcome)
    view: Callable[[Any, int | None, Say], dict[str, Any]]  # what this person, or somebody who watches, may see
