"""A flow called without `yield from` silently does nothing: this reads the sources for it."""

from __future__ import annotations

import ast

from contract.sources import Source, imports, ours, sixth, snippet

ASKING = ("choose", "choose_secretly", "choose_together", "compose")  # of the table


def flows_of(source: Source) -> set[str]:
    """Functions of a module that are annotated to return a flow."""
    return {
        node.name
        for node in source.tree.body
        if isinstance(node, ast.FunctionDef)
        and node.returns is not None
        and ast.unparse(node.returns).startswith("Flow[")
    }


def lost_flows(sources: list[Source]) -> list[str]:
    """Calls of flows that do not stand directly under `yield from`."""
    flows = {source.name: flows_of(source) for source in sources}
    lost: list[str] = []
    for source in sources:
        known = set(flows[source.name])
        for _, module, names in imports(source):
            known |= {name for name in names if name in flows.get(module, ())}
        driven = {id(node.value) for node in ast.walk(source.tree) if isinstance(node, ast.YieldFrom)}
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and id(node) not in driven and calls_flow(node.func, known):
                lost.append(f"{source.at(node)} {ast.unparse(node.func)}")
    return lost


def calls_flow(function: ast.expr, known: set[str]) -> bool:
    if isinstance(function, ast.Attribute):
        return function.attr in ASKING
    return isinstance(function, ast.Name) and function.id in known


def test_every_call_of_a_flow_stands_under_yield_from() -> None:
    rules = [s for s in ours() if s.name.startswith(("grimtable.games", "grimtable.kernel"))]
    assert sum([len(flows_of(source)) for source in rules]) > 10
    assert lost_flows([*rules, *sixth()]) == []


def test_a_call_without_yield_from_is_found() -> None:
    battle = snippet("def fight(t, unit) -> Flow[None]:\n    yield from ()\n", "game.battle")
    turn = snippet(
        "from game.battle import fight\n"
        "def turn(t) -> Flow[None]:\n"
        "    yield from fight(t, 1)\n"
        "    fight(t, 2)\n"
        "    unit = t.choose(0, 'unit', [1, 2])\n"
        "    if (yield from t.choose(0, 'unit', [1, 2])) == 1:\n"
        "        return\n"
        "    yield from [fight(t, 3)]\n",
        "game.turn",
    )
    assert lost_flows([battle, turn]) == ["game.turn.py:4 fight", "game.turn.py:5 t.choose", "game.turn.py:8 fight"]


def test_a_function_of_the_same_name_elsewhere_is_no_flow() -> None:
    turn = snippet("def event(t) -> Flow[None]:\n    yield from ()\n", "game.turn")
    describe = snippet("def event(happened) -> str:\n    return ''\nevent(1)\n", "game.describe")
    assert lost_flows([turn, describe]) == []
