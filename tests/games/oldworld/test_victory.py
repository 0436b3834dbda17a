"""All ways to win, or to lose together."""

from __future__ import annotations

from typing import Any

import pytest

from games.oldworld.table import SLAANESH, random_game, table, told
from grimtable.games.oldworld.state import OldWorld
from grimtable.kernel.game import Game
from rule import rule

FIVE = "norsca troll_country kislev empire tilea"


def checking(**words: Any) -> Game[OldWorld]:
    """Step 6 of the End Phase."""
    return table("check_end", phase="end", **words)


@rule("OLDWORLD-13.2", "OLDWORLD-12.20")
def test_a_dial_on_victory_wins() -> None:
    game = checking(dial="slaanesh 7", vp="khorne 30")
    assert game.result() == (0, 0, 0, 100)
    assert told(game, "won") == [(("slaanesh",), "dial")]


@rule("OLDWORLD-13.2")
def test_among_several_on_victory_points_decide_and_a_tie_is_shared() -> None:
    assert checking(dial="slaanesh 7, khorne 9", vp="khorne 20, slaanesh 19, nurgle 49").result() == (100, 0, 0, 0)
    assert checking(dial="slaanesh 7, khorne 9", vp="khorne 20, slaanesh 20").result() == (100, 0, 0, 100)


@rule("OLDWORLD-13.3")
def test_fifty_points_end_the_game_and_most_points_win() -> None:
    assert checking(vp="khorne 50, nurgle 51").result() == (0, 100, 0, 0)
    assert checking(vp="khorne 49").result() is None


@rule("OLDWORLD-13.3")
def test_a_tie_at_fifty_goes_to_the_higher_threat() -> None:
    assert checking(vp="khorne 50, nurgle 50").result() == (100, 0, 0, 0)  # threat 3 against 1
    assert checking(vp="khorne 50, nurgle 50", dial="nurgle 1").result() == (0, 100, 0, 0)  # 3 against 5


@rule("OLDWORLD-13.4", "OLDWORLD-20.2")
def test_five_ruins_end_the_game_and_most_points_win() -> None:
    assert checking(ruined=FIVE, vp="khorne 10, tzeentch 11").result() == (0, 0, 100, 0)
    assert checking(ruined=FIVE, vp="khorne 10, tzeentch 10").result() == (100, 0, 0, 0)  # threat 3 against 2
    assert checking(ruined="norsca troll_country kislev empire", vp="khorne 10").result() is None
    assert checking(ruined=FIVE, vp="khorne 10, tzeentch 11", without="nurgle").result() == (0, 100, 0)


@rule("OLDWORLD-13.5")
def test_an_empty_old_world_deck_makes_all_lose() -> None:
    game = checking(old_deck="empty", vp="khorne 49", number=7)
    assert game.result() == (0, 0, 0, 0)
    assert told(game, "all_lost") == [()]


@rule("OLDWORLD-13.1", "OLDWORLD-13.6")
def test_the_conditions_are_checked_in_their_order() -> None:
    everything = {"vp": "khorne 60, nurgle 55", "ruined": FIVE, "old_deck": "empty", "number": 7}
    assert checking(dial="slaanesh 7", **everything).result() == (0, 0, 0, 100)
    assert checking(**everything).result() == (100, 0, 0, 0)
    assert checking(vp="khorne 9", ruined=FIVE, old_deck="empty", number=7).result() == (100, 0, 0, 0)


@rule("OLDWORLD-13.7")
@pytest.mark.parametrize(("players", "most"), [(3, 8), (4, 7)])
def test_a_game_lasts_as_many_rounds_as_the_deck_has_cards(players: int, most: int) -> None:
    rounds = []
    for seed in range(6):
        *_, game = random_game(players, seed)
        assert game.result() is not None
        rounds.append(game.state.round)
    assert max(rounds) == most


@rule("OLDWORLD-13.8", "OLDWORLD-13.1")
def test_points_reached_earlier_do_not_end_the_game_at_once() -> None:
    game = table("corruption_phase", phase="battle", vp="khorne 49", kislev="bloodletter 4")
    assert game.state.vp[0] == 52
    assert game.result() is None
    game = table("tick", SLAANESH, phase="end", dial="slaanesh 6", vp="khorne 52")
    assert game.result() is None


@rule("OLDWORLD-22.17", "OLDWORLD-21.7")
def test_marks_end_with_the_round() -> None:
    def marked(s: OldWorld) -> None:
        s.shielded, s.hurried = (13,), (11,)

    game = checking(kislev="leper 3").edited(marked)
    assert (game.state.shielded, game.state.hurried) == ((), ())
