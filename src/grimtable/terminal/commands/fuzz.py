"""`grimtable fuzz`: random games under all checks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.text import Text

from grimtable.kernel.definition import Definition
from grimtable.simulate.fuzz import Report
from grimtable.simulate.fuzz import fuzz as run
from grimtable.terminal import exits
from grimtable.terminal.arguments import (
    Finite,
    drawn,
    game_argument,
    json_option,
    lang_option,
    players_of,
    rules_option,
    seed_option,
    settled,
    writable_folder,
)
from grimtable.terminal.console import OnProgress, print_json, progress, stdout
from grimtable.terminal.words import say

MOST_MINUTES = 525_600  # a year
MOST_GAMES = 10_000_000


@click.command(short_help="Random games under all checks, to find faults.")
@game_argument()
@click.option(
    "--minutes", type=Finite(0, MOST_MINUTES, min_open=True), default=1.0, show_default=True, help="How long."
)
@click.option("--games", type=click.IntRange(1, MOST_GAMES), help="Stop after so many games, if that is sooner.")
@click.option("--players", type=int, help="Number of players. Default: varies.")
@seed_option
@rules_option
@click.option(
    "--most-failures", type=click.IntRange(1, MOST_GAMES), default=1, show_default=True, help="Stop after so many."
)
@click.option(
    "--failures",
    type=click.Path(path_type=Path),
    default=Path(),
    show_default="here",
    help="Folder for the records of failing games.",
)
@lang_option
@json_option
def fuzz(
    game: Definition,
    minutes: float,
    games: int | None,
    players: int | None,
    seed: int | None,
    options: tuple[str, ...],
    most_failures: int,
    failures: Path,
    lang: str,
    as_json: bool,
) -> int:
    """Play random games of GAME with random rulings, and check at every decision all that must hold.

    A clone is independent, a dump loads to the same game, undo restores, nothing hidden leaks, every option has a
    text, and so on. A failing game is saved as a record, which `grimtable replay` shows; the exit code is then 1.

    \b
    Examples:
      grimtable fuzz darklord --minutes 5
      grimtable fuzz darklord --games 20 --players 3 --seed 7 --json
    """
    count = None if players is None else players_of(game, players)
    chosen = settled(game, options)
    given = {name: value for name, value in chosen.items() if name in [text.partition("=")[0] for text in options]}
    writable_folder(failures)
    seconds = 60 * minutes
    with progress("fuzz") as tell:
        heard = watcher(tell, games, seconds)
        report = run(game.slug, drawn(seed), games, seconds, count, given, failures, 1, most_failures, heard)
    stopped = not report.failures and report.seconds < seconds and (games is None or report.games < games)
    if as_json:
        print_json(document(report, stopped))
    else:
        show(report, stopped, lang)
    return exits.INTERRUPTED if stopped else exits.FAILED if report.failures else exits.OK


def watcher(tell: OnProgress, games: int | None, seconds: float) -> Any:
    """Progress by what ends first: games if they are counted, else time."""

    def heard(report: Report) -> None:
        if games is not None:
            tell(report.games, games)
        else:
            tell(min(round(report.seconds), round(seconds)), round(seconds))

    return heard


def document(report: Report, stopped: bool) -> dict[str, Any]:
    """The shape is documented in docs/cli.md and stable."""
    failures = [
        {**failure._asdict(), "record": str(failure.record) if failure.record is not None else None}
        for failure in report.failures
    ]
    return {**report._asdict(), "failures": failures, "interrupted": stopped}


def show(report: Report, stopped: bool, lang: str) -> None:
    screen = stdout()
    head = (report.game, report.games, report.decisions, report.imagined, len(report.failures))
    screen.print(Text(say(lang, "fuzz.summary", *head), style="bold"))
    screen.print(say(lang, "report.seed", report.seed))
    for failure in report.failures:
        screen.print(Text(say(lang, "report.failure", failure.error), style="red"))
        if failure.record is not None:
            screen.print(Text(say(lang, "report.failure_saved", failure.record)), soft_wrap=True)
    if stopped:
        screen.print(Text(say(lang, "report.stopped"), style="yellow"))
