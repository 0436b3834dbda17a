"""Small changes of syntax that break a function, a statement or a row of a table."""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from grimtable.citations import FUNCTIONS, Kind, Site

SEED = 1
Change = tuple[str, ast.AST]  # a kind, and what stands there instead
LIMITS: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    **{ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is},
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv},
    **{ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr},
    **{ast.LShift: ast.RShift, ast.RShift: ast.LShift},
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list"}


class Mutation(NamedTuple):
    """One change; applying it changes the tree for good, so a process applies one only."""

    kind: str
    text: str
    apply: Callable[[], None]


class Slot(NamedTuple):
    """Where a node hangs in its tree."""

    parent: ast.AST
    field: str
    position: int | None
    node: ast.AST

    def put(self, other: ast.AST) -> None:
        for node in ast.walk(other):
            if not hasattr(node, "lineno"):
                ast.copy_location(node, self.node)
        if self.position is None:
            setattr(self.parent, self.field, other)
        else:
            getattr(self.parent, self.field)[self.position] = other
        ast.fix_missing_locations(self.parent)  # a loop of a comprehension has no place of its own


def drawn(mutations: list[Mutation], name: str) -> list[Mutation]:
    """In the order in which they are tried: one of each kind in turn, always the same."""
    chance = random.Random(f"{SEED} {name}")
    kinds: dict[str, list[Mutation]] = {}
    for mutation in mutations:
        kinds.setdefault(mutation.kind, []).append(mutation)
    queues = [kinds[kind] for kind in sorted(kinds)]
    chance.shuffle(queues)
    for queue in queues:
        chance.shuffle(queue)
    order: list[Mutation] = []
    while any(queues):
        order += [queue.pop() for queue in queues if queue]
    return order


def mutations(site: Site) -> list[Mutation]:
    """Everything that can be changed at a place that cites."""
    found: list[Mutation] = []
    for slot, statement, function in slots(site):
        around = ast.Name(site.name) if site.kind == Kind.ROW else statement
        changes = constant(slot.node) if site.kind == Kind.ROW else changed(slot.node, function)
        for kind, other in changes:
            if ast.dump(slot.node) == ast.dump(other):
                continue
            change = f"{shown(slot.node)} -> {shown(other)}"
            text = change if around is slot.node else f"{shown(around)}: {change}"
            same = len([mutation for mutation in found if mutation.text.partition(" #")[0] == text])
            text = f"{text} #{same + 1}" if same else text
            found.append(Mutation(kind, text, partial(slot.put, other)))
    return found


def shown(node: ast.AST) -> str:
    """A part of the program in one short line."""
    if isinstance(node, ast.comprehension):
        node = ast.Tuple([node.iter, *node.ifs], ast.Load())
    line = ast.unparse(node).splitlines()[0].removesuffix(":")
    return line if len(line) <= 100 else line[:97] + "..."


def slots(site: Site) -> Iterator[tuple[Slot, ast.AST, ast.AST]]:
    """The parts of a site, each with the statement around it and the innermost function."""
    wanted = {id(node) for node in ast.walk(site.node)}
    if site.kind == Kind.FUNCTION:
        wanted.remove(id(site.node))
    for slot, around, function in _slots(site.scope, site.scope, site.scope):
        if id(slot.node) in wanted:
            yield slot, around, function


def _slots(node: ast.AST, around: ast.AST, function: ast.AST) -> Iterator[tuple[Slot, ast.AST, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if field in ("decorator_list", "args", "returns", "annotation", "target", "targets") and not (
            field == "args" and isinstance(node, ast.Call)
        ):
            continue
        parts = enumerate(value) if isinstance(value, list) else [(None, value)]
        for index, part in parts:
            if not isinstance(part, ast.AST) or is_no_rule(part):
                continue
            statement = part if isinstance(part, ast.stmt) else around
            inner = part if isinstance(part, FUNCTIONS) else function
            yield Slot(node, field, index, part), statement, function
            yield from _slots(part, statement, inner)


def is_no_rule(node: ast.AST) -> bool:
    """Assertions, docstrings, lines of the log and what can be undone."""
    if isinstance(node, ast.Expr):
        value = node.value
        if isinstance(value, ast.Constant):
            return True
        return (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Attribute)
            and value.func.attr in ("emit", "no_undo")
        )
    return isinstance(node, ast.Assert | ast.JoinedStr)


# ---------------------------------------------------------------- changes
def changed(node: ast.AST, function: ast.AST) -> list[Change]:
    """What may stand in the place of a node."""
    if isinstance(node, ast.stmt):
        return statement(node, function)
    if isinstance(node, ast.comprehension):
        return comprehension(node)
    if isinstance(node, ast.Compare):
        return comparison(node)
    if isinstance(node, ast.BoolOp):
        return logic(node)
    if isinstance(node, ast.UnaryOp):
        return [("logic" if isinstance(node.op, ast.Not) else "arithmetic", node.operand)]
    if isinstance(node, ast.BinOp):
        return arithmetic(node)
    if isinstance(node, ast.IfExp):
        return [("condition", node.body), ("condition", node.orelse)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        if node.func.id == "sorted" and node.args and isinstance(node.args[0], ast.SetComp | ast.Set):
            return []  # the order of a set differs from run to run
        return [("call", call(node, CALLS[node.func.id]))]
    return constant(node)


def with_fields(node: ast.AST, **fields: object) -> ast.AST:
    """A copy of a node with other parts."""
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def comparison(node: ast.Compare) -> list[Change]:
    found: list[Change] = []
    for at, op in enumerate(node.ops):
        for kind, table in (("limit", LIMITS), ("comparison", OPPOSITES)):
            if type(op) in table:
                ops = [*node.ops[:at], table[type(op)](), *node.ops[at + 1 :]]
                found.append((kind, with_fields(node, ops=ops)))
    return found


def logic(node: ast.BoolOp) -> list[Change]:
    other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    found: list[Change] = [("logic", with_fields(node, op=other))]
    for at in range(len(node.values)):
        values = [*node.values[:at], *node.values[at + 1 :]]
        found.append(("part", values[0] if len(values) == 1 else with_fields(node, values=values)))
    return found


def arithmetic(node: ast.BinOp) -> list[Change]:
    found: list[Change] = [("arithmetic", node.left), ("arithmetic", node.right)]
    made = any([isinstance(side, ast.Tuple | ast.List | ast.ListComp) for side in (node.left, node.right)])
    if type(node.op) in OPERATORS and not made:
        found.append(("arithmetic", with_fields(node, op=OPERATORS[type(node.op)]())))
    return found


def call(node: ast.Call, name: str) -> ast.AST:
    keywords = [] if name == "list" else node.keywords
    return with_fields(node, func=ast.Name(name, ast.Load()), keywords=keywords)


def comprehension(node: ast.comprehension) -> list[Change]:
    found: list[Change] = [("loop", with_fields(node, iter=ast.Tuple([], ast.Load())))]
    for at in range(len(node.ifs)):
        found.append(("filter", with_fields(node, ifs=[*node.ifs[:at], *node.ifs[at + 1 :]])))
    return found


def constant(node: ast.AST) -> list[Change]:
    value = node.value if isinstance(node, ast.Constant) else None
    if isinstance(value, bool):
        return [("constant", ast.Constant(not value))]
    if isinstance(value, int):
        return [("constant", ast.Constant(value + 1)), *([("constant", ast.Constant(value - 1))] if value > 0 else [])]
    return []


def statement(node: ast.stmt, function: ast.AST) -> list[Change]:
    if isinstance(node, ast.If):
        return [("condition", with_fields(node, test=ast.Constant(answer))) for answer in (True, False)]
    if isinstance(node, ast.While):
        return [("loop", with_fields(node, test=ast.Constant(False)))]
    if isinstance(node, ast.For):
        return [("loop", with_fields(node, iter=ast.Tuple([], ast.Load())))]
    if isinstance(node, ast.Break | ast.Continue | ast.Raise):
        return [("step", ast.Pass())]
    if isinstance(node, ast.Return):
        return result(node, function)
    if isinstance(node, ast.AugAssign):
        found: list[Change] = [("step", nothing(node))]
        if type(node.op) in OPERATORS and not isinstance(node.value, ast.Tuple | ast.List | ast.ListComp):
            found.append(("arithmetic", with_fields(node, op=OPERATORS[type(node.op)]())))
        return found
    if isinstance(node, ast.Assign) and not any([isinstance(target, ast.Name | ast.Tuple) for target in node.targets]):
        return [("step", nothing(node))]
    if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Yield):
        return [("step", nothing(node))]
    return []


def nothing(node: ast.stmt) -> ast.stmt:
    """A statement that does nothing; a generator stays one."""
    if any([isinstance(part, ast.YieldFrom | ast.Yield) for part in ast.walk(node)]):
        return ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
    return ast.Pass()


def result(node: ast.Return, function: ast.AST) -> list[Change]:
    """Another answer of the type that the function promises."""
    promised = getattr(function, "returns", None)
    kind = ast.unparse(promised).partition("[")[0] if promised is not None else ""
    if node.value is None or isinstance(node.value, ast.Constant):
        return []
    if kind == "bool":
        return [("result", with_fields(node, value=ast.UnaryOp(ast.Not(), node.value)))]
    if kind == "int":
        return [("result", with_fields(node, value=ast.BinOp(node.value, ast.Add(), ast.Constant(1))))]
    empty = {"list": ast.List([], ast.Load()), "tuple": ast.Tuple([], ast.Load()), "dict": ast.Dict([], [])}
    return [("result", with_fields(node, value=empty[kind]))] if kind in empty else []
