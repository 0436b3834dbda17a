"""The sources as syntax trees, for tests that read them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "src" / "grimtable"
SIXTH = ROOT / "tests" / "sixth" / "sixth_game"


class Source(NamedTuple):
    name: str  # of the module, dotted
    path: Path
    tree: ast.Module

    def at(self, node: ast.AST) -> str:
        return f"{self.path.relative_to(ROOT).as_posix()}:{getattr(node, 'lineno', 1)}"

    @property
    def package(self) -> str:
        return self.name if self.path.name == "__init__.py" else self.name.rpartition(".")[0]


def module_name(path: Path, base: Path) -> str:
    parts = path.relative_to(base).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources(folder: Path, base: Path) -> list[Source]:
    return [
        Source(module_name(path, base), path, ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(folder.rglob("*.py"))
    ]


def ours() -> list[Source]:
    return sources(PACKAGE, PACKAGE.parent)


def sixth() -> list[Source]:
    return sources(SIXTH, SIXTH.parent)


def snippet(text: str, name: str = "snippet") -> Source:
    return Source(name, ROOT / f"{name}.py", ast.parse(text))


def imports(source: Source) -> Iterator[tuple[ast.AST, str, tuple[str, ...]]]:
    """Every import: the node, the module, and the names taken from it."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node, alias.name, ()
        elif isinstance(node, ast.ImportFrom):
            package = source.package.rsplit(".", node.level - 1)[0] if node.level else ""
            yield node, ".".join([p for p in (package, node.module) if p]), tuple([a.name for a in node.names])
