"""What a monster card does with elements [GLOOMHAVEN-15.7]: lines as they are, once it is known what is consumed."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import Figure
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.conditions import consumes
from grimtable.games.gloomhaven.state import T
from grimtable.kernel.values import Flow


def next_attack(ops: tuple[Op, ...], place: int) -> Op | None:
    """The first attack from this line on."""
    for op in ops[place:]:
        if op.name == "attack":
            return op
    return None


def strengthened(t: T, me: Figure, seat: int, op: Op) -> Flow[Op]:
    """[GLOOMHAVEN-15.7] The line with what its elements give it, as far as they are there."""
    paid: list[Op] = []
    for rider in op.sub:
        if rider.name == "consume" and (yield from consumes(t, me, seat, rider)):
            paid.append(rider)
    return line_with(op, paid)


def prices_of_attacks(ops: tuple[Op, ...]) -> list[Op]:
    """What is consumed before the attack, and so before the move that seeks the best place for it [GLOOMHAVEN-15.6]."""
    found: list[Op] = []
    for op in ops:
        if op.name == "attack":
            found += [rider for rider in op.sub if rider.name == "consume"]
        elif op.name == "consume" and next_attack(op.sub, 0) is not None:
            found.append(op)
    return found


def with_elements(ops: tuple[Op, ...], paid: list[Op]) -> tuple[Op, ...]:
    """The lines with what the elements paid for give their attacks; an attack nobody pays for is gone."""
    found: list[Op] = []
    for op in ops:
        if op.name == "consume" and next_attack(op.sub, 0) is not None:
            found += op.sub if op in paid else ()
        else:
            found.append(line_with(op, paid) if op.name == "attack" else op)
    return tuple(found)


def line_with(op: Op, paid: list[Op]) -> Op:
    """A line with what the elements paid for give it."""
    riders = [rider for rider in op.sub if rider.name != "consume"]
    value = op.value
    for rider in paid:
        if rider not in op.sub:
            continue
        for more in rider.sub:
            if more.name == op.name and more.text("mod") == "subtract":
                value -= more.value
            elif more.name == op.name:
                value = more.value if more.rider("instead") is not None else value + more.value
            elif more.name in ("target_spec", "target", "area", "range") and not more.text("mod"):
                riders = [*[other for other in riders if other.name != more.name], more]
            else:
                riders.append(more)
    return Op(op.name, value, op.word, tuple(riders), op.args)
