"""A region as one power sees it, and what it promises this round: the eyes of the advice."""

from __future__ import annotations

from grimtable.games.oldworld.advice.grounds import LACKING, SAFE, Grounds
from grimtable.games.oldworld.components import (
    COST,
    EVERYWHERE,
    KHORNE,
    NONE,
    NURGLE,
    POPULOUS,
    PRIZES,
    RUIN_AT,
    RUINER_VP,
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
PREY = 350  # to be the only prey of Khorne in a region: who dies feeds his dial
KILL = 100  # an enemy figure less
HIT = 50  # per cent: a die hits
RUIN = (15, 45, 90)  # per cent: ruin comes this round with two tokens too few, with one, with none


class Front:
    """A region as one power sees it."""

    __slots__ = (
        "attack",
        "barred",
        "best",
        "charm",
        "charms",
        "courtiers",
        "cultists",
        "danger",
        "domination",
        "figures",
        "foe_cultists",
        "foes",
        "hunted",
        "lonely",
        "magic",
        "mine",
        "next",
        "number",
        "peasants",
        "region",
        "resistance",
        "rival",
        "ruined",
        "slots",
        "spent",
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
        self.hunted = 0  # dice of Khorne
        self.lonely = True  # nobody but me is his prey here
        self.best = 0  # most tokens of another, with those that his cultists will lay
        self.next = 0  # second most
        self.number = 0  # of the Ruination card that would come here
        self.charm = LACKING  # the cost of one symbol more from the hand
        self.charms = LACKING  # of two
        self.spent = 0  # power, to make it so
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
        f.hunted = self.hunted
        f.lonely = self.lonely
        f.best = self.best
        f.next = self.next
        f.number = self.number
        f.charm = self.charm
        f.charms = self.charms
        f.peasants = self.peasants
        f.slots = self.slots
        f.ruined = self.ruined
        f.barred = self.barred
        return f

    def joined(self, cultist: bool, attack: int, sign: int, cost: int = 0) -> Front:
        """With one figure more or less."""
        changed = self.copy()
        changed.spent = cost
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
            found[region].hunted += MENACE
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
            f.lonely = f.lonely and (at == first + KHORNE or not regions.exposed[at])
            tokens = s.corruption[at] + regions.cultists[at]
            f.best, f.next = max(f.best, tokens), max(min(f.best, tokens), f.next)
    f.weakest = weakest if f.foes else 0
    f.hunted = regions.dice[first + KHORNE]
    f.number = regions.ruins + 1
    if me == TZEENTCH and f.slots:
        f.charm = regions.charm
        f.charms = regions.charms if f.slots > 1 else LACKING
    return f


# ---------------------------------------------------------------- promises
def promise(me: Power, f: Front, points: int) -> tuple[int, int]:
    """What a region promises in victory points and tokens, and the dial counters to expect, in hundredths."""
    worth = dominating(f, points) + corrupting(f)
    if me == KHORNE:
        return worth + 25 * min(f.peasants, f.attack // 2), killing(f)
    if f.figures and f.hunted:
        worth -= PREY * hit(f.hunted) // (100 if f.lonely else 300)
    if f.foes and f.attack > 0:
        worth += KILL * min(f.foes, f.attack) * HIT // (100 * max(1, f.weakest))
    return worth, 0 if f.ruined or f.barred else courting(me, f, points) * safety(f) // 100


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
    """Tokens are worth more where ruin is near; if it comes now, its prizes count."""
    if f.ruined or f.barred or not f.cultists:
        return 0
    laid = f.cultists * TOKEN * (6 + min(12, f.total)) // 6
    missing = RUIN_AT - f.total - f.cultists - f.foe_cultists
    if missing > 2 or f.number > len(PRIZES):
        return laid
    likely = RUIN[2 - max(0, missing)]
    return (likely * POINT * spoils(f) + (100 - likely) * laid) // 100


def spoils(f: Front) -> int:
    """What ruin brings me in points, beside what it would have brought without my cultists here."""
    prizes = PRIZES[f.number - 1][f.region]
    return RUINER_VP[f.number - 1] + _prize(f, f.mine + f.cultists, prizes) - _prize(f, f.mine, prizes)


def _prize(f: Front, tokens: int, prizes: tuple[int, int]) -> int:
    if not tokens or tokens < f.next:
        return 0
    if tokens == f.best:
        return (prizes[0] + prizes[1]) // 2
    return prizes[0] if tokens > f.best else prizes[1]


def killing(f: Front) -> int:
    """The chance that my dice kill somebody, in hundredths."""
    return hit(f.attack // max(1, f.weakest)) if f.foes and f.attack > 0 else 0


def hit(dice: int) -> int:
    """The chance that one of so many dice hits, in hundredths."""
    miss = 100
    for _ in range(min(8, dice)):
        miss = miss * (100 - HIT) // 100
    return 100 - miss


PAIR = (0, 35, 95)  # by cultists
SPELL = (95, 62, 38, 20, 8)  # by cultists and symbols that are missing, if he can bring them all
MAGICAL = (0, 10, 25, 25, 95)  # by cultists times symbols, if he cannot


def courting(me: Power, f: Front, points: int) -> int:
    """How near the condition of a dial is, in hundredths."""
    pair = min(2, f.cultists)
    if me == NURGLE:
        return PAIR[pair] if POPULOUS[f.region] else 0
    if me == TZEENTCH:
        return enchanting(f, points - f.spent)
    assert me == SLAANESH
    return PAIR[pair] if f.courtiers else 0


def enchanting(f: Front, points: int) -> int:
    """Two Acolytes and two symbols: what is missing can come from reserve and hand while there is power left."""
    pair, magic = min(2, f.cultists), min(2, f.magic)
    missing = 4 - pair - magic
    cost = 2 - pair + (0, f.charm, f.charms)[2 - magic]
    return SPELL[missing] if not missing or 0 < points >= cost else MAGICAL[pair * magic]


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
