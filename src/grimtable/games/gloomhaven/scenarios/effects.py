"""What a scenario does to figures: damage, heals, elements, changed stats."""

from __future__ import annotations

from typing import Any

from grimtable.games.gloomhaven.components import (
    BURNING,
    CHARACTER,
    ELEMENT_OF,
    HEROES,
    INERT,
    MONSTER,
    NONE,
    OBJECTIVE,
    POISON,
    STRONG,
    SUMMON,
    Figure,
    Hex,
    bits,
)
from grimtable.games.gloomhaven.components.monsters import TYPE_OF
from grimtable.games.gloomhaven.components.scenarios import record_of
from grimtable.games.gloomhaven.components.terms import UNAFFECTED
from grimtable.games.gloomhaven.conditions import heal, set_element
from grimtable.games.gloomhaven.damage import die, suffer
from grimtable.games.gloomhaven.moments import (
    at_setup,
    figure_died,
    hex_entered,
    monster_entered,
    room_revealed,
    round_ended,
    round_started,
    stat_change,
    turn_ended,
    turn_started,
)
from grimtable.games.gloomhaven.rooms import GOAL_TILE
from grimtable.games.gloomhaven.scenarios.objectives import destroyed, number_of
from grimtable.games.gloomhaven.scenarios.reading import (
    ROUND_END,
    ROUND_START,
    TURN_END,
    TURN_START,
    Rule,
    fact,
    in_force,
    is_on,
    is_spared,
    is_time,
    marker,
    number,
    objectives,
    of_type,
    rules,
    who,
)
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

SPRING_SHIELD = 2
NOT_ON_MAP = "prime-demon"  # scenario 36: it suffers before it enters


# ---------------------------------------------------------------- where a rule works
def centres(s: Gloomhaven, of: str) -> list[Hex]:
    if of.startswith("marker "):
        return marker(s, of.removeprefix("marker "))
    return [s.hex[f] for f in objectives(s, of)]


def is_meant(s: Gloomhaven, rule: Rule, figure: Figure) -> bool:
    """Whether a figure stands where the rule works."""
    if "on_tile" in rule and not is_on(s, figure, rule["on_tile"]):
        return False
    if "within" not in rule:
        return True
    around = rule["within"]
    return any([s.ground().row(at)[s.hex[figure]] <= around["hexes"] for at in centres(s, around["of"])])


# ---------------------------------------------------------------- damage
@round_started.by("damage")
def damage_at_start(t: T) -> Flow[None]:
    yield from damage_timed(t, ROUND_START)


@round_ended.by("damage")
def damage_at_end(t: T) -> Flow[None]:
    yield from damage_timed(t, ROUND_END)


def damage_timed(t: T, at: str) -> Flow[None]:
    """Damage suffered, no attack: shields do not help."""
    s = t.state
    for rule in rules(s, "damage"):
        if not is_time(s, rule["when"], at) or not in_force(s, rule) or is_excepted(s, rule):
            continue
        points = amount_of(s, rule)
        if rule["who"] == NOT_ON_MAP and not of_type(s, NOT_ON_MAP):
            s.notes["waiting damage"] = s.notes.get("waiting damage", 0) + points
        for figure in who(s, rule["who"]):
            if s.in_play(figure) and is_meant(s, rule, figure) and not is_spared(s, rule, figure):
                yield from hurt(t, figure, points)


def amount_of(s: Gloomhaven, rule: Rule) -> int:
    return number(s, rule["amount"])


def hurt(t: T, figure: Figure, points: int) -> Flow[None]:
    """Also what no ability affects suffers from the scenario."""
    s = t.state
    if not s.marks[figure] & UNAFFECTED or s.sort[figure] != OBJECTIVE:
        yield from suffer(t, figure, points)
        return
    s.hp[figure] -= points
    t.emit("damage", s.tag(figure), points)
    if s.hp[figure] <= 0:
        yield from die(t, figure, NONE)


def is_excepted(s: Gloomhaven, rule: Rule) -> bool:
    """Scenario 68: the tree is safe once its room is revealed and no drake is there."""
    if "except" not in rule:
        return False
    return bool(s.revealed >> 1 & 1) and not [f for f in of_type(s, "rending-drake") if is_on(s, f, "m1b")]


@turn_started.by("damage")
def damage_before_turn(t: T, figure: Figure) -> Flow[None]:
    yield from damage_in_turn(t, figure, TURN_START)


@turn_ended.by("damage")
def damage_after_turn(t: T, figure: Figure) -> Flow[None]:
    yield from damage_in_turn(t, figure, TURN_END)


def damage_in_turn(t: T, figure: Figure, at: str) -> Flow[None]:
    """At the start or end of the figure's own turn."""
    s = t.state
    for rule in rules(s, "damage"):
        meant = is_time(s, rule["when"], at) and in_force(s, rule) and figure in who(s, rule["who"])
        if meant and is_meant(s, rule, figure):
            yield from hurt(t, figure, amount_of(s, rule))


@monster_entered.by("damage")
def late_damage(t: T, figure: Figure) -> None:
    """Scenario 36: it enters with the damage it has suffered so far; the rule on its hit points comes first."""
    s = t.state
    if s.kind[figure] == TYPE_OF[NOT_ON_MAP] and "waiting damage" in s.notes:
        s.hp[figure] = max(1, s.hp[figure] - s.notes.pop("waiting damage"))


# ---------------------------------------------------------------- heals
@turn_started.by("heal")
def heal_before_turn(t: T, figure: Figure) -> Flow[None]:
    s = t.state
    for rule in rules(s, "heal"):
        meant = is_time(s, rule["when"], TURN_START) and in_force(s, rule) and figure in who(s, rule["who"])
        if meant and is_meant(s, rule, figure):
            heal(t, figure, number(s, rule["amount"]))
    yield from ()


@round_ended.by("heal")
def heal_at_end(t: T) -> Flow[None]:
    """Scenario 58: so much for every pile of bones."""
    s = t.state
    for rule in rules(s, "heal"):
        if is_time(s, rule["when"], ROUND_END) and in_force(s, rule):
            for figure in who(s, rule["who"]):
                heal(t, figure, (s.characters - 1) * len(objectives(s, "Bone Pile")))
    yield from ()


# ---------------------------------------------------------------- elements
@round_started.by("set_elements")
def set_elements(t: T) -> Flow[None]:
    """[GLOOMHAVEN-15.1] The scenario makes elements strong or inert."""
    s = t.state
    for rule in rules(s, "set_elements"):
        if is_time(s, rule["when"], ROUND_START) and in_force(s, rule):
            for name in rule["strong"]:
                set_element(s, ELEMENT_OF[name], STRONG)
            for name in rule["inert"]:
                set_element(s, ELEMENT_OF[name], INERT)
            t.emit("elements_set", tuple(rule["strong"]), tuple(rule["inert"]))
    yield from ()


@fact.by("party achievement sun-blessed")
def sun_blessed(s: Gloomhaven) -> bool:
    """Scenario 85: of a campaign; a single scenario is played without it."""
    return False


# ---------------------------------------------------------------- stats
@stat_change.by("stat_bonus")
def stat_bonus(s: Gloomhaven, figure: Figure, stat: str) -> int:
    """What the scenario adds to a stat of a figure, or takes from it."""
    total = 0
    if stat == "items_barred":
        barring = [rule for rule in rules(s, "stat_bonus") if rule.get("items_usable") is False]
        return len([rule for rule in barring if has_bonus(s, rule, figure)])
    for rule in rules(s, "stat_bonus"):
        if stat in rule and in_force(s, rule) and has_bonus(s, rule, figure):
            total += bonus_of(s, rule, stat)
    return total


def has_bonus(s: Gloomhaven, rule: Rule, figure: Figure) -> bool:
    whom = rule["who"]
    if is_spared(s, rule, figure):
        return False
    if whom == "character who has not looted a goal tile":
        return s.sort[figure] == CHARACTER and GOAL_TILE not in s.loot[figure]
    if whom == "all_monsters":
        return s.sort[figure] == MONSTER and s.side[figure] != HEROES
    if whom == "characters_and_summons":
        return s.sort[figure] in (CHARACTER, SUMMON)
    names = [whom] if isinstance(whom, str) else whom
    return s.sort[figure] == MONSTER and s.kind[figure] in [TYPE_OF[name] for name in names]


def bonus_of(s: Gloomhaven, rule: Rule, stat: str) -> int:
    """A fixed number, or so much for each of something; halves are rounded up."""
    value = rule[stat]
    each = count_of(s, rule["per"]) if "per" in rule else 1
    if isinstance(value, bool):
        return int(value)
    return value * each if isinstance(value, int) else (each + 1) // 2


def count_of(s: Gloomhaven, per: dict[str, Any]) -> int:
    if "tokens" in per:  # scenario 87: one token less for every ooze that died
        dead = [f for f, sort in enumerate(s.sort) if sort == MONSTER and s.kind[f] == TYPE_OF["ooze"] and s.hp[f] <= 0]
        return max(0, int(per["tokens"]) - len(dead))
    if "state" in per:  # revealed or not
        return number_of(s, per["objective"]) - destroyed(s, per["objective"])
    return len(objectives(s, per["objective"]))


@monster_entered.by("stat_bonus")
def enter_stronger(t: T, figure: Figure) -> None:
    adjust_hit_points(t.state)


@room_revealed.by("stat_bonus")
def stronger_with_room(t: T, room: int, opener: Figure) -> Flow[None]:
    adjust_hit_points(t.state)
    yield from ()


@figure_died.by("stat_bonus")
def weaker_by_loss(t: T, figure: Figure, by: Figure, at: Hex) -> Flow[None]:
    adjust_hit_points(t.state)
    yield from ()


def adjust_hit_points(s: Gloomhaven) -> None:
    """Scenario 22: altars raise maximum hit points; when one falls nobody keeps more than the new maximum."""
    if not [rule for rule in rules(s, "stat_bonus") if "max_hp" in rule]:
        return
    for figure in s.monsters():
        wanted, key = stat_bonus(s, figure, "max_hp"), f"more_hp {figure}"
        more = wanted - s.notes.get(key, 0)
        s.notes[key] = wanted
        s.max_hp[figure] += more
        s.hp[figure] = min(s.hp[figure] + max(0, more), s.max_hp[figure])


@stat_change.by("attack_adds")
def attack_adds(s: Gloomhaven, figure: Figure, stat: str) -> int:
    """A condition on every attack of a type."""
    found = 0
    for rule in rules(s, "attack_adds") if stat == "conditions" else []:
        if s.sort[figure] == MONSTER and s.kind[figure] == TYPE_OF[rule["monster"]]:
            found |= bits([rule["condition"]])
    return found


def stands(name: str) -> None:
    """Scenario 42: a rule holds while this cord stands."""

    @fact.by(f"{name} stands")
    def cord_stands(s: Gloomhaven) -> bool:
        return bool(objectives(s, name))


for _number in range(1, 7):
    stands(f"Vocal Cord {_number}")


@fact.by("Door not destroyed")
def door_stands(s: Gloomhaven) -> bool:
    """Scenario 36."""
    return not destroyed(s, "Door")


# ---------------------------------------------------------------- terrain
def water(s: Gloomhaven) -> list[Hex]:
    found = [o for o in record_of(s.scenario)["overlays"] if o.get("kind") == "water"]
    return [s.layout().index[(q, r)] for overlay in found for q, r in overlay["hexes"]]


@at_setup.by("terrain_effect")
def mark_water(t: T) -> Flow[None]:
    """Scenario 68: poisoned summons go around water as around a trap [GLOOMHAVEN-20.16]."""
    s = t.state
    if [rule for rule in rules(s, "terrain_effect") if rule.get("summons_treat_as") == "trap"]:
        for at in water(s):
            s.terrain[at] |= BURNING
    yield from ()


@hex_entered.by("terrain_effect")
def enter_terrain(t: T, figure: Figure, at: Hex) -> Flow[None]:
    """Scenario 68: water burns the poisoned."""
    s = t.state
    for rule in rules(s, "terrain_effect"):
        mine = s.sort[figure] in (CHARACTER, SUMMON)
        if rule["on"] == "enter" and mine and s.has(figure, POISON) and at in water(s):
            yield from suffer(t, figure, amount_of(s, rule))


@turn_ended.by("terrain_effect")
def stay_in_terrain(t: T, figure: Figure) -> Flow[None]:
    """Scenario 95: who ends a turn in the lava. Scenario 87: who drinks of a spring."""
    s = t.state
    for rule in rules(s, "terrain_effect"):
        if rule["on"] != "end of turn" or not s.in_play(figure) or s.hex[figure] not in water(s):
            continue
        if "amount" in rule:
            yield from suffer(t, figure, amount_of(s, rule))
        elif s.sort[figure] == CHARACTER and s.hex[figure] in marker(s, rule["marker"]):
            drink(t, figure)


def drink(t: T, character: Figure) -> None:
    """Scenario 87: once each; the spring is used up."""
    s = t.state
    at = s.hex[character]
    if s.notes.get(f"drunk {character}") or s.notes.get(f"dry {at}"):
        return
    s.notes[f"drunk {character}"] = s.notes[f"dry {at}"] = 1
    s.notes[f"immune {character}"] = POISON
    t.emit("drank", s.tag(character), at)


@stat_change.by("terrain_effect")
def spring_guards(s: Gloomhaven, figure: Figure, stat: str) -> int:
    """Scenario 87: who has drunk has Shield 2 against attacks of oozes, which so pierce less [GLOOMHAVEN-16.7]."""
    if not stat.startswith("pierce ") or not s.notes.get(f"drunk {stat.removeprefix('pierce ')}"):
        return 0
    oozes = (TYPE_OF["ooze"], TYPE_OF["giant-ooze"])
    return -SPRING_SHIELD if s.sort[figure] == MONSTER and s.kind[figure] in oozes else 0


@monster_entered.by("immune")
def make_immune(t: T, figure: Figure) -> None:
    """Against forced movement, or against conditions."""
    s = t.state
    for rule in rules(s, "immune"):
        names = [rule["who"]] if isinstance(rule["who"], str) else rule["who"]
        if s.sort[figure] != MONSTER or s.kind[figure] not in [TYPE_OF[n] for n in names if n in TYPE_OF]:
            continue
        if "forced_movement" in rule["to"]:
            s.notes[f"rooted {figure}"] = 1
        conditions = [name for name in rule["to"] if name in ("immobilize", "stun")]
        s.notes[f"immune {figure}"] = bits(conditions)
