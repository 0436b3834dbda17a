"""Tzeentch's cards and upgrades."""

from __future__ import annotations

from typing import Any

from games.oldworld.table import (
    BADLANDS,
    EMPIRE,
    ESTALIA,
    KHORNE,
    KISLEV,
    NURGLE,
    SLAANESH,
    TZEENTCH,
    acting,
    answer,
    asked,
    battle,
    corrupting,
    corruption,
    figures,
    hand,
    options,
    playing,
    slots,
    table,
    tokens,
    told,
)
from grimtable.games.oldworld.components import FIGURE_OF
from grimtable.games.oldworld.corruption import domination
from grimtable.games.oldworld.regions import free_slots, magic_symbols, price, resistance
from grimtable.games.oldworld.state import OldWorld
from rule import rule


# ---------------------------------------------------------------- cards
@rule("OLDWORLD-22.15")
def test_changer_of_ways_voids_enemy_texts_but_not_costs() -> None:
    s = acting(KHORNE, cards="kislev influenza / changer_of_ways; empire temporal_stasis / changer_of_ways").state
    assert resistance(s, KISLEV) == 3
    assert domination(s, KISLEV, NURGLE) == 1
    game = battle(KISLEV, kislev="leper", cards="kislev changer_of_ways / blood_frenzy", dice=[])
    assert told(game, "battle") == []
    game = playing(SLAANESH, "perverse_infiltration", "kislev", cards="kislev changer_of_ways /")
    assert corruption(game, KISLEV) == (0, 0, 0, 0)
    assert slots(game, KISLEV) == ["changer_of_ways", "perverse_infiltration"]


@rule("OLDWORLD-22.15")
def test_changer_of_ways_undoes_nothing_that_has_happened() -> None:
    game = playing(TZEENTCH, "changer_of_ways", "kislev", cards="kislev soporific_musk /", kislev="leper@slaanesh")
    assert game.state.control[FIGURE_OF["leper_1"]] == SLAANESH
    s = acting(KHORNE, hands="khorne battle_cry", cards="kislev temporal_stasis /").state
    card = s.hands[KHORNE][0]
    assert price(s, card, KISLEV) == 3  # its own cards stay in force
    s = acting(KHORNE, hands="khorne battle_cry", cards="kislev temporal_stasis / changer_of_ways").state
    assert price(s, card, KISLEV) == 3


@rule("OLDWORLD-22.16")
def test_drain_power_takes_one_of_each_with_a_cultist_and_gives_one() -> None:
    game = playing(
        TZEENTCH,
        "drain_power",
        "kislev",
        kislev="bloodsworn, leper, daemonette, plaguebearer",
        points="khorne 3, nurgle 0, tzeentch 2, slaanesh 5",
    )
    assert game.state.points == [2, 0, 3, 5]


@rule("OLDWORLD-22.16")
def test_a_power_can_be_drained_to_nothing_and_is_skipped() -> None:
    game = playing(TZEENTCH, "drain_power", "kislev", kislev="seductress", points="khorne 3, slaanesh 1")
    assert asked(game) == (KHORNE, "act")


@rule("OLDWORLD-22.17")
def test_warp_shield_protects_one_own_figure_in_battle_only() -> None:
    game = playing(TZEENTCH, "warp_shield", "kislev", kislev="acolyte 2, horror, leper")
    assert options(game) == ("acolyte_1", "horror_1")
    answer(game, "horror_1")
    assert game.state.shielded == (FIGURE_OF["horror_1"],)

    def shield(s: OldWorld) -> None:
        s.shielded = (FIGURE_OF["horror_1"],)

    game = table("end_phase", phase="corruption", tokens="kislev hero", kislev="horror").edited(shield)
    assert figures(game, KISLEV) == []  # heroes do not care
    assert game.state.shielded == ()


@rule("OLDWORLD-22.18")
def test_teleport_moves_one_cultist_or_warrior_of_anybody_anywhere() -> None:
    game = playing(TZEENTCH, "teleport", "kislev", kislev="bloodthirster, bloodletter, leper", ruined="badlands")
    assert options(game) == ("bloodletter_1", "leper_1")
    answer(game, "bloodletter_1")
    assert len(options(game)) == 8
    answer(game, "badlands")
    assert figures(game, BADLANDS) == ["bloodletter"]


@rule("OLDWORLD-22.19")
def test_temporal_stasis_makes_cards_of_others_dearer_here() -> None:
    game = acting(KHORNE, hands="khorne battle_cry", points="khorne 2", cards="kislev temporal_stasis /")
    answer(game, "battle_cry")
    assert "kislev" not in options(game)
    game = acting(TZEENTCH, hands="tzeentch dazzle", points="tzeentch 2", cards="kislev temporal_stasis /")
    answer(game, "dazzle", "kislev")
    assert game.state.points[TZEENTCH] == 0


@rule("OLDWORLD-22.20")
def test_the_meddling_of_skaven_makes_an_enemy_there_discard_two_cards_of_his_choice() -> None:
    hands = "nurgle influenza, plague_aura, plague_touch; slaanesh dark_influence"
    words: dict[str, Any] = {"kislev": "leper, seductress", "hands": hands}
    game = playing(TZEENTCH, "the_meddling_of_skaven", "kislev", **words)
    assert options(game) == ("nurgle", "slaanesh")
    answer(game, "nurgle")
    assert asked(game) == (NURGLE, "discard")
    answer(game, "plague_aura", "influenza")
    assert hand(game, NURGLE) == ["plague_touch"]
    assert asked(game) == (SLAANESH, "act")
    game = playing(TZEENTCH, "the_meddling_of_skaven", "kislev", **words)
    answer(game, "slaanesh")
    assert hand(game, SLAANESH) == []


@rule("OLDWORLD-22.21")
def test_the_persistence_of_change_stays_where_tzeentch_killed() -> None:
    cards = "kislev the_persistence_of_change / battle_cry; empire the_persistence_of_change /"
    game = table("end_phase", phase="corruption", cards=cards, slain="tzeentch kislev, khorne empire")
    assert slots(game, KISLEV) == ["the_persistence_of_change", ""]
    assert slots(game, EMPIRE) == ["", ""]
    assert magic_symbols(game.state, KISLEV) == 1


@rule("OLDWORLD-22.22")
def test_dazzle_lets_enemies_hit_only_with_a_six() -> None:
    game = battle(KISLEV, kislev="bloodletter, acolyte 2, horror", cards="kislev dazzle /", dice=[4, 6, 5, 4])
    assert figures(game, KISLEV) == ["acolyte", "horror"]
    assert told(game, "rolled")[0] == ("khorne", "kislev", (4, 6, 5), 1)
    assert told(game, "rolled")[1] == ("tzeentch", "kislev", (4,), 1)  # his own dice hit as usual


# ---------------------------------------------------------------- upgrades
@rule("OLDWORLD-17.4", "OLDWORLD-14.7")
def test_an_upgraded_acolyte_may_bring_a_warpstone() -> None:
    words: dict[str, Any] = {"upgrades": "tzeentch_acolyte", "kislev": "acolyte", "tokens": "kislev warpstone 2"}
    game = answer(acting(TZEENTCH, **words), "acolyte_1", "empire")
    assert options(game) == ("warpstone", "leave")
    answer(game, "warpstone")
    assert (tokens(game, KISLEV), tokens(game, EMPIRE)) == ({"warpstone": 1}, {"warpstone": 1})
    game = answer(acting(TZEENTCH, **words), "acolyte_1", "empire", "leave")
    assert tokens(game, EMPIRE) == {}
    game = answer(acting(TZEENTCH, **words), "acolyte_2", "empire")  # from the reserve
    assert asked(game) == (SLAANESH, "act")
    game = answer(acting(TZEENTCH, ruined="empire", **words), "acolyte_1", "empire")  # not into ruins
    assert asked(game) == (SLAANESH, "act")
    game = answer(playing(TZEENTCH, "teleport", "kislev", **words), "estalia")  # his own card moves it too
    assert asked(game) == (TZEENTCH, "take_along")
    assert figures(game, ESTALIA) == ["acolyte"]


@rule("OLDWORLD-17.4", "OLDWORLD-6.22")
def test_an_upgraded_horror_may_sit_on_a_slot_until_it_leaves() -> None:
    game = acting(TZEENTCH, upgrades="tzeentch_horror", points="khorne 0, nurgle 0, slaanesh 0")
    answer(game, "horror_1", "kislev")
    assert options(game) == ("left", "right", "leave")
    answer(game, "left")
    assert free_slots(game.state, KISLEV) == [2 * KISLEV + 1]
    answer(game, "horror_1", "empire", "leave")
    assert len(free_slots(game.state, KISLEV)) == 2


@rule("OLDWORLD-18.3")
def test_the_upgraded_lord_of_change_counts_as_two_symbols_where_he_stands() -> None:
    words: dict[str, Any] = {"kislev": "lord_of_change, acolyte 2", "empire": "acolyte 2"}
    game = corrupting(upgrades="tzeentch_lord_of_change", **words)
    assert told(game, "counter") == [("tzeentch", "kislev")]
    assert corrupting(**words).state.counters[TZEENTCH] == 0


@rule("OLDWORLD-17.4", "OLDWORLD-5.1")
def test_power_upgrades_of_tzeentch() -> None:
    game = table("draw_phase", phase="old_world", upgrades="tzeentch_cards tzeentch_power_1")
    assert len(hand(game, TZEENTCH)) == 6
    assert game.state.points[TZEENTCH] == 7
