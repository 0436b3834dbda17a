"""The position at the start [GLOOMHAVEN-4, procedure P1 of the ledger], and what every position must satisfy."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from grimtable.games.gloomhaven.battle_goals import FIRST as GOAL_FIRST
from grimtable.games.gloomhaven.components import CHARACTER, HEROES, INERT, NONE, Card, Figure, Seat
from grimtable.games.gloomhaven.components.cards import (
    CARD_LEVEL,
    CLASS_OF,
    CLASSES,
    COMPLETE,
    HAND_SIZE,
    HP,
    STARTING,
    pool,
)
from grimtable.games.gloomhaven.components.dungeons import FIRST, RANDOM
from grimtable.games.gloomhaven.components.items import BATTLE_GOALS, ITEMS
from grimtable.games.gloomhaven.components.modifiers import CLASS_PERKS, MONSTER_DECK, base_deck, with_perk
from grimtable.games.gloomhaven.components.scenarios import PLAYABLE, record_of
from grimtable.games.gloomhaven.components.terms import ITEMS_POWER, PERMANENT, REDUCED, UNPERFORMED_LOST
from grimtable.games.gloomhaven.enlisting import ENLISTING, ENOUGH
from grimtable.games.gloomhaven.items.equipment import put_on, wearable
from grimtable.games.gloomhaven.items.vocabulary import AVAILABLE
from grimtable.games.gloomhaven.moments import at_setup, character_started, may_start
from grimtable.games.gloomhaven.party import flags_of, omens_of, steps_of
from grimtable.games.gloomhaven.rooms import lay_out, lay_plates, nearest_empty
from grimtable.games.gloomhaven.scenarios import rules_of
from grimtable.games.gloomhaven.scenarios.dungeon import PENALTIES, SEVERITY, build_first, dungeon_begins
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import BadInput, Flow, Procedure, Step

STARTING_GOLD: Final = 15  # times the level and one
NEW_PARTY: Final = "new"
SHOP: tuple[int, ...] = tuple([item for item in range(1, 15) if item in AVAILABLE])  # of the first prosperity level
OF_CHARACTER: Final[dict[str, tuple[Step, ...]]] = {  # steps, by name and character
    name: tuple([Step(name, (character,)) for character in range(4)])
    for name in ("level_up", "equip", "choose_hand", "start_hex", "keep_goal")
}
SOLO_LEVELS: Final = 6  # [GLOOMHAVEN-6.4]
SWITCHES: dict[str, tuple[int | str, ...]] = {
    "scenario": (*PLAYABLE, RANDOM),
    "scenario_level": (1, 0, 2, 3, 4, 5, 6, 7),  # [GLOOMHAVEN-6.1]
    "character_level": (1, 2, 3, 4, 5, 6, 7, 8, 9),
    "characters": (2, 3, 4),  # for one player alone
    "classes": ("starting", "all"),
    "items": ("shop", "none"),  # [GLOOMHAVEN-1.10]
    "information": ("secret", "open"),  # [GLOOMHAVEN-6.5]
    "randomness": ("normal", "reduced"),  # [GLOOMHAVEN-29.1]
    "death": ("exhaustion", "permanent"),  # [GLOOMHAVEN-29.2]
    "unperformed_loss": ("discard", "lose"),  # [GLOOMHAVEN-7.8]
    "penalties": PENALTIES,  # of a random dungeon [GLOOMHAVEN-29.10]
    "party": (NEW_PARTY,),  # or the document of one that comes from a campaign
}


def new_state(players: int, options: Mapping[str, int | str]) -> Gloomhaven:
    """An empty table. One player runs two characters or more, several run one each; a campaign's party as it says."""
    s = Gloomhaven([])
    party: dict[str, Any] | None = json.loads(str(options["party"])) if options["party"] != NEW_PARTY else None
    if party is not None and players != max(party["seats"]) + 1:
        raise BadInput(f"this party is played by {max(party['seats']) + 1}, not by {players}")
    s.scenario = FIRST if options["scenario"] == RANDOM else int(options["scenario"])
    s.solo = int(players == 1 or options["information"] == "open")
    s.level = min(int(options["scenario_level"]), SOLO_LEVELS if s.solo else 7)
    s.characters = int(options["characters"]) if players == 1 else players
    s.seat = tuple([0 if players == 1 else character for character in range(s.characters)])
    s.levels = (int(options["character_level"]),) * s.characters
    s.notes["shop"] = int(options["items"] == "shop")
    if s.scenario == FIRST:
        s.notes[SEVERITY] = PENALTIES.index(str(options["penalties"]))
    s.flags = (*rules_of(s.scenario), ITEMS_POWER, *variants(options))
    if party is not None:
        s.characters, s.seat = len(party["heroes"]), tuple(party["seats"])
        s.levels = tuple([hero["level"] for hero in party["heroes"]])
        s.flags = (*s.flags, *flags_of(party))
    s.elements = (INERT,) * len(s.elements)  # [GLOOMHAVEN-1.9]
    size = s.layout().size
    s.terrain, s.at = [0] * size, [NONE] * size
    s.closed = (1 << len(s.layout().doors)) - 1
    s.locked = sum([1 << d for d, kind in enumerate(s.layout().kinds) if kind in ("breakable-wall", "altar")])
    everybody = range(s.characters)
    for pile in (s.home, s.hand, s.discard, s.lost, s.active, s.chosen, s.seen):
        pile += [()] * s.characters
    for column in (s.loot, s.items, s.perks, s.goals_dealt):
        column += [()] * s.characters
    s.xp, s.coins, s.goals = [0] * s.characters, [0] * s.characters, [NONE] * s.characters
    s.decks, s.drawn = [()] * (MONSTER_DECK + 1), [()] * (MONSTER_DECK + 1)
    steps = [Step("choose_class", (c, str(options["classes"]))) for c in everybody]
    if party is not None:
        steps = steps_of(party)
    steps += [Step("lay_map"), Step("deal_goals")]
    chosen = ("level_up", "equip", "choose_hand") if party is None else ("choose_hand",)
    steps += [OF_CHARACTER[name][c] for c in everybody for name in chosen]
    steps += [Step("begin"), *[OF_CHARACTER["start_hex"][c] for c in everybody]]
    steps += [Step("dungeon_begins")] if s.scenario == FIRST else []
    steps += [*(omens_of(party) if party is not None else ()), Step("round")]
    s.agenda = steps[::-1]
    return s


def variants(options: Mapping[str, int | str]) -> tuple[str, ...]:
    """[GLOOMHAVEN-29.1, GLOOMHAVEN-29.2, GLOOMHAVEN-7.8] The flags of the variants that are played."""
    wanted = {
        REDUCED: options["randomness"] == "reduced",
        PERMANENT: options["death"] == "permanent",
        UNPERFORMED_LOST: options["unperformed_loss"] == "lose",
    }
    return tuple([flag for flag, is_on in wanted.items() if is_on])


def choose_class(t: T, character: Figure, classes: str) -> Flow[None]:
    """[GLOOMHAVEN-1.12] No class twice."""
    s = t.state
    names = STARTING if classes == "starting" else COMPLETE  # a class with unknown words is not there yet
    free = [name for name in names if CLASS_OF[name] not in s.kind]
    name = yield from t.choose(s.seat[character], "class", free)
    kind = CLASS_OF[name]
    figure = s.enter(HEROES, CHARACTER, kind, 0, character + 1, HP[kind][s.levels[character] - 1], NONE)
    assert figure == character
    s.home[character] = tuple([card for card in pool(kind, s.levels[character]) if CARD_LEVEL[card] <= 1])
    t.emit("joined", t.state.tag(character))


def lay_map(t: T) -> Flow[None]:
    """[GLOOMHAVEN-1.2, GLOOMHAVEN-1.4] The starting room, and the monsters' modifier deck."""
    s = t.state
    if s.scenario == FIRST:
        yield from build_first(t)
    lay_plates(s)
    for room in record_of(s.scenario)["start_room"]:
        lay_out(t, room, NONE)
    deck = base_deck(MONSTER_DECK)
    t.shuffle(deck)
    s.decks[MONSTER_DECK] = tuple(deck)
    yield from ()


def deal_goals(t: T) -> Flow[None]:
    """[GLOOMHAVEN-4.1, GLOOMHAVEN-21.8] Two battle goals each, of the whole deck: earlier ones are back in it."""
    s = t.state
    cards = [GOAL_FIRST + number for number in range(len(BATTLE_GOALS))]
    t.shuffle(cards)
    for character in range(s.characters):
        s.goals_dealt[character] = (cards.pop(), cards.pop())
        t.emit("goals_dealt", t.state.tag(character), secret=s.goals_dealt[character], to=(s.seat[character],))
    s.goal_deck = tuple(cards)
    for character in range(s.characters)[::-1]:
        s.agenda.append(OF_CHARACTER["keep_goal"][character])
    yield from ()


def keep_goal(t: T, character: Figure) -> Flow[None]:
    """[GLOOMHAVEN-4.3] One stays secret, the other goes back."""
    s = t.state
    s.goals[character] = yield from t.choose_secretly(s.seat[character], "keep_goal", sorted(s.goals_dealt[character]))
    t.emit("goal_kept", t.state.tag(character), secret=(s.goals[character],), to=(s.seat[character],))


def level_up(t: T, character: Figure) -> Flow[None]:
    """For every level above the first: a card of that level or lower, and a perk, as often as it has boxes.

    [GLOOMHAVEN-25.12, GLOOMHAVEN-25.13]
    """
    s, seat = t.state, t.state.seat[character]
    everything = pool(s.kind[character], s.levels[character])
    deck = base_deck(character)
    for level in range(2, s.levels[character] + 1):
        free = [card for card in everything if CARD_LEVEL[card] <= level and card not in s.home[character]]
        card = yield from choose_card(t, seat, "gain_card", free)
        s.home[character] = (*s.home[character], card)
        perks = CLASS_PERKS[s.kind[character]]
        name = CLASSES[s.kind[character]]
        open_perks = [(name, p) for p, perk in enumerate(perks) if s.perks[character].count(p) < perk.times]
        _, perk = yield from t.choose(seat, "perk", open_perks)
        s.perks[character] = (*s.perks[character], perk)
        deck = with_perk(deck, character, perks[perk])
    t.shuffle(deck)
    s.decks[character] = tuple(deck)


def equip(t: T, character: Figure) -> Flow[None]:
    """[GLOOMHAVEN-1.10, GLOOMHAVEN-2.7, GLOOMHAVEN-25.3] Buy from the shop and put it on; gold left is of no use."""
    s = t.state
    gold = STARTING_GOLD * (s.levels[character] + 1) if s.notes["shop"] else 0
    while True:
        owned = [item for mine in s.items for item in mine]
        fitting = wearable(s, character, SHOP)
        ready = [item for item in fitting if ITEMS[item].cost <= gold and owned.count(item) < ITEMS[item].copies]
        if not ready:
            return
        options: list[int | str] = [ENOUGH, *ready]
        item = yield from t.choose(s.seat[character], "buy", options)
        if isinstance(item, str):
            return
        gold -= ITEMS[item].cost
        put_on(t, character, item)


def choose_card(t: T, seat: Seat, prompt: str, cards: list[Card]) -> Flow[Card]:
    """Secretly, unless hands are open [GLOOMHAVEN-6.5]."""
    if t.state.solo:
        return (yield from t.choose(seat, prompt, cards, hidden=True))
    return (yield from t.choose_secretly(seat, prompt, cards))


def choose_hand(t: T, character: Figure) -> Flow[None]:
    """[GLOOMHAVEN-4.2] Exactly the hand size: the others stay at home."""
    s, seat = t.state, t.state.seat[character]
    cards = list(s.home[character])
    stay: list[int] = []
    while len(cards) > HAND_SIZE[s.kind[character]]:
        card = yield from choose_card(t, seat, "leave_card", cards)
        cards.remove(card)
        stay.append(card)
    s.hand[character], s.home[character] = tuple(cards), tuple(stay)
    t.emit("hand_chosen", t.state.tag(character), secret=tuple(cards), to=s.seat if s.solo else (seat,))


def begin(t: T) -> Flow[None]:
    """[GLOOMHAVEN-4.1] The scenario's special rules, once everybody is ready."""
    for rule in at_setup.of(t.state.flags):
        yield from rule(t)


def start_hex(t: T, character: Figure) -> Flow[None]:
    """[GLOOMHAVEN-4.8] On a free starting hex of one's choice, or beside them if a companion stands on the last."""
    s = t.state
    start = s.layout().start
    free = [at for at in start if s.at[at] == NONE] or [nearest_empty(s, start[0])]
    allowed = [at for at in free if all([allows(s, at) for allows in may_start.of(s.flags)])]
    at = yield from t.choose(s.seat[character], "start_hex", allowed or free)
    s.put(character, at)
    t.emit("started", t.state.tag(character), at)
    for rule in character_started.of(s.flags):
        yield from rule(t, character)


PREPARATION: dict[str, Procedure] = {
    **ENLISTING,
    "choose_class": choose_class,
    "lay_map": lay_map,
    "dungeon_begins": dungeon_begins,
    "deal_goals": deal_goals,
    "keep_goal": keep_goal,
    "level_up": level_up,
    "equip": equip,
    "choose_hand": choose_hand,
    "begin": begin,
    "start_hex": start_hex,
}


# ---------------------------------------------------------------- what every position must satisfy
def problems(s: Gloomhaven) -> list[str]:
    """Broken invariants of a position, in words."""
    columns = (
        s.side,
        s.sort,
        s.kind,
        s.rank,
        s.standee,
        s.hex,
        s.hp,
        s.max_hp,
        s.conditions,
        s.fresh,
        s.owner,
        s.marks,
    )
    if len({len(column) for column in columns}) != 1:
        return ["the figures' columns differ in length"]
    if not len(s.at) == len(s.terrain) == s.layout().size:
        return ["the hexes' columns differ in length"]
    return figure_problems(s) + card_problems(s)


def figure_problems(s: Gloomhaven) -> list[str]:
    found: list[str] = []
    passing: list[Figure] = []  # one figure at a time may be on its way through another's hex
    for figure, at in enumerate(s.hex):
        if at == NONE:
            if figure in s.at:
                found.append(f"figure {figure} stands where it is not")
            continue
        if s.at[at] != figure:
            passing.append(figure)
        if s.hp[figure] <= 0 and s.notes.get("dying") != figure:
            found.append(f"figure {figure} has no hit points and stands")
    if len(passing) > 1 or [f for f in passing if s.at[s.hex[f]] == NONE]:
        found.append(f"figures {passing} are not where they say")
    if [at for at, f in enumerate(s.at) if f != NONE and s.hex[f] != at]:
        found.append("a hex holds a figure that is elsewhere")
    return found


def card_problems(s: Gloomhaven) -> list[str]:
    found: list[str] = []
    for character in range(len([sort for sort in s.sort if sort == CHARACTER])):
        piles = (s.home, s.hand, s.discard, s.lost, s.active)
        cards = [card for pile in piles for card in pile[character]]
        cards += s.chosen_cards(character)
        if len(set(cards)) != len(cards):
            found.append(f"character {character} has a card twice")
    for owner, deck in enumerate(s.decks):
        cards = [*deck, *s.drawn[owner]]
        if len(set(cards)) != len(cards):
            found.append(f"modifier deck {owner} has a card twice")
    return found
