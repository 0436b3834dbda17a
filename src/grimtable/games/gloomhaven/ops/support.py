"""The words of healing, conditions, elements, experience, plain damage and kills."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.attacks import WINDOWS, gave
from grimtable.games.gloomhaven.bonuses import bonuses_on, charges_of, gain_xp, op_of
from grimtable.games.gloomhaven.components import ELEMENT_OF, ELEMENTS, NEGATIVE, NONE, RANKS, WILD, Figure, bits
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.conditions import give, heal, infuse
from grimtable.games.gloomhaven.damage import die, suffer
from grimtable.games.gloomhaven.gear import care
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.moving import PULL, PUSH, force
from grimtable.games.gloomhaven.ops import Act, ability, perform_riders, value_of
from grimtable.games.gloomhaven.ops.areas import covered
from grimtable.games.gloomhaven.ops.attack import holds
from grimtable.games.gloomhaven.ops.elements import offer_consume
from grimtable.games.gloomhaven.ops.targets import ONE, affected, group, one_of, reach_of, some_of, spec_of, targetable
from grimtable.games.gloomhaven.ops.triggers import advance_once
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, Strike, on_target
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

NORMAL_ONLY: Final = Op("enemies", 0, "", (), {"ranks": ("normal",)})
# Items that make more of a heal: by how much it is multiplied.
before_healing: Final = Hook[[T, Act], Flow[int]]()
HEALING: Final[tuple[str, ...]] = ("items",)
HURT: Final = "enemy_damaged_by_the_attack"
FORCED: Final = {"push": PUSH, "pull": PULL}


@ability.by("heal")
def heal_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-17.1] Oneself or an ally in range; "self" is only oneself."""
    s = t.state
    changes = [op_of(row) for row in bonuses_on(s, act.me, "modify_own_heals")]
    others = [change.text("affects") for change in changes if change.text("affects")]
    if others:
        figures = group[others[0]](s, act, 1)
    elif spec_of(op):
        figures = yield from affected(t, act, op, "self")
    else:
        ready = [act.me, *group["allies_within_range"](s, act, max(reach_of(op), 1))]
        figures = yield from some_of(t, act, op, ready)
    figures = list(dict.fromkeys([s.notes.get(f"limb {figure}", figure) for figure in figures]))  # of several hexes
    act.touched = figures
    more = charged_heal(t, act) + sum([change.number("add") for change in changes]) if figures else 0
    if figures:
        yield from before_heal(t, act)
    times = 1
    if op.text("per") == HURT:
        times = len(act.strike.damaged) if act.strike is not None else 0
    more += care(s, act.me, act.card)
    factor = 1
    for change in before_healing.of(HEALING) if figures else ():
        factor *= yield from change(t, act)
    for figure in figures * times:
        heal(t, figure, factor * (value_of(t, act, op) + more))
        act.did = True
    yield from perform_riders(t, act, tuple([sub for sub in op.sub if sub.name in ability]))


def charged_heal(t: T, act: Act) -> int:
    """[GLOOMHAVEN-16.3] Cards that work on the next heal actions."""
    more = 0
    for row in charges_of(t.state, act.me, "your_heal_action"):
        more += sum([op.value for op in op_of(row).ops("grant") if op.name == "heal_bonus"])
        advance_once(t, act, row)
    return more


def before_heal(t: T, act: Act) -> Flow[None]:
    """[GLOOMHAVEN-16.3] Cards that do something for those about to be healed."""
    for row in charges_of(t.state, act.me, "before_your_heal_action"):
        yield from perform_riders(t, act, op_of(row).ops("grant"))
        advance_once(t, act, row)


@ability.by("condition")
def condition_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-14.2] On the figures it names, on enemies in its range, or on those the line above affected."""
    area = op.rider("area")
    if area is not None:
        figures = yield from covered(t, act, area, reach_of(op), targetable(t.state, act))
    elif spec_of(op):
        figures = yield from affected(t, act, op, "self")
    elif reach_of(op):
        figures = yield from some_of(t, act, op, group["enemies_within_range"](t.state, act, reach_of(op)))
    else:
        figures = list(act.touched) or [act.me]
    act.touched = figures
    act.did = act.did or bool(figures)
    if op.ops("instead"):
        yield from perform_riders(t, act, op.ops("instead"))
        return
    for figure in figures:
        if op.ops("if_already_has") and t.state.has(figure, bits([op.word])):
            act.touched = [figure]
            yield from perform_riders(t, act, op.ops("if_already_has"))
        else:
            give(t, figure, bits([op.word]))
            for react in gave.of(WINDOWS):
                react(t, act.me, figure, bits([op.word]))
    for sub in op.sub:
        if sub.name in FORCED:
            for figure in figures:
                yield from force(t, figure, act.me, sub.value, FORCED[sub.name])
        elif sub.name in ability:
            yield from perform_riders(t, act, (sub,))


@ability.by("xp")
def xp_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-18.1]"""
    if not op.text("trigger"):
        times = {"enemy_killed": len(act.hexes), "two_allies_damaged": len(act.damaged) // 2}.get(op.text("per"), 1)
        gain_xp(t, act.owner, op.value * times)
    yield from ()


@ability.by("infuse")
def infuse_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-15.1, GLOOMHAVEN-15.8]"""
    element = ELEMENT_OF.get(op.word, 0)
    if op.word == WILD:
        element = yield from ask(t, act.seat, "infuse", range(len(ELEMENTS)))
    infuse(t, element)


@ability.by("consume")
def consume_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-15.3] As a line of its own."""
    if (yield from offer_consume(t, act.seat, op)):
        yield from perform_riders(t, act, op.sub)


@ability.by("suffer_damage")
def suffer_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """Damage that is no attack: no shield, no modifier."""
    area = op.rider("area")
    if area is not None:
        figures = [act.me, *(yield from enemies_in_area(t, act, NORMAL_ONLY, area))]
    else:
        figures = yield from affected(t, act, op, "self")
    value = value_of(t, act, op)
    if op.flag("up_to"):
        value = yield from ask(t, act.seat, "how_much", range(value + 1))
    for figure in figures:
        act.did = act.did or value > 0
        act.suffered = yield from suffer(t, figure, value, act.me)
        act.damaged += (figure,) if act.suffered else ()
    gain_xp(t, act.me, op.number("xp") if figures else 0)
    yield from perform_riders(t, act, tuple([sub for sub in op.sub if sub.name in ability]))


@ability.by("kill")
def kill_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """Kill one enemy, or all in an area, of the ranks and with the marks the card names."""
    s = t.state
    spec, area = op.text("target"), op.rider("area")
    if area is not None:
        figures = yield from enemies_in_area(t, act, op, area)
    else:
        figures = [f for f in group[ONE.get(spec, spec)](s, act, reach_of(op)) if may_kill(s, op, f)]
    if spec in ONE and figures:
        one = yield from one_of(t, act.seat, "whom", figures)
        figures = [] if one == NONE else [one]
    for figure in figures:
        act.did = True
        act.hexes = [*act.hexes, s.hex[figure]]
        yield from die(t, figure, act.me)
    if figures:
        yield from perform_riders(t, act, tuple([sub for sub in op.sub if sub.name in ability]))


def enemies_in_area(t: T, act: Act, op: Op, area: Op) -> Flow[list[Figure]]:
    """Lay the pattern over those the card can kill."""
    ready = [f for f in targetable(t.state, act) if may_kill(t.state, op, f)]
    return (yield from covered(t, act, area, reach_of(op), ready))


@on_target.by("kill")
def kill_instead(t: T, blow: Blow, op: Op) -> None:
    """The target dies instead of being attacked, if the card can kill it; where it is one target, the first."""
    strike = blow.strike
    if strike.executed and op.text("target") == "one_target_of_the_attack":
        return
    blow.kill = may_kill(t.state, op, blow.target)
    if blow.kill and not strike.executed:
        strike.executed = True
        strike.xp += op.number("xp")


def may_kill(s: Gloomhaven, op: Op, figure: Figure) -> bool:
    """By rank [GLOOMHAVEN-22.7], condition and hit points left."""
    ranks = op.words("ranks")
    if ranks and RANKS[s.rank[figure]] not in ranks:
        return False
    if not ranks and RANKS[s.rank[figure]] == "boss":
        return False
    for word in op.words("also"):
        if not holds[f"target_{word}"](s, Blow(Strike(s.acting, 0, 0), figure, s.hex[figure])):
            return False
    wanted = op.words("having_condition")
    if wanted and not s.has(figure, bits(wanted)):
        return False
    if (s.conditions[figure] & NEGATIVE).bit_count() < op.number("min_negative_conditions"):
        return False
    if s.max_hp[figure] - s.hp[figure] < op.number("min_damage_suffered"):
        return False
    if op.text("current_hp_below") == "half_of(your_max_hp_minus_your_current_hp)":
        return 2 * s.hp[figure] < s.max_hp[s.acting] - s.hp[s.acting]
    most = op.number("max_current_hp")
    return not most or s.hp[figure] <= most
