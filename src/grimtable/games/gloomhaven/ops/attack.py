"""The words of attacks."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.attacks import attack, before_draw, finish_attack, in_range, may_strike
from grimtable.games.gloomhaven.bonuses import shield
from grimtable.games.gloomhaven.components import (
    MONSTER,
    NONE,
    SUMMON,
    Figure,
    Hex,
    bits,
)
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.conditions import consumes
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.moments import listening
from grimtable.games.gloomhaven.ops import Act, ability, value_of, with_numbers
from grimtable.games.gloomhaven.ops.aiming import aimed
from grimtable.games.gloomhaven.ops.areas import laid, placements
from grimtable.games.gloomhaven.ops.costs import paid_for
from grimtable.games.gloomhaven.ops.displacing import exchange
from grimtable.games.gloomhaven.ops.elements import offer_consume
from grimtable.games.gloomhaven.ops.targets import group, named, reach_of, reach_of_word, spec_of
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, Strike, add_riders, on_target, rider
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

# Items and active cards that change a whole attack action: named in ACTIONS.
before_attack: Final = Hook[[T, Act, Strike], Flow[None]]()
# Conditions and counts of attack bonuses against one target.
holds: Final = Hook[[Gloomhaven, Blow], bool]()
per_target: Final = Hook[[Gloomhaven, Blow], int]()
# Active cards that work on one target before the draw, and ask: named in STRIKING.
striking: Final = Hook[[T, Blow], Flow[None]]()
STRIKING: Final[tuple[str, ...]] = ("augments", "your_melee_attack_when_adjacent_obstacle_available", "limited")
ACTIONS: Final[tuple[str, ...]] = ("songs", "cards", "items")
HARM: Final = "suffer_damage"  # to one's own side, when all targets are attacked
IN_AREA: Final = "all_allies_and_enemies_in_area"
BESIDE_TARGET: Final = "allies_adjacent_to_target"
# Who stands in for the attacker: the attack is made from that figure's hex. NONE: nobody does.
stand_in: Final = Hook[[T, Act], Flow[Figure]]()
WITHIN: Final[tuple[str, ...]] = (
    "enemiesRange",
    "all_enemies_within_range",
)  # words for targets that make an attack ranged [GLOOMHAVEN-13.2]
NO_RIDERS: Final[tuple[str, ...]] = ("define_X", "target_spec", "affects", "pay")


@before_draw.by("cards")
def active_cards(t: T, blow: Blow) -> Flow[None]:
    for window in striking.of(STRIKING):
        yield from window(t, blow)


@ability.by("attack")
def attack_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-13.1] Attack X, from the own hex or from that of who stands in."""
    s = t.state
    if not may_strike(s, act.me):
        return
    home, other = s.hex[act.me], NONE
    for lend in stand_in.of(ACTIONS) if SUMMON in s.sort else ():
        other = yield from lend(t, act)
    if other != NONE:
        exchange(s, act.me, other)
    yield from make_attack(t, act, op)
    if other != NONE and s.in_play(act.me):
        if s.in_play(other):
            exchange(s, act.me, other)
        else:
            s.put(act.me, home)


def make_attack(t: T, act: Act, op: Op) -> Flow[None]:
    s = t.state
    if op.rider("pay") is not None and group["enemies_within_range"](s, act, reach_of(op)):
        op = yield from paid_for(t, act, op)
    op = with_numbers(t, act, op)
    strike = Strike(act.me, value_of(t, act, op), op.number("range"), act.card)
    strike.spec, strike.owner = spec_of(op), act.owner
    if strike.spec.startswith(WITHIN):
        strike.is_melee, strike.reach = False, max(strike.reach, reach_of_word(strike.spec), reach_of(op))
    if op.sub:
        yield from add_riders(t, strike, tuple([r for r in op.sub if r.name not in NO_RIDERS]))
    act.strike = strike
    for change in before_attack.of(listening(s, ACTIONS)):
        yield from change(t, act, strike)
    if not s.in_play(act.me):
        return
    if strike.area is not None:
        yield from attack_area(t, act, strike, strike.area)
    elif strike.spec:
        figures = yield from named(t, act, strike.spec, reach_of(op))
        yield from attack_all(t, act, strike, [f for f in figures if strike.is_melee or s.sees(act.me, f)])
    else:
        yield from attack_some(t, act, strike, strike.targets)
        if strike.path:
            yield from attack_path(t, act, strike)
    if strike.add_targets:
        yield from attack_added(t, act, strike)
    if strike.hit or harms_own_side(s, act, strike):
        act.did = True
    act.touched = strike.hit
    yield from finish_attack(t, strike)


def harms_own_side(s: Gloomhaven, act: Act, strike: Strike) -> bool:
    """[GLOOMHAVEN-11.2] Which is carried out in any case, if there is somebody to harm."""
    return any([bool(group[op.text("who")](s, act, 0)) for op in strike.done if op.name == HARM])


def attack_some(t: T, act: Act, strike: Strike, count: int) -> Flow[None]:
    """[GLOOMHAVEN-13.19, GLOOMHAVEN-13.20] So many different enemies in range, or fewer."""
    for _ in range(count):
        figures = in_range(t.state, strike)
        if not figures or not may_strike(t.state, act.me):
            return
        target = yield from aimed(t, act.seat, strike, "target", figures, True)
        if target == NONE:
            return
        yield from attack(t, strike, target)


def attack_all(t: T, act: Act, strike: Strike, figures: list[Figure]) -> Flow[None]:
    """Every one of a group, in the order the player likes."""
    s = t.state
    left = [figure for figure in figures if figure not in strike.hit]
    while left and may_strike(s, act.me):
        target = yield from aimed(t, act.seat, strike, "target_next", left, False)
        if target == NONE:
            return
        left.remove(target)
        yield from attack(t, strike, target)
        left = [figure for figure in left if s.in_play(figure)]


def attack_area(t: T, act: Act, strike: Strike, area: Op) -> Flow[None]:
    """[GLOOMHAVEN-13.16] Lay the pattern, then attack every enemy in it [GLOOMHAVEN-13.21]."""
    s = t.state
    enemies = [f for f in s.enemies(act.me) if s.may_target(act.me, f)]
    mixed = [op for op in strike.done if op.name in ("condition", "heal")]  # it works on allies in the area, too
    allies = s.allies(act.me) if mixed or [op for op in strike.done if op.name == "harm_allies_in_area"] else []
    spots = placements(s, act.me, area, strike.reach, [*enemies, *allies] if mixed else enemies, allies)
    if not spots:
        return
    strike.spot = spot = yield from laid(t, act, spots)
    yield from attack_all(t, act, strike, [f for f in enemies if s.hex[f] in spot and s.sees(act.me, f)])


def attack_path(t: T, act: Act, strike: Strike) -> Flow[None]:
    """All enemies on a shortest way to the first target, if the card says so."""
    if not strike.path or not strike.hit or not may_strike(t.state, act.me):
        return
    ways = enemies_between(t.state, act.me, strike.first)
    if ways:
        way = yield from ask(t, act.seat, "path", ways)
        yield from attack_all(t, act, strike, list(way))


def enemies_between(s: Gloomhaven, me: Figure, goal: Hex) -> list[tuple[Figure, ...]]:
    """The sets of enemies on shortest ways to a hex, those that lie in no greater set."""
    row, near = s.ground().row(goal), s.ground().near
    ends: dict[tuple[Hex, tuple[Figure, ...]], None] = {(s.hex[me], ()): None}
    for left in range(row[s.hex[me]] - 1, 0, -1):
        further: dict[tuple[Hex, tuple[Figure, ...]], None] = {}
        for at, met in ends:
            for there in near[at]:
                if row[there] == left:
                    foe = s.at[there]
                    new = foe != NONE and s.may_target(me, foe) and s.sees(me, foe)
                    further[(there, (*met, foe) if new else met)] = None
        ends = further
    sets = sorted({tuple(sorted(met)) for _, met in ends if met})
    return [one for one in sets if not [o for o in sets if set(one) < set(o)]]


def attack_added(t: T, act: Act, strike: Strike) -> Flow[None]:
    """[GLOOMHAVEN-13.27] Targets added by active cards, items or modifier cards."""
    done = 0
    while done < strike.add_targets and strike.hit:
        done += 1
        yield from attack_some(t, act, strike, 1)


# ---------------------------------------------------------------- riders: the whole attack
@rider.by("range")
def range_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-13.2]"""
    added = op.text("mod") in ("add", "plus")
    strike.reach = strike.reach + op.value if added else op.value
    strike.is_melee = strike.is_melee and added
    yield from ()


@rider.by("target")
def target_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    strike.targets = op.value
    yield from ()


@rider.by("add_target")
def add_target_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    strike.add_targets += op.value
    yield from ()


@rider.by("area")
def area_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-13.17] A pattern with a grey hex is melee."""
    strike.area = op
    if op.flag("melee"):
        strike.is_melee = True
    yield from ()


@rider.by("pierce")
def pierce_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    strike.pierce += op.value
    yield from ()


@rider.by("push")
def push_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    strike.push += op.value
    yield from add_riders(t, strike, op.sub)


@rider.by("pull")
def pull_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    strike.pull += op.value
    yield from ()


@rider.by("condition")
def condition_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-14.2] On every target; or on all figures of the area, allies too."""
    if op.text("who") == IN_AREA:
        strike.done += (op,)
    elif op.text("who") == BESIDE_TARGET:
        strike.after += (op,)
    elif spec_of(op) == "self":
        strike.done += (Op("condition_of_attacker", 0, op.word, (), {}),)
    else:
        strike.conditions |= bits([op.word])
    yield from ()


@rider.by("heal")
def heal_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    """Of the attacker for each target; or of the allies in the area."""
    if op.rider("affects") is not None:
        strike.done += (op,)
    else:
        strike.after += (op,)
    yield from ()


@rider.by("suffer_damage")
def suffer_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    """By those around each target; or by the attacker or its allies, once."""
    if "target" in op.text("who"):
        strike.after += (op,)
    else:
        strike.done += (op,)
    yield from ()


@rider.by("extra_targets")
def extra_targets_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    assert op.text("which") == "all_enemies_on_path_to_primary_target"
    strike.path = True
    yield from ()


@rider.by("add_effect")
def add_effect_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    yield from add_riders(t, strike, op.ops("do"))


@rider.by("override")
def override_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    """An element changes a word of the attack."""
    field = op.text("field")
    if field == "target":
        strike.spec = op.word
    else:
        assert field == "attack_bonus.value", field
        changed = [
            Op(o.name, op.value, o.word, o.sub, o.args) if o.name == "attack_bonus" else o for o in strike.per_target
        ]
        strike.per_target = tuple(changed)
    strike.xp += op.number("xp")
    yield from ()


@rider.by("attack")
def more_attack(t: T, strike: Strike, op: Op) -> Flow[None]:
    strike.value += -op.value if op.text("mod") == "subtract" else op.value
    yield from ()


@rider.by("advantage")
def advantage_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    strike.advantage = True
    yield from ()


@rider.by("consume")
def consume_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-15.3, GLOOMHAVEN-15.6] Before the attack."""
    s, me = t.state, strike.attacker
    if s.sort[me] == MONSTER:
        done = yield from consumes(t, me, s.asks(me), op)
    else:
        done = yield from offer_consume(t, s.asks(strike.owner), op)
    if done:
        yield from add_riders(t, strike, op.sub)


# ---------------------------------------------------------------- one target
@on_target.by("attack_bonus")
def attack_bonus(t: T, blow: Blow, op: Op) -> None:
    """A number more, always, under a condition, or per something."""
    times = counted(t.state, blow, op)
    blow.value += times * (shield_value(t.state, blow, op) if op.word else op.value)
    if times:
        blow.strike.xp += op.number("xp") + times * op.number("xp_each")


def shield_value(s: Gloomhaven, blow: Blow, op: Op) -> int:
    assert op.word == "2*shield_of_target", op.word
    return 2 * shield(s, blow.target)


def counted(s: Gloomhaven, blow: Blow, op: Op) -> int:
    """How often a bonus counts: once, if its condition holds, or per thing."""
    if op.text("if"):
        return int(holds[op.text("if")](s, blow))
    if op.text("per"):
        return per_target[op.text("per")](s, blow)
    return 1


@on_target.by("add_condition")
def add_condition(t: T, blow: Blow, op: Op) -> None:
    """A condition under a condition."""
    if holds[op.text("if")](t.state, blow):
        blow.conditions |= bits(op.words("condition"))
        blow.strike.xp += op.number("xp")


@rider.by("instead")
def instead_rider(t: T, strike: Strike, op: Op) -> Flow[None]:
    """Targets are killed instead of being attacked."""
    kill, *gains = op.ops("do")
    xp = sum([gain.value for gain in gains if gain.name == "xp"])
    strike.per_target += (Op(kill.name, kill.value, kill.word, kill.sub, {**kill.args, "xp": xp}),)
    yield from ()


@rider.by("ignore_all_shield")
def ignore_all_shield(t: T, strike: Strike, op: Op) -> Flow[None]:
    strike.ignore_shield = True
    yield from ()
