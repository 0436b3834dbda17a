"""A region as one power sees it, and what it promises this round: the eyes of the advice."""

from __future__ import annotations

from typing import NamedTuple

from grimtable.games.oldworld.components import (
    COST,
    EVERYWHERE,
    KHORNE,
    NONE,
    NURGLE,
    PEASANT,
    POPULOUS,
    SLAANESH,
    TZEENTCH,
    VICTORY,
    WARPSTONE,
    WARRIOR,
    Power,
    Region,
)
from grimtable.games.oldworld.corruption import domination
from grimtable.games.oldworld.regions import (
    conquest_value,
    courtiers,
    defense,
    free_slots,
    magic,
    may_corrupt,
    may_fight,
    resistance,
)
from grimtable.games.oldworld.state import GODS, OldWorld

POINT = 200  # a victory point: fifty are a win
TICK = 9_000  # a whole dial; ticks also bring rewards
TOKEN = 70  # a corruption token in an empty region
MENACE = 2  # dice that Khorne may still bring
PREY = 250  # to stand where others have many dice: who dies feeds Khorne's dial
HIT = 50  # per cent: a die hits


class Extra(NamedTuple):
    """What a card's text changes in a region."""

    worth: int = 0
    domination: int = 0
    resistance: int = 0  # less
    attack: int = 0
    cultists: int = 0
    shelter: int = 0  # enemy dice that do not matter any more


class Front(NamedTuple):
    """A region in numbers."""

    region: Region
    figures: int  # mine
    cultists: int
    attack: int
    domination: int
    rival: int  # the highest domination of another
    resistance: int
    worth: int  # conquest value
    mine: int  # corruption tokens
    total: int  # of all, with warpstones
    magic: int
    courtiers: int
    foes: int  # figures of others
    foe_cultists: int
    weakest: int  # defense of the weakest foe, 0 without
    danger: int  # dice of others
    peasants: int
    slots: int
    ruined: bool
    barred: bool  # no corruption here

    def joined(self, cultist: bool, attack: int, sign: int) -> Front:
        """With one figure more or less."""
        return self._replace(
            figures=self.figures + sign,
            cultists=self.cultists + sign * cultist,
            attack=self.attack + sign * attack,
            domination=self.domination + sign,
        )

    def extra(self, worth: int) -> Extra:
        return Extra(worth)


def fronts(s: OldWorld, me: Power) -> list[Front]:
    """All regions; where Khorne may still come, his dice are feared before they are there."""
    found = [front(s, region, me) for region in EVERYWHERE]
    if me == KHORNE or s.seat[KHORNE] == NONE or s.points[KHORNE] < COST[WARRIOR]:
        return found
    feared = s.reach(KHORNE)
    return [f._replace(danger=f.danger + MENACE) if f.region in feared else f for f in found]


def front(s: OldWorld, region: Region, me: Power) -> Front:
    if not s.at[region]:
        return empty_front(s, region, me)
    own = s.in_region(region, me)
    foes = [f for f in s.at[region] if s.control[f] != me and f not in s.shielded]
    peace = not may_fight(s, region)
    values = [domination(s, region, power) for power in s.powers if power != me]
    return Front(
        region,
        len(own),
        s.cultists(region, me),
        0 if peace else sum([s.attack(f) for f in own]),
        domination(s, region, me),
        max(values),
        resistance(s, region),
        conquest_value(s, region),
        s.corruption[GODS * region + me],
        s.corruption_in(region) + s.token(region, WARPSTONE),
        magic(s, region),
        courtiers(s, region),
        len(foes),
        sum([s.cultists(region, power) for power in s.powers if power != me]),
        min([defense(s, f, region) for f in foes], default=0),
        0 if peace else sum([s.attack(f) for f in foes]),
        s.token(region, PEASANT),
        len(free_slots(s, region)),
        bool(s.ruined[region]),
        not may_corrupt(s, region),
    )


def empty_front(s: OldWorld, region: Region, me: Power) -> Front:
    """A region without figures: only cards and tokens matter."""
    lying = 0, 0, 0
    if s.slots[2 * region] != NONE or s.slots[2 * region + 1] != NONE:
        values = [domination(s, region, power) for power in s.powers if power != me]
        lying = domination(s, region, me), max(values), magic(s, region)
    return Front(
        region,
        0,
        0,
        0,
        lying[0],
        lying[1],
        resistance(s, region),
        conquest_value(s, region),
        s.corruption[GODS * region + me],
        s.corruption_in(region) + s.token(region, WARPSTONE),
        lying[2] or s.token(region, WARPSTONE),
        courtiers(s, region),
        0,
        0,
        0,
        0,
        s.token(region, PEASANT),
        len(free_slots(s, region)),
        bool(s.ruined[region]),
        not may_corrupt(s, region),
    )


# ---------------------------------------------------------------- promises
def promise(me: Power, f: Front, points: int) -> tuple[int, int]:
    """What a region promises in victory points and tokens, and the dial counters to expect, in hundredths."""
    worth = dominating(f, points) + corrupting(f)
    if me == KHORNE:
        return worth + 25 * min(f.peasants, f.attack // 2), killing(f)
    if f.figures and f.danger > MENACE:
        worth -= PREY
    return worth, 0 if f.ruined or f.barred else courting(me, f) * safety(f) // 100


def dominating(f: Front, points: int) -> int:
    """The conquest value if I lead, and a part of it on the way there as far as the power left can bring me."""
    if f.ruined or f.domination <= 0:
        return 0
    need = max(f.resistance, f.rival)
    ahead = f.domination - need
    if ahead > 0:
        return POINT * f.worth * (70 + 8 * min(3, ahead)) // 100
    if 1 - ahead > points:
        return 0
    return POINT * f.worth * 35 * f.domination // (100 * (need + 1))


def corrupting(f: Front) -> int:
    """Tokens are worth more where ruin is near and where I have most."""
    if f.ruined or f.barred:
        return 0
    return f.cultists * TOKEN * (6 + min(12, f.total)) // 6


def killing(f: Front) -> int:
    """The chance that my dice kill somebody, in hundredths."""
    if not f.foes or f.attack <= 0:
        return 0
    miss = 100
    for _ in range(min(8, f.attack // max(1, f.weakest))):
        miss = miss * (100 - HIT) // 100
    return 100 - miss


def courting(me: Power, f: Front) -> int:
    """How near the condition of a dial is, in hundredths."""
    pair = min(2, f.cultists)
    if me == NURGLE:
        return (0, 35, 95)[pair] if POPULOUS[f.region] else 0
    if me == TZEENTCH:
        return (0, 15, 35, 35, 95)[pair * min(2, f.magic)]
    assert me == SLAANESH
    return (0, 35, 95)[pair] if f.courtiers else 0


def safety(f: Front) -> int:
    """What is left of a plan when others have dice there; extra figures take hits."""
    if f.danger <= 0:
        return 100
    spare = f.figures - 2
    return max(25, 100 - 22 * f.danger + 14 * max(0, spare))


def reward(me: Power, counters: int) -> int:
    """Counters as ticks: the first brings one, more than the others one more."""
    tick = TICK // VICTORY[me]
    if counters <= 100:
        return tick * counters // 100
    if counters <= 200:
        return tick * (40 + counters * 60 // 100) // 100
    if counters <= 300:
        return tick * (90 + counters * 35 // 100) // 100
    return tick * (165 + counters // 10) // 100
