"""Yellow Sign."""

from __future__ import annotations

from games.cthulhu.table import (
    ALL,
    answer,
    asked,
    at,
    battle,
    books,
    doom,
    filled,
    options,
    power,
    signs,
    table,
    told,
    where,
)
from grimtable.games.cthulhu.battle import strength
from grimtable.games.cthulhu.components import COST, KINDS, UNIT
from grimtable.games.cthulhu.gather import income
from rule import rule

AROUND = ("indian_ocean", "south_atlantic", "south_pacific")  # all neighbours of Antarctica


@rule("CTHULHU-16.1")
def test_units() -> None:
    costs = {kind: COST[KINDS.index(kind)] for kind in KINDS[13:]}
    assert costs == {"undead": 1, "byakhee": 2, "king_in_yellow": 4, "hastur": 10}


@rule("CTHULHU-16.2")
def test_feast() -> None:
    s = table(desecrated="arabia, europe, antarctica", arabia="undead", europe="ys acolyte, undead").state
    assert income(s, 3) == 1 + 2


@rule("CTHULHU-16.3")
def test_the_king_rises_beside_own_units_where_no_gate_is() -> None:
    game = table(turn="ys", arabia="ys gate acolyte", europe="undead", antarctica="ys acolyte", gates="antarctica")
    answer(game, "awaken")
    assert (where(game, "king_in_yellow"), power(game, "ys")) == ("europe", 4)


@rule("CTHULHU-16.4")
def test_hastur_rises_beside_the_king_at_an_own_gate() -> None:
    base = {"turn": "ys", "power": {"ys": 10}}
    game = table(arabia="ys gate acolyte, king_in_yellow", europe="ys gate acolyte", **base)
    answer(game, "awaken")
    assert (where(game, "hastur"), power(game, "ys")) == ("arabia", 0)
    assert "awaken" not in options(table(arabia="cc gate acolyte, king_in_yellow", europe="ys gate acolyte", **base))


@rule("CTHULHU-16.5")
def test_hastur_rolls_the_ritual_cost() -> None:
    for ritual, dice in [(0, 5), (1, 6), (7, 10), (8, 10)]:
        s = table(ritual=ritual, arabia="hastur").state
        assert strength(s, 3, [UNIT["hastur"]], 0) == dice


@rule("CTHULHU-16.6", "CTHULHU-16.12")
def test_desecrate_succeeds_up_to_the_number_of_own_units() -> None:
    for face, works in [(2, True), (3, False)]:
        game = table(turn="ys", dice=[face], arabia="king_in_yellow, undead, gc 3 acolyte")
        answer(game, "desecrate", "acolyte")
        assert (game.state.desecrated != (), power(game, "ys")) == (works, 6)
        assert asked(game) == (("ys", "spellbook") if works else ("gc", "act"))
    assert "desecrate" not in options(table(turn="ys", desecrated="arabia", arabia="king_in_yellow"))
    lands = "arabia, europe, antarctica, australia, north_asia, south_asia"
    oceans = "indian_ocean, arctic_ocean, north_pacific, south_pacific, north_atlantic, south_atlantic"
    assert "desecrate" not in options(table(turn="ys", desecrated=f"{lands}, {oceans}", west_africa="king_in_yellow"))


@rule("CTHULHU-16.7")
def test_desecrate_places_a_cheap_unit_either_way() -> None:
    game = table(turn="ys", dice=[6], arabia="king_in_yellow")
    answer(game, "desecrate")
    assert options(game) == ["acolyte", "undead", "byakhee"]
    answer(game, "byakhee")
    assert (at(game, "arabia"), power(game, "ys")) == (["byakhee", "king_in_yellow"], 6)


@rule("CTHULHU-16.8")
def test_oceans_and_antarctica_can_be_desecrated_without_a_glyph() -> None:
    for area in ("indian_ocean", "antarctica"):
        game = table(turn="ys", dice=[1], **{area: "king_in_yellow"})
        answer(game, "desecrate", "undead")
        assert len(game.state.desecrated) == 1
        assert books(game, "ys") == []
        assert asked(game)[0] == "gc"


@rule("CTHULHU-16.9", "CTHULHU-16.10")
def test_vengeance_assigns_the_enemys_results() -> None:
    game = battle("ys", "gc", "arabia", dice=[6, 4, 1, 1, 1, 6, *[1] * 5], arabia="hastur, cthulhu, gc 2 acolyte")
    assert where(game, "hastur") == "arabia"
    assert game.state.killed == (UNIT["hastur"],)
    assert (asked(game), options(game)) == (("ys", "assign_kill"), ["gc_acolyte_1", "cthulhu"])
    answer(game, "cthulhu")
    assert (where(game, "cthulhu"), where(game, "hastur")) == ("pool", "pool")


@rule("CTHULHU-16.11")
def test_requirements() -> None:
    game = table(turn="ys", europe="undead")
    answer(game, "awaken", "passion")
    assert filled(game, "ys") == ["ys_awaken_king"]
    game = table(turn="ys", power={"ys": 10}, arabia="ys gate acolyte, king_in_yellow")
    answer(game, "awaken", "passion")
    assert (filled(game, "ys"), signs(game, "ys")) == (["ys_awaken_hastur"], 1)
    for area, slot in [("europe", "slashes"), ("australia", "chevron"), ("north_america", "circle")]:
        game = table(turn="ys", dice=[1], **{area: "king_in_yellow"})
        answer(game, "desecrate", "undead", "passion")
        assert filled(game, "ys") == [f"ys_desecrate_{slot}"]
    game = table(turn="ys", arabia="ys acolyte")
    answer(game, "ys_give_3_doom", "crawling_chaos", "passion")
    assert (doom(game, "cc"), filled(game, "ys")) == (3, ["ys_give_3_doom"])


@rule("CTHULHU-16.12")
def test_a_glyph_counts_only_while_its_requirement_is_open() -> None:
    game = table(
        turn="ys", dice=[1], books={"ys": "passion>ys_desecrate_slashes"}, desecrated="europe", arabia="king_in_yellow"
    )
    answer(game, "desecrate", "undead")
    assert filled(game, "ys") == ["ys_desecrate_slashes"]


@rule("CTHULHU-16.13")
def test_passion_once_for_an_action_or_battle_and_not_for_own_sacrifices() -> None:
    game = battle("gc", "ys", "arabia", books={"ys": "passion"}, dice=[6, 6, 1], arabia="starspawn, ys 3 acolyte")
    assert asked(game) == ("gc", "kill_slot")
    answer(game, "gc_kill_devour_2")
    assert asked(game) == ("ys", "passion")
    answer(game, "yes")
    assert power(game, "ys") == 9
    assert asked(game) == ("gc", "spellbook")
    around = dict.fromkeys(AROUND, "gc acolyte")
    game = battle(
        "gc", "ys", "antarctica", books={"ys": "passion"}, dice=[4, 1, 1], antarctica="starspawn, ys acolyte", **around
    )
    assert asked(game) == ("ys", "passion")  # surrounded
    game = table(books={"ys": "passion"}, arabia="deep_one, undead, ys acolyte, cthulhu")
    answer(game, "capture")
    assert asked(game) == ("ys", "passion")
    answer(game, "no")
    assert power(game, "ys") == 8
    game = battle("gc", "ys", "arabia", books={"ys": "passion"}, dice=[6, 1, 1, 1], arabia="starspawn, 2 undead")
    assert asked(game) == ("gc", "spellbook")  # no cultist


@rule("CTHULHU-16.14")
def test_zingaya_swaps_an_acolyte_for_an_undead() -> None:
    game = table(
        turn="ys", books={"ys": "zingaya"}, arabia="undead, gc gate acolyte, gc acolyte, cthulhu", europe="cc acolyte"
    )
    answer(game, "zingaya")
    assert (asked(game), options(game)) == (("gc", "zingaya_victim"), ["gc_acolyte_1", "gc_acolyte_2"])
    answer(game, "gc_acolyte_2")
    assert (at(game, "arabia"), power(game, "ys")) == (["cthulhu", "gc acolyte", "undead", "undead"], 7)


@rule("CTHULHU-16.15")
def test_shriek_gathers_byakhee_anywhere() -> None:
    game = table(turn="ys", books={"ys": "shriek_of_the_byakhee"}, arabia="2 byakhee", antarctica="byakhee")
    answer(game, "shriek_of_the_byakhee", "north_america")
    assert options(game) == ["byakhee_1", "byakhee_3"]  # at least one must fly
    answer(game, "byakhee_1", "byakhee_3", "done")
    assert (at(game, "north_america"), power(game, "ys")) == (["byakhee", "byakhee"], 7)


@rule("CTHULHU-16.16")
def test_screaming_dead_moves_the_king_with_undead_then_a_second_action() -> None:
    game = table(turn="ys", books={"ys": "screaming_dead"}, arabia="king_in_yellow, 3 undead", north_america="undead")
    answer(game, "screaming_dead")
    assert "north_america" not in options(game)
    answer(game, "europe", "undead_1", "undead_2", "done")
    assert (at(game, "europe"), power(game, "ys")) == (["king_in_yellow", "undead", "undead"], 7)
    assert asked(game) == ("ys", "second")
    answer(game, "recruit", "arabia")
    assert (power(game, "ys"), asked(game)[0]) == (6, "gc")


@rule("CTHULHU-16.17")
def test_hastur_goes_where_a_cultist_is() -> None:
    game = table(
        turn="ys",
        books={"ys": "he_who_is_not_to_be_named"},
        arabia="hastur",
        north_america="gc acolyte",
        australia="ys acolyte",
        europe="deep_one",
    )
    answer(game, "he_who_is_not_to_be_named")
    assert options(game) == ["australia", "north_america"]
    answer(game, "north_america", "capture")
    assert (where(game, "gc_acolyte_1"), power(game, "ys")) == ("captive", 6)


@rule("CTHULHU-16.18", "CTHULHU-16.21")
def test_the_second_action_is_any_other_but_not_one_of_the_two() -> None:
    game = table(
        turn="ys",
        books={"ys": ALL},
        arabia="king_in_yellow, hastur, 2 undead, byakhee",
        europe="ys acolyte, gc acolyte",
    )
    answer(game, "screaming_dead", "europe", "undead_1", "undead_2")
    words = options(game)
    assert {"move", "recruit", "battle", "capture", "desecrate", "shriek_of_the_byakhee", "done"} <= set(words)
    assert not {"screaming_dead", "he_who_is_not_to_be_named"} & set(words)
    answer(game, "done")
    assert "battle" in options(game)  # an Unlimited Battle after the pair


@rule("CTHULHU-16.19")
def test_a_free_second_action_is_possible_at_zero_power() -> None:
    game = table(turn="ys", power={"ys": 1}, books={"ys": "screaming_dead"}, arabia="king_in_yellow, ys acolyte")
    answer(game, "screaming_dead", "europe")
    assert options(game) == ["ys_give_3_doom", "done"]


@rule("CTHULHU-16.20")
def test_the_third_eye_with_hastur() -> None:
    game = table(turn="ys", dice=[1], books={"ys": "third_eye"}, antarctica="king_in_yellow", europe="hastur")
    answer(game, "desecrate", "undead")
    assert (power(game, "ys"), signs(game, "ys")) == (7, 1)
    game = table(turn="ys", dice=[1], books={"ys": "third_eye"}, antarctica="king_in_yellow")
    answer(game, "desecrate", "undead")
    assert (power(game, "ys"), signs(game, "ys")) == (6, 0)
    game = table(turn="ys", dice=[6], books={"ys": "third_eye"}, antarctica="king_in_yellow", europe="hastur")
    answer(game, "desecrate", "undead")
    assert (power(game, "ys"), signs(game, "ys")) == (7, 0)
    assert told(game, "desecrated") == []
