"""Changes on the board that many rules share, and the words in which effects are written."""

from __future__ import annotations

from typing import NamedTuple

from grimtable.games.oldworld.components import (
    ABILITY,
    FIGURES,
    KIND,
    NONE,
    ON_SUMMON,
    ON_SUMMON_FROM_BOARD,
    OWNER,
    POWERS,
    REGION_OF,
    REGIONS,
    TITLE,
    TOKENS,
    UPGRADE_OF_KIND,
    Card,
    Effect,
    Figure,
    Power,
    Region,
    Token,
)
from grimtable.games.oldworld.regions import may_corrupt
from grimtable.games.oldworld.state import GODS, KINDS_OF_TOKEN, OldWorld, T, changed, more
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow


class Source(NamedTuple):
    """Whose effect it is, from which region, and what was chosen for it so far."""

    me: Power  # its owner; for an Old World card the player with the lowest threat
    here: Region
    card: Card
    notes: dict[str, int]
    cause: str = ""  # the upgrade whose effect it is, or "dial"; of a card its title says it

    @property
    def why(self) -> str:
        return self.cause or TITLE[self.card]


# ---------------------------------------------------------------- hooks: where abilities attach
after_corruption = Hook[[T, Power, Region, int], None]()  # by power: it has placed so many tokens at once
doing = Hook[[T, Source, Effect], Flow[None]]()  # by effect word


def do(t: T, source: Source, effects: tuple[Effect, ...]) -> Flow[None]:
    """[OLDWORLD-7.5, OLDWORLD-12.13] One after the other, each as far as it can be done."""
    for effect in effects:
        yield from doing[effect.op](t, source, effect)


def tell_cause(t: T, name: str, region: Region = NONE) -> None:
    """What follows is the work of a card, an upgrade or a token, in one region or in several."""
    if region == NONE:
        t.emit("cause", name)
    else:
        t.emit("cause_in", name, REGIONS[region])


# ---------------------------------------------------------------- asking for a region, or about one
def choose_region(t: T, me: Power, prompt: str, regions: list[Region]) -> Flow[Region]:
    answer = yield from t.choose(t.state.seat[me], prompt, [REGIONS[region] for region in regions])
    return REGION_OF[answer]


def choose_in(t: T, me: Power, prompt: str, region: Region, options: list[str]) -> Flow[str]:
    """A choice among things of one region; the table shows which region it is about."""
    s = t.state
    battle, s.region = s.region, region
    answer: str = yield from t.choose(s.seat[me], prompt, options)
    s.region = battle
    return answer


# ---------------------------------------------------------------- victory points and counters
def gain_vp(t: T, me: Power, amount: int, why: str) -> None:
    """Victory points, told with their cause; nobody gains none."""
    if amount:
        t.state.vp = more(t.state.vp, me, amount)
        t.emit("gained_vp", POWERS[me], amount, why)


def earn_counter(t: T, me: Power, region: Region) -> None:
    """[OLDWORLD-12.3, OLDWORLD-1.7] A counter on the dial, at once; there are always enough."""
    t.state.counters = more(t.state.counters, me, 1)
    t.emit("counter", POWERS[me], REGIONS[region])


# ---------------------------------------------------------------- corruption
def corrupt(t: T, me: Power, region: Region, count: int) -> None:
    """[OLDWORLD-1.6, OLDWORLD-19.1] Place corruption tokens together, unless it is forbidden there."""
    s = t.state
    if count < 1 or not may_corrupt(s, region):
        return
    key = GODS * region + me
    s.corruption = more(s.corruption, key, count)
    s.laid = more(s.laid, key, count)
    s.laid_step |= 1 << key
    s.laid_round |= 1 << key
    t.emit("corrupted", POWERS[me], REGIONS[region], count)
    for react in after_corruption.of(ABILITY[me]):
        react(t, me, region, count)


def cleanse(t: T, owner: Power, region: Region) -> None:
    """One corruption token goes back to its owner."""
    t.state.corruption = more(t.state.corruption, GODS * region + owner, -1)
    t.emit("cleansed", POWERS[owner], REGIONS[region])


# ---------------------------------------------------------------- Old World tokens
def place_token(t: T, kind: Token, region: Region) -> bool:
    """[OLDWORLD-1.5, OLDWORLD-4.11, OLDWORLD-15.2, OLDWORLD-21.9] From the supply, if one is left; never into ruins."""
    s = t.state
    if s.ruined[region] or not s.supply(kind):
        return False
    s.tokens = more(s.tokens, KINDS_OF_TOKEN * region + kind, 1)
    t.emit("token_placed", TOKENS[kind], REGIONS[region])
    return True


def remove_token(t: T, kind: Token, region: Region) -> None:
    """[OLDWORLD-12.22] To the supply; nobody scores it."""
    t.state.tokens = more(t.state.tokens, KINDS_OF_TOKEN * region + kind, -1)
    t.emit("token_removed", TOKENS[kind], REGIONS[region])


def move_token(t: T, kind: Token, origin: Region, to: Region) -> None:
    s = t.state
    assert not s.ruined[to]  # moving counts as placing
    s.tokens = more(s.tokens, KINDS_OF_TOKEN * origin + kind, -1)
    s.tokens = more(s.tokens, KINDS_OF_TOKEN * to + kind, 1)
    t.emit("token_moved", TOKENS[kind], REGIONS[origin], REGIONS[to])


# ---------------------------------------------------------------- figures
def take_off(s: OldWorld, figure: Figure) -> None:
    """[OLDWORLD-1.3, OLDWORLD-16.5] To its owner's reserve, from where it may be summoned again; marks end."""
    s.put(figure, NONE)
    if s.control[figure] != OWNER[figure]:
        set_free(s, figure)
    if figure in s.shielded:
        s.shielded = tuple([other for other in s.shielded if other != figure])


def remove(t: T, figure: Figure) -> None:
    """[OLDWORLD-8.27] Removed, not killed."""
    region = t.state.where[figure]
    take_off(t.state, figure)
    t.emit("removed", FIGURES[figure], REGIONS[region])


def move(t: T, me: Power, figure: Figure, to: Region) -> Flow[None]:
    """[OLDWORLD-6.11] Summon, place and move are one: a power brings a figure from the reserve or a region."""
    s = t.state
    origin = s.where[figure]
    s.moving = NONE
    s.put(figure, to)
    t.emit("summoned", POWERS[me], FIGURES[figure], REGIONS[origin] if origin != NONE else "reserve", REGIONS[to])
    if s.control[figure] != me:  # abilities of summoning are those of who controls it [OLDWORLD-16.2]
        return
    kind, mask = KIND[figure], s.upgrades[OWNER[figure]]
    effects = ON_SUMMON[kind][mask]
    if origin != NONE:
        effects += ON_SUMMON_FROM_BOARD[kind][mask]
    if effects and not effects[0].inner[0].optional:
        tell_cause(t, UPGRADE_OF_KIND[kind], to)
    for effect in effects:
        yield from do(t, Source(me, to, NONE, {"origin": origin, "destination": to, "figure": figure}), effect.inner)


def control(t: T, me: Power, figure: Figure, bond: Card) -> None:
    """[OLDWORLD-16.1, OLDWORLD-16.3] From now on it counts as this power's, and as an enemy of its owner."""
    s = t.state
    s.control = changed(s.control, figure, me)
    s.charmed += ((figure, bond),)
    t.emit("controlled", POWERS[me], FIGURES[figure], REGIONS[s.where[figure]])


def release(t: T, bond: Card) -> None:
    """Control ends with what bound it."""
    s = t.state
    for figure in [figure for figure, by in s.charmed if by == bond]:
        set_free(s, figure)
        t.emit("released", FIGURES[figure], REGIONS[s.where[figure]])


def set_free(s: OldWorld, figure: Figure) -> None:
    s.control = changed(s.control, figure, OWNER[figure])
    s.charmed = tuple([pair for pair in s.charmed if pair[0] != figure])


# ---------------------------------------------------------------- Chaos cards
def draw_cards(t: T, me: Power, count: int) -> None:
    """[OLDWORLD-5.2, OLDWORLD-1.11, OLDWORLD-5.3] From the own deck; an empty deck is made anew from the discards."""
    s = t.state
    drawn: list[Card] = []
    while len(drawn) < count:
        if not s.decks[me]:
            reshuffle(t, me)
        if not s.decks[me]:
            break
        drawn.append(s.decks[me][-1])
        s.decks = changed(s.decks, me, s.decks[me][:-1])
        if not s.decks[me]:  # at once, with the discards of this moment
            reshuffle(t, me)
    if drawn:
        s.hands = changed(s.hands, me, (*s.hands[me], *drawn))
        t.emit("drew", POWERS[me], len(drawn), secret=tuple([TITLE[card] for card in drawn]), to=(s.seat[me],))


def reshuffle(t: T, me: Power) -> None:
    s = t.state
    if s.discards[me]:
        cards = list(s.discards[me])
        t.shuffle(cards)
        s.decks, s.discards = changed(s.decks, me, tuple(cards)), changed(s.discards, me, ())
        t.emit("reshuffled", POWERS[me], len(cards))


def discard_from_hand(t: T, me: Power, card: Card) -> None:
    s = t.state
    leave_hand(s, me, card)
    s.discards = changed(s.discards, me, (*s.discards[me], card))
    t.emit("discarded", POWERS[me], TITLE[card])
    t.no_undo()


def leave_hand(s: OldWorld, me: Power, card: Card) -> None:
    s.hands = changed(s.hands, me, tuple([other for other in s.hands[me] if other != card]))


def in_hand(s: OldWorld, me: Power, title: str) -> Card:
    """The first card of this title in a hand: copies are alike."""
    return next(card for card in s.hands[me] if TITLE[card] == title)


def titles(cards: tuple[Card, ...]) -> list[str]:
    """Each title once, in the order of the cards' numbers: the order of a hand is nobody's business."""
    return list(dict.fromkeys([TITLE[card] for card in sorted(cards)]))
