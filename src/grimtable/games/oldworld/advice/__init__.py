"""What bots are told: a rating per option and the outcome to expect, in hundredths of an outcome point.

A winner has 100 outcome points, so a win is 10,000 here: fifty victory points, or a dial from start to victory. The
weights come from the ledger's hints (Khorne hunts, Nurgle spreads in populous regions, Tzeentch gathers magic, Slaanesh
courts nobles and heroes). They are guesses that play well, not rules.
"""

from __future__ import annotations

from typing import NamedTuple

from grimtable.games.oldworld.actions import summoning_cost
from grimtable.games.oldworld.advice.cards import CARD_GAIN, UPGRADE_WORTH, card_worth
from grimtable.games.oldworld.advice.fronts import Front, fronts, promise, reward
from grimtable.games.oldworld.battle import needs_six
from grimtable.games.oldworld.components import (
    CARD_COST,
    CLS,
    COST,
    CULTIST,
    FIGURE_OF,
    HERO,
    KHORNE,
    KIND,
    MAGIC,
    NOBLE,
    NONE,
    OWNER,
    POPULOUS,
    POWER_OF,
    REFILLS,
    REGION_OF,
    SLAANESH,
    TITLE,
    TZEENTCH,
    VICTORY,
    VP_TARGET,
    WARPSTONE,
    Card,
    Figure,
    Power,
    Region,
)
from grimtable.games.oldworld.regions import defense, price
from grimtable.games.oldworld.state import GODS, OldWorld
from grimtable.kernel.definition import Advice
from grimtable.kernel.values import Decision

WIN = 10_000
PRICE = 40  # of a power point, which is lost at the end of the phase anyway
PLENTY = 60  # a card of a hand that is refilled anyway
PATIENCE = 60  # a free card while others have more power left
BODY = 60  # a figure on the board, beside what it does this round
NEVER = -100_000


class Plan(NamedTuple):
    """The round as a power sees it: all regions, and what they promise as it stands."""

    me: Power
    points: int
    fronts: list[Front]
    worth: list[int]  # of each region, without counters
    counters: list[int]  # expected in each region, in hundredths
    total: int
    ticks: int  # what the counters are worth


def plan(s: OldWorld, me: Power) -> Plan:
    found = fronts(s, me)
    pairs = [promise(me, front, s.points[me]) for front in found]
    counters = [pair[1] for pair in pairs]
    total = 100 * s.counters[me] + sum(counters)
    return Plan(me, s.points[me], found, [pair[0] for pair in pairs], counters, total, reward(me, total))


def gain(p: Plan, changed: list[Front]) -> int:
    """What it brings to change some regions."""
    total, more = p.total, 0
    for front in changed:
        worth, counters = promise(p.me, front, p.points)
        more += worth - p.worth[front.region]
        total += counters - p.counters[front.region]
    return more + reward(p.me, total) - p.ticks if total != p.total else more


# ---------------------------------------------------------------- summoning
def rate_summons(s: OldWorld, p: Plan, figure: Figure, to: Region) -> int:
    """A figure to a region: what it adds there, what it leaves behind, and its cost."""
    cultist, attack = CLS[figure] == CULTIST, s.attack(figure)
    changed = [p.fronts[to].joined(cultist, attack, 1)]
    origin = s.where[figure]
    if origin != NONE:
        changed.append(p.fronts[origin].joined(cultist, attack, -1))
    cost = summoning_cost(s, p.me, figure, to)
    body = BODY * COST[KIND[figure]] if origin == NONE else 0
    return gain(p, changed) + body - PRICE * cost


def rate_card(s: OldWorld, p: Plan, card: Card, region: Region) -> int:
    """A card in a region: its cost for domination, its symbol, and what its text does there."""
    front = p.fronts[region]
    change = CARD_GAIN.get(TITLE[card])
    extra = change(front) if change is not None else front.extra(0)
    changed = front._replace(
        domination=front.domination + CARD_COST[card] + extra.domination,
        magic=front.magic + MAGIC[card],
        resistance=max(0, front.resistance - extra.resistance),
        attack=front.attack + extra.attack,
        cultists=front.cultists + extra.cultists,
        danger=front.danger - extra.shelter,
        slots=front.slots - 1,
    )
    cost = price(s, card, region)
    patience = PATIENCE if not cost and max(s.points) > p.points else 0  # let the others spend first
    plenty = PLENTY if REFILLS[p.me] else 0
    return gain(p, [changed]) + extra.worth + patience + plenty - PRICE * cost - 5


def rate_acts(s: OldWorld, me: Power, options: tuple[str, ...]) -> list[int]:
    """The best place for every figure and every card; passing is worth nothing."""
    p = plan(s, me)
    near = s.reach(me)
    ratings: list[int] = []
    for option in options:
        if option in FIGURE_OF:
            figure = FIGURE_OF[option]
            ratings.append(max([rate_summons(s, p, figure, to) for to in near if to != s.where[figure]], default=NEVER))
        elif option in CARD_TITLES:
            card = TITLE.index(option)
            places = [f.region for f in p.fronts if f.slots and not f.ruined and price(s, card, f.region) <= p.points]
            ratings.append(max([rate_card(s, p, card, region) for region in places], default=NEVER))
        else:
            ratings.append(0)
    return ratings


CARD_TITLES = frozenset(TITLE)


# ---------------------------------------------------------------- figures to kill, to lose, to take
def figure_worth(s: OldWorld, figure: Figure) -> int:
    """What a figure means to its side where it stands."""
    region, side = s.where[figure], s.control[figure]
    worth = 100 * COST[KIND[figure]]
    if CLS[figure] == CULTIST and not s.ruined[region]:
        worth += 60 + 60 * POPULOUS[region]
        if side == SLAANESH and s.token(region, NOBLE) + s.token(region, HERO):
            worth += 120
        if side == TZEENTCH and s.token(region, WARPSTONE):
            worth += 120
    return worth


def rate_victim(s: OldWorld, me: Power, option: str) -> int:
    """Whom to hit: much for few hits, never the own; Nurgle, then Slaanesh, then Tzeentch for Khorne."""
    if option not in FIGURE_OF:
        return 30  # a peasant
    figure = FIGURE_OF[option]
    if OWNER[figure] == me:  # it would come back
        return 10
    hits = max(1, defense(s, figure, s.where[figure]) + needs_six(s, figure))
    rival = 200 * s.dial[s.control[figure]] // VICTORY[s.control[figure]] + 2 * s.vp[s.control[figure]]
    return (figure_worth(s, figure) + rival) // hits


def rate_own(s: OldWorld, option: str) -> int:
    return figure_worth(s, FIGURE_OF[option]) if option in FIGURE_OF else 0


# ---------------------------------------------------------------- tokens
def rate_token(s: OldWorld, me: Power, kind: int, region: Region) -> int:
    """Where a token helps me and not the others."""
    mine, others = len(s.in_region(region, me)), len(s.at[region])
    others -= mine
    cultists = min(2, s.cultists(region, me))
    if kind == HERO:
        return (150 * cultists if me == SLAANESH else -80 * mine) + 40 * others
    if kind == NOBLE:
        return (200 * cultists if me == SLAANESH else 20 * mine) - 10 * others
    if kind == WARPSTONE:
        magic = min(2, s.token(region, WARPSTONE) + 1)
        return (120 * cultists + 100 * magic if me == TZEENTCH else -20 * s.cultists(region, TZEENTCH)) + 5 * mine
    return 20 * mine - 10 * others


def rate_region(s: OldWorld, me: Power, prompt: str, region: Region) -> int:
    if prompt.startswith("place_"):
        return rate_token(s, me, TOKEN_PROMPTS[prompt], region)
    if prompt == "token_to":
        return rate_token(s, me, NOBLE, region)
    if prompt in ("cleanse_in", "banish_from", "pick_region"):
        return 30 * (len(s.at[region]) - 2 * len(s.in_region(region, me)))
    if prompt == "call_from":
        return 40 * len([f for f in s.at[region] if s.control[f] != me and CLS[f] == CULTIST])
    assert prompt == "move_to", prompt
    figure = s.moving
    own = s.control[figure] == me
    here = len(s.in_region(region, me))
    return 30 * here if own else -20 * here - 30 * POPULOUS[region]


TOKEN_PROMPTS = {
    "place_event": 0,
    "place_hero": HERO,
    "place_noble": NOBLE,
    "place_peasant": 3,
    "place_skaven": 4,
    "place_warpstone": WARPSTONE,
}


# ---------------------------------------------------------------- one rating per option
def rate(s: OldWorld, decision: Decision) -> list[int]:
    me, prompt, options = s.powers[decision.player], decision.prompt, decision.options
    if prompt == "act":
        return rate_acts(s, me, options)
    if prompt == "summon_to":
        p = plan(s, me)
        return [rate_summons(s, p, s.moving, REGION_OF[name]) for name in options]
    if prompt == "play_in":
        p = plan(s, me)
        return [rate_card(s, p, s.playing, REGION_OF[name]) for name in options]
    if prompt in ("target", "first_target", "avenge", "rot"):
        return [rate_victim(s, me, option) for option in options]
    if prompt == "lose":
        return [-rate_own(s, option) for option in options]
    if prompt in ("shield", "control", "move"):
        sign = -1 if prompt == "move" and me != KHORNE else 1
        return [sign * rate_own(s, option) for option in options]
    if prompt == "upgrade":
        return [UPGRADE_WORTH[name] for name in options]
    if options[0] in REGION_OF:
        return [rate_region(s, me, prompt, REGION_OF[name]) if name in REGION_OF else 0 for name in options]
    return [rate_word(s, me, prompt, option) for option in options]


def rate_word(s: OldWorld, me: Power, prompt: str, option: str) -> int:
    """Cards to give up, enemies to name, and small decisions."""
    if prompt == "discard":
        return -card_worth(option)
    if prompt == "exchange":
        return 0 if option not in CARD_TITLES else 40 - card_worth(option)
    if option in POWER_OF:
        other = POWER_OF[option]
        lead = 100 * s.vp[other] + WIN * s.dial[other] // VICTORY[other]
        return NEVER if other == me else lead
    if prompt == "take_along":
        if me == TZEENTCH:
            return 50 if option == "warpstone" else 0
        return {"noble": 20, "hero": 10, "peasant": 30}.get(option, 0)
    return {"leave": 5, "hero": 40, "skaven": 30, "peasant": 20}.get(option, 0)


# ---------------------------------------------------------------- what to expect
def value(s: OldWorld) -> tuple[int, ...]:
    """How far each has come on its best way, what the round promises, and what the others leave of it."""
    if s.outcome:
        return tuple([100 * points for points in s.outcome])
    hopes = []
    for me in s.powers:
        dial = WIN * s.dial[me] // VICTORY[me]
        points = WIN * min(VP_TARGET, s.vp[me]) // VP_TARGET
        p = plan(s, me) if s.phase in ("summoning", "battle") else None
        soon = sum(p.worth) + p.ticks if p is not None else reward(me, 100 * s.counters[me])
        lying = sum(s.corruption[me::GODS])
        hopes.append((2 * max(dial, points) + min(dial, points)) // 3 + soon // 2 + 60 * lying)
    return tuple(hopes)


ADVICE = Advice(rate, value, spread=WIN, horizon=12)
