"""Run the command line in one of the builds, and set out what it says."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = {
    build: Path(sys.executable).parent / name
    for build, name in {"plain": "grimtable", "compiled": "grimtable-compiled"}.items()
}


class Failed(Exception):
    """A command gave no figures, and why."""


def start(build: str, *arguments: str) -> subprocess.Popen[str]:
    """Begin a command; its progress goes where ours goes."""
    return subprocess.Popen([str(COMMANDS[build]), *arguments, "--json"], stdout=subprocess.PIPE, text=True, cwd=ROOT)


def figures(command: subprocess.Popen[str]) -> dict[str, Any]:
    """What a command found. Exit code 1 means that games failed, which is a figure too."""
    output = command.communicate()[0]
    try:
        found: dict[str, Any] = json.loads(output)
    except ValueError:
        raise Failed(f"{command.args!r} ended with code {command.returncode} and no figures") from None
    return found


def table(rows: Sequence[Sequence[object]]) -> str:
    """A table that Markdown understands and a terminal shows well; the first row is its head."""
    cells = [[number(cell) for cell in row] for row in rows]
    widths = [max(3, *[len(row[column]) for row in cells]) for column in range(len(cells[0]))]
    lines = ["| " + " | ".join([cell.ljust(width) for cell, width in zip(row, widths)]) + " |" for row in cells]
    return "\n".join([lines[0], "| " + " | ".join(["-" * width for width in widths]) + " |", *lines[1:]])


def number(cell: object) -> str:
    """Numbers with as many digits as matter."""
    if isinstance(cell, float):
        return f"{cell:,.0f}" if abs(cell) >= 100 else f"{cell:.2f}"
    return f"{cell:,}" if isinstance(cell, int) else "-" if cell is None else str(cell)


def commit() -> str:
    """What is measured: the commit, marked if anything but the figures themselves has been changed since."""
    found = git("describe", "--always") or "no repository"
    return f"{found}-dirty" if git("status", "--porcelain", "--", ":!docs/figures.md") else found


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
