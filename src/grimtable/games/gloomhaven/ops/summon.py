"""Summons of characters [GLOOMHAVEN-17.3]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components import HEROES, NONE, SUMMON, Figure, Hex
from grimtable.games.gloomhaven.components.cards import BOOSTED, CARD_IDS, SUMMON_OF, SUMMON_STATS, SUMMONS
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import ACTED, PERSISTENT
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.ops import Act, ability
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

summon_trait: Final = Hook[[Gloomhaven, Figure, Op], None]()  # traits that come into force with the summon


@ability.by("summon")
def summon_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """Into an adjacent empty hex; its card stays in the active area as long as it lives.

    [GLOOMHAVEN-17.3, GLOOMHAVEN-17.4]
    """
    s = t.state
    facts = op.args["summon"]
    kind = SUMMON_OF[(facts["name"], CARD_IDS[act.card] if act.card != NONE else NONE)]
    boosted = op.words("boosted")
    if boosted:
        kind = BOOSTED[kind, tuple([stat for stat in SUMMON_STATS if stat in boosted])]
    for number in range(facts.get("count", 1)):
        free = [h for h in s.ground().near[s.hex[act.me]] if s.is_empty(h)]
        if not free:
            return
        at = yield from ask(t, act.seat, "summon_to", sorted(free))
        place_summon(t, act.me, kind, at, number + 1, act)


def place_summon(t: T, owner: Figure, kind: int, at: Hex, number: int, act: Act) -> Figure:
    """[GLOOMHAVEN-17.6] It does not act in this round."""
    s = t.state
    figure = s.enter(HEROES, SUMMON, kind, 0, number, SUMMONS[kind].hp, at)
    s.owner[figure] = owner
    s.marks[figure] = ACTED
    grant(s, owner, "summon", 0, until=PERSISTENT, source=act.card, half=act.half, place=act.place, aim=figure)
    act.did = True
    for op in SUMMONS[kind].traits:
        if op.name in summon_trait:
            summon_trait[op.name](s, figure, op)
    t.emit("summoned", t.state.tag(figure), at)
    return figure
