"""The Old World Phase and the Draw Phase [OLDWORLD-4, OLDWORLD-5]."""

from __future__ import annotations

from grimtable.games.oldworld.actions import following
from grimtable.games.oldworld.board import Source, discard_from_hand, do, draw_cards, in_hand, titles
from grimtable.games.oldworld.components import (
    BASE_POWER,
    DISCARDED,
    DRAWS,
    IMMEDIATE,
    KEEP,
    MAX_POWER,
    NO_TZEENTCH_DISCARD,
    NONE,
    POWERS,
    REFILLS,
    TITLE,
    Card,
    Power,
)
from grimtable.games.oldworld.state import DRAW, GODS, NOTHING_LAID, OLD_WORLD, SUMMONING, OldWorld, T
from grimtable.kernel.values import Flow, Step


# ---------------------------------------------------------------- Old World Phase
def old_world(t: T) -> Flow[None]:
    """[OLDWORLD-4.1, OLDWORLD-4.2, OLDWORLD-4.10] Draw a card; the lowest threat carries out its instructions."""
    s = t.state
    s.round += 1
    s.phase, s.laid, s.laid_round = OLD_WORLD, NOTHING_LAID, 0
    s.slain = (0,) * GODS
    t.emit("round", s.round)
    card = s.old_deck[-1]
    s.old_deck = s.old_deck[:-1]
    me = s.lowest_threat()
    t.emit("old_world_drawn", TITLE[card], POWERS[me])
    t.no_undo()
    s.playing = card
    yield from do(t, Source(me, NONE, card, {}), IMMEDIATE[TITLE[card]])
    s.playing = NONE
    settle(t, card)
    s.agenda.append(Step("draw_phase"))


def settle(t: T, card: Card) -> None:
    """[OLDWORLD-4.3, OLDWORLD-4.7] To place 1 of the track, or to the box if the card says so."""
    s = t.state
    if DISCARDED[TITLE[card]]:
        s.old_discards += (card,)
        t.emit("old_world_gone", TITLE[card])
        return
    first, second = s.track
    if first != NONE:  # [OLDWORLD-4.4, OLDWORLD-4.6] an empty place 1 leaves place 2 alone
        if second != NONE:  # [OLDWORLD-4.5, OLDWORLD-4.9]
            s.old_discards += (second,)
            t.emit("old_world_gone", TITLE[second])
        second = first
        t.emit("old_world_pushed", TITLE[first])
    s.track = (card, second)
    t.emit("old_world_stays", TITLE[card])


# ---------------------------------------------------------------- Draw Phase
def draw_phase(t: T) -> Flow[None]:
    """[OLDWORLD-5.7, OLDWORLD-3.3] What one does does not touch the others; then the Summoning Phase begins."""
    s = t.state
    s.phase = DRAW
    t.emit("phase", DRAW)
    for me in s.powers:
        yield from draw(t, me)
    s.phase, s.laid = SUMMONING, NOTHING_LAID
    t.emit("phase", SUMMONING)
    s.agenda.append(following(s, s.powers[-1]))  # [OLDWORLD-6.1] the first power present


def draw(t: T, me: Power) -> Flow[None]:
    """[OLDWORLD-5.1, OLDWORLD-5.5] One power draws and sets its power points."""
    s = t.state
    if REFILLS[me] and NO_TZEENTCH_DISCARD not in s.flags and s.hands[me]:  # [OLDWORLD-5.4]
        answer = yield from t.choose(s.seat[me], "exchange", [KEEP, *titles(s.hands[me])], hidden=True)
        if answer != KEEP:
            discard_from_hand(t, me, in_hand(s, me, answer))
    draw_cards(t, me, cards_due(s, me))
    s.points[me] = min(MAX_POWER, BASE_POWER[me][s.upgrades[me]])  # [OLDWORLD-5.6, OLDWORLD-21.10, OLDWORLD-17.4]
    t.emit("power_set", POWERS[me], s.points[me])


def cards_due(s: OldWorld, me: Power) -> int:
    """[OLDWORLD-5.1, OLDWORLD-5.3] So many cards, or as many as fill the hand."""
    due = DRAWS[me][s.upgrades[me]]
    return max(0, due - len(s.hands[me])) if REFILLS[me] else due


# ---------------------------------------------------------------- discarding
def discard(t: T, me: Power, count: int) -> Flow[None]:
    """[OLDWORLD-22.20] One card after the other, of the player's own choice; all if he has no more."""
    s = t.state
    if len(s.hands[me]) <= count:
        for card in sorted(s.hands[me]):
            discard_from_hand(t, me, card)
        return
    answer = yield from t.choose(s.seat[me], "discard", titles(s.hands[me]), hidden=True)
    discard_from_hand(t, me, in_hand(s, me, answer))
    if count > 1:
        s.agenda.append(Step("discard", (me, count - 1)))
