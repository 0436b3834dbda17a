"""A fine search for legal moves and places, which shares nothing with the suggestions: points tried by the thousand.

Points lie on a fine grid, or on rays with fine steps; numpy drops those that are surely no good, and the tests' umpire
says of the others, the most promising first, whether they are legal beyond doubt.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot, pi
from random import Random
from typing import Any, NamedTuple

import numpy
import shapely
from shapely import Point
from shapely.geometry.base import BaseGeometry

from games.wh40k.cheats import lone, pushed, put, wide
from games.wh40k.table import answer, asked, battlefield, begin, prompt, unit
from games.wh40k.umpire import DOUBT, Move, Pose, base, height, radius, umpire, walls_of
from grimtable.games.wh40k.components import DEPTH, INCH, WIDTH
from grimtable.games.wh40k.state import CHARGE, CHARGED, FIGHT, MOVEMENT, WAITING, Battle

RAYS, RINGS = 96, 40  # of a search for the end of a straight way
CELL = INCH // 10  # of a search for a place
ASKED = 12  # of the umpire, for one model
Answer = tuple[Any, ...]


class Search(NamedTuple):
    """A position, the step that may ask, and what the search found."""

    kind: str
    state: Battle
    unit: int
    found: Callable[[], Answer | None]
    step: str
    arguments: tuple[Any, ...]
    dice: tuple[int, ...]
    first: tuple[Any, ...]  # answers that lead to the decision


# ---------------------------------------------------------------- moves
def gaps(s: Battle, sheet: int, spots: Any, facing: int, other: int) -> Any:
    """How far a base at each of some spots is from a model, seen from above; below 0 if it overlaps."""
    theirs = s.sheet[s.unit[other]]
    core = base(theirs, s.x[other], s.y[other], s.facing[other])
    mine = base(sheet, 0, 0, facing)
    if radius(sheet) and mine.geom_type == "Point":
        far = shapely.distance(shapely.points(spots), core)
    else:
        far = shapely.distance(shapely.transform(numpy.repeat(mine, len(spots)), _Shift(spots, mine)), core)
    return far - radius(sheet) - radius(theirs)


class _Shift:
    """Puts each of many equal outlines at a spot of its own."""

    def __init__(self, spots: Any, outline: BaseGeometry) -> None:
        self.offsets = numpy.repeat(spots, len(shapely.get_coordinates(outline)), axis=0)

    def __call__(self, coordinates: Any) -> Any:
        return coordinates + self.offsets


def polar(s: Battle, model: int, allowance: int) -> Any:
    """Spots all around a model, as far as it may go."""
    turns = numpy.arange(RAYS) * 2 * pi / RAYS
    far = (numpy.arange(RINGS) + 1) / RINGS * (allowance - 2 * DOUBT)
    x = s.x[model] + numpy.outer(far, numpy.cos(turns)).ravel()
    y = s.y[model] + numpy.outer(far, numpy.sin(turns)).ravel()
    return numpy.round(numpy.stack([x, y], axis=1))


def foes_of(s: Battle, number: int) -> list[int]:
    return [m for u in s.units_of(1 - s.owner[number]) for m in s.alive(u)]


def ends(s: Battle, number: int, model: int, kind: str, allowance: int, targets: tuple[int, ...]) -> Any:
    """Where one model may perhaps go while its comrades stay: clear of everybody, and where it wants to be."""
    sheet, facing = s.sheet[number], s.facing[model]
    spots = polar(s, model, allowance)
    here = numpy.array([[s.x[model], s.y[model]]])
    foes = foes_of(s, number)
    if kind == "charge":
        goals = [m for u in targets for m in s.alive(u)]
        shunned = [m for m in foes if m not in goals]
        reached = numpy.min([gaps(s, sheet, spots, facing, m) for m in goals], axis=0)
        spots = spots[reached < INCH - DOUBT]
    else:
        before = [gaps(s, sheet, here, facing, m)[0] for m in foes]
        closest = foes[int(numpy.argmin(before))]
        shunned = []
        spots = spots[gaps(s, sheet, spots, facing, closest) < min(before) - DOUBT]
    for player in (0, 1):
        for other in [m for u in s.units_of(player) for m in s.alive(u) if m != model]:
            if len(spots):
                spots = spots[gaps(s, sheet, spots, facing, other) > (INCH if other in shunned else 0) + DOUBT]
    return spots


def verdict(s: Battle, number: int, kind: str, allowance: int, targets: tuple[int, ...], answer: Answer) -> bool:
    """Whether the umpire has no doubt that a move is legal."""
    return not umpire(Move(s, number, kind, allowance, targets, answer)).doubts


def legal_move(s: Battle, number: int, kind: str, allowance: int, targets: tuple[int, ...], chance: Random) -> Any:
    """A legal move of one model, straight or with one bend, or of the whole unit alike; None if none is found."""
    mine = s.alive(number)
    for model in mine:
        spots = ends(s, number, model, kind, allowance, targets)
        if not len(spots):
            continue
        here = numpy.array([s.x[model], s.y[model]])
        order = numpy.argsort(numpy.hypot(*(spots - here).T))
        picked = [*order[: ASKED // 2], *order[:: max(1, len(order) // ASKED)]]
        for x, y in spots[picked]:
            end = (round(x), round(y), s.z[model], s.facing[model])
            for path in ((end,), (bend(s, model, end, allowance, chance), end)):
                answer = tuple([path if m == model else () for m in mine])
                if path[0] and verdict(s, number, kind, allowance, targets, answer):
                    return answer
                if len(mine) > 1 and kind == "charge" and len(path) == 1:
                    dx, dy = end[0] - s.x[model], end[1] - s.y[model]
                    whole = tuple([((s.x[m] + dx, s.y[m] + dy, s.z[m], s.facing[m]),) for m in mine])
                    if verdict(s, number, kind, allowance, targets, whole):
                        return whole
    return None


def bend(s: Battle, model: int, end: Pose, allowance: int, chance: Random) -> Pose | tuple[()]:
    """A corner of a way to an end, if there is length to spare."""
    dx, dy = end[0] - s.x[model], end[1] - s.y[model]
    straight = hypot(dx, dy)
    spare = allowance - straight - 4 * DOUBT
    if spare <= 0:
        return ()
    aside = chance.choice([-1, 1]) * chance.random() * ((straight + spare) ** 2 - straight**2) ** 0.5 / 2
    part = 0.5
    x = s.x[model] + part * dx - aside * dy / max(1, straight)
    y = s.y[model] + part * dy + aside * dx / max(1, straight)
    return (round(x), round(y), s.z[model], s.facing[model])


# ---------------------------------------------------------------- places
def clear_spots(s: Battle, sheet: int, x0: float, y0: float, x1: float, y1: float, away: int, me: int) -> Any:
    """Spots of a grid in a box where a round base may stand on the ground: on the table, in no wall, in no model."""
    inset = radius(sheet) + DOUBT
    xs = numpy.arange(max(x0, inset), min(x1, WIDTH - inset), CELL)
    ys = numpy.arange(max(y0, inset), min(y1, DEPTH - inset), CELL)
    free = numpy.ones((len(xs), len(ys)), bool)
    taken: list[tuple[BaseGeometry, float]] = [(poly, inset) for wall, poly in walls_of(s) if wall.low < height(sheet)]
    for player in (0, 1):
        for other in [m for u in s.units_of(player) for m in s.alive(u)]:
            theirs = s.sheet[s.unit[other]]
            core = base(theirs, s.x[other], s.y[other], s.facing[other])
            taken.append((core, inset + radius(theirs) + (away if player != me else 0)))
    for core, far in taken:
        left, low, right, high = core.bounds
        i, j = numpy.searchsorted(xs, (left - far, right + far))
        k, n = numpy.searchsorted(ys, (low - far, high + far))
        grid = numpy.stack(numpy.meshgrid(xs[i:j], ys[k:n], indexing="ij"), axis=-1)
        free[i:j, k:n] &= shapely.distance(shapely.points(grid), core) > far
    return numpy.stack(numpy.meshgrid(xs, ys, indexing="ij"), axis=-1)[free].round()


def packed(sheet: int, spots: Any, count: int, chance: Random) -> list[Pose] | None:
    """So many round bases on some spots, each beside those before it: greedily, from several beginnings."""
    r = radius(sheet)
    for n in range(8 if len(spots) else 0):
        start = spots[chance.randrange(len(spots))] if n else spots[0]
        found, free = [start], spots
        while len(found) < count:
            free = free[numpy.hypot(*(free - found[-1]).T) > 2 * r + 2 * DOUBT]
            if not len(free):
                break
            far = numpy.min([numpy.hypot(*(free - one).T) for one in found], axis=0)
            if far.min() > 2 * r + 2 * INCH - 2 * DOUBT:
                break
            found.append(free[int(far.argmin())])
        if len(found) == count:
            return [(round(x), round(y), 0, 0) for x, y in found]
    return None


# ---------------------------------------------------------------- positions
def crowd(s: Battle, chance: Random, spots: list[Pose], most: int, between: tuple[float, float]) -> None:
    """Models of both sides around some places."""
    sheets = ("chaos_cultists", "gretchin", "tactical_squad", "termagants", "terminator_squad")
    for _ in range(chance.randint(0, most)):
        spot = pushed(chance.choice(spots), 2 * pi * chance.random(), chance.uniform(*between))
        place_alone(s, chance.choice([0, 1]), chance.choice(sheets), spot[0], spot[1])


def place_alone(s: Battle, owner: int, sheet: str, x: float, y: float) -> None:
    """A model of its own, unless it would stand in another."""
    r = wide(sheet)
    for player in (0, 1):
        for other in [m for u in s.units_of(player) for m in s.alive(u)]:
            core = base(s.sheet[s.unit[other]], s.x[other], s.y[other], s.facing[other])
            if core.distance(Point(x, y)) < r + radius(s.sheet[s.unit[other]]) + 1:
                return
    if r < x < WIDTH - r and r < y < DEPTH - r:
        lone(s, owner, sheet, x, y)


FIGHTERS = ("boyz", "tactical_squad", "genestealers", "gretchin", "nobz", "stormboyz", "warbikers", "inceptor_squad")
BIG = ("rhino", "carnifexes", "plagueburst_crawler", "redemptor_dreadnought", "trukk")


def charge(chance: Random) -> Search:
    """One to five models a few inches from an enemy, others of both sides between and beside them."""
    s = battlefield(CHARGE, terrain=chance.choice(["empty", "empty", "standard_11"]))
    sheet = chance.choice([*FIGHTERS, *BIG])
    count = 1 if sheet in BIG else chance.randint(1, 5)
    a = unit(s, 0, sheet, count, 30, 15, gap=chance.choice([0, 20, 150]), abilities=())  # nobody re-rolls
    turn, dice = chance.randrange(128), (chance.randint(1, 6), chance.randint(1, 6))
    for model in s.crew[a] if sheet in BIG else ():
        s.facing[model] = turn
    length = sum(dice) * INCH
    far = length / INCH + chance.uniform(-2.5, 2)
    there = pushed((30 * INCH, 15 * INCH, 0, 0), pi / 2 + chance.uniform(-0.5, 0.5), max(3.0, far + 1.3))
    b = unit(s, 1, chance.choice([*FIGHTERS, "rhino"]), 1, 0, 0)
    put(s, s.crew[b][0], there[0], there[1], 0, 0)
    crowd(s, chance, [there, (30 * INCH, 15 * INCH, 0, 0)], 6, (1.2, 5))
    s.targets[a] = (b,)
    return Search(
        "charge", s, a, lambda: legal_move(s, a, "charge", length, (b,), chance), "charge_move", (a,), dice, ()
    )


def melee(chance: Random, kind: str) -> Search:
    """A unit about as far from the enemy as it may move, hemmed in by others."""
    s = battlefield(FIGHT, active=0, terrain=chance.choice(["empty", "empty", "standard_11"]))
    sheet = chance.choice(
        FIGHTERS if kind != "heroic" else ["primaris_lieutenant", "overlord", "warboss", "hive_tyrant"]
    )
    owner = 1 if kind == "heroic" else 0
    a = unit(s, owner, sheet, 1 if kind == "heroic" else chance.randint(1, 4), 30, 20, gap=chance.choice([0, 10, 100]))
    near = chance.uniform(0, 1) if kind != "heroic" else chance.uniform(0.2, 2.9)
    foe = chance.choice([*FIGHTERS, "rhino"])
    b = unit(s, 1 - owner, foe, 1, 0, 0)
    apart = wide(sheet) + wide(foe) + near * INCH + 3
    put(s, s.crew[b][0], 30 * INCH + chance.randint(0, INCH), 20 * INCH + apart, 0, 0)
    crowd(s, chance, [(s.x[m], s.y[m], 0, 0) for m in s.crew[a]], 14, (1.0, 2.2))
    found = lambda: legal_move(s, a, kind, 3 * INCH, (), chance)  # noqa: E731
    if kind == "heroic":
        s.phase = CHARGE
        return Search(kind, s, a, found, "heroic", (), (), (a,))
    if kind == "pile_in":
        s.note(a, CHARGED)
        return Search(kind, s, a, found, "fight_unit", (0, 0), (), (a,))
    return Search(kind, s, a, found, "consolidate", (a,), (), ())


def disembark(chance: Random) -> Search:
    """Passengers get out into a crowd."""
    s = battlefield(MOVEMENT, terrain=chance.choice(["empty", "standard_11"]))
    x, y = chance.choice([(20, 20), (30, 30), (3, 3)])
    home = lone(s, 0, "rhino", x * INCH, y * INCH, chance.choice([0, 32, 16]))
    a = unit(s, 0, "tactical_squad", chance.randint(1, 8), 60, 40)
    s.place[a] = home
    middle = (x * INCH, y * INCH, 0, 0)
    for _ in range(chance.randint(0, 40)):
        spot = pushed(middle, 2 * pi * chance.random(), chance.uniform(2.6, 6))
        place_alone(s, chance.choice([0, 1, 1, 1]), "chaos_cultists", spot[0], spot[1])

    def found() -> Answer | None:
        sheet, m = s.sheet[a], s.crew[home][0]
        reach = 7 * INCH
        spots = clear_spots(s, sheet, s.x[m] - reach, s.y[m] - reach, s.x[m] + reach, s.y[m] + reach, INCH, 0)
        if len(spots):
            spots = spots[gaps(s, sheet, spots, 0, m) < 3 * INCH - DOUBT]
        poses = packed(sheet, spots, len(s.crew[a]), chance)
        return None if poses is None else tuple(poses)

    return Search("disembark", s, a, found, "move_unit", (), (), (("disembark", a),))


def deploy(chance: Random) -> Search:
    """A zone that is full but for one or two holes."""
    s = battlefield(MOVEMENT, terrain=chance.choice(["empty", "standard_11"]))
    s.division = chance.choice(["long_axis", "short_axis"])
    sheet = chance.choice(["tactical_squad", "gretchin", "boyz", "primaris_lieutenant", "terminator_squad"])
    a = unit(s, 0, sheet, chance.randint(1, 5), 60, 40)
    s.place[a] = WAITING
    unit(s, 1, "gretchin", 1, 70, 2)
    low = DEPTH // 2 + 12 * INCH if s.division == "long_axis" else 0  # the zone of side 0
    right = WIDTH if s.division == "long_axis" else WIDTH // 2 - 12 * INCH
    holes = [(right * chance.random(), low + (DEPTH - low) * chance.random()) for _ in range(chance.randint(1, 2))]
    size = chance.uniform(0.3, 2.5) * INCH
    filled = numpy.array([(hx, hy, size) for hx, hy in holes])
    for sheet in ("redemptor_dreadnought", "daemon_prince_of_nurgle", "terminator_squad", "gretchin"):
        r = wide(sheet) + 2
        for y in numpy.arange(low + r, DEPTH - r, 1.74 * r):
            for x in numpy.arange(r + (y % 2) * r, right - r + 1, 2 * r):
                if (numpy.hypot(filled[:, 0] - x, filled[:, 1] - y) >= filled[:, 2] + r).all():
                    lone(s, 0, sheet, x, y)
                    filled = numpy.append(filled, [(x, y, r)], axis=0)

    def found() -> Answer | None:
        number = s.sheet[a]
        inset = radius(number) + DOUBT
        spots = clear_spots(s, number, 0, low, right, DEPTH, 0, 0)
        spots = spots[(spots[:, 1] - inset > low) | (low == 0)]
        spots = spots[(spots[:, 0] + inset < right) | (right == WIDTH)]
        poses = packed(number, spots, len(s.crew[a]), chance)
        return None if poses is None else tuple(poses)

    return Search("deploy", s, a, found, "deploy", (0,), (), (("deploy", a),))


KINDS: dict[str, Callable[[Random], Search]] = {
    "charge": charge,
    "pile_in": lambda chance: melee(chance, "pile_in"),
    "consolidate": lambda chance: melee(chance, "consolidate"),
    "heroic": lambda chance: melee(chance, "heroic"),
    "deploy": deploy,
    "disembark": disembark,
}
PROMPTS = {
    "charge": "charge_move",
    "pile_in": "pile_in",
    "consolidate": "consolidate",
    "heroic": "heroic_move",
    "deploy": "set_up",
    "disembark": "disembark",
}


def search(kind: str, seed: int) -> Search:
    return KINDS[kind](Random(f"{kind} {seed}"))


def offers(one: Search) -> list[Answer]:
    """What the game suggests where the search looked: legal answers that do something; nothing if it does not ask."""
    game = begin(one.state.clone(), one.step, *one.arguments, dice=one.dice)
    for answer_before in one.first:
        if prompt(game) == PROMPTS[one.kind]:
            break  # nothing else could be chosen
        if answer_before not in asked(game).options:
            return []
        answer(game, answer_before)
    if prompt(game) != PROMPTS[one.kind]:
        return []
    check = asked(game).check
    assert check is not None
    wrong = [option for option in asked(game).options if check(option) is not None]
    assert not wrong, wrong
    return [option for option in asked(game).options if any(option)]
