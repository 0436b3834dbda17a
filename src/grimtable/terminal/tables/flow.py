"""Things in a row that wrap between each other, never within."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

GAP = "  "


class Flow:
    def __init__(self, parts: Sequence[Text]) -> None:
        self.parts = parts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text("")
        for part in self.parts:
            if line and line.cell_len + len(GAP) + part.cell_len > options.max_width:
                yield line
                line = Text("")
            line = Text.assemble(line, GAP if line else "", part)
        yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [part.cell_len for part in self.parts] or [0]
        whole = sum(widths) + len(GAP) * (len(widths) - 1)
        return Measurement(max(widths), whole).with_maximum(options.max_width)
