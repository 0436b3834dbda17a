"""Rounds and their preparation: targets, coins, sleeves."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from games.darklord.table import BLUE, GREEN, RED, YELLOW, answer, asked, options, random_game, table, told, uids
from grimtable.games.darklord import DEFINITION
from grimtable.games.darklord.actions import candidates, sleeve_sets
from grimtable.games.darklord.components import CARDS, KIND, LEVEL, NONE, UID
from grimtable.games.darklord.state import DarkLord
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.values import Illegal, Step
from rule import rule


def preparing(
    number: int,
    home: str = "",
    deck: str = "",
    start: int = RED,
    players: int = 4,
    coins: dict[int, int] | None = None,
) -> Game[DarkLord]:
    """A game before the preparation of this round."""
    before = number - 1
    return table("prepare", number, number=before, home=home, deck=deck, start=start, players=players, coins=coins)


# ---------------------------------------------------------------- rounds
@rule("DARKLORD-3.1", "DARKLORD-3.3", "DARKLORD-3.4")
@pytest.mark.parametrize("players", [3, 4])
def test_a_game_is_seven_rounds_of_four_phases_with_events_after_the_third_and_the_fifth(players: int) -> None:
    phases: list[tuple[int, str]] = []
    for game in random_game(players, seed=1):
        now = (game.state.round, game.state.phase)
        if now not in phases[-1:]:
            phases.append(now)
    assert [number for (number,) in told(game, "round")] == [1, 2, 3, 4, 5, 6, 7]
    asking = [phase for phase in phases if phase[1] in ("preparation", "placement")]
    assert asking == [(number, phase) for number in range(1, 8) for phase in ("preparation", "placement")]
    assert phases[-1] == (7, "over")
    order = told(game, "round", "minus_land", "scored")
    events = [i for i, event in enumerate(order) if event[0] == "minus_land"]
    assert {max([e[1] for e in order[:i] if e[0] == "round"]) for i in events} == {3, 5}
    assert [event[0] for event in order[-players:]] == ["scored"] * players


@rule("DARKLORD-3.1")
def test_placement_comes_before_resolution_and_resolution_before_the_end() -> None:
    kinds = ["round", "turned_up", "sleeved", "placed", "acquired", "trashed", "start_player_passed"]
    for game in random_game(4, seed=2):
        if game.state.round == 2:
            break
    first = [event[0] for event in told(game, *kinds)]
    first = first[first.index("round") : len(first) - first[::-1].index("round") - 1]
    ranks = [{"acquired": 4, "trashed": 4, "start_player_passed": 5}.get(kind, kinds.index(kind)) for kind in first]
    assert ranks == sorted(ranks)
    assert set(ranks) == {0, 1, 2, 3, 4, 5}


@rule("DARKLORD-3.2", "DARKLORD-4.2")
@pytest.mark.parametrize("players", [3, 4])
def test_rounds_1_to_3_use_level_1_then_4_and_5_level_2_then_6_and_7_level_3(players: int) -> None:
    for game in random_game(players, seed=4):
        s = game.state
        left = [len([card for card in s.deck if LEVEL[card] == level]) for level in (1, 2, 3)]
        targets = players + 1
        if s.phase == "preparation":
            assert {LEVEL[card] for card in s.targets} == {(1, 1, 1, 2, 2, 3, 3)[s.round - 1]}
            full = [3 * targets, 2 * targets, 2 * targets]
            out = [min(3, s.round), min(2, max(0, s.round - 3)), min(2, max(0, s.round - 5))]
            assert left == [all_cards - rounds * targets for all_cards, rounds in zip(full, out)]
    assert game.state.deck == []


@rule("DARKLORD-4.1")
@pytest.mark.parametrize(("players", "cards"), [(3, 4), (4, 5)])
def test_one_card_more_than_players_is_turned_up_from_left_to_right(players: int, cards: int) -> None:
    deck = ["clay_golem", "goblin_delivery", "farm_village", "skeleton_cursedman", "fishing_village"]
    game = preparing(2, players=players, deck=", ".join(deck))
    assert [KIND[card] for card in game.state.targets] == deck[:cards]
    assert [area for _, area in told(game, "turned_up")] == list(range(cards))


@rule("DARKLORD-4.2")
def test_when_a_level_is_used_up_the_next_level_follows() -> None:
    game = preparing(4, deck="clay_golem, goblin_delivery, goblin_king, skull_dragon, goblin_scout")
    assert [LEVEL[card] for card in game.state.targets] == [1, 1, 2, 2, 2]


def test_turned_up_targets_cannot_be_taken_back() -> None:
    game = table("end_phase", number=1)
    assert asked(game) == (BLUE, "sleeve")
    assert not game.can_undo()
    answer(game, "all")
    assert game.can_undo()
    game.undo()
    assert asked(game) == (BLUE, "sleeve")
    with pytest.raises(Illegal):
        game.undo()


def test_the_last_answer_of_a_round_cannot_be_taken_back_when_new_targets_lie_there() -> None:
    game = table("turn", RED, ready="red wood_golem, blue wood_golem")
    answer(game, "pass")
    assert game.can_undo()
    answer(game, "pass")
    assert game.state.round == 2
    assert not game.can_undo()


# ---------------------------------------------------------------- coins
@rule("DARKLORD-4.3")
def test_coins_become_the_income_of_all_own_territories() -> None:
    game = preparing(
        4, home="red farm_village, blue farm_village, blue fishing_village, green abandoned_tower", start=GREEN
    )
    assert game.state.coins == [3, 4, 2, 3]


@rule("DARKLORD-4.3", "DARKLORD-9.3")
def test_spent_coins_are_restored_and_unspent_coins_do_not_add_up() -> None:
    assert preparing(2, coins={RED: 0, BLUE: 2, YELLOW: 1, GREEN: 4}).state.coins == [2, 2, 2, 2]


@rule("DARKLORD-4.4", "DARKLORD-4.5", "DARKLORD-14.1")
@pytest.mark.parametrize("players", [3, 4])
def test_in_round_1_everybody_has_two_coins_and_four_sleeves(players: int) -> None:
    s = DEFINITION.new_game(players).state
    assert s.coins == [2] * players
    assert [s.sleeves_of(me) for me in range(players)] == [4] * players


@rule("DARKLORD-5.4", "DARKLORD-4.3")
def test_a_land_won_now_gives_its_coin_in_the_next_round() -> None:
    game = table("resolve", 0, targets="farm_village", A="red wood_golem", B="red goblin_soldier, blue goblin_soldier")
    answer(game, "accept")
    assert asked(game) == (RED, "offer")
    assert game.state.coins[RED] == 1
    answer(game, "decline", "decline")
    assert (game.state.round, game.state.coins) == (2, [3, 2, 2, 2])


@rule("DARKLORD-4.6", "DARKLORD-5.4")
def test_the_watchtower_brings_the_fifth_sleeve_in_the_next_round() -> None:
    units = "red clay_golem, red goblin_delivery, red goblin_scout"
    game = table("resolve", 0, number=4, start=GREEN, targets="watchtower", A="red wood_golem", home=units)
    answer(game, "accept")
    assert asked(game) == (RED, "sleeve")
    answer(game, "clay_golem", "goblin_delivery", "goblin_scout", "wood_golem_1")
    assert asked(game) == (RED, "sleeve")  # a fifth one is possible
    answer(game, "goblin_soldier_1")
    assert asked(game) == (BLUE, "sleeve")
    assert len(game.state.ready[RED]) == 5


@rule("DARKLORD-4.6", "DARKLORD-11.3")
def test_the_abandoned_tower_brings_the_fifth_sleeve_too() -> None:
    s = preparing(6, home="green abandoned_tower, red watchtower").state
    assert [s.sleeves_of(me) for me in range(4)] == [5, 4, 4, 5]


@rule("DARKLORD-1.4")
def test_nobody_has_more_than_five_coins_and_five_sleeves() -> None:
    most = [0, 0]
    for seed in range(4):
        for game in random_game(4, seed):
            most = [max(most[0], *game.state.coins), max(most[1], *[len(units) for units in game.state.ready])]
            sleeved = [[unit for unit in units if KIND[unit] != "goblin_bomber"] for units in game.state.ready]
            assert max([len(units) for units in sleeved]) <= 5
            assert max([game.state.income_of(me) for me in range(4)]) <= 5
            assert max([game.state.sleeves_of(me) for me in range(4)]) <= 5
    assert most[0] == 5
    assert most[1] >= 5


@rule("DARKLORD-1.4")
@pytest.mark.parametrize(
    ("home", "second"),
    [
        ("red farm_village, red fishing_village, red watchtower", "deserted_farm_village"),  # six coins, five sleeves
        ("red watchtower", "abandoned_tower"),  # four coins, six sleeves
    ],
)
def test_a_position_with_six_coins_or_six_sleeves_is_refused(home: str, second: str) -> None:
    game = preparing(6, home=home)
    game.base.owner[CARDS[second]] = RED
    with pytest.raises(AssertionError):
        game.decisions()


# ---------------------------------------------------------------- sleeves
@rule("DARKLORD-4.7")
def test_all_units_at_home_are_candidates_and_each_takes_one_sleeve() -> None:
    game = preparing(3, home="red clay_golem, red goblin_delivery, red farm_village, red skeleton_crown")
    assert options(game) == (
        "skeleton_swordman_1",
        "goblin_soldier_1",
        "wood_golem_1",
        "clay_golem",
        "goblin_delivery",
        "done",
    )
    answer(game, "clay_golem")
    assert "clay_golem" not in options(game)
    answer(game, "goblin_soldier_1", "goblin_delivery", "wood_golem_1")
    assert asked(game) == (BLUE, "sleeve")  # four sleeves, so no fifth unit
    assert uids(game.state.ready[RED]) == ["clay_golem", "goblin_soldier_1", "goblin_delivery", "wood_golem_1"]


@rule("DARKLORD-4.7")
def test_every_kind_at_home_is_a_candidate_however_many_there_are() -> None:
    more = ["clay_golem", "goblin_delivery", "goblin_king", "goblin_scout", "skull_dragon"]
    game = preparing(5, home=", ".join([f"red {kind}" for kind in more]))
    assert set(options(game)) == {"skeleton_swordman_1", "goblin_soldier_1", "wood_golem_1", *more, "done"}


@rule("DARKLORD-4.7")
def test_the_choice_is_made_anew_every_round_and_a_unit_won_last_round_is_a_candidate() -> None:
    game = table("resolve", 0, targets="clay_golem", A="red wood_golem", ready="red goblin_soldier", start=GREEN)
    answer(game, "accept")
    assert (asked(game), game.state.round) == ((RED, "sleeve"), 2)
    assert game.state.ready[RED] == ()
    assert options(game) == ("all", "skeleton_swordman_1", "goblin_soldier_1", "wood_golem_1", "clay_golem", "done")
    answer(game, "all")
    assert uids(game.state.ready[RED]) == ["skeleton_swordman_1", "goblin_soldier_1", "wood_golem_1", "clay_golem"]


@rule("DARKLORD-4.8")
def test_a_unit_without_a_sleeve_cannot_be_placed() -> None:
    game = answer(preparing(1), "goblin_soldier_1", "done", "all", "all", "all")
    assert asked(game) == (RED, "place")
    assert options(game) == (*[("goblin_soldier_1", label) for label in "ABCDE"], "pass")


@rule("DARKLORD-4.8", "DARKLORD-13.16")
def test_the_bomber_takes_no_sleeve_and_comes_in_addition() -> None:
    game = preparing(2, home="red goblin_bomber, red clay_golem")
    assert "goblin_bomber_red" not in options(game)
    answer(game, "all")  # four units for four sleeves
    assert uids(game.state.ready[RED])[-1] == "goblin_bomber_red"
    assert len(game.state.ready[RED]) == 5
    answer(game, "done", "done", "done")
    assert asked(game) == (RED, "place")
    assert ("goblin_bomber_red", "A") in options(game)


@rule("DARKLORD-4.8")
def test_a_player_who_sleeves_nothing_still_has_the_bomber() -> None:
    game = answer(preparing(2, home="blue goblin_bomber", start=BLUE), "done", "done", "done", "done")
    assert asked(game) == (BLUE, "place")
    assert options(game) == (*[("goblin_bomber_blue", label) for label in "ABCDE"], "pass")


@rule("DARKLORD-4.9")
def test_in_round_1_only_three_of_four_sleeves_can_be_used() -> None:
    game = preparing(1)
    answer(game, "goblin_soldier_1", "wood_golem_1", "skeleton_swordman_1")
    assert game.state.sleeves_of(RED) == 4
    assert asked(game) == (BLUE, "sleeve")
    assert len(game.state.ready[RED]) == 3


@rule("DARKLORD-4.9")
def test_idle_sleeves_have_no_effect() -> None:
    game = answer(preparing(1, start=YELLOW), "done", "all", "all", "all")
    assert game.state.ready[YELLOW] == ()
    assert (game.state.coins[YELLOW], game.state.sleeves_of(YELLOW)) == (2, 4)
    assert asked(game) == (GREEN, "place")  # yellow has nothing to place and has passed


@rule("DARKLORD-4.10")
def test_everybody_is_told_and_sees_what_was_sleeved() -> None:
    game = answer(preparing(1), "wood_golem_1", "done")
    assert told(game, "sleeved") == [(RED, ("wood_golem_1",))]
    for viewer in (RED, BLUE, YELLOW, GREEN, None):
        assert game.rules.view(game.state, viewer)["players"][RED]["ready"] == ["wood_golem_1"]


@rule("DARKLORD-4.11", "DARKLORD-4.12")
def test_players_sleeve_in_turn_from_the_start_player_and_then_placement_starts() -> None:
    game = preparing(2, start=YELLOW)
    order = []
    while asked(game)[1] == "sleeve":
        order.append(asked(game)[0])
        answer(game, "all")
    assert order == [YELLOW, GREEN, RED, BLUE]
    assert asked(game) == (YELLOW, "place")
    assert game.state.phase == "placement"


@rule("DARKLORD-4.12")
def test_targets_coins_and_sleeves_are_there_before_anybody_sleeves() -> None:
    game = preparing(2, coins={RED: 0})
    assert asked(game) == (RED, "sleeve")
    assert NONE not in game.state.targets
    assert game.state.coins == [2, 2, 2, 2]
    assert [event.kind for event in game.events(None)][:2] == ["round", "turned_up"]


# ---------------------------------------------------------------- copies of a kind are alike at home
COPIES = "red junk_golem, red junk_golem, red skeleton_knight, red skeleton_knight"


def reachable(game: Game[DarkLord]) -> set[tuple[str, ...]]:
    """The kinds that can be sleeved, each set sorted, over all answers of the player who is asked."""
    me = asked(game)[0]
    found: set[tuple[str, ...]] = set()
    for option in options(game):
        after = game.clone(FastDice(0))
        after.apply(me, option)
        if asked(after) == (me, "sleeve"):
            found |= reachable(after)
        else:
            found.add(tuple(sorted([KIND[unit] for unit in after.state.ready[me]])))
    return found


def possible(s: DarkLord) -> set[tuple[str, ...]]:
    units = candidates(s, RED)
    sizes = range(min(len(units), 4) + 1)
    return {tuple(sorted([KIND[unit] for unit in chosen])) for size in sizes for chosen in combinations(units, size)}


@rule("DARKLORD-4.7")
@pytest.mark.parametrize("home", ["", "red clay_golem, red goblin_king", COPIES])
def test_merging_copies_of_a_kind_loses_no_choice_of_sleeves(home: str) -> None:
    game = preparing(5, home=home)
    assert reachable(game) == possible(game.state)


@rule("DARKLORD-4.7", "DARKLORD-4.11")
@pytest.mark.parametrize("home", ["", "red clay_golem, red goblin_king", COPIES])
def test_the_sets_of_simultaneous_sleeving_are_complete_and_each_there_once(home: str) -> None:
    s = preparing(5, home=home).state
    sets = [tuple(sorted([KIND[CARDS[uid]] for uid in chosen])) for chosen in sleeve_sets(s, RED)]
    assert Counter(sets) == Counter(possible(s))


def test_copies_of_a_kind_are_offered_one_after_the_other() -> None:
    game = preparing(5, home="red skeleton_knight, red skeleton_knight")
    assert [o for o in options(game) if "knight" in o] == ["skeleton_knight_1"]
    answer(game, "skeleton_knight_1")
    assert [o for o in options(game) if "knight" in o] == ["skeleton_knight_2"]


def test_the_agenda_names_the_steps_of_the_round() -> None:
    game = preparing(2, start=BLUE)
    assert game.state.agenda == [Step("turn", (BLUE,)), *[Step("sleeve", (me,)) for me in (RED, GREEN, YELLOW)]]
    assert [UID[card] for card in game.state.targets] == [card for card, _ in told(game, "turned_up")]
