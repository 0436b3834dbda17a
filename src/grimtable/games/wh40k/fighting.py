"""The Fight phase: who fights when, pile in, attacks, consolidate [WH40K-11]."""

from __future__ import annotations

from typing import Any, NamedTuple

from grimtable.games.wh40k.attacks import resolve, strength_of
from grimtable.games.wh40k.charging import can_be_fought
from grimtable.games.wh40k.components import (
    CLOSE_COMBAT,
    INCH,
    LINES,
    MELEE,
    NONE,
    PROFILES,
    WEAPONS,
    Amount,
    Effect,
    Model,
    Player,
    Profile,
    Unit,
)
from grimtable.games.wh40k.detours import moves_towards
from grimtable.games.wh40k.dice import roll_amount
from grimtable.games.wh40k.effects import effects_on, has_op, stat
from grimtable.games.wh40k.hooks import fight_start, fight_start_ready
from grimtable.games.wh40k.measure import ENGAGED, close, near, near_unit
from grimtable.games.wh40k.movement import way_of
from grimtable.games.wh40k.moving import CONSOLIDATE, PILE_IN, Answer, carry_out, move_refusal
from grimtable.games.wh40k.state import CHARGED, FIGHT, FOUGHT, SLAIN, TABLE, VENGEFUL, Battle, T, enemy
from grimtable.games.wh40k.victory import check_wipe_out
from grimtable.games.wh40k.volley import Volley
from grimtable.games.wh40k.worth import expected
from grimtable.kernel.values import Flow, Refusal, Step

Blow = tuple[int, int, int, int, int]  # model, weapon it carries (-1: its fists), profile, target, attacks
FISTS = -1
FIRST, NEXT, LAST = range(3)  # who charged, everybody, who fights last


def fight(t: T) -> Flow[None]:
    s = t.state
    s.phase = FIGHT
    t.emit("phase", s.active, FIGHT)
    s.agenda.append(Step("fight_unit", (FIRST, s.active)))
    ready = able_to_begin(s, [*s.units_of(s.active), *s.units_of(enemy(s.active))])
    while ready:  # [WH40K-1.13] the player whose turn it is picks the order, of both sides
        unit = yield from t.choose(s.active, "sequence", ready)
        for react in fight_start.of(s.abilities[unit]):
            yield from react(t, unit)
        ready = able_to_begin(s, [u for u in ready if u != unit])
    check_wipe_out(t)


def able_to_begin(s: Battle, units: list[Unit]) -> list[Unit]:
    """Those of some units that do something at the start of the phase."""
    there = [u for u in units if s.place[u] == TABLE]
    return [u for u in there if [1 for ready in fight_start_ready.of(s.abilities[u]) if ready(s, u)]]


# ---------------------------------------------------------------- who fights when
def stage_of(s: Battle, unit: Unit) -> int:
    """[WH40K-11.3] Who charged fights first, and whoever an ability lets fight as if it had; some fight last."""
    if has_op(s, unit, "fights_last"):
        return LAST
    return FIRST if s.did(unit, CHARGED) or has_op(s, unit, "fights_first") else NEXT


def can_fight(s: Battle, unit: Unit) -> bool:
    """[WH40K-11.2, WH40K-11.5, WH40K-11.7] Charged, or within 1" of an enemy it can fight; once per phase."""
    if s.did(unit, FOUGHT) or not strikers(s, unit):
        return False
    return (s.did(unit, CHARGED) and s.place[unit] == TABLE) or bool(opponents(s, unit))


def strikers(s: Battle, unit: Unit) -> list[Model]:
    """The models of a unit that may strike: those alive on the table, and those that fell but still strike."""
    return [m for m in s.crew[unit] if s.wounds[m] == VENGEFUL or (s.wounds[m] > 0 and s.place[unit] == TABLE)]


def opponents(s: Battle, unit: Unit) -> list[Unit]:
    """The enemy units within 1" of those who may strike, as far as abilities let these two meet."""
    mine = strikers(s, unit)
    foes = [u for u in s.units_of(enemy(s.owner[unit])) if near(s, mine, s.alive(u), ENGAGED)]
    return [u for u in foes if can_be_fought(s, unit, u)]


def avengers(s: Battle) -> list[Unit]:
    """Units that are gone, but for models that still strike."""
    return [u for u, place in enumerate(s.place) if place != TABLE and strikers(s, u)]


def laid_down(s: Battle, models: tuple[Model, ...]) -> None:
    """Models that fell and have struck all the same are removed."""
    for model in models:
        if s.wounds[model] == VENGEFUL:
            s.wounds[model] = SLAIN


def fight_unit(t: T, stage: int, player: Player) -> Flow[None]:
    """[WH40K-11.1, WH40K-11.3, WH40K-11.4, WH40K-11.6, WH40K-11.21] Players alternate; nobody passes."""
    s = t.state
    stages = {u: stage_of(s, u) for u in [*s.units_of(0), *s.units_of(1), *avengers(s)] if can_fight(s, u)}
    while True:
        ready = {p: [u for u, when in stages.items() if s.owner[u] == p and when <= stage] for p in (0, 1)}
        if ready[0] or ready[1]:
            break
        if stage == LAST or not stages:
            laid_down(s, tuple(range(len(s.wounds))))
            s.agenda.append(Step("morale"))
            return
        stage, player = stage + 1, s.active
    if not ready[player]:
        player = enemy(player)
    unit = yield from t.choose(player, "fight_unit", ready[player])
    s.note(unit, FOUGHT)
    t.emit("fights", s.label[unit])
    s.agenda.append(Step("fight_unit", (stage, enemy(player))))
    s.agenda.append(Step("consolidate", (unit,)))
    s.agenda.append(Step("strike", (unit,)))
    yield from close_in(t, unit, PILE_IN)


# ---------------------------------------------------------------- pile in and consolidate
def close_in(t: T, unit: Unit, kind: str) -> Flow[None]:
    """[WH40K-11.8, WH40K-11.19, WH40K-11.20] Up to 3", each model closer to the closest enemy, or not at all."""
    s = t.state
    if s.place[unit] != TABLE:
        return
    reach = [e.value * INCH for e in effects_on(s, unit) if e.op == "set_distance" and kind in e.words]
    way = way_of(s, unit, kind, max(reach, default=3 * INCH))
    moves = moves_towards(s, unit, way, s.models_of(enemy(s.owner[unit])))
    if not moves:
        return
    stay: Answer = tuple([() for _ in s.alive(unit)])
    s.ask_about(unit, way.allowance)
    answer = yield from t.compose(s.owner[unit], kind, [*moves, stay], lambda a: move_refusal(s, unit, way, a))
    carry_out(s, unit, answer)
    if any(answer):
        t.emit("closed_in", s.label[unit], kind)


def consolidate(t: T, unit: Unit) -> Flow[None]:
    yield from close_in(t, unit, CONSOLIDATE)


# ---------------------------------------------------------------- attacks
class Fighter(NamedTuple):
    """A model that can reach somebody."""

    model: Model
    targets: tuple[Unit, ...]
    attacks: int
    weapons: tuple[tuple[int, int, Profile, int, bool], ...]  # weapon, number, profile, extra attacks, and no others


def strike(t: T, unit: Unit) -> Flow[None]:
    """[WH40K-11.9, WH40K-11.13, WH40K-11.16] Declare all attacks of a unit, then resolve them."""
    s = t.state
    table = yield from fighters(t, unit)
    if not table:
        laid_down(s, s.crew[unit])
        return
    s.ask_about(unit)
    declared = yield from t.compose(
        s.owner[unit], "declare_blows", blow_suggestions(s, table), lambda a: blows_refusal(table, a)
    )
    for volley in melee_volleys(s, unit, table, declared):
        yield from resolve(t, volley, None)
    laid_down(s, s.crew[unit])
    check_wipe_out(t)


def reachable(s: Battle, unit: Unit) -> dict[Model, tuple[Unit, ...]]:
    """[WH40K-11.10, WH40K-11.11] Whom each model may attack: within 1", or behind a comrade who is."""
    mine = strikers(s, unit)
    foes = opponents(s, unit)
    if s.did(unit, CHARGED):
        foes = [u for u in foes if u in s.targets[unit]]
    found: dict[Model, list[Unit]] = {m: [] for m in mine}
    for foe in foes:
        front = [m for m in mine if near_unit(s, m, foe, ENGAGED)]
        for model in mine:
            if model in front or [1 for other in front if close(s, model, other, ENGAGED)]:
                found[model].append(foe)
    return {m: tuple(units) for m, units in found.items() if units}


def fighters(t: T, unit: Unit) -> Flow[list[Fighter]]:
    """[WH40K-11.12, WH40K-11.18, WH40K-14.10] Everybody who strikes; random Attacks are rolled for each model."""
    s = t.state
    found: list[Fighter] = []
    for model, targets in reachable(s, unit).items():
        if not s.skill(model, True):
            continue
        effects = effects_on(s, unit, model)
        row = s.row(model, "A")
        printed: Amount = LINES[s.line[model]].attacks if row is None else row
        own = yield from roll_amount(t, s.owner[unit], printed, "attacks")
        weapons = yield from melee_weapons(t, model)
        found.append(Fighter(model, targets, stat(s, model, "A", own, effects), weapons))
    return found


def melee_weapons(t: T, model: Model) -> Flow[tuple[tuple[int, int, Profile, int, bool], ...]]:
    """[WH40K-11.14, WH40K-11.15] The melee weapons of a model; without any, the close combat weapon."""
    s = t.state
    found: list[tuple[int, int, Profile, int, bool]] = []
    seen: list[int] = []
    for slot, weapon in enumerate(s.wargear[model]):
        if weapon in seen:
            continue
        seen.append(weapon)
        for number, profile in enumerate(WEAPONS[weapon].profiles):
            if PROFILES[profile].type == MELEE:
                extra, only = 0, False
                for e in PROFILES[profile].effects:
                    if e.op == "extra_attacks":
                        extra += yield from extra_attacks(t, model, weapon, e)
                        only = only or "exactly" in e.words
                found.append((slot, number, profile, extra, only))
    if not [1 for row in found if not row[4]]:
        found.append((FISTS, 0, CLOSE_COMBAT, 0, False))
    return tuple(found)


def extra_attacks(t: T, model: Model, weapon: int, effect: Effect) -> Flow[int]:
    """Attacks that a weapon adds for itself."""
    s = t.state
    copies = s.wargear[model].count(weapon)
    for name, value in effect.conditions:
        if name == "copies_at_least" and copies < int(value):
            return 0
    if effect.amount.dice:
        return (yield from roll_amount(t, s.owner[s.unit[model]], effect.amount, "attacks"))
    return effect.otherwise if effect.otherwise and copies > 1 else effect.value


def blows_refusal(table: list[Fighter], answer: Any) -> Refusal | None:
    """[WH40K-11.13, WH40K-11.15, WH40K-11.22] Every attack goes somewhere it may go, and none is left out."""
    if not isinstance(answer, tuple):
        return Refusal("WH40K-11.9", "not_blows")
    rows = {fighter.model: fighter for fighter in table}
    counts: dict[tuple[int, int], int] = {}
    for blow in answer:
        if not isinstance(blow, tuple) or len(blow) != 5 or [1 for part in blow if type(part) is not int]:
            return Refusal("WH40K-11.9", "not_blows")
        model, slot, number, target, count = blow
        if model not in rows or target not in rows[model].targets or not 0 < count <= 100:
            return Refusal("WH40K-11.10", "out_of_melee", (model,))
        if not [1 for row in rows[model].weapons if row[:2] == (slot, number)]:
            return Refusal("WH40K-11.15", "no_such_weapon", (model,))
        counts[model, slot] = counts.get((model, slot), 0) + count
    for fighter in table:
        refusal = count_refusal(fighter, counts)
        if refusal is not None:
            return refusal
    return None


def count_refusal(fighter: Fighter, counts: dict[tuple[int, int], int]) -> Refusal | None:
    """[WH40K-11.12] As many attacks as the characteristic says, and those that weapons add for themselves."""
    total = fighter.attacks
    slots: dict[int, tuple[int, bool]] = {}
    for slot, _, _, extra, only in fighter.weapons:
        slots[slot] = (max(extra, slots.get(slot, (0, False))[0]), only)
    for slot, (extra, only) in slots.items():
        made = counts.get((fighter.model, slot), 0)
        total += extra
        if made < extra or (only and made != extra):
            return Refusal("WH40K-11.12", "wrong_count", (fighter.model, total))
    made = sum([count for (model, _), count in counts.items() if model == fighter.model])
    return None if made == total else Refusal("WH40K-11.12", "wrong_count", (fighter.model, total))


def blow_suggestions(s: Battle, table: list[Fighter]) -> list[tuple[Blow, ...]]:
    """Everything at one unit as far as it reaches, for each unit; and the best for each model."""
    targets = list(dict.fromkeys([u for fighter in table for u in fighter.targets]))
    found: list[tuple[Blow, ...]] = []
    for wish in [*targets, NONE]:
        blows: list[Blow] = []
        for fighter in table:
            blows += best_blows(s, fighter, wish)
        answer = tuple(blows)
        if answer not in found:
            found.append(answer)
    return found


def best_blows(s: Battle, fighter: Fighter, wish: Unit) -> list[Blow]:
    """One model's attacks: with its best weapon at the wished target, or at the best it reaches."""
    targets = (wish,) if wish in fighter.targets else fighter.targets
    ranked = [
        (expected(s, fighter.model, profile, target, False), -slot, -number, target)
        for slot, number, profile, _, only in fighter.weapons
        if not only
        for target in targets
    ]
    _, slot, number, target = max(ranked)
    counts: dict[tuple[int, int], int] = {(-slot, -number): fighter.attacks}
    used: list[int] = []
    for weapon, which, _, extra, _ in fighter.weapons:
        if extra and weapon not in used:
            used.append(weapon)
            key = (weapon, -number if weapon == -slot else which)
            counts[key] = counts.get(key, 0) + extra
    return [(fighter.model, weapon, which, target, count) for (weapon, which), count in counts.items() if count]


def melee_volleys(s: Battle, unit: Unit, table: list[Fighter], declared: tuple[Blow, ...]) -> list[Volley]:
    """[WH40K-11.17] The declared attacks in groups that are alike, with WS in place of BS."""
    groups: dict[Volley, list[tuple[Model, Amount]]] = {}
    profiles = {(f.model, row[0], row[1]): row[2] for f in table for row in f.weapons}
    targets = {blow[3] for blow in declared}
    for model, slot, number, target, count in declared:
        profile = profiles[model, slot, number]
        key = Volley(
            unit, target, profile, (), s.skill(model, True),
            strength_of(s, model, profile, effects_on(s, unit, model)), 0, False, True, False,
            len(targets) == 1, True,
        )  # fmt: skip
        groups.setdefault(key, []).append((model, Amount(0, 0, count)))
    return [key._replace(shots=tuple(shots)) for key, shots in groups.items()]
