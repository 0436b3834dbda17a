"""Positions of Chaos in the Old World, built from words.

Figures stand in regions: kislev="bloodletter 2, leper, horror@slaanesh" puts three figures of two powers and a Horror
that Slaanesh controls into Kislev. Cards lie in slots: cards="kislev blood_frenzy / rain_of_pus" (left / right).
A game halts before every step but the one it begins with, so that a test sees what one step has done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grimtable.games.oldworld import DEFINITION, RULES
from grimtable.games.oldworld.components import (
    BASE_POWER,
    CARD_POWER,
    DECKS,
    FIGURES,
    KIND_OF,
    NONE,
    OF_KIND,
    OLD_WORLD_CARDS,
    OWNER,
    POWER_OF,
    POWERS,
    REGION_OF,
    TITLE,
    TOKEN_OF,
    TOKENS,
    UPGRADES_OF,
    Card,
    Power,
    Region,
)
from grimtable.games.oldworld.setup import new_state, problems, take_seats
from grimtable.games.oldworld.state import GODS, KINDS_OF_TOKEN, SUMMONING, OldWorld, T, changed, more
from grimtable.games.oldworld.turn import PROCEDURES
from grimtable.kernel.chance import FastDice, RecordedDice
from grimtable.kernel.game import Game, Rules
from grimtable.kernel.values import Dice, Event, Flow, Procedure, Step

KHORNE, NURGLE, TZEENTCH, SLAANESH = range(4)
NORSCA, TROLLS, KISLEV, EMPIRE, BRETONNIA, ESTALIA, TILEA, BORDER, BADLANDS = range(9)
HALT = "halt"
ALONE = ("play", "discard")  # steps that go on by themselves


# ---------------------------------------------------------------- positions
def halt(t: T, *args: Any) -> Flow[None]:
    """The test looks at the table here."""
    yield from t.choose(0, HALT, ["wait", "go"])


def table(
    step: str,
    *args: int,
    without: str = "",
    runs: tuple[str, ...] = (),  # further steps that are carried out
    number: int = 1,
    phase: str = SUMMONING,
    hands: str = "",  # "khorne blood_frenzy, battle_cry; nurgle influenza"
    discards: str = "",
    decks: str = "",  # the card drawn next stands first; all others lie below
    cards: str = "",  # "kislev blood_frenzy / rain_of_pus; empire / teleport"
    tokens: str = "",  # "kislev hero 2, peasant; empire noble"
    corruption: str = "",  # "estalia khorne 4, nurgle 5"
    ruined: str = "",  # regions in the order in which they fell, scored already
    fallen: str = "",  # the same, not yet scored
    track: str = "",  # "greenskins_invade / warpstone_discovery"
    old_deck: str = "",  # the card drawn next stands first
    points: str = "",  # "khorne 3, nurgle 0"; else the base power
    vp: str = "",
    dial: str = "",
    counters: str = "",
    peasants: str = "",
    upgrades: str = "",
    slain: str = "",  # "khorne kislev"
    placed: str = "",  # "nurgle kislev": laid corruption earlier in the round
    dice: Sequence[int] | None = None,  # faces, in the order in which they are rolled
    options: Mapping[str, int | str] | None = None,
    **regions: str,
) -> Game[OldWorld]:
    """A game in which this step comes next."""
    s = new_state(3 if without else 4, DEFINITION.settled({**(options or {}), "without": without or "random"}))
    take_seats(s, POWER_OF[without] if without else NONE)
    s.agenda = [Step(HALT), Step(step, args)]
    s.round, s.phase = number, phase
    s.points = [BASE_POWER[power][0] if s.seat[power] != NONE else 0 for power in range(GODS)]
    put_figures(s, regions)
    put_cards(s, hands, discards, decks, cards)
    put_tokens(s, tokens, corruption, ruined, fallen)
    put_old_world(s, track, old_deck)
    for power, count in counted(points):
        s.points[POWER_OF[power]] = count
    s.vp, s.dial, s.counters, s.peasants = by_power(vp), by_power(dial), by_power(counters), by_power(peasants)
    put_marks(s, upgrades, slain, placed)
    assert problems(s) == []
    chance: Dice = FastDice(1) if dice is None else RecordedDice([face - 1 for face in dice])
    return Game(halting((step, *runs)), s, chance)


def halting(runs: tuple[str, ...]) -> Rules[OldWorld]:
    procedures: dict[str, Procedure] = {
        name: procedure if name in (*runs, *ALONE) else halt for name, procedure in PROCEDURES.items()
    }
    procedures[HALT] = halt
    return Rules("oldworld", 1, procedures, RULES.blank, RULES.view, RULES.unknown, RULES.redeal, RULES.problems)


def named(words: str) -> list[tuple[str, str]]:
    """Parts between semicolons, each with the name it begins with."""
    parts = [part.strip().partition(" ") for part in words.split(";") if part.strip()]
    return [(name, rest) for name, _, rest in parts]


def counted(words: str) -> list[tuple[str, int]]:
    """Names between commas, each with a number or once."""
    parts = [part.split() for part in words.split(",") if part.strip()]
    return [(part[0], int(part[1]) if len(part) > 1 else 1) for part in parts]


def counted_words(words: str) -> list[tuple[str, str]]:
    parts = [part.split() for part in words.split(",") if part.strip()]
    return [(part[0], part[1]) for part in parts]


def by_power(words: str) -> tuple[int, ...]:
    numbers = {POWER_OF[name]: count for name, count in counted(words)}
    return tuple([numbers.get(power, 0) for power in range(GODS)])


def put_figures(s: OldWorld, regions: Mapping[str, str]) -> None:
    for name, words in regions.items():
        for word, count in counted(words):
            kind, _, controller = word.partition("@")
            for _ in range(count):
                figure = next(f for f in OF_KIND[KIND_OF[kind]] if s.where[f] == NONE)
                s.put(figure, REGION_OF[name])
                if controller:
                    s.control = changed(s.control, figure, POWER_OF[controller])
                    s.charmed += ((figure, DECKS[SLAANESH][-1]),)


def put_tokens(s: OldWorld, tokens: str, corruption: str, ruined: str, fallen: str) -> None:
    for name, words in named(tokens):
        for token, count in counted(words):
            s.tokens = more(s.tokens, KINDS_OF_TOKEN * REGION_OF[name] + TOKEN_OF[token], count)
    for name, words in named(corruption):
        for power, count in counted(words):
            s.corruption = more(s.corruption, GODS * REGION_OF[name] + POWER_OF[power], count)
    for order, name in enumerate([*ruined.split(), *fallen.split()]):
        s.ruined = changed(s.ruined, REGION_OF[name], order + 1)
    s.face_up = sum([1 << REGION_OF[name] for name in fallen.split()])


def put_marks(s: OldWorld, upgrades: str, slain: str, placed: str) -> None:
    for name in upgrades.split():
        me = POWER_OF[name.split("_")[0]]
        s.upgrades = changed(s.upgrades, me, s.upgrades[me] | 1 << UPGRADES_OF[me].index(name))
    for power, region in counted_words(slain):
        s.slain = changed(s.slain, POWER_OF[power], s.slain[POWER_OF[power]] | 1 << REGION_OF[region])
    for power, region in counted_words(placed):
        s.laid_round |= 1 << (GODS * REGION_OF[region] + POWER_OF[power])


def put_cards(s: OldWorld, hands: str, discards: str, decks: str, cards: str) -> None:
    """Cards where the words say; the others of each power lie in its deck."""
    used: list[Card] = []

    def take(title: str) -> Card:
        card = next(c for c in range(len(CARD_POWER)) if TITLE[c] == title and c not in used)
        used.append(card)
        return card

    for name, words in named(cards):
        for place, title in enumerate([part.strip() for part in words.split("/")]):
            if title:
                s.slots[2 * REGION_OF[name] + place] = take(title)
    for name, words in named(hands):
        s.hands = changed(s.hands, POWER_OF[name], tuple([take(title) for title in words.split(", ")]))
    for name, words in named(discards):
        s.discards = changed(s.discards, POWER_OF[name], tuple([take(title) for title in words.split(", ")]))
    tops = {
        name: [take(title) for title in words.split(", ")] if words != "empty" else [] for name, words in named(decks)
    }
    for power in s.powers:
        rest = [card for card in DECKS[power] if card not in used]
        if "empty" in [words for name, words in named(decks) if name == POWERS[power]]:
            s.discards = changed(s.discards, power, (*s.discards[power], *rest))
        else:
            top = list(reversed(tops.get(POWERS[power], [])))
            s.decks = changed(s.decks, power, (*rest, *top))


def put_old_world(s: OldWorld, track: str, old_deck: str) -> None:
    used: list[Card] = []

    def take(title: str) -> Card:
        if not title:
            return NONE
        card = next(c for c in OLD_WORLD_CARDS if TITLE[c] == title and c not in used)
        used.append(card)
        return card

    first, _, second = track.partition("/")
    s.track = (take(first.strip()), take(second.strip()))
    top = [take(title) for title in old_deck.split(", ") if title not in ("", "empty")]
    rest = [card for card in OLD_WORLD_CARDS if card not in used]
    below = rest[: max(0, 8 - len(s.powers) + 3 - s.round - len(top))] if old_deck != "empty" else []
    s.old_deck = (*below, *reversed(top))
    s.old_box = tuple([card for card in rest if card not in below])


# ---------------------------------------------------------------- answers
def answer(game: Game[OldWorld], *answers: Any) -> Game[OldWorld]:
    """Give these answers, each for the only player who is asked."""
    for given in answers:
        (decision,) = game.decisions()
        game.apply(decision.player, given)
    return game


def asked(game: Game[OldWorld]) -> tuple[Power, str]:
    """Which power is asked what."""
    (decision,) = game.decisions()
    return game.state.powers[decision.player], decision.prompt


def options(game: Game[OldWorld]) -> tuple[Any, ...]:
    (decision,) = game.decisions()
    return decision.options


def halted(game: Game[OldWorld]) -> bool:
    """Whether the step is over and nobody is asked any more."""
    return [decision.prompt for decision in game.decisions()] == [HALT]


# ---------------------------------------------------------------- what is there
def figures(game: Game[OldWorld], region: Region) -> list[str]:
    """The kinds of the figures there, as often as they are."""
    return [FIGURES[figure].rpartition("_")[0] for figure in game.state.at[region]]


def on_board(game: Game[OldWorld], power: Power) -> int:
    return len([f for f, region in enumerate(game.state.where) if region != NONE and OWNER[f] == power])


def tokens(game: Game[OldWorld], region: Region) -> dict[str, int]:
    s = game.state
    return {name: s.token(region, kind) for kind, name in enumerate(TOKENS) if s.token(region, kind)}


def corruption(game: Game[OldWorld], region: Region) -> tuple[int, ...]:
    return game.state.corruption[GODS * region : GODS * region + GODS]


def slots(game: Game[OldWorld], region: Region) -> list[str]:
    return [TITLE[card] if card != NONE else "" for card in game.state.slots[2 * region : 2 * region + 2]]


def hand(game: Game[OldWorld], power: Power) -> list[str]:
    return sorted([TITLE[card] for card in game.state.hands[power]])


def track(game: Game[OldWorld]) -> list[str]:
    return [TITLE[card] if card != NONE else "" for card in game.state.track]


def told(game: Game[OldWorld], *kinds: str) -> list[tuple[Any, ...]]:
    """What events of these kinds said, in order; with several kinds, each with its kind."""
    events: list[Event] = [event for event in game.events(None) if event.kind in kinds]
    return [event.public if len(kinds) == 1 else (event.kind, *event.public) for event in events]


# ---------------------------------------------------------------- shortcuts
def battle(region: Region, **words: Any) -> Game[OldWorld]:
    """The Battle Phase from this region on."""
    return table("battle", region, 0, phase="battle", **words)


def corrupting(**words: Any) -> Game[OldWorld]:
    """The Corruption Phase."""
    return table("corruption_phase", phase="battle", **words)


def acting(power: Power, **words: Any) -> Game[OldWorld]:
    """A turn of the Summoning Phase."""
    return table("turn", power, **words)


def playing(power: Power, title: str, region: str, side: str = "left", **words: Any) -> Game[OldWorld]:
    """A turn in which a power plays this card here, up to what the card asks."""
    hands = f"{POWERS[power]} {title}"
    given = words.pop("hands", "")
    game = acting(power, hands=f"{hands}; {given}" if given else hands, **words)
    answer(game, title)
    if asked(game) == (power, "play_in"):
        answer(game, region)
    if not halted(game) and asked(game) == (power, "slot"):
        answer(game, side)
    return game


def random_game(players: int, seed: int, **chosen: int | str) -> Iterator[Game[OldWorld]]:
    """A game of random answers: yields it at every decision, and once more when it is over."""
    game = DEFINITION.new_game(players, chosen, FastDice(seed))
    dice = FastDice(seed + 1)
    while game.decisions():
        yield game
        for decision in game.decisions():
            game.apply(decision.player, decision.options[dice.below(len(decision.options))])
    yield game
