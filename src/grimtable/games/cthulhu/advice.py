"""What bots are told: a rating per option, in hundredths of a Doom.

The weights come from the ledger's hints; they are guesses that play well, not rules. Moves are in `moves`, answers to
others in `reactions`, how a position looks in `hopes`.
"""

from __future__ import annotations

from grimtable.games.cthulhu.actions import awakening_cost, can_capture, price
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
    FORGO,
    GATE_COST,
    GREAT_CTHULHU,
    GREAT_OLD_ONE,
    KINDS,
    NO_GATE,
    NONE,
    OCEAN,
    POOL,
    RANK,
    SIGN_VALUE,
    UNDEAD,
    UNIT,
    YELLOW_SIGN,
    Area,
    Player,
)
from grimtable.games.cthulhu.hopes import traits, value
from grimtable.games.cthulhu.moves import (
    BOOK,
    GATES_WANTED,
    HASTUR_FIGURE,
    KING,
    STRIDE,
    Sight,
    best_move,
    distances,
    grudge,
    open_glyph,
    quarry,
    scouts_of,
    threat,
    wants_areas,
)
from grimtable.games.cthulhu.reactions import rate_reaction, worth
from grimtable.games.cthulhu.spellbooks import sign_would_end_it
from grimtable.games.cthulhu.state import Cthulhu
from grimtable.kernel.definition import Advice
from grimtable.kernel.values import Decision

POINT = 100  # one Doom
SPREAD = 10 * POINT  # sharper: what seems bad at once is seldom looked at
SIGN = 167  # an Elder Sign, on average
ESCORT = 3  # Undead that the King should have with him
FLAT: dict[str, int] = {  # actions whose rating hardly depends on the position
    "control": 1500,
    "abandon": -1500,
    "thousand_forms": 1700,
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
TRIBUTE = ("cc_pay_4", "cc_pay_6", "cc_pay_10")


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
    return gain - 80 + grudge(s, me, enemy)


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
    gain = 480 + 300 * (s.keeper(area) == enemy and len(s.cultists_at(enemy, area)) == 1) + grudge(s, me, enemy)
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
    if word == "awaken":
        return awaken_value(s, me, gates)
    if word == "move":
        return best_move(s, me)
    if word == "recruit":
        if [1 for area in s.areas_of(me) if s.gate[area] == ABANDONED and not s.cultists_at(me, area)]:
            return 950
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
    if s.power[me] == GATE_COST and len(s.gates_of(me)) < GATES_WANTED and scouts_of(s, me):
        return -50  # the rest is for a gate
    if s.faction[me] == BLACK_GOAT and wants_areas(s, me):
        gain += 120
    if s.faction[me] == YELLOW_SIGN and wants_escort(s, me):
        gain += STRIDE
    if s.faction[me] == CRAWLING_CHAOS and s.has(me, "cc_capture_cultist"):
        gain += 150
    return gain - (150 if 0 < saving(s, me) > s.power[me] - 1 else 0)


def wants_escort(s: Cthulhu, me: Player) -> bool:
    """The King stands at an own gate, with too few Undead for the glyphs that are left."""
    king = s.area[KING]
    if king < 0 or s.keeper(king) != me or s.pooled(me, UNDEAD) == NONE:
        return False
    undead = [unit for unit in FIGURES[UNDEAD] if s.area[unit] == king]
    return len(undead) < ESCORT and [1 for area in s.areas() if open_glyph(s, me, area)] != []


def awaken_value(s: Cthulhu, me: Player, gates: int) -> int:
    """A Great Old One before there is income costs the gates that would pay for it."""
    if s.faction[me] == BLACK_GOAT and s.cycle == 1:
        return 300
    if s.faction[me] == CRAWLING_CHAOS and gates < 3 and s.cycle < 3:
        return 300
    return 1600


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
    if word in TRIBUTE:
        return tribute_value(s, me, word)
    if word == "bg_eliminate_2_cultists":
        return 640 + 150 * s.cycle if s.cycle > 1 or s.power[me] <= 2 else 100
    if word == "ghroth":
        return 60 * len({s.area[u] for u in FIGURES[10] if s.area[u] >= 0}) - 100
    if word == "desecrate":
        area = s.area[KING]
        chance = min(6, len(s.units_at(me, area)))
        return 650 + 200 * chance if open_glyph(s, me, area) else 150 + 40 * chance
    if word == "screaming_dead":
        goals = quarry(s, me, KING)
        return STRIDE + 200 if goals and s.area[KING] not in goals else 20
    return 0


def tribute_value(s: Cthulhu, me: Player, word: str) -> int:
    """Power for a spellbook: once gates are made and guarded, and not all of it at once."""
    if s.cycle < 3:
        return 235
    return 700 if word != "cc_pay_10" or s.power[me] > 13 or s.cycle > 4 else 300


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
        sight = Sight(s, me)
        return [sight.unit_value(UNIT[word]) if word in UNIT else 0 for word in options]
    if prompt == "move_to":
        sight = Sight(s, me)
        return [sight.move_value(s.picked, AREAS[word]) for word in options]
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
    if prompt == "use_ability":
        return [use_value(s, me, word) for word in options]
    return rate_reaction(s, decision)


def use_value(s: Cthulhu, me: Player, word: str) -> int:
    """Power is always welcome; an Elder Sign that ends the game only to who wins it then."""
    if word == FORGO:
        return 0
    rivals = [s.doom[p] + 2 * len(s.signs[p]) for p in s.players() if p != me and s.books(p) == BOOKS]
    wins = s.books(me) == BOOKS and s.doom[me] + 1 > max(rivals, default=0)
    return 10 if not sign_would_end_it(s, me) or wins else -10


def enemy_of(s: Cthulhu, word: str) -> Player:
    return s.faction.index(FACTIONS.index(word))


def rate_battle_area(s: Cthulhu, me: Player, area: Area) -> int:
    return max([battle_value(s, me, area, e) for e in s.enemies(me) if can_attack(s, me, area, e)], default=-1000)


def rate_place(s: Cthulhu, me: Player, prompt: str, word: str) -> int:
    """Where to make a gate, recruit, summon or appear; what to summon."""
    if prompt == "summon":
        kind = KINDS.index(word)
        if kind == UNDEAD and wants_escort(s, me):
            return 500
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
            + 500 * (s.gate[area] == ABANDONED and not s.cultists_at(me, area))
            - danger
        )
    if prompt == "summon_area" and s.faction[me] == YELLOW_SIGN and area == s.area[KING]:
        return 300
    if prompt == "summon_area":
        return 100 * (s.rank_at(me, area) == CULTIST) + danger
    if prompt == "surface":
        return 50 * (threat(s, me, area) >= 0) + 60 * (s.keeper(area) not in (NONE, me))
    steps = distances(s, quarry(s, me, KING))  # the King's walk
    return -300 * steps[area] - danger // 4


# The prospects of options differ by hundredths: so ratings count little against them, and playouts take no odd answers.
ADVICE = Advice(rate, value, SPREAD, horizon=8, traits=traits, explore=30, curiosity=0)
