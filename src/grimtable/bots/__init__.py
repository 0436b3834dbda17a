"""Players that work on any game: they see what their seat may see, and the game's advice.

`make("random")`, `make("greedy")`, `make("mcts:500")` (iterations), `make("mcts:2s")` (seconds), and
`make("module:factory")` for a bot of one's own.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from grimtable.bots.greedy import GreedyBot
from grimtable.bots.mcts import Budget, MctsBot
from grimtable.bots.random import RandomBot
from grimtable.kernel.game import Seat
from grimtable.kernel.values import BadInput, Dice


class Bot(Protocol):
    """Answers for a seat. The same seat and dice give the same answer, unless its budget is a time."""

    def answer(self, seat: Seat[Any], dice: Dice) -> Any: ...

    def ranked(self, seat: Seat[Any], dice: Dice) -> list[tuple[Any, float]]:
        """All options, best first, each with an estimate between 0 and 1."""
        ...


class Kind(NamedTuple):
    """A kind of bot: how to make one, and what to tell people about it."""

    make: Callable[[str], Bot]
    help: str


KINDS: dict[str, Kind] = {
    "random": Kind(lambda budget: RandomBot(), "any legal option"),
    "greedy": Kind(lambda budget: GreedyBot(), "the option its game's advice rates best"),
    "mcts": Kind(
        lambda budget: MctsBot(Budget.parse(budget)), "searches: mcts:500 looks 500 times, mcts:2s for 2 seconds"
    ),
}


def make(spec: str) -> Bot:
    """The bot that a word describes. BadInput says what would be right."""
    name, _, budget = spec.partition(":")
    if name in KINDS and (spec == name or (budget and name == "mcts")):
        return KINDS[name].make(budget)
    if name not in KINDS and budget.isidentifier():
        return _strangers(name, budget)
    raise BadInput(
        f"there is no bot {spec!r}; there is random, greedy, mcts:500, mcts:2s, or module:factory of your own"
    )


def _strangers(module: str, factory: str) -> Bot:
    """A bot of somebody's own. Their code may fail in any way before it is one."""
    try:
        made: Bot = getattr(import_module(module), factory)()
    except (Exception, SystemExit) as error:
        raise BadInput(f"the bot {module}:{factory} cannot be made: {error}") from error
    if not callable(getattr(made, "answer", None)):
        raise BadInput(f"{module}:{factory} makes no bot: what it makes has no method answer(seat, dice)")
    return made
