"""The position at the start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.oldworld.table import KHORNE, NURGLE, SLAANESH, TZEENTCH, asked, halting
from grimtable.games.oldworld import DEFINITION
from grimtable.games.oldworld.components import EVERYWHERE, FEWER_CARDS, NONE, POWERS, TITLE
from grimtable.games.oldworld.setup import flags_of, new_state, problems
from grimtable.games.oldworld.state import KINDS_OF_TOKEN, OldWorld, changed
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.values import BadInput
from rule import rule


def new(players: int = 4, seed: int = 3, **options: int | str) -> Game[OldWorld]:
    return DEFINITION.new_game(players, options, FastDice(seed))


def start(players: int = 4, seed: int = 3, **options: int | str) -> OldWorld:
    """The state when set-up is over and no card of the Old World is drawn yet."""
    game = Game(halting(("set_up",)), new_state(players, DEFINITION.settled(options)), FastDice(seed))
    return game.state


@rule("OLDWORLD-2.1", "OLDWORLD-2.4", "OLDWORLD-2.8")
def test_dials_and_points_start_at_their_marks() -> None:
    s = start()
    assert s.dial == s.vp == s.counters == s.upgrades == (0, 0, 0, 0)
    assert s.points == [7, 6, 6, 6]
    assert [s.threat(power) for power in range(4)] == [3, 1, 2, 4]


@rule("OLDWORLD-2.2", "OLDWORLD-20.1")
def test_with_three_players_one_power_is_not_used() -> None:
    for absent, name in enumerate(POWERS):
        s = start(3, without=name)
        assert s.powers == tuple([power for power in range(4) if power != absent])
        assert s.seat[absent] == NONE
        assert not s.hands[absent]
        assert not s.decks[absent]
        assert s.points[absent] == 0


@rule("OLDWORLD-2.2")
def test_the_absent_power_may_be_drawn_by_lot() -> None:
    absent = {start(3, seed).seat.index(NONE) for seed in range(40)}
    assert absent == {KHORNE, NURGLE, TZEENTCH, SLAANESH}


@rule("OLDWORLD-2.3")
def test_seats_follow_the_power_order() -> None:
    assert start().powers == (KHORNE, NURGLE, TZEENTCH, SLAANESH)
    assert start(3, without="nurgle").powers == (KHORNE, TZEENTCH, SLAANESH)
    assert start(3, without="khorne").seat == (NONE, 0, 1, 2)


@rule("OLDWORLD-2.5", "OLDWORLD-2.10")
def test_no_region_is_ruined_and_the_board_is_empty() -> None:
    s = start()
    assert s.ruined == (0,) * 9
    assert set(s.where) == {NONE}
    assert sum(s.corruption) == 0
    assert s.slots == [NONE] * 18


@rule("OLDWORLD-2.6", "OLDWORLD-20.1", "OLDWORLD-20.2")
@pytest.mark.parametrize(("players", "size"), [(4, 7), (3, 8)])
def test_the_old_world_deck_has_seven_cards_or_eight(players: int, size: int) -> None:
    s = start(players)
    assert len(s.old_deck) == size
    assert len(s.old_box) == 28 - size
    assert set(s.old_deck).isdisjoint(s.old_box)
    assert start(players, 4).old_deck != s.old_deck


@rule("OLDWORLD-2.7")
def test_each_region_gets_one_token_of_two_nobles_three_warpstones_and_four_peasants() -> None:
    s = start()
    for region in EVERYWHERE:
        assert sum(s.tokens[KINDS_OF_TOKEN * region : KINDS_OF_TOKEN * region + KINDS_OF_TOKEN]) == 1
    assert [sum(s.tokens[kind::KINDS_OF_TOKEN]) for kind in range(6)] == [0, 0, 2, 4, 0, 3]
    assert start(4, 9).tokens != s.tokens


@rule("OLDWORLD-2.8")
def test_everybody_draws_three_cards() -> None:
    s = start()
    assert [len(s.hands[power]) for power in range(4)] == [3] * 4
    assert [len(s.decks[power]) for power in range(4)] == [21] * 4
    assert start(4, 8).hands != s.hands


@rule("OLDWORLD-2.9", "OLDWORLD-3.1")
def test_the_first_round_begins_with_the_old_world_phase() -> None:
    game = new()
    kinds = [event.kind for event in game.events(None) if event.kind not in ("token_placed", "drew")]
    assert kinds[:2] == ["round", "old_world_drawn"]
    assert game.state.round == 1
    assert asked(game)


def test_the_house_rule_leaves_two_cards_out() -> None:
    s = start(old_world_cards_removed="house_rule")
    left = {TITLE[card] for card in (*s.old_deck, *s.old_box)}
    assert left.isdisjoint({"electors_sue_for_peace", "the_grail_is_found"})
    assert FEWER_CARDS in s.flags


def test_a_profile_sets_its_flags_and_a_single_flag_overrules_it() -> None:
    errata = {"slaanesh_min_corruption=1", "tzeentch_may_discard_one=no"}  # neither stands in the rulebook
    assert flags_of(DEFINITION.settled({})) == errata
    assert flags_of(DEFINITION.settled({"profile": "published"})) == {
        "ruiner_window=round",
        "khorne_counter_scope=battle",
        "field_of_carnage_direction=out_of",
    }
    mixed = {"profile": "published", "ruiner_window": "corruption_step", "khorne_counter_scope": "battle"}
    assert flags_of(DEFINITION.settled(mixed)) == {"khorne_counter_scope=battle", "field_of_carnage_direction=out_of"}
    alone: dict[str, int | str] = {"slaanesh_min_corruption": 2, "tzeentch_may_discard_one": "yes"}
    assert flags_of(DEFINITION.settled(alone)) == frozenset()
    with pytest.raises(BadInput, match="profile"):
        DEFINITION.settled({"profile": "unheard"})


BROKEN: dict[str, tuple[str, Callable[[OldWorld], Any]]] = {
    "a figure where it is not": ("at", lambda s: [(0,), *s.at[1:]]),
    "a figure twice": ("at", lambda s: [(3,), (3,), *s.at[2:]]),
    "control without a reason": ("control", lambda s: changed(s.control, 0, SLAANESH)),
    "too few cards": ("hands", lambda s: changed(s.hands, KHORNE, s.hands[KHORNE][1:])),
    "cards of another": ("hands", lambda s: changed(s.hands, KHORNE, s.hands[NURGLE])),
    "a card twice": ("slots", lambda s: [s.hands[KHORNE][0], *s.slots[1:]]),
    "too many tokens": ("tokens", lambda s: changed(s.tokens, 0, 7)),
    "less than no power": ("points", lambda s: [-1, *s.points[1:]]),
    "a dial beyond victory": ("dial", lambda s: changed(s.dial, SLAANESH, 8)),
    "the second ruin first": ("ruined", lambda s: changed(s.ruined, 0, 2)),
    "a short column": ("vp", lambda s: (0,)),
    "too few regions": ("ruined", lambda s: (0,)),
    "too few figures": ("where", lambda s: s.where[1:]),
    "too little corruption": ("corruption", lambda s: s.corruption[1:]),
    "a shield in the reserve": ("shielded", lambda s: (5,)),
    "a Chaos card in the box": ("old_box", lambda s: (0, *s.old_box)),
    "seats that do not fit": ("powers", lambda s: (1, 0, 2, 3)),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_broken_positions_are_named(broken: str) -> None:
    s = start().clone()
    assert problems(s) == []
    field, change = BROKEN[broken]
    setattr(s, field, change(s))
    assert problems(s)
