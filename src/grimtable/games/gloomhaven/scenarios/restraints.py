"""What figures cannot do or suffer: sleepers, the inactive, the undamageable, who must be attacked first, and what may
be looted by whom."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import (
    CHARACTER,
    MONSTER,
    NEGATIVE,
    NONE,
    SUMMON,
    Figure,
    Hex,
)
from grimtable.games.gloomhaven.components.monsters import TYPE_DECK, TYPE_OF
from grimtable.games.gloomhaven.components.terms import ACTED, TURNS, UNAFFECTED
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.moments import (
    attacked,
    damage_changed,
    figure_died,
    may_focus,
    may_loot,
    monster_entered,
    movement_ended,
    preferred,
    round_ended,
    round_started,
    stat_change,
    turn_ended,
    turns_begin,
)
from grimtable.games.gloomhaven.rooms import GOAL_TILE, column, draw_ability
from grimtable.games.gloomhaven.scenarios.reading import (
    ROUND_END,
    Rule,
    in_force,
    is_time,
    markers,
    number,
    objectives,
    of_type,
    questing,
    rounds_match,
    rules,
)
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

SPARE = "spare"


# ---------------------------------------------------------------- damage
@damage_changed.by("undamageable")
def undamageable(t: T, figure: Figure, amount: int, by: Figure) -> Flow[int]:
    """Conditions and other effects still apply."""
    s = t.state
    kinds = [TYPE_OF[rule["monster"]] for rule in rules(s, "undamageable")]
    yield from ()
    return 0 if s.sort[figure] == MONSTER and s.kind[figure] in kinds else amount


@damage_changed.by("damage_only_by")
def damage_only_by(t: T, figure: Figure, amount: int, by: Figure) -> Flow[int]:
    """Scenario 54: only by the character with the item of the quest."""
    s = t.state
    yield from ()
    for rule in rules(s, "damage_only_by"):
        meant = s.sort[figure] == MONSTER and s.kind[figure] == TYPE_OF[rule["monster"]]
        if in_force(s, rule) and meant and by != questing(s):
            return 0
    return amount


@damage_changed.by("charge_item")
def charge_item(t: T, figure: Figure, amount: int, by: Figure) -> Flow[int]:
    """Scenario 54: every point of damage that the bearer inflicts on an infester charges the item."""
    s = t.state
    yield from ()
    for rule in rules(s, "charge_item"):
        infester = s.sort[figure] == MONSTER and s.kind[figure] == TYPE_OF["harrower-infester"]
        if in_force(s, rule) and infester and by == questing(s):
            points = min(amount, s.hp[figure])
            s.notes["charge"] = min(number(s, rule["full"]), s.notes.get("charge", 0) + points)
            t.emit("charged", s.notes["charge"], number(s, rule["full"]))
    return amount


@damage_changed.by("damage_redirect")
def damage_redirect(t: T, figure: Figure, amount: int, by: Figure) -> Flow[int]:
    """Scenario 21: the boss cannot be damaged, the altar takes its damage."""
    s = t.state
    for rule in rules(s, "damage_redirect"):
        if figure in of_type(s, rule["monster"]) and not s.notes.get("redirected"):
            return 0
        if figure in objectives(s, rule["objective"]):
            s.notes["redirected"] = 1
            for boss in of_type(s, rule["monster"]):
                yield from suffer(t, boss, amount, by)
            s.notes.pop("redirected")
            return 0
    return amount


# ---------------------------------------------------------------- focus
@preferred.by("focus_priority")
def focus_priority(s: Gloomhaven, me: Figure) -> list[Figure]:
    """If it can move to where it attacks the objective, it focuses on it; else normal focus."""
    found: list[Figure] = []
    for rule in rules(s, "focus_priority"):
        whom = rule["who"]
        meant = whom == "all_monsters" or s.kind[me] in [TYPE_OF[name] for name in whom]
        if s.sort[me] == MONSTER and meant:
            found += objectives(s, rule["objective"])
    return found


# ---------------------------------------------------------------- the inactive
@round_started.by("inactive_group")
def change_groups(t: T) -> Flow[None]:
    """Scenario 61: in odd and even rounds different monsters are there only in part."""
    s = t.state
    for rule in rules(s, "inactive_group"):
        for figure in [f for name in rule["monsters"] for f in of_type(s, name)]:
            set_inactive(s, figure, rounds_match(s, rule["rounds"]))
    yield from ()


def set_inactive(s: Gloomhaven, figure: Figure, inactive: bool) -> None:
    s.marks[figure] = s.marks[figure] | UNAFFECTED if inactive else s.marks[figure] & ~UNAFFECTED


@monster_entered.by("inactive_group")
def enter_inactive(t: T, figure: Figure) -> None:
    s = t.state
    for rule in rules(s, "inactive_group"):
        if s.kind[figure] in [TYPE_OF[name] for name in rule["monsters"]] and rounds_match(s, rule["rounds"]):
            set_inactive(s, figure, True)
            s.marks[figure] |= ACTED


@turns_begin.by("inactive_group")
def inactive_do_not_act(t: T) -> None:
    s = t.state
    for figure in [f for f in s.figures() if s.sort[f] == MONSTER and s.marks[f] & UNAFFECTED]:
        s.marks[figure] |= ACTED


# ---------------------------------------------------------------- sleepers
def sleeps(s: Gloomhaven, figure: Figure) -> bool:
    return bool(s.notes.get(f"asleep {figure}"))


@monster_entered.by("sleeping")
def fall_asleep(t: T, figure: Figure) -> None:
    s = t.state
    for rule in rules(s, "sleeping"):
        if s.kind[figure] == TYPE_OF[rule["monster"]]:
            s.notes[f"asleep {figure}"] = 1
            s.marks[figure] |= ACTED | (UNAFFECTED if rule.get("unaffected") else 0)


@turns_begin.by("sleeping")
def sleepers_do_not_act(t: T) -> None:
    s = t.state
    for figure in s.figures():
        if sleeps(s, figure):
            s.marks[figure] |= ACTED


@may_focus.by("sleeping")
def summons_ignore_sleepers(s: Gloomhaven, me: Figure, foe: Figure) -> bool:
    return not (s.sort[me] == SUMMON and sleeps(s, foe))


def wake(t: T, figure: Figure) -> None:
    """It acts as if its room were just revealed [GLOOMHAVEN-22.1]."""
    s = t.state
    s.notes.pop(f"asleep {figure}", None)
    s.marks[figure] &= ~(ACTED | UNAFFECTED)
    t.emit("woke", s.tag(figure))
    deck = TYPE_DECK[s.kind[figure]]
    if s.phase == TURNS and deck not in s.ability:
        draw_ability(t, deck)


@damage_changed.by("sleeping")
def woken_by_damage(t: T, figure: Figure, amount: int, by: Figure) -> Flow[int]:
    if sleeps(t.state, figure):
        wake(t, figure)
    yield from ()
    return amount


@turn_ended.by("sleeping")
def woken_at_end_of_turn(t: T, figure: Figure) -> Flow[None]:
    """By a condition, or when all plates are held."""
    s = t.state
    for rule in rules(s, "sleeping"):
        for sleeper in [f for f in of_type(s, rule["monster"]) if sleeps(s, f)]:
            if is_woken(s, rule, sleeper):
                wake(t, sleeper)
    yield from ()


def is_woken(s: Gloomhaven, rule: Rule, sleeper: Figure) -> bool:
    if "plates_2_3_4" in rule:
        return all([s.at[at] != NONE for at in markers(s, rule["plates_2_3_4"][column(s)])])
    return bool(s.conditions[sleeper] & NEGATIVE)


@movement_ended.by("sleeping")
def woken_by_neighbour(t: T, figure: Figure) -> None:
    """By a character or summon that ends a movement beside it."""
    s = t.state
    if s.sort[figure] not in (CHARACTER, SUMMON):
        return
    for rule in rules(s, "sleeping"):
        for sleeper in [f for f in of_type(s, rule["monster"]) if sleeps(s, f) and "plates_2_3_4" not in rule]:
            if s.adjacent(figure, sleeper):
                wake(t, sleeper)


@attacked.by("sleeping")
def woken_by_attack(t: T, attacker: Figure, is_melee: bool, hit: list[Figure]) -> Flow[None]:
    """Even if it does no damage."""
    for sleeper in [f for f in hit if t.state.in_play(f) and sleeps(t.state, f)]:
        wake(t, sleeper)
    yield from ()


# ---------------------------------------------------------------- kills
@figure_died.by("remove_on_kill")
def remove_on_kill(t: T, figure: Figure, by: Figure, at: Hex) -> Flow[None]:
    """Scenario 70: for every demon killed, the players may remove a spirit."""
    s = t.state
    for rule in rules(s, "remove_on_kill"):
        spirits = of_type(s, "living-spirit")
        if s.sort[figure] == MONSTER and s.kind[figure] in [TYPE_OF[n] for n in rule["killed"]] and spirits:
            options: list[Figure | str] = [SPARE, *spirits]
            answer = yield from t.choose(s.speaker(), "remove_monster", options)
            if not isinstance(answer, str):
                s.put(answer, NONE)
                t.emit("left_map", s.tag(answer))


# ---------------------------------------------------------------- loot
@may_loot.by("loot_action_only")
def loot_action_only(s: Gloomhaven, character: Figure, at: Hex, by_action: bool) -> bool:
    """Goal tiles are not looted at the end of a turn."""
    return by_action or s.treasure.get(at, NONE) != GOAL_TILE


@may_loot.by("loot_limit")
def loot_limit(s: Gloomhaven, character: Figure, at: Hex, by_action: bool) -> bool:
    most = min([int(rule["per_character"]) for rule in rules(s, "loot_limit")])
    return s.treasure.get(at, NONE) != GOAL_TILE or s.loot[character].count(GOAL_TILE) < most


@may_loot.by("loot_restricted")
def loot_restricted(s: Gloomhaven, character: Figure, at: Hex, by_action: bool) -> bool:
    """Scenario 58: only the character with the quest."""
    return s.treasure.get(at, NONE) != GOAL_TILE or character == questing(s)


@stat_change.by("token_effect")
def occult_dagger(s: Gloomhaven, figure: Figure, stat: str) -> int:
    """Scenario 58: its bearer pierces the harvester's shield."""
    if not stat.startswith("pierce ") or s.sort[figure] != CHARACTER or GOAL_TILE not in s.loot[figure]:
        return 0
    target = int(stat.removeprefix("pierce "))
    for rule in rules(s, "token_effect"):
        if target in of_type(s, rule["holder_attacks_on"]):
            return int(rule["pierce"])
    return 0


# ---------------------------------------------------------------- objectives destroyed by the clock
@round_ended.by("destroy_objective")
def destroy_objective(t: T) -> Flow[None]:
    s = t.state
    for rule in rules(s, "destroy_objective"):
        if is_time(s, rule["when"], ROUND_END):
            for figure in objectives(s, rule["objective"]):
                yield from suffer(t, figure, s.hp[figure])
