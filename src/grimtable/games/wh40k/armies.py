"""What an army may bring: what the rules here cannot do is refused by name, never left out silently."""

from __future__ import annotations

from grimtable.games.wh40k.components import PROFILES, WEAPONS, Datasheet

REFUSED_ABILITIES = (
    "hovering",  # measures to hull or base, whichever is closer: a model has one shape here
    "repair_barge",  # lets passengers return to a vehicle with limited room
)
REFUSED_EFFECTS = ("fight_after_death",)  # of weapons: a slain model that fights later
BROOD = "monstrous_brood"  # several models that part after set-up


def refused(sheet: Datasheet, weapons: list[int], models: int) -> list[str]:
    """What a unit brings that the rules here cannot do, by name."""
    found = [name for name in sheet.abilities if name in REFUSED_ABILITIES or (name == BROOD and models > 1)]
    for weapon in sorted(set(weapons)):
        rows = [effect for profile in WEAPONS[weapon].profiles for effect in PROFILES[profile].effects]
        found += [WEAPONS[weapon].name for effect in rows if effect.op in REFUSED_EFFECTS]
    return found
