"""A region as one power sees it, and what it promises this round: the eyes of the advice."""

from __future__ import annotations

from grimtable.games.oldworld.components import (
    ATTACK,
    CLS,
    COST,
    COUNTS_AS,
    CULTIST,
    DEFENSE,
    EVERYWHERE,
    HERO,
    KHORNE,
    KIND,
    LASTING,
    NOBLE,
    NONE,
    NURGLE,
    OWNER,
    PEASANT,
    POPULOUS,
    SKAVEN,
    SLAANESH,
    SYMBOLS,
    TZEENTCH,
    VALUE,
    VICTORY,
    WARPSTONE,
    WARRIOR,
    Power,
    Region,
)
from grimtable.games.oldworld.corruption import domination
from grimtable.games.oldworld.regions import (
    conquest_value,
    defense,
    free_slots,
    magic_symbols,
    may_corrupt,
    may_fight,
    resistance,
)
from grimtable.games.oldworld.state import CORRUPTION, GODS, KINDS_OF_TOKEN, OldWorld

POINT = 200  # a victory point: fifty are a win
TICK = 9_000  # a whole dial; ticks also bring rewards
TOKEN = 70  # a corruption token in an empty region
MENACE = 2  # dice that Khorne may still bring
PREY = 250  # to stand where others have many dice: who dies feeds Khorne's dial
HIT = 50  # per cent: a die hits
SAFE = 99  # the defense of nobody

# By kind of figure, then by its owner's upgrades in play.
WEIGHT: tuple[tuple[int, ...], ...] = tuple(
    [tuple([int(words[0].number) if words else 1 for words in masks]) for masks in COUNTS_AS]
)
GLOW: tuple[tuple[int, ...], ...] = tuple(
    [tuple([sum([int(word.number) for word in words]) for words in masks]) for masks in SYMBOLS]
)


class Ground:
    """A region in numbers, for all powers: columns of four are by power."""

    __slots__ = (
        "attack",
        "barred",
        "courtiers",
        "cultists",
        "dice",
        "domination",
        "exposed",
        "figures",
        "magic",
        "peasants",
        "region",
        "resistance",
        "ruined",
        "slots",
        "total",
        "weakest",
        "worth",
    )

    def __init__(self, region: Region) -> None:
        self.region = region
        self.figures = [0] * GODS
        self.cultists = [0] * GODS
        self.attack = [0] * GODS
        self.exposed = [0] * GODS  # figures that can be killed
        self.dice = [0] * GODS  # of those
        self.weakest = [SAFE] * GODS  # the least defense of those
        self.domination = [0] * GODS
        self.resistance = VALUE[region]
        self.worth = VALUE[region]  # conquest value
        self.total = 0  # corruption of all, with warpstones
        self.magic = 0
        self.courtiers = 0
        self.peasants = 0
        self.slots = 2
        self.ruined = False
        self.barred = False  # no corruption here


def grounds(s: OldWorld) -> list[Ground]:
    """All regions. Where neither cards nor the Old World say otherwise, the printed numbers hold."""
    quiet = not s.perched and s.track[0] not in LASTING and s.track[1] not in LASTING
    slots = s.slots
    found: list[Ground] = []
    for region in EVERYWHERE:
        plain = quiet and slots[2 * region] == NONE and slots[2 * region + 1] == NONE
        ground = Ground(region)
        muster(s, ground, plain)
        survey(s, ground, plain)
        found.append(ground)
    return found


def muster(s: OldWorld, ground: Ground, plain: bool) -> None:
    """Count the figures."""
    region, control, upgrades, shielded = ground.region, s.control, s.upgrades, s.shielded
    peace = not plain and not may_fight(s, region)
    for figure in s.at[region]:
        me, kind, mask = control[figure], KIND[figure], upgrades[OWNER[figure]]
        attack = 0 if peace else ATTACK[kind][mask]
        ground.figures[me] += 1
        ground.attack[me] += attack
        ground.domination[me] += WEIGHT[kind][mask]
        ground.magic += GLOW[kind][mask]
        if CLS[figure] == CULTIST:
            ground.cultists[me] += 1
        if figure not in shielded:
            ground.exposed[me] += 1
            ground.dice[me] += attack
            hits = max(1, DEFENSE[kind][mask]) if plain else defense(s, figure, region)
            ground.weakest[me] = min(ground.weakest[me], hits)


def survey(s: OldWorld, ground: Ground, plain: bool) -> None:
    """Tokens, corruption, and what cards make of the region."""
    region, first, tokens = ground.region, GODS * ground.region, s.tokens
    kind = KINDS_OF_TOKEN * region
    stones = tokens[kind + WARPSTONE]
    ground.peasants = tokens[kind + PEASANT]
    ground.courtiers = tokens[kind + NOBLE] + tokens[kind + HERO]
    ground.total = sum(s.corruption[first : first + GODS]) + stones
    ground.ruined = bool(s.ruined[region])
    if plain:
        ground.magic += stones
        ground.resistance = max(0, VALUE[region] - tokens[kind + SKAVEN])
        ground.worth += tokens[kind + NOBLE]
        ground.barred = ground.ruined and s.phase == CORRUPTION
        return
    ground.magic = magic_symbols(s, region) + stones
    ground.resistance = resistance(s, region)
    ground.worth = conquest_value(s, region)
    ground.barred = not may_corrupt(s, region)
    ground.slots = len(free_slots(s, region))
    for me in s.powers:
        ground.domination[me] = domination(s, region, me)


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


def fronts(s: OldWorld, me: Power, regions: list[Ground]) -> list[Front]:
    """All regions; where Khorne may still come, his dice are feared before they are there."""
    found = [front(s, ground, me) for ground in regions]
    if me != KHORNE and s.seat[KHORNE] != NONE and s.points[KHORNE] >= COST[WARRIOR]:
        for region in s.reach(KHORNE):
            found[region].danger += MENACE
    return found


def front(s: OldWorld, ground: Ground, me: Power) -> Front:
    f = Front(ground.region)
    f.figures = ground.figures[me]
    f.cultists = ground.cultists[me]
    f.attack = ground.attack[me]
    f.domination = ground.domination[me]
    f.resistance = ground.resistance
    f.worth = ground.worth
    f.mine = s.corruption[GODS * ground.region + me]
    f.total = ground.total
    f.magic = ground.magic
    f.courtiers = ground.courtiers
    f.peasants = ground.peasants
    f.slots = ground.slots
    f.ruined = ground.ruined
    f.barred = ground.barred
    weakest = SAFE
    for other in s.powers:
        if other != me:
            f.rival = max(f.rival, ground.domination[other])
            f.foes += ground.exposed[other]
            f.foe_cultists += ground.cultists[other]
            f.danger += ground.dice[other]
            weakest = min(weakest, ground.weakest[other])
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
