"""The Brute's cards, and with them the interpreter."""

from __future__ import annotations

from games.gloomhaven.table import act_out, asked, card, condition, events, field, position, stack, where
from grimtable.games.gloomhaven.components.modifiers import MONSTER_DECK
from rule import rule

GUARD = "bandit-guard"


@rule("GLOOMHAVEN-13.1", "GLOOMHAVEN-13.26", "GLOOMHAVEN-13.7")
def test_trample_pierces_shield() -> None:
    s = position(monsters=[("living-bones", "normal", (1, 0))], level=5)  # shield 1
    hp = s.hp[1]
    game = act_out(s, 0, "Trample", "top", answers=[1])
    assert game.state.hp[1] == hp - 3


@rule("GLOOMHAVEN-7.8", "GLOOMHAVEN-18.1", "GLOOMHAVEN-12.5")
def test_trample_attacks_those_it_jumped_over_and_is_lost() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0)), (GUARD, "normal", (-3, 0))])
    hp = s.hp[1]
    game = act_out(s, 0, "Trample", "bottom", answers=[(1, 0), (2, 0), "stay"])
    assert where(game.state, 0) == (2, 0)
    assert game.state.hp[1] == hp - 2
    assert game.state.hp[2] == hp
    assert game.state.xp[0] == 2
    assert card("Trample") in game.state.lost[0]


@rule("GLOOMHAVEN-13.16", "GLOOMHAVEN-13.17", "GLOOMHAVEN-13.9")
def test_sweeping_blow_hits_every_enemy_in_its_pattern() -> None:
    s = position(monsters=[(GUARD, "normal", (1, -1)), (GUARD, "normal", (1, 0)), (GUARD, "normal", (-1, 0))])
    hp = s.hp[1]
    game = act_out(s, 0, "Sweeping Blow", "top", cards="+1 -1")
    assert asked(game) == "area"
    both = [spot for spot in game.decisions()[0].options if len([f for f in (1, 2) if s.hex[f] in spot]) == 2]
    game.apply(0, both[0])
    game.apply(0, 1)
    assert game.state.hp[1:4] == [hp - 3, hp - 1, hp]


@rule("GLOOMHAVEN-13.23")
def test_warding_strength_pushes_away_from_the_attacker() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    game = act_out(s, 0, "Warding Strength", "top", answers=[1])
    assert asked(game) == "push_to"
    steps = [s.layout().axial[at] for at in game.decisions()[0].options if at != "stay"]
    assert sorted(steps) == [(1, 1), (2, -1), (2, 0)]


@rule("GLOOMHAVEN-14.7", "GLOOMHAVEN-14.2")
def test_provoking_roar_disarms() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    game = act_out(s, 0, "Provoking Roar", "top", answers=[1])
    assert game.state.has(1, condition("disarm"))


@rule("GLOOMHAVEN-16.7", "GLOOMHAVEN-16.1")
def test_shield_bash_gives_a_shield_for_the_round() -> None:
    s = position(monsters=[(GUARD, "normal", (1, 0))])
    game = act_out(s, 0, "Shield Bash", "bottom")
    assert card("Shield Bash") in game.state.active[0]
    assert [(row.word, row.value, row.until) for row in game.state.bonuses] == [("shield", 1, "round")]


@rule("GLOOMHAVEN-15.1", "GLOOMHAVEN-15.4")
def test_leaping_cleave_infuses_air_for_later() -> None:
    s = position()
    game = act_out(s, 0, "Leaping Cleave", "bottom", answers=[(2, 0), "stay"])
    assert game.state.infused == 1 << 2
    assert game.state.elements == (0,) * 6


@rule("GLOOMHAVEN-13.4", "GLOOMHAVEN-13.2")
def test_spare_dagger_needs_range_and_sight() -> None:
    s = position(
        field(5, walls=[(-1, 0), (-1, 1), (0, -1)]), monsters=[(GUARD, "normal", (3, 0)), (GUARD, "normal", (-2, 0))]
    )
    stack(s, MONSTER_DECK, "+0")
    hp = s.hp[1]
    game = act_out(s, 0, "Spare Dagger", "top")
    assert [option for option in game.decisions()[0].options if option != "nobody"] == [1]
    game.apply(0, 1)
    assert game.state.hp[1] == hp - 3
    assert [event.public[:3] for event in events(game, "attacked")] == [(s.tag(0), s.tag(1), 3)]
