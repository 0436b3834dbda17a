"""How a command ends: with these codes, and with one line if the input was bad."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

import click

OK = 0
FAILED = 1  # the command ran and found something wrong: a false record, a failing game, an uncovered rule
BAD_INPUT = 2  # nothing was done: the line on stderr says what is wrong and what would be right
MANY = 16  # words that are all listed in a complaint
INTERRUPTED = 130  # Ctrl-C; what was finished before it is reported or saved


def one_line(error: click.ClickException) -> str:
    """What click complains about, without its usage block."""
    text = " ".join(error.format_message().split()).rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{text}; see: {context.command_path} --help" if context is not None else text


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """The end of a complaint about an unknown word: what it was meant to be, or all there is."""
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"there is {enumerated(known)}"


def enumerated(words: Sequence[str]) -> str:
    """All of them if they are few; of many, ranges of numbers, and the first of the rest."""
    if len(words) > MANY:
        words = ranges(words)
    more = f" and {len(words) - MANY} more" if len(words) > MANY else ""
    return (", ".join(words[:MANY]) or "none") + more


def ranges(words: Sequence[str]) -> list[str]:
    """Numbers that follow one another as one range, words as they are."""
    found: list[list[str]] = []
    for word in words:
        if found and word.isdecimal() and found[-1][-1].isdecimal() and int(word) == int(found[-1][-1]) + 1:
            found[-1].append(word)
        else:
            found.append([word])
    return [run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in found]
