"""The words of healing, conditions, elements, experience, plain damage and kills."""

from __future__ import annotations

from grimtable.games.gloomhaven.bonuses import gain_xp
from grimtable.games.gloomhaven.components import ELEMENT_OF, ELEMENTS, NONE, RANKS, WILD, Figure, bits
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.conditions import give, heal, infuse
from grimtable.games.gloomhaven.damage import die, suffer
from grimtable.games.gloomhaven.ops import Act, ability, perform, perform_riders, value_of
from grimtable.games.gloomhaven.ops.attack import offer_consume
from grimtable.games.gloomhaven.ops.targets import ONE, affected, group, one_of, reach_of, spec_of
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow


@ability.by("heal")
def heal_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-17.1] Oneself or an ally in range; "self" is only oneself."""
    s = t.state
    spec = spec_of(op)
    if spec:
        figures = yield from affected(t, act, op, "self")
    else:
        reach = max(reach_of(op), 1)
        ready = [act.me, *group["allies_within_range"](s, act, reach)]
        one = yield from one_of(t, act.seat, "whom", ready)
        figures = [] if one == NONE else [one]
    for figure in figures:
        heal(t, figure, value_of(t, act, op))
        act.did = True
    act.touched = figures
    yield from perform_riders(t, act, tuple([sub for sub in op.sub if sub.name in ability]))


@ability.by("condition")
def condition_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-14.2] On the figures it names, or on those the ability above it affected."""
    if spec_of(op) or not act.touched:
        figures = yield from affected(t, act, op, "self")
    else:
        figures = act.touched
    for figure in figures:
        give(t, figure, bits([op.word]))
        act.did = True


@ability.by("xp")
def xp_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-18.1]"""
    if not op.text("trigger"):
        gain_xp(t, act.me, op.value)
    yield from ()


@ability.by("infuse")
def infuse_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-15.1, GLOOMHAVEN-15.8]"""
    element = ELEMENT_OF.get(op.word, 0)
    if op.word == WILD:
        element = yield from t.choose(act.seat, "infuse", range(len(ELEMENTS)))
    infuse(t, element)


@ability.by("consume")
def consume_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-15.3] As a line of its own."""
    if (yield from offer_consume(t, act.seat, op)):
        inner, act.ops = act.ops, op.sub
        yield from perform(t, act, op.sub)
        act.ops = inner


@ability.by("suffer_damage")
def suffer_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """Damage that is no attack: no shield, no modifier."""
    figures = yield from affected(t, act, op, "self")
    for figure in figures:
        act.did = True
        yield from suffer(t, figure, value_of(t, act, op), act.me)
    gain_xp(t, act.me, op.number("xp") if figures else 0)


@ability.by("kill")
def kill_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """Kill one enemy of the ranks and with the marks the card names."""
    s = t.state
    spec = op.text("target")
    figures = [f for f in group[ONE.get(spec, spec)](s, act, reach_of(op)) if may_kill(s, op, f)]
    if spec in ONE and figures:
        one = yield from one_of(t, act.seat, "whom", figures)
        figures = [] if one == NONE else [one]
    for figure in figures:
        act.did = True
        act.hexes = [*act.hexes, s.hex[figure]]
        yield from die(t, figure, act.me)


def may_kill(s: Gloomhaven, op: Op, figure: Figure) -> bool:
    """By rank [GLOOMHAVEN-22.7], condition and hit points left."""
    ranks = op.words("ranks")
    if ranks and RANKS[s.rank[figure]] not in ranks:
        return False
    if not ranks and RANKS[s.rank[figure]] == "boss":
        return False
    wanted = op.words("having_condition")
    if wanted and not s.has(figure, bits(wanted)):
        return False
    most = op.number("max_current_hp")
    return not most or s.hp[figure] <= most
