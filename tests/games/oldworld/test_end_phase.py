"""The End Phase: cards, heroes, Old World cards and the prizes of ruined regions."""

from __future__ import annotations

from typing import Any

from games.oldworld.table import (
    BRETONNIA,
    EMPIRE,
    ESTALIA,
    KHORNE,
    KISLEV,
    NORSCA,
    NURGLE,
    SLAANESH,
    TILEA,
    TZEENTCH,
    answer,
    asked,
    battle,
    corrupting,
    corruption,
    figures,
    hand,
    options,
    slots,
    table,
    tokens,
    told,
)
from grimtable.games.oldworld.components import ONGOING_AT, TITLE, ongoing_time
from grimtable.games.oldworld.regions import may_corrupt, resistance
from grimtable.games.oldworld.state import OldWorld
from grimtable.kernel.game import Game
from rule import rule


def ending(**words: Any) -> Game[OldWorld]:
    """Chaos cards are removed and heroes act."""
    return table("end_phase", phase="corruption", **words)


def resolving(**words: Any) -> Game[OldWorld]:
    """Old World cards act."""
    return table("end_phase", phase="corruption", runs=("resolve_old_world",), **words)


def scoring(**words: Any) -> Game[OldWorld]:
    """Ruined regions are scored."""
    return table("score_ruins", phase="end", **words)


# ---------------------------------------------------------------- step 1
@rule("OLDWORLD-11.1")
def test_everybody_discards_his_cards_on_the_board() -> None:
    game = ending(cards="kislev battle_cry / influenza; empire / battle_cry")
    assert slots(game, KISLEV) == slots(game, EMPIRE) == ["", ""]
    assert [TITLE[card] for card in game.state.discards[KHORNE]] == ["battle_cry", "battle_cry"]
    assert [TITLE[card] for card in game.state.discards[NURGLE]] == ["influenza"]


# ---------------------------------------------------------------- step 2
@rule("OLDWORLD-11.2", "OLDWORLD-14.2", "OLDWORLD-8.27")
def test_a_hero_takes_a_figure_of_the_highest_threat_there_by_its_owners_choice() -> None:
    game = ending(tokens="kislev hero", kislev="bloodletter, bloodsworn, leper, acolyte", empire="seductress")
    assert asked(game) == (KHORNE, "lose")  # Slaanesh has a higher threat but no figure there
    assert options(game) == ("bloodsworn_1", "bloodletter_1")
    answer(game, "bloodsworn_1")
    assert figures(game, KISLEV) == ["bloodletter", "leper", "acolyte"]
    assert told(game, "killed") == []
    game = ending(tokens="kislev hero", kislev="bloodletter, bloodsworn, leper 2", dial="nurgle 2")
    assert told(game, "removed") == [("leper_1", "kislev")]


@rule("OLDWORLD-11.3")
def test_each_hero_looks_again_at_who_is_there() -> None:
    game = ending(tokens="kislev hero 2", kislev="bloodletter, leper")
    assert told(game, "removed") == [("bloodletter_1", "kislev"), ("leper_1", "kislev")]


@rule("OLDWORLD-11.4", "OLDWORLD-15.5")
def test_heroes_act_in_ruins() -> None:
    game = ending(tokens="kislev hero", kislev="bloodletter", ruined="kislev")
    assert figures(game, KISLEV) == []


@rule("OLDWORLD-11.2", "OLDWORLD-3.4")
def test_heroes_act_in_region_order() -> None:
    game = ending(tokens="estalia hero; norsca hero", estalia="bloodletter", norsca="leper")
    assert told(game, "removed") == [("leper_1", "norsca"), ("bloodletter_1", "estalia")]


# ---------------------------------------------------------------- step 3
@rule("OLDWORLD-11.5", "OLDWORLD-14.8")
def test_place_1_acts_before_place_2() -> None:
    game = resolving(track="franzs_decree / dark_elf_corsairs", tokens="empire event, peasant")
    kinds = [kind for kind, *_ in told(game, "token_placed", "token_removed")]
    assert kinds == ["token_placed", "token_removed"]
    game = resolving(track="dark_elf_corsairs / franzs_decree", tokens="empire event, peasant")
    kinds = [kind for kind, *_ in told(game, "token_placed", "token_removed")]
    assert kinds == ["token_removed", "token_placed"]


@rule("OLDWORLD-11.5", "OLDWORLD-14.8")
def test_effects_of_another_time_do_not_act_here() -> None:
    game = resolving(track="road_wardens / greenskins_invade", tokens="kislev hero, event", kislev="leper 2")
    assert told(game, "removed") == [("leper_1", "kislev")]  # the hero, not the Road Wardens


@rule("OLDWORLD-11.6")
def test_an_effect_without_a_time_belongs_to_this_step() -> None:
    times = {time for time in ONGOING_AT.values() if time}
    assert times == {"continuous", "battle_phase_end", "end_phase.resolve_old_world"}
    assert ongoing_time({"effects": []}) == ongoing_time({"timing": "end_phase.resolve_old_world"})
    assert ONGOING_AT["electors_arise"] == ongoing_time(None) == ""  # no effect at all


@rule("OLDWORLD-14.8", "OLDWORLD-14.1")
def test_events_mean_nothing_without_their_card() -> None:
    game = resolving(tokens="kislev event; norsca event", kislev="leper 2")
    assert told(game, "removed") == []
    game = resolving(track="norse_reavers /", tokens="kislev event", kislev="leper 2, plaguebearer, acolyte")
    assert told(game, "removed") == [("leper_1", "kislev"), ("acolyte_1", "kislev")]


def test_warpstone_discovery_pays_cards_once() -> None:
    game = resolving(
        track="warpstone_discovery /",
        tokens="kislev warpstone; empire warpstone",
        kislev="leper",
        empire="leper, acolyte",
        norsca="bloodletter",
    )
    assert [len(game.state.hands[power]) for power in range(4)] == [0, 1, 1, 0]


@rule("OLDWORLD-3.8")
def test_bretonnian_knights_make_everybody_there_discard_a_card_of_his_choice() -> None:
    game = resolving(
        track="bretonnian_knights /",
        bretonnia="leper, acolyte, seductress",
        hands="nurgle influenza, plague_aura; tzeentch teleport; khorne battle_cry",
    )
    assert asked(game) == (NURGLE, "discard")
    answer(game, "influenza")
    assert hand(game, NURGLE) == ["plague_aura"]
    assert hand(game, TZEENTCH) == []  # the only one: no choice
    assert hand(game, KHORNE) == ["battle_cry"]


def test_dwarf_trollslayers_hunt_warriors_and_daemons() -> None:
    game = resolving(track="dwarf_trollslayers /", tokens="norsca hero", norsca="bloodsworn, leper, plaguebearer 2")
    # the hero takes the Bloodsworn of Khorne, the highest threat; then the slayers Nurgle's warrior
    assert told(game, "removed") == [("bloodsworn_1", "norsca"), ("plaguebearer_1", "norsca")]


def test_dark_elf_corsairs_take_a_peasant_or_a_figure() -> None:
    game = resolving(
        track="dark_elf_corsairs /",
        tokens="estalia event, peasant 2; tilea event; bretonnia event",
        estalia="leper",
        tilea="leper, bloodsworn",
    )
    assert tokens(game, ESTALIA) == {"event": 1, "peasant": 1}
    assert figures(game, ESTALIA) == ["leper"]
    assert figures(game, TILEA) == ["leper"]


def test_teclis_takes_corruption_of_who_has_most() -> None:
    game = resolving(
        track="teclis_aids_the_empire /",
        tokens="empire event; kislev event",
        corruption="empire nurgle 3, khorne 1; kislev nurgle 2, khorne 2",
    )
    assert asked(game) == (NURGLE, "cleanse")  # a tie: the lowest threat decides
    answer(game, "khorne")
    assert corruption(game, KISLEV) == (1, 2, 0, 0)
    assert corruption(game, EMPIRE) == (1, 2, 0, 0)


def test_franzs_decree_brings_peasants() -> None:
    assert tokens(resolving(track="franzs_decree /"), EMPIRE) == {"peasant": 1}


def test_witch_hunters_take_a_cultist_of_who_has_strictly_most() -> None:
    words = {"tokens": "kislev hero; norsca hero", "dial": "khorne 3"}
    kislev, norsca = "leper 2, acolyte, bloodletter", "leper, acolyte, bloodletter"
    game = resolving(track="witch_hunters /", kislev=kislev, norsca=norsca, **words)
    # both heroes take Khorne's Bloodletters; then Nurgle has most cultists in Kislev, and nobody in Norsca
    assert told(game, "removed")[2:] == [("leper_1", "kislev")]


def test_road_wardens_act_after_the_battles() -> None:
    words = {"tokens": "norsca hero; tilea hero", "track": "road_wardens /", "runs": ("end_of_battles",)}
    game = battle(NORSCA, norsca="leper 2, acolyte", tilea="leper, acolyte", dice=[], **words)
    assert told(game, "removed") == [("leper_1", "norsca")]  # in Tilea it is a tie


def test_the_grail_and_the_peace_act_continuously() -> None:
    game = corrupting(track="the_grail_is_found /", tokens="bretonnia event", bretonnia="leper 2", kislev="leper 2")
    assert (corruption(game, BRETONNIA)[NURGLE], corruption(game, KISLEV)[NURGLE]) == (0, 2)
    assert not may_corrupt(game.state, BRETONNIA)
    game = battle(KISLEV, track="electors_sue_for_peace /", tokens="kislev event", kislev="bloodletter, leper", dice=[])
    assert told(game, "battle") == []
    game = battle(KISLEV, track="greenskins_invade /", tokens="kislev event 2", dice=[])
    assert resistance(game.state, KISLEV) == 5  # once per region, not per token


# ---------------------------------------------------------------- step 4
@rule("OLDWORLD-11.7", "OLDWORLD-11.8")
def test_ruins_that_are_still_face_up_are_scored() -> None:
    game = scoring(
        ruined="empire", fallen="estalia", corruption="estalia nurgle 8, khorne 5, tzeentch 1; empire nurgle 2"
    )
    assert told(game, "gained_vp") == [("nurgle", 10, "ruin"), ("khorne", 5, "ruin")]
    assert corruption(game, EMPIRE)[NURGLE] == 2  # inert tokens in an old ruin stay


@rule("OLDWORLD-11.7", "OLDWORLD-3.4")
def test_ruins_are_scored_in_region_order() -> None:
    game = scoring(fallen="tilea norsca", corruption="tilea nurgle 12; norsca khorne 12")
    assert told(game, "gained_vp") == [("khorne", 7, "ruin"), ("nurgle", 7, "ruin")]  # cards 2 and 1


@rule("OLDWORLD-11.9")
def test_alone_one_gets_only_the_first_prize_and_warpstones_get_none() -> None:
    assert scoring(fallen="kislev", corruption="kislev khorne 12").state.vp == (8, 0, 0, 0)
    assert scoring(fallen="kislev", tokens="kislev warpstone 12").state.vp == (0, 0, 0, 0)


@rule("OLDWORLD-11.10")
def test_a_tie_for_most_shares_both_prizes() -> None:
    game = scoring(fallen="kislev", corruption="kislev khorne 5, nurgle 5, tzeentch 2")
    assert game.state.vp == (6, 6, 0, 0)
    game = scoring(fallen="estalia", corruption="estalia khorne 4, nurgle 4, tzeentch 4")
    assert game.state.vp == (4, 4, 4, 0)  # 13 for three, rounded down


@rule("OLDWORLD-11.11")
def test_a_tie_for_second_shares_the_second_prize() -> None:
    game = scoring(fallen="empire", corruption="empire khorne 6, nurgle 3, tzeentch 3")
    assert game.state.vp == (10, 2, 2, 0)


@rule("OLDWORLD-11.12", "OLDWORLD-15.6")
def test_then_the_card_is_turned_and_the_corruption_goes_back() -> None:
    game = scoring(fallen="empire", corruption="empire khorne 6, nurgle 6")
    assert corruption(game, EMPIRE) == (0, 0, 0, 0)
    assert game.state.face_up == 0
    assert game.state.ruined[EMPIRE] == 1


@rule("OLDWORLD-3.2", "OLDWORLD-11.13", "OLDWORLD-11.14")
def test_the_six_steps_follow_each_other() -> None:
    game = table(
        "end_phase",
        phase="corruption",
        cards="kislev battle_cry /",
        tokens="kislev hero",
        kislev="bloodletter",
        track="franzs_decree /",
        fallen="estalia",
        corruption="estalia nurgle 12",
        counters="nurgle 1, khorne 1",
        vp="khorne 50",
        runs=("resolve_old_world", "score_ruins", "tick", "extra_tick", "check_end"),
    )
    kinds = [event.kind for event in game.events(None)]
    wanted = ["card_left", "removed", "token_placed", "ruin_scored", "ticked", "won"]
    assert sorted(wanted, key=kinds.index) == wanted
    assert game.result() == (100, 0, 0, 0)
    assert SLAANESH == 3
