"""Unusual abilities of the Necrons."""

from __future__ import annotations

from grimtable.games.wh40k.casualties import heal, is_hurt, mortal_wounds
from grimtable.games.wh40k.components import ABILITY_EFFECTS, INCH, NONE, Model, Unit
from grimtable.games.wh40k.dice import EITHER, Aim, aimed_roll, roll
from grimtable.games.wh40k.effects import lay, wanted
from grimtable.games.wh40k.hooks import (
    damage_taken,
    movement_end,
    movement_end_ready,
    shooting_done,
    turn_start,
    turn_start_ready,
    wound_intercepted,
)
from grimtable.games.wh40k.measure import near_unit, units_near
from grimtable.games.wh40k.returning import reanimate
from grimtable.games.wh40k.state import SLAIN, Battle, T
from grimtable.kernel.values import Flow

NO, YES, NOBODY = "no", "yes", "nobody"
PROTOCOLS = 5


# ---------------------------------------------------------------- Living Metal
@turn_start_ready.by("living_metal")
def is_damaged(s: Battle, unit: Unit) -> bool:
    return any([is_hurt(s, m) for m in s.alive(unit)])


@turn_start.by("living_metal")
def living_metal(t: T, unit: Unit) -> Flow[None]:
    """At the start of its turn it regains a wound."""
    for model in t.state.alive(unit):
        heal(t, model, 1)
    yield from ()


# ---------------------------------------------------------------- Reanimation Protocols
@turn_start_ready.by("reanimation_protocols")
def has_fallen(s: Battle, unit: Unit) -> bool:
    return any([s.wounds[m] == SLAIN for m in s.crew[unit]])


@turn_start.by("reanimation_protocols")
def reanimation_protocols(t: T, unit: Unit) -> Flow[None]:
    """At the start of its turn each slain model of a surviving unit returns on 5+; an orb lets it roll again."""
    s = t.state
    if not has_fallen(s, unit):
        return
    yield from reanimate(t, unit, PROTOCOLS)
    for lord in units_near(s, unit, s.owner[unit], 3 * INCH):
        if "resurrection_orb" in s.abilities[lord] and s.has(unit, "INFANTRY") and has_fallen(s, unit):
            yield from resurrection_orb(t, lord, unit)


def resurrection_orb(t: T, lord: Unit, unit: Unit) -> Flow[None]:
    """Once per battle, after the rolls: one DYNASTY INFANTRY unit within 3" rolls again."""
    s = t.state
    if s.has_spent(lord, "resurrection_orb"):
        return
    if (yield from t.choose(s.owner[unit], "orb", [(NO, unit), (YES, unit)]))[0] == YES:
        s.spent = (*s.spent, (lord, "resurrection_orb"))
        yield from reanimate(t, unit, PROTOCOLS)


# ---------------------------------------------------------------- Repair Barge
def repairable(s: Battle, unit: Unit) -> list[Unit]:
    effect = next(e for e in ABILITY_EFFECTS["repair_barge"] if e.op == "reanimate_again")
    return [u for u in units_near(s, unit, s.owner[unit], effect.reach) if wanted(s, u, effect) and has_fallen(s, u)]


@movement_end_ready.by("repair_barge")
def can_repair(s: Battle, unit: Unit) -> bool:
    return bool(repairable(s, unit))


@movement_end.by("repair_barge")
def repair_barge(t: T, unit: Unit) -> Flow[None]:
    """At the end of its Movement phase: one unit of Warriors within 3" rolls its Reanimation Protocols again."""
    s = t.state
    options: list[Unit | str] = [*repairable(s, unit), NOBODY]
    answer = yield from t.choose(s.owner[unit], "repair", options)
    if not isinstance(answer, str):
        yield from reanimate(t, answer, PROTOCOLS)


# ---------------------------------------------------------------- My Will Be Done
def subjects(s: Battle, unit: Unit) -> list[Unit]:
    """DYNASTY INFANTRY units within 6" that nobody commands yet this turn."""
    ordered = [row.unit for row in s.lasting if row.until == "own_next_turn_start"]
    near = units_near(s, unit, s.owner[unit], 6 * INCH)
    return [u for u in near if s.has(u, "DYNASTY") and s.has(u, "INFANTRY") and u not in ordered]


@turn_start_ready.by("my_will_be_done")
def can_command(s: Battle, unit: Unit) -> bool:
    return bool(subjects(s, unit))


@turn_start.by("my_will_be_done")
def my_will_be_done(t: T, unit: Unit) -> Flow[None]:
    """One DYNASTY INFANTRY unit within 6" has +1 to Advance, charge and hit rolls until the next own turn."""
    s = t.state
    chosen = yield from t.choose(s.owner[unit], "command", subjects(s, unit))
    for effect in ABILITY_EFFECTS["my_will_be_done"][0].does:
        lay(s, chosen, NONE, effect, "own_next_turn_start", s.owner[unit])
    t.emit("commanded", s.label[unit], s.label[chosen])


# ---------------------------------------------------------------- Guardian Protocols
@wound_intercepted.by("guardian_protocols")
def guardian_protocols(t: T, guard: Unit, model: Model) -> Flow[bool]:
    """A DYNASTY CHARACTER within 3" that would lose a wound: on 2+ the guard suffers a mortal wound instead."""
    s = t.state
    unit = s.unit[model]
    if not (s.has(unit, "DYNASTY") and s.is_character(unit)) or not near_unit(s, model, guard, 3 * INCH):
        return False
    faces = yield from aimed_roll(t, s.owner[guard], 1, Aim("guard", 2, best=EITHER))
    if faces[0] < 2:
        return False
    yield from mortal_wounds(t, guard, 1)
    return True


# ---------------------------------------------------------------- Quantum Shielding
@damage_taken.by("quantum_shielding")
def quantum_shielding(t: T, model: Model, damage: int) -> Flow[int]:
    """After a failed save a die lower than the damage ignores it all."""
    faces = yield from roll(t, t.state.owner[t.state.unit[model]], 1, "shielding")
    return 0 if faces[0] < damage else damage


# ---------------------------------------------------------------- Targeting Relay
@shooting_done.by("targeting_relay")
def targeting_relay(t: T, unit: Unit, targets: tuple[Unit, ...]) -> None:
    """NECRONS re-roll hit rolls of 1 against what this model shot at, for the rest of the phase."""
    t.state.marked = (*t.state.marked, *[u for u in targets if u not in t.state.marked])
