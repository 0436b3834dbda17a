"""What a half of a card does, in numbers: its lines as parts that a plan can weigh. By words, not by names of cards."""

from __future__ import annotations

from typing import Final, NamedTuple

from grimtable.games.gloomhaven.components import INVISIBLE, NEGATIVE, STRENGTHEN, Mask, bits
from grimtable.games.gloomhaven.components.cards import CARD_HALVES, Half
from grimtable.games.gloomhaven.components.hexes import Pattern, turns
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.games.gloomhaven.ops.targets import spec_of

MOVE, ATTACK, HEAL, LOOT, GUARD, HAMPER, HARM, HIDE, BOOST, LASTING, RECOVER, AUGMENT = range(12)
ALL: Final = 99  # so many targets: everybody in reach
X_ATTACK, X_MOVE = 3, 2  # what an X usually comes to
CHARGE_WORTH: Final = {  # of one charge, per point where it has some
    "shield": 5,
    "retaliate": 4,
    "attack_bonus": 8,
    "add_target": 14,
    "heal_bonus": 3,
    "negate_damage": 22,
    "multiply_attack": 25,
    "range_bonus": 0,
}
COUNTED_ONCE: Final = ("add_target", "negate_damage", "multiply_attack")


class Part(NamedTuple):
    """One line of a half."""

    sort: int
    value: int = 0
    reach: int = 1  # in hexes; 0: only oneself
    targets: int = 1
    is_ranged: bool = False
    conditions: Mask = 0
    pierce: int = 0
    jump: bool = False
    pattern: Pattern = ()
    is_grey: bool = False  # the pattern turns around the attacker
    beside_ally: int = 0  # more against a target next to a friend of the attacker
    alone: int = 0  # more against a target next to none of its own
    per_condition: int = 0


def range_of(op: Op) -> int:
    rider = op.rider("range")
    return rider.value if rider is not None else op.number("range")


def targets_of(op: Op) -> int:
    rider = op.rider("target")
    return rider.value if rider is not None else 1


def attack_part(op: Op) -> Part:
    reach, targets, whom = range_of(op), targets_of(op), spec_of(op)
    is_ranged = reach > 1
    reach = max(reach, 1)
    if whom == "enemiesAdjacent":
        reach, targets = 1, ALL
    if op.rider("extra_targets") is not None or op.rider("add_target") is not None:
        targets += 1
    area = op.rider("area")
    value = X_ATTACK if op.word.endswith("X") else op.value
    extra = [rider for rider in op.sub if rider.name == "attack_bonus"]
    return Part(
        ATTACK,
        value + sum([o.value for o in extra if not o.text("if") and not o.text("per")]),
        reach,
        targets,
        is_ranged and not (area is not None and area.flag("melee")),
        bits([o.word for o in op.sub if o.name == "condition"]),
        sum([o.value for o in op.sub if o.name == "pierce"]),
        False,
        area.hexes("targets") if area is not None else (),
        area is not None and area.flag("melee"),
        sum([o.value for o in extra if "your_all" in o.text("if") + o.text("per")]),
        sum([o.value for o in extra if o.text("if") == "target_adjacent_to_none_of_its_allies"]),
        sum([o.value for o in extra if o.text("per") == "negative_condition_on_target"]),
    )


def condition_part(op: Op) -> Part:
    """On oneself, or on enemies."""
    mask, whom, reach = bits([op.word]), spec_of(op), range_of(op)
    if mask & INVISIBLE:
        return Part(HIDE)
    if mask & STRENGTHEN:
        return Part(BOOST, 1)
    if not mask & NEGATIVE:
        return Part(LASTING, 4)
    return Part(HAMPER, 0, max(reach, 1), ALL if whom.startswith("enemies") else targets_of(op), False, mask)


def charges_part(op: Op) -> Part:
    worth = 0
    for given in op.ops("grant"):
        each = CHARGE_WORTH.get(given.name, 0)
        worth += each if given.name in COUNTED_ONCE else each * given.value
    return Part(LASTING, worth * op.number("count", 1))


def augment_worth(op: Op) -> int:
    """An augment stays: what it gives counts again and again."""
    return 6 + sum([14 * given.value if given.name == "attack_bonus" else 4 * given.value for given in op.sub])


def augment_part(op: Op) -> Part:
    return Part(AUGMENT, augment_worth(op))


def summon_part(op: Op) -> Part:
    facts = op.args.get("summon", op.args)
    strength = 8 * int(facts.get("attack", 0) or 0) if isinstance(facts.get("attack", 0), int) else 16
    health = facts.get("health", 0)
    return Part(LASTING, strength + (3 * health if isinstance(health, int) else 8))


def parts_of_line(op: Op) -> list[Part]:
    """A line and what stands under it."""
    name, whom = op.name, spec_of(op)
    if name == "attack":
        return [Part(LASTING, 2 * op.value)] if "oved" in whom else [attack_part(op)]
    if name == "move":
        stride = Part(MOVE, X_MOVE if op.word.endswith("X") else op.value, jump=op.rider("jump") is not None)
        return [stride, *[part for sub in op.sub if sub.name in PLAIN for part in parts_of_line(sub)]]
    if name == "heal":
        reach = 0 if whom == "self" else max(range_of(op), 1)
        return [Part(HEAL, op.value, reach, ALL if whom.startswith("allies") else targets_of(op))]
    if name in ("shield", "retaliate"):
        return [Part(GUARD, 2 * op.value if name == "shield" else op.value)]
    if name == "loot":
        return [Part(LOOT, 0, max(op.value, 1))]
    if name == "condition":
        return [condition_part(op)]
    if name == "suffer_damage":
        inner = [part for sub in op.sub if sub.name in PLAIN for part in parts_of_line(sub)]
        return [Part(HARM, op.value), *inner] if "enemies" in whom else inner
    return [PLAIN[name](op)] if name in PLAIN and name not in NESTED else []


def boost_part(op: Op) -> Part:
    return Part(BOOST, op.number("add"))


def recover_part(op: Op) -> Part:
    count = ALL if op.text("count") == "all" else op.number("count", 1)
    return Part(RECOVER, count, 0 if op.text("who", "self") == "self" else 1)


def push_part(op: Op) -> Part:
    return Part(LASTING, 2)


def force_part(op: Op) -> Part:
    """Enemies that act for us."""
    return Part(LASTING, 3 * sum([sub.value for sub in op.sub if sub.name == "attack"]) + 1)


NESTED: Final = ("attack", "move", "heal", "shield", "retaliate", "loot", "condition", "suffer_damage")
PLAIN: Final = {
    **dict.fromkeys(NESTED, push_part),
    "modify_own_attacks": boost_part,
    "modify_attacks": boost_part,
    "charges": charges_part,
    "augment": augment_part,
    "summon": summon_part,
    "recover_cards": recover_part,
    "push": push_part,
    "pull": push_part,
    "force_enemy": force_part,
    "create_trap": summon_part,
    "kill": summon_part,
}


def parts_of(half: Half) -> tuple[Part, ...]:
    return tuple([part for op in half.ops for part in parts_of_line(op)])


PARTS: tuple[tuple[tuple[Part, ...], tuple[Part, ...]], ...] = tuple(
    [(parts_of(top), parts_of(bottom)) for top, bottom in CARD_HALVES]
)
SHAPES: dict[Pattern, tuple[Pattern, ...]] = {  # the turns of every grey pattern
    part.pattern: turns(part.pattern) for halves in PARTS for parts in halves for part in parts if part.is_grey
}
BASIC_ATTACK: tuple[Part, ...] = (Part(ATTACK, 2),)
BASIC_MOVE: tuple[Part, ...] = (Part(MOVE, 2),)
