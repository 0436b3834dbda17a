"""What psychic powers do once they are manifested [WH40K-6.14]: targets, and one block per kind of effect."""

from __future__ import annotations

from collections.abc import Callable

from grimtable.games.wh40k.attacks import toughness_of
from grimtable.games.wh40k.casualties import mortal_wounds, slay
from grimtable.games.wh40k.components import LINES, NONE, POWERS, SHEETS, SMITE, Amount, Effect, Model, Unit
from grimtable.games.wh40k.dice import Aim, aimed_roll, roll, roll_amount
from grimtable.games.wh40k.effects import NO_MOMENT, effects_on, holds, lay, stat
from grimtable.games.wh40k.measure import close, nearest, nearest_units, units_on_line
from grimtable.games.wh40k.movement import set_down
from grimtable.games.wh40k.placing import Spot
from grimtable.games.wh40k.state import TABLE, WAITING, Battle, T, enemy
from grimtable.games.wh40k.visibility import Watch
from grimtable.kernel.values import Flow

Cast = tuple[Unit, int, int]  # who, which power, the total of the test
Does = Callable[[T, Cast, Effect, Unit, Model], Flow[None]]
DOES: dict[str, Does] = {}
LASTING = (
    "modify_roll", "modify_stat", "reroll", "fights_first", "fights_last", "auto_pass", "ignore_wound", "allow",
    "ignore_penalty", "suppress_ability",
)  # fmt: skip


def does(op: str) -> Callable[[Does], Does]:
    def register(function: Does) -> Does:
        DOES[op] = function
        return function

    return register


# ---------------------------------------------------------------- targets
def reach_of_power(s: Battle, unit: Unit, power: int) -> int:
    """The range of a power; abilities may lengthen it."""
    row = POWERS[power]
    longer = [e.reach for e in effects_on(s, unit) if e.op == "modify_power" and e.word == row.name and e.reach]
    return max([row.range, *longer])


def targets_of(s: Battle, unit: Unit, power: int) -> list[tuple[Unit, Model]]:
    """[WH40K-6.5] Whom a power may be used on: units, or single models, in range and seen if it says so."""
    row = POWERS[power]
    if row.side == "self":
        return [(unit, NONE)]
    watch = Watch(s, unit) if row.visible else None
    found: list[tuple[Unit, Model]] = []
    for caster in casters(s, unit):  # whoever names a target names who measures: all targets of all are open to him
        found += [target for target in targets_from(s, caster, power, watch) if target not in found]
    return found


def casters(s: Battle, unit: Unit) -> list[Model]:
    """[WH40K-6.17] The model that is the psyker; of a unit that counts as one, any may be chosen to measure from."""
    psyker = SHEETS[s.sheet[unit]].psyker
    return s.alive(unit) if psyker is not None and psyker.whole_unit else s.alive(unit)[:1]


def targets_from(s: Battle, caster: Model, power: int, watch: Watch | None) -> list[tuple[Unit, Model]]:
    """[WH40K-6.5] Whom a power may be used on as one model measures and sees."""
    row, unit = POWERS[power], s.unit[caster]
    reach = reach_of_power(s, unit, power)
    player = s.owner[unit] if row.side == "friendly" else enemy(s.owner[unit])
    found: list[tuple[Unit, Model]] = []
    for other in s.units_of(player):
        words = SHEETS[s.sheet[other]].keywords
        if [1 for word in row.keywords if word not in words] or (row.ability and row.ability not in s.abilities[other]):
            continue
        sighted = s.alive(other) if watch is None or other == unit else watch.sees(caster, other)
        models = [m for m in sighted if close(s, caster, m, reach)]
        if models and row.one_model:
            found += [(other, m) for m in models]
        elif models:
            found.append((other, NONE))
    return closest_only(s, caster, found) if row.pick == "closest" else found


def closest_only(s: Battle, caster: Model, found: list[tuple[Unit, Model]]) -> list[tuple[Unit, Model]]:
    """Only the closest; its player chooses among those equally close."""
    if not found:
        return []
    if found[0][1] != NONE:
        best = nearest(s, caster, [m for _, m in found])
        return [(s.unit[m], m) for m in best]
    units = nearest_units(s, caster, [u for u, _ in found])
    return [(u, NONE) for u in units]


def take_effect(t: T, unit: Unit, power: int, total: int) -> Flow[None]:
    """[WH40K-6.14, WH40K-6.16] The power's text; without a legal target nothing happens."""
    s = t.state
    row = POWERS[power]
    found = targets_of(s, unit, power)
    if not found:
        t.emit("no_target", s.label[unit], row.name)
        return
    if row.pick != "all_in_range" and row.side != "self":
        found = [(yield from t.choose(s.owner[unit], "power_target", found))]
    for target, model in found:
        t.emit("affected", s.label[target], row.name)
        for effect in row.effects:
            if s.place[target] == TABLE:
                yield from apply_effect(t, (unit, power, total), effect, target, model)


def apply_effect(t: T, cast: Cast, effect: Effect, target: Unit, model: Model) -> Flow[None]:
    s = t.state
    if effect.op in LASTING or effect.op == "aura" or (effect.op == "mortal_wounds" and effect.until):
        lay(s, target, model, effect, effect.until, s.owner[cast[0]])
        return
    yield from DOES[effect.op](t, cast, effect, target, model)


# ---------------------------------------------------------------- one block per kind of effect
@does("mortal_wounds")
def wounds(t: T, cast: Cast, effect: Effect, target: Unit, model: Model) -> Flow[None]:
    """[WH40K-6.5] So many mortal wounds, more after a high test; abilities of the psyker may add to a Smite."""
    s = t.state
    unit, power, total = cast
    amount = effect.upgrade[1] if effect.upgrade[0] and total >= effect.upgrade[0] else effect.amount
    count = yield from roll_amount(t, s.owner[unit], amount, "mortal_wounds")
    for e in effects_on(s, unit):
        if power == SMITE and e.op == "modify_power" and e.amount.dice and holds(s, unit, e, NO_MOMENT):
            count += yield from roll_amount(t, s.owner[unit], e.amount, "mortal_wounds")
    yield from mortal_wounds(t, target, count, unit)


@does("table")
def by_table(t: T, cast: Cast, effect: Effect, target: Unit, model: Model) -> Flow[None]:
    row = yield from roll_amount(t, t.state.owner[cast[0]], Amount(1, 3, 0), "table")
    lay(t.state, target, NONE, effect.does[row - 1], effect.until, t.state.owner[cast[0]])


@does("per_model_roll")
def per_model(t: T, cast: Cast, effect: Effect, target: Unit, model: Model) -> Flow[None]:
    """A die for every model of the target: each high one is a mortal wound."""
    s = t.state
    faces = yield from roll(t, s.owner[cast[0]], len(s.alive(target)), "power", effect.at_least)
    yield from mortal_wounds(t, target, len([f for f in faces if f >= effect.at_least]), cast[0])


@does("repeat_if")
def once_more(t: T, cast: Cast, effect: Effect, target: Unit, model: Model) -> Flow[None]:
    faces = yield from aimed_roll(t, t.state.owner[cast[0]], 2, Aim("power_test", effect.at_least, total=True))
    if sum(faces) >= effect.at_least and t.state.place[target] == TABLE:
        yield from per_model(t, cast, effect.does[0], target, model)


@does("roll_many")
def many_dice(t: T, cast: Cast, effect: Effect, target: Unit, model: Model) -> Flow[None]:
    """Seven dice: each that beats the target's Toughness is a mortal wound."""
    s = t.state
    toughness = toughness_of(s, target, effects_on(s, target))
    faces = yield from roll(t, s.owner[cast[0]], effect.value, "power", toughness + 1)
    yield from mortal_wounds(t, target, len([f for f in faces if f > toughness]), cast[0])


@does("opposed_roll")
def opposed(t: T, cast: Cast, effect: Effect, target: Unit, model: Model) -> Flow[None]:
    """Both roll a D6 and add their Leadership: more does D3 mortal wounds, a tie one."""
    s = t.state
    ours, other = best_leadership(s, cast[0]), best_leadership(s, target)
    mine = yield from roll(t, s.owner[cast[0]], 1, "power", 0, "", ours)
    theirs = yield from roll(t, s.owner[target], 1, "power", 0, "", other)
    ahead = mine[0] + ours - theirs[0] - other
    if ahead >= 0:
        amount = effect.does[0].amount if ahead else effect.does[1].amount
        count = yield from roll_amount(t, s.owner[cast[0]], amount, "mortal_wounds")
        yield from mortal_wounds(t, target, count, cast[0])


def best_leadership(s: Battle, unit: Unit) -> int:
    effects = effects_on(s, unit)
    return max([stat(s, m, "Ld", LINES[s.line[m]].leadership, effects) for m in s.alive(unit)])


@does("line_attack")
def along_a_line(t: T, cast: Cast, effect: Effect, target: Unit, model: Model) -> Flow[None]:
    """Every enemy unit between the psyker and the target model suffers."""
    s = t.state
    for unit in units_on_line(s, s.alive(cast[0])[0], model):
        yield from mortal_wounds(t, unit, effect.amount.plus, cast[0])


@does("slay_if")
def slay_outright(t: T, cast: Cast, effect: Effect, target: Unit, model: Model) -> Flow[None]:
    """The model is slain if a D6 beats its Toughness."""
    s = t.state
    toughness = stat(s, model, "T", LINES[s.line[model]].toughness, effects_on(s, target, model))
    faces = yield from roll(t, s.owner[cast[0]], 1, "power", toughness + 1)
    if faces[0] > toughness:
        yield from slay(t, model, cast[0])


@does("redeploy")
def jump(t: T, cast: Cast, effect: Effect, target: Unit, model: Model) -> Flow[None]:
    """The unit is taken up and set down again, more than 9" from enemies; it counts as having moved."""
    s = t.state
    s.place[target] = WAITING
    yield from set_down(t, target, Spot("WH40K-5.6", NONE, effect.reach, (), 0, False), "jumped")
    s.place[target] = TABLE


@does("forget_random_power_if")
def forget(t: T, cast: Cast, effect: Effect, target: Unit, model: Model) -> Flow[None]:
    """A psyker whose Leadership is beaten by 2D6 forgets one of its powers, at random."""
    s = t.state
    if not s.known[target] or not s.has(target, "PSYKER"):
        return
    need = best_leadership(s, target) + 1
    faces = yield from aimed_roll(t, s.owner[cast[0]], 2, Aim("power_test", need, total=True))
    if sum(faces) >= need:
        lost = s.known[target][t.random(len(s.known[target]))]
        s.known[target] = tuple([p for p in s.known[target] if p != lost])
        t.emit("forgot", s.label[target], POWERS[lost].name)
