"""The smallest game: a slate to write on, and whatever procedures a test puts on the agenda."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game, Rules
from grimtable.kernel.table import Table
from grimtable.kernel.values import Dice, Flow, Procedure, Step


@dataclass(init=False, slots=True)
class Slate:
    agenda: list[Step]
    notes: list[Any]
    cards: list[int]
    marks: dict[str, int]
    seen: set[int]
    score: int
    outcome: tuple[int, ...]

    def __init__(self, agenda: list[Step]) -> None:
        self.agenda = agenda
        self.notes = []
        self.cards = []
        self.marks = {}
        self.seen = set()
        self.score = 0
        self.outcome = ()

    def clone(self) -> Slate:
        s = Slate(self.agenda.copy())
        s.notes = self.notes.copy()
        s.cards = self.cards.copy()
        s.marks = self.marks.copy()
        s.seen = self.seen.copy()
        s.score = self.score
        s.outcome = self.outcome
        return s


T = Table[Slate]


def blank() -> Slate:
    return Slate([])


def view(s: Slate, viewer: int | None) -> Any:
    return list(s.notes)


def rules_of(
    *procedures: Procedure,
    version: int = 1,
    migrations: dict[int, Callable[[list[Any]], list[Any]]] | None = None,
    problems: Callable[[Slate], list[str]] | None = None,
) -> Rules[Slate]:
    named = {procedure.__name__: procedure for procedure in procedures}
    return Rules("slate", version, named, blank, view, problems=problems or (lambda s: []), migrations=migrations)


def game_of(
    *procedures: Procedure, tape: Iterable[Any] = (), dice: Dice | None = None, rules: Rules[Slate] | None = None
) -> Game[Slate]:
    """A game that runs these procedures in their order."""
    agenda = [Step(procedure.__name__) for procedure in reversed(procedures)]
    return Game(rules or rules_of(*procedures), Slate(agenda), dice or FastDice(1), tape)


def asks(*names: str) -> list[Procedure]:
    """Procedures that each ask player 0 once and note the answer."""

    def asking(name: str) -> Procedure:
        def ask(t: T) -> Flow[None]:
            t.emit("asked", name)
            t.state.notes.append((yield from t.choose(0, name, ["a", "b"])))
            t.emit("answered", name)

        ask.__name__ = name
        return ask

    return [asking(name) for name in names]


def ending(t: T) -> Flow[None]:
    yield from ()
    t.finish((t.state.score, 0))
