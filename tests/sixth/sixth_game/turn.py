"""Setup, rounds, auction, offering and the end: what goes on the agenda."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grimtable.kernel.values import Flow, Procedure, Refusal, Step

from .actions import ACTIONS_BY_NAME, ENDING, acts
from .components import (
    ACTIONS,
    ALL,
    ALTAR_POINTS,
    ALTARS,
    CARDS,
    COINS,
    HAND,
    NONE,
    OFFERING_POINTS,
    OFFERS,
    Player,
)
from .state import Relics, T

Altars = tuple[int, ...]


def new_state(players: int, options: Mapping[str, int | str]) -> Relics:
    s = Relics([Step("set_up")])
    s.rounds = int(options["rounds"])
    s.offering = options["offering"] == "secret"
    s.hands = [()] * players
    s.sealed = [NONE] * players
    s.won = [()] * players
    s.knows = [0] * len(CARDS)
    s.coins = [COINS] * players
    s.omens = [NONE] * players
    s.offers = [NONE] * players
    s.altars = [()] * players
    return s


def set_up(t: T) -> Flow[None]:
    """[RELICS-1.1, RELICS-1.2] Shuffle, and three relics for everybody."""
    s = t.state
    s.deck = list(CARDS)
    t.shuffle(s.deck)
    for me in s.players():
        for _ in range(HAND):
            s.gain(me, s.deck.pop())
        t.emit("dealt", me, secret=s.hands[me], to=(me,))
    s.agenda.append(Step("begin_round", (1,)))
    yield from ()


def begin_round(t: T, number: int) -> Flow[None]:
    """[RELICS-2.1] Turn up a relic; everybody's turn; the auction."""
    s = t.state
    s.round = number
    s.relic = s.deck.pop()
    s.knows[s.relic] = ALL
    t.emit("unveiled", number, s.relic)
    t.no_undo()
    s.agenda += [Step("auction"), *[Step("turn", (me, ACTIONS)) for me in reversed(s.players())]]
    yield from ()


def turn(t: T, me: Player, left: int) -> Flow[None]:
    """[RELICS-2.1] Two actions; after those that make somebody know less the rest is a new step."""
    while left:
        act = yield from t.choose(me, "act", acts(t.state, me))
        left -= 1
        if act in ENDING and left:
            t.state.agenda.append(Step("turn", (me, left)))
        yield from ACTIONS_BY_NAME[act](t, me)
        if act in ENDING:
            return


def reshuffle(t: T) -> Flow[None]:
    """[RELICS-2.7] Discarded relics and deck: nobody knows where one lies."""
    s = t.state
    s.deck += s.discard
    s.discard.clear()
    for card in s.deck:
        s.knows[card] = 0
    t.shuffle(s.deck)
    t.emit("reshuffled", len(s.deck))
    yield from ()


def auction(t: T) -> Flow[None]:
    """[RELICS-3.1, RELICS-3.2] All bid at once; chance decides between equals."""
    s = t.state
    bids = yield from t.choose_together("bid", {me: tuple(range(s.coins[me] + 1)) for me in s.players()})
    for me in s.players():
        t.emit("bid", me, bids[me])
    best = max([bids[me] for me in s.players()])
    if best:
        equal = [me for me in s.players() if bids[me] == best]
        winner = equal[0] if len(equal) == 1 else equal[t.random(len(equal))]
        s.coins[winner] -= best
        s.won[winner] = (*s.won[winner], s.relic)
        t.emit("won", winner, s.relic, best)
    else:
        s.discard.append(s.relic)
        t.emit("unsold", s.relic)
    s.relic = NONE
    if s.round < s.rounds:
        s.agenda.append(Step("begin_round", (s.round + 1,)))
    else:
        s.agenda += [Step("score"), *[Step("lay_coins", (me,)) for me in reversed(s.players())]]
        if s.offering:
            s.agenda.append(Step("offer"))


# ---------------------------------------------------------------- the end
def offer(t: T) -> Flow[None]:
    """[RELICS-4.1] In secret; the sum is told in a step of its own."""
    s = t.state
    offers = yield from t.choose_together("offer", dict.fromkeys(s.players(), OFFERS), secret=True)
    s.offers = [offers[me] for me in s.players()]
    s.agenda.append(Step("tell_offers"))


def tell_offers(t: T) -> Flow[None]:
    """[RELICS-4.1] Only the sum."""
    t.state.offered = sum(t.state.offers)
    t.emit("offered", t.state.offered)
    t.no_undo()
    yield from ()


def altar_suggestions(coins: int) -> list[Altars]:
    """Evenly, all on one altar, or nothing."""
    even = tuple([(coins + place) // ALTARS for place in range(ALTARS)])
    found = [even, *[tuple([coins * (altar == at) for altar in range(ALTARS)]) for at in range(ALTARS)], (0,) * ALTARS]
    return [answer for place, answer in enumerate(found) if answer not in found[:place]]


def altar_refusal(coins: int, answer: Any) -> Refusal | None:
    """[RELICS-5.1] Three numbers of coins, together no more than there are."""
    if not isinstance(answer, tuple) or len(answer) != ALTARS:
        return Refusal("RELICS-5.1", "three_numbers")
    if [number for number in answer if type(number) is not int or number < 0]:
        return Refusal("RELICS-5.1", "three_numbers")
    if sum(answer) > coins:
        return Refusal("RELICS-5.1", "too_many_coins", (sum(answer), coins))
    return None


def lay_coins(t: T, me: Player) -> Flow[None]:
    """[RELICS-5.1] Any coins on any altar."""
    s = t.state
    coins = s.coins[me]
    laid = yield from t.compose(me, "altars", altar_suggestions(coins), lambda answer: altar_refusal(coins, answer))
    s.altars[me] = laid
    s.coins[me] -= sum(laid)
    t.emit("laid", me, *laid)


def points(s: Relics, me: Player) -> int:
    """[RELICS-5.3, RELICS-4.2] The score of a player."""
    omen, offered = max(0, s.omens[me]), max(0, s.offers[me])
    bonus = OFFERING_POINTS if s.offered >= len(s.hands) else 0
    return s.worth(me) + omen + ALTAR_POINTS * s.altar_points(me) + bonus - offered


def score(t: T) -> Flow[None]:
    """[RELICS-5.3] Everything secret that counts is shown."""
    s = t.state
    for me in s.players():
        if s.sealed[me] != NONE:
            s.knows[s.sealed[me]] = ALL
        t.emit("scored", me, points(s, me), s.sealed[me], max(0, s.omens[me]), max(0, s.offers[me]))
    t.no_undo()
    yield from ()
    t.finish(tuple([points(s, me) for me in s.players()]))


PROCEDURES: dict[str, Procedure] = {
    "set_up": set_up,
    "begin_round": begin_round,
    "turn": turn,
    "reshuffle": reshuffle,
    "auction": auction,
    "offer": offer,
    "tell_offers": tell_offers,
    "lay_coins": lay_coins,
    "score": score,
}
