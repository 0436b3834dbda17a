"""grimtable: tabletop games with their rules enforced.

>>> import grimtable
>>> game = grimtable.new_game("darklord", players=3, seed=7)
>>> [decision.prompt for decision in game.decisions()]
['sleeve']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grimtable.build import build
from grimtable.games import definition, slugs
from grimtable.kernel import codec
from grimtable.kernel.chance import FairDice, FastDice
from grimtable.kernel.codec import digest, dump
from grimtable.kernel.definition import OptionValue
from grimtable.kernel.game import Game, Seat
from grimtable.kernel.values import BadInput, Decision, Dice, Diverged, Event, Illegal, Refusal

__version__ = "0.1.0"
__all__ = [
    "BadInput",
    "Decision",
    "Diverged",
    "Event",
    "FairDice",
    "FastDice",
    "Game",
    "Illegal",
    "Refusal",
    "Seat",
    "build",
    "definition",
    "digest",
    "dump",
    "load",
    "new_game",
    "slugs",
    "view",
]


def new_game(
    slug: str, players: int | None = None, seed: int = 0, options: Mapping[str, OptionValue] | None = None
) -> Game[Any]:
    """A new game of a registered kind; the same seed and answers give the same game."""
    return definition(slug).new_game(players, options, FastDice(seed))


def load(data: bytes, dice: Callable[[int], Dice] = FastDice) -> Game[Any]:
    """The game that `dump` stored."""
    return codec.load(data, definition(codec.name_in(data)).rules, dice)


def view(game: Game[Any], viewer: int | None) -> Any:
    """What a viewer may see, as plain data; None is a spectator."""
    return game.rules.view(game.state, viewer)
