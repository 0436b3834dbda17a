"""The position at the start [OLDWORLD-2]."""

from __future__ import annotations

from collections.abc import Mapping

from grimtable.games.oldworld.board import draw_cards
from grimtable.games.oldworld.components import (
    BASE_POWER,
    BASELINE,
    CARD_POWER,
    CHAOS_CARDS,
    DECKS,
    EVERYWHERE,
    FEWER_CARDS,
    FIGURES,
    FLAGS,
    HOUSE_RULE_CARDS,
    NONE,
    OLD_WORLD_CARDS,
    OLD_WORLD_DECK,
    OWNER,
    POWER_OF,
    POWERS,
    REGIONS,
    RUINER_VP,
    STARTING_HAND,
    STARTING_TOKENS,
    SWITCHES,
    TITLE,
    TOKENS,
    VICTORY,
    Card,
    Power,
)
from grimtable.games.oldworld.state import GODS, KINDS_OF_TOKEN, NOTHING_LAID, OldWorld, T, changed, more
from grimtable.kernel.values import Flow, Step


def flags_of(options: Mapping[str, int | str]) -> frozenset[str]:
    """The switches that differ from the baseline: those of the profile, unless a single one says otherwise."""
    found: list[str] = []
    for name in SWITCHES:
        if name in ("profile", "without"):
            continue
        value = options[name]
        if value == "profile":
            value = FLAGS[name][str(options["profile"])]
        if value != BASELINE[name]:
            found.append(f"{name}={value}")
    return frozenset(found)


def new_state(players: int, options: Mapping[str, int | str]) -> OldWorld:
    """An empty table. With three players one power stays out: the one agreed on, or one drawn by lot [OLDWORLD-2.2]."""
    absent = NONE if players == GODS else POWER_OF.get(str(options["without"]), GODS)
    s = OldWorld([Step("set_up", (players, absent))])
    s.flags = flags_of(options)
    s.where = [NONE] * len(FIGURES)  # [OLDWORLD-2.10] no figures, no corruption
    s.at = [()] * len(REGIONS)
    s.control = OWNER
    s.corruption = s.laid = NOTHING_LAID
    s.tokens = (0,) * (KINDS_OF_TOKEN * len(REGIONS))
    s.slots = [NONE] * (2 * len(REGIONS))
    s.ruined = (0,) * len(REGIONS)  # [OLDWORLD-2.5] the next card is the number of ruins plus one
    s.decks = s.hands = s.discards = ((),) * GODS
    s.points = [0] * GODS
    s.vp = s.counters = s.peasants = s.slain = (0,) * GODS
    s.dial = s.upgrades = (0,) * GODS  # [OLDWORLD-2.1, OLDWORLD-2.8]
    if players == GODS or absent != GODS:
        take_seats(s, absent)
    else:
        s.powers = tuple(range(players))  # until the lot is drawn
        s.seat = (*range(players), NONE)
    return s


def take_seats(s: OldWorld, absent: Power) -> None:
    """[OLDWORLD-2.3, OLDWORLD-20.1] Seats follow the power order, without the absent power."""
    s.powers = tuple([power for power in range(GODS) if power != absent])
    s.seat = tuple([NONE if power == absent else s.powers.index(power) for power in range(GODS)])


def set_up(t: T, players: int, absent: Power) -> Flow[None]:
    s = t.state
    if absent == GODS:
        absent = t.random(GODS)  # [OLDWORLD-2.2]
        take_seats(s, absent)
    if absent != NONE:
        t.emit("stays_out", POWERS[absent])
    for me in s.powers:
        s.points[me] = BASE_POWER[me][0]  # [OLDWORLD-2.4]
    cards = [card for card in OLD_WORLD_CARDS if FEWER_CARDS not in s.flags or TITLE[card] not in HOUSE_RULE_CARDS]
    t.shuffle(cards)  # [OLDWORLD-2.6, OLDWORLD-20.1, OLDWORLD-20.2]
    s.old_deck, s.old_box = tuple(cards[: OLD_WORLD_DECK[players]]), tuple(cards[OLD_WORLD_DECK[players] :])
    tokens = list(STARTING_TOKENS)
    t.shuffle(tokens)  # [OLDWORLD-2.7] one in each region
    for region, kind in zip(EVERYWHERE, tokens):
        s.tokens = more(s.tokens, KINDS_OF_TOKEN * region + kind, 1)
        t.emit("token_placed", TOKENS[kind], REGIONS[region])
    for me in s.powers:  # [OLDWORLD-2.8]
        deck = list(DECKS[me])
        t.shuffle(deck)
        s.decks = changed(s.decks, me, tuple(deck))
        draw_cards(t, me, STARTING_HAND)
    s.agenda.append(Step("old_world"))  # [OLDWORLD-2.9]
    yield from ()


# ---------------------------------------------------------------- what every position must satisfy
def problems(s: OldWorld) -> list[str]:
    """Broken invariants of a position, in words."""
    columns = (s.points, s.vp, s.dial, s.counters, s.peasants, s.upgrades, s.slain, s.decks, s.hands, s.discards)
    if not all([len(column) == GODS for column in columns]) or len(s.seat) != GODS:
        return ["the powers' columns differ in length"]
    if not (len(s.at) == len(s.ruined) == len(REGIONS) and len(s.slots) == 2 * len(REGIONS)):
        return ["the regions' columns differ in length"]
    if len(s.corruption) != GODS * len(REGIONS) or len(s.tokens) != KINDS_OF_TOKEN * len(REGIONS):
        return ["the regions' tokens differ in length"]
    if not len(s.where) == len(s.control) == len(FIGURES):
        return ["the figures' columns differ in length"]
    if tuple([s.seat.index(seat) for seat in range(len(s.powers))]) != s.powers:
        return ["seats and powers do not fit"]
    return figure_problems(s) + card_problems(s) + number_problems(s)


def figure_problems(s: OldWorld) -> list[str]:
    found = [f"{FIGURES[f]} is in two places" for f in range(len(FIGURES)) if sum([f in there for there in s.at]) > 1]
    for figure, region in enumerate(s.where):
        here = [other for other in EVERYWHERE if figure in s.at[other]]
        if here != ([] if region == NONE else [region]):
            found.append(f"{FIGURES[figure]} is not where it says")
        if region != NONE and s.seat[OWNER[figure]] == NONE:
            found.append(f"{FIGURES[figure]} belongs to nobody at the table")
        if s.control[figure] != OWNER[figure] and figure not in [f for f, _ in s.charmed]:
            found.append(f"{FIGURES[figure]} obeys another power without a reason")
    marked = [*s.shielded, *s.toppled, *[f for f, _ in s.perched], *[f for f, _ in s.charmed]]
    found += [f"{FIGURES[figure]} has a mark in the reserve" for figure in marked if s.where[figure] == NONE]
    found += [f"{FIGURES[f]} fills a slot elsewhere" for f, slot in s.perched if slot // 2 != s.where[f]]
    return found


def card_problems(s: OldWorld) -> list[str]:
    playing = [] if s.playing == NONE else [s.playing]
    shown = [card for card in [*s.slots, *playing] if NONE < card < CHAOS_CARDS]
    cards: list[Card] = shown.copy()
    for me in range(GODS):
        own = [*s.decks[me], *s.hands[me], *s.discards[me]]
        cards += own
        if [card for card in own if card >= CHAOS_CARDS or CARD_POWER[card] != me]:
            return [f"{POWERS[me]} holds a card of another power"]
        if len(own) + len([card for card in shown if CARD_POWER[card] == me]) not in (0, len(DECKS[me])):
            return [f"{POWERS[me]} has too few or too many cards"]
    old = [*s.old_deck, *s.old_box, *s.old_discards, *[card for card in [*s.track, *playing] if card >= CHAOS_CARDS]]
    if [card for card in old if card not in OLD_WORLD_CARDS]:
        return ["a Chaos card lies among the Old World cards"]
    cards += old
    return [f"{TITLE[card]} lies in two places" for card in sorted(set(cards)) if cards.count(card) > 1]


def number_problems(s: OldWorld) -> list[str]:
    found = [f"too many {TOKENS[kind]} tokens" for kind in range(len(TOKENS)) if s.supply(kind) < 0]  # [OLDWORLD-1.5]
    numbers = [*s.points, *s.vp, *s.dial, *s.counters, *s.peasants, *s.corruption, *s.tokens]
    if min(numbers) < 0:
        found.append("there is less than nothing somewhere")
    if [me for me in range(GODS) if s.dial[me] > VICTORY[me]]:
        found.append("a dial stands beyond victory")
    numbers = sorted([number for number in s.ruined if number])
    if numbers != list(range(1, len(numbers) + 1)) or len(numbers) > len(RUINER_VP):
        found.append("the Ruination cards are out of order")
    return found
