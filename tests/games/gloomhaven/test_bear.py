"""The bear of the Beast Tyrant: how it comes, who protects it, when it acts."""

from __future__ import annotations

from games.gloomhaven.table import HALT, asked, events, field, options, place, play, position, where
from games.gloomhaven.table import run as carry_out
from grimtable.games.gloomhaven.bonuses import bear_of
from grimtable.games.gloomhaven.components import HEROES, NONE, SUMMON
from grimtable.games.gloomhaven.components.cards import BEAR
from grimtable.games.gloomhaven.components.terms import REST
from grimtable.games.gloomhaven.damage import exhaust, suffer
from grimtable.games.gloomhaven.state import Gloomhaven


def tyrant(level: int = 1) -> Gloomhaven:
    s = position(field(5), heroes={"two-mini": (0, 0), "brute": (2, 0)}, character_level=level)
    s.put(0, NONE)
    return s


def with_bear(level: int = 1) -> Gloomhaven:
    s = tyrant(level)
    at = place(s, (0, 0))
    return play(s, "start_hex", 0, answers=[at, place(s, (1, 0))]).state


def test_it_comes_with_its_master_and_grows_with_the_level() -> None:
    s = tyrant()
    game = play(s, "start_hex", 0, answers=[place(s, (0, 0))])
    assert asked(game) == "summon_to"
    assert len(options(game)) == 6, "beside the character"
    for level, hp in ((1, 10), (5, 18), (9, 26)):
        s = with_bear(level)
        bear = bear_of(s, 0)
        assert (where(s, bear), s.hp[bear], s.max_hp[bear], s.owner[bear]) == ((1, 0), hp, hp, 0)


def test_other_characters_bring_nobody() -> None:
    s = tyrant()
    s.put(1, NONE)
    game = play(s, "start_hex", 1, answers=[place(s, (2, 0))])
    assert asked(game) == HALT
    assert bear_of(game.state, 1) == NONE


def test_cards_of_its_master_may_be_lost_for_it() -> None:
    s = with_bear()
    bear = bear_of(s, 0)
    lost = s.hand[0][0]
    saved = carry_out(s.clone(), lambda t: suffer(t, bear, 5), ["hand", lost]).state
    assert (saved.hp[bear], saved.lost[0]) == (10, (lost,))
    hurt = carry_out(s, lambda t: suffer(t, bear, 5), ["suffer"]).state
    assert hurt.hp[bear] == 5


def test_other_summons_have_no_such_help() -> None:
    s = with_bear()
    bird = s.enter(HEROES, SUMMON, BEAR - 1, 0, 1, 3, place(s, (0, 1)))
    s.owner[bird] = 0
    assert not carry_out(s, lambda t: suffer(t, bird, 5)).state.in_play(bird)


def test_once_gone_it_stays_away_and_leaves_with_its_master() -> None:
    s = with_bear()
    bear = bear_of(s, 0)
    gone = carry_out(s.clone(), lambda t: suffer(t, bear, 99), ["suffer"]).state
    assert bear_of(gone, 0) == NONE
    assert bear_of(carry_out(s, lambda t: exhaust(t, 0)).state, 0) == NONE


def test_it_acts_right_before_its_master() -> None:
    s = with_bear()
    s.chosen[0], s.chosen[1] = s.hand[0][:2], (REST,)
    game = play(s, "next_turn", runs=("summon_turn", "start_turn"))
    game.decisions()
    assert [event.public[0][0] for event in events(game, "turn")] == [bear_of(s, 0), 0]
