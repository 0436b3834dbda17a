"""Whom to play, what to buy, and when to use it; by the words of an item."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.advice.prospect import Prospect, worth_of_heal
from grimtable.games.gloomhaven.advice.reading import ATTACK, PARTS
from grimtable.games.gloomhaven.advice.stamina import rounds_left
from grimtable.games.gloomhaven.components import Figure
from grimtable.games.gloomhaven.components.cards import CLASS_OF, HAND_SIZE, HP
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.enlisting import ENOUGH
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.kernel.values import Decision

# What a word of an item is worth to a buyer.
WORTH: Final = {
    "recover_cards": 30,
    "heal": 34,
    "attacker_disadvantage": 26,
    "shield": 22,
    "add_attack": 14,
    "add_move": 18,
    "advantage": 20,
    "add_jump": 8,
    "treat_enemy_x2_as": 6,
    "ignore_all_shield": 4,
    "add_condition": 16,
    "condition": 21,
}
STEP: Final = 20  # classes as near as this are alike
DANGEROUS: Final = 28  # hit points in danger, as their price goes, that are worth hiding from


def rate_buy(s: Gloomhaven, decision: Decision) -> list[int]:
    """Per piece of gold's worth: the best things first, what suits the class."""
    me = [c for c in range(s.characters) if s.seat[c] == decision.player and c < len(s.kind)]
    buyer = ([c for c in me if not s.hand[c]] or me)[0]
    return [0 if answer == ENOUGH else worth_of_item(s, buyer, answer) for answer in decision.options]


def worth_of_item(s: Gloomhaven, me: Figure, item: int) -> int:
    facts = ITEMS[item]
    worth = max([WORTH.get(op.name, 5) for op in facts.ops], default=1) - 4 * facts.minus_one_cards
    attacks = [part for card in s.home[me] for part in PARTS[card][0] if part.sort == ATTACK]
    far = 2 * len([part for part in attacks if part.is_ranged]) >= len(attacks)
    if ("melee" in facts.timing and far) or ("ranged" in facts.timing and not far):
        return 1
    return worth


# ---------------------------------------------------------------- in one's turn
def rate_item(s: Gloomhaven, o: Prospect, item: int) -> int:
    """Above zero: now is the time."""
    worth = 0
    me = o.me
    for op in ITEMS[item].ops:
        if op.name == "heal":
            missing = s.max_hp[me] - s.hp[me]
            needed = missing >= op.value or (s.hp[me] <= 3 and missing > 1)
            worth += worth_of_heal(s, me, op.value) if needed else -20
        elif op.name == "recover_cards":
            worth += 10 if len(s.discard[me]) >= 2 and len(s.hand[me]) <= 2 else -20
        elif op.name == "condition" and op.word == "invisible":
            hidden = s.is_unseen(me)
            worth += 10 if not s.to_play and not hidden and o.hurt(s.hex[me]) >= DANGEROUS else -20
        elif op.name == "refresh_items":
            worth += -5
        else:
            worth += 4
    return worth


def rate_use(s: Gloomhaven, decision: Decision) -> list[int]:
    """In an attack, a move or when attacked: what comes back by resting is used gladly, what is consumed for a need."""
    return [0 if isinstance(answer, str) else use_now(s, answer) for answer in decision.options]


def use_now(s: Gloomhaven, item: int) -> int:
    facts = ITEMS[item]
    names = [op.name for op in facts.ops]
    if "add_move" in names or "add_jump" in names:
        return 5
    if "shield" in names or "attacker_disadvantage" in names or "negate_damage" in names:
        return 10
    return 4


def rate_consume(s: Gloomhaven, decision: Decision) -> list[int]:
    """An element that is there is used."""
    return [0 if isinstance(answer, str) else 5 for answer in decision.options]


def rate_class(s: Gloomhaven, decision: Decision) -> list[int]:
    """Classes with staying power, in rough steps: the rounds that a hand lasts, and hit points."""
    kinds = [CLASS_OF[name] for name in decision.options]
    return [(rounds_left(HAND_SIZE[kind], 0) + 2 * HP[kind][0]) // STEP for kind in kinds]
