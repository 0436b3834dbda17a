"""What is done to get something else: the costs of active cards, and the word `pay`."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.ops import Act, ability, perform_riders
from grimtable.games.gloomhaven.piles import discard
from grimtable.games.gloomhaven.state import T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

NO: Final = "no"
YES: Final = "yes"
OWN: Final[tuple[str, ...]] = ("shield", "retaliate")  # paid for with an attack, but no part of it
# One cost: True if it was paid.
cost: Final = Hook[[T, Act, Op], Flow[bool]]()


def pays(t: T, act: Act, costs: tuple[Op, ...]) -> Flow[bool]:
    """All costs of a line, one after the other; whoever cannot or will not pay gets nothing."""
    for op in costs:
        if not (yield from cost[op.name](t, act, op)):
            return False
    return t.state.in_play(act.me)


@cost.by("discard_cards")
def discard_cards(t: T, act: Act, op: Op) -> Flow[bool]:
    s = t.state
    if len(s.hand[act.me]) < op.number("count"):
        return False
    for _ in range(op.number("count")):
        discard(s, act.me, (yield from ask(t, act.seat, "discard_card", sorted(s.hand[act.me]))))
    return True


@cost.by("suffer_damage")
def suffer_damage(t: T, act: Act, op: Op) -> Flow[bool]:
    """[GLOOMHAVEN-18.4] Paid even if the damage is negated."""
    act.suffered = yield from suffer(t, act.me, op.value)
    return True


@cost.by("condition")
def condition(t: T, act: Act, op: Op) -> Flow[bool]:
    """On oneself or on allies; where it is one of several, nobody is a refusal."""
    paying = Act(act.me, act.seat, act.card, act.half)
    yield from ability["condition"](t, paying, op)
    return bool(paying.touched)


@ability.by("pay")
def pay(t: T, act: Act, op: Op) -> Flow[None]:
    """A line of its own: the cost, and what it gives."""
    if (yield from agrees_to_pay(t, act, op)):
        act.did = True
        yield from perform_riders(t, act, op.sub)


def agrees_to_pay(t: T, act: Act, op: Op) -> Flow[bool]:
    if op.flag("optional") and (yield from ask(t, act.seat, "pay", [NO, YES])) == NO:
        return False
    return (yield from pays(t, act, op.ops("cost")))


def paid_for(t: T, act: Act, op: Op) -> Flow[Op]:
    """An attack with what its player pays for: riders join it, bonuses of one's own come into force."""
    riders = [rider for rider in op.sub if rider.name != "pay"]
    for rider in op.sub:
        if rider.name == "pay" and (yield from agrees_to_pay(t, act, rider)):
            own = tuple([more for more in rider.sub if more.name in OWN])
            yield from perform_riders(t, act, own)
            riders += [more for more in rider.sub if more.name not in OWN]
    return Op(op.name, op.value, op.word, tuple(riders), op.args)
