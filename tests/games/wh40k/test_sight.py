"""Line of sight: examples with walls, heights and models, and the same answers as shapely line by line."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from grimtable.games.wh40k.geometry import (
    INCH,
    Blocker,
    Capsule,
    Disc,
    Figure,
    Group,
    Rect,
    Scene,
    any_visible,
    body_of,
    capsule,
    direction,
    figure,
    prism,
    seen_by,
    visible,
)
from grimtable.games.wh40k.geometry.figures import eyes_of
from grimtable.games.wh40k.geometry.lines import crosses
from rule import rule


def marine(key: int, x: int, y: int, z: int = 0) -> Figure:
    return figure(key, Disc(x, y, 1600), z, 4200)


def wall(x: int, low: int, high: int, top: int, bottom: int = 0) -> Blocker:
    return prism([(x, low), (x + 600, low), (x + 600, high), (x, high)], bottom, top)


HERE, THERE = marine(0, 0, 0), marine(1, 30000, 0)


# ---------------------------------------------------------------- examples
@rule("WH40K-7.8")
def test_a_model_is_visible_if_a_line_can_be_drawn_to_it() -> None:
    assert visible(HERE, THERE, [])
    assert visible(HERE, THERE, [wall(15000, 0, 9000, 12700)])  # past the end of the wall
    assert not visible(HERE, THERE, [wall(15000, -3000, 9000, 12700)])


@rule("WH40K-7.8")
def test_what_is_low_hides_no_head_and_what_hangs_high_no_feet() -> None:
    assert visible(HERE, THERE, [wall(15000, -9000, 9000, 4200 * 95 // 100)])
    assert not visible(HERE, THERE, [wall(15000, -9000, 9000, 4200 * 95 // 100 + 1)])
    assert visible(HERE, THERE, [wall(15000, -9000, 9000, 20000, bottom=4000)])
    assert not visible(HERE, THERE, [wall(15000, -9000, 9000, 20000, bottom=500)])
    assert visible(HERE, THERE, [wall(15000, -9000, 9000, 2000), wall(9000, -9000, 9000, 20000, bottom=3000)])


@rule("WH40K-7.8")
def test_who_stands_high_looks_over_a_near_wall_at_the_far_side() -> None:
    over = wall(2000, -9000, 9000, 8000)
    assert not visible(HERE, THERE, [over])
    assert visible(marine(0, 0, 0, z=3 * INCH), THERE, [over])
    assert not visible(marine(0, 0, 0, z=3 * INCH), marine(1, 5000, 0), [wall(3200, -9000, 9000, 9000)])


@rule("WH40K-7.9")
def test_models_hide_others_but_neither_itself_nor_the_target() -> None:
    giant = figure(2, Disc(5000, 0, 5000), 0, 17000)
    assert not visible(HERE, THERE, [body_of(giant)])
    assert visible(HERE, THERE, [body_of(HERE), body_of(THERE)])
    assert visible(HERE, giant, [body_of(HERE), body_of(giant), body_of(THERE)])


@rule("WH40K-7.9")
def test_a_hull_hides_others_of_its_unit_but_not_itself() -> None:
    hulls = [figure(7 + i, Rect(30000 + 12000 * i, 0, 5000, 3000, 1 << 14, 0), 0, 6000) for i in range(2)]
    bodies = [body_of(hull) for hull in hulls]
    assert seen_by(HERE, Group(hulls), Scene(bodies)) == [True, False]
    assert any_visible(Group([HERE]), Group(hulls), Scene(bodies))
    assert not any_visible(Group([HERE]), Group(hulls[1:]), Scene(bodies))


def test_a_gap_between_two_walls_lets_a_line_through_and_its_closing_none() -> None:
    assert visible(HERE, THERE, [wall(15000, 100, 9000, 12700), wall(15000, -9000, 0, 12700)])
    assert not visible(HERE, THERE, [wall(15000, 0, 9000, 12700), wall(15000, -9000, 1, 12700)])


@rule("WH40K-7.8")
def test_touching_is_not_passing_through_however_close_it_is() -> None:
    for tip, through in ((90000, False), (90001, True)):
        assert crosses(0, 0, 180000, 180000, ((90000, tip), (180000, 45000), (180000, 90000)), 0, 1, 1) == through
    wedge = ((90000, 90001), (180000, 45000), (180000, 90000))
    assert not crosses(0, 0, 180000, 180000, wedge, 0, 1, 2)  # it enters at the middle of the line
    assert crosses(0, 0, 180000, 180000, wedge, 0, 90001, 180000)


@rule("WH40K-7.7")
def test_each_model_sees_for_itself_and_a_unit_if_one_of_its_models_does() -> None:
    targets = Group([marine(10 + i, 30000, 4000 * i) for i in range(5)])
    corner = [wall(28000, -9000, 6000, 12700)]
    low, high = marine(0, 0, 0), marine(1, 0, 30000)
    assert seen_by(low, targets, Scene(corner)) == [False, False, True, True, True]
    assert seen_by(high, targets, Scene(corner)) == [False, True, True, True, True]
    assert any_visible(Group([low, high]), targets, Scene(corner))
    assert not any_visible(Group([low, high]), targets, Scene([wall(20000, -40000, 60000, 12700)]))
    assert seen_by(low, targets, Scene([wall(20000, -40000, 60000, 12700)])) == [False] * 5


# ---------------------------------------------------------------- shapely as oracle
@st.composite
def figures(draw: st.DrawFn, key: int, left: int) -> Figure:
    x, y = draw(st.integers(left, left + 4000)), draw(st.integers(-6000, 6000))
    kind = draw(st.sampled_from(["disc", "disc", "capsule", "rect"]))
    facing = draw(st.integers(0, 127))
    r = draw(st.integers(1200, 3000))
    shape: Disc | Capsule | Rect = Disc(x, y, r)
    if kind == "capsule":
        shape = capsule(x, y, 3 * r, 2 * r, facing)
    elif kind == "rect":
        shape = Rect(x, y, 2 * r, r, *direction(facing))
    return figure(key, shape, draw(st.sampled_from([0, 0, 2540, 7620])), draw(st.integers(2000, 11000)))


@st.composite
def obstacles(draw: st.DrawFn) -> Blocker:
    if draw(st.booleans()):
        return body_of(draw(figures(draw(st.integers(50, 60)), draw(st.integers(0, 20000)))))
    x, y = draw(st.integers(2000, 24000)), draw(st.integers(-9000, 9000))
    corner = st.tuples(st.integers(-4000, 4000), st.integers(-9000, 9000))
    points = [(x + dx, y + dy) for dx, dy in draw(st.lists(corner, min_size=3, max_size=6))]
    bottom = draw(st.sampled_from([0, 0, 0, 3000]))
    return prism([*points, (x, y), (x + 300, y), (x, y + 300)], bottom, bottom + draw(st.integers(1000, 13000)))


SCENES = st.tuples(figures(0, 0), figures(1, 26000), st.lists(obstacles(), max_size=4))


def oracle_sees(viewer: Figure, target: Figure, blockers: list[Blocker], grown: float) -> bool:
    """All the lines, one by one, past blockers grown a little on all sides."""
    solids = [
        (
            (Polygon(one.points) if one.points else Point(one.x, one.y).buffer(one.r, quad_segs=256)).buffer(grown),
            one.z0 - grown,
            one.z1 + grown,
        )
        for one in blockers
    ]
    froms, tos = eyes_of(viewer), eyes_of(target)
    for a in froms.points:
        for b in tos.points:
            line = LineString([a, b])
            hidden = []
            for solid, z0, z1 in solids:
                part = line.intersection(solid)
                if part.length > 0:
                    ends = [line.project(Point(xy), normalized=True) for xy in (part.coords[0], part.coords[-1])]
                    hidden.append((min(ends), max(ends), z0, z1))
            for az in froms.heights:
                for bz in tos.heights:
                    if not any(
                        max(az + t0 * (bz - az), az + t1 * (bz - az)) > z0
                        and min(az + t0 * (bz - az), az + t1 * (bz - az)) < z1
                        for t0, t1, z0, z1 in hidden
                    ):
                        return True
    return False


@given(SCENES)
@settings(max_examples=60, deadline=None)
def test_a_line_is_open_where_shapely_finds_it_open(scene: tuple[Figure, Figure, list[Blocker]]) -> None:
    viewer, target, blockers = scene
    seen = visible(viewer, target, blockers)
    if oracle_sees(viewer, target, blockers, 0.5):
        assert seen
    elif not oracle_sees(viewer, target, blockers, -0.5):
        assert not seen


@given(SCENES)
@settings(max_examples=200, deadline=None)
def test_sight_is_mutual(scene: tuple[Figure, Figure, list[Blocker]]) -> None:
    viewer, target, blockers = scene
    assert visible(viewer, target, blockers) == visible(target, viewer, blockers)


@given(
    st.lists(figures(0, 0), min_size=1, max_size=3),
    st.lists(figures(1, 26000), min_size=1, max_size=3),
    st.lists(obstacles(), max_size=3),
)
@settings(max_examples=100, deadline=None)
def test_units_see_as_their_models_do(viewers: list[Figure], targets: list[Figure], blockers: list[Blocker]) -> None:
    targets = [Figure(10 + i, t.x, t.y, t.r, t.z, t.height, t.shape) for i, t in enumerate(targets)]
    blockers = [*blockers, *[body_of(target) for target in targets]]
    each = [[visible(viewer, target, blockers) for target in targets] for viewer in viewers]
    assert [seen_by(viewer, Group(targets), Scene(blockers)) for viewer in viewers] == each
    assert any_visible(Group(viewers), Group(targets), Scene(blockers)) == any(any(row) for row in each)


@st.composite
def mobs(draw: st.DrawFn, key: int, left: int) -> list[Figure]:
    """Equal models on the ground, in a loose crowd."""
    r, height = draw(st.integers(1200, 1800)), draw(st.integers(2500, 5000))
    at = st.tuples(st.integers(left, left + 12000), st.integers(-8000, 8000))
    spots = draw(st.lists(at, min_size=2, max_size=5))
    return [figure(key + i, Disc(x, y, r), 0, height) for i, (x, y) in enumerate(spots)]


@st.composite
def crowds(draw: st.DrawFn) -> list[Blocker]:
    """Walls and models between two mobs, and in them: no one of them hides much, all together nearly everything."""
    x, y = st.integers(8000, 52000), st.integers(-9000, 9000)
    found = [body_of(figure(100 + i, Disc(draw(x), draw(y), 1500), 0, draw(st.integers(1500, 6000)))) for i in range(4)]
    for _ in range(draw(st.integers(2, 6))):
        left, low = draw(x), draw(y)
        found.append(wall(left, low, low + draw(st.integers(1000, 12000)), draw(st.integers(2000, 9000))))
    return found


@rule("WH40K-7.8")
@given(mobs(0, 0), mobs(10, 48000), crowds())
@settings(max_examples=150, deadline=None)
def test_shadows_hide_no_model_that_a_line_reaches(
    viewers: list[Figure], targets: list[Figure], blockers: list[Blocker]
) -> None:
    blockers = [*blockers, *[body_of(target) for target in targets]]
    each = [[visible(viewer, target, blockers) for target in targets] for viewer in viewers]
    scene = Scene(blockers)
    assert [seen_by(viewer, Group(targets), scene) for viewer in viewers] == each
    assert any_visible(Group(viewers), Group(targets), scene) == any(any(row) for row in each)


def quarter(models: list[Figure]) -> list[Figure]:
    """The models after a quarter turn of the table."""
    return [Figure(one.key, -one.y, one.x, one.r, one.z, one.height) for one in models]


@rule("WH40K-7.8")
@given(mobs(0, 0), mobs(10, 48000), crowds())
@settings(max_examples=100, deadline=None)
def test_a_turn_of_the_table_hides_and_shows_nobody(
    viewers: list[Figure], targets: list[Figure], blockers: list[Blocker]
) -> None:
    walls = [one for one in blockers if one.points]
    seen = [seen_by(viewer, Group(targets), Scene(walls)) for viewer in viewers]
    for _ in range(3):
        viewers, targets = quarter(viewers), quarter(targets)
        walls = [prism([(-y, x) for x, y in one.points], one.z0, one.z1) for one in walls]
        assert [seen_by(viewer, Group(targets), Scene(walls)) for viewer in viewers] == seen


@rule("WH40K-7.8")
def test_a_hill_hides_from_low_eyes_who_stands_high_behind_its_near_side() -> None:
    hill = prism([(x, y) for x in (10000, 20000) for y in (-9000, 9000)], 0, 4500)
    low = [marine(key, 0, 3500 * key) for key in range(2)]
    high = [marine(10 + key, 26000, 3500 * key, z=1000) for key in range(2)]
    assert not any_visible(Group(low), Group(high), Scene([hill]))
    assert any_visible(Group(low), Group([marine(12, 26000, 0, z=9000)]), Scene([hill]))


@rule("WH40K-7.8")
def test_a_wall_that_begins_beside_a_model_hides_what_stands_across_it() -> None:
    along = prism([(x, y) for x in (-4000, 26000) for y in (2000, 2600)], 0, 12700)
    across = [marine(10 + key, 14000 + 4000 * key, 12000) for key in range(2)]
    assert not any_visible(Group([HERE]), Group(across), Scene([along]))
    assert any_visible(Group([HERE]), Group([marine(12, 60000, 4500)]), Scene([along]))
