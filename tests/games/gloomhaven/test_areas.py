"""Areas [GLOOMHAVEN-13.16, GLOOMHAVEN-13.17, GLOOMHAVEN-13.18]: laid in any direction, over walls and the edge of the
map as well, by characters and by monsters.

The slow reading lays patterns on the plane, hex by hex, and asks the game for nothing but distances and lines of sight.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grimtable.games.gloomhaven
from games.gloomhaven.table import Axial, act_out, add_monster, asked, field, options, place, position
from grimtable.games.gloomhaven.components import Figure, Hex
from grimtable.games.gloomhaven.components.hexes import DIRECTIONS, turns
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.scenarios import layout_of
from grimtable.games.gloomhaven.monsters.sight import Plan, Sight
from grimtable.games.gloomhaven.ops.areas import placements
from grimtable.games.gloomhaven.paths import WALK
from grimtable.games.gloomhaven.state import Gloomhaven
from rule import rule

DATA = Path(grimtable.games.gloomhaven.__file__).parent / "data"
Printed = tuple[bool, tuple[Axial, ...]]  # with a grey hex or not, and the red hexes


def areas(line: Any) -> list[Printed]:
    """Every area in a record of the data."""
    if isinstance(line, dict):
        mine = [(bool(line["melee"]), tuple([(q, r) for q, r in line["targets"]]))] if line.get("op") == "area" else []
        return mine + [one for value in line.values() for one in areas(value)]
    return [one for value in line for one in areas(value)] if isinstance(line, list) else []


PRINTED = sorted({one for file in DATA.glob("*.json") for one in areas(json.loads(file.read_text(encoding="utf-8")))})


def laid_by_hand(s: Gloomhaven, me: Figure, area: Printed, reach: int, foes: list[Figure]) -> set[tuple[Figure, ...]]:
    """Whom the area can cover: turned six ways and mirrored, its origin on any point of the plane."""
    layout, ground, here = s.layout(), s.ground(), s.hex[me]
    row = ground.row(here)
    seen = [f for f in foes if ground.sees(here, s.hex[f])]
    q0, r0 = layout.axial[here]
    found: set[tuple[Figure, ...]] = set()
    for mirror in (False, True):
        for turn in range(6):
            form = [turned(red[::-1] if mirror else red, turn) for red in area[1]]
            spread = range(-1, 1) if area[0] else range(-reach - 7, reach + 8)
            for q, r in [(0, 0)] if area[0] else [(q, r) for q in spread for r in spread]:
                spot: set[Hex] = set()
                for dq, dr in form:
                    if (q0 + q + dq, r0 + r + dr) in layout.index:
                        spot.add(layout.index[(q0 + q + dq, r0 + r + dr)])
                if area[0] or any(row[h] <= reach for h in spot):
                    found.add(tuple([f for f in seen if s.hex[f] in spot]))
    return found - {()}


def turned(red: Axial, times: int) -> Axial:
    for _ in range(times):
        red = (-red[1], red[0] + red[1])
    return red


def crowded(random: Random) -> Gloomhaven:
    """A hero and a monster among enemies of both: in a room full of holes, or in a scenario with closed doors."""
    if random.random() < 0.5:
        room = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4]
        places = random.sample(room, len(room))
        edges = [(here, (here[0] + 1, here[1])) for here in places[-4:]]
        scenario, inside = field(hexes=places, walls=places[:14], edges=edges), places[14:]
    else:
        scenario = random.randrange(1, 21)
        inside = list(layout_of(scenario).axial)
        near = random.choice(inside)
        inside = [one for one in inside if abs(one[0] - near[0]) <= 5 and abs(one[1] - near[1]) <= 5]
        random.shuffle(inside)
    heroes = dict(zip(("brute", "cragheart", "tinkerer", "scoundrel"), inside, strict=False))
    s = position(scenario, heroes)
    for spot in inside[4:10]:
        add_monster(s, "bandit-guard", "normal", spot)
    return s


def as_op(area: Printed) -> Op:
    return Op("area", 0, "", (), {"melee": area[0], "targets": [list(red) for red in area[1]]})


# ---------------------------------------------------------------- against the slow reading
@rule("GLOOMHAVEN-13.16", "GLOOMHAVEN-13.17", "GLOOMHAVEN-13.18")
@pytest.mark.parametrize("seed", range(6))
def test_areas_of_all_cards_cover_whom_they_can_anywhere_on_the_plane(seed: int) -> None:
    random = Random(seed)
    covered = 0
    for _ in range(4):
        s = crowded(random)
        for area in PRINTED:
            reach = random.randint(1, 4)
            foes = s.enemies(0)
            spots = placements(s, 0, as_op(area), reach, foes)
            sees = s.ground().sees
            found = {tuple([f for f in foes if s.hex[f] in spot and sees(s.hex[0], s.hex[f])]) for spot in spots}
            assert found == laid_by_hand(s, 0, area, reach, foes), (str(s), area, reach)
            monster = foes[0]
            plan = Plan(0, WALK, 1 if area[0] else reach, not area[0], 1, area[1], area[0])
            groups = {group for group, _ in Sight(s, monster, plan).from_hex(s.hex[monster])}
            by_hand = laid_by_hand(s, monster, area, reach, s.enemies(monster))
            assert groups == by_hand, (str(s), area, reach)
            covered += len(found) + len(groups)
    assert covered > 40


@rule("GLOOMHAVEN-13.18")
def test_a_seven_hex_area_can_lie_around_every_hex_of_the_first_scenarios() -> None:
    ball = next(red for grey, red in PRINTED if len(red) == 7 and not grey)
    for scenario in range(1, 21):
        layout = layout_of(scenario)
        for middle, (q, r) in enumerate(layout.axial):
            around = {layout.index.get((q + dq, r + dr)) for dq, dr in ((0, 0), *DIRECTIONS)}
            spots = [set(spot) for shape in turns(ball) for spot in layout.placed_over(middle, shape)]
            assert around - {None} in spots


# ---------------------------------------------------------------- as they are played
@rule("GLOOMHAVEN-13.18")
@pytest.mark.parametrize("wall", DIRECTIONS)
def test_dirt_tornado_lies_around_a_hex_whichever_hex_beside_it_is_wall(wall: Axial) -> None:
    s = position(field(walls=[wall]), {"cragheart": (0, -2)})
    sees, hero = s.ground().sees, s.hex[0]
    pairs = [((q, r), (-q, -r)) for q, r in DIRECTIONS if wall not in ((q, r), (-q, -r))]
    both = next(pair for pair in pairs if sees(hero, place(s, pair[0])) and sees(hero, place(s, pair[1])))
    guards = [add_monster(s, "bandit-guard", "normal", one) for one in both]
    game = act_out(s, 0, "Dirt Tornado", "top")
    assert asked(game) == "area"
    assert [spot for spot in options(game) if {s.hex[guard] for guard in guards} <= set(spot)]


@rule("GLOOMHAVEN-13.18")
def test_an_area_reaches_over_the_edge_of_the_map() -> None:
    strip = field(hexes=[(q, r) for q in range(5) for r in range(2)])
    s = position(strip, {"cragheart": (0, 0)}, [("bandit-guard", "normal", (4, 0))])
    game = act_out(s, 0, "Dirt Tornado", "top")
    assert asked(game) == "area"
    assert [spot for spot in options(game) if place(s, (4, 0)) in spot]


@rule("GLOOMHAVEN-13.18")
def test_no_area_lies_where_only_a_wall_would_be_in_range() -> None:
    s = position(field(hexes=[(q, 0) for q in range(7)]), {"cragheart": (0, 0)}, [("bandit-guard", "normal", (6, 0))])
    assert placements(s, 0, as_op((False, ((0, 0), (-3, 1)))), 3, [1]) == []  # (3, 1) is no hex of the map


@rule("GLOOMHAVEN-13.16", "GLOOMHAVEN-11.2")
def test_harm_to_allies_in_an_area_is_avoided_by_laying_it_otherwise() -> None:
    heroes = {"cragheart": (0, -2), "brute": (1, 0)}
    s = position(None, heroes, [("bandit-guard", "normal", (0, 0))])
    area = as_op((False, ((0, 0), (1, 0))))
    spots = placements(s, 0, area, 2, [2], [1])
    assert sorted([place(s, (1, 0)) in spot for spot in spots]) == [False, True]
