"""How long the cards of a character last, how long the scenario still takes, and what a lost card costs."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.components import BOSS, RANK_OF, Figure
from grimtable.games.gloomhaven.components.monsters import IS_BOSS, TYPE_OF, hp_of
from grimtable.games.gloomhaven.components.scenarios import record_of
from grimtable.games.gloomhaven.state import Gloomhaven

DAMAGE_A_ROUND: Final = 3  # of one character, in halves of a hit point
PER_DOOR: Final = 2  # rounds to gather and to rest before it
CHEAP, DEAR = 8, 22  # a round that is lost, with and without rounds to spare
AT_LEAST: Final = 6  # a lost card is worth so much even when there is time enough


def rounds_left(hand: int, discards: int) -> int:
    """Rounds until exhaustion with a rest whenever the hand is played: 10 cards last 25 rounds."""
    rounds = 0
    while True:
        rounds += hand // 2
        discards += hand - hand % 2
        hand %= 2
        if discards < 2:
            return rounds
        hand, discards = hand + discards - 1, 0


def unseen_hp(s: Gloomhaven) -> int:
    """Hit points of the monsters that wait in closed rooms."""
    column = max(s.characters, 2) - 2
    total = 0
    for spot in record_of(s.scenario)["monsters"]:
        rank = spot["rank_2_3_4"][column]
        if rank != "none" and not s.revealed >> spot["room"] & 1:
            kind = TYPE_OF[spot["id"]]
            total += hp_of(kind, BOSS if IS_BOSS[kind] else RANK_OF[rank], s.level_of(kind), s.characters)
    return total


def foes_hp(s: Gloomhaven) -> int:
    """Hit points of all monsters, those behind doors too."""
    return sum([s.hp[f] for f in s.monsters()]) + unseen_hp(s)


def rounds_needed(s: Gloomhaven) -> int:
    """Rounds that the rest of the scenario takes, if everybody hits as usual."""
    return 2 * foes_hp(s) // (DAMAGE_A_ROUND * max(1, len(s.heroes()))) + PER_DOOR * s.closed.bit_count()


def slack(s: Gloomhaven, me: Figure) -> int:
    """Rounds to spare."""
    hand = len(s.hand[me]) + len(s.chosen_cards(me))
    return rounds_left(hand, len(s.discard[me])) - rounds_needed(s)


def price_of_rounds(s: Gloomhaven, me: Figure, rounds: int) -> int:
    spare = slack(s, me)
    return AT_LEAST + CHEAP * min(rounds, max(spare, 0)) + DEAR * max(0, rounds - max(spare, 0))


def price_of_card(s: Gloomhaven, me: Figure) -> int:
    """Of one card lost now."""
    cards = len(s.hand[me]) + len(s.chosen_cards(me)) + len(s.discard[me])
    return price_of_rounds(s, me, cards // 2)
