"""The attack sequence: hit, wound, allocate, save, damage."""

from __future__ import annotations

import pytest

from games.wh40k.table import (
    answer,
    asked,
    battlefield,
    defaults,
    halted,
    prompt,
    refusal,
    rolled,
    told,
    unit,
    within,
)
from grimtable.games.wh40k.attacks import resolve, strength_of, toughness_of, wound_need
from grimtable.games.wh40k.casualties import mortal_wounds
from grimtable.games.wh40k.components import (
    CLOSE_COMBAT,
    LINE_OF,
    PROFILES,
    SHEET_OF,
    WEAPON_OF,
    WEAPONS,
    Amount,
)
from grimtable.games.wh40k.effects import effects_on
from grimtable.games.wh40k.state import FIGHT, GONE, Battle
from grimtable.games.wh40k.visibility import Watch
from grimtable.games.wh40k.volley import Volley
from rule import rule

BOLT = WEAPONS[WEAPON_OF["boltgun"]].profiles[0]


def volley(
    s: Battle, shooter: int, target: int, weapon: str, attacks: int, *, skill: int = 3, melee: bool = False,
    add: int = 0, overwatch: bool = False, number: int = 0, half: bool = False,
) -> Volley:  # fmt: skip
    profile = WEAPONS[WEAPON_OF[weapon]].profiles[number]
    model = s.alive(shooter)[0]
    strength = strength_of(s, model, profile, effects_on(s, shooter))
    shots = ((model, Amount(0, 0, attacks)),)
    return Volley(shooter, target, profile, shots, skill, strength, add, half, melee, overwatch, True, True)


def duel(weapon: str, sheet: str, count: int, *, melee: bool = False) -> tuple[Battle, int, int]:
    s = battlefield(FIGHT if melee else "shooting")
    shooter = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=[weapon])
    return s, shooter, unit(s, 1, sheet, count, 10, 14)


# ---------------------------------------------------------------- to hit and to wound
@rule("WH40K-9.4")
@pytest.mark.parametrize(
    ("strength", "toughness", "need"),
    [(4, 4, 4), (4, 8, 6), (8, 4, 2), (4, 7, 5), (5, 4, 3), (3, 6, 6), (3, 7, 6), (9, 4, 2), (3, 5, 5)],
)
def test_the_wound_roll_compares_strength_and_toughness(strength: int, toughness: int, need: int) -> None:
    assert wound_need(strength, toughness) == need


@rule("WH40K-9.1", "WH40K-9.2", "WH40K-9.3", "WH40K-9.5", "WH40K-9.10", "WH40K-9.12", "WH40K-9.13", "WH40K-1.7")
def test_hits_wounds_and_failed_saves_slay() -> None:
    s, a, b = duel("boltgun", "chaos_cultists", 5)  # T3 Sv6+
    game = within(s, lambda t: resolve(t, volley(s, a, b, "boltgun", 4), None), [1, 3, 4, 6, 1, 3, 4, 5, 6])
    defaults(game)
    assert rolled(game, "hit") == [(1, 3, 4, 6)]
    assert rolled(game, "wound") == [(1, 3, 4)]  # S4 against T3: 3+, and a 1 always fails
    assert rolled(game, "save") == [(5,), (6,)]
    assert len(game.state.alive(b)) == 4


@rule("WH40K-9.3", "WH40K-1.8", "WH40K-1.6")
def test_an_unmodified_one_misses_whatever_is_added() -> None:
    s, a, b = duel("boltgun", "chaos_cultists", 5)
    game = within(s, lambda t: resolve(t, volley(s, a, b, "boltgun", 2, skill=2, add=2), None), [1, 1])
    game.decisions()
    assert told(game, "hit") == [(0,)]


@rule("WH40K-9.10", "WH40K-9.11")
@pytest.mark.parametrize(("face", "alive"), [(3, 4), (4, 5), (1, 4)])
def test_ap_is_subtracted_from_the_save(face: int, alive: int) -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["bolt_rifle"])  # AP -1
    b = unit(s, 1, "tactical_squad", 5, 10, 14)  # Sv 3+
    game = within(s, lambda t: resolve(t, volley(s, a, b, "bolt_rifle", 1), None), [6, 6, face])
    defaults(game)
    assert len(game.state.alive(b)) == alive


@rule("WH40K-9.14", "WH40K-9.24")
def test_damage_beyond_a_models_wounds_is_lost() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["lascannon"])  # D6 damage
    b = unit(s, 1, "chaos_cultists", 5, 10, 14)
    game = within(s, lambda t: resolve(t, volley(s, a, b, "lascannon", 1), None), [6, 6, 3])
    defaults(game)
    assert rolled(game, "damage") == [(3,)]
    assert len(game.state.alive(b)) == 4


# ---------------------------------------------------------------- allocation
@rule("WH40K-9.7", "WH40K-9.20", "WH40K-9.9", "WH40K-19.6")
def test_the_owner_says_who_takes_wounds_but_a_wounded_model_goes_on_taking_them() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10)
    b = unit(s, 1, "intercessor_squad", 5, 10, 14)  # two wounds each
    game = within(s, lambda t: resolve(t, volley(s, a, b, "boltgun", 3), None), [6, 6, 6, 6, 6, 6, 1, 1, 1])
    assert prompt(game) == "casualties"
    assert asked(game).player == 1
    models = s.alive(b)
    assert refusal(game, (models[0],)) == "WH40K-9.7"
    answer(game, tuple(reversed(models)))
    assert [game.state.wounds[m] for m in models] == [2, 2, 2, 1, 0]


@rule("WH40K-9.7", "WH40K-9.9", "WH40K-19.6")
def test_the_owner_may_be_asked_wound_by_wound_who_takes_it() -> None:
    s = battlefield(rulings=["casualties=each"])
    a = unit(s, 0, "tactical_squad", 1, 10, 10)
    b = unit(s, 1, "intercessor_squad", 3, 10, 14)  # two wounds each
    game = within(s, lambda t: resolve(t, volley(s, a, b, "boltgun", 4), None), [6] * 8 + [6, 1, 1, 1])
    first, second, third = s.alive(b)
    assert (prompt(game), asked(game).player, asked(game).options) == ("allocate", 1, (first, second, third))
    answer(game, first)  # saved: the next wound may go to another
    assert asked(game).options == (first, second, third)
    answer(game, third)  # hurt, then slain: the second of these is not asked for
    assert asked(game).options == (first, second)
    answer(game, second)
    assert halted(game)
    assert [game.state.wounds[m] for m in (first, second, third)] == [2, 1, 0]


@rule("WH40K-9.21", "WH40K-19.6")
def test_mortal_wounds_may_be_allocated_one_by_one() -> None:
    s = battlefield(rulings=["casualties=each"])
    b = unit(s, 1, "intercessor_squad", 3, 10, 14)
    game = within(s, lambda t: mortal_wounds(t, b, 3))
    first, second, third = s.alive(b)
    answer(game, second)  # takes two and is slain
    assert asked(game).options == (first, third)
    answer(game, third)
    assert halted(game)
    assert [game.state.wounds[m] for m in (first, second, third)] == [2, 0, 1]


@rule("WH40K-9.8")
def test_passengers_measure_and_look_from_their_transport_when_they_wound() -> None:
    s = battlefield()
    a = unit(s, 0, "boyz", 1, 60, 40, wargear=["shoota"])  # where they were before they got in
    s.place[a] = unit(s, 0, "trukk", 1, 10, 10)
    b = unit(s, 1, "chaos_cultists", 2, 10, 20)
    shot = volley(s, a, b, "shoota", 1)._replace(shots=((s.alive(a)[0], Amount(0, 0, 1)),))
    game = within(s, lambda t: resolve(t, shot, Watch(s, s.place[a])), [5, 6, 1])
    defaults(game)
    assert len(game.state.alive(b)) == 1


@rule("WH40K-9.8", "WH40K-19.4")
def test_wounds_go_only_to_models_in_range_and_sight_unless_switched() -> None:
    for rulings, left in (((), 3), (("wound_allocation=any",), 2)):
        s = battlefield(rulings=rulings)
        a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["flamer"])  # 8 inches
        b = unit(s, 1, "chaos_cultists", 5, 10, 18, gap=190)
        shot = volley(s, a, b, "flamer", 1)._replace(shots=((s.alive(a)[0], Amount(0, 0, 3)),))
        watch = Watch(s, a)
        game = within(s, lambda t, v=shot, w=watch: resolve(t, v, w), [6, 6, 6, 1, 1, 1])  # type: ignore[misc]  # bound now
        defaults(game)
        assert len(game.state.alive(b)) == left


@rule("WH40K-7.14")
def test_shots_at_a_unit_that_is_gone_are_lost() -> None:
    s, a, b = duel("boltgun", "chaos_cultists", 5)
    for model in s.crew[b]:
        s.wounds[model] = 0
    s.place[b] = GONE
    game = within(s, lambda t: resolve(t, volley(s, a, b, "boltgun", 4), None))
    assert halted(game)


@rule("WH40K-9.6")
def test_mixed_toughness_is_that_of_the_majority() -> None:
    s = battlefield()
    b = unit(s, 1, "plague_marines", 3, 10, 10)
    sheet = SHEET_OF["plague_marines"]
    assert toughness_of(s, b, effects_on(s, b)) == 5
    other = LINE_OF[SHEET_OF["chaos_cultists"], "Chaos Cultist"]
    s.line = (other, other, LINE_OF[sheet, "Plague Marine"])
    assert toughness_of(s, b, []) == 3


# ---------------------------------------------------------------- invulnerable saves, cover, ignoring wounds
@rule("WH40K-9.15", "WH40K-9.16", "WH40K-9.17")
def test_an_invulnerable_save_knows_no_ap() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["lascannon"])  # AP -3
    b = unit(s, 1, "terminator_squad", 5, 10, 14)  # 2+, and 5+ invulnerable
    game = within(s, lambda t: resolve(t, volley(s, a, b, "lascannon", 1), None), [6, 6, 5])
    defaults(game)
    assert len(game.state.alive(b)) == 5


@rule("WH40K-9.15", "WH40K-19.6")
def test_the_owner_may_be_asked_which_save_to_use() -> None:
    s = battlefield(rulings=["saves=ask"])
    a = unit(s, 0, "tactical_squad", 1, 10, 10)
    b = unit(s, 1, "lord_of_contagion", 1, 10, 14)
    game = within(s, lambda t: resolve(t, volley(s, a, b, "boltgun", 1), None), [6, 6, 2])
    assert asked(game).options == ("armour", "invulnerable")
    answer(game, "armour")
    assert halted(game)
    assert game.state.wounds[s.crew[b][0]] == 6


@rule("WH40K-9.18", "WH40K-9.19")
def test_cover_helps_a_unit_that_is_wholly_in_terrain_against_shooting() -> None:
    for outside, melee, saved in ((False, False, True), (True, False, False), (False, True, False)):
        s = battlefield(FIGHT if melee else "shooting", terrain="open_8")
        a = unit(s, 0, "tactical_squad", 1, 30, 20)
        b = unit(s, 1, "tactical_squad", 2, 30, 12)  # a crater lies at 30, 12
        if outside:
            s.y[s.crew[b][1]] += 5 * 2540
        shot = volley(s, a, b, "boltgun", 1, melee=melee)
        game = within(s, lambda t, v=shot: resolve(t, v, None), [6, 6, 2])  # type: ignore[misc]  # bound now
        defaults(game)
        assert (len(game.state.alive(b)) == 2) == saved


@rule("WH40K-9.23", "WH40K-18.3")
def test_each_wound_lost_may_be_ignored_on_five_or_six() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10, wargear=["lascannon"])
    b = unit(s, 1, "lord_of_contagion", 1, 10, 14)
    game = within(s, lambda t: resolve(t, volley(s, a, b, "lascannon", 1), None), [6, 6, 1, 4, 5, 6, 4, 1])
    assert halted(game)
    assert rolled(game, "ignore_wound") == [(5,), (6,), (4,), (1,)]
    assert game.state.wounds[s.crew[b][0]] == 4


# ---------------------------------------------------------------- mortal wounds
@rule("WH40K-9.21", "WH40K-9.22")
def test_mortal_wounds_carry_over_and_know_no_saves() -> None:
    s = battlefield()
    b = unit(s, 1, "tactical_squad", 5, 10, 14)
    game = within(s, lambda t: mortal_wounds(t, b, 3))
    defaults(game)
    assert len(game.state.alive(b)) == 2
    assert rolled(game, "save") == []


@rule("WH40K-9.21", "WH40K-9.22", "WH40K-9.9")
def test_mortal_wounds_finish_a_wounded_model_first() -> None:
    s = battlefield()
    b = unit(s, 1, "intercessor_squad", 5, 10, 14)
    models = s.alive(b)
    s.wounds[models[4]] = 1
    game = within(s, lambda t: mortal_wounds(t, b, 2))
    answer(game, tuple(models))
    assert [game.state.wounds[m] for m in models] == [1, 2, 2, 2, 0]


# ---------------------------------------------------------------- Strength, re-rolls, weapons
@rule("WH40K-14.6", "WH40K-14.9")
def test_strength_user_plus_and_times() -> None:
    s = battlefield()
    a = unit(s, 0, "warboss", 1, 10, 10)  # S6
    model = s.alive(a)[0]
    effects = effects_on(s, a)
    strengths = {
        name: strength_of(s, model, WEAPONS[WEAPON_OF[name]].profiles[0], effects)
        for name in ("choppa", "power_klaw", "plaguereaper", "boltgun")
    }
    assert strengths == {"choppa": 6, "power_klaw": 12, "plaguereaper": 8, "boltgun": 4}


@rule("WH40K-18.2", "WH40K-1.9", "WH40K-1.10", "WH40K-1.11")
def test_a_plague_weapon_re_rolls_wound_rolls_of_one_once() -> None:
    s = battlefield(FIGHT)
    a = unit(s, 0, "lord_of_contagion", 1, 10, 10)
    b = unit(s, 1, "intercessor_squad", 5, 10, 12)
    blow = volley(s, a, b, "plaguereaper", 2, skill=2, melee=True)
    assert (blow.strength, PROFILES[blow.profile].ap) == (6, -3)
    game = within(s, lambda t: resolve(t, blow, None), [5, 5, 1, 1, 1, 4, 5])
    defaults(game)
    assert rolled(game, "wound") == [(1, 4)]
    assert len(game.state.alive(b)) == 4


@rule("WH40K-1.11", "WH40K-15.2", "WH40K-15.1")
def test_re_rolls_come_before_modifiers_and_look_at_the_natural_die() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 10, 10)
    unit(s, 0, "captain_in_gravis_armour", 1, 13, 10)  # re-roll ones within 6 inches
    b = unit(s, 1, "chaos_cultists", 5, 10, 20)
    game = within(s, lambda t: resolve(t, volley(s, a, b, "boltgun", 2, add=-1), None), [1, 3, 3])
    game.decisions()
    assert rolled(game, "hit") == [(3, 3)]
    assert told(game, "hit") == [(0,)]  # 3 - 1 misses, and a 3 had not failed when re-rolls were made


@rule("WH40K-11.14")
def test_the_close_combat_weapon_has_no_ap_and_damage_one() -> None:
    row = PROFILES[CLOSE_COMBAT]
    assert (row.range, row.strength, row.ap, row.damage) == (0, "user", 0, Amount(0, 0, 1))


def test_an_overheated_weapon_slays_its_bearer_after_its_shots() -> None:
    s = battlefield()
    a = unit(s, 0, "hellblaster_squad", 1, 10, 10)
    b = unit(s, 1, "chaos_cultists", 5, 10, 20)
    shot = volley(s, a, b, "plasma_incinerator", 2, number=1)
    game = within(s, lambda t: resolve(t, shot, None), [1, 6, 6])
    defaults(game)
    assert len(game.state.alive(b)) == 4
    assert game.state.place[a] == GONE
