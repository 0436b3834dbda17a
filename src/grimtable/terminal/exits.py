"""How a command ends: with these codes, and with one line if the input was bad."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

import click

OK = 0
FAILED = 1  # the command ran and found something wrong: a false record, a failing game, an uncovered rule
BAD_INPUT = 2  # nothing was done: the line on stderr says what is wrong and what would be right
INTERRUPTED = 130  # Ctrl-C; what was finished before it is reported or saved


def one_line(error: click.ClickException) -> str:
    """What click complains about, without its usage block."""
    text = " ".join(error.format_message().split()).rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{text}; see: {context.command_path} --help" if context is not None else text


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """The end of a complaint about an unknown word: what it was meant to be, or all there is."""
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"there is {', '.join(known) or 'none'}"
