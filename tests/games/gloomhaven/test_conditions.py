"""Conditions, heals and elements."""

from __future__ import annotations

import pytest

from games.gloomhaven.table import condition, position, run
from grimtable.games.gloomhaven.components.modifiers import CURSE_CARD, MONSTER_CURSE, MONSTER_DECK, modifier_kind
from grimtable.games.gloomhaven.conditions import (
    available,
    consume,
    expire,
    give,
    heal,
    infuse,
    strengthen_infused,
    wane,
)
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.taking import start
from grimtable.kernel.chance import FastDice
from grimtable.kernel.table import Table
from rule import rule

GUARD = "bandit-guard"


def at_table(s: Gloomhaven) -> T:
    return Table(s, [], FastDice(0), None)


def gain(s: Gloomhaven, figure: int, *names: str) -> None:
    for name in names:
        give(at_table(s), figure, condition(name))


@rule("GLOOMHAVEN-14.1")
def test_a_figure_has_at_most_one_of_each() -> None:
    s = position()
    gain(s, 0, "poison", "poison")
    assert s.conditions[0] == condition("poison")


@rule("GLOOMHAVEN-14.3")
def test_a_heal_on_the_poisoned_only_takes_the_poison() -> None:
    s = position()
    s.hp[0] = 4
    gain(s, 0, "poison")
    assert heal(at_table(s), 0, 3) == 0
    assert (s.hp[0], s.conditions[0]) == (4, 0)


@rule("GLOOMHAVEN-14.4")
def test_a_heal_takes_the_wound_and_heals() -> None:
    s = position()
    s.hp[0] = 4
    gain(s, 0, "wound")
    assert heal(at_table(s), 0, 3) == 3
    assert (s.hp[0], s.conditions[0]) == (7, 0)


@rule("GLOOMHAVEN-14.5")
def test_poison_and_wound_go_together_and_nothing_is_healed() -> None:
    s = position()
    s.hp[0] = 4
    gain(s, 0, "wound", "poison")
    heal(at_table(s), 0, 3)
    assert (s.hp[0], s.conditions[0]) == (4, 0)


@rule("GLOOMHAVEN-17.1")
def test_a_heal_ends_at_the_full_hit_points() -> None:
    s = position()
    s.hp[0] -= 1
    assert heal(at_table(s), 0, 5) == 1
    assert s.hp[0] == s.max_hp[0]
    assert heal(at_table(s), 0, 5) == 0


@pytest.mark.parametrize("name", ["immobilize", "disarm", "stun", "muddle", "invisible", "strengthen"])
@rule(
    "GLOOMHAVEN-14.6", "GLOOMHAVEN-14.7", "GLOOMHAVEN-14.8", "GLOOMHAVEN-14.9", "GLOOMHAVEN-14.12", "GLOOMHAVEN-14.13"
)
@rule("GLOOMHAVEN-14.10")
def test_these_end_with_a_complete_turn_under_them(name: str) -> None:
    """W10 of the ledger: gained before, after and during the own turn."""
    s = position()
    gain(s, 0, name)
    expire(s, 0)
    assert s.conditions[0] == 0
    s.acting = 0
    gain(s, 0, name)
    expire(s, 0)
    assert s.conditions[0] == condition(name)
    expire(s, 0)
    assert s.conditions[0] == 0


@rule("GLOOMHAVEN-14.15")
def test_gaining_it_again_during_the_turn_extends_it() -> None:
    s = position()
    gain(s, 0, "stun")
    s.acting = 0
    gain(s, 0, "stun")
    expire(s, 0)
    assert s.has(0, condition("stun"))


@rule("GLOOMHAVEN-14.1")
def test_poison_and_wound_do_not_expire() -> None:
    s = position()
    gain(s, 0, "poison", "wound")
    expire(s, 0)
    assert s.conditions[0] == condition("poison") | condition("wound")


@rule("GLOOMHAVEN-14.11", "GLOOMHAVEN-3.7")
def test_curses_go_into_the_deck_the_figure_draws_from_ten_at_most() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    for _ in range(12):
        gain(s, 1, "curse")
    gain(s, 0, "curse")
    assert [modifier_kind(card) for card in s.decks[MONSTER_DECK]].count(MONSTER_CURSE) == 10
    assert [modifier_kind(card) for card in s.decks[0]].count(CURSE_CARD) == 1


@rule("GLOOMHAVEN-14.14")
def test_a_blessing_goes_into_the_deck() -> None:
    s = position()
    gain(s, 0, "bless")
    assert len(s.decks[0]) == 21
    assert s.conditions[0] == 0


@rule("GLOOMHAVEN-20.29")
def test_a_boss_is_immune_to_what_its_card_shows() -> None:
    s = position(monsters=[("bandit-commander", "boss", (1, 0))])
    gain(s, 1, "stun", "poison", "curse")
    assert not s.has(1, condition("stun"))
    assert len(s.decks[MONSTER_DECK]) in (20, 21)


@rule("GLOOMHAVEN-15.1", "GLOOMHAVEN-15.2", "GLOOMHAVEN-15.3", "GLOOMHAVEN-15.4", "GLOOMHAVEN-1.9")
def test_an_element_is_strong_after_the_turn_then_waning_then_inert() -> None:
    s = position()
    assert not any(s.elements)
    infuse(at_table(s), 2)
    assert available(s) == []
    strengthen_infused(s)
    assert s.elements[2] == 2
    wane(s)
    assert s.elements[2] == 1
    assert available(s) == [2]
    consume(at_table(s), 2)
    assert available(s) == []
    infuse(at_table(s), 2)
    strengthen_infused(s)
    wane(s)
    wane(s)
    assert s.elements[2] == 0


@rule("GLOOMHAVEN-14.4", "GLOOMHAVEN-13.11")
def test_a_wound_hurts_at_the_start_of_the_turn() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    gain(s, 1, "wound")
    s.hp[1] = 1
    game = run(s, lambda t: start(t, 1))
    assert not game.state.in_play(1)
    assert game.state.tallies == {}  # credited to nobody
    assert list(game.state.money.values()) == [1]
