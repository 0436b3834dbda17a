"""Moves that try to gain what they may not, and moves beside them that are legal: made by the hundred from a seed."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from random import Random
from typing import Any

from games.wh40k.table import battlefield, unit
from games.wh40k.umpire import Move, Pose
from grimtable.games.wh40k.components import DEPTH, INCH, SHEET_OF, SHEETS, WIDTH
from grimtable.games.wh40k.state import CHARGE, MOVEMENT, Battle

WALKERS = ("termagants", "tactical_squad", "boyz", "poxwalkers", "intercessor_squad", "tyranid_warriors")
HULLS = ("rhino", "trukk", "plagueburst_crawler", "warbikers", "carnifexes")
TERRAINS = ("standard_11", "dense_12", "open_8")
LIFTS = (0.4, 0.99, 1.0, 1.01, 1.3, 2.0, 2.4, 2.5, 3.0, -1.0)
Path = tuple[Pose, ...]


# ---------------------------------------------------------------- pieces of a scene
def at(s: Battle, model: int) -> Pose:
    return s.x[model], s.y[model], s.z[model], s.facing[model]


def put(s: Battle, model: int, x: float, y: float, z: int = 0, facing: int = 0) -> None:
    s.x[model], s.y[model], s.z[model], s.facing[model] = round(x), round(y), z, facing


def lone(s: Battle, owner: int, sheet: str, x: float, y: float, facing: int = 0) -> int:
    new = unit(s, owner, sheet, 1, 0, 0)
    put(s, s.crew[new][0], x, y, 0, facing)
    return new


def wide(sheet: str) -> int:
    return SHEETS[SHEET_OF[sheet]].half_width


def pushed(pose: Pose, angle: float, inches: float, z: float | None = None, facing: int | None = None) -> Pose:
    x, y, level, old = pose
    far = inches * INCH
    return (
        round(x + far * cos(angle)),
        round(y + far * sin(angle)),
        level if z is None else round(z * INCH),
        old if facing is None else facing % 128,
    )


def lifted(chance: Random, start: Pose, end: Pose) -> Path:
    """Up, across, down."""
    z = round(chance.choice(LIFTS) * INCH)
    up, over = (start[0], start[1], z, start[3]), (end[0], end[1], z, end[3])
    return chance.choice([(up, over, end), (over, end), (up, end)])


def some_way(chance: Random, start: Pose, end: Pose) -> Path:
    """From start to end: straight, lifted, or with a bend."""
    roll = chance.random()
    if roll < 0.4:
        return (end,)
    if roll < 0.7:
        return lifted(chance, start, end)
    share = chance.random()
    middle = [round(a + (b - a) * share) for a, b in zip(start[:2], end[:2])]
    bend = (middle[0] + chance.randint(-INCH, INCH), middle[1] + chance.randint(-INCH, INCH), 0, start[3])
    return (bend, end)


def hostile_move(chance: Random, own: int) -> str:
    return "fall_back" if own else chance.choice(["normal", "advance"])


# ---------------------------------------------------------------- one kind of attempt each
def ring(chance: Random) -> Move:
    """Out of a ring of models around it, friends or foes."""
    s = battlefield(MOVEMENT)
    sheet, others = chance.choice(WALKERS), chance.choice(WALKERS)
    x, y = 30 * INCH, 20 * INCH
    a = lone(s, 0, sheet, x, y)
    owner, count = chance.randint(0, 1), chance.randint(3, 8)
    far = wide(sheet) + wide(others) + chance.choice([0, INCH // 4, INCH // 2, INCH, 2 * INCH])
    for n in range(count):
        lone(s, owner, others, x + far * cos(2 * pi * n / count), y + far * sin(2 * pi * n / count))
    end = pushed(at(s, s.crew[a][0]), 2 * pi * chance.random(), chance.uniform(2, 5))
    path = some_way(chance, at(s, s.crew[a][0]), end)
    return Move(s, a, hostile_move(chance, owner), 8 * INCH, (), (path,))


def screen(chance: Random) -> Move:
    """Through or over a line of models with gaps, by a move or by a charge at somebody behind it."""
    charge = chance.random() < 0.5
    s = battlefield(CHARGE if charge else MOVEMENT)
    sheet, others = chance.choice(WALKERS), chance.choice(WALKERS)
    owner = chance.randint(0, 1)
    gap = chance.choice([0, 40, 130, 190, 330])
    a = unit(s, 0, sheet, chance.randint(1, 3), 30, 20, gap=chance.choice([5, 60]))
    unit(s, owner, others, chance.randint(4, 8), 27, 23, gap=gap)
    target = unit(s, 1, "chaos_cultists", 2, 30, 26)
    slip = chance.uniform(-1, 1)
    up = chance.uniform(4.2, 5.4) if charge else chance.uniform(1, 6)
    paths = []
    for model in s.crew[a]:
        end = pushed(pushed(at(s, model), pi / 2, up), 0, slip)
        paths.append(some_way(chance, at(s, model), end))
    kind = "charge" if charge else hostile_move(chance, 0)
    return Move(s, a, kind, 9 * INCH, (target,) if charge else (), tuple(paths))


def tank(chance: Random) -> Move:
    """Through a tank, over it, or just past its corner."""
    s = battlefield(MOVEMENT)
    sheet = chance.choice(WALKERS)
    a = lone(s, 0, sheet, 30 * INCH, 20 * INCH)
    owner = chance.randint(0, 1)
    b = lone(s, owner, chance.choice(HULLS), 30 * INCH, 24.5 * INCH, chance.randrange(128))
    put(s, s.crew[b][0], 30 * INCH + chance.randint(-3, 3) * INCH, 24.5 * INCH, 0, chance.randrange(128))
    end = pushed(at(s, s.crew[a][0]), pi / 2 + chance.uniform(-0.7, 0.7), chance.uniform(3, 9))
    path = some_way(chance, at(s, s.crew[a][0]), end)
    return Move(s, a, hostile_move(chance, owner), 12 * INCH, (), (path,))


def edge(chance: Random) -> Move:
    """Along the edge of the table, over it, off and back."""
    s = battlefield(MOVEMENT)
    sheet = chance.choice([*WALKERS, *HULLS, "inceptor_squad", "stormboyz"])
    far = wide(sheet) + (chance.randint(0, INCH) if sheet not in HULLS else 3 * INCH)
    a = lone(s, 0, sheet, far, 20 * INCH, chance.choice([0, 32, 10]))
    start = at(s, s.crew[a][0])
    off = pushed(start, pi, chance.choice([-0.5, -0.2, 0.1, 0.5, 2.0]), 0, start[3] + chance.choice([0, 0, 7, 64]))
    end = pushed(start, chance.uniform(-pi / 2, pi / 2), chance.uniform(0, 2))
    return Move(s, a, "normal", 12 * INCH, (), (chance.choice([(off, end), (off, start), (off,), (end,)]),))


def zone(chance: Random) -> Move:
    """Past an enemy at about an inch."""
    s = battlefield(MOVEMENT)
    sheet, others = chance.choice(WALKERS), chance.choice([*WALKERS, *HULLS])
    a = lone(s, 0, sheet, 30 * INCH, 20 * INCH)
    aside = wide(sheet) + wide(others) + INCH + chance.choice([-900, -100, -40, 40, 100, 500])
    lone(s, 1, others, 30 * INCH + aside, 23 * INCH, chance.choice([32, 32, 20]))
    start = at(s, s.crew[a][0])
    path = some_way(chance, start, pushed(start, pi / 2 + chance.uniform(-0.1, 0.1), chance.uniform(1, 6)))
    return Move(s, a, "normal", 9 * INCH, (), (path,))


def scattered(chance: Random) -> Move:
    """Each model of a unit on its own way: out of coherency, into and through comrades."""
    s = battlefield(MOVEMENT)
    sheet = chance.choice([*WALKERS, "stormboyz"])
    a = unit(s, 0, sheet, chance.randint(2, 7), 30, 20, gap=chance.choice([5, 20, 80, 150]))
    angle, far = 2 * pi * chance.random(), chance.uniform(0, 5)
    paths: list[Path] = []
    for model in s.crew[a]:
        start = at(s, model)
        roll = chance.random()
        if roll < 0.15:
            paths.append(())
        elif roll < 0.25:
            paths.append(((start[0] + 1, start[1], 0, start[3]),))
        else:
            wild = chance.choice([0.0, 0.0, 0.3, 1.5])
            end = pushed(start, angle + chance.uniform(-wild, wild), far * chance.uniform(1 - wild / 2, 1))
            paths.append((end,) if chance.random() < 0.8 else some_way(chance, start, end))
    return Move(s, a, "normal", 6 * INCH, (), tuple(paths))


def overtaking(chance: Random) -> Move:
    """The rear rank goes through the front rank, which stays, twitches or steps aside."""
    s = battlefield(MOVEMENT)
    sheet = chance.choice(WALKERS)
    count = 2 * chance.randint(1, 3)
    a = unit(s, 0, sheet, count, 30, 20)
    pitch = 2 * wide(sheet) + chance.choice([40, 300])
    for n, model in enumerate(s.crew[a]):
        put(s, model, 30 * INCH + pitch * (n // 2), 20 * INCH + pitch * (n % 2))
    paths: list[Path] = []
    for n, model in enumerate(s.crew[a]):
        start = at(s, model)
        if n % 2 == 0:
            end = pushed(start, pi / 2 + chance.uniform(-0.2, 0.2), chance.uniform(0.3, 4))
        else:
            end = pushed(start, chance.choice([0.0, pi / 2]), chance.choice([0, 0.001, 0.5, 1.5, 4]))
        paths.append((end,) if chance.random() < 0.7 and end != start else ())
    return Move(s, a, "normal", 8 * INCH, (), tuple(paths))


def turning(chance: Random) -> Move:
    """A hull turns beside models, walls and edges, on the spot or at the end of a push."""
    s = battlefield(MOVEMENT, terrain=chance.choice(["empty", "empty", *TERRAINS]))
    sheet = chance.choice(HULLS)
    x, y = chance.choice([(30, 20), (22, 18), (36, 16), (4, 4)])
    a = lone(s, 0, sheet, x * INCH, y * INCH, chance.randrange(128))
    start = at(s, s.crew[a][0])
    for _ in range(chance.randint(1, 3)):
        angle, far = 2 * pi * chance.random(), chance.uniform(2, 4.5)
        lone(
            s,
            chance.choice([0, 0, 1]),
            chance.choice(WALKERS),
            start[0] + far * INCH * cos(angle),
            start[1] + far * INCH * sin(angle),
        )
    turn = chance.choice([64, -64, 32, -32, 16, -16, 5, -5, 40])
    here = (start[0], start[1], 0, (start[3] + turn) % 128)
    there = pushed(start, 2 * pi * chance.random(), chance.uniform(0, 2), 0, start[3] + turn)
    kind = chance.choice(["normal", "fall_back"])
    return Move(s, a, kind, 14 * INCH, (), (chance.choice([(here,), (there,), (here, there)]),))


def climbing(chance: Random) -> Move:
    """Over terrain and on it, with corners at every height; sometimes somebody stands there."""
    s = battlefield(MOVEMENT, terrain=chance.choice(TERRAINS))
    sheet = chance.choice(WALKERS)
    spots = {
        "standard_11": [(36, 24), (26, 30), (46, 18), (46, 10), (14, 12), (30, 14)],
        "dense_12": [(14, 28), (58, 20), (12, 12), (28, 10), (26, 24)],
        "open_8": [(16, 14), (30, 30), (42, 18), (14, 36)],
    }[s.layout]
    x, y = chance.choice(spots)
    tops = (0, 0, INCH, 5 * INCH // 2, 3 * INCH)
    angle = 2 * pi * chance.random()
    middle = (x * INCH, y * INCH, 0, 0)
    start = pushed(middle, angle, chance.uniform(0, 4.5))
    a = lone(s, 0, sheet, start[0], start[1])
    put(s, s.crew[a][0], start[0], start[1], chance.choice(tops))
    for _ in range(chance.randint(0, 2)):
        spot = pushed(middle, 2 * pi * chance.random(), chance.uniform(0, 4))
        b = lone(s, chance.randint(0, 1), chance.choice(WALKERS), spot[0], spot[1])
        put(s, s.crew[b][0], spot[0], spot[1], chance.choice(tops))
    end = pushed(middle, angle + chance.uniform(-pi, pi), chance.uniform(0, 4))
    end = (end[0], end[1], chance.choice(tops), 0)
    path: Path = (end,)
    for _ in range(chance.choice([0, 0, 1, 2])):
        bend = pushed(middle, 2 * pi * chance.random(), chance.uniform(0, 3))
        path = ((bend[0], bend[1], chance.choice(tops), 0), *path)
    return Move(s, a, chance.choice(["normal", "fall_back"]), chance.choice([6, 12, 20]) * INCH, (), (path,))


def roofs(chance: Random) -> Move:
    """From the roof of one piece to that of another, or over several, with just too little or just enough."""
    s = battlefield(MOVEMENT, terrain="standard_11")
    sheet = chance.choice(["termagants", "tactical_squad", "boyz"])
    container, hill = (26.0, 30.0, 2.5), (33.5, 25.0, 1.0)
    x, y, z = container if chance.random() < 0.6 else hill
    a = lone(s, 0, sheet, 0, 0)
    put(s, s.crew[a][0], (x + chance.uniform(-1, 1.6)) * INCH, (y + chance.uniform(-0.4, 0.4)) * INCH, round(z * INCH))
    start = at(s, s.crew[a][0])
    x, y, z = chance.choice(
        [container, hill, (26.0, 35.0, 0.0), (26.0, 39.5, 0.0), (26.0, 26.5, 0.0), (31.0, 28.0, 0.0)]
    )
    end = (round((x + chance.uniform(-1, 1)) * INCH), round((y + chance.uniform(-0.4, 0.4)) * INCH), round(z * INCH), 0)
    if chance.random() < 0.4:
        share = chance.uniform(0.3, 0.7)
        between = [b + (e - b) * share for b, e in zip(start[:2], end[:2])]
        lone(s, chance.randint(0, 1), "tactical_squad", between[0], between[1])
    far = ((start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2) ** 0.5
    allowance = round(far + chance.uniform(0, 6) * INCH)
    return Move(s, a, chance.choice(["normal", "fall_back"]), allowance, (), ((end,),))


def charge(chance: Random) -> Move:
    """At one or two targets: into contact, to about an inch, or short of it; others stand beside them."""
    s = battlefield(CHARGE)
    sheet = chance.choice([*WALKERS, "stormboyz"])
    a = unit(s, 0, sheet, chance.randint(1, 4), 30, 20, gap=chance.choice([20, 60]))
    targets = [
        unit(s, 1, chance.choice(WALKERS), chance.randint(1, 3), 28 + 6 * n, 26) for n in range(chance.randint(1, 2))
    ]
    if chance.random() < 0.5:
        lone(s, 1, "chaos_cultists", chance.randint(24, 36) * INCH, chance.randint(23, 26) * INCH)
    angle, far = pi / 2 + chance.uniform(-0.5, 0.5), chance.uniform(2.5, 5.5)
    paths: list[Path] = []
    for model in s.crew[a]:
        end = pushed(at(s, model), angle, far * chance.choice([1, 1, 0.8]))
        paths.append((end,) if chance.random() < 0.85 else some_way(chance, at(s, model), end))
    return Move(s, a, "charge", chance.randint(3, 8) * INCH, tuple(targets), tuple(paths))


def retreat(chance: Random) -> Move:
    """A unit falls back, or some of it does."""
    s = battlefield(MOVEMENT)
    sheet = chance.choice([*WALKERS, "inceptor_squad", "stormboyz"])
    count = chance.randint(2, 5)
    a = unit(s, 0, sheet, count, 30, 20, gap=chance.choice([5, 40]))
    b = unit(s, 1, chance.choice(WALKERS), chance.randint(1, count), 30, 22)
    up = chance.choice([0, 200, 1500, 2600, 3500])
    for model in s.crew[b]:
        s.y[model] = 20 * INCH + wide(sheet) + 1600 + up
    far = chance.uniform(0.2, 4)
    paths: list[Path] = []
    for model in s.crew[a]:
        start = at(s, model)
        gone = pushed(start, -pi / 2 + chance.choice([0, 0, 0.2]), far)
        paths.append(() if chance.random() < 0.3 else (gone,))
    return Move(s, a, "fall_back", 6 * INCH, (), tuple(paths))


def melee(chance: Random) -> Move:
    """Pile in and consolidate: closer, beside comrades, through them."""
    s = battlefield("fight")
    sheet = chance.choice(WALKERS)
    a = unit(s, 0, sheet, chance.randint(2, 5), 30, 20, gap=chance.choice([5, 40]))
    for model in s.crew[a][1::2]:
        s.y[model] -= 2 * wide(sheet) + 60
        s.x[model] -= chance.choice([0, 2 * wide(sheet)])
    unit(s, 1, chance.choice(WALKERS), chance.randint(1, 5), 30, 23, gap=20)
    paths: list[Path] = []
    for model in s.crew[a]:
        end = pushed(at(s, model), pi / 2 + chance.uniform(-0.8, 0.8), chance.uniform(0.1, 3))
        paths.append(
            () if chance.random() < 0.4 else (end,) if chance.random() < 0.8 else lifted(chance, at(s, model), end)
        )
    return Move(s, a, chance.choice(["pile_in", "consolidate"]), 3 * INCH, (), tuple(paths))


def mixture(chance: Random) -> Move:
    """Everything at once: terrain, friends and foes all about, a unit with wild ways."""
    s = battlefield(MOVEMENT, terrain=chance.choice(TERRAINS))
    sheet = chance.choice([*WALKERS, *HULLS, "stormboyz"])
    x, y = chance.randint(6, 60), chance.randint(4, 44)
    a = unit(s, 0, sheet, chance.randint(1, 4), x, y, gap=chance.choice([5, 60]))
    for _ in range(chance.randint(2, 8)):
        spot = pushed((x * INCH, y * INCH, 0, 0), 2 * pi * chance.random(), chance.uniform(2, 8))
        if 2 * INCH < spot[0] < WIDTH - 2 * INCH and 2 * INCH < spot[1] < DEPTH - 2 * INCH:
            lone(s, chance.randint(0, 1), chance.choice([*WALKERS, *HULLS]), spot[0], spot[1], chance.randrange(128))
    angle, far, turn = 2 * pi * chance.random(), chance.uniform(0.5, 5), chance.choice([0, 0, 9, -30])
    wild = chance.choice([0.0, 0.0, 0.4])
    paths: list[Path] = []
    for model in s.crew[a]:
        end = pushed(at(s, model), angle + chance.uniform(-wild, wild), far, 0, s.facing[model] + turn)
        paths.append((end,) if chance.random() < 0.7 else some_way(chance, at(s, model), end))
    return Move(s, a, chance.choice(["normal", "fall_back"]), 12 * INCH, (), tuple(paths))


KINDS: dict[str, Callable[[Random], Move]] = {
    "ring": ring,
    "screen": screen,
    "tank": tank,
    "edge": edge,
    "zone": zone,
    "scattered": scattered,
    "overtaking": overtaking,
    "turning": turning,
    "climbing": climbing,
    "roofs": roofs,
    "charge": charge,
    "retreat": retreat,
    "melee": melee,
    "mixture": mixture,
}


def attempts(count: int, seed: int) -> list[tuple[str, Any]]:
    """So many moves of each kind, with its name."""
    return [(name, make(Random(f"{seed} {name} {n}"))) for name, make in KINDS.items() for n in range(count)]
