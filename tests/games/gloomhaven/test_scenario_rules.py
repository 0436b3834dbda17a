"""Words of special rules: preparation, spawns, doors."""

from __future__ import annotations

from games.gloomhaven.scene import all_of, at, clear, kinds, prepared, run, scene
from grimtable.games.gloomhaven.bonuses import shield
from grimtable.games.gloomhaven.components import (
    ELITE,
    HEROES,
    NONE,
    OBSTACLE,
    PIT,
    THIRD_SIDE,
    bits,
)
from grimtable.games.gloomhaven.components.modifiers import MODIFIERS, modifier_kind
from grimtable.games.gloomhaven.components.monsters import TYPE_OF, hp_of
from grimtable.games.gloomhaven.components.scenarios import PLAYABLE
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.moments import round_ended, round_started, turn_ended
from grimtable.games.gloomhaven.moving import enter
from grimtable.games.gloomhaven.ops.terrain import may_be_destroyed
from grimtable.games.gloomhaven.paths import WALK, may_open, may_pass
from grimtable.games.gloomhaven.rooms import place_monster
from grimtable.games.gloomhaven.scenarios.preparing import come_now
from grimtable.games.gloomhaven.scenarios.reading import in_force, rules
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow
from rule import rule


def deck(s: Gloomhaven, owner: int) -> list[str]:
    return [MODIFIERS[modifier_kind(card)].name for card in s.decks[owner]]


def put_monster(s: Gloomhaven, name: str, rank: int, q: int, r: int) -> Gloomhaven:
    def place(t: T) -> Flow[None]:
        place_monster(t, TYPE_OF[name], rank, at(s, q, r))
        yield from ()

    return run(s, place).state


def kill(s: Gloomhaven, figure: int) -> Gloomhaven:
    return run(s, lambda t: suffer(t, figure, 999)).state


# ---------------------------------------------------------------- preparation
@rule("GLOOMHAVEN-4.1", "GLOOMHAVEN-14.11")
def test_curses_and_minus_ones_go_into_the_decks() -> None:
    assert [deck(scene(2), c).count("curse") for c in range(2)] == [3, 3]
    assert [deck(scene(14), c).count("item") for c in range(2)] == [3, 3]
    assert deck(scene(1), 0).count("curse") == 0


@rule("GLOOMHAVEN-4.1")
def test_conditions_at_the_start() -> None:
    s = prepared(5).state
    s.round = 1
    s = run(s, all_of(round_started)).state
    assert [s.conditions[c] for c in range(2)] == [bits(["disarm"])] * 2


def test_cards_are_discarded_before_the_scenario() -> None:
    s = scene(76)
    assert [len(s.discard[c]) for c in range(2)] == [3, 3]


@rule("GLOOMHAVEN-4.8")
def test_a_party_that_starts_in_two_rooms() -> None:
    s = prepared(50, 3).state
    rooms = [s.layout().rooms[s.hex[c]] for c in range(3)]
    assert sorted([rooms.count(room) for room in set(rooms)]) == [1, 2]


def test_characters_start_where_monsters_are() -> None:
    s = prepared(52, 4).state
    free = [h for h in s.layout().start if s.at[h] == NONE]
    assert s.in_play(3)
    assert all([s.hex[c] in s.layout().start for c in range(4)])
    assert len(free) < len(s.layout().start)


@rule("GLOOMHAVEN-11.3")
def test_allied_monsters_and_third_sides() -> None:
    s = scene(12)
    assert {s.side[f] for f in kinds(s, "city-guard")} <= {HEROES}
    s = scene(91, rooms=(1, 2))
    assert {s.side[f] for f in kinds(s, "hound")} == {HEROES}
    assert {s.side[f] for f in kinds(s, "living-spirit")} == {THIRD_SIDE}
    spirit, hound = kinds(s, "living-spirit")[0], kinds(s, "hound")[0]
    assert hound in s.enemies(spirit)
    assert spirit in s.enemies(hound)
    assert 0 not in s.enemies(hound)


def test_a_type_of_a_higher_level() -> None:
    s = scene(28, rooms=(1, 2))
    corpse = kinds(s, "living-corpse")[0]
    assert s.max_hp[corpse] == hp_of(TYPE_OF["living-corpse"], s.rank[corpse], 3, 2)
    other = next(f for f in s.monsters() if s.kind[f] != TYPE_OF["living-corpse"])
    assert s.level_of(s.kind[other]) == 1


@rule("GLOOMHAVEN-22.7")
def test_a_named_monster_takes_the_place_of_its_base() -> None:
    s = scene(67, rooms=(1, 2))
    golem = kinds(s, "arcane-golem")[0]
    assert s.layout().axial[s.hex[golem]] == (10, 5)
    assert s.rank[golem] not in (0, ELITE)
    assert s.max_hp[golem] == hp_of(s.kind[golem], s.rank[golem], 2, 2)  # one level higher


def test_monsters_that_are_set_up_later() -> None:
    s = scene(83, rooms=(1, 2))
    assert kinds(s, "flame-demon") == []
    for cultist in kinds(s, "cultist"):
        s = kill(s, cultist)
    assert kinds(s, "flame-demon") != []
    before = len(kinds(s, "flame-demon"))

    def again(t: T) -> Flow[None]:
        come_now(t)
        yield from ()

    assert len(kinds(run(s, again).state, "flame-demon")) == before


def test_archers_stand_on_the_wall_from_the_start() -> None:
    s = scene(35)
    assert {s.layout().axial[s.hex[f]] for f in kinds(s, "city-archer")} <= {(-4, 8), (-3, 8), (4, 8), (5, 8)}
    assert kinds(s, "city-archer") != []
    assert kinds(s, "captain-of-the-guard") == []
    s = kill(s, kinds(s, "Door")[0])
    assert kinds(s, "captain-of-the-guard") != []


# ---------------------------------------------------------------- spawns
@rule("GLOOMHAVEN-22.1")
def test_spawns_by_the_clock_until_a_room_is_seen() -> None:
    s = scene(3)
    before = len(kinds(s, "inox-guard"))
    s = run(s, all_of(round_ended)).state
    assert len(kinds(s, "inox-guard")) == before + 1  # odd round, two characters
    s.round = 2
    assert len(kinds(run(s.clone(), all_of(round_ended)).state, "inox-guard")) == before + 1
    s.round = 3
    s.revealed |= 1 << 3
    assert len(kinds(run(s, all_of(round_ended)).state, "inox-guard")) == before + 1


@rule("GLOOMHAVEN-22.1")
def test_what_is_spawned_leaves_no_money() -> None:
    s = scene(31, rooms=(1, 2))
    old = kinds(s, "night-demon")
    s = run(s, all_of(round_ended)).state
    new = next(f for f in kinds(s, "night-demon") if f not in old)
    where = s.hex[new]
    s = kill(s, new)
    assert where not in s.money


def test_spawns_with_a_room_count_by_characters() -> None:
    two, three = scene(19, 2, rooms=(2,)), scene(19, 3, rooms=(2,))
    row = two.ground().row(at(two, 0, -4))
    near = [f for f in kinds(two, "cultist") if row[two.hex[f]] <= 1]
    assert near
    assert len(kinds(three, "cultist")) > len(kinds(two, "cultist"))


def test_a_plate_brings_the_golems() -> None:
    s = scene(41, rooms=(1,))
    assert kinds(s, "stone-golem") == []
    guns = len(kinds(s, "ancient-artillery"))
    s.put(0, at(s, 7, 3))
    s = run(s, all_of(turn_ended, 0)).state
    assert len(kinds(s, "stone-golem")) == 2
    assert len(kinds(s, "ancient-artillery")) == guns + 2
    s = run(s, all_of(turn_ended, 0)).state
    assert len(kinds(s, "stone-golem")) == 2  # once
    assert may_open(s, at(s, 9, 3))


def test_spawns_by_cycles() -> None:
    s = scene(27)
    clear(s)
    s = run(s, all_of(round_ended)).state
    assert len(kinds(s, "night-demon")) == 1
    s.round = 3
    s = run(s, all_of(round_ended)).state
    assert len(kinds(s, "wind-demon")) == len(kinds(s, "frost-demon")) == 1


def test_so_many_kills_bring_the_soul() -> None:
    s = scene(62)
    for dead in range(10):
        s = put_monster(s, "living-bones", 0, 0, 1)
        assert kinds(s, "hungry-soul") == []
        s = kill(s, kinds(s, "living-bones")[-1])
        assert dead < 9 or kinds(s, "hungry-soul") != []
    soul = kinds(s, "hungry-soul")[0]
    bones = len(kinds(s, "living-bones"))
    assert shield(s, soul) == max(0, s.stats(soul).shield - bones)


def test_imps_come_out_of_pumps() -> None:
    s = scene(26, rooms=(1, 2))
    before = len(kinds(s, "black-imp"))
    assert len(kinds(s, "Water Pump")) == 2
    s = run(s, all_of(round_ended)).state
    assert len(kinds(s, "black-imp")) == min(before + 2, 10)


# ---------------------------------------------------------------- doors
@rule("GLOOMHAVEN-22.3")
def test_a_locked_door_is_a_wall_until_its_round() -> None:
    s = scene(53)
    door = at(s, 0, 0)
    assert not may_open(s, door)
    s.round = 2
    s = run(s, all_of(round_started)).state
    assert door not in s.ground().shut


@rule("GLOOMHAVEN-22.4")
def test_doors_of_plates() -> None:
    s = scene(15)
    s.revealed |= 2
    s.put(0, at(s, -3, 10))
    s = run(s, all_of(turn_ended, 0)).state
    assert at(s, -1, 11) not in s.ground().shut
    assert at(s, -5, 13) in s.ground().shut
    s.put(0, at(s, -12, 11))
    s = run(s, all_of(turn_ended, 0)).state
    assert at(s, -5, 13) in s.ground().shut
    s.put(1, at(s, 5, 11))
    s = run(s, all_of(turn_ended, 0)).state
    assert at(s, -5, 13) not in s.ground().shut


@rule("GLOOMHAVEN-5.6")
def test_a_door_held_by_a_plate_closes_on_who_stands_in_it() -> None:
    s = scene(67, rooms=(1,))
    door = at(s, 7, 5)
    s.put(0, at(s, 4, 10))
    s = run(s, all_of(turn_ended, 0)).state
    assert door not in s.ground().shut
    s.put(1, door)
    hp = s.hp[1]
    s.put(0, s.layout().start[0])
    s = run(s, all_of(turn_ended, 0)).state
    assert door in s.ground().shut
    assert s.hp[1] == hp - 3
    assert s.hex[1] != door


def test_doors_that_open_by_kills_and_loot() -> None:
    s = scene(82)
    assert not may_open(s, at(s, -3, -6))
    s = put_monster(s, "flame-demon", ELITE, *s.layout().axial[s.layout().start[-1]])
    s = kill(s, kinds(s, "flame-demon")[-1])
    assert s.locked >> s.layout().doors.index(at(s, -3, -6)) & 1 == 0
    assert s.locked >> s.layout().doors.index(at(s, 2, -6)) & 1 == 1


@rule("GLOOMHAVEN-22.5")
def test_a_door_with_hit_points_is_attacked_from_before_it() -> None:
    s = scene(29)
    door = at(s, 2, -1)
    figure = s.at[door]
    assert s.hp[figure] == 5
    before = [h for h in s.layout().around[door] if h != NONE and s.is_revealed(h)]
    beyond = [h for h in s.layout().around[door] if h != NONE and not s.is_revealed(h)]
    assert door in s.ground().near[before[0]]
    assert s.ground().row(before[0])[beyond[0]] == 255
    assert s.ground().sees(s.layout().start[0], door) == any([s.ground().sees(s.layout().start[0], h) for h in before])
    s = kill(s, figure)
    assert door not in s.ground().shut
    assert s.is_revealed(beyond[0])


def test_a_broken_wall_stuns_who_is_beside_it() -> None:
    s = scene(76)
    wall = s.at[at(s, 2, 3)]
    s = kill(s, wall)
    near = [s.at[h] for h in s.layout().around[at(s, 2, 3)] if h != NONE and s.at[h] in s.monsters()]
    assert all([s.has(f, bits(["stun"])) for f in near])
    assert s.revealed & 2


def test_the_golem_does_not_pass_its_door() -> None:
    s = scene(67, rooms=(1, 2))
    golem = kinds(s, "arcane-golem")[0]
    assert not may_pass(s, golem, at(s, 7, 5), WALK)
    assert may_pass(s, 0, at(s, 7, 5), WALK)


@rule("GLOOMHAVEN-5.19", "GLOOMHAVEN-5.22")
def test_abilities_destroy_neither_objectives_nor_pits() -> None:
    s = scene(39, rooms=(1,))
    altar = s.hex[kinds(s, "Altar")[0]]
    pit = next(h for h in range(s.ground().size) if s.terrain[h] & PIT)
    plain = [h for h in range(s.ground().size) if s.terrain[h] & OBSTACLE and not s.terrain[h] & PIT and h != altar]
    assert [may_be_destroyed(s, h) for h in (altar, pit)] == [False, False]
    assert all([may_be_destroyed(s, h) for h in plain])


@rule("GLOOMHAVEN-22.2")
def test_what_was_there_before_leaves_money() -> None:
    s = scene(41, rooms=(1,))
    s.put(0, at(s, 7, 3))
    s = run(s, all_of(turn_ended, 0)).state
    golem = kinds(s, "stone-golem")[0]
    where = s.hex[golem]
    s = kill(s, golem)
    assert s.money[where] == 1


@rule("GLOOMHAVEN-5.4")
def test_doors_of_every_kind_open_alike() -> None:
    opened: set[str] = set()
    for number in PLAYABLE[:20]:
        s = scene(number)
        for door, place in enumerate(s.layout().doors):
            seen = any([s.revealed >> room & 1 for room in s.layout().doors_of[door]])
            if seen and not s.locked >> door & 1:
                s = run(s, lambda t, h=place: enter(t, 0, h, WALK, 0)).state  # type: ignore[misc]  # the loop's hex
                assert place not in s.ground().shut
                opened.add(s.layout().kinds[door])
    assert opened == {"stone", "wooden", "dark-fog", "light-fog"}


@rule("GLOOMHAVEN-4.4")
def test_a_rule_begins_and_ends_with_what_happens() -> None:
    s = scene(3)
    spawn = rules(s, "spawn")[0]
    assert in_force(s, spawn)
    s.revealed |= 1 << 3  # the tile that ends it
    assert not in_force(s, spawn)
    s = scene(47)
    damage = rules(s, "damage")[0]
    assert not in_force(s, damage)
    s.revealed |= 2
    assert in_force(s, damage)
