"""Rules of the preparation [GLOOMHAVEN-4.1]: cards, conditions, who starts where, which monsters are set up, and
whose side they are on."""

from __future__ import annotations

from typing import Any

from grimtable.games.gloomhaven import piles
from grimtable.games.gloomhaven.components import (
    CURSE,
    HEROES,
    MONSTER,
    NONE,
    OBSTACLE,
    RANK_OF,
    THIRD_SIDE,
    Figure,
    Hex,
    bits,
)
from grimtable.games.gloomhaven.components.modifiers import MINUS_ONE, next_copy
from grimtable.games.gloomhaven.components.monsters import TYPE_OF
from grimtable.games.gloomhaven.components.scenarios import record_of
from grimtable.games.gloomhaven.conditions import add_to_deck, give
from grimtable.games.gloomhaven.moments import (
    at_setup,
    figure_died,
    may_start,
    monster_entered,
    room_revealed,
    round_ended,
    round_started,
    set_up,
    turn_ended,
)
from grimtable.games.gloomhaven.rooms import column, place_monster
from grimtable.games.gloomhaven.scenarios.objectives import destroyed
from grimtable.games.gloomhaven.scenarios.reading import Rule, fact, happened, hexes, is_spared, number, of_type, rules
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow


# ---------------------------------------------------------------- scenario effects
@at_setup.by("add_modifier_cards")
def add_modifier_cards(t: T) -> Flow[None]:
    """[GLOOMHAVEN-4.1, GLOOMHAVEN-14.11] Curses or -1 cards into every character's deck."""
    s = t.state
    for rule in rules(s, "add_modifier_cards"):
        for character in range(s.characters):
            for _ in range(0 if is_spared(s, rule, character) else rule["count"]):
                if rule["card"] == "curse":
                    add_to_deck(t, character, CURSE)
                else:
                    add_minus_one(t, character)
        t.emit("cards_added", rule["card"], rule["count"])
    yield from ()


def add_minus_one(t: T, character: Figure) -> None:
    s = t.state
    deck = [*s.decks[character]]
    deck.append(next_copy([*deck, *s.drawn[character]], character, MINUS_ONE))
    t.shuffle(deck)
    s.decks[character] = tuple(deck)


@round_started.by("start_condition")
def start_condition(t: T) -> Flow[None]:
    """[GLOOMHAVEN-4.1] Once everybody stands on the map."""
    s = t.state
    for rule in rules(s, "start_condition") if s.round == 1 else []:
        for character in s.heroes():
            give(t, character, 0 if is_spared(s, rule, character) else bits([rule["condition"]]))
    yield from ()


@at_setup.by("discard_cards")
def discard_cards(t: T) -> Flow[None]:
    """[GLOOMHAVEN-4.1] Every character discards so many hand cards of its choice."""
    s = t.state
    for rule in rules(s, "discard_cards"):
        for character in range(s.characters):
            yield from piles.discard_cards(t, character, 0 if is_spared(s, rule, character) else rule["count"])


# ---------------------------------------------------------------- where characters start
@may_start.by("split_start")
def split_start(s: Gloomhaven, at: Hex) -> bool:
    """[GLOOMHAVEN-4.8] At most half of the characters, rounded up, in each starting room."""
    rooms = [s.layout().rooms[s.hex[c]] for c in s.heroes()]
    return rooms.count(s.layout().rooms[at]) < -(-s.characters // 2)


@may_start.by("start_restriction")
def shares_section(s: Gloomhaven, at: Hex) -> bool:
    """Whether a monster stands in the part of the room that obstacles leave around a hex."""
    seen = {at}
    edge = [at]
    while edge:
        here = edge.pop()
        for there in s.ground().near[here]:
            if there in seen or s.terrain[there] & OBSTACLE:
                continue
            if s.at[there] != NONE and s.sort[s.at[there]] == MONSTER:
                return True
            seen.add(there)
            edge.append(there)
    return False


# ---------------------------------------------------------------- which monsters
@set_up.by("named_monsters")
def named(s: Gloomhaven, spot: dict[str, Any], name: str, rank: str) -> tuple[str, str]:
    """[GLOOMHAVEN-22.7] A named monster takes the place of the one it is made from."""
    for record in record_of(s.scenario)["named_monsters"]:
        places = record.get("hexes") or [record.get("hex")]
        if spot["hex"] in places and record["id"] in TYPE_OF:
            return record["id"], rank
    return name, rank


@monster_entered.by("named_monsters")
def named_entered(t: T, figure: Figure) -> None:
    """Some are of a higher level."""
    s = t.state
    for record in record_of(s.scenario)["named_monsters"]:
        if TYPE_OF.get(record["id"]) == s.kind[figure] and record.get("level") == "min(L+1,7)":
            raise_level(s, s.kind[figure], 1, figure)


def raise_level(s: Gloomhaven, kind: int, plus: int, figure: Figure) -> None:
    s.notes["levels"] = 1
    if f"level {kind}" in s.notes:
        return
    s.notes[f"level {kind}"] = plus
    set_hp(s, figure)


def set_hp(s: Gloomhaven, figure: Figure) -> None:
    s.hp[figure] = s.max_hp[figure] = number(s, s.stats(figure).hp)


@set_up.by("not_set_up")
def not_set_up(s: Gloomhaven, spot: dict[str, Any], name: str, rank: str) -> tuple[str, str]:
    left_out = [rule["monster"] for rule in rules(s, "not_set_up")]
    return name, "none" if name in left_out else rank


@set_up.by("set_up_later")
def set_up_later(s: Gloomhaven, spot: dict[str, Any], name: str, rank: str) -> tuple[str, str]:
    """Not before its time comes."""
    for rule in rules(s, "set_up_later"):
        if name in rule.get("monsters", []) and not happened(s, rule["when"]):
            return name, "none"
        if spot["room"] in rooms_later(s, rule) and (not happened(s, rule["when"]) or spot["hex"] in early(s)):
            return name, "none"
    return name, rank


def rooms_later(s: Gloomhaven, rule: Rule) -> list[int]:
    layout = s.layout()
    return [layout.rooms[layout.tiles.index(tile)] for tile in rule.get("tiles", [])]


def early(s: Gloomhaven) -> list[list[int]]:
    """Spots that were filled at the start although their room was not revealed."""
    found: list[list[int]] = []
    for rule in rules(s, "set_up_at_start"):
        spots = [spot["hex"] for spot in record_of(s.scenario)["monsters"] if spot["id"] == rule["monster"]]
        found += spots if rule["hexes"] == "all" else [hex_ for hex_ in rule["hexes"] if hex_ in spots]
    return found


def come_now(t: T) -> None:
    """Monsters whose time has come are set up where they belong."""
    s = t.state
    for place, rule in enumerate(rules(s, "set_up_later")):
        key = f"set_up {place}"
        if s.notes.get(key) or not happened(s, rule["when"]):
            continue
        s.notes[key] = 1
        for spot in record_of(s.scenario)["monsters"]:
            wanted = spot["id"] in rule.get("monsters", []) or spot["room"] in rooms_later(s, rule)
            if wanted and s.revealed >> spot["room"] & 1 and spot["hex"] not in early(s):
                rank = spot["rank_2_3_4"][column(s)]
                if rank != "none":
                    place_monster(t, TYPE_OF[spot["id"]], RANK_OF[rank], hexes(s, [spot["hex"]])[0])


@turn_ended.by("set_up_later")
def later_after_turn(t: T, figure: Figure) -> Flow[None]:
    come_now(t)
    yield from ()


@round_ended.by("set_up_later")
def later_after_round(t: T) -> Flow[None]:
    come_now(t)
    yield from ()


@figure_died.by("set_up_later")
def later_after_death(t: T, figure: Figure, by: Figure, at: Hex) -> Flow[None]:
    come_now(t)
    yield from ()


@room_revealed.by("set_up_later")
def later_with_room(t: T, room: int, opener: Figure) -> Flow[None]:
    """Those who came with the room are not set up a second time."""
    s = t.state
    for place, rule in enumerate(rules(s, "set_up_later")):
        if happened(s, rule["when"]):
            s.notes[f"set_up {place}"] = 1
    yield from ()


@at_setup.by("set_up_at_start")
def set_up_at_start(t: T) -> Flow[None]:
    """Although their room is not revealed."""
    s = t.state
    for spot in record_of(s.scenario)["monsters"]:
        rank = spot["rank_2_3_4"][column(s)]
        at = hexes(s, [spot["hex"]])[0]
        if spot["hex"] in early(s) and rank != "none" and s.at[at] == NONE:
            place_monster(t, TYPE_OF[spot["id"]], RANK_OF[rank], at)
    yield from ()


# ---------------------------------------------------------------- whose side
@monster_entered.by("allied_monsters")
def allied(t: T, figure: Figure) -> None:
    """Allies of the characters, enemies of other monsters; they act by their cards."""
    s = t.state
    if [r for r in rules(s, "allied_monsters") if s.kind[figure] in [TYPE_OF[name] for name in r["monsters"]]]:
        s.side[figure] = HEROES


@monster_entered.by("third_side")
def third(t: T, figure: Figure) -> None:
    """Enemies of everybody, from the time the scenario names."""
    join_third_side(t.state)


def join_third_side(s: Gloomhaven) -> None:
    for rule in rules(s, "third_side"):
        if "from" not in rule or happened(s, rule["from"]):
            for figure in [f for name in rule["monsters"] for f in of_type(s, name)]:
                s.side[figure] = THIRD_SIDE


@room_revealed.by("third_side")
def third_with_room(t: T, room: int, opener: Figure) -> Flow[None]:
    join_third_side(t.state)
    yield from ()


@fact.by("a door into the joined d tiles is opened")
def joined_tiles_open(s: Gloomhaven) -> bool:
    """Scenario 85."""
    layout = s.layout()
    return bool(s.revealed >> layout.rooms[layout.tiles.index("d1a")] & 1)


# ---------------------------------------------------------------- how strong
@monster_entered.by("monster_level")
def monster_level(t: T, figure: Figure) -> None:
    s = t.state
    for rule in rules(s, "monster_level"):
        if s.kind[figure] == TYPE_OF[rule["monster"]]:
            raise_level(s, s.kind[figure], rule["plus"], figure)


@monster_entered.by("monster_hp")
def monster_hp(t: T, figure: Figure) -> None:
    s = t.state
    for rule in rules(s, "monster_hp"):
        if s.kind[figure] == TYPE_OF[rule["monster"]]:
            s.hp[figure] = s.max_hp[figure] = number(s, rule["hp"], s.max_hp[figure])


# ---------------------------------------------------------------- times of later set-ups
@fact.by("end of the round in which the first villager is saved")
def villager_saved(s: Gloomhaven) -> bool:
    """Scenario 86."""
    return s.notes.get("saved", 0) > 0 and s.notes.get("round_over") == s.round


@fact.by("Door destroyed, or a character or an ally of theirs moves onto tile i1b or b2b")
def wall_is_passed(s: Gloomhaven) -> bool:
    """Scenario 35."""
    inside = [f for f in s.figures() if s.side[f] == HEROES and s.layout().tiles[s.hex[f]] in ("i1b", "b2b")]
    return bool(inside) or destroyed(s, "Door") > 0
