"""`grimtable arena`: bots against each other."""

from __future__ import annotations

from typing import Any

import click
from rich import box
from rich.table import Table
from rich.text import Text

from grimtable.bots.arena import Result
from grimtable.bots.arena import arena as run
from grimtable.kernel.chance import MOST_SEED
from grimtable.kernel.definition import Definition
from grimtable.simulate.run import MOST_GAMES
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
)
from grimtable.terminal.commands.simulate import interval, number, percent
from grimtable.terminal.console import counter, print_json, progress, stdout
from grimtable.terminal.words import say


@click.command(short_help="Bots against each other: win rates and ratings.")
@game_argument()
@click.option(
    "--bots", required=True, metavar="A,B,..", help="random, greedy, mcts:500, mcts:2s, package.module:factory."
)
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=100, show_default=True, help="How many games.")
@click.option("--players", type=int, help="Number of players. Default: as many as bots, or the fewest possible.")
@click.option("--seed", type=click.IntRange(0, MOST_SEED), default=0, show_default=True, help="Of all the games.")
@workers_option
@rules_option
@lang_option
@json_option
def arena(
    game: Definition,
    bots: str,
    games: int,
    players: int | None,
    seed: int,
    workers: int,
    options: tuple[str, ...],
    lang: str,
    as_json: bool,
) -> int:
    """Let bots play GAME against each other, and report win rates with intervals and a rating.

    Each deal is played once with every rotation of the seats, so that no bot gains by its seat. A bot may be named
    several times; seats left over go to the bots from the first again.

    \b
    Examples:
      grimtable arena darklord --bots greedy,random,random,random --games 400
      grimtable arena darklord --bots mcts:500,greedy,greedy,greedy --games 40 --workers 4 --json
    """
    specs, chosen = bots_of(bots), settled(game, options)
    count = None if players is None else players_of(game, players)
    with progress("arena") as tell:
        result = run(game.slug, specs, games, count, seed, workers, chosen, counter(tell, games))
    stopped = result.games + len(result.errors) < games
    if as_json:
        print_json(document(result, seed, stopped))
    else:
        show(result, stopped, lang)
    return exits.INTERRUPTED if stopped else exits.FAILED if result.errors else exits.OK


def document(result: Result, seed: int, stopped: bool) -> dict[str, Any]:
    """The shape is documented in docs/cli.md and stable."""
    return {
        "game": result.game,
        "players": result.players,
        "seed": seed,
        "games": result.games,
        "errors": len(result.errors),
        "bots": [
            {
                "bot": one.bot,
                **one.share._asdict(),
                "fair": one.fair,
                "mean_score": one.mean_score,
                "rating": one.rating,
            }
            for one in result.standings
        ],
        "failures": [{"seed": row.seed, "error": row.error} for row in result.errors],
        "interrupted": stopped,
    }


def show(result: Result, stopped: bool, lang: str) -> None:
    screen = stdout()
    head = (result.game, result.players, result.games, len(result.errors))
    screen.print(Text(say(lang, "report.arena", *head), style="bold"))
    rows = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    rows.add_column(say(lang, "report.bot"))
    for key in ("games", "wins", "rate", "interval", "fair", "score", "rating"):
        rows.add_column(say(lang, f"report.{key}"), justify="right")
    for one in sorted(result.standings, key=lambda one: -one.rating):
        share = one.share
        rows.add_row(
            Text(one.bot, style="bold"),
            str(share.games),
            number(share.wins),
            percent(share.rate),
            interval(share),
            percent(one.fair),
            number(one.mean_score),
            str(one.rating),
        )
    screen.print(rows)
    for row in result.errors:
        screen.print(Text(say(lang, "report.failure", row.error), style="red"))
    if stopped:
        screen.print(Text(say(lang, "report.stopped"), style="yellow"))
