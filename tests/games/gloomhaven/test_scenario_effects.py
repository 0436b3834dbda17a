"""Words of special rules: what a scenario does to figures, and what they cannot do or suffer."""

from __future__ import annotations

from games.gloomhaven.scene import all_of, at, kinds, run, scene
from grimtable.games.gloomhaven.attacks import attack
from grimtable.games.gloomhaven.components import (
    BYSTANDERS,
    DIFFICULT,
    ELEMENT_OF,
    INERT,
    MONSTERS_SIDE,
    NONE,
    OBSTACLE,
    PIT,
    STRONG,
    bits,
)
from grimtable.games.gloomhaven.components.monsters import TYPE_OF, hp_of
from grimtable.games.gloomhaven.components.terms import UNAFFECTED
from grimtable.games.gloomhaven.damage import die, suffer
from grimtable.games.gloomhaven.moments import changed, round_ended, round_started, turn_ended, turn_started
from grimtable.games.gloomhaven.monsters.deeds import base_attack, base_move, base_range
from grimtable.games.gloomhaven.monsters.plan import focuses
from grimtable.games.gloomhaven.monsters.sight import Plan
from grimtable.games.gloomhaven.moving import enter, move
from grimtable.games.gloomhaven.paths import WALK
from grimtable.games.gloomhaven.rooms import place_monster
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Strike
from grimtable.kernel.values import Flow
from rule import rule


def put_monster(s: Gloomhaven, name: str, rank: int, q: int, r: int) -> Gloomhaven:
    def place(t: T) -> Flow[None]:
        place_monster(t, TYPE_OF[name], rank, at(s, q, r))
        yield from ()

    return run(s, place).state


def kill(s: Gloomhaven, figure: int) -> Gloomhaven:
    return run(s, lambda t: suffer(t, figure, 999)).state


# ---------------------------------------------------------------- effects
def test_damage_at_the_end_of_the_round_by_tile() -> None:
    s = scene(47)
    hp = s.hp[0]
    assert run(s.clone(), all_of(round_ended)).state.hp[0] == hp  # the other room is not revealed
    s = scene(47, rooms=(1,))
    game = run(s, all_of(round_ended), ["suffer", "suffer"])
    assert game.state.hp[0] == hp - 4


def test_damage_at_the_end_of_every_turn() -> None:
    s = scene(51)
    hp = s.hp[0]
    assert run(s, all_of(turn_ended, 0), ["suffer"]).state.hp[0] == hp - 2


def test_totems_heal_monsters_near_them() -> None:
    s = scene(45)
    monster = s.monsters()[0]
    totem = kinds(s, "Totem")[0]
    s.put(monster, next(h for h in s.ground().near[s.hex[totem]] if s.at[h] == NONE))
    s.hp[monster] = 1
    assert run(s.clone(), all_of(turn_started, monster)).state.hp[monster] == 3
    s.put(totem, NONE)
    assert run(s, all_of(turn_started, monster)).state.hp[monster] == 1


@rule("GLOOMHAVEN-15.1")
def test_elements_set_by_the_scenario() -> None:
    s = scene(31)
    s.elements = (0, 0, 0, 0, STRONG, 0)
    s = run(s, all_of(round_started)).state
    assert s.elements[ELEMENT_OF["dark"]] == STRONG
    assert s.elements[ELEMENT_OF["light"]] == INERT


def test_altars_make_demons_stronger() -> None:
    s = scene(22, rooms=(1, 2, 3, 4, 5))
    names = ("earth-demon", "flame-demon", "frost-demon", "wind-demon")
    demon = next(f for name in names for f in kinds(s, name) if s.stats(f).range)
    stats = s.stats(demon)
    assert isinstance(stats.attack, int)
    assert base_attack(s, demon) == stats.attack + 4
    assert base_move(s, demon) == stats.move + 2
    assert base_range(s, demon) == stats.range + 2
    full = s.max_hp[demon]
    assert full == hp_of(s.kind[demon], s.rank[demon], 1, 2) + 4
    s = kill(s, kinds(s, "Altar")[0])
    assert s.max_hp[demon] == s.hp[demon] == full - 1
    assert base_range(s, demon) == stats.range + 2  # three halves, rounded up


def test_cords_of_the_voice() -> None:
    s = scene(42)
    monster = s.monsters()[0]
    assert changed(s, monster, "attack") == changed(s, monster, "advantage") == 1
    assert changed(s, 0, "attack") == -1
    assert changed(s, 0, "disadvantage") == 1
    cord = next(f for f in kinds(s, "Vocal Cord") if s.notes[f"mark {f}"] == ord("6"))
    s = kill(s, cord)
    assert changed(s, 0, "attack") == 0
    assert changed(s, monster, "attack") == 1


def test_bears_poison() -> None:
    s = scene(54)
    bear = kinds(s, "cave-bear")[0]
    assert changed(s, bear, "conditions") == bits(["poison"])
    assert changed(s, 0, "conditions") == 0


def test_poisoned_figures_suffer_in_water() -> None:
    s = scene(68)
    s.conditions[0] = bits(["poison"])
    water = next(h for h in range(s.ground().size) if s.terrain[h] & DIFFICULT and s.at[h] == NONE)
    hp = s.hp[0]
    assert run(s.clone(), lambda t: enter(t, 0, water, WALK, 0), ["suffer"]).state.hp[0] == hp - 3
    s.conditions[0] = 0
    assert run(s, lambda t: enter(t, 0, water, WALK, 0)).state.hp[0] == hp


def test_some_obstacles_are_indestructible() -> None:
    s = scene(39)
    pits = [at_ for at_ in range(s.ground().size) if s.terrain[at_] & PIT]
    assert all([s.terrain[pit] & OBSTACLE for pit in pits])
    assert pits


# ---------------------------------------------------------------- restraints
def test_spirits_that_cannot_be_damaged_feel_conditions() -> None:
    s = scene(70)
    s = put_monster(s, "living-spirit", 0, *s.layout().axial[s.layout().start[-1]])
    spirit = kinds(s, "living-spirit")[-1]
    hp = s.hp[spirit]
    strike = Strike(0, 9, 5)
    strike.conditions = bits(["stun"])
    s = run(s, lambda t: attack(t, strike, spirit)).state
    assert s.hp[spirit] == hp
    assert s.has(spirit, bits(["stun"]))


def test_the_altar_suffers_for_the_demon() -> None:
    s = scene(21, rooms=(1, 2, 3))
    demon, altar = kinds(s, "prime-demon")[0], kinds(s, "Altar")[0]
    hp = s.hp[demon]
    s = run(s, lambda t: suffer(t, demon, 5, 0)).state
    assert s.hp[demon] == hp
    s = run(s, lambda t: suffer(t, altar, 5, 0)).state
    assert s.hp[demon] == hp - 5
    s = kill(s, altar)
    assert kinds(s, "prime-demon") == []


def test_only_the_bearer_hurts_infesters_and_charges_the_item() -> None:
    s = scene(54, rooms=(1,))
    infester = kinds(s, "harrower-infester")[0]
    hp = s.hp[infester]
    s = run(s, lambda t: suffer(t, infester, 3, 1)).state
    assert s.hp[infester] == hp
    s = run(s, lambda t: suffer(t, infester, 3, 0)).state
    assert s.hp[infester] == hp - 3
    assert s.notes["charge"] == 3


@rule("GLOOMHAVEN-20.2")
def test_monsters_prefer_the_crystal_if_they_can_attack_it() -> None:
    s = scene(84)
    crystal, monster = kinds(s, "The Crystal")[0], s.monsters()[0]
    assert s.side[crystal] == BYSTANDERS
    assert crystal not in s.enemies(0)
    near = [h for h in s.ground().near[s.hex[crystal]] if s.at[h] == NONE]
    s.put(monster, near[0])
    s.put(0, next(h for h in s.ground().near[near[0]] if s.at[h] == NONE and h not in near))
    assert focuses(s, monster, Plan(1, WALK, 1, False, 1)) == [crystal]


def test_inactive_groups_change_with_the_round() -> None:
    s = scene(61, rooms=(1, 2, 3, 4))
    s.round = 1
    s = run(s, all_of(round_started)).state
    assert all([s.marks[f] & UNAFFECTED for f in kinds(s, "flame-demon")])
    ooze = kinds(s, "ooze")[0]
    assert not s.marks[ooze] & UNAFFECTED
    s.round = 2
    s = run(s, all_of(round_started)).state
    assert s.marks[ooze] & UNAFFECTED
    hp = s.hp[ooze]
    assert run(s, lambda t: suffer(t, ooze, 5)).state.hp[ooze] == hp


def test_sleepers_wake() -> None:
    s = scene(71, rooms=(1, 2, 3))
    drake = kinds(s, "spitting-drake")[0]
    assert s.notes[f"asleep {drake}"]
    s = run(s, lambda t: suffer(t, drake, 1)).state
    assert f"asleep {drake}" not in s.notes
    s = scene(71, rooms=(1, 2, 3))
    drake = kinds(s, "spitting-drake")[0]
    near = next(h for h in s.ground().near[s.hex[drake]] if s.is_empty(h))
    from_here = next(h for h in s.ground().near[near] if s.is_empty(h) and h not in s.ground().near[s.hex[drake]])
    s.put(0, from_here)
    s = run(s, lambda t: move(t, 0, 1), [near]).state
    assert f"asleep {drake}" not in s.notes
    s = scene(79)
    golem = kinds(s, "stone-golem")[0]
    hp = s.hp[golem]
    s = run(s, lambda t: suffer(t, golem, 5)).state
    assert s.hp[golem] == hp


def test_a_demon_killed_may_take_a_spirit_with_it() -> None:
    s = scene(70)
    first, second = s.layout().start[-1], s.layout().start[-2]
    s = put_monster(s, "living-spirit", 0, *s.layout().axial[first])
    s = put_monster(s, "night-demon", 0, *s.layout().axial[second])
    spirit, demon = kinds(s, "living-spirit")[-1], kinds(s, "night-demon")[-1]
    s = run(s, lambda t: die(t, demon, 0), [spirit]).state
    assert not s.in_play(spirit)


def test_bosses_that_cannot_be_moved() -> None:
    s = scene(47, rooms=(1,))
    eye = kinds(s, "the-sightless-eye")[0]
    assert s.notes[f"rooted {eye}"]
    assert s.side[eye] == MONSTERS_SIDE
