"""What a player may do in a turn [RELICS-2]."""

from __future__ import annotations

from grimtable.kernel.values import Flow, Step

from .components import ALL, NONE, SIDES, Player
from .state import Relics, T

DRAW, PEEK, SPY, SEAL, AUGUR, PRAY = ACTS = ("draw", "peek", "spy", "seal", "augur", "pray")
ENDING = (SEAL, PRAY)  # afterwards somebody knows less, so the step ends


def acts(s: Relics, me: Player) -> list[str]:
    """The actions that are possible, by what everybody can see."""
    found = [DRAW, PEEK] if s.deck else []
    if [other for other in s.players() if other != me and s.hands[other]]:
        found.append(SPY)
    if s.hands[me] and s.sealed[me] == NONE:
        found.append(SEAL)
    if s.omens[me] == NONE:
        found.append(AUGUR)
    if s.hands[me]:
        found.append(PRAY)
    return found


def draw(t: T, me: Player) -> Flow[None]:
    """[RELICS-2.2] The top relic comes into the hand."""
    card = t.state.deck.pop()
    t.state.gain(me, card)
    t.emit("drew", me, secret=(card,), to=(me,))
    yield from ()


def peek(t: T, me: Player) -> Flow[None]:
    """[RELICS-2.3] Look at the top relic."""
    card = t.state.deck[-1]
    t.state.knows[card] |= 1 << me
    t.emit("peeked", me, secret=(card,), to=(me,))
    yield from ()


def spy(t: T, me: Player) -> Flow[None]:
    """[RELICS-2.4] Look at one relic in another hand, by lot."""
    s = t.state
    other = yield from t.choose(me, "spy", [o for o in s.players() if o != me and s.hands[o]])
    card = s.hands[other][t.random(len(s.hands[other]))]
    s.knows[card] |= 1 << me
    t.emit("spied", me, other, secret=(card,), to=(me, other))


def seal(t: T, me: Player) -> Flow[None]:
    """[RELICS-2.5] One relic face down: which of them it was, nobody else knows."""
    s = t.state
    card = yield from t.choose_secretly(me, "seal", sorted(s.hands[me]))
    for other in s.hands[me]:
        s.knows[other] = 1 << me
    s.lose(me, card)
    s.sealed[me] = card
    t.emit("sealed", me, secret=(card,), to=(me,))


def augur(t: T, me: Player) -> Flow[None]:
    """[RELICS-2.6] A die that nobody else sees."""
    t.state.omens[me] = t.random(SIDES, known_to=(me,)) + 1
    t.emit("augured", me, secret=(t.state.omens[me],), to=(me,))
    yield from ()


def pray(t: T, me: Player) -> Flow[None]:
    """[RELICS-2.7] Discard a relic face up for a coin; the shuffle is a step of its own."""
    s = t.state
    card = yield from t.choose(me, "pray", sorted(s.hands[me]), hidden=True)
    s.lose(me, card)
    s.discard.append(card)
    s.knows[card] = ALL
    s.coins[me] += 1
    t.emit("prayed", me, card)
    t.no_undo()
    s.agenda.append(Step("reshuffle"))


ACTIONS_BY_NAME = {DRAW: draw, PEEK: peek, SPY: spy, SEAL: seal, AUGUR: augur, PRAY: pray}
