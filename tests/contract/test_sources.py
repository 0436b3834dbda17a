"""Rules are the same on every machine, and the sources name none."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess

import pytest

from contract.sources import ROOT, Source, ours, sixth, snippet

FORBIDDEN_MODULES = {"random", "time", "os", "sys", "secrets", "datetime", "uuid", "threading", "math", "socket"}
WHOLE_NUMBERS = {"isqrt"}
FORBIDDEN_CALLS = {"hash", "id", "float", "input", "print", "eval", "exec"}
ORDER_DOES_NOT_MATTER = {"sorted", "any", "all", "min", "max", "sum", "len", "set", "frozenset"}
SETS = ("set", "frozenset")
LINES = 400  # of a module at most


def set_attributes(sources: list[Source]) -> set[str]:
    """Names that some class or function annotates as a set."""
    return {
        node.target.id
        for source in sources
        for node in ast.walk(source.tree)
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and ast.unparse(node.annotation).startswith(("set[", "frozenset["))
    }


def is_set(node: ast.expr, names: set[str]) -> bool:
    if isinstance(node, (ast.Set, ast.SetComp)):
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in SETS
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.Sub)):
        return is_set(node.left, names) or is_set(node.right, names)
    return (isinstance(node, ast.Attribute) and node.attr in names) or (isinstance(node, ast.Name) and node.id in names)


def differing_by_machine(source: Source, names: set[str]) -> list[str]:
    """What may come out differently elsewhere: chance, clocks, hashes, floats, the order of sets."""
    found: list[str] = []
    calm: set[int] = set()  # comprehensions whose order nobody sees
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ORDER_DOES_NOT_MATTER:
            calm |= {id(arg) for arg in node.args}
        if isinstance(node, ast.SetComp):
            calm.add(id(node))
    for node in ast.walk(source.tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            taken = [
                module
                for module in modules
                if module.split(".")[0] in FORBIDDEN_MODULES and not getattr(node, "level", 0) and not is_exact(node)
            ]
            found += [f"{source.at(node)} imports {module}" for module in taken]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
            found.append(f"{source.at(node)} calls {node.func.id}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)):
            found.append(f"{source.at(node)} has the float {node.value}")
        elif (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and not is_path(node)) or (
            isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Div)
        ):
            found.append(f"{source.at(node)} divides with /")
        elif isinstance(node, ast.For) and is_set(node.iter, names):
            found.append(f"{source.at(node)} iterates over a set")
        elif isinstance(node, (ast.ListComp, ast.DictComp, ast.GeneratorExp)) and id(node) not in calm:
            if [part for part in node.generators if is_set(part.iter, names)]:
                found.append(f"{source.at(node)} iterates over a set")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("list", "tuple"):
            found += [f"{source.at(node)} lists a set" for arg in node.args if is_set(arg, names)]
    return found


def is_exact(node: ast.Import | ast.ImportFrom) -> bool:
    """`from math import isqrt`: whole numbers in, whole numbers out."""
    return isinstance(node, ast.ImportFrom) and {name.name for name in node.names} <= WHOLE_NUMBERS


def is_path(node: ast.BinOp) -> bool:
    """`folder / "texts"` joins a path."""
    return isinstance(node.right, ast.JoinedStr) or (
        isinstance(node.right, ast.Constant) and isinstance(node.right.value, str)
    )


def test_rules_come_out_the_same_on_every_machine() -> None:
    rules = [*[s for s in ours() if s.name.startswith(("grimtable.kernel", "grimtable.games"))], *sixth()]
    names = set_attributes(rules)
    assert [line for source in rules for line in differing_by_machine(source, names)] == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("import random", "imports random"),
        ("from time import time", "imports time"),
        ("from math import isqrt, sqrt", "imports math"),
        ("import os.path", "imports os.path"),
        ("x = hash('a')", "calls hash"),
        ("x = 0.5", "has the float 0.5"),
        ("x = a / b", "divides with /"),
        ("x /= 2", "divides with /"),
        ("for x in {1, 2}: pass", "iterates over a set"),
        ("for x in s.rulings: pass", "iterates over a set"),
        ("x = [y for y in set(z)]", "iterates over a set"),
        ("x = [y for y in s.rulings - z]", "iterates over a set"),
        ("x = list(s.rulings)", "lists a set"),
    ],
)
def test_what_differs_by_machine_is_found(text: str, fault: str) -> None:
    assert differing_by_machine(snippet(text), {"rulings"}) == [f"snippet.py:1 {fault}"]


@pytest.mark.parametrize(
    "text",
    [
        "x = folder / 'texts' / f'{lang}.toml'",
        "x = a // b",
        "for x in sorted(s.rulings): pass",
        "x = sorted([y for y in s.rulings])",
        "x = {y for y in s.rulings}",
        "x = 'a' in s.rulings",
        "from .random import die",
    ],
)
def test_what_is_the_same_everywhere_is_not_found(text: str) -> None:
    assert differing_by_machine(snippet(text), {"rulings"}) == []


# ---------------------------------------------------------------- no word of the workplace
ABSOLUTE = re.compile(
    r"(?<![\w.:/~$}*-])/(?:work|home|root|Users|tmp|mnt|opt|srv|workspace)/[\w.]|\b[A-Z]:\\\\?Users\b"
)
REGISTRY = re.compile(
    r"^\s*(?:--(?:extra-)?index-url|-i|--find-links)\s|https?://(?:[\w.-]*\b(?:pypi|registry|artifactory|nexus|mirror)\b|"
    r"\d+\.\d+\.\d+\.\d+|[\w.-]+\.(?:internal|local|lan|corp)\b)",
    re.MULTILINE,
)
LOOPBACK = re.compile(r"https?://(?:127\.0\.0\.1|0\.0\.0\.0)")


def workplace(text: str) -> list[str]:
    """Absolute paths of a machine, and addresses of package registries."""
    text = LOOPBACK.sub("", text)
    return [match.group().strip() for pattern in (ABSOLUTE, REGISTRY) for match in pattern.finditer(text)]


def tracked() -> list[str]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("only a checkout knows which files are tracked")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_tracked_file_names_a_machine_or_a_registry() -> None:
    found = []
    for name in tracked():
        if name != "tests/contract/test_sources.py":
            text = (ROOT / name).read_bytes().decode("utf-8", errors="ignore")
            found += [f"{name}: {word}" for word in workplace(text)]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "see /home/somebody/notes",
        'open("/tmp/x")',
        "path=/root/.cache",
        "--index-url https://example.org/simple",
        "https://pypi.example.org/simple",
        "http://10.1.2.3:8080/x",
    ],
)
def test_words_of_the_workplace_are_found(text: str) -> None:
    assert len(workplace(text)) >= 1


@pytest.mark.parametrize(
    "text",
    ["src/tmp/x", "https://example.org/home/page", "~/work/x", "$HOME/work/x", "--no-emit-index-url", "a/work/b"],
)
def test_other_words_are_not_found(text: str) -> None:
    assert workplace(text) == []


def test_no_module_is_longer_than_can_be_read_in_one_sitting() -> None:
    long = [source.name for source in ours() if len(source.path.read_text(encoding="utf-8").splitlines()) > LINES]
    assert long == []
