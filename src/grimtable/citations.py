"""Where rules are cited: in brackets in the sources, in `@rule(...)` in the tests."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

CITED = re.compile(r"\[([A-Z0-9]+-\d[\w.]*(?:, ?[A-Z0-9]+-\d[\w.]*)*)\]")
RULE_ID = re.compile(r"[A-Z0-9]+-\d+(?:\.\d+)*")
Function = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Kind(StrEnum):
    """What a citation stands at."""

    FUNCTION = "function"  # the docstring, or a comment above the function
    STATEMENT = "statement"  # inside a function: beside it, or above it
    TABLE = "table"  # a constant of a module
    ROW = "row"  # one line of such a constant
    ELSEWHERE = "elsewhere"  # a module, a class, an assertion of a module


class Site(NamedTuple):
    """A place in the sources that enforces rules."""

    path: Path
    ids: frozenset[str]
    kind: Kind
    name: str  # of the function or constant in its module: "State.power"
    line: int  # of the citation
    node: ast.AST  # what enforces it
    scope: ast.AST  # the function or the whole assignment around it

    @property
    def syntax(self) -> str:
        """What enforces it, without its place and its docstrings."""
        dumped = bare(self.scope)
        return dumped if self.node is self.scope else f"{dumped} {bare(self.node)}"


class Test(NamedTuple):
    """A test that carries ids."""

    path: Path
    ids: frozenset[str]
    name: str  # "test_x", "TestY.test_x"
    line: int
    node: Function

    @property
    def syntax(self) -> str:
        """The test without its place, and without the ids that it carries."""
        return bare(self.node)


# ---------------------------------------------------------------- in the sources
def in_sources(folder: Path) -> list[Site]:
    """Every citation in the sources below a folder."""
    return [site for path in sorted(folder.rglob("*.py")) for site in sites(path)]


def sites(path: Path) -> list[Site]:
    """Every citation in a file, one for each place that cites."""
    text = path.read_text(encoding="utf-8")
    if not CITED.search(text):
        return []
    return sites_of(path, text, ast.parse(text))


def sites_of(path: Path, text: str, tree: ast.Module) -> list[Site]:
    found: dict[tuple[int, int], Site] = {}
    outlines = [Outline(node, name) for node, name in _named(tree)]
    for number, line in enumerate(text.splitlines(), 1):
        ids = {i for group in CITED.findall(line) for i in RULE_ID.findall(group)}
        if ids:
            site = _site(path, number, tree, outlines, frozenset(ids))
            key = (id(site.node), id(site.scope))
            found[key] = found[key]._replace(ids=found[key].ids | site.ids) if key in found else site
    return list(found.values())


class Outline(NamedTuple):
    """A function and its qualified name."""

    node: Function
    name: str


def _named(tree: ast.AST, prefix: str = "") -> Iterator[tuple[Function, str]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, FUNCTIONS):
            yield node, prefix + node.name
            yield from _named(node, f"{prefix}{node.name}.<locals>.")
        elif isinstance(node, ast.ClassDef):
            yield from _named(node, f"{prefix}{node.name}.")
        else:
            yield from _named(node, prefix)


def _site(path: Path, number: int, tree: ast.Module, outlines: list[Outline], ids: frozenset[str]) -> Site:
    around = [outline for outline in outlines if first_line(outline.node) <= number <= last_line(outline.node)]
    if around:
        function, name = max(around, key=lambda outline: outline.node.lineno)
        if number <= _header_end(function) or _in_docstring(function, number):
            return Site(path, ids, Kind.FUNCTION, name, number, function, function)
        statement = _statement(function, number)
        return Site(path, ids, Kind.STATEMENT, name, number, statement, function)
    statement = _statement(tree, number)
    if isinstance(statement, FUNCTIONS):
        name = next(outline.name for outline in outlines if outline.node is statement)
        return Site(path, ids, Kind.FUNCTION, name, number, statement, statement)
    constant = _constant(statement)
    if constant is None or statement not in tree.body:
        return Site(path, ids, Kind.ELSEWHERE, "", number, statement, statement)
    row = _row(statement, number)
    if row is None:
        return Site(path, ids, Kind.TABLE, constant, number, statement, statement)
    return Site(path, ids, Kind.ROW, constant, number, row, statement)


def first_line(node: Function) -> int:
    return min([node.lineno, *[decorator.lineno for decorator in node.decorator_list]])


def last_line(node: ast.AST) -> int:
    found: int = getattr(node, "end_lineno", 0) or 0
    return found


def _header_end(node: Function) -> int:
    """The last line of a function's signature that holds anything."""
    return max(
        [node.lineno, *[last_line(part) for part in [*ast.walk(node.args), *([node.returns] if node.returns else [])]]]
    )


def _in_docstring(node: Function, number: int) -> bool:
    return ast.get_docstring(node, clean=False) is not None and number <= last_line(node.body[0])


def _statement(around: ast.AST, number: int) -> ast.stmt:
    """The statement in which a line lies; for a line of its own between statements, the next one."""
    inside = [node for node in ast.walk(around) if isinstance(node, ast.stmt) and node is not around]
    holding = [node for node in inside if node.lineno <= number <= last_line(node)]
    if holding:
        innermost = max(holding, key=lambda node: (node.lineno, node.col_offset))
        body = [node for node in inside if innermost.lineno < node.lineno <= last_line(innermost)]
        following = [node for node in body if node.lineno > number]
        if not body or number < min([node.lineno for node in body]) or not following:
            return innermost
        return min(following, key=lambda node: node.lineno)
    following = [node for node in inside if node.lineno > number]
    return min(following or inside, key=lambda node: node.lineno if following else -node.lineno)


def _constant(statement: ast.stmt) -> str | None:
    """The name of the constant that an assignment makes."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    single = targets[0] if len(targets) == 1 else None
    return single.id if isinstance(single, ast.Name) and getattr(statement, "value", None) is not None else None


def _row(statement: ast.stmt, number: int) -> ast.expr | None:
    """The entry of a table beside or below a line inside it: the value of a dictionary's key, an element of others."""
    rows: list[tuple[int, ast.expr]] = []  # with the first line
    for node in ast.walk(statement):
        if isinstance(node, ast.Dict):
            rows += [((key or value).lineno, value) for key, value in zip(node.keys, node.values)]
        elif isinstance(node, ast.List | ast.Tuple | ast.Set) and len(node.elts) > 1:
            rows += [(element.lineno, element) for element in node.elts]
    inside = [(first, row) for first, row in rows if first > statement.lineno]
    beside = [(first, row) for first, row in inside if first <= number <= last_line(row)]
    if beside:
        return min(beside, key=lambda pair: last_line(pair[1]) - pair[0])[1]
    below = [(first, row) for first, row in inside if statement.lineno < number < first]
    return min(below, key=lambda pair: pair[0])[1] if below else None


# ---------------------------------------------------------------- in the tests
def in_tests(folder: Path) -> list[Test]:
    """The tests below a folder that carry ids."""
    return [test for path in sorted(folder.rglob("test_*.py")) for test in tests(path)]


def tests(path: Path) -> list[Test]:
    text = path.read_text(encoding="utf-8")
    if "@rule(" not in text:
        return []
    return [
        Test(path, carried, name, node.lineno, node)
        for node, name in _named(ast.parse(text))
        if (carried := _carried(node))
    ]


def _carried(node: Function) -> frozenset[str]:
    marks = [decorator for decorator in node.decorator_list if _is_mark(decorator)]
    texts = [part.value for mark in marks for part in ast.walk(mark) if isinstance(part, ast.Constant)]
    return frozenset([i for text in texts for i in RULE_ID.findall(str(text))])


def _is_mark(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "rule"


# ---------------------------------------------------------------- syntax
def bare(node: ast.AST) -> str:
    """A part of a program as syntax: no places, no comments, no docstrings, no marks of tests."""
    fields = [f"{name}={_bare_field(node, name, value)}" for name, value in ast.iter_fields(node)]
    return f"{type(node).__name__}({', '.join(fields)})"


def _bare_field(node: ast.AST, name: str, value: object) -> str:
    if isinstance(value, list):
        parts = value
        if name == "body" and isinstance(node, (*FUNCTIONS, ast.ClassDef)) and ast.get_docstring(node) is not None:
            parts = value[1:]
        elif name == "decorator_list":
            parts = [decorator for decorator in value if not _is_mark(decorator)]
        return "[" + ", ".join([bare(part) if isinstance(part, ast.AST) else repr(part) for part in parts]) + "]"
    return bare(value) if isinstance(value, ast.AST) else repr(value)


def digest(parts: Iterable[str]) -> str:
    """A short hash of some texts, whatever their order."""
    found = hashlib.sha256()
    for part in sorted(parts):
        found.update(part.encode() + b"\0")
    return found.hexdigest()[:16]
