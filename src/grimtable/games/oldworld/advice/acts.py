"""What a turn of the Summoning Phase is worth: figures and cards, each in its best region."""

from __future__ import annotations

from grimtable.games.oldworld.actions import summoning_cost
from grimtable.games.oldworld.advice.cards import CARD_GAIN, CARD_OF
from grimtable.games.oldworld.advice.fronts import Front, fronts, promise, reward
from grimtable.games.oldworld.advice.grounds import LACKING, Grounds
from grimtable.games.oldworld.components import (
    ATTACK,
    CARD_COST,
    CLS,
    COST,
    CULTIST,
    FIGURE_OF,
    FREE_SUMMON,
    KIND,
    KINDS,
    MAGIC,
    NONE,
    OF_KIND,
    OWNER,
    REFILLS,
    REGIONS,
    TITLE,
    Card,
    Figure,
    Kind,
    Power,
    Region,
)
from grimtable.games.oldworld.regions import is_plain, price
from grimtable.games.oldworld.state import OldWorld

PRICE = 40  # of a power point, which is lost at the end of the phase anyway
PLENTY = 60  # a card of a hand that is refilled anyway
PATIENCE = 60  # a free card while others have more power left
BODY = 60  # a figure on the board, beside what it does this round
NEVER = -100_000
UNKNOWN = -1_000_000  # not computed yet


class Plan:
    """The round as a power sees it: all regions, and what they promise as it stands."""

    def __init__(self, s: OldWorld, me: Power, regions: Grounds) -> None:
        self.me = me
        self.points = s.points[me]
        self.fronts = fronts(s, me, regions)
        pairs = [promise(me, front, self.points) for front in self.fronts]
        self.worth = [pair[0] for pair in pairs]  # of each region, without counters
        self.counters = [pair[1] for pair in pairs]  # expected in each region, in hundredths
        self.total = 100 * s.counters[me] + sum(self.counters)
        self.ticks = reward(me, self.total)  # what the counters are worth

    def change(self, front: Front) -> tuple[int, int]:
        """What it brings to change a region: worth, and counters in hundredths."""
        worth, counters = promise(self.me, front, self.points)
        return worth - self.worth[front.region], counters - self.counters[front.region]

    def gain(self, worth: int, counters: int) -> int:
        """What changes bring together: counters count as ticks, each the less the more there are."""
        return worth + reward(self.me, self.total + counters) - self.ticks if counters else worth


def plan(s: OldWorld, me: Power) -> Plan:
    return Plan(s, me, Grounds(s))


# ---------------------------------------------------------------- summoning
class Summons:
    """What figures of a plan bring where: each kind and region is looked at once."""

    def __init__(self, s: OldWorld, p: Plan) -> None:
        self.s = s
        self.p = p
        self.worth = [UNKNOWN] * (len(KINDS) * len(REGIONS))
        self.counters = [0] * (len(KINDS) * len(REGIONS))

    def rate(self, figure: Figure, goals: list[Region]) -> list[int]:
        """A figure to each of these regions: what it adds there, what it leaves behind, and its cost."""
        s, p, kind, origin = self.s, self.p, KIND[figure], self.s.where[figure]
        left, lost, body = 0, 0, BODY * COST[kind]
        if origin != NONE:
            cultist, attack = CLS[figure] == CULTIST, s.attack(figure)
            left, lost = p.change(p.fronts[origin].joined(cultist, attack, -1))
            body = 0
        free = bool(FREE_SUMMON[kind][s.upgrades[OWNER[figure]]])
        ratings: list[int] = []
        for to in goals:
            key = kind * len(REGIONS) + to
            if self.worth[key] == UNKNOWN:
                self.look(kind, to)
            cost = summoning_cost(s, p.me, figure, to) if free else COST[kind]
            ratings.append(p.gain(self.worth[key] + left, self.counters[key] + lost) + body - PRICE * cost)
        return ratings

    def look(self, kind: Kind, to: Region) -> None:
        figure = OF_KIND[kind][0]
        attack = ATTACK[kind][self.s.upgrades[OWNER[figure]]]
        change = self.p.change(self.p.fronts[to].joined(CLS[figure] == CULTIST, attack, 1, COST[kind]))
        key = kind * len(REGIONS) + to
        self.worth[key], self.counters[key] = change[0], change[1]


# ---------------------------------------------------------------- Chaos cards
def rate_card(s: OldWorld, p: Plan, card: Card, region: Region, cost: int) -> int:
    """A card in a region: its cost for domination, its symbol, and what its text does there."""
    front = p.fronts[region].copy()
    text = CARD_GAIN.get(TITLE[card])
    extra = text(front) if text is not None else 0
    front.domination += CARD_COST[card]
    front.magic += 1 if MAGIC[card] else 0
    front.slots -= 1
    front.spent = cost
    if s.playing == NONE and MAGIC[card] and CARD_COST[card] <= front.charm:  # it is still in hand
        front.charm, front.charms = (front.charms - front.charm if front.charms < LACKING else LACKING), LACKING
    if not front.slots:
        front.charm = LACKING
    elif front.slots == 1:
        front.charms = LACKING
    worth, counters = p.change(front)
    patience = PATIENCE if not cost and max(s.points) > p.points else 0  # let the others spend first
    plenty = PLENTY if REFILLS[p.me] else 0
    return p.gain(worth, counters) + extra + patience + plenty - PRICE * cost - 5


def best_place(s: OldWorld, p: Plan, card: Card) -> int:
    """The rating of a card where it is best."""
    best, plain = NEVER, is_plain(s, card)
    for front in p.fronts:
        if front.slots and not front.ruined:
            cost = CARD_COST[card] if plain else price(s, card, front.region)
            if cost <= p.points:
                best = max(best, rate_card(s, p, card, front.region, cost))
    return best


def rate_acts(s: OldWorld, me: Power, options: tuple[str, ...]) -> list[int]:
    """The best place for every figure and every card; passing is worth nothing."""
    p = plan(s, me)
    summons, near = Summons(s, p), s.reach(me)
    ratings: list[int] = []
    for option in options:
        if option in FIGURE_OF:
            figure = FIGURE_OF[option]
            goals = [to for to in near if to != s.where[figure]]
            ratings.append(max(summons.rate(figure, goals), default=NEVER))
        elif option in CARD_OF:
            ratings.append(best_place(s, p, CARD_OF[option]))
        else:
            ratings.append(0)
    return ratings
