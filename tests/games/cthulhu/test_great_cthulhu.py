"""Great Cthulhu."""

from __future__ import annotations

from games.cthulhu.table import (
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
from grimtable.games.cthulhu.components import COMBAT, COST, KINDS
from grimtable.games.cthulhu.gather import income
from grimtable.games.cthulhu.state import DOOM
from grimtable.kernel.values import Step
from rule import rule

AROUND = ("indian_ocean", "south_atlantic", "south_pacific")  # all neighbours of Antarctica


@rule("CTHULHU-13.1")
def test_units() -> None:
    numbers = {kind: (COST[KINDS.index(kind)], COMBAT[KINDS.index(kind)]) for kind in KINDS[:5]}
    assert numbers == {
        "acolyte": (1, 0),
        "deep_one": (1, 1),
        "shoggoth": (2, 2),
        "starspawn": (3, 3),
        "cthulhu": (10, 6),
    }


@rule("CTHULHU-13.2", "CTHULHU-13.10")
def test_immortal() -> None:
    game = table(power={"gc": 10}, south_pacific="cc gate acolyte", arabia="gc acolyte")
    answer(game, "awaken", "dreams")
    assert (power(game, "gc"), signs(game, "gc"), filled(game, "gc")) == (0, 1, ["gc_awaken_cthulhu"])
    game = table(
        power={"gc": 4}, south_pacific="gc gate acolyte", risen="cthulhu", books={"gc": "dreams>gc_awaken_cthulhu"}
    )
    answer(game, "awaken")
    assert (power(game, "gc"), signs(game, "gc"), books(game, "gc")) == (0, 1, ["dreams"])


@rule("CTHULHU-13.3")
def test_cthulhu_rises_at_home_if_there_is_any_gate() -> None:
    assert "awaken" in options(table(power={"gc": 10}, gates="south_pacific", arabia="gc acolyte"))
    assert "awaken" not in options(table(power={"gc": 10}, south_pacific="gc acolyte", arabia="gc gate acolyte"))


@rule("CTHULHU-13.4")
def test_devour() -> None:
    game = battle("ys", "gc", "arabia", dice=[1] * 20, arabia="cthulhu, king_in_yellow, 3 undead, ys acolyte")
    assert (asked(game), options(game)) == (("gc", "pre_battle"), ["devour", "done"])  # defending too
    answer(game, "devour")
    assert (asked(game), options(game)) == (("ys", "devoured"), ["ys_acolyte_1", "undead_1"])  # no Great Old One
    answer(game, "undead_1")
    assert told(game, "rolled")  # once per battle
    game = battle("gc", "ys", "arabia", dice=[1] * 6, arabia="cthulhu, king_in_yellow")
    assert told(game, "rolled")  # nobody eligible


@rule("CTHULHU-13.5")
def test_the_first_doom_phase_gives_a_book_and_a_sign() -> None:
    game = table(Step("doom_slot", (0,)), phase=DOOM, cycle=1)
    answer(game, "submerge")
    assert (filled(game, "gc"), signs(game, "gc")) == (["gc_first_doom_phase"], 1)
    assert asked(table(Step("doom_slot", (0,)), phase=DOOM, cycle=2)) == ("gc", "doom_slot")


@rule("CTHULHU-13.6")
def test_five_books_in_a_doom_phase_give_the_sixth_and_a_sign() -> None:
    five = "absorb>gc_first_doom_phase, devolve>gc_kill_devour_1, dreams>gc_kill_devour_2, submerge>gc_ocean_gates"
    game = table(Step("doom_slot", (0,)), phase=DOOM, cycle=3, books={"gc": f"{five}, regenerate>gc_awaken_cthulhu"})
    assert (len(books(game, "gc")), signs(game, "gc")) == (6, 1)
    game = table(Step("doom_slot", (0,)), phase=DOOM, cycle=3, books={"gc": five})
    assert len(books(game, "gc")) == 4


@rule("CTHULHU-13.7")
def test_victims_of_one_battle_fill_one_slot_or_two() -> None:
    for kills, slots in [(1, ["gc_kill_devour_1"]), (3, ["gc_kill_devour_1", "gc_kill_devour_2"])]:
        game = battle("gc", "cc", "arabia", dice=[6] * kills + [1] * (6 - kills), arabia="2 starspawn, cc 5 acolyte")
        assert game.state.met == slots
    game = battle("gc", "cc", "arabia", dice=[6, 6, 1, 1, 1, 1], arabia="2 starspawn, cc 5 acolyte")
    assert (asked(game), options(game)) == (("gc", "kill_slot"), ["gc_kill_devour_2", "gc_kill_devour_1"])
    answer(game, "gc_kill_devour_2", "dreams")
    assert filled(game, "gc") == ["gc_kill_devour_2"]
    game = battle(
        "gc", "cc", "arabia", dice=[6, 6, 1], books={"gc": "dreams>gc_kill_devour_2"}, arabia="starspawn, cc 3 acolyte"
    )
    assert game.state.met == ["gc_kill_devour_1"]
    game = battle(
        "gc", "cc", "arabia", dice=[6, 1, 1], books={"gc": "dreams>gc_kill_devour_1"}, arabia="starspawn, cc 3 acolyte"
    )
    assert game.state.met == []


@rule("CTHULHU-13.8")
def test_only_kills_and_devours_count() -> None:
    around = dict.fromkeys(AROUND, "gc acolyte")
    game = battle("gc", "cc", "antarctica", dice=[4, 1, 1], antarctica="starspawn, cc acolyte", **around)
    assert game.state.met == []
    game = battle(
        "gc", "cc", "antarctica", books={"cc": "emissary"}, dice=[6, 1, 1, 1], antarctica="starspawn, nyarlathotep"
    )
    answer(game, "yes", "indian_ocean")
    assert game.state.met == []


@rule("CTHULHU-13.9")
def test_ocean_gates() -> None:
    own = dict.fromkeys(("indian_ocean", "south_pacific", "north_pacific"), "gc gate acolyte")
    assert asked(table(Step("settle"), **own)) == ("gc", "spellbook")
    two = dict.fromkeys(("indian_ocean", "south_pacific"), "gc gate acolyte")
    assert asked(
        table(Step("settle"), Step("settle"), **two, arabia="gc acolyte", gates="arctic_ocean, north_atlantic")
    ) == (
        "gc",
        "spellbook",
    )
    three = table(gates="arctic_ocean", **two)
    assert asked(three) == ("gc", "act")


@rule("CTHULHU-13.11")
def test_dreams_swap_an_enemy_acolyte_for_an_own_one() -> None:
    game = table(books={"gc": "dreams"}, arabia="cc gate acolyte, cc acolyte", europe="gc acolyte")
    answer(game, "dreams")
    assert (asked(game), options(game)) == (("cc", "dreams_victim"), ["cc_acolyte_1", "cc_acolyte_2"])
    answer(game, "cc_acolyte_2")
    assert (at(game, "arabia"), power(game, "gc"), keeper(game, "arabia")) == (["cc acolyte", "gc acolyte"], 6, "cc")
    assert "dreams" not in options(table(books={"gc": "dreams"}, arabia="cc acolyte", europe="gc 6 acolyte"))


@rule("CTHULHU-13.12")
def test_dreams_pass_protectors_and_free_the_gate() -> None:
    game = table(books={"gc": "dreams"}, arabia="cc gate acolyte, nyarlathotep", europe="gc acolyte")
    answer(game, "dreams")
    assert (keeper(game, "arabia"), asked(game)) == ("abandoned", ("gc", "act_more"))
    answer(game, "control")
    assert keeper(game, "arabia") == "gc"


@rule("CTHULHU-13.13", "CTHULHU-13.14")
def test_devolve_replaces_acolytes_on_the_map() -> None:
    game = table(
        Step("settle"),
        books={"gc": "devolve"},
        arabia="gc gate acolyte, gc acolyte",
        submerged="gc acolyte, cthulhu",
        captives={"cc": "gc acolyte"},
        europe="2 deep_one",
    )
    assert options(game) == ["no", "gc_acolyte_1", "gc_acolyte_2"]
    answer(game, "gc_acolyte_1")
    assert (keeper(game, "arabia"), at(game, "arabia")) == ("abandoned", ["deep_one", "gc acolyte"])
    answer(game, "gc_acolyte_2")
    assert at(game, "arabia") == ["deep_one", "deep_one"]


@rule("CTHULHU-13.15")
def test_absorb_gives_three_dice_for_each_unit() -> None:
    game = battle(
        "gc", "cc", "arabia", books={"gc": "absorb"}, dice=[1] * 14, arabia="shoggoth, 2 deep_one, cthulhu, cc acolyte"
    )
    answer(game, "absorb", "absorb", "done")
    assert len(told(game, "rolled")[0][2]) == 6 + 2 + 3 + 3
    assert where(game, "cthulhu") == "arabia"


@rule("CTHULHU-13.16")
def test_a_shoggoth_that_leaves_takes_its_bonus_along() -> None:
    game = battle("gc", "cc", "arabia", books={"gc": "absorb"}, dice=[1] * 9, arabia="2 shoggoth, deep_one, cc acolyte")
    answer(game, "absorb", "shoggoth_1", "deep_one_1")
    answer(game, "absorb", "shoggoth_2")
    assert len(told(game, "rolled")[0][2]) == 2 + 3  # the first one's meal is lost


@rule("CTHULHU-13.17")
def test_regenerate() -> None:
    base = {"books": {"gc": "regenerate"}, "arabia": "starspawn, 2 hunting_horror"}
    game = battle("cc", "gc", "arabia", dice=[6, 1, 1, 1, 1, 1, 1], **base)
    assert asked(game) == ("gc", "retreat")  # one Kill is a Pain
    game = battle("cc", "gc", "arabia", dice=[6, 6, 1, 1, 1, 1, 1], **base)
    assert where(game, "starspawn_1") == "pool"  # two Kills must be taken
    game = battle("cc", "gc", "arabia", dice=[6, 4, 4, 1, 1, 1, 1], **base)
    assert asked(game) == ("gc", "retreat")
    game = battle("cc", "gc", "arabia", dice=[6, 1, 1, 1, 1, 1, 1], arabia="starspawn, 2 hunting_horror")
    assert where(game, "starspawn_1") == "pool"


@rule("CTHULHU-13.18", "CTHULHU-13.20")
def test_submerge_takes_chosen_units_off_the_map() -> None:
    game = table(
        books={"gc": "submerge"}, indian_ocean="cthulhu, gc gate acolyte, 2 deep_one, cc acolyte, hunting_horror"
    )
    answer(game, "submerge", "gc_acolyte_1", "deep_one_1", "done")
    assert (at(game, "indian_ocean"), power(game, "gc")) == (["cc acolyte", "deep_one", "hunting_horror"], 7)
    assert keeper(game, "indian_ocean") == "abandoned"
    lone = table(turn="cc", submerged="cthulhu, gc acolyte", indian_ocean="2 hunting_horror")
    assert not {"battle", "capture"} & set(options(lone))


@rule("CTHULHU-13.19")
def test_surfacing_is_a_free_action_anywhere() -> None:
    game = table(books={"gc": "submerge"}, submerged="cthulhu, 2 deep_one", power={"gc": 1}, arabia="gc acolyte")
    answer(game, "surface")
    assert len(options(game)) == 17
    answer(game, "europe")
    assert (at(game, "europe"), power(game, "gc")) == (["cthulhu", "deep_one", "deep_one"], 1)
    assert asked(game)[0] == "cc"  # it was the main action
    idle = table(books={"gc": "submerge"}, submerged="cthulhu", power={"gc": 0}, turn="cc", arabia="cc acolyte")
    answer(idle, "drop")
    assert asked(idle)[0] == "bg"


@rule("CTHULHU-13.21")
def test_yha_nthlei_counts_enemy_ocean_gates() -> None:
    rest = {"indian_ocean": "cc gate acolyte", "south_pacific": "gc gate acolyte", "arabia": "ys gate acolyte"}
    game = table(books={"gc": "yha_nthlei"}, europe="cthulhu", gates="arctic_ocean", **rest)
    assert income(game.state, 0) == 1 + 2 + 1 + 1
