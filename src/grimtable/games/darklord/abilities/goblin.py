"""Abilities of the Goblins. The Bomber's is in `make_ready` and in the end phase."""

from __future__ import annotations

from grimtable.games.darklord.battle import recall, surcharge, when_placed, wins_ties
from grimtable.games.darklord.components import CARDS, UID, Area, Card, Player
from grimtable.games.darklord.state import DarkLord, T
from grimtable.kernel.values import Flow

DECLINE = "decline"


# ---------------------------------------------------------------- Goblin Flag Bearer
@wins_ties.by("goblin_flag_bearer")
def flag_bearer(s: DarkLord, unit: Card) -> bool:
    """[DARKLORD-13.5, DARKLORD-8.5] Its owner comes first among equal totals."""
    return True


# ---------------------------------------------------------------- Goblin Delivery
@when_placed.by("goblin_delivery")
def delivery(t: T, unit: Card, area: Area, me: Player) -> Flow[None]:
    """[DARKLORD-13.6, DARKLORD-13.7] May put a power token on another own unit there, once per round."""
    s = t.state
    friends = s.own_in(area, me, but=unit)
    if not friends or unit in s.spent or not s.power_tokens_left():
        return
    answer = yield from t.choose(me, "delivery", [*[UID[u] for u in friends], DECLINE])
    if answer == DECLINE:  # [DARKLORD-7.2]
        return
    s.tokens = (*s.tokens, CARDS[answer])
    s.spent = (*s.spent, unit)
    t.emit("token_placed", me, answer, area)


# ---------------------------------------------------------------- Goblin King
@surcharge.by("goblin_king")
def king(s: DarkLord, area: Area, me: Player) -> int:
    """[DARKLORD-13.12] Another player who acquires there pays 1 more for each own unit of power 2 or more."""
    return len([unit for unit in s.own_in(area, me) if s.power(unit) >= 2])


# ---------------------------------------------------------------- Goblin Scout
@when_placed.by("goblin_scout")
def scout(t: T, unit: Card, area: Area, me: Player) -> Flow[None]:
    """[DARKLORD-13.13] May take another own unit there back home, with its sleeve."""
    friends = t.state.own_in(area, me, but=unit)
    if not friends:
        return
    answer = yield from t.choose(me, "scout", [*[UID[u] for u in friends], DECLINE])
    if answer != DECLINE:  # [DARKLORD-7.2]
        recall(t, CARDS[answer], area)
