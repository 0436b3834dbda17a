"""Final scoring."""

from __future__ import annotations

import pytest

from games.darklord.table import BLUE, GREEN, RED, YELLOW, table, told
from grimtable.games.darklord.components import CARDS, MINUS
from grimtable.games.darklord.state import DarkLord
from grimtable.games.darklord.victory import score, winner
from rule import rule


def scored(home: str, **tokens: dict[int, int]) -> DarkLord:
    """The state of a finished game with these cards besides thrones and initial units."""
    game = table("final_scoring", number=7, home=home, curses=tokens.get("curses"), throne_vp=tokens.get("throne_vp"))
    assert game.result() is not None
    return game.state


def worth(s: DarkLord, me: int, uid: str) -> int:
    """What this artifact is worth to its owner."""
    return dict(score(s, me).artifacts)[CARDS[uid]]


# ---------------------------------------------------------------- the sum
@rule("DARKLORD-12.1")
def test_a_score_is_the_sum_of_five_parts() -> None:
    home = "red goblin_king, red farm_village, red abandoned_tower, red twin_witch_dolls, red golem_core"
    s = scored(home, curses={RED: 2}, throne_vp={RED: 1})
    row = score(s, RED)
    assert (row.curses, [vp for _, vp in row.artifacts], row.throne, row.minus, row.plus) == (-2, [1, 3], 1, -3, 4)
    assert s.vp == (4, 0, 0, 0)


@rule("DARKLORD-7.12", "DARKLORD-12.1")
def test_each_curse_token_counts_minus_1() -> None:
    assert scored("", curses={RED: 3, GREEN: 1}).vp == (-3, 0, 0, -1)


@rule("DARKLORD-12.2")
def test_plus_cards_are_the_points_of_units_and_territories() -> None:
    home = "red skull_dragon, red goblin_scout, red clay_golem, red skeleton_knight, red farm_village, red watchtower"
    assert score(scored(home), RED).plus == 3 + 2 + 1 + 0 + 1 + 2


@rule("DARKLORD-12.3")
def test_each_minus_land_counts_minus_3_and_nothing_with_megalith_ruins() -> None:
    home = "red deserted_farm_village, red abandoned_tower, blue deserted_fishing_village"
    s = scored(home)
    assert (score(s, RED).minus, score(s, BLUE).minus, s.vp) == (-6, -3, (-6, -3, 0, 0))
    s = scored(f"{home}, red megalith_ruins")
    assert (score(s, RED).minus, score(s, BLUE).minus, s.vp) == (0, -3, (0, -3, 0, 0))


@rule("DARKLORD-12.3", "DARKLORD-11.2")
def test_a_land_taken_from_the_trash_counts_minus_3_instead_of_its_points() -> None:
    s = scored("red watchtower, blue watchtower")
    s.minus = (CARDS["watchtower_1"],)
    assert (score(s, RED).minus, score(s, RED).plus) == (-3, 0)
    assert (score(s, BLUE).minus, score(s, BLUE).plus) == (0, 2)


@rule("DARKLORD-12.4")
def test_the_points_on_the_throne_count() -> None:
    assert scored("", throne_vp={BLUE: 2, GREEN: 1}).vp == (0, 2, 0, 1)


@rule("DARKLORD-12.7")
def test_coins_and_magic_stones_score_nothing() -> None:
    game = table("final_scoring", number=7, coins={RED: 5, BLUE: 2}, stones={RED: 2, GREEN: 1})
    game.decisions()
    assert game.state.vp == (0, 0, 0, 0)


# ---------------------------------------------------------------- who wins
@rule("DARKLORD-12.5")
def test_the_highest_total_wins_and_everybody_else_loses() -> None:
    game = table("final_scoring", number=7, home="yellow goblin_king, blue clay_golem, red skeleton_knight")
    result = game.result()
    assert result is not None
    assert game.state.vp == (0, 1, 3, 0)
    assert result.index(max(result)) == YELLOW
    assert told(game, "won") == [(YELLOW, 3)]


@rule("DARKLORD-12.6")
@pytest.mark.parametrize(
    ("colors", "tied", "best"),
    [
        ((0, 1, 2, 3), "red, green", RED),
        ((0, 1, 2, 3), "yellow, green", YELLOW),
        ((2, 3, 0, 1), "red, blue", RED),  # red throne on seat 2: clockwise come seats 3, 0, 1
        ((2, 3, 0, 1), "blue, green", GREEN),
        ((2, 3, 0, 1), "blue, yellow", YELLOW),
    ],
)
def test_a_tie_goes_to_red_or_to_the_next_clockwise_from_red(colors: tuple[int, ...], tied: str, best: int) -> None:
    home = ", ".join([f"{seat} {kind}" for seat, kind in zip(tied.split(", "), ("goblin_king", "skull_dragon"))])
    game = table("final_scoring", number=7, colors=colors, home=home)
    result = game.result()
    assert result is not None
    assert [me for me in range(4) if result[me] == max(result)] == [best]
    assert told(game, "won") == [(best, 3)]
    assert sorted(game.state.vp) == [0, 0, 3, 3]


@rule("DARKLORD-12.5")
def test_a_tie_behind_the_winner_does_not_matter() -> None:
    s = scored("green goblin_king, red clay_golem, blue junk_golem")
    assert winner(s, (1, 1, 0, 3)) == GREEN
    assert s.outcome[RED] == s.outcome[BLUE] < s.outcome[GREEN]


@rule("DARKLORD-12.5")
def test_who_has_fewer_points_comes_behind_and_a_tie_at_the_top_has_one_winner() -> None:
    s = scored("red goblin_king, green skull_dragon, blue clay_golem")
    assert s.vp == (3, 1, 0, 3)
    assert s.outcome == (7, 2, 0, 6)


# ---------------------------------------------------------------- artifacts
@rule("DARKLORD-15.2")
@pytest.mark.parametrize(
    ("artifact", "units", "points"),
    [
        ("skeleton_crown", "", 1),
        ("skeleton_crown", "skeleton_spearman, skeleton_cursedman, skeleton_knight, skull_dragon", 5),
        ("goblin_banner", "goblin_king, clay_golem", 2),
        ("goblin_banner", "goblin_flag_bearer, goblin_delivery, goblin_scout, goblin_king, goblin_bomber", 6),
        ("golem_core", "clay_golem, junk_golem, guardian_golem, ultimate_golem, skull_dragon", 5),
    ],
)
def test_a_race_artifact_counts_the_kinds_of_its_race(artifact: str, units: str, points: int) -> None:
    home = ", ".join([f"red {unit}" for unit in [artifact, *units.split(", ")] if unit])
    assert worth(scored(home), RED, artifact) == points


@rule("DARKLORD-15.2")
def test_copies_of_a_kind_count_once() -> None:
    home = "red skeleton_crown, red skeleton_knight, red skeleton_knight, red skeleton_spearman, red skeleton_spearman"
    assert worth(scored(home), RED, "skeleton_crown") == 3


@rule("DARKLORD-15.3")
def test_the_vault_counts_every_artifact_of_its_owner_itself_included() -> None:
    s = scored("red collectors_vault, blue golem_core")
    assert worth(s, RED, "collectors_vault") == 1
    s = scored("red collectors_vault, red twin_witch_dolls, red twin_witch_dolls, red megalith_ruins")
    assert worth(s, RED, "collectors_vault") == 4


@rule("DARKLORD-15.4")
def test_each_of_the_twin_witch_dolls_is_worth_3() -> None:
    s = scored("red twin_witch_dolls, blue twin_witch_dolls")
    assert s.vp == (3, 3, 0, 0)


@rule("DARKLORD-15.5")
@pytest.mark.parametrize(("curses", "points"), [({}, 2), ({BLUE: 1}, 2), ({BLUE: 2, GREEN: 1}, 3), ({RED: 5}, 5)])
def test_the_idol_counts_the_curse_tokens_of_all_players_but_at_least_2(curses: dict[int, int], points: int) -> None:
    assert worth(scored("red cursed_idol", curses=curses), RED, "cursed_idol") == points


@rule("DARKLORD-15.6")
@pytest.mark.parametrize(
    ("home", "points"),
    [
        ("", 4),  # all have three
        ("red clay_golem", 2),
        ("red clay_golem, blue junk_golem, yellow junk_golem, green goblin_king", 4),
        ("red clay_golem, blue junk_golem, yellow junk_golem", 2),
        ("red goblin_bomber", 2),
    ],
)
def test_the_seal_is_worth_4_if_nobody_owns_fewer_units(home: str, points: int) -> None:
    s = scored(f"red hermits_seal, {home}".removesuffix(", "))
    assert worth(s, RED, "hermits_seal") == points


@rule("DARKLORD-15.7", "DARKLORD-12.8")
def test_the_tomb_keeper_counts_the_units_that_lay_in_the_remove_area_of_round_7() -> None:
    gone = "red wood_golem, blue goblin_soldier, green skeleton_swordman, green wood_golem"
    game = table("end_phase", number=7, home="blue tomb_keeper", removed=gone, acquired=(RED, BLUE, YELLOW, GREEN))
    assert game.result() is not None
    assert game.state.vp == (0, 4, 0, 0)


@rule("DARKLORD-12.3", "DARKLORD-15.8")
def test_no_other_artifact_makes_minus_lands_count_nothing() -> None:
    s = scored("red abandoned_tower, red hermits_seal, blue deserted_farm_village, blue megalith_ruins")
    assert [score(s, me).minus for me in (RED, BLUE)] == [-3, 0]


@rule("DARKLORD-15.8")
def test_megalith_ruins_are_worth_nothing_themselves() -> None:
    s = scored("red megalith_ruins, red farm_village")
    assert worth(s, RED, "megalith_ruins") == 0
    assert s.vp == (1, 0, 0, 0)


@rule("DARKLORD-15.9")
def test_a_bomber_held_at_the_end_counts_as_a_goblin_and_as_a_unit() -> None:
    s = scored("red goblin_bomber, red goblin_banner, red hermits_seal")
    assert (worth(s, RED, "goblin_banner"), worth(s, RED, "hermits_seal")) == (2, 2)
    s = scored("red goblin_banner, red hermits_seal")
    assert (worth(s, RED, "goblin_banner"), worth(s, RED, "hermits_seal")) == (1, 4)


@rule("DARKLORD-14.4")
def test_minus_lands_are_one_card_each() -> None:
    assert {
        "farm_village": CARDS["deserted_farm_village"],
        "fishing_village": CARDS["deserted_fishing_village"],
        "watchtower": CARDS["abandoned_tower"],
    } == MINUS


@rule("DARKLORD-14.4", "DARKLORD-11.2")
@pytest.mark.parametrize(
    ("land", "minus"), [("farm_village", "deserted_farm_village"), ("watchtower", "abandoned_tower")]
)
def test_a_minus_land_counts_minus_3_and_the_land_itself_its_points(land: str, minus: str) -> None:
    s = scored(f"red {land}, blue {minus}")
    assert [score(s, me).minus for me in (RED, BLUE)] == [0, -3]
    assert (score(s, RED).plus > 0, score(s, BLUE).plus) == (True, 0)
