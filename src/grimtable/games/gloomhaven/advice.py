"""What bots are told: a rating per option and the outcome to expect, in hundredths of an outcome point.

A win is one outcome point for everybody. The weights come from the ledger's hints: keep cards, kill what can be killed,
stay out of reach, loot with what is left. They are guesses that play well, not rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grimtable.games.gloomhaven.components import (
    CHARACTER,
    ELITE,
    HAZARD,
    NONE,
    STUN,
    TRAP,
    Card,
    Figure,
    Hex,
)
from grimtable.games.gloomhaven.components.cards import CARD_HALVES, HAND_SIZE, INITIATIVE
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.scenarios import SCENARIOS
from grimtable.games.gloomhaven.state import LOST, REST, WON, Gloomhaven
from grimtable.kernel.definition import Advice
from grimtable.kernel.values import Decision

WIN = 100
HORIZON = 120
CARD_WORTH = 12  # of a card lost for good
FAR = 60


# ---------------------------------------------------------------- how it stands
def value(s: Gloomhaven) -> tuple[int, ...]:
    """The chance to win, by what is left of both sides."""
    seats = len(set(s.seat))
    if s.outcome:
        return tuple([points * WIN for points in s.outcome])
    if s.standing == WON:
        return (WIN - 5,) * seats
    if s.standing == LOST:
        return (0,) * seats
    ours = sum([strength(s, c) for c in s.heroes()])
    theirs = sum([s.hp[f] for f in s.monsters()]) + unseen_hp(s)
    return (max(1, min(WIN - 5, WIN * ours // max(1, ours + 2 * theirs))),) * seats


def strength(s: Gloomhaven, character: Figure) -> int:
    """Hit points and rounds left: a hand of n cards lasts about n squared over four."""
    cards = len(s.hand[character]) + len(s.discard[character]) + len(s.chosen_cards(character))
    return s.hp[character] + cards * cards // 4


def unseen_hp(s: Gloomhaven) -> int:
    """Monsters that stand in closed rooms, roughly."""
    column = max(s.characters, 2) - 2
    spots = SCENARIOS[s.scenario]["monsters"]
    waiting = [x for x in spots if not s.revealed >> x["room"] & 1 and x["rank_2_3_4"][column] != "none"]
    return 6 * len(waiting)


# ---------------------------------------------------------------- halves and pairs
def reach_to_enemy(s: Gloomhaven, me: Figure) -> int:
    """Hexes to the nearest enemy, or to the nearest door if none is in sight."""
    row = s.ground().row(s.hex[me])
    return min([row[s.hex[foe]] for foe in s.enemies(me)], default=FAR)


def half_worth(s: Gloomhaven, me: Figure, card: Card, half: int) -> int:
    """What a half is worth now: damage in reach, healing needed, movement toward the next fight."""
    printed = CARD_HALVES[card][half]
    worth = sum([op_worth(s, me, op) for op in printed.ops])
    if printed.lost:
        worth -= CARD_WORTH
    return worth


def op_worth(s: Gloomhaven, me: Figure, op: Op) -> int:
    near = reach_to_enemy(s, me)
    if op.name == "attack":
        reach = max([rider.value for rider in op.sub if rider.name == "range"], default=1)
        many = 2 if op.rider("area") is not None or op.rider("target") is not None else 1
        plus = 2 * len([rider for rider in op.sub if rider.name in ("condition", "pierce", "push")])
        return (4 * max(op.value, 2) + plus) * (many + 1) // 2 if near <= reach + 3 else 2
    if op.name == "move":
        return 2 * op.value if near > 1 or not s.monsters() else 2
    if op.name == "heal":
        hurt = s.max_hp[me] - s.hp[me]
        return 3 * min(op.value, hurt)
    if op.name in ("shield", "retaliate"):
        return 4 * op.value if near <= 3 else 1
    if op.name == "loot":
        return 3 * len([at for at in s.money if s.ground().row(s.hex[me])[at] <= op.value])
    return 2


def rate_select(s: Gloomhaven, decision: Decision) -> list[int]:
    """The best of both ways to use a pair; early initiative when wounded or close; a rest when the hand is thin."""
    me = character_of(s, decision)
    rated: list[int] = []
    tops = {card: half_worth(s, me, card, 0) for card in s.hand[me]}
    bottoms = {card: half_worth(s, me, card, 1) for card in s.hand[me]}
    close = reach_to_enemy(s, me) <= 2
    for cards in decision.options:
        if cards == (REST,):
            rated.append(45 - 8 * len(s.hand[me]) + 2 * (s.max_hp[me] - s.hp[me]))
            continue
        lead, second = cards
        worth = max(tops[lead] + bottoms[second], tops[second] + bottoms[lead])
        haste = (50 - INITIATIVE[lead]) // 10
        rated.append(worth + (haste if close else -haste // 2))
    return rated


def character_of(s: Gloomhaven, decision: Decision) -> Figure:
    """Whom a decision is about: the character that holds the cards."""
    for character in s.heroes():
        if s.seat[character] == decision.player and decision.options[0][0] in (*s.hand[character], REST):
            return character
    return next((c for c in s.heroes() if s.seat[c] == decision.player), 0)


def rate_act(s: Gloomhaven, decision: Decision) -> list[int]:
    """Attack first if somebody is in reach, else move first."""
    me = s.acting
    close = reach_to_enemy(s, me) <= 1
    rated: list[int] = []
    for what, card in decision.options:
        if what == "attack":
            rated.append(8 if close else -4)
        elif what == "move":
            rated.append(1 if close else 5)
        elif what in ("top", "bottom"):
            half = int(what == "bottom")
            worth = half_worth(s, me, card, half)
            others = [other for other in s.to_play if other != card]
            if others:
                worth += half_worth(s, me, others[0], 1 - half)
            moves = any([op.name == "move" for op in CARD_HALVES[card][half].ops])
            rated.append(worth + (5 if moves != close else 0))
        else:
            rated.append(6)
    return rated


# ---------------------------------------------------------------- where and whom
def rate_move(s: Gloomhaven, decision: Decision) -> list[int]:
    """Next to an enemy, else toward one, else toward a closed door; not onto traps."""
    me = s.acting if s.acting != NONE and s.sort[s.acting] == CHARACTER else 0
    foes = [s.hex[foe] for foe in s.enemies(me)] or doors_ahead(s)
    return [hex_worth(s, me, s.hex[me] if isinstance(at, str) else at, foes) for at in decision.options]


def doors_ahead(s: Gloomhaven) -> list[Hex]:
    shut = [at for door, at in enumerate(s.layout().doors) if s.closed >> door & 1 and not s.locked >> door & 1]
    return [at for at in shut if s.is_revealed(at)]


def hex_worth(s: Gloomhaven, me: Figure, at: Hex, goals: list[Hex]) -> int:
    layout = s.layout()
    worth = 0
    if goals:
        q, r = layout.axial[at]
        away = min([max(abs(q - a), abs(r - b), abs(q + r - a - b)) for a, b in [layout.axial[g] for g in goals]])
        worth -= 4 * away
    if s.terrain[at] & (TRAP | HAZARD):
        worth -= 30
    if at in s.money:
        worth += 3
    if at in s.treasure:
        worth += 6
    if at in s.ground().shut and s.monsters():
        worth -= 20  # not before the room is cleared
    return worth


def rate_target(s: Gloomhaven, decision: Decision) -> list[int]:
    """Who is nearly dead; elites count more; nobody last."""
    return [figure_worth(s, answer) for answer in decision.options]


def figure_worth(s: Gloomhaven, answer: Any) -> int:
    if isinstance(answer, str):
        return -50
    figure: Figure = answer
    worth = 40 - 2 * s.hp[figure]
    if s.rank[figure] == ELITE:
        worth += 4
    return worth - (10 if s.has(figure, STUN) else 0)


def rate_area(s: Gloomhaven, decision: Decision) -> list[int]:
    return [sum([10 for at in spot if s.at[at] != NONE]) for spot in decision.options]


def rate_whom(s: Gloomhaven, decision: Decision) -> list[int]:
    """Help the most hurt friend, hurt the weakest enemy."""
    me = s.acting if s.acting != NONE else 0
    return [
        -50
        if isinstance(answer, str)
        else s.max_hp[answer] - s.hp[answer]
        if s.side[answer] == s.side[me]
        else figure_worth(s, answer)
        for answer in decision.options
    ]


# ---------------------------------------------------------------- damage and rests
def rate_negate(s: Gloomhaven, decision: Decision) -> list[int]:
    """Suffer while there are hit points; else give a card."""
    me = next((c for c in s.heroes() if s.seat[c] == decision.player), 0)
    low = s.hp[me] <= s.max_hp[me] // 3
    rates = {"suffer": 0 if low else 20, "hand": 8, "discards": 10}
    return [rates[answer] for answer in decision.options]


def rate_cards(s: Gloomhaven, decision: Decision) -> list[int]:
    """Give away what has the least printed worth."""
    return [-printed_worth(card) for card in decision.options]


def printed_worth(card: Card) -> int:
    return sum([4 * op.value for half in CARD_HALVES[card] for op in half.ops if op.name in ("attack", "move", "heal")])


def rate_rest(s: Gloomhaven, decision: Decision) -> list[int]:
    """A short rest when the hand no longer makes a pair, or the discard is large."""
    me = next((c for c in s.heroes() if s.seat[c] == decision.player), 0)
    thin = len(s.hand[me]) < 2 or len(s.discard[me]) >= HAND_SIZE[s.kind[me]] - 3
    return [10 if (answer == "yes") == thin else 0 for answer in decision.options]


def rate_no(s: Gloomhaven, decision: Decision) -> list[int]:
    return [10 if answer == "no" else 0 for answer in decision.options]


RATERS: dict[str, Callable[[Gloomhaven, Decision], list[int]]] = {
    "select": rate_select,
    "act": rate_act,
    "move_to": rate_move,
    "target": rate_target,
    "target_next": rate_target,
    "area": rate_area,
    "whom": rate_whom,
    "negate": rate_negate,
    "lose_card": rate_cards,
    "rest_lose": rate_cards,
    "leave_card": rate_cards,
    "short_rest": rate_rest,
    "keep_card": rate_no,
}


def rate(s: Gloomhaven, decision: Decision) -> list[int]:
    """One rating per option; where nothing is known all are equal."""
    rater = RATERS.get(decision.prompt)
    return rater(s, decision) if rater is not None else [0] * len(decision.options)


ADVICE = Advice(rate, value, WIN, HORIZON)
