"""The cards and chips: numbers as the ledger states them, not as the data does."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from games.darklord.table import GREEN, RED, answer, asked, options, owner, random_game, table, told
from grimtable.games.darklord import DEFINITION
from grimtable.games.darklord.components import (
    ABILITIES,
    ARTIFACTS,
    BOMBERS,
    CARDS,
    CIRCLES,
    COLORS,
    CURSES,
    DECK,
    FOLDER,
    FOUR_PLAYERS_ONLY,
    INCOME,
    INITIAL,
    KIND,
    LABELS,
    LAND,
    LEVELS,
    MAX_SLEEVES,
    PLAYERS,
    POWER,
    POWER_TOKENS,
    RACE,
    STACK_LIMIT,
    STONES,
    TARGETS,
    TERRITORIES,
    THRONES,
    TYPE,
    UID,
    UNITS,
    UPKEEP,
    VP,
)
from grimtable.games.darklord.setup import in_play
from grimtable.kernel.language import LANGUAGES, Message
from rule import rule

# Power, upkeep, VP and the copies with four and with three players, as section 13 states them.
UNIT_CARDS = {
    "skeleton_swordman": (1, 1, 0, 4, 3),
    "goblin_soldier": (1, 1, 0, 4, 3),
    "wood_golem": (1, 1, 0, 4, 3),
    "goblin_bomber": (2, 1, 0, 4, 3),
    "skeleton_spearman": (2, 1, 1, 2, 2),
    "skeleton_cursedman": (1, 1, 1, 1, 1),
    "clay_golem": (2, 2, 1, 1, 1),
    "junk_golem": (2, 2, 1, 2, 1),
    "goblin_flag_bearer": (1, 1, 1, 2, 2),
    "goblin_delivery": (0, 0, 1, 1, 1),
    "skeleton_knight": (3, 2, 0, 2, 1),
    "skull_dragon": (4, 3, 3, 1, 1),
    "ultimate_golem": (3, 3, 2, 1, 1),
    "guardian_golem": (1, 1, 2, 1, 1),
    "goblin_scout": (2, 2, 2, 1, 1),
    "goblin_king": (3, 3, 3, 1, 1),
}


def of_kind(kind: str, players: int = 4) -> list[int]:
    return [card for card in range(len(UID)) if KIND[card] == kind and in_play(card, players)]


@rule("DARKLORD-1.1")
def test_the_box_holds_60_cards_20_sleeves_and_30_chips() -> None:
    box = json.loads((FOLDER / "data" / "components.json").read_text(encoding="utf-8"))
    chips = {chip["id"]: chip["count"] for chip in box["chips"]["breakdown"]}
    assert len(UID) == len(set(UID)) == 60
    assert (COLORS, MAX_SLEEVES) == (("red", "blue", "yellow", "green"), 5)
    assert (box["sleeves"]["total"], box["sleeves"]["per_color"]) == (20, 5)
    assert chips == {"coin": 20, "curse_token": 5, "magic_stone": 4, "power_token": 1}
    assert (CURSES, STONES, POWER_TOKENS) == (5, 4, 1)


@rule("DARKLORD-1.2")
def test_the_cards_fall_into_the_groups_of_four_players() -> None:
    assert Counter(DECK) == {
        "throne": 4,
        "initial": 12,
        "level1": 15,
        "level2": 10,
        "level3": 10,
        "event": 3,
        "stock": 4,
        "aux": 2,
    }
    assert [uid for uid, deck in zip(UID, DECK) if deck == "aux"] == ["start_player", "level3_reference"]
    assert [len(level) for level in LEVELS] == [15, 10, 10]
    assert (len(THRONES), len(INITIAL), len(BOMBERS)) == (4, 12, 4)
    assert [KIND[card] for card in BOMBERS] == ["goblin_bomber"] * 4


@rule("DARKLORD-16.1", "DARKLORD-2.1")
def test_without_the_cards_marked_4p_48_cards_remain() -> None:
    used = [card for card in range(len(UID)) if in_play(card, 3)]
    assert FOUR_PLAYERS_ONLY.count(True) == 12
    assert len(used) == 48
    assert Counter([DECK[card] for card in used]) == {
        "throne": 3,
        "initial": 9,
        "level1": 12,
        "level2": 8,
        "level3": 8,
        "event": 3,
        "stock": 3,
        "aux": 2,
    }
    assert [UID[card] for card in used if card in THRONES] == ["throne_red", "throne_blue", "throne_yellow"]
    assert [UID[card] for card in used if card in BOMBERS] == [f"goblin_bomber_{c}" for c in ("red", "blue", "yellow")]
    assert all([in_play(card, 4) for card in range(len(UID))])


@rule("DARKLORD-16.3")
def test_there_are_as_many_copies_of_each_land_as_players_less_one() -> None:
    for land in ("farm_village", "fishing_village", "watchtower"):
        assert (len(of_kind(land, 3)), len(of_kind(land, 4))) == (2, 3)


@rule("DARKLORD-16.3")
@pytest.mark.parametrize("kind", UNIT_CARDS)
def test_only_the_marked_copies_of_a_unit_are_missing_with_three_players(kind: str) -> None:
    assert (len(of_kind(kind, 4)), len(of_kind(kind, 3))) == UNIT_CARDS[kind][3:]


@rule(
    "DARKLORD-13.1",
    "DARKLORD-13.2",
    "DARKLORD-13.3",
    "DARKLORD-13.4",
    "DARKLORD-13.5",
    "DARKLORD-13.6",
    "DARKLORD-13.8",
    "DARKLORD-13.9",
    "DARKLORD-13.10",
    "DARKLORD-13.11",
    "DARKLORD-13.12",
    "DARKLORD-13.13",
    "DARKLORD-13.14",
    "DARKLORD-13.16",
)
@pytest.mark.parametrize("kind", UNIT_CARDS)
def test_a_unit_has_the_power_the_upkeep_and_the_points_of_its_card(kind: str) -> None:
    for card in of_kind(kind):
        assert (POWER[card], UPKEEP[card], VP[card]) == UNIT_CARDS[kind][:3]
        assert TYPE[card] == "unit"


def test_there_are_no_other_units() -> None:
    assert {KIND[unit] for unit in UNITS} == set(UNIT_CARDS)


@rule("DARKLORD-13.10")
def test_no_unit_is_as_strong_as_the_skull_dragon() -> None:
    assert [UID[unit] for unit in UNITS if POWER[unit] >= 4] == ["skull_dragon"]


@rule("DARKLORD-13.1", "DARKLORD-13.9")
@pytest.mark.parametrize("kind", ["skeleton_swordman", "goblin_soldier", "wood_golem", "skeleton_knight"])
def test_a_unit_without_ability_is_placed_and_wins_without_further_questions(kind: str) -> None:
    game = table("turn", RED, ready=f"red {kind}, blue wood_golem", A="red goblin_flag_bearer", coins={RED: 5})
    uid = next(option[0] for option in options(game) if option != "pass")
    answer(game, (uid, "A"))
    assert asked(game) == (1, "place")
    answer(game, "pass", "accept")
    assert told(game, "acquired") == [(RED, "skeleton_crown", 0, 1 + UPKEEP[CARDS[uid]])]
    assert asked(game)[1] == "sleeve"


@rule("DARKLORD-1.3")
def test_five_units_fill_an_area() -> None:
    assert STACK_LIMIT == 5


@rule("DARKLORD-14.1")
def test_a_throne_gives_two_coins_and_four_sleeves() -> None:
    assert [(INCOME[card], CIRCLES[card], VP[card]) for card in THRONES] == [(2, 4, 0)] * 4


@rule("DARKLORD-14.2")
@pytest.mark.parametrize("land", ["farm_village", "fishing_village"])
def test_a_village_of_level_1_gives_one_coin_and_one_point(land: str) -> None:
    assert [(DECK[c], INCOME[c], CIRCLES[c], VP[c]) for c in of_kind(land)] == [("level1", 1, 0, 1)] * 3


@rule("DARKLORD-14.3")
def test_a_watchtower_of_level_2_gives_one_coin_one_sleeve_and_two_points() -> None:
    assert [(DECK[c], INCOME[c], CIRCLES[c], VP[c]) for c in of_kind("watchtower")] == [("level2", 1, 1, 2)] * 3


@rule("DARKLORD-14.4", "DARKLORD-11.3")
@pytest.mark.parametrize(
    ("minus", "land", "circles"),
    [
        ("deserted_farm_village", "farm_village", 0),
        ("deserted_fishing_village", "fishing_village", 0),
        ("abandoned_tower", "watchtower", 1),
    ],
)
def test_each_land_has_one_minus_version_with_the_same_marks(minus: str, land: str, circles: int) -> None:
    (card,) = of_kind(minus)
    assert (INCOME[card], CIRCLES[card], VP[card], LAND[card]) == (1, circles, -3, land)


@rule("DARKLORD-5.1", "DARKLORD-15.1")
def test_only_units_can_be_sleeved_or_placed() -> None:
    game = table("sleeve", RED, home="red farm_village, red hermits_seal, red clay_golem")
    assert options(game) == ("all", "skeleton_swordman_1", "goblin_soldier_1", "wood_golem_1", "clay_golem", "done")
    for game in random_game(4, seed=3):
        s = game.state
        spots = [card for group in (*s.stacks, *s.ready, s.removed) for card in group]
        assert not set(spots) & {*TERRITORIES, *ARTIFACTS}
        for decision in game.decisions():
            if decision.prompt in ("sleeve", "place"):
                named = [o if isinstance(o, str) else o[0] for o in decision.options]
                assert {TYPE[CARDS[uid]] for uid in named if uid in CARDS} <= {"unit"}


@rule("DARKLORD-5.1")
def test_only_territories_give_coins_and_sleeves() -> None:
    others = [card for card in range(len(UID)) if card not in TERRITORIES]
    assert not [UID[card] for card in others if INCOME[card] or CIRCLES[card]]
    s = table("turn", RED, home="red farm_village, red watchtower, red hermits_seal, red clay_golem").state
    assert [(s.income_of(me), s.sleeves_of(me)) for me in (RED, GREEN)] == [(4, 5), (2, 4)]


@rule("DARKLORD-15.1")
def test_level_3_is_all_artifacts_and_no_artifact_lies_elsewhere() -> None:
    assert sorted(LEVELS[2]) == sorted(ARTIFACTS)
    assert sorted([UID[card] for card in LEVELS[2]]) == [
        "collectors_vault",
        "cursed_idol",
        "goblin_banner",
        "golem_core",
        "hermits_seal",
        "megalith_ruins",
        "skeleton_crown",
        "tomb_keeper",
        "twin_witch_dolls_1",
        "twin_witch_dolls_2",
    ]


@rule("DARKLORD-1.8")
@pytest.mark.parametrize("kind", ["skeleton_knight", "twin_witch_dolls", "goblin_flag_bearer"])
def test_a_second_copy_of_a_unit_or_an_artifact_may_be_acquired(kind: str) -> None:
    game = table("resolve", 0, home=f"red {kind}", targets=kind, A="red goblin_soldier")
    answer(game, "accept")
    assert (owner(game, f"{kind}_1"), owner(game, f"{kind}_2")) == (RED, RED)


@rule("DARKLORD-15.2")
def test_the_races_have_the_listed_kinds() -> None:
    kinds = {race: sorted({KIND[u] for u in UNITS if RACE[u] == race}) for race in ("skeleton", "goblin", "golem")}
    assert kinds == {
        "skeleton": [f"skeleton_{k}" for k in ("cursedman", "knight", "spearman", "swordman")] + ["skull_dragon"],
        "goblin": [f"goblin_{k}" for k in ("bomber", "delivery", "flag_bearer", "king", "scout", "soldier")],
        "golem": [f"{k}_golem" for k in ("clay", "guardian", "junk", "ultimate", "wood")],
    }


@rule("DARKLORD-16.2")
def test_three_or_four_may_play_with_one_target_more_than_players() -> None:
    assert PLAYERS == (3, 4)
    assert TARGETS == {3: 4, 4: 5}
    assert LABELS == ("A", "B", "C", "D", "E")


def test_an_ability_attaches_under_the_kind_of_its_card() -> None:
    assert tuple([(kind,) for kind in KIND]) == ABILITIES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_is_called_what_its_data_calls_it(lang: str) -> None:
    facts = json.loads((FOLDER / "data" / "cards.json").read_text(encoding="utf-8"))["cards"]
    for card in facts:
        name = card[f"name_{lang}"]
        if name is not None:  # a Bomber's colour is seen, not said
            plain = name.partition(" (")[0] if card.get("kind") == "goblin_bomber" else name
            assert DEFINITION.catalogue.say(Message(f"card.{card.get('kind', card['id'])}"), lang) == plain


def test_every_kind_of_card_is_in_the_data_as_often_as_in_the_deck_list() -> None:
    facts = json.loads((FOLDER / "data" / "cards.json").read_text(encoding="utf-8"))["cards"]
    for card in facts:
        listed = [c for c, uid in enumerate(UID) if uid.rstrip("_1234") == card["id"].rstrip("_1234")]
        assert len(listed) == card["count"]
        assert [FOUR_PLAYERS_ONLY[c] for c in listed].count(True) == card["four_player_copies"]
