"""The games at hand: whatever is registered under the entry point group `grimtable.games`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from grimtable.kernel.definition import Definition
from grimtable.kernel.values import BadInput

GROUP = "grimtable.games"


def slugs() -> tuple[str, ...]:
    """The slugs of all registered games, in alphabetical order."""
    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)}))


@cache
def definition(slug: str) -> Definition:
    """A registered game. BadInput lists what there is instead."""
    for entry in entry_points(group=GROUP, name=slug):
        try:
            found = entry.load()
        except (ImportError, AttributeError) as error:
            raise BadInput(f"the game {slug!r} is registered as {entry.value} but cannot be loaded: {error}") from error
        if not isinstance(found, Definition) or found.slug != slug:
            raise BadInput(f"the game {slug!r} is registered as {entry.value}, which does not define it")
        return found
    raise BadInput(f"there is no game {slug!r}; there is {', '.join(slugs()) or 'none: install grimtable first'}")
