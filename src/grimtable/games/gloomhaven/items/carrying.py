"""What items give at the end of a turn."""

from __future__ import annotations

from grimtable.games.gloomhaven.bonuses import gain_xp, grant
from grimtable.games.gloomhaven.components import Figure
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.conditions import heal
from grimtable.games.gloomhaven.gear import worn
from grimtable.games.gloomhaven.state import T
from grimtable.games.gloomhaven.taking import turn_over
from grimtable.kernel.values import Flow


@turn_over.by("items")
def at_the_end_of_a_turn(t: T, character: Figure) -> Flow[None]:
    """What items give for moving far, or hardly at all."""
    s = t.state
    moved = len(s.walked)
    for item in s.items[character]:
        facts = ITEMS[item]
        if facts.timing == "when_moved_on_your_turn" and facts.passive and moved >= int(facts.effect["min_hexes"]):
            for op in facts.ops:
                if op.name == "xp":
                    gain_xp(t, character, op.value)
                else:
                    heal(t, character, op.value)
    if moved <= 1:
        for op in worn(s, character, "shield", "end_of_your_turn_if_moved_1_or_fewer"):
            grant(s, character, "shield", op.value)
    yield from ()
