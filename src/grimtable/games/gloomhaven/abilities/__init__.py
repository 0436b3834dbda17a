"""Cards and powers with control flow, one file per class; importing this package teaches them to the interpreter."""

from grimtable.games.gloomhaven.abilities import brute, cragheart, mindthief, saw, spellweaver, triangles
from grimtable.games.gloomhaven.ops import (
    action,
    aftermath,
    attack,
    bonus,
    control,
    costs,
    counts,
    cures,
    displacing,
    elements,
    health,
    move,
    recovery,
    summon,
    support,
    terrain,
    triggers,
    turns,
    warding,
)

CLASSES_KNOWN = (brute, cragheart, mindthief, saw, spellweaver, triangles)
WORDS_KNOWN = (action, aftermath, attack, bonus, control, costs, counts, cures, displacing, elements, health, move)
MORE_WORDS = (recovery, summon, support, terrain, triggers, turns, warding)
