"""The Shooting phase: who shoots, with what, at whom [WH40K-7, WH40K-8]."""

from __future__ import annotations

from typing import Any, NamedTuple

from grimtable.games.wh40k.attacks import resolve, strength_of
from grimtable.games.wh40k.components import (
    ASSAULT,
    DEPTH,
    GRENADE,
    HEAVY,
    LINES,
    MELEE,
    NONE,
    PISTOL,
    PROFILES,
    RAPID_FIRE,
    WEAPONS,
    WIDTH,
    Amount,
    Model,
    Profile,
    Unit,
)
from grimtable.games.wh40k.effects import allows, effects_on, lift
from grimtable.games.wh40k.hooks import instead_of_shooting, shooting_done, shooting_replaced
from grimtable.games.wh40k.measure import carrier, close, closer, eye_of, is_engaged, near, nearest, nearest_units
from grimtable.games.wh40k.state import (
    ADVANCED,
    FELL_BACK,
    SHOOTING,
    SHOT,
    TABLE,
    Battle,
    T,
    enemy,
)
from grimtable.games.wh40k.victory import check_wipe_out
from grimtable.games.wh40k.visibility import Watch
from grimtable.games.wh40k.volley import Volley
from grimtable.games.wh40k.worth import expected
from grimtable.kernel.values import Flow, Refusal, Step

Fire = tuple[int, int, int, int]  # model, number of the weapon it carries, number of the profile, target
Declaration = tuple[Fire, ...]
DONE, INSTEAD = "done", "instead"
PROTECTED = 10  # [WH40K-7.16] characters with this many Wounds or more are never protected
LAST_SHOT = "once_per_battle"
ANYWHERE = WIDTH + DEPTH


def shooting(t: T) -> Flow[None]:
    s = t.state
    s.phase = SHOOTING
    s.marked = ()
    lift(s, "own_next_shooting_phase", s.active)
    t.emit("phase", s.active, SHOOTING)
    s.agenda.append(Step("shoot_unit"))
    yield from ()


# ---------------------------------------------------------------- who may shoot
def may_shoot(s: Battle, unit: Unit) -> bool:
    return bool(ready_guns(s, unit))


def ready_guns(s: Battle, unit: Unit) -> list[tuple[Model, int, int, Profile]]:
    """[WH40K-7.2, WH40K-7.3, WH40K-4.17, WH40K-4.19] Once per phase, and not after running away or running."""
    home = carrier(s, unit)
    if home == NONE or s.did(unit, SHOT) or (home != unit and not is_open(s, home)):
        return []
    for one in (unit, home):
        if s.did(one, FELL_BACK) and not s.flies(one) and not allows(s, one, "shoot_after_fall_back"):
            return []
    return guns(s, unit, False)


def is_open(s: Battle, transport: Unit) -> bool:
    return any([e.op == "passengers_may_shoot" for e in effects_on(s, transport)])


def guns(s: Battle, unit: Unit, overwatch: bool) -> list[tuple[Model, int, int, Profile]]:
    """[WH40K-7.17, WH40K-8.3, WH40K-8.9, WH40K-8.13] The profiles that models may fire now, whatever the target."""
    home = carrier(s, unit)
    ran = s.did(home, ADVANCED) and not overwatch and not allows(s, unit, "shoot_after_advance")
    stuck = is_engaged(s, home)
    found: list[tuple[Model, int, int, Profile]] = []
    for model in s.alive(unit):
        if not s.skill(model, False):
            continue
        for slot, weapon in enumerate(s.wargear[model]):
            for number, profile in enumerate(WEAPONS[weapon].profiles):
                row = PROFILES[profile]
                if row.type == MELEE or (ran and row.type != ASSAULT):
                    continue
                words = [e.op for e in row.effects]
                if stuck and row.type != PISTOL and "may_fire_while_engaged" not in words:
                    continue  # [WH40K-7.4]
                if LAST_SHOT in words and s.has_spent(model, f"{LAST_SHOT}:{slot}"):
                    continue
                found.append((model, slot, number, profile))
    return found


def shoot_unit(t: T) -> Flow[None]:
    """[WH40K-3.5, WH40K-5.3, WH40K-7.1, WH40K-7.6, WH40K-13.13] One unit after another, each completely."""
    s = t.state
    me = s.active
    options: list[tuple[str, Unit] | str] = []
    for unit, owner in enumerate(s.owner):
        if owner == me and in_reach(s, unit, ready_guns(s, unit)):
            options.append(("shoot", unit))
        if owner != me or s.place[unit] != TABLE or s.did(unit, SHOT):
            continue
        if [1 for can in instead_of_shooting.of(s.abilities[unit]) if can(t, unit)]:
            options.append((INSTEAD, unit))
    options.append(DONE)
    answer = yield from t.choose(me, "shoot_unit", options)
    if isinstance(answer, str):
        s.agenda.append(Step("charge"))
        return
    kind, unit = answer
    s.note(unit, SHOT)
    s.agenda.append(Step("shoot_unit"))
    if kind == INSTEAD:
        for act in shooting_replaced.of(s.abilities[unit]):
            act(t, unit)
        return
    yield from shoot(t, unit)


def in_reach(s: Battle, unit: Unit, ready: list[tuple[Model, int, int, Profile]]) -> bool:
    """Whether any enemy is within the longest range of what the unit may fire."""
    if not ready:
        return False
    most = max([PROFILES[profile].range for _, _, _, profile in ready])
    mine = s.alive(carrier(s, unit))
    return any([near(s, mine, s.alive(other), most) for other in s.units_of(enemy(s.owner[unit]))])


def shoot(t: T, unit: Unit) -> Flow[None]:
    """[WH40K-7.11, WH40K-7.12, WH40K-19.3] All targets are named before any die is rolled."""
    s = t.state
    table = FireTable(s, unit, NONE)
    suggestions = declarations(table)
    s.ask_about(unit)
    declared: Declaration = yield from t.compose(
        s.active, "declare_shots", suggestions, lambda a: declaration_refusal(table, a)
    )
    t.emit("shot", s.label[unit], len(declared))
    for volley in volleys(table, declared, False):
        yield from resolve(t, volley, table.watch)
    for react in shooting_done.of(s.abilities[unit]):
        react(t, unit, tuple(dict.fromkeys([fire[3] for fire in declared])))
    check_wipe_out(t)


# ---------------------------------------------------------------- what may be shot at
class Option(NamedTuple):
    """A weapon that may be fired, and the units it may be fired at."""

    model: Model
    slot: int
    number: int
    profile: Profile
    targets: tuple[Unit, ...]


class FireTable:
    """Everything a unit may shoot at with every weapon, at this moment. With a charging unit: Overwatch."""

    def __init__(self, s: Battle, unit: Unit, charging: Unit) -> None:
        self.state = s
        self.unit = unit
        self.home = carrier(s, unit)  # passengers measure and look from their vehicle
        self.charging = charging
        self.watch = Watch(s, self.home)
        self.stuck = is_engaged(s, self.home)
        foes = s.units_of(enemy(s.owner[unit]))
        self.foes = [charging] if charging != NONE else foes
        self.tied = [u for u in self.foes if charging == NONE and is_engaged(s, u)]
        self.all_foes = foes
        self.options: list[Option] = []
        self.index: dict[tuple[int, int, int], Option] = {}
        for model, slot, number, profile in guns(s, unit, charging != NONE):
            targets = tuple([u for u in self.foes if self.legal(model, profile, u)])
            if targets:
                option = Option(model, slot, number, profile, targets)
                self.options.append(option)
                self.index[model, slot, number] = option

    def legal(self, model: Model, profile: Profile, target: Unit) -> bool:
        """[WH40K-7.7, WH40K-7.10, WH40K-8.10, WH40K-8.11] Whether a weapon may be fired at a unit."""
        s, row = self.state, PROFILES[profile]
        eye = eye_of(s, model)
        words = [e.op for e in row.effects]
        if not [1 for m in s.alive(target) if close(s, eye, m, row.range)]:
            return False
        if row.least and [1 for m in s.alive(target) if close(s, eye, m, row.least)]:
            return False
        pistol = self.stuck and row.type == PISTOL
        if target in self.tied and not pistol and "may_target_units_engaged_with_friends" not in words:
            return False
        if pistol and target not in nearest_units(s, eye, self.all_foes):
            return False
        if "no_line_of_sight_needed" in words:
            return not self.protected(eye, target)
        if not self.watch.sees_within(eye, target, row.range):
            return False
        return not self.protected(eye, target)

    def protected(self, eye: Model, target: Unit) -> bool:
        """[WH40K-7.15, WH40K-7.16] A character who is not the closest visible enemy model; only in this phase."""
        s = self.state
        if self.charging != NONE or not s.is_character(target):
            return False
        if LINES[s.line[s.crew[target][0]]].wounds >= PROTECTED:
            return False
        closest = nearest(s, eye, self.watch.sees(eye, target))
        for unit in self.all_foes if closest else []:
            for model in s.alive(unit) if unit != target else []:
                if closer(s, eye, model, closest[0]) and self.watch.sees_model(eye, model):
                    return True
        return not closest

    def within_half(self, model: Model, profile: Profile, target: Unit) -> bool:
        """[WH40K-8.6] From the firing model to the closest visible model of the target."""
        return self.watch.sees_within(eye_of(self.state, model), target, PROFILES[profile].range // 2)


# ---------------------------------------------------------------- declarations
def mode(profile: Profile) -> str:
    """[WH40K-8.7, WH40K-8.8, WH40K-8.12, WH40K-8.13] A model uses its pistols, or a grenade, or everything else."""
    kind = PROFILES[profile].type
    return kind if kind in (PISTOL, GRENADE) else "guns"


def declaration_refusal(table: FireTable, answer: Any) -> Refusal | None:
    """Why these shots cannot be declared; leaving weapons out is allowed [WH40K-7.5, WH40K-7.18]."""
    if not isinstance(answer, tuple):
        return Refusal("WH40K-7.12", "not_a_declaration")
    used: dict[tuple[int, int], int] = {}
    modes: dict[int, str] = {}
    throwers: list[int] = []
    for fire in answer:
        if not isinstance(fire, tuple) or len(fire) != 4 or [1 for part in fire if type(part) is not int]:
            return Refusal("WH40K-7.12", "not_a_declaration")
        model, slot, number, target = fire
        option = table.index.get((model, slot, number))
        if option is None or target not in option.targets:
            return Refusal("WH40K-7.7", "no_such_shot", (model,))
        if (model, slot) in used:
            return Refusal("WH40K-7.14", "fired_twice", (model,))
        used[model, slot] = number
        own = mode(option.profile)
        if modes.setdefault(model, own) != own:
            return Refusal("WH40K-8.12", "mixed_modes", (model,))
        if own == GRENADE:
            throwers.append(model)
    if len(throwers) > 1:
        return Refusal("WH40K-8.7", "one_grenade")
    return None


def declarations(table: FireTable) -> list[Declaration]:
    """Everything at one unit, for each unit; the best for each weapon; nothing."""
    targets = [u for u in table.foes if [1 for option in table.options if u in option.targets]]
    found: list[Declaration] = []
    for target in targets:
        chosen = best_shots(table, [target])
        if chosen and chosen not in found:
            found.append(chosen)
    if len(targets) > 1:
        split = best_shots(table, targets)
        if split and split not in found:
            found.append(split)
    return [*found, ()]


def best_shots(table: FireTable, targets: list[Unit]) -> Declaration:
    """Per model the mode that is worth most, each weapon with its best profile at its best target."""
    s = table.state
    found: list[Fire] = []
    thrown = False
    by_model: dict[Model, dict[str, dict[int, tuple[int, Fire]]]] = {}
    for option in table.options:
        for target in option.targets:
            if target in targets:
                half = table.within_half(option.model, option.profile, target)
                worth = expected(s, option.model, option.profile, target, half)
                modes = by_model.setdefault(option.model, {})
                slots = modes.setdefault(mode(option.profile), {})
                if worth > slots.get(option.slot, (-1, ()))[0]:
                    slots[option.slot] = (worth, (option.model, option.slot, option.number, target))
    for modes in by_model.values():
        ranked = sorted(modes, key=lambda m: (-mode_worth(modes[m], m), m))
        chosen = next((m for m in ranked if m != GRENADE or not thrown), "")
        if not chosen:
            continue
        shots = sorted(modes[chosen].values(), reverse=True)
        if chosen == GRENADE:
            shots, thrown = shots[:1], True
        found += sorted([fire for _, fire in shots])
    return tuple(found)


def mode_worth(slots: dict[int, tuple[int, Fire]], kind: str) -> int:
    worths = [worth for worth, _ in slots.values()]
    return max(worths) if kind == GRENADE else sum(worths)


# ---------------------------------------------------------------- volleys
def volleys(table: FireTable, declared: Declaration, overwatch: bool) -> list[Volley]:
    """[WH40K-9.1, WH40K-9.20] The declared shots in groups that are alike."""
    s = table.state
    groups: dict[Volley, list[tuple[Model, Amount]]] = {}
    targets = {fire[3] for fire in declared}
    picky = any([name == "target_is_not" for e in effects_on(s, table.unit) for name, _ in e.conditions])
    for model, slot, number, target in declared:
        profile = table.index[model, slot, number].profile
        row = PROFILES[profile]
        half = table.within_half(model, profile, target)
        key = Volley(
            table.unit, target, profile, (), s.skill(model, False),
            strength_of(s, model, profile, effects_on(s, table.unit, model)),
            0 if overwatch else penalty(s, table, model, row.type),
            half, False, overwatch, len(targets) == 1, not picky or target in nearest_foes(table, model),
        )  # fmt: skip
        shots = row.attacks
        groups.setdefault(key, []).append((model, shots))
        if row.type == RAPID_FIRE and half:  # [WH40K-8.6]
            groups[key].append((model, shots))
        if [1 for e in row.effects if e.op == LAST_SHOT]:
            s.spent = (*s.spent, (model, f"{LAST_SHOT}:{slot}"))
    return [key._replace(shots=tuple(shots)) for key, shots in groups.items()]


def nearest_foes(table: FireTable, model: Model) -> list[Unit]:
    """The nearest visible enemy units, as a model that fires sees them; it may be dying."""
    eye = eye_of(table.state, model)
    seen = [u for u in table.all_foes if table.watch.sees_within(eye, u, ANYWHERE)]
    return nearest_units(table.state, eye, seen)


def penalty(s: Battle, table: FireTable, model: Model, kind: str) -> int:
    """[WH40K-8.4, WH40K-8.5] Moving with Heavy weapons and Advancing with Assault weapons cost 1."""
    eye = eye_of(s, model)
    if kind == HEAVY and s.moved[eye] and not allows(s, table.unit, "heavy_moved", "ignore_penalty"):
        return -1
    if kind == ASSAULT and s.did(table.home, ADVANCED):
        return 0 if allows(s, table.unit, "assault_advanced", "ignore_penalty") else -1
    return 0
