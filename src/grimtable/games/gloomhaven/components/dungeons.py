"""Random dungeons: room cards, monster cards, and the map that a row of them makes.

A dungeon is a number like a scenario: FIRST, and above it one digit for every room built so far, which tells its cards,
its entrance and the exit used. Hexes are numbered room by room, so a room that is built later changes no number.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from grimtable.games.gloomhaven.components import read
from grimtable.games.gloomhaven.components.hexes import DIRECTIONS, Axial

RANDOM: Final = "random"  # where an option names a scenario
FIRST: Final = 1 << 20  # a dungeon of which nothing is built yet
CHEST: Final = 1000  # and the monster card: the treasure that lies in a room
ROOMS: Final = 3  # [GLOOMHAVEN-29.5]
CARDS: Final = 20  # of each deck
BASE: Final = 1 + CARDS * CARDS * 2 * 3
ALL_ROOMS: Final = (1 << CARDS) - 1  # the whole deck of room cards, one bit each
OVERLAYS: Final = {"difficultTerrain": "difficult", "hazardousTerrain": "hazardous", "loot": "money"}


class Gate(NamedTuple):
    """An entrance or exit of a room card [GLOOMHAVEN-29.7]: its letter, and the hex of its door beside the tile."""

    letter: str
    at: Axial


class RoomCard(NamedTuple):
    noun: str
    tile: str
    floor: tuple[Axial, ...]
    entrances: tuple[Gate, ...]
    exits: tuple[Gate, ...]
    overlays: tuple[dict[str, Any], ...]
    spots: dict[int, Axial]
    penalties: dict[str, tuple[dict[str, Any], ...]]  # "minor" and "major"
    is_designed: bool  # our own: no public source has the printed card


class MonsterCard(NamedTuple):
    adjective: str
    spots: tuple[tuple[int, str, tuple[str, ...]], ...]  # number, monster, ranks for 2, 3 and 4 characters
    overlays: tuple[dict[str, Any], ...]


class Built(NamedTuple):
    """A room of a dungeon: its cards, the entrance it was entered by, the exit it was left by (0: none yet)."""

    room: int
    monsters: int
    entrance: int
    exit: int


_FLOOR: Final[dict[str, tuple[Axial, ...]]] = {
    tile["ref"]: tuple([(q, r) for q, r in tile["hexes_axial"]]) for tile in read("map_tiles")["records"]
}


def _gates(records: list[dict[str, Any]]) -> tuple[Gate, ...]:
    return tuple([Gate(record["letter"], (record["hex"][0], record["hex"][1])) for record in records])


def _room(record: dict[str, Any]) -> RoomCard:
    return RoomCard(
        record["noun"],
        record["tile"],
        _FLOOR[record["tile"]],
        _gates(record["entrances"]),
        _gates(record["exits"]),
        tuple(record["overlays"]),
        {int(number): (q, r) for number, (q, r) in record["spots"].items()},
        {name: tuple(ops) for name, ops in record["penalty"].items()},
        record["designed"],
    )


ROOM_CARDS: Final[tuple[RoomCard, ...]] = tuple([_room(record) for record in read("random_dungeon_rooms")["records"]])
MONSTER_CARDS: Final[tuple[MonsterCard, ...]] = tuple(
    [
        MonsterCard(
            record["adjective"],
            tuple([(int(s["spot"]), s["monster"], tuple(s["rank_2_3_4"])) for s in record["spots"]]),
            tuple(record["overlays"]),
        )
        for record in read("random_dungeon")["records"]
    ]
)
assert len(ROOM_CARDS) == len(MONSTER_CARDS) == CARDS


# ---------------------------------------------------------------- a dungeon as a number
def rooms_in(dungeon: int) -> list[Built]:
    """The rooms built so far, in order."""
    found: list[Built] = []
    rest = dungeon - FIRST
    while rest:
        digit = rest % BASE - 1
        rest //= BASE
        cards = digit // 6
        found.append(Built(cards // CARDS, cards % CARDS, digit // 3 % 2, digit % 3))
    return found


def dungeon_of(rooms: list[Built]) -> int:
    number = 0
    for built in rooms[::-1]:
        number = number * BASE + 1 + ((built.room * CARDS + built.monsters) * 2 + built.entrance) * 3 + built.exit
    return FIRST + number


# ---------------------------------------------------------------- laying rooms beside each other
class Placed(NamedTuple):
    """A room where it lies: turned so many steps, then shifted."""

    turns: int
    q: int
    r: int


def laid(placed: Placed, at: Axial) -> Axial:
    """A hex of the room card on the map."""
    q, r = turned(at, placed.turns)
    return q + placed.q, r + placed.r


def turned(at: Axial, steps: int) -> Axial:
    q, r = at
    for _ in range(steps):
        q, r = -r, q + r
    return q, r


def fitted(
    card: RoomCard, entrance: int, door: Axial, occupied: set[Axial], left: list[Axial], is_last: bool
) -> Placed:
    """The new room with its entrance on the door: as far from the room just left as it goes.

    No hex of it, and no door that leads on, may lie on anything that is there already.
    """
    best, far = Placed(0, 0, 0), -1
    for steps in range(len(DIRECTIONS)):
        q, r = turned(card.entrances[entrance].at, steps)
        placed = Placed(steps, door[0] - q, door[1] - r)
        floor = [laid(placed, at) for at in card.floor]
        ahead = [] if is_last else [laid(placed, gate.at) for gate in card.exits]
        if occupied.isdisjoint([*floor, *ahead]):
            away = apart(floor, left)
            if away > far:
                best, far = placed, away
    assert far >= 0, "there is always a way to lay the next room"
    return best


def apart(ours: list[Axial], theirs: list[Axial]) -> int:
    """How far the middles of two rooms lie apart: comparable for the same two rooms only."""
    q = sum([at[0] for at in ours]) * len(theirs) - sum([at[0] for at in theirs]) * len(ours)
    r = sum([at[1] for at in ours]) * len(theirs) - sum([at[1] for at in theirs]) * len(ours)
    return q * q + q * r + r * r


def placed_rooms(rooms: list[Built]) -> list[Placed]:
    """Where every room lies: the first as printed, each further one at the exit used."""
    found: list[Placed] = []
    occupied: set[Axial] = set()
    for number, built in enumerate(rooms):
        card = ROOM_CARDS[built.room]
        if number == 0:
            found.append(Placed(0, 0, 0))
        else:
            before = ROOM_CARDS[rooms[number - 1].room]
            door = laid(found[-1], before.exits[rooms[number - 1].exit - 1].at)
            left = [laid(found[-1], at) for at in before.floor]
            found.append(fitted(card, built.entrance, door, occupied, left, number + 1 == ROOMS))
        occupied |= {laid(found[-1], at) for at in [*card.floor, *[gate.at for gate in card.exits]]}
    return found


# ---------------------------------------------------------------- the record of a dungeon, in the shape of a scenario's
def dungeon_record(dungeon: int) -> dict[str, Any]:
    """[GLOOMHAVEN-29.5, GLOOMHAVEN-29.6] The rooms built so far; behind their last doors there is nothing yet."""
    rooms = rooms_in(dungeon)
    places = placed_rooms(rooms)
    numbered: list[Axial] = []
    tiles: list[dict[str, Any]] = []
    doors: list[dict[str, Any]] = []
    overlays: list[dict[str, Any]] = []
    monsters: list[dict[str, Any]] = []
    for number, (built, place) in enumerate(zip(rooms, places)):
        card = ROOM_CARDS[built.room]
        floor = [laid(place, at) for at in card.floor]
        tiles.append({"ref": card.tile, "room": number, "hexes": floor})
        gates = [laid(place, gate.at) for gate in card.exits] if number + 1 < ROOMS else []
        doors += [door_record(at, number, built.exit, way) for way, at in enumerate(gates, 1)]
        numbered += [*floor, *gates]
        overlays += overlays_of(built, place, number)
        monsters += [
            {"id": name, "hex": laid(place, card.spots[spot]), "room": number, "rank_2_3_4": list(ranks)}
            for spot, name, ranks in MONSTER_CARDS[built.monsters].spots
        ]
    return {
        "id": dungeon,
        "name": "Random dungeon",
        "numbered": numbered,
        "tiles": tiles,
        "start_room": [0],
        "start_hexes": start_hexes(rooms),
        "doors": doors,
        "corridors": [],
        "wall_edges": walls_between(tiles, doors),
        "overlays": overlays,
        "monsters": monsters,
        "trap_effects": trap_effects(rooms),
        "markers": {},
        "special_rules": [],
        "goal": {"win": [{"op": "clear_rooms", "rooms": ROOMS}], "lose": []},
    }


def door_record(at: Axial, room: int, used: int, way: int) -> dict[str, Any]:
    """[GLOOMHAVEN-29.9] An exit that was not used joins no rooms: it is a wall."""
    return {"kind": "stone", "hexes": [at], "rooms": [room, room + 1] if used in (0, way) else []}


def overlays_of(built: Built, place: Placed, room: int) -> list[dict[str, Any]]:
    """[GLOOMHAVEN-29.11] Those of the room; traps, terrain, money and treasure at the spots of the monster card."""
    card = ROOM_CARDS[built.room]
    found: list[dict[str, Any]] = [
        {**o, "room": room, "hexes": [laid(place, (q, r)) for q, r in o["hexes"]]} for o in card.overlays
    ]
    for overlay in MONSTER_CARDS[built.monsters].overlays:
        kind = overlay["type"]
        tile = {"type": OVERLAYS.get(kind, kind), "kind": overlay.get("value") or kind, "room": room}
        if kind == "trap":
            tile["kind"] = trap_kind(built.monsters, overlay)
        elif kind == "treasure":
            tile["treasure"] = CHEST + built.monsters
        elif kind == "loot":
            tile["amount"] = 1
        found.append({**tile, "hexes": [laid(place, card.spots[int(overlay["marker"])])]})
    return found


def trap_kind(monsters: int, overlay: dict[str, Any]) -> str:
    """Traps of the same look do different things on different cards."""
    return f"{overlay['value']} {monsters}"


def trap_effects(rooms: list[Built]) -> dict[str, list[str]]:
    return {
        trap_kind(built.monsters, overlay): overlay["values"]
        for built in rooms
        for overlay in MONSTER_CARDS[built.monsters].overlays
        if overlay["type"] == "trap"
    }


def treasure_in(monsters: int) -> dict[str, Any]:
    """[GLOOMHAVEN-29.11] What the chest of a monster card holds."""
    return next(overlay for overlay in MONSTER_CARDS[monsters].overlays if overlay["type"] == "treasure")


def around(at: Axial) -> list[Axial]:
    return [(at[0] + q, at[1] + r) for q, r in DIRECTIONS]


def start_hexes(rooms: list[Built]) -> list[Axial]:
    """[GLOOMHAVEN-29.7] Within two hexes of the entrance; the first room lies as printed."""
    if not rooms:
        return []
    card = ROOM_CARDS[rooms[0].room]
    near = [at for at in around(card.entrances[rooms[0].entrance].at) if at in card.floor]
    found = {*near, *[at for here in near for at in around(here) if at in card.floor]}
    return sorted(found)


def walls_between(tiles: list[dict[str, Any]], doors: list[dict[str, Any]]) -> list[tuple[Axial, Axial]]:
    """Touching hexes of different rooms; a door opens into the rooms it joins, and one that joins none is walled up."""
    rooms_at: dict[Axial, list[int]] = {at: [tile["room"]] for tile in tiles for at in tile["hexes"]}
    is_door: dict[Axial, list[int]] = {door["hexes"][0]: door["rooms"] for door in doors}
    everywhere = {**rooms_at, **is_door}
    return [
        (here, there)
        for here, mine in everywhere.items()
        for there in around(here)
        if here < there and there in everywhere
        if not set(mine) & set(everywhere[there]) or (here in is_door and there in is_door)
    ]
