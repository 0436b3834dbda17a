"""Hexes, walls, lines of sight, and the layouts of all scenarios."""

from __future__ import annotations

import pytest

from games.gloomhaven.table import field, place, position
from grimtable.games.gloomhaven.components import NONE
from grimtable.games.gloomhaven.components.hexes import corners, distance, edge, neighbour, shifts, touch, turns
from grimtable.games.gloomhaven.components.layouts import FAR
from grimtable.games.gloomhaven.components.monsters import STATS, TYPE_OF
from grimtable.games.gloomhaven.components.scenarios import (
    BONUS_XP,
    GOLD_PER_TOKEN,
    HAZARD_DAMAGE,
    MONSTER_LEVEL,
    PLAYABLE,
    SCENARIOS,
    TRAP_DAMAGE,
    ground_of,
    layout_of,
    recommended_level,
)
from rule import rule


def sees(scenario: int, a: tuple[int, int], b: tuple[int, int]) -> bool:
    layout = layout_of(scenario)
    return ground_of(scenario, 0).sees(layout.index[a], layout.index[b])


def test_both_hexes_of_a_side_have_the_same_edge() -> None:
    for direction in range(6):
        assert edge((0, 0), direction) == edge(neighbour((0, 0), direction), (direction + 3) % 6)
        assert len(set(corners((0, 0))) & set(corners(neighbour((0, 0), direction)))) == 2


def test_distance_counts_hexes() -> None:
    assert distance((0, 0), (3, -1)) == 3
    assert distance((0, 0), (2, 2)) == 4


def test_lines_that_touch_at_an_end_touch() -> None:
    assert touch((0, 0), (4, 0), (4, 0), (4, 4))
    assert touch((0, 0), (4, 4), (2, 2), (6, 6))
    assert not touch((0, 0), (4, 0), (0, 2), (4, 2))


@rule("GLOOMHAVEN-13.16")
def test_patterns_turn_and_may_be_mirrored() -> None:
    assert len(turns(((1, -1), (1, 0)))) == 6
    assert len(turns(((1, -1), (2, -2)))) == 6
    assert len(turns(((1, -1), (2, -1), (1, 0)))) == 6
    assert len(shifts(((0, 0), (1, -1), (1, 0)))) == 2


@rule("GLOOMHAVEN-13.4", "GLOOMHAVEN-13.5")
def test_walls_block_the_sight_and_open_ground_does_not() -> None:
    plain, walled = field(4), field(4, walls=[(1, 0), (1, -1), (0, 1)])
    assert sees(plain, (0, 0), (4, 0))
    assert not sees(walled, (0, 0), (3, 0))
    assert sees(walled, (0, 0), (-4, 0))


@rule("GLOOMHAVEN-13.4")
def test_a_line_that_touches_the_corner_of_a_wall_does_not_count() -> None:
    walled = field(4, walls=[(1, 0)])
    assert sees(walled, (0, 0), (2, -1))  # past the wall, from another corner
    assert not sees(walled, (0, 0), (2, 0))


@rule("GLOOMHAVEN-5.17", "GLOOMHAVEN-13.5")
def test_obstacles_and_figures_do_not_block_the_sight() -> None:
    s = position(
        obstacles=[(1, 0), (2, 0)], monsters=[("bandit-guard", "normal", (3, 0)), ("bandit-guard", "normal", (4, 0))]
    )
    assert s.sees(0, 2)


@rule("GLOOMHAVEN-12.8")
def test_a_wall_line_makes_neighbours_distant() -> None:
    row = [(q, 0) for q in range(-2, 3)]
    plain, walled = field(hexes=row), field(hexes=row, edges=[((0, 0), (1, 0))])
    layout = layout_of(walled)
    assert ground_of(plain, 0).distance(layout.index[(0, 0)], layout.index[(1, 0)]) == 1
    assert ground_of(walled, 0).distance(layout.index[(0, 0)], layout.index[(1, 0)]) == FAR
    assert not sees(walled, (0, 0), (1, 0))
    around = field(2, edges=[((0, 0), (1, 0))])
    assert ground_of(around, 0).distance(place_in(around, (0, 0)), place_in(around, (1, 0))) == 2


def place_in(scenario: int, at: tuple[int, int]) -> int:
    return layout_of(scenario).index[at]


@rule("GLOOMHAVEN-13.4")
def test_through_an_open_door_and_not_through_a_closed_one() -> None:
    layout = layout_of(1)
    a, b = layout.index[(-1, 3)], layout.index[(-3, 3)]
    assert ground_of(1, 0).sees(a, b)
    assert not ground_of(1, 3).sees(a, b)


@rule("GLOOMHAVEN-1.5", "GLOOMHAVEN-4.5", "GLOOMHAVEN-5.5")
@pytest.mark.parametrize("number", PLAYABLE)
def test_every_layout_is_sound(number: int) -> None:
    layout, record = layout_of(number), SCENARIOS[number]
    assert [at for at in layout.doors if layout.rooms[at] != NONE] == []
    assert all([at != NONE for at in layout.start])
    for at in range(layout.size):
        for direction, other in enumerate(layout.around[at]):
            assert other == NONE or layout.around[other][(direction + 3) % 6] == at
    for spot in record["monsters"]:
        assert tuple(spot["hex"]) in layout.index
        assert STATS[TYPE_OF[spot["id"]]]


@rule("GLOOMHAVEN-6.2")
def test_the_recommended_level_is_half_the_average_rounded_up() -> None:
    """W1 of the ledger."""
    assert recommended_level([6, 4, 4, 3], "normal") == 3
    assert recommended_level([1, 1], "easy") == 0
    assert recommended_level([9, 9], "very_hard") == 7


@rule("GLOOMHAVEN-6.3", "GLOOMHAVEN-6.4", "GLOOMHAVEN-5.11")
def test_the_level_tables() -> None:
    assert GOLD_PER_TOKEN[0] == (2, 2, 3, 3, 4, 4, 5, 6)
    assert TRAP_DAMAGE[0] == (2, 3, 4, 5, 6, 7, 8, 9)
    assert BONUS_XP[0] == (4, 6, 8, 10, 12, 14, 16, 18)
    assert MONSTER_LEVEL[0] == tuple(range(8))
    assert (MONSTER_LEVEL[1], TRAP_DAMAGE[1][0], GOLD_PER_TOKEN[1][0]) == (tuple(range(1, 8)), 3, 2)
    assert HAZARD_DAMAGE[0] == (1, 1, 2, 2, 3, 3, 4, 4)


def test_the_helper_finds_its_hexes() -> None:
    s = position(field(2))
    assert s.layout().axial[place(s, (1, 0))] == (1, 0)
