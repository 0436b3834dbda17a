"""Special actions of bosses [GLOOMHAVEN-20.27]: the lines of the stat card, and what the scenario prints."""

from __future__ import annotations

from typing import Any

from grimtable.games.gloomhaven.attacks import attacker_bonus
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components import MONSTER, NONE, RANK_OF, STUN, Figure, Hex, read
from grimtable.games.gloomhaven.components.monsters import TYPE_DECK, TYPE_OF, TYPES, monster_card
from grimtable.games.gloomhaven.components.ops import Op, op_from
from grimtable.games.gloomhaven.components.scenarios import OBJECTIVE_NAMES
from grimtable.games.gloomhaven.components.terms import ACTED, NO_MONEY, Bonus
from grimtable.games.gloomhaven.moments import stat_change
from grimtable.games.gloomhaven.monsters.deeds import Deed, act_by_card, deed, find_focus, perform_lines
from grimtable.games.gloomhaven.monsters.elements import next_attack
from grimtable.games.gloomhaven.monsters.lines import nearest_to_enemy, summon_beside
from grimtable.games.gloomhaven.paths import WALK, reachable
from grimtable.games.gloomhaven.rooms import column, leading_initiative, nearest_empty, open_door, place_monster, reveal
from grimtable.games.gloomhaven.scenarios.doors import unlock
from grimtable.games.gloomhaven.scenarios.objectives import kinds, place_objective
from grimtable.games.gloomhaven.scenarios.reading import Rule, marker, number, objectives, of_type, rules, who
from grimtable.games.gloomhaven.scenarios.walking import go
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow
from grimtable.kernel.values import Flow

SPECIALS: dict[str, tuple[list[Rule], list[Rule]]] = {
    record["id"]: (record["special"][0], record["special"][1]) for record in read("boss_specials")["records"]
}
HEALED = 4  # "stat card" of the only boss whose scenario says so
RENAMED = {"summon": "boss_summon"}  # the scenario's word has other arguments than the card's


def special_lines(s: Gloomhaven, boss: str, number_: int) -> tuple[Op, ...]:
    """The lines of a special action, in order."""
    lines = [effect_op(record) for record in SPECIALS.get(boss, ([], []))[number_ - 1]]
    for rule in rules(s, "boss_special"):
        if rule["boss"] != boss or rule["n"] != number_:
            continue
        if rule.get("replaces_stat_card"):
            lines = []
        start = 0
        for record in rule["do"]:
            inner = record.get("do") if "do" in record else [record]
            place = place_in(lines, record["op"], start)
            more = [effect_op(part) for part in inner]
            lines = [*lines[:place], *more, *lines[place:]]
            start = place + len(more)
    return tuple(lines)


def place_in(lines: list[Op], word: str, start: int) -> int:
    """Where in the lines of the card the scenario's part belongs."""
    names = [op.name for op in lines]
    if word in ("before_attacks", "between_move_and_attack"):
        return names.index("attack") if "attack" in names else 0
    return len(lines) if word == "after_attacks" else start


def effect_op(record: dict[str, Any]) -> Op:
    renamed = {**record, "op": RENAMED.get(record["op"], record["op"])}
    if renamed.get("value") == "stat card":
        renamed["value"] = HEALED
    if "sub" in renamed:
        renamed["sub"] = [{**sub, "op": RENAMED.get(sub["op"], sub["op"])} for sub in renamed["sub"]]
    if renamed["op"] == "condition" and renamed.pop("who", ""):
        renamed["sub"] = [{"op": "target_spec", "value": "self"}]
    if renamed["op"] == "heal" and renamed.pop("who", ""):
        renamed["sub"] = [{"op": "target_spec", "value": "self"}]
    return op_from(renamed)


@deed.by("special")
def special_deed(t: T, doing: Deed, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-20.27] A card that says special 1 or 2 stands for its lines; the boss looks for its focus anew."""
    s, me = t.state, doing.me
    doing.ops, doing.place = special_lines(s, TYPES[s.kind[me]], op.value), 0
    yield from find_focus(t, doing, next_attack(doing.ops, 0))
    yield from perform_lines(t, doing)


@stat_change.by("bosses")
def letters(s: Gloomhaven, figure: Figure, stat: str) -> int:
    """V of the overseer: scouts on the map. X of the rider: hexes moved this turn."""
    if stat != "attack" or s.sort[figure] != MONSTER:
        return 0
    if s.kind[figure] == TYPE_OF["merciless-overseer"]:
        return len(of_type(s, "vermling-scout"))
    if s.kind[figure] == TYPE_OF["dark-rider"] and s.acting == figure:
        return len(s.walked)
    return 0


# ---------------------------------------------------------------- summons
@deed.by("boss_summon")
def boss_summon(t: T, doing: Deed, op: Op) -> Flow[None]:
    """[GLOOMHAVEN-20.24] For the number of characters, each into a hex beside the boss."""
    s = t.state
    for rank in op.args["ranks_2_3_4"][column(s)]:
        yield from summon_beside(t, doing, TYPE_OF[op.text("monster")], RANK_OF[rank])


@deed.by("summon_by_marker")
def summon_by_marker(t: T, doing: Deed, op: Op) -> Flow[None]:
    """Scenario 21: the altar summons what belongs to its place."""
    s = t.state
    name = op.args["monsters"][chr(s.notes.get("altar", ord("f")))]
    for altar in objectives(s, op.text("by")):
        free = nearest_to_enemy(s, doing.me, [h for h in s.ground().near[s.hex[altar]] if s.is_empty(h)])
        if free:
            at = yield from t.choose(doing.act.seat, "summon_to", free)
            rank = op.args["rank_2_3_4"][column(s)]
            place_monster(t, TYPE_OF[name], RANK_OF[rank], at, ACTED | NO_MONEY)


@deed.by("summon_objective")
def summon_objective(t: T, doing: Deed, op: Op) -> Flow[None]:
    """Eggs, or whirlwinds: beside the boss."""
    s = t.state
    kind = next(k for k in kinds(s) if OBJECTIVE_NAMES[k] == op.text("objective"))
    for _ in range(number(s, op.args["count"])):
        free = [h for h in s.ground().near[s.hex[doing.me]] if s.is_empty(h)]
        if free:
            at = yield from t.choose(doing.act.seat, "summon_to", free)
            figure = place_objective(t, kind, at, len(objectives(s, op.text("objective"))) + 1)
            s.marks[figure] |= ACTED


@deed.by("destroy_objectives_spawn")
def hatch(t: T, doing: Deed, op: Op) -> Flow[None]:
    """Scenario 46: every egg becomes a demon."""
    s = t.state
    for egg in objectives(s, op.text("objective")):
        at = s.hex[egg]
        s.put(egg, NONE)
        t.emit("left_map", s.tag(egg))
        rank = op.args["rank_2_3_4"][column(s)]
        place_monster(t, TYPE_OF[op.text("monster")], RANK_OF[rank], at, ACTED | NO_MONEY)
    yield from ()


# ---------------------------------------------------------------- the boss changes its place
def next_of(s: Gloomhaven, key: str, order: list[str]) -> str:
    """The next letter of a cycle."""
    step = s.notes.get(key, 0)
    s.notes[key] = step + 1
    return order[step % len(order)]


def put_near(t: T, figure: Figure, at: Hex) -> None:
    """On a hex, or the nearest where a figure can stand."""
    s = t.state
    s.put(figure, at if s.at[at] in (NONE, figure) else nearest_empty(s, at))
    t.emit("moved", s.tag(figure), s.hex[figure])


@deed.by("jump_to_next_door")
def jump_to_next_door(t: T, doing: Deed, op: Op) -> Flow[None]:
    """Scenario 2: whatever the distance, and the room behind is revealed."""
    s = t.state
    at = marker(s, next_of(s, "next door", op.args["order"]))[0]
    yield from unlock(t, at)
    put_near(t, doing.me, at)


@deed.by("jump_to_marker")
def jump_to_marker(t: T, doing: Deed, op: Op) -> Flow[None]:
    put_near(t, doing.me, marker(t.state, next_of(t.state, "next marker", op.args["order"]))[0])
    yield from ()


@deed.by("fly_to_next_perch")
def fly_to_next_perch(t: T, doing: Deed, op: Op) -> Flow[None]:
    """Scenario 34: to the next boulders; who stands there makes way."""
    s = t.state
    at = marker(s, next_of(s, "perch", op.args["order"]))[0]
    other = s.at[at]
    s.put(doing.me, NONE)
    if other not in (NONE, doing.me):
        s.put(other, NONE)
        s.put(doing.me, at)
        put_near(t, other, at)
    s.put(doing.me, at)
    t.emit("moved", s.tag(doing.me), at)
    yield from ()


@deed.by("move_objective")
def move_objective(t: T, doing: Deed, op: Op) -> Flow[None]:
    """Scenario 21: the altar goes to its next place; the room there is revealed."""
    s = t.state
    letter = next_of(s, "next altar", op.args["order"])
    at = marker(s, letter)[0]
    s.notes["altar"] = ord(letter)
    for altar in objectives(s, op.text("objective")):
        if not s.is_revealed(at):
            yield from reveal(t, s.layout().rooms[at], NONE)
        yield from open_between(t)
        other = s.at[at]
        if other not in (NONE, altar):
            s.put(other, NONE)
            s.put(altar, at)
            put_near(t, other, at)
        s.put(altar, at)
        t.emit("moved", s.tag(altar), at)


def open_between(t: T) -> Flow[None]:
    """Doors between revealed rooms open."""
    s = t.state
    for door, rooms in enumerate(s.layout().doors_of):
        if s.closed >> door & 1 and all([s.revealed >> room & 1 for room in rooms]):
            yield from open_door(t, NONE, s.layout().doors[door])


# ---------------------------------------------------------------- others act
@deed.by("extra_turn")
def extra_turn(t: T, doing: Deed, op: Op) -> Flow[None]:
    """Scenario 9: all of a type act again by their card."""
    s = t.state
    for figure in of_type(s, op.text("monster")):
        card = s.ability.get(TYPE_DECK[s.kind[figure]], NONE)
        if s.in_play(figure) and not s.has(figure, STUN) and card != NONE:
            yield from act_by_card(t, figure, monster_card(card).ops)


@deed.by("allies_attack")
def allies_attack(t: T, doing: Deed, op: Op) -> Flow[None]:
    """All allies of the boss attack harder this round."""
    grant(t.state, doing.me, "allies_attack", op.value, "alliesAffect")
    yield from ()


@attacker_bonus.by("allies_attack")
def allies_attack_bonus(t: T, blow: Blow, row: Bonus) -> None:
    if blow.strike.attacker != row.figure:
        blow.value += row.value


@deed.by("force_move")
def force_move(t: T, doing: Deed, op: Op) -> Flow[None]:
    """Scenario 79: away from the boss as far as possible, or up to it; early initiative first."""
    s = t.state
    figures = who(s, op.text("who"))
    for figure in sorted(figures, key=lambda f: (leading_initiative(s, s.character_of(f)), f)):
        if not s.in_play(figure) or not s.in_play(doing.me):
            continue
        if op.value:
            yield from flee(t, figure, s.hex[doing.me], op.value)
        else:
            yield from go(t, figure, 99, [h for h in s.ground().near[s.hex[doing.me]] if s.at[h] in (NONE, figure)])


def flee(t: T, figure: Figure, start: Hex, points: int) -> Flow[None]:
    """To one of the hexes that are farthest off."""
    s = t.state
    found = reachable(s, figure, WALK, points)
    row = s.ground().row(start)
    ends = [
        h
        for h, price in enumerate(found.cost)
        if price <= points and h not in s.ground().shut and s.at[h] in (NONE, figure)
    ]
    far = max([row[h] for h in ends])
    to = yield from t.choose(s.asks(figure), "move_to", [h for h in ends if row[h] == far])
    if to != s.hex[figure]:
        yield from go(t, figure, 99, [to])
