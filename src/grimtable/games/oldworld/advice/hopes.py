"""How a position looks for each power: what it has, what the round promises, and what that is worth."""

from __future__ import annotations

from grimtable.games.oldworld.advice.fronts import MENACE, POINT, courting, dominating, feared, front, killing, safety
from grimtable.games.oldworld.advice.grounds import Grounds
from grimtable.games.oldworld.components import (
    COST,
    EVERYWHERE,
    KHORNE,
    KIND,
    PRIZES,
    RUIN_AT,
    RUINER_VP,
    VICTORY,
    VP_TARGET,
    Power,
    Region,
)
from grimtable.games.oldworld.state import CORRUPTION, END, GODS, OldWorld
from grimtable.kernel.prospects import chances, won

CLOSE = 80  # per cent of a way: from here on every step counts more
# Merits per hundred of each trait, by `python -m tools.fit oldworld --games 3000 --every 12 --curiosity 50 --seed 11`.
# Half of the answers there are random: among players who all do the sensible thing, doing it goes with nothing.
# On games held out it loses 0.985 where knowing nothing loses 1.386, and the likeliest seat won in 59 per cent.
WEIGHTS: tuple[int, ...] = (
    *(220, 95),  # how far the dial has come and how far the points have, in per cent of the way
    *(666, 204),  # both at the end of the round, as it stands
    *(-373, 473),  # the better of these, and its square
    *(-824, -334),  # these again, more in later rounds
    *(124, 48),  # how near the end they are
    *(23, 35, 1, 47),  # this round's ticks, points by domination, points by ruin; points by ruin later on
    *(70, 66, 13, 12, 49),  # power left, figures, upgrades, cards in hand, counters
    *(-105, 262, -197, 99),  # Nurgle: as such, the round, his dial, his points
    *(-220, 487, -313, 37),  # Tzeentch
    *(-138, 352, -205, 35),  # Slaanesh
)


def value(s: OldWorld) -> tuple[int, ...]:
    """The chance of each seat, as weighed in games of bots."""
    if s.outcome:
        return won(s.outcome)
    return chances([sum([weight * trait for weight, trait in zip(WEIGHTS, mine)]) // 100 for mine in traits(s)])


# ---------------------------------------------------------------- what the round promises
class Outlook:
    """What the round promises all powers as it stands, in hundredths."""

    __slots__ = ("after", "counters", "later", "points", "spoils")

    def __init__(self, s: OldWorld) -> None:
        self.points = [0] * GODS  # by domination
        self.counters = [100 * count for count in s.counters]
        self.spoils = [0] * GODS  # points from ruin that comes this round
        self.later = [0] * GODS  # from ruin that is still far
        self.after = [100 * tokens for tokens in s.corruption]  # corruption when the round is over
        regions, dread = Grounds(s), feared(s)
        open_round = s.phase not in (CORRUPTION, END)
        for region in EVERYWHERE:
            if open_round:
                for me in s.powers:
                    self.look(s, me, region, regions, dread)
            if not s.ruined[region] or s.face_up >> region & 1:
                self.share(s, region, regions.total[region])

    def look(self, s: OldWorld, me: Power, region: Region, regions: Grounds, dread: list[Region]) -> None:
        """Domination, counters and tokens of a power in a region where it has figures or cards."""
        at = GODS * region + me
        if not (regions.figures[at] or regions.domination[at]):
            return
        f = front(s, regions, region, me)
        if me != KHORNE and region in dread:
            f.danger += MENACE
        self.points[me] += 100 * dominating(f, s.points[me]) // POINT
        if me == KHORNE:
            self.counters[me] += killing(f)
        if f.ruined or f.barred:
            return
        safe = safety(f)
        if me != KHORNE:
            self.counters[me] += courting(me, f, s.points[me]) * safe // 100
        self.after[at] += f.cultists * safe

    def share(self, s: OldWorld, region: Region, total: int) -> None:
        """The prizes of a region: soon if it is ruined this round, else the later the less there lies."""
        first = GODS * region
        tokens = self.after[first : first + GODS]
        lying = 100 * total + sum(tokens) - 100 * s.corruption_in(region)
        if not sum(tokens):
            return
        number = s.ruined[region] or s.ruins() + 1
        if number > len(PRIZES):
            return
        prizes = PRIZES[number - 1][region]
        ranked = sorted(tokens, reverse=True)
        soon = bool(s.ruined[region]) or lying >= 100 * RUIN_AT
        nearness = min(100, lying // RUIN_AT)
        for me in s.powers:
            mine = tokens[me]
            if not mine:
                continue
            gain = 100 * prizes[0] if mine == ranked[0] else 100 * prizes[1] if mine == ranked[1] else 0
            if not s.ruined[region] and mine > 100 * s.corruption[first + me]:
                gain += 100 * RUINER_VP[number - 1]
            if soon:
                self.spoils[me] += gain
            else:
                self.later[me] += gain * nearness * nearness // 10_000

    def ticks(self, s: OldWorld, me: Power) -> int:
        """Ticks of the dial at the end of the round: one for a counter, one more for the most."""
        mine = self.counters[me]
        most = max([self.counters[other] for other in s.powers if other != me])
        once = min(100, mine)
        return once + once * max(0, min(100, (mine - most + 100) // 2)) // 100


# ---------------------------------------------------------------- traits
def traits(s: OldWorld) -> list[list[int]]:
    """Per seat, what goes with winning, in the order of WEIGHTS."""
    outlook = Outlook(s)
    bodies = [0] * GODS
    for figures in s.at:
        for figure in figures:
            bodies[s.control[figure]] += COST[KIND[figure]]
    return [_traits(s, me, outlook, bodies[me]) for me in s.powers]


def _traits(s: OldWorld, me: Power, outlook: Outlook, body: int) -> list[int]:
    ticks, points, spoils = outlook.ticks(s, me), outlook.points[me], outlook.spoils[me]
    dial_now, points_now = 100 * s.dial[me] // VICTORY[me], 100 * s.vp[me] // VP_TARGET
    dial = (100 * s.dial[me] + ticks) // VICTORY[me]
    vp = (100 * s.vp[me] + points + spoils) // VP_TARGET
    best = max(dial, vp)
    found = [
        dial_now,
        points_now,
        dial,
        vp,
        best,
        best * best // 100,
        s.round * dial // 8,
        s.round * vp // 8,
        5 * max(0, dial - CLOSE),
        5 * max(0, vp - CLOSE),
        ticks // 2,
        points // 10,
        spoils // 10,
        outlook.later[me] // 10,
        10 * s.points[me],
        5 * body,
        20 * s.upgrades[me].bit_count(),
        10 * len(s.hands[me]),
        outlook.counters[me] // 4,
    ]
    for god in range(1, GODS):
        found += [100, 12 * s.round, dial, vp] if god == me else [0, 0, 0, 0]
    return found
