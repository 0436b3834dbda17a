"""Domination, corruption and ruination."""

from __future__ import annotations

import pytest

from games.oldworld.table import (
    BADLANDS,
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
    corrupting,
    corruption,
    tokens,
    told,
)
from grimtable.games.oldworld.components import PRIZES, RUINER_VP
from grimtable.games.oldworld.corruption import domination, dominator
from grimtable.games.oldworld.regions import conquest_value, resistance
from rule import rule


# ---------------------------------------------------------------- domination
@rule("OLDWORLD-9.1", "OLDWORLD-15.3")
def test_regions_are_checked_in_order_without_ruins() -> None:
    game = corrupting(ruined="kislev", kislev="bloodletter 4", tilea="leper 3", norsca="acolyte 2")
    assert told(game, "dominated") == [("tzeentch", "norsca", 1), ("nurgle", "tilea", 2)]


@rule("OLDWORLD-9.2", "OLDWORLD-16.1")
def test_domination_counts_cards_by_printed_cost_and_figures_by_number() -> None:
    s = acting(
        KHORNE, cards="kislev reborn_in_blood / battle_cry", kislev="bloodthirster, bloodsworn, leper@khorne, leper"
    ).state
    assert domination(s, KISLEV, KHORNE) == 6
    assert domination(s, KISLEV, NURGLE) == 1


@rule("OLDWORLD-9.4")
def test_the_highest_must_exceed_the_resistance() -> None:
    assert dominator(acting(KHORNE, kislev="leper 3").state, KISLEV) == -1
    assert dominator(acting(KHORNE, kislev="leper 4").state, KISLEV) == NURGLE
    game = corrupting(kislev="leper 4")
    assert game.state.vp[NURGLE] == 3
    # cards alone are enough
    assert dominator(acting(KHORNE, cards="norsca dazzle /").state, NORSCA) == TZEENTCH


@rule("OLDWORLD-9.4")
def test_if_the_highest_fails_nobody_else_is_asked() -> None:
    game = corrupting(kislev="leper 3, acolyte 2")
    assert told(game, "dominated") == []


@rule("OLDWORLD-9.5")
def test_a_tie_for_highest_dominates_nothing() -> None:
    game = corrupting(kislev="leper 4, acolyte 4", norsca="leper 2, acolyte, bloodsworn")
    assert told(game, "dominated") == [("nurgle", "norsca", 1)]


@rule("OLDWORLD-9.6", "OLDWORLD-14.5")
def test_skaven_and_cards_lower_resistance_but_never_below_zero() -> None:
    s = acting(KHORNE, tokens="kislev skaven 2; norsca skaven 3", cards="norsca influenza /").state
    assert [resistance(s, region) for region in (KISLEV, NORSCA)] == [1, 0]
    assert conquest_value(s, KISLEV) == 3


@rule("OLDWORLD-9.7", "OLDWORLD-14.3", "OLDWORLD-21.8")
def test_nobles_raise_the_conquest_value_only() -> None:
    game = corrupting(kislev="leper 4", tokens="kislev noble 2")
    assert game.state.vp[NURGLE] == 5
    assert resistance(game.state, KISLEV) == 3


@rule("OLDWORLD-3.2")
def test_domination_is_finished_everywhere_before_corruption_begins() -> None:
    game = corrupting(norsca="leper 2", badlands="acolyte 2")
    assert [kind for kind, *_ in told(game, "dominated", "corrupted")] == ["dominated"] * 2 + ["corrupted"] * 2


# ---------------------------------------------------------------- corruption
@rule("OLDWORLD-10.1", "OLDWORLD-3.6")
def test_each_region_is_finished_before_the_next() -> None:
    game = corrupting(norsca="leper", kislev="leper, acolyte", corruption="norsca nurgle 11")
    kinds = told(game, "corrupted", "ruined", "gained_vp")
    assert [kind[0] for kind in kinds] == ["corrupted", "ruined", "gained_vp", "corrupted", "corrupted"]


@rule("OLDWORLD-10.2", "OLDWORLD-16.1")
def test_each_cultist_places_one_token_of_its_controllers_colour() -> None:
    game = corrupting(kislev="leper 2, plaguebearer, great_unclean_one, acolyte, acolyte@slaanesh, bloodletter")
    assert corruption(game, KISLEV) == (0, 2, 1, 1)


@rule("OLDWORLD-10.3", "OLDWORLD-15.4")
def test_ruins_receive_no_corruption_in_this_phase() -> None:
    game = corrupting(ruined="kislev", kislev="leper 4", cards="")
    assert corruption(game, KISLEV) == (0, 0, 0, 0)


@rule("OLDWORLD-10.4", "OLDWORLD-14.6")
def test_twelve_tokens_of_all_powers_and_warpstones_ruin_a_region() -> None:
    words = {"kislev": "leper", "tokens": "kislev warpstone 2"}
    assert told(corrupting(corruption="kislev nurgle 4, khorne 4", **words), "ruined") == []
    assert told(corrupting(corruption="kislev nurgle 5, khorne 4", **words), "ruined") == [("kislev", 1)]


@rule("OLDWORLD-10.5")
def test_a_region_is_checked_even_if_nobody_placed_there() -> None:
    game = corrupting(corruption="kislev nurgle 10", tokens="kislev warpstone 2")
    assert told(game, "ruined") == [("kislev", 1)]
    assert game.state.vp == (0, 0, 0, 0)


@rule("OLDWORLD-10.6", "OLDWORLD-15.6")
def test_a_ruined_region_receives_the_next_card_face_up() -> None:
    game = corrupting(ruined="norsca tilea", corruption="kislev nurgle 12")
    assert game.state.ruined[KISLEV] == 3
    assert game.state.face_up == 1 << KISLEV


@rule("OLDWORLD-10.7", "OLDWORLD-15.2")
def test_tokens_in_a_ruined_region_stay() -> None:
    game = corrupting(corruption="kislev nurgle 12", tokens="kislev noble, hero, skaven")
    assert tokens(game, KISLEV) == {"noble": 1, "hero": 1, "skaven": 1}
    assert corruption(game, KISLEV)[NURGLE] == 12


@rule("OLDWORLD-10.8")
def test_earlier_regions_take_the_lower_numbers() -> None:
    game = corrupting(corruption="badlands nurgle 12; kislev nurgle 12; norsca khorne 12")
    assert told(game, "ruined") == [("norsca", 1), ("kislev", 2), ("badlands", 3)]


@rule("OLDWORLD-10.9")
def test_ruiners_are_those_who_placed_in_this_step() -> None:
    words = {"kislev": "leper, acolyte", "corruption": "kislev khorne 6, slaanesh 5", "placed": "slaanesh kislev"}
    assert corrupting(**words).state.vp == (0, 3, 3, 0)


@rule("OLDWORLD-10.9", "OLDWORLD-21.1")
def test_under_the_published_rules_placing_earlier_in_the_round_is_enough() -> None:
    words = {"kislev": "leper, acolyte", "corruption": "kislev khorne 6, slaanesh 5", "placed": "slaanesh kislev"}
    assert corrupting(options={"profile": "published"}, **words).state.vp == (0, 3, 3, 3)


@rule("OLDWORLD-10.10")
def test_without_a_card_left_a_region_is_not_ruined() -> None:
    game = corrupting(
        ruined="norsca troll_country kislev empire tilea", badlands="leper", corruption="badlands nurgle 12"
    )
    assert told(game, "ruined") == []
    assert game.state.ruined[BADLANDS] == 0
    assert game.state.vp == (0, 0, 0, 0)


@rule("OLDWORLD-10.11")
@pytest.mark.parametrize(("before", "vp"), [(0, 3), (1, 4), (2, 4), (3, 5), (4, 5)])
def test_ruiners_score_by_the_cards_number(before: int, vp: int) -> None:
    others = " ".join(["norsca", "troll_country", "kislev", "empire"][:before])
    game = corrupting(ruined=others, badlands="leper", corruption="badlands nurgle 11")
    assert game.state.vp[NURGLE] == vp
    assert RUINER_VP == (3, 4, 4, 5, 5)


@rule("OLDWORLD-11.8")
def test_the_prizes_are_those_of_the_cards() -> None:
    assert PRIZES[0] == ((6, 3), (6, 3), (8, 4), (10, 5), (8, 4), (9, 4), (7, 3), (7, 3), (6, 3))
    assert PRIZES[1] == PRIZES[2]
    assert PRIZES[3] == PRIZES[4]
    assert (PRIZES[1][EMPIRE], PRIZES[4][ESTALIA], PRIZES[3][NORSCA]) == ((11, 5), (11, 5), (8, 4))
    assert [second for card in PRIZES for _, second in card] == [first // 2 for card in PRIZES for first, _ in card]


# ---------------------------------------------------------------- dial counters earned here
@rule("OLDWORLD-12.8", "OLDWORLD-21.2")
def test_slaanesh_needs_tokens_with_a_noble_or_hero_two_at_once_by_the_errata() -> None:
    places = {"kislev": "seductress 2", "empire": "seductress", "tilea": "seductress 2"}
    game = corrupting(options={"profile": "published"}, tokens="kislev noble; empire hero", **places)
    assert told(game, "counter") == [("slaanesh", "kislev")]
    game = corrupting(tokens="kislev noble; empire hero", **places)
    assert told(game, "counter") == [("slaanesh", "kislev"), ("slaanesh", "empire")]
    game = corrupting(kislev="seductress 2", tokens="kislev hero 2, noble")
    assert game.state.counters[SLAANESH] == 1
    one = {"empire": "seductress", "tokens": "empire hero"}
    assert corrupting(options={"slaanesh_min_corruption": 2}, **one).state.counters[SLAANESH] == 0
    mixed = {"profile": "published", "slaanesh_min_corruption": 1}
    assert corrupting(options=mixed, **one).state.counters[SLAANESH] == 1


@rule("OLDWORLD-12.9", "OLDWORLD-21.5", "OLDWORLD-18.4")
def test_tzeentch_needs_two_tokens_at_once_with_two_of_magic_in_any_mix() -> None:
    game = corrupting(
        kislev="acolyte 2",
        empire="acolyte 2",
        tilea="acolyte 2",
        badlands="acolyte",
        cards="kislev plague_aura /; empire dazzle / abyssal_pact; tilea dazzle /",
        tokens="kislev warpstone; badlands warpstone 2",
    )
    assert told(game, "counter") == [("tzeentch", "kislev"), ("tzeentch", "empire")]


@rule("OLDWORLD-12.7", "OLDWORLD-21.3", "OLDWORLD-12.4")
def test_nurgle_counts_what_he_places_in_the_phase_not_what_lies_there() -> None:
    game = corrupting(kislev="leper", corruption="kislev nurgle 5")
    assert game.state.counters[NURGLE] == 0
    game = corrupting(kislev="leper, plaguebearer 2", cards="kislev the_stench_of_death / influenza")
    assert told(game, "counter") == [("nurgle", "kislev")]  # two in the Domination Step and one later: one counter
    game = corrupting(kislev="leper 5")
    assert game.state.counters[NURGLE] == 1


@rule("OLDWORLD-12.24", "OLDWORLD-12.3")
def test_counters_are_earned_when_the_tokens_are_placed_and_stay() -> None:
    game = corrupting(kislev="leper 2, seductress 2", tokens="kislev noble", corruption="kislev nurgle 10")
    assert told(game, "ruined") == [("kislev", 1)]
    assert game.state.counters == (0, 1, 0, 1)
    assert (TROLLS, TILEA, TZEENTCH) == (1, 6, 2)
