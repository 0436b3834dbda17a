"""The words that take conditions away or keep them off [GLOOMHAVEN-14.1]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import ALL_ENEMIES, bonuses_on, op_of
from grimtable.games.gloomhaven.components import CONDITIONS, NEGATIVE, NONE, Figure, Mask, bits
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.conditions import keeps_off
from grimtable.games.gloomhaven.ops import Act, ability, perform_riders
from grimtable.games.gloomhaven.ops.bonus import lasting
from grimtable.games.gloomhaven.ops.targets import ONE, group, one_of, reach_of, spec_of
from grimtable.games.gloomhaven.state import T
from grimtable.kernel.values import Flow

ALL: Final = "all"
ALL_NEGATIVE: Final = "all_negative_conditions"


@ability.by("remove_conditions")
def remove_conditions(t: T, act: Act, op: Op) -> Flow[None]:
    """Some conditions of the player's choice, or all of them."""
    s = t.state
    which = NEGATIVE if op.text("which") == "negative" else bits(op.words("which"))
    spec = spec_of(op) or "self"
    meant = s.enemies(act.me) if spec == ALL_ENEMIES else group[ONE.get(spec, spec)](s, act, reach_of(op))
    figures = [f for f in meant if s.in_play(f) and s.has(f, which)]  # the invisible, too: this targets nobody
    if spec in ONE and figures:
        one = yield from one_of(t, act.seat, "whom", figures)
        figures = [] if one == NONE else [one]
    for figure in figures:
        yield from cure(t, act, figure, op, which)
    if figures:
        act.did, act.touched = True, figures
        yield from perform_riders(t, act, tuple([sub for sub in op.sub if sub.name in ability]))


def cure(t: T, act: Act, figure: Figure, op: Op, which: Mask) -> Flow[None]:
    s = t.state
    count = len(CONDITIONS) if op.text("count") == ALL else op.number("count", 1)
    while count > 0 and s.has(figure, which):
        count -= 1
        mine = [n for n in range(len(CONDITIONS)) if s.conditions[figure] & which & 1 << n]
        number = mine[0] if op.text("count") == ALL else (yield from t.choose(act.seat, "cure", mine))
        s.conditions[figure] &= ~(1 << number)
        t.emit("cured", s.tag(figure), CONDITIONS[number])


ability.by("immune")(lasting)


@keeps_off.by("cards")
def immune(t: T, figure: Figure, condition: Mask) -> bool:
    """An active card keeps conditions off."""
    name = CONDITIONS[condition.bit_length() - 1]
    for row in bonuses_on(t.state, figure, "immune"):
        kept = op_of(row).words("to")
        if name in kept or (ALL_NEGATIVE in kept and condition & NEGATIVE):
            return True
    return False
