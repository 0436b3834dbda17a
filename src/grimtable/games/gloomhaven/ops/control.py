"""The words that make other figures act: allies by a grant, enemies by force, turncoats."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.attacks import attack, finish_attack, in_range, may_strike
from grimtable.games.gloomhaven.bonuses import grant
from grimtable.games.gloomhaven.components import IMMOBILIZE, NONE, RANKS, STUN, SUMMON, Figure, Hex
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import ROUND
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.monsters.deeds import (
    Deed,
    act_by_card,
    base_attack,
    base_move,
    base_range,
    deed,
    marks_of,
    prepare,
    range_of,
    relative,
    targets_of,
)
from grimtable.games.gloomhaven.moving import STAY, move, walk
from grimtable.games.gloomhaven.ops import CARDS, Act, ability, finale, perform_riders
from grimtable.games.gloomhaven.ops.areas import covered, placements
from grimtable.games.gloomhaven.ops.targets import ONE, affected, at_hexes, group, one_of, reach_of, targetable
from grimtable.games.gloomhaven.paths import end_cost, may_stop, mode_of, reachable
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Strike, rider
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

BY_ME: Final = 1
BY_RULES: Final = 0
# Moves of enemies bound by a condition: (t, act, enemy, points) -> the hexes entered.
bound_force: Final = Hook[[T, Act, Figure, int], Flow[list[Hex]]]()
GAINS_AUGMENTS: Final = "granted_attack_gains_your_augment_effects"


# ---------------------------------------------------------------- allies
@ability.by("grant")
def grant_ability(t: T, act: Act, op: Op) -> Flow[None]:
    """An ally performs abilities; its player decides, or the one who grants them if the card says so."""
    s = t.state
    figures = yield from affected(t, act, op, "one_adjacent_ally")
    mine = [sub for sub in op.sub if sub.name == "controlled_by"]
    augments = [sub for sub in op.sub if sub.name == "rule" and sub.text("name") == GAINS_AUGMENTS]
    for figure in figures:
        doing = Act(figure, act.seat if mine else s.asks(figure))
        doing.owner = act.owner
        for sub in op.sub:
            if sub.name in ("controlled_by", "rule") or s.has(figure, STUN):  # [GLOOMHAVEN-14.8]
                continue
            yield from perform_riders(t, doing, (granted(s, act, figure, sub, bool(augments)),))
        yield from finale[CARDS](t, doing)
        act.did = act.did or doing.did


def granted(s: Gloomhaven, act: Act, figure: Figure, op: Op, augments: bool) -> Op:
    """The ability for this figure: numbers relative to a summon's, and augments that go with an attack."""
    value, sub, args = op.value, op.sub, dict(op.args)
    if op.text("mod") in ("plus", "minus") and s.sort[figure] == SUMMON:
        value = max(0, relative(base_move(s, figure) if op.name == "move" else base_attack(s, figure), op))
    if op.name == "attack" and s.sort[figure] == SUMMON:
        sub = (*sub, *marks_of(s, figure))
        if op.rider("range") is None:
            args["range"] = base_range(s, figure)
    if augments and op.name == "attack":
        sub = (*sub, Op("augmented_by", act.me, "", (), {}))
    return Op(op.name, value, op.word, sub, args)


@rider.by("augmented_by")
def augmented_by(t: T, strike: Strike, op: Op) -> Flow[None]:
    strike.augmented_by = op.value
    yield from ()


# ---------------------------------------------------------------- enemies
@ability.by("force_enemy")
def force_enemy(t: T, act: Act, op: Op) -> Flow[None]:
    """An enemy moves or attacks as the player likes; conditions hinder it [GLOOMHAVEN-14.6, GLOOMHAVEN-14.7]."""
    s = t.state
    area = op.rider("area")
    if area is not None:
        figures = yield from covered(t, act, area, reach_of(op), targetable(s, act))
    else:
        figures = yield from affected(t, act, op, "one_adjacent_enemy")
    control, must = op.rider("controlled_by"), op.rider("must")
    for figure in figures:
        for sub in op.sub:
            if s.has(figure, STUN):
                break
            if sub.name == "move" and not s.has(figure, IMMOBILIZE):
                if must is not None:
                    path = yield from bound_force[must.text("condition")](t, act, figure, sub.value)
                else:
                    beside = control is not None and control.text("must_end") == "adjacent_to_you"
                    path = yield from forced_move(t, act, figure, sub.value, beside)
                act.did = act.did or bool(path)
            elif sub.name == "attack" and may_strike(s, figure):
                yield from forced_attack(t, act, figure, sub)


def forced_move(t: T, act: Act, figure: Figure, points: int, beside: bool) -> Flow[list[Hex]]:
    s = t.state
    if not beside:
        return (yield from move(t, figure, points, seat=act.seat))
    mode = mode_of(s, figure, False)
    found = reachable(s, figure, mode, points)
    near = s.ground().near[s.hex[act.me]]
    ends = [h for h in near if h != found.start and end_cost(s, found, h) <= points and may_stop(s, figure, h, mode)]
    options: list[Hex | str] = [STAY, *sorted(ends)]
    to = yield from ask(t, act.seat, "move_to", options)
    return [] if isinstance(to, str) else (yield from walk(t, figure, found.path(to), mode, figure))


def forced_attack(t: T, act: Act, figure: Figure, op: Op) -> Flow[None]:
    """Against another enemy of the one who forces it: for this attack it has changed sides."""
    s = t.state
    was, s.side[figure] = s.side[figure], s.side[act.me]
    strike = Strike(figure, relative(base_attack(s, figure), op), range_of(s, figure, op))
    yield from prepare(t, strike, op)
    targets = in_range(s, strike)
    target = (yield from one_of(t, act.seat, "target", targets)) if targets else NONE
    if target != NONE:
        act.did = True
        yield from attack(t, strike, target)
        yield from finish_attack(t, strike)
    s.side[figure] = was


@ability.by("turncoat")
def turncoat(t: T, act: Act, op: Op) -> Flow[None]:
    """In its turn of this round the enemy treats enemies as allies and allies as enemies."""
    s = t.state
    ready = group[ONE[op.text("who")]](s, act, reach_of(op))
    ready = [f for f in ready if RANKS[s.rank[f]] in op.words("ranks")]
    figure = (yield from one_of(t, act.seat, "whom", ready)) if ready else NONE
    if figure == NONE:
        return
    value = BY_ME if op.text("controlled_by") == "you" else BY_RULES
    grant(s, act.me, "turncoat", value, "", 0, ROUND, act.card, act.half, act.place, figure)
    act.did = True
    yield from perform_riders(t, act, op.sub)


def turncoat_turn(t: T, figure: Figure, ops: tuple[Op, ...]) -> Flow[bool]:
    """The turn of a figure that has been turned; False if it has not been."""
    s = t.state
    rows = [row for row in s.bonuses if row.word == "turncoat" and row.aim == figure]
    if not rows:
        return False
    was, s.side[figure] = s.side[figure], s.side[rows[0].figure]
    if rows[0].value == BY_ME:
        yield from obey(t, figure, s.asks(rows[0].figure), ops)
    else:
        yield from act_by_card(t, figure, ops)
    s.side[figure] = was
    return True


def obey(t: T, figure: Figure, seat: int, ops: tuple[Op, ...]) -> Flow[None]:
    """The lines of its card, moves and targets as the player likes."""
    s = t.state
    doing = Deed(figure, seat, ops)
    for place, op in enumerate(ops):
        if not s.in_play(figure) or s.has(figure, STUN):
            return
        doing.place = place
        if op.name == "move":
            if not s.has(figure, IMMOBILIZE):
                jump = op.rider("jump") is not None
                yield from move(t, figure, relative(base_move(s, figure), op), jump, seat=seat)
        elif op.name == "attack":
            if may_strike(s, figure):
                yield from obeyed_attack(t, doing, op)
        else:
            yield from deed[op.name](t, doing, op)


def obeyed_attack(t: T, doing: Deed, op: Op) -> Flow[None]:
    s, me, seat = t.state, doing.me, doing.act.seat
    strike = Strike(me, relative(base_attack(s, me), op), range_of(s, me, op))
    yield from prepare(t, strike, op)
    area = op.rider("area")
    if area is not None:
        foes = [f for f in s.enemies(me) if s.may_target(me, f)]
        spots = placements(s, me, area, strike.reach, foes)
        strike.spot = (yield from ask(t, seat, "area", [(), *spots])) if spots else ()
        for target in [f for f in at_hexes(s, strike.spot) if f in foes and s.sees(me, f)]:
            if may_strike(s, me) and s.in_play(target):
                yield from attack(t, strike, target)
    for _ in range(0 if area is not None else targets_of(s, me, op)):
        targets = in_range(s, strike) if s.in_play(me) else []
        target = (yield from one_of(t, seat, "target", targets)) if targets and may_strike(s, me) else NONE
        if target == NONE:
            break
        yield from attack(t, strike, target)
    yield from finish_attack(t, strike)
