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
from grimtable.games.gloomhaven.components.hexes import distance
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.scenarios import SCENARIOS
from grimtable.games.gloomhaven.state import LOST, REST, WON, Gloomhaven
from grimtable.kernel.definition import Advice
from grimtable.kernel.values import Decision

WIN = 100
HORIZON = 120
CARD_WORTH = 12  # of a card lost for good
FAR = 60
SAFE = 4  # hexes to keep from enemies when there is nothing left to attack with


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


def half_worth(s: Gloomhaven, me: Figure, card: Card, half: int, stride: int) -> int:
    """What a half is worth when so many hexes are walked before it: damage in reach, healing needed, ground won."""
    printed = CARD_HALVES[card][half]
    near = reach_to_enemy(s, me)
    worth = 0
    for op in printed.ops:
        worth += op_worth(s, me, op, near - stride)
        if op.name == "move":
            stride += op.value
    return worth - CARD_WORTH if printed.lost else worth


def op_worth(s: Gloomhaven, me: Figure, op: Op, near: int) -> int:
    """The worth of a line, the nearest enemy being so far away."""
    if op.name == "attack":
        reach = max([rider.value for rider in op.sub if rider.name == "range"], default=1)
        area = op.rider("area")
        many = op.rider("target")
        count = len(area.hexes("targets")) if area is not None else many.value if many is not None else 1
        plus = 3 * len([rider for rider in op.sub if rider.name in ("condition", "attack_bonus")])
        return (5 * max(op.value, 2) + plus) * (2 + min(count, len(s.monsters()), 3)) // 3 if near <= reach else 1
    if op.name == "move":
        return 3 * min(op.value, max(near - 1, 0)) if s.monsters() else 3 * op.value
    if op.name == "heal":
        return 3 * min(op.value, max([s.max_hp[c] - s.hp[c] for c in s.heroes()], default=0))
    if op.name in ("shield", "retaliate"):
        return 5 * op.value if near <= 3 else 0
    if op.name == "loot":
        return 3 * len([at for at in s.money if s.ground().row(s.hex[me])[at] <= op.value])
    return 3 if op.name in ("charges", "modify_own_attacks", "summon", "kill", "condition", "augment") else 0


def stride_of(card: Card) -> int:
    """How far the bottom of a card moves; any bottom may be a move of 2 [GLOOMHAVEN-11.4]."""
    return max([op.value for op in CARD_HALVES[card][1].ops if op.name == "move"], default=2)


def pair_worth(s: Gloomhaven, me: Figure, top: Card, bottom: Card) -> int:
    """A top after a bottom's move, each at least as good as its default action."""
    basic = 10 if reach_to_enemy(s, me) <= 1 + stride_of(bottom) else 0
    upper = max(half_worth(s, me, top, 0, stride_of(bottom)), basic)
    return upper + max(half_worth(s, me, bottom, 1, 0), 3)


def rate_select(s: Gloomhaven, decision: Decision) -> list[int]:
    """The best of both ways to use a pair; early when close, late when far; a rest when the hand is thin."""
    me = character_of(s, decision)
    rated: list[int] = []
    close = reach_to_enemy(s, me) <= 3
    worth: dict[tuple[Card, Card], int] = {}
    for cards in decision.options:
        if cards == (REST,):
            rated.append(40 - 8 * len(s.hand[me]) + 2 * (s.max_hp[me] - s.hp[me]))
            continue
        lead, second = cards
        key = (min(cards), max(cards))
        if key not in worth:
            worth[key] = max(pair_worth(s, me, lead, second), pair_worth(s, me, second, lead))
        haste = (50 - INITIATIVE[lead]) // 8
        rated.append(2 * worth[key] + (haste if close else -haste))
    return rated


def character_of(s: Gloomhaven, decision: Decision) -> Figure:
    """Whom a decision is about: the character that holds the cards."""
    for character in s.heroes():
        first = decision.options[0][0]
        if s.seat[character] == decision.player and (first == REST or first in s.hand[character]):
            return character
    return next((c for c in s.heroes() if s.seat[c] == decision.player), 0)


def rate_act(s: Gloomhaven, decision: Decision) -> list[int]:
    """The half that is worth most now; a move goes first when nobody is in reach."""
    me = s.acting
    near = reach_to_enemy(s, me)
    rated: list[int] = []
    for what, card in decision.options:
        others = [other for other in s.to_play if other != card]
        half = int(what in ("bottom", "move"))
        if what in ("attack", "move"):
            own = 10 * int(near <= 1) if what == "attack" else 3 * min(2, max(near - 1, 0))
        elif what in ("top", "bottom"):
            own = half_worth(s, me, card, half, 0)
        else:
            own = -5 if what == "end_bonus" else 8
        rest = 0
        if others and what in ("top", "bottom", "attack", "move"):
            stride = (stride_of(card) if what == "bottom" else 2) if half else 0
            rest = max(half_worth(s, me, others[0], 1 - half, stride), 10 if half and near <= 1 + stride else 2)
        rated.append(own + rest)
    return rated


# ---------------------------------------------------------------- where and whom
def rate_move(s: Gloomhaven, decision: Decision) -> list[int]:
    """Where the next attack reaches somebody and few reach back; toward a closed door once the room is clear."""
    me = s.acting if s.acting != NONE and s.sort[s.acting] == CHARACTER else 0
    foes = [s.hex[foe] for foe in s.enemies(me)] or doors_ahead(s)
    reach = attack_reach(s) if s.monsters() else 0
    return [hex_worth(s, s.hex[me] if isinstance(at, str) else at, foes, reach) for at in decision.options]


def attack_reach(s: Gloomhaven) -> int:
    """The range of the attack still to be played, 1 for melee; with none left, a safe distance."""
    if s.halves & 1:
        return SAFE
    found = [1]
    for card in s.to_play:
        for op in CARD_HALVES[card][0].ops:
            if op.name == "attack":
                found.append(max([rider.value for rider in op.sub if rider.name == "range"], default=1))
    return max(found)


def doors_ahead(s: Gloomhaven) -> list[Hex]:
    shut = [at for door, at in enumerate(s.layout().doors) if s.closed >> door & 1 and not s.locked >> door & 1]
    return [at for at in shut if s.is_revealed(at)]


def hex_worth(s: Gloomhaven, at: Hex, goals: list[Hex], reach: int) -> int:
    row = s.ground().row(at)
    worth = 0
    if goals:
        away = [row[goal] for goal in goals]
        nearest = min(away) if min(away) < FAR else hexes_off(s, at, goals)
        worth -= 6 * abs(nearest - reach) if nearest > reach else 2 * (reach - nearest)
        worth -= 3 * len([1 for distance in away if distance <= 1])
    if s.terrain[at] & (TRAP | HAZARD):
        worth -= 30
    if at in s.money:
        worth += 3
    if at in s.treasure:
        worth += 6
    if at in s.ground().shut and (s.monsters() or weary(s)):
        worth -= 40  # not before the room is cleared and the party has rested
    return worth


def hexes_off(s: Gloomhaven, at: Hex, goals: list[Hex]) -> int:
    """Distance on the open plane, for goals behind a closed door."""
    axial = s.layout().axial
    return min([distance(axial[at], axial[goal]) for goal in goals])


def weary(s: Gloomhaven) -> bool:
    """Whether most of the party should rest before the next door."""
    heroes = s.heroes()
    return len([c for c in heroes if len(s.hand[c]) < 3 and len(s.discard[c]) > 3]) * 2 > len(heroes)


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
    amount = s.notes.get("damage_coming", 0)
    grave = amount >= s.hp[me] or amount >= 5
    rates = {"suffer": 0 if grave else 20, "hand": 8 if len(s.hand[me]) > 3 else 6, "discards": 7}
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
