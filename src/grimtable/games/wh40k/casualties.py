"""Lost wounds, slain models, mortal wounds, explosions and wrecked transports [WH40K-9.12, WH40K-9.21, WH40K-13.8]."""

from __future__ import annotations

from typing import Any

from grimtable.games.wh40k.components import (
    ABILITY_EFFECTS,
    INCH,
    LINES,
    NONE,
    PROFILES,
    WEAPONS,
    Effect,
    Model,
    Player,
    Unit,
)
from grimtable.games.wh40k.dice import EITHER, Aim, aimed_roll, roll, roll_amount
from grimtable.games.wh40k.effects import NO_MOMENT, effects_on, holds, wanted
from grimtable.games.wh40k.hooks import kill_made, model_slain, wound_intercepted
from grimtable.games.wh40k.measure import close
from grimtable.games.wh40k.placing import Setup, Spot, setup_refusal, setups, stand
from grimtable.games.wh40k.state import (
    DISEMBARKED,
    DYING,
    FIGHT,
    FLED,
    FOUGHT,
    GONE,
    SLAIN,
    TABLE,
    VENGEFUL,
    Battle,
    T,
    enemy,
)
from grimtable.kernel.values import Flow, Refusal

DISEMBARK = 3 * INCH  # [WH40K-13.11]
EACH_WOUND = "casualties=each"  # [WH40K-19.6] the owner is asked wound by wound, not for an order beforehand


# ---------------------------------------------------------------- who takes the wounds
def is_hurt(s: Battle, model: Model) -> bool:
    return 0 < s.wounds[model] < LINES[s.line[model]].wounds


def next_casualty(s: Battle, unit: Unit, order: tuple[Model, ...]) -> Model:
    """[WH40K-9.9, WH40K-9.20] A model that has lost wounds takes the next one; else the owner's order counts."""
    for model in s.alive(unit):
        if is_hurt(s, model):
            return model
    for model in order:
        if s.wounds[model] > 0:
            return model
    return NONE


def orders(s: Battle, unit: Unit, foe: Unit) -> list[tuple[Model, ...]]:
    """Sensible orders of casualties: ordinary models before special ones, from the back or from the front."""
    models = s.alive(unit)
    kinds = [(s.line[m], s.wargear[m]) for m in models]
    foes = s.crew[foe] if foe != NONE else ()
    there = foes[0] if foes else NONE

    def far(model: Model) -> int:
        return 0 if there == NONE else (s.x[model] - s.x[there]) ** 2 + (s.y[model] - s.y[there]) ** 2

    common = {m: kinds.count((s.line[m], s.wargear[m])) for m in models}
    back = tuple(sorted(models, key=lambda m: (-common[m], -far(m), m)))
    front = tuple(sorted(models, key=lambda m: (-common[m], far(m), m)))
    return [back] if back == front else [back, front]


def order_refusal(s: Battle, unit: Unit, answer: Any) -> Refusal | None:
    models = s.alive(unit)
    if isinstance(answer, tuple) and all([type(m) is int for m in answer]) and sorted(answer) == models:
        return None
    return Refusal("WH40K-9.7", "not_an_order", (len(models),))


def casualty_order(t: T, unit: Unit, foe: Unit, by_wound: bool = False) -> Flow[tuple[Model, ...]]:
    """[WH40K-9.7, WH40K-19.6] The owner says in which order models take the wounds that come now, all at once.

    Of wounds that come one by one he may be asked one by one instead.
    """
    s = t.state
    models = s.alive(unit)
    if len(models) < 2 or (by_wound and s.switched(EACH_WOUND)):
        return tuple(models)
    s.ask_about(unit)
    return (
        yield from t.compose(s.owner[unit], "casualties", orders(s, unit, foe), lambda a: order_refusal(s, unit, a))
    )


# ---------------------------------------------------------------- losing wounds
def ignores(s: Battle, unit: Unit, mortal: bool) -> int:
    """[WH40K-9.23] The result that saves a wound after all: the best of the unit's abilities; 7 is none."""
    moment = NO_MOMENT._replace(mortal=mortal)
    found = [e.at_least for e in effects_on(s, unit) if e.op == "ignore_wound" and holds(s, unit, e, moment)]
    return min(found, default=7)


def lose_wounds(t: T, model: Model, count: int, mortal: bool, killer: Unit) -> Flow[int]:
    """[WH40K-9.12, WH40K-9.13, WH40K-9.14] Take wounds from a model; what exceeds them is returned."""
    s = t.state
    unit = s.unit[model]
    lost = 0
    need = ignores(s, unit, mortal)
    guards = [g for g in s.units_of(s.owner[unit]) if g != unit and wound_intercepted.of(s.abilities[g])]
    for point in range(count):
        if need < 7:
            faces = yield from roll(t, s.owner[unit], 1, "ignore_wound", need)
            if faces[0] >= need:
                continue
        if guards and (yield from intercepted(t, guards, model)):
            continue
        s.wounds[model] -= 1
        lost += 1
        if s.wounds[model] == 0:
            yield from slay(t, model, killer, lost)
            return count - point - 1
    t.emit("wounded", s.label[unit], model, s.wounds[model], lost)
    return 0


def intercepted(t: T, guards: list[Unit], model: Model) -> Flow[bool]:
    for guard in guards:
        for step_in in wound_intercepted.of(t.state.abilities[guard]):
            if t.state.place[guard] == TABLE and (yield from step_in(t, guard, model)):
                return True
    return False


def mortal_wounds(t: T, unit: Unit, count: int, killer: Unit = NONE) -> Flow[None]:
    """[WH40K-9.21, WH40K-9.22] One damage each, no saves, on to the next model when one dies."""
    s = t.state
    if count <= 0 or s.place[unit] != TABLE:
        return
    t.emit("mortal_wounds", s.label[unit], count)
    order = yield from casualty_order(t, unit, killer, True)
    for _ in range(count):
        model = next_casualty(s, unit, order)
        if model == NONE:
            return
        if s.switched(EACH_WOUND) and not is_hurt(s, model):
            s.ask_about(unit)
            model = yield from t.choose(s.owner[unit], "allocate", s.alive(unit))
        yield from lose_wounds(t, model, 1, True, killer)


def hurt_model(t: T, model: Model, count: int) -> Flow[None]:
    """Mortal wounds on one model: what is left when it dies is lost."""
    t.emit("mortal_wounds", t.state.label[t.state.unit[model]], count)
    yield from lose_wounds(t, model, count, True, NONE)


# ---------------------------------------------------------------- death
def slay(t: T, model: Model, killer: Unit = NONE, lost: int = 0) -> Flow[None]:
    """[WH40K-9.13, WH40K-19.5] A model is slain; it keeps its place until what its death does is done."""
    s = t.state
    unit = s.unit[model]
    s.wounds[model] = VENGEFUL if strikes_back(s, model) else SLAIN
    s.lost[unit] += 1
    t.emit("slain", s.label[unit], model, lost)
    if not s.alive(unit):
        s.place[unit] = DYING
    for ability in s.abilities[unit]:
        for effect in ABILITY_EFFECTS[ability]:
            if effect.op == "explode":
                yield from explode(t, model, effect)
    for friend in [*s.units_of(s.owner[unit]), *([] if s.alive(unit) else [unit])]:  # [WH40K-15.1] itself too
        for react in model_slain.of(s.abilities[friend]):
            yield from react(t, friend, model)
    if killer != NONE:
        for react in kill_made.of(s.abilities[killer]):
            yield from react(t, killer, model)
    if not s.alive(unit):
        yield from destroy(t, unit)


def strikes_back(s: Battle, model: Model) -> bool:
    """Whether a weapon lets a model that falls before it has fought strike all the same."""
    if s.phase != FIGHT or s.did(s.unit[model], FOUGHT):
        return False
    profiles = [profile for weapon in s.wargear[model] for profile in WEAPONS[weapon].profiles]
    return any([e.op == "fight_after_death" for profile in profiles for e in PROFILES[profile].effects])


def explode(t: T, model: Model, effect: Effect) -> Flow[None]:
    """On a high roll every unit near a dying model suffers, friend or foe; passengers do not [WH40K-13.6]."""
    s = t.state
    me = s.owner[s.unit[model]]
    faces = yield from aimed_roll(t, me, 1, Aim("explode", effect.at_least, best=EITHER))
    if faces[0] < effect.at_least:
        return
    reach = effect.reach
    if effect.reach_dice.dice:
        reach = (yield from roll_amount(t, me, effect.reach_dice, "explosion_range")) * INCH
    t.emit("exploded", s.label[s.unit[model]], model)
    yield from blast(t, model, reach, effect, me)


def blast(t: T, model: Model, reach: int, effect: Effect, me: Player) -> Flow[None]:
    """Mortal wounds on every unit within reach of a model, rolled separately.

    [WH40K-1.13] All at one moment: the player whose turn it is picks the order.
    """
    s = t.state
    waiting = [
        unit
        for player in (me, enemy(me))
        for unit in s.units_of(player)
        if wanted(s, unit, effect) and [1 for m in s.alive(unit) if close(s, m, model, reach)]
    ]
    while waiting:
        unit = yield from t.choose(s.active, "sequence", waiting)
        count = yield from roll_amount(t, me, effect.amount, "mortal_wounds")
        yield from mortal_wounds(t, unit, count)
        waiting = [other for other in waiting if other != unit and s.place[other] == TABLE]


def destroy(t: T, unit: Unit) -> Flow[None]:
    """The last model of a unit is gone. [WH40K-13.8] From a transport everybody gets out first."""
    s = t.state
    for rider in s.riders(unit):
        yield from bail_out(t, rider, unit)
    s.place[unit] = GONE
    s.lasting = [row for row in s.lasting if row.unit != unit]
    t.emit("destroyed", s.label[unit])


def flee(t: T, model: Model) -> Flow[None]:
    """[WH40K-12.4, WH40K-12.5] The model is removed, but not slain."""
    s = t.state
    s.wounds[model] = FLED
    t.emit("fled", s.label[s.unit[model]], model)
    if not s.alive(s.unit[model]):
        yield from destroy(t, s.unit[model])


# ---------------------------------------------------------------- getting out
def around(s: Battle, unit: Unit) -> list[tuple[int, int]]:
    """Points around a unit's first model, close to its hull."""
    model = s.crew[unit][0]
    sheet = s.sheet_of(unit)
    far = max(sheet.half_length, sheet.half_width) + INCH
    x, y = s.x[model], s.y[model]
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))
    return [(x + far * i, y + far * j) for i, j in steps]


def get_out(t: T, unit: Unit, transport: Unit) -> Flow[list[Model]]:
    """[WH40K-13.11, WH40K-13.12] Within 3" of it and more than 1" from enemies; who finds no room is slain."""
    s = t.state
    models = s.alive(unit)
    spot = Spot("WH40K-13.11", NONE, INCH, tuple(s.alive(transport)), DISEMBARK, True)
    for model in models:
        s.x[model], s.y[model], s.z[model] = -10 * INCH, -10 * INCH, 0
    ways: list[Setup] = setups(s, unit, models, spot, around(s, transport), 0, 4)
    s.ask_about(unit)
    answer = yield from t.compose(s.owner[unit], "disembark", ways, lambda a: setup_refusal(s, unit, models, spot, a))
    stand(s, models, answer)
    s.place[unit] = TABLE
    s.note(unit, DISEMBARKED)
    for model in models:
        s.moved[model] = 1  # [WH40K-13.14]
    t.emit("disembarked", s.label[unit], s.label[transport])
    for model, pose in zip(models, answer):
        if not pose:
            yield from slay(t, model)
    return s.alive(unit)


def bail_out(t: T, unit: Unit, transport: Unit) -> Flow[None]:
    """[WH40K-13.8, WH40K-13.9] Out of a wreck: for each 1 rolled a model is slain, of the owner's choice."""
    s = t.state
    wreck = s.crew[transport][0]
    s.wounds[wreck], s.place[transport] = 1, TABLE  # the wreck still stands there while they get out
    out = yield from get_out(t, unit, transport)
    s.wounds[wreck], s.place[transport] = SLAIN, DYING
    if not out:
        return
    faces = yield from roll(t, s.owner[unit], len(out), "bail_out", 2)
    count = faces.count(1)
    if not count:
        return
    order = yield from casualty_order(t, unit, NONE)
    for model in order[:count]:
        yield from slay(t, model)


def revive(s: Battle, model: Model) -> None:
    """A slain model comes back with all its wounds."""
    s.wounds[model] = LINES[s.line[model]].wounds


def heal(t: T, model: Model, count: int) -> None:
    """Wounds regained, never above the characteristic."""
    s = t.state
    most = LINES[s.line[model]].wounds
    if 0 < s.wounds[model] < most:
        s.wounds[model] = min(most, s.wounds[model] + count)
        t.emit("healed", s.label[s.unit[model]], model, s.wounds[model])
