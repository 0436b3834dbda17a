"""How it stands: the chance to win, by what is left of both sides."""

from __future__ import annotations

from grimtable.games.gloomhaven.advice.stamina import rounds_left, unseen_hp
from grimtable.games.gloomhaven.components import Figure
from grimtable.games.gloomhaven.state import LOST, WON, Gloomhaven

WIN = 100


def value(s: Gloomhaven) -> tuple[int, ...]:
    """The chance to win in hundredths, the same for every seat."""
    seats = len(set(s.seat))
    if s.outcome:
        return tuple([points * WIN for points in s.outcome])
    if s.standing == WON:
        return (WIN - 2,) * seats
    if s.standing == LOST:
        return (0,) * seats
    ours = sum([strength(s, c) for c in s.heroes()])
    theirs = sum([s.hp[f] for f in s.monsters()]) + unseen_hp(s)
    return (max(1, min(WIN - 5, WIN * ours // max(1, ours + theirs))),) * seats


def strength(s: Gloomhaven, character: Figure) -> int:
    """The damage a character will still deal: limited by its rounds, and by its hit points."""
    cards = len(s.hand[character]) + len(s.chosen_cards(character))
    rounds = rounds_left(cards, len(s.discard[character]))
    return min(2 * rounds, 4 * s.hp[character] + rounds)
