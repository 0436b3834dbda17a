"""The position at the start [DARKLORD-2]."""

from __future__ import annotations

from collections.abc import Mapping

from grimtable.games.darklord.components import (
    FOUR_PLAYERS_ONLY,
    INITIAL,
    KIND,
    LABELS,
    LAND,
    LEVELS,
    NONE,
    RED,
    RULINGS,
    STACK_LIMIT,
    STONES_AT_SETUP,
    TARGETS,
    TERRITORIES,
    THRONES,
    UID,
    Card,
)
from grimtable.games.darklord.state import DarkLord, T
from grimtable.kernel.values import Flow, Step


def in_play(card: Card, players: int) -> bool:
    """[DARKLORD-2.1, DARKLORD-16.1] With three players the cards with the 4P mark stay in the box."""
    return players == 4 or not FOUR_PLAYERS_ONLY[card]


def new_state(players: int, options: Mapping[str, int | str]) -> DarkLord:
    """An empty table for so many players; the rulings that differ from the default are noted."""
    switched = [f"{name}={value}" for name, value in options.items() if value != RULINGS[name][0]]
    areas = TARGETS[players]
    s = DarkLord([Step("set_up", (players,))])
    s.rulings = frozenset(switched)
    s.colors = (NONE,) * players
    s.owner = [NONE] * len(UID)
    s.targets = [NONE] * areas
    s.stacks = [()] * areas
    s.arrivals = ((),) * areas
    s.ready = [()] * players
    s.coins = [0] * players
    s.stones = [0] * players
    s.curses = [0] * players
    s.throne_vp = (0,) * players
    return s


def set_up(t: T, players: int) -> Flow[None]:
    s = t.state
    thrones = [throne for throne in THRONES if in_play(throne, players)]
    t.shuffle(thrones)  # [DARKLORD-2.3] dealt face down, one each
    s.colors = tuple([THRONES.index(throne) for throne in thrones])
    for me, throne in enumerate(thrones):
        s.owner[throne] = me
        t.emit("throne", me, UID[throne])
    s.start = s.colors.index(RED)  # [DARKLORD-2.4]
    t.emit("start_player", s.start)
    deal_initial_units(s)
    for seat, me in enumerate(s.turn_order()):  # [DARKLORD-2.6, DARKLORD-16.2] the later seats get a magic stone
        s.stones[me] = STONES_AT_SETUP[players][seat]
        if s.stones[me]:
            t.emit("stone_dealt", me)
    for level in reversed(LEVELS):  # [DARKLORD-2.2] each level is shuffled on its own; Level 1 lies on top
        cards = [card for card in level if in_play(card, players)]
        t.shuffle(cards)
        s.deck += cards
    s.agenda.append(Step("prepare", (1,)))
    yield from ()


def deal_initial_units(s: DarkLord) -> None:
    """[DARKLORD-2.5] One of each initial kind for everybody."""
    players = len(s.coins)
    for kind in sorted({KIND[card] for card in INITIAL}):
        copies = [card for card in INITIAL if KIND[card] == kind and in_play(card, players)]
        for me, card in enumerate(copies):
            s.owner[card] = me


# ---------------------------------------------------------------- what every position must satisfy
def problems(s: DarkLord) -> list[str]:
    """Broken invariants of a position, in words."""
    players = len(s.coins)
    if not all([len(column) == players for column in (s.ready, s.stones, s.curses, s.throne_vp, s.colors)]):
        return ["the players' columns differ in length"]
    if len(s.owner) != len(UID) or not all([NONE <= owner < players for owner in s.owner]):
        return ["a card belongs to nobody at the table"]
    found = [f"{UID[card]} lies in two places" for card in sorted(set(_doubled(s)))]
    found += [f"{UID[card]} is not used with {players} players" for card in _used(s) if not in_play(card, players)]
    for me in s.players():
        found += [f"{UID[unit]} is ready for another player" for unit in s.ready[me] if s.owner[unit] != me]
        lands = [LAND[card] for card in s.owned(me, TERRITORIES)]
        found += [  # [DARKLORD-1.7]
            f"player {me} owns {land} twice" for land in sorted(set(lands)) if lands.count(land) > 1
        ]
    found += [f"{UID[unit]} fights for nobody" for stack in s.stacks for unit in stack if s.owner[unit] == NONE]
    found += [  # [DARKLORD-1.3]
        f"area {LABELS[area]} holds too many units" for area, stack in enumerate(s.stacks) if len(stack) > STACK_LIMIT
    ]
    chips = (*s.coins, *s.stones, *s.curses, s.curses_left(), s.stones_left(), s.power_tokens_left())
    if min(chips) < 0:
        found.append("there are fewer than no chips somewhere")
    return found


def _used(s: DarkLord) -> list[Card]:
    targets = [card for card in s.targets if card != NONE]
    return [*[card for card in range(len(UID)) if s.owner[card] != NONE], *s.deck, *targets, *s.trash]


def _doubled(s: DarkLord) -> list[Card]:
    """Cards that lie in two places: a card is owned, in the deck, a target or in the trash; a unit at one spot only."""
    cards = _used(s)
    spots = [unit for stack in [*s.stacks, *s.ready, s.removed] for unit in stack]
    return [card for card in cards if cards.count(card) > 1] + [unit for unit in spots if spots.count(unit) > 1]
