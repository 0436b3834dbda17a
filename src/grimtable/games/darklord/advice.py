"""What bots are told: a rating per option and the outcome to expect, in hundredths of an outcome point.

A victory point is two outcome points, so 200 here. The weights come from the ledger's hints; they are guesses that
play well, not rules.
"""

from __future__ import annotations

from typing import Any, Final

from grimtable.games.darklord.abilities import goblin  # noqa: F401  # before FLAG and KING are asked for
from grimtable.games.darklord.actions import placed
from grimtable.games.darklord.battle import cost, standing, surcharge, wins_ties
from grimtable.games.darklord.components import (
    ALL,
    CARDS,
    DONE,
    EVENTS,
    INCOME,
    KIND,
    LAND,
    NONE,
    PASS,
    POWER,
    ROUNDS,
    TYPE,
    UPKEEP,
    VP,
    Area,
    Card,
    Player,
)
from grimtable.games.darklord.state import END, EVENT, OVER, DarkLord
from grimtable.games.darklord.victory import artifact_vp, score
from grimtable.kernel.definition import Advice
from grimtable.kernel.prospects import leads, won
from grimtable.kernel.values import Decision

POINT = 200  # one victory point
SPREAD = 16 * POINT
COIN = 20  # an idle coin of this round is worth little
STONE = 90  # a magic stone pays in the round where it matters
INCOME_ROUND = 90  # one more coin for one more round
POWER_ROUND = 45  # each point of power above a beginner's, for one more round
ABILITY_ROUND = 25
LAND_PENALTY = 3 * POINT
FINAL_TOMB = 3 * POINT  # the Tomb Keeper before its number is known
EVENT_OF: dict[str, int] = {land: number for number, lands in EVENTS.items() for land in lands}
FLAG: Final = tuple([1 if kind in wins_ties else 0 for kind in KIND])
KING: Final = tuple([1 if kind in surcharge else 0 for kind in KIND])
PLAIN = frozenset(
    ["skeleton_swordman", "goblin_soldier", "wood_golem", "skeleton_knight", "junk_golem", "goblin_bomber"]
)


# ---------------------------------------------------------------- what things are worth
def usefulness(unit: Card, rounds: int) -> int:
    """What a unit does for its owner in so many rounds to come, beside its victory points."""
    ability = 0 if KIND[unit] in PLAIN else ABILITY_ROUND
    return rounds * (POWER_ROUND * max(0, POWER[unit] - 1) + ability)


def worth(s: DarkLord, card: Card, me: Player) -> int:
    """What acquiring a target would bring its new owner."""
    rounds = ROUNDS - s.round
    if TYPE[card] == "unit":
        return POINT * VP[card] + usefulness(card, rounds) + (STONE if KIND[card] == "junk_golem" else 0)
    if TYPE[card] == "territory":
        before_event = max(0, EVENT_OF[LAND[card]] - s.round)
        return POINT * VP[card] + LAND_PENALTY * 2 // 3 + INCOME_ROUND * INCOME[card] * before_event
    return artifact_worth(s, card, me)


def artifact_worth(s: DarkLord, card: Card, me: Player) -> int:
    if KIND[card] == "tomb_keeper":
        return max(FINAL_TOMB, POINT * len(s.removed)) if s.round == ROUNDS else FINAL_TOMB
    if KIND[card] == "megalith_ruins":
        return -POINT * score(s, me).minus
    gain = POINT * artifact_vp(s, card, me)
    return gain + POINT if KIND[card] == "collectors_vault" else gain


# ---------------------------------------------------------------- placing
class Front:
    """An area as one player sees it while units are placed. Strength is two per power and one for a flag."""

    __slots__ = ("before", "cost", "leads", "mine", "rival", "tax", "worth")

    def __init__(self, worth: int, mine: int, rival: int, before: bool, price: int, tax: int) -> None:
        self.worth = worth  # of the target, to me; 0 if I am barred from it
        self.mine = mine  # my strength, -1 without a unit
        self.rival = rival  # the strength of the best other player who may take the target, -1 if there is none
        self.before = before  # whether my first unit stands before that rival's
        self.cost = price  # what acquiring would cost me now
        self.tax = tax  # surcharge for each further strong unit of mine
        self.leads = mine >= 0 and self.would_lead(0)

    def would_lead(self, more: int) -> bool:
        """Whether I would lead with so much more strength."""
        mine = max(0, self.mine) + more
        return mine > self.rival or (mine == self.rival and self.before)


def front(s: DarkLord, area: Area, me: Player) -> Front:
    """One pass over the stack: this is asked for every area at every step of a playout."""
    target = s.targets[area]
    land = LAND[target]
    order: list[Player] = []
    strength = [0] * len(s.coins)
    price = tax = 0
    for unit in s.stacks[area]:
        player = s.owner[unit]
        if player not in order:
            order.append(player)
        strength[player] += 2 * s.power(unit) + FLAG[unit]
        if player == me:
            price += UPKEEP[unit]
        else:
            tax += KING[unit]
    if tax:
        price = cost(s, area, me)
    best, rival = -1, NONE
    for player in order:
        if player != me and strength[player] > best and not (land and s.owns_land(player, land)):
            best, rival = strength[player], player
    mine = strength[me] if me in order else -1
    before = rival == NONE or (mine >= 0 and order.index(me) < order.index(rival))
    worthless = land != "" and s.owns_land(me, land)
    return Front(0 if worthless else worth(s, target, me), mine, best, before, price, tax)


def rate_placing(s: DarkLord, me: Player, options: tuple[Any, ...]) -> list[int]:
    """How much each placement adds to what I can expect to win and to pay for; passing adds nothing."""
    fronts = [front(s, area, me) for area in range(len(s.targets))]
    committed = [f.cost if f.leads and f.worth else 0 for f in fronts]
    free = s.funds(me) - sum(committed)
    rivals = len([p for p in s.players() if p != me and not s.passed >> p & 1 and s.ready[p]])
    ratings: list[int] = []
    for option in options:
        if option == PASS:
            ratings.append(0)
            continue
        unit, area = placed(option)
        ratings.append(rate_placement(s, fronts[area], unit, me, free + committed[area], rivals))
    return ratings


def rate_placement(s: DarkLord, f: Front, unit: Card, me: Player, budget: int, rivals: int) -> int:
    power = s.power(unit)
    price = f.cost + UPKEEP[unit] + (f.tax if power >= 2 else 0)
    if KIND[unit] == "skeleton_spearman":
        budget -= 1
    if not f.worth:
        return -10 - 5 * power
    if price > budget:
        return -20 - 10 * (price - budget)
    strength = 2 * power + FLAG[unit]
    waste = COIN * UPKEEP[unit] + 12 * power  # prefer the unit that just suffices
    if f.leads:
        return f.worth * min(rivals, 2) // 12 - waste  # only to be safer
    if f.would_lead(strength):
        return f.worth - waste - 15 * rivals
    return f.worth // 10 - waste


# ---------------------------------------------------------------- accepting
def prospects(s: DarkLord, me: Player, first: Area) -> list[tuple[int, int]]:
    """Worth and price of the targets from an area on that I am first in line for."""
    found: list[tuple[int, int]] = []
    for area in range(first, len(s.targets)):
        if s.targets[area] != NONE:
            f = front(s, area, me)
            if f.worth and f.leads:
                found.append((f.worth, f.cost))
    return found


def best_use(chances: list[tuple[int, int]], funds: int) -> int:
    """The most that can be had of these chances with so many coins."""
    best = [0] * (funds + 1)
    for gain, price in chances:
        for have in range(funds, price - 1, -1):
            best[have] = max(best[have], best[have - price] + gain)
    return best[funds]


def rate_offer(s: DarkLord, me: Player) -> list[int]:
    """Accepting against keeping the coins for later areas."""
    later = prospects(s, me, s.area + 1)
    price, funds = cost(s, s.area, me), s.funds(me)
    stones = STONE * max(0, price - s.coins[me])
    accepting = worth(s, s.targets[s.area], me) - stones + best_use(later, funds - price)
    return [accepting, best_use(later, funds)]


# ---------------------------------------------------------------- abilities and sleeves
def rate_sleeves(options: tuple[Any, ...]) -> list[int]:
    return [sleeve_rating(option) for option in options]


def sleeve_rating(option: str) -> int:
    if option == ALL:
        return 10_000
    if option == DONE:
        return -10_000
    unit = CARDS[option]
    return 100 * POWER[unit] - 25 * UPKEEP[unit] + (0 if KIND[unit] in PLAIN else 60)


def rate_victim(s: DarkLord, me: Player, uid: str) -> int:
    """A unit to drive out: the strong ones of others, and rather cheaply."""
    unit = CARDS[uid]
    sign = -1 if s.owner[unit] == me else 1
    return sign * 60 * s.power(unit) - COIN * s.power(unit)


def rate_recall(s: DarkLord, me: Player, option: str) -> int:
    """Take home what is not needed to lead."""
    if option not in CARDS:
        return 0
    unit = CARDS[option]
    area = next(a for a, stack in enumerate(s.stacks) if unit in stack)
    f = front(s, area, me)
    return 50 + UPKEEP[unit] * COIN if f.would_lead(-2 * s.power(unit)) or not f.worth else -50


def rate_player(s: DarkLord, me: Player, other: Player) -> int:
    """Whom to curse: the strongest rival, never oneself."""
    return -100_000 if other == me else POINT * score(s, other).total


def rate(s: DarkLord, decision: Decision) -> list[int]:
    me, prompt, options = decision.player, decision.prompt, decision.options
    if prompt == "place":
        return rate_placing(s, me, options)
    if prompt == "offer":
        return rate_offer(s, me)
    if prompt == "sleeve":
        return rate_sleeves(options)
    if prompt == "sleeve_set":
        return [sum([sleeve_rating(uid) for uid in option]) for option in options]
    if prompt == "spearman":
        return [rate_victim(s, me, uid) for uid in options]
    if prompt == "dragon":
        return [-s.power(CARDS[uid]) for uid in options]
    if prompt == "delivery":
        return [s.power(CARDS[uid]) + 1 if uid in CARDS else 0 for uid in options]
    if prompt == "scout":
        return [rate_recall(s, me, option) for option in options]
    if prompt in ("curse", "hand_over"):
        return [rate_player(s, me, other) for other in options]
    if prompt == "throne_vp":
        return [POINT if option == "take" else 0 for option in options]
    assert prompt == "stones", prompt
    return [-STONE * stones for stones in options]


# ---------------------------------------------------------------- what to expect
def value(s: DarkLord) -> tuple[int, ...]:
    return won(s.outcome) if s.outcome else leads(hopes(s), SPREAD)


def hopes(s: DarkLord) -> list[int]:
    """Points so far, what the position of this round promises, and what the holdings are good for later."""
    found = [POINT * score(s, me).total + outlook(s, me) for me in s.players()]
    if s.phase not in (END, EVENT, OVER):
        for area in range(len(s.targets)):
            if s.targets[area] != NONE:
                promise(s, area, found)
    return found


def outlook(s: DarkLord, me: Player) -> int:
    """What units, stones and missing lands mean for the rounds to come."""
    rounds = ROUNDS - s.round
    hope = STONE * s.stones[me] if rounds else 0
    hope += sum([usefulness(unit, rounds) for unit in s.units_of(me)])
    for land, number in EVENT_OF.items():
        if s.round <= number and not s.owns_land(me, land):
            hope -= LAND_PENALTY * 2 // 3
    return hope


def promise(s: DarkLord, area: Area, hopes: list[int]) -> None:
    """Count a target for the first in line who can pay for it."""
    land = LAND[s.targets[area]]
    for rank in standing(s, area):
        me = rank.player
        if not (land and s.owns_land(me, land)) and cost(s, area, me) <= s.funds(me):
            hopes[me] += worth(s, s.targets[area], me) * 3 // 4
            return


ADVICE = Advice(rate, value, SPREAD, horizon=4)  # as strong as 12, in two thirds of the time
