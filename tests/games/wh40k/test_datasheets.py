"""Datasheets, characteristics, keywords, dice, and the Lord of Contagion."""

from __future__ import annotations

import pytest

from games.wh40k.table import answer, asked, battlefield, defaults, halted, rolled, told, unit, within
from grimtable.games.wh40k.abilities.death_guard import gifted, nurgles_gift
from grimtable.games.wh40k.components import (
    INCH,
    LINE_OF,
    LINES,
    MELEE,
    PROFILES,
    SHEET_OF,
    SHEETS,
    WEAPON_OF,
    WEAPONS,
    Amount,
)
from grimtable.games.wh40k.dice import halved, modified, roll_amount, total
from grimtable.games.wh40k.effects import aura_effects, effects_on, stat
from grimtable.games.wh40k.hidden import view
from grimtable.games.wh40k.measure import close, near_unit
from grimtable.games.wh40k.state import START
from rule import rule


# ---------------------------------------------------------------- dice
@rule("WH40K-1.5", "WH40K-1.4")
def test_a_d3_is_a_d6_halved_and_rounded_up() -> None:
    assert [halved(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [total([face], Amount(1, 3, 0)) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    s = battlefield()
    game = within(s, lambda t: roll_amount(t, 0, Amount(2, 6, 0), "damage"), [3, 5])
    assert halted(game)
    assert rolled(game, "damage") == [(3, 5)]
    assert total([3, 5], Amount(2, 6, 0)) == 8


@rule("WH40K-1.8", "WH40K-1.6")
def test_modified_results_may_exceed_six_but_not_fall_below_one() -> None:
    assert (modified(6, 1), modified(1, -2), modified(4, -1)) == (7, 1, 3)


@rule("WH40K-19.7")
def test_every_roll_is_told_with_its_purpose_faces_and_what_was_needed() -> None:
    s = battlefield()
    game = within(s, lambda t: roll_amount(t, 1, Amount(1, 6, 0), "damage"), [4])
    game.decisions()
    assert told(game, "rolled") == [(1, "damage", (4,), (4,), 0, 0, (), 6)]


# ---------------------------------------------------------------- measuring
@rule("WH40K-1.1", "WH40K-1.2", "WH40K-1.3")
def test_distances_run_between_closest_points_of_bases_and_hulls() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 20, 20)  # 16 mm radius
    b = unit(s, 1, "tactical_squad", 1, 25, 20)
    c = unit(s, 1, "rhino", 1, 20, 30)  # 37.5 mm to its side
    one, two, hull = s.crew[a][0], s.crew[b][0], s.crew[c][0]
    gap = 5 * INCH - 3200
    assert close(s, one, two, gap)
    assert not close(s, one, two, gap - 1)
    assert close(s, one, hull, 10 * INCH - 1600 - 3750)
    assert not close(s, one, hull, 10 * INCH - 1600 - 3750 - 1)
    assert near_unit(s, one, b, gap)
    assert view(s, None) == view(s, 0) == view(s, 1)  # everybody may measure everything


# ---------------------------------------------------------------- datasheets
@rule("WH40K-2.1", "WH40K-14.1", "WH40K-14.4", "WH40K-18.1", "WH40K-18.7")
def test_the_lord_of_contagion_has_the_profile_of_the_rulebook() -> None:
    sheet = SHEET_OF["lord_of_contagion"]
    line = LINES[LINE_OF[sheet, "Lord of Contagion"]]
    assert (line.move, line.ws, line.bs, line.strength, line.toughness) == (4 * INCH, 2, 2, 4, 5)
    assert (line.wounds, line.attacks, line.leadership, line.save) == (6, Amount(0, 0, 4), 9, 2)
    words = SHEETS[sheet].keywords
    for word in ("CHAOS", "NURGLE", "HERETIC ASTARTES", "DEATH GUARD", "INFANTRY", "TERMINATOR", "CHARACTER"):
        assert word in words
    assert SHEETS[sheet].smallest == SHEETS[sheet].largest == 1


@rule("WH40K-18.2", "WH40K-14.5")
def test_the_plaguereaper_is_a_melee_weapon_with_ap_three_and_damage_three() -> None:
    row = PROFILES[WEAPONS[WEAPON_OF["plaguereaper"]].profiles[0]]
    assert (row.type, row.range, row.strength, row.ap, row.damage) == (MELEE, 0, "+2", -3, Amount(0, 0, 3))
    assert [p.range for p in PROFILES if p.type == MELEE and p.range] == []


@rule("WH40K-18.4", "WH40K-15.1")
def test_nurgles_gift_reaches_enemies_beside_the_lord_and_beside_friends_near_him() -> None:
    s = battlefield(START)
    lord = unit(s, 0, "lord_of_contagion", 1, 20, 20)
    friend = unit(s, 0, "plague_marines", 1, 25, 20)
    a = unit(s, 1, "tactical_squad", 5, 20, 22)
    b = unit(s, 1, "tactical_squad", 5, 25, 22)
    c = unit(s, 1, "tactical_squad", 5, 40, 22)
    assert gifted(s, lord) == [a, b]
    s.x[s.crew[friend][0]] = 29 * INCH  # too far from the lord
    assert gifted(s, lord) == [a]
    game = within(s, lambda t: nurgles_gift(t, lord), [4])
    defaults(game)
    assert len(game.state.alive(a)) == 4
    assert gifted(game.state, lord) == []  # not twice a turn
    assert c not in gifted(s, lord)


@rule("WH40K-14.7")
def test_auras_reach_only_those_with_the_keyword() -> None:
    s = battlefield()
    unit(s, 0, "captain_in_gravis_armour", 1, 20, 20)
    a = unit(s, 0, "tactical_squad", 1, 23, 20)
    b = unit(s, 0, "chaos_cultists", 1, 17, 20)
    far = unit(s, 0, "tactical_squad", 1, 33, 20)
    assert [e.op for e in aura_effects(s, a)] == ["reroll"]
    assert aura_effects(s, b) == []
    assert aura_effects(s, far) == []


@rule("WH40K-15.2", "WH40K-13.7", "WH40K-14.9")
def test_auras_add_up_unless_the_ability_says_otherwise_and_end_with_embarking() -> None:
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 20, 20)
    for x in (18, 22):
        unit(s, 1, "mortarion", 1, x, 26)
    model = s.crew[a][0]
    assert stat(s, model, "T", 4, effects_on(s, a)) == 2
    s = battlefield()
    a = unit(s, 0, "tactical_squad", 1, 20, 20)
    first = unit(s, 1, "reiver_squad", 1, 20, 22)
    unit(s, 1, "reiver_squad", 1, 22, 22)
    model = s.crew[a][0]
    assert stat(s, model, "Ld", 7, effects_on(s, a)) == 6
    rhino = unit(s, 1, "rhino", 1, 40, 40)
    s.place[first] = s.place[first + 1] = rhino
    assert stat(s, model, "Ld", 7, effects_on(s, a)) == 7


# ---------------------------------------------------------------- abilities
@pytest.mark.parametrize(("faces", "back"), [((5, 4, 6), 2), ((1, 2, 3), 0)])
def test_slain_necrons_return_on_five_and_six(faces: tuple[int, ...], back: int) -> None:
    from grimtable.games.wh40k.abilities.necrons import reanimation_protocols

    s = battlefield(START)
    a = unit(s, 0, "necron_warriors", 6, 20, 20)
    unit(s, 1, "tactical_squad", 1, 60, 40)
    for model in s.crew[a][3:]:
        s.wounds[model] = 0
    game = within(s, lambda t: reanimation_protocols(t, a), faces)
    while not halted(game):
        answer(game, asked(game).options[0])
    assert len(game.state.alive(a)) == 3 + back


def test_poxwalkers_grow_with_every_infantry_model_they_slay() -> None:
    from grimtable.games.wh40k.casualties import slay

    s = battlefield("fight")
    a = unit(s, 0, "poxwalkers", 5, 20, 20)
    b = unit(s, 1, "tactical_squad", 5, 20, 22)
    game = within(s, lambda t: slay(t, s.crew[b][0], a))
    defaults(game)
    assert len(game.state.alive(a)) == 6


def test_quantum_shielding_and_ramshackle_lessen_damage() -> None:
    from grimtable.games.wh40k.abilities.necrons import quantum_shielding
    from grimtable.games.wh40k.abilities.orks import ramshackle

    s = battlefield()
    a = unit(s, 0, "triarch_stalker", 1, 20, 20)
    found: list[int] = []

    def look(t):  # type: ignore[no-untyped-def]  # a rule in a test
        found.append((yield from quantum_shielding(t, s.crew[a][0], 4)))
        found.append((yield from quantum_shielding(t, s.crew[a][0], 3)))
        found.append((yield from ramshackle(t, s.crew[a][0], 3)))
        found.append((yield from ramshackle(t, s.crew[a][0], 1)))

    within(s, look, [3, 3, 6]).decisions()
    assert found == [0, 3, 1, 1]


def test_an_exploding_vehicle_harms_everybody_near() -> None:
    from grimtable.games.wh40k.casualties import slay

    s = battlefield()
    a = unit(s, 0, "rhino", 1, 20, 20)
    b = unit(s, 0, "tactical_squad", 5, 20, 24)
    c = unit(s, 1, "tactical_squad", 5, 20, 16)
    d = unit(s, 1, "tactical_squad", 5, 20, 40)
    game = within(s, lambda t: slay(t, s.crew[a][0]), [6, 3, 5])
    defaults(game)
    assert [len(game.state.alive(u)) for u in (b, c, d)] == [3, 2, 5]


@pytest.mark.parametrize("count", [2, 1])  # one: the last of its unit
def test_the_banner_lets_the_fallen_shoot_once_more(count: int) -> None:
    from grimtable.games.wh40k.casualties import slay

    s = battlefield()
    a = unit(s, 0, "intercessor_squad", count, 20, 20)
    unit(s, 0, "primaris_ancient", 1, 23, 20)
    b = unit(s, 1, "chaos_cultists", 5, 20, 30)
    game = within(s, lambda t: slay(t, s.crew[a][0]), [4, 6, 6, 6, 6, 6, 6, 1, 1])
    assert asked(game).prompt == "last_action"
    answer(game, next(option for option in asked(game).options if option[0] == "shoot"))
    defaults(game)
    assert len(game.state.alive(b)) == 3  # rapid fire within half range
