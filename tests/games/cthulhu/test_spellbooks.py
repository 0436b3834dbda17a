"""Core concepts, spellbooks, requirements and Elder Signs."""

from __future__ import annotations

from games.cthulhu.table import (
    answer,
    asked,
    at,
    battle,
    books,
    doom,
    filled,
    keeper,
    options,
    power,
    seat,
    signs,
    table,
    told,
    where,
)
from grimtable.games.cthulhu import DEFINITION
from grimtable.games.cthulhu.components import SIGN_VALUE
from grimtable.games.cthulhu.hidden import view
from grimtable.games.cthulhu.spellbooks import gain_signs
from grimtable.games.cthulhu.state import DOOM
from grimtable.kernel.chance import FastDice
from grimtable.kernel.table import Table
from grimtable.kernel.values import Step
from rule import rule


# ---------------------------------------------------------------- areas, pools, gates
@rule("CTHULHU-2.3", "CTHULHU-2.5", "CTHULHU-5.11")
def test_any_number_of_units_of_all_factions_share_an_ocean_without_fighting() -> None:
    game = table(north_pacific="gc 2 acolyte, 4 undead, 3 nightgaunt", north_asia="gc acolyte")
    answer(game, "move", "gc_acolyte_3", "north_pacific", "done")
    assert len(at(game, "north_pacific")) == 10
    assert asked(game) == ("cc", "act")


@rule("CTHULHU-2.7")
def test_a_used_up_kind_cannot_be_placed() -> None:
    game = table(power={"gc": 8}, south_pacific="gc gate acolyte, gc 5 acolyte, 4 deep_one, 2 shoggoth")
    assert "recruit" not in options(game)
    answer(game, "summon")
    assert where(game, "starspawn_1") == "south_pacific"  # the only kind left is taken unasked


@rule("CTHULHU-2.8", "CTHULHU-11.23")
def test_killed_and_eliminated_units_return_to_the_pool() -> None:
    game = battle("gc", "cc", "asia", options={"map": "earth_w3_e3"}, dice=[6, 1, 1], asia="starspawn, cc acolyte")
    assert where(game, "cc_acolyte_1") == "pool"
    assert not game.state.in_play(15)


@rule("CTHULHU-2.9", "CTHULHU-5.7")
def test_no_second_gate_in_an_area() -> None:
    game = table(asia="gc acolyte", europe="gc acolyte", gates="asia", options={"map": "earth_w3_e3"})
    answer(game, "create_gate")
    assert keeper(game, "europe") == "gc"
    game = table(asia="gc acolyte", gates="asia", options={"map": "earth_w3_e3"})
    assert "create_gate" not in options(game)


@rule("CTHULHU-2.10", "CTHULHU-2.11", "CTHULHU-6.3")
def test_only_cultists_take_a_gate_and_one_stands_on_it() -> None:
    game = table(arabia="deep_one, cthulhu", europe="gc 2 acolyte", gates="arabia, europe")
    answer(game, "control")
    assert (keeper(game, "europe"), keeper(game, "arabia")) == ("gc", "abandoned")
    assert len([unit for unit in game.state.gate if unit >= 0]) == 1


@rule("CTHULHU-2.12", "CTHULHU-2.13", "CTHULHU-5.12")
def test_a_gate_is_abandoned_when_its_keeper_leaves_and_stays_on_the_map() -> None:
    game = table(arabia="gc gate acolyte, gc acolyte", power={"gc": 1})
    answer(game, "move", "gc_acolyte_1", "europe")
    assert keeper(game, "arabia") == "abandoned"  # the other acolyte does not step on it by itself
    assert asked(game) == ("gc", "act_more")


@rule("CTHULHU-2.14")
def test_only_unrevealed_elder_signs_are_hidden() -> None:
    game = table(signs={"cc": [3, 1]}, books={"gc": "dreams"})
    own, other = view(game.state, seat(game, "cc")), view(game.state, seat(game, "gc"))
    assert own["players"][1]["known_signs"] == [1, 3]
    assert other["players"][1]["known_signs"] == []
    assert other["players"][1]["signs"] == 2
    own["players"][1]["known_signs"] = []
    assert own == other
    assert other["players"][0]["slots"][0]["spellbook"] == "dreams"


# ---------------------------------------------------------------- abilities
@rule("CTHULHU-3.1")
def test_spellbooks_count_from_the_moment_they_are_placed() -> None:
    game = table(turn="ys", europe="ys 2 acolyte, 2 undead", asia="", arabia="gc acolyte")
    assert "zingaya" not in options(game)
    game = table(turn="ys", arabia="gc acolyte, 2 undead", books={"ys": "zingaya"})
    assert "zingaya" in options(game)
    game = table(turn="bg", arabia="gc acolyte", europe="bg acolyte")
    assert "avatar" not in options(game)  # Shub-Niggurath is not in play
    game = table(turn="bg", arabia="gc acolyte", europe="shub_niggurath")
    assert "avatar" in options(game)


@rule("CTHULHU-3.2")
def test_abilities_are_offered_only_at_their_time() -> None:
    game = table(
        turn="cc", books={"cc": "abduct, seek_and_destroy"}, asia="", arabia="nightgaunt, gc acolyte, cc acolyte"
    )
    assert not {"abduct", "seek_and_destroy", "harbinger"} & set(options(game))
    game = table(turn="bg", books={"bg": "blood_sacrifice"}, arabia="shub_niggurath, bg acolyte")
    assert "blood_sacrifice" not in options(game)
    game = table(
        Step("doom_slot", (2,)), books={"bg": "blood_sacrifice"}, phase=DOOM, arabia="shub_niggurath, bg acolyte"
    )
    assert "blood_sacrifice" in options(game)


@rule("CTHULHU-3.3")
def test_an_ability_may_be_left_unused() -> None:
    game = table(Step("settle"), books={"gc": "devolve"}, arabia="gc acolyte")
    answer(game, "no")
    assert at(game, "arabia") == ["gc acolyte"]
    game = battle("gc", "cc", "arabia", arabia="cthulhu, cc 2 acolyte", dice=[1] * 6)
    assert options(game) == ["devour", "done"]
    answer(game, "done")
    assert at(game, "arabia") == ["cc acolyte", "cc acolyte", "cthulhu"]


@rule("CTHULHU-3.4", "CTHULHU-15.24")
def test_all_of_an_ability_is_carried_out() -> None:
    game = table(turn="bg", books={"bg": "ghroth"}, europe="bg acolyte", dice=[6])
    answer(game, "ghroth")
    assert asked(game) == ("bg", "ghroth_faction")  # placing is not optional
    assert len(options(game)) == 4


@rule("CTHULHU-3.5", "CTHULHU-5.20")
def test_the_owner_chooses_which_unit_is_hit() -> None:
    game = table(arabia="deep_one, cc gate acolyte, cc acolyte")
    answer(game, "capture")
    assert asked(game) == ("cc", "captured")
    answer(game, "cc_acolyte_2")
    assert keeper(game, "arabia") == "cc"


# ---------------------------------------------------------------- requirements
@rule("CTHULHU-3.6", "CTHULHU-3.7")
def test_a_fulfilled_requirement_gives_any_one_unearned_book_at_once_and_for_good() -> None:
    game = table(turn="bg", arabia="bg 2 acolyte", europe="bg acolyte", asia="", north_asia="bg acolyte")
    answer(game, "move", "bg_acolyte_1", "east_africa")
    assert asked(game) == ("bg", "spellbook")
    assert len(options(game)) == 6
    answer(game, "frenzy")
    assert (books(game, "bg"), filled(game, "bg")) == (["frenzy"], ["bg_areas_4"])
    answer(game, "bg_acolyte_2", "east_africa", "done")  # three areas again
    assert books(game, "bg") == ["frenzy"]
    later = table(
        turn="bg", books={"bg": "frenzy>bg_areas_4"}, arabia="bg 2 acolyte", europe="bg acolyte", south_asia="ghoul"
    )
    answer(later, "move", "bg_acolyte_1", "east_africa", "done")
    assert books(later, "bg") == ["frenzy"]  # each requirement counts once


@rule("CTHULHU-3.8", "CTHULHU-14.9")
def test_two_requirements_at_once_give_two_books() -> None:
    game = table(turn="cc", power={"cc": 15}, arabia="cc acolyte")
    answer(game, "recruit")
    game = table(Step("settle"), power={"cc": 15}, arabia="cc acolyte")
    assert asked(game) == ("cc", "spellbook")
    answer(game, "madness")
    assert asked(game) == ("cc", "spellbook")
    assert "madness" not in options(game)
    answer(game, "abduct")
    assert filled(game, "cc") == ["cc_gates_3_or_power_12", "cc_gates_4_or_power_15"]


@rule("CTHULHU-3.9", "CTHULHU-15.9")
def test_requirements_are_checked_in_other_players_turns() -> None:
    game = table(turn="gc", factions="gc bg ys", asia="gc acolyte", africa="bg acolyte, ys acolyte")
    answer(game, "move", "africa")
    assert asked(game) == ("bg", "spellbook")


@rule("CTHULHU-3.10", "CTHULHU-11.31")
def test_what_is_fulfilled_in_a_battle_is_awarded_after_it_even_if_it_is_no_longer_true() -> None:
    rest = {"arabia": "starspawn, bg 2 acolyte", "europe": "bg acolyte", "antarctica": "bg acolyte"}
    game = battle("gc", "bg", "arabia", dice=[4, 4, 1], **rest)
    refuge = next(area for area in options(game) if area not in rest)
    answer(game, refuge)
    assert (game.state.met, asked(game)) == (["bg_areas_4"], ("bg", "retreat"))  # not while the battle goes on
    answer(game, refuge)
    assert len(game.state.areas_of(seat(game, "bg"))) == 3
    assert (told(game, "battle_over") != [], asked(game)) == (True, ("bg", "spellbook"))


@rule("CTHULHU-3.11")
def test_awakening_is_a_requirement_of_every_faction() -> None:
    from grimtable.games.cthulhu.components import REQUIREMENTS

    assert [len([r for r in rows if "awaken" in r]) for rows in REQUIREMENTS] == [1, 1, 1, 2]


# ---------------------------------------------------------------- Elder Signs
@rule("CTHULHU-3.12")
def test_an_elder_sign_is_drawn_secretly_from_the_top_of_the_bag() -> None:
    game = table(Step("doom_slot", (0,)), turn="gc", phase=DOOM, cycle=2, arabia="cthulhu")
    top = game.state.bag[-1]
    answer(game, "ritual")
    assert game.state.signs[0] == (top,)
    assert [game.state.knows[top] >> viewer & 1 for viewer in range(4)] == [1, 0, 0, 0]
    assert [e.secret for e in game.events(0) if e.kind == "elder_sign"] != [()]
    assert [e.secret for e in game.events(1) if e.kind == "elder_sign"] == [()]


@rule("CTHULHU-3.13", "CTHULHU-3.14")
def test_signs_may_be_revealed_one_by_one_and_leave_the_game() -> None:
    game = table(signs={"gc": [3, 1, 3]}, arabia="gc acolyte")
    answer(game, "reveal")
    assert options(game) == [1, 3]
    answer(game, 3)
    assert (doom(game, "gc"), signs(game, "gc"), asked(game)) == (3, 2, ("gc", "act"))
    assert [SIGN_VALUE[token] for token in game.state.revealed] == [3]
    assert len(game.state.bag) == 33
    assert not game.can_undo()


@rule("CTHULHU-3.13")
def test_who_could_end_the_game_is_asked_at_the_end_of_any_turn() -> None:
    game = table(
        doom={"ys": 25}, signs={"ys": [1, 3]}, power={"ys": 0}, arabia="gc acolyte, cthulhu", europe="gc acolyte"
    )
    answer(game, "recruit", "arabia")
    assert asked(game) == ("ys", "omens")
    answer(game, 1)
    assert asked(game)[1] != "omens"  # 26 and one sign more: not in reach
    safe = table(doom={"ys": 20}, signs={"ys": [1, 3]}, arabia="gc acolyte", power={"gc": 1})
    answer(safe, "recruit")
    assert asked(safe)[1] == "act"


@rule("CTHULHU-3.15")
def test_with_an_empty_bag_a_sign_is_one_doom() -> None:
    game = table(bag=1, arabia="gc acolyte")
    s = game.state.clone()
    gain_signs(Table(s, [], FastDice(0), []), 0, 3)
    assert (len(s.signs[0]), s.doom[0], s.bag) == (1, 2, [])


def test_every_book_and_requirement_has_a_text() -> None:
    for lang in ("en", "ja"):
        keys = DEFINITION.catalogue.templates[lang]
        from grimtable.games.cthulhu.components import ALL_ABILITIES, REQUIREMENTS

        assert [a for a in ALL_ABILITIES if f"text.{a}" not in keys or f"ability.{a}" not in keys] == []
        assert [r for rows in REQUIREMENTS for r in rows if f"requirement.{r}" not in keys] == []
        assert power(table(), "gc") == 8
