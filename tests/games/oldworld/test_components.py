"""What is in the box, and its limits."""

from __future__ import annotations

import pytest

from games.oldworld.table import (
    BADLANDS,
    BORDER,
    BRETONNIA,
    EMPIRE,
    ESTALIA,
    KHORNE,
    KISLEV,
    NORSCA,
    NURGLE,
    SLAANESH,
    TILEA,
    TROLLS,
    TZEENTCH,
    acting,
    answer,
    battle,
    corrupting,
    corruption,
    figures,
    hand,
    table,
    tokens,
    told,
)
from grimtable.games.oldworld.components import (
    ADJACENT,
    ATTACK,
    CLS,
    COST,
    COUNT,
    DECKS,
    DEFENSE,
    DESIGNED,
    EVERYWHERE,
    FIGURES,
    KINDS,
    OLD_WORLD_CARDS,
    OWNER,
    POPULOUS,
    REGIONS,
    RUINER_VP,
    THREAT,
    TITLE,
    TOKEN_COUNT,
    TOKENS,
    UPGRADED_KIND,
    UPGRADES_OF,
    VALUE,
    VICTORY,
)
from grimtable.games.oldworld.facts import facts
from grimtable.games.oldworld.regions import conquest_value, free_slots, resistance
from rule import rule


@rule("OLDWORLD-1.1", "OLDWORLD-3.4")
def test_nine_regions_in_their_order_with_value_tag_and_two_slots() -> None:
    assert REGIONS == (
        "norsca", "troll_country", "kislev", "empire", "bretonnia", "estalia", "tilea", "border_princes", "badlands",
    )  # fmt: skip
    assert VALUE == (1, 1, 3, 5, 3, 4, 2, 1, 1)
    assert [REGIONS[r] for r in EVERYWHERE if POPULOUS[r]] == ["kislev", "empire", "bretonnia", "estalia"]
    s = acting(KHORNE).state
    assert [len(free_slots(s, region)) for region in EVERYWHERE] == [2] * 9


@rule("OLDWORLD-1.2")
def test_the_printed_number_is_resistance_and_conquest_value_and_each_changes_alone() -> None:
    s = acting(KHORNE, tokens="kislev skaven; empire noble").state
    assert [resistance(s, r) for r in (KISLEV, EMPIRE, ESTALIA)] == [2, 5, 4]
    assert [conquest_value(s, r) for r in (KISLEV, EMPIRE, ESTALIA)] == [3, 6, 4]


@rule("OLDWORLD-3.7")
def test_regions_border_each_other_as_the_map_says_both_ways() -> None:
    names = {REGIONS[r]: [REGIONS[n] for n in ADJACENT[r]] for r in EVERYWHERE}
    assert names["norsca"] == ["troll_country"]
    assert names["bretonnia"] == ["empire", "estalia", "tilea", "border_princes"]
    assert names["empire"] == ["kislev", "bretonnia", "border_princes"]
    assert all([r in ADJACENT[n] for r in EVERYWHERE for n in ADJACENT[r]])
    assert sum([len(n) for n in ADJACENT]) == 2 * 11


@rule("OLDWORLD-3.7", "OLDWORLD-15.5")
def test_ruined_regions_stay_adjacent() -> None:
    game = acting(KHORNE, ruined="troll_country", norsca="bloodletter")
    answer(game, "bloodsworn_1")
    assert list(game.decisions()[0].options) == ["norsca", "troll_country"]


@rule("OLDWORLD-1.3", "OLDWORLD-1.4")
def test_forty_five_figures_with_their_numbers() -> None:
    assert dict(zip(KINDS, zip(COUNT, COST, [a[0] for a in ATTACK], [d[0] for d in DEFENSE]))) == {
        "bloodsworn": (4, 1, 0, 1),
        "bloodletter": (6, 2, 2, 1),
        "bloodthirster": (1, 3, 4, 3),
        "leper": (6, 1, 0, 1),
        "plaguebearer": (5, 1, 1, 1),
        "great_unclean_one": (1, 3, 3, 3),
        "acolyte": (8, 1, 0, 1),
        "horror": (3, 2, 1, 2),
        "lord_of_change": (1, 3, 3, 2),
        "seductress": (6, 1, 0, 1),
        "daemonette": (3, 2, 1, 2),
        "keeper_of_secrets": (1, 3, 2, 4),
    }
    assert len(FIGURES) == len(CLS) == len(OWNER) == 45


@rule("OLDWORLD-1.3")
def test_a_kind_that_is_all_on_the_board_is_not_in_the_reserve_and_returns_when_killed() -> None:
    game = acting(KHORNE, points="khorne 9", kislev="bloodthirster, bloodsworn 4")
    names = game.decisions()[0].options
    assert [name for name in names if name.startswith("bloodsworn")] == ["bloodsworn_1"]  # only to move it
    assert "bloodletter_1" in names
    game = battle(KISLEV, kislev="bloodletter, leper", dice=[4, 1])
    assert figures(game, KISLEV) == ["bloodletter"]
    game = acting(NURGLE)
    assert "leper_1" in game.decisions()[0].options


@rule("OLDWORLD-1.5")
def test_tokens_are_limited_and_what_is_not_there_cannot_be_placed() -> None:
    assert dict(zip(TOKENS, TOKEN_COUNT)) == {
        "event": 6, "hero": 4, "noble": 6, "peasant": 20, "skaven": 6, "warpstone": 14,
    }  # fmt: skip
    game = table("old_world", number=0, old_deck="bretonnian_knights", tokens="norsca hero 3")
    assert tokens(game, BRETONNIA) == {"hero": 1}  # the last one
    assert told(game, "token_placed") == [("hero", "bretonnia")]
    game = table("old_world", number=0, old_deck="bretonnian_knights", tokens="norsca hero 4")
    assert told(game, "token_placed") == []


@rule("OLDWORLD-1.6")
def test_corruption_tokens_never_run_out() -> None:
    game = corrupting(corruption="norsca nurgle 9; empire nurgle 11; kislev nurgle 9", badlands="leper 6")
    assert corruption(game, BADLANDS)[NURGLE] == 6  # the 35th


@rule("OLDWORLD-1.7")
def test_counters_never_run_out() -> None:
    game = battle(KISLEV, kislev="bloodletter, leper", counters="khorne 16", dice=[4, 1])
    assert game.state.counters[KHORNE] == 17


@rule("OLDWORLD-1.8")
def test_more_than_five_dice_are_rolled() -> None:
    game = battle(KISLEV, kislev="bloodletter 3, bloodthirster, leper", dice=[1] * 10)
    assert told(game, "rolled") == [("khorne", "kislev", (1,) * 10, 0)]


@rule("OLDWORLD-1.9")
def test_the_decks_and_upgrades_have_their_sizes() -> None:
    assert [len(deck) for deck in DECKS] == [24] * 4
    assert len(OLD_WORLD_CARDS) == 28
    assert len(RUINER_VP) == 5
    for names in UPGRADES_OF:
        assert [UPGRADED_KIND[name] >= 0 for name in names] == [True] * 3 + [False] * 2
    assert TITLE.count("blood_frenzy") == 4
    assert TITLE.count("plunged_into_chaos") == 4


@rule("OLDWORLD-1.10")
def test_victory_points_go_beyond_the_track() -> None:
    game = corrupting(vp="khorne 120", empire="bloodletter 6")
    assert game.state.vp[KHORNE] == 125


@rule("OLDWORLD-1.11")
def test_everybody_draws_from_his_own_deck() -> None:
    game = table("draw_phase", phase="old_world", decks="khorne battle_cry, battle_cry")
    assert hand(game, KHORNE) == ["battle_cry", "battle_cry"]
    for power in (KHORNE, NURGLE, TZEENTCH, SLAANESH):
        assert [card for card in game.state.hands[power] if card not in DECKS[power]] == []


@rule("OLDWORLD-1.13", "OLDWORLD-12.7")
def test_the_populous_tag_matters_only_to_what_names_it() -> None:
    game = corrupting(kislev="leper 2, seductress 2", badlands="leper 2", tilea="acolyte 2")
    assert game.state.counters == (0, 1, 0, 0)  # Nurgle in Kislev; the tag does nothing for Slaanesh


@rule("OLDWORLD-12.2", "OLDWORLD-12.21")
def test_no_two_dials_ever_show_the_same_threat() -> None:
    printed = [threat for dial in THREAT for threat in dial[:-1]]
    assert sorted(printed) == list(range(1, 35))
    assert VICTORY == (9, 10, 8, 7)


def test_stand_ins_are_marked() -> None:
    assert {"dazzle", "norse_reavers", "nurgle_provender", "tzeentch_horror", "nurgle_9"} <= DESIGNED
    assert not DESIGNED & {"blood_frenzy", "teleport", "meteor_showers", "slaanesh_daemonette", "nurgle_8"}
    cards = facts()["cards"]
    assert (cards["dazzle"]["designed"], cards["teleport"]["designed"]) == (True, False)
    assert len(facts()["dials"]["khorne"]) == 10


@pytest.mark.parametrize("region", [NORSCA, TROLLS, TILEA, BORDER, BADLANDS])
@rule("OLDWORLD-12.7")
def test_regions_without_the_tag_give_nurgle_no_counter(region: int) -> None:
    game = corrupting(**{REGIONS[region]: "leper 3"})
    assert game.state.counters[NURGLE] == 0
