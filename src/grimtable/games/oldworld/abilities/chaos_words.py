"""Effect words about figures, cards, power and victory points."""

from __future__ import annotations

from grimtable.games.oldworld.abilities.places import place, powers
from grimtable.games.oldworld.battle import rot
from grimtable.games.oldworld.board import (
    Source,
    choose_region,
    doing,
    draw_cards,
    gain_vp,
    move,
    remove,
)
from grimtable.games.oldworld.components import (
    CLS,
    EVERYWHERE,
    FIGURE_OF,
    FIGURES,
    MAX_POWER,
    NOBODY,
    POWER_OF,
    POWERS,
    REGION_OF,
    REGIONS,
    UPGRADES_OF,
    Effect,
    Figure,
    Region,
    taken,
)
from grimtable.games.oldworld.regions import may_enter, may_leave
from grimtable.games.oldworld.state import GODS, OldWorld, T, changed
from grimtable.kernel.values import Flow, Step


# ---------------------------------------------------------------- points, cards, upgrades
@doing.by("none")
def nothing(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-12.20] The start of a dial."""
    yield from ()


@doing.by("victory")
def victory(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-12.20] Checked in the last step of the End Phase."""
    yield from ()


@doing.by("gain_vp")
def gain_points(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-12.15]"""
    for me in powers(t.state, source, effect.who):
        gain_vp(t, me, int(effect.amount), source.why)
    yield from ()


@doing.by("gain_vp_per")
def gain_points_per_peasant(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-14.4] Peasants stay on the sheets."""
    assert effect.per == "own_peasants_on_sheet"
    for me in powers(t.state, source, effect.who):
        gain_vp(t, me, int(effect.amount) * t.state.peasants[me], "peasants")
    yield from ()


@doing.by("take_upgrade")
def take_upgrade(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-12.14, OLDWORLD-17.1, OLDWORLD-17.3] Any unused one, for good and in the open."""
    s, me = t.state, source.me
    for _ in range(int(effect.number)):
        unused = [name for name in UPGRADES_OF[me] if name not in taken(me, s.upgrades[me])]
        if unused:
            answer = yield from t.choose(s.seat[me], "upgrade", unused)
            s.upgrades = changed(s.upgrades, me, s.upgrades[me] | 1 << UPGRADES_OF[me].index(answer))
            t.emit("upgraded", POWERS[me], answer)


@doing.by("draw_chaos_cards")
def draw_chaos_cards(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-12.19, OLDWORLD-1.11]"""
    for me in powers(t.state, source, effect.who):
        draw_cards(t, me, int(effect.number))
    yield from ()


@doing.by("discard_cards")
def discard_cards(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-22.20] Each chooses his own cards, in steps of their own: what is left in the hand is hidden."""
    if effect.who == "chosen" and "chosen" not in source.notes:
        return
    s = t.state
    for me in reversed(powers(s, source, effect.who)):
        s.agenda.append(Step("discard", (me, int(effect.number))))
    yield from ()


@doing.by("choose_enemy")
def choose_enemy(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-22.20] An enemy with a figure there, named for what follows."""
    s = t.state
    enemies = [POWERS[power] for power in s.others(source.me) if s.in_region(source.here, power)]
    if [name for name in enemies if s.hands[POWER_OF[name]]]:  # else nobody can discard
        answer = yield from t.choose(s.seat[source.me], "enemy", enemies)
        source.notes["chosen"] = POWER_OF[answer]


@doing.by("lose_power")
def lose_power(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-22.16] Not below the minimum."""
    s = t.state
    for me in powers(s, source, effect.who):
        lost = min(int(effect.amount), s.points[me] - effect.least)
        if lost:
            s.points[me] -= lost
            t.emit("lost_power", POWERS[me], lost)
    yield from ()


@doing.by("gain_power")
def gain_power(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-22.16, OLDWORLD-21.10] Not above the end of the track."""
    s = t.state
    for me in powers(s, source, effect.who):
        gained = min(int(effect.amount), MAX_POWER - s.points[me])
        if gained:
            s.points[me] += gained
            t.emit("gained_power", POWERS[me], gained)
    yield from ()


# ---------------------------------------------------------------- figures
@doing.by("mark_figure")
def mark_figure(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-22.17, OLDWORLD-7.9] An own figure there; the mark goes where the figure goes."""
    s = t.state
    own = s.in_region(place(source, effect.region), source.me)
    if [figure for figure in own if figure not in s.shielded]:
        answer = yield from t.choose(s.seat[source.me], "shield", [FIGURES[figure] for figure in s.distinct(own)])
        s.shielded = tuple(sorted({*s.shielded, FIGURE_OF[answer]}))
        t.emit("shielded", answer)


@doing.by("move_figures")
def move_figures(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-22.7, OLDWORLD-22.18, OLDWORLD-22.4] So many figures of anybody; bans on summoning hold."""
    s, me = t.state, source.me
    origin = source.here
    if effect.origin != "here":
        regions = [r for r in EVERYWHERE if r != source.here and movable(s, source, effect, r)]
        options = [REGIONS[region] for region in regions]
        answer = yield from t.choose(s.seat[me], "call_from", [*options, NOBODY] if effect.up_to else options)
        if answer == NOBODY:
            return
        origin = REGION_OF[answer]
    for _ in range(int(effect.number)):
        figures = movable(s, source, effect, origin)
        if not figures:
            return
        options = [FIGURES[figure] for figure in s.distinct(figures)]
        answer = yield from t.choose(s.seat[me], "move", [*options, NOBODY] if effect.up_to else options)
        if answer == NOBODY:
            return
        s.moving = figure = FIGURE_OF[answer]
        to = yield from choose_region(t, me, "move_to", goals(s, source, effect, figure))
        yield from move(t, me, figure, to)


def goals(s: OldWorld, source: Source, effect: Effect, figure: Figure) -> list[Region]:
    """Where a card may move a figure to."""
    regions = [source.here] if effect.to == "here" else [r for r in EVERYWHERE if r != source.here]
    return [region for region in regions if may_enter(s, region, s.control[figure])]


def movable(s: OldWorld, source: Source, effect: Effect, origin: Region) -> list[Figure]:
    return [
        figure
        for figure in s.at[origin]
        if CLS[figure] in effect.classes
        and may_leave(s, origin, s.control[figure])
        and goals(s, source, effect, figure)
    ]


@doing.by("kill_figures")
def kill_figures(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-22.13] As many enemies there as own corruption tokens, the owner's choice; compulsory."""
    s, me, region = t.state, source.me, place(source, effect.region)
    count = s.corruption[GODS * region + me] if effect.number == "own_corruption_here" else int(effect.number)
    while count:
        enemies = [f for f in s.at[region] if s.control[f] != me and CLS[f] in effect.classes]
        if not enemies:
            return
        if count >= len(enemies):  # all of them, in whatever order
            yield from rot(t, enemies[0], me)
        else:
            answer = yield from t.choose(s.seat[me], "rot", [FIGURES[figure] for figure in s.distinct(enemies)])
            yield from rot(t, FIGURE_OF[answer], me)
        count -= 1


@doing.by("remove_own_figures")
def remove_own_figures(t: T, source: Source, effect: Effect) -> Flow[None]:
    """[OLDWORLD-22.12] All that the owner controls there; their number is remembered."""
    own = t.state.in_region(place(source, effect.region), source.me)
    for figure in own:
        remove(t, figure)
    source.notes["removed"] = len(own)
    yield from ()
