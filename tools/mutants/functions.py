"""The functions that exist in this process: finding them, and giving them other code."""

from __future__ import annotations

import ast
import gc
import inspect
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from tools.mutants import tables

from grimtable.citations import FUNCTIONS, Function, Kind, Site, first_line
from grimtable.proof import module_name, value_of

Key = tuple[str, int, str]  # file, first line, qualified name
KINDS_OF_CODE = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def key(code: CodeType) -> Key:
    return code.co_filename, code.co_firstlineno, code.co_qualname


def key_of(site: Site) -> Key:
    assert isinstance(site.scope, FUNCTIONS)
    return str(site.path), first_line(site.scope), site.name


def existing(folder: Path) -> dict[Key, list[FunctionType]]:
    """All functions whose code stands in a folder, closures included."""
    found: dict[Key, list[FunctionType]] = {}
    inside = f"{folder}{os.sep}"
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(inside):
            found.setdefault(key(thing.__code__), []).append(thing)
    return found


def nested(code: CodeType) -> Iterator[CodeType]:
    """A piece of code and all that is defined in it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from nested(part)


def compiled(path: Path, tree: ast.Module) -> dict[Key, CodeType | None]:
    """The code of all functions of a file; None where two cannot be told apart."""
    found: dict[Key, CodeType | None] = {}
    for code in nested(compile(tree, str(path), "exec", dont_inherit=True)):
        found[key(code)] = None if key(code) in found else code
    return found


def replace(path: Path, tree: ast.Module, functions: dict[Key, list[FunctionType]], names: str | None = None) -> int:
    """Give functions of a file (all, or one and those inside it) the code of a changed tree; count them."""
    done = 0
    for where, code in compiled(path, tree).items():
        if names is not None and where[2] != names and not where[2].startswith(f"{names}.<locals>."):
            continue
        for function in functions.get(where, []):
            if code is None or not fits(function.__code__, code):
                return 0
            function.__code__ = code
            done += 1
    return done


def fits(old: CodeType, new: CodeType) -> bool:
    return old.co_freevars == new.co_freevars and old.co_flags & KINDS_OF_CODE == new.co_flags & KINDS_OF_CODE


def raising(function: Function) -> None:
    """Let a function only raise."""
    statement = ast.parse("raise AssertionError('broken on purpose')").body[0]
    for node in ast.walk(statement):
        ast.copy_location(node, function.body[0])
    function.body.insert(0, statement)


def put_in_place(site: Site, tree: ast.Module, functions: dict[Key, list[FunctionType]]) -> bool:
    """Make this process run the changed tree at a site."""
    if site.kind == Kind.ROW:
        module = import_module(module_name(site.path))
        assert isinstance(site.scope, ast.Assign | ast.AnnAssign)
        assert site.scope.value is not None
        value = eval(compile(ast.Expression(site.scope.value), str(site.path), "eval"), module.__dict__)
        tables.rebind(module, site.name, value)
        return True
    return replace(site.path, tree, functions, site.name) > 0


def alter(site: Site, text: str) -> bool:
    """Change a value of a constant in this process."""
    tables.rebind(import_module(module_name(site.path)), site.name, tables.altered(value_of(site), text))
    return True


class Importing:
    """Notes the functions of a folder that run while modules are imported and tests are collected."""

    def __init__(self, folder: Path) -> None:
        self.inside = f"{folder}{os.sep}"
        self.ran: set[Key] = set()
        self.seen: set[int] = set()
        self.kept: list[CodeType] = []  # so that no other code gets the same identity

    def note(self, frame: FrameType, event: str, arg: Any) -> None:
        code = frame.f_code
        if event == "call" and id(code) not in self.seen:
            self.seen.add(id(code))
            self.kept.append(code)
            if code.co_filename.startswith(self.inside) and code.co_name != "<module>":
                self.ran.add(key(code))

    def start(self) -> None:
        sys.setprofile(self.note)

    def stop(self) -> None:
        sys.setprofile(None)
