"""Crawling Chaos."""

from __future__ import annotations

from games.cthulhu.table import (
    ALL,
    answer,
    asked,
    at,
    battle,
    books,
    filled,
    keeper,
    options,
    power,
    signs,
    table,
    told,
    where,
)
from grimtable.games.cthulhu.abilities.crawling_chaos import bounty
from grimtable.games.cthulhu.battle import strength
from grimtable.games.cthulhu.components import COMBAT, COST, KINDS, UNIT
from grimtable.kernel.values import Step
from rule import rule

AROUND = ("indian_ocean", "south_atlantic", "south_pacific")  # all neighbours of Antarctica


@rule("CTHULHU-14.1")
def test_units() -> None:
    numbers = {kind: (COST[KINDS.index(kind)], COMBAT[KINDS.index(kind)]) for kind in KINDS[5:8]}
    assert numbers == {"nightgaunt": (1, 0), "flying_polyp": (2, 1), "hunting_horror": (3, 2)}
    assert COST[KINDS.index("nyarlathotep")] == 10


@rule("CTHULHU-14.2")
def test_flight_reaches_two_areas_over_enemies() -> None:
    game = table(turn="cc", antarctica="cc acolyte", south_atlantic="cthulhu")
    answer(game, "move")
    assert {"indian_ocean", "arabia", "east_africa", "north_atlantic"} <= set(options(game))
    assert "antarctica" not in options(game)
    assert "europe" not in options(game)
    game = table(turn="gc", antarctica="gc acolyte")
    answer(game, "move")
    assert sorted(options(game)) == sorted(AROUND)


@rule("CTHULHU-14.3")
def test_nyarlathotep_rises_at_any_own_gate() -> None:
    game = table(turn="cc", power={"cc": 11}, arabia="cc gate acolyte", europe="cc gate acolyte", gates="antarctica")
    answer(game, "awaken")
    assert options(game) == ["arabia", "europe"]
    answer(game, "europe")
    assert (where(game, "nyarlathotep"), power(game, "cc")) == ("europe", 1)


@rule("CTHULHU-14.4")
def test_nyarlathotep_rolls_the_spellbooks_of_both_sides() -> None:
    game = table(books={"cc": "abduct, madness", "gc": "dreams", "ys": ALL}, arabia="nyarlathotep, gc acolyte")
    s = game.state
    him = [UNIT["nyarlathotep"]]
    assert [strength(s, 1, him, enemy) for enemy in (0, 2, 3)] == [3, 2, 8]


@rule("CTHULHU-14.5")
def test_harbinger_pays_once_for_each_great_old_one() -> None:
    game = battle(
        "cc",
        "ys",
        "arabia",
        books={"cc": "abduct, madness", "ys": "zingaya"},
        dice=[6, 4, 1, *[1] * 5],
        arabia="nyarlathotep, king_in_yellow, hastur",
    )
    answer(game, "king_in_yellow")
    assert (asked(game), options(game)) == (("cc", "harbinger"), ["power_2", "signs", "no"])
    answer(game, "signs")
    assert signs(game, "cc") == 2
    assert (asked(game), options(game)) == (("cc", "harbinger"), ["power_5", "signs", "no"])  # the Pain on Hastur
    answer(game, "power_5")
    assert power(game, "cc") == 13
    assert asked(game)[1] != "harbinger"


@rule("CTHULHU-14.6")
def test_what_great_old_ones_are_worth_to_the_harbinger() -> None:
    worth = {uid: bounty(UNIT[uid]) for uid in ("cthulhu", "shub_niggurath", "king_in_yellow", "hastur")}
    assert worth == {"cthulhu": 2, "shub_niggurath": 4, "king_in_yellow": 2, "hastur": 5}


@rule("CTHULHU-14.7")
def test_harbinger_needs_nyarlathotep_and_a_result() -> None:
    game = battle("cc", "gc", "arabia", dice=[6, 1, *[1] * 6], arabia="hunting_horror, cthulhu")
    answer(game, "done")
    assert asked(game)[1] != "harbinger"
    around = dict.fromkeys(AROUND, "cc acolyte")
    game = battle(
        "cc", "ys", "antarctica", books={"cc": "abduct"}, dice=[4], antarctica="nyarlathotep, king_in_yellow", **around
    )
    answer(game, "power_2")  # pained, then surrounded: it was paid once
    assert (where(game, "king_in_yellow"), power(game, "cc")) == ("pool", 10)


@rule("CTHULHU-14.8")
def test_paying_four_six_or_both() -> None:
    game = table(turn="cc", power={"cc": 11}, arabia="cc acolyte")
    assert [word for word in options(game) if word.startswith("cc_pay")] == ["cc_pay_4", "cc_pay_6", "cc_pay_10"]
    answer(game, "cc_pay_10", "madness", "abduct")
    assert (power(game, "cc"), filled(game, "cc")) == (1, ["cc_pay_4", "cc_pay_6"])
    game = table(turn="cc", power={"cc": 5}, arabia="cc acolyte")
    answer(game, "cc_pay_4", "madness")
    assert (power(game, "cc"), books(game, "cc"), asked(game)[0]) == (1, ["madness"], "bg")


@rule("CTHULHU-14.9")
def test_gates_or_power() -> None:
    three = dict.fromkeys(("arabia", "europe", "antarctica"), "cc gate acolyte")
    game = table(Step("settle"), **three)
    answer(game, "madness")
    assert filled(game, "cc") == ["cc_gates_3_or_power_12"]
    game = table(Step("settle"), australia="cc gate acolyte", **three)
    answer(game, "madness", "abduct")
    assert filled(game, "cc") == ["cc_gates_3_or_power_12", "cc_gates_4_or_power_15"]


@rule("CTHULHU-14.10")
def test_capture_and_awakening() -> None:
    game = table(turn="cc", arabia="nightgaunt, gc acolyte")
    answer(game, "capture", "madness")
    assert filled(game, "cc") == ["cc_capture_cultist"]
    game = table(turn="cc", power={"cc": 10}, arabia="cc gate acolyte")
    answer(game, "awaken", "madness")
    assert filled(game, "cc") == ["cc_awaken_nyarlathotep"]


@rule("CTHULHU-14.11")
def test_abduct_trades_nightgaunts_for_units_of_the_opponents_choice() -> None:
    game = battle(
        "cc",
        "gc",
        "arabia",
        books={"cc": "abduct"},
        dice=[1] * 9,
        arabia="2 nightgaunt, flying_polyp, cthulhu, shoggoth, deep_one",
    )
    answer(game, "abduct")
    assert (asked(game), options(game)) == (("gc", "abducted"), ["deep_one_1", "shoggoth_1"])
    answer(game, "deep_one_1", "abduct")
    assert at(game, "arabia") == ["cthulhu", "flying_polyp"]
    assert asked(game)[0] != "cc"  # nobody eligible is left


@rule("CTHULHU-14.12", "CTHULHU-14.13")
def test_invisibility_exempts_one_unit_per_polyp() -> None:
    game = battle(
        "cc",
        "gc",
        "arabia",
        books={"cc": "invisibility, abduct"},
        arabia="2 flying_polyp, nightgaunt, cthulhu, gc gate acolyte, starspawn",
    )
    answer(game, "invisibility")
    assert set(options(game)) == {"gc_acolyte_1", "starspawn_1", "flying_polyp_1", "nightgaunt_1"}
    answer(game, "gc_acolyte_1")
    assert "done" in options(game)
    answer(game, "flying_polyp_1")
    assert game.state.exempt == (UNIT["gc_acolyte_1"], UNIT["flying_polyp_1"])
    assert keeper(game, "arabia") == "gc"
    assert options(game) == ["abduct", "done"]  # once per battle
    answer(game, "abduct")
    assert where(game, "starspawn_1") == "pool"  # the only one that can be chosen


@rule("CTHULHU-14.15")
def test_seek_and_destroy_brings_horrors_from_anywhere() -> None:
    game = battle(
        "cc",
        "gc",
        "arabia",
        books={"cc": "seek_and_destroy"},
        dice=[1] * 6,
        arabia="flying_polyp, deep_one",
        antarctica="hunting_horror",
        europe="hunting_horror",
    )
    answer(game, "seek_and_destroy", "hunting_horror_2", "seek_and_destroy")
    assert len(told(game, "rolled")[0][2]) == 5
    assert at(game, "arabia").count("hunting_horror") == 2


@rule("CTHULHU-14.16")
def test_emissary_turns_a_kill_into_a_pain_without_enemy_great_old_one() -> None:
    base = {"books": {"cc": "emissary"}, "dice": [6, 1, 1, 1]}
    game = battle("gc", "cc", "arabia", arabia="starspawn, nyarlathotep", **base)
    assert asked(game) == ("cc", "emissary")
    answer(game, "yes")
    assert asked(game) == ("cc", "retreat")
    game = battle("gc", "cc", "arabia", arabia="cthulhu, nyarlathotep", books={"cc": "emissary"}, dice=[6, *[1] * 6])
    assert where(game, "nyarlathotep") == "pool"


@rule("CTHULHU-14.17")
def test_emissary_takes_the_loss_of_a_surrounded_side() -> None:
    around = dict.fromkeys(AROUND, "gc acolyte")
    game = battle(
        "gc",
        "cc",
        "antarctica",
        books={"cc": "emissary"},
        dice=[4, 4, 1, 1],
        antarctica="starspawn, nyarlathotep, cc acolyte",
        **around,
    )
    answer(game, "nyarlathotep")
    assert at(game, "antarctica") == ["cc acolyte", "nyarlathotep", "starspawn"]


@rule("CTHULHU-14.18")
def test_thousand_forms_once_a_phase_with_nyarlathotep() -> None:
    base = {"turn": "cc", "books": {"cc": "thousand_forms"}}
    assert "thousand_forms" not in options(table(arabia="cc acolyte", **base))
    game = table(arabia="nyarlathotep", dice=[4], **base)
    answer(game, "thousand_forms")
    assert (asked(game), power(game, "cc")) == (("bg", "propose"), 8)
    answer(game, (1, 2, 1), "accept", "accept")
    assert [power(game, code) for code in ("gc", "cc", "bg", "ys")] == [7, 8, 7, 6]
    assert "thousand_forms" in game.state.spent
    later = game.edited(lambda s: setattr(s, "agenda", [Step("turn", (1,))]))
    assert "thousand_forms" not in options(later)


@rule("CTHULHU-14.19")
def test_a_roll_above_the_enemies_power_is_simply_gained() -> None:
    game = table(
        turn="cc", books={"cc": "thousand_forms"}, power={"gc": 1, "bg": 1, "ys": 0}, arabia="nyarlathotep", dice=[5]
    )
    answer(game, "thousand_forms")
    assert [power(game, code) for code in ("gc", "cc", "bg", "ys")] == [1, 13, 1, 0]


@rule("CTHULHU-14.20", "CTHULHU-18.1")
def test_players_without_power_have_no_say() -> None:
    game = table(turn="cc", books={"cc": "thousand_forms"}, power={"ys": 0}, arabia="nyarlathotep", dice=[4])
    answer(game, "thousand_forms", (2, 2))
    assert asked(game) == ("gc", "vote")
    answer(game, "accept")
    assert [power(game, code) for code in ("gc", "bg")] == [6, 6]


@rule("CTHULHU-14.21", "CTHULHU-14.22")
def test_madness_directs_all_retreats_of_any_battle() -> None:
    game = battle(
        "gc",
        "ys",
        "antarctica",
        books={"cc": "madness"},
        dice=[4, 4, 1, 4],
        antarctica="starspawn, 2 undead",
        indian_ocean="ys acolyte",
    )
    assert (asked(game), options(game)) == (("cc", "retreat_unit"), ["starspawn_1", "undead_1"])
    answer(game, "undead_1", "south_pacific")
    answer(game, "starspawn_1")
    assert where(game, "starspawn_1") == "south_atlantic"  # where no Undead and no acolyte of its enemy is


@rule("CTHULHU-14.22")
def test_madness_does_not_choose_the_unit_that_a_surrounded_side_loses() -> None:
    around = dict.fromkeys(AROUND, "gc acolyte")
    game = battle(
        "gc",
        "ys",
        "antarctica",
        books={"cc": "madness"},
        dice=[4, 4, 1, 1, 1],
        antarctica="starspawn, undead, byakhee",
        **around,
    )
    answer(game, "undead_1")
    assert asked(game) == ("ys", "surrounded")


@rule("CTHULHU-14.23")
def test_a_side_is_surrounded_before_its_first_retreat_or_not_at_all() -> None:
    around = {"indian_ocean": "gc acolyte", "south_atlantic": "gc acolyte", "antarctica": "starspawn, 2 undead"}
    game = battle("gc", "ys", "antarctica", books={"cc": "madness"}, dice=[4, 4, 1, 4], **around)
    answer(game, "undead_1", "undead_2")  # the South Pacific is the only refuge, and stays one
    assert (at(game, "south_pacific"), told(game, "surrounded")) == (["undead", "undead"], [])
    game = battle("gc", "ys", "antarctica", books={"cc": "madness"}, dice=[4, 4, 1, 4], **around)
    answer(game, "starspawn_1", "south_pacific")  # now the other side has no refuge
    assert (at(game, "antarctica"), len(told(game, "surrounded"))) == (["undead"], 1)
