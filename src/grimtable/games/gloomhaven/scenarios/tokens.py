"""Things that are carried and are no items: a doll, a claw, numbered tokens; and what may be given up."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.components import MONSTER, NONE, PIT, Figure, Hex
from grimtable.games.gloomhaven.components.monsters import TYPE_OF
from grimtable.games.gloomhaven.components.scenarios import record_of
from grimtable.games.gloomhaven.components.terms import NO_MONEY
from grimtable.games.gloomhaven.moments import (
    at_setup,
    figure_died,
    loot_action,
    room_revealed,
    round_ended,
    round_started,
    stat_change,
    treasure_looted,
    turn_ended,
)
from grimtable.games.gloomhaven.scenarios.reading import ROUND_END, fact, in_force, is_time, marker, rules
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

TOKEN: Final = 1000  # a treasure tile that is the thing to carry
NUMBERED: Final = 2000  # numbered tokens: 2001 to 2006
GIVE, KEEP = "give", "keep"


def carried(s: Gloomhaven) -> bool:
    """Whether the goal is to bring a thing somewhere."""
    return any([op["op"] == "carry_to" for op in record_of(s.scenario)["goal"]["win"]])


@round_started.by("token")
def choose_bearer(t: T) -> Flow[None]:
    """Scenario 69: the players choose who holds the doll."""
    s = t.state
    if s.round == 1 and [rule for rule in rules(s, "token") if "held_by" in rule]:
        take(t, (yield from t.choose(s.speaker(), "bearer", s.heroes())))


@at_setup.by("token")
def lay_tokens(t: T) -> Flow[None]:
    """Scenario 95: six tokens lie face down, each is seen with its room."""
    s = t.state
    for rule in rules(s, "token"):
        if rule.get("placed"):
            numbers = list(range(1, 7))
            t.shuffle(numbers)
            for at, number in zip(marker(s, "a"), numbers):
                s.notes[f"hidden token {at}"] = number
    yield from ()


@room_revealed.by("token")
def tokens_of_room(t: T, room: int, opener: Figure) -> Flow[None]:
    """Scenario 95: they are seen with their room."""
    s = t.state
    for at in range(s.layout().size):
        number = s.notes.get(f"hidden token {at}", 0)
        if number and s.layout().rooms[at] == room:
            s.treasure[at] = NUMBERED + number
            s.notes.pop(f"hidden token {at}")
    yield from ()


@treasure_looted.by("token")
def token_looted(t: T, character: Figure, number: int, at: Hex) -> Flow[None]:
    s = t.state
    if number == TOKEN:
        take(t, character)
    elif number > NUMBERED:
        s.notes[f"token {number - NUMBERED}"] = 1
    yield from ()


def take(t: T, character: Figure) -> None:
    t.state.notes["bearer"] = character
    t.emit("carries", t.state.tag(character))


@loot_action.by("token")
def take_over(t: T, character: Figure, reach: int) -> Flow[None]:
    """A loot ability of another character takes the thing from its bearer."""
    s = t.state
    bearer = s.notes.get("bearer", NONE)
    if bearer in (NONE, character) or not s.in_play(bearer) or not carried(s):
        return
    if (
        s.distance(character, bearer) <= reach
        and (yield from t.choose(s.seat[character], "take_over", [GIVE, KEEP])) == GIVE
    ):
        take(t, character)


@figure_died.by("token")
def bearer_falls(t: T, figure: Figure, by: Figure, at: Hex) -> Flow[None]:
    """It stays in the hex as a treasure tile."""
    s = t.state
    if carried(s) and s.notes.get("bearer", NONE) == figure and figure < s.characters:
        s.notes.pop("bearer")
        s.treasure[at] = TOKEN
    yield from ()


@stat_change.by("token")
def bearer_is_slow(s: Gloomhaven, figure: Figure, stat: str) -> int:
    """Scenario 88."""
    if stat != "move" or s.notes.get("bearer", NONE) != figure:
        return 0
    return sum([int(rule.get("holder_move", 0)) for rule in rules(s, "token")])


@figure_died.by("drop_on_death")
def drop_on_death(t: T, figure: Figure, by: Figure, at: Hex) -> Flow[None]:
    """Scenario 88: a treasure tile instead of money."""
    s = t.state
    for rule in rules(s, "drop_on_death"):
        if s.sort[figure] == MONSTER and s.kind[figure] == TYPE_OF[rule["monster"]]:
            if not s.marks[figure] & NO_MONEY and s.money.get(at, 0) == 1:
                del s.money[at]
            s.treasure[at] = TOKEN
    yield from ()


# ---------------------------------------------------------------- giving up, leaving
@turn_ended.by("outcomes")
def give_up(t: T, figure: Figure) -> Flow[None]:
    """Scenario 82: on the marked hex the treasure may be given up: conclusion A."""
    s = t.state
    if figure >= s.characters or 62 not in s.loot[figure] or s.hex[figure] not in marker(s, "g"):
        return
    if (yield from t.choose(s.seat[figure], "give_up", [GIVE, KEEP])) == GIVE:
        s.notes["sacrificed"] = 1


@round_ended.by("leave_map")
def leave_map(t: T) -> Flow[None]:
    """Scenario 41: who stands on the exit at the end of a round leaves with all summons."""
    s = t.state
    for rule in rules(s, "leave_map"):
        if not is_time(s, rule["when"], ROUND_END) or not in_force(s, rule):
            continue
        for character in [c for c in s.heroes() if s.hex[c] in marker(s, "a")]:
            for figure in [f for f in s.figures() if f == character or s.owner[f] == character]:
                s.put(figure, NONE)
                t.emit("left_map", s.tag(figure))
            s.notes[f"left {character}"] = 1
    yield from ()


# ---------------------------------------------------------------- what stays
@at_setup.by("indestructible")
def indestructible_at_start(t: T) -> Flow[None]:
    make_indestructible(t.state)
    yield from ()


@room_revealed.by("indestructible")
def indestructible_with_room(t: T, room: int, opener: Figure) -> Flow[None]:
    make_indestructible(t.state)
    yield from ()


def make_indestructible(s: Gloomhaven) -> None:
    """[GLOOMHAVEN-5.22] As a dark pit: no ability destroys it."""
    for rule in rules(s, "indestructible"):
        for overlay in record_of(s.scenario)["overlays"]:
            tile = rule["what"].removeprefix("obstacles of tile ")
            for q, r in overlay["hexes"]:
                at = s.layout().index.get((q, r), NONE)
                here = at != NONE and (overlay.get("kind") == rule["what"] or s.layout().tiles[at] == tile)
                if here and overlay["type"] == "obstacle" and s.is_revealed(at):
                    s.terrain[at] |= PIT


# ---------------------------------------------------------------- scenario 81: the two tokens are the two goal tiles
@fact.by("first goal tile looted")
def first_tile(s: Gloomhaven) -> bool:
    return s.notes.get("goal_tiles", 0) > 0


@fact.by("second goal tile looted")
def second_tile(s: Gloomhaven) -> bool:
    return s.notes.get("goal_tiles", 0) > 1
