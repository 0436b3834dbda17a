"""Plans: the lines of one or two halves in order, each where it is worth most, and where the turn then ends."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.advice.prospect import Prospect
from grimtable.games.gloomhaven.advice.reading import ATTACK, BASIC_ATTACK, BASIC_MOVE, BOOST, MOVE, PARTS, Part
from grimtable.games.gloomhaven.components import Card, Hex
from grimtable.games.gloomhaven.components.cards import BOTTOM, CARD_HALVES, TOP

KEPT: Final = 6  # hexes followed after a second move
Parts = tuple[Part, ...]
BASIC: Final = (BASIC_ATTACK, BASIC_MOVE)


def boosted(parts: Parts) -> Parts:
    """The lines with what earlier ones add to attacks."""
    more = 0
    found: list[Part] = []
    for part in parts:
        if part.sort == BOOST:
            more += part.value
        elif part.sort == ATTACK and more:
            found.append(part._replace(value=part.value + more))
        else:
            found.append(part)
    return tuple(found)


def follow(o: Prospect, parts: Parts, here: dict[Hex, int]) -> dict[Hex, int]:
    """What the lines are worth by the hex where the turn ends, from hexes with what was gained so far."""
    for part in parts:
        if part.sort == MOVE:
            if len(here) > KEPT:
                best = sorted(here, key=lambda at: -here[at])[:KEPT]
                here = {at: here[at] for at in best}
            further: dict[Hex, int] = {}
            for at, worth in here.items():
                for end in o.ends(at, part.value, part.jump):
                    if worth > further.get(end, -9999):
                        further[end] = worth
            here = further
        else:
            gains = o.gained(part, here)
            here = {at: worth + gains[at] for at, worth in here.items()}
    return here


def worth_of(o: Prospect, parts: Parts) -> int:
    """The worth of a plan from where the character stands."""
    ends = follow(o, boosted(parts), {o.start: 0})
    return max([worth + o.stand(at) for at, worth in ends.items()])


def cost(o: Prospect, card: Card, side: int) -> int:
    """What using a half costs besides: a card that is lost."""
    return o.card if CARD_HALVES[card][side].lost else 0


class Planner:
    """Plans of one decision, each weighed once."""

    __slots__ = ("known", "o")

    def __init__(self, o: Prospect) -> None:
        self.o = o
        self.known: dict[Parts, int] = {}

    def worth(self, parts: Parts) -> int:
        found = self.known.get(parts)
        if found is None:
            found = self.known[parts] = worth_of(self.o, parts)
        return found

    def after(self, first: Parts, card: Card, side: int) -> int:
        """A first half, then the best use of the other card's other half."""
        printed = self.worth(first + PARTS[card][side]) - cost(self.o, card, side)
        return max(printed, self.worth(first + BASIC[side]))

    def pair(self, top: Card, bottom: Card) -> int:
        """The best order and use of a top and a bottom."""
        return max(
            self.after(PARTS[top][TOP], bottom, BOTTOM) - cost(self.o, top, TOP),
            self.after(BASIC_ATTACK, bottom, BOTTOM),
            self.after(PARTS[bottom][BOTTOM], top, TOP) - cost(self.o, bottom, BOTTOM),
            self.after(BASIC_MOVE, top, TOP),
        )
