"""Components, setup and the map."""

from __future__ import annotations

import json

import pytest

from games.cthulhu.table import answer, asked, at, keeper, options, place, table
from grimtable.games.cthulhu import DEFINITION
from grimtable.games.cthulhu.components import (
    ADJACENT,
    AREA_IDS,
    AREAS,
    CODES,
    DESECRATION_TOKENS,
    FACTIONS,
    FOLDER,
    GATES,
    KIND_COUNT,
    KINDS,
    MAPS,
    OCEAN,
    ON_MAP,
    POOL,
    RANK,
    SIGN_VALUE,
    SPELLBOOKS,
    TRACK,
    UID,
    UNITS,
)
from grimtable.games.cthulhu.setup import problems
from grimtable.games.cthulhu.state import ACTION
from grimtable.kernel.chance import FastDice
from grimtable.kernel.values import BadInput
from rule import rule


def new(players: int, seed: int = 1, **options: str) -> object:
    return DEFINITION.new_game(players, options, FastDice(seed))


def areas(players: int, **options: str) -> int:
    return len(DEFINITION.new_game(players, options).state.areas())


@rule("CTHULHU-1.1", "CTHULHU-1.2", "CTHULHU-17.1")
def test_the_number_of_areas_follows_the_players() -> None:
    assert [areas(players) for players in (2, 3, 4)] == [13, 13, 17]
    assert areas(4, map="earth_w5_e3") == 17
    four = DEFINITION.new_game(4).state
    assert MAPS[four.map] == "earth_w3_e5"
    assert AREAS["scandinavia"] in four.areas()
    assert AREAS["central_america"] not in four.areas()
    reverse = DEFINITION.new_game(4, {"map": "earth_w5_e3"}).state
    assert AREAS["central_america"] in reverse.areas()
    assert AREAS["scandinavia"] not in reverse.areas()


@rule("CTHULHU-1.3")
def test_five_players_need_an_expansion() -> None:
    with pytest.raises(BadInput, match="2, 3 or 4 players, not 5"):
        DEFINITION.new_game(5)
    for lang, word in (("en", "expansion"), ("ja", "拡張")):
        assert word in DEFINITION.catalogue.templates[lang]["option.map.earth_w5_e5"]
    assert len(ON_MAP[MAPS.index("earth_w5_e5")]) == 21


@rule("CTHULHU-1.1", "CTHULHU-1.2", "CTHULHU-1.3", "CTHULHU-17.1")
def test_each_map_is_for_the_players_the_rulebook_names() -> None:
    [option] = [option for option in DEFINITION.options if option.name == "map"]
    small, large = ("by_players", "earth_w3_e3"), ("by_players", "earth_w3_e5", "earth_w5_e3")
    assert [option.values_for(players) for players in (2, 3, 4)] == [small, small, large]
    for players in (2, 3, 4):
        for name in MAPS:
            if name in option.values_for(players):
                assert areas(players, map=name) == areas(players)
            else:
                with pytest.raises(BadInput, match=f"cthulhu option map={name} is for .* players, not {players}"):
                    new(players, map=name)


@rule("CTHULHU-1.4", "CTHULHU-17.1")
def test_ritual_tracks_start_at_five_and_differ_by_players() -> None:
    assert TRACK == {2: (5, 6, 7, 7, 8, 8, 9, 10), 3: (5, 6, 7, 8, 9, 10), 4: (5, 6, 7, 7, 8, 8, 9, 10)}
    assert DEFINITION.new_game(3).state.ritual_cost() == 5


@rule("CTHULHU-1.5")
def test_the_bag_holds_36_shuffled_elder_signs() -> None:
    assert [SIGN_VALUE.count(value) for value in (1, 2, 3)] == [18, 12, 6]
    bags = [tuple(DEFINITION.new_game(4, dice=FastDice(seed)).state.bag) for seed in (1, 2)]
    assert sorted(bags[0]) == list(range(36))
    assert bags[0] != bags[1]


@rule("CTHULHU-1.6")
def test_factions_differ_and_are_dealt_or_chosen() -> None:
    seen = {DEFINITION.new_game(3, dice=FastDice(seed)).state.faction for seed in range(40)}
    assert len(seen) > 10
    assert all([len(set(factions)) == 3 for factions in seen])
    game = DEFINITION.new_game(3, {"factions": "choose"})
    assert options(game) == list(FACTIONS)
    answer(game, "yellow_sign")
    assert "yellow_sign" not in options(game)
    answer(game, "black_goat", "great_cthulhu")
    assert [FACTIONS[f] for f in game.state.faction] == ["yellow_sign", "black_goat", "great_cthulhu"]


@rule("CTHULHU-1.7", "CTHULHU-1.8", "CTHULHU-1.12")
def test_everybody_starts_with_all_figures_and_no_spellbook() -> None:
    s = DEFINITION.new_game(4).state
    assert (s.power, s.doom) == ([8] * 4, [0] * 4)
    assert [s.books(me) for me in s.players()] == [0] * 4
    assert len(UID) == 64
    assert {kind: KIND_COUNT[KINDS.index(kind)] for kind in ("acolyte", "deep_one", "undead", "byakhee")} == {
        "acolyte": 6,
        "deep_one": 4,
        "undead": 6,
        "byakhee": 4,
    }
    assert len([unit for unit in UNITS if s.area[unit] == POOL]) == 64 - 24
    assert DESECRATION_TOKENS == 12
    assert len(AREA_IDS) - 1 <= GATES
    assert [len(books) for books in SPELLBOOKS] == [6] * 4


@rule("CTHULHU-1.9")
@pytest.mark.parametrize(
    ("players", "map_id", "homes"),
    [
        (4, "by_players", ["south_pacific", "south_asia", "west_africa", "europe"]),
        (4, "earth_w5_e3", ["south_pacific", "asia", "africa", "europe"]),
    ],
)
def test_each_faction_starts_with_a_gate_and_six_acolytes(players: int, map_id: str, homes: list[str]) -> None:
    game = DEFINITION.new_game(players, {"map": map_id})
    for code, home in zip(CODES, homes):
        assert at(game, home) == [f"{code} acolyte"] * 6
        assert keeper(game, home) == code


@rule("CTHULHU-1.10", "CTHULHU-1.11")
def test_great_cthulhu_is_first_and_chooses_the_direction() -> None:
    for seed in range(12):
        game = DEFINITION.new_game(3, dice=FastDice(seed))
        if 0 in game.state.faction:
            assert game.state.first == game.state.faction.index(0)
            assert asked(game) == ("gc", "direction")
            answer(game, "counterclockwise")
            assert game.state.direction == -1
            assert game.state.order()[1] == (game.state.first - 1) % 3
    without = [DEFINITION.new_game(2, dice=FastDice(seed)).state for seed in range(80)]
    assert {s.first for s in without if 0 not in s.faction} == {0, 1}


@rule("CTHULHU-2.1")
def test_the_game_opens_with_an_action_phase() -> None:
    game = answer(DEFINITION.new_game(4), "clockwise")
    assert (game.state.phase, game.state.cycle, asked(game)[1]) == (ACTION, 1, "act")


@rule("CTHULHU-2.2")
def test_six_oceans_and_antarctica_is_land() -> None:
    oceans = {AREA_IDS[area] for area in range(len(AREA_IDS)) if OCEAN[area]}
    assert oceans == {
        "north_pacific",
        "south_pacific",
        "north_atlantic",
        "south_atlantic",
        "indian_ocean",
        "arctic_ocean",
    }


@rule("CTHULHU-2.4")
def test_the_map_wraps_and_adjacency_is_mutual() -> None:
    for number, near in enumerate(ADJACENT):
        assert AREAS["south_pacific"] in near[AREAS["indian_ocean"]]
        for area in ON_MAP[number]:
            assert near[area]
            assert all([area in near[other] and other in ON_MAP[number] for other in near[area]])
    facts = json.loads((FOLDER / "data" / "maps.json").read_text(encoding="utf-8"))
    assert [sum([len(near[a]) for a in ON_MAP[m]]) // 2 for m, near in enumerate(ADJACENT)] == [
        row["edge_count"] for row in facts["maps"]
    ]
    east = ADJACENT[MAPS.index("earth_w3_e5")][AREAS["east_africa"]]
    assert {AREA_IDS[a] for a in east} == {"arabia", "west_africa", "indian_ocean", "south_atlantic"}


@rule("CTHULHU-2.6")
def test_units_are_cultists_monsters_or_great_old_ones() -> None:
    assert [RANK.count(rank) for rank in (0, 1, 2)] == [24, 64 - 24 - 5, 5]
    assert {KINDS[kind] for kind in range(17) if KIND_COUNT[kind] == 1} == {
        "cthulhu",
        "nyarlathotep",
        "shub_niggurath",
        "king_in_yellow",
        "hastur",
    }


def test_problems_names_what_is_wrong_with_a_position() -> None:
    game = table(arabia="gc gate acolyte")
    assert problems(game.state) == []
    wrong = game.state.clone()
    wrong.area[0] = AREAS["africa"]
    assert problems(wrong) == [
        "gc_acolyte_1 is off the map",
        "gc_acolyte_1 keeps a gate elsewhere",
        *problems(wrong)[2:],
    ]
    short = game.state.clone()
    short.bag.pop()
    assert problems(short) == ["an Elder Sign is missing or there twice"]
    poor = game.state.clone()
    poor.power[2] = -1
    assert problems(poor) == ["player 2 has less than no Power"]
    place(poor, "deep_one", AREAS["arabia"])
    poor.gate[AREAS["arabia"]] = 6
    assert "deep_one_1 cannot keep a gate" in problems(poor)
