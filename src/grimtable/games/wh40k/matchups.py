"""Weapons and units of the data as attacks and targets for `odds`, and by name what these do not take into account."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from grimtable.games.wh40k.components import (
    ABILITY_EFFECTS,
    CLOSE_COMBAT,
    LINE_OF,
    LINES,
    MELEE,
    PROFILES,
    RAPID_FIRE,
    SHEET_OF,
    SHEETS,
    WEAPON_OF,
    WEAPONS,
    Amount,
    Characteristics,
    Effect,
    Line,
    Profile,
    Sheet,
)
from grimtable.games.wh40k.odds import FAILED, NO_SAVE, ONES, Attack, Target, mean_damage

# Effects that say who may attack whom, or what happens to others: they change nothing in the attack itself.
BESIDE = {
    "no_line_of_sight_needed",
    "may_fire_while_engaged",
    "may_target_units_engaged_with_friends",
    "slay_bearer",
    "once_per_battle",
    "fight_after_death",
}


class Counted(NamedTuple):
    """An attack or a target, and the abilities and effects that are left out of it."""

    attack: Attack | None
    target: Target | None
    left_out: tuple[str, ...]


def line_of(sheet: Sheet) -> Line:
    """The line that stands first in a datasheet: that of the plain models."""
    return [line.sheet for line in LINES].index(sheet)


def strength_of(word: str, user: int) -> int:
    """[WH40K-14.6]"""
    if word.startswith("x"):
        return user * int(word[1:])
    if word.startswith("+"):
        return user + int(word[1:])
    return user if word == "user" else int(word)


def times(amount: Amount, factor: int) -> Amount:
    return Amount(amount.dice * factor, amount.sides, amount.plus * factor)


def attack_with(line: Line, profile: Profile, models: int, half_range: bool) -> Counted:
    """So many models that use one profile of a weapon, in range, without anything that comes from elsewhere."""
    user, weapon = LINES[line], PROFILES[profile]
    each = user.attacks if weapon.type == MELEE else weapon.attacks
    if weapon.type == RAPID_FIRE and half_range:  # [WH40K-8.6]
        each = times(each, 2)
    attack = Attack(
        times(each, models),
        user.ws if weapon.type == MELEE else user.bs,
        strength_of(weapon.strength, user.strength),
        weapon.ap,
        weapon.damage,
    )
    left_out: list[str] = []
    for effect in weapon.effects:
        changed = with_effect(attack, effect, models)
        if changed is not None:
            attack = changed
        elif effect.op not in BESIDE:
            left_out.append(effect.name or effect.op)
    return Counted(attack, None, (*left_out, *[name for name in SHEETS[user.sheet].abilities if attacks_better(name)]))


def with_effect(attack: Attack, effect: Effect, models: int) -> Attack | None:
    """The attack with an effect of its weapon; None if the effect depends on more than this."""
    if effect.conditions or effect.phase:
        return None
    if effect.op == "auto_hit":
        return attack._replace(skill=0)
    if effect.op == "modify_roll" and effect.roll == "hit":
        return attack._replace(to_hit=attack.to_hit + effect.add)
    if effect.op == "reroll" and effect.which in (ONES, FAILED) and effect.roll == "hit":
        return attack._replace(hits_again=effect.which)
    if effect.op == "reroll" and effect.which in (ONES, FAILED) and effect.roll == "wound":
        return attack._replace(wounds_again=effect.which)
    if effect.op == "extra_attacks" and effect.value and not attack.attacks.dice:
        return attack._replace(attacks=Amount(0, 0, attack.attacks.plus + models * effect.value))
    return None


def attacks_better(ability: str) -> bool:
    """Whether an ability may change the attacks of its own bearers."""
    effects = ABILITY_EFFECTS[ability]
    rolls = [effect for effect in effects if effect.op in ("modify_roll", "reroll") and effect.roll in ("hit", "wound")]
    return rolls != [] or "extra_attack_on" in [effect.op for effect in effects]


def target_of(line: Line, models: int, cover: bool) -> Counted:
    """So many models of one line, with the saves that they always have."""
    stats: Characteristics = LINES[line]
    invulnerable = ignore = NO_SAVE
    left_out: list[str] = []
    for ability in SHEETS[stats.sheet].abilities:
        for effect in ABILITY_EFFECTS[ability]:
            if effect.op == "invulnerable_save" and not effect.conditions:
                invulnerable = min(invulnerable, effect.value)
            elif effect.op == "ignore_wound" and not effect.conditions:
                ignore = min(ignore, effect.at_least)
            elif effect.op in (
                "reduce_damage_to",
                "ignore_damage_if_roll_below_damage",
                "intercept_wound",
                "reanimate",
            ):
                left_out.append(ability)
    return Counted(
        None,
        Target(stats.toughness, stats.save, stats.wounds, models, invulnerable, ignore, cover),
        tuple(left_out),
    )


# ---------------------------------------------------------------- what a declaration promises
def forecast(view: dict[str, Any], declared: tuple[Any, ...]) -> Fraction:
    """The mean damage of declared shots or blows, as one sees the table; auras and cover are left out."""
    alike: dict[tuple[Line, Profile, int, bool], int] = {}
    for model, slot, number, target, *attacks in declared:
        profile = profile_of(view, model, slot, number)
        close = PROFILES[profile].type == RAPID_FIRE and within_half(view, model, profile, target)
        kind = (line_in(view, model), profile, target, close)
        alike[kind] = alike.get(kind, 0) + (attacks[0] if attacks else 1)
    total = Fraction(0)
    for (line, profile, target, close), count in alike.items():
        attack = attack_with(line, profile, count, close).attack
        alive = view["units"][target]["alive"]
        if attack is None or not alive:
            continue
        if PROFILES[profile].type == MELEE:
            attack = attack._replace(attacks=Amount(0, 0, count))
        goal = target_of(line_in(view, alive[0]), len(alive), False).target
        total += mean_damage(attack, goal) if goal is not None else 0
    return total


def line_in(view: dict[str, Any], model: int) -> Line:
    unit, shown = view["models"][model][:2]
    return LINE_OF[SHEET_OF[view["units"][unit]["sheet"]], shown]


def profile_of(view: dict[str, Any], model: int, slot: int, number: int) -> Profile:
    """The profile that a model uses; without a weapon it has its fists. [WH40K-11.14]"""
    if slot < 0:
        return CLOSE_COMBAT
    unit = view["units"][view["models"][model][0]]
    return WEAPONS[WEAPON_OF[unit["wargear"][unit["models"].index(model)][slot]]].profiles[number]


def within_half(view: dict[str, Any], model: int, profile: Profile, target: int) -> bool:
    """[WH40K-8.6] For round bases; hulls count as if they were as wide as they are long."""
    x, y = view["models"][model][3:5]
    rows = [view["models"][other] for other in view["units"][target]["alive"]]
    reach = PROFILES[profile].range // 2 + radius(view, model)
    return any([(x - r[3]) ** 2 + (y - r[4]) ** 2 <= (reach + wide(view, r[0])) ** 2 for r in rows])


def radius(view: dict[str, Any], model: int) -> int:
    return wide(view, view["models"][model][0])


def wide(view: dict[str, Any], unit: int) -> int:
    return SHEETS[SHEET_OF[view["units"][unit]["sheet"]]].half_length
