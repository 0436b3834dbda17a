"""What bots are told: a rating per option and the prospects of a position.

The weights come from the ledger's hints: hold markers, stay in range and in cover, charge what can be broken. They are
guesses that play well, not rules. Ratings count in thousandths of a wound: what costs a unit its shots or its move lies
about a wound behind, and what is a matter of taste less than half of that, so that a search is soon done with the one
and looks closer at the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grimtable.games.wh40k.components import (
    INCH,
    LINES,
    MELEE,
    PISTOL,
    PROFILES,
    RAPID_FIRE,
    WEAPONS,
    Model,
    Player,
    Unit,
)
from grimtable.games.wh40k.dice import KEEP
from grimtable.games.wh40k.geometry.shapes import root_below
from grimtable.games.wh40k.measure import near
from grimtable.games.wh40k.placing import LINES_ACROSS
from grimtable.games.wh40k.standing import distance, traits, value, worth
from grimtable.games.wh40k.state import Battle, enemy
from grimtable.games.wh40k.victory import controller
from grimtable.games.wh40k.worth import expected, mean
from grimtable.kernel.definition import Advice
from grimtable.kernel.values import Decision

SPREAD = 2000
LEFT_ALONE = ("explode", "guard")  # rolls of which nobody knows what is better
ADDED_UP = ("psychic", "deny", "power_test")
TO_THE_END = 2000  # answers, more than any battle has: how well units are deployed shows late
WOUND = 1000
HELD = (31 * INCH // 10) ** 2  # how far from a marker a model counts as holding it, squared


# ---------------------------------------------------------------- what units can do
def reach_and_blows(s: Battle, unit: Unit) -> tuple[int, int, int]:
    """The usual range of a unit, what it shoots and what it strikes for, against its likeliest foe."""
    foes = s.units_of(enemy(s.owner[unit]))
    if not foes:
        return 0, 0, 0
    foe = max(foes, key=lambda u: (worth(s, u), u))
    shots = blows = 0
    ranges: dict[int, int] = {}
    for model, count in sorts_of_models(s, unit):
        best = 0
        for weapon in s.wargear[model]:
            for profile in WEAPONS[weapon].profiles:
                row = PROFILES[profile]
                gain = expected(s, model, profile, foe, False) * count
                if row.type == MELEE:
                    best = max(best, gain)
                elif row.type != PISTOL:
                    shots += gain
                    ranges[row.range] = ranges.get(row.range, 0) + gain
        blows += max(best, 40 * count) * mean(LINES[s.line[model]].attacks) // 10
    reach = max(ranges, key=lambda r: (ranges[r], r)) if ranges else 0
    return reach, shots, blows


def sorts_of_models(s: Battle, unit: Unit) -> list[tuple[Model, int]]:
    """One model of each sort that is left in a unit, and how many there are of it."""
    found: dict[tuple[int, tuple[int, ...]], list[Model]] = {}
    for model in s.alive(unit):
        found.setdefault((s.line[model], s.wargear[model]), []).append(model)
    return [(models[0], len(models)) for models in found.values()]


# ---------------------------------------------------------------- moving
def rate_moves(s: Battle, decision: Decision) -> list[int]:
    """Markers first, then the right distance to the enemy."""
    unit = s.acting
    models = s.alive(unit)
    reach, shots, blows = reach_and_blows(s, unit)
    foes = [(s.x[f], s.y[f]) for u in s.units_of(enemy(s.owner[unit])) for f in s.alive(u)[:3]]
    held = [controller(s, at) for at in range(len(s.markers))]
    goals = marker_wishes(s, unit, held)
    ratings: list[int] = []
    for answer in decision.options:
        spots = [path[-1][:2] if path else (s.x[m], s.y[m]) for m, path in zip(models, answer)]
        ratings.append(place_value(spots, goals, foes, reach, shots, blows))
    return ratings


def marker_wishes(s: Battle, unit: Unit, held: list[Player]) -> list[tuple[int, int, int]]:
    """Markers with what they are worth to this unit: free and hostile ones more, those that comrades hold less."""
    me = s.owner[unit]
    found: list[tuple[int, int, int]] = []
    for at, (x, y) in enumerate(s.markers):
        others = [u for u in s.units_of(me) if u != unit]
        kept = [u for u in others if [1 for m in s.alive(u) if distance(x, y, s.x[m], s.y[m]) <= 40]]
        wish = 60 if kept and held[at] == me else 200 if len(s.markers) > 1 else 320
        found.append((x, y, wish))
    return found


def place_value(
    spots: list[tuple[int, int]],
    goals: list[tuple[int, int, int]],
    foes: list[tuple[int, int]],
    reach: int,
    shots: int,
    blows: int,
) -> int:
    """What it is worth to stand like this."""
    x, y = sum([p[0] for p in spots]) // len(spots), sum([p[1] for p in spots]) // len(spots)
    best = 0
    for gx, gy, wish in goals:
        near = len([1 for px, py in spots if (px - gx) ** 2 + (py - gy) ** 2 < HELD])
        far = distance(x, y, gx, gy)
        best = max(best, wish * 10 * near // len(spots) + wish * max(0, 600 - far) // 60)
    if not foes:
        return best
    away = min([distance(x, y, fx, fy) for fx, fy in foes])
    ideal = reach * 10 // INCH
    if shots >= blows:
        best += 500 if away <= ideal else 500 - min(500, 4 * (away - ideal))
        best -= 120 if away < 80 and shots > 2 * blows else 0
    else:
        best += 700 - min(700, 3 * away // 2) + (150 if away <= 120 else 0)
    return best


def rate_move_unit(s: Battle, decision: Decision) -> list[int]:
    """Move with everything before the phase ends; run where nobody is near enough to be shot at."""
    ratings: list[int] = []
    known: dict[Unit, tuple[int, int, int]] = {}
    for option in decision.options:
        if isinstance(option, str):
            ratings.append(WOUND // 20)
            continue
        kind, unit = option
        if unit not in known:
            known[unit] = reach_and_blows(s, unit)
        reach, shots, blows = known[unit]
        if kind == "normal":
            ratings.append(WOUND + frontness(s, unit))
        elif kind == "advance":
            mine = s.alive(unit)
            close = [1 for u in s.units_of(enemy(s.owner[unit])) if near(s, mine, s.alive(u), max(reach, 14 * INCH))]
            ratings.append(WOUND // 2 if close else 5 * WOUND // 4 + frontness(s, unit))
        elif kind == "fall_back":
            ratings.append(3 * WOUND // 4 if shots > blows else 0)
        else:
            ratings.append(3 * WOUND // 2 if kind == "disembark" else WOUND // 4)
    return ratings


def frontness(s: Battle, unit: Unit) -> int:
    """Up to a fifth of a wound: those nearest to the enemy move first and make room."""
    models = s.alive(unit)
    foes = [(s.x[f], s.y[f]) for u in s.units_of(enemy(s.owner[unit])) for f in s.alive(u)[:1]]
    if not models or not foes:
        return 0
    away = min([distance(s.x[models[0]], s.y[models[0]], fx, fy) for fx, fy in foes])
    return max(0, 4 - away // 100) * WOUND // 20


def rate_set_up(s: Battle, decision: Decision) -> list[int]:
    """Near a marker, and rather in front."""
    ratings: list[int] = []
    for answer in decision.options:
        poses = [pose for pose in answer if pose]
        if not poses:
            ratings.append(-1000)
            continue
        x, y = sum([p[0] for p in poses]) // len(poses), sum([p[1] for p in poses]) // len(poses)
        near = min([distance(x, y, mx, my) for mx, my in s.markers], default=0)
        ratings.append(100 * len(poses) - near - 40 * crowded(s, decision.player, poses))
    return ratings


def crowded(s: Battle, me: Player, poses: list[tuple[int, int, int, int]]) -> int:
    """How many of some places lie so close to friends that they would stand in each other's way."""
    friends = [(s.x[m], s.y[m]) for m in s.models_of(me)]
    return len([1 for p in poses if [1 for x, y in friends if distance(p[0], p[1], x, y) < 45]])


# ---------------------------------------------------------------- shooting and fighting
def rate_shots(s: Battle, decision: Decision) -> list[int]:
    ratings: list[int] = []
    for answer in decision.options:
        total = 0
        for model, slot, number, target in answer:
            profile = WEAPONS[s.wargear[model][slot]].profiles[number]
            half = PROFILES[profile].type == RAPID_FIRE
            gain = expected(s, model, profile, target, half)
            total += gain * (100 + min(100, price(s, target))) // 100
        ratings.append(total)
    return ratings


def price(s: Battle, unit: Unit) -> int:
    """The worth of one wound of a unit."""
    left = sum([max(0, s.wounds[m]) for m in s.alive(unit)])
    return worth(s, unit) // max(1, left)


def rate_blows(s: Battle, decision: Decision) -> list[int]:
    ratings: list[int] = []
    for answer in decision.options:
        total = 0
        for model, slot, number, target, count in answer:
            profile = WEAPONS[s.wargear[model][slot]].profiles[number] if slot >= 0 else 0
            total += count * expected(s, model, profile, target, False) * (100 + min(100, price(s, target))) // 100
        ratings.append(total)
    return ratings


def rate_charge_unit(s: Battle, decision: Decision) -> list[int]:
    """Charge with what strikes at least as well as it shoots."""
    ratings: list[int] = []
    for option in decision.options:
        if isinstance(option, str):
            ratings.append(0)
        else:
            _, shots, blows = reach_and_blows(s, option)
            ratings.append(blows - shots // 2)
    return ratings


def rate_charge_targets(s: Battle, decision: Decision) -> list[int]:
    return [sum([worth(s, u) for u in answer]) // len(answer) - 100 * len(answer) for answer in decision.options]


# ---------------------------------------------------------------- powers and the rest
def rate_manifest(s: Battle, decision: Decision) -> list[int]:
    return [0 if isinstance(option, str) else WOUND for option in decision.options]


def rate_power_target(s: Battle, decision: Decision) -> list[int]:
    return [worth(s, unit) for unit, _ in decision.options]


def rate_units(s: Battle, decision: Decision) -> list[int]:
    """Units before words: do it, with the one that is worth most."""
    return [0 if isinstance(option, str) else 10 + worth(s, option) for option in decision.options]


def rate_warlord(s: Battle, decision: Decision) -> list[int]:
    """Only a CHARACTER has a trait; then the one that is worth most."""
    return [10 + worth(s, unit) + 100 * WOUND * s.is_character(unit) for unit in decision.options]


def rate_words(s: Battle, decision: Decision) -> list[int]:
    """A word for now is better than one for later; a pair is better than a word."""
    good = {"deploy": 5, "now": 5, "shoot": 5, "yes": 1, "pay": 1, "advance": 0, "instead": -5}
    found: list[int] = []
    for option in decision.options:
        word = option[0] if isinstance(option, tuple) else option
        found.append((good.get(word, 0) if isinstance(word, str) else 1) * WOUND // 5)
    return found


def lean(s: Battle, division: str) -> int:
    """How far the markers lie on the left side of a dividing line, all in all, in inches."""
    (ax, ay), (bx, by) = LINES_ACROSS[division]
    length = root_below((bx - ax) ** 2 + (by - ay) ** 2)
    away = [((bx - ax) * (y - ay) - (by - ay) * (x - ax)) // length // INCH for x, y in s.markers]
    return sum([max(-12, min(12, far)) for far in away])


def rate_zone(s: Battle, decision: Decision) -> list[int]:
    """The half with the markers."""
    gain = lean(s, s.division) * WOUND // 20
    return [gain if option == 0 else -gain for option in decision.options]


def rate_divide(s: Battle, decision: Decision) -> list[int]:
    """The other player chooses the better half: divide evenly."""
    return [-abs(lean(s, option)) * WOUND // 20 for option in decision.options]


def rate_first(s: Battle, decision: Decision) -> list[int]:
    return [WOUND // 4 if option == decision.player else 0 for option in decision.options]


def rate_forward(s: Battle, decision: Decision) -> list[int]:
    """Moving is better than staying."""
    return [len([1 for path in answer if path]) * WOUND // 4 for answer in decision.options]


def rate_reroll(s: Battle, decision: Decision) -> list[int]:
    """What a new die gains over the one that lies there, in faces."""
    return [WOUND // 5 * reroll_gain(s.roll, option) for option in decision.options]


def reroll_gain(rolled: tuple[Any, ...], option: int | str) -> int:
    purpose: str = rolled[0]
    need: int = rolled[1]
    add: int = rolled[2]
    most: int = rolled[3]
    faces: tuple[int, ...] = rolled[4]
    if option == KEEP or purpose in LEFT_ALONE:
        return 0 if option == KEEP else -1
    if isinstance(option, str):  # both dice
        return 6 - sum(faces)
    if most:  # a low die is a good one
        return option - 3
    if not need or purpose in ADDED_UP:
        passed = need and sum(faces) + add >= need
        return -1 if passed else 3 - option
    good = [face for face in range(2, 7) if max(1, face + add) >= need]
    return -1 if option in good else len(good) - 1


RATED: dict[str, Callable[[Battle, Decision], list[int]]] = {
    "move_unit": rate_move_unit,
    "move": rate_moves,
    "set_up": rate_set_up,
    "disembark": rate_set_up,
    "join": rate_set_up,
    "declare_shots": rate_shots,
    "declare_blows": rate_blows,
    "charge_unit": rate_charge_unit,
    "charge_targets": rate_charge_targets,
    "charge_move": rate_forward,
    "pile_in": rate_forward,
    "consolidate": rate_forward,
    "heroic_move": rate_forward,
    "manifest": rate_manifest,
    "power_target": rate_power_target,
    "first_turn": rate_first,
    "zone": rate_zone,
    "divide": rate_divide,
    "reroll": rate_reroll,
    "morale_reroll": rate_reroll,
    "underdog_reroll": rate_reroll,
    "charge_reroll": rate_reroll,
    "advance_reroll": rate_reroll,
    "overwatch": rate_units,
    "heroic": rate_units,
    "deny": rate_units,
    "fight_unit": rate_units,
    "warlord": rate_warlord,
    "slam": rate_units,
    "fallout": rate_units,
    "command": rate_units,
    "repair": rate_units,
    "aboard": rate_units,
}
SIMPLE = ("deploy_unit", "arrive", "shoot_unit", "split", "orb", "pass_morale")


def rate(s: Any, decision: Decision) -> list[int]:
    rated = RATED.get(decision.prompt)
    if rated is not None:
        return rated(s, decision)
    if decision.prompt in SIMPLE:
        return rate_words(s, decision)
    return [0 for _ in decision.options]


ADVICE = Advice(rate, value, SPREAD, TO_THE_END, traits, explore=40, curiosity=0, trifle=200)
