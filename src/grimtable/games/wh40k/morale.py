"""The Morale phase [WH40K-12]."""

from __future__ import annotations

from grimtable.games.wh40k.casualties import casualty_order, flee, mortal_wounds
from grimtable.games.wh40k.components import INCH, LINES, NONE, Amount, Player, Unit
from grimtable.games.wh40k.dice import Aim, aimed_roll, roll, roll_amount
from grimtable.games.wh40k.effects import NO_MOMENT, effects_on, has_op, rerolls, stat
from grimtable.games.wh40k.measure import units_near
from grimtable.games.wh40k.state import MORALE, Battle, T, enemy
from grimtable.games.wh40k.victory import check_wipe_out
from grimtable.kernel.values import Flow, Step


def morale(t: T) -> Flow[None]:
    """[WH40K-12.1, WH40K-12.6] The active player finishes his tests first."""
    s = t.state
    s.phase = MORALE
    t.emit("phase", s.active, MORALE)
    s.agenda.append(Step("end_turn"))
    for player in (enemy(s.active), s.active):
        s.agenda.append(Step("morale_tests", (player, tuple(shaken(s, player)))))
    yield from ()


def shaken(s: Battle, player: Player) -> list[Unit]:
    """[WH40K-12.1, WH40K-12.5] Units on the battlefield that had models slain this turn and must test."""
    return [u for u in s.units_of(player) if s.lost[u] and not has_op(s, u, "auto_pass", "morale")]


def morale_tests(t: T, player: Player, units: tuple[Unit, ...]) -> Flow[None]:
    """[WH40K-12.6] Each player tests his units in the order he likes."""
    s = t.state
    if not units:
        return
    unit = yield from t.choose(player, "morale_test", units)
    s.agenda.append(Step("morale_tests", (player, tuple([u for u in units if u != unit]))))
    if not s.alive(unit):
        return
    yield from test(t, unit)
    check_wipe_out(t)


def leadership(s: Battle, unit: Unit) -> int:
    """[WH40K-12.3] The highest Leadership of the unit, or what an ability puts in its place."""
    effects = effects_on(s, unit)
    best = max([stat(s, m, "Ld", LINES[s.line[m]].leadership, effects) for m in s.alive(unit)])
    return max([best, *[crowd_size(s, unit, e.source) for e in effects if e.op == "alternative_stat"]])


def crowd_size(s: Battle, unit: Unit, ability: str) -> int:
    """The models of the unit, or of a friendly unit with the same ability within 6"."""
    friends = [u for u in units_near(s, unit, s.owner[unit], 6 * INCH) if ability in s.abilities[u]]
    return max([len(s.alive(u)) for u in [unit, *friends]])


def test(t: T, unit: Unit) -> Flow[None]:
    """[WH40K-12.2, WH40K-12.3, WH40K-12.4] D6 and the models slain; what exceeds the Leadership flees."""
    s = t.state
    me = s.owner[unit]
    effects = effects_on(s, unit)
    limit = leadership(s, unit)
    aim = Aim("morale", 0, s.lost[unit], most=limit)
    faces = yield from aimed_roll(t, me, 1, aim, rerolls(s, unit, effects, "morale", NO_MOMENT))
    excess = faces[0] + s.lost[unit] - limit
    t.emit("morale", s.label[unit], faces[0] + s.lost[unit], limit)
    if excess <= 0:
        return
    if [1 for e in effects if e.op == "replace_failed"] and (yield from broken_heads(t, unit)):
        return
    yield from flight(t, unit, excess)


def broken_heads(t: T, unit: Unit) -> Flow[bool]:
    """A failed test may be passed for D3 mortal wounds."""
    s = t.state
    if (yield from t.choose(s.owner[unit], "pass_morale", ["flee", "pay"])) == "flee":
        return False
    count = yield from roll_amount(t, s.owner[unit], Amount(1, 3, 0), "mortal_wounds")
    yield from mortal_wounds(t, unit, count)
    return True


def flight(t: T, unit: Unit, count: int) -> Flow[None]:
    """[WH40K-12.4] Models flee, of their player's choice; some may be kept by a friend nearby."""
    s = t.state
    stay = min([e.at_least for e in effects_on(s, unit) if e.op == "ignore_flee"], default=0)
    if stay:
        faces = yield from roll(t, s.owner[unit], min(count, len(s.alive(unit))), "keep_order", stay)
        count -= len([face for face in faces if face >= stay])
    if count <= 0:
        return
    order = yield from casualty_order(t, unit, NONE)
    for model in order[:count]:
        yield from flee(t, model)
