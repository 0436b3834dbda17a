"""A region as one power sees it, and what it promises this round: the eyes of the advice."""

from __future__ import annotations

from grimtable.games.oldworld.advice.grounds import SAFE, Grounds
from grimtable.games.oldworld.components import (
    COST,
    EVERYWHERE,
    KHORNE,
    NONE,
    NURGLE,
    POPULOUS,
    SLAANESH,
    TZEENTCH,
    VICTORY,
    WARRIOR,
    Power,
    Region,
)
from grimtable.games.oldworld.state import GODS, OldWorld

POINT = 200  # a victory point: fifty are a win
TICK = 9_000  # a whole dial; ticks also bring rewards
TOKEN = 70  # a corruption token in an empty region
MENACE = 2  # dice that Khorne may still bring
PREY = 250  # to stand where others have many dice: who dies feeds Khorne's dial
HIT = 50  # per cent: a die hits


class Front:
    """A region as one power sees it."""

    __slots__ = (
        "attack",
        "barred",
        "courtiers",
        "cultists",
        "danger",
        "domination",
        "figures",
        "foe_cultists",
        "foes",
        "magic",
        "mine",
        "peasants",
        "region",
        "resistance",
        "rival",
        "ruined",
        "slots",
        "total",
        "weakest",
        "worth",
    )

    def __init__(self, region: Region) -> None:
        self.region = region
        self.figures = 0  # mine
        self.cultists = 0
        self.attack = 0
        self.domination = 0
        self.rival = 0  # the highest domination of another
        self.resistance = 0
        self.worth = 0  # conquest value
        self.mine = 0  # corruption tokens
        self.total = 0  # of all, with warpstones
        self.magic = 0
        self.courtiers = 0
        self.foes = 0  # figures of others
        self.foe_cultists = 0
        self.weakest = 0  # defense of the weakest foe, 0 without
        self.danger = 0  # dice of others
        self.peasants = 0
        self.slots = 0
        self.ruined = False
        self.barred = False  # no corruption here

    def copy(self) -> Front:
        f = Front(self.region)
        f.figures = self.figures
        f.cultists = self.cultists
        f.attack = self.attack
        f.domination = self.domination
        f.rival = self.rival
        f.resistance = self.resistance
        f.worth = self.worth
        f.mine = self.mine
        f.total = self.total
        f.magic = self.magic
        f.courtiers = self.courtiers
        f.foes = self.foes
        f.foe_cultists = self.foe_cultists
        f.weakest = self.weakest
        f.danger = self.danger
        f.peasants = self.peasants
        f.slots = self.slots
        f.ruined = self.ruined
        f.barred = self.barred
        return f

    def joined(self, cultist: bool, attack: int, sign: int) -> Front:
        """With one figure more or less."""
        changed = self.copy()
        changed.figures += sign
        changed.cultists += sign if cultist else 0
        changed.attack += sign * attack
        changed.domination += sign
        return changed


def fronts(s: OldWorld, me: Power, regions: Grounds) -> list[Front]:
    """All regions; where Khorne may still come, his dice are feared before they are there."""
    found = [front(s, regions, region, me) for region in EVERYWHERE]
    if me != KHORNE:
        for region in feared(s):
            found[region].danger += MENACE
    return found


def feared(s: OldWorld) -> list[Region]:
    """Where Khorne can still summon a warrior."""
    return s.reach(KHORNE) if s.seat[KHORNE] != NONE and s.points[KHORNE] >= COST[WARRIOR] else []


def front(s: OldWorld, regions: Grounds, region: Region, me: Power) -> Front:
    f, first = Front(region), GODS * region
    f.figures = regions.figures[first + me]
    f.cultists = regions.cultists[first + me]
    f.attack = regions.attack[first + me]
    f.domination = regions.domination[first + me]
    f.resistance = regions.resistance[region]
    f.worth = regions.worth[region]
    f.mine = s.corruption[first + me]
    f.total = regions.total[region]
    f.magic = regions.magic[region]
    f.courtiers = regions.courtiers[region]
    f.peasants = regions.peasants[region]
    f.slots = regions.slots[region]
    f.ruined = s.ruined[region] > 0
    f.barred = regions.barred[region]
    weakest = SAFE
    for at in range(first, first + GODS):
        if at != first + me:
            f.rival = max(f.rival, regions.domination[at])
            f.foes += regions.exposed[at]
            f.foe_cultists += regions.cultists[at]
            f.danger += regions.dice[at]
            weakest = min(weakest, regions.weakest[at])
    f.weakest = weakest if f.foes else 0
    return f


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
