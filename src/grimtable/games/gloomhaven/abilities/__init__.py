"""Cards and powers with control flow, one file per class; importing this package teaches them to the interpreter."""

from grimtable.games.gloomhaven.abilities import brute
from grimtable.games.gloomhaven.ops import attack, bonus, move, summon, support

CLASSES_KNOWN = (brute,)
WORDS_KNOWN = (attack, bonus, move, summon, support)
