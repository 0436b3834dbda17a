"""Everything that lies on the table, and questions about it."""

from __future__ import annotations

from dataclasses import dataclass

from grimtable.games.darklord.components import (
    BOMBERS,
    CIRCLES,
    CURSES,
    INCOME,
    KIND,
    LANDS,
    NONE,
    POWER,
    POWER_TOKENS,
    STONES,
    TERRITORIES,
    UNITS,
    Area,
    Card,
    Player,
)
from grimtable.kernel.table import Table
from grimtable.kernel.values import Step

# Phases of a round, in their order.
SETUP, PREPARATION, PLACEMENT, RESOLUTION, END, EVENT, OVER = (
    "setup",
    "preparation",
    "placement",
    "resolution",
    "end",
    "event",
    "over",
)


@dataclass(init=False, slots=True)
class DarkLord:
    """The whole game. What changes with every answer is a list, what changes rarely a tuple."""

    agenda: list[Step]
    rulings: frozenset[str]  # switched rulings, as "name=value"
    colors: tuple[int, ...]  # of each player's throne
    round: int
    phase: str
    area: Area  # the area being resolved
    start: Player  # who has the start player card
    owner: list[Player]  # of each card
    deck: list[Card]  # all levels in one pile; the last card is turned up next
    targets: list[Card]  # of each area, NONE once it is gone
    stacks: list[tuple[Card, ...]]  # of each area, first unit first
    ready: list[tuple[Card, ...]]  # of each player: units at home that may be placed
    coins: list[int]
    stones: list[int]
    curses: list[int]
    throne_vp: tuple[int, ...]
    removed: tuple[Card, ...]  # the remove area
    trash: tuple[Card, ...]
    tokens: tuple[Card, ...]  # units under a power token
    spent: tuple[Card, ...]  # units whose effect of this round is used up
    minus: tuple[Card, ...]  # lands taken from the trash: they count like minus territories
    arrivals: tuple[tuple[Player, ...], ...]  # who placed first in each area, under that ruling
    passed: int  # players who have passed, a bit each
    acquired: int  # players who acquired a target this round, a bit each
    bombed: int  # players who placed their Bomber this round, a bit each
    entombed: int  # units in the remove area at the end of the last round
    vp: tuple[int, ...]  # final victory points
    outcome: tuple[int, ...]

    def __init__(self, agenda: list[Step]) -> None:
        self.agenda = agenda
        self.rulings = frozenset()
        self.colors = ()
        self.round = 0
        self.phase = SETUP
        self.area = NONE
        self.start = NONE
        self.owner = []
        self.deck = []
        self.targets = []
        self.stacks = []
        self.ready = []
        self.coins = []
        self.stones = []
        self.curses = []
        self.throne_vp = ()
        self.removed = ()
        self.trash = ()
        self.tokens = ()
        self.spent = ()
        self.minus = ()
        self.arrivals = ()
        self.passed = 0
        self.acquired = 0
        self.bombed = 0
        self.entombed = 0
        self.vp = ()
        self.outcome = ()

    def clone(self) -> DarkLord:
        s = DarkLord(self.agenda.copy())
        s.rulings = self.rulings
        s.colors = self.colors
        s.round = self.round
        s.phase = self.phase
        s.area = self.area
        s.start = self.start
        s.owner = self.owner.copy()
        s.deck = self.deck.copy()
        s.targets = self.targets.copy()
        s.stacks = self.stacks.copy()
        s.ready = self.ready.copy()
        s.coins = self.coins.copy()
        s.stones = self.stones.copy()
        s.curses = self.curses.copy()
        s.throne_vp = self.throne_vp
        s.removed = self.removed
        s.trash = self.trash
        s.tokens = self.tokens
        s.spent = self.spent
        s.minus = self.minus
        s.arrivals = self.arrivals
        s.passed = self.passed
        s.acquired = self.acquired
        s.bombed = self.bombed
        s.entombed = self.entombed
        s.vp = self.vp
        s.outcome = self.outcome
        return s

    # ------------------------------------------------------------ players
    def players(self) -> range:
        return range(len(self.coins))

    def turn_order(self) -> list[Player]:
        """All players clockwise from the start player."""
        count = len(self.coins)
        return [(self.start + seat) % count for seat in range(count)]

    def owned(self, me: Player, cards: tuple[Card, ...]) -> list[Card]:
        owner = self.owner
        return [card for card in cards if owner[card] == me]

    def units_of(self, me: Player) -> list[Card]:
        return self.owned(me, UNITS)

    def owns_land(self, me: Player, land: str) -> bool:
        owner = self.owner
        for card in LANDS[land]:  # noqa: SIM110  # a loop: this is asked at every step of a playout
            if owner[card] == me:
                return True
        return False

    def income_of(self, me: Player) -> int:
        """[DARKLORD-5.1, DARKLORD-4.4] The coins of a player's territories."""
        return sum([INCOME[card] for card in self.owned(me, TERRITORIES)])

    def sleeves_of(self, me: Player) -> int:
        """[DARKLORD-5.1, DARKLORD-4.5, DARKLORD-4.6] The sleeves of a player's territories."""
        return sum([CIRCLES[card] for card in self.owned(me, TERRITORIES)])

    def bomber_of(self, me: Player) -> Card:
        return BOMBERS[self.colors[me]]

    def funds(self, me: Player) -> int:
        """[DARKLORD-9.3, DARKLORD-9.4] Unspent coins and magic stones pay alike."""
        return self.coins[me] + self.stones[me]

    # ------------------------------------------------------------ the stock
    def curses_left(self) -> int:
        """[DARKLORD-1.5] Curse tokens never return to the stock."""
        return CURSES - sum(self.curses)

    def stones_left(self) -> int:
        return STONES - sum(self.stones)

    def power_tokens_left(self) -> int:
        return POWER_TOKENS - len(self.tokens)

    # ------------------------------------------------------------ units
    def power(self, unit: Card) -> int:
        """[DARKLORD-7.11, DARKLORD-7.15] Printed power, and 1 for each power token, as it is now."""
        return POWER[unit] + self.tokens.count(unit) if self.tokens else POWER[unit]

    def own_in(self, area: Area, me: Player, but: Card = NONE) -> list[Card]:
        """[DARKLORD-7.5] A player's units in one area: abilities of placing reach no further."""
        owner = self.owner
        return [unit for unit in self.stacks[area] if owner[unit] == me and unit != but]


T = Table[DarkLord]


def distinct(units: list[Card]) -> list[Card]:
    """The first of each kind: copies of a kind are alike while they lie at home."""
    kinds: list[str] = []
    first: list[Card] = []
    for unit in units:
        if KIND[unit] not in kinds:
            kinds.append(KIND[unit])
            first.append(unit)
    return first
