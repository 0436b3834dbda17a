"""Doom Phase [CTHULHU-10]."""

from __future__ import annotations

from grimtable.games.cthulhu.components import DONE, NONE, Player
from grimtable.games.cthulhu.losses import gain_doom
from grimtable.games.cthulhu.spellbooks import earn, gain_signs, reveal_one
from grimtable.games.cthulhu.state import DOOM, Cthulhu, T
from grimtable.games.cthulhu.victory import end_phase
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow, Step

# ---------------------------------------------------------------- hooks
doom_offers = Hook[[Cthulhu, Player], tuple[str, ...]]()  # [CTHULHU-10.8] abilities usable in the own slot
use_doom = Hook[[T, Player], Flow[None]]()

RITUAL, REVEAL = "ritual", "reveal"
LAST_CYCLE = 40  # our own guard, no rule (decision A46): games last 4 to 8 cycles


def doom(t: T) -> Flow[None]:
    """[CTHULHU-10.1] Doom for controlled gates, for all at once; then everybody's slot in turn order."""
    s = t.state
    s.phase, s.spent = DOOM, ()
    t.emit("doom_phase", s.cycle)
    if len(s.power) > 2:  # [CTHULHU-17.14]
        for me in s.order():
            gain_doom(t, me, len(s.gates_of(me)))
    s.agenda.append(Step("end_doom"))
    s.agenda += [Step("doom_slot", (me,)) for me in reversed(s.order())]
    yield from ()


def doom_slot(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-10.2, CTHULHU-10.8] At most one Ritual, and the abilities of this phase, in any order."""
    s = t.state
    s.active = me
    yield from earn(t)
    words = [RITUAL] if RITUAL not in s.spent and s.power[me] >= s.ritual_cost() else []
    for offer in doom_offers.of(s.abilities[me]):
        words += offer(s, me)
    if s.signs[me]:
        words.append(REVEAL)
    word = yield from t.choose(me, "doom_slot", [*words, DONE])
    if word == DONE:
        s.spent = ()
        s.active = NONE
        return
    if word == RITUAL:
        perform_ritual(t, me)
    elif word == REVEAL:
        yield from reveal_one(t, me)
    else:
        yield from use_doom[word](t, me)
    s.agenda.append(Step("doom_slot", (me,)))


def perform_ritual(t: T, me: Player) -> None:
    """[CTHULHU-10.3, CTHULHU-10.4, CTHULHU-10.5, CTHULHU-10.6, CTHULHU-10.7] Pay, move the marker, gain."""
    s = t.state
    cost = s.ritual_cost()
    s.power[me] -= cost
    s.spent = (*s.spent, RITUAL)
    t.emit("ritual", me, cost)
    if not s.instant_death():
        s.ritual += 1
        t.emit("ritual_marker", 0 if s.instant_death() else s.ritual_cost())
    gain_doom(t, me, len(s.gates_of(me)))
    gain_signs(t, me, len(s.great_old_ones(me)))


def end_doom(t: T) -> Flow[None]:
    """[CTHULHU-10.9] The cycle ends here, or the game does: at the latest after so many cycles that nobody plays on."""
    following = Step("action_phase") if t.state.cycle < LAST_CYCLE else Step("final")
    end_phase(t.state, following)
    yield from ()
