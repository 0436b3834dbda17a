"""The words of movement and loot."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import has_rule
from grimtable.games.gloomhaven.components import IMMOBILIZE, Hex
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.looting import loot, lootable, take_tokens
from grimtable.games.gloomhaven.moments import changed, listening, loot_action
from grimtable.games.gloomhaven.moving import PULL, PUSH, force, move
from grimtable.games.gloomhaven.ops import CARDS, Act, ability, goes_on, measure, perform_riders, value_of
from grimtable.games.gloomhaven.ops.action import condition_of_action
from grimtable.games.gloomhaven.ops.elements import offer_consume
from grimtable.games.gloomhaven.ops.targets import affected, group, reach_of, some_of, spec_of
from grimtable.games.gloomhaven.state import T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

WAY_MATTERS: Final[tuple[str, ...]] = (
    "enemiesMovedThrough",
    "all_enemies_moved_through",
    "hexes_moved_through",
    "every_hex_entered_with_this_action",
    "all_allies_moved_through",
)


class Stride:
    """A move ability before it is made: what riders, items and active cards make of it."""

    __slots__ = ("instead", "jump", "later", "must", "points")

    def __init__(self, points: int) -> None:
        self.points = points
        self.jump = False
        self.later: list[Op] = []  # riders that work when it is made
        self.must = ""  # what binds it
        self.instead: tuple[Op, ...] = ()  # what replaces it


before_move: Final = Hook[[T, Act, Stride], Flow[None]]()  # active cards and items
before_loot: Final = Hook[[T, Act, int], Flow[int]]()  # items: how far the loot reaches
STRIDES: Final[tuple[str, ...]] = ("cards", "items")
# Moves bound by a condition: the hexes entered.
after_move: Final = Hook[[T, Act], Flow[None]]()  # active cards
bound_move: Final = Hook[[T, Act, Stride], Flow[list[Hex]]]()
MOVE_AS_ATTACK: Final = "may_treat_move_abilities_as_attack_abilities_of_equal_value"
MOVE: Final = "move"
ATTACK: Final = "attack"
stride_rider: Final = Hook[[T, Act, Stride, Op], Flow[None]]()


@ability.by("move")
def move_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-12.1] Move X."""
    s = t.state
    stride = Stride(value_of(t, act, op))
    for sub in op.sub:
        if sub.name in stride_rider:
            yield from stride_rider[sub.name](t, act, stride, sub)
        elif sub.name != "define_X":
            stride.later.append(sub)
    act.origin, act.path = s.hex[act.me], []
    if stride.instead:
        yield from perform_riders(t, act, stride.instead)
    elif not s.has(act.me, IMMOBILIZE):  # [GLOOMHAVEN-14.6]
        for change in before_move.of(listening(s, STRIDES)):
            yield from change(t, act, stride)
        stride.points = max(0, stride.points + changed(s, act.me, "move"))
        yield from make(t, act, stride)
        if act.path and goes_on(s, act) and s.bonuses:
            yield from after_move[CARDS](t, act)
    if stride.later:
        yield from perform_riders(t, act, tuple(stride.later))


def make(t: T, act: Act, stride: Stride) -> Flow[None]:
    """The move itself; a card may bind it, or let it be an attack instead."""
    if has_rule(t.state, act.me, MOVE_AS_ATTACK) and not act.path:
        what = yield from ask(t, act.seat, "move_or_attack", [MOVE, ATTACK])
        if what == ATTACK:
            yield from ability["attack"](t, act, Op("attack", stride.points, "", (), {}))
            return
    if stride.must:
        act.path = yield from bound_move[stride.must](t, act, stride)
    else:
        act.path = yield from move(t, act.me, stride.points, stride.jump, way_matters(act.ops), act.seat)
    if act.path:
        act.did = True


@stride_rider.by("must")
def must_rider(t: T, act: Act, stride: Stride, op: Op) -> Flow[None]:
    stride.must = op.text("condition")
    yield from ()


def way_matters(ops: tuple[Op, ...]) -> bool:
    """Whether the action looks back at the hexes it passed."""
    for op in ops:
        if op.word in WAY_MATTERS or op.text("who") in WAY_MATTERS or op.text("where") in WAY_MATTERS:
            return True
        if way_matters(op.sub):
            return True
    return False


@stride_rider.by("jump")
def jump_rider(t: T, act: Act, stride: Stride, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-12.5]"""
    stride.jump = True
    yield from ()


@stride_rider.by("move")
def more_move(t: T, act: Act, stride: Stride, op: Op) -> Flow[None]:
    stride.points += op.value
    yield from perform_riders(t, act, op.sub)


@stride_rider.by("add_move")
def add_move(t: T, act: Act, stride: Stride, op: Op) -> Flow[None]:
    """More points, always or under a condition."""
    if not op.text("if") or condition_of_action[op.text("if")](t, act):
        stride.points += op.value
    yield from ()


@stride_rider.by("instead")
def instead_of_move(t: T, act: Act, stride: Stride, op: Op) -> Flow[None]:
    stride.instead = op.ops("do")
    yield from ()


@stride_rider.by("consume")
def consume_for_move(t: T, act: Act, stride: Stride, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-15.3]"""
    if (yield from offer_consume(t, act.seat, op)):
        for sub in op.sub:
            if sub.name in stride_rider:
                yield from stride_rider[sub.name](t, act, stride, sub)
            else:
                stride.later.append(sub)


@ability.by("push")
def push_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-13.23] A push without an attack."""
    yield from force_all(t, act, op, PUSH)


@ability.by("pull")
def pull_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-13.24]"""
    yield from force_all(t, act, op, PULL)


def force_all(t: T, act: Act, op: Op, away: int) -> Flow[None]:
    if spec_of(op):
        figures = yield from affected(t, act, op, "enemyAdjacent")
    else:
        figures = yield from some_of(t, act, op, group["enemies_within_range"](t.state, act, reach_of(op)))
    for figure in figures:
        if (yield from force(t, figure, act.me, value_of(t, act, op), away)):
            act.did = True
    act.touched = figures
    yield from perform_riders(t, act, tuple([sub for sub in op.sub if sub.name in ability]))


@ability.by("loot")
def loot_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-17.13] Loot X."""
    s = t.state
    value = value_of(t, act, op)
    for change in before_loot.of(STRIDES):
        value = yield from change(t, act, value)
    places = list(act.path) if op.text("where") in WAY_MATTERS else lootable(s, act.me, value)
    limit = op.rider("limit")
    if limit is not None:
        places = yield from chosen_places(t, act, places, limit.number("max"))
    for also in loot_action.of(s.flags):
        yield from also(t, s.character_of(act.me), value)
    if (yield from loot(t, s.character_of(act.me), places)):
        act.did = True
    yield from perform_riders(t, act, tuple([sub for sub in op.sub if sub.name in ability]))


def chosen_places(t: T, act: Act, places: list[Hex], most: int) -> Flow[list[Hex]]:
    """Where to loot if not everything may be taken; what is too much stays on its hex."""
    s = t.state
    worth = {h: s.money.get(h, 0) + int(h in s.treasure) for h in places}
    if sum(worth.values()) <= most:
        return places
    found: list[Hex] = []
    while most > 0:
        at = yield from ask(t, act.seat, "loot_at", sorted(worth))
        taken = worth.pop(at)
        if taken > most:
            character, tokens = s.character_of(act.me), s.money[at]
            s.money[at] = tokens - most
            take_tokens(t, character, most, at)
            act.did = True
            return found
        most -= taken
        found.append(at)
    return found


# ---------------------------------------------------------------- what X may be
@measure.by("hexes_you_moved_so_far_this_turn")
def hexes_moved(t: T, act: Act) -> int:
    return len(t.state.walked)


@measure.by("hexes_moved_with_this_action")
def hexes_moved_with_action(t: T, act: Act) -> int:
    return len(act.path)


@measure.by("damage_you_inflicted_so_far_this_turn")
def damage_inflicted(t: T, act: Act) -> int:
    return t.state.harm
