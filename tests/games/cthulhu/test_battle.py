"""Battles: pre-battle, dice, results, retreats."""

from __future__ import annotations

from games.cthulhu.table import (
    ALL,
    Play,
    answer,
    asked,
    at,
    battle,
    books,
    keeper,
    options,
    power,
    seat,
    table,
    told,
    where,
)
from grimtable.games.cthulhu.battle import changes_dice, strength
from grimtable.games.cthulhu.components import Player
from grimtable.games.cthulhu.state import T
from rule import rule

AROUND = ("indian_ocean", "south_atlantic", "south_pacific")  # all neighbours of Antarctica


def dice_of(game: Play, code: str) -> int:
    s = game.state
    me = seat(game, code)
    return strength(s, me, s.fighters(me), s.opponent(me))


# ---------------------------------------------------------------- frame and pre-battle
@rule("CTHULHU-11.1")
def test_all_units_of_both_sides_take_part_and_nobody_else() -> None:
    game = battle("gc", "cc", "arabia", arabia="deep_one, gc acolyte, cc 2 acolyte, hastur, ys acolyte, flying_polyp")
    s = game.base
    assert [len(s.fighters(me)) for me in (0, 1)] == [2, 3]


@rule("CTHULHU-11.2")
def test_the_steps_of_a_battle_come_in_order() -> None:
    game = battle("gc", "cc", "arabia", dice=[6, 4, 1, 1, 1, 1, 4], arabia="cthulhu, cc 3 acolyte, flying_polyp")
    answer(game, "devour", "cc_acolyte_1", "cc_acolyte_2", "cc_acolyte_3", "europe")
    kinds = [
        kind for kind, *_ in told(game, "eliminated", "rolled", "assigned_kill", "assigned_pain", "killed", "retreated")
    ]
    assert kinds == [
        "eliminated",
        "rolled",
        "rolled",
        "assigned_kill",
        "assigned_pain",
        "assigned_pain",
        "killed",
        *kinds[7:],
    ]
    assert set(kinds[7:]) == {"retreated"}


@rule("CTHULHU-11.3")
def test_the_attacker_finishes_pre_battle_before_the_defender_begins() -> None:
    game = battle(
        "cc",
        "gc",
        "arabia",
        books={"cc": "abduct, invisibility", "gc": "absorb"},
        arabia="nightgaunt, flying_polyp, shoggoth, 3 deep_one",
    )
    assert (asked(game), options(game)) == (("cc", "pre_battle"), ["abduct", "invisibility", "done"])
    answer(game, "invisibility")
    answer(game, "deep_one_1")
    assert options(game) == ["abduct", "done"]
    answer(game, "done")
    assert (asked(game), options(game)) == (("gc", "pre_battle"), ["absorb", "done"])
    answer(game, "absorb")
    assert asked(game) == ("gc", "pre_battle")


@rule("CTHULHU-11.4")
def test_pre_battle_abilities_need_their_unit_in_the_battle_or_on_the_map() -> None:
    game = battle(
        "cc", "gc", "arabia", books={"cc": "abduct, invisibility"}, dice=[1, 1, 1], arabia="hunting_horror, deep_one"
    )
    assert told(game, "rolled")  # no Nightgaunt, no Polyp: nothing to ask
    game = battle(
        "cc", "gc", "arabia", books={"cc": "seek_and_destroy"}, arabia="flying_polyp, deep_one", europe="hunting_horror"
    )
    assert options(game) == ["seek_and_destroy", "done"]
    game = battle(
        "gc",
        "ys",
        "arabia",
        books={"cc": "seek_and_destroy"},
        dice=[1],
        arabia="deep_one, ys acolyte",
        europe="hunting_horror",
    )
    assert told(game, "rolled")  # bystanders have no pre-battle abilities


@rule("CTHULHU-11.5", "CTHULHU-14.13")
def test_removed_and_exempt_units_give_no_combat() -> None:
    game = battle("cc", "gc", "arabia", books={"cc": "invisibility"}, arabia="flying_polyp, starspawn, deep_one")
    answer(game, "invisibility", "starspawn_1")
    assert len(told(game, "rolled")[1][2]) == 1


@rule("CTHULHU-11.6", "CTHULHU-14.14")
def test_an_exemption_outlasts_the_polyp_that_made_it() -> None:
    game = battle(
        "cc",
        "gc",
        "arabia",
        books={"cc": "invisibility"},
        dice=[1] * 9,
        arabia="flying_polyp, hunting_horror, starspawn, cthulhu",
    )
    answer(game, "invisibility", "starspawn_1", "devour", "flying_polyp_1")
    assert [len(event[2]) for event in told(game, "rolled")] == [2, 6]


@rule("CTHULHU-11.7", "CTHULHU-11.8", "CTHULHU-13.8")
def test_a_battle_ends_at_once_when_a_side_is_gone() -> None:
    game = table(
        books={"cc": "seek_and_destroy"}, arabia="cthulhu, nightgaunt", europe="hunting_horror", antarctica="gc acolyte"
    )
    answer(game, "battle", "devour")
    assert told(game, "rolled") == []
    assert asked(game) == ("gc", "spellbook")  # the Devour counts
    answer(game, "dreams")
    assert (power(game, "gc"), where(game, "hunting_horror_1")) == (7, "europe")


# ---------------------------------------------------------------- dice
@rule("CTHULHU-11.9", "CTHULHU-14.1")
def test_dice_are_the_total_combat() -> None:
    game = battle("cc", "gc", "arabia", arabia="cc acolyte, 2 hunting_horror, gc acolyte", dice=[1] * 4)
    assert told(game, "rolled")[0] == ("rolled", 1, (1, 1, 1, 1), 0, 0)
    assert told(game, "rolled")[1] == ("rolled", 0, (), 0, 0)


@rule("CTHULHU-11.10")
def test_six_kills_four_and_five_pain() -> None:
    game = battle("gc", "cc", "arabia", dice=[1, 2, 3, 4, 5, 6], arabia="2 starspawn, cc 6 acolyte")
    assert told(game, "rolled")[0] == ("rolled", 0, (1, 2, 3, 4, 5, 6), 1, 2)


@rule("CTHULHU-11.11", "CTHULHU-16.1")
def test_groups_roll_together() -> None:
    for units, dice in [
        ("undead", 0),
        ("2 undead", 1),
        ("6 undead", 5),
        ("byakhee", 2),
        ("4 byakhee", 5),
        ("2 undead, 2 byakhee", 4),
    ]:
        s = table(arabia=units).state
        assert strength(s, 3, s.units_at(3, 2), 0) == dice


@rule("CTHULHU-11.12")
def test_dice_may_be_changed_by_abilities_of_that_timing() -> None:
    @changes_dice.by("test_reroll")
    def all_sixes(t: T, me: Player, faces: list[int]) -> None:
        faces[:] = [6] * len(faces)

    game = battle("gc", "cc", "arabia", dice=[1], arabia="deep_one, cc acolyte")
    game = game.edited(lambda s: s.abilities.__setitem__(0, (*s.abilities[0], "test_reroll")))
    assert told(game, "rolled")[0] == ("rolled", 0, (6,), 1, 0)


# ---------------------------------------------------------------- results
@rule("CTHULHU-11.13", "CTHULHU-11.14", "CTHULHU-11.17")
def test_owners_assign_kills_attacker_first_one_result_per_unit() -> None:
    game = battle(
        "gc", "cc", "arabia", dice=[6, 6, 1, 6, 6], arabia="starspawn, gc 2 acolyte, hunting_horror, cc 2 acolyte"
    )
    assert (asked(game), options(game)) == (("gc", "assign_kill"), ["gc_acolyte_1", "starspawn_1"])
    answer(game, "gc_acolyte_1")
    assert options(game) == ["gc_acolyte_2", "starspawn_1"]
    answer(game, "gc_acolyte_2")
    assert asked(game) == ("cc", "assign_kill")
    answer(game, "hunting_horror_1")
    assert at(game, "arabia") == ["cc acolyte", "starspawn"]  # the second Kill fell on an acolyte, alike


@rule("CTHULHU-11.14")
def test_kills_beyond_the_units_are_ignored() -> None:
    game = battle("gc", "cc", "arabia", dice=[6, 6, 6, 6, 6, 6], arabia="2 starspawn, cc 2 acolyte")
    assert at(game, "arabia") == ["starspawn", "starspawn"]


@rule("CTHULHU-11.15", "CTHULHU-11.16")
def test_pains_go_to_units_without_a_result_and_as_many_as_fit() -> None:
    game = battle("gc", "cc", "arabia", dice=[6, 4, 4, 4, 4, 4], arabia="2 starspawn, cc 3 acolyte")
    assert told(game, "assigned_kill") == [("assigned_kill", "cc_acolyte_1", 1)]
    assert told(game, "assigned_pain") == [("assigned_pain", "cc_acolyte_2", 1), ("assigned_pain", "cc_acolyte_3", 1)]


@rule("CTHULHU-11.17")
def test_the_attacker_takes_pains_before_the_defender() -> None:
    game = battle(
        "gc", "cc", "arabia", dice=[4, 1, 1, 4, 1], arabia="starspawn, gc acolyte, hunting_horror, cc acolyte"
    )
    assert asked(game) == ("gc", "assign_pain")
    answer(game, "starspawn_1")
    assert asked(game) == ("cc", "assign_pain")


@rule("CTHULHU-11.18", "CTHULHU-11.19", "CTHULHU-14.7")
def test_abilities_act_when_their_results_are_assigned_even_by_a_dying_unit() -> None:
    game = battle(
        "cc",
        "gc",
        "arabia",
        books={"cc": "abduct", "gc": "dreams"},
        dice=[6, 1, 6, 1, 1, 1, 1, 1],
        arabia="nyarlathotep, cthulhu",
    )
    assert asked(game) == ("cc", "harbinger")
    assert game.state.killed != ()
    answer(game, "power_2")
    assert (where(game, "nyarlathotep"), where(game, "cthulhu")) == ("pool", "pool")


@rule("CTHULHU-11.20", "CTHULHU-11.21", "CTHULHU-15.13")
def test_bystanders_use_only_what_says_so() -> None:
    game = battle(
        "gc",
        "cc",
        "arabia",
        books={"bg": "necrophagy", "ys": ALL},
        dice=[1, 1, 1, 1],
        arabia="2 deep_one, cc acolyte, flying_polyp, hastur, nightgaunt",
        europe="ghoul",
    )
    assert (asked(game), options(game)) == (("bg", "necrophagy"), ["no", "ghoul_1"])
    answer(game, "ghoul_1")
    assert where(game, "ghoul_1") == "arabia"
    assert asked(game) == ("cc", "assign_pain")  # not Hastur's owner; the attacker's two are alike


@rule("CTHULHU-11.22", "CTHULHU-11.28")
def test_an_elimination_is_no_kill() -> None:
    around = dict.fromkeys(AROUND, "gc acolyte")
    game = battle("gc", "cc", "antarctica", dice=[4, 1, 1], antarctica="starspawn, cc acolyte", **around)
    assert told(game, "killed") == []
    assert told(game, "eliminated") == [("eliminated", "cc_acolyte_1", 1, "antarctica")]
    assert books(game, "gc") == []
    assert asked(game)[1] != "spellbook"


# ---------------------------------------------------------------- applying
@rule("CTHULHU-11.24", "CTHULHU-11.25")
def test_the_attacker_retreats_first_each_unit_where_its_owner_wants() -> None:
    game = battle(
        "gc", "cc", "arabia", dice=[4, 4, 1, 4, 4], arabia="starspawn, gc acolyte, hunting_horror, cc acolyte"
    )
    assert asked(game) == ("gc", "retreat")
    answer(game, "europe", "north_asia")
    assert asked(game) == ("cc", "retreat")
    assert not {"europe", "north_asia"} & set(options(game))
    answer(game, "east_africa", "south_asia")
    assert at(game, "arabia") == []


@rule("CTHULHU-11.26")
def test_no_retreat_to_where_the_enemy_stands() -> None:
    game = battle(
        "gc",
        "cc",
        "arabia",
        dice=[4, 1, 1],
        arabia="starspawn, cc acolyte",
        europe="gc acolyte",
        north_asia="ys acolyte",
    )
    assert "europe" not in options(game)
    assert "north_asia" in options(game)


@rule("CTHULHU-11.27")
def test_a_surrounded_side_loses_one_unit_and_the_others_stay() -> None:
    around = dict.fromkeys(AROUND, "gc acolyte")
    game = battle("gc", "cc", "antarctica", dice=[4, 4, 1], antarctica="starspawn, cc acolyte, nyarlathotep", **around)
    assert (asked(game), options(game)) == (("cc", "surrounded"), ["cc_acolyte_1", "nyarlathotep"])
    answer(game, "nyarlathotep")
    assert (where(game, "nyarlathotep"), where(game, "cc_acolyte_1")) == ("pool", "antarctica")


@rule("CTHULHU-11.29")
def test_a_retreat_is_no_move() -> None:
    game = battle("gc", "cc", "antarctica", dice=[4, 1, 1], antarctica="starspawn, cc acolyte", power={"cc": 0})
    assert sorted(options(game)) == sorted(AROUND)  # one area, Flight or not
    answer(game, "indian_ocean")
    assert power(game, "cc") == 0


@rule("CTHULHU-11.30")
def test_the_gate_stays_with_a_keeper_who_has_no_result() -> None:
    game = battle("gc", "cc", "arabia", dice=[4, 1, 1], arabia="starspawn, cc gate acolyte, cc acolyte")
    answer(game, "cc_acolyte_2", "europe")
    assert keeper(game, "arabia") == "cc"
    game = battle("gc", "cc", "arabia", dice=[4, 1, 1], arabia="starspawn, cc gate acolyte, cc acolyte")
    answer(game, "cc_acolyte_1", "europe")
    assert keeper(game, "arabia") == "abandoned"


@rule("CTHULHU-11.31")
def test_after_the_battle_nothing_of_it_is_left() -> None:
    game = battle(
        "cc", "gc", "arabia", books={"cc": "invisibility"}, dice=[1], arabia="flying_polyp, starspawn, gc acolyte"
    )
    answer(game, "invisibility", "starspawn_1")
    s = game.state
    assert (s.battlefield, s.attacker, s.exempt, s.used, s.rolled) == (-1, -1, (), (), ())
