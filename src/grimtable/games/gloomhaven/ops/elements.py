"""What consuming an element makes of a line [GLOOMHAVEN-15.3, GLOOMHAVEN-15.5]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import is_in_force
from grimtable.games.gloomhaven.components import ELEMENT_OF, WILD
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import Bonus
from grimtable.games.gloomhaven.conditions import available, consume
from grimtable.games.gloomhaven.interludes import Option, at_will, take
from grimtable.games.gloomhaven.ops import ELEMENTS, Act, ability, enrich, perform_riders, strengthen
from grimtable.games.gloomhaven.state import T
from grimtable.kernel.values import Flow

KEEP: Final = "keep"
CONSUMED_NOW: Final = "element consumed"  # a note: during the action that is performed
ADDED: Final[tuple[str, ...]] = ("add", "plus")
CONSUMED: Final = "consumed"  # a line whose element is consumed: what is left of it


def offer_consume(t: T, seat: int, op: Op, row: Bonus | None = None) -> Flow[bool]:
    """[GLOOMHAVEN-15.3] May be set to inert for what stands after the colon: of `row`, as long as that is in force."""
    s = t.state
    wanted = op.words("element")
    at = 0
    while at < len(wanted):
        name = wanted[at]
        ready = [e for e in available(s) if name == WILD or e == ELEMENT_OF[name]]
        later = [other for other in wanted[at + 1 :] if other != WILD and ELEMENT_OF[other] not in available(s)]
        if not ready or later or len(available(s)) < len(wanted) - at:
            return False
        options: list[int | str | Option] = [KEEP, *ready, *at_will(s, seat)] if at == 0 else [*ready]
        element = yield from t.choose(seat, "consume", options)
        if isinstance(element, tuple):
            yield from take(t, seat, element)
            if row is not None and not is_in_force(s, row):
                return False
            continue
        if isinstance(element, str):
            return False
        at += 1
        consume(t, element)
    s.notes[CONSUMED_NOW] = 1
    return True


@enrich.by(ELEMENTS)
def enrich_line(t: T, act: Act, op: Op) -> Flow[Op]:
    """Each element of a line is offered; what it gives is worked into the line."""
    found = Op(op.name, op.value, op.word, tuple([rider for rider in op.sub if rider.name != "consume"]), op.args)
    for rider in op.sub:
        if rider.name == "consume" and (yield from offer_consume(t, act.seat, rider)):
            for more in rider.sub:
                found = with_more(found, more)
    return found


def with_more(op: Op, more: Op) -> Op:
    """The line with one more effect: a higher number, another word, or a further rider."""
    if more.name == "override":
        return overridden(op, more)
    if more.name == "instead":
        return Op(op.name, op.value, op.word, op.sub, {**op.args, "instead": more.ops("do")})
    if more.text("mod") in ADDED:
        if more.name == op.name:
            return Op(op.name, op.value + more.value, op.word, (*op.sub, *more.sub), op.args)
        if more.name == "range" and op.number("range"):
            return Op(op.name, op.value, op.word, op.sub, {**op.args, "range": op.number("range") + more.value})
        sub = [raised(rider, more) if rider.name == more.name else rider for rider in op.sub]
        return Op(op.name, op.value, op.word, tuple(sub), op.args)
    return Op(op.name, op.value, op.word, (*op.sub, more), op.args)


def raised(op: Op, more: Op) -> Op:
    return Op(op.name, op.value + more.value, op.word, op.sub, op.args)


def overridden(op: Op, more: Op) -> Op:
    """A field of the line gets another value."""
    field = more.text("field").rpartition(".")[2]
    args, value, sub = dict(op.args), op.value, op.sub
    if field == "affects":
        sub = tuple([Op("affects", 0, "", (), {"who": more.word}) if r.name == "affects" else r for r in sub])
    elif field == "target_spec":
        sub = tuple([Op("target_spec", 0, more.word, (), {}) if r.name == "target_spec" else r for r in sub])
    elif field == "X":
        sub = tuple([Op("define_X", 0, "", (), {"as": more.word}) if r.name == "define_X" else r for r in sub])
    elif field == "count":
        args |= {"count": more.value, "up_to": more.flag("up_to")}
    else:
        assert field in ("value", "add", "attack_bonus"), field
        value = more.value
    if more.number("xp"):
        sub = (*sub, Op("xp", more.number("xp"), "", (), {}))
    return Op(op.name, value, op.word, sub, args)


@strengthen.by(ELEMENTS)
def strengthen_action(t: T, act: Act, ops: tuple[Op, ...]) -> Flow[tuple[Op, ...]]:
    """A line of its own that adds to other lines of the action is asked for before the first of them."""
    found = ops
    for place, op in enumerate(ops):
        added = [more for more in op.sub if more.text("mod") in ADDED]
        if op.name != "consume" or not added:
            continue
        rest = tuple([more for more in op.sub if more not in added])
        found = (*found[:place], Op(CONSUMED, 0, "", (), {}), *found[place + 1 :])
        if (yield from offer_consume(t, act.seat, op)):
            for more in added:
                found = tuple([raised(line, more) if line.name == more.name else line for line in found])
            found = (*found[:place], Op(CONSUMED, 0, "", rest, {}), *found[place + 1 :])
    return found


@ability.by(CONSUMED)
def consumed_line(t: T, act: Act, op: Op) -> Flow[None]:
    """What the consumed element gives besides."""
    yield from perform_riders(t, act, op.sub)
