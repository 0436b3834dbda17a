"""Acts: what persons may do to a campaign. An act is a word with arguments; why it may not be done comes first.

An act of a hero belongs to the person who holds its chair; an act of the party needs every person who has a character
in it to agree [GLOOMHAVEN-23.15]; an act of a member is done by any one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from grimtable.games.gloomhaven.campaign.chronicle import Chronicle
from grimtable.games.gloomhaven.campaign.world import Act, World
from grimtable.kernel.values import Refusal

OF_HERO, OF_CHAIR, OF_PARTY, OF_MEMBER = "hero", "chair", "party", "member"
WHATEVER: Final = "*"  # an argument that a person writes


class Kind(NamedTuple):
    """One kind of act."""

    whose: str
    shape: tuple[type, ...]  # of the arguments
    why_not: Callable[..., Refusal | None]
    do: Callable[..., None]
    ways: Callable[[World], list[Act]]  # the acts of this kind worth looking at, legal or not


KINDS: dict[str, Kind] = {}


def no(rule: str, key: str, *about: Any) -> Refusal:
    return Refusal(f"GLOOMHAVEN-{rule}" if rule else "", f"campaign.{key}", about)


def kind(
    word: str,
    whose: str,
    shape: tuple[type, ...],
    why_not: Callable[..., Refusal | None],
    ways: Callable[[World], list[Act]],
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers what an act does, beside why it may not be done and what there is to choose from."""

    def register(do: Callable[..., None]) -> Callable[..., None]:
        KINDS[word] = Kind(whose, shape, why_not, do, ways)
        return do

    return register


def fits(act: Act) -> bool:
    """Whether an act has the shape of its kind: nothing else reaches the rules."""
    if not act or not isinstance(act[0], str) or act[0] not in KINDS:
        return False
    shape = KINDS[act[0]].shape
    return len(act) == len(shape) + 1 and all(
        [isinstance(found, wanted) and not isinstance(found, bool) for found, wanted in zip(act[1:], shape)]
    )


def refusal(world: World, person: int, act: Act) -> Refusal | None:
    """Why this person may not do this now; None if it may be done."""
    if not fits(act):
        return no("", "unknown_act", str(act)[:80])
    found = KINDS[act[0]]
    if found.whose == OF_HERO and not 0 <= act[1] < len(world.heroes):
        return no("", "no_hero", act[1])
    if found.whose == OF_CHAIR and not 0 <= act[1] < len(world.chairs):
        return no("", "no_chair", act[1])
    owner = {OF_HERO: lambda: world.person_of(act[1]), OF_CHAIR: lambda: world.chairs[act[1]]}.get(found.whose)
    if owner is not None and owner() != person:
        return no("", "not_yours")
    if found.whose in (OF_PARTY, OF_MEMBER) and person not in world.voters():
        return no("", "not_in_party")
    return found.why_not(world, *act[1:])


def offers(world: World, person: int, without: tuple[str, ...] = ()) -> list[Act]:
    """Everything that may be done now by this person, in a fixed order; certain kinds may be left out."""
    kinds = [found for word, found in KINDS.items() if word not in without]
    return [act for found in kinds for act in found.ways(world) if refusal(world, person, act) is None]


def perform(c: Chronicle, act: Act) -> None:
    KINDS[act[0]].do(c, *act[1:])
