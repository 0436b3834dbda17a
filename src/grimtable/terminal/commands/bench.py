"""`grimtable bench`: how quick the rules are."""

from __future__ import annotations

from typing import Any

import click
from rich import box
from rich.table import Table
from rich.text import Text

from grimtable.games import slugs
from grimtable.simulate.bench import bench as run
from grimtable.terminal import exits
from grimtable.terminal.arguments import Finite, game_named, json_option, lang_option
from grimtable.terminal.console import print_json, stdout, steps
from grimtable.terminal.words import say

FIGURES = (
    "decisions_per_cpu_second",
    "clone_us",
    "imagine_us",
    "load_us",
    "undo_us",
    "stored_bytes",
    "ratio_to_catanatron",
    "build",
)


@click.command(short_help="How quick the rules are, compared with other engines.")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--peers", is_flag=True, help="Measure other engines too, where they are installed.")
@click.option("--server", is_flag=True, help="Measure the browser table's server under load instead.")
@click.option("--tables", type=click.IntRange(1, 5000), default=1000, show_default=True, help="With --server: tables.")
@click.option("--rate", type=Finite(1, 5000), default=150, show_default=True, help="With --server: moves a second.")
@click.option("--thinking", type=click.IntRange(0, 1000), default=0, help="With --server: further tables of bots.")
@lang_option
@json_option
def bench(
    games: tuple[str, ...],
    peers: bool,
    server: bool,
    tables: int,
    rate: float,
    thinking: int,
    lang: str,
    as_json: bool,
) -> int:
    """Measure random play, clones, loads and stored sizes of each GAME (by default all), in CPU time.

    Everything is measured in turn, several times around, and the median is reported, so that ratios mean something.
    Peers are catanatron, open_spiel, rlcard and python-chess: pip install 'grimtable[peers]'.

    \b
    Examples:
      grimtable bench
      grimtable bench darklord --peers
      grimtable bench darklord --json
      grimtable bench --server --tables 1000 --rate 150 --thinking 20
    """
    if server:
        return serve_under_load(tables, rate, thinking, as_json)
    for slug in games:
        game_named(slug)
    with steps("bench") as tell:
        report = run(games or slugs(), peers, tell)
    if as_json:
        print_json(report)
    else:
        show(report, lang)
    return exits.INTERRUPTED if report["interrupted"] else exits.OK


def serve_under_load(tables: int, rate: float, thinking: int, as_json: bool) -> int:
    """Start a server of its own and let persons play at all tables; exit code 1 if it does not keep up."""
    from grimtable.server.load import measure  # its libraries take a moment that other measurements need not wait

    with steps("bench --server") as tell:
        tell(f"{tables} tables, {rate:g} moves per second")
        found = measure(tables=tables, rate=rate, thinking=thinking)
    report = {**found._asdict(), "holds": found.holds}
    if as_json:
        print_json(report)
    else:
        for name, value in report.items():
            stdout().print(f"{name:18} {value}")
    return exits.OK if found.holds else exits.FAILED


def show(report: dict[str, Any], lang: str) -> None:
    screen = stdout()
    for slug, figures in report["games"].items():
        screen.print(figures_table(slug, {key: figures[key] for key in FIGURES if key in figures}, lang))
    for name, figures in report["peers"].items():
        skipped = figures.get("skipped")
        speed = figures["decisions_per_cpu_second"]
        if skipped or speed is not None:
            text = say(lang, "bench.skipped", name, skipped) if skipped else say(lang, "bench.peer", name, speed)
            screen.print(Text(text))


def figures_table(slug: str, figures: dict[str, Any], lang: str) -> Table:
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    rows.add_column(Text(slug, style="bold"))
    rows.add_column("", justify="right")
    for key, figure in figures.items():
        rows.add_row(say(lang, f"bench.{key}"), "-" if figure is None else str(figure))
    return rows
