"""Attacks that are resolved together: what they are, what their dice must show, and how they are told."""

from __future__ import annotations

from typing import NamedTuple

from grimtable.games.wh40k.components import PROFILES, RAPID_FIRE, WEAPONS, Amount, Effect, Model, Profile, Unit
from grimtable.games.wh40k.dice import Aim
from grimtable.games.wh40k.effects import NO_MOMENT, Moment, added, effects_on, holds
from grimtable.games.wh40k.state import Battle, T

HIGHEST = 99  # as the result from which on more gains nothing: only a 6 is best


class Volley(NamedTuple):
    """[WH40K-9.20] Attacks that are alike: the same skill, Strength, AP and Damage against the same unit."""

    unit: Unit
    target: Unit
    profile: Profile
    shots: tuple[tuple[Model, Amount], ...]  # per weapon: who, and how many attacks
    skill: int
    strength: int
    add: int  # to the hit roll, beyond what effects add
    half: bool  # within half range
    melee: bool
    overwatch: bool
    single: bool  # everything the unit fires goes at this target
    nearest: bool  # the target is the nearest visible enemy unit


class Wound(NamedTuple):
    """A wound that was scored."""

    ap: int
    damage: Amount


def moment_of(v: Volley, strength: int = 0, toughness: int = 0) -> Moment:
    plague = any([e.name == "plague_weapon" for e in PROFILES[v.profile].effects])
    return Moment(v.target, not v.melee, v.single, v.nearest, False, strength, toughness, plague)


def tell(t: T, v: Volley) -> None:
    """Who attacks whom, with how many of which weapon, and with how many attacks: all that the dice do not say."""
    s, row = t.state, PROFILES[v.profile]
    double = row.type == RAPID_FIRE and v.half  # [WH40K-8.6]
    dice, plus = sum([shots.dice for _, shots in v.shots]), sum([shots.plus for _, shots in v.shots])
    t.emit(
        "attacked",
        s.label[v.unit],
        s.label[v.target],
        WEAPONS[row.weapon].name,
        WEAPONS[row.weapon].profiles.index(v.profile),
        len(v.shots) // 2 if double else len(v.shots),
        (dice, v.shots[0][1].sides, plus),
        v.half,
        v.strength,
    )


# ---------------------------------------------------------------- what its dice must show
def to_hit(s: Battle, v: Volley, effects: list[Effect], moment: Moment) -> int:
    """[WH40K-1.6] What is added to hit rolls; nothing in Overwatch [WH40K-10.8]."""
    if v.overwatch:
        return 0
    back = NO_MOMENT._replace(foe=v.unit, ranged=not v.melee)
    against = added(s, v.target, effects_on(s, v.target), "hit_against", back)
    return v.add + added(s, v.unit, effects, "hit", moment) + against


def hit_aim(s: Battle, v: Volley, effects: list[Effect], moment: Moment, add: int) -> Aim:
    """What a hit roll must show, what more than that gains, and whether a 1 is punished."""
    best, six = 0, False
    for e in effects:
        if e.op == "extra_hits" or (e.op == "extra_attack_on" and holds(s, v.unit, e, moment)):
            best = max(best, HIGHEST if e.natural else e.at_least)
        elif e.op == "natural_success" and holds(s, v.unit, e, moment):
            six = e.value == 6
    weapon = PROFILES[v.profile].effects
    risk = any([e.op in ("slay_bearer", "mortal_wounds") and e.roll == "hit" for e in weapon])
    need = 6 if v.overwatch else v.skill
    return Aim("hit", need, add, best=max(best, need), six=six, risk=risk)


def wound_aim(s: Battle, v: Volley, effects: list[Effect], moment: Moment, need: int, add: int) -> Aim:
    """What a wound roll must show, what more than that gains, and what even a failed one may do."""
    best = least = need
    for e in effects:
        counts = e.op in ("set", "modify") or (e.op == "mortal_wounds" and e.roll == "wound")
        if counts and holds(s, v.unit, e, moment):
            best = max(best, e.at_least, e.upgrade[0])
            least = min(least, e.at_least) if e.op == "mortal_wounds" else least
    return Aim("wound", need, add, best=best, least=least)
