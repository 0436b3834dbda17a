"""Active cards that work on whole actions, or each time something happens [GLOOMHAVEN-16.1, GLOOMHAVEN-16.3]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.bonuses import bonuses_on, gain_xp, is_in_force, moved_further, op_of, spend_charge
from grimtable.games.gloomhaven.components import Figure, Seat
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import Bonus
from grimtable.games.gloomhaven.interludes import ask
from grimtable.games.gloomhaven.monsters.deeds import Deed, before_summon_moves
from grimtable.games.gloomhaven.ops import CARDS, Act, finale, perform_riders
from grimtable.games.gloomhaven.ops.attack import before_attack
from grimtable.games.gloomhaven.ops.costs import NO, YES, pays
from grimtable.games.gloomhaven.ops.elements import offer_consume
from grimtable.games.gloomhaven.ops.move import Stride, after_move, before_move, stride_rider
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Strike, add_riders, rider
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

FIRST: Final = "before_the_action"  # when the grant is performed
FINALLY: Final = "final_part_of_the_action"
# Triggers of attack and move actions: whether this action is one.
attack_trigger: Final = Hook[[Gloomhaven, Act, Strike], bool]()
move_trigger: Final = Hook[[Gloomhaven, Act], bool]()
WHOSE_MOVE: Final = "move_action_of_you_or_of_your_summons"


def waiting(s: Gloomhaven, figure: Figure) -> list[Bonus]:
    """The cards of a figure that wait for something, with charges or without."""
    return [row for row in s.bonuses if row.figure == figure and row.word in ("charges", "on_trigger")]


def triggers_of(s: Gloomhaven, figure: Figure, trigger: str) -> list[Bonus]:
    return [row for row in waiting(s, figure) if row.word == "on_trigger" and op_of(row).text("trigger") == trigger]


def acting_for(t: T, figure: Figure, row: Bonus) -> Act:
    """The card acts for a figure."""
    act = Act(figure, t.state.asks(figure), row.source, row.half)
    act.place, act.did = row.place, True
    return act


def agrees(t: T, seat: Seat, row: Bonus, asks: bool) -> Flow[bool]:
    """Whether the player takes what a card gives now. One given up meanwhile gives nothing [GLOOMHAVEN-16.6]."""
    if not is_in_force(t.state, row) or (asks and (yield from ask(t, seat, "use_card", [NO, YES])) == NO):
        return False
    return is_in_force(t.state, row)


def advance_once(t: T, act: Act, row: Bonus) -> None:
    """An action moves the token once, however many abilities of it have the bonus."""
    if row.source not in act.paid:
        act.paid += (row.source,)
        spend_charge(t, row)


# ---------------------------------------------------------------- attack actions
@before_attack.by("cards")
def on_attack_action(t: T, act: Act, strike: Strike) -> Flow[None]:
    """[GLOOMHAVEN-16.3] Cards that work on attack actions: on every attack of the action, but paid once."""
    s = t.state
    reshaped(s, act, strike)
    for row in waiting(s, act.me):
        trigger = op_of(row).text("trigger")
        if trigger not in attack_trigger or not attack_trigger[trigger](s, act, strike):
            continue
        key = (row.source, row.place)
        if key not in act.given:
            act.given[key] = yield from gained(t, act, row)
        yield from add_riders(t, strike, act.given[key])


def reshaped(s: Gloomhaven, act: Act, strike: Strike) -> None:
    """Cards that change range and targets of every attack that fits them."""
    rows = [*bonuses_on(s, act.me, "modify_attacks"), *bonuses_on(s, act.me, "modify_own_attacks")]
    for row in rows:
        op = op_of(row)
        kind, spec = op.text("attack_type"), op.text("target_spec")
        if not kind or (kind == "melee") == strike.is_melee:
            strike.add_targets += op.number("add_target")
            strike.spec = spec if spec and strike.area is None else strike.spec
            strike.reach = max(1, strike.reach + op.number("range_add"))


def gained(t: T, act: Act, row: Bonus) -> Flow[tuple[Op, ...]]:
    """What a card gives to an action: asked for and paid once; lines that act of their own are done at their time."""
    op = op_of(row)
    gifts = op.ops("grant")
    asks = op.flag("optional") and gifts[0].name != "consume"
    if not (yield from agrees(t, act.seat, row, asks)) or not (yield from pays(t, act, op.ops("cost"))):
        return ()
    if gifts[0].name == "consume":
        if not (yield from offer_consume(t, act.seat, gifts[0], row)):
            return ()
        gifts = (*gifts[0].sub, *gifts[1:])
    if row.word == "charges":
        advance_once(t, act, row)
    gain_xp(t, row.figure, sum([gift.value for gift in gifts if gift.name == "xp"]))
    if op.text("timing") == FINALLY:
        act.owed += (row,)
        return ()
    if op.text("timing") == FIRST:
        yield from perform_riders(t, acting_for(t, act.me, row), gifts)
        return ()
    return tuple([gift for gift in gifts if gift.name != "xp"])


@finale.by(CARDS)
def close_action(t: T, act: Act) -> Flow[None]:
    """The last part of an action, performed by the same action: it calls no card a second time."""
    while act.owed:
        row = act.owed[0]
        act.owed = act.owed[1:]
        if t.state.in_play(act.me):
            yield from perform_riders(t, act, op_of(row).ops("grant"))


@attack_trigger.by("your_attack_action")
def any_attack(s: Gloomhaven, act: Act, strike: Strike) -> bool:
    return True


@attack_trigger.by("your_attack_action_while_invisible")
def unseen_attack(s: Gloomhaven, act: Act, strike: Strike) -> bool:
    return s.is_unseen(act.me)


@attack_trigger.by("your_ranged_attack_action")
def ranged_attack(s: Gloomhaven, act: Act, strike: Strike) -> bool:
    return not strike.is_melee


# with an element: whether it is there is found out when it is offered
attack_trigger.by("your_attack_action_when_air_available")(any_attack)
attack_trigger.by("your_ranged_attack_action_when_air_available")(ranged_attack)


@rider.by("range_bonus")
def range_bonus(t: T, strike: Strike, op: Op) -> Flow[None]:
    strike.reach += op.value
    yield from ()


@rider.by("multiply_attack")
def multiply_attack(t: T, strike: Strike, op: Op) -> Flow[None]:
    strike.multiply *= op.number("by")
    yield from ()


# ---------------------------------------------------------------- move actions
@before_move.by("cards")
def on_move_action(t: T, act: Act, stride: Stride) -> Flow[None]:
    """Cards that change moves, and those that work on move actions of the owner or its summons."""
    s = t.state
    owner = s.character_of(act.me)
    for row in waiting(s, owner):
        trigger = op_of(row).text("trigger")
        whose = act.me == owner or trigger == WHOSE_MOVE
        if trigger not in move_trigger or not whose or not move_trigger[trigger](s, act):
            continue
        key = (row.source, row.place)
        gifts = () if key in act.given else (yield from gained(t, act, row))
        act.given[key] = ()  # once for the action
        for gift in gifts:
            if gift.name in stride_rider:
                yield from stride_rider[gift.name](t, act, stride, gift)
            else:
                yield from perform_riders(t, acting_for(t, owner, row), (gift,))
    stride.points = moved_further(s, act.me, stride.points)


@before_summon_moves.by("cards")
def on_summon_move(t: T, doing: Deed) -> Flow[None]:
    """The same for a summon that moves in its own turn: before it looks for its focus."""
    s, owner = t.state, t.state.owner[doing.me]
    for row in waiting(s, owner) if s.in_play(owner) else ():
        if op_of(row).text("trigger") == WHOSE_MOVE and [op for op in doing.ops if op.name == "move"]:
            gifts = yield from gained(t, doing.act, row)
            more = sum([gift.value for gift in gifts if gift.name == "add_move"])
            doing.ops = tuple(
                [Op(o.name, o.value + more, o.word, o.sub, o.args) if o.name == "move" else o for o in doing.ops]
            )


@move_trigger.by("your_move_action")
def any_move(s: Gloomhaven, act: Act) -> bool:
    return True


@move_trigger.by("your_move_action_while_invisible")
def unseen_move(s: Gloomhaven, act: Act) -> bool:
    return s.is_unseen(act.me)


move_trigger.by(WHOSE_MOVE)(any_move)


@after_move.by(CARDS)
def moved(t: T, act: Act) -> Flow[None]:
    yield from triggered(t, act.me, "after_your_move_action")


# ---------------------------------------------------------------- other moments
def triggered(t: T, figure: Figure, trigger: str, about: Figure | None = None) -> Flow[None]:
    """[GLOOMHAVEN-16.1] What active cards do at this moment, for their cost if they have one.

    `about` is whom the moment is about: "that ally", "that enemy".
    """
    s = t.state
    for row in triggers_of(s, figure, trigger):
        op = op_of(row)
        act = acting_for(t, figure, row)
        if not s.in_play(figure) or not (yield from agrees(t, act.seat, row, op.flag("optional"))):
            continue
        if not (yield from pays(t, act, op.ops("cost"))):
            continue
        act.touched = [] if about is None else [about]
        act.did = True  # elements and experience are what it gives
        yield from perform_riders(t, act, op.ops("grant"))
