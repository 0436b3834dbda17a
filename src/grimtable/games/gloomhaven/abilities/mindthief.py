"""The Mindthief: augments [GLOOMHAVEN-16.10] and a swarm of rats."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import grant, has_rule, op_of
from grimtable.games.gloomhaven.components import Figure, bits
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import PERSISTENT, Bonus
from grimtable.games.gloomhaven.ops import Act, ability, perform_riders
from grimtable.games.gloomhaven.ops.action import condition_of_action
from grimtable.games.gloomhaven.ops.attack import striking
from grimtable.games.gloomhaven.ops.bonus import in_reach
from grimtable.games.gloomhaven.ops.elements import KEEP, offer_consume
from grimtable.games.gloomhaven.ops.support import may_kill
from grimtable.games.gloomhaven.piles import leave_active
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, after_hit
from grimtable.kernel.values import Flow

TWO_AUGMENTS: Final = "two_augments_may_be_active"
RANGED_TOO: Final = "your_ranged_attacks_gain_augment_effects"


def augments_of(s: Gloomhaven, figure: Figure) -> list[Bonus]:
    return [row for row in s.bonuses if row.word == "augment" and row.figure == figure]


@ability.by("augment")
def augment(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-16.10] One at a time: the old one goes to its pile, or the new one is not activated."""
    s = t.state
    rows = augments_of(s, act.me)
    most = 2 if has_rule(s, act.me, TWO_AUGMENTS) else 1
    if len(rows) >= most:
        options: list[int | str] = [KEEP, *[row.source for row in rows]]
        card = yield from t.choose(act.seat, "augment", options)
        if isinstance(card, str):
            return
        leave_active(t, act.me, next(row for row in rows if row.source == card))
    grant(s, act.me, "augment", 0, until=PERSISTENT, source=act.card, half=act.half, place=act.place)
    t.emit("augmented", s.tag(act.me), act.card)
    act.did = True


def works_on(s: Gloomhaven, blow: Blow) -> list[Op]:
    """The effects of all augments in force for this attack."""
    owner = blow.strike.augmented_by
    if not blow.strike.is_melee and not has_rule(s, owner, RANGED_TOO):
        return []
    return [op for row in augments_of(s, owner) for op in op_of(row).sub]


@striking.by("augments")
def augmented(t: T, blow: Blow) -> Flow[None]:
    """What the augments in force give to one target of a melee attack."""
    s = t.state
    for op in works_on(s, blow):
        if op.name == "attack_bonus":
            blow.value += op.value
        elif op.name == "condition":
            blow.conditions |= bits([op.word])
        elif op.name == "consume":
            if (yield from offer_consume(t, s.asks(blow.strike.augmented_by), op)):
                strengthened_by(s, blow, op)
        elif op.name != "round_bonus":
            blow.effects += (Op("perform", 0, "", (op,), {}),)


def strengthened_by(s: Gloomhaven, blow: Blow, op: Op) -> None:
    """Frozen Mind and Phantasmal Killer: what the consumed element does."""
    for given in op.sub:
        if given.name == "condition":
            blow.conditions |= bits([given.word])
        for instead in given.ops("do"):
            blow.kill = instead.name == "kill" and may_kill(s, instead, blow.target)


@after_hit.by("perform")
def performed_after_hit(t: T, blow: Blow, op: Op) -> Flow[None]:
    """An ability that the attacker performs with the attack."""
    me = blow.strike.attacker
    yield from perform_riders(t, Act(me, t.state.asks(me)), op.sub)


@condition_of_action.by("movement_ended_in_starting_hex")
def back_again(t: T, act: Act) -> bool:
    """Feedback Loop, bottom."""
    return bool(act.path) and t.state.hex[act.me] == act.origin


@ability.by("gain_money_tokens")
def gain_money_tokens(t: T, act: Act, op: Op) -> Flow[None]:
    """Pilfer, top: from the supply, one per adjacent enemy."""
    s = t.state
    tokens = len([f for f in s.enemies(act.me) if s.adjacent(act.me, f)]) * op.value
    if tokens:
        s.coins[act.me] += tokens
        t.emit("looted", s.tag(act.me), tokens, s.hex[act.me])
        act.did = True
    yield from ()


@in_reach.by("number_of_your_allies_within_range_2")
def pack(s: Gloomhaven, row: Bonus) -> int:
    """Many as One, bottom."""
    return len([f for f in s.allies(row.figure) if s.distance(row.figure, f) <= 2])
