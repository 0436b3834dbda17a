"""The table of any game: its view as panels, lists and grids."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from grimtable.terminal.tables.scene import Drawing, Scene, View

NOTHING = "-"


def table(view: View, scene: Scene) -> RenderableType:
    return drawn(view)


def drawn(value: Any) -> RenderableType:
    if isinstance(value, dict):
        return facts(value)
    if isinstance(value, (list, tuple)) and value and all([isinstance(row, dict) for row in value]):
        return grid(value)
    return Text(inline(value))


def facts(value: dict[Any, Any]) -> RenderableType:
    """Plain entries side by side, the others in panels below."""
    parts: list[RenderableType] = []
    short = [(title(key), inline(entry)) for key, entry in value.items() if is_short(entry)]
    if short:
        parts.append(Text("   ".join([f"{key}: {entry}" for key, entry in short])))
    for key, entry in value.items():
        if not is_short(entry):
            parts.append(Panel(drawn(entry), title=title(key), title_align="left", box=box.ROUNDED))
    return Group(*parts) if parts else Text(NOTHING)


def grid(rows: list[dict[Any, Any]] | tuple[dict[Any, Any], ...]) -> RenderableType:
    """A list of like things: one row each, numbered from 1."""
    columns = list(dict.fromkeys([key for row in rows for key in row]))
    found = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    found.add_column("")
    for column in columns:
        found.add_column(title(column), overflow="fold")
    for number, row in enumerate(rows, 1):
        found.add_row(str(number), *[Text(inline(row.get(column))) for column in columns])
    return found


def inline(value: Any) -> str:
    if value is None or value in ((), [], {}, ""):
        return NOTHING
    if isinstance(value, dict):
        return "; ".join([f"{title(key)} {inline(entry)}" for key, entry in value.items()])
    if isinstance(value, (list, tuple)):
        return ", ".join([f"({inline(e)})" if isinstance(e, (list, tuple, dict)) else inline(e) for e in value])
    return str(value)


def is_short(value: Any) -> bool:
    """Fits into a line with others: a plain value, or a short list of them."""
    if isinstance(value, (list, tuple)):
        return len(inline(value)) <= 40 and not any([isinstance(entry, dict) for entry in value])
    return not isinstance(value, dict) or not value


def title(key: Any) -> str:
    return str(key).replace("_", " ")


def scores(view: View, result: tuple[int, ...], scene: Scene) -> RenderableType:
    found = Table(box=box.SIMPLE_HEAD)
    found.add_column(scene.say("scores.player"))
    found.add_column(scene.say("scores.score"), justify="right")
    for seat in sorted(range(len(result)), key=lambda seat: -result[seat]):
        found.add_row(Text(scene.names[seat]), str(result[seat]))
    return found


def legend(scene: Scene) -> str:
    return ""


DRAWING = Drawing(table, scores, legend)
