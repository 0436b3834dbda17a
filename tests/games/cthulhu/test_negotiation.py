"""Sharing a loss: proposals and votes."""

from __future__ import annotations

from typing import Any

from games.cthulhu.table import Play, answer, asked, at, options, power, table
from grimtable.games.cthulhu.negotiation import splits
from rule import rule

FREE = {"leaving_talks": "free"}


def forms(face: int, options: dict[str, str] | None = None, **powers: int) -> Play:
    """Crawling Chaos has just used the Thousand Forms; in turn order the enemies are bg, ys, gc."""
    rest: dict[str, Any] = {"books": {"cc": "thousand_forms"}, "arabia": "nyarlathotep"}
    game = table(turn="cc", power=powers, dice=[face], options=options, **rest)
    return answer(game, "thousand_forms")


def purses(game: Play) -> list[int]:
    return [power(game, code) for code in ("gc", "cc", "bg", "ys")]


@rule("CTHULHU-18.1", "CTHULHU-18.3")
def test_who_withdraws_has_no_say_and_abides_by_the_decision() -> None:
    game = forms(3)
    answer(game, "withdraw")
    assert asked(game) == ("ys", "propose")
    answer(game, (0, 1, 2))  # of those who talk, and of who has left
    assert asked(game) == ("gc", "vote")
    answer(game, "accept")
    assert purses(game) == [7, 8, 6, 8]


@rule("CTHULHU-18.3", "CTHULHU-18.6")
def test_the_last_who_talks_may_charge_those_who_have_left() -> None:
    game = forms(2)
    answer(game, "withdraw", "withdraw")
    assert (asked(game), game.state.payers) == (("gc", "cover"), (0, 3, 2))
    assert options(game) == ["cover", "refuse", (0, 0, 2), (0, 1, 1), (0, 2, 0), (1, 0, 1), (1, 1, 0)]
    assert purses(answer(game, (0, 1, 1))) == [8, 8, 7, 7]
    game = answer(forms(4, bg=5, ys=5, gc=1), "withdraw", "withdraw")
    assert "cover" not in options(game)
    assert purses(answer(game, "refuse")) == [1, 12, 5, 5]


@rule("CTHULHU-18.3")
def test_by_the_english_rules_who_withdraws_is_not_charged() -> None:
    game = forms(3, FREE)
    answer(game, "withdraw")
    assert asked(game) == ("ys", "propose")
    answer(game, (1, 2))
    answer(game, "accept")
    assert purses(game) == [6, 8, 8, 7]


@rule("CTHULHU-18.2")
def test_proposals_are_full_splits_within_everybodys_means() -> None:
    assert splits(2, [1, 5]) == [(0, 2), (1, 1)]
    game = forms(4, bg=1, ys=2, gc=3)
    assert asked(game) == ("bg", "propose")
    assert options(game) == [(0, 1, 3), (0, 2, 2), (1, 0, 3), (1, 1, 2), (1, 2, 1), "withdraw"]


@rule("CTHULHU-18.2", "CTHULHU-18.4")
def test_all_must_accept_and_talks_end_after_two_rounds() -> None:
    game = forms(3)
    proposers = []
    for _ in range(6):
        proposers.append(asked(game)[0])
        answer(game, options(game)[0], "accept", "reject")
    assert proposers == ["bg", "ys", "gc", "bg", "ys", "gc"]
    assert purses(game) == [8, 11, 8, 8]


@rule("CTHULHU-18.3")
def test_a_loss_that_those_who_talk_cannot_carry_is_no_agreement() -> None:
    game = forms(6, FREE, bg=5, ys=1, gc=1)
    answer(game, "withdraw")
    assert purses(game) == [1, 14, 5, 1]
    assert asked(answer(forms(6, bg=5, ys=1, gc=1), "withdraw")) == ("ys", "propose")


@rule("CTHULHU-18.4", "CTHULHU-15.22")
def test_without_agreement_black_goat_chooses_the_split() -> None:
    game = table(
        turn="bg", books={"bg": "ghroth"}, dice=[1], arabia="fungi", antarctica="gc 2 acolyte, cc 2 acolyte, ys acolyte"
    )
    answer(game, "ghroth", "withdraw", "withdraw")
    assert asked(game) == ("cc", "cover")
    answer(game, "refuse")
    assert (asked(game), options(game)) == (("bg", "ghroth_split"), [(0, 0, 1), (0, 1, 0), (1, 0, 0)])
    answer(game, (0, 1, 0))  # in turn order: ys, gc, cc
    assert at(game, "antarctica") == ["cc acolyte", "cc acolyte", "gc acolyte", "ys acolyte"]


@rule("CTHULHU-18.6")
def test_a_single_talker_covers_everything_or_refuses() -> None:
    game = forms(3, bg=0, ys=0)
    assert (asked(game), options(game)) == (("gc", "cover"), ["cover", "refuse"])
    assert purses(answer(game, "cover")) == [5, 8, 0, 0]
    assert purses(answer(forms(3, bg=0, ys=0), "refuse")) == [8, 11, 0, 0]
