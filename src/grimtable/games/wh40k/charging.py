"""The Charge phase: targets, Overwatch, charge moves, Heroic Interventions [WH40K-10]."""

from __future__ import annotations

from typing import Any

from grimtable.games.wh40k.attacks import resolve
from grimtable.games.wh40k.candidates import contact_moves
from grimtable.games.wh40k.components import INCH, Unit
from grimtable.games.wh40k.detours import hard_move, moves_towards
from grimtable.games.wh40k.dice import Aim, aimed_roll
from grimtable.games.wh40k.effects import NO_MOMENT, added, allows, effects_on, rerolls
from grimtable.games.wh40k.hooks import charge_ended
from grimtable.games.wh40k.measure import ENGAGED, closest_units, is_engaged, near, units_near
from grimtable.games.wh40k.movement import way_of
from grimtable.games.wh40k.moving import (
    CHARGE_MOVE,
    HEROIC,
    Answer,
    Way,
    carry_out,
    move_refusal,
)
from grimtable.games.wh40k.shooting import FireTable, declaration_refusal, declarations, guns, volleys
from grimtable.games.wh40k.state import (
    ADVANCED,
    BEGAN_CHARGE_ENGAGED,
    CHARGE,
    CHARGED,
    FELL_BACK,
    MAY_CHARGE_ADVANCED,
    TABLE,
    TRIED_CHARGE,
    Battle,
    T,
    enemy,
)
from grimtable.games.wh40k.victory import check_wipe_out
from grimtable.kernel.values import Flow, Refusal, Step

RANGE = 12 * INCH  # [WH40K-10.2]
HEROIC_RANGE = 3 * INCH  # [WH40K-10.16]
DONE, NOBODY = "done", "nobody"


def charge(t: T) -> Flow[None]:
    """[WH40K-10.3, WH40K-19.2] The phase begins: who is within 1" of an enemy is noted, and who may charge anyway."""
    s = t.state
    s.phase = CHARGE
    t.emit("phase", s.active, CHARGE)
    for unit in s.units_of(s.active):
        if is_engaged(s, unit):
            s.note(unit, BEGAN_CHARGE_ENGAGED)
        if allows(s, unit, "charge_after_advance"):
            s.note(unit, MAY_CHARGE_ADVANCED)
    s.agenda.append(Step("charge_unit"))
    yield from ()


# ---------------------------------------------------------------- who charges whom
def may_charge(s: Battle, unit: Unit) -> bool:
    """[WH40K-10.3, WH40K-10.14, WH40K-4.16, WH40K-4.19]"""
    if s.did(unit, TRIED_CHARGE | BEGAN_CHARGE_ENGAGED) or allows(s, unit, "charge", "forbid"):
        return False
    if s.did(unit, ADVANCED) and not s.did(unit, MAY_CHARGE_ADVANCED):
        return False
    return not s.did(unit, FELL_BACK) or allows(s, unit, "charge_after_fall_back")


def can_be_fought(s: Battle, unit: Unit, target: Unit) -> bool:
    """Whether abilities let these two meet in melee: some units can only be fought by some others."""
    for one, other in ((unit, target), (target, unit)):
        for effect in effects_on(s, one):
            if effect.op == "only_keyword" and not s.has(other, effect.word):
                return False
    return True


def charge_targets(s: Battle, unit: Unit) -> list[Unit]:
    """[WH40K-10.2, WH40K-10.4] Enemy units within 12", seen or not."""
    return [u for u in units_near(s, unit, enemy(s.owner[unit]), RANGE) if can_be_fought(s, unit, u)]


def targets_refusal(s: Battle, unit: Unit, answer: Any) -> Refusal | None:
    near = charge_targets(s, unit)
    if not isinstance(answer, tuple) or not answer or [1 for u in answer if type(u) is not int or u not in near]:
        return Refusal("WH40K-10.4", "not_targets")
    return Refusal("WH40K-10.4", "not_targets") if sorted(set(answer)) != list(answer) else None


def charge_unit(t: T) -> Flow[None]:
    """[WH40K-10.1] One unit after another."""
    s = t.state
    me = s.active
    options: list[Unit | str] = [u for u in s.units_of(me) if may_charge(s, u) and charge_targets(s, u)]
    options.append(DONE)
    unit = yield from t.choose(me, "charge_unit", options)
    if isinstance(unit, str):
        s.agenda.append(Step("heroic"))
        return
    s.agenda.append(Step("charge_unit"))
    s.note(unit, TRIED_CHARGE)
    near = charge_targets(s, unit)
    ways = [(u,) for u in near]
    everybody: tuple[Unit, ...] = tuple(near)
    suggestions: list[tuple[Unit, ...]] = [*ways, everybody] if len(near) > 1 else [*ways]
    s.ask_about(unit)
    targets = yield from t.compose(me, "charge_targets", suggestions, lambda a: targets_refusal(s, unit, a))
    s.targets[unit] = targets
    t.emit("charge_declared", s.label[unit], tuple([s.label[u] for u in targets]))
    s.agenda.append(Step("charge_move", (unit,)))
    s.agenda.append(Step("overwatch", (unit, targets)))


# ---------------------------------------------------------------- Overwatch
def can_overwatch(s: Battle, unit: Unit) -> bool:
    """[WH40K-10.6, WH40K-10.7] Each time it is charged, unless an enemy is within 1"."""
    return (
        s.place[unit] == TABLE
        and not is_engaged(s, unit)
        and not allows(s, unit, "overwatch", "forbid")
        and bool(guns(s, unit, True))
    )


def overwatch(t: T, charging: Unit, waiting: tuple[Unit, ...]) -> Flow[None]:
    """[WH40K-10.5, WH40K-10.8] The targets may shoot at the charging unit, in the order their player likes."""
    s = t.state
    if s.place[charging] != TABLE:
        return
    tables = {u: FireTable(s, u, charging) for u in waiting if can_overwatch(s, u)}
    options: list[Unit | str] = [u for u, table in tables.items() if table.options]
    if not options:
        return
    unit = yield from t.choose(enemy(s.active), "overwatch", [*options, NOBODY])
    if isinstance(unit, str):
        return
    s.agenda.append(Step("overwatch", (charging, tuple([u for u in waiting if u != unit]))))
    table = tables[unit]
    s.ask_about(unit)
    declared = yield from t.compose(
        enemy(s.active), "declare_shots", declarations(table), lambda a: declaration_refusal(table, a)
    )
    t.emit("overwatch", s.label[unit], s.label[charging])
    for volley in volleys(table, declared, True):
        yield from resolve(t, volley, table.watch)
    check_wipe_out(t)


# ---------------------------------------------------------------- the charge move
def charge_roll(t: T, unit: Unit) -> Flow[int]:
    """[WH40K-10.9] 2D6 inches, changed by abilities of the charging unit and of its targets."""
    s = t.state
    me = s.owner[unit]
    effects = effects_on(s, unit)
    closest = closest_units(s, unit, s.units_of(enemy(me)))
    moment = NO_MOMENT._replace(nearest=all([u in closest for u in s.targets[unit]]))
    add = added(s, unit, effects, "charge", moment)
    for target in s.targets[unit]:
        if s.place[target] == TABLE:
            add += added(s, target, effects_on(s, target), "charge_against", NO_MOMENT)
    again = rerolls(s, unit, effects, "charge", NO_MOMENT)
    faces = yield from aimed_roll(t, me, 2, Aim("charge", 0, add), again)
    return max(0, sum(faces) + add)


def charge_move(t: T, unit: Unit) -> Flow[None]:
    """[WH40K-10.9, WH40K-10.12] Move, or stay: then the charge has failed."""
    s = t.state
    if s.place[unit] != TABLE:
        return
    length = yield from charge_roll(t, unit)
    alive = tuple([u for u in s.targets[unit] if s.place[u] == TABLE])
    way = way_of(s, unit, CHARGE_MOVE, length * INCH, alive)
    foes = [m for u in alive for m in s.alive(u)]
    if not near(s, s.alive(unit), foes, way.allowance + ENGAGED):  # too far, whatever the way
        t.emit("charge_failed", s.label[unit], length)
        return
    ways = charge_moves(s, unit, way)  # there may be others, around a corner
    stay: Answer = tuple([() for _ in s.alive(unit)])
    s.ask_about(unit, way.allowance)
    answer = yield from t.compose(s.active, "charge_move", [*ways, stay], lambda a: move_refusal(s, unit, way, a))
    if not any(answer):
        t.emit("charge_failed", s.label[unit], length)
        return
    carry_out(s, unit, answer)
    s.note(unit, CHARGED)
    t.emit("charged", s.label[unit], length)
    for react in charge_ended.of(s.abilities[unit]):
        yield from react(t, unit)
    check_wipe_out(t)


def charge_moves(s: Battle, unit: Unit, way: Way) -> list[Answer]:
    """Into contact with any target, or with one of them."""
    found: list[Answer] = []
    for targets in [way.targets, *[(u,) for u in way.targets]]:
        foes = [m for u in targets for m in s.alive(u)]
        for answer in contact_moves(s, unit, way, foes):
            if answer not in found:
                found.append(answer)
    return found or hard_move(s, unit, way, [m for u in way.targets for m in s.alive(u)])


# ---------------------------------------------------------------- Heroic Interventions
def heroes(s: Battle) -> list[Unit]:
    """[WH40K-10.16, WH40K-10.18] Characters of the player whose turn it is not, within 3" of an enemy unit."""
    me = enemy(s.active)
    return [
        u
        for u in s.units_of(me)
        if s.is_character(u) and not s.did(u, TRIED_CHARGE) and units_near(s, u, s.active, HEROIC_RANGE)
    ]


def heroic(t: T) -> Flow[None]:
    """[WH40K-10.16, WH40K-10.17] Each may move up to 3", closer to the closest enemy model."""
    s = t.state
    me = enemy(s.active)
    options: list[Unit | str] = []
    moves: dict[Unit, list[Answer]] = {}
    for unit in heroes(s):
        way = way_of(s, unit, HEROIC, HEROIC_RANGE)
        moves[unit] = moves_towards(s, unit, way, s.models_of(s.active))
        if moves[unit]:
            options.append(unit)
    hero = yield from t.choose(me, "heroic", [*options, DONE])
    if isinstance(hero, str):
        s.agenda.append(Step("fight"))
        return
    s.agenda.append(Step("heroic"))
    s.note(hero, TRIED_CHARGE)  # each intervenes once
    way = way_of(s, hero, HEROIC, HEROIC_RANGE)
    s.ask_about(hero, way.allowance)
    answer = yield from t.compose(me, "heroic_move", moves[hero], lambda a: move_refusal(s, hero, way, a))
    carry_out(s, hero, answer)
    t.emit("intervened", s.label[hero])
