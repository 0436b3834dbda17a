"""The words of active bonuses: lines that stay in force [GLOOMHAVEN-16]."""

from __future__ import annotations

from grimtable.games.gloomhaven.attacks import attacker_bonus
from grimtable.games.gloomhaven.bonuses import SELF, grant, op_of, spend_charge
from grimtable.games.gloomhaven.components import bits
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.ops import Act, ability, value_of
from grimtable.games.gloomhaven.ops.attack import holds
from grimtable.games.gloomhaven.ops.targets import reach_of, spec_of
from grimtable.games.gloomhaven.state import Bonus, T
from grimtable.games.gloomhaven.strikes import Blow
from grimtable.kernel.hooks import Hook
from grimtable.kernel.values import Flow

# Events that advance charges during an attack of the owner.
charged_attack = Hook[[T, Blow], bool]()


def lasting(t: T, act: Act, op: Op) -> Flow[None]:
    """The line comes into force; its card goes to the active area when the half is done."""
    until = op.text("duration") or act.until
    whom = spec_of(op) or op.text("whose") or op.text("whom") or SELF
    grant(t.state, act.me, op.name, value_of(t, act, op), whom, reach_of(op), until, act.card, act.half, act.place)
    act.did = True
    yield from ()


def nothing(t: T, act: Act, op: Op) -> Flow[None]:
    """A mark that says where the card goes or where a circle of its track is: no effect of its own."""
    yield from ()


for _word in ("shield", "retaliate", "charges", "modify_own_attacks", "modify_attacks", "redirect_attacks", "rule"):
    ability.by(_word)(lasting)
for _word in ("round_bonus", "persistent_bonus", "charge_slot", "then_lost", "target_spec", "define_X"):
    ability.by(_word)(nothing)


@attacker_bonus.by("modify_own_attacks")
def modify_own_attacks(t: T, blow: Blow, row: Bonus) -> None:
    if row.figure == blow.strike.attacker:
        modify(t, blow, op_of(row))


@attacker_bonus.by("modify_attacks")
def modify_attacks(t: T, blow: Blow, row: Bonus) -> None:
    modify(t, blow, op_of(row))


def modify(t: T, blow: Blow, op: Op) -> None:
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
    blow.value += op.number("add")
    blow.advantage = blow.advantage or op.flag("advantage")
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
            blow.value += given.value
        elif given.name == "multiply_attack":
            blow.multiply *= given.number("by")
    spend_charge(t, row)


@charged_attack.by("your_attack")
def every_attack(t: T, blow: Blow) -> bool:
    return True
