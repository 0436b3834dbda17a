"""The Old World Phase, the track, and the Draw Phase."""

from __future__ import annotations

import pytest

from games.oldworld.table import (
    BADLANDS,
    BRETONNIA,
    EMPIRE,
    KHORNE,
    KISLEV,
    NORSCA,
    NURGLE,
    SLAANESH,
    TILEA,
    TROLLS,
    TZEENTCH,
    answer,
    asked,
    corruption,
    hand,
    options,
    table,
    tokens,
    told,
    track,
)
from grimtable.games.oldworld.components import COMET, DISCARDED, IMMEDIATE, ONGOING, REGIONS, TITLE
from grimtable.games.oldworld.regions import resistance
from grimtable.games.oldworld.state import OldWorld
from grimtable.kernel.game import Game
from rule import rule


def drawing(title: str, **words: str) -> Game[OldWorld]:
    """The Old World Phase in which this card is drawn."""
    return table("old_world", number=0, old_deck=title, phase="end", **words)  # type: ignore[arg-type]  # all are words


# ---------------------------------------------------------------- carrying out
@rule("OLDWORLD-4.1", "OLDWORLD-3.8")
def test_the_top_card_is_drawn_and_carried_out_at_once() -> None:
    game = drawing("peasant_uprising, meteor_showers")
    assert told(game, "old_world_drawn") == [("peasant_uprising", "nurgle")]
    assert told(game, "token_placed") == [("peasant", name) for name in REGIONS[:-1]]
    assert len(game.state.old_deck) == 6


@rule("OLDWORLD-4.2", "OLDWORLD-12.1")
def test_the_lowest_threat_makes_the_choices() -> None:
    game = drawing("warpstone_discovery")
    assert asked(game) == (NURGLE, "place_warpstone")
    game = drawing("warpstone_discovery", dial="nurgle 1")
    assert asked(game) == (TZEENTCH, "place_warpstone")
    game = drawing("warpstone_discovery", dial="nurgle 1, tzeentch 1")
    assert asked(game) == (KHORNE, "place_warpstone")
    game = drawing("warpstone_discovery", without="nurgle")
    assert asked(game) == (TZEENTCH, "place_warpstone")


@rule("OLDWORLD-3.8", "OLDWORLD-1.5")
def test_when_tokens_run_out_later_regions_go_without() -> None:
    game = drawing("peasant_uprising", tokens="badlands peasant 17")
    assert told(game, "token_placed") == [("peasant", name) for name in REGIONS[:3]]


@rule("OLDWORLD-4.11", "OLDWORLD-15.2", "OLDWORLD-21.9")
def test_ruins_receive_no_tokens_and_are_not_offered() -> None:
    game = drawing("greenskins_invade", ruined="empire")
    assert (tokens(game, EMPIRE), tokens(game, TILEA)) == ({}, {"event": 1})
    game = drawing("meteor_showers", ruined="empire kislev")
    assert "empire" not in options(game)
    game = drawing("witch_hunters", ruined="empire kislev bretonnia estalia")  # no populous region left
    assert told(game, "token_placed") == []


# ---------------------------------------------------------------- the track
@rule("OLDWORLD-4.3")
def test_the_card_goes_to_place_1() -> None:
    assert track(drawing("franzs_decree")) == ["franzs_decree", ""]


@rule("OLDWORLD-4.4")
def test_the_card_in_place_1_moves_to_place_2() -> None:
    game = drawing("franzs_decree", track="electors_arise /")
    assert track(game) == ["franzs_decree", "electors_arise"]


@rule("OLDWORLD-4.5", "OLDWORLD-4.9")
def test_the_card_in_place_2_is_pushed_out_and_has_no_effect_any_more() -> None:
    words = "greenskins_invade"
    game = drawing("franzs_decree", track=f"electors_arise / {words}", tokens="badlands event")
    assert track(game) == ["franzs_decree", "electors_arise"]
    assert [TITLE[card] for card in game.state.old_discards] == ["greenskins_invade"]
    assert resistance(game.state, BADLANDS) == 1  # the event token stays and means nothing


@rule("OLDWORLD-4.6")
def test_an_empty_place_1_leaves_place_2_alone() -> None:
    assert track(drawing("franzs_decree", track="/ electors_arise")) == ["franzs_decree", "electors_arise"]


@rule("OLDWORLD-4.7")
def test_a_card_that_says_so_goes_to_the_box() -> None:
    game = drawing("plunged_into_chaos", track="franzs_decree / electors_arise")
    assert track(game) == ["franzs_decree", "electors_arise"]
    assert [TITLE[card] for card in game.state.old_discards] == ["plunged_into_chaos"]


@rule("OLDWORLD-4.8", "OLDWORLD-4.12")
def test_the_comet_clause_clears_both_places_first_and_spares_the_card_itself() -> None:
    game = drawing("norse_reavers", track="dark_elf_corsairs / the_grail_is_found", tokens="tilea event")
    assert track(game) == ["norse_reavers", ""]
    kinds = [kind for kind, *_ in told(game, "old_world_gone", "token_removed", "token_placed", "old_world_stays")]
    assert kinds == ["old_world_gone"] * 2 + ["token_removed"] + ["token_placed"] * 3 + ["old_world_stays"]


@rule("OLDWORLD-4.12")
def test_a_comet_icon_alone_does_nothing() -> None:
    game = answer(drawing("electors_arise", track="norse_reavers /"), "kislev")
    assert track(game) == ["electors_arise", "norse_reavers"]
    clause = [title for title in IMMEDIATE if IMMEDIATE[title][0].op == "discard_comet_cards_from_track"]
    assert clause == [title for title in COMET if COMET[title]]  # in this deck both go together, as two facts


@rule("OLDWORLD-4.10")
def test_a_card_without_ongoing_effect_still_takes_its_place() -> None:
    assert ONGOING["electors_arise"] == ()
    assert not DISCARDED["electors_arise"]
    game = drawing("electors_arise", track="franzs_decree /")
    answer(game, "kislev")
    assert track(game) == ["electors_arise", "franzs_decree"]
    assert all([IMMEDIATE[title] for title in IMMEDIATE])


# ---------------------------------------------------------------- drawing
@rule("OLDWORLD-5.1", "OLDWORLD-5.7")
def test_three_powers_draw_two_and_tzeentch_refills_to_five() -> None:
    game = table("draw_phase", phase="old_world", hands="tzeentch dazzle, teleport; nurgle influenza")
    assert [len(game.state.hands[power]) for power in range(4)] == [2, 3, 5, 2]


@rule("OLDWORLD-5.2")
def test_an_empty_deck_is_made_anew_from_the_discards_as_soon_as_the_last_card_is_drawn() -> None:
    titles = ["battle_cry"] * 4 + ["blood_frenzy"] * 4 + ["the_skull_throne"] * 4 + ["field_of_carnage"] * 3
    on_hand = titles + ["ritual_slaying"] * 3 + ["reborn_in_blood"] * 3
    game = table(
        "draw_phase",
        phase="old_world",
        without="tzeentch",
        hands="khorne " + ", ".join(on_hand),
        discards="khorne the_blood_gods_call, the_blood_gods_call",
    )
    assert len(game.state.hands[KHORNE]) == 23  # one from the deck, one from the new deck
    assert len(game.state.decks[KHORNE]) == 1
    assert game.state.discards[KHORNE] == ()
    assert told(game, "reshuffled") == [("khorne", 2)]


@rule("OLDWORLD-5.2", "OLDWORLD-5.3")
def test_drawing_stops_when_there_is_nothing_left_and_cards_on_the_board_stay_there() -> None:
    cards = "kislev blood_frenzy / blood_frenzy; empire blood_frenzy /"
    rest = ["battle_cry"] * 4 + ["blood_frenzy"] + ["the_skull_throne"] * 4 + ["field_of_carnage"] * 3
    rest += ["ritual_slaying"] * 3 + ["reborn_in_blood"] * 3 + ["the_blood_gods_call"] * 3
    game = table("draw_phase", phase="old_world", without="tzeentch", cards=cards, hands="khorne " + ", ".join(rest))
    assert len(game.state.hands[KHORNE]) == 21
    assert told(game, "reshuffled") == []


@rule("OLDWORLD-5.3")
def test_tzeentch_with_a_full_hand_draws_nothing_and_there_is_no_limit() -> None:
    full = "tzeentch " + ", ".join(["dazzle"] * 3 + ["teleport"] * 4)
    game = table("draw_phase", phase="old_world", hands=full)
    assert len(game.state.hands[TZEENTCH]) == 7


@rule("OLDWORLD-5.4")
def test_tzeentch_may_discard_one_card_first_by_the_published_rules() -> None:
    held = "tzeentch dazzle, teleport, teleport, drain_power"
    game = table("draw_phase", phase="old_world", hands=held, options={"profile": "published"})
    assert asked(game) == (TZEENTCH, "exchange")
    assert set(options(game)) == {"keep", "dazzle", "teleport", "drain_power"}
    answer(game, "teleport")
    assert [TITLE[card] for card in game.state.discards[TZEENTCH]] == ["teleport"]
    assert len(game.state.hands[TZEENTCH]) == 5
    for chosen in ({}, {"profile": "published", "tzeentch_may_discard_one": "no"}):
        game = table("draw_phase", phase="old_world", hands="tzeentch dazzle", options=chosen)
        assert game.state.phase == "summoning"


@rule("OLDWORLD-5.5", "OLDWORLD-5.6", "OLDWORLD-17.4")
def test_power_is_set_to_base_and_bonuses_and_nothing_is_kept() -> None:
    game = table(
        "draw_phase", phase="old_world", points="khorne 5, nurgle 0", upgrades="slaanesh_power_1 slaanesh_power_2"
    )
    assert game.state.points == [7, 6, 6, 9]


@rule("OLDWORLD-5.5", "OLDWORLD-21.10")
def test_power_never_exceeds_twelve() -> None:
    assert "drain_power" in TITLE
    game = table("turn", TZEENTCH, points="tzeentch 12", hands="tzeentch drain_power", phase="summoning")
    answer(game, "drain_power", "kislev", "left")
    assert game.state.points[TZEENTCH] == 12


@rule("OLDWORLD-3.1")
def test_the_phases_follow_each_other() -> None:
    game = table(
        "old_world",
        number=0,
        old_deck="plunged_into_chaos",
        without="tzeentch",
        runs=("draw_phase", "turn", "battle", "end_of_battles", "corruption_phase", "end_phase", "score_ruins",
              "extra_tick", "check_end", "tick", "resolve_old_world"),
    )  # fmt: skip
    answer(game, "pass", "pass", "pass")
    assert [phase for (phase,) in told(game, "phase")] == ["draw", "summoning", "battle", "corruption", "end", "draw",
                                                           "summoning"]  # fmt: skip
    assert game.state.round == 2


# ---------------------------------------------------------------- every card does what it says
def test_plunged_into_chaos_pays_for_peasants() -> None:
    game = drawing("plunged_into_chaos", peasants="khorne 3, nurgle 2")
    assert game.state.vp == (6, 2, 0, 0)
    assert game.state.peasants == (3, 2, 0, 0)  # they stay on the sheets
    game = drawing("plunged_into_chaos", peasants="khorne 2, nurgle 2")
    assert game.state.vp == (2, 2, 0, 0)  # nobody has strictly most


def test_peasant_uprising_raises_resistance_once_per_region() -> None:
    game = drawing("peasant_uprising", tokens="kislev peasant 2")
    assert tokens(game, KISLEV) == {"peasant": 3}
    assert [resistance(game.state, region) for region in (KISLEV, BADLANDS)] == [4, 1]


def test_up_from_skavenblight_comes_near_warpstones() -> None:
    game = drawing("up_from_skavenblight", tokens="norsca warpstone; estalia warpstone")
    assert options(game) == ("norsca", "troll_country", "bretonnia", "estalia", "tilea")
    answer(game, "tilea")
    assert tokens(game, TILEA) == {"skaven": 1}


def test_meteor_showers_fall_on_two_regions() -> None:
    game = answer(drawing("meteor_showers"), "norsca")
    assert "norsca" not in options(game)
    answer(game, "empire")
    assert tokens(game, NORSCA) == tokens(game, EMPIRE) == {"warpstone": 1}


def test_warpstone_discovery_places_two() -> None:
    game = answer(drawing("warpstone_discovery"), "kislev")
    assert tokens(game, KISLEV) == {"warpstone": 2}
    assert track(game) == ["warpstone_discovery", ""]


def test_bretonnian_knights_send_two_heroes() -> None:
    game = drawing("bretonnian_knights")
    assert "bretonnia" not in options(game)
    answer(game, "empire")
    assert tokens(game, BRETONNIA) == tokens(game, EMPIRE) == {"hero": 1}


@pytest.mark.parametrize(("choice", "regions"), [("1", (NORSCA, KISLEV)), ("2", (TROLLS, EMPIRE))])
def test_dwarf_trollslayers_choose_between_two_pairs(choice: str, regions: tuple[int, int]) -> None:
    game = answer(drawing("dwarf_trollslayers"), choice)
    assert [tokens(game, region) for region in regions] == [{"hero": 1}] * 2


@pytest.mark.parametrize(
    ("title", "places"),
    [
        ("greenskins_invade", "badlands empire tilea"),
        ("norse_reavers", "norsca troll_country kislev"),
        ("dark_elf_corsairs", "bretonnia estalia tilea"),
        ("teclis_aids_the_empire", "empire kislev"),
        ("the_grail_is_found", "bretonnia"),
        ("electors_sue_for_peace", "empire kislev"),
    ],
)
def test_invaders_move_the_events(title: str, places: str) -> None:
    game = drawing(title, tokens="border_princes event 2")
    assert [REGIONS[r] for r in range(9) if tokens(game, r) == {"event": 1}] == sorted(
        places.split(), key=REGIONS.index
    )
    assert sum([sum(tokens(game, region).values()) for region in range(9)]) == len(places.split())


def test_electors_arise_in_the_empire_and_another_populous_region() -> None:
    game = drawing("electors_arise")
    assert options(game) == ("kislev", "bretonnia", "estalia")
    answer(game, "kislev")
    assert tokens(game, EMPIRE) == tokens(game, KISLEV) == {"noble": 1}


def test_franzs_decree_brings_a_noble() -> None:
    assert tokens(drawing("franzs_decree"), EMPIRE) == {"noble": 1}


def test_the_horned_ones_due_brings_a_skaven() -> None:
    assert tokens(answer(drawing("the_horned_ones_due"), "tilea"), TILEA) == {"skaven": 1}


def test_mass_exodus_spreads_the_peasants_of_one_region() -> None:
    game = drawing("mass_exodus", tokens="bretonnia peasant 2; norsca peasant", ruined="tilea")
    assert options(game) == ("norsca", "bretonnia")
    answer(game, "bretonnia")
    assert options(game) == ("empire", "estalia", "border_princes")
    answer(game, "empire", "estalia")
    assert tokens(game, BRETONNIA) == {}
    assert tokens(game, EMPIRE) == {"peasant": 1}
    assert track(drawing("mass_exodus")) == ["", ""]  # nobody to move: nothing happens


def test_road_wardens_come_where_few_live() -> None:
    game = drawing("road_wardens")
    assert options(game) == ("norsca", "troll_country", "tilea", "border_princes", "badlands")
    assert tokens(answer(game, "norsca"), NORSCA) == {"hero": 1}


def test_skavengers_take_the_place_of_a_warpstone() -> None:
    game = drawing("skavengers", tokens="norsca warpstone; tilea warpstone 2")
    answer(game, "tilea")
    assert tokens(game, TILEA) == {"skaven": 1, "warpstone": 1}
    assert told(drawing("skavengers"), "token_placed") == []  # no warpstone, no skaven


def test_the_crusade_moves_all_people_of_a_region() -> None:
    game = drawing("the_crusade_is_come", tokens="empire noble, hero 2, peasant, warpstone", ruined="kislev")
    assert "kislev" not in options(game)  # of the goals; there is but one origin
    answer(game, "norsca")
    assert tokens(game, NORSCA) == {"hero": 2, "noble": 1, "peasant": 1}
    assert tokens(game, EMPIRE) == {"warpstone": 1}


def test_divine_inspiration_goes_where_most_corruption_is() -> None:
    game = drawing("divine_inspiration", corruption="kislev nurgle 2, khorne 1; empire tzeentch 2")
    assert tokens(game, KISLEV) == {"hero": 1}
    game = drawing("divine_inspiration", corruption="kislev nurgle 2; empire tzeentch 2")
    assert options(game) == ("kislev", "empire")
    assert corruption(game, KISLEV)[NURGLE] == 2


def test_witch_hunters_come_where_many_live() -> None:
    game = drawing("witch_hunters")
    assert options(game) == ("kislev", "empire", "bretonnia", "estalia")
    assert tokens(answer(game, "kislev"), KISLEV) == {"hero": 1}
    assert hand(game, SLAANESH) == []
