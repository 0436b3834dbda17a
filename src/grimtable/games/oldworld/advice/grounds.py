"""All regions in numbers, for all powers: what the fronts are read from."""

from __future__ import annotations

from grimtable.games.oldworld.components import (
    ATTACK,
    CARD_COST,
    CARD_POWER,
    CHAOS_CARDS,
    CLS,
    COUNTS_AS,
    CULTIST,
    DEFENSE,
    DEFENSE_OF_ENEMIES,
    DEFENSE_OF_OWN,
    DOMINATION_BONUS,
    EVERYWHERE,
    HERO,
    IGNORES_FIGURES,
    KIND,
    LASTING,
    MAGIC,
    NO_BATTLE,
    NO_CORRUPTION,
    NOBLE,
    NONE,
    ONGOING,
    OWNER,
    PEASANT,
    RESISTANCE,
    SKAVEN,
    SYMBOLS,
    TITLE,
    TOKEN_OF,
    TZEENTCH,
    USES_ATTACK,
    VALUE,
    WARPSTONE,
    Card,
    Region,
    Token,
)
from grimtable.games.oldworld.corruption import domination
from grimtable.games.oldworld.regions import (
    EACH_WITH,
    conquest_value,
    courtiers,
    defense,
    free_slots,
    magic,
    may_corrupt,
    may_fight,
    resistance,
)
from grimtable.games.oldworld.state import (
    CORRUPTION,
    GODS,
    KINDS_OF_TOKEN,
    NOTHING_LAID,
    OldWorld,
)

SAFE = 99  # the defense of nobody
LACKING = 99  # the cost of symbols that are not in hand

# By kind of figure, then by its owner's upgrades in play.
WEIGHT: tuple[tuple[int, ...], ...] = tuple(
    [tuple([int(words[0].number) if words else 1 for words in masks]) for masks in COUNTS_AS]
)
GLOW: tuple[tuple[int, ...], ...] = tuple(
    [tuple([sum([int(word.number) for word in words]) for words in masks]) for masks in SYMBOLS]
)
# Cards whose text changes a number of their region, and what the lasting Old World cards look for there.
LOUD: frozenset[Card] = frozenset(
    [
        card
        for card in range(CHAOS_CARDS)
        if RESISTANCE[card]
        or DEFENSE_OF_OWN[card]
        or DEFENSE_OF_ENEMIES[card]
        or NO_CORRUPTION[card]
        or NO_BATTLE[card]
        or IGNORES_FIGURES[card]
        or USES_ATTACK[card]
        or DOMINATION_BONUS[card]
    ]
)
MARKS: dict[Card, tuple[Token, ...]] = {
    card: tuple([TOKEN_OF[effect.region.removeprefix(EACH_WITH)] for effect in ONGOING[TITLE[card]]])
    for card in sorted(LASTING)
}


class Grounds:
    """All regions in numbers. Columns are by region, or by 4 * region + power."""

    __slots__ = (
        "attack",
        "barred",
        "charm",
        "charms",
        "courtiers",
        "cultists",
        "dice",
        "domination",
        "exposed",
        "figures",
        "magic",
        "peasants",
        "resistance",
        "ruins",
        "slots",
        "total",
        "weakest",
        "worth",
    )

    def __init__(self, s: OldWorld) -> None:
        self.figures = [0] * len(NOTHING_LAID)
        self.cultists = [0] * len(NOTHING_LAID)
        self.attack = [0] * len(NOTHING_LAID)
        self.exposed = [0] * len(NOTHING_LAID)  # figures that can be killed
        self.dice = [0] * len(NOTHING_LAID)  # of those
        self.weakest = [SAFE] * len(NOTHING_LAID)  # the least defense of those
        self.domination = [0] * len(NOTHING_LAID)
        self.resistance = list(VALUE)
        self.worth = list(VALUE)  # conquest value
        self.total = [0] * len(VALUE)  # corruption of all, with warpstones
        self.magic = [0] * len(VALUE)
        self.courtiers = [0] * len(VALUE)
        self.peasants = [0] * len(VALUE)
        self.slots = [2] * len(VALUE)
        self.barred = [False] * len(VALUE)  # no corruption here
        self.ruins = s.ruins()
        costs = sorted([CARD_COST[card] for card in s.hands[TZEENTCH] if MAGIC[card]])
        self.charm = costs[0] if costs else LACKING  # what a symbol costs Tzeentch
        self.charms = costs[0] + costs[1] if len(costs) > 1 else LACKING  # what two cost
        marks = [token for card in s.track if card in LASTING for token in MARKS[card]]
        for region in EVERYWHERE:
            plain = is_quiet(s, region, marks)
            self.muster(s, region, plain)
            if plain:
                self.survey(s, region)
            else:
                self.ask_the_rules(s, region)

    def muster(self, s: OldWorld, region: Region, plain: bool) -> None:
        """Count the figures."""
        control, upgrades, shielded, first = s.control, s.upgrades, s.shielded, GODS * region
        peace = not plain and not may_fight(s, region)
        for figure in s.at[region]:
            kind, mask, at = KIND[figure], upgrades[OWNER[figure]], first + control[figure]
            attack = 0 if peace else ATTACK[kind][mask]
            self.figures[at] += 1
            self.attack[at] += attack
            self.domination[at] += WEIGHT[kind][mask]
            self.magic[region] += GLOW[kind][mask]
            if CLS[figure] == CULTIST:
                self.cultists[at] += 1
            if figure not in shielded:
                self.exposed[at] += 1
                self.dice[at] += attack
                hits = DEFENSE[kind][mask] if plain else defense(s, figure, region)
                if hits < self.weakest[at]:
                    self.weakest[at] = hits

    def survey(self, s: OldWorld, region: Region) -> None:
        """Tokens, corruption and cards where the printed numbers hold."""
        tokens, first = s.tokens, KINDS_OF_TOKEN * region
        noble, stones = tokens[first + NOBLE], tokens[first + WARPSTONE]
        self.peasants[region] = tokens[first + PEASANT]
        self.courtiers[region] = noble + tokens[first + HERO]
        self.total[region] = s.corruption_in(region) + stones
        self.magic[region] += stones
        self.worth[region] += noble
        self.resistance[region] = max(0, VALUE[region] - tokens[first + SKAVEN])
        self.barred[region] = s.ruined[region] > 0 and s.phase == CORRUPTION
        for slot in (2 * region, 2 * region + 1):
            card = s.slots[slot]
            if card != NONE:
                self.slots[region] -= 1
                self.domination[GODS * region + CARD_POWER[card]] += CARD_COST[card]
                self.magic[region] += 1 if MAGIC[card] else 0

    def ask_the_rules(self, s: OldWorld, region: Region) -> None:
        """The same where cards or the Old World change numbers."""
        self.peasants[region] = s.token(region, PEASANT)
        self.courtiers[region] = courtiers(s, region)
        self.total[region] = s.corruption_in(region) + s.token(region, WARPSTONE)
        self.magic[region] = magic(s, region)
        self.worth[region] = conquest_value(s, region)
        self.resistance[region] = resistance(s, region)
        self.barred[region] = not may_corrupt(s, region)
        self.slots[region] = len(free_slots(s, region))
        for me in s.powers:
            self.domination[GODS * region + me] = domination(s, region, me)


def is_quiet(s: OldWorld, region: Region, marks: list[Token]) -> bool:
    """Whether the printed numbers hold: no card there changes one, nothing of the Old World reaches it."""
    if s.perched or s.slots[2 * region] in LOUD or s.slots[2 * region + 1] in LOUD:
        return False
    return not [token for token in marks if s.tokens[KINDS_OF_TOKEN * region + token]]
