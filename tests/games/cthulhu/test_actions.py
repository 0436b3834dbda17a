"""Common actions."""

from __future__ import annotations

from games.cthulhu.table import answer, asked, at, keeper, options, power, table, told, where
from rule import rule


# ---------------------------------------------------------------- recruit, summon, awaken
@rule("CTHULHU-5.1")
def test_an_acolyte_joins_own_units_of_any_type() -> None:
    game = table(arabia="deep_one", europe="gc acolyte", antarctica="cc acolyte")
    answer(game, "recruit")
    assert options(game) == ["arabia", "europe"]
    answer(game, "arabia")
    assert (at(game, "arabia"), power(game, "gc")) == (["deep_one", "gc acolyte"], 7)


@rule("CTHULHU-5.2")
def test_without_units_on_the_map_an_acolyte_goes_anywhere() -> None:
    game = table(arabia="cc acolyte", submerged="cthulhu, gc acolyte", books={"gc": "submerge"})
    answer(game, "recruit")
    assert len(options(game)) == 17


@rule("CTHULHU-5.3")
def test_one_monster_at_a_controlled_gate() -> None:
    game = table(arabia="gc gate acolyte", europe="gc acolyte, deep_one", gates="europe", north_asia="gc gate acolyte")
    answer(game, "summon", "starspawn")
    assert options(game) == ["arabia", "north_asia"]
    answer(game, "arabia")
    assert (where(game, "starspawn_1"), power(game, "gc")) == ("arabia", 5)
    assert where(game, "starspawn_2") == "pool"
    assert "summon" not in options(game)


@rule("CTHULHU-5.4")
def test_placing_by_an_ability_needs_no_gate() -> None:
    game = table(turn="ys", arabia="king_in_yellow, ys acolyte", dice=[6])
    answer(game, "desecrate", "byakhee")
    assert where(game, "byakhee_1") == "arabia"


@rule("CTHULHU-5.5")
def test_awakening_is_paid_and_places_one_great_old_one() -> None:
    game = table(power={"gc": 10}, south_pacific="gc gate acolyte", arabia="gc acolyte")
    answer(game, "awaken")
    assert (where(game, "cthulhu"), power(game, "gc")) == ("south_pacific", 0)
    assert "awaken" not in options(table(power={"gc": 9}, south_pacific="gc gate acolyte"))


@rule("CTHULHU-5.6")
def test_a_removed_great_old_one_must_be_awakened_again() -> None:
    game = table(turn="bg", arabia="bg gate acolyte, bg 4 acolyte", risen="shub_niggurath")
    assert "avatar" not in options(game)
    answer(game, "awaken")
    assert where(game, "shub_niggurath") == "arabia"


# ---------------------------------------------------------------- gates and moves
@rule("CTHULHU-5.7", "CTHULHU-5.8")
def test_a_gate_costs_three_and_is_controlled_at_once() -> None:
    game = table(arabia="gc acolyte", europe="deep_one")
    answer(game, "create_gate")
    assert (keeper(game, "arabia"), power(game, "gc")) == ("gc", 5)
    assert told(game, "gate_created") == [("gate_created", 0, "arabia")]
    assert "create_gate" not in options(table(europe="deep_one"))


@rule("CTHULHU-5.9")
def test_moves_cost_one_power_each_to_an_adjacent_area() -> None:
    game = table(arabia="gc acolyte", europe="deep_one")
    answer(game, "move", "gc_acolyte_1")
    assert "north_pacific" not in options(game)
    assert "east_africa" in options(game)
    answer(game, "east_africa", "deep_one_1", "scandinavia")
    assert (where(game, "gc_acolyte_1"), where(game, "deep_one_1")) == ("east_africa", "scandinavia")
    assert power(game, "gc") == 6


@rule("CTHULHU-5.10")
def test_each_unit_moves_once_as_far_as_power_lasts() -> None:
    game = table(power={"gc": 2}, arabia="gc acolyte, deep_one, shoggoth")
    answer(game, "move", "gc_acolyte_1", "east_africa")
    assert options(game) == ["deep_one_1", "shoggoth_1", "done"]
    answer(game, "deep_one_1", "east_africa")
    assert (power(game, "gc"), asked(game)[0]) == (0, "cc")


# ---------------------------------------------------------------- battle and capture
@rule("CTHULHU-5.13", "CTHULHU-5.15")
def test_a_battle_is_against_one_faction_in_one_area() -> None:
    game = table(dice=[6], arabia="deep_one, cc acolyte, ys acolyte", europe="deep_one, ys acolyte")
    answer(game, "battle")
    assert options(game) == ["arabia", "europe"]
    answer(game, "arabia")
    assert options(game) == ["crawling_chaos", "yellow_sign"]
    answer(game, "crawling_chaos")
    assert power(game, "gc") == 7
    assert (where(game, "cc_acolyte_1"), where(game, "ys_acolyte_1")) == ("pool", "arabia")


@rule("CTHULHU-5.14")
def test_an_attacker_needs_combat_and_a_defender_does_not() -> None:
    assert "battle" not in options(table(arabia="gc acolyte, deep_one", europe="cc acolyte"))
    assert "battle" not in options(table(turn="cc", arabia="nightgaunt, cc acolyte, deep_one"))
    assert "battle" not in options(table(turn="ys", arabia="undead, deep_one"))
    assert "battle" in options(table(turn="ys", arabia="2 undead, gc acolyte"))


@rule("CTHULHU-5.16", "CTHULHU-5.21")
def test_a_capture_takes_a_cultist_off_the_map_but_not_to_its_pool() -> None:
    game = table(arabia="deep_one, cc gate acolyte")
    answer(game, "capture")
    assert (where(game, "cc_acolyte_1"), power(game, "gc"), keeper(game, "arabia")) == ("captive", 7, "abandoned")
    assert game.rules.view(game.state, None)["players"][0]["captives"] == ["cc_acolyte_1"]


@rule("CTHULHU-5.17")
def test_protection_is_by_rank() -> None:
    assert "capture" not in options(table(arabia="4 deep_one, cc acolyte, nightgaunt"))
    assert "capture" in options(table(arabia="cthulhu, cc acolyte, nightgaunt"))
    assert "capture" not in options(table(arabia="cthulhu, cc acolyte, nyarlathotep"))
    assert "capture" not in options(table(arabia="2 starspawn, cc acolyte, nyarlathotep"))


@rule("CTHULHU-5.18")
def test_combat_does_not_matter_to_capture() -> None:
    assert "capture" in options(table(turn="bg", arabia="ghoul, cc acolyte"))
    frenzied = {"books": {"bg": "frenzy"}}
    assert "capture" not in options(table(turn="bg", arabia="bg 6 acolyte, cc acolyte", **frenzied))
    assert "capture" in options(table(arabia="deep_one, bg 2 acolyte", **frenzied))


@rule("CTHULHU-5.19")
def test_other_factions_do_not_protect() -> None:
    game = table(arabia="deep_one, cc acolyte, 3 undead, hastur")
    answer(game, "capture")
    assert where(game, "cc_acolyte_1") == "captive"


@rule("CTHULHU-5.22")
def test_a_capture_is_no_battle() -> None:
    game = table(books={"bg": "necrophagy"}, arabia="cthulhu, cc acolyte", europe="ghoul")
    answer(game, "capture")
    assert told(game, "battle", "rolled") == []
    assert asked(game) == ("cc", "act")
