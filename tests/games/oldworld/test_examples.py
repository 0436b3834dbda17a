"""The worked examples of the ledger, as they stand there."""

from __future__ import annotations

from typing import Any

from games.oldworld.table import (
    BORDER,
    EMPIRE,
    ESTALIA,
    KHORNE,
    KISLEV,
    NORSCA,
    NURGLE,
    SLAANESH,
    TROLLS,
    TZEENTCH,
    acting,
    answer,
    asked,
    battle,
    corrupting,
    corruption,
    figures,
    halted,
    options,
    playing,
    slots,
    table,
    tokens,
    told,
    track,
)
from grimtable.games.oldworld.components import FIGURE_OF
from grimtable.games.oldworld.corruption import domination
from rule import rule


@rule("OLDWORLD-4.8", "OLDWORLD-4.6")
def test_e1_track_and_comet() -> None:
    game = table(
        "old_world", number=0, old_deck="norse_reavers", track="greenskins_invade / warpstone_discovery",
        tokens="empire event", phase="end",
    )  # fmt: skip
    assert told(game, "old_world_gone", "token_removed", "old_world_stays") == [
        ("old_world_gone", "greenskins_invade"),
        ("token_removed", "event", "empire"),
        ("old_world_stays", "norse_reavers"),
    ]
    assert track(game) == ["norse_reavers", "warpstone_discovery"]


@rule("OLDWORLD-6.12", "OLDWORLD-6.8")
def test_e2_summoning() -> None:
    game = acting(KHORNE, points="khorne 2", kislev="bloodsworn", hands="")
    assert "bloodthirster_1" not in options(game)
    answer(game, "bloodsworn_2")
    assert "norsca" not in options(game)
    answer(game, "troll_country")
    assert game.state.points[KHORNE] == 1
    assert asked(game) == (NURGLE, "act")


@rule("OLDWORLD-6.14")
def test_e3_last_figure() -> None:
    game = answer(acting(KHORNE, norsca="bloodsworn", badlands="bloodletter"), "bloodsworn_1", "troll_country")
    assert figures(game, TROLLS) == ["bloodsworn"]


@rule("OLDWORLD-22.18", "OLDWORLD-7.5", "OLDWORLD-7.6")
def test_e4_teleport_is_compulsory() -> None:
    game = playing(TZEENTCH, "teleport", "kislev", kislev="leper")
    assert asked(game) == (TZEENTCH, "move_to")
    game = playing(TZEENTCH, "teleport", "kislev")
    assert slots(game, KISLEV)[0] == "teleport"


@rule("OLDWORLD-22.1")
def test_e5_two_blood_frenzies() -> None:
    game = battle(KISLEV, kislev="great_unclean_one", cards="kislev blood_frenzy / blood_frenzy", dice=[1] * 7)
    assert sum([len(dice) for who, _, dice, _ in told(game, "rolled") if who == "khorne"]) == 4


@rule("OLDWORLD-6.22", "OLDWORLD-6.5", "OLDWORLD-6.8")
def test_e7_card_play() -> None:
    game = acting(
        KHORNE,
        points="khorne 1, nurgle 0, tzeentch 0",
        hands="khorne the_skull_throne, reborn_in_blood",
        cards="troll_country teleport / teleport",
    )
    assert "reborn_in_blood" not in options(game)
    answer(game, "the_skull_throne")
    assert "troll_country" not in options(game)
    answer(game, "kislev", "left")
    assert game.state.points[KHORNE] == 0
    assert asked(game) == (SLAANESH, "act")
    answer(game, "seductress_1", "norsca")
    assert asked(game) == (SLAANESH, "act")  # Khorne is skipped


@rule("OLDWORLD-7.9", "OLDWORLD-22.17")
def test_e8_warp_shield_travels() -> None:
    game = acting(
        TZEENTCH,
        empire="acolyte",
        hands="tzeentch warp_shield, teleport",
        points="khorne 0, nurgle 0, tzeentch 6, slaanesh 0",
    )
    answer(game, "warp_shield", "empire", "left")
    assert game.state.shielded == (FIGURE_OF["acolyte_1"],)
    answer(game, "teleport", "empire", "estalia")
    assert figures(game, ESTALIA) == ["acolyte"]
    assert game.state.shielded == (FIGURE_OF["acolyte_1"],)
    assert slots(game, EMPIRE) == ["warp_shield", "teleport"]


@rule("OLDWORLD-7.8", "OLDWORLD-22.3", "OLDWORLD-22.4")
def test_e6_no_stacking() -> None:
    s = acting(KHORNE, cards="kislev the_skull_throne / the_skull_throne", kislev="bloodletter, bloodsworn").state
    assert domination(s, KISLEV, KHORNE) == 2 + 1 + 1
    one = acting(NURGLE, cards="kislev field_of_carnage /", empire="leper")
    two = acting(NURGLE, cards="kislev field_of_carnage / field_of_carnage", empire="leper")
    assert options(answer(one, "leper_2")) == options(answer(two, "leper_2"))


@rule("OLDWORLD-8.26", "OLDWORLD-8.21")
def test_e9_pre_battle_hits_add_up() -> None:
    game = battle(
        KISLEV,
        kislev="bloodthirster, great_unclean_one",
        cards="kislev blood_frenzy /",
        dice=[4, 5, 2, 3, 4, 5, 1, 3, 5],
    )
    assert told(game, "killed") == [("khorne", "great_unclean_one_1", "kislev")]
    assert told(game, "hits_lost") == [("khorne", 1), ("nurgle", 1)]
    assert figures(game, KISLEV) == ["bloodthirster"]


@rule("OLDWORLD-8.20")
def test_e10_pre_battle_kill() -> None:
    game = battle(
        KISLEV, kislev="bloodthirster, great_unclean_one", cards="kislev blood_frenzy /", dice=[6, 5, 4, 1, 1, 1, 1]
    )
    assert [who for who, *_ in told(game, "rolled")] == ["khorne", "khorne"]
    assert figures(game, KISLEV) == ["bloodthirster"]


@rule("OLDWORLD-8.3", "OLDWORLD-8.8", "OLDWORLD-8.24")
def test_e11_three_way_battle() -> None:
    game = battle(KISLEV, kislev="bloodletter 2, great_unclean_one, acolyte 2", dice=[1, 3, 4, 6, 5, 2, 4, 5])
    answer(game, "great_unclean_one_1")
    assert asked(game) == (NURGLE, "target")
    answer(game, "bloodletter_1", "acolyte_1")
    assert figures(game, KISLEV) == ["bloodletter", "acolyte"]


@rule("OLDWORLD-8.13")
def test_e12_peasants() -> None:
    game = battle(BORDER, border_princes="bloodletter", tokens="border_princes peasant 2", dice=[3, 4])
    assert game.state.peasants[KHORNE] == 1
    assert tokens(game, BORDER) == {"peasant": 1}


@rule("OLDWORLD-8.20", "OLDWORLD-8.14", "OLDWORLD-22.9", "OLDWORLD-8.15")
def test_e13_complicated_battle() -> None:
    game = battle(
        ESTALIA,
        estalia="bloodletter, bloodsworn, great_unclean_one, plaguebearer 2, leper",
        cards="estalia blood_frenzy / rain_of_pus",
        dice=[1, 6, 4, 4, 4, 1, 2, 3, 6, 6, 4],
    )
    assert options(game) == ("leper_1", "plaguebearer_1", "great_unclean_one_1")
    answer(game, "plaguebearer_1", "plaguebearer_1")
    assert figures(game, ESTALIA).count("plaguebearer") == 1  # removed at once
    assert options(game) == ("leper_1", "plaguebearer_2")  # the Great Unclean One has defense 4
    answer(game, "leper_1")
    answer(game, "bloodletter_1")
    assert told(game, "hits_lost") == [("nurgle", 1)]
    assert figures(game, ESTALIA) == ["plaguebearer", "great_unclean_one"]
    assert slots(game, ESTALIA) == ["blood_frenzy", "rain_of_pus"]


@rule("OLDWORLD-8.26", "OLDWORLD-22.9")
def test_e13_the_other_choice_wears_the_great_unclean_one_down() -> None:
    game = battle(
        ESTALIA,
        estalia="bloodletter, bloodsworn, great_unclean_one, plaguebearer 2, leper",
        cards="estalia blood_frenzy / rain_of_pus",
        dice=[1, 6, 4, 4, 4, 1, 1, 1, 1, 1],
    )
    answer(game, "great_unclean_one_1", "great_unclean_one_1")
    assert told(game, "killed") == []
    assert options(game) == ("leper_1", "plaguebearer_1", "great_unclean_one_1")  # two more hits will do
    answer(game, "great_unclean_one_1")
    assert told(game, "killed") == [("khorne", "great_unclean_one_1", "estalia")]


@rule("OLDWORLD-9.2", "OLDWORLD-9.4")
def test_e14_domination() -> None:
    game = corrupting(kislev="bloodsworn 2, great_unclean_one", cards="kislev the_blood_gods_call / plague_touch")
    assert told(game, "dominated") == [("khorne", "kislev", 3)]


@rule("OLDWORLD-14.3", "OLDWORLD-14.5")
def test_e15_resistance_and_conquest_value() -> None:
    game = corrupting(kislev="leper 3", tokens="kislev skaven, noble")
    assert told(game, "dominated") == [("nurgle", "kislev", 4)]


@rule("OLDWORLD-10.4", "OLDWORLD-10.9", "OLDWORLD-10.11")
def test_e16_ruination() -> None:
    game = corrupting(estalia="bloodsworn, acolyte, leper 3", corruption="estalia khorne 4, nurgle 5, slaanesh 1")
    assert corruption(game, ESTALIA) == (5, 8, 1, 1)
    assert told(game, "ruined") == [("estalia", 1)]
    assert game.state.vp == (3, 3, 3, 0)


@rule("OLDWORLD-11.8", "OLDWORLD-11.12")
def test_e17_ruination_scoring() -> None:
    game = table(
        "score_ruins", phase="end", fallen="estalia", corruption="estalia khorne 5, nurgle 8, tzeentch 1, slaanesh 1"
    )
    assert game.state.vp == (4, 9, 0, 0)
    assert corruption(game, ESTALIA) == (0, 0, 0, 0)


@rule("OLDWORLD-12.10", "OLDWORLD-12.11", "OLDWORLD-12.12")
def test_e18_dials() -> None:
    game = table("score_ruins", phase="end", counters="khorne 2, nurgle 1, tzeentch 1", runs=("tick", "extra_tick"))
    assert asked(game) == (TZEENTCH, "place_warpstone")
    assert game.state.vp == (4, 3, 0, 0)
    answer(game, "kislev")
    assert asked(game) == (KHORNE, "upgrade")
    answer(game, "khorne_bloodletter")
    assert game.state.dial == (2, 1, 1, 0)
    assert game.state.counters == (0, 0, 0, 0)


@rule("OLDWORLD-13.1", "OLDWORLD-13.6")
def test_e19_order_of_the_end() -> None:
    game = table("check_end", phase="end", dial="tzeentch 8", vp="tzeentch 5, nurgle 53")
    assert game.result() == (0, 0, 100, 0)


@rule("OLDWORLD-12.9", "OLDWORLD-12.4")
def test_e20_counters_of_tzeentch() -> None:
    game = corrupting(
        empire="acolyte",
        bretonnia="acolyte 2",
        estalia="acolyte 3",
        tokens="empire warpstone 2; bretonnia warpstone 2; estalia warpstone 2",
    )
    assert told(game, "counter") == [("tzeentch", "bretonnia"), ("tzeentch", "estalia")]


@rule("OLDWORLD-12.5")
def test_e21_counters_of_khorne() -> None:
    game = battle(KISLEV, kislev="bloodletter 2, leper 4", dice=[4] * 4)
    assert game.state.counters[KHORNE] == 1


@rule("OLDWORLD-12.13", "OLDWORLD-12.17")
def test_e22_partial_instruction() -> None:
    game = table("tick", SLAANESH, phase="end", dial="slaanesh 5", tokens="kislev noble")
    assert tokens(game, KISLEV) == {}
    assert halted(game)


@rule("OLDWORLD-10.8", "OLDWORLD-10.10")
def test_e23_ruination_numbering() -> None:
    everywhere = "; ".join([f"{name} nurgle 12" for name in ("norsca", "kislev", "tilea")])
    game = corrupting(ruined="empire bretonnia estalia", corruption=everywhere)
    assert told(game, "ruined") == [("norsca", 4), ("kislev", 5)]


@rule("OLDWORLD-22.2", "OLDWORLD-19.1")
def test_e24_conflict() -> None:
    game = corrupting(cards="kislev battle_cry / the_stench_of_death", kislev="plaguebearer")
    assert told(game, "dominated") == [("nurgle", "kislev", 3)]
    assert corruption(game, KISLEV) == (0, 0, 0, 0)


@rule("OLDWORLD-8.17")
def test_e25_six_only() -> None:
    game = battle(KISLEV, kislev="bloodletter, daemonette", upgrades="slaanesh_daemonette", dice=[4, 5, 1])
    assert told(game, "killed") == []
    assert told(game, "hits_lost") == [("khorne", 2)]


@rule("OLDWORLD-10.6")
def test_e26_card_number() -> None:
    game = corrupting(ruined="norsca tilea", corruption="kislev nurgle 12")
    assert game.state.ruined[KISLEV] == 3


@rule("OLDWORLD-11.3")
def test_e27_heroes_one_after_the_other() -> None:
    game = table("end_phase", phase="corruption", tokens="kislev hero 2", kislev="bloodletter, leper 2")
    assert [uid for uid, _ in told(game, "removed")] == ["bloodletter_1", "leper_1"]


@rule("OLDWORLD-16.1", "OLDWORLD-16.2")
def test_e28_control_keeps_upgrades() -> None:
    words: dict[str, Any] = {"kislev": "bloodsworn@slaanesh, leper", "upgrades": "khorne_bloodsworn"}
    assert told(battle(KISLEV, dice=[5], **words), "killed") == [("slaanesh", "leper_1", "kislev")]
    assert corruption(corrupting(**words), KISLEV) == (0, 1, 0, 1)


@rule("OLDWORLD-6.22")
def test_e29_no_room() -> None:
    full = "norsca plague_aura / plague_aura; troll_country plague_aura / plague_aura; kislev influenza / influenza; "
    full += "empire influenza / influenza; bretonnia teleport / teleport; estalia teleport / teleport; "
    full += "tilea dazzle / dazzle; border_princes battle_cry / battle_cry; badlands battle_cry / battle_cry"
    game = acting(KHORNE, hands="khorne blood_frenzy", cards=full)
    assert options(game) == ("bloodsworn_1", "bloodletter_1", "bloodthirster_1", "pass")
    assert figures(game, NORSCA) == []
