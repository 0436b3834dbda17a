"""What bots are told about moves: where cultists make gates, where Great Old Ones hunt, how Black Goat spreads."""

from __future__ import annotations

from grimtable.games.cthulhu.actions import goals_of
from grimtable.games.cthulhu.components import (
    ABANDONED,
    BLACK_GOAT,
    COST,
    CULTIST,
    FIGURES,
    GATE_COST,
    GLYPH,
    GREAT_CTHULHU,
    GREAT_OLD_ONE,
    HASTUR,
    KING_IN_YELLOW,
    MONSTER,
    NO_GATE,
    OCEAN,
    POOL,
    RANK,
    Area,
    Player,
    Unit,
)
from grimtable.games.cthulhu.state import Cthulhu

BOOK = 800  # a spellbook still missing
GATES_WANTED = 4
STRIDE = 1000  # a step of the King towards a spellbook
CHASE = 520  # a step of another Great Old One towards its prey
KING = FIGURES[KING_IN_YELLOW][0]
HASTUR_FIGURE = FIGURES[HASTUR][0]


# ---------------------------------------------------------------- what an area is like
def threat(s: Cthulhu, me: Player, area: Area) -> int:
    """The highest rank of any enemy unit in an area, NONE without any."""
    return max([s.rank_at(enemy, area) for enemy in s.players() if enemy != me])


def grudge(s: Cthulhu, me: Player, enemy: Player) -> int:
    """Who leads is held down."""
    return 60 * max(0, s.doom[enemy] - s.doom[me])


def prey(s: Cthulhu, me: Player, unit: Unit, area: Area) -> int:
    """What this unit could capture there: cultists, better with their gate, best of who leads."""
    best = 0
    for enemy in s.players():
        if enemy != me and s.cultists_at(enemy, area) and RANK[unit] > max(CULTIST, s.rank_at(enemy, area)):
            best = max(best, 380 + 380 * (s.keeper(area) == enemy) + grudge(s, me, enemy))
    return best


def distance(s: Cthulhu, start: Area, goals: list[Area]) -> int:
    """How many steps away the nearest of these areas is; 9 if there is none."""
    near, seen = [start], {start}
    for steps in range(9):
        if [1 for area in near if area in goals]:
            return steps
        near = sorted({n for area in near for n in s.adjacent(area)} - seen)
        seen |= set(near)
    return 9


def quarry(s: Cthulhu, me: Player, unit: Unit) -> list[Area]:
    """The areas that a Great Old One should go to: glyphs for the King, enemies for Cthulhu."""
    if unit == KING:
        glyphs = [area for area in s.areas() if open_glyph(s, me, area)]
        asleep = s.area[HASTUR_FIGURE] == POOL
        return s.gates_of(me) if asleep and (not glyphs or s.power[me] > COST[HASTUR]) else glyphs
    if hunts(s, me):
        return [area for area in s.areas() if threat(s, me, area) >= 0]
    return [area for area in s.areas() if prey(s, me, unit, area) > 700] if s.power[me] >= 2 else []


def open_glyph(s: Cthulhu, me: Player, area: Area) -> bool:
    return bool(GLYPH[area]) and s.has(me, f"ys_desecrate_{GLYPH[area]}") and area not in s.desecrated


def wants_areas(s: Cthulhu, me: Player) -> bool:
    """Black Goat spreads until all its requirements about areas are met."""
    return [r for r in s.abilities[me] if r.startswith("bg_areas") or r == "bg_share_all_enemies"] != []


# ---------------------------------------------------------------- moves
def move_value(s: Cthulhu, me: Player, unit: Unit, area: Area) -> int:
    """What moving a unit to an area is good for, beyond the Power it costs."""
    home = s.area[unit]
    if s.on_gate(unit):
        return -960
    if RANK[unit] == CULTIST:
        gain = cultist_move(s, me, unit, area)
    else:
        gain = prey(s, me, unit, area) if s.power[me] >= 2 else 0
        if gain and s.has(me, "cc_capture_cultist"):
            gain += BOOK // 2
        if s.keeper(area) == me and s.rank_at(me, area) == CULTIST and RANK[unit] == MONSTER:
            gain += 120 + 120 * (threat(s, me, area) > CULTIST)
        if s.keeper(home) == me and s.rank_at(me, home) == RANK[unit] and threat(s, me, home) >= MONSTER:
            gain -= 200
        if RANK[unit] == GREAT_OLD_ONE and (goals := quarry(s, me, unit)):
            gain += (STRIDE if unit == KING else CHASE) * (distance(s, home, goals) - distance(s, area, goals))
    if s.faction[me] == BLACK_GOAT and wants_areas(s, me):
        gain += spread_value(s, me, unit, area)
    return gain - 60


def hunts(s: Cthulhu, me: Player) -> bool:
    """Great Cthulhu needs victims."""
    return s.power[me] >= 2 and (s.has(me, "gc_kill_devour_1") or s.has(me, "gc_kill_devour_2"))


def cultist_move(s: Cthulhu, me: Player, unit: Unit, area: Area) -> int:
    """To an abandoned gate, or where a gate can be made; not away from the own gate, not into danger."""
    home = s.area[unit]
    gain = 0
    if s.gate[area] == ABANDONED and not s.cultists_at(me, area):
        gain += 900
    elif s.gate[area] == NO_GATE and not s.cultists_at(me, area) and s.gate[home] != NO_GATE and wants_scout(s, me):
        gain += 670 if s.faction[me] == GREAT_CTHULHU and OCEAN[area] else 520
    if threat(s, me, area) > CULTIST:
        gain -= 500
    if s.gate[home] == NO_GATE and threat(s, me, home) > CULTIST:
        gain += 200  # out of danger
    return gain


def scouts_of(s: Cthulhu, me: Player) -> int:
    """In how many areas own cultists could make a gate."""
    return len({area for area in s.cultist_places(me) if area >= 0 and s.gate[area] == NO_GATE})


def wants_scout(s: Cthulhu, me: Player) -> bool:
    """Whether one more cultist on his way could still pay for a gate beside those who are there already."""
    scouts = scouts_of(s, me)
    return len(s.gates_of(me)) + scouts < GATES_WANTED and s.power[me] > GATE_COST * (scouts + 1)


def spread_value(s: Cthulhu, me: Player, unit: Unit, area: Area) -> int:
    """Into new areas, and beside enemies not met yet; the old area should not be lost for it."""
    gain = 0
    if not s.is_at(me, area) and len(s.units_at(me, s.area[unit])) > 1:
        gain += 450
    elif s.is_at(me, area) and len(s.units_at(me, s.area[unit])) == 1:
        gain -= 450
    if s.has(me, "bg_share_all_enemies"):
        mine = {a for a in s.places(me) if a >= 0}
        strangers = [p for p in s.players() if p != me and mine.isdisjoint(s.places(p))]
        gain += 300 * len([1 for player in strangers if s.is_at(player, area)])
    return gain


def best_move(s: Cthulhu, me: Player) -> int:
    return max([unit_value(s, me, unit) for unit in s.distinct(s.on_map(me))], default=-1000)


def unit_value(s: Cthulhu, me: Player, unit: Unit) -> int:
    return max([move_value(s, me, unit, area) for area in goals_of(s, me, unit)])
