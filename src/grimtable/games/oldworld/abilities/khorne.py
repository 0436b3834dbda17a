"""Khorne: his dial turns when he kills. His cards and upgrades are words of data/ and act in battle and domination."""

from __future__ import annotations

from grimtable.games.oldworld.battle import after_battle_kill
from grimtable.games.oldworld.board import earn_counter
from grimtable.games.oldworld.components import KHORNE_BY_BATTLE, Power, Region
from grimtable.games.oldworld.state import T


@after_battle_kill.by("khorne")
def khorne_counter(t: T, me: Power, region: Region, first: bool) -> None:
    """[OLDWORLD-12.5, OLDWORLD-12.6, OLDWORLD-12.4, OLDWORLD-21.4] One counter per region a round, or per battle."""
    s = t.state
    if first if KHORNE_BY_BATTLE in s.flags else not s.slain[me] >> region & 1:
        earn_counter(t, me, region)
