"""Positions of Gloomhaven, built from words.

`field` makes a map of one open room around (0, 0), with walls and terrain at will. `position` puts figures on it:
heroes={"brute": (0, 0)}, monsters=[("bandit-guard", "elite", (2, 0))]. `play` runs one step with answers given in
order, and modifier cards stacked by name: cards="+1 -2 null". A game halts before every further step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from grimtable.games.gloomhaven.attacks import attack
from grimtable.games.gloomhaven.components import (
    CHARACTER,
    CONDITION_OF,
    DIFFICULT,
    HAZARD,
    HEROES,
    MONSTER,
    MONSTERS_SIDE,
    NONE,
    OBSTACLE,
    RANK_OF,
    Figure,
    Hex,
)
from grimtable.games.gloomhaven.components.cards import CARD_CLASS, CARD_LEVEL, CARD_NAMES, CARDS, CLASS_OF, HP
from grimtable.games.gloomhaven.components.modifiers import MODIFIERS, MONSTER_DECK, base_deck, modifier_kind
from grimtable.games.gloomhaven.components.monsters import DECK_CARDS, TYPE_DECK, TYPE_OF, hp_of
from grimtable.games.gloomhaven.components.scenarios import SCENARIOS
from grimtable.games.gloomhaven.components.terms import TURNS, Bonus
from grimtable.games.gloomhaven.interludes import is_offer
from grimtable.games.gloomhaven.rooms import lay_trap
from grimtable.games.gloomhaven.setup import SWITCHES, new_state, problems
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Strike
from grimtable.games.gloomhaven.turn import PROCEDURES
from grimtable.kernel.chance import FastDice
from grimtable.kernel.game import Game, Rules
from grimtable.kernel.values import Event, Flow, Procedure, Step

Axial = tuple[int, int]
HALT = "halt"
FIRST_FIELD = 1000
_FIELDS: dict[str, int] = {}


def field(
    radius: int = 5,
    walls: Iterable[Axial] = (),
    edges: Iterable[tuple[Axial, Axial]] = (),
    hexes: Iterable[Axial] | None = None,
) -> int:
    """The number of a scenario that is one open room: a disc, or the given hexes, without the walls."""
    disc = [
        (q, r)
        for q in range(-radius, radius + 1)
        for r in range(-radius, radius + 1)
        if max(abs(q), abs(r), abs(q + r)) <= radius
    ]
    floor = sorted(set(disc if hexes is None else hexes) - set(walls))
    key = repr((floor, sorted(edges)))
    if key not in _FIELDS:
        number = _FIELDS[key] = FIRST_FIELD + len(_FIELDS)
        SCENARIOS[number] = {
            "id": number,
            "name": "a field",
            "tiles": [{"tile": 0, "ref": "field", "turns": 0, "room": 0, "hexes": [list(at) for at in floor]}],
            "start_room": [0],
            "start_hexes": [list(at) for at in floor],
            "doors": [],
            "corridors": [],
            "wall_edges": [[list(a), list(b)] for a, b in edges],
            "overlays": [],
            "monsters": [],
            "special_rules": [],
            "goal": {"win": [{"op": "kill_all"}], "lose": []},
        }
    return _FIELDS[key]


def position(
    scenario: int | None = None,
    heroes: Mapping[str, Axial] | None = None,
    monsters: Sequence[tuple[str, str, Axial]] = (),
    level: int = 1,
    character_level: int = 1,
    obstacles: Iterable[Axial] = (),
    difficult: Iterable[Axial] = (),
    hazards: Iterable[Axial] = (),
    traps: Iterable[Axial] = (),
    money: Iterable[Axial] = (),
) -> Gloomhaven:
    """A position in the middle of a round: all cards in hand, all decks in order."""
    heroes = heroes or {"brute": (0, 0)}
    options = {name: values[0] for name, values in SWITCHES.items()}
    options |= {"scenario": scenario or field(), "scenario_level": level, "character_level": character_level}
    s = new_state(max(len(heroes), 2), options)
    s.characters, s.agenda, s.revealed, s.phase, s.round = len(heroes), [], ~0, TURNS, 1
    s.seat = tuple(range(len(heroes)))
    for number, (name, at) in enumerate(heroes.items()):
        kind = CLASS_OF[name]
        s.enter(HEROES, CHARACTER, kind, 0, number + 1, HP[kind][character_level - 1], place(s, at))
        s.hand[number] = tuple([c for c in range(CARDS) if CARD_CLASS[c] == kind and CARD_LEVEL[c] <= 1])
        s.decks[number] = tuple(base_deck(number))
    s.decks[MONSTER_DECK] = tuple(base_deck(MONSTER_DECK))
    for number, (name, rank, at) in enumerate(monsters):
        add_monster(s, name, rank, at, number + 1)
    for bit, places in ((OBSTACLE, obstacles), (DIFFICULT, difficult), (HAZARD, hazards)):
        for at in places:
            s.terrain[place(s, at)] |= bit
    for at in traps:
        lay_trap(s, place(s, at), 3, 0, NONE)
    for at in money:
        s.money[place(s, at)] = 1
    return s


def add_monster(s: Gloomhaven, name: str, rank: str, at: Axial, standee: int = 1) -> Figure:
    kind = TYPE_OF[name]
    hp = hp_of(kind, RANK_OF[rank], s.monster_level(), s.characters)
    deck = TYPE_DECK[kind]
    s.ability_decks.setdefault(deck, DECK_CARDS[deck])
    s.ability_drawn.setdefault(deck, ())
    return s.enter(MONSTERS_SIDE, MONSTER, kind, RANK_OF[rank], standee, hp, place(s, at))


def place(s: Gloomhaven, at: Axial) -> Hex:
    return s.layout().index[at]


def where(s: Gloomhaven, figure: Figure) -> Axial | None:
    return s.layout().axial[s.hex[figure]] if s.in_play(figure) else None


def card(name: str) -> int:
    return CARD_NAMES.index(name)


def condition(name: str) -> int:
    return 1 << CONDITION_OF[name]


def stack(s: Gloomhaven, owner: int, names: str) -> None:
    """These modifier cards are drawn next, in this order; others lie below."""
    deck = list(s.decks[owner])
    top: list[int] = []
    for name in names.split():
        found = [c for c in deck if MODIFIERS[modifier_kind(c)].name == name]
        deck.remove(found[0])
        top.append(found[0])
    s.decks[owner] = (*deck, *top[::-1])


# ---------------------------------------------------------------- playing
def halt(t: T, *args: Any) -> Flow[None]:
    """The test looks at the table here."""
    yield from t.choose(0, HALT, ["wait", "go"])


def rules(*runs: str) -> Rules[Gloomhaven]:
    procedures = {name: PROCEDURES[name] if name in runs else halt for name in PROCEDURES}
    return Rules(
        "gloomhaven",
        1,
        procedures,
        lambda: Gloomhaven([]),
        lambda s, viewer: None,
        problems=problems,
        rows={"bonuses": Bonus._make},
    )


def play(
    s: Gloomhaven, step: str, *args: Any, answers: Sequence[Any] = (), runs: tuple[str, ...] = ()
) -> Game[Gloomhaven]:
    """One step, and those named in `runs`, with these answers in order; decisions beyond them stay open."""
    s.agenda = [Step("next_turn"), Step(step, args)]
    game = Game(rules(step, *runs), s, FastDice(0))
    for answer in answers:
        decision = game.decisions()[0]
        assert decision.prompt != HALT, f"nobody asks for {answer}"
        game.apply(decision.player, answer)
    return game


def run(s: Gloomhaven, flow: Callable[[T], Flow[Any]], answers: Sequence[Any] = ()) -> Game[Gloomhaven]:
    """Carry out one rule with these answers in order; the game halts after it."""

    def step(t: T) -> Flow[None]:
        yield from flow(t)

    procedures: dict[str, Procedure] = {**dict.fromkeys(PROCEDURES, halt), "run": step}
    s.agenda = [Step("next_turn"), Step("run")]
    game = Game(Rules("gloomhaven", 1, procedures, lambda: Gloomhaven([]), lambda s, viewer: None), s, FastDice(0))
    for answer in answers:
        decision = game.decisions()[0]
        assert decision.prompt != HALT, f"nobody asks for {answer}"
        game.apply(decision.player, at(s, answer))
    game.decisions()
    return game


def act_out(
    s: Gloomhaven, character: Figure, name: str, half: str, answers: Sequence[Any] = (), cards: str = "+0 +0 +0 +0"
) -> Game[Gloomhaven]:
    """A character plays one half of a card from its hand; hexes among the answers are given as (q, r)."""
    stack(s, character, cards)
    s.acting = character
    s.to_play = (card(name),)
    s.hand[character] = tuple([c for c in s.hand[character] if c != card(name)])
    s.chosen[character] = (card(name), card(name))
    return play(s, "half", character, card(name), half, answers=[at(s, answer) for answer in answers])


def blow(s: Gloomhaven, attacker: Figure, target: Figure, cards: str = "+0", reach: int = 0, value: int = 2) -> int:
    """The hit points that one attack takes; characters suffer what comes, monsters draw the cards named."""
    stack(s, attacker if s.sort[attacker] == CHARACTER else MONSTER_DECK, cards)
    before = s.hp[target]
    game = run(s, lambda t: attack(t, Strike(attacker, value, reach), target))
    while asked(game) != HALT:
        game.apply(game.decisions()[0].player, options(game)[0])
    return before - game.state.hp[target]


def at(s: Gloomhaven, answer: Any) -> Any:
    """A pair of numbers is a hex; a tuple of pairs an area."""
    if isinstance(answer, tuple) and answer in s.layout().index:
        return place(s, answer)
    return answer


def asked(game: Game[Gloomhaven]) -> str:
    decisions = game.decisions()
    return decisions[0].prompt if decisions else ""


def options(game: Game[Gloomhaven]) -> list[Any]:
    """The answers to the question; what may be done at any point besides is in `offers`, between actions in both."""
    decision = game.decisions()[0]
    return [o for o in decision.options if decision.prompt == "act" or not is_offer(o)]


def offers(game: Game[Gloomhaven]) -> list[Any]:
    return [option for option in game.decisions()[0].options if is_offer(option)]


def events(game: Game[Gloomhaven], kind: str) -> list[Event]:
    return [event for event in game.events(None) if event.kind == kind]
