"""What the changes of syntax are, and that each leaves a program."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tools.mutants.mutations import Mutation, drawn, mutations

from grimtable import citations

FUNCTION = '''
def f(t, a: int, b: list[int]) -> {kind}:
    """[TOY-1.1]"""
    {line}
'''
EVERYTHING = '''
def f(t, a: int, b: list[int]) -> list[int]:
    """[TOY-1.1]"""
    found = [x for x in b if x > 1 for y in {x: 2} if y]
    while a < 3 and not found:
        a += 1
        if a == 2:
            continue
        t.area[a] = -a
    for unit in sorted(b, reverse=True):
        yield from t.choose(unit, min(a, unit), {n for n in b}, {n: 1 for n in b})
    (yield from t.pay(x + 1 for x in b if x) if a else t.refuse())
    return b[1:] + [a // 2] if any(b) else b
'''


def mutants(text: str, which: int | None = None) -> list[Mutation]:
    """The mutants of the only function of a text; with a number, this one applied and the text compiled."""
    tree = ast.parse(text)
    (site,) = citations.sites_of(Path("toy.py"), text, tree)
    found = mutations(site)
    if which is not None:
        found[which].apply()
        compile(tree, "toy.py", "exec")
        assert ast.unparse(tree) != ast.unparse(ast.parse(text))
    return found


@pytest.mark.parametrize(
    ("kind", "line", "change"),
    [
        ("bool", "return a < 3", "a < 3 -> a <= 3"),
        ("bool", "return a < 3", "a < 3 -> a >= 3"),
        ("bool", "return a < 3", "return a < 3 -> return not a < 3"),
        ("bool", "return a and t", "a and t -> a or t"),
        ("bool", "return a and t", "a and t -> t"),
        ("bool", "return not a", "not a -> a"),
        ("int", "return a + 1", "a + 1 -> a - 1"),
        ("int", "return a + 1", "1 -> 2"),
        ("int", "return max(b)", "max(b) -> min(b)"),
        ("list[int]", "return [x for x in b if x]", "(b, x) -> (b,)"),
        ("list[int]", "return [x for x in b if x]", "(b, x) -> ((), x)"),
        ("list[int]", "return b", "return b -> return []"),
        ("int", "return a if t else 0", "a if t else 0 -> 0"),
        ("None", "t.area[a] = 1", "t.area[a] = 1 -> pass"),
        ("None", "yield from t.pay(a)", "yield from t.pay(a) -> yield from ()"),
        ("None", "raise ValueError", "raise ValueError -> pass"),
    ],
)
def test_a_line_is_broken(kind: str, line: str, change: str) -> None:
    texts = [mutant.text for mutant in mutants(FUNCTION.format(kind=kind, line=line))]
    assert [text for text in texts if text in (change, f"{line}: {change}")]


@pytest.mark.parametrize("line", ["assert a < 3", "t.emit('paid', a + 1)", "yield from ()", "return []", "t.no_undo()"])
def test_what_is_no_rule_is_left_alone(line: str) -> None:
    assert mutants(FUNCTION.format(kind="list[int]", line=line)) == []


def test_every_mutant_is_another_program_that_compiles() -> None:
    count = len(mutants(EVERYTHING))
    assert count > 40
    for which in range(count):
        mutants(EVERYTHING, which)


def test_mutants_have_texts_of_their_own() -> None:
    texts = [mutant.text for mutant in mutants(FUNCTION.format(kind="int", line="return 1 + a + 1"))]
    assert len(set(texts)) == len(texts)


def test_they_are_drawn_one_of_each_kind_in_turn_and_always_alike() -> None:
    order = drawn(mutants(EVERYTHING), "f")
    assert [mutant.text for mutant in order] == [mutant.text for mutant in drawn(mutants(EVERYTHING), "f")]
    kinds = {mutant.kind for mutant in order}
    assert {mutant.kind for mutant in order[: len(kinds)]} == kinds
