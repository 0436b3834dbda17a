"""Cycles, phases and turns: what goes on the agenda [CTHULHU-2, CTHULHU-4]."""

from __future__ import annotations

from grimtable.games.cthulhu import abilities  # noqa: F401  # their handlers attach on import
from grimtable.games.cthulhu.actions import (
    ABANDON,
    COMMON,
    CONTROL,
    MOVE,
    abandonable,
    controllable,
    is_unlimited_action,
    main_actions,
    moving,
    settle,
    unlimited_actions,
    use_action,
)
from grimtable.games.cthulhu.battle import dice, pains, pre_battle, retreat
from grimtable.games.cthulhu.components import DONE, NONE, Player
from grimtable.games.cthulhu.doom import REVEAL, doom, doom_slot, end_doom
from grimtable.games.cthulhu.gather import first_player, gather_power
from grimtable.games.cthulhu.negotiation import negotiate
from grimtable.games.cthulhu.setup import opening, set_up
from grimtable.games.cthulhu.spellbooks import reveal_one
from grimtable.games.cthulhu.state import ACTED, ACTION, FRESH, MAY_END, Cthulhu, T
from grimtable.games.cthulhu.victory import end_phase, final, omens
from grimtable.kernel.values import Flow, Procedure, Step

DROP, END_TURN = "drop", "end_turn"
ACT, SETTLE = Step("act"), Step("settle")


# ---------------------------------------------------------------- the phase
def action_phase(t: T) -> Flow[None]:
    """[CTHULHU-2.1, CTHULHU-4.1] A new cycle: turns from the first player on."""
    s = t.state
    s.cycle += 1
    s.phase, s.spent = ACTION, ()
    t.emit("cycle", s.cycle)
    before = s.order()[-1]
    s.agenda.append(next_turn(s, before))
    yield from ()


def next_turn(s: Cthulhu, me: Player) -> Step:
    """[CTHULHU-4.5, CTHULHU-4.6, CTHULHU-4.7] Who has Power is next in order; when nobody has the phase ends."""
    if not any(s.power):
        return Step("gather_power")
    if len(s.power) == 2:  # [CTHULHU-17.10] the other one, even without Power
        return Step("turn", (1 - me,))
    following = s.order_from(me)
    return Step("turn", (next(p for p in [*following[1:], me] if s.power[p]),))


# ---------------------------------------------------------------- a turn
def turn(t: T, me: Player) -> Flow[None]:
    """[CTHULHU-4.2] The turn begins; with two players it costs Power, and is none without."""
    s = t.state
    s.active, s.acted, s.fought, s.arranged = me, FRESH, (), ()
    if len(s.power) == 2:
        if s.power[me] == 0:
            s.decay += 1  # [CTHULHU-17.10]
            t.emit("decay", me, s.decay)
            yield from settle(t)
            end_turn(s)
            return
        if s.decay:  # [CTHULHU-17.8, CTHULHU-17.9]
            paid = min(s.decay, s.power[me])
            s.power[me] -= paid
            t.emit("decay_paid", me, paid)
            if not s.power[me]:
                end_turn(s)
                return
    t.emit("turn", me)
    yield from act(t)


def end_turn(s: Cthulhu) -> None:
    """[CTHULHU-12.2] The goal counts at the end of a turn."""
    me, s.active = s.active, NONE
    end_phase(s, next_turn(s, me))


def act(t: T) -> Flow[None]:
    """[CTHULHU-4.2, CTHULHU-6.1] Unlimited Actions, one main action, Unlimited Actions."""
    s = t.state
    me = s.active
    words = turn_options(s, me)
    word = yield from t.choose(me, "act" if s.acted == FRESH else "act_more", words)
    if word == END_TURN:
        end_turn(s)
        return
    s.agenda.append(ACT)
    if word == REVEAL:
        yield from reveal_one(t, me)
        return
    if word in (CONTROL, ABANDON):
        yield from take(t, me, word)
        return
    if not is_unlimited_action(s, me, word):
        s.acted = ACTED
    elif s.acted == FRESH:
        s.acted = MAY_END
    s.arranged = ()  # [CTHULHU-6.5]
    yield from take(t, me, word)


def take(t: T, me: Player, word: str) -> Flow[None]:
    """[CTHULHU-3.2, CTHULHU-3.4] Carry out an action, all of it; then comes what follows every action."""
    s = t.state
    s.agenda.append(SETTLE)
    depth = len(s.agenda)
    if word == DROP:
        drop_power(t, me)
    elif word in COMMON:
        yield from COMMON[word](t, me)
    else:
        yield from use_action[word](t, me)
    if len(s.agenda) == depth:  # nothing was left for later steps
        s.agenda.pop()
        yield from settle(t)


def turn_options(s: Cthulhu, me: Player) -> list[str]:
    """[CTHULHU-4.2, CTHULHU-4.12, CTHULHU-6.1] Main actions while none was taken, Unlimited ones at any time."""
    main = main_actions(s, me) if s.acted != ACTED else unlimited_actions(s, me)
    words = main.copy()
    if controllable(s, me):
        words.append(CONTROL)
    if abandonable(s, me):
        words.append(ABANDON)
    if s.signs[me]:
        words.append(REVEAL)
    # [CTHULHU-4.4, CTHULHU-4.13, CTHULHU-17.12]
    if s.acted != ACTED and s.power[me] and (len(s.power) > 2 or s.power[me] < 2 or not main):
        words.append(DROP)
    if s.acted != FRESH:
        words.append(END_TURN)
    return words


def drop_power(t: T, me: Player) -> None:
    """[CTHULHU-4.4, CTHULHU-4.13] Give up all Power: this is the turn."""
    s = t.state
    t.emit("dropped", me, s.power[me])
    s.power[me] = 0


def second(t: T, barred: tuple[str, ...]) -> Flow[None]:
    """[CTHULHU-6.2, CTHULHU-16.18, CTHULHU-16.19, CTHULHU-16.21] A second, different action, or none.

    A unit on a gate cannot Move in it: it would have to abandon the gate first [CTHULHU-5.12].
    """
    s = t.state
    me = s.active
    words = [word for word in main_actions(s, me) if word not in barred]
    word = yield from t.choose(me, "second", [*words, DONE])
    if word == MOVE:
        s.agenda.append(SETTLE)
        yield from moving(t, me, (), keepers_stay=True)
    elif word != DONE:
        yield from take(t, me, word)


PROCEDURES: dict[str, Procedure] = {
    "set_up": set_up,
    "opening": opening,
    "action_phase": action_phase,
    "turn": turn,
    "act": act,
    "second": second,
    "moving": moving,
    "settle": settle,
    "negotiate": negotiate,
    "pre_battle": pre_battle,
    "dice": dice,
    "pains": pains,
    "retreat": retreat,
    "gather_power": gather_power,
    "first_player": first_player,
    "doom": doom,
    "doom_slot": doom_slot,
    "end_doom": end_doom,
    "omens": omens,
    "final": final,
}
