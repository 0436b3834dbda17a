"""Black Goat."""

from __future__ import annotations

from games.cthulhu.table import (
    answer,
    asked,
    at,
    battle,
    filled,
    keeper,
    options,
    power,
    signs,
    table,
    told,
    where,
)
from grimtable.games.cthulhu.battle import strength
from grimtable.games.cthulhu.components import COMBAT, COST, KINDS, UNIT
from grimtable.games.cthulhu.gather import income
from grimtable.games.cthulhu.state import DOOM
from grimtable.kernel.values import Step
from rule import rule

HER = [UNIT["shub_niggurath"]]


@rule("CTHULHU-15.1")
def test_units() -> None:
    numbers = {kind: (COST[KINDS.index(kind)], COMBAT[KINDS.index(kind)]) for kind in KINDS[9:12]}
    assert numbers == {"ghoul": (1, 0), "fungi": (2, 1), "dark_young": (3, 2)}
    assert COST[KINDS.index("shub_niggurath")] == 8


@rule("CTHULHU-15.2", "CTHULHU-6.11")
def test_fertility_cult_summons_before_and_after_the_main_action() -> None:
    game = table(turn="bg", arabia="bg gate acolyte")
    answer(game, "summon", "ghoul", "summon", "fungi", "recruit")
    assert asked(game) == ("bg", "act_more")
    answer(game, "summon", "dark_young")
    assert (at(game, "arabia"), power(game, "bg")) == (["bg acolyte", "bg acolyte", "dark_young", "fungi", "ghoul"], 1)
    game = table(turn="cc", arabia="cc gate acolyte")
    answer(game, "summon", "nightgaunt")
    assert "summon" not in options(game)


@rule("CTHULHU-15.3")
def test_a_turn_of_summons_only_is_legal() -> None:
    game = table(turn="bg", arabia="bg gate acolyte")
    assert "end_turn" not in options(game)
    answer(game, "summon", "ghoul", "end_turn")
    assert asked(game)[0] == "ys"


@rule("CTHULHU-15.4")
def test_awakening_shub_niggurath_costs_two_cultists_and_leaves_a_gate() -> None:
    assert "awaken" not in options(table(turn="bg", arabia="bg gate acolyte, bg acolyte"))
    assert "awaken" not in options(table(turn="bg", arabia="bg 3 acolyte"))
    game = table(turn="bg", arabia="bg gate acolyte, bg acolyte", europe="bg gate acolyte")
    answer(game, "awaken")
    assert len(options(game)) == 3
    answer(game, "bg_acolyte_1")  # one keeper may go: another gate remains
    assert where(game, "bg_acolyte_2") == "pool"
    assert (where(game, "shub_niggurath"), power(game, "bg")) == ("europe", 0)
    game = table(turn="bg", arabia="bg gate acolyte, bg 2 acolyte")
    answer(game, "awaken", "frenzy")
    assert (at(game, "arabia"), keeper(game, "arabia")) == (["bg acolyte", "shub_niggurath"], "bg")


@rule("CTHULHU-15.5", "CTHULHU-15.19")
def test_her_combat_counts_gates_and_cultists() -> None:
    rest = {"arabia": "shub_niggurath, bg gate acolyte, 2 dark_young", "europe": "bg gate acolyte, bg acolyte"}
    s = table(**rest).state
    assert strength(s, 2, HER, 0) == 2 + 3
    s = table(books={"bg": "red_sign"}, **rest).state
    assert strength(s, 2, HER, 0) == 2 + 3 + 2


@rule("CTHULHU-15.6", "CTHULHU-15.7")
def test_avatar_swaps_her_with_a_unit_that_its_owner_picks() -> None:
    game = table(turn="bg", arabia="shub_niggurath", europe="gc gate acolyte, deep_one, cthulhu, bg acolyte")
    answer(game, "avatar")
    assert options(game) == ["black_goat", "great_cthulhu"]
    answer(game, "great_cthulhu")
    assert (asked(game), options(game)) == (("gc", "avatar_unit"), ["gc_acolyte_1", "deep_one_1"])
    answer(game, "gc_acolyte_1")
    assert (where(game, "shub_niggurath"), where(game, "gc_acolyte_1")) == ("europe", "arabia")
    assert (keeper(game, "europe"), power(game, "bg")) == ("abandoned", 7)


@rule("CTHULHU-15.8")
def test_units_in_four_six_and_eight_areas() -> None:
    eight = ("arabia", "europe", "antarctica", "australia", "north_asia", "south_asia", "indian_ocean", "arctic_ocean")
    for count, slots in [(3, []), (4, ["bg_areas_4"]), (6, ["bg_areas_4", "bg_areas_6"])]:
        units = dict.fromkeys(eight[:count], "bg acolyte")
        game = table(Step("settle"), **units)
        assert game.state.met == slots
    units = {**dict.fromkeys(eight[:6], "bg acolyte"), eight[6]: "ghoul", eight[7]: "ghoul"}
    assert table(Step("settle"), **units).state.met == ["bg_areas_4", "bg_areas_6", "bg_areas_8"]


@rule("CTHULHU-15.9")
def test_sharing_areas_with_all_enemies_gives_power_too() -> None:
    shared = {"arabia": "bg acolyte, gc acolyte", "europe": "ghoul, cc acolyte"}
    assert table(Step("settle"), antarctica="ys acolyte", **shared).state.met == []
    game = table(Step("settle"), antarctica="ys acolyte, fungi", **shared)
    answer(game, "frenzy")
    assert (filled(game, "bg"), power(game, "bg")) == (["bg_share_all_enemies"], 11)


@rule("CTHULHU-15.10")
def test_two_cultists_for_a_spellbook() -> None:
    game = table(turn="bg", arabia="bg gate acolyte, bg acolyte", power={"bg": 1})
    answer(game, "bg_eliminate_2_cultists", "bg_acolyte_1", "frenzy")
    assert (power(game, "bg"), filled(game, "bg"), at(game, "arabia")) == (1, ["bg_eliminate_2_cultists"], [])
    assert "bg_eliminate_2_cultists" not in options(table(turn="bg", arabia="bg acolyte, ghoul"))


@rule("CTHULHU-15.11")
def test_awakening_her_is_a_requirement() -> None:
    game = table(turn="bg", arabia="bg gate acolyte, bg 2 acolyte")
    answer(game, "awaken", "frenzy")
    assert filled(game, "bg") == ["bg_awaken_shub_niggurath"]


@rule("CTHULHU-15.12")
def test_frenzied_cultists_fight_but_neither_capture_nor_protect() -> None:
    game = table(turn="bg", books={"bg": "frenzy"}, dice=[4, 1, 1], arabia="bg 2 acolyte, deep_one")
    assert "battle" in options(game)
    assert "capture" not in options(game)
    answer(game, "battle")
    assert told(game, "rolled")[0] == ("rolled", 2, (4, 1), 0, 1)


@rule("CTHULHU-15.13", "CTHULHU-15.14")
def test_necrophagy_adds_a_pain_to_both_sides_for_each_ghoul() -> None:
    game = battle(
        "gc",
        "cc",
        "arabia",
        books={"bg": "necrophagy"},
        dice=[4, 1, 1, 1],
        arabia="starspawn, gc acolyte, cc 2 acolyte, flying_polyp",
        europe="ghoul",
        antarctica="ghoul",
    )
    answer(game, "cc_acolyte_1")  # the Pain of the dice comes first
    assert (asked(game), options(game)) == (("bg", "necrophagy"), ["no", "ghoul_1", "ghoul_2"])
    answer(game, "ghoul_2", "no")
    assert asked(game) == ("gc", "assign_pain")
    answer(game, "gc_acolyte_1")
    assert asked(game) == ("cc", "assign_pain")
    answer(game, "flying_polyp_1", "europe", "south_asia", "north_asia")
    assert where(game, "ghoul_2") == "arabia"  # it stays


@rule("CTHULHU-15.15")
def test_an_exempt_or_bystanding_ghoul_in_the_area_may_be_used() -> None:
    game = battle(
        "cc",
        "bg",
        "arabia",
        books={"bg": "necrophagy", "cc": "invisibility"},
        dice=[1, 1],
        arabia="flying_polyp, ghoul, fungi",
    )
    answer(game, "invisibility", "ghoul_1")
    assert (asked(game), options(game)) == (("bg", "necrophagy"), ["no", "ghoul_1"])
    game = battle("gc", "cc", "arabia", books={"bg": "necrophagy"}, dice=[1], arabia="deep_one, cc acolyte, ghoul")
    assert asked(game) == ("bg", "necrophagy")
    game = battle("gc", "bg", "arabia", books={"bg": "necrophagy"}, dice=[1, 1], arabia="deep_one, fungi, ghoul")
    assert asked(game)[1] != "necrophagy"  # it takes part


@rule("CTHULHU-15.16")
def test_ghouls_that_came_take_no_pain() -> None:
    game = battle(
        "gc", "bg", "arabia", books={"bg": "necrophagy"}, dice=[1, 1], arabia="deep_one, fungi", europe="2 ghoul"
    )
    answer(game, "ghoul_1", "ghoul_2")
    assert told(game, "assigned_pain") == [("assigned_pain", "deep_one_1", 0), ("assigned_pain", "fungi_1", 2)]


@rule("CTHULHU-15.17")
def test_no_necrophagy_after_a_battle_that_ended_early() -> None:
    game = battle("gc", "cc", "arabia", books={"bg": "necrophagy"}, arabia="cthulhu, cc acolyte", europe="ghoul")
    answer(game, "devour")
    assert asked(game) == ("gc", "spellbook")


@rule("CTHULHU-15.18")
def test_blood_sacrifice_once_a_doom_phase() -> None:
    slot = Step("doom_slot", (2,))
    game = table(
        slot, phase=DOOM, books={"bg": "blood_sacrifice"}, arabia="shub_niggurath, bg gate acolyte, bg acolyte"
    )
    answer(game, "blood_sacrifice", "bg_acolyte_2")
    assert (signs(game, "bg"), "blood_sacrifice" in options(game), where(game, "bg_acolyte_2")) == (1, False, "pool")
    assert "blood_sacrifice" not in options(
        table(slot, phase=DOOM, books={"bg": "blood_sacrifice"}, arabia="bg acolyte")
    )


@rule("CTHULHU-15.19")
def test_dark_young_with_the_red_sign_make_and_keep_gates() -> None:
    game = table(turn="bg", books={"bg": "red_sign"}, arabia="dark_young")
    answer(game, "create_gate")
    assert keeper(game, "arabia") == "bg"
    assert income(game.state, 2) == 2 + 1
    captor = table(books={"bg": "red_sign"}, arabia="bg gate dark_young, bg acolyte, 2 starspawn")
    assert "capture" not in options(captor)
    assert "create_gate" not in options(table(turn="bg", arabia="dark_young"))


@rule("CTHULHU-15.20")
def test_a_summoned_dark_young_may_take_the_gate_at_once() -> None:
    game = table(turn="bg", books={"bg": "red_sign"}, arabia="bg gate acolyte")
    answer(game, "summon", "dark_young")
    assert options(game) == ["yes", "no"]
    answer(game, "yes")
    assert game.rules.view(game.state, None)["areas"]["arabia"]["keeper"] == "dark_young_1"
    assert at(game, "arabia") == ["bg acolyte", "dark_young"]


@rule("CTHULHU-15.21")
def test_the_thousand_young_cost_one_less_while_she_is_in_play() -> None:
    game = table(turn="bg", power={"bg": 1}, books={"bg": "thousand_young"}, arabia="bg gate acolyte, shub_niggurath")
    answer(game, "summon", "ghoul")
    assert power(game, "bg") == 1
    answer(game, "summon", "fungi")
    assert power(game, "bg") == 0
    game = table(turn="bg", power={"bg": 1}, books={"bg": "thousand_young"}, arabia="bg gate acolyte")
    answer(game, "summon")
    assert power(game, "bg") == 0  # only a Ghoul, at full price


@rule("CTHULHU-15.22")
def test_ghroth_against_the_areas_with_fungi() -> None:
    rest = {"arabia": "fungi", "europe": "2 fungi", "antarctica": "gc 3 acolyte, cc 2 acolyte"}
    game = table(turn="bg", books={"bg": "ghroth"}, dice=[2], **rest)
    answer(game, "ghroth")
    assert (asked(game), power(game, "bg")) == (("gc", "propose"), 6)
    answer(game, (1, 1), "accept")
    assert at(game, "antarctica") == ["cc acolyte", "gc acolyte", "gc acolyte"]
    game = table(turn="bg", books={"bg": "ghroth"}, dice=[3], **rest)
    answer(game, "ghroth")
    assert asked(game) == ("bg", "ghroth_faction")  # two areas, not three


@rule("CTHULHU-15.23")
def test_ghroth_takes_all_if_there_are_no_more_cultists() -> None:
    game = table(
        turn="bg",
        books={"bg": "ghroth"},
        dice=[2],
        arabia="fungi",
        europe="2 fungi, gc acolyte",
        antarctica="ys acolyte",
    )
    answer(game, "ghroth")
    assert told(game, "proposed") == []
    assert (where(game, "gc_acolyte_1"), where(game, "ys_acolyte_1")) == ("pool", "pool")


@rule("CTHULHU-15.24", "CTHULHU-15.25")
def test_a_failed_ghroth_places_an_acolyte_of_anybody_anywhere() -> None:
    game = table(turn="bg", books={"bg": "ghroth"}, dice=[1], arabia="bg 6 acolyte", europe="gc 6 acolyte")
    answer(game, "ghroth")
    assert options(game) == ["yellow_sign", "crawling_chaos"]
    answer(game, "crawling_chaos")
    assert len(options(game)) == 17
    answer(game, "antarctica")
    assert at(game, "antarctica") == ["cc acolyte"]
    full = {
        "arabia": "bg 6 acolyte",
        "europe": "gc 6 acolyte",
        "antarctica": "cc 6 acolyte",
        "australia": "ys 6 acolyte",
    }
    game = table(turn="bg", books={"bg": "ghroth"}, dice=[1], **full)
    answer(game, "ghroth")
    assert asked(game)[1] != "ghroth_faction"
