"""Figures that go where the scenario sends them: escorts, guards, the wind."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

from grimtable.games.gloomhaven.components import DIFFICULT, HAZARD, NONE, TRAP, Figure, Hex
from grimtable.games.gloomhaven.components.monsters import TYPE_OF
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.monsters.deeds import act_by_card
from grimtable.games.gloomhaven.moving import enter, is_stopped
from grimtable.games.gloomhaven.paths import WALK, may_open, may_pass, may_stop
from grimtable.games.gloomhaven.rooms import open_door
from grimtable.games.gloomhaven.scenarios.reading import Rule, marker, middle, number
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

DANGER = 1000  # a trap is entered only if there is no other way
FULL = 30  # a hex held by somebody: gone around if the way is not too long


def way(s: Gloomhaven, figure: Figure, goals: list[Hex], opens: bool) -> list[Hex]:
    """The cheapest way to the nearest of these hexes, through doors that it may open; empty if there is none."""
    layout, start = s.layout(), s.hex[figure]
    cost = {start: 0}
    back: dict[Hex, Hex] = {}
    heap = [(0, start)]
    while heap:
        so_far, here = heappop(heap)
        if so_far > cost[here]:
            continue
        if here in goals:
            return path_to(back, here)
        for there in layout.around[here]:
            if there == NONE or not may_walk(s, figure, there, opens):
                continue
            price = so_far + 1 + price_of(s, figure, there)
            if price < cost.get(there, price + 1):
                cost[there] = price
                back[there] = here
                heappush(heap, (price, there))
    return []


def path_to(back: dict[Hex, Hex], to: Hex) -> list[Hex]:
    found = [to]
    while found[-1] in back:
        found.append(back[found[-1]])
    return found[-2::-1]


def may_walk(s: Gloomhaven, figure: Figure, at: Hex, opens: bool) -> bool:
    if at in s.ground().shut:
        return opens and may_open(s, at)
    return may_pass(s, figure, at, WALK) or s.at[at] != NONE


def price_of(s: Gloomhaven, figure: Figure, at: Hex) -> int:
    price = int(bool(s.terrain[at] & DIFFICULT)) + DANGER * int(bool(s.terrain[at] & (TRAP | HAZARD)))
    return price + (FULL if s.at[at] not in (NONE, figure) else 0)


def go(t: T, figure: Figure, points: int, goals: list[Hex], opens: bool = False) -> Flow[None]:
    """Move along the way to these hexes, as far as the points and the others on it allow."""
    s = t.state
    if not goals or s.hex[figure] in goals or points <= 0:
        return
    taken: list[Hex] = []
    for at in way(s, figure, goals, opens):
        points -= 1 + int(bool(s.terrain[at] & DIFFICULT))
        if points < 0 or not (may_pass(s, figure, at, WALK) or at in s.ground().shut):
            break
        taken.append(at)
    while taken and not (may_stop(s, figure, taken[-1], WALK) or taken[-1] in s.ground().shut):
        taken.pop()
    before = s.conditions[figure]
    for at in taken:
        if at in s.ground().shut:
            yield from open_door(t, figure, at)
        yield from enter(t, figure, at, WALK, figure)
        if not s.in_play(figure) or is_stopped(s, figure, before, WALK):
            break


def destination(s: Gloomhaven, figure: Figure, toward: str) -> list[Hex]:
    """The hexes that a rule names as the end of a way."""
    if toward.startswith("marker "):
        return open_goals(s, marker(s, toward.removeprefix("marker ")))
    if toward == "closest marker a":
        return marker(s, "a")
    if toward == "start hex if moved off it":
        return [s.notes[f"home {figure}"]] if f"home {figure}" in s.notes else []
    name, _, tile = toward.partition(" on tile ")
    found = [f for f in s.monsters() if s.kind[f] == TYPE_OF[name]]
    if found:
        return [h for f in found for h in s.ground().near[s.hex[f]]]
    return middle(s, tile)


def open_goals(s: Gloomhaven, goals: list[Hex]) -> list[Hex]:
    """The hexes themselves where one can stand on them, else those around."""
    if all([may_stop(s, NONE, at, WALK) for at in goals]):
        return goals
    return [h for at in goals for h in s.layout().around[at] if h != NONE]


def take_actions(t: T, figure: Figure, rule: Rule) -> Flow[None]:
    """Moves with a goal of their own are walked, the rest is performed as a monster does it."""
    s = t.state
    s.notes.setdefault(f"home {figure}", s.hex[figure])
    ops: list[Op] = []
    for action in rule["actions"]:
        if "toward" in action:
            goals = destination(s, figure, action["toward"])
            yield from go(t, figure, action.get("value", 99), goals, bool(rule.get("opens_doors")))
        else:
            ops.append(action_op(s, action))
    if ops and s.in_play(figure):
        yield from act_by_card(t, figure, tuple(ops))


def action_op(s: Gloomhaven, action: dict[str, Any]) -> Op:
    """An action of a scenario as a line of a card."""
    riders: list[Op] = []
    if "range" in action:
        riders.append(Op("range", action["range"], "", (), {}))
    if action.get("target") == "all adjacent enemies":
        riders.append(Op("target_spec", 0, "enemiesAdjacent", (), {}))
    value = action["value"]
    if value == "3 + captives freed":
        value = 3 + s.notes.get("freed", 0)
    return Op(action["op"], number(s, value), "", tuple(riders), {})
