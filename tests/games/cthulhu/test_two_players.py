"""The two-player game."""

from __future__ import annotations

import pytest

from games.cthulhu.table import ALL, answer, asked, battle, doom, filled, options, power, signs, table, told, where
from grimtable.games.cthulhu import DEFINITION
from grimtable.games.cthulhu.components import DOOM_VALUE, KINDS, MAPS
from grimtable.kernel.values import Step
from rule import rule


@rule("CTHULHU-17.1", "CTHULHU-17.2")
def test_thirteen_areas_the_four_player_track_and_no_decay() -> None:
    s = DEFINITION.new_game(2).state
    assert (MAPS[s.map], s.decay) == ("earth_w3_e3", 0)
    s.ritual = 3
    assert s.ritual_cost() == 7


@rule("CTHULHU-17.3")
def test_a_lost_unit_gives_the_other_player_its_cost_in_doom() -> None:
    game = battle("gc", "cc", "asia", factions="gc cc", dice=[6, 1, 1, 1, 1], asia="starspawn, hunting_horror")
    assert (doom(game, "gc"), doom(game, "cc")) == (3, 0)
    game = table(factions="bg gc", turn="bg", asia="bg 3 acolyte", africa="gc acolyte")
    answer(game, "bg_eliminate_2_cultists")
    assert doom(game, "gc") == 2  # own sacrifices too


@rule("CTHULHU-17.4")
def test_a_replaced_unit_gives_none() -> None:
    game = table(factions="gc ys", books={"gc": "devolve, dreams"}, asia="gc acolyte", africa="ys acolyte")
    answer(game, "dreams", "gc_acolyte_1", "no")
    assert game.state.doom == [0, 0]
    game = table(factions="gc ys", turn="ys", books={"ys": "zingaya"}, africa="undead, gc acolyte")
    answer(game, "zingaya")
    assert game.state.doom == [0, 0]


@rule("CTHULHU-17.5")
def test_values_are_averages_of_the_costs() -> None:
    value = {
        kind: DOOM_VALUE[KINDS.index(kind)] for kind in ("cthulhu", "ghoul", "fungi", "dark_young", "shub_niggurath")
    }
    assert value == {"cthulhu": 7, "ghoul": 1, "fungi": 2, "dark_young": 3, "shub_niggurath": 8}
    game = battle("ys", "gc", "asia", factions="gc ys", dice=[6, 1, 1, 1, 1, *[1] * 6], asia="hastur, cthulhu")
    assert doom(game, "ys") == 7


@rule("CTHULHU-17.6")
def test_a_kill_averted_gives_half() -> None:
    game = battle(
        "gc",
        "cc",
        "asia",
        factions="gc cc",
        books={"cc": "emissary"},
        dice=[6, 1, 1, 1],
        asia="starspawn, nyarlathotep",
    )
    answer(game, "yes")
    assert doom(game, "gc") == 5
    game = battle(
        "cc",
        "gc",
        "asia",
        factions="gc cc",
        books={"gc": "regenerate"},
        dice=[6, 1, 1, 1, 1],
        asia="starspawn, hunting_horror",
    )
    assert doom(game, "cc") == 2
    around = dict.fromkeys(("indian_ocean", "south_atlantic", "south_pacific"), "gc acolyte")
    game = battle(
        "gc",
        "cc",
        "antarctica",
        factions="gc cc",
        books={"cc": "emissary"},
        dice=[4, 1, 1, 1],
        antarctica="starspawn, nyarlathotep",
        **around,
    )
    assert (doom(game, "gc"), where(game, "nyarlathotep")) == (0, "antarctica")


@rule("CTHULHU-17.7")
def test_a_capture_gives_one_doom_at_once() -> None:
    game = table(factions="gc cc", asia="deep_one, cc acolyte", africa="cc acolyte")
    answer(game, "capture")
    assert doom(game, "gc") == 1
    game = table(Step("gather_power"), factions="gc cc", captives={"gc": "cc acolyte"}, asia="gc acolyte")
    assert game.state.doom == [0, 0]


@rule("CTHULHU-17.8")
def test_decay_is_paid_at_the_start_of_a_turn() -> None:
    game = table(Step("turn", (0,)), factions="gc cc", asia="gc acolyte", africa="cc acolyte")
    game = game.edited(lambda s: setattr(s, "decay", 3))
    assert (power(game, "gc"), asked(game)) == (5, ("gc", "act"))


@rule("CTHULHU-17.9")
@pytest.mark.parametrize("have", [2, 3])
def test_too_little_for_decay_ends_the_turn(have: int) -> None:
    game = table(Step("turn", (0,)), factions="gc cc", power={"gc": have}, asia="gc gate acolyte", africa="cc acolyte")
    game = game.edited(lambda s: setattr(s, "decay", 3))
    assert (power(game, "gc"), asked(game)[0], game.state.decay) == (0, "cc", 3)


@rule("CTHULHU-17.10")
def test_a_player_without_power_raises_decay_instead_of_a_turn() -> None:
    game = table(factions="gc cc", power={"cc": 0}, asia="gc acolyte", africa="cc acolyte")
    answer(game, "recruit")
    assert (game.state.decay, power(game, "gc"), asked(game)) == (1, 6, ("gc", "act"))
    game = table(factions="gc cc", power={"gc": 1, "cc": 0}, asia="gc acolyte", africa="cc acolyte")
    answer(game, "recruit")
    assert told(game, "gathered")  # both at 0: the phase is over


@rule("CTHULHU-17.11")
def test_one_players_six_spellbooks_give_both_unlimited_battle() -> None:
    game = table(factions="gc cc", books={"cc": ALL}, dice=[1], asia="deep_one, cc acolyte")
    answer(game, "battle")
    assert {"move", "recruit", "end_turn"} <= set(options(game))


@rule("CTHULHU-17.12")
def test_with_two_or_more_power_an_action_must_be_taken() -> None:
    assert "drop" not in options(table(factions="gc cc", asia="gc acolyte"))
    assert "drop" in options(table(factions="gc cc", power={"gc": 1}, asia="gc acolyte"))
    idle = table(factions="gc cc", power={"gc": 1}, captives={"cc": "gc 6 acolyte"}, africa="cc acolyte")
    assert asked(idle)[0] == "cc"  # nothing else is possible: the only option is taken


@rule("CTHULHU-17.13")
def test_decay_returns_to_zero() -> None:
    game = table(Step("gather_power"), factions="gc cc", asia="gc acolyte")
    game = game.edited(lambda s: setattr(s, "decay", 4))
    assert game.state.decay == 0


@rule("CTHULHU-17.14")
def test_gates_give_no_doom_but_rituals_do() -> None:
    game = table(Step("doom"), factions="gc cc", cycle=2, asia="gc gate acolyte, cthulhu")
    assert game.state.doom == [0, 0]
    answer(game, "ritual")
    assert (doom(game, "gc"), signs(game, "gc")) == (1, 1)


@rule("CTHULHU-17.15", "CTHULHU-17.16")
def test_thousand_forms_and_ghroth_have_half_effect_without_talks() -> None:
    base = {"factions": "cc gc", "turn": "cc", "books": {"cc": "thousand_forms"}, "asia": "nyarlathotep"}
    for face, loss in [(1, 1), (3, 2), (6, 3)]:
        game = table(dice=[face], africa="gc acolyte", **base)
        answer(game, "thousand_forms")
        assert (power(game, "gc"), power(game, "cc")) == (8 - loss, 8)
    game = table(dice=[5], power={"gc": 2}, africa="gc acolyte", **base)
    answer(game, "thousand_forms")
    assert (power(game, "gc"), power(game, "cc")) == (2, 11)
    four = dict.fromkeys(("asia", "africa", "antarctica", "australia"), "fungi")
    for face, lost in [(1, 1), (4, 2)]:
        game = table(
            factions="bg gc",
            turn="bg",
            books={"bg": "ghroth>bg_areas_4"},
            dice=[face],
            europe="gc 5 acolyte",
            **four,
        )
        answer(game, "ghroth")
        assert len([u for u in range(6) if game.state.area[u] < 0]) == 1 + lost
    game = table(
        factions="bg gc", turn="bg", books={"bg": "ghroth>bg_areas_4"}, dice=[5], europe="gc 5 acolyte", **four
    )
    answer(game, "ghroth")
    assert asked(game)[1] == "ghroth_faction"  # the full roll decides


@rule("CTHULHU-17.17")
def test_sharing_with_the_one_enemy_gives_one_power() -> None:
    game = table(Step("settle"), factions="bg gc", turn="bg", asia="bg acolyte, gc acolyte")
    answer(game, "frenzy")
    assert (filled(game, "bg"), power(game, "bg")) == (["bg_share_all_enemies"], 9)
