"""Abilities that can be left unused, and actions in the order the rulebook wants."""

from __future__ import annotations

from games.cthulhu.table import ALL, answer, asked, battle, doom, keeper, options, power, signs, table, told, where
from grimtable.kernel.values import Step
from rule import rule

GATHER = Step("gather_power")
NOTHING = {"gc": 0, "cc": 0, "bg": 0, "ys": 0}


# ---------------------------------------------------------------- dropping
@rule("CTHULHU-4.13", "CTHULHU-15.3")
def test_power_can_be_dropped_after_an_unlimited_action() -> None:
    game = table(turn="bg", power={"bg": 3}, arabia="bg gate acolyte")
    answer(game, "summon", "ghoul")
    assert {"drop", "end_turn"} <= set(options(game))
    answer(game, "drop")
    assert (power(game, "bg"), asked(game)[1]) == (0, "act_more")
    assert "drop" not in options(game)
    spent = answer(table(turn="bg", power={"bg": 1}, arabia="bg gate acolyte"), "summon")
    assert (power(spent, "bg"), "drop" in options(spent)) == (0, False)


@rule("CTHULHU-4.13", "CTHULHU-6.7")
def test_power_can_be_dropped_after_an_unlimited_battle() -> None:
    game = table(books={"gc": ALL}, dice=[1] * 9, arabia="2 deep_one, cc acolyte", europe="gc acolyte")
    answer(game, "battle")
    while asked(game)[1] != "act_more":
        answer(game, options(game)[-1])
    assert {"drop", "end_turn"} <= set(options(game))


@rule("CTHULHU-4.13", "CTHULHU-17.12")
def test_with_two_players_nobody_drops_much_power_after_a_summon_either() -> None:
    game = table(factions="bg gc", turn="bg", power={"bg": 3}, africa="bg gate acolyte")
    answer(game, "summon", "ghoul")
    assert "drop" not in options(game)
    answer(game, "summon", "ghoul")
    assert power(game, "bg") == 1
    assert "drop" in options(game)


# ---------------------------------------------------------------- Gather Power


@rule("CTHULHU-3.3", "CTHULHU-8.5", "CTHULHU-8.8")
def test_feast_can_be_left_unused_where_it_would_raise_the_minimum_of_others() -> None:
    feast = {"europe": "ys acolyte", "arabia": "ys gate acolyte, ys 4 acolyte", "desecrated": "europe"}
    abandoned = ", ".join(["west_africa", "antarctica", "australia", "scandinavia"])
    game = table(GATHER, turn="ys", power=NOTHING, gates=abandoned, **feast)
    assert (asked(game), options(game)) == (("ys", "use_ability"), ["feast", "forgo"])
    used = answer(game.clone(log=True), "feast")
    assert used.state.power == [7, 7, 7, 13]
    left = answer(game, "forgo")
    assert left.state.power == [6, 6, 6, 12]
    assert told(left, "forgone") == [("forgone", 3, "feast", 1)]


@rule("CTHULHU-3.3", "CTHULHU-8.5")
def test_an_ability_is_used_without_a_question_where_leaving_it_changes_nothing_for_others() -> None:
    feast = {"arabia": "ys gate acolyte, ys 5 acolyte", "desecrated": "arabia"}
    even = table(GATHER, turn="ys", power=NOTHING, **feast)  # 9 with Feast, 8 without: 5 or 4 for the others
    assert asked(even)[1] == "use_ability"
    odd = table(GATHER, turn="ys", power=NOTHING, gates="west_africa", **feast)  # 10 or 9: 5 either way
    assert told(odd, "gathered")
    rival = table(GATHER, turn="ys", power=NOTHING, antarctica="gc gate acolyte, gc 5 acolyte, cthulhu", **feast)
    assert asked(rival)[1] == "use_ability"  # 9 with Feast, 8 without as the rival has
    rich = {"europe": "gc gate acolyte", "antarctica": "gc gate acolyte", "africa": "", "south_asia": "gc gate acolyte"}
    assert told(table(GATHER, turn="ys", power=NOTHING, **feast, **rich, scandinavia="gc gate acolyte"), "gathered")


@rule("CTHULHU-3.3", "CTHULHU-13.21", "CTHULHU-15.19")
def test_every_ability_of_the_gather_power_phase_can_be_left_unused() -> None:
    deep = table(GATHER, power=NOTHING, books={"gc": "yha_nthlei"}, arabia="gc 6 acolyte, cthulhu", arctic_ocean="")
    assert told(deep, "gathered")  # no ocean gate: nothing to leave
    rest = {"arabia": "gc 6 acolyte, cthulhu", "indian_ocean": "cc gate acolyte"}
    deep = table(GATHER, power=NOTHING, books={"gc": "yha_nthlei"}, **rest)
    assert (asked(deep), options(deep)) == (("gc", "use_ability"), ["yha_nthlei", "forgo"])
    young = table(GATHER, power=NOTHING, books={"bg": "red_sign"}, arabia="bg 6 acolyte, dark_young")
    assert (asked(young), options(young)) == (("bg", "use_ability"), ["red_sign", "forgo"])


# ---------------------------------------------------------------- Elder Signs out of an empty bag
@rule("CTHULHU-3.3", "CTHULHU-16.20", "CTHULHU-3.15")
def test_the_third_eye_can_be_left_unused_where_its_doom_would_end_the_game() -> None:
    rest = {"books": {"ys": "third_eye"}, "arabia": "hastur, king_in_yellow, 4 undead"}
    game = table(turn="ys", bag=0, doom={"ys": 29}, dice=[1], **rest)
    answer(game, "desecrate")
    assert (asked(game), options(game)) == (("ys", "use_ability"), ["third_eye", "forgo"])
    used = answer(game.clone(log=True), "third_eye")
    assert (power(used, "ys"), doom(used, "ys")) == (7, 30)
    left = answer(game, "forgo")
    assert (power(left, "ys"), doom(left, "ys")) == (6, 29)
    for words in ({"bag": 1, "doom": {"ys": 29}}, {"bag": 0, "doom": {"ys": 28}}):
        usual = answer(table(turn="ys", dice=[1], **rest, **words), "desecrate")
        assert (asked(usual), power(usual, "ys")) == (("ys", "desecrate"), 7)


@rule("CTHULHU-3.3", "CTHULHU-13.2")
def test_the_elder_sign_of_immortal_can_be_left_where_it_would_end_the_game() -> None:
    rest = {"risen": "cthulhu", "south_pacific": "gc gate acolyte"}
    game = answer(table(bag=0, doom={"gc": 29}, **rest), "awaken")
    assert (asked(game), options(game)) == (("gc", "use_ability"), ["immortal", "forgo"])
    assert doom(answer(game.clone(), "immortal"), "gc") == 30
    assert doom(answer(game, "forgo"), "gc") == 29
    assert signs(answer(table(doom={"gc": 29}, **rest), "awaken"), "gc") == 1


# ---------------------------------------------------------------- one pre-battle ability after the other
@rule("CTHULHU-11.3", "CTHULHU-14.11")
def test_a_pre_battle_ability_is_over_once_another_one_has_begun() -> None:
    game = battle(
        "cc",
        "gc",
        "arabia",
        books={"cc": "abduct, invisibility, seek_and_destroy"},
        arabia="3 nightgaunt, flying_polyp, 4 deep_one",
        europe="2 hunting_horror",
    )
    answer(game, "abduct", "abduct")
    assert options(game) == ["abduct", "invisibility", "seek_and_destroy", "done"]
    answer(game, "seek_and_destroy")
    assert options(game) == ["invisibility", "seek_and_destroy", "done"]
    answer(game, "invisibility", "deep_one_3")
    assert told(game, "rolled") or asked(game)[1] != "pre_battle"


# ---------------------------------------------------------------- keepers in the second action
@rule("CTHULHU-5.12", "CTHULHU-6.2", "CTHULHU-16.21")
def test_a_keeper_cannot_move_in_the_second_action() -> None:
    rest = {"arabia": "king_in_yellow", "europe": "ys gate acolyte, ys acolyte", "scandinavia": "ys gate acolyte"}
    game = table(turn="ys", books={"ys": "screaming_dead"}, **rest)
    answer(game, "screaming_dead", "east_africa", "move")
    assert options(game) == ["ys_acolyte_2", "king_in_yellow"]
    answer(game, "king_in_yellow", "arabia")
    assert options(game) == ["ys_acolyte_2", "done"]
    answer(game, "ys_acolyte_2", "scandinavia")
    assert asked(game) == ("ys", "act_more")  # only keepers are left
    game = table(turn="ys", books={"ys": "screaming_dead"}, **rest)
    answer(game, "abandon", "europe", "screaming_dead", "east_africa", "move")
    assert "ys_acolyte_1" in options(game)  # it has stepped off before


@rule("CTHULHU-5.12", "CTHULHU-2.12")
def test_a_keeper_that_moves_abandons_its_gate_and_everybody_is_told() -> None:
    game = table(arabia="gc gate acolyte", europe="gc acolyte")
    answer(game, "move", "gc_acolyte_1", "east_africa")
    assert (keeper(game, "arabia"), where(game, "gc_acolyte_1")) == ("abandoned", "east_africa")
    assert told(game, "gate_left") == [("gate_left", "arabia")]
