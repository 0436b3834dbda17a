"""The words of active bonuses: lines that stay in force [GLOOMHAVEN-16]."""

from __future__ import annotations

from grimtable.games.gloomhaven.attacks import attacker_bonus
from grimtable.games.gloomhaven.bonuses import AIMED, SELF, bonuses_on, charges_of, grant, op_of, spend_charge
from grimtable.games.gloomhaven.components import DISARM, IMMOBILIZE, INVISIBLE, NONE, STUN, Figure, bits
from grimtable.games.gloomhaven.components.cards import CARD_HALVES
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.ops import Act, ability, perform_riders, value_of
from grimtable.games.gloomhaven.ops.attack import before_attack, holds
from grimtable.games.gloomhaven.ops.elements import offer_consume
from grimtable.games.gloomhaven.ops.targets import ONE, affected, reach_of, spec_of
from grimtable.games.gloomhaven.piles import discard
from grimtable.games.gloomhaven.state import Bonus, Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, Strike
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

NO, YES = "no", "yes"
TOUCHED = ("the_healed_figure",)  # words for whom the action has affected
# Events that advance charges during an attack of the owner.
charged_attack = Hook[[T, Blow], bool]()
# Numbers of an aura that change as figures move.
in_reach = Hook[[Gloomhaven, Bonus], int]()


def has_rule(s: Gloomhaven, figure: Figure, name: str) -> bool:
    """Whether a rule of an active card is in force for its owner."""
    rows = [row for row in s.bonuses if row.word == "rule" and row.figure == figure]
    return any([op_of(row).text("name") == name for row in rows])


def lasting(t: T, act: Act, op: Op) -> Flow[None]:
    """The line comes into force; its card goes to the active area when the half is done."""
    until = op.text("duration") or act.until
    whom, _, number = (spec_of(op) or op.text("whose") or op.text("whom") or SELF).partition(":")
    aims = [NONE]
    if whom in ONE or whom in TOUCHED:
        aims, whom = (yield from affected(t, act, op, SELF)), AIMED
    value, reach = value_of(t, act, op), int(number) if number else reach_of(op)
    for aim in aims:
        grant(t.state, act.me, op.name, value, whom, reach, until, act.card, act.half, act.place, aim)
    if not aims:
        return
    act.did = True
    yield from perform_riders(t, act, tuple([sub for sub in op.sub if sub.name in ability]))


def nothing(t: T, act: Act, op: Op) -> Flow[None]:
    """A mark that says where the card goes or where a circle of its track is: no effect of its own."""
    yield from ()


for _word in (
    "shield",
    "retaliate",
    "charges",
    "modify_own_attacks",
    "modify_attacks",
    "redirect_attacks",
    "on_trigger",
):
    ability.by(_word)(lasting)
for _word in (
    "round_bonus",
    "persistent_bonus",
    "charge_slot",
    "then_lost",
    "target_spec",
    "define_X",
    "augment_replace",
):
    ability.by(_word)(nothing)


@ability.by("rule")
def rule(t: T, act: Act, op: Op) -> Flow[None]:
    """A rule in force; on a half that does not stay it tells how to treat the card itself."""
    if CARD_HALVES[act.card][act.half].active:
        yield from lasting(t, act, op)


@attacker_bonus.by("modify_own_attacks")
def modify_own_attacks(t: T, blow: Blow, row: Bonus) -> None:
    if row.figure == blow.strike.attacker:
        modify(t, blow, op_of(row), row)


@attacker_bonus.by("modify_attacks")
def modify_attacks(t: T, blow: Blow, row: Bonus) -> None:
    modify(t, blow, op_of(row), row)


def modify(t: T, blow: Blow, op: Op, row: Bonus) -> None:
    """What an active card changes in every attack that fits it."""
    s = t.state
    kind = op.text("attack_type")
    if kind and (kind == "melee") != blow.strike.is_melee:
        return
    wanted = op.words("if_target_has_any")
    if wanted and not s.has(blow.target, bits(wanted)):
        return
    if op.text("if_target") and not holds[f"target_{op.text('if_target')}"](s, blow):
        return
    counts = op.text("add")
    blow.value += row.value or (in_reach[counts](s, row) if counts in in_reach else op.number("add"))
    blow.advantage = blow.advantage or op.flag("advantage")
    blow.ignore_shield = blow.ignore_shield or op.flag("ignore_shield")
    blow.conditions |= bits(op.words("add_conditions"))


@attacker_bonus.by("charges")
def charged(t: T, blow: Blow, row: Bonus) -> None:
    """[GLOOMHAVEN-16.3] Attacks of the owner advance the token, even if the bonus gives nothing."""
    op = op_of(row)
    trigger = op.text("trigger")
    if row.figure != blow.strike.attacker or trigger not in charged_attack or not charged_attack[trigger](t, blow):
        return
    for given in op.ops("grant"):
        if given.name == "attack_bonus":
            blow.value += row.value or given.value
        elif given.name == "multiply_attack":
            blow.multiply *= given.number("by")
    spend_charge(t, row)


@charged_attack.by("your_attack")
def every_attack(t: T, blow: Blow) -> bool:
    return True


@charged_attack.by("your_attack_vs_enemy_adjacent_to_none_of_its_allies")
def attack_on_a_lone_enemy(t: T, blow: Blow) -> bool:
    return holds["target_adjacent_to_none_of_its_allies"](t.state, blow)


@charged_attack.by("your_attack_vs_enemy_adjacent_to_none_of_its_allies_and_adjacent_to_your_ally")
def attack_on_a_cornered_enemy(t: T, blow: Blow) -> bool:
    s = t.state
    lone = holds["target_adjacent_to_none_of_its_allies"](s, blow)
    return lone and holds["target_adjacent_to_any_of_your_allies"](s, blow)


@charged_attack.by("your_attack_while_invisible")
def attack_unseen(t: T, blow: Blow) -> bool:
    return t.state.has(blow.strike.attacker, INVISIBLE)


@charged_attack.by("your_attack_vs_enemy_with_disarm_immobilize_or_stun")
def attack_on_a_hampered_enemy(t: T, blow: Blow) -> bool:
    return t.state.has(blow.target, DISARM | IMMOBILIZE | STUN)


# ---------------------------------------------------------------- charges that a whole action advances
def advance_once(t: T, act: Act, row: Bonus) -> None:
    """An action moves the token once, however many abilities of it have the bonus."""
    if row.source not in act.paid:
        act.paid.append(row.source)
        spend_charge(t, row)


@before_attack.by("cards")
def charged_actions(t: T, act: Act, strike: Strike) -> Flow[None]:
    """[GLOOMHAVEN-16.3] Cards that work on the next attack actions."""
    s = t.state
    for row in [*bonuses_on(s, act.me, "modify_attacks"), *bonuses_on(s, act.me, "modify_own_attacks")]:
        op = op_of(row)
        kind, spec = op.text("attack_type"), op.text("target_spec")
        if not kind or (kind == "melee") == strike.is_melee:
            strike.add_targets += op.number("add_target")
            strike.spec = spec if spec and strike.area is None else strike.spec
    if strike.is_melee:
        return
    for row in charges_of(s, act.me, "your_ranged_attack_action"):
        strike.add_targets += sum([op.value for op in op_of(row).ops("grant") if op.name == "add_target"])
        advance_once(t, act, row)
    for row in charges_of(s, act.me, "your_ranged_attack_action_when_air_available"):
        consume, *given = op_of(row).ops("grant")
        if (yield from offer_consume(t, act.seat, consume)):
            strike.reach += sum([op.value for op in given if op.name == "range_bonus"])
            advance_once(t, act, row)


# ---------------------------------------------------------------- cards that work again and again
def triggers_of(s: Gloomhaven, figure: Figure, trigger: str) -> list[Bonus]:
    rows = [row for row in s.bonuses if row.word == "on_trigger" and row.figure == figure]
    return [row for row in rows if op_of(row).text("trigger") == trigger]


def triggered(t: T, figure: Figure, trigger: str) -> Flow[None]:
    """[GLOOMHAVEN-16.1] What active cards do at this moment, for their cost if they have one."""
    s = t.state
    for row in triggers_of(s, figure, trigger):
        op, seat = op_of(row), s.asks(figure)
        costs = op.ops("cost")
        if not s.in_play(figure) or (costs and not s.hand[figure]):
            continue
        if op.flag("optional") and (yield from t.choose(seat, "use_card", [NO, YES])) == NO:
            continue
        for cost in costs:
            assert cost.name == "discard_cards", cost.name
            for _ in range(cost.number("count")):
                discard(s, figure, (yield from t.choose(seat, "discard_card", sorted(s.hand[figure]))))
        yield from perform_riders(t, Act(figure, seat, row.source, row.half), op.ops("grant"))
