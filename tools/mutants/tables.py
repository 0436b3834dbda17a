"""Changing the values of constants."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from types import ModuleType
from typing import Any

MANY = 2000  # values; a larger table is changed among its first ones

EMPTY = ("0", "False", "''")


def alterations(value: Any) -> list[tuple[str, Any]]:
    """A constant with one of its values changed, in every way, each told in words.

    What is 0 or empty in a table usually does not apply there: it is changed only if there is nothing else.
    """
    ways = list(islice(_altered(value, ""), MANY))
    telling = [way for way in ways if way[1] not in EMPTY] or ways
    return [(f"{path or 'value'}: {old} -> {new}", other) for path, old, new, other in telling]


def _altered(value: Any, path: str) -> Iterator[tuple[str, str, str, Any]]:
    if type(value) is bool:
        yield path, str(value), str(not value), not value
    elif type(value) is int:
        yield path, str(value), str(value + 1), value + 1
        yield path, str(value), str(value - 1), value - 1
    elif type(value) is str:
        yield path, repr(value), repr(value + "?"), value + "?"
    elif isinstance(value, tuple | list):
        for at, part in enumerate(value):
            for way, old, new, other in _altered(part, f"{path}[{at}]"):
                yield way, old, new, _rebuilt(value, [*value[:at], other, *value[at + 1 :]])
    elif type(value) is dict:
        for key, part in value.items():
            for way, old, new, other in _altered(part, f"{path}[{key!r}]"):
                yield way, old, new, {**value, key: other}
    elif type(value) in (set, frozenset):
        for part in sorted(value, key=repr):
            yield path, repr(part), "nothing", type(value)(value - {part})


def _rebuilt(value: Any, parts: list[Any]) -> Any:
    return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)


def rebind(module: ModuleType, name: str, value: Any) -> None:
    """Give a constant another value in its module and in all that imported it by name."""
    old = getattr(module, name)
    for other in list(sys.modules.values()):
        names = getattr(other, "__dict__", {})
        if names.get(name) is old:
            names[name] = value


def altered(value: Any, text: str) -> Any:
    """The constant after the alteration with this text."""
    return dict(alterations(value))[text]
