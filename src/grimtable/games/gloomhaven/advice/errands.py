"""Where to go when no enemy is in sight: the next door, treasure that the goal asks for; and when to open a door."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.advice.stamina import price_of_rounds, rounds_left
from grimtable.games.gloomhaven.components import DIFFICULT, HAZARD, NONE, OBSTACLE, TRAP, Figure, Hex
from grimtable.games.gloomhaven.components.scenarios import record_of
from grimtable.games.gloomhaven.components.terms import REST
from grimtable.games.gloomhaven.rooms import GOAL_TILE
from grimtable.games.gloomhaven.scenarios.goals import exits
from grimtable.games.gloomhaven.state import Gloomhaven

FAR: Final = 60
GATHERED: Final = 6  # hexes from the door that are near enough
OPEN_NOW, NOT_YET = 60, -80
BEHIND: Final = 2  # hexes from the door for those who do not open it
TOLL: Final = 18  # for springing a trap
DETOUR: Final = 8  # hexes one walks to go around a trap
FEW: Final = 5  # cards in all: no time for rests any more


def doors_ahead(s: Gloomhaven) -> list[Hex]:
    """Closed doors of the revealed rooms that can be opened."""
    shut = [at for door, at in enumerate(s.layout().doors) if s.closed >> door & 1 and not s.locked >> door & 1]
    return [at for at in shut if s.is_revealed(at)]


def hexes_to(s: Gloomhaven, goal: Hex) -> list[int]:
    """Movement points from everywhere to a goal, which may be a closed door; a trap on the way counts as a detour."""
    around, shut, terrain = s.layout().around, s.ground().shut, s.terrain
    found = [FAR] * s.ground().size
    found[goal] = 0
    levels: list[list[Hex]] = [[] for _ in range(FAR + DETOUR + 2)]
    levels[0].append(goal)
    for so_far in range(FAR):
        for here in levels[so_far]:
            if found[here] < so_far:
                continue
            price = so_far + (2 if terrain[here] & DIFFICULT else 1)
            if terrain[here] & (TRAP | HAZARD):
                price += DETOUR
            for there in around[here]:
                if there != NONE and there not in shut and price < found[there] and not terrain[there] & OBSTACLE:
                    found[there] = price
                    levels[price].append(there)
    return found


def goals_ahead(s: Gloomhaven) -> list[Hex]:
    """What is to be reached next: goal tiles, exits, else doors."""
    found: list[Hex] = []
    for op in record_of(s.scenario)["goal"]["win"]:
        if op["op"].startswith("loot_goal"):
            found += [at for at, number in s.treasure.items() if number == GOAL_TILE]
        elif op["op"] == "loot_treasure":
            found += [at for at, number in s.treasure.items() if number == int(op["number"])]
        elif op["op"] in ("escape", "reach"):
            found += [at for at in exits(s, op["to"]) if s.is_revealed(at)]
    return found or doors_ahead(s)


def next_goal(s: Gloomhaven) -> tuple[Hex, list[int]]:
    """The goal that is nearest to the whole party, and the way to it from everywhere."""
    best, chosen, way = FAR * 9, NONE, list[int]()
    heroes = s.heroes()
    for goal in goals_ahead(s):
        off = hexes_to(s, goal)
        total = sum([min(off[s.hex[c]], FAR) for c in heroes])
        if total < best:
            best, chosen, way = total, goal, off
    return chosen, way


# ---------------------------------------------------------------- rests between rooms
def rest_cost(s: Gloomhaven, me: Figure) -> int:
    """What a rest now costs in rounds later."""
    hand, discards = len(s.hand[me]), len(s.discard[me])
    lost = rounds_left(hand, discards) - rounds_left(hand + discards - 1, 0)
    return price_of_rounds(s, me, max(lost, 0))


def is_weary(s: Gloomhaven, me: Figure) -> bool:
    """Whether the hand is so thin that a quiet round is best spent resting."""
    hand, discards = len(s.hand[me]), len(s.discard[me])
    if discards < 2:
        return False
    return hand < 2 or (hand + discards > FEW and 5 * hand < 3 * (hand + discards))


def wants_rest(s: Gloomhaven, me: Figure) -> bool:
    """The weary rest, and who has discards rests along with them."""
    if is_weary(s, me):
        return True
    hand, discards = len(s.hand[me]), len(s.discard[me])
    if discards < 2 or hand + discards <= FEW or 4 * hand >= 3 * (hand + discards):
        return False
    return any([is_weary(s, c) for c in s.heroes() if c != me])


def may_open_door(s: Gloomhaven, me: Figure, way: list[int]) -> bool:
    """Not alone, not with a party that should rest, and not by the weak."""
    heroes = s.heroes()
    if s.hp[me] * 3 < 2 * max([s.hp[c] for c in heroes]):
        return False
    others = [c for c in heroes if c != me]
    ready = [c for c in others if way[s.hex[c]] <= GATHERED and s.chosen[c] != (REST,) and not is_weary(s, c)]
    return 2 * len(ready) >= len(others)


def errand(s: Gloomhaven, at: Hex, way: list[int], goal: Hex, opens: bool) -> int:
    """The worth of a hex while nobody threatens."""
    if at in s.ground().shut:
        return OPEN_NOW if opens and at == goal else NOT_YET
    toll = TOLL if s.terrain[at] & (TRAP | HAZARD) else 0
    return -3 * max(min(way[at], FAR), 1 if opens else BEHIND) - toll if way else -toll


def is_quiet_for(s: Gloomhaven, me: Figure) -> bool:
    """Whether no enemy can get at a character."""
    row = s.ground().row(s.hex[me])
    return not [foe for foe in s.enemies(me) if row[s.hex[foe]] < FAR]
