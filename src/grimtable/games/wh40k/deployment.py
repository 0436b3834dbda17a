"""Before the battle: markers, the primary objective, halves, powers, warlords, deployment [WH40K-16, WH40K-17]."""

from __future__ import annotations

from typing import Any

from grimtable.games.wh40k.components import (
    ABILITY_EFFECTS,
    DEPTH,
    DIVISIONS,
    INCH,
    MARKERS_EACH,
    NONE,
    OBJECTIVES,
    POWERS,
    SHEETS,
    TRAITS,
    WIDTH,
    Amount,
    Model,
    Player,
    Unit,
)
from grimtable.games.wh40k.dice import roll_amount, roll_off
from grimtable.games.wh40k.geometry.shapes import Disc, Point
from grimtable.games.wh40k.movement import may_ride, reserve_distance, room_for
from grimtable.games.wh40k.placing import LINES_ACROSS, Spot, grid, in_zone, setup_refusal, setups, stand
from grimtable.games.wh40k.state import GONE, RESERVE, TABLE, WAITING, Battle, T, changed, enemy
from grimtable.games.wh40k.victory import check_wipe_out
from grimtable.kernel.values import Flow, Refusal, Step

APART = 10 * INCH  # [WH40K-17.3] between markers
THREE = Amount(1, 3, 0)
ROLL, DONE, NO, YES = "roll", "done", "no", "yes"
HALVES, SINGLY = "2", "single_models"  # how the data says into what a squad splits
COHERENCY = 2 * INCH  # [WH40K-2.3]


# ---------------------------------------------------------------- markers and halves
def set_up(t: T) -> Flow[None]:
    """[WH40K-17.4, WH40K-1.14] A roll-off says who places the first marker."""
    s = t.state
    first = roll_off(t, "markers")
    s.agenda.append(Step("objective"))
    for number in reversed(range(2 * MARKERS_EACH)):
        s.agenda.append(Step("place_marker", (first if number % 2 == 0 else enemy(first),)))
    yield from ()


def marker_refusal(s: Battle, answer: Any) -> Refusal | None:
    """[WH40K-17.3, WH40K-17.25] A point on the table, at least 10" from every other marker."""
    if not isinstance(answer, tuple) or len(answer) != 2 or [1 for n in answer if type(n) is not int]:
        return Refusal("WH40K-17.3", "not_a_point")
    x, y = answer
    if not (0 <= x <= WIDTH and 0 <= y <= DEPTH):
        return Refusal("WH40K-17.3", "not_a_point")
    if [1 for mx, my in s.markers if (mx - x) ** 2 + (my - y) ** 2 < APART * APART]:
        return Refusal("WH40K-17.3", "markers_too_close")
    return None


def place_marker(t: T, me: Player) -> Flow[None]:
    s = t.state
    points = [(x * INCH, y * INCH) for x in (12, 24, 36, 48, 60) for y in (12, 24, 36)]
    free = [p for p in points if marker_refusal(s, p) is None]
    answer = yield from t.compose(me, "place_marker", free, lambda a: marker_refusal(s, a))
    s.markers = (*s.markers, answer)
    t.emit("marker_placed", me, len(s.markers) - 1, *answer)


def objective(t: T) -> Flow[None]:
    """[WH40K-17.6, WH40K-17.7, WH40K-17.8] The winner of a roll-off rolls the objective; the other one divides."""
    s = t.state
    s.winner = roll_off(t, "objective")
    fixed = [name for name in OBJECTIVES if s.switched(f"objective={name}")]
    if fixed:
        s.objective = OBJECTIVES.index(fixed[0])
    else:
        s.objective = (yield from roll_amount(t, s.winner, THREE, "objective")) - 1
    t.emit("objective", OBJECTIVES[s.objective])
    s.division = yield from t.choose(enemy(s.winner), "divide", DIVISIONS)
    t.emit("divided", enemy(s.winner), s.division)
    side = yield from t.choose(s.winner, "zone", (0, 1))
    s.zones = (side, 1 - side) if s.winner == 0 else (1 - side, side)
    t.emit("zone", s.winner, side)
    s.agenda.append(Step("deploy", (enemy(s.winner),)))  # [WH40K-17.9]
    order = (roll_off(t, "sequence"),)  # [WH40K-1.14] who prepares first
    for player in (enemy(order[0]), order[0]):
        s.agenda.append(Step("prepare", (player,)))


# ---------------------------------------------------------------- powers, warlords, combat squads
def prepare(t: T, me: Player) -> Flow[None]:
    """[WH40K-16.5, WH40K-16.6, WH40K-6.4] A warlord and its trait; psychic powers; squads that split."""
    s = t.state
    units = [u for u, owner in enumerate(s.owner) if owner == me]
    unit = yield from t.choose(me, "warlord", sorted(units, key=lambda u: (not s.is_character(u), u)))
    s.ask_about(unit)
    model = yield from t.choose(me, "warlord_model", different(s, unit))
    s.warlord = changed(s.warlord, me, model)
    t.emit("warlord", me, s.label[unit])
    if s.is_character(unit):
        trait = yield from t.choose(me, "trait", [ROLL, *TRAITS])
        if trait == ROLL:
            trait = TRAITS[(yield from roll_amount(t, me, THREE, "trait")) - 1]
        s.trait = changed(s.trait, me, trait)
        s.abilities = changed(s.abilities, unit, (*s.abilities[unit], trait))
        t.emit("trait", me, trait)
    for unit in units:
        yield from learn(t, unit)
        yield from split(t, unit)


def different(s: Battle, unit: Unit) -> list[Model]:
    """[WH40K-16.5] The models of a unit that may be told apart: of those that are armed alike, the first."""
    found: dict[tuple[int, tuple[int, ...]], Model] = {}
    for model in s.crew[unit]:
        found.setdefault((s.line[model], s.wargear[model]), model)
    return list(found.values())


def learn(t: T, unit: Unit) -> Flow[None]:
    """[WH40K-6.3, WH40K-6.4] A psyker learns powers of its discipline beside those it knows."""
    s = t.state
    psyker = SHEETS[s.sheet[unit]].psyker
    if psyker is None:
        return
    for _ in range(psyker.learns):
        free = [
            p.name
            for number, p in enumerate(POWERS)
            if p.discipline == psyker.discipline and number not in s.known[unit]
        ]
        name = yield from t.choose(s.owner[unit], "learn", free)
        number = next(n for n, p in enumerate(POWERS) if p.name == name)
        s.known[unit] = (*s.known[unit], number)
        t.emit("learnt", s.label[unit], name)


def split(t: T, unit: Unit) -> Flow[None]:
    """A squad of its greatest size may split into two of equal size, each deployed and used alone."""
    s = t.state
    models = s.crew[unit]
    rows = [e for a in s.abilities[unit] for e in ABILITY_EFFECTS[a] if e.op == "split_unit" and e.word == HALVES]
    if not rows or len(models) < s.sheet_of(unit).largest:
        return
    if (yield from t.choose(s.owner[unit], "split", [(NO, unit), (YES, unit)]))[0] == NO:
        return
    leave(t, unit, models[len(models) // 2 :])


def leave(t: T, unit: Unit, models: tuple[Model, ...]) -> Unit:
    """Some models of a unit are a unit of their own from now on; the Power Rating stays with the others."""
    s = t.state
    new = s.add_unit(s.owner[unit], s.sheet[unit], s.abilities[unit], 0)
    s.crew = changed(changed(s.crew, unit, tuple([m for m in s.crew[unit] if m not in models])), new, models)
    s.unit = tuple([new if m in models else u for m, u in enumerate(s.unit)])
    t.emit("split", s.label[unit], s.label[new])
    return new


def brood_distance(s: Battle, unit: Unit) -> int:
    """How near each other the models of a unit are set up; those that part afterwards may stand farther apart."""
    rows = [e for a in s.abilities[unit] for e in ABILITY_EFFECTS[a] if e.op == "split_unit" and e.word == SINGLY]
    return rows[0].reach if rows else COHERENCY


def part(t: T, unit: Unit) -> None:
    """Models of a brood act as units of their own once they are set up."""
    s = t.state
    for model in s.crew[unit][1:]:
        s.place[leave(t, unit, (model,))] = TABLE


# ---------------------------------------------------------------- deployment
def deploy(t: T, me: Player) -> Flow[None]:
    """[WH40K-17.9, WH40K-17.11] One unit at a time, in turns; who is done is skipped."""
    s = t.state
    if not waiting(s, me):
        me = enemy(me)
    if not waiting(s, me):
        s.agenda.append(Step("first_turn"))
        return
    s.agenda.append(Step("deploy", (enemy(me),)))
    options = [("deploy", u) for u in waiting(s, me)]
    options += [("reserve", u) for u in waiting(s, me) if reserve_distance(s, u) != NONE]  # [WH40K-5.1, WH40K-18.6]
    kind, unit = yield from t.choose(me, "deploy_unit", options)
    if kind == "reserve":
        s.place[unit] = RESERVE
        t.emit("in_reserve", s.label[unit])
        return
    yield from take_aboard(t, unit)
    models = s.alive(unit)
    spot = Spot("WH40K-17.10", me, 0, (), 0, False, brood_distance(s, unit))
    ways = setups(s, unit, models, spot, zone_points(s, me), 0 if s.zones[me] else 64, 6)
    if not ways:
        yield from no_room(t, unit)
        return
    s.ask_about(unit)
    answer = yield from t.compose(me, "set_up", ways, lambda a: setup_refusal(s, unit, models, spot, a))
    stand(s, models, answer)
    s.place[unit] = TABLE
    t.emit("deployed", s.label[unit])
    if spot.together != COHERENCY:
        part(t, unit)


def waiting(s: Battle, me: Player) -> list[Unit]:
    return [u for u, owner in enumerate(s.owner) if owner == me and s.place[u] == WAITING]


def no_room(t: T, unit: Unit) -> Flow[None]:
    """[WH40K-17.11] What cannot be set up counts as destroyed, and so does everybody inside."""
    s = t.state
    for one in [unit, *s.riders(unit)]:
        for model in s.alive(one):
            s.wounds[model] = 0
        s.place[one] = GONE
        t.emit("no_room", s.label[one])
    check_wipe_out(t)
    yield from ()


def take_aboard(t: T, transport: Unit) -> Flow[None]:
    """[WH40K-13.4] Units may be set up inside a transport, together with it."""
    s = t.state
    if s.sheet_of(transport).transport is None:
        return
    me = s.owner[transport]
    while True:
        able = [u for u in waiting(s, me) if u != transport and may_ride(s, transport, u) and room_for(s, transport, u)]
        options: list[Unit | str] = [*able, DONE]
        answer = yield from t.choose(me, "aboard", options)
        if isinstance(answer, str):
            return
        s.place[answer] = transport
        t.emit("embarked", s.label[answer], s.label[transport])


_ZONE_POINTS: dict[tuple[str, int], list[Point]] = {}


def zone_points(s: Battle, me: Player) -> list[Point]:
    """Points of the own zone, from the front to the back and along it in turns."""
    side = (s.division, s.zones[me])
    if side not in _ZONE_POINTS:
        start, end = LINES_ACROSS[s.division]
        dx, dy = end[0] - start[0], end[1] - start[1]
        inside = [p for p in grid(3 * INCH) if in_zone(s, me, Disc(p[0], p[1], INCH))]
        inside.sort(key=lambda p: (abs(dx * (p[1] - start[1]) - dy * (p[0] - start[0])), p))
        _ZONE_POINTS[side] = [inside[(at * 17) % len(inside)] for at in range(len(inside))]
    return _ZONE_POINTS[side]


# ---------------------------------------------------------------- the Underdog and the first turn
def power_level(s: Battle, me: Player) -> int:
    """[WH40K-14.3] The sum of the units' Power Ratings."""
    return sum([power for power, owner in zip(s.power, s.owner) if owner == me])


def first_turn(t: T) -> Flow[None]:
    """[WH40K-17.12, WH40K-17.13, WH40K-17.14, WH40K-17.16] The weaker army is the Underdog and says who begins."""
    s = t.state
    levels = (power_level(s, 0), power_level(s, 1))
    if levels[0] == levels[1]:
        s.underdog = s.winner
    else:
        s.underdog = 0 if levels[0] < levels[1] else 1
    s.rerolls = abs(levels[0] - levels[1]) // 10
    t.emit("underdog", s.underdog, *levels, s.rerolls)
    s.first = yield from t.choose(s.underdog, "first_turn", (s.underdog, enemy(s.underdog)))
    t.emit("first_turn", s.first)
    s.agenda.append(Step("battle_round", (1,)))
