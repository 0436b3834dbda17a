"""Rests, and which cards to give away: for a rest, against damage, before the scenario."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.advice.errands import is_quiet_for
from grimtable.games.gloomhaven.advice.foes import price_of_hp
from grimtable.games.gloomhaven.advice.reading import (
    ATTACK,
    GUARD,
    HAMPER,
    HEAL,
    HIDE,
    LASTING,
    MOVE,
    PARTS,
    RECOVER,
    Part,
)
from grimtable.games.gloomhaven.advice.stamina import price_of_rounds, rounds_left
from grimtable.games.gloomhaven.components import Card, Figure
from grimtable.games.gloomhaven.components.cards import CARD_HALVES
from grimtable.games.gloomhaven.resting import NO
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.values import Decision

ALIVE: Final = 300


def part_worth(part: Part) -> int:
    """Of a line without a position."""
    if part.sort == ATTACK:
        many = len(part.pattern) if part.pattern else min(part.targets, 3)
        return part.value * (9 + 2 * many) + 2 * part.reach + (8 if part.conditions else 0) + 4 * part.beside_ally
    if part.sort == MOVE:
        return 4 * part.value + (3 if part.jump else 0)
    if part.sort == HEAL:
        return 5 * part.value * min(part.targets, 2)
    if part.sort in (GUARD, HIDE, HAMPER):
        return 8 + 4 * part.value
    if part.sort == RECOVER:
        return 20 * min(part.value, 6)
    return part.value // 2 if part.sort == LASTING else 3


def card_worth(card: Card) -> int:
    """Of a card in general: what comes back again and again counts in full, what is lost with its use by half."""
    total = 0
    for side in (0, 1):
        worth = sum([part_worth(part) for part in PARTS[card][side]])
        worth = worth // 2 if CARD_HALVES[card][side].lost else worth
        total += max(worth, 18 if side == 0 else 8)
    return total


def rate_giving(s: Gloomhaven, decision: Decision) -> list[int]:
    """Give away what is worth least."""
    return [-card_worth(card) for card in decision.options]


def rate_taking(s: Gloomhaven, decision: Decision) -> list[int]:
    return [-1 if isinstance(card, str) else card_worth(card) for card in decision.options]


# ---------------------------------------------------------------- damage
def rate_negate(s: Gloomhaven, decision: Decision) -> list[int]:
    """Suffer while there are hit points to spare; else the cards that cost fewer rounds."""
    amount = s.notes.get("damage_coming", 0)
    me = s.notes.get("damage_to", 0)
    hand, discards = len(s.hand[me]), len(s.discard[me])
    chosen = len(s.chosen_cards(me))
    now = rounds_left(hand, discards + chosen)
    rates = {
        "suffer": -amount * price_of_hp(s, me) - (ALIVE if amount >= s.hp[me] else 0),
        "hand": -price_of_rounds(s, me, now - rounds_left(hand - 1, discards + chosen)),
        "discards": -price_of_rounds(s, me, now - rounds_left(hand, discards - 2 + chosen)),
    }
    return [rates[answer] for answer in decision.options]


# ---------------------------------------------------------------- rests
def rate_short_rest(s: Gloomhaven, decision: Decision) -> list[int]:
    """When the hand no longer makes a pair and enemies are near; else a long rest follows."""
    me = resting(s, decision)
    thin = len(s.hand[me]) < 2
    quiet = is_quiet_for(s, me)
    weak = s.hp[me] <= 2 and s.hp[me] < s.max_hp[me]
    yes = thin and not quiet and not weak
    return [10 if (answer == "yes") == yes else 0 for answer in decision.options]


def resting(s: Gloomhaven, decision: Decision) -> Figure:
    """Whose short rest it is: the first of this seat that has not been asked."""
    mine = [c for c in s.heroes() if s.seat[c] == decision.player]
    asked = [step.args[0] for step in s.agenda if step.procedure == "short_rest"]
    left = [c for c in mine if c not in asked]
    return left[-1] if left else 0


def rate_no(s: Gloomhaven, decision: Decision) -> list[int]:
    """No, also where the answer is about a card."""
    answers = [answer[-1] if isinstance(answer, tuple) else answer for answer in decision.options]
    return [10 if answer == NO else 0 for answer in answers]


def rate_keep(s: Gloomhaven, decision: Decision) -> list[int]:
    """A new augment was chosen because it is better."""
    return [0 if isinstance(answer, str) else 5 for answer in decision.options]
