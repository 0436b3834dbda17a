"""Named moments of the rules, where abilities attach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class Hook(Generic[P, T]):
    """A named moment of the rules, and what each ability does at that moment."""

    def __init__(self) -> None:
        self._handlers: dict[str, Callable[P, T]] = {}
        self._found: dict[tuple[str, ...], tuple[Callable[P, T], ...]] = {}
        self._asked: tuple[str, ...] | None = None  # the last time `of` was called, and what it found
        self._answer: tuple[Callable[P, T], ...] = ()

    def by(self, ability: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
        def register(handler: Callable[P, T]) -> Callable[P, T]:
            assert ability not in self._handlers, f"{ability} is registered twice"
            self._handlers[ability] = handler
            self._found.clear()
            self._asked = None
            return handler

        return register

    def of(self, abilities: tuple[str, ...]) -> tuple[Callable[P, T], ...]:
        """The handlers of these abilities, in the given order."""
        if abilities is self._asked:  # the same game asks again and again: no need to hash its abilities
            return self._answer
        found = self._found.get(abilities)
        if found is None:
            found = self._found[abilities] = tuple([self._handlers[a] for a in abilities if a in self._handlers])
        self._asked, self._answer = abilities, found
        return found

    def __getitem__(self, ability: str) -> Callable[P, T]:
        return self._handlers[ability]

    def __contains__(self, ability: str) -> bool:
        return ability in self._handlers
