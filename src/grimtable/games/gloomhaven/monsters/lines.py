"""The other lines of monster cards: shields, heals, conditions, elements, summons."""

from __future__ import annotations

from grimtable.games.gloomhaven.attacks import attack
from grimtable.games.gloomhaven.bonuses import SELF, grant
from grimtable.games.gloomhaven.components import (
    ELEMENT_OF,
    ELEMENTS,
    NONE,
    RANK_OF,
    STUN,
    SUMMON,
    WILD,
    Figure,
    Hex,
    bits,
)
from grimtable.games.gloomhaven.components.monsters import TYPE_OF
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import ACTED, NO_MONEY
from grimtable.games.gloomhaven.conditions import consumes, give, heal, infuse
from grimtable.games.gloomhaven.damage import last_breath, suffer
from grimtable.games.gloomhaven.looting import lootable
from grimtable.games.gloomhaven.monsters.deeds import Deed, base_attack, base_range, deed
from grimtable.games.gloomhaven.monsters.elements import strengthened
from grimtable.games.gloomhaven.monsters.plan import ranks
from grimtable.games.gloomhaven.moving import PULL, PUSH, force
from grimtable.games.gloomhaven.ops.targets import ONE, affected, group, reach_of, spec_of
from grimtable.games.gloomhaven.rooms import lay_trap, place_monster
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, Strike, after_hit
from grimtable.kernel.values import Flow


def bonus_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-16.11] Shield and retaliate of a card: from the monster's turn to the end of the round."""
    op = yield from strengthened(t, doing.me, doing.act.seat, op)
    whom, _, number = (spec_of(op) or SELF).partition(":")
    rider_range = op.rider("range")
    reach = int(number) if number else rider_range.value if rider_range is not None else 0
    grant(t.state, doing.me, op.name, op.value, whom, reach)
    t.emit("bonus", t.state.tag(doing.me), op.name, op.value)


for _word in ("shield", "retaliate", "attacks_against_self_gain"):
    deed.by(_word)(bonus_deed)


@deed.by("heal")
def heal_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-20.23] Itself or the ally in range that has lost the most hit points."""
    s, me = t.state, doing.me
    op = yield from strengthened(t, me, doing.act.seat, op)
    many = op.rider("target")
    figures: list[Figure] = []
    if spec_of(op):
        figures = yield from affected(t, doing.act, op, SELF)
    for _ in range(0 if spec_of(op) else many.value if many is not None else 1):
        reach = max(reach_of(op) or base_range(s, me), 1)
        near = [f for f in s.allies(me) if s.distance(me, f) <= reach and s.sees(me, f)]
        lost = {f: s.max_hp[f] - s.hp[f] for f in (me, *near) if f not in figures}
        if lost:
            hurt = [f for f, points in lost.items() if points == max(lost.values())]
            figures.append((yield from t.choose(doing.act.seat, "monster_heals", hurt)))
    for figure in figures:
        heal(t, figure, op.value)
    doing.act.touched = figures
    yield from conditions_under(t, doing, op)


def conditions_under(t: T, doing: Deed, op: Op) -> Flow[None]:
    for sub in op.sub:
        if sub.name == "condition":
            for figure in doing.act.touched:
                give(t, figure, bits([sub.word]))
    yield from ()


def those_meant(t: T, doing: Deed, op: Op, default: str) -> Flow[list[Figure]]:
    """[GLOOMHAVEN-20.21] Whom a line means; where it is one of several, the focus or the best by the focus rules."""
    s, spec = t.state, spec_of(op) or default
    if spec == "enemiesRange:":
        reach = max(base_range(s, doing.me), 1)
        return group["enemiesRange"](s, doing.act, reach)
    if spec not in ONE:
        return (yield from affected(t, doing.act, op, default))
    figures = group[ONE[spec]](s, doing.act, reach_of(op))
    if not figures or doing.focus in figures:
        return [doing.focus] if figures else []
    rank = ranks(s, s.hex[doing.me], figures)
    best = [f for f in figures if rank[f] == min(rank.values())]
    return [(yield from t.choose(doing.act.seat, "focus", best))]


@deed.by("condition")
def condition_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    figures = yield from those_meant(t, doing, op, SELF)
    for figure in figures:
        give(t, figure, bits([op.word]))


@deed.by("push")
def push_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    yield from force_deed(t, doing, op, PUSH)


@deed.by("pull")
def pull_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    yield from force_deed(t, doing, op, PULL)


def force_deed(t: T, doing: Deed, op: Op, away: int) -> Flow[None]:
    op = yield from strengthened(t, doing.me, doing.act.seat, op)
    figures = yield from those_meant(t, doing, op, "enemiesAdjacent")
    for figure in figures:
        yield from force(t, figure, doing.me, op.value, away)
    doing.act.touched = [f for f in figures if t.state.in_play(f)]
    yield from conditions_under(t, doing, op)


@deed.by("suffer_damage")
def suffer_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """Damage that is no attack, and what its elements add."""
    op = yield from strengthened(t, doing.me, doing.act.seat, op)
    figures = yield from affected(t, doing.act, op, SELF)
    for figure in figures:
        yield from suffer(t, figure, op.value, doing.me)
    doing.act.touched = [f for f in figures if t.state.in_play(f)]
    yield from conditions_under(t, doing, op)


@deed.by("sufferDamage")
def hurt_itself(t: T, doing: Deed, op: Op) -> Flow[None]:
    yield from suffer(t, doing.me, op.value)


@deed.by("create_trap")
def create_trap_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-5.12] In an adjacent empty hex closest to an enemy."""
    s = t.state
    free = nearest_to_enemy(s, doing.me, [h for h in s.ground().near[s.hex[doing.me]] if s.is_empty(h)])
    if free:
        at = yield from t.choose(doing.act.seat, "trap_to", free)
        lay_trap(s, at, op.number("damage"), bits(op.words("conditions")), doing.me)
        t.emit("trap_laid", t.state.tag(doing.me), at)


@deed.by("on_death")
def on_death_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """What it will do if it dies this round."""
    value = sum([o.value for o in op.sub if o.name == "attack"])
    grant(t.state, doing.me, "on_death", value)
    yield from ()


@last_breath.by("monsters")
def attack_everybody_beside(t: T, figure: Figure) -> Flow[None]:
    """The line of a card that works when its monster dies: an attack on all adjacent enemies."""
    s = t.state
    for row in [row for row in s.bonuses if row.figure == figure and row.word == "on_death"]:
        strike = Strike(figure, base_attack(s, figure) + row.value, 0)
        for foe in [f for f in s.enemies(figure) if s.adjacent(figure, f) and s.may_target(figure, f)]:
            if s.in_play(foe):
                yield from attack(t, strike, foe)


@last_breath.by("summons")
def last_attack_of_summon(t: T, figure: Figure) -> Flow[None]:
    """A summon whose card lets it attack as it dies."""
    s = t.state
    for op in traits_after(s, figure, "on_death"):
        if op.name == "infuse":
            infuse(t, ELEMENT_OF[op.word])
            continue
        _, _, number = spec_of(op).partition(":")
        reach = int(number or 1)
        strike = Strike(figure, op.value, reach if reach > 1 else 0)
        for foe in [f for f in s.enemies(figure) if s.distance(figure, f) <= reach and s.may_target(figure, f)]:
            if s.in_play(foe) and s.sees(figure, foe):
                yield from attack(t, strike, foe)


def traits_after(s: Gloomhaven, figure: Figure, mark: str) -> tuple[Op, ...]:
    """The lines that a mark on the card of a summon stands before."""
    traits = s.summon_kind(figure).traits if s.sort[figure] == SUMMON else ()
    names = [op.name for op in traits]
    return traits[names.index(mark) + 1 :] if mark in names else ()


def end_of_summon_turn(t: T, figure: Figure) -> Flow[None]:
    """What the card of a summon lets it do at the end of each of its turns, by the rules for monsters."""
    s = t.state
    doing = Deed(figure, s.asks(figure), ())
    for op in traits_after(s, figure, "on_end_of_turn"):
        if s.in_play(figure) and not s.has(figure, STUN):
            yield from deed[op.name](t, doing, op)


@deed.by("unencoded")
def unknown_line(t: T, doing: Deed, op: Op) -> Flow[None]:
    """A line that the component data does not hold: the players are told."""
    t.emit("line_unknown", t.state.tag(doing.me))
    yield from ()


@deed.by("loot")
def loot_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-20.25] The money is gone for good; treasures stay."""
    s = t.state
    for at in lootable(s, doing.me, op.value):
        if s.money.pop(at, 0):
            t.emit("money_gone", t.state.tag(doing.me), at)
    yield from ()


# ---------------------------------------------------------------- elements
@deed.by("infuse")
def infuse_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-15.7, GLOOMHAVEN-15.8]"""
    element = ELEMENT_OF.get(op.word, 0)
    if op.word == WILD:
        element = yield from t.choose(doing.act.seat, "infuse", range(len(ELEMENTS)))
    infuse(t, element)


@deed.by("consume")
def consume_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """A line of its own: what stands after the colon is performed."""
    if (yield from consumes(t, doing.me, doing.act.seat, op)):
        for sub in op.sub:
            yield from deed[sub.name](t, doing, sub)


# ---------------------------------------------------------------- summons
@deed.by("summon")
def summon_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-20.24, GLOOMHAVEN-20.31] Into an adjacent empty hex, closest to an enemy."""
    for entry in op.args["summons"]:
        facts = entry["monster"]
        figure = yield from summon_beside(t, doing, TYPE_OF[facts["name"]], RANK_OF[facts["type"]])
        if figure != NONE and op.rider("summon_hp") is not None:
            t.state.hp[figure] = min(t.state.hp[doing.me], t.state.max_hp[figure])


@after_hit.by("summon")
def summon_beside_target(t: T, blow: Blow, op: Op) -> Flow[None]:
    """In a hex adjacent to the target."""
    s, me = t.state, blow.strike.attacker
    free = nearest_to_enemy(s, me, [h for h in s.ground().near[blow.at] if s.is_empty(h)])
    if free:
        at = yield from t.choose(s.asks(me), "summon_to", free)
        facts = op.args["summons"][0]["monster"]
        place_monster(t, TYPE_OF[facts["name"]], RANK_OF[facts["type"]], at, ACTED | NO_MONEY, s.side[me])


def summon_beside(t: T, doing: Deed, kind: int, rank: int) -> Flow[Figure]:
    s = t.state
    free = nearest_to_enemy(s, doing.me, [h for h in s.ground().near[s.hex[doing.me]] if s.is_empty(h)])
    if not free:
        return NONE
    at = yield from t.choose(doing.act.seat, "summon_to", free)
    return place_monster(t, kind, rank, at, ACTED | NO_MONEY, s.side[doing.me])


def nearest_to_enemy(s: Gloomhaven, me: Figure, hexes: list[Hex]) -> list[Hex]:
    """Those of the hexes that are closest to some enemy."""
    enemies = s.enemies(me)
    away = {at: min([s.ground().row(at)[s.hex[foe]] for foe in enemies], default=0) for at in hexes}
    return sorted([at for at in hexes if away[at] == min(away.values())])
