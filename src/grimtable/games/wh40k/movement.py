"""The Movement phase: move, Advance, Fall Back, embark, disembark, reinforcements [WH40K-4, WH40K-5, WH40K-13]."""

from __future__ import annotations

from grimtable.games.wh40k.candidates import candidate_moves
from grimtable.games.wh40k.casualties import get_out, slay
from grimtable.games.wh40k.components import ABILITY_EFFECTS, INCH, NONE, SHEETS, Amount, Player, Unit
from grimtable.games.wh40k.dice import ANY, Aim, aimed_roll, halved, roll_amount
from grimtable.games.wh40k.effects import NO_MOMENT, added, effects_on, rerolls
from grimtable.games.wh40k.hooks import movement_end, movement_end_ready
from grimtable.games.wh40k.measure import is_engaged, near_unit
from grimtable.games.wh40k.moving import ADVANCE, FALL_BACK, NORMAL, Answer, Way, carry_out, is_still, move_refusal
from grimtable.games.wh40k.placing import Spot, grid, setup_refusal, setups, stand
from grimtable.games.wh40k.state import (
    ADVANCED,
    ARRIVED,
    BEGAN_ENGAGED,
    CHOSEN,
    DISEMBARKED,
    EMBARKED,
    FELL_BACK,
    MOVEMENT,
    RESERVE,
    TABLE,
    THROTTLED,
    Battle,
    T,
)
from grimtable.games.wh40k.victory import check_wipe_out
from grimtable.kernel.values import Flow, Step

DONE, STAY, LATER = "done", "stay", "later"
DISEMBARK, THROTTLE = "disembark", "throttle"
EMBARK_RANGE = 3 * INCH  # [WH40K-13.5]


def movement(t: T) -> Flow[None]:
    """[WH40K-4.13, WH40K-19.2] The phase begins: who stands within 1" of an enemy is noted."""
    s = t.state
    s.phase = MOVEMENT
    for unit in s.units_of(s.active):
        if is_engaged(s, unit):
            s.note(unit, BEGAN_ENGAGED)
    t.emit("phase", s.active, MOVEMENT)
    s.agenda.append(Step("move_unit"))
    yield from ()


# ---------------------------------------------------------------- which unit, and how
def kinds(s: Battle, unit: Unit) -> list[str]:
    """How a unit may move [WH40K-4.13, WH40K-4.15]."""
    if s.did(unit, BEGAN_ENGAGED):
        return [FALL_BACK]
    found = [NORMAL, ADVANCE]
    if [1 for e in effects_on(s, unit) if e.op == "optional_replace_roll"]:
        found.append(THROTTLE)
    return found


def choices(s: Battle, me: Player) -> list[tuple[str, Unit]]:
    """[WH40K-4.1, WH40K-4.2, WH40K-5.2, WH40K-13.10] Units not chosen yet, and passengers who may get out."""
    found: list[tuple[str, Unit]] = []
    for unit, owner in enumerate(s.owner):
        if owner != me or s.did(unit, CHOSEN | ARRIVED):
            continue
        if s.place[unit] == TABLE:
            found += [(kind, unit) for kind in kinds(s, unit)]
        elif s.place[unit] >= 0 and not s.did(s.place[unit], CHOSEN) and not s.did(unit, EMBARKED | DISEMBARKED):
            found.append((DISEMBARK, unit))
    return found


def least_move(s: Battle, unit: Unit) -> int:
    return max([s.move_of(m)[0] for m in s.alive(unit)], default=0)


def move_unit(t: T) -> Flow[None]:
    """[WH40K-4.1] One unit after another; a unit with a minimum move has to move [WH40K-4.11]."""
    s = t.state
    me = s.active
    options: list[tuple[str, Unit] | str] = list(choices(s, me))
    bound = [o for o in options if not isinstance(o, str) and o[0] != DISEMBARK and least_move(s, o[1])]
    if not bound:
        options.append(DONE)
    answer = yield from t.choose(me, "move_unit", options)
    if isinstance(answer, str):
        yield from end_of_movement(t)
        return
    s.agenda.append(Step("move_unit"))
    kind, unit = answer
    if kind == DISEMBARK:
        yield from get_out(t, unit, s.place[unit])
        check_wipe_out(t)
        return
    s.note(unit, CHOSEN)
    if kind in (ADVANCE, THROTTLE):
        s.note(unit, ADVANCED)
    if kind == FALL_BACK:
        s.note(unit, FELL_BACK)
    yield from make_move(t, unit, kind)


def make_move(t: T, unit: Unit, kind: str) -> Flow[None]:
    s = t.state
    allowance = yield from allowance_of(t, unit, kind)
    way = way_of(s, unit, ADVANCE if kind == THROTTLE else kind, allowance)
    suggestions = candidate_moves(s, unit, way)
    if not suggestions:
        yield from no_way(t, unit, way)
        return
    s.ask_about(unit, way.allowance)
    answer: Answer = yield from t.compose(s.owner[unit], "move", suggestions, lambda a: move_refusal(s, unit, way, a))
    stays = all([is_still(s, model, path) for model, path in zip(s.alive(unit), answer)])
    if kind == FALL_BACK and stays:
        s.flags[unit] &= ~FELL_BACK  # it remained stationary
    carry_out(s, unit, answer)
    t.emit("moved", s.label[unit], kind)
    if stays and (kind == FALL_BACK or is_engaged(s, unit)):
        return  # [WH40K-4.13] boarding is no way out of a fight
    yield from embark(t, unit)


def no_way(t: T, unit: Unit, way: Way) -> Flow[None]:
    """[WH40K-4.12] A model that cannot make its minimum move is slain; others stay where they are."""
    s = t.state
    if not way.least:
        s.flags[unit] &= ~FELL_BACK
        t.emit("moved", s.label[unit], STAY)
        return
    for model in s.alive(unit):
        yield from slay(t, model)
    check_wipe_out(t)


def allowance_of(t: T, unit: Unit, kind: str) -> Flow[int]:
    """[WH40K-4.3, WH40K-4.18] The Move of the slowest, and one Advance die for the whole unit."""
    s = t.state
    slowest = min(s.alive(unit), key=lambda m: s.move_of(m)[1])
    most = yield from basic_move(t, unit, s.move_of(slowest)[1], s.move_of(slowest)[2])
    if kind == ADVANCE:
        most += (yield from advance_roll(t, unit)) * INCH
    elif kind == THROTTLE:
        most += 6 * INCH
        s.note(unit, THROTTLED)
    return most


def basic_move(t: T, unit: Unit, most: int, dice: Amount) -> Flow[int]:
    """[WH40K-4.20, WH40K-14.10] A random Move is rolled once for the whole unit, each time it moves."""
    if not dice.dice:
        return most
    return (yield from roll_amount(t, t.state.owner[unit], dice, "move")) * INCH


def advance_roll(t: T, unit: Unit) -> Flow[int]:
    """The die of an Advance with everything that changes it."""
    s = t.state
    effects = [e for e in effects_on(s, unit) if e.roll == "advance"]
    fixed = [e.value for e in effects if e.op == "replace_roll"]
    if fixed:
        return fixed[0]
    dice = max([e.value for e in effects if e.op == "roll_extra_keep_best"], default=1)
    add = added(s, unit, effects, "advance", NO_MOMENT)
    again = ANY if rerolls(s, unit, effects, "advance", NO_MOMENT) == ANY else ""  # [WH40K-1.9]
    faces = yield from aimed_roll(t, s.owner[unit], dice, Aim("advance", 0, add), again)
    best = max(faces)
    if [1 for e in effects if e.op == "halve_die"]:
        best = halved(best)  # [WH40K-18.5]
    best = max(1, best + add)
    if best != sum(faces):  # otherwise the die says it
        t.emit("advances", s.label[unit], best)
    return best


def way_of(s: Battle, unit: Unit, kind: str, allowance: int, targets: tuple[Unit, ...] = ()) -> Way:
    """What a move of this kind allows this unit."""
    effects = effects_on(s, unit)
    through = [e for e in effects if e.op == "move_through" and e.phase == s.phase]
    words = [word for e in through for word in e.words]
    return Way(
        kind,
        allowance,
        targets,
        s.flies(unit),
        "models" in words,
        "terrain_horizontally" in words,
        least_move(s, unit) if s.phase == MOVEMENT else 0,
        bool([1 for e in effects if e.op == "straight_line_move"]) and s.phase == MOVEMENT,
    )


# ---------------------------------------------------------------- transports
def room_for(s: Battle, transport: Unit, unit: Unit) -> bool:
    """[WH40K-13.1, WH40K-13.2] Whether a unit may ride in a transport beside those who do already."""
    card = SHEETS[s.sheet[transport]].transport
    if card is None or s.owner[transport] != s.owner[unit] or transport == unit:
        return False
    if not may_ride(s, transport, unit):
        return False
    return seats(s, transport, unit) <= free_seats(s, transport)


def may_ride(s: Battle, transport: Unit, unit: Unit) -> bool:
    card = SHEETS[s.sheet[transport]].transport
    assert card is not None
    words = SHEETS[s.sheet[unit]].keywords
    if [1 for word in card.all_of if word not in words] or [1 for word in card.none_of if word in words]:
        return False
    return not card.any_of or any([word in words for word in card.any_of])


def seats(s: Battle, transport: Unit, unit: Unit) -> int:
    card = SHEETS[s.sheet[transport]].transport
    assert card is not None
    weight = max([weight for word, weight in card.weights if s.has(unit, word)], default=1)
    return weight * len(s.alive(unit))


def free_seats(s: Battle, transport: Unit) -> int:
    """[WH40K-13.2] How many more find room."""
    card = SHEETS[s.sheet[transport]].transport
    assert card is not None
    return card.capacity - sum([seats(s, transport, rider) for rider in s.riders(transport)])


def embark(t: T, unit: Unit) -> Flow[None]:
    """[WH40K-13.5, WH40K-13.3] After its move a unit may board a transport that all of it is within 3" of."""
    s = t.state
    if s.did(unit, DISEMBARKED) or s.sheet_of(unit).transport is not None:
        return
    me = s.owner[unit]
    near = [
        other
        for other in s.units_of(me)
        if s.sheet_of(other).transport is not None
        and room_for(s, other, unit)
        and all([near_unit(s, m, other, EMBARK_RANGE) for m in s.alive(unit)])
    ]
    if not near:
        return
    options: list[str | Unit] = [STAY, *near]
    answer = yield from t.choose(me, "embark", options)
    if isinstance(answer, str):
        return
    s.place[unit] = answer
    s.note(unit, EMBARKED)
    t.emit("embarked", s.label[unit], s.label[answer])


# ---------------------------------------------------------------- reinforcements
def end_of_movement(t: T) -> Flow[None]:
    """[WH40K-5.1, WH40K-3.6] After all moves units arrive, and abilities do what they do at the end of the phase.

    [WH40K-1.13] The player whose turn it is picks the order; that of arrivals alone makes no difference.
    """
    s = t.state
    s.agenda.append(Step("psychic"))
    arriving = [u for u, place in enumerate(s.place) if place == RESERVE and s.owner[u] == s.active]
    able = [u for u in s.units_of(s.active) if movement_end_is_ready(s, u)]
    while able:
        unit = yield from t.choose(s.active, "sequence", [*able, *arriving])
        if unit in arriving:
            arriving.remove(unit)
            yield from arrive(t, unit)
        else:
            able.remove(unit)
            for react in movement_end.of(s.abilities[unit]):
                yield from react(t, unit)
            check_wipe_out(t)
        able = [u for u in able if s.place[u] == TABLE and movement_end_is_ready(s, u)]
    for unit in reversed(arriving):
        s.agenda.append(Step("arrive", (unit,)))


def movement_end_is_ready(s: Battle, unit: Unit) -> bool:
    return any([ready(s, unit) for ready in movement_end_ready.of(s.abilities[unit])])


def reserve_distance(s: Battle, unit: Unit) -> int:
    """How far from enemies a unit in reserve must arrive; NONE if it has no such rule."""
    for ability in s.abilities[unit]:
        for effect in ABILITY_EFFECTS[ability]:
            if effect.op == "off_table_reserve":
                return effect.reach
    return NONE


def arrive(t: T, unit: Unit) -> Flow[None]:
    """[WH40K-5.1, WH40K-5.2, WH40K-5.4, WH40K-18.6] Anywhere more than 9" from enemies, now or later."""
    s = t.state
    me = s.owner[unit]
    if (yield from t.choose(me, "arrive", [(LATER, unit), ("now", unit)]))[0] == LATER:
        return
    yield from set_down(t, unit, Spot("WH40K-5.6", NONE, reserve_distance(s, unit), (), 0, False), "arrived")


def set_down(t: T, unit: Unit, spot: Spot, event: str) -> Flow[None]:
    """Set a unit up anew on the battlefield; it counts as having moved [WH40K-5.4]."""
    s = t.state
    models = s.alive(unit)
    ways = setups(s, unit, models, spot, landing_points(s), s.facing[models[0]], 6)
    if not ways:
        t.emit("no_room", s.label[unit])
        return
    s.ask_about(unit)
    answer = yield from t.compose(s.owner[unit], "set_up", ways, lambda a: setup_refusal(s, unit, models, spot, a))
    stand(s, models, answer)
    s.place[unit] = TABLE
    s.note(unit, ARRIVED)
    for model in models:
        s.moved[model] = 1
    t.emit(event, s.label[unit])


def landing_points(s: Battle) -> list[tuple[int, int]]:
    """Markers first, then all over the table."""
    near = [(x + dx * 4 * INCH, y + dy * 4 * INCH) for x, y in s.markers for dx, dy in ((0, 0), (1, 0), (-1, 0))]
    return [*near, *grid(8 * INCH)]
