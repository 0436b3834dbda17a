"""Further worked examples of the ledger: those of actions and the Doom Phase, and the answers of the FAQ."""

from __future__ import annotations

import pytest

from games.cthulhu.table import (
    ALL,
    answer,
    asked,
    at,
    battle,
    books,
    doom,
    keeper,
    options,
    power,
    signs,
    table,
    told,
)
from grimtable.games.cthulhu.battle import strength
from grimtable.games.cthulhu.components import UNIT
from grimtable.games.cthulhu.gather import income
from grimtable.kernel.values import Step

AROUND = ("indian_ocean", "south_atlantic", "south_pacific")  # all areas beside Antarctica


# ---------------------------------------------------------------- actions
def test_we_5_only_the_requirement_action_itself_counts_as_paying_four() -> None:
    game = table(turn="cc", power={"cc": 8}, arabia="cc 4 acolyte")
    answer(game, "move", "europe", "cc_acolyte_2", "europe", "cc_acolyte_3", "europe")
    answer(game, "cc_acolyte_4", "europe")
    assert (power(game, "cc"), books(game, "cc")) == (4, [])
    game = table(turn="cc", power={"cc": 4}, arabia="cc acolyte")
    answer(game, "cc_pay_4", "madness")
    assert (power(game, "cc"), books(game, "cc"), at(game, "arabia")) == (0, ["madness"], ["cc acolyte"])


def test_we_18_a_dark_young_takes_over_a_gate_in_one_turn() -> None:
    game = table(turn="bg", books={"bg": "red_sign"}, arabia="bg gate acolyte")
    answer(game, "summon", "dark_young", "no", "abandon", "dark_young_1")
    assert (keeper(game, "arabia"), game.state.on_gate(UNIT["dark_young_1"])) == ("bg", True)
    assert asked(game) == ("bg", "act_more")


def test_we_19_one_battle_in_each_area_of_a_turn() -> None:
    areas = {"arabia": "starspawn, cc acolyte", "europe": "deep_one, cc acolyte", "antarctica": "cc acolyte"}
    game = table(books={"gc": ALL}, dice=[1] * 4, **areas)
    answer(game, "battle", "arabia")
    assert "battle" in options(game)
    answer(game, "battle")  # Europe is the only area left
    assert (power(game, "gc"), "battle" in options(game)) == (6, False)


def test_we_19_units_pained_elsewhere_may_fight_there() -> None:
    around = {"indian_ocean": "cc acolyte", "antarctica": "starspawn, 2 deep_one, hunting_horror, cc acolyte"}
    game = table(books={"gc": ALL}, dice=[*[1] * 5, 4, 4, *[1] * 9], **around)
    answer(game, "battle", "starspawn_1", "deep_one_1")
    answer(game, *["south_pacific"] * 2)
    assert "battle" not in options(game)
    moved = game.edited(lambda s: s.put(UNIT["starspawn_1"], s.area[UNIT["cc_acolyte_1"]]))
    assert "battle" in options(moved)


# ---------------------------------------------------------------- Power and Doom
def test_we_9_power_above_twenty() -> None:
    gates = ("arabia", "europe", "antarctica", "australia", "north_asia", "south_asia")
    captives = {"gc": "cc 5 acolyte"}
    game = table(Step("gather_power"), captives=captives, **dict.fromkeys(gates, "gc gate acolyte"))
    assert (power(game, "gc"), power(game, "cc")) == (23, 12)


def test_we_10_a_ritual_of_crawling_chaos() -> None:
    areas = {"arabia": "cc gate acolyte, nyarlathotep", "europe": "cc gate acolyte", "antarctica": "cc gate acolyte"}
    game = table(Step("doom"), turn="cc", cycle=2, books={"cc": ALL}, **areas)
    assert (doom(game, "cc"), game.state.ritual_cost()) == (3, 5)
    answer(game, "ritual")
    assert (doom(game, "cc"), power(game, "cc"), signs(game, "cc")) == (6, 3, 1)
    assert game.state.ritual_cost() == 6


def test_we_11_after_the_last_space_rituals_still_cost_ten() -> None:
    gates = {"arabia": "gc gate acolyte", "europe": "cc gate acolyte", "antarctica": "bg gate acolyte"}
    rich = dict.fromkeys(("gc", "cc", "bg", "ys"), 11)
    game = table(Step("doom"), cycle=2, ritual=7, power=rich, books={"gc": ALL}, **gates)
    answer(game, "ritual")
    assert game.state.instant_death()
    while asked(game)[0] == "gc":
        answer(game, "done")
    answer(game, "ritual", "ritual")
    assert [power(game, code) for code in ("gc", "cc", "bg")] == [1, 1, 1]
    while game.decisions():
        answer(game, "done")
    assert game.state.outcome


# ---------------------------------------------------------------- battle
def test_we_12_the_combat_of_all_units_is_added() -> None:
    s = table(turn="cc", arabia="cc acolyte, 2 hunting_horror").state
    assert strength(s, 1, s.units_at(1, s.area[UNIT["cc_acolyte_1"]]), 0) == 4


def test_we_14_an_exemption_outlasts_the_polyp() -> None:
    game = battle(
        "cc",
        "gc",
        "arabia",
        books={"cc": "invisibility"},
        dice=[1] * 20,
        arabia="flying_polyp, hunting_horror, cthulhu, shoggoth",
    )
    answer(game, "invisibility", "shoggoth_1", "devour", "flying_polyp_1")
    assert [len(event[2]) for event in told(game, "rolled")] == [2, 6]  # Cthulhu's six, nothing from the Shoggoth


def test_we_21_cthulhu_is_worth_two_to_the_harbinger() -> None:
    game = battle(
        "cc",
        "gc",
        "arabia",
        books={"cc": "abduct"},
        dice=[4, *[1] * 6],
        arabia="nyarlathotep, cthulhu",
        risen="cthulhu",
    )
    assert options(game) == ["power_2", "signs", "no"]


def test_we_23_madness_sends_nobody_to_the_enemy_just_fought() -> None:
    near = {"indian_ocean": "ys acolyte", "south_pacific": "gc acolyte"}
    game = battle(
        "gc", "ys", "antarctica", books={"cc": "madness"}, dice=[4, 1, 1, 4], antarctica="starspawn, 2 undead", **near
    )
    answer(game, "undead_1")  # the defender first
    assert options(game) == ["indian_ocean", "south_atlantic"]
    answer(game, "indian_ocean")
    assert set(options(game)) <= {"south_atlantic", "south_pacific"}


def test_we_26_an_exempt_ghoul_may_come_by_necrophagy() -> None:
    game = battle(
        "cc",
        "bg",
        "arabia",
        books={"cc": "invisibility", "bg": "necrophagy"},
        dice=[1] * 3,
        arabia="flying_polyp, ghoul, dark_young",
    )
    answer(game, "invisibility", "ghoul_1")
    assert (asked(game), options(game)) == (("bg", "necrophagy"), ["no", "ghoul_1"])
    answer(game, "ghoul_1")
    assert len(told(game, "assigned_pain")) == 2


def test_we_27_nyarlathotep_takes_the_loss_and_nothing_is_lost() -> None:
    game = battle(
        "ys",
        "cc",
        "antarctica",
        books={"cc": "emissary"},
        dice=[4, 4, 1, 1, 1],
        antarctica="2 byakhee, undead, nyarlathotep, nightgaunt",
        **dict.fromkeys(AROUND, "ys acolyte"),
    )
    while asked(game)[1] != "surrounded":
        answer(game, options(game)[0])
    answer(game, "nyarlathotep")
    assert {"nyarlathotep", "nightgaunt"} <= set(at(game, "antarctica"))


def test_we_28_a_ghoul_that_comes_takes_no_pain() -> None:
    rest = {"arabia": "dark_young, starspawn", "europe": "ghoul"}
    game = battle("bg", "gc", "arabia", books={"bg": "necrophagy"}, dice=[1] * 5, **rest)
    answer(game, "ghoul_1")
    assert sorted([event[1] for event in told(game, "assigned_pain")]) == ["dark_young_1", "starspawn_1"]


# ---------------------------------------------------------------- talks
def test_we_25_to_insist_on_paying_alone_is_no_agreement() -> None:
    game = table(turn="cc", books={"cc": "thousand_forms"}, dice=[4], arabia="nyarlathotep")
    answer(game, "thousand_forms", (4, 0, 0), "reject")
    assert asked(game)[1] == "propose"  # the others may go on talking
    assert [power(game, code) for code in ("gc", "cc", "bg", "ys")] == [8, 8, 8, 8]


def test_we_25_who_has_nothing_has_no_veto() -> None:
    game = table(turn="cc", books={"cc": "thousand_forms"}, power={"ys": 0, "bg": 0}, dice=[4], arabia="nyarlathotep")
    answer(game, "thousand_forms")
    assert (asked(game), options(game)) == (("gc", "cover"), ["cover", "refuse"])


def test_we_29_thousand_forms_above_what_the_enemies_have() -> None:
    poor = {"gc": 1, "bg": 1, "ys": 0}
    game = table(turn="cc", books={"cc": "thousand_forms"}, power=poor, arabia="nyarlathotep", dice=[5])
    answer(game, "thousand_forms")
    assert [power(game, code) for code in ("gc", "cc", "bg", "ys")] == [1, 13, 1, 0]


def test_we_30_a_failed_ghroth_must_place_an_acolyte_if_there_is_one() -> None:
    rest = {"turn": "bg", "books": {"bg": "ghroth>bg_areas_4"}, "dice": [6], "north_asia": "fungi"}
    game = table(arabia="gc 6 acolyte", **rest)
    answer(game, "ghroth")
    assert (asked(game)[1], "no" in options(game)) == ("ghroth_faction", False)
    full = {
        "arabia": "gc 6 acolyte",
        "europe": "cc 6 acolyte",
        "australia": "bg 6 acolyte",
        "antarctica": "ys 6 acolyte",
    }
    game = table(**full, **rest)
    answer(game, "ghroth")
    assert told(game, "placed") == []
    assert asked(game)[1] != "ghroth_faction"


# ---------------------------------------------------------------- two players
@pytest.mark.parametrize(
    ("units", "dice", "lost"),
    [
        ("starspawn, ghoul", [6, 1, 1], 1),
        ("starspawn, fungi", [6, 1, 1, 1], 2),
        ("starspawn, dark_young", [6, *[1] * 4], 3),
    ],
)
def test_we_31_a_dead_monster_gives_its_cost(units: str, dice: list[int], lost: int) -> None:
    game = battle("gc", "bg", "asia", factions="gc bg", dice=dice, asia=units, africa="bg acolyte")
    assert doom(game, "gc") == lost


def test_we_31_absorbed_and_sacrificed_units_count_devolved_ones_do_not() -> None:
    game = battle(
        "gc",
        "cc",
        "asia",
        factions="gc cc",
        books={"gc": "absorb"},
        dice=[1] * 9,
        asia="shoggoth, gc acolyte, nightgaunt",
    )
    answer(game, "absorb")
    assert doom(game, "cc") == 1
    game = table(
        turn="cc", factions="gc cc", books={"gc": "devolve"}, asia="gc acolyte, cc acolyte", africa="cc acolyte"
    )
    answer(game, "recruit", "asia", "gc_acolyte_1")
    assert (at(game, "asia").count("deep_one"), doom(game, "cc")) == (1, 0)
    game = table(factions="bg gc", turn="bg", asia="bg 3 acolyte", africa="gc acolyte")
    answer(game, "bg_eliminate_2_cultists")
    assert doom(game, "gc") == 2


def test_we_31_saved_units_give_half() -> None:
    cases = [
        ("gc", "cc", {"cc": "emissary"}, "starspawn, nyarlathotep", [6, 1, 1, 1], 5),
        ("cc", "gc", {"gc": "regenerate"}, "starspawn, hunting_horror", [6, 1, 1, 1, 1], 2),
    ]
    for attacker, defender, had, units, dice, half in cases:
        game = battle(attacker, defender, "asia", factions="gc cc", books=had, dice=dice, asia=units)
        if asked(game)[1] == "emissary":
            answer(game, "yes")
        assert doom(game, attacker) == half


@pytest.mark.parametrize(("face", "loss"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_we_33_thousand_forms_takes_half_rounded_up(face: int, loss: int) -> None:
    base = {"factions": "cc gc", "turn": "cc", "books": {"cc": "thousand_forms"}, "asia": "nyarlathotep"}
    game = table(dice=[face], africa="gc acolyte", **base)
    answer(game, "thousand_forms")
    assert power(game, "gc") == 8 - loss


@pytest.mark.parametrize(("face", "lost"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 0), (6, 0)])
def test_we_33_ghroth_with_fungi_in_four_areas(face: int, lost: int) -> None:
    four = dict.fromkeys(("asia", "africa", "antarctica", "australia"), "fungi")
    had = {"bg": "ghroth>bg_areas_4"}
    game = table(factions="bg gc", turn="bg", books=had, dice=[face], europe="gc 5 acolyte", **four)
    answer(game, "ghroth")
    while asked(game)[1] == "ghroth_victim":
        answer(game, options(game)[0])
    assert at(game, "europe").count("gc acolyte") == 5 - lost
    assert (asked(game)[1] == "ghroth_faction") == (lost == 0)


# ---------------------------------------------------------------- Yellow Sign
def test_we_36_the_third_eyes_bargain() -> None:
    game = table(
        turn="ys",
        books={"ys": "screaming_dead, third_eye, passion>ys_desecrate_slashes"},
        dice=[1],
        arabia="king_in_yellow",
        australia="hastur",
    )
    answer(game, "screaming_dead", "europe", "desecrate", "undead")
    assert (power(game, "ys"), signs(game, "ys"), at(game, "europe")) == (6, 1, ["king_in_yellow", "undead"])
    assert len(game.state.desecrated) == 1
    assert income(game.state, 3) == 1  # Feast


def test_we_38_passion_brings_a_spent_cult_back() -> None:
    game = table(power={"ys": 0, "bg": 0}, books={"ys": "passion"}, arabia="deep_one, ys acolyte", europe="cc acolyte")
    answer(game, "capture", "yes")
    assert power(game, "ys") == 1
    answer(game, "drop")  # Crawling Chaos; Black Goat has no Power
    assert asked(game) == ("ys", "act")
