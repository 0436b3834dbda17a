"""Attack modifier cards."""

from __future__ import annotations

from games.gloomhaven.table import events, position, run, stack
from grimtable.games.gloomhaven import DEFINITION
from grimtable.games.gloomhaven.components.cards import CLASS_OF
from grimtable.games.gloomhaven.components.modifiers import (
    BASE_DECK,
    BLESS_CARD,
    CLASS_PERKS,
    CURSE_CARD,
    MODIFIERS,
    MONSTER_DECK,
    Modifier,
    base_deck,
    kind_of,
    modifier_card,
    modifier_kind,
    with_perk,
)
from grimtable.games.gloomhaven.drawing import Draw, better, draw, draw_one, refill, worse
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.chance import FastDice
from grimtable.kernel.table import Table
from grimtable.kernel.values import Flow
from rule import rule

STUN = {"op": "condition", "value": "stun"}
MUDDLE = {"op": "condition", "value": "muddle"}


def at_table(s: Gloomhaven) -> T:
    return Table(s, [], FastDice(0), None)


def kind(card: str, *effects: dict[str, str], rolling: bool = False) -> int:
    return kind_of({"type": card, "effects": list(effects), "rolling": rolling})


def top(s: Gloomhaven, *kinds: int) -> None:
    """These kinds of cards are drawn next, in this order."""
    s.decks[0] = (*s.decks[0], *[modifier_card(0, k, 15 - n) for n, k in enumerate(kinds)][::-1])


def drawn(s: Gloomhaven, lean: int = 0) -> Draw:
    return draw(at_table(s), 0, lean)


@rule("GLOOMHAVEN-1.1")
def test_a_new_deck_has_twenty_cards() -> None:
    names = [MODIFIERS[modifier_kind(card)].name for card in base_deck(0)]
    assert {name: names.count(name) for name in names} == {
        "+0": 6, "+1": 5, "-1": 5, "+2": 1, "-2": 1, "null": 1, "x2": 1,
    }  # fmt: skip
    assert sum([count for _, count in BASE_DECK]) == 20


@rule("GLOOMHAVEN-3.1", "GLOOMHAVEN-3.2")
def test_a_card_is_drawn_from_the_own_deck_and_laid_aside() -> None:
    s = position()
    stack(s, 0, "+2")
    others = s.decks[4]
    assert drawn(s).plus == 2
    assert [MODIFIERS[modifier_kind(card)].name for card in s.drawn[0]] == ["+2"]
    assert s.decks[4] == others


@rule("GLOOMHAVEN-3.5")
def test_rolling_cards_are_added_until_a_plain_one_ends_them() -> None:
    """W7 of the ledger: push 2, earth, then +2."""
    s = position()
    push = kind_of({"type": "plus0", "rolling": True, "effects": [{"op": "push", "value": 2}]})
    earth = kind_of({"type": "plus0", "rolling": True, "effects": [{"op": "element", "value": "earth"}]})
    top(s, push, earth, kind("plus2"))
    found = drawn(s)
    assert found.plus == 2
    assert [(op.name, op.value, op.word) for op in found.effects] == [("push", 2, ""), ("element", 0, "earth")]


@rule("GLOOMHAVEN-3.6")
def test_bless_and_curse_leave_the_deck_when_drawn() -> None:
    s = position()
    top(s, BLESS_CARD, CURSE_CARD)
    assert drawn(s).double
    assert drawn(s).null
    assert s.drawn[0] == ()
    assert len(s.decks[0]) == 20


@rule("GLOOMHAVEN-3.8")
def test_a_base_null_or_double_marks_the_deck_for_a_reshuffle_but_a_curse_does_not() -> None:
    s = position()
    top(s, CURSE_CARD)
    drawn(s)
    assert s.reshuffle == 0
    stack(s, 0, "null")
    assert drawn(s).null
    assert s.reshuffle == 1


@rule("GLOOMHAVEN-3.9")
def test_an_empty_deck_is_made_anew_of_its_discards() -> None:
    s = position()
    s.drawn[0], s.decks[0] = s.decks[0], ()
    drawn(s)
    assert (len(s.decks[0]), len(s.drawn[0])) == (19, 1)
    refill(at_table(s), 0)
    assert (len(s.decks[0]), len(s.drawn[0])) == (20, 0)


@rule("GLOOMHAVEN-13.12")
def test_advantage_takes_the_better_and_adds_rolling_cards() -> None:
    s = position()
    stack(s, 0, "-1 +1")
    assert drawn(s, 1).plus == 1
    stun = kind("plus0", STUN, rolling=True)
    top(s, stun, kind("minus1"))
    found = drawn(s, 1)
    assert (found.plus, len(found.effects)) == (-1, 1)
    top(s, stun, kind("plus0", MUDDLE, rolling=True), kind("plus2"))
    found = drawn(s, 1)
    assert (found.plus, len(found.effects)) == (2, 2)


@rule("GLOOMHAVEN-13.13")
def test_disadvantage_takes_the_worse_and_ignores_rolling_cards() -> None:
    s = position()
    stack(s, 0, "+1 -1")
    assert drawn(s, -1).plus == -1
    stun = kind("plus0", STUN, rolling=True)
    top(s, stun, kind("plus2"))
    found = drawn(s, -1)
    assert (found.plus, found.effects) == (2, ())
    top(s, stun, kind("plus0", MUDDLE, rolling=True), kind("plus2"))
    found = drawn(s, -1)
    assert (found.plus, found.effects) == (2, ())


def card(plus: str, *effects: dict[str, str]) -> Modifier:
    return MODIFIERS[kind(plus, *effects)]


@rule("GLOOMHAVEN-13.14")
def test_identical_effects_cancel_and_different_ones_cannot_be_compared() -> None:
    """W5 and W6 of the ledger."""
    one, two, three = card("plus1", STUN), card("minus2", STUN), card("minus2", MUDDLE)
    assert better(two, one) == one
    assert better(three, one) == three
    assert worse(one, three) == one
    assert better(card("plus0"), card("plus0", STUN)) == card("plus0", STUN)


@rule("GLOOMHAVEN-1.3", "GLOOMHAVEN-25.12")
def test_a_perk_changes_the_deck() -> None:
    """W22 of the ledger: the Brute replaces a -1 by a +1."""
    perk = CLASS_PERKS[CLASS_OF["brute"]][1]
    deck = with_perk(base_deck(0), 0, perk)
    names = [MODIFIERS[modifier_kind(number)].name for number in deck]
    assert (names.count("-1"), names.count("+1")) == (4, 6)
    assert len(set(deck)) == 20


@rule("GLOOMHAVEN-1.2")
def test_no_two_modifier_cards_of_the_game_have_the_same_number() -> None:
    cards = [number for owner in range(5) for number in base_deck(owner)]
    assert len(set(cards)) == 100


@rule("GLOOMHAVEN-3.1", "GLOOMHAVEN-3.2")
def test_the_log_names_whose_card_is_drawn() -> None:
    s = position(heroes={"brute": (0, 0)})
    stack(s, 0, "+1")
    stack(s, MONSTER_DECK, "-1")

    def both(t: T) -> Flow[None]:
        draw_one(t, 0)
        draw_one(t, MONSTER_DECK)
        yield from ()

    told = [DEFINITION.describe.event(event) for event in events(run(s, both), "modifier")]
    said = [DEFINITION.catalogue.say(message, "en").strip() for message in told]
    assert said == ["Modifier card of Brute: +1", "Modifier card of the monsters: -1"]
