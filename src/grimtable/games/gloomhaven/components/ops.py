"""Effects as data: an op is a word with a value, arguments and riders. What a word does is told in `ops/`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

LISTS_OF_OPS: Final = ("grant", "do", "cost", "after_last", "then", "if_already_has", "when_sprung", "trait")
QUALIFIERS: Final = ("range", "target_spec", "affects", "jump")  # say how or at whom, and have no riders of their own
NOT_ARGUMENTS: Final = ("op", "value", "sub", "enhance", "enhance_hexes")


class Op:
    """One effect. Never changed after loading."""

    __slots__ = ("args", "name", "sub", "value", "word")

    def __init__(self, name: str, value: int, word: str, sub: tuple[Op, ...], args: dict[str, Any]) -> None:
        self.name = name
        self.value = value  # its number, 0 if it has none
        self.word = word  # its value where that is a word: "X", a condition, an element
        self.sub = sub  # riders
        self.args = args

    def text(self, key: str, default: str = "") -> str:
        found = self.args.get(key, default)
        return found if isinstance(found, str) else str(found)

    def number(self, key: str, default: int = 0) -> int:
        found = self.args.get(key, default)
        return found if isinstance(found, int) else default

    def flag(self, key: str) -> bool:
        return bool(self.args.get(key, False))

    def words(self, key: str) -> tuple[str, ...]:
        found = self.args.get(key, ())
        return (found,) if isinstance(found, str) else tuple(found)

    def ops(self, key: str) -> tuple[Op, ...]:
        found: tuple[Op, ...] = self.args.get(key, ())
        return found

    def hexes(self, key: str) -> tuple[tuple[int, int], ...]:
        return tuple([(q, r) for q, r in self.args.get(key, ())])

    def rider(self, name: str) -> Op | None:
        """The first rider of this name."""
        for op in self.sub:
            if op.name == name:
                return op
        return None

    def __repr__(self) -> str:
        return f"{self.name} {self.word or self.value} {dict(self.args) or ''} {list(self.sub) or ''}"


def op_from(record: Mapping[str, Any]) -> Op:
    value = record.get("value", 0)
    number = value if isinstance(value, int) else 0
    word = value if isinstance(value, str) else str(record.get("element", "")) if "element" in record else ""
    args = {key: argument(key, found) for key, found in record.items() if key not in NOT_ARGUMENTS}
    return Op(record["op"], number, word, ops_from(record.get("sub", [])), args)


def ops_from(records: list[Mapping[str, Any]]) -> tuple[Op, ...]:
    """The ops of a line. What is written under a qualifier belongs to the line the qualifier stands in."""
    found: list[Op] = []
    for record in records:
        op = op_from(record)
        if op.name in QUALIFIERS and op.sub:
            found += [Op(op.name, op.value, op.word, (), op.args), *op.sub]
        else:
            found.append(op)
    return tuple(found)


def gathered(ops: tuple[Op, ...]) -> tuple[Op, ...]:
    """What stands between the marks of an augment becomes the riders of the augment."""
    names = [op.name for op in ops]
    if "augment_begin" not in names:
        return ops
    first, last = names.index("augment_begin"), names.index("augment_end")
    inside = [op for op in ops[first + 1 : last] if op.name != "augment"]
    augment = ops[names.index("augment")]
    whole = Op("augment", 0, "", tuple(inside), augment.args)
    return (*ops[:first], whole, *ops[last + 1 :])


def argument(key: str, found: Any) -> Any:
    if key == "options":  # lists of ops to choose from
        return tuple([ops_from(option) for option in found])
    if key in LISTS_OF_OPS and isinstance(found, (list, dict)) and is_ops(found):
        return ops_from([found] if isinstance(found, dict) else found)
    return found


def is_ops(found: Any) -> bool:
    rows = found if isinstance(found, list) else [found]
    return all([isinstance(row, dict) and "op" in row for row in rows])


def walk(ops: tuple[Op, ...]) -> list[Op]:
    """All ops and their riders, in order."""
    found: list[Op] = []
    for op in ops:
        found += [op, *walk(op.sub)]
    return found
