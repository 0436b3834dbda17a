"""What items give at the end of a turn."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import gain_xp, grant
from grimtable.games.gloomhaven.components import ELEMENTS, HAZARD, Figure, Mask
from grimtable.games.gloomhaven.components.items import ITEMS, MOMENTS
from grimtable.games.gloomhaven.conditions import heal, infuse
from grimtable.games.gloomhaven.gear import ready, use, worn
from grimtable.games.gloomhaven.items.own_turn import offered
from grimtable.games.gloomhaven.state import T
from grimtable.games.gloomhaven.taking import turn_over
from grimtable.kernel.values import Flow

WHEN_MOVED_ON_YOUR_TURN: Final[Mask] = MOMENTS["when_moved_on_your_turn"]


@turn_over.by("items")
def at_the_end_of_a_turn(t: T, character: Figure) -> Flow[None]:
    """What items give for moving far, or hardly at all."""
    s = t.state
    moved = len(s.walked)
    for item in s.items[character]:
        facts = ITEMS[item]
        if facts.timing == "when_moved_on_your_turn" and facts.passive and moved >= int(facts.effect["min_hexes"]):
            for op in facts.ops:
                if op.name == "xp":  # earned by the way, whatever came then [GLOOMHAVEN-18.1]
                    gain_xp(t, character, op.value)
                elif op.name == "heal" and s.in_play(character):
                    heal(t, character, op.value)
    if not s.in_play(character):
        return
    if moved <= 1:
        for op in worn(s, character, "shield", "end_of_your_turn_if_moved_1_or_fewer"):
            grant(s, character, "shield", op.value)
    if [at for at in s.walked if s.terrain[at] & HAZARD]:  # Magma Waders
        for op in worn(s, character, "heal", "passive"):
            heal(t, character, op.value)
    far = [i for i in ready(s, character, WHEN_MOVED_ON_YOUR_TURN) if moved >= int(ITEMS[i].effect["min_hexes"])]
    item = (yield from offered(t, character, far)) if far else 0
    if item:  # Elemental Boots
        use(t, character, item)
        infuse(t, (yield from t.choose(s.seat[character], "infuse", range(len(ELEMENTS)))))
