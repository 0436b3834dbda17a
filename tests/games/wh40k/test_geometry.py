"""Geometry: exact where numbers come out even, and the same as shapely everywhere else."""

from __future__ import annotations

from math import ceil, cos, hypot, pi, sin, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry

from grimtable.games.wh40k.geometry import (
    DIRECTIONS,
    INCH,
    Body,
    Capsule,
    Disc,
    Hull,
    Rect,
    Shape,
    beyond,
    box,
    capsule,
    centre,
    closest,
    compare,
    core,
    direction,
    gap,
    in_the_way,
    is_within,
    moved,
    nearer,
    on_table,
    outline,
    overlaps,
    path_length,
    path_meets,
    rect,
    root_above,
    root_below,
    sweep,
    turn_cost,
    wholly_within,
    within,
)
from rule import rule

NEAR = 1e-4  # a hundredth of a micrometre: closer than this shapely's floats decide nothing

# Either a whole table, or so small that edges, corners and rims coincide.
SCALES = st.sampled_from([(182880, 4000, 6000), (24, 1, 6), (6000, 100, 2000)])


@st.composite
def shapes(draw: st.DrawFn, scale: tuple[int, int, int]) -> Shape:
    wide, least, most = scale
    places = st.integers(0, wide)
    x, y = draw(places), draw(places)
    size, other = draw(st.integers(least, most)), draw(st.integers(least, most))
    kind = draw(st.sampled_from(["disc", "capsule", "rect"]))
    if kind == "disc":
        return Disc(x, y, size)
    facing = draw(st.integers(0, DIRECTIONS - 1))
    if kind == "capsule":
        return capsule(x, y, 2 * size + 2 * other, 2 * size, facing)
    return Rect(x, y, size + 1, other + 1, *direction(facing))


@st.composite
def hulls(draw: st.DrawFn, scale: tuple[int, int, int]) -> Hull:
    wide, _, most = scale
    x, y = draw(st.integers(0, wide)), draw(st.integers(0, wide))
    corner = st.tuples(st.integers(-2 * most, 2 * most), st.integers(-2 * most, 2 * most))
    hull = outline([(x + dx, y + dy) for dx, dy in draw(st.lists(corner, min_size=3, max_size=8, unique=True))])
    return hull if len(hull.points) > 2 else outline([(x, y), (x + most, y), (x, y + most)])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Body, Body]:
    scale = draw(SCALES)
    bodies = st.one_of(shapes(scale), hulls(scale))
    return draw(bodies), draw(bodies)


def oracle(body: Body) -> tuple[BaseGeometry, int]:
    """The core as shapely sees it, and the radius."""
    points, r = core(body)
    if len(points) == 1:
        return Point(points[0]), r
    return (LineString(points) if len(points) == 2 else Polygon(points)), r


def distance(a: Body, b: Body) -> float:
    """Between two bodies; negative where grown cores overlap."""
    (first, r), (second, other) = oracle(a), oracle(b)
    return float(first.distance(second)) - r - other


# ---------------------------------------------------------------- shapes
def test_directions_are_unit_vectors_all_around() -> None:
    for index in range(DIRECTIONS):
        angle = 2 * pi * index / DIRECTIONS
        assert direction(index) == (round(16384 * cos(angle)), round(16384 * sin(angle)))


@given(st.integers(0, 182880), st.integers(100, 9000), st.integers(100, 9000), st.integers(0, 127))
def test_corners_of_a_hull_are_where_a_turned_rectangle_has_them(x: int, length: int, width: int, facing: int) -> None:
    angle = 2 * pi * facing / DIRECTIONS
    a, b = length // 2, width // 2
    corners = core(rect(x, 5000, length, width, facing))[0]
    for (px, py), (i, j) in zip(corners, ((1, 1), (-1, 1), (-1, -1), (1, -1))):
        exact = (x + i * a * cos(angle) - j * b * sin(angle), 5000 + i * a * sin(angle) + j * b * cos(angle))
        assert hypot(px - exact[0], py - exact[1]) < 2


def test_an_oval_base_keeps_its_length_and_centre() -> None:
    oval = capsule(10000, 8000, 7500, 4200, 0)
    assert oval == Capsule(10000 - 1650, 8000, 10000 + 1650, 8000, 2100)
    assert box(oval) == (10000 - 3750, 8000 - 2100, 10000 + 3750, 8000 + 2100)
    assert centre(capsule(10000, 8000, 7500, 4200, 37)) == (10000, 8000)


@given(st.integers(0, 10**24))
def test_roots_enclose(square: int) -> None:
    low, high = root_below(square), root_above(square)
    assert low * low <= square < (low + 1) * (low + 1)
    assert high * high >= square > (high - 1) * (high - 1) or square == high == 0


# ---------------------------------------------------------------- distances
@rule("WH40K-1.1")
def test_distance_is_measured_between_the_closest_points_of_bases() -> None:
    here = Disc(0, 0, 1600)
    assert within(here, Disc(3 * INCH + 3200, 0, 1600), 3 * INCH)
    assert not within(here, Disc(3 * INCH + 3201, 0, 1600), 3 * INCH)
    assert within(here, Disc(3 * (INCH + 3200), 4 * (INCH + 3200), 1600), 5 * INCH + 5 * 3200 - 3200)
    assert not within(here, Disc(3 * (INCH + 3200), 4 * (INCH + 3200), 1600), 5 * INCH + 5 * 3200 - 3201)


@rule("WH40K-1.2")
def test_distance_to_a_hull_is_measured_to_its_nearest_point() -> None:
    hull = rect(10000, 10000, 8000, 4000, 0)
    assert within(Disc(14000 + INCH + 1600, 11000, 1600), hull, INCH)
    assert not within(Disc(14000 + INCH + 1601, 11000, 1600), hull, INCH)
    corner = Disc(14000 + 3000, 12000 + 4000, 1000)
    assert within(corner, hull, 4000)
    assert not within(corner, hull, 3999)


@rule("WH40K-2.3")
def test_height_counts_in_a_distance() -> None:
    low, high = Disc(0, 0, 100), Disc(3000 + 200, 0, 100)
    assert within(low, high, 5000, rise=4000)
    assert within(low, high, 5000, rise=-4000)
    assert not within(low, high, 4999, rise=4000)
    assert not within(low, high, 3999, rise=4000)


@given(pairs(), st.integers(0, 400), st.integers(0, 3000))
@settings(max_examples=400)
def test_within_is_what_shapely_measures(two: tuple[Body, Body], slack: int, rise: int) -> None:
    a, b = two
    flat = max(distance(a, b), 0.0)
    for reach in (slack, int(flat) + slack, max(int(flat) - slack, 0), INCH):
        if abs(flat - reach) > NEAR:
            assert within(a, b, reach) == within(b, a, reach) == (flat <= reach)
        if distance(a, b) > NEAR and abs(hypot(flat, rise) - reach) > NEAR:
            assert within(a, b, reach, rise) == within(b, a, reach, -rise) == (hypot(flat, rise) <= reach)
            assert is_within(gap(a, b, rise), reach) == (hypot(flat, rise) <= reach)


@given(pairs())
@settings(max_examples=400)
def test_overlaps_are_what_shapely_finds(two: tuple[Body, Body]) -> None:
    a, b = two
    (first, r), (second, other) = oracle(a), oracle(b)
    if r + other == 0:
        shared = float(first.intersection(second).area)
        if shared == 0 or shared > 1e-6:
            assert overlaps(a, b) == overlaps(b, a) == (shared > 0)
    elif abs(distance(a, b)) > NEAR:
        assert overlaps(a, b) == overlaps(b, a) == (distance(a, b) < 0)


@rule("WH40K-2.6")
def test_bases_may_touch_but_not_overlap() -> None:
    assert not overlaps(Disc(0, 0, 5), Disc(6, 8, 5))
    assert overlaps(Disc(0, 0, 5), Disc(6, 7, 5))
    hull = rect(0, 0, 20, 10, 0)
    assert not overlaps(hull, rect(20, 0, 20, 10, 0))
    assert overlaps(hull, rect(19, 0, 20, 10, 0))
    assert not overlaps(hull, Disc(0, 9, 4))
    assert overlaps(hull, Disc(0, 8, 4))
    assert overlaps(outline([(-50, -50), (50, -50), (50, 50), (-50, 50)]), Disc(0, 0, 1))


@given(pairs(), st.integers(0, 5000))
@settings(max_examples=300)
def test_wholly_within_leaves_no_point_outside(two: tuple[Body, Body], reach: int) -> None:
    a, b = two
    points, r = core(a)
    second, other = oracle(b)
    turns = [2 * pi * i / 240 for i in range(240)] if r else [0.0]
    rim = [Point(x + r * cos(t), y + r * sin(t)) for x, y in points for t in turns]
    farthest = max(max(float(second.distance(point)) - other, 0.0) for point in rim)
    for limit in (reach, ceil(farthest) + 1, max(int(farthest * 0.9), 0)):
        if abs(farthest - limit) > r * 1e-3 + NEAR:
            assert wholly_within(a, b, limit) == (farthest <= limit)


def test_wholly_within_zero_is_lying_inside() -> None:
    floor = outline([(0, 0), (100, 0), (100, 100), (0, 100)])
    assert wholly_within(Disc(30, 30, 30), floor, 0)
    assert not wholly_within(Disc(30, 29, 30), floor, 0)
    assert not wholly_within(Disc(130, 50, 10), floor, 0)
    assert wholly_within(Disc(130, 50, 10), floor, 40)


@rule("WH40K-2.6")
def test_every_base_lies_fully_on_the_table() -> None:
    wide, high = 72 * INCH, 48 * INCH
    assert on_table(Disc(1600, 1600, 1600), wide, high)
    assert not on_table(Disc(1599, 1600, 1600), wide, high)
    assert on_table(rect(wide - 4000, high - 2000, 8000, 4000, 0), wide, high)
    assert not on_table(rect(wide - 4000, high - 2000, 8000, 4000, 3), wide, high)


@rule("WH40K-17.10")
def test_a_set_up_model_is_more_than_twelve_inches_beyond_the_line() -> None:
    line = (0, 24 * INCH), (72 * INCH, 24 * INCH)
    assert not beyond(Disc(9000, 36 * INCH + 1600, 1600), *line, 12 * INCH)
    assert beyond(Disc(9000, 36 * INCH + 1601, 1600), *line, 12 * INCH)
    assert not beyond(Disc(9000, 1600, 1600), *line, 12 * INCH)
    assert beyond(Disc(9000, 1600, 1600), *line[::-1], 12 * INCH)


@given(SCALES.flatmap(shapes), st.integers(-500, 500), st.integers(1, 500), st.integers(0, 9000))
def test_beyond_a_line_is_what_shapely_measures(shape: Shape, dx: int, dy: int, reach: int) -> None:
    start, end = (3000, 2000), (3000 + dx, 2000 + dy)
    far = 10**4
    line = LineString([(3000 - far * dx, 2000 - far * dy), (3000 + far * dx, 2000 + far * dy)])
    exact = distance(shape, Hull(tuple((int(x), int(y)) for x, y in line.coords), 0))
    x, y = centre(shape)
    left = dx * (y - 2000) - dy * (x - 3000) > 0
    if abs(exact - reach) > 1e-3:
        assert beyond(shape, start, end, reach) == (left and exact > reach)


# ---------------------------------------------------------------- comparing distances
@given(SCALES.flatmap(lambda scale: st.tuples(*[shapes(scale)] * 4)), st.integers(0, 900), st.integers(0, 900))
@settings(max_examples=400)
def test_longer_and_shorter_are_what_shapely_says(four: tuple[Shape, ...], rise: int, other: int) -> None:
    a, b, c, d = four
    for high, low in ((0, 0), (rise, other)):
        first, second = gap(a, b, high), gap(c, d, low)
        exact = hypot(max(distance(a, b), 0), high) - hypot(max(distance(c, d), 0), low)
        assert compare(first, second) == -compare(second, first)
        assert compare(first, gap(b, a, -high)) == 0
        if abs(exact) > NEAR:
            assert compare(first, second) == (1 if exact > 0 else -1)


def test_equal_distances_of_different_bases_compare_as_equal() -> None:
    small, large = gap(Disc(0, 0, 5), Disc(300, 400, 5)), gap(Disc(0, 0, 20), Disc(0, 520, 10))
    assert compare(small, large) == 0
    assert compare(small, gap(Disc(0, 0, 20), Disc(0, 521, 10))) == -1
    assert compare(gap(Disc(0, 0, 5), Disc(0, 40, 5), 40), gap(Disc(0, 0, 9), Disc(0, 69, 10))) == 0
    assert compare(gap(Disc(0, 0, 5), Disc(1, 0, 5)), gap(Disc(0, 0, 5), Disc(0, 10, 5))) == 0


@rule("WH40K-6.5")
def test_all_that_are_equally_near_are_closest() -> None:
    others = [Disc(400, 300, 10), Disc(0, 520, 30), Disc(-500, 0, 10), Disc(0, -499, 8)]
    assert closest(Disc(0, 0, 10), others) == [0, 1, 2]
    assert closest(Disc(0, 0, 10), [*others, Disc(0, 499, 10)]) == [4]
    assert closest(Disc(0, 0, 10), []) == []


@rule("WH40K-10.17", "WH40K-11.8")
def test_nearer_is_strictly_nearer() -> None:
    enemy = Disc(0, 0, 1600)
    assert nearer(Disc(8000, 0, 1600), Disc(0, 7999, 1600), enemy)
    assert not nearer(Disc(8000, 0, 1600), Disc(0, 8000, 1600), enemy)


# ---------------------------------------------------------------- moves
@rule("WH40K-4.5")
def test_a_model_does_not_pass_through_others_but_may_brush_them() -> None:
    way = (10000, 0)
    assert in_the_way(Disc(0, 0, 1600), *way, [Disc(5000, 3200, 1600), Disc(5000, 3199, 1600)]) == [1]
    assert in_the_way(Disc(0, 0, 1600), *way, [Disc(13200, 0, 1600), Disc(13199, 0, 1600)]) == [1]


@rule("WH40K-4.8")
def test_the_zone_of_an_enemy_reaches_one_inch_around_it() -> None:
    enemies = [Disc(5000, 3200 + INCH, 1600), Disc(5000, 3201 + INCH, 1600)]
    assert in_the_way(Disc(0, 0, 1600), 10000, 0, enemies, INCH) == [0]


@given(
    SCALES.flatmap(lambda s: st.tuples(shapes(s), st.lists(st.one_of(shapes(s), hulls(s)), max_size=6))),
    st.integers(-9000, 9000),
    st.integers(-9000, 9000),
    st.sampled_from([-1, 0, 40, INCH]),
)
@settings(max_examples=300)
def test_a_way_meets_what_shapely_finds_in_it(case: tuple[Shape, list[Body]], dx: int, dy: int, margin: int) -> None:
    shape, obstacles = case
    points, r = core(shape)
    swept = MultiPoint([*points, *core(moved(shape, dx, dy))[0]]).convex_hull
    found = in_the_way(shape, dx, dy, obstacles, margin)
    for index, obstacle in enumerate(obstacles):
        second, other = oracle(obstacle)
        exact = float(swept.distance(second)) - r - other
        if r + other == 0 and exact == 0 and margin < 0:
            shared = float(swept.intersection(second).area)
            if shared == 0 or shared > 1e-3:
                assert (index in found) == (shared > 0)
        elif abs(exact - max(margin, 0)) > NEAR:
            assert (index in found) == (exact < max(margin, 0))


@given(SCALES.flatmap(lambda s: st.tuples(shapes(s), shapes(s))), st.integers(-40, 40), st.integers(-40, 40))
def test_what_is_met_at_any_moment_is_met_by_the_sweep(two: tuple[Shape, Shape], dx: int, dy: int) -> None:
    shape, other = two
    met = [i for i in range(21) if overlaps(moved(shape, dx * i, dy * i), other)]
    assert not met or overlaps(sweep(shape, 20 * dx, 20 * dy), other)
    assert not met or path_meets(shape, [(7 * dx, 7 * dy), (13 * dx, 13 * dy)], [other]) == [0]


@rule("WH40K-4.3", "WH40K-4.6")
def test_a_way_is_as_long_as_its_legs_climbing_included() -> None:
    assert path_length([(300, 400, 0), (0, 0, 700)]) == 1200
    assert path_length([(1, 1, 0)]) == 2
    assert path_length([(2, 3, 6)]) == 7


@rule("WH40K-4.4")
@pytest.mark.parametrize("steps", [1, 5, 32, 64, -64, 100])
def test_turning_costs_what_the_farthest_point_travels(steps: int) -> None:
    assert turn_cost(Disc(0, 0, 3000), steps) == 0
    turn = min(abs(steps), DIRECTIONS - abs(steps)) * 2 * pi / DIRECTIONS
    hull, oval = rect(0, 0, 12000, 8000, 9), capsule(0, 0, 12000, 9200, 77)
    assert turn * sqrt(6000**2 + 4000**2) <= turn_cost(hull, steps) <= turn * 7220 + 1
    assert turn * 6000 - 1 <= turn_cost(oval, steps) <= turn * 6004 + 1
