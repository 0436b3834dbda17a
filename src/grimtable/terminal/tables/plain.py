"""The table of any game: its view as panels, lists and grids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from grimtable.terminal.tables.scene import Drawing, Scene, View

NOTHING = "-"
SHORT = 40  # characters up to which a list stands in a line with others
ABREAST = 6  # so many like things stand side by side


def table(view: View, scene: Scene) -> RenderableType:
    return drawn(view, scene)


def drawn(value: Any, scene: Scene) -> RenderableType:
    if isinstance(value, dict):
        return facts(value, scene)
    if isinstance(value, (list, tuple)) and value and all([isinstance(row, dict) for row in value]):
        return grid(value, headings(len(value), scene), scene)
    return Text(inline(value, scene))


def facts(value: dict[Any, Any], scene: Scene) -> RenderableType:
    """Plain entries side by side, the others in panels below."""
    parts: list[RenderableType] = []
    short = [f"{title(key)}: {inline(entry, scene)}" for key, entry in value.items() if is_short(entry, scene)]
    if short:
        parts.append(Text("   ".join(short)))
    for key, entry in value.items():
        if not is_short(entry, scene):
            parts.append(Panel(drawn(entry, scene), title=Text(title(key)), title_align="left", box=box.ROUNDED))
    return Group(*parts) if parts else Text(NOTHING)


def headings(count: int, scene: Scene) -> list[str]:
    """What like things are called: the players' names if there is one for each, else numbers."""
    return list(scene.names) if count == len(scene.names) else [str(number) for number in range(1, count + 1)]


def grid(things: Sequence[dict[Any, Any]], names: list[str], scene: Scene) -> RenderableType:
    """Like things: a few side by side, many below each other."""
    keys = list(dict.fromkeys([key for thing in things for key in thing]))
    cells = [[Text(inline(thing.get(key), scene)) for key in keys] for thing in things]
    titles = [title(key) for key in keys]
    columns, lines, rows = names, titles, list(zip(*cells))
    if len(things) > ABREAST:
        columns, lines, rows = titles, names, [tuple(row) for row in cells]
    found = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    found.add_column("")
    for name in columns:
        found.add_column(Text(name), overflow="fold")
    for name, row in zip(lines, rows):
        found.add_row(Text(name, style="dim"), *row)
    return found


def inline(value: Any, scene: Scene) -> str:
    if value is None or value is False or value in ((), [], {}, ""):
        return NOTHING
    if value is True:
        return scene.say("plain.yes")
    if isinstance(value, dict):
        return "; ".join([f"{title(key)} {inline(entry, scene)}" for key, entry in value.items()])
    if isinstance(value, (list, tuple)):
        return ", ".join([nested(entry, scene) for entry in value])
    return str(value)


def nested(entry: Any, scene: Scene) -> str:
    text = inline(entry, scene)
    return f"({text})" if isinstance(entry, (list, tuple, dict)) else text


def is_short(value: Any, scene: Scene) -> bool:
    """Fits into a line with others: a plain value, or a short list of them."""
    if isinstance(value, (list, tuple)):
        return len(inline(value, scene)) <= SHORT and not any([isinstance(entry, dict) for entry in value])
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
