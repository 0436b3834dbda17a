"""End of the game, scores and ties [CTHULHU-12]."""

from __future__ import annotations

from grimtable.games.cthulhu.components import BOOKS, DOOM_GOAL, NO, SIGN_VALUE, Player
from grimtable.games.cthulhu.spellbooks import may_end_it, reveal, sign_values
from grimtable.games.cthulhu.state import DOOM, OVER, Cthulhu, T
from grimtable.kernel.values import Flow, Step

COMPLETE = 50  # outcome points for six spellbooks: without them nobody comes before one who has them


def goal_reached(s: Cthulhu) -> bool:
    """[CTHULHU-12.1, CTHULHU-12.2, CTHULHU-12.4, CTHULHU-12.9] Revealed Doom, with or without spellbooks."""
    return max(s.doom) >= DOOM_GOAL


def end_phase(s: Cthulhu, following: Step) -> None:
    """[CTHULHU-12.1, CTHULHU-12.2, CTHULHU-12.4] End of a turn or phase: Elder Signs may decide; then go on or end.

    Others than the active player are asked only if, as far as everybody can see, it could end the game.
    """
    if goal_reached(s) or (s.phase == DOOM and s.instant_death()):  # [CTHULHU-10.5, CTHULHU-12.3]
        s.agenda.append(Step("final"))
        return
    s.agenda.append(following)
    able = tuple([me for me in s.order() if s.signs[me] and may_end_it(s, me)])
    if able:
        s.agenda.append(Step("omens", (able,)))


def omens(t: T, players: tuple[Player, ...]) -> Flow[None]:
    """[CTHULHU-3.13] One Elder Sign after the other, while it could still end the game."""
    s = t.state
    me = players[0]
    answer = yield from t.choose(me, "omens", [NO, *sign_values(s, me)], hidden=True)
    rest = players[1:]
    if isinstance(answer, int):
        reveal(t, me, answer)
        if goal_reached(s):
            s.agenda[-1] = Step("final")
            return
        if s.signs[me] and may_end_it(s, me):
            rest = players
    if rest:
        s.agenda.append(Step("omens", (rest,)))


def final(t: T) -> Flow[None]:
    """[CTHULHU-12.5, CTHULHU-12.6, CTHULHU-12.7, CTHULHU-12.8] Everything is revealed; who has six spellbooks can win.

    The outcome is the Doom, and more than anybody can have for six spellbooks. If nobody has them all are equal.
    """
    s = t.state
    s.phase = OVER
    for me in s.order():
        for value in sorted([SIGN_VALUE[token] for token in s.signs[me]]):
            reveal(t, me, value)
    complete = [me for me in s.players() if s.books(me) == BOOKS]
    for me in s.order():
        t.emit("scored", me, s.doom[me], s.books(me))
    best = max([s.doom[me] for me in complete], default=0)
    if not complete:
        t.emit("all_lost")
    winners = tuple([me for me in complete if s.doom[me] == best])
    if len(winners) == 1:
        t.emit("won", winners[0], best)
    elif winners:
        t.emit("shared", winners, best)
    yield from ()
    t.finish(outcome(s, complete))


def outcome(s: Cthulhu, complete: list[Player]) -> tuple[int, ...]:
    if not complete:
        return (0,) * len(s.power)
    return tuple([s.doom[me] + COMPLETE if me in complete else min(s.doom[me], COMPLETE - 1) for me in s.players()])
