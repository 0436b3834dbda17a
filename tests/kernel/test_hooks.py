"""Hooks: abilities attach to named moments, and their order is the rulebook's."""

from __future__ import annotations

import pytest

from grimtable.kernel.hooks import Hook
from toys.battle import (
    CULTIST,
    GHOUL,
    GREAT,
    POOL,
    WENDIGO,
    after_battle,
    after_kill,
    before_kill,
    extra_dice,
    frenzy,
    toy_game,
)


def test_handlers_come_in_the_order_of_the_abilities_and_others_are_left_out() -> None:
    hook = Hook[[int], int]()

    @hook.by("one")
    def one(number: int) -> int:
        return number + 1

    @hook.by("two")
    def two(number: int) -> int:
        return number * 2

    assert hook.of(("two", "none", "one")) == (two, one)
    assert hook.of(("one", "two")) == (one, two)
    assert hook.of(()) == ()


def test_a_handler_registered_later_is_found() -> None:
    hook = Hook[[], None]()
    assert hook.of(("late",)) == ()

    @hook.by("late")
    def late() -> None: ...

    assert hook.of(("late",)) == (late,)
    assert hook["late"] is late
    assert "late" in hook
    assert "never" not in hook


def test_an_ability_attaches_once_to_a_moment() -> None:
    hook = Hook[[], None]()
    hook.by("twice")(lambda: None)
    with pytest.raises(AssertionError, match="twice is registered twice"):
        hook.by("twice")(lambda: None)


def test_an_ability_may_attach_to_several_moments() -> None:
    assert extra_dice["frenzy"] is frenzy
    assert ["frenzy" in hook for hook in (extra_dice, before_kill, after_kill, after_battle)] == [
        True,
        False,
        False,
        False,
    ]


# ---------------------------------------------------------------- the four kinds of hook, in the toy battle
def test_one_six_kills_the_only_defender() -> None:
    game = toy_game([(GREAT, 0, 0), (GHOUL, 1, 0)], tape=[(0, 1), (0, 0), *[5, 0, 0, 0, 0], 0])
    assert game.state.area[1] == POOL  # attack, no power, five dice, one die


def test_a_modifier_adds_dice() -> None:
    game = toy_game([(GHOUL, 0, 0), (CULTIST, 1, 0)], tape=[(0, 1), (0, 0), 0, 5], abilities={0: ("frenzy",)})
    assert game.state.area[1] == POOL  # the second die is the frenzy's


def test_a_hook_before_something_can_replace_it() -> None:
    for answer, place in (("pay", 0), ("refuse", POOL)):
        game = toy_game(
            [(GHOUL, 0, 0), (GHOUL, 1, 0)],
            tape=[(0, 1), (0, 0), 5, 0, answer],
            power=(0, 1, 0, 0),
            abilities={1: ("eternal",)},
        )
        assert game.state.area[1] == place
        assert game.state.power[1] == (0 if answer == "pay" else 1)


def test_a_hook_after_something_reacts_to_it() -> None:
    game = toy_game([(GHOUL, 0, 0), (CULTIST, 1, 0)], tape=[(0, 1), (0, 0), 5], abilities={1: ("passion",)})
    assert game.state.power == [0, 1, 0, 0]


def test_reactions_that_ask_come_in_turn_order_from_the_attacker() -> None:
    game = toy_game(
        [(GHOUL, 1, 0), (CULTIST, 0, 0)],
        tape=[(0, 0), (0, 0), 5],
        abilities={0: ("cannibalism",), 2: ("cannibalism",)},
        first=1,
    )
    assert [decision.player for decision in game.decisions()] == [2]
    game.apply(2, WENDIGO)
    assert [decision.player for decision in game.decisions()] == [0]
    game.apply(0, -1)
    assert game.state.kind[2:] == [WENDIGO]
