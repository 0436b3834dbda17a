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
    NONE,
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
RANKS = (CULTIST, MONSTER, GREAT_OLD_ONE)
FAR = 9  # steps, further than any map is wide
GLYPH_NEED: tuple[str, ...] = tuple([f"ys_desecrate_{glyph}" for glyph in GLYPH])


# ---------------------------------------------------------------- what an area is like
def threat(s: Cthulhu, me: Player, area: Area) -> int:
    """The highest rank of any enemy unit in an area, NONE without any."""
    return max([s.rank_at(enemy, area) for enemy in s.players() if enemy != me])


def grudge(s: Cthulhu, me: Player, enemy: Player) -> int:
    """Who leads is held down."""
    return 60 * max(0, s.doom[enemy] - s.doom[me])


def quarry(s: Cthulhu, me: Player, unit: Unit) -> list[Area]:
    """The areas that a Great Old One should go to: glyphs for the King, enemies for Cthulhu."""
    return Sight(s, me).quarry(unit)


def distances(s: Cthulhu, goals: list[Area]) -> list[int]:
    """For each area, how many steps away the nearest of these areas is; FAR if there is none."""
    found = [FAR] * len(s.gate)
    for area in goals:
        found[area] = 0
    near, steps = goals, 0
    while near and steps < FAR:
        steps += 1
        further: list[Area] = []
        for area in near:
            for other in s.adjacent(area):
                if found[other] == FAR:
                    found[other] = steps
                    further.append(other)
        near = further
    return found


def open_glyph(s: Cthulhu, me: Player, area: Area) -> bool:
    return bool(GLYPH[area]) and GLYPH_NEED[area] in s.abilities[me] and area not in s.desecrated


def wants_areas(s: Cthulhu, me: Player) -> bool:
    """Black Goat spreads until all its requirements about areas are met."""
    return [r for r in s.abilities[me] if r.startswith("bg_areas") or r == "bg_share_all_enemies"] != []


class Sight:
    """The map as one player sees it when he thinks of moving: every area is looked at once."""

    def __init__(self, s: Cthulhu, me: Player) -> None:
        areas = len(s.gate)
        self.s = s
        self.me = me
        self.mine = [0] * areas  # own units
        self.cultists = [0] * areas  # own ones
        self.rank = [NONE] * areas  # the highest own
        self.threat = [NONE] * areas  # the highest of others
        self.prey = [0] * (areas * len(RANKS))  # by area and rank of the hunter: the best cultist to capture
        self.met = [0] * areas  # for Black Goat: enemies there whom it has met nowhere
        self.scout = wants_scout(s, me)
        self.spreads = s.faction[me] == BLACK_GOAT and wants_areas(s, me)
        self.goals: dict[Unit, list[Area]] = {}  # of Great Old Ones
        self.steps: dict[Unit, list[int]] = {}  # from each area to those
        self.muster()
        for enemy in s.players():
            if enemy != me:
                self.spot(enemy)

    def muster(self) -> None:
        """Count the own units."""
        where = self.s.area
        for unit in self.s.units(self.me):
            area, rank = where[unit], RANK[unit]
            if area >= 0:
                self.mine[area] += 1
                self.rank[area] = max(self.rank[area], rank)
                if rank == CULTIST:
                    self.cultists[area] += 1

    def spot(self, enemy: Player) -> None:
        """What an enemy threatens, and which of his cultists could be captured: better with their gate."""
        s, where = self.s, self.s.area
        ranks, cultists = [NONE] * len(s.gate), [False] * len(s.gate)
        there: list[Area] = []
        for unit in s.units(enemy):
            area, rank = where[unit], RANK[unit]
            if area >= 0:
                if ranks[area] == NONE:
                    there.append(area)
                ranks[area] = max(ranks[area], rank)
                if rank == CULTIST:
                    cultists[area] = True
        stranger = self.spreads and not [area for area in there if self.mine[area]]
        for area in there:
            self.threat[area] = max(self.threat[area], ranks[area])
            self.met[area] += 1 if stranger else 0
            if cultists[area]:
                gain = 380 + 380 * (s.keeper(area) == enemy) + grudge(s, self.me, enemy)
                for hunter in range(ranks[area] + 1, len(RANKS)):
                    key = area * len(RANKS) + hunter
                    self.prey[key] = max(self.prey[key], gain)

    def quarry(self, unit: Unit) -> list[Area]:
        """The areas that a Great Old One should go to: glyphs for the King, enemies for Cthulhu."""
        s, me = self.s, self.me
        if unit == KING:
            glyphs = [area for area in s.areas() if open_glyph(s, me, area)]
            asleep = s.area[HASTUR_FIGURE] == POOL
            return s.gates_of(me) if asleep and (not glyphs or s.power[me] > COST[HASTUR]) else glyphs
        if hunts(s, me):
            return [area for area in s.areas() if self.threat[area] >= 0]
        if s.power[me] < 2:
            return []
        return [area for area in s.areas() if self.prey[area * len(RANKS) + RANK[unit]] > 700]

    def approach(self, unit: Unit, area: Area) -> int:
        """By how many steps a Great Old One comes nearer to where it should go."""
        if unit not in self.goals:
            self.goals[unit] = goals = self.quarry(unit)
            self.steps[unit] = distances(self.s, goals)
        if not self.goals[unit]:
            return 0
        steps = self.steps[unit]
        return steps[self.s.area[unit]] - steps[area]

    # ------------------------------------------------------------ moves
    def move_value(self, unit: Unit, area: Area) -> int:
        """What moving a unit to an area is good for, beyond the Power it costs."""
        if self.s.on_gate(unit):
            return -960
        gain = self.cultist_move(unit, area) if RANK[unit] == CULTIST else self.hunter_move(unit, area)
        if self.spreads:
            gain += self.spread_value(unit, area)
        return gain - 60

    def hunter_move(self, unit: Unit, area: Area) -> int:
        """Monsters capture and protect; Great Old Ones also follow their plans."""
        s, me, home, rank = self.s, self.me, self.s.area[unit], RANK[unit]
        gain = self.prey[area * len(RANKS) + rank] if s.power[me] >= 2 else 0
        if gain and s.has(me, "cc_capture_cultist"):
            gain += BOOK // 2
        if rank == MONSTER and self.rank[area] == CULTIST and s.keeper(area) == me:
            gain += 120 + 120 * (self.threat[area] > CULTIST)
        if self.threat[home] >= MONSTER and self.rank[home] == rank and s.keeper(home) == me:
            gain -= 200
        if rank == GREAT_OLD_ONE:
            gain += (STRIDE if unit == KING else CHASE) * self.approach(unit, area)
        return gain

    def cultist_move(self, unit: Unit, area: Area) -> int:
        """To an abandoned gate, or where a gate can be made; not away from the own gate, not into danger."""
        s, home = self.s, self.s.area[unit]
        gain = 0
        if s.gate[area] == ABANDONED and not self.cultists[area]:
            gain += 900
        elif self.scout and s.gate[area] == NO_GATE and not self.cultists[area] and s.gate[home] != NO_GATE:
            gain += 670 if s.faction[self.me] == GREAT_CTHULHU and OCEAN[area] else 520
        if self.threat[area] > CULTIST:
            gain -= 500
        if s.gate[home] == NO_GATE and self.threat[home] > CULTIST:
            gain += 200  # out of danger
        return gain

    def spread_value(self, unit: Unit, area: Area) -> int:
        """Into new areas, and beside enemies not met yet; the old area should not be lost for it."""
        gain = 0
        if not self.mine[area] and self.mine[self.s.area[unit]] > 1:
            gain += 450
        elif self.mine[area] and self.mine[self.s.area[unit]] == 1:
            gain -= 450
        if self.s.has(self.me, "bg_share_all_enemies"):
            gain += 300 * self.met[area]
        return gain

    def unit_value(self, unit: Unit) -> int:
        return max([self.move_value(unit, area) for area in goals_of(self.s, self.me, unit)])


def hunts(s: Cthulhu, me: Player) -> bool:
    """Great Cthulhu needs victims."""
    return s.power[me] >= 2 and (s.has(me, "gc_kill_devour_1") or s.has(me, "gc_kill_devour_2"))


def scouts_of(s: Cthulhu, me: Player) -> int:
    """In how many areas own cultists could make a gate."""
    return len({area for area in s.cultist_places(me) if area >= 0 and s.gate[area] == NO_GATE})


def wants_scout(s: Cthulhu, me: Player) -> bool:
    """Whether one more cultist on his way could still pay for a gate beside those who are there already."""
    scouts = scouts_of(s, me)
    return len(s.gates_of(me)) + scouts < GATES_WANTED and s.power[me] > GATE_COST * (scouts + 1)


def best_move(s: Cthulhu, me: Player) -> int:
    sight = Sight(s, me)
    return max([sight.unit_value(unit) for unit in s.distinct(s.on_map(me))], default=-1000)
