"""The other lines of monster cards: shields, heals, conditions, elements, summons."""

from __future__ import annotations

from grimtable.games.gloomhaven.bonuses import SELF, grant
from grimtable.games.gloomhaven.components import ELEMENT_OF, ELEMENTS, NONE, RANK_OF, WILD, Figure, Hex, bits
from grimtable.games.gloomhaven.components.monsters import TYPE_OF
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.conditions import consumes, give, heal, infuse
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.looting import lootable
from grimtable.games.gloomhaven.monsters.deeds import Deed, base_range, deed
from grimtable.games.gloomhaven.moving import PULL, PUSH, force
from grimtable.games.gloomhaven.ops.targets import affected, reach_of, spec_of
from grimtable.games.gloomhaven.rooms import place_monster
from grimtable.games.gloomhaven.state import ACTED, NO_MONEY, Gloomhaven, T
from grimtable.kernel.values import Flow


def bonus_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-16.11] Shield and retaliate of a card: from the monster's turn to the end of the round."""
    whom, _, number = (spec_of(op) or SELF).partition(":")
    rider_range = op.rider("range")
    reach = int(number) if number else rider_range.value if rider_range is not None else 0
    grant(t.state, doing.me, op.name, op.value, whom, reach)
    t.emit("bonus", doing.me, op.name, op.value)
    yield from ()


for _word in ("shield", "retaliate", "attacks_against_self_gain"):
    deed.by(_word)(bonus_deed)


@deed.by("heal")
def heal_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-20.23] Itself or the ally in range that has lost the most hit points."""
    s, me = t.state, doing.me
    if spec_of(op):
        figures = yield from affected(t, doing.act, op, SELF)
    else:
        reach = max(reach_of(op) or base_range(s, me), 1)
        near = [f for f in s.allies(me) if s.distance(me, f) <= reach and s.sees(me, f)]
        most = max([s.max_hp[f] - s.hp[f] for f in (me, *near)])
        hurt = [f for f in (me, *near) if s.max_hp[f] - s.hp[f] == most]
        figures = [(yield from t.choose(doing.act.seat, "monster_heals", hurt))]
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


@deed.by("condition")
def condition_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    figures = yield from affected(t, doing.act, op, SELF)
    for figure in figures:
        give(t, figure, bits([op.word]))


@deed.by("push")
def push_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    yield from force_deed(t, doing, op, PUSH)


@deed.by("pull")
def pull_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    yield from force_deed(t, doing, op, PULL)


def force_deed(t: T, doing: Deed, op: Op, away: int) -> Flow[None]:
    figures = yield from affected(t, doing.act, op, "enemiesAdjacent")
    for figure in figures:
        yield from force(t, figure, doing.me, op.value, away)
    doing.act.touched = [f for f in figures if t.state.in_play(f)]
    yield from conditions_under(t, doing, op)


@deed.by("suffer_damage")
def suffer_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """Damage that is no attack."""
    figures = yield from affected(t, doing.act, op, SELF)
    for figure in figures:
        yield from suffer(t, figure, op.value, doing.me)


@deed.by("loot")
def loot_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-20.25] The money is gone for good; treasures stay."""
    s = t.state
    for at in lootable(s, doing.me, op.value):
        if s.money.pop(at, 0):
            t.emit("money_gone", doing.me, at)
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
    """[GLOOMHAVEN-20.24] Into an adjacent empty hex, closest to an enemy."""
    for entry in op.args["summons"]:
        facts = entry["monster"]
        yield from summon_beside(t, doing, TYPE_OF[facts["name"]], RANK_OF[facts["type"]])


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
