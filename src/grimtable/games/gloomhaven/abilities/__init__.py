"""Cards and powers with control flow, one file per class; importing this package teaches them to the interpreter."""

from grimtable.games.gloomhaven.abilities import brute, cragheart, mindthief, saw, spellweaver
from grimtable.games.gloomhaven.ops import (
    action,
    attack,
    bonus,
    control,
    counts,
    cures,
    elements,
    move,
    recovery,
    summon,
    support,
    terrain,
)

CLASSES_KNOWN = (brute, cragheart, mindthief, saw, spellweaver)
WORDS_KNOWN = (action, attack, bonus, control, counts, cures, elements, move, recovery, summon, support, terrain)
