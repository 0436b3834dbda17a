"""Items of the round: another initiative, one card more, a second turn [GLOOMHAVEN-9.1]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.components import Card, Figure, Mask, bits
from grimtable.games.gloomhaven.components.cards import BOTTOM, CARD_HALVES, HALVES, INITIATIVE, TOP
from grimtable.games.gloomhaven.components.items import ITEMS, MOMENTS
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import REST
from grimtable.games.gloomhaven.conditions import give
from grimtable.games.gloomhaven.gear import ready, use
from grimtable.games.gloomhaven.items.own_turn import offered
from grimtable.games.gloomhaven.moments import cards_revealed
from grimtable.games.gloomhaven.ops import Act, perform, perform_riders
from grimtable.games.gloomhaven.piles import show, without
from grimtable.games.gloomhaven.rooms import leading_initiative
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.taking import AGAIN, half, half_done, is_lost, put_away, turn_over
from grimtable.kernel.values import Flow

AFTER_CARDS_REVEALED: Final[Mask] = MOMENTS["after_cards_revealed"]
AFTER_YOU_PERFORM_ACTION_OF_KIND: Final[Mask] = MOMENTS["after_you_perform_action_of_kind"]
AFTER_YOU_PERFORM_TOP_ACTION: Final[Mask] = MOMENTS["after_you_perform_top_action"]

SOONER, LATER = "sooner", "later"
AT_END: Final[Mask] = MOMENTS["end_of_your_turn"]


@cards_revealed.by("items")
def change_initiative(t: T) -> Flow[None]:
    """Boots of Speed and Quickness: sooner or later, when all cards are turned up."""
    s = t.state
    for character in s.heroes():
        items = () if s.chosen[character] == (REST,) else ready(s, character, AFTER_CARDS_REVEALED)
        item = (yield from offered(t, character, items)) if items else 0
        if item:
            use(t, character, item)
            by = ITEMS[item].ops[0].number("by")
            way = yield from t.choose(s.seat[character], "initiative", [SOONER, LATER])
            s.notes[f"shifted {character}"] = -by if way == SOONER else by
            t.emit("initiative", s.tag(character), leading_initiative(s, character))


@turn_over.by("extra_cards")
def end_of_turn_items(t: T, character: Figure) -> Flow[None]:
    """Rings of Haste and Brutality, Second Chance Ring."""
    s = t.state
    while s.in_play(character):
        found = ready(s, character, AT_END)
        items = [item for item in found if has_cards(s, character, ITEMS[item].ops[0])] if found else []
        item = (yield from offered(t, character, items)) if items else 0
        if not item:
            return
        use(t, character, item)
        op = ITEMS[item].ops[0]
        if op.name == "play_extra_card":
            yield from play_extra_card(t, character, op.text("half"))
        else:
            yield from take_second_turn(t, character)


# ---------------------------------------------------------------- after an action
@half_done.by("items")
def after_a_half(t: T, act: Act) -> Flow[None]:
    """Items that wait for a top action, or for an action with a Song, a Doom or a command."""
    s, me = t.state, act.me
    if not s.items[me]:
        return
    kinds = [op.name for op in act.ops if op.name in ("song", "doom", "command")]
    for item in [i for i in s.items[me] if ITEMS[i].passive and ITEMS[i].effect.get("kind") in kinds]:
        if ITEMS[item].timing == "after_you_perform_action_of_kind":  # Master's Lute
            yield from perform_riders(t, Act(me, act.seat), ITEMS[item].ops)
        else:  # Cloak of the Hunter
            for row in [row for row in s.bonuses if row.word == "doom" and row.source == act.card]:
                give(t, row.aim, bits([op.word for op in ITEMS[item].ops]))
    waiting = [i for i in ready(s, me, AFTER_YOU_PERFORM_ACTION_OF_KIND) if ITEMS[i].effect["kind"] in kinds]
    waiting = [i for i in waiting if s.hand[me]]
    if act.half == TOP and not all([half.lost for half in CARD_HALVES[act.card]]):
        waiting += ready(s, me, AFTER_YOU_PERFORM_TOP_ACTION)
    item = (yield from offered(t, me, waiting)) if waiting else 0
    if not item:
        return
    use(t, me, item)
    if ITEMS[item].ops[0].name == "perform_other_half":
        yield from perform_bottom(t, act)
    else:
        yield from play_extra_card(t, me, HALVES[act.half])


def perform_bottom(t: T, act: Act) -> Flow[None]:
    """Ring of Duality: the bottom of the same card, too; its lost icon counts as well."""
    printed = CARD_HALVES[act.card][BOTTOM]
    doing = Act(act.me, act.seat, act.card, BOTTOM, printed.active)
    yield from perform(t, doing, printed.ops)
    if t.state.in_play(act.me) and is_lost(t.state, act.card, BOTTOM, doing.did):
        put_away(t, act.me, act.card, BOTTOM, doing.did)


# ---------------------------------------------------------------- further cards
def has_cards(s: Gloomhaven, character: Figure, op: Op) -> bool:
    return bool(s.hand[character]) if op.name == "play_extra_card" else bool(later_cards(s, character))


def take_from_hand(t: T, character: Figure, cards: list[Card]) -> Flow[Card]:
    s = t.state
    card = yield from t.choose(s.seat[character], "extra_card", cards)
    s.hand[character] = without(s.hand[character], card)
    show(s, character, card)
    return card


def play_extra_card(t: T, character: Figure, side: str) -> Flow[None]:
    """One half of one more card."""
    s = t.state
    card = yield from take_from_hand(t, character, sorted(s.hand[character]))
    halves = s.halves
    s.to_play, s.chosen[character] = (*s.to_play, card), (*s.chosen[character], card)
    yield from half(t, character, card, side)
    s.halves = halves
    s.chosen[character] = without(s.chosen[character], card)


def later_cards(s: Gloomhaven, character: Figure) -> list[Card]:
    """The cards that can lead a second turn: of a later initiative, with another card beside them."""
    now = leading_initiative(s, character)
    cards = [card for card in sorted(s.hand[character]) if INITIATIVE[card] > now]
    return cards if len(s.hand[character]) > 1 else []


def take_second_turn(t: T, character: Figure) -> Flow[None]:
    """Two further cards, the leading one of a later initiative: the turn comes when that initiative does."""
    s = t.state
    lead = yield from take_from_hand(t, character, later_cards(s, character))
    second = yield from take_from_hand(t, character, sorted(s.hand[character]))
    s.chosen[character] = (lead, second)
    s.notes.pop(f"shifted {character}", None)
    s.notes[f"{AGAIN} {character}"] = 1
    t.emit("selected", s.tag(character), lead, second)
