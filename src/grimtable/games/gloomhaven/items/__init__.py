"""What items do, by the moment they are used: in one's turn, in an attack, against an attack.

An item whose words or whose moment nobody performs is not offered: see `missing`.
"""

from grimtable.games.gloomhaven.items import attacking, carrying, defending, own_turn, reacting, rounds
from grimtable.games.gloomhaven.items.vocabulary import AVAILABLE, missing

MOMENTS_KNOWN = (attacking, carrying, defending, own_turn, reacting, rounds)
__all__ = ("AVAILABLE", "missing")
