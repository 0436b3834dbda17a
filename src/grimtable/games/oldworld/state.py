"""Everything that lies on the table, and questions about it. Columns are by power, region or figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from grimtable.games.oldworld.components import (
    ADJACENT,
    ATTACK,
    CARD_POWER,
    CLS,
    CULTIST,
    EVERYWHERE,
    FIGURES,
    KIND,
    NONE,
    OWNER,
    PEASANT,
    REGIONS,
    THREAT,
    TOKEN_COUNT,
    TOKENS,
    Card,
    Figure,
    Power,
    Region,
    Slot,
    Token,
)
from grimtable.kernel.table import Table
from grimtable.kernel.values import Step

# Phases of a round, in their order [OLDWORLD-3.1].
SETUP, OLD_WORLD, DRAW, SUMMONING, BATTLE, CORRUPTION, END, OVER = (
    "setup",
    "old_world",
    "draw",
    "summoning",
    "battle",
    "corruption",
    "end",
    "over",
)
GODS = 4
KINDS_OF_TOKEN = len(TOKENS)
NOTHING_LAID = (0,) * (GODS * len(REGIONS))
UNTIL_PHASE_ENDS = -2  # what binds a controlled figure: a Chaos card, or the phase


@dataclass(init=False, slots=True)
class OldWorld:
    """The whole game. Columns of four are by power. What changes with most answers is a list, the rest is a tuple."""

    agenda: list[Step]
    flags: frozenset[str]  # switched rules, as "flag=value"
    powers: tuple[Power, ...]  # by seat: those present, in power order
    seat: tuple[int, ...]  # by power, NONE if absent
    round: int
    phase: str
    region: Region  # where a battle is fought, or what a choice is about
    where: list[Region]  # of each figure, NONE in the reserve
    at: list[tuple[Figure, ...]]  # the figures in each region, by id
    control: tuple[Power, ...]  # of each figure: its owner, unless somebody else controls it
    charmed: tuple[tuple[Figure, Card], ...]  # controlled figures, with the card that binds them
    shielded: tuple[Figure, ...]  # cannot be killed in battle this round
    hurried: tuple[Figure, ...]  # have used their free summon this round
    perched: tuple[tuple[Figure, Slot], ...]  # figures that fill a card slot
    toppled: tuple[Figure, ...]  # killed in this battle, not yet removed
    wounds: tuple[tuple[Power, Figure], ...]  # pre-battle hits in this battle: by whom, on whom
    corruption: tuple[int, ...]  # by 4 * region + power
    tokens: tuple[int, ...]  # by 6 * region + kind
    slots: list[Card]  # two of each region
    playing: Card  # taken from the hand, not yet in a slot
    moving: Figure  # chosen to be summoned or moved, not yet there
    ruined: tuple[int, ...]  # number of each region's Ruination card, 0 without
    face_up: int  # regions whose Ruination card is not yet scored, a bit each
    decks: tuple[tuple[Card, ...], ...]  # the last card is drawn next
    hands: tuple[tuple[Card, ...], ...]  # in the order in which the cards came
    discards: tuple[tuple[Card, ...], ...]
    old_deck: tuple[Card, ...]  # the last card is drawn next
    old_box: tuple[Card, ...]  # never seen
    track: tuple[Card, Card]  # places 1 and 2
    old_discards: tuple[Card, ...]
    points: list[int]  # power points
    vp: tuple[int, ...]
    dial: tuple[int, ...]
    counters: tuple[int, ...]  # dial advancement counters
    peasants: tuple[int, ...]  # on the sheets
    upgrades: tuple[int, ...]  # a bit for each of the five
    slain: tuple[int, ...]  # regions where each power killed a figure this round, a bit each
    fresh: int  # powers that killed in this battle, a bit each
    laid: tuple[int, ...]  # corruption placed in this phase, by 4 * region + power
    laid_step: int  # who placed where in this Corruption Step, bit 4 * region + power
    laid_round: int  # the same for the round
    ending: str  # how the game ended
    outcome: tuple[int, ...]

    def __init__(self, agenda: list[Step]) -> None:
        self.agenda = agenda
        self.flags = frozenset()
        self.powers = ()
        self.seat = ()
        self.round = 0
        self.phase = SETUP
        self.region = NONE
        self.where = []
        self.at = []
        self.control = ()
        self.charmed = ()
        self.shielded = ()
        self.hurried = ()
        self.perched = ()
        self.toppled = ()
        self.wounds = ()
        self.corruption = ()
        self.tokens = ()
        self.slots = []
        self.playing = NONE
        self.moving = NONE
        self.ruined = ()
        self.face_up = 0
        self.decks = ()
        self.hands = ()
        self.discards = ()
        self.old_deck = ()
        self.old_box = ()
        self.track = (NONE, NONE)
        self.old_discards = ()
        self.points = []
        self.vp = ()
        self.dial = ()
        self.counters = ()
        self.peasants = ()
        self.upgrades = ()
        self.slain = ()
        self.fresh = 0
        self.laid = ()
        self.laid_step = 0
        self.laid_round = 0
        self.ending = ""
        self.outcome = ()

    def clone(self) -> OldWorld:
        s = OldWorld(self.agenda.copy())
        s.flags = self.flags
        s.powers = self.powers
        s.seat = self.seat
        s.round = self.round
        s.phase = self.phase
        s.region = self.region
        s.where = self.where.copy()
        s.at = self.at.copy()
        s.control = self.control
        s.charmed = self.charmed
        s.shielded = self.shielded
        s.hurried = self.hurried
        s.perched = self.perched
        s.toppled = self.toppled
        s.wounds = self.wounds
        s.corruption = self.corruption
        s.tokens = self.tokens
        s.slots = self.slots.copy()
        s.playing = self.playing
        s.moving = self.moving
        s.ruined = self.ruined
        s.face_up = self.face_up
        s.decks = self.decks
        s.hands = self.hands
        s.discards = self.discards
        s.old_deck = self.old_deck
        s.old_box = self.old_box
        s.track = self.track
        s.old_discards = self.old_discards
        s.points = self.points.copy()
        s.vp = self.vp
        s.dial = self.dial
        s.counters = self.counters
        s.peasants = self.peasants
        s.upgrades = self.upgrades
        s.slain = self.slain
        s.fresh = self.fresh
        s.laid = self.laid
        s.laid_step = self.laid_step
        s.laid_round = self.laid_round
        s.ending = self.ending
        s.outcome = self.outcome
        return s

    # ------------------------------------------------------------ powers
    def threat(self, me: Power) -> int:
        """[OLDWORLD-12.1] What the small window shows."""
        return THREAT[me][self.dial[me]]

    def lowest_threat(self) -> Power:
        return min(self.powers, key=self.threat)

    def others(self, me: Power) -> list[Power]:
        return [power for power in self.powers if power != me]

    # ------------------------------------------------------------ figures
    def in_region(self, region: Region, me: Power) -> list[Figure]:
        """[OLDWORLD-16.1] The figures that a power controls there."""
        control = self.control
        return [figure for figure in self.at[region] if control[figure] == me]

    def on_board(self, me: Power) -> list[Figure]:
        control = self.control
        return [figure for figures in self.at for figure in figures if control[figure] == me]

    def cultists(self, region: Region, me: Power) -> int:
        control = self.control
        return len([f for f in self.at[region] if control[f] == me and CLS[f] == CULTIST])

    def attack(self, figure: Figure) -> int:
        """[OLDWORLD-16.2, OLDWORLD-17.2] By its owner's upgrades, whoever controls it."""
        return ATTACK[KIND[figure]][self.upgrades[OWNER[figure]]]

    def distinct(self, figures: list[Figure]) -> list[Figure]:
        """One of each sort: figures without a mark that differ in nothing are interchangeable."""
        seen: list[int] = []
        first: list[Figure] = []
        marked = bool(self.shielded or self.hurried or self.perched or self.wounds)
        for figure in figures:
            if marked and self.is_marked(figure):
                first.append(figure)
                continue
            sort = (KIND[figure] * GODS + self.control[figure]) * 16 + self.where[figure]
            if sort not in seen:
                seen.append(sort)
                first.append(figure)
        return first

    def is_marked(self, figure: Figure) -> bool:
        return (
            figure in self.shielded
            or figure in self.hurried
            or figure in [other for other, _ in self.perched]
            or figure in [other for _, other in self.wounds]
        )

    def put(self, figure: Figure, region: Region) -> None:
        """Stand a figure in a region, or take it to the reserve (NONE)."""
        old = self.where[figure]
        if old != NONE:
            self.at[old] = tuple([other for other in self.at[old] if other != figure])
            if self.perched:
                self.perched = tuple([pair for pair in self.perched if pair[0] != figure])
        self.where[figure] = region
        if region != NONE:
            self.at[region] = tuple(sorted((*self.at[region], figure)))

    def reach(self, me: Power) -> list[Region]:
        """[OLDWORLD-6.12, OLDWORLD-6.13, OLDWORLD-6.14, OLDWORLD-15.5] With an own figure or next to one; or all."""
        control = self.control
        near = [False] * len(REGIONS)
        for region in EVERYWHERE:
            for figure in self.at[region]:
                if control[figure] == me:
                    near[region] = True
                    for other in ADJACENT[region]:
                        near[other] = True
                    break
        if True not in near:
            return list(EVERYWHERE)
        return [region for region in EVERYWHERE if near[region]]

    # ------------------------------------------------------------ tokens
    def token(self, region: Region, kind: Token) -> int:
        return self.tokens[KINDS_OF_TOKEN * region + kind]

    def supply(self, kind: Token) -> int:
        """[OLDWORLD-1.5, OLDWORLD-14.4] Those neither on the board nor, peasants, on a sheet."""
        held = sum(self.peasants) if kind == PEASANT else 0
        return TOKEN_COUNT[kind] - sum(self.tokens[kind::KINDS_OF_TOKEN]) - held

    def corruption_in(self, region: Region) -> int:
        """The corruption tokens of all powers."""
        return sum(self.corruption[GODS * region : GODS * region + GODS])

    # ------------------------------------------------------------ cards
    def cards_in(self, region: Region) -> list[Card]:
        """Chaos cards in play there, the left one first [OLDWORLD-7.2]."""
        return [card for card in self.slots[2 * region : 2 * region + 2] if card != NONE]

    def ruins(self) -> int:
        return len([number for number in self.ruined if number])

    def __str__(self) -> str:  # a short picture for failing tests
        lines = [f"round {self.round}, {self.phase}, power {self.points}, VP {self.vp}, dials {self.dial}"]
        for region in EVERYWHERE:
            figures = [FIGURES[figure] for figure in self.at[region]]
            lines.append(f"{REGIONS[region]}: {figures} {self.corruption[GODS * region : GODS * region + GODS]}")
        return "\n".join(lines)


T = Table[OldWorld]
X = TypeVar("X")


def changed(column: tuple[X, ...], place: int, value: X) -> tuple[X, ...]:
    """The column with another value at one place."""
    return (*column[:place], value, *column[place + 1 :])


def more(column: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """The column with more, or less, at one place."""
    return (*column[:place], column[place] + by, *column[place + 1 :])


def owner_of(card: Card) -> Power:
    """[OLDWORLD-7.4, OLDWORLD-1.11] Who played a Chaos card: only its owner can."""
    return CARD_POWER[card]
