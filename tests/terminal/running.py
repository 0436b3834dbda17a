"""What a command did, and a check of its JSON against a shape."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Protocol

from grimtable import new_game


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The document on stdout; there is nothing else there."""
        return json.loads(self.out)


class Grim(Protocol):
    def __call__(self, *arguments: str, stdin: str = "") -> Ran: ...


def lines(*typed: str) -> str:
    return "".join([f"{line}\n" for line in typed])


def seed_of_first(players: int) -> str:
    """A seed with which seat 1 is the start player of darklord, whatever the dice are made of."""
    return str(next(s for s in range(100) if new_game("darklord", players, s).decisions()[0].player == 0))


def fits(document: Any, shape: Any, where: str = "") -> None:
    """A shape is a type, a tuple of types, [shape of each entry], {key: shape} or {str: shape of each value}."""
    if isinstance(shape, list):
        assert isinstance(document, list), where
        for place, entry in enumerate(document):
            fits(entry, shape[0], f"{where}[{place}]")
    elif isinstance(shape, dict) and list(shape) == [str]:
        assert isinstance(document, dict), where
        for key, entry in document.items():
            fits(entry, shape[str], f"{where}.{key}")
    elif isinstance(shape, dict):
        assert isinstance(document, dict), where
        assert set(document) == set(shape), f"{where}: {sorted(set(document) ^ set(shape))}"
        for key, inner in shape.items():
            fits(document[key], inner, f"{where}.{key}")
    else:
        assert isinstance(document, shape), f"{where}: {document!r}"
        assert not isinstance(document, bool) or shape is bool, where
