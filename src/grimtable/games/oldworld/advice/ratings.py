"""A rating for every option of every decision, in hundredths of an outcome point."""

from __future__ import annotations

from grimtable.games.oldworld.advice.acts import NEVER, Summons, plan, rate_acts, rate_card
from grimtable.games.oldworld.advice.cards import CARD_OF, UPGRADE_WORTH, card_worth, is_plodding
from grimtable.games.oldworld.battle import needs_six
from grimtable.games.oldworld.components import (
    CLS,
    COST,
    CULTIST,
    FIGURE_OF,
    HERO,
    KHORNE,
    KIND,
    NOBLE,
    OWNER,
    POPULOUS,
    POWER_OF,
    REGION_OF,
    SLAANESH,
    TZEENTCH,
    VICTORY,
    WARPSTONE,
    Figure,
    Power,
    Region,
)
from grimtable.games.oldworld.regions import defense, price
from grimtable.games.oldworld.state import OldWorld
from grimtable.kernel.values import Decision

WIN = 10_000  # a winner has 100 outcome points


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
        return Summons(s, plan(s, me)).rate(s.moving, [REGION_OF[name] for name in options])
    if prompt == "play_in":
        p, card, places = plan(s, me), s.playing, [REGION_OF[name] for name in options]
        return [rate_card(s, p, card, region, price(s, card, region)) for region in places]
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
        return 0 if option not in CARD_OF else 10 if is_plodding(CARD_OF[option]) else -10
    if option in POWER_OF:
        other = POWER_OF[option]
        lead = 100 * s.vp[other] + WIN * s.dial[other] // VICTORY[other]
        return NEVER if other == me else lead
    if prompt == "take_along":
        if me == TZEENTCH:
            return 50 if option == "warpstone" else 0
        return {"noble": 20, "hero": 10, "peasant": 30}.get(option, 0)
    return {"leave": 5, "hero": 40, "skaven": 30, "peasant": 20}.get(option, 0)
