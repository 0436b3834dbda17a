"""Rules of single scenarios: 34, 48, 49, 57."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import ELITE, MONSTER, NONE, RANK_OF, Figure, Hex
from grimtable.games.gloomhaven.components.monsters import BOSS_DECK, STATS, TYPE_OF, stats_key
from grimtable.games.gloomhaven.components.terms import ACTED
from grimtable.games.gloomhaven.damage import suffer
from grimtable.games.gloomhaven.moments import (
    attacked,
    figure_died,
    further_turns,
    room_revealed,
    round_started,
    turn_comes,
    turn_instead,
    turns_begin,
)
from grimtable.games.gloomhaven.rooms import ability_initiative, draw_ability, nearest_empty, place_monster
from grimtable.games.gloomhaven.scenarios.bosses import next_of
from grimtable.games.gloomhaven.scenarios.reading import (
    in_force,
    is_on,
    marker,
    middle,
    objectives,
    of_type,
    room_of,
    rules,
    who,
)
from grimtable.games.gloomhaven.scenarios.walking import go
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.values import Flow

ZEPHYR, RIDER, CANNON = "Zephyr", "dark-rider", "siege-cannon"


# ---------------------------------------------------------------- 34: whirlwinds act just before the drake
@further_turns.by("scenario_34")
def whirlwinds(s: Gloomhaven) -> list[tuple[int, Figure]]:
    """Just before the boss: one point of initiative earlier."""
    waiting = [f for f in objectives(s, ZEPHYR) if not s.marks[f] & ACTED]
    return [(ability_initiative(s, BOSS_DECK) - 1, f) for f in waiting[:1]]


# ---------------------------------------------------------------- 48: the rider comes and goes
@round_started.by("appears")
def rider_is_about(t: T) -> Flow[None]:
    """It waits off the map; its figure is made when it first appears, and keeps its hit points."""
    s = t.state
    if s.notes.get("rider", NONE) == NONE:
        at = nearest_empty(s, marker(s, "a")[0])
        figure = place_monster(t, TYPE_OF[RIDER], RANK_OF["boss"], at)
        s.put(figure, NONE)
        s.notes["rider"] = figure
    yield from ()


@turns_begin.by("appears")
def rider_takes_part(t: T) -> None:
    """A card is drawn for it although it is not on the map."""
    s = t.state
    rider = s.notes.get("rider", NONE)
    if rider != NONE and s.hp[rider] > 0:
        s.marks[rider] &= ~ACTED
        if BOSS_DECK not in s.ability:
            draw_ability(t, BOSS_DECK)


@further_turns.by("appears")
def rider_waits(s: Gloomhaven) -> list[tuple[int, Figure]]:
    """While it is off the map it is not among the figures that act."""
    rider = s.notes.get("rider", NONE)
    waits = rider != NONE and s.hex[rider] == NONE and s.hp[rider] > 0 and not s.marks[rider] & ACTED
    return [(ability_initiative(s, BOSS_DECK), rider)] if waits and BOSS_DECK in s.ability else []


@turn_comes.by("appears")
def appear(t: T, rider: Figure) -> None:
    """At the next letter, or the closest free hex."""
    s = t.state
    if rider != s.notes.get("rider", NONE) or s.in_play(rider):
        return
    letters = rules(s, "appears")[0]["order"]
    at = marker(s, next_of(s, "next place", letters))[0]
    s.put(rider, at if s.at[at] == NONE else nearest_empty(s, at))
    t.emit("placed", s.tag(rider), s.hex[rider])


@attacked.by("leaves_map")
def rider_leaves(t: T, attacker: Figure, is_melee: bool, hit: list[Figure]) -> Flow[None]:
    """Right after each melee attack it performs."""
    s = t.state
    if is_melee and s.in_play(attacker) and attacker == s.notes.get("rider", NONE):
        s.put(attacker, NONE)
        s.marks[attacker] |= ACTED
        t.emit("left_map", s.tag(attacker))
    yield from ()


# ---------------------------------------------------------------- 49: the cannon and its archer
@turn_instead.by("scenario_49")
def man_the_cannon(t: T, figure: Figure) -> Flow[bool]:
    """The cannon does nothing itself; the archer nearest to it goes there and fires it."""
    s = t.state
    if s.kind[figure] == TYPE_OF[CANNON]:
        return True
    rule = rules(s, "monster_behaviour")[0]
    cannons = of_type(s, CANNON)
    if not in_force(s, rule) or not cannons or figure != gunner(s, cannons[0]):
        return False
    cannon = s.hex[cannons[0]]
    beside = [h for h in s.ground().near[cannon] if h not in marker(s, "b") and s.at[h] in (NONE, figure)]
    yield from go(t, figure, 3, beside)
    if s.in_play(figure) and s.hex[figure] in s.ground().near[cannon]:
        yield from fire(t)
    return True


def gunner(s: Gloomhaven, cannon: Figure) -> Figure:
    """The archer closest to the cannon; of several, the first to act."""
    archers = of_type(s, "city-archer")
    row = s.ground().row(s.hex[cannon])
    return min(archers, key=lambda f: (row[s.hex[f]], s.rank[f] != ELITE, s.standee[f]), default=NONE)


def fire(t: T) -> Flow[None]:
    """Everybody in the three rows before the cannon, and on the whole first tile, suffers an elite's attack."""
    s = t.state
    points = STATS[TYPE_OF["ancient-artillery"]][stats_key(ELITE, s.monster_level())].attack
    assert isinstance(points, int)
    for figure in who(s, "characters_and_summons"):
        r = s.layout().axial[s.hex[figure]][1]
        if s.in_play(figure) and (r in (0, 1, 2) or is_on(s, figure, "g1a")):
            yield from suffer(t, figure, points)


# ---------------------------------------------------------------- 57: the guard is no guard
@room_revealed.by("scenario_57")
def unmasked_at_once(t: T, room: int, opener: Figure) -> Flow[None]:
    """If there is no standee left for the guard [GLOOMHAVEN-10.3], who hides behind it shows at once."""
    s = t.state
    rule = rules(s, "replace_on_death")[0]
    guards = [f for f in of_type(s, rule["monster"]) if s.rank[f] == ELITE and is_on(s, f, rule["tile"])]
    if room == room_of(s, rule["tile"]) and not guards:
        s.notes["replaced"] = 1
        place_monster(t, TYPE_OF[rule["by"]], RANK_OF["boss"], nearest_empty(s, middle(s, rule["tile"])[0]))
    yield from ()


@figure_died.by("replace_on_death")
def replace_on_death(t: T, figure: Figure, by: Figure, at: Hex) -> Flow[None]:
    """The named monster takes its place."""
    s = t.state
    for rule in rules(s, "replace_on_death"):
        guard = s.sort[figure] == MONSTER and s.kind[figure] == TYPE_OF[rule["monster"]]
        here = s.layout().rooms[at] == room_of(s, rule["tile"]) and not s.notes.get("replaced")
        if guard and here and s.rank[figure] == RANK_OF[rule["rank"]]:
            s.notes["replaced"] = 1
            place_monster(t, TYPE_OF[rule["by"]], RANK_OF["boss"], at if s.at[at] == NONE else nearest_empty(s, at))
    yield from ()
