"""How it stands: the chance to win, by what is left of both sides."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.advice.stamina import foes_hp, rounds_left
from grimtable.games.gloomhaven.components import DISARM, IMMOBILIZE, MUDDLE, POISON, STUN, WOUND, Figure, Mask
from grimtable.games.gloomhaven.components.terms import LOST, WON
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.gloomhaven.victory import WIN_POINTS
from grimtable.kernel.prospects import CERTAIN, chances

SURE: Final = CERTAIN - 200  # won, but for the end of the round
ILLS: Final[Mask] = POISON | WOUND | MUDDLE | IMMOBILIZE | DISARM | STUN

# Merits per hundred of a trait, fitted to 23,868 positions of scenario 1: four greedy bots, one answer in twenty at
# random, 400 games of which they won a third. Fitted by the functions of tools/fit.py, with exact logarithms.
WEIGHTS: Final = (92, -380, 298, 68, 53, -54)


def value(s: Gloomhaven) -> tuple[int, ...]:
    """The chance to win, the same for every seat."""
    seats = len(set(s.seat))
    if s.outcome:
        return tuple([CERTAIN * points // WIN_POINTS for points in s.outcome])
    if s.standing == WON:
        return (SURE,) * seats
    if s.standing == LOST or not s.heroes():
        return (0,) * seats
    merit = sum([weight * trait for weight, trait in zip(WEIGHTS, party(s))]) // 100
    return (min(SURE, chances([merit, 0])[0]),) * seats


def traits(s: Gloomhaven) -> list[list[int]]:
    """Of the party, and nothing of the other side: that is told in the party's traits."""
    if s.outcome or s.standing in (WON, LOST) or not s.heroes():
        return []
    ours = party(s)
    return [ours, [0] * len(ours)]


def party(s: Gloomhaven) -> list[int]:
    """What speaks for and against the party; hit points of enemies, rounds and health count by doublings."""
    heroes = s.heroes()
    health = [100 * s.hp[c] // s.max_hp[c] for c in heroes]
    rounds = sum([rounds_left(cards_of(s, c), len(s.discard[c])) for c in heroes])
    return [
        100,
        binary_log(foes_hp(s)),
        binary_log(rounds),
        binary_log(sum(health) // 10),
        min(health),
        100 * sum([(s.conditions[c] & ILLS).bit_count() for c in heroes]) // s.characters,
    ]


def cards_of(s: Gloomhaven, character: Figure) -> int:
    return len(s.hand[character]) + len(s.chosen_cards(character))


def binary_log(number: int) -> int:
    """The logarithm to base 2, in hundredths, straight between the powers of 2."""
    whole = (number + 1).bit_length() - 1
    return 100 * whole + 100 * (number + 1 - (1 << whole)) // (1 << whole)
