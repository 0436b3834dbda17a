"""Cards and powers with control flow, one file per class; importing this package teaches them to the interpreter."""

from grimtable.games.gloomhaven.abilities import brute, cragheart, mindthief, spellweaver
from grimtable.games.gloomhaven.ops import (
    action,
    attack,
    bonus,
    control,
    counts,
    elements,
    move,
    recovery,
    summon,
    support,
    terrain,
)

COMPLETE = (
    "brute",
    "tinkerer",
    "spellweaver",
    "scoundrel",
    "cragheart",
    "mindthief",
    "three-spears",
)  # every word is performed
CLASSES_KNOWN = (brute, cragheart, mindthief, spellweaver)
WORDS_KNOWN = (action, attack, bonus, control, counts, elements, move, recovery, summon, support, terrain)
