"""The end of the game."""

from __future__ import annotations

from games.cthulhu.table import ALL, answer, asked, doom, options, signs, table, told
from grimtable.games.cthulhu.state import DOOM, FIRST_PLAYER
from grimtable.kernel.values import Step
from rule import rule


@rule("CTHULHU-12.1")
def test_thirty_doom_in_the_doom_phase_ends_the_game_after_the_phase() -> None:
    game = table(Step("doom"), cycle=3, doom={"cc": 29}, books={"gc": ALL, "cc": ALL}, arabia="cc gate acolyte")
    assert doom(game, "cc") == 30
    answer(game, "done", "done")
    assert asked(game)[0] == "bg"  # everybody still has a slot
    answer(game, "done", "done")
    assert game.result() == (50, 80, 0, 0)


@rule("CTHULHU-12.2")
def test_thirty_doom_in_the_action_phase_ends_the_game_after_the_turn() -> None:
    game = table(turn="ys", doom={"gc": 27}, books={"gc": ALL}, arabia="ys acolyte", europe="ys gate acolyte")
    answer(game, "ys_give_3_doom", "great_cthulhu", "passion")
    assert asked(game) == ("ys", "act_more")  # the turn is finished first
    answer(game, "end_turn")
    assert game.result() == (80, 0, 0, 0)


@rule("CTHULHU-12.4")
def test_thirty_doom_at_the_end_of_another_phase() -> None:
    game = table(
        Step("first_player"),
        phase=FIRST_PLAYER,
        doom={"ys": 28},
        signs={"ys": [3]},
        power={"gc": 12},
        books={"ys": ALL},
    )
    answer(game, "clockwise")
    assert (asked(game), options(game)) == (("ys", "omens"), ["no", 3])
    answer(game, 3)
    assert game.result() == (0, 0, 0, 81)


@rule("CTHULHU-12.5", "CTHULHU-12.6")
def test_all_signs_are_revealed_and_only_six_spellbooks_can_win() -> None:
    five = "absorb, devolve, dreams, regenerate, submerge"
    won = {"gc": five, "cc": ALL, "bg": ALL}
    game = table(Step("final"), doom={"gc": 31, "cc": 20, "bg": 24}, signs={"cc": [3, 2]}, books=won)
    assert game.result() == (31, 75, 74, 0)
    assert (signs(game, "cc"), told(game, "won")) == (0, [("won", 1, 25)])


@rule("CTHULHU-12.7")
def test_tied_winners_share_the_victory() -> None:
    game = table(Step("final"), doom={"gc": 31, "ys": 31}, books={"gc": ALL, "ys": ALL})
    result = game.result()
    assert result is not None
    assert result[0] == result[3] == max(result)
    assert told(game, "won", "shared") == [("shared", (0, 3), 31)]


@rule("CTHULHU-12.8")
def test_without_six_spellbooks_all_lose() -> None:
    game = table(Step("final"), doom={"gc": 40})
    assert game.result() == (0, 0, 0, 0)
    assert told(game, "all_lost") == [("all_lost",)]


@rule("CTHULHU-12.9")
def test_thirty_doom_ends_the_game_also_without_spellbooks() -> None:
    game = table(Step("end_doom"), phase=DOOM, doom={"gc": 30}, books={"ys": ALL})
    assert game.result() == (30, 0, 0, 50)


def test_hidden_doom_does_not_end_the_game() -> None:
    game = table(Step("end_doom"), phase=DOOM, doom={"gc": 29}, signs={"gc": [1]}, arabia="gc acolyte")
    answer(game, "no")
    assert asked(game) == ("gc", "act")


def test_a_table_where_nobody_has_power_ends() -> None:
    game = table(Step("gather_power"), power={"gc": 0, "cc": 0, "bg": 0, "ys": 0})
    assert game.result() == (0, 0, 0, 0)
