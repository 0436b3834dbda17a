"""Chaos cards in general: slots, costs and what holds for all of them."""

from __future__ import annotations

from games.oldworld.table import (
    BRETONNIA,
    EMPIRE,
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
from grimtable.games.oldworld.components import CARD_COST, STACKS, TIMING, TITLE
from grimtable.games.oldworld.corruption import domination
from grimtable.games.oldworld.regions import magic_symbols, resistance
from rule import rule


@rule("OLDWORLD-6.20", "OLDWORLD-6.3")
def test_a_card_is_chosen_paid_put_in_a_slot_and_applied() -> None:
    game = acting(NURGLE, hands="nurgle all_things_decay, influenza", corruption="kislev tzeentch 1")
    answer(game, "all_things_decay", "kislev", "right")
    assert slots(game, KISLEV) == ["", "all_things_decay"]
    assert game.state.points[NURGLE] == 5
    assert corruption(game, KISLEV) == (0, 0, 0, 0)
    assert hand(game, NURGLE) == ["influenza"]


@rule("OLDWORLD-6.21", "OLDWORLD-15.1")
def test_a_card_goes_anywhere_but_into_ruins() -> None:
    game = answer(acting(KHORNE, hands="khorne battle_cry", ruined="kislev"), "battle_cry")
    assert len(options(game)) == 8
    assert "kislev" not in options(game)


@rule("OLDWORLD-6.22")
def test_two_slots_a_region_and_one_card_a_slot() -> None:
    game = acting(KHORNE, hands="khorne battle_cry", cards="kislev influenza / influenza; empire / influenza")
    answer(game, "battle_cry")
    assert "kislev" not in options(game)
    answer(game, "empire")
    assert slots(game, EMPIRE) == ["battle_cry", "influenza"]  # the left one was the only one free


@rule("OLDWORLD-6.22")
def test_without_a_free_slot_no_card_can_be_played() -> None:
    full = "norsca plague_aura / plague_aura; troll_country plague_aura / plague_aura; kislev influenza / influenza; "
    full += "empire influenza / influenza; bretonnia teleport / teleport; estalia teleport / teleport; "
    full += "tilea dazzle / dazzle"
    game = acting(KHORNE, hands="khorne blood_frenzy", cards=full, ruined="border_princes badlands")
    assert options(game) == ("bloodsworn_1", "bloodletter_1", "bloodthirster_1", "pass")


@rule("OLDWORLD-6.23")
def test_played_cards_stay_until_the_end_phase() -> None:
    game = battle(KISLEV, cards="kislev battle_cry / plague_aura", runs=("end_of_battles", "corruption_phase"))
    assert slots(game, KISLEV) == ["battle_cry", "plague_aura"]
    game = table("end_phase", cards="kislev battle_cry / plague_aura")
    assert slots(game, KISLEV) == ["", ""]


@rule("OLDWORLD-7.1")
def test_cards_act_at_once_or_while_in_play_or_when_something_happens() -> None:
    kinds = {TITLE[card]: TIMING[card] for card in range(96)}
    assert (kinds["teleport"], kinds["influenza"], kinds["ritual_slaying"]) == ("on_play", "continuous", "triggered")
    game = playing(NURGLE, "influenza", "kislev")
    assert resistance(game.state, KISLEV) == 1


@rule("OLDWORLD-7.2", "OLDWORLD-8.23")
def test_the_left_card_acts_before_the_right_one() -> None:
    words = {"kislev": "leper 2, bloodletter", "corruption": "kislev nurgle 1"}
    game = table("end_of_battles", cards="kislev the_final_rotting / the_final_rotting", phase="battle", **words)  # type: ignore[arg-type]  # words
    assert told(game, "killed") == [("nurgle", "bloodletter_1", "kislev")]
    game = battle(KISLEV, kislev="leper", cards="kislev blood_frenzy / blood_frenzy", dice=[1, 1, 4, 1])
    assert [dice for _, _, dice, _ in told(game, "rolled")] == [(1, 1), (4, 1)]


@rule("OLDWORLD-7.3", "OLDWORLD-9.3")
def test_a_changed_price_leaves_the_printed_cost_for_domination() -> None:
    game = acting(KHORNE, hands="khorne battle_cry", cards="kislev temporal_stasis /")
    answer(game, "battle_cry", "kislev")
    assert game.state.points[KHORNE] == 4  # 1 and 2 more
    assert domination(game.state, KISLEV, KHORNE) == 1


@rule("OLDWORLD-7.4")
def test_you_is_who_played_the_card() -> None:
    game = playing(SLAANESH, "perverse_infiltration", "kislev")
    assert corruption(game, KISLEV) == (0, 0, 0, 1)


@rule("OLDWORLD-7.5")
def test_effects_are_compulsory_even_when_they_harm() -> None:
    game = playing(NURGLE, "all_things_decay", "kislev", corruption="kislev nurgle 1")
    assert corruption(game, KISLEV) == (0, 0, 0, 0)
    game = playing(TZEENTCH, "teleport", "kislev", kislev="acolyte")
    assert asked(game) == (TZEENTCH, "move_to")  # it must go


@rule("OLDWORLD-7.6")
def test_a_card_without_an_object_does_nothing_and_stays() -> None:
    for title in ("teleport", "warp_shield", "the_meddling_of_skaven"):
        game = playing(TZEENTCH, title, "kislev")
        assert asked(game) == (SLAANESH, "act")
        assert slots(game, KISLEV) == [title, ""]


@rule("OLDWORLD-7.7")
def test_two_copies_add_up() -> None:
    s = acting(KHORNE, cards="empire influenza / influenza", corruption="kislev nurgle 2").state
    assert resistance(s, EMPIRE) == 1
    s = acting(KHORNE, cards="kislev plague_aura / plague_aura", corruption="kislev nurgle 2").state
    assert domination(s, KISLEV, NURGLE) == 4
    assert STACKS["influenza"]


@rule("OLDWORLD-7.8")
def test_permissions_and_prohibitions_apply_once() -> None:
    s = acting(KHORNE, cards="kislev the_skull_throne / the_skull_throne", kislev="bloodletter").state
    assert domination(s, KISLEV, KHORNE) == 4  # attack 2 once, and two printed costs
    assert not STACKS["the_skull_throne"]
    s = acting(KHORNE, cards="kislev abyssal_pact / abyssal_pact", kislev="bloodletter").state
    assert domination(s, KISLEV, KHORNE) == 0


@rule("OLDWORLD-7.9", "OLDWORLD-22.17")
def test_a_mark_goes_where_the_figure_goes() -> None:
    game = playing(TZEENTCH, "warp_shield", "kislev", kislev="acolyte", points="khorne 0, nurgle 0, slaanesh 0")
    assert told(game, "shielded") == [("acolyte_1",)]
    answer(game, "acolyte_1", "empire")
    assert figures(game, EMPIRE) == ["acolyte"]
    assert len(game.state.shielded) == 1
    assert slots(game, KISLEV)[0] == "warp_shield"


@rule("OLDWORLD-18.1", "OLDWORLD-18.2", "OLDWORLD-18.4", "OLDWORLD-22.15")
def test_magic_symbols_of_all_powers_count_while_the_cards_lie_there() -> None:
    s = acting(KHORNE, cards="kislev plague_aura / abyssal_pact; empire dazzle / battle_cry").state
    assert [magic_symbols(s, region) for region in (KISLEV, EMPIRE, BRETONNIA)] == [2, 1, 0]
    s = acting(KHORNE, cards="kislev plague_aura / changer_of_ways").state
    assert magic_symbols(s, KISLEV) == 2  # a void text keeps its symbol


@rule("OLDWORLD-18.2")
def test_symbols_alone_change_nothing() -> None:
    s = acting(KHORNE, cards="kislev plague_aura / changer_of_ways").state
    assert resistance(s, KISLEV) == 3
    assert domination(s, KISLEV, NURGLE) == 0
    assert CARD_COST[TITLE.index("plague_aura")] == 0


@rule("OLDWORLD-19.1")
def test_what_one_effect_forbids_no_other_allows() -> None:
    cards = "kislev battle_cry / the_stench_of_death; empire field_of_ecstasy / blood_frenzy"
    game = corrupting(cards=cards, kislev="leper 3", empire="bloodletter, leper")
    assert corruption(game, KISLEV) == (0, 0, 0, 0)
    game = battle(EMPIRE, cards=cards, empire="bloodletter, leper", dice=[])
    assert told(game, "rolled") == []


def test_a_blocked_slot_is_not_free() -> None:
    game = acting(KHORNE, hands="khorne battle_cry", track="the_horned_ones_due /", tokens="kislev skaven")
    answer(game, "battle_cry", "kislev")
    assert slots(game, KISLEV) == ["battle_cry", ""]
    game = acting(
        KHORNE,
        hands="khorne battle_cry",
        track="the_horned_ones_due /",
        tokens="kislev skaven",
        cards="kislev / influenza",
    )
    answer(game, "battle_cry")
    assert "kislev" not in options(game)
    assert tokens(game, KISLEV) == {"skaven": 1}
