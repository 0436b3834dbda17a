"""Moves, terrain, doors and rooms, push and pull."""

from __future__ import annotations

from games.gloomhaven.table import (
    act_out,
    add_monster,
    asked,
    condition,
    events,
    field,
    options,
    place,
    position,
    run,
    where,
)
from grimtable.games.gloomhaven.components.monsters import TYPE_DECK, TYPE_OF
from grimtable.games.gloomhaven.components.terms import NO_MONEY
from grimtable.games.gloomhaven.looting import loot, lootable
from grimtable.games.gloomhaven.moving import PULL, PUSH, force, move
from grimtable.games.gloomhaven.rooms import place_monster, spawn
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow
from rule import rule

GUARD = "bandit-guard"
ROW = [(q, 0) for q in range(-5, 6)]


def hexes(s: Gloomhaven, found: list[object]) -> list[tuple[int, int]]:
    return sorted([s.layout().axial[at] for at in found if isinstance(at, int)])


def reach(s: Gloomhaven, points: int, jump: bool = False) -> list[tuple[int, int]]:
    game = run(s, lambda t: move(t, 0, points, jump))
    return hexes(s, options(game)) if asked(game) == "move_to" else []


@rule("GLOOMHAVEN-12.1")
def test_up_to_so_many_hexes_and_none_is_allowed() -> None:
    s = position(field(hexes=ROW))
    assert reach(s.clone(), 2) == [(-2, 0), (-1, 0), (1, 0), (2, 0)]
    game = run(s.clone(), lambda t: move(t, 0, 2), answers=["stay"])
    assert where(game.state, 0) == (0, 0)
    game = run(s, lambda t: move(t, 0, 3), answers=[(1, 0), (0, 0), (-1, 0)])
    assert where(game.state, 0) == (-1, 0)


@rule("GLOOMHAVEN-12.2", "GLOOMHAVEN-12.3", "GLOOMHAVEN-5.16")
def test_through_allies_but_not_enemies_or_obstacles_and_nobody_stops_on_another() -> None:
    s = position(
        field(hexes=ROW), {"brute": (0, 0), "tinkerer": (1, 0)}, [(GUARD, "normal", (-2, 0))], obstacles=[(4, 0)]
    )
    assert reach(s.clone(), 5) == [(-1, 0), (2, 0), (3, 0)]
    assert reach(s, 5, jump=True) == [(-5, 0), (-4, 0), (-3, 0), (-1, 0), (2, 0), (3, 0), (5, 0)]


@rule("GLOOMHAVEN-5.15")
def test_difficult_terrain_costs_two_and_jumping_only_at_its_end() -> None:
    s = position(field(hexes=ROW), difficult=[(1, 0), (2, 0)])
    assert (2, 0) not in reach(s.clone(), 3)
    assert (2, 0) in reach(s.clone(), 4)
    assert (3, 0) in reach(s.clone(), 3, jump=True)
    assert (2, 0) in reach(s.clone(), 3, jump=True)
    assert (2, 0) not in reach(s, 2, jump=True)


@rule("GLOOMHAVEN-5.8", "GLOOMHAVEN-5.9", "GLOOMHAVEN-12.4")
def test_a_trap_springs_at_once_and_is_gone() -> None:
    s = position(field(hexes=ROW), traps=[(1, 0)])
    s.hand[0] = ()
    hp = s.hp[0]
    assert (2, 0) not in reach(s.clone(), 3)  # the way over it is taken in two stretches
    game = run(s.clone(), lambda t: move(t, 0, 3), answers=[(1, 0), (2, 0), "stay"])
    assert (where(game.state, 0), game.state.hp[0]) == ((2, 0), hp - 3)
    assert game.state.traps == {}
    game = run(s, lambda t: move(t, 0, 3, jump=True), answers=[(2, 0), "stay"])
    assert game.state.hp[0] == hp
    assert len(game.state.traps) == 1


@rule("GLOOMHAVEN-5.14", "GLOOMHAVEN-6.3")
def test_hazardous_terrain_hurts_half_a_trap_and_stays() -> None:
    s = position(field(hexes=ROW), hazards=[(1, 0)], level=4)  # traps 6, hazards 3
    s.hand[0] = ()
    hp = s.hp[0]
    game = run(s, lambda t: move(t, 0, 2), answers=[(1, 0), (0, 0)])
    assert game.state.hp[0] == hp - 3
    assert game.state.terrain[place(s, (1, 0))] != 0


@rule("GLOOMHAVEN-5.13")
def test_a_monster_pushed_into_a_trap_is_killed_by_who_pushed_it() -> None:
    s = position(field(hexes=ROW), monsters=[(GUARD, "normal", (1, 0))], traps=[(2, 0)])
    s.hp[1] = 2
    s.acting = 0
    game = run(s, lambda t: force(t, 1, 0, 1, PUSH), answers=[(2, 0)])
    assert where(game.state, 1) is None
    assert game.state.tallies["0 monsters_killed"] == 1


# ---------------------------------------------------------------- push and pull
@rule("GLOOMHAVEN-13.23", "GLOOMHAVEN-13.25")
def test_a_push_goes_on_while_it_can_and_is_declined_only_as_a_whole() -> None:
    s = position(field(hexes=ROW), monsters=[(GUARD, "normal", (1, 0))])
    game = run(s.clone(), lambda t: force(t, 1, 0, 3, PUSH))
    assert options(game) == ["stay", place(s, (2, 0))]
    game.apply(0, place(s, (2, 0)))
    assert where(game.state, 1) == (4, 0)
    game = run(s, lambda t: force(t, 1, 0, 3, PUSH), answers=["stay"])
    assert where(game.state, 1) == (1, 0)


@rule("GLOOMHAVEN-13.23")
def test_a_push_passes_the_targets_allies_but_not_its_enemies() -> None:
    s = position(field(hexes=ROW), monsters=[(GUARD, "normal", (1, 0)), (GUARD, "normal", (2, 0))])
    game = run(s, lambda t: force(t, 1, 0, 2, PUSH), answers=[(2, 0)])
    assert where(game.state, 1) == (3, 0)
    s = position(field(hexes=ROW), {"brute": (0, 0), "tinkerer": (2, 0)}, [(GUARD, "normal", (1, 0))])
    game = run(s, lambda t: force(t, 2, 0, 2, PUSH))
    assert where(game.state, 2) == (1, 0)


@rule("GLOOMHAVEN-13.24")
def test_a_pull_comes_nearer() -> None:
    s = position(field(hexes=ROW), monsters=[(GUARD, "normal", (4, 0))])
    game = run(s, lambda t: force(t, 1, 0, 2, PULL), answers=[(3, 0)])
    assert where(game.state, 1) == (2, 0)


@rule("GLOOMHAVEN-13.22")
def test_a_monster_never_declines_its_push() -> None:
    s = position(field(hexes=ROW), monsters=[(GUARD, "normal", (1, 0))])
    game = run(s, lambda t: force(t, 0, 1, 1, PUSH))
    assert where(game.state, 0) == (-1, 0)


# ---------------------------------------------------------------- doors and rooms
def at_the_door() -> Gloomhaven:
    """Scenario 1, the Brute next to the door of the second room."""
    s = position(1, {"brute": (-1, 3), "tinkerer": (2, 2), "scoundrel": (3, 1)})
    s.revealed, s.closed = 1, 3
    return s


@rule("GLOOMHAVEN-5.1", "GLOOMHAVEN-10.1", "GLOOMHAVEN-10.2", "GLOOMHAVEN-10.4", "GLOOMHAVEN-4.7")
def test_entering_a_door_reveals_the_room_in_the_middle_of_the_move() -> None:
    s = at_the_door()
    game = run(s, lambda t: move(t, 0, 4), answers=[(-2, 3)])
    assert game.state.revealed == 3
    assert [event.public for event in events(game, "revealed")] == [(1,)]
    kinds = sorted([(game.state.kind[f], game.state.rank[f]) for f in game.state.monsters()])
    archer, guard = TYPE_OF["bandit-archer"], TYPE_OF[GUARD]
    assert kinds == sorted([(archer, 0), (archer, 1), (archer, 0), (guard, 1)])  # three characters
    assert sorted(game.state.ability) == sorted({TYPE_DECK[archer], TYPE_DECK[guard]})
    assert asked(game) == "move_to"


@rule("GLOOMHAVEN-5.2")
def test_a_closed_door_is_a_wall_for_monsters() -> None:
    s = at_the_door()
    guard = add_monster(s, GUARD, "normal", (-1, 2))
    assert place(s, (-2, 3)) not in s.ground().near[s.hex[guard]]
    assert s.ground().distance(s.hex[guard], place(s, (-3, 3))) == 255


@rule("GLOOMHAVEN-22.3")
def test_a_locked_door_cannot_be_entered() -> None:
    s = at_the_door()
    assert (-2, 3) in reach(s.clone(), 1)
    s.locked = 3
    assert (-2, 3) not in reach(s, 1)


@rule("GLOOMHAVEN-10.3", "GLOOMHAVEN-1.8")
def test_without_a_standee_nobody_is_placed() -> None:
    s = position(monsters=[(GUARD, "normal", (q, 2)) for q in range(-5, 1)])
    game = run(s, lambda t: placed(t, TYPE_OF[GUARD]))
    assert len(game.state.monsters()) == 6


def placed(t: T, kind: int) -> Flow[None]:
    place_monster(t, kind, 0, place(t.state, (2, 0)))
    yield from ()


@rule("GLOOMHAVEN-22.1")
def test_what_is_spawned_takes_the_nearest_empty_hex_and_leaves_no_money() -> None:
    s = position(heroes={"brute": (2, 0)})

    def flow(t: T) -> Flow[None]:
        spawn(t, TYPE_OF[GUARD], 0, place(t.state, (2, 0)))
        yield from ()

    game = run(s, flow)
    assert game.state.marks[1] & NO_MONEY
    assert game.state.adjacent(0, 1)


# ---------------------------------------------------------------- loot
@rule("GLOOMHAVEN-17.13", "GLOOMHAVEN-17.14")
def test_loot_takes_everything_in_range_and_sight() -> None:
    s = position(money=[(1, 0), (2, 0), (0, 0)])
    s.treasure[place(s, (0, 1))] = 7
    game = run(s, lambda t: loot(t, 0, lootable(t.state, 0, 1)))
    assert (game.state.coins[0], game.state.loot[0]) == (2, (7,))
    assert list(game.state.money) == [place(s, (2, 0))]


@rule("GLOOMHAVEN-5.23")
def test_what_an_empty_hex_is() -> None:
    s = position(field(hexes=ROW), money=[(1, 0)], obstacles=[(2, 0)], traps=[(3, 0)])
    assert [s.is_empty(place(s, (q, 0))) for q in range(5)] == [False, False, False, False, True]


@rule("GLOOMHAVEN-14.6")
def test_the_immobilized_do_not_move_but_can_be_pushed() -> None:
    s = position(field(hexes=ROW), monsters=[(GUARD, "normal", (1, 0))])
    s.conditions[0] = s.conditions[1] = condition("immobilize")
    game = act_out(s.clone(), 0, "Grab and Go", "bottom")
    assert asked(game) == "halt"
    game = run(s, lambda t: force(t, 1, 0, 1, PUSH), answers=[(2, 0)])
    assert where(game.state, 1) == (2, 0)
