"""The words of active bonuses: lines that stay in force [GLOOMHAVEN-16]."""

from __future__ import annotations

from typing import Final

from grimtable.games.gloomhaven.attacks import attacker_bonus
from grimtable.games.gloomhaven.bonuses import AIMED, SELF, affects, grant, is_doomed_by, op_of, spend_charge
from grimtable.games.gloomhaven.components import DISARM, IMMOBILIZE, NONE, STUN, bits
from grimtable.games.gloomhaven.components.cards import CARD_HALVES
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.components.terms import TURN, Bonus
from grimtable.games.gloomhaven.ops import Act, ability, perform_riders, value_of
from grimtable.games.gloomhaven.ops.attack import holds, per_target
from grimtable.games.gloomhaven.ops.targets import ONE, affected, reach_of, spec_of
from grimtable.games.gloomhaven.state import Gloomhaven, T
from grimtable.games.gloomhaven.strikes import Blow, add_to
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

TOUCHED: Final[tuple[str, ...]] = ("the_healed_figure",)  # words for whom the action has affected
# Events that advance charges during an attack of the owner.
charged_attack: Final = Hook[[T, Blow], bool]()
# Numbers of an aura that change as figures move.
in_reach: Final = Hook[[Gloomhaven, Bonus], int]()
HALF_OF_HURT: Final = "floor(allies_damaged_by_this_card/2)"  # a number that is settled when the line is performed
THIS_DOOMED: Final = "this_doomed_enemy"
UNTIL: Final = {"rest_of_turn": TURN}


def lasting(t: T, act: Act, op: Op) -> Flow[None]:
    """The line comes into force; its card goes to the active area when the half is done."""
    until = UNTIL.get(op.text("duration"), op.text("duration")) or act.until
    whom, _, number = (spec_of(op) or op.text("whose") or op.text("whom") or SELF).partition(":")
    if op.name == "rule":
        whom = op.text("name")
    aims = [NONE]
    if whom in ONE or whom in TOUCHED:
        aims, whom = (yield from affected(t, act, op, SELF)), AIMED
    value, reach = value_of(t, act, op), int(number) if number else reach_of(op)
    if op.text("add") == HALF_OF_HURT:
        value = len(act.damaged) // 2
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
    "modify_own_moves",
    "modify_moves",
    "modify_attacks_targeting",
    "modify_own_retaliate",
    "negate_damage",
    "redirect_damage",
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
        modify_each(t, blow, op_of(row), row)


@attacker_bonus.by("modify_attacks")
def modify_attacks(t: T, blow: Blow, row: Bonus) -> None:
    if affects(t.state, row, blow.strike.attacker):
        modify_each(t, blow, op_of(row), row)


def modify_each(t: T, blow: Blow, op: Op, row: Bonus) -> None:
    """What an active card changes in every attack that fits it."""
    if not op.text("limit") and applies(t.state, blow, op, row):
        modify(t, blow, op, row)


def applies(s: Gloomhaven, blow: Blow, op: Op, row: Bonus) -> bool:
    """Whether an attack is one that the card means."""
    kind = op.text("attack_type")
    if kind and (kind == "melee") != blow.strike.is_melee:
        return False
    wanted = op.words("if_target_has_any")
    if wanted and not s.has(blow.target, bits(wanted)):
        return False
    if op.text("if") and not holds[op.text("if")](s, blow):
        return False
    target = op.text("if_target")
    if target == THIS_DOOMED:
        return is_doomed_by(s, row.source, blow.target)
    return not target or holds[f"target_{target}"](s, blow)


def modify(t: T, blow: Blow, op: Op, row: Bonus) -> None:
    s, counts = t.state, op.text("add")
    if counts in per_target:
        blow.value += per_target[counts](s, blow)
    else:
        add_to(blow, row.value or (in_reach[counts](s, row) if counts in in_reach else op.number("add")))
    blow.pierce += op.number("pierce")
    blow.disadvantage = blow.disadvantage or op.flag("disadvantage")
    blow.advantage = blow.advantage or op.flag("advantage")
    blow.ignore_shield = blow.ignore_shield or op.flag("ignore_shield")
    blow.conditions |= bits(op.words("add_conditions"))
    blow.multiply *= op.number("multiply", 1)


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
        elif given.name == "condition":
            blow.conditions |= bits([given.word])
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
    return t.state.is_unseen(blow.strike.attacker)


@charged_attack.by("your_attack_vs_enemy_with_disarm_immobilize_or_stun")
def attack_on_a_hampered_enemy(t: T, blow: Blow) -> bool:
    return t.state.has(blow.target, DISARM | IMMOBILIZE | STUN)
