"""Whom an attack is aimed at, one after the other, and whether its conditions go with it [GLOOMHAVEN-13.22]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import affects, op_of
from grimtable.games.gloomhaven.components import DISARM, IMMOBILIZE, NONE, POSITIVE, STUN, Figure, Seat, bits
from grimtable.games.gloomhaven.components.modifiers import MODIFIERS, modifier_kind
from grimtable.games.gloomhaven.components.ops import Op, walk
from grimtable.games.gloomhaven.components.terms import Bonus
from grimtable.games.gloomhaven.interludes import Option, at_will, take
from grimtable.games.gloomhaven.ops.targets import NOBODY
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Strike
from grimtable.kernel.values import Flow

WITHHOLD: Final = "withhold"
AURA: Final = "modify_attacks"
GIVING: Final[tuple[str, ...]] = ("modify_own_attacks", AURA, "charges", "on_trigger", "augment")
HAMPERING: Final = DISARM | IMMOBILIZE | STUN  # what somebody may wish an enemy not to have


def aimed(t: T, seat: Seat, strike: Strike, prompt: str, figures: list[Figure], may_stop: bool) -> Flow[Figure]:
    """The next target, NONE if the player wants no more; it may be spared the conditions of the attack."""
    s = t.state
    strike.mild = False
    left = list(figures)
    while left and s.in_play(strike.attacker):
        refusal: list[str] = [NOBODY] if may_stop else []
        asked = may_stop or len(left) > 1
        spare = [WITHHOLD] if not strike.mild and may_spare(s, strike, asked) else []
        options: list[Figure | str | Option] = [*refusal, *left, *spare, *at_will(s, seat, asked or bool(spare))]
        answer = yield from t.choose(seat, prompt, options)
        if isinstance(answer, int):
            return answer
        if isinstance(answer, tuple):
            yield from take(t, seat, answer)
            left = [figure for figure in left if s.in_play(figure)]
        elif answer == WITHHOLD:
            strike.mild = True
        else:
            break
    return NONE


def may_spare(s: Gloomhaven, strike: Strike, asked: bool) -> bool:
    """Whether the attack could give conditions; where nothing else is asked, those that may be unwelcome."""
    if not asked:
        return bool(strike.conditions & HAMPERING)
    if strike.conditions or [op for op in strike.per_target if op.name == "add_condition"]:
        return True
    me = strike.attacker
    for row in s.bonuses:
        if row.word in GIVING and works_for(s, row, strike) and names_condition(op_of(row)):
            return True
    character = s.character_of(me)
    if character == NONE or not s.perks[character]:
        return False
    return any([modifier_kind(card) in AFFLICTING for card in (*s.decks[character], *s.drawn[character])])


def works_for(s: Gloomhaven, row: Bonus, strike: Strike) -> bool:
    """Whether an active card may add to this attack: the attacker's own, one that helps it, a borrowed augment."""
    if row.word == AURA:
        return affects(s, row, strike.attacker)
    return row.figure in (strike.attacker, strike.augmented_by)


def names_condition(op: Op) -> bool:
    lines = walk((op, *op.ops("grant")))
    return bool(op.words("add_conditions")) or bool([line for line in lines if line.name == "condition"])


AFFLICTING: Final[frozenset[int]] = frozenset(  # kinds of modifier cards
    [
        kind
        for kind, card in enumerate(MODIFIERS)
        if [op for op in card.effects if op.name == "condition" and not bits([op.word]) & POSITIVE]
    ]
)
