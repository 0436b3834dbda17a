"""The attack sequence, ranged and melee: hit, wound, allocate, save, damage [WH40K-9]."""

from __future__ import annotations

from grimtable.games.wh40k.casualties import (
    EACH_WOUND,
    casualty_order,
    lose_wounds,
    mortal_wounds,
    next_casualty,
    slay,
)
from grimtable.games.wh40k.components import (
    LINES,
    NONE,
    PROFILES,
    WEAPONS,
    Effect,
    Model,
    Profile,
    Unit,
)
from grimtable.games.wh40k.dice import aimed_roll, modified, roll, roll_amount
from grimtable.games.wh40k.effects import NO_MOMENT, Moment, added, effects_on, holds, lay, rerolls, stat
from grimtable.games.wh40k.ground import in_cover
from grimtable.games.wh40k.hooks import damage_taken
from grimtable.games.wh40k.measure import close, eye_of, nearest, units_on_line
from grimtable.games.wh40k.state import TABLE, Battle, T
from grimtable.games.wh40k.visibility import Watch
from grimtable.games.wh40k.volley import Volley, Wound, hit_aim, moment_of, tell, to_hit, wound_aim
from grimtable.kernel.values import Flow

AUTO, ARMOUR, INVULNERABLE = "auto", "armour", "invulnerable"
NEVER = 7  # a save or roll that cannot succeed by itself
ANY_MODEL = "wound_allocation=any"
ASK_SAVES = "saves=ask"


# ---------------------------------------------------------------- numbers
def strength_of(s: Battle, model: Model, profile: Profile, effects: list[Effect]) -> int:
    """[WH40K-14.6] "User" is the Strength that the bearer has at that moment; "+2" and "x2" change that very number."""
    word = PROFILES[profile].strength
    if word.isdigit():
        return int(word)
    row = s.row(model, "S")
    own = stat(s, model, "S", LINES[s.line[model]].strength if row is None else int(row), effects)
    if word.startswith("x"):
        return own * int(word[1:])
    return own + (int(word) if word != "user" else 0)


def toughness_of(s: Battle, unit: Unit, effects: list[Effect]) -> int:
    """[WH40K-9.6] That of the majority of its models; on a tie the higher, as its player would choose."""
    alive = s.alive(unit)
    values = [LINES[s.line[m]].toughness for m in alive]
    for row in s.lasting:
        if row.unit == unit and row.model in alive:  # lies on this model only
            own = [e for e in effects_on(s, unit, row.model) if e not in effects]
            values[alive.index(row.model)] = stat(s, row.model, "T", LINES[s.line[row.model]].toughness, own)
    if not values:
        return 1
    return stat(s, alive[0], "T", max(values, key=lambda value: (values.count(value), value)), effects)


def wound_need(strength: int, toughness: int) -> int:
    """[WH40K-9.4]"""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


# ---------------------------------------------------------------- the sequence
def resolve(t: T, v: Volley, watch: Watch | None) -> Flow[None]:
    """One volley from its first die to its last casualty; shots at a unit that is gone are lost [WH40K-7.14]."""
    s = t.state
    if s.place[v.target] != TABLE:
        return
    tell(t, v)
    bearers = yield from attacks_of(t, v)
    hits, burnt = yield from roll_to_hit(t, v, bearers)
    if hits and PROFILES[v.profile].damage.plus + PROFILES[v.profile].damage.dice:
        along = struck(s, v)
        for target in along:
            if len(along) > 1 or target != v.target:
                t.emit("struck", s.label[target])
            yield from wound_and_save(t, v._replace(target=target), hits, watch)
    elif hits:
        stun(t, v)
    yield from backfire(t, v, burnt)


def struck(s: Battle, v: Volley) -> list[Unit]:
    """The target; of a weapon that strikes along a line, every enemy unit on the way to it."""
    if not [1 for e in PROFILES[v.profile].effects if e.op == "line_attack"]:
        return [v.target]
    shooter = v.shots[0][0]
    return units_on_line(s, shooter, nearest(s, shooter, s.alive(v.target))[0])


def wound_and_save(t: T, v: Volley, hits: int, watch: Watch | None) -> Flow[None]:
    """From hits to casualties. Mortal wounds on top come after the normal damage, saved or not."""
    wounds, extra = yield from roll_to_wound(t, v, hits)
    yield from save_all(t, v, wounds, watch)
    if extra:
        yield from mortal_wounds(t, v.target, extra, v.unit)


def attacks_of(t: T, v: Volley) -> Flow[list[Model]]:
    """[WH40K-7.13, WH40K-8.2, WH40K-9.24] Who makes each attack; random numbers are rolled per weapon."""
    s = t.state
    effects = PROFILES[v.profile].effects
    rolls = [e for e in effects if e.op == "hit_rolls_per_attack"]
    bearers: list[Model] = []
    for model, shots in v.shots:
        count = yield from roll_amount(t, s.owner[v.unit], shots, "attacks")
        if rolls and not rolls[0].amount.dice:
            count *= rolls[0].value
        elif rolls:
            several = 0
            for _ in range(count):
                several += yield from roll_amount(t, s.owner[v.unit], rolls[0].amount, "attacks")
            count = several
        bearers += [model] * count
    return bearers


def roll_to_hit(t: T, v: Volley, bearers: list[Model]) -> Flow[tuple[int, list[Model]]]:
    """[WH40K-9.2, WH40K-9.3] How many attacks hit; and which bearers rolled what their weapon punishes."""
    s = t.state
    weapon = PROFILES[v.profile].effects
    if [1 for e in weapon if e.op == "auto_hit"]:
        t.emit("auto_hit", len(bearers))
        return len(bearers), []
    effects = [*effects_on(s, v.unit), *weapon]
    moment = moment_of(v)
    add = to_hit(s, v, effects, moment)
    again = rerolls(s, v.unit, effects, "hit", moment)
    if not again and v.target in s.marked and not v.melee and s.has(v.unit, "NECRONS"):
        again = "ones"
    aim = hit_aim(s, v, effects, moment, add)
    hits, burnt, more = 0, list[Model](), 0
    first = True
    while bearers:
        faces = yield from aimed_roll(t, s.owner[v.unit], len(bearers), aim, again)
        for model, face in zip(bearers, faces):
            result = modified(face, add)
            hits += hits_of(s, v, effects, moment, face, result)
            if result == 1 and aim.risk:
                burnt.append(model)
            if first and grants_attack(s, v, effects, moment, face, result):
                more += 1
        bearers, more, first = bearers[:more], 0, False  # extra attacks do not chain
    t.emit("hit", hits)
    return hits, burnt


def hits_of(s: Battle, v: Volley, effects: list[Effect], moment: Moment, face: int, result: int) -> int:
    """How many hits one die is worth. [WH40K-10.8] In Overwatch only an unmodified 6 hits."""
    natural = any([e.op == "natural_success" and e.value == face and holds(s, v.unit, e, moment) for e in effects])
    if v.overwatch:
        good = face == 6
    else:
        good = face > 1 and (result >= v.skill or natural)  # [WH40K-9.3]
    if not good:
        return 0
    return max([e.value for e in effects if e.op == "extra_hits" and result >= e.at_least], default=1)


def grants_attack(s: Battle, v: Volley, effects: list[Effect], moment: Moment, face: int, result: int) -> bool:
    """Whether a hit roll grants another attack with the same weapon."""
    for e in effects:
        if e.op == "extra_attack_on" and (face if e.natural else result) >= e.at_least and holds(s, v.unit, e, moment):
            return True
    return False


def roll_to_wound(t: T, v: Volley, hits: int) -> Flow[tuple[list[Wound], int]]:
    """[WH40K-9.4, WH40K-9.5] The wounds that were scored, and the mortal wounds that come on top."""
    s = t.state
    weapon = PROFILES[v.profile]
    toughness = toughness_of(s, v.target, effects_on(s, v.target))
    need = wound_need(v.strength, toughness)
    moment = moment_of(v, v.strength, toughness)
    effects = [*effects_on(s, v.unit), *weapon.effects]
    for e in effects:
        if e.op == "wound_on" and holds(s, v.unit, e, moment):
            need = min(need, e.value)
    add = added(s, v.unit, effects, "wound", moment)
    aim = wound_aim(s, v, effects, moment, need, add)
    again = rerolls(s, v.unit, effects, "wound", moment)
    faces = yield from aimed_roll(t, s.owner[v.unit], hits, aim, again)
    wounds: list[Wound] = []
    extra = 0
    for face in faces:
        result = modified(face, add)
        if face > 1 and result >= need:
            wounds.append(wound_of(s, v, effects, moment, result))
        for e in effects:  # they look at the roll, whether it wounds or not
            if e.op == "mortal_wounds" and e.roll == "wound" and result >= e.at_least and holds(s, v.unit, e, moment):
                number = e.upgrade[1] if e.upgrade[0] and result >= e.upgrade[0] else e.amount
                extra += yield from roll_amount(t, s.owner[v.unit], number, "mortal_wounds")
    t.emit("wound", len(wounds), v.strength, toughness)
    return wounds, extra


def wound_of(s: Battle, v: Volley, effects: list[Effect], moment: Moment, result: int) -> Wound:
    """The AP and Damage of one wound: a good wound roll may improve them."""
    ap, damage = PROFILES[v.profile].ap, PROFILES[v.profile].damage
    for e in effects:
        if e.op in ("set", "modify") and result >= e.at_least and holds(s, v.unit, e, moment):
            ap = e.value if e.op == "set" else ap + e.value
            if e.amount.plus:
                damage = e.amount
    return Wound(ap, damage)


# ---------------------------------------------------------------- saves and damage
def save_all(t: T, v: Volley, wounds: list[Wound], watch: Watch | None) -> Flow[None]:
    """[WH40K-9.7, WH40K-9.20, WH40K-19.4] Wound by wound: allocate, save, inflict damage."""
    if not wounds:
        return
    order = yield from casualty_order(t, v.target, v.unit, True)
    spills = bool([1 for e in PROFILES[v.profile].effects if e.op == "excess_damage_carries_over"])
    for at, wound in enumerate(wounds):
        model = yield from allocate(t, v, order, watch)
        if model == NONE:
            if t.state.alive(v.target):
                t.emit("wounds_lost", t.state.label[v.target], len(wounds) - at)
            return
        if (yield from save(t, v, wound, model)):
            continue
        damage = yield from damage_of(t, v, wound, model)
        excess = yield from lose_wounds(t, model, damage, False, v.unit)
        while excess and spills:  # no second save: the damage is done already
            model = yield from allocate(t, v, order, watch)
            if model == NONE:
                return
            excess = yield from lose_wounds(t, model, excess, False, v.unit)


def allocate(t: T, v: Volley, order: tuple[Model, ...], watch: Watch | None) -> Flow[Model]:
    """[WH40K-9.7, WH40K-9.9, WH40K-19.6] A wounded model; else the first of the order, or whom the owner names now."""
    s = t.state
    hurt = next_casualty(s, v.target, ())
    if hurt != NONE:
        return hurt
    able: list[Model] = []
    if watch is not None:
        watch.look_again(s)
    for model in order:
        if s.wounds[model] > 0 and can_be_hit(s, v, model, watch):
            if not s.switched(EACH_WOUND):
                return model
            able.append(model)
    if not able:
        return NONE
    s.ask_about(v.target)
    return (yield from t.choose(s.owner[v.target], "allocate", able))


def can_be_hit(s: Battle, v: Volley, model: Model, watch: Watch | None) -> bool:
    """[WH40K-9.8] Whether the wounds of a volley may go to a model: one of the shooters sees it within range."""
    if watch is None or s.switched(ANY_MODEL):
        return True
    profile = PROFILES[v.profile]
    blind = bool([1 for e in profile.effects if e.op == "no_line_of_sight_needed"])
    for shooter in dict.fromkeys([eye_of(s, shooter) for shooter, _ in v.shots]):
        if close(s, shooter, model, profile.range) and (blind or watch.sees_model(shooter, model)):
            return True
    return False


def invulnerable(s: Battle, unit: Unit, effects: list[Effect], ranged: bool) -> int:
    """[WH40K-9.15, WH40K-9.16] The best invulnerable save, if nothing forbids it."""
    moment = NO_MOMENT._replace(ranged=ranged)
    if [1 for e in effects if e.op == "forbid" and e.word == "invulnerable_save"]:
        return NEVER
    found = [e.value for e in effects if e.op == "invulnerable_save" and holds(s, unit, e, moment)]
    return min(found, default=NEVER)


def save(t: T, v: Volley, wound: Wound, model: Model) -> Flow[bool]:
    """[WH40K-9.10, WH40K-9.11, WH40K-9.17] AP worsens armour saves only; an unmodified 1 always fails."""
    s = t.state
    effects = effects_on(s, v.target)
    cover = 1 if not v.melee and has_cover(s, v, effects) else 0  # [WH40K-9.18, WH40K-9.19]
    need, add = LINES[s.line[model]].save, wound.ap + cover
    special = invulnerable(s, v.target, effects, not v.melee)
    kind = ARMOUR if need - add <= special else INVULNERABLE
    if special < NEVER and s.switched(ASK_SAVES):
        kind = yield from t.choose(s.owner[v.target], "save", [ARMOUR, INVULNERABLE])
    if kind == INVULNERABLE:
        need, add = special, 0
    if need - add > 6:
        return False
    faces = yield from roll(t, s.owner[v.target], 1, "save", need, "", add)
    return faces[0] > 1 and modified(faces[0], add) >= need


def has_cover(s: Battle, v: Volley, effects: list[Effect]) -> bool:
    if [1 for e in PROFILES[v.profile].effects if e.op == "ignore_cover"]:
        return False
    return any([e.op == "grant" and e.word == "cover" for e in effects]) or in_cover(s, v.target)


def damage_of(t: T, v: Volley, wound: Wound, model: Model) -> Flow[int]:
    """[WH40K-9.12] The Damage, rolled for each failed save; abilities may lessen it."""
    s = t.state
    best = [e.value for e in PROFILES[v.profile].effects if e.op == "damage_best_of" and v.half]
    damage = 0
    for _ in range(best[0] if best else 1):
        damage = max(damage, (yield from roll_amount(t, s.owner[v.unit], wound.damage, "damage")))
    for lessen in damage_taken.of(s.abilities[v.target]):
        damage = yield from lessen(t, model, damage)
    return damage


def stun(t: T, v: Volley) -> None:
    """A weapon without damage leaves a status on what it hits."""
    s = t.state
    for effect in PROFILES[v.profile].effects:
        if effect.op == "on_hit_status" and holds(s, v.target, effect, NO_MOMENT._replace(foe=v.target)):
            for inner in effect.does:
                lay(s, v.target, NONE, inner, "turn_end", s.active)


def backfire(t: T, v: Volley, burnt: list[Model]) -> Flow[None]:
    """Overheated weapons slay or hurt their bearers after the volley."""
    s = t.state
    for e in PROFILES[v.profile].effects:
        if e.op == "slay_bearer":
            for model in dict.fromkeys(burnt):
                if s.wounds[model] > 0:
                    t.emit("overheated", s.label[v.unit], WEAPONS[PROFILES[v.profile].weapon].name, 1)
                    yield from slay(t, model)
        elif e.op == "mortal_wounds" and e.roll == "hit" and burnt:
            t.emit("overheated", s.label[v.unit], WEAPONS[PROFILES[v.profile].weapon].name, len(burnt))
            yield from mortal_wounds(t, v.unit, len(burnt) * e.amount.plus)
