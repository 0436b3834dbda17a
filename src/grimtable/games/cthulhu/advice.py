"""What bots are told: a rating per option and the outcome to expect, in hundredths of an outcome point.

A Doom is one outcome point, six spellbooks are 50. The weights come from the ledger's hints; they are guesses that play
well, not rules. What concerns the turn and the map is here, what answers to others is in `reactions`.
"""

from __future__ import annotations

from grimtable.games.cthulhu.actions import awakening_cost, can_capture, goals_of, price
from grimtable.games.cthulhu.battle import can_attack, strength
from grimtable.games.cthulhu.components import (
    ABANDONED,
    AREAS,
    BLACK_GOAT,
    BOOKS,
    COST,
    CRAWLING_CHAOS,
    CULTIST,
    DOOM_GOAL,
    FACTIONS,
    FIGURES,
    GLYPH,
    GREAT_CTHULHU,
    GREAT_OLD_ONE,
    HASTUR,
    KINDS,
    KING_IN_YELLOW,
    MONSTER,
    NO_GATE,
    NONE,
    OCEAN,
    POOL,
    RANK,
    SIGN_VALUE,
    UNIT,
    YELLOW_SIGN,
    Area,
    Player,
    Unit,
)
from grimtable.games.cthulhu.reactions import rate_reaction, worth
from grimtable.games.cthulhu.state import Cthulhu
from grimtable.games.cthulhu.victory import COMPLETE
from grimtable.kernel.definition import Advice
from grimtable.kernel.values import Decision

POINT = 100  # one Doom
SIGN = 167  # an Elder Sign, on average
BOOK = 800  # a spellbook still missing
GATES_WANTED = 4
KING = FIGURES[KING_IN_YELLOW][0]
HASTUR_FIGURE = FIGURES[HASTUR][0]
FLAT: dict[str, int] = {  # actions whose rating hardly depends on the position
    "awaken": 1600,
    "control": 1500,
    "abandon": -1500,
    "thousand_forms": 700,
    "cc_pay_10": 1400,
    "cc_pay_6": 900,
    "cc_pay_4": 850,
    "ys_give_3_doom": 620,
    "zingaya": 330,
    "surface": 320,
    "submerge": -100,
    "shriek_of_the_byakhee": -50,
    "he_who_is_not_to_be_named": 40,
    "avatar": -20,
    "drop": -3000,
    "end_turn": 0,
    "done": 0,
}


# ---------------------------------------------------------------- what an area is like
def threat(s: Cthulhu, me: Player, area: Area) -> int:
    """The highest rank of any enemy unit in an area, NONE without any."""
    return max([s.rank_at(enemy, area) for enemy in s.players() if enemy != me])


def prey(s: Cthulhu, me: Player, unit: Unit, area: Area) -> int:
    """What this unit could capture there, in cultists and gates."""
    best = 0
    for enemy in s.players():
        if enemy != me and s.cultists_at(enemy, area) and RANK[unit] > max(CULTIST, s.rank_at(enemy, area)):
            best = max(best, 1 + (s.keeper(area) == enemy))
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
        return glyphs if glyphs or s.area[HASTUR_FIGURE] != POOL else s.gates_of(me)
    if hunts(s, me):
        return [area for area in s.areas() if threat(s, me, area) >= 0]
    return []


def open_glyph(s: Cthulhu, me: Player, area: Area) -> bool:
    return bool(GLYPH[area]) and s.has(me, f"ys_desecrate_{GLYPH[area]}") and area not in s.desecrated


def wants_areas(s: Cthulhu, me: Player) -> bool:
    """Black Goat spreads until all its requirements about areas are met."""
    return [r for r in s.abilities[me] if r.startswith("bg_areas") or r == "bg_share_all_enemies"] != []


# ---------------------------------------------------------------- moves
def move_value(s: Cthulhu, me: Player, unit: Unit, area: Area) -> int:
    """What moving a unit to an area is good for, beyond the Power it costs."""
    home = s.area[unit]
    if RANK[unit] == CULTIST:
        gain = cultist_move(s, me, unit, area)
    else:
        gain = 380 * prey(s, me, unit, area) if s.power[me] >= 2 else 0
        if gain and s.has(me, "cc_capture_cultist"):
            gain += BOOK // 2
        if s.keeper(area) == me and s.rank_at(me, area) == CULTIST and RANK[unit] == MONSTER:
            gain += 120 + 120 * (threat(s, me, area) > CULTIST)
        if s.keeper(home) == me and s.rank_at(me, home) == RANK[unit] and threat(s, me, home) >= MONSTER:
            gain -= 200
        if RANK[unit] == GREAT_OLD_ONE and (goals := quarry(s, me, unit)):
            gain += 520 * (distance(s, home, goals) - distance(s, area, goals))
    if s.faction[me] == BLACK_GOAT and wants_areas(s, me):
        gain += spread_value(s, me, unit, area)
    return gain - 60


def hunts(s: Cthulhu, me: Player) -> bool:
    """Great Cthulhu needs victims."""
    return s.power[me] >= 2 and (s.has(me, "gc_kill_devour_1") or s.has(me, "gc_kill_devour_2"))


def cultist_move(s: Cthulhu, me: Player, unit: Unit, area: Area) -> int:
    """To an abandoned gate, or where a gate can be made; not away from the own gate, not into danger."""
    home = s.area[unit]
    if s.on_gate(unit):
        return -900
    gain = 0
    if s.gate[area] == ABANDONED and not s.cultists_at(me, area):
        gain += 900
    elif s.gate[area] == NO_GATE and not s.cultists_at(me, area) and s.gate[home] != NO_GATE:
        gates = len(s.gates_of(me))
        gain += 520 if gates < GATES_WANTED and s.power[me] >= 4 else 150
        if s.faction[me] == GREAT_CTHULHU and OCEAN[area]:
            gain += 150
    if threat(s, me, area) > CULTIST:
        gain -= 500
    if s.gate[home] == NO_GATE and threat(s, me, home) > CULTIST:
        gain += 200  # out of danger
    return gain


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


# ---------------------------------------------------------------- battles and other actions
def battle_value(s: Cthulhu, me: Player, area: Area, enemy: Player) -> int:
    """Expected gains of an attack: what dies there against what dies here."""
    mine, theirs = s.units_at(me, area), s.units_at(enemy, area)
    my_dice, their_dice = strength(s, me, mine, enemy), strength(s, enemy, theirs, me)
    kills = min(len(theirs) * 6, my_dice + 6 * (s.has(me, "devour") and FIGURES[4][0] in mine))
    losses = min(len(mine) * 6, their_dice)
    gain = kills * sum([worth(u) for u in theirs]) // (6 * len(theirs))
    gain -= losses * sum([worth(u) for u in mine]) // (6 * len(mine))
    if s.keeper(area) == enemy:
        gain += 15 * my_dice
    if s.has(me, "gc_kill_devour_1") or s.has(me, "gc_kill_devour_2"):
        gain += min(BOOK, BOOK * kills // 8)
    if s.has(me, "harbinger") and FIGURES[8][0] in mine and [u for u in theirs if RANK[u] == GREAT_OLD_ONE]:
        gain += 150
    return gain - 80


def best_battle(s: Cthulhu, me: Player) -> int:
    return max(
        [
            battle_value(s, me, area, enemy)
            for area in s.areas_of(me)
            if area not in s.fought
            for enemy in s.enemies(me)
            if can_attack(s, me, area, enemy)
        ],
        default=-1000,
    )


def capture_value(s: Cthulhu, me: Player, area: Area, enemy: Player) -> int:
    gain = 480 + 300 * (s.keeper(area) == enemy and len(s.cultists_at(enemy, area)) == 1)
    return gain + (BOOK if s.has(me, "cc_capture_cultist") else 0)


def best_capture(s: Cthulhu, me: Player) -> int:
    pairs = [(a, e) for a in s.areas_of(me) for e in s.enemies(me) if can_capture(s, me, a, e)]
    return max([capture_value(s, me, area, enemy) for area, enemy in pairs], default=-1000)


def saving(s: Cthulhu, me: Player) -> int:
    """Power that should be kept for an awakening that is within reach."""
    power = s.power[me]
    sleepers = [u for u in s.units(me) if RANK[u] == GREAT_OLD_ONE and s.area[u] == POOL]
    costs = [awakening_cost(s, u) for u in sleepers if awakening_cost(s, u) <= power]
    return max(costs, default=0) if s.gates_of(me) else 0


def word_value(s: Cthulhu, me: Player, word: str) -> int:
    """What an action of the turn is worth."""
    if word in FLAT:
        return FLAT[word]
    gates = len(s.gates_of(me))
    if word == "create_gate":
        return gate_value(s, me, gates)
    if word == "move":
        return best_move(s, me)
    if word == "recruit":
        return 300 if s.power[me] - 1 >= saving(s, me) or saving(s, me) == 0 else 100
    if word == "summon":
        return summon_value(s, me)
    if word == "battle":
        return best_battle(s, me)
    if word == "capture":
        return best_capture(s, me)
    return faction_value(s, me, word)


def summon_value(s: Cthulhu, me: Player) -> int:
    """Protectors for gates with lone cultists; for Black Goat also bodies to spread."""
    bare = [area for area in s.gates_of(me) if s.rank_at(me, area) == CULTIST]
    gain = 240 if bare else 60
    if s.faction[me] == BLACK_GOAT and wants_areas(s, me):
        gain += 120
    if s.faction[me] == CRAWLING_CHAOS and s.has(me, "cc_capture_cultist"):
        gain += 150
    return gain - (150 if 0 < saving(s, me) > s.power[me] - 1 else 0)


def gate_value(s: Cthulhu, me: Player, gates: int) -> int:
    """Gates pay for themselves; Yellow Sign needs fewer, but one under its King."""
    if s.faction[me] != YELLOW_SIGN:
        return 1000 if gates < GATES_WANTED else 420
    king = s.area[KING]
    if king >= 0 and s.gate[king] == NO_GATE and s.cultists_at(me, king) and s.area[HASTUR_FIGURE] == POOL:
        return 1000 if s.power[me] < 5 or not open_glyph(s, me, king) else 300
    return 800 if gates < 2 and s.power[me] >= 7 else 380


def faction_value(s: Cthulhu, me: Player, word: str) -> int:
    if word == "dreams":
        lone = [a for a, k in enumerate(s.gate) if k >= 0 and s.owner[k] != me and lone_keeper(s, a)]
        return 650 if lone else 150
    if word == "bg_eliminate_2_cultists":
        return 640 + 150 * s.cycle if s.cycle > 1 or s.power[me] <= 2 else 100
    if word == "ghroth":
        return 60 * len({s.area[u] for u in FIGURES[10] if s.area[u] >= 0}) - 100
    if word == "desecrate":
        area = s.area[KING]
        chance = min(6, len(s.units_at(me, area)))
        return 520 + BOOK * chance // 6 if open_glyph(s, me, area) else 150 + 40 * chance
    if word == "screaming_dead":
        goals = quarry(s, me, KING)
        return 680 if goals and s.area[KING] not in goals else 20
    return 0


def lone_keeper(s: Cthulhu, area: Area) -> bool:
    return len(s.cultists_at(s.keeper(area), area)) == 1


# ---------------------------------------------------------------- Doom
def ritual_value(s: Cthulhu, me: Player) -> int:
    """Doom now against the Power for the next turns; without six spellbooks the end should not come nearer."""
    gain = POINT * len(s.gates_of(me)) + SIGN * len(s.great_old_ones(me))
    missing = BOOKS - s.books(me)
    left = s.power[me] - s.ritual_cost()
    if missing and (left < 5 + 3 * missing or s.doom[me] + len(s.gates_of(me)) + 8 >= DOOM_GOAL):
        return -300
    return 2 * gain - 25 * s.ritual_cost()


def doom_value(s: Cthulhu, me: Player, word: str) -> int:
    if word == "ritual":
        return ritual_value(s, me)
    if word == "blood_sacrifice":
        return SIGN - 60
    if word == "reveal":
        return 3000 if would_win(s, me) else -500
    return 0


def would_win(s: Cthulhu, me: Player) -> bool:
    """Whether revealing all own Elder Signs would end the game in my favour."""
    mine = s.doom[me] + sum([SIGN_VALUE[token] for token in s.signs[me]])
    rivals = [s.doom[p] + 2 * len(s.signs[p]) for p in s.players() if p != me and s.books(p) == BOOKS]
    return s.books(me) == BOOKS and mine >= DOOM_GOAL and mine > max(rivals, default=0)


# ---------------------------------------------------------------- rating
def rate(s: Cthulhu, decision: Decision) -> list[int]:
    me, prompt, options = decision.player, decision.prompt, decision.options
    if prompt in ("act", "act_more", "second"):
        win = 3000 if would_win(s, me) else -600
        return [win if word == "reveal" else word_value(s, me, word) for word in options]
    if prompt == "doom_slot":
        return [doom_value(s, me, word) for word in options]
    if prompt == "move":
        return [unit_value(s, me, UNIT[word]) if word in UNIT else 0 for word in options]
    if prompt == "move_to":
        return [move_value(s, me, s.picked, AREAS[word]) for word in options]
    if prompt == "battle":
        return [rate_battle_area(s, me, AREAS[word]) for word in options]
    if prompt == "battle_enemy":
        return [
            max([battle_value(s, me, a, enemy_of(s, word)) for a in s.areas_of(me) if s.is_at(enemy_of(s, word), a)])
            for word in options
        ]
    if prompt in ("create_gate", "recruit", "summon", "summon_area", "surface", "screaming_dead"):
        return [rate_place(s, me, prompt, word) for word in options]
    if prompt == "omens":
        return [0 if word == "no" else (1000 if would_win(s, me) else -1000) for word in options]
    return rate_reaction(s, decision)


def enemy_of(s: Cthulhu, word: str) -> Player:
    return s.faction.index(FACTIONS.index(word))


def rate_battle_area(s: Cthulhu, me: Player, area: Area) -> int:
    return max([battle_value(s, me, area, e) for e in s.enemies(me) if can_attack(s, me, area, e)], default=-1000)


def rate_place(s: Cthulhu, me: Player, prompt: str, word: str) -> int:
    """Where to make a gate, recruit, summon or appear; what to summon."""
    if prompt == "summon":
        kind = KINDS.index(word)
        spare = s.power[me] - price(s, me, kind) >= saving(s, me)
        return (30 * COST[kind] if spare and s.cycle > 1 else -10 * COST[kind]) + 5
    area = AREAS[word]
    danger = 100 * (threat(s, me, area) > CULTIST)
    if prompt == "create_gate":
        return (
            200 * (s.faction[me] == YELLOW_SIGN and s.area[KING] == area)
            + 60 * (s.faction[me] == GREAT_CTHULHU and OCEAN[area])
            - danger
        )
    if prompt == "recruit":
        return (
            80 * (s.keeper(area) == me and len(s.cultists_at(me, area)) < 2)
            + 120 * (s.gate[area] == ABANDONED)
            - danger
        )
    if prompt == "summon_area":
        return 100 * (s.rank_at(me, area) == CULTIST) + danger
    if prompt == "surface":
        return 50 * (threat(s, me, area) >= 0) + 60 * (s.keeper(area) not in (NONE, me))
    goals = quarry(s, me, KING)  # the King's walk
    return -300 * distance(s, area, goals) - danger // 4


# ---------------------------------------------------------------- what to expect
def value(s: Cthulhu) -> tuple[int, ...]:
    """Doom, signs, what gates and Great Old Ones will bring, and how near the sixth spellbook is."""
    if s.outcome:
        return tuple([POINT * outcome for outcome in s.outcome])
    if not s.faction:
        return (0,) * len(s.power)
    return tuple([hope(s, me) for me in s.players()])


def hope(s: Cthulhu, me: Player) -> int:
    books = s.books(me)
    total = POINT * s.doom[me] + SIGN * len(s.signs[me])
    total += COMPLETE * POINT * (books * books + 4) // 40 if books < BOOKS else COMPLETE * POINT
    total += 150 * len(s.gates_of(me)) + 250 * len(s.great_old_ones(me))
    total += 15 * s.power[me] + sum([worth(unit) for unit in s.on_map(me)]) // 8
    return total


ADVICE = Advice(rate, value, spread=40 * POINT, horizon=24)
