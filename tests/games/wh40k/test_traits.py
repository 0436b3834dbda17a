"""The warlord traits, with them and without them."""

from __future__ import annotations

import pytest

from games.wh40k.proof import Field, Proof, attacks, check, courage, least_spare
from games.wh40k.table import battlefield, unit
from grimtable.games.wh40k.state import CHARGED, FIGHT, Battle
from rule import rule


def fighter(field: Field) -> list[int]:
    """The attacks of a Captain who charged, and of one who did not."""
    found: list[int] = []
    for flag in (CHARGED, 0):
        s = battlefield(FIGHT)
        a = field.bearer(s, 0, "captain_in_gravis_armour", 1, 20, 10)
        s.targets[a] = (unit(s, 1, "tactical_squad", 1, 20, 12),)
        s.note(a, flag)
        found.append(attacks(s, a))
    return found


def leader(field: Field) -> list[int]:
    """The Leadership of the Warlord, of friends within 6", and beyond."""
    found: list[int] = []
    for at in range(3):

        def place(f: Field, which: int = at) -> tuple[Battle, int]:
            s = battlefield()
            lord = f.bearer(s, 0, "lord_of_contagion", 1, 20, 20)
            units = (lord, unit(s, 0, "chaos_cultists", 1, 20, 26), unit(s, 0, "chaos_cultists", 1, 20, 30))
            return s, units[which]

        found.append(courage(place)(field))
    return found


def survivor(field: Field) -> tuple[Battle, int]:
    s = battlefield()
    return s, field.bearer(s, 0, "captain_in_gravis_armour", 1, 20, 10)


PROOFS = {
    "legendary_fighter": Proof(fighter, [6, 5], [5, 5]),
    "inspiring_leader": Proof(leader, [10, 6, 5], [9, 5, 5]),
    "tenacious_survivor": Proof(least_spare(survivor), 6, 7),
}


@rule("WH40K-16.7", "WH40K-16.8", "WH40K-16.9")
@pytest.mark.parametrize("name", PROOFS)
def test_the_trait_does_what_it_says(name: str) -> None:
    check(PROOFS, name)
