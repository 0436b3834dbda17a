"""Whom an ability affects: the words of `target_spec`, `who` and `affects`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grimtable.games.gloomhaven.components import NONE, OBSTACLE, POISON, SUMMON, TRAP, Figure, Hex
from grimtable.games.gloomhaven.components.layouts import FAR
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.interludes import Option, at_will, take
from grimtable.games.gloomhaven.ops import Act
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

NOBODY: Final = "nobody"
OBSTACLES: Final = "obstacle"  # prompts for hexes
TRAPS: Final = "trap"
ITEMS: Final = "refresh"  # and for items; all others of `one_of` are for figures
# All figures that a word means, seen from the acting figure; `reach` is the range given with it.
group: Final = Hook[[Gloomhaven, Act, int], list[Figure]]()
ONE: Final[dict[str, str]] = {  # words that mean one figure of a group
    "enemyAdjacent": "enemiesAdjacent",
    "one_adjacent_enemy": "enemiesAdjacent",
    "one_enemy_within_range": "enemies_within_range",
    "allyAffectAdjacent": "alliesAdjacentAffect",
    "one_adjacent_ally": "alliesAdjacentAffect",
    "self_or_one_adjacent_ally": "selfAlliesAdjacentAffect",
    "any_one_ally": "alliesAffect",
    "one_ally_within_range": "allies_within_range",
    "allyAffectRange": "allies_within_range",
    "one_summoned_ally_within_range": "all_summoned_allies_within_range",
    "one_adjacent_summoned_ally": "all_adjacent_summoned_allies",
    "any_one_summoned_ally": "all_summoned_allies",
    "you_or_any_one_ally": "selfAlliesAffect",
    "any_one_enemy": "enemies",
    "any_one_enemy_with_poison": "all_enemies_with_poison",
}
TWO: Final = {
    "two_allies_within_range": "allies_within_range",
    "two_summoned_allies_within_range": "all_summoned_allies_within_range",
}  # two figures of a group


def near(s: Gloomhaven, act: Act, figures: list[Figure], reach: int) -> list[Figure]:
    """[GLOOMHAVEN-13.6] Those so near, in sight or not."""
    row = s.ground().row(s.hex[act.me])
    return [figure for figure in figures if row[s.hex[figure]] <= reach]


def targetable(s: Gloomhaven, act: Act) -> list[Figure]:
    return [other for other in s.enemies(act.me) if s.may_target(act.me, other)]


@group.by("self")
def just_me(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [act.me]


@group.by("enemiesAdjacent")
def adjacent_enemies(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return near(s, act, targetable(s, act), 1)


@group.by("enemies_within_range")
def enemies_in_range(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    """[GLOOMHAVEN-13.4] What has a range needs a line of sight."""
    return [f for f in near(s, act, targetable(s, act), max(reach, 1)) if s.sees(act.me, f)]


@group.by("enemiesMovedThrough")
def enemies_moved_through(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [other for other in targetable(s, act) if s.hex[other] in act.path]


@group.by("alliesAdjacentAffect")
def adjacent_allies(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return near(s, act, s.allies(act.me), 1)


@group.by("alliesAffect")
def all_allies(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return s.allies(act.me)


@group.by("allies_within_range")
def allies_in_range(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [f for f in near(s, act, s.allies(act.me), max(reach, 1)) if s.sees(act.me, f)]


@group.by("selfAlliesAdjacentAffect")
def me_and_adjacent_allies(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [act.me, *near(s, act, s.allies(act.me), 1)]


@group.by("selfAlliesAffect")
def me_and_all_allies(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [act.me, *s.allies(act.me)]


@group.by("enemies")
def all_enemies(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    """All enemies, or those in the range given."""
    return near(s, act, targetable(s, act), reach or FAR)


@group.by("adjacent_enemies_and_allies")
def everybody_adjacent(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    """Not targeting: the invisible too [GLOOMHAVEN-14.12]."""
    return near(s, act, [f for f in s.figures() if f != act.me], 1)


@group.by("selfAlliesRange")
def me_and_allies_in_range(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [act.me, *allies_in_range(s, act, reach)]


@group.by("all_enemies_within_2_hexes")
def enemies_within_two(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return near(s, act, targetable(s, act), 2)


@group.by("self_and_all_enemies_within_range")
def me_and_enemies_in_range(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [*enemies_in_range(s, act, reach), act.me]


@group.by("the_target")
def those_touched(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    """Whom the ability above it affected."""
    return [figure for figure in act.touched if s.in_play(figure)]


@group.by("all_summoned_allies_within_range")
def summons_in_range(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [f for f in allies_in_range(s, act, reach) if s.sort[f] == SUMMON]


@group.by("all_summoned_allies")
def all_summons(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    """[GLOOMHAVEN-17.3] Of any owner on the own side."""
    return [f for f in s.allies(act.me) if s.sort[f] == SUMMON]


@group.by("all_adjacent_summoned_allies")
def adjacent_summons(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return near(s, act, all_summons(s, act, reach), 1)


@group.by("self_and_all_summoned_allies")
def me_and_summons(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [act.me, *all_summons(s, act, reach)]


@group.by("all_allies_moved_through")
def allies_moved_through(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [other for other in s.allies(act.me) if s.hex[other] in act.path]


@group.by("alliesEnemies")
def everybody_else(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [*s.allies(act.me), *targetable(s, act)]


@group.by("all_enemies_with_poison")
def poisoned_enemies(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [f for f in targetable(s, act) if s.has(f, POISON)]


@group.by("all_allies_with_poison")
def poisoned_allies(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [f for f in s.allies(act.me) if s.has(f, POISON)]


@group.by("all_enemies_adjacent_to_any_enemy_with_poison")
def enemies_beside_poisoned(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    sick = poisoned_enemies(s, act, reach)
    return [f for f in targetable(s, act) if [other for other in sick if s.adjacent(f, other)]]


@group.by("all_enemies_adjacent_to_any_summoned_ally")
def enemies_beside_summons(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    summons = all_summons(s, act, reach)
    return [f for f in targetable(s, act) if [other for other in summons if s.adjacent(f, other)]]


# ---------------------------------------------------------------- in the same room
def rooms_at(s: Gloomhaven, at: Hex) -> tuple[int, ...]:
    """The room of a hex; a door belongs to both it joins."""
    layout = s.layout()
    return layout.doors_of[layout.doors.index(at)] if at in layout.doors else (layout.rooms[at],)


def in_my_room(s: Gloomhaven, act: Act, figures: list[Figure]) -> list[Figure]:
    mine = rooms_at(s, s.hex[act.me])
    return [f for f in figures if [room for room in rooms_at(s, s.hex[f]) if room in mine]]


@group.by("all_enemies_in_same_room")
def enemies_in_room(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return in_my_room(s, act, targetable(s, act))


@group.by("all_allies_in_same_room")
def allies_in_room(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return in_my_room(s, act, s.allies(act.me))


# ---------------------------------------------------------------- next to hexes of the action
def beside_hexes(s: Gloomhaven, hexes: Sequence[Hex]) -> list[Figure]:
    """The figures next to any of these hexes."""
    return [f for f in s.figures() if [h for h in s.ground().near[s.hex[f]] if h in hexes]]


@group.by("all_enemies_adjacent_to_destroyed_obstacle")
def enemies_beside_hexes(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [f for f in beside_hexes(s, act.hexes) if f in targetable(s, act)]


@group.by("allies_and_enemies_adjacent_to_created_obstacles")
def everybody_beside_hexes(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [f for f in beside_hexes(s, act.hexes) if f != act.me]


@group.by("allies_and_enemies_adjacent_to_hexes_entered")
def everybody_beside_path(s: Gloomhaven, act: Act, reach: int) -> list[Figure]:
    return [f for f in beside_hexes(s, act.path) if f != act.me]


for _word, _same in (
    ("all_enemies_adjacent_to_moved_obstacle", enemies_beside_hexes),
    ("all_enemies_adjacent_to_the_obstacle", enemies_beside_hexes),
    ("all_enemies_adjacent_to_killed_target", enemies_beside_hexes),
    ("all_enemies_moved_through", enemies_moved_through),
    ("the_healed_figure", those_touched),
    ("the_healed_figures", those_touched),
    ("all_adjacent_allies", adjacent_allies),
    ("you_and_all_adjacent_allies", me_and_adjacent_allies),
    ("you_and_all_allies", me_and_all_allies),
    ("self_and_adjacent_allies", me_and_adjacent_allies),
    ("all_allies_within_range", allies_in_range),
    ("you_and_allies_within_range", me_and_allies_in_range),
    ("you_and_adjacent_allies", me_and_adjacent_allies),
    ("enemiesRange", enemies_in_range),
    ("all_enemies", all_enemies),
    ("adjacent_enemies", adjacent_enemies),
    ("adjacent_allies", adjacent_allies),
    ("all_allies", all_allies),
    ("alliesRange", allies_in_range),
    ("alliesRangeAffect", allies_in_range),
    ("selfAlliesAffectRange", me_and_allies_in_range),
    ("adjacent_allies_and_enemies", everybody_adjacent),
    ("all_adjacent_enemies", adjacent_enemies),
    ("that_enemy", those_touched),
    ("that_ally", those_touched),
    ("the_same_enemy", those_touched),
    ("all_enemies_within_range", enemies_in_range),
):
    group.by(_word)(_same)


def spec_of(op: Op) -> str:
    """Whom the op names: by a rider or by an argument."""
    for rider in op.sub:
        if rider.name == "target_spec":
            return rider.word
        if rider.name == "affects":
            return rider.text("who")
    return op.text("who") or op.text("target")


def reach_of(op: Op) -> int:
    """Its range: a rider or an argument; 0 if none is given."""
    rider = op.rider("range")
    if rider is not None:
        return rider.value
    whom = op.rider("affects")
    return whom.number("range") if whom is not None and "range" in whom.args else op.number("range")


def reach_of_word(spec: str) -> int:
    """The range written behind a word: "enemiesRange:3"."""
    number = spec.partition(":")[2]
    return int(number) if number else 0


def one_of(t: T, seat: int, prompt: str, things: list[int]) -> Flow[int]:
    """One of these, or NONE if the player wants nobody."""
    s = t.state
    while things:
        options: list[int | str | Option] = [NOBODY, *things, *at_will(s, seat)]
        one = yield from t.choose(seat, prompt, options)
        if isinstance(one, int):
            return one
        if isinstance(one, str):
            break
        yield from take(t, seat, one)
        things = [thing for thing in things if is_still_there(s, prompt, thing)]
    return NONE


def is_still_there(s: Gloomhaven, prompt: str, thing: int) -> bool:
    """Whether one can still name it, after something else was done."""
    if prompt == OBSTACLES:
        return bool(s.terrain[thing] & OBSTACLE)
    if prompt == TRAPS:
        return bool(s.terrain[thing] & TRAP)
    return prompt == ITEMS or s.in_play(thing)


def affected(t: T, act: Act, op: Op, default: str) -> Flow[list[Figure]]:
    """The figures an op affects; where it means one of several the player names it, or nobody."""
    return (yield from named(t, act, spec_of(op) or default, reach_of(op)))


def named(t: T, act: Act, spec: str, reach: int) -> Flow[list[Figure]]:
    """The figures a word means."""
    s = t.state
    if ":" in spec:
        spec, number = spec.split(":")
        reach = int(number or 0)
    if spec in TWO:
        return (yield from so_many(t, act, group[TWO[spec]](s, act, reach), 2))
    if spec not in ONE:
        return group[spec](s, act, reach)
    figures = group[ONE[spec]](s, act, reach)
    if not figures:
        return []
    one = yield from one_of(t, act.seat, "whom", figures)
    return [] if one == NONE else [one]


def some_of(t: T, act: Act, op: Op, figures: list[Figure]) -> Flow[list[Figure]]:
    """As many different ones of these as the line targets."""
    many = op.rider("target")
    return (yield from so_many(t, act, figures, many.value if many is not None else 1))


def so_many(t: T, act: Act, figures: list[Figure], count: int) -> Flow[list[Figure]]:
    left, found = list(figures), list[Figure]()
    for _ in range(count):
        one = (yield from one_of(t, act.seat, "whom", left)) if left else NONE
        if one == NONE:
            break
        left.remove(one)
        found.append(one)
    return found


def at_hexes(s: Gloomhaven, hexes: list[Hex] | tuple[Hex, ...]) -> list[Figure]:
    """The figures on these hexes."""
    return [s.at[h] for h in hexes if s.at[h] != NONE]
