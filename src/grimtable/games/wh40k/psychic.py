"""The Psychic phase: tests, Perils of the Warp, Deny the Witch [WH40K-6]."""

from __future__ import annotations

from grimtable.games.wh40k.casualties import blast, hurt_model, mortal_wounds
from grimtable.games.wh40k.components import INCH, POWERS, SHEETS, Amount, Effect, Model, Player, Psyker, Unit
from grimtable.games.wh40k.components.effects import BLANK
from grimtable.games.wh40k.dice import EITHER, Aim, aimed_roll, halved, roll_amount
from grimtable.games.wh40k.effects import NO_MOMENT, added, effects_on, lift
from grimtable.games.wh40k.hooks import power_resolved, psychic_bonus
from grimtable.games.wh40k.measure import near
from grimtable.games.wh40k.powers import take_effect
from grimtable.games.wh40k.state import PSYCHIC, SHOOTING, TABLE, Battle, T, enemy
from grimtable.games.wh40k.victory import check_wipe_out
from grimtable.kernel.values import Flow, Step

DONE, NOBODY = "done", "nobody"
DENY_RANGE = 24 * INCH  # [WH40K-6.11]
BLAST = 6 * INCH  # [WH40K-6.10]
THREE = Amount(1, 3, 0)
BACKLASH = BLANK._replace(op="perils", amount=THREE)
NEXT_END, END = "own_next_psychic_phase_end", "psychic_phase_end"


def psychic(t: T) -> Flow[None]:
    s = t.state
    s.phase = PSYCHIC
    lift(s, "own_next_psychic_phase_start", s.active)
    s.lasting = [
        row._replace(until=END) if row.until == NEXT_END and row.player == s.active else row for row in s.lasting
    ]
    t.emit("phase", s.active, PSYCHIC)
    s.agenda.append(Step("manifest"))
    yield from ()


# ---------------------------------------------------------------- attempts
def psyker_of(s: Battle, unit: Unit) -> Psyker | None:
    """[WH40K-6.2]"""
    return SHEETS[s.sheet[unit]].psyker


def casts_left(s: Battle, unit: Unit) -> int:
    psyker = psyker_of(s, unit)
    if psyker is None:
        return 0
    least, many = psyker.cast_when
    most = many if least and len(s.alive(unit)) >= least else psyker.cast
    return most - len(s.tried[unit])


def attempts(s: Battle) -> list[tuple[Unit, int]]:
    """[WH40K-6.7, WH40K-6.16] What psykers on the battlefield may still try: each power once."""
    return [
        (unit, power)
        for unit in s.units_of(s.active)
        if casts_left(s, unit) > 0
        for power in s.known[unit]
        if power not in s.tried[unit]
    ]


def manifest(t: T) -> Flow[None]:
    """[WH40K-6.1] Attempt after attempt, in any order, until the player stops."""
    s = t.state
    options: list[tuple[int, str] | str] = [(unit, POWERS[power].name) for unit, power in attempts(s)]
    answer = yield from t.choose(s.active, "manifest", [*options, DONE])
    if isinstance(answer, str):
        lift(s, END, s.active)
        s.agenda.append(Step(SHOOTING))
        return
    s.agenda.append(Step("manifest"))
    unit, name = answer
    power = next(p for p in s.known[unit] if POWERS[p].name == name)
    s.tried[unit] = (*s.tried[unit], power)
    t.emit("tries", s.label[unit], name)
    yield from attempt(t, unit, power)
    check_wipe_out(t)


def attempt(t: T, unit: Unit, power: int) -> Flow[None]:
    """[WH40K-6.6, WH40K-6.15] Roll, modifiers, Perils on the natural dice, success, deny, effect."""
    s = t.state
    effects = effects_on(s, unit)
    add = added(s, unit, [e for e in effects if not per_crowd(e)], "psychic", NO_MOMENT)
    for bonus in psychic_bonus.of(s.abilities[unit]):
        add += bonus(t, unit)
    aim = Aim("psychic", POWERS[power].warp_charge, add, total=True, best=EITHER)
    faces = yield from aimed_roll(t, s.owner[unit], 2, aim)
    total = sum(faces) + add
    if [1 for e in effects if e.op == "halve_roll"]:
        total = halved(total)
        t.emit("halved", s.label[unit], total)
    caster = s.alive(unit)[0]
    overload = [e for e in effects if e.op == "perils_if" and total >= e.at_least]
    if tuple(faces) in ((1, 1), (6, 6)) or overload:
        yield from perils(t, unit, caster)
    if s.place[unit] != TABLE or total < POWERS[power].warp_charge:  # [WH40K-6.9]
        t.emit("not_manifested", s.label[unit], POWERS[power].name, total)
        return
    t.emit("manifested", s.label[unit], POWERS[power].name, total)
    if (yield from denied(t, unit, total)):
        return
    yield from take_effect(t, unit, power, total)
    for react in power_resolved.of(s.abilities[unit]):
        yield from react(t, unit, total)


def per_crowd(effect: Effect) -> bool:
    """A bonus counted by the ability itself."""
    return any([name == "friendly_models_keyword" for name, _ in effect.conditions])


def perils(t: T, unit: Unit, caster: Model) -> Flow[None]:
    """[WH40K-6.8, WH40K-6.10, WH40K-6.17] D3 mortal wounds; a psyker that dies of it harms everybody within 6"."""
    s = t.state
    me = s.owner[unit]
    psyker = psyker_of(s, unit)
    assert psyker is not None
    t.emit("perils", s.label[unit])
    count = yield from roll_amount(t, me, THREE, "mortal_wounds")
    if psyker.whole_unit:
        yield from mortal_wounds(t, unit, count)
        if s.alive(unit):
            return
    else:
        yield from hurt_model(t, caster, count)
        if s.wounds[caster] > 0:
            return
    yield from blast(t, caster, BLAST, BACKLASH, me)


# ---------------------------------------------------------------- Deny the Witch
def deniers(s: Battle, unit: Unit) -> list[Unit]:
    """[WH40K-6.11] Enemy psykers within 24" that may still try to deny this turn."""
    found: list[Unit] = []
    for other in s.units_of(enemy(s.owner[unit])):
        psyker = psyker_of(s, other)
        if psyker is None or s.denied[other] >= psyker.deny:
            continue
        if near(s, s.alive(other), s.alive(unit), DENY_RANGE):
            found.append(other)
    return found


def denied(t: T, unit: Unit, total: int) -> Flow[bool]:
    """[WH40K-6.12, WH40K-6.13] One attempt against each power: more than the test showed."""
    s = t.state
    able = deniers(s, unit)
    if not able:
        return False
    me: Player = enemy(s.owner[unit])
    options: list[Unit | str] = [*able, NOBODY]
    who = yield from t.choose(me, "deny", options)
    if isinstance(who, str):
        return False
    s.denied[who] += 1
    add = added(s, who, effects_on(s, who), "deny", NO_MOMENT._replace(foe=unit))
    faces = yield from aimed_roll(t, me, 2, Aim("deny", total + 1, add, total=True))
    result = sum(faces) + add
    t.emit("denied" if result > total else "not_denied", s.label[who], result)
    return result > total
