"""Rooms: laying them out for the number of characters, and opening doors [GLOOMHAVEN-10]."""

from __future__ import annotations

from typing import Any, Final

from grimtable.games.gloomhaven.components import (
    BOSS,
    DIFFICULT,
    HAZARD,
    MONSTER,
    MONSTERS_SIDE,
    NONE,
    OBSTACLE,
    PIT,
    PLATE,
    RANK_OF,
    TRAP,
    Figure,
    Hex,
    Mask,
    bits,
)
from grimtable.games.gloomhaven.components.cards import INITIATIVE
from grimtable.games.gloomhaven.components.monsters import (
    DECK_CARDS,
    IS_BOSS,
    STANDEES,
    TYPE_DECK,
    TYPE_OF,
    hp_of,
    monster_card,
)
from grimtable.games.gloomhaven.components.scenarios import TRAP_DAMAGE, TRAP_KINDS, record_of
from grimtable.games.gloomhaven.components.terms import ACTED, NO_MONEY, TURNS
from grimtable.games.gloomhaven.moments import door_opens, monster_entered, room_revealed, set_up
from grimtable.games.gloomhaven.party import LOOTED
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

SHIFTED: Final[tuple[str, ...]] = tuple([f"shifted {character}" for character in range(4)])  # notes, by character
GOAL_TILE: Final = 0  # a treasure tile that a goal speaks of; others have their printed number
TERRAIN: Final = {"obstacle": OBSTACLE, "difficult": DIFFICULT, "hazardous": HAZARD}


def column(s: Gloomhaven) -> int:
    """[GLOOMHAVEN-4.6, GLOOMHAVEN-10.2] Which of the three ranks counts: by the characters at the start."""
    return max(s.characters, 2) - 2


def lay_out(t: T, room: int, opener: Figure) -> None:
    """[GLOOMHAVEN-1.4, GLOOMHAVEN-10.2] Overlays, money, treasure and monsters of one room."""
    s, record = t.state, record_of(t.state.scenario)
    s.revealed |= 1 << room
    for overlay in record["overlays"]:
        if overlay["room"] == room:
            lay_overlay(s, overlay)
    spots = [spot for spot in record["monsters"] if spot["room"] == room]
    if opener != NONE:  # [GLOOMHAVEN-10.3] nearest first, if standees run out
        row = s.ground().row(s.hex[opener])
        spots.sort(key=lambda spot: row[s.layout().index[tuple(spot["hex"])]])
    for spot in spots:
        name, rank = spot["id"], spot["rank_2_3_4"][column(s)]
        for change in set_up.of(s.flags):
            name, rank = change(s, spot, name, rank)
        if rank != "none":
            at = s.layout().index[tuple(spot["hex"])]
            place_monster(t, TYPE_OF[name], RANK_OF[rank], at if s.at[at] == NONE else nearest_empty(s, at))


def lay_overlay(s: Gloomhaven, overlay: dict[str, Any]) -> None:
    places = [s.layout().index[(q, r)] for q, r in overlay["hexes"] if (q, r) in s.layout().index]
    kind = overlay["type"]
    for at in places:
        if kind in TERRAIN:
            s.terrain[at] |= TERRAIN[kind] | (PIT if "pit" in overlay.get("kind", "") else 0)
        elif kind == "trap":
            lay_trap(s, at, *trap_of(s, overlay["kind"]), NONE)
        elif kind == "money":
            s.money[at] = s.money.get(at, 0) + overlay["amount"]
        elif kind == "treasure":
            number = overlay["treasure"]
            if f"{LOOTED} {number}" not in s.flags:  # [GLOOMHAVEN-23.2] once in a campaign
                s.treasure[at] = int(number) if str(number).isdigit() else GOAL_TILE


def trap_of(s: Gloomhaven, kind: str) -> tuple[int, Mask]:
    """[GLOOMHAVEN-5.11] Damage and conditions of a scenario's trap."""
    effects = (record_of(s.scenario).get("trap_effects") or TRAP_KINDS).get(kind) or TRAP_KINDS[kind]
    damage = TRAP_DAMAGE[s.solo][s.level] if any([e.startswith("damage") for e in effects]) else 0
    return damage, bits([e for e in effects if not e.startswith("damage")])


def lay_trap(s: Gloomhaven, at: Hex, damage: int, conditions: Mask, by: Figure) -> None:
    s.traps[at] = (damage, conditions, by)
    s.terrain[at] |= TRAP


def take_trap(s: Gloomhaven, at: Hex) -> tuple[int, Mask, Figure]:
    """[GLOOMHAVEN-5.9, GLOOMHAVEN-5.10] Sprung or disarmed, it is gone."""
    s.terrain[at] &= ~TRAP
    return s.traps.pop(at)


def lay_plates(s: Gloomhaven) -> None:
    for corridor in record_of(s.scenario)["corridors"]:
        if corridor.get("pressure_plate"):
            for q, r in corridor["hexes"]:
                s.terrain[s.layout().index[(q, r)]] |= PLATE


# ---------------------------------------------------------------- monsters enter
def place_monster(t: T, kind: int, rank: int, at: Hex, marks: Mask = 0, side: int = MONSTERS_SIDE) -> Figure:
    """With a random free standee; NONE if there is none or no place.

    [GLOOMHAVEN-4.7, GLOOMHAVEN-10.3, GLOOMHAVEN-1.7]
    """
    s = t.state
    taken = [s.standee[f] for f in s.figures() if s.sort[f] == MONSTER and s.kind[f] == kind]
    free = [number for number in range(1, STANDEES[kind] + 1) if number not in taken]
    if not free or s.at[at] != NONE:
        return NONE
    rank = BOSS if IS_BOSS[kind] else rank
    number = free[t.random(len(free))] if len(free) > 1 else free[0]
    figure = s.enter(side, MONSTER, kind, rank, number, hp_of(kind, rank, s.level_of(kind), s.characters), at)
    s.marks[figure] = marks
    t.emit("placed", s.tag(figure), at)
    deck = TYPE_DECK[kind]
    if deck not in s.ability_decks:
        cards = list(DECK_CARDS[deck])
        t.shuffle(cards)
        s.ability_decks[deck], s.ability_drawn[deck] = tuple(cards), ()
    if s.phase == TURNS and deck not in s.ability:
        draw_ability(t, deck)  # [GLOOMHAVEN-10.4]
    for react in monster_entered.of(s.flags):
        react(t, figure)
    return figure


def nearest_empty(s: Gloomhaven, at: Hex) -> Hex:
    """The nearest empty hex of the revealed map; of several the first."""
    row = s.ground().row(at)
    free = [h for h in range(s.ground().size) if s.is_empty(h) and s.is_revealed(h)]
    return min(free, key=lambda h: (row[h], h))


def spawn(t: T, kind: int, rank: int, at: Hex, acts: bool = False) -> Figure:
    """[GLOOMHAVEN-22.1] At this hex or the nearest empty one; it leaves no money."""
    s = t.state
    row = s.ground().row(at)
    free = [h for h in range(s.ground().size) if s.is_empty(h) and s.is_revealed(h) and row[h] < 255]
    if s.at[at] == NONE and at not in free and s.is_revealed(at):
        free.append(at)
    if not free:
        return NONE
    place = min(free, key=lambda h: (row[h], h))
    return place_monster(t, kind, rank, place, NO_MONEY if acts else NO_MONEY | ACTED)


def draw_ability(t: T, deck: int) -> None:
    """[GLOOMHAVEN-2.22, GLOOMHAVEN-9.1] The card of this round for a deck."""
    s = t.state
    if not s.ability_decks[deck]:
        cards = list(s.ability_drawn[deck])
        t.shuffle(cards)
        s.ability_decks[deck], s.ability_drawn[deck] = tuple(cards), ()
    card = s.ability_decks[deck][-1]
    s.ability_decks[deck] = s.ability_decks[deck][:-1]
    s.ability_drawn[deck] = (*s.ability_drawn[deck], card)
    s.ability[deck] = card
    t.no_undo()
    t.emit("ability", deck, card)


def ability_initiative(s: Gloomhaven, deck: int) -> int:
    card = s.ability.get(deck, NONE)
    return 99 if card == NONE else monster_card(card).initiative


def leading_initiative(s: Gloomhaven, character: Figure) -> int:
    """[GLOOMHAVEN-7.2, GLOOMHAVEN-8.4] Of the leading card; 99 for a rest."""
    cards = s.chosen[character]
    if not cards or cards[0] < 0:
        return 99
    return max(1, min(99, INITIATIVE[cards[0]] + s.notes.get(SHIFTED[character], 0)))


# ---------------------------------------------------------------- doors
def open_door(t: T, opener: Figure, at: Hex) -> Flow[None]:
    """[GLOOMHAVEN-5.1, GLOOMHAVEN-10.1, GLOOMHAVEN-5.3] A closed door opens and the rooms behind it are revealed."""
    s = t.state
    for prepare in door_opens.of(s.flags):
        prepare(t, opener, at)
    layout = s.layout()
    door = layout.doors.index(at)
    s.closed &= ~(1 << door)
    t.emit("opened", t.state.tag(opener), at)
    for room in layout.doors_of[door]:
        if not s.revealed >> room & 1:
            s.tally(opener, "rooms_revealed_by_opening_door_on_own_turn")
            yield from reveal(t, room, opener)


def reveal(t: T, room: int, opener: Figure) -> Flow[None]:
    s = t.state
    t.emit("revealed", room)
    t.no_undo()
    lay_out(t, room, opener)
    for react in room_revealed.of(s.flags):
        yield from react(t, room, opener)
