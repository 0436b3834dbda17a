"""Final scoring [DARKLORD-12, DARKLORD-15]."""

from __future__ import annotations

from typing import NamedTuple

from grimtable.games.darklord.components import (
    ARTIFACTS,
    KIND,
    MEGALITH_SCORES,
    MEGALITH_VP,
    RACE,
    RED,
    SCORING,
    TERRITORIES,
    UNITS,
    VP,
    Card,
    Player,
)
from grimtable.games.darklord.state import OVER, DarkLord, T
from grimtable.kernel.values import Flow

MINUS_LAND_VP = -3  # [DARKLORD-11.3]


class Score(NamedTuple):
    """A row of the score sheet."""

    curses: int
    artifacts: tuple[tuple[Card, int], ...]
    throne: int
    minus: int
    plus: int

    @property
    def total(self) -> int:
        """[DARKLORD-12.1, DARKLORD-12.4] The sum of the row."""
        return self.curses + sum([vp for _, vp in self.artifacts]) + self.throne + self.minus + self.plus


def score(s: DarkLord, me: Player) -> Score:
    """[DARKLORD-12.1, DARKLORD-12.7, DARKLORD-12.8] Curses, artifacts, throne, minus and plus cards; nothing else."""
    lands = s.owned(me, TERRITORIES)
    artifacts = s.owned(me, ARTIFACTS)
    bad = [card for card in lands if is_minus(s, card)]
    good = [card for card in lands if card not in bad]
    minus = 0 if neutralises(artifacts) else MINUS_LAND_VP * len(bad)  # [DARKLORD-12.3]
    plus = sum([VP[card] for card in s.owned(me, UNITS) + good])  # [DARKLORD-12.2]
    worth = tuple([(card, artifact_vp(s, card, me)) for card in artifacts])
    return Score(-s.curses[me], worth, s.throne_vp[me], minus, plus)  # [DARKLORD-7.12]


def worth(s: DarkLord, card: Card) -> int:
    """What the victory points of a card are now: -3 for a minus territory, 0 beside its owner's Megalith Ruins."""
    if not is_minus(s, card):
        return VP[card]
    owner = s.owner[card]
    return 0 if owner >= 0 and neutralises(s.owned(owner, ARTIFACTS)) else MINUS_LAND_VP


def is_minus(s: DarkLord, land: Card) -> bool:
    """[DARKLORD-11.2, DARKLORD-14.4] A minus territory, or a land taken from the trash."""
    return VP[land] < 0 or land in s.minus


def neutralises(artifacts: list[Card]) -> bool:
    """[DARKLORD-12.3, DARKLORD-15.8] Megalith Ruins make minus lands count 0."""
    return bool([card for card in artifacts if operation(card) == "neutralise_minus_territories"])


def operation(artifact: Card) -> str:
    scoring = SCORING[artifact]
    assert scoring is not None
    op: str = scoring["op"]
    return op


def artifact_vp(s: DarkLord, card: Card, me: Player) -> int:
    """What one artifact is worth to its owner, by the operation its data names."""
    scoring = SCORING[card]
    assert scoring is not None
    op = scoring["op"]
    if op == "count_distinct_kinds":  # [DARKLORD-15.2, DARKLORD-15.9]
        return int(scoring["base"]) + int(scoring["per"]) * len(kinds_of(s, me, scoring["race"]))
    if op == "count_artifacts":  # [DARKLORD-15.3]
        return int(scoring["per"]) * len(s.owned(me, ARTIFACTS))
    if op == "flat":  # [DARKLORD-15.4]
        return int(scoring["value"])
    if op == "max":  # [DARKLORD-15.5] the curse tokens of all players, but at least the number given
        return max(int(scoring["args"][0]), sum(s.curses))
    if op == "if_fewest_units":  # [DARKLORD-15.6]
        return int(scoring["then"] if has_fewest_units(s, me) else scoring["else"])
    if op == "remove_area_count_final_round":  # [DARKLORD-15.7]
        return s.entombed
    assert op == "neutralise_minus_territories", op  # [DARKLORD-15.8]
    return MEGALITH_VP if MEGALITH_SCORES in s.rulings else int(scoring["value"])


def kinds_of(s: DarkLord, me: Player, race: str) -> list[str]:
    """[DARKLORD-15.2] The different kinds of a race that a player owns; copies count once."""
    return sorted({KIND[unit] for unit in s.units_of(me) if RACE[unit] == race})


def has_fewest_units(s: DarkLord, me: Player) -> bool:
    """[DARKLORD-15.6] Nobody owns fewer unit cards; ties count."""
    counts = [len(s.units_of(player)) for player in s.players()]
    return counts[me] == min(counts)


def winner(s: DarkLord, totals: tuple[int, ...]) -> Player:
    """[DARKLORD-12.5, DARKLORD-12.6] The highest total; a tie goes to red, or to the first clockwise from red."""
    red, count = s.colors.index(RED), len(totals)
    clockwise = [(red + seat) % count for seat in range(count)]
    return max(clockwise, key=lambda player: totals[player])  # the first of the highest


def final_scoring(t: T) -> Flow[None]:
    """[DARKLORD-12.5] The outcome counts two per victory point and one for the winner, so that a tie has one winner."""
    s = t.state
    s.phase = OVER
    s.vp = tuple([score(s, me).total for me in s.players()])
    best = winner(s, s.vp)
    for me in s.players():
        row = score(s, me)
        artifacts = sum([vp for _, vp in row.artifacts])
        t.emit("scored", me, s.vp[me], row.curses, artifacts, row.throne, row.minus, row.plus)
    t.emit("won", best, s.vp[best])
    yield from ()
    t.finish(tuple([2 * total + (me == best) for me, total in enumerate(s.vp)]))
