"""Dials and the end of the game [OLDWORLD-12, OLDWORLD-13]."""

from __future__ import annotations

from grimtable.games.oldworld.board import Source, do
from grimtable.games.oldworld.components import (
    INSTRUCTION,
    NONE,
    POWERS,
    RUINS_TO_END,
    VICTORY,
    VP_TARGET,
    Power,
)
from grimtable.games.oldworld.state import GODS, OVER, OldWorld, T, more
from grimtable.kernel.values import Flow, Step

WON = 100  # outcome points of a winner; all others have 0, and all players if they lose together


# ---------------------------------------------------------------- dials
def advance_dials(t: T) -> None:
    """[OLDWORLD-11.13, OLDWORLD-12.10] Everybody with a counter, in power order; then the one with most, once more."""
    s = t.state
    s.agenda.append(Step("extra_tick"))
    s.agenda += [Step("tick", (me,)) for me in reversed(s.powers) if s.counters[me]]


def tick(t: T, me: Power) -> Flow[None]:
    """[OLDWORLD-12.10, OLDWORLD-12.13, OLDWORLD-12.23] One position on, and what it says; never past victory."""
    s = t.state
    if s.dial[me] == VICTORY[me]:
        return
    s.dial = more(s.dial, me, 1)
    t.emit("ticked", POWERS[me], s.dial[me], s.threat(me))
    yield from do(t, Source(me, NONE, NONE, {}, "dial"), (INSTRUCTION[me][s.dial[me]],))


def extra_tick(t: T) -> Flow[None]:
    """[OLDWORLD-12.11, OLDWORLD-12.12] The one with strictly most counters ticks again; then all counters go back."""
    s = t.state
    most = max(s.counters)
    s.agenda.append(Step("check_end"))
    if most and s.counters.count(most) == 1:
        s.agenda.append(Step("tick", (s.counters.index(most),)))
    s.counters = (0,) * GODS
    yield from ()


# ---------------------------------------------------------------- the end
def check_end(t: T) -> Flow[None]:
    """[OLDWORLD-13.1, OLDWORLD-11.14, OLDWORLD-13.8] In this order; the first that is met ends the game."""
    s = t.state
    ending, winners = verdict(s)
    if not ending:
        s.shielded = s.hurried = ()
        s.agenda.append(Step("old_world"))
        return
    s.phase, s.ending = OVER, ending
    for me in s.powers:
        t.emit("final_vp", POWERS[me], s.vp[me])
    if winners:
        t.emit("won", tuple([POWERS[me] for me in winners]), ending)
    else:
        t.emit("all_lost")
    yield from ()
    t.finish(tuple([WON if me in winners else 0 for me in s.powers]))


def verdict(s: OldWorld) -> tuple[str, list[Power]]:
    """How the game ends now and who wins; no words while it goes on."""
    arrived = [me for me in s.powers if s.dial[me] == VICTORY[me]]
    if arrived:  # [OLDWORLD-13.2, OLDWORLD-13.6, OLDWORLD-12.20]
        most = max([s.vp[me] for me in arrived])
        return "dial", [me for me in arrived if s.vp[me] == most]
    if max([s.vp[me] for me in s.powers]) >= VP_TARGET:  # [OLDWORLD-13.3]
        return "points", [leader(s)]
    if s.ruins() >= RUINS_TO_END:  # [OLDWORLD-13.4]
        return "ruins", [leader(s)]
    if not s.old_deck:  # [OLDWORLD-13.5, OLDWORLD-13.7]
        return "deck", []
    return "", []


def leader(s: OldWorld) -> Power:
    """[OLDWORLD-13.3, OLDWORLD-13.4] Most victory points; a tie goes to the higher threat."""
    return max(s.powers, key=lambda me: 1000 * s.vp[me] + s.threat(me))
