"""The Shooting phase and weapon types."""

from __future__ import annotations

import pytest

from games.wh40k.table import answer, asked, battlefield, begin, defaults, halted, prompt, refusal, rolled, told, unit
from grimtable.games.wh40k.charging import may_charge
from grimtable.games.wh40k.components import INCH, NONE, PROFILES, WEAPON_OF, WEAPONS, Amount
from grimtable.games.wh40k.shooting import FireTable, declaration_refusal, may_shoot, penalty, volleys
from grimtable.games.wh40k.state import ADVANCED, ARRIVED, DISEMBARKED, FELL_BACK, SHOT, Battle
from rule import rule


def fires(s: Battle, shooter: int, target: int) -> set[str]:
    """The weapons that may be fired at a target."""
    table = FireTable(s, shooter, NONE)
    return {WEAPONS[PROFILES[o.profile].weapon].name for o in table.options if target in o.targets}


def attacks(s: Battle, shooter: int, slot: int, target: int, *, charging: bool = False) -> int:
    table = FireTable(s, shooter, target if charging else NONE)
    shots = volleys(table, ((s.crew[shooter][0], slot, 0, target),), charging)[0].shots
    return sum([amount.plus for _, amount in shots])


# ---------------------------------------------------------------- who shoots
@rule("WH40K-7.1", "WH40K-7.2", "WH40K-7.6", "WH40K-7.12", "WH40K-7.18", "WH40K-19.3")
def test_each_unit_shoots_once_and_declares_everything_before_dice() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 2, 10, 10)
    b = unit(s, 1, "chaos_cultists", 5, 10, 20)
    game = begin(s, "shoot_unit", dice=[1, 1, 1, 1])
    assert asked(game).options == (("shoot", a), "done")
    answer(game, ("shoot", a))
    assert prompt(game) == "declare_shots"
    assert told(game, "rolled") == []
    shots = asked(game).options[0]
    assert {fire[3] for fire in shots} == {b}
    answer(game, shots)
    assert halted(game)
    assert game.state.did(a, SHOT)
    assert not may_shoot(game.state, a)


@rule("WH40K-7.3", "WH40K-4.17", "WH40K-4.19", "WH40K-8.3", "WH40K-4.16")
def test_running_and_falling_back_keep_most_from_shooting_and_charging() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10)
    b = unit(s, 1, "chaos_cultists", 5, 10, 20)
    c = unit(s, 0, "inceptor_squad", 1, 20, 10)  # FLY, Assault weapons
    s.note(a, ADVANCED)
    s.note(c, ADVANCED)
    assert not may_shoot(s, a)
    assert fires(s, c, b) == {"assault_bolter"}
    assert not may_charge(s, a)
    s.flags = [0, 0, 0]
    s.note(a, FELL_BACK)
    s.note(c, FELL_BACK)
    assert not may_shoot(s, a)
    assert may_shoot(s, c)
    assert not may_charge(s, c)


@rule("WH40K-7.17")
def test_a_model_without_ballistic_skill_does_not_shoot() -> None:
    s = battlefield()
    a = unit(s, 0, "canoptek_scarabs", 3, 10, 10, wargear=["boltgun"])
    unit(s, 1, "chaos_cultists", 5, 10, 20)
    assert not may_shoot(s, a)


# ---------------------------------------------------------------- whom
@rule("WH40K-7.7")
@pytest.mark.parametrize(("y", "hit"), [(34, True), (36, False)])
def test_a_target_must_be_in_range(y: int, hit: bool) -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["boltgun"])
    b = unit(s, 1, "chaos_cultists", 1, 10, y)
    assert bool(fires(s, a, b)) == hit


@rule("WH40K-7.7", "WH40K-7.8", "WH40K-7.9", "WH40K-1.3")
def test_a_target_must_be_visible_and_the_own_unit_never_hides_it() -> None:
    s = battlefield(terrain="standard_11")
    a = unit(s, 0, "tactical_squad", 1, 30, 14, wargear=["boltgun"])  # behind the long wall at x = 32
    b = unit(s, 1, "chaos_cultists", 1, 35, 14)
    assert fires(s, a, b) == set()
    s = battlefield()
    a = unit(s, 0, "rhino", 1, 10, 10)
    c = unit(s, 0, "chaos_cultists", 2, 10, 6, wargear=["autogun"])
    s.y[s.crew[c][1]] = 7 * INCH
    s.x[s.crew[c][1]] = 10 * INCH
    b = unit(s, 1, "chaos_cultists", 1, 10, 16)
    assert fires(s, c, b) == set()  # a vehicle stands between
    s.x[s.crew[a][0]] = 60 * INCH
    assert fires(s, c, b) == {"autogun"}


@rule("WH40K-7.10", "WH40K-7.4", "WH40K-8.9", "WH40K-8.10", "WH40K-8.11")
def test_who_is_engaged_fires_pistols_at_the_closest_and_others_may_not_shoot_there() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["boltgun", "bolt_pistol"])
    b = unit(s, 1, "chaos_cultists", 1, 10, 12)
    other = unit(s, 1, "chaos_cultists", 1, 10, 18)
    friend = unit(s, 0, "tactical_squad", 1, 20, 10, wargear=["boltgun"])
    assert fires(s, a, b) == {"bolt_pistol"}
    assert fires(s, a, other) == set()
    assert fires(s, friend, b) == set()
    assert fires(s, friend, other) == {"boltgun"}


@rule("WH40K-7.15", "WH40K-7.16")
def test_a_character_is_shot_only_if_it_is_the_closest_visible_model() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["boltgun"])
    lord = unit(s, 1, "lord_of_contagion", 1, 10, 25)
    screen = unit(s, 1, "chaos_cultists", 1, 16, 20)
    assert fires(s, a, lord) == set()
    s.y[s.crew[screen][0]] = 40 * INCH
    assert fires(s, a, lord) == {"boltgun"}
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["boltgun"])
    primarch = unit(s, 1, "mortarion", 1, 10, 25)
    unit(s, 1, "chaos_cultists", 1, 16, 20)
    assert fires(s, a, primarch) == {"boltgun"}


@rule("WH40K-7.11", "WH40K-7.5", "WH40K-7.14", "WH40K-8.12", "WH40K-8.13", "WH40K-8.7", "WH40K-8.8")
def test_weapons_may_be_split_but_modes_are_not_mixed() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 2, 10, 10, wargear=["boltgun", "storm_bolter", "bolt_pistol", "frag_grenade"])
    b = unit(s, 1, "chaos_cultists", 1, 10, 14)
    c = unit(s, 1, "chaos_cultists", 1, 14, 14)
    one, two = s.crew[a]
    table = FireTable(s, a, NONE)

    def why(*shots: tuple[int, int, int, int]) -> str:
        found = declaration_refusal(table, shots)
        return found.rule_id if found is not None else ""

    assert why((one, 0, 0, b), (one, 1, 0, c), (two, 0, 0, c)) == ""
    assert why() == ""
    assert why((one, 0, 0, b), (one, 0, 0, c)) == "WH40K-7.14"
    assert why((one, 0, 0, b), (one, 2, 0, b)) == "WH40K-8.12"
    assert why((one, 3, 0, b), (two, 0, 0, b)) == ""
    assert why((one, 3, 0, b), (one, 0, 0, b)) == "WH40K-8.12"
    assert why((one, 3, 0, b), (two, 3, 0, b)) == "WH40K-8.7"


# ---------------------------------------------------------------- weapon types
@rule("WH40K-8.1", "WH40K-8.2", "WH40K-7.13")
def test_the_number_after_the_type_is_the_number_of_attacks() -> None:
    types = {row.type for row in PROFILES}
    assert types == {"melee", "assault", "heavy", "rapid_fire", "grenade", "pistol"}
    assert PROFILES[WEAPONS[WEAPON_OF["heavy_bolter"]].profiles[0]].attacks == Amount(0, 0, 3)
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["heavy_bolter"])
    b = unit(s, 1, "chaos_cultists", 1, 10, 20)
    assert attacks(s, a, 0, b) == 3


@rule("WH40K-8.6")
@pytest.mark.parametrize(("y", "count"), [(23, 2), (24, 1)])
def test_rapid_fire_doubles_within_half_range(y: int, count: int) -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["boltgun"])
    b = unit(s, 1, "chaos_cultists", 1, 10, y)
    assert attacks(s, a, 0, b) == count


@rule("WH40K-8.4", "WH40K-8.5", "WH40K-5.4", "WH40K-13.14", "WH40K-19.1")
def test_moving_with_heavy_and_running_with_assault_weapons_cost_one() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 2, 10, 10, wargear=["heavy_bolter"])
    unit(s, 1, "chaos_cultists", 1, 10, 20)
    one, two = s.crew[a]
    table = FireTable(s, a, NONE)
    s.moved[one] = 1  # moved, arrived or got out: judged per model
    s.note(a, ARRIVED | DISEMBARKED)
    assert (penalty(s, table, one, "heavy"), penalty(s, table, two, "heavy")) == (-1, 0)
    assert penalty(s, table, one, "assault") == 0
    s.note(a, ADVANCED)
    assert penalty(s, table, one, "assault") == -1


def test_flamers_hit_without_a_roll() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["flamer"])
    unit(s, 1, "chaos_cultists", 5, 10, 15)
    game = begin(s, "shoot_unit", dice=[2, 1, 1])
    answer(game, ("shoot", a))
    defaults(game)
    assert rolled(game, "attacks") == [(2,)]
    assert rolled(game, "hit") == []
    assert told(game, "auto_hit") == [(2,)]


def test_a_declaration_that_is_none_is_refused() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10)
    unit(s, 1, "chaos_cultists", 5, 10, 15)
    game = begin(s, "shoot_unit")
    answer(game, ("shoot", a))
    assert [refusal(game, value) for value in (None, ((1, 2),), ((0, 9, 0, 1),))] == [
        "WH40K-7.12",
        "WH40K-7.12",
        "WH40K-7.7",
    ]
