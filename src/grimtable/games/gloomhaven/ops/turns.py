"""A turn out of order: another character plays two cards now."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import CHARACTER, NONE, Card
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.ops import Act, ability
from grimtable.games.gloomhaven.ops.targets import ONE, group, one_of, reach_of
from grimtable.games.gloomhaven.piles import show, without
from grimtable.games.gloomhaven.state import T
from grimtable.kernel.values import Flow, Step


@ability.by("extra_turn_with_two_cards")
def extra_turn(t: T, act: Act, op: Op) -> Flow[None]:
    """A whole turn of an ally with two cards of its hand; then the turn in progress goes on."""
    s = t.state
    allies = [f for f in group[ONE[op.text("who")]](s, act, reach_of(op)) if s.sort[f] == CHARACTER]
    allies = [f for f in allies if len(s.hand[f]) >= 2]
    ally = (yield from one_of(t, act.seat, "whom", allies)) if allies else NONE
    if ally == NONE:
        return
    cards: list[Card] = []
    for _ in range(2):
        card = yield from ask(t, s.seat[ally], "extra_card", sorted(s.hand[ally]))
        s.hand[ally] = without(s.hand[ally], card)
        show(s, ally, card)
        cards.append(card)
    s.chosen[ally] = (*s.chosen[ally], *cards)  # after those of its own turn of this round
    act.did = True
    left = without(s.to_play, act.card)
    s.agenda += [
        Step("resume_turn", (act.me, left, s.halves, s.walked, s.harm)),
        Step("end_extra_turn", (ally, tuple(cards), s.marks[ally])),
        Step("act", (ally,)),
        Step("start_extra_turn", (ally, tuple(cards))),
    ]
