"""The plain values that rules, clients and bots exchange."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, Self, TypeVar

T = TypeVar("T")


class Refusal(NamedTuple):
    """Why an answer is not legal."""

    rule_id: str
    message_key: str
    params: tuple[Any, ...] = ()


Check = Callable[[Any], Refusal | None]


@dataclass(init=False, slots=True)
class Decision:
    """One player must answer: pick one of the options or, if a check is there, compose an answer."""

    player: int
    prompt: str  # message key: "battle.assign_kill"
    options: tuple[Any, ...]  # plain values in a fixed order
    check: Check | None = field(compare=False)

    def __init__(self, player: int, prompt: str, options: tuple[Any, ...], check: Check | None = None) -> None:
        self.player = player  # written out: the one that dataclass writes stays uncompiled
        self.prompt = prompt
        self.options = options
        self.check = check

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and copy: the check looks into its game, so it stays behind, and the copy has None there."""
        return Decision, (self.player, self.prompt, self.options)

    @property
    def open(self) -> bool:
        return self.check is not None

    def action_id(self, option: Any) -> str:
        """Stable, readable, and independent of the option's position: "battle.assign_kill:17"."""
        return f"{self.prompt}:{token(option)}"

    def find(self, action: str) -> Any:
        """The option that an action id, or its part after the prompt, names; LookupError if there is none."""
        for option in self.options:
            name = token(option)
            if action == name or action == f"{self.prompt}:{name}":
                return option
        raise LookupError(action)


def token(option: Any) -> str:
    return "/".join([token(part) for part in option]) if isinstance(option, tuple) else str(option)


class Event(NamedTuple):
    """What happened. Everybody gets `public`; only `viewers` get `secret`."""

    kind: str
    public: tuple[Any, ...] = ()
    secret: tuple[Any, ...] = ()
    viewers: frozenset[int] = frozenset()

    def seen_by(self, viewer: int | None) -> Event:
        return self if not self.secret or viewer in self.viewers else Event(self.kind, self.public)


class Step(NamedTuple):
    """An entry of the agenda: a procedure's name and its plain arguments."""

    procedure: str
    args: tuple[Any, ...] = ()


class State(Protocol):
    agenda: list[Step]  # the last entry runs next
    outcome: tuple[int, ...]  # empty until the game is over; then a score per seat, higher is better

    def clone(self) -> Self: ...


class Dice(Protocol):
    """A source of chance outcomes whose place in its sequence is one integer."""

    mark: int

    def below(self, sides: int) -> int:
        """An outcome in 0..sides-1."""
        ...

    def order(self, cards: list[int]) -> tuple[int, ...]:
        """The cards in an order that nobody can foresee."""
        ...


Flow = Generator[tuple[Decision, ...], None, T]  # a rule that may stop to ask
S = TypeVar("S", bound=State)
Procedure = Callable[..., Flow[None]]


class BadInput(ValueError):
    """What came from outside is not usable; the text says what is wrong and what would be right."""


class Illegal(Exception):
    """A player's answer is not legal now. The game is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        from grimtable.kernel.language import refusal_text

        return refusal_text(self.refusal)


class Diverged(Exception):
    """A tape does not fit the state it is replayed on."""


class Finished(Exception):
    """Raised by Table.finish; the kernel catches it."""
