"""Positions of The Nameless Dark Lord, built from words.

A card in words is its owner and its kind: "red wood_golem, blue skeleton_knight". Everybody owns a throne and the three
initial units from the start. Seat and colour are the same unless `colors` says otherwise: red sits on seat 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grimtable.games.darklord import DEFINITION, RULES
from grimtable.games.darklord.components import (
    ARTIFACTS,
    CARDS,
    COLOR,
    KIND,
    LABELS,
    LEVELS,
    NONE,
    THRONES,
    UID,
    Card,
    Player,
)
from grimtable.games.darklord.setup import deal_initial_units, in_play, new_state, problems
from grimtable.games.darklord.state import DarkLord
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game
from grimtable.kernel.values import Event, Step

RED, BLUE, YELLOW, GREEN = range(4)
SEATS = {"red": RED, "blue": BLUE, "yellow": YELLOW, "green": GREEN}
RICH = {RED: 9, BLUE: 9, YELLOW: 9, GREEN: 9}  # coins for everything
LEVEL_AFTER = (1, 1, 1, 2, 2, 3, 3, 4)  # the level of the round after this one


# ---------------------------------------------------------------- positions
def table(
    step: str,
    *args: int,
    players: int = 4,
    number: int = 1,
    start: Player = RED,
    colors: tuple[int, ...] = (),
    home: str = "",  # owned besides thrones and initial units
    ready: str = "",
    removed: str = "",
    tokens: str = "",
    targets: str = "",  # kinds, of the areas from A on; while areas are fought over, the others get artifacts
    trash: str = "",  # kinds
    deck: str = "",  # kinds, the top card first; all cards left over lie below
    coins: Mapping[Player, int] | None = None,  # where it is not the income
    stones: Mapping[Player, int] | None = None,
    curses: Mapping[Player, int] | None = None,
    throne_vp: Mapping[Player, int] | None = None,
    acquired: tuple[Player, ...] = (),
    bombed: tuple[Player, ...] = (),
    options: Mapping[str, int | str] | None = None,
    **areas: str,  # A="red wood_golem, blue wood_golem"
) -> Game[DarkLord]:
    """A game in which this step comes next."""
    s = new_state(players, options or {})
    s.agenda = [Step(step, args)]
    s.round, s.start = number, start
    s.colors = colors or tuple(range(players))
    for me in range(players):
        s.owner[THRONES[s.colors[me]]] = me
    deal_initial_units(s)

    for words in split(home):
        own(s, words)
    taken: list[Card] = []
    for label, stack in areas.items():
        s.stacks[LABELS.index(label)] = units(s, stack, taken)
    s.removed = units(s, removed, taken)
    for words in split(ready):
        unit = units(s, words, taken)[0]
        s.ready[s.owner[unit]] += (unit,)
    s.tokens = tuple([find(s, words) for words in split(tokens)])

    for kind in split(trash):
        s.trash += (loose(s, kind),)
    for area, kind in enumerate(split(targets)):
        s.targets[area] = loose(s, kind)
    for words in reversed(split(deck)):
        s.deck.append(loose(s, words))
    if step in ("turn", "end_placement", "resolve"):
        for area in range(len(split(targets)), len(s.targets)):
            s.targets[area] = next(card for card in ARTIFACTS if is_loose(s, card))
    levels = reversed(LEVELS[LEVEL_AFTER[number] - 1 :])
    s.deck[:0] = [card for level in levels for card in level if is_loose(s, card)]

    s.coins = [(coins or {}).get(me, s.income_of(me)) for me in range(players)]
    s.stones = [(stones or {}).get(me, 0) for me in range(players)]
    s.curses = [(curses or {}).get(me, 0) for me in range(players)]
    s.throne_vp = tuple([(throne_vp or {}).get(me, 0) for me in range(players)])
    s.acquired = sum([1 << me for me in acquired])
    s.bombed = sum([1 << me for me in bombed])
    s.arrivals = tuple([tuple(dict.fromkeys([s.owner[unit] for unit in stack])) for stack in s.stacks])
    assert problems(s) == []
    return Game(RULES, s, FastDice(0))


def split(words: str) -> list[str]:
    return words.split(", ") if words else []


def copies(s: DarkLord, me: Player, kind: str) -> list[Card]:
    """The copies of a kind that this player may have: Bombers and thrones only of the own colour."""
    return [c for c in range(len(UID)) if KIND[c] == kind and COLOR[c] in (NONE, s.colors[me])]


def own(s: DarkLord, words: str) -> None:
    seat, kind = words.split()
    me = SEATS[seat]
    card = next(c for c in copies(s, me, kind) if s.owner[c] == NONE and in_play(c, len(s.coins)))
    s.owner[card] = me


def units(s: DarkLord, words: str, taken: list[Card]) -> tuple[Card, ...]:
    """Units that stand somewhere: a copy the player owns already, else a new one."""
    found: list[Card] = []
    for word in split(words):
        seat, kind = word.split()
        me = SEATS[seat]
        if not [c for c in copies(s, me, kind) if s.owner[c] == me and c not in taken]:
            own(s, word)
        found.append(next(c for c in copies(s, me, kind) if s.owner[c] == me and c not in taken))
        taken.append(found[-1])
    return tuple(found)


def find(s: DarkLord, words: str) -> Card:
    """The first card of this kind that this player owns."""
    seat, kind = words.split()
    return next(card for card in s.owned(SEATS[seat], tuple(range(len(UID)))) if KIND[card] == kind)


def is_loose(s: DarkLord, card: Card) -> bool:
    elsewhere = card in s.deck or card in s.targets or card in s.trash
    return s.owner[card] == NONE and not elsewhere and in_play(card, len(s.coins))


def loose(s: DarkLord, kind: str) -> Card:
    return next(card for card in range(len(UID)) if KIND[card] == kind and is_loose(s, card))


# ---------------------------------------------------------------- answers
def answer(game: Game[DarkLord], *answers: Any) -> Game[DarkLord]:
    """Give these answers, each for the only player who is asked."""
    for given in answers:
        (decision,) = game.decisions()
        game.apply(decision.player, given)
    return game


def asked(game: Game[DarkLord]) -> tuple[Player, str]:
    """Who is asked what."""
    (decision,) = game.decisions()
    return decision.player, decision.prompt


def options(game: Game[DarkLord]) -> tuple[Any, ...]:
    (decision,) = game.decisions()
    return decision.options


def places(game: Game[DarkLord], uid: str) -> str:
    """The areas in which this unit may be placed, as one word."""
    return "".join([option[1] for option in options(game) if option[0] == uid])


# ---------------------------------------------------------------- what is there
def uids(cards: tuple[Card, ...] | list[Card]) -> list[str]:
    return [UID[card] for card in cards]


def stack(game: Game[DarkLord], label: str) -> list[str]:
    return uids(game.state.stacks[LABELS.index(label)])


def kind_of(uid: str) -> str:
    return KIND[CARDS[uid]]


def owner(game: Game[DarkLord], uid: str) -> Player:
    return game.state.owner[CARDS[uid]]


def power(game: Game[DarkLord], uid: str) -> int:
    return game.state.power(CARDS[uid])


def told(game: Game[DarkLord], *kinds: str) -> list[tuple[Any, ...]]:
    """What events of these kinds said, in order; with several kinds, each with its kind."""
    events: list[Event] = [event for event in game.events(None) if event.kind in kinds]
    return [event.public if len(kinds) == 1 else (event.kind, *event.public) for event in events]


# ---------------------------------------------------------------- whole games
def random_game(players: int, seed: int, **options: int | str) -> Iterator[Game[DarkLord]]:
    """A game of random answers: yields it at every decision, and once more when it is over."""
    game = DEFINITION.new_game(players, options, FastDice(seed))
    dice = FastDice(seed + 1)
    while game.decisions():
        yield game
        for decision in game.decisions():
            game.apply(decision.player, decision.options[dice.below(len(decision.options))])
    yield game
