"""Models that come back, or come anew, to a unit on the battlefield."""

from __future__ import annotations

from grimtable.games.wh40k.candidates import middle_of
from grimtable.games.wh40k.components import INCH, LINES, NONE, Model, Unit
from grimtable.games.wh40k.dice import modified, roll
from grimtable.games.wh40k.effects import NO_MOMENT, added, effects_on
from grimtable.games.wh40k.measure import reach_of
from grimtable.games.wh40k.movement import free_seats
from grimtable.games.wh40k.placing import Setup, Spot, setup_refusal, setups, stand
from grimtable.games.wh40k.state import SLAIN, Battle, T
from grimtable.kernel.values import Flow


def beside(s: Battle, unit: Unit) -> Spot:
    """Coherent with the models that stand there, more than 1" from enemies."""
    return Spot("WH40K-2.3", NONE, INCH, tuple(s.alive(unit)), 2 * INCH, False)


def points_beside(s: Battle, unit: Unit) -> list[tuple[int, int]]:
    """Points around the unit's models, and its middle."""
    mine = s.alive(unit)
    far = 2 * reach_of(s, mine[0]) + 100
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return [middle_of(s, mine), *[(s.x[m] + far * i, s.y[m] + far * j) for m in mine[:8] for i, j in steps]]


def join(t: T, unit: Unit, models: list[Model]) -> Flow[list[Model]]:
    """Set models up beside their unit, as many as find room; who comes in is returned, alive."""
    s = t.state
    spot = beside(s, unit)
    points = points_beside(s, unit)
    while models:
        ways: list[Setup] = setups(s, unit, models, spot, points, s.facing[s.alive(unit)[0]], 2)
        if ways:
            break
        models = models[:-1]
    if not models:
        return []
    s.ask_about(unit)
    answer = yield from t.compose(s.owner[unit], "join", ways, lambda a: setup_refusal(s, unit, models, spot, a))
    stand(s, models, answer)
    for model in models:
        s.wounds[model] = LINES[s.line[model]].wounds
    t.emit("joined", s.label[unit], len(models), tuple(models))
    return models


def reanimate(t: T, unit: Unit, need: int) -> Flow[None]:
    """A die for every slain model of a unit that survives: on a high roll it returns with all its wounds."""
    s = t.state
    fallen = [m for m in s.crew[unit] if s.wounds[m] == SLAIN]
    if not fallen or not s.alive(unit):
        return
    add = added(s, unit, effects_on(s, unit), "reanimation", NO_MOMENT)
    faces = yield from roll(t, s.owner[unit], len(fallen), "reanimation", need, "", add)
    back = len([face for face in faces if modified(face, add) >= need])
    if s.place[unit] >= 0:
        climb_aboard(t, unit, fallen[:back])
    else:
        yield from join(t, unit, fallen[:back])


def climb_aboard(t: T, unit: Unit, models: list[Model]) -> None:
    """[WH40K-13.2] Models return to their unit inside a transport, as many as it has room for."""
    s = t.state
    for at, model in enumerate(models):
        if not free_seats(s, s.place[unit]):
            models = models[:at]
            break
        s.wounds[model] = LINES[s.line[model]].wounds
    if models:
        t.emit("joined", s.label[unit], len(models), tuple(models))
