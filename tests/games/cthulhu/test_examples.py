"""The worked examples and FAQ answers of the ledger, by their numbers."""

from __future__ import annotations

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
    where,
)
from grimtable.kernel.values import Step


def test_we_1_a_nightgaunt_protects_against_deep_ones() -> None:
    game = table(turn="cc", south_america="cc gate acolyte, 2 deep_one, gc acolyte")
    answer(game, "summon", "nightgaunt", "end_turn")
    captor = table(south_america="cc gate acolyte, nightgaunt, 2 deep_one, gc acolyte")
    assert "capture" not in options(captor)
    assert where(game, "nightgaunt_1") == "south_america"


def test_we_2_undead_do_not_protect_against_cthulhu() -> None:
    assert "capture" in options(table(europe="3 undead, ys gate acolyte, cthulhu"))
    assert "capture" not in options(table(europe="3 undead, ys gate acolyte, cthulhu, king_in_yellow"))


def test_we_3_rank_counts_not_numbers() -> None:
    assert "capture" not in options(table(arabia="4 deep_one, starspawn, cc acolyte, nightgaunt"))
    assert "capture" in options(table(arabia="deep_one, cc acolyte, 3 undead"))


def test_we_4_dreams_twice_for_a_gate() -> None:
    game = table(books={"gc": "dreams"}, arabia="cc gate acolyte, cc acolyte, nightgaunt", europe="gc acolyte")
    answer(game, "dreams", "cc_acolyte_2")
    assert (keeper(game, "arabia"), asked(game)) == ("cc", ("cc", "act"))
    assert "capture" in options(game)  # the monster beside the new acolyte
    answer(game, "drop", "end_turn", "drop", "drop")
    answer(game, "dreams", "control")
    assert (keeper(game, "arabia"), power(game, "gc")) == ("gc", 4)


def test_we_6_a_spellbook_stays_when_the_areas_are_lost() -> None:
    four = dict.fromkeys(("arabia", "europe", "antarctica", "australia"), "bg acolyte")
    game = table(Step("settle"), **four)
    answer(game, "frenzy")
    lost = game.edited(lambda s: s.put(30, -1))
    assert books(lost, "bg") == ["frenzy"]


def test_we_7_and_8_gathering_and_the_minimum() -> None:
    game = table(
        Step("gather_power"),
        arabia="gc gate acolyte, gc acolyte",
        europe="gc gate acolyte",
        gates="antarctica",
        captives={"gc": "cc acolyte"},
    )
    assert [power(game, code) for code in ("gc", "cc", "bg", "ys")] == [9, 5, 5, 5]
    assert where(game, "cc_acolyte_1") == "pool"


def test_we_13_devour_ends_the_battle_unless_the_horrors_came_first() -> None:
    rest = {"books": {"cc": "seek_and_destroy"}, "arabia": "cthulhu, nightgaunt", "europe": "hunting_horror"}
    game = battle("gc", "cc", "arabia", **rest)
    answer(game, "devour")
    assert (told(game, "rolled"), asked(game)) == ([], ("gc", "spellbook"))
    game = battle("cc", "gc", "arabia", dice=[1] * 9, **rest)
    assert options(game) == ["seek_and_destroy", "done"]
    answer(game, "seek_and_destroy", "devour", "nightgaunt_1")
    assert len(told(game, "rolled")) == 2


def test_we_15_a_simple_battle() -> None:
    game = battle(
        "ys",
        "bg",
        "east_africa",
        books={"bg": "frenzy"},
        dice=[4, 5, 1, 6, 1],
        east_africa="king_in_yellow, 2 byakhee, ys 2 acolyte, bg 2 acolyte",
    )
    answer(game, "byakhee_1")
    assert asked(game) == ("bg", "retreat")
    answer(game, "arabia", "indian_ocean")
    assert at(game, "east_africa") == ["byakhee", "king_in_yellow", "ys acolyte", "ys acolyte"]


def test_we_16_a_complex_battle() -> None:
    game = battle(
        "gc",
        "ys",
        "east_africa",
        books={"gc": "absorb", "bg": "necrophagy", "cc": "madness"},
        dice=[6, 4, 4, 4, 5, 5, *[1] * 6, 6, 4, 5],
        east_africa="cthulhu, shoggoth, 2 deep_one, gc gate acolyte, gc 2 acolyte, king_in_yellow, 5 undead",
        europe="2 ghoul",
    )
    answer(game, "absorb", "deep_one_1", "devour")
    assert at(game, "east_africa").count("undead") == 4  # the King is not eligible
    assert [len(event[2]) for event in told(game, "rolled")] == [12, 3]
    answer(game, "gc_acolyte_2", "undead_2")  # the Kills
    answer(game, "cthulhu", "shoggoth_1")  # the dice's two Pains; all of Yellow Sign's four units have theirs
    assert asked(game) == ("bg", "necrophagy")
    answer(game, "ghoul_1", "ghoul_2")
    answer(game, "deep_one_2", "gc_acolyte_3")  # Great Cthulhu must take two more
    retreats = [("cthulhu", "arabia"), ("gc_acolyte_3", "west_africa"), ("deep_one_2", "indian_ocean")]
    for unit, area in retreats:
        answer(game, unit, area)
    answer(game, "shoggoth_1", "south_atlantic")
    while asked(game)[1] == "retreat_unit":
        answer(game, options(game)[0])
    assert asked(game) == ("ys", "surrounded")
    answer(game, next(uid for uid in options(game) if uid.startswith("undead")))
    assert at(game, "east_africa") == ["gc acolyte", "ghoul", "ghoul", "king_in_yellow", "undead", "undead"]
    assert keeper(game, "east_africa") == "gc"


def test_we_17_harbinger_after_a_ghoul() -> None:
    game = battle(
        "cc",
        "ys",
        "arabia",
        books={"cc": "madness", "bg": "necrophagy", "ys": "passion"},
        dice=[4, 1],
        arabia="nyarlathotep, king_in_yellow, undead",
        europe="ghoul",
    )
    answer(game, "undead_1", "ghoul_1")
    assert told(game, "assigned_pain")[1:] == [
        ("assigned_pain", "nyarlathotep", 1),
        ("assigned_pain", "king_in_yellow", 3),
    ]
    answer(game, "signs")
    assert (signs(game, "cc"), asked(game)) == (2, ("cc", "retreat_unit"))


def test_we_20_two_actions_cost_three_and_with_the_third_eye_two() -> None:
    for eyes, left in [("screaming_dead", 5), ("screaming_dead, third_eye", 6)]:
        game = table(turn="ys", books={"ys": eyes}, dice=[6], arabia="king_in_yellow", australia="hastur")
        answer(game, "screaming_dead", "europe", "desecrate", "undead")
        assert power(game, "ys") == left


def test_we_22_an_exempt_undead_is_not_counted() -> None:
    game = battle("cc", "ys", "arabia", books={"cc": "invisibility"}, dice=[1], arabia="flying_polyp, 2 undead")
    answer(game, "invisibility", "undead_1")
    assert told(game, "rolled")[1] == ("rolled", 3, (), 0, 0)


def test_we_24_sharing_different_areas_counts_in_an_enemy_turn() -> None:
    game = table(factions="gc bg ys", africa="bg acolyte, ys acolyte", asia="bg acolyte", europe="gc acolyte")
    answer(game, "move", "asia")
    assert asked(game) == ("bg", "spellbook")


def test_we_32_decay() -> None:
    game = table(
        factions="gc cc",
        power={"gc": 1, "cc": 10},
        asia="gc acolyte",
        africa="cc 2 acolyte, flying_polyp, deep_one",
        dice=[1, 1],
    )
    answer(game, "recruit", "asia")
    answer(game, "move", "cc_acolyte_1", "asia", "done")
    assert (power(game, "cc"), game.state.decay, asked(game)[0]) == (8, 1, "cc")  # 9, then 1 for Decay
    answer(game, "battle")
    assert (power(game, "cc"), game.state.decay) == (5, 2)  # 7, then 2
    answer(game, "recruit", "asia")
    assert (power(game, "cc"), game.state.decay) == (1, 3)  # 4, then 3


def test_we_34_a_doom_phase_of_black_goat() -> None:
    game = table(
        Step("doom"),
        turn="bg",
        cycle=2,
        books={"bg": "blood_sacrifice"},
        arabia="bg gate acolyte, bg acolyte, shub_niggurath",
        europe="bg gate acolyte",
    )
    answer(game, "ritual", "blood_sacrifice", "bg_acolyte_2")
    assert (doom(game, "bg"), signs(game, "bg"), where(game, "bg_acolyte_2")) == (4, 2, "pool")


def test_we_35_hasturs_strike() -> None:
    rest = {"arabia": "hastur", "antarctica": "2 byakhee", "europe": "gc acolyte, cthulhu"}
    game = table(turn="ys", power={"ys": 3}, books={"ys": ALL}, dice=[1] * 20, **rest)
    answer(game, "he_who_is_not_to_be_named")  # only one area has a cultist
    answer(game, "shriek_of_the_byakhee", "europe", "byakhee_2")
    assert "battle" in options(game)
    game = table(turn="ys", power={"ys": 3}, books={"ys": "he_who_is_not_to_be_named, shriek_of_the_byakhee"}, **rest)
    answer(game, "he_who_is_not_to_be_named")
    assert "battle" in options(game)  # as the second action itself
    answer(game, "shriek_of_the_byakhee", "europe", "byakhee_2")
    assert asked(game)[0] != "ys"


def test_we_37_devolve_against_a_capture() -> None:
    game = table(turn="cc", books={"gc": "devolve"}, arabia="gc acolyte", europe="nightgaunt, cc acolyte")
    answer(game, "move", "nightgaunt_1", "arabia", "done")
    assert asked(game) == ("gc", "devolve")
    answer(game, "gc_acolyte_1")
    later = table(turn="cc", arabia="deep_one, nightgaunt")
    assert "capture" not in options(later)


def test_we_39_a_dark_young_straight_onto_the_gate() -> None:
    game = table(turn="bg", books={"bg": "red_sign"}, arabia="bg gate acolyte")
    answer(game, "summon", "dark_young", "yes")
    assert (power(game, "bg"), told(game, "gate_abandoned"), keeper(game, "arabia")) == (5, [], "bg")


def test_we_40_a_waiting_move() -> None:
    rest = {"turn": "bg", "books": {"bg": "thousand_young"}, "arabia": "bg gate acolyte, shub_niggurath"}
    game = table(power={"bg": 1}, **rest)
    answer(game, "summon", "ghoul", "end_turn")
    assert (power(game, "bg"), asked(game)[0]) == (1, "ys")


def test_we_41_invisibility_before_abduct() -> None:
    game = battle(
        "cc",
        "gc",
        "arabia",
        books={"cc": "abduct, invisibility"},
        arabia="flying_polyp, nightgaunt, gc acolyte, starspawn",
    )
    answer(game, "invisibility", "gc_acolyte_1", "abduct")
    assert (at(game, "arabia"), told(game, "rolled")) == (["flying_polyp", "gc acolyte"], [])
