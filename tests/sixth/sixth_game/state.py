"""Everything on the table, and who knows what."""

from __future__ import annotations

from dataclasses import dataclass

from grimtable.kernel.table import Table
from grimtable.kernel.values import Step

from .components import ALL, CARDS, NONE, WORTH, Card, Player


@dataclass(init=False, slots=True)
class Relics:
    agenda: list[Step]
    rounds: int  # to be played
    round: int
    offering: bool  # whether there is one at the end
    deck: list[Card]  # the last is drawn next
    discard: list[Card]
    relic: Card  # the one to be auctioned
    hands: list[tuple[Card, ...]]  # in the order in which they came
    sealed: list[Card]
    won: list[tuple[Card, ...]]
    knows: list[int]  # who knows where each card is, a bit each
    coins: list[int]
    omens: list[int]  # secret dice
    offers: list[int]  # secret numbers
    offered: int  # their sum, once it is told
    altars: list[tuple[int, ...]]
    outcome: tuple[int, ...]

    def __init__(self, agenda: list[Step]) -> None:
        self.agenda = agenda
        self.rounds = 0
        self.round = 0
        self.offering = True
        self.deck = []
        self.discard = []
        self.relic = NONE
        self.hands = []
        self.sealed = []
        self.won = []
        self.knows = []
        self.coins = []
        self.omens = []
        self.offers = []
        self.offered = NONE
        self.altars = []
        self.outcome = ()

    def clone(self) -> Relics:
        s = Relics(self.agenda.copy())
        s.rounds = self.rounds
        s.round = self.round
        s.offering = self.offering
        s.deck = self.deck.copy()
        s.discard = self.discard.copy()
        s.relic = self.relic
        s.hands = self.hands.copy()
        s.sealed = self.sealed.copy()
        s.won = self.won.copy()
        s.knows = self.knows.copy()
        s.coins = self.coins.copy()
        s.omens = self.omens.copy()
        s.offers = self.offers.copy()
        s.offered = self.offered
        s.altars = self.altars.copy()
        s.outcome = self.outcome
        return s

    def players(self) -> range:
        return range(len(self.hands))

    def sees(self, viewer: Player | None, card: Card) -> bool:
        return self.knows[card] == ALL if viewer is None else bool(self.knows[card] >> viewer & 1)

    def gain(self, me: Player, card: Card) -> None:
        self.hands[me] = (*self.hands[me], card)
        self.knows[card] |= 1 << me

    def lose(self, me: Player, card: Card) -> None:
        self.hands[me] = tuple([other for other in self.hands[me] if other != card])

    def altar_points(self, me: Player) -> int:
        """[RELICS-5.2] For each altar on which nobody has as many coins."""
        mine = self.altars[me]
        others = [self.altars[other] for other in self.players() if other != me]
        return len([a for a, coins in enumerate(mine) if coins and not [o for o in others if o and o[a] >= coins]])

    def worth(self, me: Player) -> int:
        """The worth of the relics that count: those won and the sealed one."""
        return sum([WORTH[card] for card in (*self.won[me], self.sealed[me]) if card != NONE])


T = Table[Relics]


def problems(s: Relics) -> list[str]:
    """Broken invariants of a position, in words."""
    columns = (s.sealed, s.won, s.coins, s.omens, s.offers, s.altars)
    if not all([len(column) == len(s.hands) for column in columns]) or len(s.knows) != len(CARDS):
        return ["the columns differ in length"]
    zones = [s.deck, s.discard, [s.relic], s.sealed, *s.hands, *s.won]
    places = [card for zone in zones for card in zone if card != NONE]
    found = [f"relic {card} lies in two places" for card in sorted(set(places)) if places.count(card) > 1]
    if s.round and len(places) < len(CARDS):
        found.append("a relic is missing")
    if min(s.coins) < 0:
        found.append("somebody has fewer than no coins")
    for me in s.players():
        found += [f"player {me} does not know his relic {card}" for card in s.hands[me] if not s.sees(me, card)]
    return found
