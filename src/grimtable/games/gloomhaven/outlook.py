"""What lies ahead, for boards: where a move may go and what it costs, who sees what, what monsters will do and why.

Everything follows from what lies open on the table, by the same functions that move and attack.
"""

from __future__ import annotations

from typing import Any, Final

from grimtable.games.gloomhaven.components import DISARM, ELEMENTS, IMMOBILIZE, MONSTER, NONE, STUN, SUMMON, Figure, Hex
from grimtable.games.gloomhaven.components.monsters import TYPE_DECK, monster_card
from grimtable.games.gloomhaven.components.ops import Op, walk
from grimtable.games.gloomhaven.components.terms import ACTED, TURNS
from grimtable.games.gloomhaven.conditions import is_immune, will_consume
from grimtable.games.gloomhaven.moments import card_changed
from grimtable.games.gloomhaven.monsters.deeds import (
    base_attack,
    focus_plan,
    points_of,
    range_of,
    relative,
    seek_most,
    summon_lines,
)
from grimtable.games.gloomhaven.monsters.elements import next_attack, prices_of_attacks, with_elements
from grimtable.games.gloomhaven.monsters.plan import (
    BY_DISTANCE,
    BY_WAY,
    NO_FOCUS,
    Outcome,
    attacks_here,
    focus_initiative,
    focus_key,
    focuses_of,
    outcomes_for,
    wanted_most,
)
from grimtable.games.gloomhaven.monsters.sight import Sight
from grimtable.games.gloomhaven.moving import MODE, MOVING, POINTS
from grimtable.games.gloomhaven.paths import FLY, NO_WAY, WALK, may_stop, reachable
from grimtable.games.gloomhaven.state import Gloomhaven

# Why a figure is the focus [GLOOMHAVEN-20.3]: nobody else can be, or what was compared until one was left.
ONLY: Final = "only"
PATH: Final = "path"
PROXIMITY: Final = "proximity"
INITIATIVE: Final = "initiative"
TIED: Final = "tied"
WANTED: Final = "wanted"


# ---------------------------------------------------------------- a move
def stride(s: Gloomhaven) -> dict[str, Any] | None:
    """[GLOOMHAVEN-12.1] The move that is being made: points left, and for every hex its cost and the hex before it."""
    if MOVING not in s.notes:
        return None
    figure, points = s.notes[MOVING], s.notes[POINTS]
    found = reachable(s, figure, s.notes[MODE], points)
    return {
        "figure": figure,
        "points": points,
        "reach": [
            {"hex": at, "cost": cost, "before": found.before(at)}
            for at, cost in enumerate(found.cost)
            if cost < NO_WAY and at != found.start
        ],
    }


# ---------------------------------------------------------------- lines of sight
def in_sight(s: Gloomhaven, figure: Figure, revealed: list[Hex]) -> list[Hex]:
    """[GLOOMHAVEN-13.4] The revealed hexes that a figure sees."""
    ground, here = s.ground(), s.hex[figure]
    return [at for at in revealed if at != here and ground.sees(here, at)]


# ---------------------------------------------------------------- monsters
def intents(s: Gloomhaven) -> list[dict[str, Any]]:
    """[GLOOMHAVEN-20.30] What every monster and summon that has not acted would do, if its turn came now."""
    if s.phase != TURNS:
        return []
    return [intent(s, f, ops) for f in s.figures() if not s.marks[f] & ACTED and (ops := lines_for(s, f))]


def lines_for(s: Gloomhaven, figure: Figure) -> tuple[Op, ...]:
    """What it will do, line by line; the stunned do nothing [GLOOMHAVEN-14.8]."""
    if s.has(figure, STUN):
        return ()
    if s.sort[figure] == SUMMON:
        return summon_lines(s, figure)
    drawn = s.ability.get(TYPE_DECK[s.kind[figure]], NONE) if s.sort[figure] == MONSTER else NONE
    if drawn == NONE:
        return ()
    ops = monster_card(drawn).ops
    for change in card_changed.of(s.flags):
        ops = change(s, figure, ops)
    return ops


def intent(s: Gloomhaven, me: Figure, card: tuple[Op, ...]) -> dict[str, Any]:
    """What it will do with the elements that are there now [GLOOMHAVEN-15.7]."""
    prices = prices_of_attacks(card)
    prices += [op for op in walk(card) if op.name == "consume" and op not in prices]
    paid, taken = will_consume(s, me, prices) if s.sort[me] == MONSTER and prices else ([], [])
    ops = with_elements(card, paid)
    line = next_attack(ops, 0)
    plan = focus_plan(s, me, ops, 0, line)
    sight = Sight(s, me, plan)
    tied = focuses_of(sight)
    ends = [end for focus in tied for end in outcomes_of(sight, ops, focus)]
    moves = [points_of(s, me, op) for op in ops if op.name == "move"]
    return {
        "figure": me,
        "focus": tied,
        "why": reason(sight, tied) if tied else None,
        "initiative": min(99, (focus_initiative(s, tied[0]) + 1) // 2) if tied else None,
        "to": list(dict.fromkeys([end.hex for end in ends])),
        "targets": [] if line is None else list(dict.fromkeys([target for end in ends for target in end.targets])),
        "move": max(moves[0], 0) if moves else None,
        "attack": None if line is None else relative(base_attack(s, me), line),
        "range": range_of(s, me, line) if line is not None and plan.is_ranged else 0,
        "consumes": [ELEMENTS[element] for element in taken],
        "infuses": [op.word for op in (*card, *[sub for price in paid for sub in price.sub]) if op.name == "infuse"],
    }


def outcomes_of(sight: Sight, ops: tuple[Op, ...], focus: Figure) -> list[Outcome]:
    """Where it ends and whom it attacks; who cannot move yet attacks from where it stands [GLOOMHAVEN-14.6]."""
    s, me, plan = sight.s, sight.me, sight.plan
    line = next_attack(ops, 0)
    names = [op.name for op in ops if op.name == "move" or op is line]
    if plan.move > 0 and names[0] == "move" and not s.has(me, IMMOBILIZE):
        best = plan if line is not None else seek_most(s, me, ops, plan)
        looking = sight if best.is_same(plan) else Sight(s, me, best)
        return [real for end in outcomes_for(looking, focus) for real in through_traps(looking, end)]
    if line is None:
        return []
    found = [Outcome(focus, s.hex[me], targets, spot) for targets, spot in attacks_here(s, me, plan, focus)]
    later = ops[ops.index(line) + 1 :]
    if next_attack(later, 0) is None:
        return found
    again = Sight(s, me, focus_plan(s, me, later, 0, next_attack(later, 0)))
    return [*found, *outcomes_of(again, later, focus)]


def through_traps(sight: Sight, end: Outcome) -> list[Outcome]:
    """What becomes of it if traps on the way stun, immobilize or disarm it [GLOOMHAVEN-14.10]."""
    s, me, mode = sight.s, sight.me, sight.plan.mode
    path = sight.ways.path(end.hex) if s.traps and mode != FLY and end.hex != sight.start else []
    sprung = [at for at in (path if mode == WALK else path[-1:]) if at in s.traps]
    gained = 0
    for at in sprung:
        for condition in (STUN, IMMOBILIZE, DISARM):
            gained |= s.traps[at][1] & condition & ~(condition * is_immune(s, me, condition))
        if gained & (STUN | IMMOBILIZE) and may_stop(s, me, at, mode):
            attacks = sight.plan.targets > 0 and not gained & (STUN | DISARM)
            aims = attacks_here(s, me, sight.plan, end.focus, at) if attacks else []
            return [Outcome(end.focus, at, *aim) for aim in aims] or [Outcome(end.focus, at, (), ())]
    return [Outcome(end.focus, end.hex, (), ())] if gained & DISARM else [end]


def reason(sight: Sight, tied: list[Figure]) -> str:
    """[GLOOMHAVEN-20.3, GLOOMHAVEN-20.5, GLOOMHAVEN-20.6] The comparison that settled the focus."""
    if len(tied) > 1:
        return TIED
    if wanted_most(sight):  # the scenario says whom
        return WANTED
    best = focus_key(sight, tied[0], NO_WAY)
    next_best = min([focus_key(sight, foe, NO_WAY) for foe in sight.foes if foe != tied[0]], default=NO_FOCUS)
    if next_best == NO_FOCUS:
        return ONLY
    if best >> BY_WAY != next_best >> BY_WAY:
        return PATH
    return PROXIMITY if best >> BY_DISTANCE != next_best >> BY_DISTANCE else INITIATIVE
