"""Goals, losses and the end of the scenario [GLOOMHAVEN-21]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from grimtable.games.gloomhaven.battle_goals import checkmarks
from grimtable.games.gloomhaven.components import MONSTER, NONE, Figure, amount
from grimtable.games.gloomhaven.components.dungeons import FIRST
from grimtable.games.gloomhaven.components.monsters import TYPE_OF
from grimtable.games.gloomhaven.components.scenarios import BONUS_XP, GOLD_PER_TOKEN, record_of
from grimtable.games.gloomhaven.components.terms import LOST, OPEN, OVER, WON
from grimtable.games.gloomhaven.rooms import GOAL_TILE
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.hooks import Hook

# Words of goals: whether it holds now.
goal: Final = Hook[[Gloomhaven, dict[str, Any]], bool]()
# Words of losses besides all characters exhausted.
loss: Final = Hook[[Gloomhaven, dict[str, Any]], bool]()
Condition = tuple[Callable[[Gloomhaven, dict[str, Any]], bool], dict[str, Any]]
_ENDS: Final[dict[int, Ends]] = {}
ALL: Final = "all"
WIN_POINTS: Final = 1
LOSS_POINTS: Final = 0


def check(t: T) -> None:
    """[GLOOMHAVEN-21.2] The outcome is fixed the moment a condition holds; the round is played to its end."""
    s = t.state
    if s.standing != OPEN:
        return
    ends = ends_of(s.scenario)
    for is_lost, op in ends.lost:
        if is_lost(s, op):
            s.standing = LOST
            t.emit("goal_missed")
            return
    for is_met, op in ends.won:
        if not is_met(s, op):
            return
    s.standing = WON
    t.emit("goal_met")


class Ends:
    """How a scenario ends: what must hold, with the line that says it. Never changed."""

    __slots__ = ("lost", "won")

    def __init__(self, goals: dict[str, Any]) -> None:
        self.lost: list[Condition] = [(loss[op["op"]], op) for op in goals["lose"] if op["op"] in loss]
        self.won: list[Condition] = [(test_of(op["op"]), op) for op in goals["win"]]


def test_of(word: str) -> Callable[[Gloomhaven, dict[str, Any]], bool]:
    """A goal that nothing tests is never met."""
    if word in goal:
        return goal[word]
    return lambda s, op: False


def ends_of(scenario: int) -> Ends:
    """Made at first use; kept where the scenario is a printed one."""
    found = _ENDS.get(scenario)
    if found is None:
        found = Ends(record_of(scenario)["goal"])
        if scenario < FIRST:
            _ENDS[scenario] = found
    return found


def all_exhausted(s: Gloomhaven) -> bool:
    """[GLOOMHAVEN-18.8] Who has left the map by an exit is not exhausted."""
    return not s.has_heroes() and not [c for c in range(s.characters) if s.notes.get(f"left {c}")]


def nobody_left(s: Gloomhaven) -> bool:
    """Nobody for whom the round would have to be played to its end: also none who has fallen [GLOOMHAVEN-29.2]."""
    return all_exhausted(s) and not [c for c in range(s.characters) if s.hex[c] != NONE]


def gold_of(s: Gloomhaven, character: Figure) -> int:
    """[GLOOMHAVEN-21.4] Money tokens by the scenario's level, and gold found as such."""
    return s.coins[character] * GOLD_PER_TOKEN[s.solo][s.level] + s.tallies.get(f"{character} gold", 0)


def settle(t: T) -> None:
    """At the end of a round with an outcome, or when nobody is left.

    [GLOOMHAVEN-21.3, GLOOMHAVEN-21.4, GLOOMHAVEN-21.6]
    """
    s = t.state
    if s.standing == OPEN and not all_exhausted(s):
        return
    won = s.standing == WON and not all_exhausted(s)
    s.phase = OVER
    judged = [checkmarks(s, c) for c in range(s.characters)]  # before the bonus experience
    for character in range(s.characters):  # [GLOOMHAVEN-21.7] exhausted ones too
        bonus = BONUS_XP[s.solo][s.level] if won else 0
        s.xp[character] += bonus
        t.emit("rewards", s.tag(character), gold_of(s, character), s.xp[character])
        if won and s.goals[character] != NONE:
            t.emit("battle_goal", s.tag(character), s.goals[character], judged[character])
    t.emit("won" if won else "lost")
    seats = len(set(s.seat))
    t.finish((WIN_POINTS if won else LOSS_POINTS,) * seats)


# ---------------------------------------------------------------- goals
def rooms_of(s: Gloomhaven) -> int:
    """All rooms of the map, one bit each."""
    mask = 0
    for room in s.layout().rooms:
        if room != NONE:
            mask |= 1 << room
    return mask


@goal.by("kill_all")
def kill_all(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """No enemy left, and every room revealed: those behind closed doors are enemies too."""
    return not s.has_monsters() and s.revealed == rooms_of(s)


@goal.by("kill_all_revealed")
def kill_all_revealed(s: Gloomhaven, op: dict[str, Any]) -> bool:
    return not s.monsters()


@goal.by("kill_named")
def kill_named(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """So many of this monster have died, and none is left standing."""
    name = op["monster"]
    if name not in TYPE_OF:
        return s.notes.get(f"killed {name}", 0) >= int(op.get("count", 1))
    kind = TYPE_OF[name]
    if op.get("count") == ALL:
        return kill_types(s, {"monsters": [name]})
    dead = [f for f, sort in enumerate(s.sort) if sort == MONSTER and s.kind[f] == kind and s.hp[f] <= 0]
    return len(dead) >= int(op.get("count", 1))


@goal.by("kill_types")
def kill_types(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """Every monster of these types, and the rooms that hold them are revealed."""
    if "after" in op and not s.notes.get("happened all_killed"):
        return False
    kinds = [TYPE_OF[name] for name in op["monsters"] if name in TYPE_OF]
    spots = [spot for spot in record_of(s.scenario)["monsters"] if TYPE_OF[spot["id"]] in kinds]
    if [spot for spot in spots if not s.revealed >> spot["room"] & 1]:
        return False
    return not [f for f in s.monsters() if s.kind[f] in kinds]


@goal.by("kill_all_except")
def kill_all_except(s: Gloomhaven, op: dict[str, Any]) -> bool:
    kinds = [TYPE_OF[name] for name in op["monsters"] if name in TYPE_OF]
    return s.revealed == rooms_of(s) and not [f for f in s.monsters() if s.kind[f] not in kinds]


@goal.by("kill_count")
def kill_count(s: Gloomhaven, op: dict[str, Any]) -> bool:
    kinds = [TYPE_OF[name] for name in op.get("monsters", []) if name in TYPE_OF]
    dead = [f for f, sort in enumerate(s.sort) if sort == MONSTER and s.hp[f] <= 0]
    return len([f for f in dead if not kinds or s.kind[f] in kinds]) >= amount(op["count"], s.characters, s.level)


@goal.by("reveal_tiles")
def reveal_tiles(s: Gloomhaven, op: dict[str, Any]) -> bool:
    tiles = op.get("tiles")
    if not isinstance(tiles, list):
        return s.revealed == rooms_of(s)
    rooms = [room for room, ref in zip(s.layout().rooms, s.layout().tiles) if ref in tiles and room != NONE]
    return all([bool(s.revealed >> room & 1) for room in rooms])


@goal.by("loot_goal_tiles")
def loot_goal_tiles(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """So many, or all of the map: then every room must be revealed."""
    looted = sum([tiles.count(GOAL_TILE) for tiles in s.loot])
    count = op.get("count", ALL)
    if count == ALL:
        return looted > 0 and GOAL_TILE not in s.treasure.values() and s.revealed == rooms_of(s)
    return looted >= amount(count, s.characters, s.level)


@goal.by("loot_goal_tile_each")
def loot_goal_tile_each(s: Gloomhaven, op: dict[str, Any]) -> bool:
    return all([GOAL_TILE in tiles for tiles in s.loot])


@goal.by("loot_treasure")
def loot_treasure(s: Gloomhaven, op: dict[str, Any]) -> bool:
    return any([int(op["number"]) in tiles for tiles in s.loot])


@goal.by("survive_rounds")
def survive_rounds(s: Gloomhaven, op: dict[str, Any]) -> bool:
    """At the end of the last of them."""
    rounds = op["rounds"]
    return isinstance(rounds, int) and s.round >= rounds and s.notes.get("round_over", 0) == s.round


@loss.by("round_limit")
def round_limit(s: Gloomhaven, op: dict[str, Any]) -> bool:
    rounds = op.get("rounds", op.get("round"))
    return isinstance(rounds, int) and s.round >= rounds and s.notes.get("round_over", 0) == s.round
