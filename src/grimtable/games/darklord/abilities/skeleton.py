"""Abilities of the Skeletons."""

from __future__ import annotations

from grimtable.games.darklord.battle import may_place, owner_acquires, pay, remove, when_placed
from grimtable.games.darklord.components import CARDS, UID, Area, Card, Player
from grimtable.games.darklord.state import DarkLord, T
from grimtable.kernel.values import Flow


# ---------------------------------------------------------------- Skeleton Spearman
def spearman_targets(s: DarkLord, unit: Card, area: Area, me: Player) -> list[Card]:
    funds = s.funds(me)
    return [other for other in s.stacks[area] if other != unit and s.power(other) <= funds]


@may_place.by("skeleton_spearman")
def spearman_may_be_placed(s: DarkLord, unit: Card, area: Area, me: Player) -> bool:
    """[DARKLORD-13.2] Only where a unit stands whose power its owner can pay."""
    return bool(spearman_targets(s, unit, area, me))


@when_placed.by("skeleton_spearman")
def spearman(t: T, unit: Card, area: Area, me: Player) -> Flow[None]:
    """[DARKLORD-13.2] Pay the current power of one unit there, whoever owns it, and remove it."""
    s = t.state
    victim = yield from t.choose(me, "spearman", [UID[u] for u in spearman_targets(s, unit, area, me)])
    yield from pay(t, me, s.power(CARDS[victim]))
    remove(t, CARDS[victim], area, unit)


# ---------------------------------------------------------------- Skeleton Cursedman
@owner_acquires.by("skeleton_cursedman")
def cursedman(t: T, unit: Card, me: Player) -> Flow[None]:
    """[DARKLORD-13.3] Whenever its owner acquires the target of its area: a curse token from the stock to anybody."""
    s = t.state
    if not s.curses_left():
        return
    cursed = yield from t.choose(me, "curse", s.players())
    s.curses[cursed] += 1
    t.emit("cursed", me, cursed)


# ---------------------------------------------------------------- Skull Dragon
@may_place.by("skull_dragon")
def dragon_may_be_placed(s: DarkLord, unit: Card, area: Area, me: Player) -> bool:
    """[DARKLORD-13.10] Only where its owner has a unit."""
    return bool(s.own_in(area, me, but=unit))


@when_placed.by("skull_dragon")
def dragon(t: T, unit: Card, area: Area, me: Player) -> Flow[None]:
    """[DARKLORD-13.10] Remove one other own unit there."""
    victim = yield from t.choose(me, "dragon", [UID[u] for u in t.state.own_in(area, me, but=unit)])
    remove(t, CARDS[victim], area, unit)
