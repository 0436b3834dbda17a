"""Variants: reduced randomness and permanent death."""

from __future__ import annotations

from games.gloomhaven.saga import saga
from games.gloomhaven.table import HALT, asked, blow, field, place, play, position, run, stack
from grimtable.games import definition
from grimtable.games.gloomhaven.campaign import result_of
from grimtable.games.gloomhaven.campaign.handing import options_for
from grimtable.games.gloomhaven.components import NONE
from grimtable.games.gloomhaven.components.items import MOMENTS
from grimtable.games.gloomhaven.components.modifiers import BLESS_CARD, CURSE_CARD, modifier_card
from grimtable.games.gloomhaven.components.terms import ACTED, FALLEN, OVER, PERMANENT, REDUCED, REST
from grimtable.games.gloomhaven.damage import exhaust, suffer
from grimtable.games.gloomhaven.drawing import draw
from grimtable.games.gloomhaven.gear import ready
from grimtable.games.gloomhaven.monsters.plan import focus_initiative, focuses
from grimtable.games.gloomhaven.monsters.sight import Plan
from grimtable.games.gloomhaven.paths import WALK
from grimtable.games.gloomhaven.state import Gloomhaven
from grimtable.games.gloomhaven.turn import earliest
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.table import Table
from rule import rule

GUARD = ("bandit-guard", "normal", (1, 0))
TWO = {"brute": (0, 0), "scoundrel": (3, 0)}
STRIKE = Plan(2, WALK, 1, False, 1)


def mild() -> Gloomhaven:
    s = position(monsters=[GUARD])
    s.flags = (*s.flags, REDUCED)
    return s


def deadly() -> Gloomhaven:
    s = position(heroes=TWO, monsters=[GUARD])
    s.flags = (*s.flags, PERMANENT)
    return s


def fallen(s: Gloomhaven, character: int) -> Gloomhaven:
    """After this character has run out of cards."""
    return run(s, lambda t: exhaust(t, character, stays=True)).state


def all_out_of_cards() -> Game[Gloomhaven]:
    """Two characters begin a round with one card each and nothing to rest for."""
    s = deadly()
    for character in (0, 1):
        s.hand[character] = s.hand[character][:1]
    s.round = 4
    return play(s, "round", runs=("select", "draw_abilities"))


# ---------------------------------------------------------------- reduced randomness
@rule("GLOOMHAVEN-29.1")
def test_with_reduced_randomness_2x_is_plus_2_and_null_is_minus_2() -> None:
    assert [blow(position(monsters=[GUARD]), 0, 1, cards) for cards in ("x2", "null")] == [4, 0]
    assert [blow(mild(), 0, 1, cards, value=3) for cards in ("x2", "null")] == [5, 1]


@rule("GLOOMHAVEN-29.1")
def test_with_reduced_randomness_bless_is_plus_2_and_curse_is_minus_2() -> None:
    for kind, plus in ((BLESS_CARD, 2), (CURSE_CARD, -2)):
        s = mild()
        s.decks[0] = (modifier_card(0, kind, 0),)
        found = draw(Table(s, [], FastDice(0), None), 0, 0)
        assert (found.plus, found.null, found.double) == (plus, False, False)
        assert found.cursed == (kind == CURSE_CARD)


@rule("GLOOMHAVEN-29.1")
def test_with_reduced_randomness_decks_are_reshuffled_as_ever() -> None:
    for cards in ("x2", "null"):
        s = mild()
        stack(s, 0, cards)
        draw(Table(s, [], FastDice(0), None), 0, 0)
        assert s.reshuffle == 1


# ---------------------------------------------------------------- permanent death
@rule("GLOOMHAVEN-29.2")
def test_without_hit_points_a_character_is_dead_and_off_the_map() -> None:
    s = deadly()
    s.hand[0] = ()
    game = run(s, lambda t: suffer(t, 0, 99))
    assert game.state.hex[0] == NONE
    assert [event.kind for event in game.events(None)][-2:] == ["perished", "exhausted"]
    assert game.state.notes["dead 0"] == 1


@rule("GLOOMHAVEN-29.2")
def test_who_lacks_cards_stays_on_its_hex_and_does_nothing() -> None:
    s = fallen(deadly(), 0)
    assert (s.hex[0], s.heroes()) == (place(s, (0, 0)), [1])
    assert "dead 0" not in s.notes
    for other in range(1, len(s.marks)):
        s.marks[other] |= ACTED
    assert earliest(s) == []
    s.marks[1] &= ~ACTED
    assert earliest(s) == [("character", 1)]
    s.items[0] = (2,)
    assert ready(s, 0, MOMENTS["when_attacked"]) == ()
    assert 0 not in s.allies(1)


@rule("GLOOMHAVEN-29.2")
def test_without_the_variant_who_lacks_cards_leaves_the_map() -> None:
    s = position(heroes=TWO, monsters=[GUARD])
    s.hand[0] = s.hand[0][:1]
    end = play(s, "round").state
    assert (end.hex[0], end.marks[0] & FALLEN) == (NONE, 0)


@rule("GLOOMHAVEN-29.2")
def test_the_fallen_can_be_attacked_and_killed() -> None:
    s = fallen(deadly(), 0)
    assert focuses(s, 2, STRIKE) == [0]
    assert blow(s, 2, 0, "+1", value=2) == 3
    dead = run(s, lambda t: suffer(t, 0, 99)).state
    assert (dead.hex[0], dead.notes["dead 0"]) == (NONE, 1)


@rule("GLOOMHAVEN-29.2")
def test_the_fallen_come_after_those_who_rest_when_monsters_choose() -> None:
    s = position(field(), {"brute": (-1, 0), "scoundrel": (1, 0)}, [("bandit-guard", "normal", (0, 0))])
    s.chosen[1] = (REST,)
    s = fallen(s, 0)
    assert (focus_initiative(s, 0), focus_initiative(s, 1)) == (199, 198)
    assert focuses(s, 2, STRIKE) == [1]


@rule("GLOOMHAVEN-29.2")
def test_when_all_have_fallen_the_round_is_played_and_the_living_survive() -> None:
    game = all_out_of_cards()
    s = game.state
    assert (asked(game), s.phase, s.heroes()) == (HALT, "turns", [])
    assert [who[0] for who in earliest(s)] == ["deck"]
    s.agenda = []
    end = play(s, "close_round").state
    assert end.phase == OVER
    assert [fate.counts["dead"] for fate in result_of(end, 1, False).fates] == [0, 0]
    assert [fate.counts["exhausted"] for fate in result_of(end, 1, False).fates] == [1, 1]


@rule("GLOOMHAVEN-29.2", "GLOOMHAVEN-29.3")
def test_a_campaign_hands_its_variants_to_the_scenario() -> None:
    campaign = saga("brute", "tinkerer", death=True)
    campaign.act(0, ("casual", 1))
    assert (options_for(campaign.world)["death"], options_for(campaign.world)["randomness"]) == ("permanent", "normal")
    game = definition("gloomhaven").new_game(1, options_for(campaign.world), FastDice(1))
    assert PERMANENT in game.state.flags
    assert REDUCED not in game.state.flags
