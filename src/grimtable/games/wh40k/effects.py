"""What effects lie on a unit at this moment: its own abilities, lasting effects and auras [WH40K-15.1, WH40K-15.2]."""

from __future__ import annotations

from typing import Any, NamedTuple

from grimtable.games.wh40k.components import (
    ABILITY_EFFECTS,
    EFFECT_NUMBER,
    EFFECTS,
    INCH,
    NONE,
    SHEETS,
    WEAPON_OF,
    Effect,
    Model,
    Player,
    Unit,
)
from grimtable.games.wh40k.measure import near, units_near, wholly_near
from grimtable.games.wh40k.state import CHARGED, TABLE, Battle, Lasting, enemy

AURA, UNLESS_NEAR, SUPPRESS = "aura", "unless_near", "suppress_ability"
WHAT_HAPPENS = (AURA, UNLESS_NEAR, "trigger", "once_per_battle_action", "choose_unit", "mark_target")


class Moment(NamedTuple):
    """What conditions of effects ask about."""

    foe: Unit  # the unit on the other side of the roll
    ranged: bool
    single: bool  # all attacks go at one unit
    nearest: bool  # the target is the nearest one
    mortal: bool  # the wound is a mortal wound
    strength: int
    toughness: int
    plague: bool  # made with a plague weapon


NO_MOMENT = Moment(NONE, False, True, True, False, 0, 0, False)


# ---------------------------------------------------------------- what a unit has
_OWN: dict[tuple[str, ...], tuple[Effect, ...]] = {}
_AURAS: dict[tuple[str, ...], tuple[Effect, ...]] = {}


def own_effects(abilities: tuple[str, ...]) -> tuple[Effect, ...]:
    """The effects that abilities have on their own unit, all the time."""
    found = _OWN.get(abilities)
    if found is None:
        rows = [effect for ability in abilities for effect in ABILITY_EFFECTS[ability]]
        found = _OWN[abilities] = tuple([effect for effect in rows if effect.op not in WHAT_HAPPENS])
    return found


def auras_of(abilities: tuple[str, ...]) -> tuple[Effect, ...]:
    found = _AURAS.get(abilities)
    if found is None:
        rows = [effect for ability in abilities for effect in ABILITY_EFFECTS[ability]]
        found = _AURAS[abilities] = tuple([effect for effect in rows if effect.op in (AURA, UNLESS_NEAR)])
    return found


def effects_on(s: Battle, unit: Unit, model: Model = NONE) -> list[Effect]:
    """Everything that lies on a unit, or on one model of it, at this instant."""
    found = list(own_effects(s.abilities[unit]))
    for lasting in s.lasting:
        if lasting.unit == unit and lasting.model in (NONE, model) and EFFECTS[lasting.effect].op != AURA:
            found.append(EFFECTS[lasting.effect])
    found += lonely(s, unit)
    if s.place[unit] == TABLE:
        found += aura_effects(s, unit)
    return found


def lonely(s: Battle, unit: Unit) -> list[Effect]:
    """Effects that hold unless a friend with a keyword is near, and nothing suppresses them."""
    found: list[Effect] = []
    for effect in auras_of(s.abilities[unit]):
        if effect.op != UNLESS_NEAR or is_suppressed(s, unit, effect.source):
            continue
        friends = [other for other in s.units_of(s.owner[unit]) if s.has(other, effect.word)]
        mine = s.alive(unit)
        if not [1 for other in friends if near(s, mine, s.alive(other), effect.reach)]:
            found += effect.does
    return found


def is_suppressed(s: Battle, unit: Unit, ability: str) -> bool:
    rows = [EFFECTS[lasting.effect] for lasting in s.lasting if lasting.unit == unit]
    return any([effect.op == SUPPRESS and effect.word == ability for effect in rows])


def aura_effects(s: Battle, unit: Unit) -> list[Effect]:
    """[WH40K-15.1, WH40K-15.2, WH40K-13.7] What reaches a unit from auras; those of embarked units reach nobody."""
    found: list[Effect] = []
    heard: list[tuple[str, Effect]] = []
    me = s.owner[unit]
    for source, aura in sources(s):
        if s.place[source] != TABLE or (aura.side == "friendly") != (s.owner[source] == me):
            continue
        if not wanted(s, unit, aura) or not reaches(s, source, aura, unit):
            continue
        if aura.once:  # several sources count once
            if (aura.source, aura) in heard:
                continue
            heard.append((aura.source, aura))
        found += aura.does
    return found


def sources(s: Battle) -> list[tuple[Unit, Effect]]:
    found = [
        (unit, effect)
        for unit, abilities in enumerate(s.abilities)
        for effect in auras_of(abilities)
        if effect.op == AURA and s.place[unit] == TABLE
    ]
    found += [(lasting.unit, EFFECTS[lasting.effect]) for lasting in s.lasting if EFFECTS[lasting.effect].op == AURA]
    return found


def wanted(s: Battle, unit: Unit, effect: Effect) -> bool:
    """[WH40K-14.7] Whether a unit has the keywords an effect asks for."""
    keywords = SHEETS[s.sheet[unit]].keywords
    if effect.without and effect.without in keywords:
        return False
    return all([word in keywords for word in effect.keywords])


def reaches(s: Battle, source: Unit, aura: Effect, unit: Unit) -> bool:
    if source == unit:
        return True
    if aura.wholly:
        return any([wholly_near(s, unit, model, aura.reach) for model in s.alive(source)])
    return near(s, s.alive(source), s.alive(unit), aura.reach)


# ---------------------------------------------------------------- conditions
def holds(s: Battle, unit: Unit, effect: Effect, moment: Moment) -> bool:
    """Whether an effect on a unit counts at this moment."""
    if effect.phase and effect.phase != s.phase:
        return False
    if effect.ranged and not moment.ranged:
        return False
    return all([condition(s, unit, name, value, moment) for name, value in effect.conditions])


def condition(s: Battle, unit: Unit, name: str, value: Any, moment: Moment) -> bool:
    foe = moment.foe
    if name == "own_models_at_least":
        return len(s.alive(unit)) >= int(value)
    if name == "charged_this_turn":
        return s.did(unit, CHARGED)
    if name == "has_keyword":
        return s.has(unit, value)
    if name in ("target_keyword", "attacker_keyword"):
        return foe != NONE and s.has(foe, value)
    if name == "target_models_at_least":
        return foe != NONE and len(s.alive(foe)) >= int(value)
    if name == "single_target":
        return moment.single
    if name in ("target_is_not", "targets_include_other_than"):
        return not moment.nearest
    if name == "target_T_greater_than_S":
        return moment.toughness > moment.strength
    if name == "weapon_effect":
        return moment.plague
    if name == "cause":
        return moment.mortal
    if name == "phase":
        return s.phase == str(value)
    if name == "enemy_psyker_within":
        return foe != NONE and near(s, s.alive(unit), s.alive(foe), int(value) * INCH)
    return condition_met_elsewhere(name)


def condition_met_elsewhere(name: str) -> bool:
    """Conditions that the rule which reads the effect looks at itself."""
    assert name in ("wargear_any_of", "within_half_range", "copies_at_least", "damage_greater_than"), name
    return True


# ---------------------------------------------------------------- questions with an answer
def added(s: Battle, unit: Unit, effects: list[Effect], roll: str, moment: Moment) -> int:
    """[WH40K-1.6] The sum of all modifiers to a roll."""
    count = 0
    for effect in effects:
        if effect.op == "modify_roll" and effect.roll == roll:
            count += effect.add if holds(s, unit, effect, moment) else effect.otherwise
    return count


def rerolls(s: Battle, unit: Unit, effects: list[Effect], roll: str, moment: Moment) -> str:
    """[WH40K-1.9, WH40K-1.10] Which dice may be rolled again: the most generous permission counts, once."""
    best = ""
    order = ("", "ones", "failed", "any", "any_dice")
    for effect in effects:
        if effect.op == "reroll" and effect.roll == roll and holds(s, unit, effect, moment):
            best = max(best, effect.which, key=order.index)
    return best


def allows(s: Battle, unit: Unit, action: str, op: str = "allow") -> bool:
    """Whether something allows a unit what is otherwise forbidden, or with another op forbids or ignores it."""
    return any([e.op == op and e.word == action and holds(s, unit, e, NO_MOMENT) for e in effects_on(s, unit)])


def has_op(s: Battle, unit: Unit, op: str, roll: str = "") -> bool:
    return any([e.op == op and e.roll == roll and holds(s, unit, e, NO_MOMENT) for e in effects_on(s, unit)])


def stat(s: Battle, model: Model, name: str, printed: int, effects: list[Effect]) -> int:
    """[WH40K-14.9, WH40K-14.12] A characteristic after all modifiers; S, T and Ld never fall below 1."""
    unit = s.unit[model]
    value = printed
    for effect in effects:
        if effect.op == "set_stat" and effect.stat == name and carries(s, model, effect):
            value = max(value, effect.value) if holds(s, unit, effect, NO_MOMENT) else value
    for effect in effects:
        if effect.op == "modify_stat" and effect.stat == name and holds(s, unit, effect, NO_MOMENT):
            value += effect.add
    return max(1, value)


def carries(s: Battle, model: Model, effect: Effect) -> bool:
    """Whether a model has one of the sets of weapons an effect names, if it names any."""
    for name, sets in effect.conditions:
        if name == "wargear_any_of":
            mine = s.wargear[model]
            return any([all([mine.count(WEAPON_OF[w]) >= names.count(w) for w in names]) for names in sets])
    return True


# ---------------------------------------------------------------- lasting effects
def lay(s: Battle, unit: Unit, model: Model, effect: Effect, until: str, player: Player) -> None:
    """Let an effect lie on a unit until something ends it."""
    s.lasting.append(Lasting(unit, model, EFFECT_NUMBER[effect], until, player))


def lift(s: Battle, until: str, player: Player) -> None:
    """End the effects that last until now."""
    s.lasting = [row for row in s.lasting if not (row.until == until and row.player == player)]


def friends_near(s: Battle, unit: Unit, distance: int) -> list[Unit]:
    return units_near(s, unit, s.owner[unit], distance)


def foes_near(s: Battle, unit: Unit, distance: int) -> list[Unit]:
    return units_near(s, unit, enemy(s.owner[unit]), distance)
