"""A monster's turn: the lines of its ability card from top to bottom [GLOOMHAVEN-2.24, GLOOMHAVEN-20].

Each word of a card has one function at `deed`. Summons of characters act by the same lines: Move +0, Attack +0.
"""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.attacks import attack, finish_attack, may_strike
from grimtable.games.gloomhaven.bonuses import bonuses_on, moved_further, op_of
from grimtable.games.gloomhaven.components import (
    DISARM,
    IMMOBILIZE,
    MONSTER,
    NONE,
    OBJECTIVE,
    STUN,
    SUMMON,
    Figure,
    Hex,
    amount,
)
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.conditions import consumes
from grimtable.games.gloomhaven.moments import changed, movement_ended
from grimtable.games.gloomhaven.monsters.elements import next_attack, prices_of_attacks, with_elements
from grimtable.games.gloomhaven.monsters.plan import End, attacks_here, ends_for, focuses_of, ranks
from grimtable.games.gloomhaven.monsters.sight import ALL, Group, Plan, Sight
from grimtable.games.gloomhaven.moving import arrive, walk
from grimtable.games.gloomhaven.ops import Act
from grimtable.games.gloomhaven.paths import JUMP, WALK, mode_of
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Strike, add_riders
from grimtable.games.gloomhaven.telling import tell_both
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

SUMMON_LINES: Final = (
    Op("move", 0, "", (), {"mod": "plus"}),
    Op("attack", 0, "", (), {"mod": "plus"}),
)  # [GLOOMHAVEN-17.5]
MOVE_LINE, ATTACK_LINE = SUMMON_LINES
EVERY: Final = {"enemiesAdjacent": 1, "enemies": ALL}  # specs that mean all enemies in a range


ONE_ENEMY: Final = "enemyOneAll"  # all attacks of the card go to one enemy


class Deed:
    """A monster's turn while it is taken. Lives no longer than its step."""

    __slots__ = ("act", "aims", "end", "focus", "line", "me", "ops", "place", "sight", "start")

    def __init__(self, me: Figure, seat: int, ops: tuple[Op, ...]) -> None:
        self.me = me
        self.ops = ops
        self.place = 0  # of the line being performed
        self.focus: Figure = NONE
        self.sight: Sight | None = None  # what the focus was found with, as long as nothing else has happened
        self.line: Op | None = None  # the attack it was found for
        # [GLOOMHAVEN-20.21] The plan of its move: from where, to where, and whom of several it attacks from there.
        self.start: Hex = NONE
        self.end: Hex = NONE
        self.aims: list[Group] = []
        self.act = Act(me, seat)  # for lines that work as those of characters do


deed: Final = Hook[[T, Deed, Op], Flow[None]]()
before_summon_moves: Final = Hook[[T, Deed], Flow[None]]()  # active cards of its owner
before_summon_attacks: Final = Hook[[T, Deed], Flow[None]]()  # active cards of others
HELPERS: Final[tuple[str, ...]] = ("cards",)


# ---------------------------------------------------------------- what the stat card and the line give
def base_attack(s: Gloomhaven, me: Figure) -> int:
    if s.sort[me] == SUMMON:
        kind = s.summon_kind(me)
        return (s.hp[me] + 1) // 2 if kind.record.get("attack") == "X" else kind.attack
    if s.sort[me] == OBJECTIVE:
        return 0
    found = s.stats(me).attack
    if isinstance(found, str):
        found = amount(found.replace("V", "0").replace("X", "0"), s.characters, s.level)
    return found + changed(s, me, "attack")


def base_range(s: Gloomhaven, me: Figure) -> int:
    """[GLOOMHAVEN-2.21] For attacks and heals; 0 is melee."""
    if s.sort[me] == SUMMON:
        return s.summon_kind(me).range
    if s.sort[me] == OBJECTIVE:
        return 0
    printed = s.stats(me).range
    return printed + changed(s, me, "range") if printed else 0


def base_move(s: Gloomhaven, me: Figure) -> int:
    if s.sort[me] == OBJECTIVE:
        return 0
    printed = s.summon_kind(me).move if s.sort[me] == SUMMON else s.stats(me).move
    return printed + changed(s, me, "move")


def points_of(s: Gloomhaven, me: Figure, op: Op) -> int:
    """The points of a move line, with what active cards make of them."""
    return moved_further(s, me, relative(base_move(s, me), op)) if s.bonuses else relative(base_move(s, me), op)


def relative(base: int, op: Op) -> int:
    """[GLOOMHAVEN-20.8, GLOOMHAVEN-20.20] Base plus or minus what the line says; a line without a sign says it all."""
    mod = op.text("mod")
    if mod in ("plus", "add"):
        return base + op.value
    return base - op.value if mod in ("minus", "subtract") else op.value


def range_of(s: Gloomhaven, me: Figure, op: Op) -> int:
    reach = base_range(s, me)
    for rider in op.sub:
        if rider.name == "range":
            reach = relative(reach, rider)
    if reach and s.sort[me] == SUMMON and s.bonuses:
        reach += sum([op_of(row).number("range_add") for row in bonuses_on(s, me, "modify_attacks")])
    return max(reach, 0)


def targets_of(s: Gloomhaven, me: Figure, op: Op) -> int:
    spec = op.rider("target_spec")
    if spec is not None and (spec.word in EVERY or spec.word.startswith("enemiesRange")):
        return ALL
    if spec is not None and spec.word == ONE_ENEMY:
        return 1
    rider = op.rider("target")
    return max(own_targets(s, me), rider.value if rider is not None else 1)


def own_targets(s: Gloomhaven, me: Figure) -> int:
    return s.stats(me).targets if s.sort[me] == MONSTER else 1


def reach_of_attack(op: Op, own_range: int) -> int:
    spec = op.rider("target_spec")
    if spec is not None and spec.word in EVERY:
        return EVERY[spec.word]
    if spec is not None and spec.word.startswith("enemiesRange:") and spec.word[13:]:
        return int(spec.word[13:])
    return max(own_range, 1)


def plan_for(s: Gloomhaven, me: Figure, line: Op | None, move: int, mode: int) -> Plan:
    """[GLOOMHAVEN-20.4] The plan of a move with the attack that follows; without one, or disarmed, as for melee."""
    if line is None or s.has(me, DISARM):
        return Plan(move, mode, 1, False, 0)
    area = line.rider("area")
    grey = area is not None and area.flag("melee")
    spec = line.rider("target_spec")
    own_range = range_of(s, me, line)
    ranged = own_range > 0 and not grey and (spec is None or spec.word != "enemiesAdjacent")  # [GLOOMHAVEN-20.32]
    pattern = area.hexes("targets") if area is not None else ()
    return Plan(move, mode, reach_of_attack(line, own_range), ranged, targets_of(s, me, line), pattern, grey)


def seek_most(s: Gloomhaven, me: Figure, ops: tuple[Op, ...], plan: Plan) -> Plan:
    """[GLOOMHAVEN-20.14] A condition for all enemies in range is maximised as an attack would be."""
    for op in ops:
        spec = op.rider("target_spec")
        if op.name == "condition" and spec is not None and spec.word.startswith("enemiesRange"):
            reach = int(spec.word[13:] or 0) or max(base_range(s, me), 1)
            return Plan(plan.move, plan.mode, reach, plan.is_ranged, ALL, plan.pattern, plan.is_melee_pattern)
    return plan


def jumps(ops: tuple[Op, ...]) -> bool:
    for op in ops:  # noqa: SIM110  # a loop: no object per line
        if op.name == "move" and op.rider("jump") is not None:
            return True
    return False


# ---------------------------------------------------------------- the turn
def act_by_card(t: T, me: Figure, ops: tuple[Op, ...]) -> Flow[None]:
    """[GLOOMHAVEN-20.30, GLOOMHAVEN-20.1] Find the focus, then perform the lines from top to bottom."""
    s = t.state
    if s.has(me, STUN):
        return
    doing = Deed(me, s.asks(me), ops)
    prices = prices_of_attacks(ops)
    if prices:
        paid: list[Op] = []
        for rider in prices:
            if (yield from consumes(t, me, doing.act.seat, rider)):
                paid.append(rider)
        doing.ops = with_elements(ops, paid)
    for help_out in before_summon_moves.of(HELPERS) if s.sort[me] == SUMMON else ():
        yield from help_out(t, doing)
    if not is_all_special(ops):
        yield from find_focus(t, doing, next_attack(doing.ops, 0))
    yield from perform_lines(t, doing)


def perform_lines(t: T, doing: Deed) -> Flow[None]:
    """From top to bottom, as long as it stands and is not stunned by the way [GLOOMHAVEN-14.10]."""
    s, me = t.state, doing.me
    for place, op in enumerate(doing.ops):
        if not s.in_play(me) or s.has(me, STUN):
            return
        doing.place = place
        yield from deed[op.name](t, doing, op)
        doing.sight = None


def is_all_special(ops: tuple[Op, ...]) -> bool:
    """Whether the card has nothing but what its own words say."""
    for op in ops:  # noqa: SIM110  # a loop: no object per line
        if op.name != "special":
            return False
    return True


def find_focus(t: T, doing: Deed, line: Op | None) -> Flow[None]:
    """[GLOOMHAVEN-20.2] Before acting."""
    s = t.state
    doing.line = line
    doing.sight = Sight(s, doing.me, focus_plan(s, doing.me, doing.ops, doing.place, line))
    found = focuses_of(doing.sight)
    doing.focus = NONE
    if found:
        doing.focus = found[0] if len(found) == 1 else (yield from t.choose(doing.act.seat, "focus", found))
        tell_both(t, "focused", doing.me, doing.focus)


def focus_plan(s: Gloomhaven, me: Figure, ops: tuple[Op, ...], place: int, line: Op | None) -> Plan:
    """[GLOOMHAVEN-20.4] What the focus is found for: the moves from this line on, and the attack."""
    points = 0
    for op in ops[place:] if place else ops:
        if op.name == "move":
            points = points_of(s, me, op)
            break
    return plan_for(s, me, line, points, mode_of(s, me, jumps(ops)))


def hexes_of(ends: list[End]) -> list[Hex]:
    """Each hex once, in order."""
    return [ends[0][0]] if len(ends) == 1 else sorted({at for at, _ in ends})


@deed.by("move")
def move_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-20.8, GLOOMHAVEN-20.9, GLOOMHAVEN-20.10]"""
    s, me = t.state, doing.me
    points = points_of(s, me, op)
    if doing.focus == NONE or not s.in_play(doing.focus) or s.has(me, IMMOBILIZE) or points <= 0:
        return
    mode = mode_of(s, me, op.rider("jump") is not None)
    line = next_attack(doing.ops, doing.place)
    sight = doing.sight
    if sight is None or line is None or line is not doing.line or not sight.plan.moves_so(points, mode):
        plan = plan_for(s, me, line, points, mode)
        if line is None:
            plan = seek_most(s, me, doing.ops[doing.place :], plan)
        if sight is None or not sight.plan.is_same(plan):
            sight = Sight(s, me, plan)
    if sight.is_settled(doing.focus):  # it stays where it is
        return
    ends = ends_for(sight, doing.focus)
    if not ends:
        return
    hexes = hexes_of(ends)
    to = hexes[0] if len(hexes) == 1 else (yield from t.choose(doing.act.seat, "monster_to", hexes))
    if line is not None and not sight.is_single:
        doing.start, doing.end, doing.line = s.hex[me], to, line
        doing.aims = [group for at, group in ends if at == to and group[0]]
    if to == s.hex[me]:
        return
    yield from walk(t, me, sight.ways.path(to), mode, me)
    if mode == JUMP and s.in_play(me):
        yield from arrive(t, me, to, me)
    for react in movement_ended.of(s.flags) if s.in_play(me) else ():
        react(t, me)


@deed.by("attack")
def attack_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-20.20, GLOOMHAVEN-20.21] The focus first, then further enemies."""
    s, me = t.state, doing.me
    if s.has(me, DISARM):
        return
    for help_out in before_summon_attacks.of(HELPERS) if s.sort[me] == SUMMON else ():
        yield from help_out(t, doing)
    if doing.focus == NONE or not s.in_play(doing.focus):
        yield from find_focus(t, doing, op)
    if doing.focus == NONE:
        return
    plan = plan_for(s, me, op, 0, WALK)
    aims = planned(s, doing, op, plan)
    choices = aims or attacks_here(s, me, plan, doing.focus)
    if not choices:
        return
    chosen = choices[0] if len(choices) == 1 else (yield from t.choose(doing.act.seat, "monster_targets", choices))
    targets, spot = chosen
    strike = Strike(me, relative(base_attack(s, me), op), range_of(s, me, op) if plan.is_ranged else 0)
    yield from prepare(t, strike, op)
    strike.spot = spot
    start = doing.start if aims else s.hex[me]
    order = in_order(s, start, targets, doing.focus) if len(targets) > 1 else list(targets)
    spec = op.rider("target_spec")
    times = own_targets(s, me) if spec is not None and spec.word == ONE_ENEMY else 1
    for target in order * times:
        if may_strike(s, me) and s.in_play(target):
            yield from attack(t, strike, target)
    doing.act.touched = strike.hit
    doing.act.strike = strike
    yield from finish_attack(t, strike)


def planned(s: Gloomhaven, doing: Deed, op: Op, plan: Plan) -> list[Group]:
    """[GLOOMHAVEN-20.21] The groups for whose sake it has moved to where it stands, as far as it can attack them."""
    if not doing.aims or op is not doing.line or s.hex[doing.me] != doing.end:
        return []
    now = [targets for targets, _ in Sight(s, doing.me, plan, stays=True).from_hex(doing.end)]
    return list(dict.fromkeys([aim for aim in doing.aims if doing.focus in aim[0] and aim[0] in now]))


def in_order(s: Gloomhaven, start: Hex, targets: tuple[Figure, ...], focus: Figure) -> list[Figure]:
    """The focus first, then the others by proximity and initiative, as seen from where they were chosen."""
    rank = ranks(s, start, list(targets))
    return sorted(targets, key=lambda f: (f != focus, rank[f], f))


def summon_lines(s: Gloomhaven, me: Figure) -> tuple[Op, ...]:
    """[GLOOMHAVEN-17.5] Move +0 and Attack +0, if its card gives it an attack; some attack a group."""
    kind = s.summon_kind(me)
    if "attack" not in kind.record:
        return (MOVE_LINE,)
    whom = tuple([op for op in kind.traits if op.name == "target_spec"])
    return (MOVE_LINE, Op("attack", 0, "", whom, ATTACK_LINE.args)) if whom else SUMMON_LINES


def marks_of(s: Gloomhaven, summon: Figure) -> tuple[Op, ...]:
    """[GLOOMHAVEN-17.5] What the card of a summon puts on each of its attacks."""
    kind = s.summon_kind(summon)
    found = tuple([op for op in kind.traits if op.name in ("condition", "pierce", "push", "pull")])
    element = kind.record.get("attack_infuse")
    return (*found, Op("infuse", 0, element, (), {})) if element else found


def prepare(t: T, strike: Strike, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-2.20] What the stat card puts on every attack, and the riders of the line."""
    s, me = t.state, strike.attacker
    if s.sort[me] == MONSTER:
        stats = s.stats(me)
        strike.conditions |= stats.conditions | changed(s, me, "conditions")
        strike.pierce += stats.pierce
    elif s.sort[me] == SUMMON:
        yield from add_riders(t, strike, marks_of(s, me))
    riders = tuple([r for r in op.sub if r.name not in ("range", "target", "area", "target_spec")])
    if riders:
        yield from add_riders(t, strike, riders)
