"""The lines of a card in words: one message per op, for cards, items and monster cards alike."""

from __future__ import annotations

from grimtable.games.gloomhaven.components import CONDITION_OF, ELEMENT_OF
from grimtable.games.gloomhaven.components.ops import Op
from grimtable.kernel.language import Message

# Words with a template `line.WORD` of their own, whose number or sign stands in it.
NUMBERED = ("attack", "move", "heal", "shield", "retaliate", "loot", "push", "pull", "pierce", "range", "target", "xp")
PLAIN = ("jump", "fly", "area", "advantage", "special", "summon", "round_bonus", "persistent_bonus", "kill")
SILENT = ("charge_slot", "then_lost", "augment_begin", "augment_end", "define_X", "target_spec", "instead")
GROUPS = {
    "self": "self",
    "enemiesAdjacent": "adjacent_enemies",
    "enemyAdjacent": "adjacent_enemy",
    "enemiesMovedThrough": "moved_through",
    "alliesAdjacentAffect": "adjacent_allies",
    "selfAlliesAdjacentAffect": "self_and_adjacent",
}


def lines(ops: tuple[Op, ...]) -> tuple[Message, ...]:
    """What an action says, line by line."""
    return tuple([line(op) for op in ops if op.name not in SILENT])


def line(op: Op) -> Message:
    riders = list(lines(op.sub))
    for rider in op.sub:
        if rider.name == "target_spec" and rider.word in GROUPS:
            riders.append(Message(f"line.{GROUPS[rider.word]}"))
    head = headline(op)
    return Message("line.with", (head, tuple(riders))) if riders else head


def headline(op: Op) -> Message:
    if op.name == "condition" and op.word in CONDITION_OF:
        return Message(f"condition.{op.word}", (), (f"condition:{op.word}",))
    if op.name in ("infuse", "consume", "element"):
        element = Message(f"element.{op.word}") if op.word in ELEMENT_OF else Message("element.wild")
        return Message("line.consume" if op.name == "consume" else "line.infuse", (element,))
    if op.name in NUMBERED:
        return Message(f"line.{op.name}", (number(op),))
    if op.name in PLAIN:
        return Message(f"line.{op.name}")
    return Message("line.other", (op.name.replace("_", " "), number(op)))


def number(op: Op) -> str:
    """The value with its sign, where it is relative."""
    if op.word:
        return op.word
    mod = op.text("mod")
    if mod in ("plus", "add"):
        return f"+{op.value}"
    return f"-{op.value}" if mod in ("minus", "subtract") else str(op.value)
