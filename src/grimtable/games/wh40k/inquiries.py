"""What a player may ask the rules at the table: what is in sight, and what an attack will do."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grimtable.games.wh40k.attacks import has_cover, invulnerable, strength_of, toughness_of
from grimtable.games.wh40k.casualties import ignores
from grimtable.games.wh40k.components import (
    CLOSE_COMBAT,
    LINES,
    NONE,
    PROFILES,
    WEAPONS,
    Amount,
    Effect,
    Model,
    Profile,
    Unit,
)
from grimtable.games.wh40k.effects import added, effects_on, holds, rerolls
from grimtable.games.wh40k.geometry.shapes import root_below
from grimtable.games.wh40k.hooks import damage_taken
from grimtable.games.wh40k.matchups import times
from grimtable.games.wh40k.measure import apart, close, eye_of
from grimtable.games.wh40k.odds import FAILED, ONES, Attack, Odds, Target, has_choice, mean, odds
from grimtable.games.wh40k.shooting import FireTable, guns, volleys
from grimtable.games.wh40k.state import TABLE, Battle
from grimtable.games.wh40k.visibility import Watch
from grimtable.games.wh40k.volley import Volley, moment_of, to_hit
from grimtable.kernel.values import BadInput, Decision

SHOTS, BLOWS = "declare_shots", "declare_blows"
MOST_WORK = 30_000  # attacks times wounds that are followed while others wait
# What an attack may do that is not reckoned with, by the words of the data.
NOT_COUNTED = (
    "damage_best_of",
    "excess_damage_carries_over",
    "extra_attack_on",
    "extra_hits",
    "line_attack",
    "mortal_wounds",
    "natural_success",
    "on_hit_status",
    "set",
    "wound_on",
)
LESS_DAMAGE, SOME_ROLLS = "less_damage", "hit_rolls_per_attack"
LEFT_OUT = (*NOT_COUNTED, LESS_DAMAGE, SOME_ROLLS)
SPARED = ("out_of_range", "not_closest", "engaged", "out_of_sight", "protected", "too_near")


# ---------------------------------------------------------------- sight
def sight(s: Battle, decision: Decision | None, asked: Any) -> dict[str, Any]:
    """[WH40K-7.8, WH40K-1.1] Whether one model sees another, how many of its unit it sees, and how far it is."""
    if not isinstance(asked, tuple) or len(asked) != 2 or [1 for m in asked if type(m) is not int]:
        raise BadInput("sight is asked for with two models")
    model, other = asked
    if [1 for m in asked if not 0 <= m < len(s.unit) or s.wounds[m] <= 0 or s.place[s.unit[m]] != TABLE]:
        raise BadInput("both models must be on the battlefield")
    unit = s.unit[other]
    seen = s.alive(unit) if s.unit[model] == unit else list(Watch(s, s.unit[model]).sees(model, unit))
    return {"sees": other in seen, "seen": len(seen), "of": len(s.alive(unit)), "length": length(s, model, other)}


def length(s: Battle, a: Model, b: Model) -> int:
    """Between the closest points of two models, whole hundredths of a millimetre."""
    gap = apart(s, a, b)
    level = max(0, root_below(gap.num // gap.den) - gap.radii)
    return root_below(level * level + gap.rise * gap.rise)


# ---------------------------------------------------------------- what an attack will do
def forecast(s: Battle, decision: Decision | None, asked: Any) -> list[dict[str, Any]]:
    """[WH40K-9.1] Per target of declared shots or blows: the means, and how likely so many models are slain.

    All in ten-thousandths.
    The declaration is one of the decision's options by its id, or one that the rules would take.
    """
    if decision is None or decision.prompt not in (SHOTS, BLOWS):
        raise BadInput("nothing is being declared")
    declared = decision.find(asked) if isinstance(asked, str) else asked
    if declared not in decision.options and (decision.check is None or decision.check(declared) is not None):
        raise BadInput("this cannot be declared")
    groups = shots_of(s, decision, declared) if decision.prompt == SHOTS else blows_of(s, declared)
    found: dict[Unit, list[Volley]] = {}
    for volley in groups:
        found.setdefault(volley.target, []).append(volley)
    return [prospect(s, target, volleys) for target, volleys in found.items()]


def shots_of(s: Battle, decision: Decision, declared: Any) -> list[Volley]:
    """The volleys of declared shots, on a copy: weapons that fire once are noted there."""
    table = fire_table(s.clone(), decision)
    return volleys(table, declared, table.charging != NONE)


def fire_table(s: Battle, decision: Decision) -> FireTable:
    """What the unit that declares may fire at. [WH40K-10.8] In the other's turn that is who charges it."""
    charging: Unit = NONE
    if s.owner[s.acting] != s.active:
        charging = next(fire[3] for declared in decision.options for fire in declared)
    return FireTable(s, s.acting, charging)


def blows_of(s: Battle, declared: Any) -> list[Volley]:
    found: dict[Volley, list[tuple[Model, Amount]]] = {}
    single = len({blow[3] for blow in declared}) == 1
    for model, slot, number, target, count in declared:
        unit = s.unit[model]
        profile: Profile = CLOSE_COMBAT if slot < 0 else WEAPONS[s.wargear[model][slot]].profiles[number]
        strength = strength_of(s, model, profile, effects_on(s, unit, model))
        key = Volley(
            unit, target, profile, (), s.skill(model, True), strength, 0, False, True, False, single, True
        )  # fmt: skip
        found.setdefault(key, []).append((model, Amount(0, 0, count)))
    return [key._replace(shots=tuple(shots)) for key, shots in found.items()]


def prospect(s: Battle, target: Unit, volleys: list[Volley]) -> dict[str, Any]:
    attacks = [attack_of(s, v) for v in volleys]
    goal = target_of(s, volleys[0])
    most = sum([a.attacks.plus + a.attacks.dice * a.attacks.sides for a in attacks])
    followed = most * goal.models * goal.wounds <= MOST_WORK
    followed_goal = goal if followed else goal._replace(models=0)
    found = odds(attacks, followed_goal)
    choice = [1 for a in attacks if has_choice(a, goal)]
    always = {"always": means(odds(attacks, followed_goal, True))} if choice else {}
    return {
        **always,  # if even what a modifier made good is rolled again
        "unit": target,
        "attacks": told(sum([mean(a.attacks) for a in attacks], Fraction(0))),
        **means(found),
        "kills": told(found.mean_kills()) if followed else None,
        "slain": [told(chance) for chance in found.kills] if followed else [],
        "models": goal.models,
        "left_out": left_out(s, volleys),
    }


def means(found: Odds) -> dict[str, int]:
    rows = {"hits": found.hits, "wounds": found.wounds, "unsaved": found.unsaved, "damage": found.damage}
    return {name: told(value) for name, value in rows.items()}


def told(value: Fraction) -> int:
    """In ten-thousandths, rounded once it is reckoned to the end."""
    return round(value * 10_000)


# ---------------------------------------------------------------- what may be declared
def shots(s: Battle, decision: Decision | None, asked: Any) -> dict[str, Any]:
    """[WH40K-7.11] The weapons that may be fired, in groups with the same targets; and who is spared, and why."""
    if decision is None or decision.prompt != SHOTS:
        raise BadInput("no shots are being declared")
    table = fire_table(s, decision)
    groups: dict[tuple[Profile, int, tuple[Unit, ...]], list[tuple[Model, int]]] = {}
    for option in table.options:
        groups.setdefault((option.profile, option.number, option.targets), []).append((option.model, option.slot))
    rows = [
        {
            "weapon": WEAPONS[PROFILES[profile].weapon].name,
            "number": number,
            "profiles": len(WEAPONS[PROFILES[profile].weapon].profiles),
            "guns": carried,
            "targets": targets,
        }
        for (profile, number, targets), carried in groups.items()
    ]
    aimed = {target for option in table.options for target in option.targets}
    others = [unit for unit in table.foes if unit not in aimed]
    return {"groups": rows, "spared": [{"unit": unit, **spared(table, unit)} for unit in others]}


def spared(table: FireTable, unit: Unit) -> dict[str, str]:
    """Why nobody may fire at a unit: the first thing that stands against it."""
    s, foes = table.state, table.state.alive(unit)
    armed = [(eye_of(s, m), PROFILES[p]) for m, _, _, p in guns(s, table.unit, table.charging != NONE)]
    near = [(eye, row) for eye, row in armed if [1 for m in foes if close(s, eye, m, row.range)]]
    if not near:
        return {"why": "out_of_range", "rule": "WH40K-7.7"}
    if table.stuck:
        return {"why": "not_closest", "rule": "WH40K-8.10"}
    if unit in table.tied:
        return {"why": "engaged", "rule": "WH40K-7.10"}
    eyes = [eye for eye, row in near if [1 for m in table.watch.sees(eye, unit) if close(s, eye, m, row.range)]]
    if not eyes:
        return {"why": "out_of_sight", "rule": "WH40K-7.8"}
    if [1 for eye in eyes if table.protected(eye, unit)]:
        return {"why": "protected", "rule": "WH40K-7.15"}
    return {"why": "too_near", "rule": "WH40K-7.7"}


# ---------------------------------------------------------------- volleys as attacks
def attack_of(s: Battle, v: Volley) -> Attack:
    """A volley with all that helps and hinders it here: movement, auras, cover, what lies on both units."""
    row = PROFILES[v.profile]
    effects, theirs = [*effects_on(s, v.unit), *row.effects], effects_on(s, v.target)
    toughness = toughness_of(s, v.target, theirs)
    moment = moment_of(v)
    wound = moment_of(v, v.strength, toughness)
    cover = 1 if not v.melee and has_cover(s, v, theirs) else 0
    return Attack(
        attacks_of(v),
        0 if "auto_hit" in [e.op for e in row.effects] else v.skill,
        v.strength,
        row.ap + cover,  # [WH40K-9.18] cover and AP both change the armour save alone
        row.damage,
        to_hit(s, v, effects, moment),
        added(s, v.unit, effects, "wound", wound),
        again(rerolls(s, v.unit, effects, "hit", moment)),
        again(rerolls(s, v.unit, effects, "wound", wound)),
        v.overwatch,
    )


def again(which: str) -> str:
    return which if which in ("", ONES) else FAILED


def attacks_of(v: Volley) -> Amount:
    """All attacks of a volley together; every weapon in it has the same dice."""
    dice = sum([shots.dice for _, shots in v.shots])
    whole = Amount(dice, v.shots[0][1].sides, sum([shots.plus for _, shots in v.shots]))
    several = [e.value for e in PROFILES[v.profile].effects if e.op == SOME_ROLLS and not e.amount.dice]
    return times(whole, several[0]) if several and not dice else whole


def target_of(s: Battle, v: Volley) -> Target:
    """The target as it stands; a single model has the wounds that it has left."""
    alive, effects = s.alive(v.target), effects_on(s, v.target)
    line = LINES[s.line[alive[0]]]
    return Target(
        toughness_of(s, v.target, effects),
        line.save,
        s.wounds[alive[0]] if len(alive) == 1 else line.wounds,
        len(alive),
        invulnerable(s, v.target, effects, not v.melee),
        ignores(s, v.target, False),
    )


def left_out(s: Battle, volleys: list[Volley]) -> list[str]:
    """What would still change the result and is not reckoned with."""
    found: list[str] = []
    for v in volleys:
        moment = moment_of(v)
        for effect in [*effects_on(s, v.unit), *PROFILES[v.profile].effects]:
            found += [effect.op] if is_missed(effect) and holds(s, v.unit, effect, moment) else []
        found += [LESS_DAMAGE] if damage_taken.of(s.abilities[v.target]) else []
    return list(dict.fromkeys(found))


def is_missed(effect: Effect) -> bool:
    return effect.op in NOT_COUNTED or (effect.op == SOME_ROLLS and bool(effect.amount.dice))


INQUIRIES: dict[str, Callable[[Any, Decision | None, Any], Any]] = {"sight": sight, "odds": forecast, "shots": shots}
