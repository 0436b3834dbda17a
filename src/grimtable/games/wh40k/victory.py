"""Objective markers, victory points and the end of the battle [WH40K-17.17, WH40K-17.24]."""

from __future__ import annotations

from grimtable.games.wh40k.components import (
    ANCIENT_RELIC,
    DOMINATION,
    INCH,
    MARKER_VP,
    NONE,
    SLAY_AND_SECURE,
    Amount,
    Player,
)
from grimtable.games.wh40k.dice import roll_amount
from grimtable.games.wh40k.measure import near_point
from grimtable.games.wh40k.state import GONE, OVER, RESERVE, TABLE, Battle, T, enemy
from grimtable.kernel.values import Flow

MAJOR, MINOR = 2, 1  # what a victory counts


def controller(s: Battle, marker: int) -> Player:
    """[WH40K-17.5] Who has more models within 3" of the marker's centre; NONE if nobody."""
    x, y = s.markers[marker]
    counts = [len([1 for m in s.models_of(p) if near_point(s, m, x, y, 3 * INCH)]) for p in (0, 1)]
    return NONE if counts[0] == counts[1] else 0 if counts[0] > counts[1] else 1


def score(t: T, me: Player, points: int, why: str) -> None:
    s = t.state
    s.vp = (s.vp[0] + points, s.vp[1]) if me == 0 else (s.vp[0], s.vp[1] + points)
    t.emit("scored", me, points, why)


def score_markers(t: T) -> None:
    """Each marker gives its controller what the primary objective says."""
    s = t.state
    for marker in range(len(s.markers)):
        me = controller(s, marker)
        if me != NONE:
            score(t, me, MARKER_VP[s.objective], "marker")


def turn_end_scoring(t: T) -> None:
    """[WH40K-17.23] Domination: at the end of every turn."""
    if t.state.objective == DOMINATION:
        score_markers(t)


def battle_end_scoring(t: T) -> Flow[None]:
    """[WH40K-17.21, WH40K-17.22, WH40K-17.26]"""
    s = t.state
    if s.objective in (SLAY_AND_SECURE, ANCIENT_RELIC):
        score_markers(t)
    if s.objective == SLAY_AND_SECURE:
        for me in (0, 1):
            if s.wounds[s.warlord[enemy(me)]] <= 0:
                points = yield from roll_amount(t, me, Amount(1, 3, 0), "warlord_slain")
                score(t, me, points, "warlord")


# ---------------------------------------------------------------- the end
def army_left(s: Battle, me: Player) -> bool:
    """[WH40K-17.18] Models on the battlefield, embarked or waiting as reinforcements."""
    return any([owner == me and s.place[u] != GONE for u, owner in enumerate(s.owner)])


def check_wipe_out(t: T) -> None:
    """[WH40K-17.18, WH40K-19.8] An army without models loses at once; if both are gone, victory points count."""
    s = t.state
    left = (army_left(s, 0), army_left(s, 1))
    if all(left):
        return
    if left[0] or left[1]:
        finish(t, 0 if left[0] else 1, "wiped_out", MAJOR)
    compare_points(t)


def compare_points(t: T) -> None:
    """[WH40K-17.19, WH40K-17.20] More victory points win; a tie is a minor victory of the Underdog."""
    s = t.state
    if s.vp[0] != s.vp[1]:
        finish(t, 0 if s.vp[0] > s.vp[1] else 1, "points", MAJOR)
    finish(t, s.underdog, "underdog", MINOR)


def end_of_battle(t: T) -> Flow[None]:
    """[WH40K-17.24] After round 5: late units are destroyed, then wipe-out, then scoring, then comparison."""
    s = t.state
    for unit, place in enumerate(s.place):
        if place == RESERVE:  # [WH40K-5.5]
            for model in s.alive(unit):
                s.wounds[model] = 0
            s.place[unit] = GONE
            t.emit("never_arrived", s.label[unit])
    check_wipe_out(t)
    yield from battle_end_scoring(t)
    compare_points(t)


def finish(t: T, winner: Player, why: str, victory: int) -> None:
    s = t.state
    s.phase = OVER
    s.ending = why
    t.emit("victory", winner, why, victory)
    t.finish((victory, 0) if winner == 0 else (0, victory))


def is_on_table(s: Battle, unit: int) -> bool:
    return s.place[unit] == TABLE
