"""`grimtable simulate`: many games between bots, and what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich import box
from rich.table import Table
from rich.text import Text

from grimtable.bots.statistics import Share
from grimtable.kernel.chance import MOST_SEED
from grimtable.kernel.definition import Definition
from grimtable.kernel.values import BadInput
from grimtable.simulate.campaign import SLUG, Chapter
from grimtable.simulate.campaign import campaigns as play_campaigns
from grimtable.simulate.run import MOST_GAMES, Report, check_out
from grimtable.simulate.run import simulate as run
from grimtable.terminal import exits
from grimtable.terminal.arguments import (
    bots_of,
    game_argument,
    json_option,
    lang_option,
    players_of,
    rules_option,
    settled,
    workers_option,
    writable,
    writable_folder,
)
from grimtable.terminal.console import counter, print_json, progress, stdout
from grimtable.terminal.words import say

VARIANTS = ("death=", "randomness=")  # what a campaign settles once and for all


@click.command(short_help="Many games between bots, and what they say.")
@game_argument()
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=100, show_default=True, help="How many games.")
@click.option("--players", type=int, help="Number of players. Default: the most the game is for.")
@click.option(
    "--bots",
    default="random",
    show_default=True,
    metavar="A,B,..",
    help="Who sits where: random, greedy, mcts:500; from the first again while seats are free.",
)
@click.option("--seed", type=click.IntRange(0, MOST_SEED), default=0, show_default=True, help="Of all the games.")
@workers_option
@rules_option
@click.option(
    "--vary",
    multiple=True,
    metavar="NAME",
    help="An option that runs through its values from game to game; may be repeated, the first changes quickest.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Write a row per game to this .parquet file.")
@click.option(
    "--failures",
    type=click.Path(path_type=Path),
    default=Path(),
    show_default="here",
    help="Folder for the records of failing games.",
)
@click.option("--campaign", is_flag=True, help="Of gloomhaven: each game is a campaign of several scenarios.")
@click.option("--scenarios", type=click.IntRange(1, 1000), default=10, show_default=True, help="Of each campaign.")
@lang_option
@json_option
def simulate(
    game: Definition,
    games: int,
    players: int | None,
    bots: str,
    seed: int,
    workers: int,
    options: tuple[str, ...],
    vary: tuple[str, ...],
    out: Path | None,
    failures: Path,
    campaign: bool,
    scenarios: int,
    lang: str,
    as_json: bool,
) -> int:
    """Let bots play many games of GAME, and report lengths, speed, and wins by seat, side and bot.

    The same seed gives the same games with any number of workers. A failing game is saved as a record, which
    `grimtable replay` shows; the others go on, and the exit code is 1. Ctrl-C reports what was finished.

    \b
    Examples:
      grimtable simulate darklord --games 1000
      grimtable simulate darklord --games 200 --players 3 --bots greedy,random,random --workers 4
      grimtable simulate darklord --games 5000 --out games.parquet --json
      grimtable simulate gloomhaven --campaign --games 20 --scenarios 10 --bots greedy
      grimtable simulate gloomhaven --games 950 --players 3 --vary scenario --option classes=all
    """
    if campaign:
        return campaigns(game, games, scenarios, bots, seed, options, failures, lang, as_json)
    specs, chosen = bots_of(bots), settled(game, options)
    count = None if players is None else players_of(game, players)
    if out is not None:
        check_out(out)
        writable(out)
    writable_folder(failures)
    with progress("simulate") as tell:
        report = run(game.slug, games, count, specs, seed, workers, chosen, out, failures, counter(tell, games), vary)
    stopped = report.finished + len(report.errors) < games
    if as_json:
        print_json(document(report, specs, seed, stopped))
    else:
        show(report, out, stopped, lang)
    return exits.INTERRUPTED if stopped else exits.FAILED if report.errors else exits.OK


# ---------------------------------------------------------------- campaigns
def campaigns(
    game: Definition,
    count: int,
    scenarios: int,
    bots: str,
    seed: int,
    options: tuple[str, ...],
    failures: Path,
    lang: str,
    as_json: bool,
) -> int:
    """Campaigns that play themselves; between scenarios somebody sensible decides."""
    if game.slug != SLUG:
        raise BadInput(f"{game.slug} has no campaign; {SLUG} has one")
    if own := [option for option in options if not option.startswith(VARIANTS)]:
        raise BadInput(f"a campaign takes the options death and randomness, not {own[0]}")
    chosen = settled(game, options)
    specs = bots_of(bots)
    if len(set(specs)) != 1:
        raise BadInput("a campaign is played by bots of one kind, such as --bots greedy")
    writable_folder(failures)
    with progress("campaigns") as tell:
        tick = counter(tell, count)
        variants = chosen["death"] == "permanent", chosen["randomness"] == "reduced"
        chapters = play_campaigns(count, scenarios, specs[0], seed, variants, failures=failures, on_campaign=tick)
    if as_json:
        print_json(campaigns_document(chapters, count, scenarios, specs[0], seed))
    else:
        show_campaigns(chapters, count, lang)
    errors = [chapter for chapter in chapters if chapter.error]
    return exits.INTERRUPTED if len(chapters) < count else exits.FAILED if errors else exits.OK


def campaigns_document(chapters: list[Chapter], count: int, scenarios: int, bot: str, seed: int) -> dict[str, Any]:
    """The shape is documented in docs/cli.md and stable."""
    rows = [{**chapter._asdict(), "saved": str(chapter.saved) if chapter.saved else None} for chapter in chapters]
    errors = len([chapter for chapter in chapters if chapter.error])
    return {
        "game": SLUG,
        "campaigns": count,
        "scenarios": scenarios,
        "bot": bot,
        "seed": seed,
        "finished": len(chapters) - errors,
        "errors": errors,
        "played": rows,
        "interrupted": len(chapters) < count,
    }


def show_campaigns(chapters: list[Chapter], count: int, lang: str) -> None:
    screen = stdout()
    errors = [chapter for chapter in chapters if chapter.error]
    head = say(lang, "report.campaigns", len(chapters) - len(errors), count, len(errors))
    screen.print(Text(head, style="bold"))
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("campaign", "scenarios", "wins", "levels", "retired", "prosperity"):
        rows.add_column(say(lang, f"report.{key}"), justify="right")
    for number, chapter in enumerate(chapters, 1):
        levels = " ".join([str(level) for level in chapter.levels])
        figures = (number, chapter.played, chapter.won, levels, chapter.retired, chapter.prosperity)
        rows.add_row(*[str(figure) for figure in figures])
    screen.print(rows)
    for chapter in errors:
        screen.print(Text(say(lang, "report.failure", chapter.error), style="red"))
        screen.print(Text(say(lang, "report.failure_saved", chapter.saved)))
    if len(chapters) < count:
        screen.print(Text(say(lang, "report.stopped"), style="yellow"))


# ---------------------------------------------------------------- games
def document(report: Report, bots: tuple[str, ...], seed: int, stopped: bool) -> dict[str, Any]:
    """The shape is documented in docs/cli.md and stable."""
    saved = [str(path) for path in report.saved]
    return {
        "game": report.game,
        "players": report.players,
        "bots": list(bots),
        "seed": seed,
        "games": report.games,
        "finished": report.finished,
        "errors": len(report.errors),
        "decisions": report.decisions,
        "cpu_seconds": report.cpu_seconds,
        "decisions_per_cpu_second": report.decisions_per_cpu_second,
        "length": report.length._asdict(),
        "wins": {
            "seat": [share._asdict() for share in report.by_seat],
            "side": {name: share._asdict() for name, share in report.by_side.items()},
            "bot": {name: share._asdict() for name, share in report.by_bot.items()},
        },
        "failures": [{"seed": row.seed, "error": row.error, "record": path} for row, path in zip(report.errors, saved)],
        "interrupted": stopped,
    }


def show(report: Report, out: Path | None, stopped: bool, lang: str) -> None:
    screen = stdout()
    head = (report.game, report.players, report.finished, report.games, len(report.errors))
    screen.print(Text(say(lang, "report.simulate", *head), style="bold"))
    screen.print(say(lang, "report.speed", report.decisions, round(report.decisions_per_cpu_second)))
    length = report.length
    numbers = (length.least, length.median, round(length.mean, 1), length.p95, length.most)
    screen.print(say(lang, "report.length", *numbers))
    seats = {str(seat): share for seat, share in enumerate(report.by_seat, 1)}
    for key, shares in (("seat", seats), ("side", report.by_side), ("bot", report.by_bot)):
        screen.print(shares_table(say(lang, f"report.{key}"), shares, lang))
    for row, path in zip(report.errors, report.saved):
        screen.print(Text(say(lang, "report.failure", row.error), style="red"))
        screen.print(Text(say(lang, "report.failure_saved", path)))
    if out is not None:
        screen.print(Text(say(lang, "report.out", out)))
    if stopped:
        screen.print(Text(say(lang, "report.stopped"), style="yellow"))


def shares_table(heading: str, shares: dict[str, Share], lang: str) -> Table:
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    rows.add_column(heading)
    for key in ("games", "wins", "rate", "interval"):
        rows.add_column(say(lang, f"report.{key}"), justify="right")
    for name, share in shares.items():
        rows.add_row(Text(name), str(share.games), number(share.wins), percent(share.rate), interval(share))
    return rows


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


def interval(share: Share) -> str:
    return f"{100 * share.low:.1f} - {100 * share.high:.1f} %"
