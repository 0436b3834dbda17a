"""Unusual abilities of the Space Marines."""

from __future__ import annotations

from grimtable.games.wh40k.attacks import resolve, strength_of
from grimtable.games.wh40k.casualties import heal, is_hurt, mortal_wounds
from grimtable.games.wh40k.components import (
    ABILITY_EFFECTS,
    CLOSE_COMBAT,
    INCH,
    MELEE,
    NONE,
    PROFILES,
    WEAPONS,
    Amount,
    Model,
    Unit,
)
from grimtable.games.wh40k.dice import roll
from grimtable.games.wh40k.effects import effects_on, lay
from grimtable.games.wh40k.hooks import (
    charge_ended,
    instead_of_shooting,
    model_slain,
    shooting_replaced,
    turn_start,
    turn_start_ready,
)
from grimtable.games.wh40k.measure import ENGAGED, close, near_unit
from grimtable.games.wh40k.shooting import FireTable, volleys
from grimtable.games.wh40k.state import SLAIN, TABLE, Battle, T, enemy
from grimtable.games.wh40k.volley import Volley
from grimtable.kernel.values import Flow

NOTHING = "nothing"
BANNER = 6 * INCH


# ---------------------------------------------------------------- Astartes Banner
@model_slain.by("astartes_banner")
def astartes_banner(t: T, bearer: Unit, victim: Model) -> Flow[None]:
    """[WH40K-15.1] Slain CHAPTER INFANTRY within 6", the bearer too: on 4+ a last shot or blow before removal."""
    s = t.state
    unit = s.unit[victim]
    if not (s.has(unit, "CHAPTER") and s.has(unit, "INFANTRY")):
        return
    if unit != bearer and not [1 for m in s.alive(bearer) if close(s, m, victim, BANNER)]:
        return
    faces = yield from roll(t, s.owner[unit], 1, "banner", 4)
    if faces[0] < 4:
        return
    actions = last_actions(s, victim)
    if not actions:
        return
    options: list[tuple[str, int, int, Unit] | str] = [*actions, NOTHING]
    answer = yield from t.choose(s.owner[unit], "last_action", options)
    if isinstance(answer, str):
        return
    kind, slot, number, target = answer
    t.emit("last_action", s.label[unit], s.label[target])
    if kind == "shoot":
        table = revived(s, victim)
        for volley in volleys(table, ((victim, slot, number, target),), False):
            yield from resolve(t, volley, table.watch)
    else:
        yield from resolve(t, one_blow(s, victim, slot, number, target), None)


def revived(s: Battle, victim: Model) -> FireTable:
    """What a dying model may shoot at: the table is made as if it still lived."""
    unit = s.unit[victim]
    place = s.place[unit]
    s.wounds[victim], s.place[unit] = 1, TABLE
    table = FireTable(s, unit, NONE)
    s.wounds[victim], s.place[unit] = SLAIN, place
    return table


def last_actions(s: Battle, victim: Model) -> list[tuple[str, int, int, Unit]]:
    found: list[tuple[str, int, int, Unit]] = []
    for option in revived(s, victim).options:
        if option.model == victim:
            found += [("shoot", option.slot, option.number, target) for target in option.targets]
    foes = [u for u in s.units_of(enemy(s.owner[s.unit[victim]])) if near_unit(s, victim, u, ENGAGED)]
    blades = [
        (slot, number)
        for slot, weapon in enumerate(s.wargear[victim])
        for number, profile in enumerate(WEAPONS[weapon].profiles)
        if PROFILES[profile].type == MELEE
    ]
    return found + [("strike", slot, number, u) for u in foes for slot, number in blades or [(NONE, 0)]]


def one_blow(s: Battle, victim: Model, slot: int, number: int, target: Unit) -> Volley:
    unit = s.unit[victim]
    profile = CLOSE_COMBAT if slot == NONE else WEAPONS[s.wargear[victim][slot]].profiles[number]
    strength = strength_of(s, victim, profile, effects_on(s, unit, victim))
    shots = ((victim, Amount(0, 0, 1)),)
    return Volley(unit, target, profile, shots, s.skill(victim, True), strength, 0, False, True, False, True, True)


# ---------------------------------------------------------------- Crushing Charge
@charge_ended.by("crushing_charge")
def crushing_charge(t: T, unit: Unit) -> Flow[None]:
    """For each model that ends a charge within 1" of an enemy unit: on a 6 that unit suffers 1 mortal wound."""
    s = t.state
    for model in s.alive(unit):
        yield from slam(t, unit, [model], 6)


def slam(t: T, unit: Unit, models: list[Model], need: int) -> Flow[None]:
    """One die; if it is high enough, one enemy unit within 1" of these models suffers 1 mortal wound."""
    s = t.state
    me = s.owner[unit]
    near = [u for u in s.units_of(enemy(me)) if [1 for m in models if near_unit(s, m, u, ENGAGED)]]
    if not near:
        return
    faces = yield from roll(t, me, 1, "slam", need)
    if faces[0] >= need:
        target = yield from t.choose(me, "slam", near)
        yield from mortal_wounds(t, target, 1, unit)


# ---------------------------------------------------------------- Smoke Launchers
@instead_of_shooting.by("smoke_launchers")
def has_smoke(t: T, unit: Unit) -> bool:
    return not t.state.has_spent(unit, "smoke_launchers")


@shooting_replaced.by("smoke_launchers")
def smoke_launchers(t: T, unit: Unit) -> None:
    """Once per battle instead of shooting: ranged attacks against it have -1 until its next Shooting phase."""
    s = t.state
    s.spent = (*s.spent, (unit, "smoke_launchers"))
    effect = ABILITY_EFFECTS["smoke_launchers"][0].does[0]
    lay(s, unit, NONE, effect, effect.until, s.owner[unit])
    t.emit("smoke", s.label[unit])


# ---------------------------------------------------------------- Self-repair
@turn_start_ready.by("self_repair")
def is_damaged(s: Battle, unit: Unit) -> bool:
    return any([is_hurt(s, m) for m in s.alive(unit)])


@turn_start.by("self_repair")
def self_repair(t: T, unit: Unit) -> Flow[None]:
    """At the start of its turn a damaged vehicle regains a wound on a 6."""
    faces = yield from roll(t, t.state.owner[unit], 1, "repair", 6)
    if faces[0] == 6:
        for model in t.state.alive(unit):
            heal(t, model, 1)
