"""Items used against attacks and conditions."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.attacks import when_attacked
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components import CHARACTER, CONDITIONS, SUMMON, Figure, Mask, bits
from grimtable.games.gloomhaven.components.items import ITEMS, MOMENTS
from grimtable.games.gloomhaven.components.terms import ATTACK
from grimtable.games.gloomhaven.conditions import give, keeps_off
from grimtable.games.gloomhaven.damage import lessen_damage
from grimtable.games.gloomhaven.gear import is_proof, is_ready, ready, use, worn
from grimtable.games.gloomhaven.items.own_turn import can_pay, offered, pay
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow
from grimtable.kernel.values import Flow

WHEN_ATTACKED: Final[Mask] = MOMENTS["when_attacked"]
WHEN_DAMAGED_BY_ATTACK: Final[Mask] = MOMENTS["when_damaged_by_attack"]
WHEN_OWN_SUMMON_DAMAGED_BY_ATTACK: Final[Mask] = MOMENTS["when_own_summon_damaged_by_attack"]

CHARGED: Final[Mask] = MOMENTS["next_sources_of_attack_damage"]


@when_attacked.by("items")
def use_when_attacked(t: T, blow: Blow) -> Flow[None]:
    """Before the attacker draws."""
    s, me = t.state, blow.target
    if s.sort[me] != CHARACTER:
        return
    blow.tamed = bool(worn(s, me, "treat_enemy_x2_as"))
    while found := ready(s, me, WHEN_ATTACKED):
        items = [i for i in found if ITEMS[i].ops[0].name != "redirect_attack"]
        item = (yield from offered(t, me, items)) if items else 0
        if not item:
            return
        use(t, me, item)
        for op in ITEMS[item].ops:
            blow.disadvantage = blow.disadvantage or op.name == "attacker_disadvantage"
            if op.name == "shield":
                grant(s, me, "shield", op.value, until=ATTACK)


@lessen_damage.by("items")
def use_when_damaged(t: T, figure: Figure, amount: int, by: Figure, from_attack: bool) -> Flow[int]:
    """[GLOOMHAVEN-18.4, GLOOMHAVEN-19.3] Items with charges must be used, others may be."""
    s = t.state
    if not from_attack:
        return amount
    if s.sort[figure] == SUMMON:
        return (yield from spare_summon(t, figure, amount))
    for item in ready(s, figure, CHARGED):
        if amount > 0:
            use(t, figure, item)
            amount = lessened(s, figure, item, amount)
    while amount > 0:
        items = ready(s, figure, WHEN_DAMAGED_BY_ATTACK)
        if items:
            items = tuple([i for i in items if can_pay(s, i)])
        item = (yield from offered(t, figure, items)) if items else 0
        if not item:
            break
        yield from pay(t, s.seat[figure], item)
        use(t, figure, item)
        amount = lessened(s, figure, item, amount)
        if not ITEMS[item].after_use:
            break
    return max(0, amount)


def lessened(s: Gloomhaven, figure: Figure, item: int, amount: int) -> int:
    for op in ITEMS[item].ops:
        if op.name == "shield":
            amount -= op.value
        elif op.name == "negate_damage":
            amount = 0
        elif op.name == "retaliate":
            grant(s, figure, "retaliate", op.value, until=ATTACK)
    return max(0, amount)


def spare_summon(t: T, summon: Figure, amount: int) -> Flow[int]:
    """Phasing Idol."""
    owner = t.state.owner[summon]
    items = ready(t.state, owner, WHEN_OWN_SUMMON_DAMAGED_BY_ATTACK)
    item = (yield from offered(t, owner, items)) if items else 0
    if item:
        use(t, owner, item)
    return 0 if item else amount


@keeps_off.by("items")
def keeps_condition_off(t: T, figure: Figure, condition: Mask) -> bool:
    """Immunity, antidotes, and what turns a condition into another."""
    s = t.state
    if s.sort[figure] != CHARACTER or not s.items[figure]:
        return False
    name = CONDITIONS[condition.bit_length() - 1]
    if is_proof(s, figure, name):
        return True
    for op in worn(s, figure, "replace_condition"):
        if op.text("from") == name:
            give(t, figure, bits([op.text("to")]))
            return True
    for item in s.items[figure]:
        lines = [op for op in ITEMS[item].ops if op.name == "prevent_condition" and op.text("condition") == name]
        if lines and is_ready(s, figure, item):
            use(t, figure, item)
            return True
    return False
