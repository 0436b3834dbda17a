"""Random dungeons [GLOOMHAVEN-29.5]: rooms are built when their door opens, and what that brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components import (
    BLESS,
    CONDITIONS,
    ELEMENT_OF,
    ELITE,
    MONSTER,
    NEGATIVE,
    NONE,
    Figure,
    Hex,
    bits,
)
from grimtable.games.gloomhaven.components.dungeons import (
    ALL_ROOMS,
    CARDS,
    CHEST,
    FIRST,
    ROOM_CARDS,
    Built,
    dungeon_of,
    laid,
    placed_rooms,
    rooms_in,
    treasure_in,
)
from grimtable.games.gloomhaven.components.items import ITEMS
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.scenarios import HAZARD_DAMAGE, TRAP_DAMAGE
from grimtable.games.gloomhaven.components.terms import ITEM_ROOM, SPENT
from grimtable.games.gloomhaven.conditions import add_to_deck, give, heal, infuse
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.gear import is_ready
from grimtable.games.gloomhaven.moments import door_opens, room_revealed, treasure_looted
from grimtable.games.gloomhaven.ops.recovery import lose_cards, refresh, take_up
from grimtable.games.gloomhaven.piles import discard_cards
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.victory import goal
from grimtable.kernel.values import Flow

DUNGEON: Final = "dungeon"  # the flag
PENALTIES: Final = ("rising", "none", "minor", "major")  # [GLOOMHAVEN-29.10] what the players have agreed on
RISING: Final = ("none", "minor", "major")  # by room, as recommended
SEVERITY: Final = "penalties"  # notes
DECK: Final = "room cards"
OPENER: Final = "opener"
ALL: Final = "all"
Line = dict[str, Any]


# ---------------------------------------------------------------- building rooms
def draw_room(t: T, letter: str) -> int:
    """[GLOOMHAVEN-29.6, GLOOMHAVEN-29.8] Cards from the top until one has the letter on its back.

    If none is left, the cards discarded are shuffled into a new deck.
    """
    s = t.state
    while True:
        left = [card for card in range(CARDS) if s.notes[DECK] >> card & 1]
        if not left:
            s.notes[DECK] = ALL_ROOMS & ~sum([1 << built.room for built in rooms_in(s.scenario)])
            continue
        card = left[t.random(len(left))]
        s.notes[DECK] &= ~(1 << card)
        if not letter or letter in [gate.letter for gate in ROOM_CARDS[card].entrances]:
            return card


def draw_monsters(t: T) -> int:
    used = [built.monsters for built in rooms_in(t.state.scenario)]
    left = [card for card in range(CARDS) if card not in used]
    return left[t.random(len(left))]


def build(t: T, rooms: list[Built]) -> None:
    """The map with its new room; only the doors that lead on are closed."""
    s = t.state
    s.scenario = dungeon_of(rooms)
    layout = s.layout()
    s.terrain += [0] * (layout.size - len(s.terrain))
    s.at += [NONE] * (layout.size - len(s.at))
    s.closed = sum([1 << door for door, joined in enumerate(layout.doors_of) if len(rooms) in joined])
    t.no_undo()
    t.emit("room_drawn", len(rooms) - 1, rooms[-1].monsters, rooms[-1].room)


def build_first(t: T) -> Flow[None]:
    """[GLOOMHAVEN-29.7] The first room; of several entrances the players choose one."""
    s = t.state
    s.notes[DECK] = ALL_ROOMS
    room, monsters = draw_room(t, ""), draw_monsters(t)
    letters = [gate.letter for gate in ROOM_CARDS[room].entrances]
    letter = yield from t.choose(s.speaker(), "entrance", letters)
    build(t, [Built(room, monsters, letters.index(letter), 0)])


@door_opens.by(DUNGEON)
def build_next(t: T, opener: Figure, at: Hex) -> None:
    """[GLOOMHAVEN-29.6, GLOOMHAVEN-29.9] Behind the door that opens; the other exit is a wall from now on."""
    s = t.state
    rooms = rooms_in(s.scenario)
    card, place = ROOM_CARDS[rooms[-1].room], placed_rooms(rooms)[-1]
    used = [laid(place, gate.at) for gate in card.exits].index(s.layout().axial[at])
    letter = card.exits[used].letter
    room, monsters = draw_room(t, letter), draw_monsters(t)
    entrance = [gate.letter for gate in ROOM_CARDS[room].entrances].index(letter)
    rooms[-1] = rooms[-1]._replace(exit=used + 1)
    build(t, [*rooms, Built(room, monsters, entrance, 0)])


@goal.by("clear_rooms")
def clear_rooms(s: Gloomhaven, op: Line) -> bool:
    """[GLOOMHAVEN-29.5] All rooms are built, and no monster is left."""
    return s.revealed.bit_count() >= op["rooms"] and not s.monsters()


# ---------------------------------------------------------------- penalties [GLOOMHAVEN-29.10]
def severity(s: Gloomhaven, room: int) -> str:
    agreed = PENALTIES[s.notes.get(SEVERITY, 0)]
    return RISING[room] if agreed == PENALTIES[0] else agreed


def dungeon_begins(t: T) -> Flow[None]:
    """Everybody stands in the first room: its penalty, for an opener whom the players choose."""
    if t.state.scenario > FIRST:
        yield from penalize(t, 0, NONE)


@room_revealed.by(DUNGEON)
def enter_room(t: T, room: int, opener: Figure) -> Flow[None]:
    yield from penalize(t, room, opener)


def penalize(t: T, room: int, opener: Figure) -> Flow[None]:
    s = t.state
    lines = ROOM_CARDS[rooms_in(s.scenario)[room].room].penalties.get(severity(s, room), ())
    if opener == NONE and [line for line in lines if line.get("who") == OPENER]:
        opener = yield from t.choose(s.speaker(), "opener", s.heroes())
    for line in lines:
        yield from PENALTY[line["op"]](t, line, struck(s, line, room, opener))


def struck(s: Gloomhaven, line: Line, room: int, opener: Figure) -> list[Figure]:
    """Whom a line means; nobody is in the room before the first."""
    where, who = s.layout().rooms, line.get("who", "monsters_in_this_room")
    if who == OPENER:
        return [opener] if s.in_play(opener) else []
    if who == "all_characters":
        return s.heroes()
    if who == "characters_in_previous_room":
        return [c for c in s.heroes() if where[s.hex[c]] == room - 1 and room > 0]
    here = [f for f in s.monsters() if s.sort[f] == MONSTER and where[s.hex[f]] == room]
    return [f for f in here if s.rank[f] == ELITE or who == "monsters_in_this_room"]


def condition(t: T, line: Line, figures: list[Figure]) -> Flow[None]:
    for figure in figures:
        for _ in range(line.get("count", 1)):
            give(t, figure, bits([line["value"]]))
    yield from ()


def damage(t: T, line: Line, figures: list[Figure]) -> Flow[None]:
    s, value = t.state, line["value"]
    table = {"trap_damage": TRAP_DAMAGE, "hazard_damage": HAZARD_DAMAGE}
    points = value if isinstance(value, int) else table[value][s.solo][s.level]
    for figure in figures:
        yield from suffer(t, figure, points)


def strengthen(t: T, line: Line, figures: list[Figure]) -> Flow[None]:
    """Shield or retaliate for the round."""
    for figure in figures:
        grant(t.state, figure, line["op"], line["value"], reach=1)
        t.emit("bonus", t.state.tag(figure), line["op"], line["value"])
    yield from ()


def bless_monsters(t: T, line: Line, figures: list[Figure]) -> Flow[None]:
    for _ in range(line["count"] if figures else 0):
        add_to_deck(t, figures[0], BLESS)
    t.emit("cards_added", line["card"], line["count"])
    yield from ()


def infuse_element(t: T, line: Line, figures: list[Figure]) -> Flow[None]:
    infuse(t, ELEMENT_OF[line["element"]])
    yield from ()


def discard(t: T, line: Line, figures: list[Figure]) -> Flow[None]:
    for figure in figures:
        yield from discard_cards(t, figure, line["count"])


def lose(t: T, line: Line, figures: list[Figure]) -> Flow[None]:
    for figure in figures:
        yield from lose_cards(t, figure, line["count"])


def spend_items(t: T, line: Line, figures: list[Figure]) -> Flow[None]:
    """Items not used yet are spent, of the owner's choice if not all."""
    s = t.state
    for figure in figures:
        unused = [i for i in s.items[figure] if is_ready(s, figure, i) and not ITEMS[i].passive]
        for _ in range(len(unused) if line["count"] == ALL else min(line["count"], len(unused))):
            item = unused[0] if line["count"] == ALL else (yield from t.choose(s.seat[figure], "spend_item", unused))
            unused.remove(item)
            s.item_state[figure * ITEM_ROOM + item] = SPENT
            t.emit("item_spent", s.tag(figure), item)


PENALTY: dict[str, Callable[[T, Line, list[Figure]], Flow[None]]] = {
    "condition": condition,
    "suffer_damage": damage,
    "shield": strengthen,
    "retaliate": strengthen,
    "add_modifier_cards": bless_monsters,
    "infuse": infuse_element,
    "discard_cards": discard,
    "lose_cards": lose,
    "spend_items": spend_items,
}


# ---------------------------------------------------------------- treasure [GLOOMHAVEN-29.11]
@treasure_looted.by(DUNGEON)
def open_chest(t: T, character: Figure, number: int, at: Hex) -> Flow[None]:
    """Something of use at once."""
    if number >= CHEST:
        found = treasure_in(number - CHEST)
        yield from CONTENTS[found["value"]](t, character, found.get("values", []))


def gold(t: T, character: Figure, values: list[Any]) -> Flow[None]:
    t.state.tally(character, "gold", values[0])
    t.emit("gold_found", t.state.tag(character), values[0])
    yield from ()


def healing(t: T, character: Figure, values: list[Any]) -> Flow[None]:
    heal(t, character, values[0])
    yield from ()


def cure(t: T, character: Figure, values: list[Any]) -> Flow[None]:
    s = t.state
    for number, name in enumerate(CONDITIONS):
        if s.conditions[character] & NEGATIVE & 1 << number:
            s.conditions[character] &= ~(1 << number)
            t.emit("cured", s.tag(character), name)
    yield from ()


def afflict_enemies(t: T, character: Figure, values: list[Any]) -> Flow[None]:
    for enemy in t.state.enemies(character):
        give(t, enemy, bits(values))
    yield from ()


def hurt_enemies(t: T, character: Figure, values: list[Any]) -> Flow[None]:
    for enemy in t.state.enemies(character):
        yield from suffer(t, enemy, values[0], character)


ONE_LOST: Final = Op("recover_cards", 0, "", (), {"from": "lost"})


def recover_lost(t: T, character: Figure, values: list[Any]) -> Flow[None]:
    """One lost card of the looter's choice."""
    yield from take_up(t, character, ONE_LOST, 1)


def refresh_items(t: T, character: Figure, values: list[Any]) -> Flow[None]:
    count, slot = values
    yield from refresh(t, character, Op("refresh_items", 0, "", (), {"count": count, "slot": slot}))


CONTENTS: dict[str, Callable[[T, Figure, list[Any]], Flow[None]]] = {
    "gold": gold,
    "heal": healing,
    "cureConditions": cure,
    "enemiesCondition": afflict_enemies,
    "enemiesDamage": hurt_enemies,
    "recoverLost": recover_lost,
    "refreshItem": refresh_items,
}
