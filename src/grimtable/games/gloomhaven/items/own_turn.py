"""Items used during one's own turn or movement [GLOOMHAVEN-11.5, GLOOMHAVEN-19.1]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grimtable.games.gloomhaven.components import ELEMENT_OF, HEROES, NONE, RANKS, SUMMON, WILD, Figure, Mask, bits
from grimtable.games.gloomhaven.components.cards import SUMMON_OF
from grimtable.games.gloomhaven.components.items import ITEMS, MOMENTS
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import ACTED, FLYING
from grimtable.games.gloomhaven.conditions import available, consume, give
from grimtable.games.gloomhaven.gear import is_ready, ready, use
from grimtable.games.gloomhaven.interludes import ITEM, Option, ask, at_will, in_own_turn, take, take_free_action
from grimtable.games.gloomhaven.moving import go_further, on_the_way
from grimtable.games.gloomhaven.ops import Act, ability, perform_riders
from grimtable.games.gloomhaven.ops.move import Stride, before_move
from grimtable.games.gloomhaven.ops.targets import ONE, group, one_of
from grimtable.games.gloomhaven.ops.terrain import disarm, more_obstacles
from grimtable.games.gloomhaven.piles import without
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

DURING_YOUR_TURN: Final[Mask] = MOMENTS["during_your_turn"]
DURING_YOUR_MOVEMENT: Final[Mask] = MOMENTS["during_your_movement"]
DURING_ALLY_MOVEMENT: Final[Mask] = MOMENTS["during_ally_movement"]
WHEN_YOUR_ACTION_CREATES_OBSTACLE: Final[Mask] = MOMENTS["when_your_action_creates_obstacle"]

NO: Final = "no"
ACTIONS: Final[tuple[str, ...]] = ("move", "teleport", "loot", "summon", "grant", "force_enemy")
ACTING: Final[frozenset[int]] = frozenset(  # items that give an action [GLOOMHAVEN-19.4]
    [item for item, facts in enumerate(ITEMS) if [op for op in facts.ops if op.name in ACTIONS]]
)


# ---------------------------------------------------------------- paying with elements
def can_pay(s: Gloomhaven, item: int) -> bool:
    """[GLOOMHAVEN-15.5] All elements that the item consumes are there."""
    wanted = [op.word for op in ITEMS[item].ops if op.name == "consume"]
    named = [ELEMENT_OF[word] for word in wanted if word != WILD]
    return set(named) <= set(available(s)) and len(available(s)) >= len(wanted)


def pay(t: T, seat: int, item: int) -> Flow[None]:
    for op in ITEMS[item].ops:
        if op.name == "consume":
            elements = [e for e in available(t.state) if op.word == WILD or e == ELEMENT_OF[op.word]]
            consume(t, (yield from t.choose(seat, "infuse", elements)))


def offered(t: T, character: Figure, items: Sequence[int]) -> Flow[int]:
    """One of these items, or 0 if the player wants none."""
    s, seat = t.state, t.state.seat[character]
    while items:
        choice: list[int | str | Option] = [NO, *items, *at_will(s, seat)]
        item = yield from t.choose(seat, "use_item", choice)
        if isinstance(item, int):
            return item
        if isinstance(item, str):
            return 0
        yield from take(t, seat, item)
        items = [other for other in items if is_ready(s, character, other) and can_pay(s, other)]
    return 0


# ---------------------------------------------------------------- between actions
@in_own_turn.by("items")
def usable(s: Gloomhaven, character: Figure, between: bool) -> list[Option]:
    """[GLOOMHAVEN-19.1, GLOOMHAVEN-19.4] At any point of the turn; what is an action of its own between two others."""
    found = ready(s, character, DURING_YOUR_TURN)
    return [(ITEM, item) for item in found if (between or item not in ACTING) and can_pay(s, item)]


@take_free_action.by(ITEM)
def use_in_turn(t: T, character: Figure, item: int) -> Flow[None]:
    """[GLOOMHAVEN-19.5] The item is used whatever comes of it."""
    s = t.state
    yield from pay(t, s.seat[character], item)
    use(t, character, item)
    act = Act(character, s.seat[character])
    act.did = True
    for op in ITEMS[item].ops:
        if op.name == "summon":
            yield from summon_of_item(t, act, item, op)
        elif op.name not in ("consume", "modify_own_attacks"):
            yield from perform_riders(t, act, (op,))


def summon_of_item(t: T, act: Act, item: int, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-17.3, GLOOMHAVEN-17.8]"""
    s = t.state
    free = sorted([h for h in s.ground().near[s.hex[act.me]] if s.is_empty(h)])
    if not free:
        return
    at = yield from ask(t, act.seat, "summon_to", free)
    kind = SUMMON_OF[(op.text("name"), -item)]
    figure = s.enter(HEROES, SUMMON, kind, 0, 1, op.number("health"), at)
    s.owner[figure] = act.me
    s.marks[figure] = ACTED | (FLYING if op.flag("flying") else 0)
    t.emit("summoned", s.tag(figure), at)


@ability.by("mark_enemy")
def mark_enemy(t: T, act: Act, op: Op) -> Flow[None]:
    """Black Card: one's attacks on this enemy are stronger as long as it lives."""
    s = t.state
    ready = [f for f in group[ONE[op.text("target")]](s, act, 1) if RANKS[s.rank[f]] in op.words("ranks")]
    figure = (yield from one_of(t, act.seat, "whom", ready)) if ready else NONE
    if figure != NONE:
        s.notes[f"marked {act.me}"] = figure


@ability.by("disarm_all")
def disarm_all(t: T, act: Act, op: Op) -> Flow[None]:
    """Curious Gear: every trap in range."""
    s = t.state
    row = s.ground().row(s.hex[act.me])
    for at in sorted([h for h in s.traps if row[h] <= op.number("range")]):
        disarm(t, act.me, at)
    yield from ()


@more_obstacles.by("items")
def one_more_obstacle(t: T, act: Act) -> Flow[int]:
    """Stone Charm: how many more than the action creates; what the action does about obstacles, it does there, too."""
    items = ready(t.state, act.me, WHEN_YOUR_ACTION_CREATES_OBSTACLE)
    item = (yield from offered(t, act.me, items)) if items else 0
    if not item:
        return 0
    use(t, act.me, item)
    return sum([op.number("count") for op in ITEMS[item].ops])


# ---------------------------------------------------------------- movement
@before_move.by("items")
def use_in_movement(t: T, act: Act, stride: Stride) -> Flow[None]:
    """Boots, and scrolls of the others."""
    s = t.state
    for owner in s.heroes():
        items = ready(s, owner, DURING_YOUR_MOVEMENT if owner == act.me else DURING_ALLY_MOVEMENT)
        while items and act.me in s.heroes():
            item = yield from offered(t, owner, items)
            if not item:
                break
            items = without(items, item)
            wear(t, owner, item, stride)


def wear(t: T, owner: Figure, item: int, stride: Stride) -> None:
    use(t, owner, item)
    for op in ITEMS[item].ops:
        stride.points += op.value if op.name == "add_move" else 0
        stride.jump = stride.jump or op.name == "add_jump"
        if op.name == "condition":  # Rejuvenation Greaves
            give(t, owner, bits([op.word]))


@on_the_way.by("items")
def boots_left(s: Gloomhaven, figure: Figure) -> list[Option]:
    """[GLOOMHAVEN-19.1] Boots not used before the move may be used during it."""
    return [(ITEM, item) for item in ready(s, figure, DURING_YOUR_MOVEMENT)]


@go_further.by("items")
def use_boots(t: T, figure: Figure, item: int) -> Flow[tuple[int, bool]]:
    stride = Stride(0)
    wear(t, figure, item, stride)
    yield from ()
    return stride.points, stride.jump
