"""Cards and powers with control flow, one file per class; importing this package teaches them to the interpreter."""

from grimtable.games.gloomhaven.abilities import (
    angry_face,
    brute,
    cragheart,
    mindthief,
    music_note,
    saw,
    spellweaver,
    triangles,
    two_mini,
)
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
    limits,
    move,
    recovery,
    summon,
    support,
    terrain,
    triggers,
    turns,
    warding,
)

CLASSES_KNOWN = (angry_face, brute, cragheart, mindthief, music_note, saw, spellweaver, triangles, two_mini)
WORDS_KNOWN = (action, aftermath, attack, bonus, control, costs, counts, cures, displacing, elements, health)
MORE_WORDS = (limits, move, recovery, summon, support, terrain, triggers, turns, warding)
