"""Cards in the active area that answer attacks and damage."""

from __future__ import annotations

from games.gloomhaven.reading import lies_in, lost_hp, over, played
from games.gloomhaven.table import asked, condition, place, play
from grimtable.games.gloomhaven.components.modifiers import MODIFIERS, MONSTER_DECK, modifier_kind
from grimtable.games.gloomhaven.components.monsters import DECK_CARDS, TYPE_DECK
from grimtable.games.gloomhaven.state import Gloomhaven
from rule import rule


def attacked(s: Gloomhaven, figure: int = 2) -> Gloomhaven:
    """The guard on (1, 0) attacks whom it focuses on: Move +0, Attack +0, with a modifier card of +0."""
    deck = TYPE_DECK[s.kind[figure]]
    s.ability[deck] = DECK_CARDS[deck][3]
    s.marks[figure] = 0
    zeros = [c for c in s.decks[MONSTER_DECK] if MODIFIERS[modifier_kind(c)].name == "+0"]
    s.decks[MONSTER_DECK] = tuple(zeros)
    game = play(s, "monster_turn", figure)
    while asked(game) == "negate":
        game.apply(game.decisions()[0].player, "suffer")
    return game.state


def active(class_name: str, name: str, half: str = "bottom") -> Gloomhaven:
    """The card is in force, and its owner stands alone before a guard."""
    s = over(played(class_name, name, half, [(1, 0)]))
    s.put(1, place(s, (-6, 0)))
    s.acting = -1
    return s


def plain_damage() -> int:
    return lost_hp(attacked(active("brute", "Grab and Go", "top")), 0)


@rule("GLOOMHAVEN-16.2", "GLOOMHAVEN-16.3", "GLOOMHAVEN-18.2", "GLOOMHAVEN-16.7")
def test_warding_strength_is_a_shield_for_six_attacks() -> None:
    s, whole = active("brute", "Warding Strength"), plain_damage()
    for number in range(6):
        before = s.hp[0]
        s = attacked(s)
        assert before - s.hp[0] == whole - 1, number
    assert s.xp[0] == 3
    assert lies_in(s, "Warding Strength", "lost")
    before = s.hp[0]
    assert before - attacked(s).hp[0] == whole


@rule("GLOOMHAVEN-16.3", "GLOOMHAVEN-18.2")
def test_juggernaut_negates_damage_of_every_source() -> None:
    s = active("brute", "Juggernaut")
    s = attacked(s)
    s.conditions[0] |= condition("wound")
    s = play(s, "start_turn", 0).state
    assert (lost_hp(s, 0), s.xp[0]) == (0, 2)


def test_frost_armor_negates_two_sources() -> None:
    s, whole = active("spellweaver", "Frost Armor"), plain_damage()
    for _ in range(2):
        s = attacked(s)
        assert lost_hp(s, 0) == 0
    assert lies_in(s, "Frost Armor", "lost")
    assert lost_hp(attacked(s), 0) == whole


@rule("GLOOMHAVEN-16.8")
def test_cold_front_negates_and_strikes_back() -> None:
    s = attacked(active("spellweaver", "Cold Front"))
    assert (lost_hp(s, 0), lost_hp(s, 2)) == (0, 3)
    assert [row.used for row in s.bonuses] == [1]


@rule("GLOOMHAVEN-16.8")
def test_retaliating_cards_answer_melee_attacks() -> None:
    for class_name, name, back in (("cragheart", "Opposing Strike", 2), ("spellweaver", "Engulfed in Flames", 3)):
        s = attacked(active(class_name, name))
        assert lost_hp(s, 2) == back
        assert [row.used for row in s.bonuses] == [1]


@rule("GLOOMHAVEN-18.1")
def test_eye_for_an_eye_gives_experience_each_time() -> None:
    s = active("brute", "Eye for an Eye", "top")
    for _ in range(2):
        s = attacked(s)
    assert (lost_hp(s, 2), s.xp[0]) == (4, 2)


def test_provoking_roar_draws_attacks_on_adjacent_allies() -> None:
    s = over(played("brute", "Provoking Roar", "bottom", [(0, 2)]))
    s.acting = -1
    s = attacked(s)
    assert lost_hp(s, 1) == 0
    assert lost_hp(s, 0) > 0
