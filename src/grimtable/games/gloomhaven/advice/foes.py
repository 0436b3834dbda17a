"""The enemies of a character as a plan weighs them: how hard they hit and how far, and what hurting them is worth."""

from __future__ import annotations

from typing import Final, NamedTuple

from grimtable.games.gloomhaven.bonuses import retaliates, shield
from grimtable.games.gloomhaven.components import (
    CURSE,
    DISARM,
    IMMOBILIZE,
    MONSTER,
    MUDDLE,
    OBJECTIVE,
    POISON,
    STUN,
    WOUND,
    Figure,
    Hex,
    Mask,
)
from grimtable.games.gloomhaven.components.monsters import TYPE_DECK, monster_card
from grimtable.games.gloomhaven.components.terms import ACTED, TURNS
from grimtable.games.gloomhaven.monsters.deeds import (
    base_attack,
    base_move,
    base_range,
    range_of,
    relative,
    targets_of,
)
from grimtable.games.gloomhaven.state import Gloomhaven

# The base modifier deck, twenty cards: number and count; besides one null and one 2x [GLOOMHAVEN-1.1].
PLAIN_CARDS: Final = ((-2, 1), (-1, 5), (0, 6), (1, 5), (2, 1))
CARDS: Final = 20
HIT_POINT: Final = 8  # the worth of a hit point of damage for its own sake
TURNS_SPARED: Final = 16  # a kill spares us the enemy's next turns: so much per point it deals a turn
TURN_SPARED: Final = 8  # the same for the turn that is still to come this round
OBJECTIVE_BOUNTY: Final = 30
HP_PRICE, LAST_HP = 4, 20  # a hit point costs so much, and more the fewer are left
FAR: Final = 60


def price_of_hp(s: Gloomhaven, figure: Figure) -> int:
    """A hit point of a character, the dearer the fewer are left."""
    return HP_PRICE + LAST_HP // max(s.hp[figure], 1)


class Foe(NamedTuple):
    """An enemy on the map."""

    figure: Figure
    at: Hex
    hp: int
    guard: int
    back: int  # retaliate against who stands next to it
    harm: int  # what it still deals this round
    usual: int  # what it deals in a usual round
    move: int
    reach: int
    row: bytes  # hexes from it
    rival: int  # hexes to the nearest other character
    rival_price: int  # of a hit point of that one
    bounty: int  # the worth of its death
    is_target: bool
    conditions: Mask


def foes_of(s: Gloomhaven, me: Figure) -> list[Foe]:
    others = [c for c in s.allies(me) if s.sort[c] != OBJECTIVE]
    return [foe_of(s, me, figure, others) for figure in s.enemies(me)]


def foe_of(s: Gloomhaven, me: Figure, figure: Figure, others: list[Figure]) -> Foe:
    row = s.ground().row(s.hex[figure])
    rival, nearest = min([(row[s.hex[other]], other) for other in others], default=(FAR, me))
    usual, harm, move, reach, bounty = 0, 0, 0, 1, OBJECTIVE_BOUNTY
    if s.sort[figure] == MONSTER:
        usual = max(base_attack(s, figure), 1) * min(s.stats(figure).targets, 2)
        harm, move, reach = this_round(s, figure, usual)
        bounty = TURNS_SPARED * usual + TURN_SPARED * harm
    return Foe(
        figure,
        s.hex[figure],
        s.hp[figure],
        shield(s, figure),
        sum([value for value, _ in retaliates(s, figure)]),
        harm,
        usual,
        move,
        reach,
        row,
        rival,
        price_of_hp(s, nearest),
        bounty,
        s.may_target(me, figure),
        s.conditions[figure],
    )


def this_round(s: Gloomhaven, figure: Figure, usual: int) -> tuple[int, int, int]:
    """What it still deals this round, how far it moves and reaches; before the cards are turned up, as usual."""
    move, reach, harm = base_move(s, figure), max(base_range(s, figure), 1), usual
    if s.phase == TURNS:
        card = s.ability.get(TYPE_DECK[s.kind[figure]])
        if s.marks[figure] & ACTED:
            return 0, move, reach
        if card is not None:
            move, harm = 0, 0
            for op in monster_card(card).ops:
                if op.name == "move":
                    move += relative(base_move(s, figure), op)
                elif op.name == "attack":
                    harm += max(0, relative(base_attack(s, figure), op)) * min(targets_of(s, figure, op), 2)
                    reach = max(range_of(s, figure, op), 1)
    if s.conditions[figure] & (STUN | DISARM):
        harm = 0
    if s.conditions[figure] & (STUN | IMMOBILIZE):
        move = 0
    return harm, move, reach


# ---------------------------------------------------------------- what hurting it is worth
def odds(value: int, guard: int, hp: int) -> tuple[int, int]:
    """Expected damage and the chance to kill, both in twentieths, by the base deck [GLOOMHAVEN-3.3]."""
    damage = kills = 0
    for plus, count in PLAIN_CARDS:
        dealt = value + plus - guard
        if dealt > 0:
            damage += count * min(dealt, hp)
            if dealt >= hp:
                kills += count
    dealt = 2 * value - guard
    if dealt > 0:
        damage += min(dealt, hp)
        kills += dealt >= hp
    return damage, kills


def worth_of_hit(foe: Foe, value: int, pierce: int, conditions: Mask) -> int:
    """Of an attack: damage, the chance of a kill, a part of it for being nearer to one, and its conditions."""
    if foe.conditions & POISON:
        value += 1
    damage, kills = odds(value, max(0, foe.guard - pierce), foe.hp)
    worth = damage * HIT_POINT + kills * foe.bounty
    worth += (damage - min(damage, kills * foe.hp)) * foe.bounty // (2 * foe.hp)
    if conditions:
        worth += (CARDS - kills) * worth_of_conditions(foe, conditions)
    return worth // CARDS


def worth_of_conditions(foe: Foe, mask: Mask) -> int:
    """Of conditions that the enemy does not have yet."""
    new = mask & ~foe.conditions
    if not new:
        return 0
    turn = foe.harm or foe.usual
    worth = 0
    if new & STUN:
        worth += 10 * turn
    elif new & DISARM:
        worth += 9 * turn
    if new & IMMOBILIZE:
        worth += 4 * turn if foe.reach == 1 and foe.rival > 1 else turn
    if new & MUDDLE:
        worth += 3 * turn
    if new & POISON:
        worth += 6 if foe.hp > 3 else 2
    if new & WOUND:
        worth += 8 if foe.hp > 2 else 3
    return worth + (5 if new & CURSE else 0)
